"""Soul Ward: the rules, as pure functions over one record.  Numbers such as W-13 are rulings of the rule book."""

from frostfair.engine.compiled import rule
from frostfair.games.soul_ward.board import *
from frostfair.games.soul_ward.draft import completions, fitting

RULES = 1


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
def turn(s, nth):
    """Whose the nth marker of this round is, from 0 (W-7)."""
    return int(s.first + nth) & 1


@rule
def waiting(kit, s):
    if s.phase == DRAFT:
        return 1 - ((s.placed + 1) >> 1 & 1)  # Red 1, Green 2, Red 2, Green 2, Red 2, Green 2, Red 1
    if s.phase == MARK:
        return turn(s, s.placed)
    if s.phase == WIN and several(won(s, s.winner)):
        return int(s.winner)  # W-20
    if s.phase == OVER:
        return -1
    return NATURE


@rule
def together(kit, s):
    return 0


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
def legal(kit, s, seat, out):
    if s.phase == DRAFT:
        return listed(fitting(s), 0, out)
    if s.phase == MARK:
        p = turn(s, s.placed)
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
        p, e = turn(s, s.placed), move - MARKS
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
def chain(s, p, e):
    """The ice that a Lightning of p on edge space e counts and lifts (W-15, W-16, W-17)."""
    own = int(s.ice[p])
    return spread(own & int(FACES[e]), own)


@rule
def act(kit, s):
    """The next marker's card acts (W-12)."""
    e, p = int(s.order[s.acted]), turn(s, s.acted)
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
def foreseeable(kit, s):
    """Whether the rest of the round is few enough moves to be searched to its end: the last three markers, and their wins."""
    return (s.phase == MARK and s.placed >= 3) or ACT <= s.phase <= REFILL


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
