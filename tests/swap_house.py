"""The swap test through the house: all that one reader is given while a whole game is played there.

Chance is scripted, so that two houses can play two games that look alike to the reader; all else that a house makes up
(codes, cookies, secrets) is the same in both.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx2
import numpy as np
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from frostfair.engine.chance import Draw, Keyed, pick
from frostfair.engine.game import View
from frostfair.engine.kits import Kit
from frostfair.engine.line import Line
from frostfair.house import door, tables
from frostfair.house.app import create_app
from frostfair.house.asked import House
from frostfair.house.store import Store
from frostfair.house.table import BOT, HUMAN, Seat, Table
from frostfair.players.player import Advice
from tests.houses import ORIGIN

CODE = "MMMMM"
TABLE = f"/t/{CODE}"
Told = list[tuple[str, bytes]]  # what the reader was given, in order, with what it is


class Numbered(door.Keys):
    """Keys of a house that gives the same cookies in the same order."""

    def new_cookie(self) -> str:
        secret = f"device{next(COOKIES)}"
        return f"{secret}.{self._sign(secret)}"


COOKIES: Iterator[int] = itertools.count()
KEYS = Numbered("TESTTESTTE", b"s" * 32)


def script(patch: pytest.MonkeyPatch, line: Line) -> None:
    """Let the house deal as in this line."""
    drawn = [played.move for played in line.moves if played.who == line.game.rules.NATURE]

    class Scripted(Keyed):
        @staticmethod
        def fresh() -> Keyed:
            return Scripted(b"k" * 32)

        def draw(self, n: int, moves: list[int], weights: list[int]) -> Draw:
            return pick(sum(weights[: moves.index(drawn[n])]), moves, weights)

    patch.setattr(tables, "Keyed", Scripted)
    patch.setattr(tables, "_fresh_code", lambda db: CODE)
    patch.setattr(door.Buckets, "take", lambda self, client, cost=1: True)
    patch.setattr("tests.swap_house.COOKIES", itertools.count())


class Evening:
    """One game in a house, played as its line says, by people or by computers."""

    def __init__(self, line: Line, reader: int, folder: Path, patch: pytest.MonkeyPatch) -> None:
        script(patch, line)
        self.line, self.reader, self.told, self.shown = line, reader, Told(), -1
        self.tables = tables.Tables(Store(folder / "house.db"), self, pause=0.05)
        self.app = create_app(House(self.tables, KEYS, "http://testserver"))

    def client(self) -> TestClient:
        """A device that has come in with the key."""
        client = TestClient(self.app, headers=ORIGIN | {"accept-language": "de"}, follow_redirects=False)
        client.get("/?key=TESTTESTTE")
        return client

    @contextmanager
    def table(self, kind: str) -> Iterator[Table]:
        """The table as it begins; each seat at a device of its own, and one more device for whoever only watches."""
        self.clients = [self.client() for _ in range(self.line.kit.seats + 1)]
        self.watcher = self.clients[self.reader]
        holders = [KEYS.device(client.cookies[KEYS.cookie_name]) for client in self.clients[:-1]]
        seats = [Seat(kind, "greedy", holder if kind == HUMAN else "") for holder in holders]
        with self.clients[0] as host:
            for client in self.clients[1:]:
                client.portal = host.portal
            create = partial(self.tables.create, self.line.game, holders[0], seats=seats, kit=self.line.kit)
            table: Table = host.portal.call(create)  # type: ignore[union-attr]
            try:
                yield table
            finally:
                for client in self.clients[1:]:
                    client.portal = None
        self.tables.store.close()

    # People

    def people(self) -> Told:
        """Play, and note all pages, answers and frames that the reader gets."""
        with self.table(HUMAN) as table:
            self.give("before the start", self.watcher.get(TABLE))
            assert self.clients[0].post(f"{TABLE}/start", data={"nonce": "12"}).status_code == 303
            with self.watcher.websocket_connect(f"{TABLE}/watch?seen=0", headers=ORIGIN) as socket:
                while not table.over:
                    self.frames(socket, table)
                    self.look(table)
                    self.turn(table)
                self.frames(socket, table)
            self.give("the end", self.watcher.get(TABLE))
        return self.told

    def turn(self, table: Table) -> None:
        """A seat's moves, posted as one; answers given together last seat first, and until all are in, nothing shows."""
        at, game = table.version, table.game
        asked = {seat: self.ahead(seat, at) for seat in reversed(table.asked)}
        for seat, moves in asked.items():
            page = self.watcher.get(TABLE).content
            text = ";".join(game.words.write(table.kit, move) for move in moves)
            answer = self.clients[seat].post(f"{TABLE}/play", data={"version": at, "seat": seat, "moves": text})
            assert answer.status_code == 303, answer.text
            if table.version == at and seat != self.reader:
                assert self.watcher.get(TABLE).content == page, "an early answer shows"

    def ahead(self, seat: int, at: int) -> list[int]:
        """The seat's next moves, up to another's."""
        moves = itertools.dropwhile(lambda played: played.who != seat, self.line.moves[at:])
        return [played.move for played in itertools.takewhile(lambda played: played.who == seat, moves)]

    def frames(self, socket: WebSocketTestSession, table: Table) -> None:
        """One frame for each version, and no more."""
        while self.shown < table.version:
            frame = socket.receive_text()
            self.told.append(("frame", frame.encode()))
            self.shown += 1
            assert f'data-version="{self.shown}"' in frame, "a frame shows that no move was made"

    def look(self, table: Table) -> None:
        """What the reader may ask for at a question, and what it is refused: each time another third of all moves."""
        at, words = table.version, table.game.words
        for path in (
            "/",
            TABLE,
            f"{TABLE}?at={at - 1}",
            f"{TABLE}/frames?from={at - 2}&to={at}",
            f"{TABLE}/record",
            f"{TABLE}/check",
            f"{TABLE}?hint=1",
            f"{TABLE}/preview?hint=1&step=1",
        ):
            self.give(path, self.watcher.get(path))
        moves = range(at % 3, table.game.rules.MOVES, 3)
        texts = [words.write(table.kit, move) for move in moves]
        for text in [*texts, *(f"{one};{other}" for one, other in itertools.pairwise(texts))]:
            for path in (TABLE, f"{TABLE}/preview"):
                self.give(f"{path}?try={text}", self.watcher.get(path, params={"try": text}))
        for seat, text, version in itertools.product(range(table.kit.seats), texts, (at - 1, at)):
            if (version, seat) != (at, self.reader) or words.read(table.kit, text) not in table.line.now.legal(seat):
                form = {"version": version, "seat": seat, "moves": text}
                self.give(f"post {form}", self.watcher.post(f"{TABLE}/play", data=form, headers={"accept": "text/plain"}))
        assert table.version == at

    def give(self, what: str, answer: httpx2.Response) -> None:
        head = f"{answer.status_code} {sorted(answer.headers.items())}\n"
        self.told.append((what, head.encode() + answer.content))

    async def advise(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, seed: int) -> list[Advice]:
        """The players' side: `Tables` asks here for a hint, and the reader is given what it could be made of."""
        self.told.append(("hint", repr((package, kit.digest, view, list(history), seat, seed)).encode()))
        moves = View(self.line.game, kit, np.frombuffer(view, self.line.game.rules.STATE).copy()).legal(seat)
        return [Advice(move, 9 - n, 0.5 - n / 10) for n, move in enumerate(moves)]

    # Computers

    def bots(self) -> Told:
        """Let computers play, and note what the reader's is told each time."""
        with self.table(BOT) as table:
            assert self.clients[0].post(f"{TABLE}/start", data={"nonce": "12"}).status_code == 303
            patience = time.monotonic() + 30
            while self.tables.store.read("SELECT ended FROM play")[0]["ended"] is None and time.monotonic() < patience:
                time.sleep(0.1)
            assert table.over
        return self.told

    async def move(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, player: str, seed: int) -> int:
        """The players' side: `Tables` asks here for a computer's move."""
        if seat == self.reader:
            self.told.append(("bot", repr((package, kit.digest, view, list(history), seat, player, seed)).encode()))
        return self.ahead(seat, len(history))[0]


def compare(reader: int, lines: Iterable[Line], folder: Path, patch: pytest.MonkeyPatch, who: str = "people") -> None:
    """Play games that look alike to the reader, by "people" or "bots", each in a house of its own; AssertionError: see same."""
    told = [getattr(Evening(line, reader, folder / str(n), patch), who)() for n, line in enumerate(lines)]
    assert len(told[0]) > 3
    same(*told)


def same(told: Told, other: Told) -> None:
    """AssertionError if the reader can tell two evenings apart: by what it was given, and where that differs."""
    for (what, here), (label, there) in zip(told, other, strict=False):
        if (what, here) != (label, there):
            at = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            around = slice(max(0, at - 200), at + 80)
            raise AssertionError(f"{what}: {here[around]!r}\nor {label}: {there[around]!r}")
    assert len(told) == len(other), "one evening has more to tell"
