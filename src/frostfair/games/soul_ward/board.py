"""Soul Ward's board and box: the numbers, the records and the sets of spaces that the rules speak of.

Edge spaces 0-11 are T1 T2 T3 R1 R2 R3 B1 B2 B3 L1 L2 L3 (columns left to right, rows top to bottom); the space
across is six further.  Middle spaces 0-8 run row by row.  A set of spaces or kinds is a bit mask, ice one mask a seat.
"""

import numpy as np

from frostfair.engine.compiled import rule

SEATS, NATURE = 2, 2
GREEN, RED = 0, 1

EMPTY = 0
ICE, FIRE, LIGHTNING, LIGHT, SHADOW = 1, 2, 3, 4, 5  # what an edge card does; each kit has at most one kind of each
STRIKE, FROZEN = 1, 2  # what a middle card does; a kit lists up to eight kinds
EDGES, MIDDLES, PILE = 5, 8, 15  # most kinds of edge card, kinds of middle card, cards in the pile

# What happens next
DEAL, DRAFT, LAY, MARK, ACT, WIN, REFILL, GATHER, STORM, OVER = range(10)

# Moves.  Seats: put edge card k on space e = 5 e + k - 1; marker on space e = 60 + e; take the card of space m = 72 + m.
# Nature: deal middle kind k = 81 + k - 1; lay edge card k on the next space = 89 + k - 1; then one each.
MARKS, TAKES, DEALS, LAYS, ACTS, WINS, REFILLS, GATHERS, STORMS, MOVES = 60, 72, 81, 89, 94, 95, 96, 97, 98, 99
MOST = 60

KIT = np.dtype(
    [
        ("edge_copies", "i2", (EDGES + 1,)),  # cards of each kind, by ICE .. SHADOW; row 0 is the empty space
        ("edge_number", "i2", (EDGES + 1,)),  # Fire, Lightning: least loss; Light: least gain
        ("middle_what", "i1", (MIDDLES + 1,)),  # STRIKE or FROZEN, by kind
        ("middle_number", "i2", (MIDDLES + 1,)),  # a Strike's loss
        ("middle_copies", "i2", (MIDDLES + 1,)),
        ("ward", "i2", (SEATS,)),  # points at the start
        ("most", "i2"),  # no ward ever mends above this
        ("last", "i2"),  # the game ends after this round; 0: never
        ("storm", "i1"),  # where the Storm starts on its loop, 0-15
        ("quick", "i1"),  # 1: nature lays the edge cards (W-6)
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("viewer", "i1"),  # -2 the table, -1 the public, else a seat; all is open, so nothing else differs
        ("phase", "i1"),
        ("first", "i1"),  # the seat that goes first this round
        ("rounds", "i2"),  # this round's number, from 1
        ("placed", "i1"),  # edge cards laid, then markers put down this round
        ("acted", "i1"),  # markers whose cards have acted this round
        ("storm", "i1"),  # 0-15 on LOOP; -1 before the first round
        ("ward", "i2", (SEATS,)),
        ("ice", "i2", (SEATS,)),  # mask of middle spaces
        ("marks", "i2", (SEATS,)),  # mask of edge spaces
        ("order", "i1", (6,)),  # edge space of each marker in the order put down; -1 none
        ("taken", "i2"),  # mask of middle spaces that gave a card this round (W-21)
        ("winner", "i1"),  # the seat that wins cards now
        ("hole", "i1"),  # the space to refill; -1 none
        ("edge", "i1", (12,)),
        ("supply", "i1", (EDGES + 1,)),  # edge cards not yet laid
        ("middle", "i1", (9,)),
        ("pile", "i1", (PILE,)),  # face up (W-5); the next card is at `drawn`
        ("drawn", "i1"),
        ("dealt", "i1"),  # middle cards dealt at setup
        ("deck", "i1", (MIDDLES + 1,)),  # middle cards not yet dealt
        ("gone", "i1", (SEATS, MIDDLES + 1)),  # cards won; they have left the game
    ],
    align=True,
)

COLUMN, ROW = 0b001001001, 0b000000111
FACES = np.array(2 * ([COLUMN << i for i in range(3)] + [ROW << 3 * i for i in range(3)]), np.int16)  # an edge card's line
LOOP = np.array([0, 1, 2, -1, 3, 4, 5, -1, 8, 7, 6, -1, 11, 10, 9, -1], np.int8)  # -1: a corner (W-28)
ALL = 0b111111111


@rule
def count(mask):
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@rule
def lowest(mask):
    """The lowest member of a set."""
    return count((mask & -mask) - 1)


@rule
def several(mask):
    return mask & (mask - 1) != 0


@rule
def among(cards):
    """The kinds of which there are cards, as a set."""
    kinds = 0
    for k in range(len(cards)):
        kinds |= int(cards[k] > 0) << k
    return kinds


@rule
def across(mask):
    return (mask << 6 | mask >> 6) & 0xFFF


@rule
def sides(mask):
    """The spaces that touch those of a set by a side (and some that lie beyond the square)."""
    return mask << 3 | mask >> 3 | (mask & ~(COLUMN << 2)) << 1 | (mask & ~COLUMN) >> 1


@rule
def spread(mask, own):
    """A chain: `mask` and all of `own` linked to it by sides (W-15)."""
    grown = -1
    while grown != mask:
        grown = mask
        mask |= sides(mask) & own
    return mask


@rule
def listed(mask, base, out):
    """Write a set as moves, its member i as base + i; returns how many."""
    n = 0
    while mask:
        out[n] = base + lowest(mask)
        mask &= mask - 1
        n += 1
    return n
