"""How Soul Ward looks: the contract of docs/inside.md, drawn with the shared symbols.

Paper on snow, and lantern gold only where something is done.  The hexagon is Green's shape, the diamond Red's.
"""

from __future__ import annotations

from markupsafe import Markup

from frostfair.engine.scene import Scene
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.look_board import Grid, pile
from frostfair.games.soul_ward.look_cards import card
from frostfair.games.soul_ward.look_dock import order, supply
from frostfair.games.soul_ward.look_figures import figure
from frostfair.games.soul_ward.look_story import LOOK, read
from frostfair.games.soul_ward.look_wards import wards
from frostfair.paint import frames

__all__ = ["COLOURS", "board", "card", "dock", "figure", "stall", "summary"]

COLOURS = {"accent_light": "#5b3b94", "accent_dark": "#c9b2f5", "wool": "#5b2f70", "thread": "#d9bfe3"}


def board(scene: Scene) -> Markup:
    """Both wards, the five by five spaces, and the pile."""
    story = read(scene)
    return Markup(
        f'<div class="arena">{wards(scene, story)}<div class="field">{Grid(scene, story).draw()}{pile(scene)}</div></div>'
    )


def dock(scene: Scene) -> Markup:
    laying = scene.view.record.phase < rules.MARK
    return Markup(supply(scene) if laying else order(scene, read(scene)))


def summary(scene: Scene) -> str:
    s = scene.view.record
    if s.phase == rules.OVER:
        return LOOK.say(scene.lang, "over")
    if s.phase == rules.DRAFT or s.phase == rules.LAY:
        return LOOK.say(scene.lang, "draft", n=s.placed + 1)
    return LOOK.say(scene.lang, "round", n=s.rounds) if s.rounds else LOOK.say(scene.lang, "dealing")


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
