"""Reading what comes in: who asks, for which table, with which moves in mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request

from frostfair.engine.errors import FrostfairError
from frostfair.engine.game import Game, games
from frostfair.engine.speech import LANGUAGES, best_language
from frostfair.house.door import Keys
from frostfair.house.page import Reader
from frostfair.house.table import Table
from frostfair.house.tables import Missing, Tables
from frostfair.players.player import Advice


@dataclass(frozen=True)
class House:
    """What every route needs: the tables, the secrets, and the address under which other devices find us."""

    tables: Tables
    keys: Keys
    address: str

    @property
    def invite(self) -> str:
        return f"{self.address}/?key={self.keys.door}"


def house_of(asked: HTTPConnection) -> House:
    house: House = asked.app.state.house
    return house


def reader_of(asked: HTTPConnection) -> Reader:
    """Who asks; raises what the door has to say against it."""
    if asked.state.refused is not None:
        raise asked.state.refused
    return anybody(asked)


def anybody(asked: HTTPConnection) -> Reader:
    house, chosen = house_of(asked), asked.cookies.get("lang", "")
    wanted = [part.split(";")[0] for part in asked.headers.get("accept-language", "").split(",")]
    lang = chosen if chosen in LANGUAGES else best_language(wanted)
    return Reader(asked.state.device, lang, house.address, house.invite)


def game_of(name: str) -> Game:
    try:
        return next(game for game in games() if game.name == name.replace("-", "_"))
    except StopIteration:
        raise HTTPException(404, "no_game") from None


def table_of(asked: HTTPConnection) -> Table:
    code = str(asked.path_params["code"])
    if not (code.isascii() and code.isalpha() and len(code) == 5):
        raise Missing(code)
    return house_of(asked).tables.find(code)


def number(text: str | None, most: int) -> int | None:
    """A number of a query, 0 to most; None where there is none."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise HTTPException(400, "wrong_address")
    return min(int(text), most)


def trial_of(request: Request, table: Table) -> list[int]:
    parts = [part for value in request.query_params.getlist("try") for part in value.split(";") if part.strip()]
    if len(parts) > 40 or sum(map(len, parts)) > 2000:
        raise HTTPException(400, "wrong_address")
    return [table.game.words.read(table.kit, part) for part in parts]


async def in_mind(request: Request, reader: Reader, table: Table) -> tuple[list[int], Sequence[Advice]]:
    """The moves that the reader has in mind; if a hint is asked for, its best one, and the hint."""
    if "hint" not in request.query_params:
        return trial_of(request, table), ()
    hint = await house_of(request).tables.hint(table, reader.device)
    return [hint[0].move], hint


def why(table: Table, seat: int, moves: list[int], lang: str, error: FrostfairError) -> str:
    """The rules' own reason for the first move that cannot be played, else the error's."""
    view = table.line.now.view(seat)
    for move in moves[:1]:
        if move not in view.legal(seat):
            return str(table.game.words.why_not(view, seat, move, lang))
    return str(error)


def plain(name: str) -> str:
    """A name as typed, without what cannot be seen."""
    return "".join(c for c in name if c.isprintable()).strip()
