"""The levels of every game that has them, weakest to strongest: who beats whom how often.

    python -m proofs.ladder [GAMES]

GAMES a pair of levels, half of them with seats changed on the same deals.  Writes proofs/ladder.json.
"""

from __future__ import annotations

import sys

from frostfair.cli.ladder import answer
from frostfair.engine.game import load
from frostfair.lab.ladder import climb
from tools.note import note

GAMES = ("soul_ward", "tests.tiny")


def main(games: int) -> None:
    note(__file__, {game: answer(climb(load(game), games, 1)) for game in GAMES})


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
