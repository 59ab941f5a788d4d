"""What the cards and stalls of all games share: SVG in mm for cards of 63 x 88, drawn to a bleed of 3.5."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from frostfair.paint.palette import PAINT
from frostfair.paint.symbols import width

INK = PAINT["ink"]
_SIGNS = {"+": "plus", "-": "minus", "−": "minus", "?": "ask", "x": "times", "!": "bang"}
_NARROW, _WIDE = set("ijltfrI1.,:;'’!|() \u202f"), set("mwMWœŒæÆ@")


def use(symbol: str, x: float, y: float, wide: float, high: float | None = None, extra: str = "") -> str:
    """A symbol in a box of so many mm, square if no height is given."""
    high = wide if high is None else high
    return f'<use href="#{symbol}" x="{x:.5g}" y="{y:.5g}" width="{wide:.5g}" height="{high:.5g}"{extra}/>'


def centred(symbol: str, x: float, y: float, wide: float) -> str:
    return use(symbol, x - wide / 2, y - wide / 2, wide)


def number(value: int | str, x: float, y: float, high: float, fill: str = INK) -> str:
    """Digits as outlines, centred on a point."""
    signs = ["d" + _SIGNS.get(sign, sign) for sign in str(value)]
    left = x - sum(map(width, signs)) * high / 148 / 2
    drawn = ""
    for sign in signs:
        wide = width(sign) * high / 148
        drawn += use(sign, left, y - high / 2, wide, high, f' fill="{fill}"')
        left += wide
    return drawn


def foot(value: int | str, x: float, y: float, high: float) -> str:
    """The rule below 6 and 9 on what can lie upside down."""
    if str(value) not in ("6", "9"):
        return ""
    return f'<path d="M{x - high / 4:.4g} {y + high * 0.6:.4g}h{high / 2:.4g}" stroke="{INK}" stroke-width="{high / 11:.2g}"/>'


def measure(text: str, size: float) -> float:
    """About how wide a text runs in our two typefaces."""
    return size * sum(0.32 if c in _NARROW else 0.86 if c in _WIDE else 0.68 if c.isupper() else 0.55 for c in text)


def words(text: str, x: float, y: float, size: float, *, fit: float = 50, plain: bool = False) -> str:
    """One centred line, shrunk to `fit` mm: a name in Fredoka, or a plain sentence."""
    size = min(size, size * fit / measure(text, size)) if text else size
    family, weight = ("Atkinson Hyperlegible", 400) if plain else ("Fredoka", 600)
    return (
        f'<text x="{x:.5g}" y="{y:.5g}" font-family="{family}" font-weight="{weight}" font-size="{size:.3g}" '
        f'text-anchor="middle" fill="{INK}">{escape(text)}</text>'
    )


def rows(text: str, size: float = 3.2, fit: float = 50) -> list[str]:
    """A text broken into lines of at most `fit` mm."""
    broken: list[str] = []
    for word in text.split(" "):
        if broken and measure(f"{broken[-1]} {word}", size) <= fit:
            broken[-1] += f" {word}"
        else:
            broken.append(word)
    return broken


def paragraph(lines: Iterable[str], x: float, y: float, size: float = 3.2, gap: float = 3.9) -> str:
    """Centred lines, the first at height y."""
    return "".join(words(line, x, y + i * gap, size, plain=True) for i, line in enumerate(lines))


def paper(fill: str = PAINT["paper"]) -> str:
    """The card's ground, to the bleed."""
    return f'<rect x="-3.5" y="-3.5" width="70" height="95" fill="{fill}"/>'


def window(sky: str) -> str:
    """The framed picture of a card; its corners match the card's."""
    return f'<rect x="3.5" y="3.5" width="56" height="81" rx="4" fill="{sky}" stroke="{INK}" stroke-width=".7"/>'


def hexagon(x: float, y: float, r: float) -> str:
    """The path of a hexagon that stands on a corner."""
    wide, half = r * 0.87, r * 0.5
    return f"M{x:.4g} {y - r:.4g}l{wide:.4g} {half:.4g}v{r:.4g}l{-wide:.4g} {half:.4g}{-wide:.4g}{-half:.4g}v{-r:.4g}z"


def face(drawing: str, label: str = "") -> Markup:
    """A card's face as a picture; without a label it says nothing."""
    says = Markup('role="img" aria-label="{}"').format(label) if label else 'aria-hidden="true" focusable="false"'
    return Markup(f'<svg viewBox="0 0 63 88" {says}>{drawing}</svg>')


def back(knit: str, wool: str, thread: str) -> Markup:
    """A knitted card back: a quarter chart turned four ways with its stitches over it, to the bleed."""
    turns = ("", "matrix(-1 0 0 1 63 0)", "matrix(1 0 0 -1 0 88)", "matrix(-1 0 0 -1 63 88)")

    def four(symbol: str) -> str:
        quarter = use(symbol, -3.5, -3.5, 35, 47.5)
        return "".join(f'<g transform="{turn}">{quarter}</g>' if turn else quarter for turn in turns)

    stitches = f'<g fill="{thread}">{four(knit)}</g><g stroke="{INK}" stroke-opacity=".35">{four("wool")}</g>'
    return face(paper(wool) + stitches)


def stall(wool: str, thread: str, emblem: str, pictures: Iterable[str]) -> Markup:
    """A market stall: `pictures` before snowy hills, under an awning of two colours with an emblem (a path around 0 0)."""
    awning, wide = "", 30
    for i in range(6):
        cloth, mark = (wool, thread) if i % 2 == 0 else (thread, wool)
        awning += f'<path d="M{i * wide} 0h{wide}v24a15 15 0 0 1-{wide} 0z" fill="{cloth}" stroke="{INK}" stroke-width="1.5"/>'
        awning += f'<path transform="translate({i * wide + 15} 16)" d="{emblem}" fill="{mark}"/>'
    stars = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.3"/>' for x, y in ((22, 52), (58, 62), (122, 54), (160, 66), (92, 48), (142, 84))
    )
    hills = '<path class="hill2" d="M0 94q70-14 180-2v40H0z"/><path class="hill" d="M0 112q90-8 180 0v20H0z"/>'
    return Markup(
        '<svg class="scene" viewBox="0 0 180 132" aria-hidden="true" focusable="false"><path class="sky" d="M0 0h180v132H0z"/>'
        f'<g class="star">{stars}</g>{hills}{"".join(pictures)}{awning}</svg>'
    )
