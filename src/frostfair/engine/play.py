"""Nature's moves, and random play to the end: a template, specialised for each game's `rules`."""

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
    for i in range(n - 1):
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
