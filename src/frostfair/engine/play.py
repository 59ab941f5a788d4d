"""Play games to the end at random: a template, specialised for each game's `rules`."""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.chance import below
from frostfair.engine.compiled import rule

rules: ModuleType


@rule
def nature(kit, s, moves, n, stream):
    """Nature's move among `moves[:n]`, by weight."""
    if n == 1:
        return moves[0]
    total = 0
    for i in range(n):
        total += rules.weight(kit, s, moves[i])
    rest = below(stream, total)
    for i in range(n):
        rest -= rules.weight(kit, s, moves[i])
        if rest < 0:
            return moves[i]
    return moves[n - 1]


@rule
def playout(kit, s, moves, stream, tally):
    """Random moves to the end; adds to tally: 0 all moves, 1 decisions of a seat."""
    while True:
        who = rules.waiting(kit, s)
        if who < 0:
            return
        n = rules.legal(kit, s, who, moves)
        if who == rules.NATURE:
            rules.apply(kit, s, nature(kit, s, moves, n, stream))
        else:
            rules.apply(kit, s, moves[below(stream, n)])
            tally[1] += 1
        tally[0] += 1


@rule
def many(kits, states, games, stream, moves, place, score, tally, wins, scores):
    """So many random games from the start.  `tally`: see playout; wins: shares of the win by seat; scores: sums.

    `moves`, `place` and `score` are room to work in: as `legal` and `standing` write them.
    """
    kit, s = kits[0], states[0]
    seats = len(wins)
    for _ in range(games):
        rules.setup(kit, s)
        playout(kit, s, moves, stream, tally)
        rules.standing(kit, s, place, score)
        first = 0
        for p in range(seats):
            first += place[p] == 1
        for p in range(seats):
            if place[p] == 1:
                wins[p] += 1 / first
            scores[p] += score[p]
