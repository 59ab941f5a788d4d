"""Every draft position of the box at once: a template, compiled with the rules it looks at."""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.compiled import rule

rules: ModuleType


@rule
def differences(kits, states, moves, completable, found):
    """How often legal moves are others than those that leave the edge completable.

    `completable[i]`: whether the edge with cards of kinds i = e0 + 4 e1 + 16 e2 .. (0 empty) can be completed.
    moves: room for the legal ones.
    found: 0 positions, 1 positions that differ, 2 positions without a legal move, 3 legal moves.
    """
    kit, s = kits[0], states[0]
    for i in range(len(completable)):
        if not completable[i]:
            continue
        s.placed = 0
        for k in range(4):
            s.supply[k] = kit.edge_copies[k]
        for e in range(12):
            k = i >> 2 * e & 3
            s.edge[e] = k
            if k:
                s.supply[k] -= 1
                s.placed += 1
        if s.placed == 12:
            continue
        s.phase = rules.DRAFT
        n = rules.legal(kit, s, rules.waiting(kit, s), moves)
        right = 0
        allowed = 0
        for e in range(12):
            if s.edge[e] == 0:
                for k in range(1, 4):
                    if completable[i + (k << 2 * e)]:
                        if allowed < n and moves[allowed] == 5 * e + k - 1:
                            right += 1
                        allowed += 1
        found[0] += 1
        found[1] += right != n or allowed != n
        found[2] += n == 0
        found[3] += n
