"""The computers: those that sit at tables are asked whenever they owe a decision, one may be asked for a hint."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from frostfair.engine.errors import FrostfairError
from frostfair.engine.kits import Kit
from frostfair.house.table import BOT, Stale, Table
from frostfair.players.player import Advice

RETRY = 5.0  # seconds until one that could not move is asked again
PATIENCE = 6.0  # seconds that somebody waits for a hint: less than a browser waits for an answer

log = logging.getLogger("frostfair.house")


class NoHint(FrostfairError):
    """There is no hint just now: this device waits for another one, it takes long, or nobody could think."""


class Thinker(Protocol):
    """Who is asked for moves and hints: `players.worker.Pool`, or something quicker in tests."""

    async def move(
        self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, player: str, seed: int
    ) -> int: ...

    async def advise(
        self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, seed: int
    ) -> Sequence[Advice]: ...


class Bots:
    """`turn(table, version, seat, moves)` plays what they choose; `pause`: seconds before each of their moves, at least."""

    def __init__(self, thinker: Thinker, turn: Callable[[Table, int, int, list[int]], Awaitable[None]], pause: float) -> None:
        self.thinker, self.turn, self.pause = thinker, turn, pause
        self._tasks: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        self._hints: dict[str, asyncio.Task[Sequence[Advice]]] = {}  # by the device that waits for one

    def wake(self, table: Table) -> None:
        """Ask every bot of a table that owes a decision."""
        for seat in table.asked:
            key = (table.code, table.version, seat)
            if table.seats[seat].kind == BOT and seat not in table.answers and key not in self._tasks:
                self._tasks[key] = asyncio.get_running_loop().create_task(self._move(table, table.version, seat))

    def busy(self, code: str) -> bool:
        return any(key[0] == code for key in self._tasks)

    async def close(self) -> None:
        """Ask no more."""
        tasks = [*self._tasks.values(), *self._hints.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def advise(self, table: Table, seat: int, device: str) -> Sequence[Advice]:
        """How good a strong search finds each move of a seat that is asked, best first; sought once a version.

        It is given the seat's view and history and a seed made from the view: the answer tells no more than they do.
        NoHint if it fails or takes long (it is sought on), or the device waits for another.
        """
        task = table.hints.get(seat)
        if task is None or (task.done() and task.exception()):
            if device in self._hints:
                raise NoHint("this device waits for a hint already")
            task = asyncio.get_running_loop().create_task(self._think(table, seat))
            table.hints[seat] = self._hints[device] = task
            task.add_done_callback(lambda _: self._hints.pop(device))
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(task)
        except TimeoutError:
            raise NoHint("somebody is still thinking about it") from None

    async def _think(self, table: Table, seat: int) -> Sequence[Advice]:
        line, view = table.line, table.line.now.view(seat).bytes()
        seed = int.from_bytes(hashlib.sha256(view).digest()[:6], "big")
        try:
            return await self.thinker.advise(table.game.package, table.kit, view, line.seen(seat), seat, seed)
        except Exception:
            log.exception("table %s: no hint for seat %d", table.code, seat)
            raise NoHint("nobody could think of a move") from None

    async def _move(self, table: Table, version: int, seat: int) -> None:
        """One answer.  It leaves at a moment drawn from public facts: how long the bot thought tells nothing."""
        loop = asyncio.get_running_loop()
        asked = loop.time()
        public = hashlib.sha256(f"{table.code} {version} {seat}".encode()).digest()
        line, now = table.line, table.line.now
        seed = int.from_bytes(hashlib.sha256(table.chance.key + public).digest()[:6], "big")
        try:
            move = await self.thinker.move(
                table.game.package, table.kit, now.view(seat).bytes(), line.seen(seat), seat, table.seats[seat].name, seed
            )
            moment = asked + self.pause * (1 + public[0] / 256)
            while moment < loop.time():
                moment += 1
            await asyncio.sleep(moment - loop.time())
            await self.turn(table, version, seat, [move])
        except Stale:
            pass  # the table went another way meanwhile, and the bot was asked again
        except Exception:
            log.exception("table %s: %s in seat %d gave no move", table.code, table.seats[seat].name, seat)
            loop.call_later(RETRY, self.wake, table)
        finally:
            self._tasks.pop((table.code, version, seat), None)
