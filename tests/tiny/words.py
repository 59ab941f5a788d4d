"""Mittens in words: notation, sentences and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from frostfair.engine.errors import BadNotation, IllegalMove
from frostfair.engine.game import View
from frostfair.engine.kits import Kit
from frostfair.engine.speech import Catalogue, Event

from . import rules

WORDS = Catalogue(Path(__file__).parent)
FIRST = {rules.DRAW: "draw", rules.LAY: "lay", rules.NAME: "name", rules.ANSWER: "answer", rules.OPEN: "open"}
ICONS = {"draw": "i-cards", "lay": "i-to", "name": "i-hint", "answer": "i-wait", "open": "i-look"}
RULINGS = {"draw": "T-1", "lay": "T-2", "name": "T-3", "answer": "T-4", "open": "T-5"}


def parts(move: int) -> tuple[str, int]:
    """What a move does and with which kind; 0 is a mitten face down, or none."""
    down = move in (rules.DRAW, rules.ANSWER, rules.OPEN)
    base = move if down else max(first for first in FIRST if first < move)
    return FIRST[base], move - base


def title(lang: str) -> str:
    return WORDS.say(lang, "title")


def facts(lang: str) -> dict[str, str]:
    return {name: WORDS.say(lang, f"facts.{name}") for name in ("players", "minutes", "ages", "pitch")}


def write(kit: Kit, move: int) -> str:
    what, kind = parts(move)
    if kind == rules.UNSEEN:
        return {"draw": "draw ?", "answer": "answered", "open": "open"}[what]
    return f"{what} {kit.cards['mitten'].get(kind, kind)}"


def read(kit: Kit, text: str, lang: str = "en") -> int:
    known = {write(kit, move): move for move in range(rules.MOVES)}
    move = known.get(" ".join(text.lower().split()))
    if move is None:
        raise BadNotation(f"{text!r} is no move of Mittens; there are: {', '.join(known)}")
    return move


def seat_name(kit: Kit, seat: int, lang: str) -> str:
    return WORDS.say(lang, f"seat.{seat}")


def card_text(kit: Kit, table: str, kind: int, lang: str) -> tuple[str, str]:
    if kind == rules.UNSEEN:
        return WORDS.say(lang, "mitten.back"), ""
    points = WORDS.say(lang, "points", n=int(kit.record["number"][0, kind]))
    return WORDS.say(lang, f"mitten.{kit.cards[table][kind]}"), points


def option_words(name: str, lang: str) -> tuple[str, str]:
    return WORDS.say(lang, f"option.{name}"), WORDS.say(lang, f"option.{name}.help")


def event(before: View, move: int, after: View, lang: str) -> Event:
    what, kind = parts(move)
    seat = _drawer(before) if what == "draw" else None if what == "open" else before.waiting()
    fields: dict[str, Any] = {"mitten": card_text(before.kit, "mitten", kind, lang)[0]}
    if seat is not None:
        fields["seat"] = seat_name(before.kit, seat, lang)
    if what == "open":
        turned = after.record.mittens[rules.GONE] - before.record.mittens[rules.GONE]
        fields["mittens"] = _list(before.kit, turned, lang)
    elif what == "lay":
        fields["points"] = card_text(before.kit, "mitten", kind, lang)[1]
    key = f"event.{what}_unseen" if kind == rules.UNSEEN and seat is not None else f"event.{what}"
    return Event(WORDS.say(lang, key, **fields), ICONS[what], seat if what != "draw" else None)


def question(view: View, seat: int, lang: str) -> str:
    phase = int(view.record.phase)
    if phase in (rules.OPEN, rules.OVER):
        return WORDS.say(lang, "question.open" if phase == rules.OPEN else "question.over")
    owes = seat >= 0 and view.together() >> seat & 1
    who = _drawer(view) if phase == rules.DRAW else seat if owes else view.waiting()
    return WORDS.say(lang, f"question.{FIRST[phase]}", seat=seat_name(view.kit, who, lang))


def name_move(view: View, move: int, lang: str) -> str:
    what, kind = parts(move)
    return WORDS.say(lang, f"do.{what}", mitten=card_text(view.kit, "mitten", kind, lang)[0])


def offer(view: View, moves: Sequence[int], lang: str) -> str:
    return WORDS.say(lang, "offer", moves=", ".join(name_move(view, move, lang) for move in moves))


def verb(view: View, move: int, lang: str) -> str:
    return WORDS.say(lang, f"verb.{parts(move)[0]}")


def why_not(view: View, seat: int, move: int, lang: str) -> IllegalMove:
    asked = view.waiting() == seat or bool(seat >= 0 and view.together() >> seat & 1)
    what, kind = parts(move)
    phase = int(view.record.phase)
    if not asked or phase not in FIRST:
        return IllegalMove(WORDS.say(lang, "why.turn"))
    if what == FIRST[phase] and kind != rules.UNSEEN:
        mitten = card_text(view.kit, "mitten", kind, lang)[0] if kind in view.kit.cards["mitten"] else str(kind)
        return IllegalMove(WORDS.say(lang, "why.none", mitten=mitten), RULINGS[what])
    return IllegalMove(question(view, seat, lang), RULINGS[FIRST[phase]])


def result(view: View, lang: str) -> str:
    places, scores = view.standing()
    winners = [seat_name(view.kit, p, lang) for p, place in enumerate(places) if place == 1]
    points = WORDS.say(lang, "points", n=max(scores))
    return WORDS.say(lang, "result.one" if len(winners) == 1 else "result.other", seats=", ".join(winners), points=points)


def board_text(view: View, lang: str) -> str:
    s = view.record
    lines = []
    for p in range(view.kit.seats):
        hand = _list(view.kit, s.mittens[rules.HANDS + p], lang)
        points = WORDS.say(lang, "points", n=int(s.score[p]))
        lines.append(WORDS.say(lang, "board.seat", seat=seat_name(view.kit, p, lang), points=points, hand=hand))
        if s.mittens[rules.ANSWERS + p].any():
            lines.append(WORDS.say(lang, "board.answer", answer=_list(view.kit, s.mittens[rules.ANSWERS + p], lang)))
    if s.named != rules.UNSEEN:
        lines.append(WORDS.say(lang, "board.named", mitten=card_text(view.kit, "mitten", int(s.named), lang)[0]))
    for place, key in ((rules.DECK, "board.deck"), (rules.GONE, "board.gone")):
        lines.append(WORDS.say(lang, key, mittens=_list(view.kit, s.mittens[place], lang)))
    return "\n".join(lines)


def _drawer(view: View) -> int:
    return int(rules.drawer(view.kit.record.view(np.recarray)[0], view.record))


def _list(kit: Kit, counts: Any, lang: str) -> str:
    """ "2 × Fir, 3 × mitten face down": how many of each kind lie somewhere."""
    named = [f"{n} × {card_text(kit, 'mitten', kind, lang)[0]}" for kind, n in enumerate(counts) if n]
    return ", ".join(named) or WORDS.say(lang, "board.none")
