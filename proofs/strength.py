"""The strongest level of Soul Ward beats greedy in at least 95 % of 400 games: 200 deals, each with the seats both ways.

    python -m proofs.strength [GAMES]

A drawn game counts half.  Writes proofs/strength.json; fails below the share.
"""

from __future__ import annotations

import sys

from frostfair.engine.game import load
from frostfair.lab.arena import simulate
from frostfair.players.levels import LEVELS
from frostfair.players.player import player
from tools.note import note

GAME, SEED, SHARE = "soul_ward", 20_000, 0.95
STRONG, WEAK = LEVELS[-1], "greedy"


def main(games: int = 400) -> None:
    game = load(GAME)
    kit = game.kit()
    sittings = [simulate(game, kit, names, games // 2, SEED) for names in ((STRONG, WEAK), (WEAK, STRONG))]
    shares = [sitting.win_share_by_seat[seat] for seat, sitting in enumerate(sittings)]
    share = sum(shares) / 2
    note(
        __file__,
        {
            "game": GAME,
            "rules": game.rules.RULES,
            "strong": STRONG,
            "habits": dict(player(STRONG).habits(game)),
            "weak": WEAK,
            "seed": SEED,
            "games": games // 2 * 2,
            "share": round(share, 4),
            "share_by_seat": [round(won, 4) for won in shares],
            "cpu_seconds": round(sum(sitting.cpu_seconds for sitting in sittings), 1),
        },
    )
    print(f"{STRONG} wins {share:.1%} of {games // 2 * 2} games against {WEAK}")
    if share < SHARE:
        raise SystemExit(f"fewer than {SHARE:.0%}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
