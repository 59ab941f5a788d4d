"""Plays by information-set search, and makes the mistakes of its level.

A child's mistakes are no blunders at random: now and then it is greedy and looks no further than what its move does at
once, and it forgets things: some of its moves do not come to its mind at all.
"""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.chance import below
from frostfair.engine.compiled import rule
from frostfair.players.exact import WON, solve
from frostfair.players.greedy import choose as greedy
from frostfair.players.search import grow, most_visited

rules: ModuleType


@rule
def choose(kits, views, seats, desks, stream):
    desk = desks[0]
    if below(stream, 1000) < desk.greed:
        return greedy(kits, views, seats, desks, stream)
    forget(kits[0], views[0], desk, stream)
    if desk.exact and rules.foreseeable(kits[0], views[0]):
        sure = rule_out(kits[0], views[0], desk)
        if sure >= 0:
            return sure
    grow(kits, views, seats, desks, stream)
    return desk.edges[most_visited(desk)].move


@rule
def forget(kit, view, desk, stream):
    """Which of its legal moves do not come to mind; one always does."""
    n = rules.legal(kit, view, int(view.viewer), desk.moves[0])
    for i in range(n):
        desk.overlooked[i] = below(stream, 1000) < desk.forgets
    desk.overlooked[below(stream, n)] = 0


@rule
def rule_out(kit, view, desk):
    """A move that surely wins, else -1; moves that surely lose are overlooked, unless all do."""
    me = int(view.viewer)
    n, best = rules.legal(kit, view, me, desk.choices[0]), -2 * WON
    for i in range(n):
        desk.stack[1] = view
        rules.apply(kit, desk.stack[1], desk.choices[0][i])
        desk.values[i] = solve(kit, desk, me)
        if not desk.overlooked[i]:
            best = max(best, desk.values[i])
            if desk.values[i] > WON // 2:
                return desk.choices[0][i]
    for i in range(n):
        if desk.values[i] < -WON // 2 < best:
            desk.overlooked[i] = 1
    return -1
