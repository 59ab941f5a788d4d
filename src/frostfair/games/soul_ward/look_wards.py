"""The two wards: lantern, points, and what a frame took from them or mended."""

from __future__ import annotations

from markupsafe import escape

from frostfair.engine.scene import Scene
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.look_board import LETTERS, PAINTS
from frostfair.games.soul_ward.look_story import LOOK, Story
from frostfair.games.soul_ward.voice import Voice
from frostfair.paint import frames, icon, unseen

LOW = 10  # points from which a soul worries


def wards(scene: Scene, story: Story) -> str:
    return "".join(_ward(scene, story, seat) for seat in range(rules.SEATS))


def _ward(scene: Scene, story: Story, seat: int) -> str:
    view, lang, person = scene.view, scene.lang, scene.people[seat]
    then = now = int(view.record.ward[seat])
    if story.before:
        then = story.before[seat]
    if story.after:
        now = story.after[seat]
    most = int(view.kit.record[0]["most"])
    won = view.over and now > int(view.record.ward[1 - seat])
    moved = (" moved" if now != then else "") + (" hurt" if story.before and now != then else "")
    who = escape(LOOK.say(lang, "you") if person.you else person.name)
    bot = f"{icon('i-ai', 'bot')}{unseen(LOOK.say(lang, 'computer'))}" if person.bot else ""
    level = f'<span class="level">{escape(person.level)}</span>' if person.level else ""
    crown = f'<span class="crown">{icon("i-crown")}{unseen(LOOK.say(lang, "winner"))}</span>' if won else ""
    return (
        f'<section class="ward {LETTERS[seat]}{moved}{" first" if won else ""}" id="ward-{seat}">{icon(_lantern(seat, now))}'
        f"<b>{escape(Voice(view, lang).name(seat))} <small>{who}{bot}{level}</small></b>{crown}"
        f"{_points(lang, then, now, most)}{_life(seat, then, now, most)}{_bubble(story, then, now)}</section>"
    )


def _lantern(seat: int, points: int) -> str:
    return f"ward-{LETTERS[seat]}{'-out' if points == 0 else '-low' if points <= LOW else ''}"


def _points(lang: str, then: int, now: int, most: int) -> str:
    change = ""
    if now != then:
        change = f"<small>{then}</small>{unseen(LOOK.say(lang, 'falls' if now < then else 'mends'))}{icon('i-to')}"
    return f'<span class="hp">{change}{now}{unseen(LOOK.say(lang, "of", most=most))}</span>'


_BAR = "M0 0h120v12H0z"
_HATCH = "".join(f"M{x} 13l14-14" for x in range(-10, 120, 7))
_DOTS = "".join(f"M{x} {y}h.01" for y, start in ((2, 3), (6, 0), (10, 3)) for x in range(start, 122, 6))
_PATTERNS = (
    f'<path d="{_HATCH}" stroke="{frames.INK}" stroke-opacity=".35" stroke-width="2"/>',
    f'<path d="{_DOTS}" stroke="#ffffff" stroke-opacity=".65" stroke-width="2.6" stroke-linecap="round"/>',
)
_CHANGE = f'<path fill="#ffb52e" d="{_BAR}"/><path d="{_HATCH}" stroke="{frames.INK}" stroke-width="2"/>'


def _life(seat: int, then: int, now: int, most: int) -> str:
    """A bar of 120 by 12: Green's hatched, Red's dotted; what is lost or mended is striped in gold and ink."""
    least, more = 120 * min(then, now) / most, 120 * max(then, now) / most
    change = f'<svg width="{more:.4g}" height="12">{_CHANGE}</svg>' if more > least else ""
    return (
        '<svg class="life" viewBox="0 0 120 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'{change}<svg width="{least:.4g}" height="12"><path fill="{PAINTS[seat]}" d="{_BAR}"/>{_PATTERNS[seat]}</svg></svg>'
    )


def _bubble(story: Story, then: int, now: int) -> str:
    """What this move took or mended, with the picture of its cause."""
    if not story.before or now == then:
        return ""
    sign = f"−{then - now}" if now < then else f"+{now - then}"
    return f'<span class="hit" aria-hidden="true">{icon(story.cause)}{sign}</span>'
