"""Does exact play help?  The dragon against its twin that only samples, on the same deals, seats changed.

    python -m proofs.exact [GAMES]

Writes proofs/exact.json: the share of the win of the one that plays exactly where the rules can foresee, at a few budgets.
"""

from __future__ import annotations

import sys
from unittest import mock

from frostfair.engine.game import load
from frostfair.lab.ladder import climb
from frostfair.players import levels
from tools.note import note

GAME = "soul_ward"
BUDGETS = (100, 600, 5000)
CALM = {"greed": 0, "forgets": 0}


def share(simulations: int, games: int) -> dict[str, object]:
    """`dragon` plays exactly, `yeti` is its twin."""
    twins = {name: CALM | {"simulations": simulations, "exact": exact} for name, exact in (("yeti", 0), ("dragon", 1))}
    with mock.patch.object(levels, "DEFAULT", levels.DEFAULT | twins):
        levels.levels.cache_clear()
        (pair,) = climb(load(GAME), games, 1, levels=("yeti", "dragon")).pairs
    levels.levels.cache_clear()
    return {"games": pair.games, "share": round(pair.share, 4), "interval": [round(end, 4) for end in pair.interval]}


def main(games: int) -> None:
    note(__file__, {"game": GAME, "exact_against_sampling": {str(budget): share(budget, games) for budget in BUDGETS}})


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
