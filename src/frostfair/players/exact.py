"""Exact play to the end of what can be foreseen, by alpha-beta (Knuth and Moore 1975), for two seats with open cards.

Where the rules say that a position is `foreseeable`, it is searched until nothing is `pending` any more or the game is over.
A win or loss that nobody can avert is worth WON or -WON; else what counts is the own score less the rival's.
"""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.compiled import rule

rules: ModuleType

WON = 1 << 20
DEPTH = 8  # most decisions that a foreseeable position can still have


@rule
def settle(kit, s, moves):
    """Nature's moves, all of them certain, up to a question that is still foreseeable; -1 when there is none."""
    who = rules.waiting(kit, s)
    while who == rules.NATURE and rules.pending(kit, s):
        rules.legal(kit, s, who, moves)
        rules.apply(kit, s, moves[0])
        who = rules.waiting(kit, s)
    return who if who != rules.NATURE and rules.pending(kit, s) else -1


@rule
def worth(kit, s, me, desk):
    """How the table stands for `me`, a win or loss above all."""
    rules.standing(kit, s, desk.place, desk.score)
    value = int(desk.score[me]) - int(desk.score[1 - me])
    if rules.waiting(kit, s) < 0 and desk.place[me] != desk.place[1 - me]:
        value += WON if desk.place[me] == 1 else -WON
    return value


@rule
def solve(kit, desk, depth, me, alpha, beta):
    """What the position at `desk.stack[depth]` is worth to `me`, if both play their best; between alpha and beta exactly."""
    s, moves = desk.stack[depth], desk.choices[depth]
    who = settle(kit, s, moves)
    if who < 0:
        return worth(kit, s, me, desk)
    n = rules.legal(kit, s, who, moves)
    for i in range(n):
        desk.stack[depth + 1] = desk.stack[depth]
        rules.apply(kit, desk.stack[depth + 1], moves[i])
        value = solve(kit, desk, depth + 1, me, alpha, beta)
        if who == me:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if who == me else beta
