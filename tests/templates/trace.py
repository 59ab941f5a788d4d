"""A template for tests: random games, move by move."""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.chance import below
from frostfair.engine.compiled import rule

rules: ModuleType


@rule
def trace(kits, states, moves, stream, log):
    """A game by any legal moves.  Each row of `log` is who moved, the move and nature's weight; returns how many."""
    kit, s, n = kits[0], states[0], 0
    rules.setup(kit, s)
    who = rules.waiting(kit, s)
    while who >= 0:
        move = moves[below(stream, rules.legal(kit, s, who, moves))]
        log[n, 0], log[n, 1] = who, move
        log[n, 2] = rules.weight(kit, s, move) if who == rules.NATURE else 0
        rules.apply(kit, s, move)
        who = rules.waiting(kit, s)
        n += 1
    return n
