"""The comparison with C: the same games on both sides (how fast, the benchmark itself says)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from benchmarks.soul_ward import KITS, by_c, by_numba, compare
from frostfair.engine.compiled import can_compile
from frostfair.engine.game import Game

pytestmark = [
    pytest.mark.skipif(not shutil.which(os.environ.get("CC", "gcc")), reason="needs a C compiler"),
    pytest.mark.skipif(not can_compile(), reason="compares machine code"),
]


@pytest.mark.parametrize("name", KITS)
def test_c_plays_the_same_games(soul_ward: Game, tmp_path: Path, name: str) -> None:
    figures = compare(soul_ward, name, (by_numba(soul_ward), by_c(soul_ward, tmp_path)), 20_000, 1)
    assert figures.digest == figures.c_digest
