"""The card faces of Soul Ward, in mm."""

from __future__ import annotations

from markupsafe import Markup

from frostfair.engine.kits import Kit
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.voice import EDGE_ICONS, card_text
from frostfair.paint import frames

TINTS = ("", "#e3f2f9", "#fbe3d3", "#e9dff2", "#fdf3cf", "#dde3ee")  # by rules.ICE .. SHADOW
SNOW = "#eef4fa"


def card(kit: Kit, table: str, kind: int, lang: str) -> Markup:
    """A card of the table "edge" or "middle" with its name and what it does."""
    name, text = card_text(kit, table, kind, lang)
    lines = frames.rows(text)
    foot = 81 - 3.9 * max(3, len(lines))  # a long text lifts the name and makes the picture smaller
    size = min(42, foot - 20)
    if table == "edge":
        art = frames.window(TINTS[kind]) + frames.centred(EDGE_ICONS[kind], 31.5, foot / 2, size)
    else:
        art = frames.window(SNOW) + _middle(kit, kind, foot / 2 + 3, size - 4)
    return frames.face(
        frames.paper() + art + frames.words(name, 31.5, foot - 4, 6.6) + frames.paragraph(lines, 31.5, foot + 3), name
    )


def _middle(kit: Kit, kind: int, y: float, size: float) -> str:
    box = kit.record[0]
    if box["middle_what"][kind] != rules.STRIKE:
        return frames.centred("frozen", 31.5, y, size)
    number = int(box["middle_number"][kind])
    badge = f'fill="#ffffff" stroke="{frames.INK}" stroke-width=".9" stroke-linejoin="round"'
    index = f'<path d="{frames.hexagon(12.5, 13, 7.6)}" {badge}/>' + frames.number(number, 12.5, 13, 9)
    index += frames.foot(number, 12.5, 13, 9)
    return frames.centred(f"strike{min(3, number)}", 31.5, y, size) + index
