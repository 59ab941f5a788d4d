"""The style sheets: a page's custom properties, and what all pages share."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from frostfair.paint.palette import SEAT_PAINT, TOKENS
from frostfair.paint.symbols import FOLDER

FAIR: Mapping[str, str] = {"accent_light": "#1f5c9e", "accent_dark": "#8cc1f5", "wool": "#24406e", "thread": "#ffffff"}
_STITCHES = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 7"><path fill="{}" d="M0 1l3.5 2 3.5-2v3l-3.5 2-3.5-2z"/></svg>'
)


def tokens_css(colours: Mapping[str, str] = FAIR) -> str:
    """Custom properties, light and dark, for a game's COLOURS (accent_light, accent_dark, wool, thread) or the fair's."""
    light, dark = (
        "".join(f"--{name}:{colour};" for name, colour in {**TOKENS[mode], "accent": colours[f"accent_{mode}"]}.items())
        for mode in ("light", "dark")
    )
    knit = quote(_STITCHES.format(colours["thread"]), safe=" =:/")
    return (
        f":root{{color-scheme:light dark;{light}--wool:{colours['wool']};--knit:url('data:image/svg+xml,{knit}')}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    )


def base_css() -> str:
    """What all pages share, and a class `p-NAME` for each seat's paint; it looks for the typefaces in `fonts/` beside it."""
    paints = "".join(f".p-{name}{{--c:{colour}}}" for name, colour in SEAT_PAINT.items())
    return f"{(FOLDER / 'base.css').read_text('utf-8')}{paints}\n"
