"""Soul Ward's draft: which edge cards can still be laid so that the edge can be completed, and in how many ways."""

from collections import Counter
from itertools import product

import numpy as np

from frostfair.engine.compiled import rule
from frostfair.games.soul_ward.board import EDGES, EMPTY, MARKS, among

KINDS = range(1, EDGES + 1)
FULL = [side for side in product(KINDS, repeat=3) if side[0] != side[1] != side[2]]  # every way to fill a side
HOLDS = np.array([np.arange(1 << EDGES) & 1 << k >> 1 > 0 for k in range(EDGES + 1)])  # [k, kinds]: is k in the set kinds


def _room() -> np.ndarray:
    """ROOM[p, kinds]: how many empty spaces of a side can at most be filled with kinds of the set.

    A side is p = a + 6 b + 36 c (0 empty).  Whatever a side can still take is a matroid's bases, so all four sides
    together can take the supply exactly when no set of kinds has more cards left than room (Edmonds 1970).
    -9 where a side cannot be completed at all.
    """
    room = np.full((216, 1 << EDGES), -9, np.int8)
    for side, laid in product(FULL, product((0, 1), repeat=3)):
        p = sum(k * here * 6**i for i, (k, here) in enumerate(zip(side, laid, strict=True)))
        room[p] = np.maximum(room[p], sum(HOLDS[k] * (1 - here) for k, here in zip(side, laid, strict=True)))
    return room


ROOM = _room()


def _fits() -> np.ndarray:
    """FITS[p, kinds, slack]: what a side can get while the kinds of the set have `slack` more room than cards left.

    A mask: bit 5 i + k - 1 for a card k on its i-th empty space.
    """
    fits = np.zeros((216, 1 << EDGES, 3), np.int16)
    for p, i, k in product(range(216), range(3), KINDS):
        if p // 6**i % 6 == EMPTY:
            loss = ROOM[p] - ROOM[p + k * 6**i] - HOLDS[k]
            fits[p] |= (loss[:, None] <= range(3)) << np.int16(5 * i + k - 1)
    return fits


FITS = _fits()


def _ways() -> np.ndarray:
    """WAYS[supply]: in how many ways whole sides can be filled with just these cards; cards of kind k count 9**(k - 1)."""
    sides = Counter(sum(9**k for k in side) // 9 for side in FULL)
    ways: np.ndarray = np.eye(1, 9**EDGES, dtype=np.int32)[0]
    laid = ways
    for _ in range(4):
        laid = sum((orders * np.roll(laid, cards) for cards, orders in sides.items()), start=np.zeros_like(laid))
        ways = ways + laid
    return ways


WAYS = _ways()


@rule
def pattern(s, side):
    """The side that begins at edge space `side`, as a row of ROOM."""
    return int(s.edge[side]) + 6 * int(s.edge[side + 1]) + 36 * int(s.edge[side + 2])


@rule
def fitting(s):
    """Mask of the draft's moves after which the edge can still be completed (W-3); an exact test, no search."""
    top, right, bottom, left = pattern(s, 0), pattern(s, 3), pattern(s, 6), pattern(s, 9)
    supplied = among(s.supply) >> 1
    mask, kinds = (1 << MARKS) - 1, supplied
    while kinds:
        slack = int(ROOM[top, kinds]) + int(ROOM[right, kinds]) + int(ROOM[bottom, kinds]) + int(ROOM[left, kinds])
        for k in range(1, EDGES + 1):
            slack -= (kinds >> k - 1 & 1) * int(s.supply[k])
        if slack < 3:  # else any card fits: it takes at most three spaces from a set of kinds
            fits = int(FITS[top, kinds, slack]) | int(FITS[right, kinds, slack]) << 15
            mask &= fits | int(FITS[bottom, kinds, slack]) << 30 | int(FITS[left, kinds, slack]) << 45
        kinds = kinds - 1 & supplied
    return mask


@rule
def completions(supply, last, spaces):
    """In how many ways the last `spaces` edge spaces can be filled from the supply, counted as in WAYS (W-6).

    `last` is the card before them: the next one differs, unless it begins a side.
    """
    if spaces % 3 == 0:
        return int(WAYS[supply])
    n = 0
    for k in range(1, EDGES + 1):
        if k != last and supply // 9 ** (k - 1) % 9:
            n += completions(supply - 9 ** (k - 1), k, spaces - 1)
    return n
