"""The strongest level of Soul Ward beats greedy in at least 95 % of 400 games: 200 deals, each with the seats both ways.

    python -m proofs.strength [GAMES]

A drawn game counts half.  Writes proofs/strength.json; fails below the share.
"""

from __future__ import annotations

import sys

from frostfair.engine.game import load
from frostfair.lab.ladder import climb
from frostfair.players.levels import LEVELS, levels
from tools.note import note

GAME, SEED, SHARE = "soul_ward", 20_000, 0.95
STRONG, WEAK = LEVELS[-1], "greedy"


def main(games: int = 400) -> None:
    game = load(GAME)
    (pair,) = climb(game, games, SEED, levels=(WEAK, STRONG)).pairs
    result = {
        "game": GAME,
        "rules": game.rules.RULES,
        "strong": STRONG,
        "habits": dict(levels(game)[STRONG]),
        "weak": WEAK,
        "seed": SEED,
        "games": pair.games,
        "share": round(pair.share, 4),
        "interval": [round(end, 4) for end in pair.interval],
    }
    note(__file__, result)
    print(f"{STRONG} wins {pair.share:.1%} of {pair.games} games against {WEAK}")
    if pair.share < SHARE:
        raise SystemExit(f"fewer than {SHARE:.0%}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
