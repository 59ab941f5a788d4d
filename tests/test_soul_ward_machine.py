"""Soul Ward as Python and as machine code: the same games, byte for byte, and no index out of its bounds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from benchmarks import playouts as random_play
from frostfair.engine import compiled
from frostfair.engine.chance import Stream, stream
from frostfair.engine.game import Game
from frostfair.engine.kits import Kit
from proofs.census import KITS, step

pytestmark = pytest.mark.skipif(not compiled.can_compile(), reason="NUMBA_DISABLE_JIT is set")


@pytest.mark.parametrize("name", KITS)
def test_the_same_choices_give_the_same_bytes(soul_ward: Game, name: str) -> None:
    plain = Game(soul_ward.package)
    assert soul_ward.ready
    assert not plain.ready
    kit = soul_ward.kit(options=KITS[name])
    for seed in range(5):
        chances = stream("bytes", seed), stream("bytes", seed)
        positions = soul_ward.start(kit), plain.start(kit)
        while not positions[0].over:
            counts = [step(position, chance) for position, chance in zip(positions, chances, strict=True)]
            assert counts[0] == counts[1]
            assert positions[0].bytes() == positions[1].bytes()
            assert positions[0].legal() == positions[1].legal()
            assert positions[0].standing() == positions[1].standing()
            assert positions[0].view(1).bytes() == positions[1].view(1).bytes()
        assert positions[1].over


def playouts(player: ModuleType, kit: Kit, chance: Stream, games: int) -> list[Any]:
    """Random games from one seed: everything that comes out of them."""
    records: list[Any] = [kit.record, np.zeros(1, player.rules.STATE)]
    if not hasattr(player.many, "signatures"):
        records = [record.view(np.recarray) for record in records]
    moves, tally = np.zeros(player.rules.MOST, np.int16), np.zeros(3, np.int64)
    with np.errstate(over="ignore"):  # of the digest: machine code wraps in silence
        player.many(*records, moves, games, chance, tally)
    return [records[1].tobytes(), tally.tolist(), chance.tolist()]


@pytest.mark.parametrize("name", KITS)
def test_the_same_playouts(soul_ward: Game, name: str) -> None:
    kit = soul_ward.kit(options=KITS[name])
    machine, python = (compiled.specialise(random_play, soul_ward.rules, machine=machine) for machine in (True, False))
    assert playouts(machine, kit, stream(name), 10) == playouts(python, kit, stream(name), 10)


CHECKED = """
import numpy as np
from benchmarks import playouts as random_play
from frostfair.engine import compiled
from frostfair.engine.chance import stream
from frostfair.engine.game import load
from proofs.census import KITS
from tests.test_soul_ward_machine import playouts

game = load("soul_ward")
player = compiled.specialise(random_play, game.rules, machine=True)
try:
    player.rules.win(game.kit().record[0], np.zeros(1, game.rules.STATE)[0], 9)
except IndexError:
    print([playouts(player, game.kit(options=KITS[name]), stream(name), 500)[1:] for name in KITS])
"""


def test_no_index_is_out_of_bounds(soul_ward: Game) -> None:
    cache = Path(os.environ["FROSTFAIR_CACHE"]).parent / "boundscheck"
    flags = {"NUMBA_BOUNDSCHECK": "1", "FROSTFAIR_CACHE": str(cache)}
    home = Path(__file__).parent.parent
    run = subprocess.run([sys.executable, "-c", CHECKED], cwd=home, env=os.environ | flags, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    player = compiled.specialise(random_play, soul_ward.rules, machine=True)
    kits = {name: soul_ward.kit(options=options) for name, options in KITS.items()}
    assert run.stdout.strip() == str([playouts(player, kit, stream(name), 500)[1:] for name, kit in kits.items()])
