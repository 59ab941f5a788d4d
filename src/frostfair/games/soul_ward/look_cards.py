"""The card faces of Soul Ward, in mm."""

from __future__ import annotations

from markupsafe import Markup

from frostfair.engine.kits import Kit
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.story import EDGE_ICONS
from frostfair.games.soul_ward.voice import card_text
from frostfair.paint import frames

TINTS = ("", "#e3f2f9", "#fbe3d3", "#e9dff2", "#fdf3cf", "#dde3ee")  # by rules.ICE .. SHADOW
SNOW = "#eef4fa"


def card(kit: Kit, table: str, kind: int, lang: str) -> Markup:
    """A card of the table "edge" or "middle" with its name and what it does."""
    name, text = card_text(kit, table, kind, lang)
    if table == "edge":
        drawing = frames.window(TINTS[kind]) + frames.centred(EDGE_ICONS[kind], 31.5, 31, 42)
    else:
        box = kit.record[0]
        number, strike = int(box["middle_number"][kind]), box["middle_what"][kind] == rules.STRIKE
        drawing = frames.window(SNOW) + frames.centred(f"strike{min(3, number)}" if strike else "frozen", 31.5, 35, 38)
        if strike:
            badge = f'fill="#ffffff" stroke="{frames.INK}" stroke-width=".9" stroke-linejoin="round"'
            drawing += frames.hexagon(12.5, 13, 7.6, badge) + frames.number(number, 12.5, 13, 9, foot=True)
    return frames.face(frames.paper() + drawing + frames.words(name, 31.5, 62, 6.6) + frames.paragraph(text, 31.5, 68.4), name)
