"""What tests share.  Machine code made by tests is kept in the repository's ignored `.cache`, from run to run."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("FROSTFAIR_CACHE", str(Path(__file__).parent.parent / ".cache" / "machine"))

import pytest

from frostfair.engine.game import Game, load
from frostfair.engine.kits import Kit
from tests.soul_ward_table import Table


@pytest.fixture(scope="session")
def soul_ward() -> Game:
    """Soul Ward as machine code (as Python where NUMBA_DISABLE_JIT says so)."""
    game = load("soul_ward")
    game.compile()
    return game


@pytest.fixture(scope="session")
def kit(soul_ward: Game) -> Kit:
    """The box of Soul Ward."""
    return soul_ward.kit()


@pytest.fixture
def table(soul_ward: Game) -> Table:
    """A table of Soul Ward at the first marker of round 1."""
    return Table(soul_ward)
