"""The move that looks best one step ahead.

Each legal move is played in worlds imagined from the view, and what is decided takes its course: questions that are
still open are left open, and nature moves.  What counts is the own score less the best rival's; a win or a loss counts
more than any score.
"""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.chance import below
from frostfair.engine.compiled import rule
from frostfair.engine.play import nature

rules: ModuleType

WORLDS = 8  # imagined for one choice, at most
DECISIVE = 1 << 20


@rule
def choose(kits, views, seats, desks, stream):
    kit, view, desk = kits[0], views[0], desks[0]
    me, moves, values = int(view.viewer), desk.moves[0], desk.values
    n = rules.legal(kit, view, me, moves)
    for i in range(n):
        values[i] = 0
    for _ in range(WORLDS):
        a, b = stream[0], stream[1]
        desk.world = view
        rules.imagine(kit, desk.world, stream)
        hear_others(kit, desk.world, me, desk.moves[1], stream)
        for i in range(n):
            desk.trial = desk.world
            rules.apply(kit, desk.trial, moves[i])
            see_through(kit, desk.trial, desk.moves[1], stream)
            values[i] += worth(kit, desk.trial, me, seats, desk.place, desk.score)
        if stream[0] == a and stream[1] == b:
            break  # nothing was drawn: every world is like this one
    return moves[best(values, n, stream)]


@rule
def hear_others(kit, s, me, moves, stream):
    """Where several seats answer at once, those that the rules ask before this one give any answer."""
    who = rules.waiting(kit, s)
    while who != me:
        rules.apply(kit, s, moves[below(stream, rules.legal(kit, s, who, moves))])
        who = rules.waiting(kit, s)


@rule
def see_through(kit, s, moves, stream):
    """Nature moves, and questions are skipped while something decided is still to take its course."""
    while True:
        who = rules.waiting(kit, s)
        if who == rules.NATURE:
            rules.apply(kit, s, nature(kit, s, moves, rules.legal(kit, s, who, moves), stream))
        elif who >= 0 and rules.pending(kit, s):
            rules.skip(kit, s)
        else:
            return


@rule
def worth(kit, s, me, seats, place, score):
    rules.standing(kit, s, place, score)
    rival, winners = -DECISIVE, 0
    for p in range(seats):
        winners += place[p] == 1
        if p != me:
            rival = max(rival, int(score[p]))
    value = int(score[me]) - rival
    if rules.waiting(kit, s) < 0 and place[me] > 1:
        value -= DECISIVE
    elif rules.waiting(kit, s) < 0 and winners == 1:
        value += DECISIVE
    return value


@rule
def best(values, n, stream):
    """The index of the greatest value, by chance among equals."""
    high, equals = values[0], 0
    for i in range(n):
        if values[i] > high:
            high, equals = values[i], 0
        equals += values[i] == high
    nth = below(stream, equals) if equals > 1 else 0
    for i in range(n):
        if values[i] == high:
            if nth == 0:
                return i
            nth -= 1
    return 0
