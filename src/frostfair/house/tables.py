"""All tables of the house: making them, sitting down, playing, taking back.

Every change is first kept by the store, then folded into the table, then shown.  A change names the version that it
answers; one that answers another version is refused (Stale) and changes nothing.
"""

from __future__ import annotations

import asyncio
import functools
import json
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

from frostfair.engine import record
from frostfair.engine.chance import Keyed
from frostfair.engine.errors import FrostfairError, GameError, IllegalMove, KitError
from frostfair.engine.game import Game, load
from frostfair.engine.kits import Kit
from frostfair.engine.line import Line
from frostfair.house.bots import Bots, Thinker
from frostfair.house.store import Store
from frostfair.house.table import BOT, HUMAN, OPEN, NotNow, NotYours, Seat, Stale, Table
from frostfair.players.levels import LEVELS
from frostfair.players.player import Advice, player

P = ParamSpec("P")
T = TypeVar("T")
LETTERS = "ABCDEFGHJKMNPQRTUVWXY"  # no two look alike
LEVEL = LEVELS[1]  # of computers, unless another is chosen
KEPT = 256  # tables in memory; others are folded again when asked for
MOST, HOUR = 24, 3600  # tables that one device may set up in an hour, those that are over left out


class Missing(FrostfairError):
    """There is no such table."""


class Retired(FrostfairError):
    """A table of other rules than are installed now: it cannot be played on, but begun again."""


class TooMany(FrostfairError):
    """One device has set up many tables and finished none."""


def _to_the_end(change: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A change, once begun, is finished even if whoever asked for it goes away: store and table stay one."""

    @functools.wraps(change)
    async def shielded(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.shield(change(*args, **kwargs))

    return shielded


class Tables:
    """The house's tables by code."""

    def __init__(self, store: Store, thinker: Thinker, *, pause: float = 0.7) -> None:
        self.store, self.bots = store, Bots(thinker, self._turn, pause)
        self._tables: OrderedDict[str, Table] = OrderedDict()

    # --- finding ------------------------------------------------------------------------------------------------

    def find(self, code: str) -> Table:
        """The table of a code (any case); Missing, or Retired when the rules have changed since."""
        code = code.upper()
        table = self._tables.get(code)
        if table is None:
            table = self._tables[code] = self._load(code)
            self.bots.wake(table)
        self._tables.move_to_end(code)
        self._forget()
        return table

    def of(self, device: str) -> list[Table]:
        """The device's tables that are not over, newest first."""
        rows = self.store.read(
            "SELECT code FROM play WHERE ended IS NULL AND "
            "(host = :device OR code IN (SELECT code FROM seat WHERE holder = :device)) ORDER BY created DESC LIMIT 12",
            device=device,
        )
        tables = []
        for row in rows:
            try:
                tables.append(self.find(row["code"]))
            except Retired:
                continue  # its own page says so
        return tables

    def _load(self, code: str) -> Table:
        rows = self.store.read("SELECT * FROM play WHERE code = :code", code=code)
        if not rows:
            raise Missing(f"there is no table {code}")
        try:
            return self._folded(code, rows[0])
        except FrostfairError as error:
            raise Retired(f"table {code} cannot be played any more: {error}") from None

    def _folded(self, code: str, row: sqlite3.Row) -> Table:
        game = load(row["game"])
        if row["rules"] != game.rules.RULES:
            raise GameError(f"it was begun by rules {row['rules']} of {game.name}")
        kit = record.kit_of(game, json.loads(row["kit"]))
        seats = tuple(
            Seat(seat["kind"], seat["name"], seat["holder"], seat["nonce"])
            for seat in self.store.read("SELECT * FROM seat WHERE code = :code ORDER BY seat", code=code)
        )
        head = json.loads(row["head"]) if row["head"] else None
        chance = Keyed(row["key"], tuple(head["chance"]["nonces"]) if head else ())
        table = Table(code, game, kit, chance, row["host"], seats, row["created"], row["begun"], row["ended"], head)
        for line in self.store.read("SELECT body FROM line WHERE code = :code ORDER BY n", code=code):
            table.fold(json.loads(line["body"]))
        for answer in self.store.read("SELECT * FROM answer WHERE code = :code AND n = :n", code=code, n=table.version):
            table.answers[answer["seat"]] = answer["move"]
        return table

    def _forget(self) -> None:
        """Drop tables that nobody has asked for lately; their truth is in the store."""
        for code in list(self._tables)[: max(0, len(self._tables) - KEPT)]:
            table = self._tables[code]
            if not table.watchers and not table.lock.locked() and not self.bots.busy(code):
                del self._tables[code]

    # --- before the start ---------------------------------------------------------------------------------------

    async def create(self, game: Game, host: str, *, seats: Sequence[Seat] = (), kit: Kit | None = None) -> Table:
        """A new table with its own secret.  Default seats: the host, and a bot in every other.  TooMany: see MOST."""
        kit = kit or game.kit()
        seats = tuple(seats) or (Seat(HUMAN, "", host), *[Seat(BOT, LEVEL)] * (kit.seats - 1))
        chance, created = Keyed.fresh(), time.time()

        def insert(db: sqlite3.Connection) -> str:
            running = "SELECT count(*) FROM play WHERE host = ? AND ended IS NULL AND created > ?"
            if db.execute(running, (host, created - HOUR)).fetchone()[0] >= MOST:
                raise TooMany(f"{MOST} tables of this device are not over")
            code = _fresh_code(db)
            db.execute(
                "INSERT INTO play (code, game, rules, kit, key, host, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (code, game.package, game.rules.RULES, record.json_line(record.box_of(kit)), chance.key, host, created),
            )
            _keep_seats(db, code, seats)
            return code

        code = await self.store.write(insert)
        table = self._tables[code] = Table(code, game, kit, chance, host, seats, created)
        return table

    @_to_the_end
    async def seat(self, table: Table, device: str, n: int, kind: str, name: str = "") -> None:
        """The host gives a seat: "me" or "here" (this device), "open" (whoever comes), "bot" with a player's name."""
        async with table.lock:
            _before_start(table, device)
            if not 0 <= n < table.kit.seats:
                raise KitError(f"there is no seat {n + 1}")
            seats = {
                "me": Seat(HUMAN, name, device),
                "here": Seat(HUMAN, name, device),
                "open": Seat(OPEN),
                "bot": Seat(BOT, name or LEVEL),
            }
            if kind not in seats:
                raise KitError(f"a seat is for me, here, open or bot, not {kind!r}")
            if kind == "bot":
                player(seats[kind].name)
            await self._seated(table, (*table.seats[:n], seats[kind], *table.seats[n + 1 :]))

    @_to_the_end
    async def sit(self, table: Table, device: str, n: int, nonce: str, name: str = "") -> None:
        """Somebody takes an open seat, or gives up one held before for it."""
        async with table.lock:
            if table.begun is not None:
                raise Stale("the game has begun")
            if not 0 <= n < table.kit.seats or table.seats[n].kind != OPEN:
                raise Stale("that seat is taken")
            rest = [Seat(OPEN) if seat.holder == device and device != table.host else seat for seat in table.seats]
            rest[n] = Seat(HUMAN, name, device, _nonce(nonce))
            await self._seated(table, tuple(rest))

    @_to_the_end
    async def options(self, table: Table, device: str, given: Mapping[str, object]) -> None:
        """The host changes the table's options; KitError leaves them as they were."""
        async with table.lock:
            _before_start(table, device)
            kit = table.game.kit(table.kit.seats, given)

            def keep(db: sqlite3.Connection) -> None:
                _expect_unbegun(db, table.code)
                db.execute("UPDATE play SET kit = ? WHERE code = ?", (record.json_line(record.box_of(kit)), table.code))

            await self.store.write(keep)
            table.use(kit)
            table.changed()

    async def _seated(self, table: Table, seats: tuple[Seat, ...]) -> None:
        def keep(db: sqlite3.Connection) -> None:
            _expect_unbegun(db, table.code)
            _keep_seats(db, table.code, seats)

        await self.store.write(keep)
        table.seats = seats
        table.changed()

    @_to_the_end
    async def start(self, table: Table, device: str, nonce: str, order: str = "seated") -> None:
        """The host starts; `order`: "seated", "random", or the number of the seat whose holder sits first."""
        async with table.lock:
            _before_start(table, device)
            waits = [str(n + 1) for n, seat in enumerate(table.seats) if seat.kind == OPEN]
            if waits:
                raise Stale(f"seat {' and '.join(waits)} still waits for somebody: send the link, or let a computer play")
            seats = list(_ordered(table.seats, order))
            seats = [replace(seat, nonce=_nonce(nonce)) if seat.holder == device else seat for seat in seats]
            chance = Keyed(table.chance.key, tuple(seat.nonce for seat in seats))
            names = [seat.name or seat.kind for seat in seats]
            head = record.header(table.kit, table.game.rules.RULES, names, chance.promise)
            begun = time.time()
            twin = replace(table, seats=tuple(seats), chance=chance, begun=begun, head=head)
            rows = twin.rows(twin.opening())

            def begin(db: sqlite3.Connection) -> None:
                _expect_unbegun(db, table.code)
                _keep_seats(db, table.code, seats)
                db.execute("UPDATE play SET begun = ?, head = ? WHERE code = ?", (begun, record.json_line(head), table.code))
                _keep_lines(db, table.code, rows)

            await self.store.write(begin)
            table.seats, table.chance, table.begun, table.head = tuple(seats), chance, begun, head
            self._fold(table, rows)

    # --- playing ------------------------------------------------------------------------------------------------

    async def play(self, table: Table, device: str, version: int, seat: int, text: str) -> None:
        """A seat's turn: moves in notation, separated by ";".  All are kept, with what follows, or none."""
        if seat not in table.held(device):
            raise NotYours("that is not your seat")
        moves = [table.game.words.read(table.kit, part) for part in text.split(";") if part.strip()]
        if not moves:
            raise IllegalMove("no move was chosen")
        await self._turn(table, version, seat, moves)

    @_to_the_end
    async def _turn(self, table: Table, version: int, seat: int, moves: list[int]) -> None:
        async with table.lock:
            _expect(table, version)
            if seat not in table.asked or seat in table.answers:
                raise IllegalMove("it is not this seat's turn")
            if table.line.now.together():
                await self._answer(table, seat, moves)
            else:
                await self._follow(table, table.continuation(seat, moves))

    async def _answer(self, table: Table, seat: int, moves: list[int]) -> None:
        """An answer to a question put to several seats at once: kept now, shown when all are in."""
        if len(moves) != 1 or moves[0] not in table.line.now.legal(seat):
            raise IllegalMove("that is no answer to the question")
        answers = table.answers | {seat: moves[0]}
        if len(answers) == len(table.asked):
            await self._follow(table, table.together(answers))
            return
        values = (table.code, table.version, seat, moves[0])
        await self.store.write(lambda db: db.execute("INSERT INTO answer VALUES (?, ?, ?, ?)", values) and None)
        table.answers = answers

    @_to_the_end
    async def undo(self, table: Table, device: str, version: int, seat: int) -> None:
        """Take back the seat's last turn, as long as the rules of fair play let it (Table.undo_to)."""
        if seat not in table.held(device):
            raise NotYours("that is not your seat")
        async with table.lock:
            _expect(table, version)
            at = time.time() - (table.begun or 0)
            await self._append(table, [record.undo_line(table.version + 1, seat, table.undo_to(seat), at)])

    async def hint(self, table: Table, device: str) -> Sequence[Advice]:
        """How good the moves of the device's seat are that owes a decision, best first.

        NotYours: it has no seat; NotNow: it owes none; Stale: the table moved on meanwhile; NoHint: see Bots.advise.
        """
        seat, version = table.viewer(device), table.version
        if seat not in table.held(device):
            raise NotYours("a hint is for those who play")
        if seat not in table.asked or seat in table.answers:
            raise NotNow("it is not this seat's turn")
        advice = await self.bots.advise(table, seat, device)
        _expect(table, version)
        return advice

    @_to_the_end
    async def rematch(self, code: str, device: str) -> Table:
        """A new table with a new secret and the same people, each one seat further: one, whoever of them asks."""
        try:
            table: Table | None = self.find(code)
        except Retired:
            table = None
        rows = self.store.read("SELECT * FROM seat WHERE code = :code ORDER BY seat", code=code.upper())
        seats = [Seat(row["kind"], row["name"], row["holder"]) for row in rows]
        if device not in [seat.holder for seat in seats]:
            raise NotYours("only somebody who sat here can ask for another game")
        if table is None:
            game = load(self.store.read("SELECT game FROM play WHERE code = :code", code=code.upper())[0]["game"])
            return await self.create(game, device, seats=seats, kit=game.kit(len(seats)))
        async with table.lock:
            if not table.over:
                raise Stale("the game is not over")
            if not table.rematch:
                table.rematch = (await self.create(table.game, device, seats=[*seats[1:], seats[0]], kit=table.kit)).code
        return self.find(table.rematch)

    async def _follow(self, table: Table, line: Line) -> None:
        """Go on to where a line of play leads."""
        await self._append(table, table.rows(line), time.time() if line.now.over else None)

    async def _append(self, table: Table, rows: list[dict[str, Any]], ended: float | None = None) -> None:
        def keep(db: sqlite3.Connection) -> None:
            _keep_lines(db, table.code, rows)
            if ended:
                db.execute("UPDATE play SET ended = ? WHERE code = ?", (ended, table.code))

        try:
            await self.store.write(keep)
        except sqlite3.IntegrityError:  # another process was quicker: look again
            self._tables.pop(table.code, None)
            table.changed()
            raise Stale("the table has moved on") from None
        table.ended = ended
        self._fold(table, rows)

    def _fold(self, table: Table, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            table.fold(row)
        table.changed()
        self.bots.wake(table)

    async def close(self) -> None:
        """Stop asking bots."""
        await self.bots.close()


def _before_start(table: Table, device: str) -> None:
    if table.begun is not None:
        raise Stale("the game has begun")
    if device != table.host:
        raise NotYours("only whoever set up this table can change it")


def _expect_unbegun(db: sqlite3.Connection, code: str) -> None:
    if db.execute("SELECT 1 FROM play WHERE code = ? AND begun IS NULL", (code,)).fetchone() is None:
        raise Stale("the game has begun")


def _expect(table: Table, version: int) -> None:
    if table.begun is None or version != table.version:
        raise Stale("the table has moved on: look again, then choose")


def _nonce(text: str) -> str:
    """A device's share of the chance: up to 64 hexadecimal digits, "" from a device without script."""
    text = text.strip().lower()
    if len(text) > 64 or any(c not in "0123456789abcdef" for c in text):
        raise IllegalMove("a nonce is up to 64 hexadecimal digits")
    return text


def _ordered(seats: Sequence[Seat], order: str) -> Sequence[Seat]:
    if order == "random":
        return secrets.SystemRandom().sample(list(seats), len(seats))
    if order in map(str, range(len(seats))):
        return [*seats[int(order) :], *seats[: int(order)]]
    if order == "seated":
        return seats
    raise KitError(f"the order is seated, random or the number of a seat, not {order!r}")


def _fresh_code(db: sqlite3.Connection) -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(5))
        if db.execute("SELECT 1 FROM play WHERE code = ?", (code,)).fetchone() is None:
            return code


def _keep_seats(db: sqlite3.Connection, code: str, seats: Sequence[Seat]) -> None:
    rows = [(code, n, seat.kind, seat.name, seat.holder, seat.nonce) for n, seat in enumerate(seats)]
    db.executemany("INSERT OR REPLACE INTO seat VALUES (?, ?, ?, ?, ?, ?)", rows)


def _keep_lines(db: sqlite3.Connection, code: str, rows: Sequence[dict[str, Any]]) -> None:
    db.executemany("INSERT INTO line VALUES (?, ?, ?)", [(code, row["n"], record.json_line(row)) for row in rows])
