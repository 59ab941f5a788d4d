"""What every page of the house is made with: its reader, words, symbols, colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from frostfair import paint
from frostfair.engine.game import Game
from frostfair.engine.speech import Catalogue

FOLDER = Path(__file__).parent
WORDS = Catalogue(FOLDER)
SHEET = "<!--symbols-->"  # where a page's symbols go, once it is known which it uses
ENV = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True)
class Reader:
    """Who looks at a page.

    `device`: the hash of the device's cookie, "" if none.  `root`: the house's public address ("http://192.168.1.5:8000").
    `invite`: the link with the house's key, for other devices.
    """

    device: str
    lang: str
    root: str
    invite: str

    @property
    def key(self) -> str:
        """The query that lets another device in."""
        return self.invite.partition("?")[2]


def render(reader: Reader, template: str, path: str, **context: Any) -> str:
    """A template, with the symbols that it uses."""
    return with_symbols(fill(reader, template, path, **context))


def with_symbols(html: str) -> str:
    return html.replace(SHEET, paint.sheet(html), 1)


def fill(reader: Reader, template: str, path: str, *, game: Game | None = None, **context: Any) -> str:
    """A template with the words and pictures that every page has; `path` is where the reader is."""
    return ENV.get_template(template).render(
        t=partial(WORDS.say, reader.lang),
        reader=reader,
        lang=reader.lang,
        path=path,
        game=game,
        tokens=tokens(game),
        stamp=stamp(),
        icon=paint.icon,
        avatar=paint.avatar,
        unseen=paint.unseen,
        SHEET=Markup(SHEET),
        **context,
    )


@cache
def stamp() -> str:
    """Changes when a style, script or picture of the house does, so that browsers may keep them for ever."""
    digest = sha256(paint.base_css().encode())
    for file in sorted((FOLDER / "static").rglob("*.*")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:8]


@cache
def tokens(game: Game | None) -> Markup:
    colours: Mapping[str, str] = game.look.COLOURS if game else paint.FAIR
    return Markup(paint.tokens_css(colours))


@lru_cache(256)
def qr(address: str) -> Markup:
    """An address as a picture to scan."""
    drawing = segno.make(address, error="m").svg_inline(scale=1, border=3, omitsize=True, dark="#1b2a45", light="#fffdf6")
    return Markup(drawing.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1))
