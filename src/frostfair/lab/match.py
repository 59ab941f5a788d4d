"""Whole games between players, without leaving machine code.  A template: `first` to `fourth` are the players' modules."""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.compiled import rule
from frostfair.engine.play import nature

rules: ModuleType
first: ModuleType
second: ModuleType
third: ModuleType
fourth: ModuleType


@rule
def choose(who, kits, views, seats, desks, stream):
    if who == 0:
        return first.choose(kits, views, seats, desks, stream)
    if who == 1:
        return second.choose(kits, views, seats, desks, stream)
    if who == 2:
        return third.choose(kits, views, seats, desks, stream)
    return fourth.choose(kits, views, seats, desks, stream)


@rule
def games(kits, states, views, desks, who, streams, log, ends, decisions, places, scores):
    """Play a game for each row of `streams`: nature's stream, then one a seat.  `who[p]` is the player of seat p, 0 to 3.

    All moves go to `log`, game after game; of each game `ends` gets where its moves end, `decisions` how many were a
    seat's, `places` and `scores` its standing.  Returns how many games were played before the log was full.
    """
    kit, s, moves, seats = kits[0], states[0], desks[0].moves[0], len(who)
    n = 0
    for g in range(len(streams)):
        rules.setup(kit, s)
        decisions[g] = 0
        seat = rules.waiting(kit, s)
        while seat >= 0:
            if n == len(log):
                return g
            if seat == rules.NATURE:
                move = nature(kit, s, moves, rules.legal(kit, s, seat, moves), streams[g, 0])
            else:
                views[0] = s
                rules.hide(kit, views[0], seat)
                move = choose(who[seat], kits, views, seats, desks[seat : seat + 1], streams[g, 1 + seat])
                decisions[g] += 1
            rules.apply(kit, s, move)
            log[n] = move
            n += 1
            seat = rules.waiting(kit, s)
        ends[g] = n
        rules.standing(kit, s, places[g], scores[g])
    return len(streams)
