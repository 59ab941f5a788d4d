"""The sheet of symbols, our one source of art, and the pictures a page makes of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Protocol

from markupsafe import Markup, escape

from frostfair.paint.palette import SEATS

FOLDER = Path(__file__).parent
_SYMBOL = re.compile(r'(<symbol id="([^"]+)" viewBox="[^"]+">)<title>[^<]*</title>(.*</symbol>)')
_USE = re.compile(r'<use href="#([^"]+)"')


class Seated(Protocol):
    """Whoever sits in a seat."""

    @property
    def animal(self) -> str: ...

    @property
    def bot(self) -> bool: ...


@cache
def symbols() -> dict[str, str]:
    """Every symbol by its id, without the title it has for those who edit the sheet."""
    text = (FOLDER / "symbols.svg").read_text("utf-8")
    return {m[2]: m[1] + m[3] for m in _SYMBOL.finditer(text)}


@cache
def width(symbol: str) -> float:
    """How wide a symbol is drawn, in its own units.  KeyError for one that the sheet lacks."""
    return float(symbols()[symbol].split('"', 4)[3].split()[2])


@cache
def needs(symbol: str) -> frozenset[str]:
    """A symbol and all that it uses in turn.  KeyError for one that the sheet lacks."""
    inner = _USE.findall(symbols()[symbol])
    return frozenset({symbol}.union(*(needs(other) for other in inner)))


def sheet(html: str) -> Markup:
    """An `<svg>` of no size with the symbols that `html` uses, each once; put it in the same page."""
    used: set[str] = set()
    for symbol in set(_USE.findall(html)):
        used |= needs(symbol)
    text = "".join(drawing for symbol, drawing in symbols().items() if symbol in used)
    return Markup(f'<svg width="0" height="0" class="sheet" aria-hidden="true" focusable="false"><defs>{text}</defs></svg>')


def icon(symbol: str, cls: str = "", style: str = "") -> Markup:
    """A symbol as a picture that says nothing: what it means stands beside it in words."""
    extra = "".join(f' {name}="{escape(value)}"' for name, value in (("class", cls), ("style", style)) if value)
    return Markup(f'<svg aria-hidden="true" focusable="false"{extra}><use href="#{symbol}"/></svg>')


def unseen(text: str) -> Markup:
    """Words for screen readers alone."""
    return Markup('<span class="hide">{}</span>').format(text)


def avatar(person: Seated) -> Markup:
    """A seat's animal on its paint; a bot's has a small sign."""
    paint = SEATS[person.animal]
    return Markup(f'<span class="av p-{paint}{" ai" if person.bot else ""}">{icon(person.animal)}</span>')
