"""Exact play to the end of what can be foreseen, by alpha-beta (Knuth and Moore 1975), for two seats with open cards.

Where the rules say that a position is `foreseeable`, it is searched until nothing is `pending` any more or the game is over.
A win or loss that nobody can avert is worth WON or -WON; else what counts is the own score less the rival's.
"""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.compiled import rule

rules: ModuleType

WON = 1 << 20
DEPTH = 8  # more decisions than a foreseeable position can still have; what lies deeper counts as it stands


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
def solve(kit, desk, me):
    """What the position at `desk.stack[1]` is worth to `me`, if both play their best.

    The search goes down and up the stack without calling itself: machine code that does is not safely kept on disk.
    `tried[d]` of the moves at depth d have been looked at, -1: not even the position.
    """
    depth, tried, alpha, beta = 1, desk.tried, desk.alpha, desk.beta
    tried[1], alpha[1], beta[1] = -1, -2 * WON, 2 * WON
    while True:
        s, moves = desk.stack[depth], desk.choices[depth]
        if tried[depth] < 0:
            tried[depth], desk.whose[depth] = 0, settle(kit, s, moves)
            if desk.whose[depth] < 0 or depth + 1 == DEPTH:
                alpha[depth] = beta[depth] = worth(kit, s, me, desk)
        if alpha[depth] < beta[depth] and tried[depth] < rules.legal(kit, s, desk.whose[depth], moves):
            desk.stack[depth + 1] = s
            rules.apply(kit, desk.stack[depth + 1], moves[tried[depth]])
            tried[depth] += 1
            depth += 1
            tried[depth], alpha[depth], beta[depth] = -1, alpha[depth - 1], beta[depth - 1]
            continue
        value = alpha[depth] if desk.whose[depth] == me else beta[depth]
        depth -= 1
        if depth == 0:
            return value
        if desk.whose[depth] == me:
            alpha[depth] = max(alpha[depth], value)
        else:
            beta[depth] = min(beta[depth], value)
