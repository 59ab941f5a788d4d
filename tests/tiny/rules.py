"""Mittens, the smallest game with secrets: hidden hands, hidden draws, a turn of two moves, answers at the same time.

Whose turn it is draws a mitten (T-1), lays one face up (T-2) and names a kind (T-3).  All others answer at the same
time with a mitten face down (T-4); then all are turned up (T-5).  A mitten scores for who put it, an answer of the kind
that was named for who named it.  Hands are filled again; the game ends when there are too few mittens for that (T-6).
"""

import numpy as np

from frostfair.engine.chance import below
from frostfair.engine.compiled import rule

RULES = 1
SEATS, NATURE, KINDS, UNSEEN = 3, 3, 4, 0
HANDS, ANSWERS, DECK, GONE, PLACES = 0, 3, 6, 7, 8  # where mittens are: a hand and an answer for each seat, ...

# Moves: what happens next (`phase`) plus the kind.  `draw ?` = 0 and `answered` = 13 are only seen, never legal.
DRAW, LAY, NAME, ANSWER, OPEN, MOVES, OVER = 0, 4, 8, 13, 18, 19, -1
MOST = KINDS

# Mittens that a hand holds between turns; copies and points by kind, row 0 is the back.
KIT = np.dtype([("seats", "i1"), ("hand", "i1"), ("copies", "i2", (KINDS + 1,)), ("number", "i2", (KINDS + 1,))], align=True)
# `named`: the kind named this turn; `mittens`: how many of each kind at each place, column 0 counts those face down.
STATE = np.dtype(
    [
        *(("viewer", "i1"), ("phase", "i1"), ("turn", "i1"), ("named", "i1")),
        *(("score", "i2", (SEATS,)), ("mittens", "i2", (PLACES, KINDS + 1))),
    ],
    align=True,
)


@rule
def setup(kit, s):
    s.viewer, s.phase, s.turn, s.named = -2, DRAW, 0, UNSEEN
    for p in range(SEATS):
        s.score[p] = 0
    for k in range(KINDS + 1):
        for place in range(PLACES):
            s.mittens[place, k] = kit.copies[k] if place == DECK else 0


@rule
def total(s, place):
    n = 0
    for k in range(KINDS + 1):
        n += int(s.mittens[place, k])
    return n


@rule
def drawer(kit, s):
    """The seat that draws next: whose turn it is, then round the table; -1 when every hand is full (T-1)."""
    for i in range(kit.seats):
        p = (s.turn + i) % kit.seats
        if total(s, HANDS + p) < kit.hand + (i == 0):
            return p
    return -1


@rule
def together(kit, s):
    mask = 0
    for p in range(kit.seats):
        if s.phase == ANSWER and p != s.turn and total(s, ANSWERS + p) == 0:
            mask |= 1 << p
    return mask


@rule
def waiting(kit, s):
    if s.phase == LAY or s.phase == NAME:
        return int(s.turn)
    owing = together(kit, s)
    for p in range(kit.seats):
        if owing >> p & 1:
            return p
    return -1 if s.phase == OVER else NATURE


@rule
def legal(kit, s, seat, out):
    if s.phase == OPEN:
        out[0] = OPEN
        return 1
    place, n = DECK if s.phase == DRAW else HANDS + seat, 0
    for k in range(1, KINDS + 1):
        if (kit.copies[k] if s.phase == NAME else s.mittens[place, k]) > 0:
            out[n] = s.phase + k
            n += 1
    return n


@rule
def weight(kit, s, move):
    return int(s.mittens[DECK, move - DRAW]) if s.phase == DRAW else 1


@rule
def put(s, here, there, k):
    s.mittens[here, k] -= 1
    s.mittens[there, k] += 1


@rule
def apply(kit, s, move):
    p, k = waiting(kit, s), move - s.phase
    if s.phase == LAY:
        put(s, HANDS + p, GONE, k)
        s.score[p] += kit.number[k]
        s.phase = NAME
    elif s.phase == NAME:
        s.named, s.phase = k, ANSWER
    elif s.phase == ANSWER:
        put(s, HANDS + p, ANSWERS + p, k)
        if together(kit, s) == 0:
            s.phase = OPEN
    else:
        if s.phase == DRAW:
            put(s, DECK, HANDS + drawer(kit, s), k)
        else:
            reveal(kit, s)
        s.phase = LAY if drawer(kit, s) < 0 else DRAW if total(s, DECK) > 0 else OVER  # T-6


@rule
def reveal(kit, s):
    """The answers are turned up, score and are put away; the turn goes on (T-5)."""
    for p in range(kit.seats):
        for k in range(1, KINDS + 1):
            if s.mittens[ANSWERS + p, k] > 0:
                put(s, ANSWERS + p, GONE, k)
                s.score[s.turn if k == s.named else p] += kit.number[k]
    s.turn, s.named = (s.turn + 1) % kit.seats, UNSEEN


@rule
def hide(kit, s, seat):
    s.viewer = seat
    for place in range(GONE):
        if place == DECK or place % SEATS != seat:
            s.mittens[place, UNSEEN] = total(s, place)
            for k in range(1, KINDS + 1):
                s.mittens[place, k] = 0


@rule
def seen(kit, s, move, seat):
    if (s.phase == DRAW and seat != drawer(kit, s)) or (s.phase == ANSWER and seat != waiting(kit, s)):
        return int(s.phase)
    return int(move)


@rule
def imagine(kit, view, stream):
    """The law: whichever way the mittens that the viewer cannot see may lie face down is as likely as any other.

    Each mitten counts by itself, also among its like; what others laid, named or drew tells nothing.
    """
    if view.viewer == -2:
        raise ValueError("imagine takes a view, never the table itself")
    view.mittens[DECK, UNSEEN] = 0
    for k in range(1, KINDS + 1):
        view.mittens[DECK, k] = kit.copies[k]
        for place in range(PLACES):
            if place != DECK:
                view.mittens[DECK, k] -= view.mittens[place, k]
    for place in range(DECK):
        for _ in range(view.mittens[place, UNSEEN]):
            rest, k = below(stream, total(view, DECK)), 1
            while rest >= view.mittens[DECK, k]:
                rest -= view.mittens[DECK, k]
                k += 1
            put(view, DECK, place, k)
        view.mittens[place, UNSEEN] = 0
    view.viewer = -2


@rule
def standing(kit, s, place, score):
    """More points are ahead; equal points share the place."""
    for p in range(kit.seats):
        score[p], place[p] = s.score[p], 1
        for other in range(kit.seats):
            place[p] += s.score[other] > s.score[p]
