"""Why a move of Soul Ward cannot be played now: the ruling and the reason."""

from __future__ import annotations

from frostfair.engine.errors import IllegalMove
from frostfair.engine.game import View
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.voice import PHASE, Voice

RULINGS = ("W-5", "W-1", "W-6", "W-7", "W-12", "W-19", "W-21", "W-27", "W-27", "W-30")  # what says that a phase comes now

Reason = tuple[str, str, dict[str, object]]  # the sentence, the ruling, the sentence's fields


def why_not(view: View, seat: int, move: int, lang: str) -> IllegalMove:
    """Ruling and reason why this seat (or nature) cannot make this move now; ValueError if it can."""
    if move in view.legal(seat):
        raise ValueError(f"move {move} is legal now")
    voice = Voice(view, lang)
    why, ruling, fields = _reason(voice, seat, move)
    return IllegalMove(voice.say(f"why.{why}", **fields), ruling)


def _reason(voice: Voice, seat: int, move: int) -> Reason:
    s, who, phase = voice.s, voice.view.waiting(), int(voice.s.phase)
    if phase == rules.OVER:
        return "over", RULINGS[phase], {}
    if move >= rules.DEALS and seat != rules.NATURE:
        return "nature", RULINGS[PHASE[move]], {}
    if who != seat:
        return ("wait", "", {"now": voice.now()}) if who == rules.NATURE else ("turn", "", {"name": voice.name(who)})
    if PHASE[move] != phase or (move < rules.DEALS and seat == rules.NATURE):
        return "now", RULINGS[phase], {"now": voice.now()}
    if phase == rules.DRAFT:
        return _unlaid(voice, move // 5, move % 5 + 1)
    if phase == rules.LAY:
        return _unlaid(voice, int(s.placed), move - rules.LAYS + 1)
    if phase == rules.MARK:
        return _unmarked(voice, seat, move - rules.MARKS)
    if phase == rules.WIN:
        return _untaken(voice, seat, move - rules.TAKES)
    k = move - rules.DEALS + 1
    return ("gone", "W-5", {"card": voice.card("middle", k)}) if k in voice.view.kit.cards["middle"] else ("lacks", "W-5", {})


def _unlaid(voice: Voice, e: int, k: int) -> Reason:
    s, card = voice.s, voice.card("edge", k)
    if s.edge[e] != rules.EMPTY:
        return "full", "W-1", {"card": voice.edge_card(e)}
    if voice.view.kit.record[0]["edge_copies"][k] == 0:
        return "lacks", "W-1", {}
    if s.supply[k] == 0:
        return "gone", "W-1", {"card": card}
    if (e % 3 > 0 and s.edge[e - 1] == k) or (e % 3 < 2 and s.edge[e + 1] == k):
        return "twin", "W-2", {"card": card}
    return "stuck", "W-3", {}


def _unmarked(voice: Voice, seat: int, e: int) -> Reason:
    order = [int(space) for space in voice.s.order]
    for why, space in (("marked", e), ("across", (e + 6) % 12)):
        if space in order and (why == "marked" or voice.turn(order.index(space)) != seat):
            nth = order.index(space)
            return why, "W-9", {"name": voice.name(voice.turn(nth)), "n": nth // 2 + 1}
    return "storm", "W-10", {}


def _untaken(voice: Voice, seat: int, m: int) -> Reason:
    marks = int(voice.s.marks[seat])
    column, row = 0b1000001 << m % 3, 0b1000001 << 3 + m // 3
    if not (marks & column and marks & row):
        return "crossing", "W-26", {}
    return ("empty", "W-22", {}) if voice.s.middle[m] == rules.EMPTY else ("once", "W-21", {})
