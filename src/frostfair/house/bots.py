"""The computers that sit at tables, asked whenever they owe a decision."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from frostfair.engine.kits import Kit
from frostfair.house.table import BOT, Stale, Table

RETRY = 5.0  # seconds until one that could not move is asked again

log = logging.getLogger("frostfair.house")


class Thinker(Protocol):
    """Who is asked for moves: `players.worker.Pool`, or something quicker in tests."""

    async def move(
        self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, player: str, seed: int
    ) -> int: ...


class Bots:
    """`turn(table, version, seat, moves)` plays what they choose; `pause`: seconds before each of their moves, at least."""

    def __init__(self, thinker: Thinker, turn: Callable[[Table, int, int, list[int]], Awaitable[None]], pause: float) -> None:
        self.thinker, self.turn, self.pause = thinker, turn, pause
        self._tasks: dict[tuple[str, int, int], asyncio.Task[None]] = {}

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
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

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
