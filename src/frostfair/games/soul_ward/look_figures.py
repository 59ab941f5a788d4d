"""The rule book's pictures: real positions, built by moves, without anything to tap."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from frostfair.engine.game import PUBLIC, load
from frostfair.engine.scene import Person, Scene
from frostfair.games.soul_ward import words
from frostfair.games.soul_ward.look_board import PAINTS, Grid
from frostfair.games.soul_ward.look_story import LOOK, Story, read
from frostfair.games.soul_ward.look_wards import wards
from frostfair.games.soul_ward.voice import EDGE_ICONS
from frostfair.paint import icon
from frostfair.paint.frames import INK

MIDDLE = "strike1 strike2 frozen strike1 strike3 strike1 strike2 strike1 strike3 strike1 frozen strike2 strike1 strike2"
EDGE = "ice lightning fire fire ice lightning lightning ice fire fire lightning ice"
ROUND = ("mark L3", "mark T3", "mark B2", "mark B1", "mark L2", "mark R1")
PEOPLE = (Person("", "fox"), Person("", "owl"))


def scene(*moves: str, lang: str = "en", **options: object) -> Scene:
    """The table after a quick start and these moves, in notation; it tells what the last of them did."""
    game = load("soul_ward")
    table = game.start(game.kit(options={"quick": True, **options}))
    dealt = [f"deal {card}" for card in MIDDLE.split()] + [f"lay {card}" for card in EDGE.split()]
    for text in [*dealt, *moves]:
        before, move = table.copy(), words.read(table.kit, text)
        table.play(move)
    return Scene(table.view(PUBLIC), PEOPLE, lang, before.view(PUBLIC), move)


@cache
def figure(name: str, lang: str) -> Markup:
    """A picture of the rule book; KeyError for a name it does not know."""
    drawing = FIGURES[name](lang)
    still = re.sub(r' (?:id|data-glide)="[^"]*"', "", drawing)  # ids are places of a table, and a page has many figures
    return Markup(f'<div class="figure" aria-hidden="true">{still}</div>')


def _setup(lang: str) -> str:
    shown = replace(scene(lang=lang), before=None, move=None)
    return Grid(shown, read(shown)).draw()


def _markers(lang: str) -> str:
    shown = replace(scene(*ROUND, lang=lang), before=None, move=None)
    grid = Grid(shown, Story())
    return grid.draw(_rays(shown.view.record))


def _told(*moves: str, **options: object) -> Callable[[str], str]:
    """The whole board after these moves, with what the last of them did to the wards."""

    def draw(lang: str) -> str:
        shown = scene(*moves, lang=lang, **options)
        story = read(shown)
        return f'<div class="arena">{wards(shown, story)}<div class="field">{Grid(shown, story).draw()}</div></div>'

    return draw


def _neighbours(lang: str) -> str:
    """One side of the edge, once as it may be and once as it may not."""
    sides = ""
    for key, kinds, sign in (("right", (1, 2, 1), "i-yes"), ("wrong", (1, 1, 2), "i-no")):
        cards = "".join(f'<div class="edge k{kind}">{icon(EDGE_ICONS[kind])}</div>' for kind in kinds)
        sides += f'<div class="side {key}">{cards}<b>{icon(sign)}{escape(LOOK.say(lang, key))}</b></div>'
    return sides


def _rays(s: Any) -> str:
    """From every marker through the three spaces of its line: Green's solid, Red's dashed."""
    drawn = ""
    for seat, dash in enumerate(("", ' stroke-dasharray="3 2.6"')):
        path = "".join(_ray(e) for e in range(12) if s.marks[seat] >> e & 1)
        for colour, wide in ((INK, 2.6), (PAINTS[seat], 1.6)):
            drawn += f'<path d="{path}" stroke="{colour}" stroke-width="{wide}"{dash}/>'
    return f'<svg class="links" viewBox="0 0 100 100"><g fill="none" stroke-linecap="round">{drawn}</g></svg>'


def _ray(e: int) -> str:
    side, at, start, end = e // 3, 50 + (e % 3 - 1) * 22.4, 13, 83
    if side in (1, 2):  # right and bottom begin at the far end
        start, end = 100 - start, 100 - end
    return f"M{at} {start}V{end}" if side in (0, 2) else f"M{start} {at}H{end}"


ACTS = 6 * ("act",)
ICE = ("mark L1", "mark R2", "mark B2", "mark T3", "mark L3", "mark B1")
CORNER = ("mark T1", "mark L1", "mark T2", "mark L2", "mark B3", "mark R3", *ACTS, "gather", "storm")
FIGURES: dict[str, Callable[[str], str]] = {
    "setup": _setup,
    "markers": _markers,
    "ice": _told(*ICE, *ACTS[:3]),
    "fire": _told(*ICE, *ACTS[:4]),
    "lightning": _told(*ROUND, *ACTS[:5]),
    "crossing": _told(*ROUND, *ACTS, "take r2c2"),
    "storm": _told(*CORNER, storm="T3"),
    "neighbours": _neighbours,
}
