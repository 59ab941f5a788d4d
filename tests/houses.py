"""A house for tests: a store in a temporary folder, and bots that answer at once in this process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from starlette.testclient import TestClient

from frostfair.engine.chance import below, stream
from frostfair.engine.game import View, load
from frostfair.engine.kits import Kit
from frostfair.house.app import create_app
from frostfair.house.asked import House
from frostfair.house.door import Keys
from frostfair.house.store import Store
from frostfair.house.tables import Tables
from frostfair.players.player import Advice

KEYS = Keys("TESTTESTTE", b"s" * 32)
ORIGIN = {"origin": "http://testserver"}


class Quick:
    """A bot without a process of its own: any legal move; for a hint, the first is best and each next one a little worse."""

    async def move(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, player: str, seed: int) -> int:
        moves = self._legal(package, kit, view, seat)
        return moves[below(stream(seed), len(moves))]

    async def advise(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, seed: int) -> list[Advice]:
        moves = self._legal(package, kit, view, seat)
        return [Advice(move, 100 - n, 0.6 * 0.9**n) for n, move in enumerate(moves)]

    def _legal(self, package: str, kit: Kit, view: bytes, seat: int) -> list[int]:
        game = load(package)
        return View(game, kit, np.frombuffer(view, game.rules.STATE).copy()).legal(seat)


def tables(folder: Path, pause: float = 0.05) -> Tables:
    return Tables(Store(folder / "house.db"), Quick(), pause=pause)


def app(folder: Path, pause: float = 0.05):  # type: ignore[no-untyped-def]
    return create_app(House(tables(folder, pause), KEYS, "http://testserver"))


def device(application: object) -> TestClient:
    """A browser that has come in with the key."""
    client = TestClient(application, headers=ORIGIN, follow_redirects=False)  # type: ignore[arg-type]
    assert client.get("/?key=testtestte").status_code == 303
    return client
