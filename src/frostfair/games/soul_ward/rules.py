"""Soul Ward: the rules, as pure functions over one record.  Numbers such as W-13 are rulings of the rule book.

Edge spaces 0-11 are T1 T2 T3 R1 R2 R3 B1 B2 B3 L1 L2 L3 (columns left to right, rows top to bottom); the space
across is six further.  Middle spaces 0-8 run row by row.  A set of spaces is a bit mask, ice one mask a seat.
"""

from collections import Counter
from itertools import product

import numpy as np

from frostfair.engine.compiled import rule

RULES = 1
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
    ways = laid = np.eye(1, 9**EDGES, dtype=np.int32)[0]
    for _ in range(4):
        laid = sum(orders * np.roll(laid, cards) for cards, orders in sides.items())
        ways = ways + laid
    return ways


WAYS = _ways()


@rule
def setup(kit, s):
    s.viewer, s.phase, s.first, s.rounds = -2, DEAL, GREEN, 0
    s.placed = s.acted = s.drawn = s.dealt = s.taken = s.winner = 0
    s.storm = s.hole = -1
    for p in range(SEATS):
        s.ward[p], s.ice[p], s.marks[p] = kit.ward[p], 0, 0
        for k in range(MIDDLES + 1):
            s.gone[p, k] = 0
    for i in range(6):
        s.order[i] = -1
    for e in range(12):
        s.edge[e] = EMPTY
    for k in range(EDGES + 1):
        s.supply[k] = kit.edge_copies[k]
    for m in range(9):
        s.middle[m] = EMPTY
    for i in range(PILE):
        s.pile[i] = EMPTY
    for k in range(MIDDLES + 1):
        s.deck[k] = kit.middle_copies[k]


@rule
def waiting(kit, s):
    if s.phase == DRAFT:
        return 1 - ((s.placed + 1) >> 1 & 1)  # Red 1, Green 2, Red 2, Green 2, Red 2, Green 2, Red 1
    if s.phase == MARK:
        return (s.first + s.placed) & 1  # W-7
    if s.phase == WIN and several(won(s, s.winner)):
        return int(s.winner)  # W-20
    if s.phase == OVER:
        return -1
    return NATURE


@rule
def together(kit, s):
    return 0


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
def won(s, p):
    """Mask of the middle cards in front of two markers of p, one on top or bottom, one left or right (W-21, W-22, W-26)."""
    marks = int(s.marks[p])
    columns, rows = (marks | marks >> 6) & 7, (marks >> 3 | marks >> 9) & 7
    mask = columns * COLUMN & (rows & 1 | (rows & 2) << 2 | (rows & 4) << 4) * ROW & ~int(s.taken)
    for m in range(9 if mask else 0):
        if s.middle[m] == EMPTY:
            mask &= ~(1 << m)
    return mask


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


@rule
def listed(mask, base, out):
    """Write a set as moves, its member i as base + i; returns how many."""
    n = 0
    while mask:
        out[n] = base + lowest(mask)
        mask &= mask - 1
        n += 1
    return n


@rule
def legal(kit, s, seat, out):
    if s.phase == DRAFT:
        return listed(fitting(s), 0, out)
    if s.phase == MARK:
        p = (s.first + s.placed) & 1
        taken = int(s.marks[0] | s.marks[1]) | across(int(s.marks[1 - p]))
        if LOOP[s.storm] >= 0:
            taken |= 1 << int(LOOP[s.storm])
        return listed(~taken & 0xFFF, MARKS, out)
    if s.phase == WIN and several(won(s, s.winner)):
        return listed(won(s, s.winner), TAKES, out)
    if s.phase == DEAL:
        return listed(among(s.deck), DEALS - 1, out)
    if s.phase == LAY:
        return listed(fitting(s) >> 5 * int(s.placed) & 0b11111, LAYS, out)
    out[0] = single(s)
    return int(s.phase != OVER)


@rule
def single(s):
    """Nature's one move in a phase without choice."""
    if s.phase == ACT:
        return ACTS
    if s.phase == WIN:
        return WINS
    if s.phase == REFILL:
        return REFILLS
    if s.phase == GATHER:
        return GATHERS
    return STORMS


@rule
def weight(kit, s, move):
    if s.phase == DEAL:
        return int(s.deck[move - DEALS + 1])
    if s.phase == LAY:
        k = move - LAYS + 1
        supply = -(9 ** (k - 1))
        for i in range(1, EDGES + 1):
            supply += int(s.supply[i]) * 9 ** (i - 1)
        return completions(supply, k, 11 - int(s.placed))
    return 1


@rule
def apply(kit, s, move):
    if move >= ACTS:
        if move == ACTS:
            act(kit, s)
        elif move == WINS:
            win(kit, s, lowest(won(s, s.winner)))
        elif move == REFILLS:
            s.middle[s.hole] = s.pile[s.drawn]
            s.pile[s.drawn] = EMPTY
            s.drawn += 1
            s.hole = -1
            seek(s)
        elif move == GATHERS:  # W-27
            s.marks[0] = s.marks[1] = 0
            for i in range(6):
                s.order[i] = -1
            s.phase = STORM
        else:
            blow(kit, s)
    elif move < MARKS:
        lay(kit, s, move // 5, move % 5 + 1)
    elif move < TAKES:
        p, e = (s.first + s.placed) & 1, move - MARKS
        s.marks[p] |= 1 << e
        s.order[s.placed] = e
        put(s)
    elif move < DEALS:
        win(kit, s, move - TAKES)
    elif move < LAYS:
        deal(kit, s, move - DEALS + 1)
    else:
        lay(kit, s, int(s.placed), move - LAYS + 1)


@rule
def deal(kit, s, k):
    """Nine cards in the square, the others face up in the pile."""
    s.deck[k] -= 1
    if s.dealt < 9:
        s.middle[s.dealt] = k
    else:
        s.pile[s.dealt - 9] = k
    s.dealt += 1
    if among(s.deck) == 0:
        s.phase = LAY if kit.quick else DRAFT


@rule
def lay(kit, s, e, k):
    """An edge card comes to its space; after the twelfth the Storm takes its start (W-4)."""
    s.supply[k] -= 1
    s.edge[e] = k
    s.placed += 1
    if s.placed == 12:
        s.storm = kit.storm
        begin(s)


@rule
def begin(s):
    """A round begins (W-7)."""
    s.rounds += 1
    s.placed = s.acted = s.taken = 0
    s.phase = MARK


@rule
def put(s):
    """A marker is down, or its turn was passed over in mind; after the sixth the cards act."""
    s.placed += 1
    if s.placed == 6:
        s.phase = ACT
        upcoming(s)


@rule
def upcoming(s):
    """Pass over turns without a marker (only in mind); after the last card acted, cards are won (W-12, W-19)."""
    while s.acted < 6 and s.order[s.acted] < 0:
        s.acted += 1
    if s.acted == 6:
        s.winner = s.first
        s.phase = WIN
        seek(s)


@rule
def seek(s):
    """Who wins a card next: this round's first player all of theirs, then the other (W-19)."""
    s.phase = WIN
    if won(s, s.winner) == 0:
        if s.winner == s.first:
            s.winner = 1 - s.first
            if won(s, s.winner) == 0:
                s.phase = GATHER
        else:
            s.phase = GATHER


@rule
def hit(s, p, loss):
    """Ward p loses points; at 0 all is over, at once (W-30, W-31)."""
    s.ward[p] = max(0, s.ward[p] - loss)
    if s.ward[p] == 0:
        s.phase = OVER
    return s.phase == OVER


@rule
def spread(mask, own):
    """A chain: `mask` and all of `own` linked to it by sides (W-15)."""
    grown = -1
    while grown != mask:
        grown = mask
        sides = mask << 3 | mask >> 3 | (mask & ~(COLUMN << 2)) << 1 | (mask & ~COLUMN) >> 1
        mask |= sides & own
    return mask


@rule
def chain(s, p, e):
    """The ice that a Lightning of p on edge space e counts and lifts (W-15, W-16, W-17)."""
    own = int(s.ice[p])
    return spread(own & int(FACES[e]), own)


@rule
def act(kit, s):
    """The next marker's card acts (W-12)."""
    e, p = int(s.order[s.acted]), (s.first + s.acted) & 1
    line, mine, other = int(FACES[e]), int(s.ice[p]), int(s.ice[1 - p])
    what = s.edge[e]
    s.acted += 1
    if what == ICE:  # W-13
        mine, other = mine | line, other & ~line
    elif what == FIRE:  # W-14
        if hit(s, 1 - p, kit.edge_number[FIRE]):
            return
        mine, other = mine & ~line, other & ~line
    elif what == LIGHTNING:  # W-15, W-16
        linked = chain(s, p, e)
        if hit(s, 1 - p, count(linked) if linked else int(kit.edge_number[LIGHTNING])):
            return
        mine &= ~linked
    elif what == LIGHT:  # house variant: mends by 1 and by 1 for each own ice on the line
        s.ward[p] = min(kit.most, s.ward[p] + kit.edge_number[LIGHT] + count(mine & line))
    elif what == SHADOW:  # house variant: ice on the line changes owner
        mine, other = mine & ~line | other & line, other & ~line | mine & line
    s.ice[p], s.ice[1 - p] = mine, other
    upcoming(s)


@rule
def win(kit, s, m):
    """The effect, then the card leaves, then the refill (W-21, W-23, W-24)."""
    p, k = int(s.winner), s.middle[m]
    if kit.middle_what[k] == STRIKE:
        if hit(s, 1 - p, kit.middle_number[k]):
            return
    else:
        s.ice[p], s.ice[1 - p] = ALL, 0
    s.middle[m] = EMPTY
    s.gone[p, k] += 1
    s.taken |= 1 << m
    if s.drawn < PILE and s.pile[s.drawn] != EMPTY:
        s.hole = m
        s.phase = REFILL
    else:
        seek(s)  # W-22


@rule
def blow(kit, s):
    """The Storm moves one step; on a corner both wards lose 1 at once (W-27, W-28, W-29); the other goes first."""
    s.storm = (s.storm + 1) & 15
    if LOOP[s.storm] < 0:
        over = hit(s, 0, 1)
        if hit(s, 1, 1) or over:
            return
    if s.rounds == kit.last:
        s.phase = OVER
        return
    s.first = 1 - s.first
    begin(s)


@rule
def pending(kit, s):
    """Whether something decided has not taken its course: markers or cards that will still act this round."""
    return (s.phase == MARK and s.marks[0] | s.marks[1] != 0) or ACT <= s.phase <= REFILL


@rule
def skip(kit, s):
    """Only in mind, for plans and previews: the waiting seat puts no marker, or takes its first card."""
    if s.phase == MARK:
        put(s)
    elif s.phase == WIN:
        win(kit, s, lowest(won(s, s.winner)))


@rule
def hide(kit, s, seat):
    s.viewer = seat


@rule
def seen(kit, s, move, seat):
    return move


@rule
def imagine(kit, view, stream):
    if view.viewer == -2:
        raise ValueError("imagine takes a view, never the table itself")
    view.viewer = -2


@rule
def standing(kit, s, place, score):
    """The higher ward is ahead; equal wards share the place (W-29)."""
    for p in range(SEATS):
        score[p] = s.ward[p]
        place[p] = 1 + (s.ward[p] < s.ward[1 - p])
