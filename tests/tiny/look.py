"""Mittens on the screen: plain, and drawn from a view alone."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from frostfair.engine.kits import Kit
from frostfair.engine.scene import Scene

from . import rules, words

COLOURS = {"accent_light": "#7a3b69", "accent_dark": "#e0a3cf", "wool": "#8c4a79", "thread": "#f3e6ef"}
INK = {"back": "#8c4a79", "fir": "#2f6b4f", "star": "#9a6b00", "moon": "#35598f", "bell": "#8f3b35"}


def card(kit: Kit, table: str, kind: int, lang: str) -> Markup:
    name, help_ = words.card_text(kit, table, kind, lang)
    ink = INK[kit.cards[table][kind] if kind else "back"]
    return Markup(
        '<svg class="mitten" viewBox="0 0 30 40" role="img"><title>{}</title><rect width="30" height="40" rx="4" fill="{}"/>'
        '<text x="15" y="23" font-size="6" text-anchor="middle" fill="#fff">{}</text></svg>'
    ).format(f"{name}, {help_}" if help_ else name, ink, name if kind else "?")


def board(scene: Scene) -> Markup:
    s = scene.view.record
    seats = Markup("").join(_seat(scene, p) for p in range(scene.view.kit.seats))
    named = Markup('<p id="named">{}</p>').format(card(scene.view.kit, "mitten", int(s.named), scene.lang) if s.named else "")
    middle = Markup("").join(
        Markup('<p id="{}">{}</p>').format(place, _row(scene, s.mittens[row]))
        for place, row in (("deck", rules.DECK), ("gone", rules.GONE))
    )
    return Markup('<div class="mittens">{}{}{}{}</div>').format(seats, named, middle, _names(scene))


def dock(scene: Scene) -> Markup:
    return Markup("")


def summary(scene: Scene) -> str:
    return words.WORDS.say(scene.lang, "board.deck", mittens=int(scene.view.record.mittens[rules.DECK].sum()))


def stall(lang: str) -> Markup:
    return figure("mitten", lang)


def figure(name: str, lang: str) -> Markup:
    drawn = '<svg viewBox="0 0 30 40" role="img"><title>{}</title><rect width="30" height="40" rx="4" fill="{}"/></svg>'
    return Markup(drawn).format(words.title(lang), INK["back"])


def _seat(scene: Scene, p: int) -> Markup:
    s, kit = scene.view.record, scene.view.kit
    name = words.seat_name(kit, p, scene.lang)
    points = words.WORDS.say(scene.lang, "points", n=int(s.score[p]))
    chosen = {rules.LAY: "lay", rules.ANSWER: "answer"}.get(int(s.phase)) if p == scene.seat else None
    hand = _row(scene, s.mittens[rules.HANDS + p], tap=chosen)
    answer = _row(scene, s.mittens[rules.ANSWERS + p])
    return Markup('<section id="seat-{}"><h2>{}: {}</h2><p class="hand">{}</p><p class="answer">{}</p></section>').format(
        p, scene.people[p].name or name, points, hand, answer
    )


def _row(scene: Scene, counts: Any, tap: str | None = None) -> Markup:
    """Mittens of one place, kind by kind; with `tap` those that the reader may lay or answer with are buttons."""
    shown = []
    for kind, n in enumerate(counts):
        face = card(scene.view.kit, "mitten", kind, scene.lang) if n else Markup("")
        moves = [move for move in scene.legal if tap and words.parts(move) == (tap, kind)]
        shown += [_button(scene, moves[0], face) if moves and not i else face for i in range(int(n))]
    return Markup(" ").join(shown)


def _names(scene: Scene) -> Markup:
    kit = scene.view.kit
    naming = [(move, kind) for move in scene.legal for what, kind in [words.parts(move)] if what == "name"]
    faces = [_button(scene, move, card(kit, "mitten", kind, scene.lang)) for move, kind in naming]
    return Markup('<p id="names">{}</p>').format(Markup(" ").join(faces))


def _button(scene: Scene, move: int, face: Markup) -> Markup:
    label = words.name_move(scene.view, move, scene.lang)
    return Markup('<button form="try" name="try" value="{}" aria-label="{}">{}</button>').format(scene.value(move), label, face)
