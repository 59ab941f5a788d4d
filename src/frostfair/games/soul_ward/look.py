"""How Soul Ward looks: the contract of docs/inside.md, drawn with the shared symbols.

Paper on snow, and lantern gold only where something is done.  The hexagon is Green's shape, the diamond Red's.
"""

from __future__ import annotations

from markupsafe import Markup, escape

from frostfair.engine.scene import Scene
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.look_board import LETTERS, Grid, pile
from frostfair.games.soul_ward.look_cards import card
from frostfair.games.soul_ward.look_dock import order, supply
from frostfair.games.soul_ward.look_story import LOOK, Story, read
from frostfair.games.soul_ward.voice import Voice
from frostfair.paint import frames, icon, unseen

__all__ = ["COLOURS", "board", "card", "dock", "stall", "summary"]

COLOURS = {"accent_light": "#5b3b94", "accent_dark": "#c9b2f5", "wool": "#5b2f70", "thread": "#d9bfe3"}
LOW = 10  # points from which a soul worries


def board(scene: Scene) -> Markup:
    """Both wards, the five by five spaces, and the pile."""
    story = read(scene)
    wards = "".join(_ward(scene, story, seat) for seat in range(rules.SEATS))
    return Markup(f'<div class="arena">{wards}<div class="field">{Grid(scene, story).draw()}{pile(scene)}</div></div>')


def dock(scene: Scene) -> Markup:
    laying = scene.view.record.phase < rules.MARK
    return Markup(supply(scene) if laying else order(scene, read(scene)))


def summary(scene: Scene) -> str:
    s = scene.view.record
    if s.phase == rules.OVER:
        return _say(scene.lang, "over")
    if s.phase == rules.DRAFT or s.phase == rules.LAY:
        return _say(scene.lang, "draft", n=s.placed + 1)
    return _say(scene.lang, "round", n=s.rounds) if s.rounds else _say(scene.lang, "dealing")


def stall(lang: str) -> Markup:
    """Two soul lanterns under a thundercloud: the picture says nothing that the name beside it does not."""
    use = frames.use
    pictures = (
        use("ward-g", 8, 60, 62),
        use("ward-r", 110, 60, 62),
        use("w-bolt", 66, 44, 48),
        use("ice-g", 64, 98, 25),
        use("ice-r", 91, 98, 25),
    )
    return frames.stall(COLOURS["wool"], COLOURS["thread"], "M0-7l6 7-6 7-6-7z", pictures)


def _say(lang: str, key: str, **fields: object) -> str:
    return LOOK.say(lang, f"look.{key}", **fields)


def _ward(scene: Scene, story: Story, seat: int) -> str:
    view, lang, person = scene.view, scene.lang, scene.people[seat]
    now, then = int(view.record.ward[seat]), int(view.record.ward[seat])
    if story.before:
        then = story.before[seat]
    if story.after:
        then, now = now, story.after[seat]
    most = int(view.kit.record[0]["most"])
    who = escape(_say(lang, "you") if person.you else person.name)
    bot = icon("i-ai", "bot") + unseen(_say(lang, "computer")) if person.bot else ""
    winner = view.over and view.standing()[0][seat] == 1 and not view.record.ward[1 - seat] == view.record.ward[seat]
    crown = f'<span class="crown">{icon("i-crown")}{unseen(_say(lang, "winner"))}</span>' if winner else ""
    cls = (
        "ward "
        + LETTERS[seat]
        + (" moved" if now != then else "")
        + (" hurt" if story.before and now != then else "")
        + (" first" if winner else "")
    )
    return (
        f'<section class="{cls}" id="ward-{seat}">{icon(_lantern(seat, now))}<b>{escape(Voice(view, lang).name(seat))} '
        f"<small>{who}{bot}</small></b>{crown}{_points(lang, then, now, most)}{_life(seat, then, now, most)}{_bubble(scene, story, then, now)}</section>"
    )


def _lantern(seat: int, points: int) -> str:
    return f"ward-{LETTERS[seat]}" + ("-out" if points == 0 else "-low" if points <= LOW else "")


def _points(lang: str, then: int, now: int, most: int) -> str:
    of = unseen(_say(lang, "of", most=most))
    if then == now:
        return f'<span class="hp">{now}{of}</span>'
    return f'<span class="hp"><small>{then}</small>{unseen(_say(lang, "falls" if now < then else "mends"))}{icon("i-to")}{now}{of}</span>'


_HATCH = "".join(f"M{x} 13l14-14" for x in range(-10, 120, 7))
_DOTS = "".join(f"M{x} {y}h.01" for y in (2, 6, 10) for x in range(3 - (y == 6) * 3, 122, 6))
_LOST = "".join(f"M{x} 13l14-14" for x in range(-10, 120, 6))


def _life(seat: int, then: int, now: int, most: int) -> str:
    """A bar of 120 by 12: what is left (hatched or dotted), what is lost or mended by this move in gold and ink."""
    left, all_ = 120 * min(then, now) / most, 120 * max(then, now) / most
    own = (
        f'<path fill="#4db38a" d="M0 0h120v12H0z"/><path d="{_HATCH}" stroke="#1b2a45" stroke-opacity=".35" stroke-width="2"/>'
        if seat == rules.GREEN
        else f'<path fill="#9c1f3b" d="M0 0h120v12H0z"/><path d="{_DOTS}" stroke="#ffffff" stroke-opacity=".65" stroke-width="2.6" stroke-linecap="round"/>'
    )
    change = f'<path fill="#ffb52e" d="M0 0h120v12H0z"/><path d="{_LOST}" stroke="#1b2a45" stroke-width="2"/>'
    change = f'<svg width="{all_:.4g}" height="12">{change}</svg>' if all_ > left else ""
    return (
        '<svg class="life" viewBox="0 0 120 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'{change}<svg width="{left:.4g}" height="12">{own}</svg></svg>'
    )


def _bubble(scene: Scene, story: Story, then: int, now: int) -> str:
    """What this move took from the ward or mended, with the picture of its cause."""
    if not story.before or now == then:
        return ""
    sign = f"−{then - now}" if now < then else f"+{now - then}"
    return f'<span class="hit" aria-hidden="true">{icon(story.cause)}{sign}</span>'
