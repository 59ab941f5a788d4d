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

KEYS = Keys("TESTTESTTE", b"s" * 32)
ORIGIN = {"origin": "http://testserver"}


class Quick:
    """A bot without a process of its own: any legal move."""

    async def move(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, player: str, seed: int) -> int:
        game = load(package)
        moves = View(game, kit, np.frombuffer(view, game.rules.STATE).copy()).legal(seat)
        return moves[below(stream(seed), len(moves))]


def tables(folder: Path, pause: float = 0.05) -> Tables:
    return Tables(Store(folder / "house.db"), Quick(), pause=pause)


def app(folder: Path, pause: float = 0.05):  # type: ignore[no-untyped-def]
    return create_app(House(tables(folder, pause), KEYS, "http://testserver"))


def device(application: object) -> TestClient:
    """A browser that has come in with the key."""
    client = TestClient(application, headers=ORIGIN, follow_redirects=False)  # type: ignore[arg-type]
    assert client.get("/?key=testtestte").status_code == 303
    return client
