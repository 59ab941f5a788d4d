"""Random games as soul_ward.c plays them, with the same digest.  A template."""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.compiled import rule
from frostfair.engine.play import playout

rules: ModuleType


@rule
def mix(digest, number):
    """FNV-1a, 64 bits, over a number's two bytes."""
    digest = (digest ^ number & 255) * 1099511628211
    return (digest ^ number >> 8 & 255) * 1099511628211


@rule
def many(kits, states, moves, games, stream, tally):
    """So many random games.  Adds to `tally`: 0 moves, 1 decisions; mixes how each game ended into 2, the digest."""
    kit, s = kits[0], states[0]
    for _ in range(games):
        before = tally[0]
        rules.setup(kit, s)
        playout(kit, s, moves, stream, tally)
        digest = mix(mix(tally[2], int(s.ward[0])), int(s.ward[1]))
        tally[2] = mix(mix(digest, int(s.rounds)), tally[0] - before)
