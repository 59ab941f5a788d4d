"""The pages of the house as HTML.  A table's page is drawn in `pages_table`, what all share in `page`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from frostfair.engine.errors import FrostfairError
from frostfair.engine.game import Game
from frostfair.house.page import WORDS, Reader, qr, render
from frostfair.house.pages_table import frame, preview, table
from frostfair.house.table import Table

__all__ = ["Reader", "check", "frame", "lobby", "preview", "problem", "rules", "sentence", "table"]


def sentence(reader: Reader, key: str) -> str:
    """Why something was refused, by its short name, in the reader's language."""
    try:
        return WORDS.say(reader.lang, f"fault.{key}")
    except KeyError:
        return WORDS.say(reader.lang, "fault.other")


def lobby(reader: Reader, games: Iterable[Game], mine: Iterable[Table]) -> str:
    """The fair: one stall a game, the device's running games, and the way in for other devices."""
    running = [
        {
            "code": table.code,
            "title": table.game.words.title(reader.lang),
            "turn": any(seat in table.asked for seat in table.held(reader.device)),
            "begun": table.begun is not None,
        }
        for table in mine
    ]
    running.sort(key=lambda table: not table["turn"])
    return render(reader, "lobby.html", "/", games=list(games), running=running, qr=qr(reader.invite))


def rules(reader: Reader, game: Game) -> str:
    """A game's rule book."""
    body = _rulebook(game, reader.lang)
    return render(reader, "rules.html", f"/rules/{game.name}", game=game, body=body)


def check(reader: Reader, table: Table) -> str:
    """The page that proves a finished game's chance, in the browser alone."""
    return render(reader, "check.html", f"/t/{table.code}/check", game=table.game, code=table.code)


def problem(reader: Reader, status: int, text: str) -> str:
    """Something was refused or is missing: one kind sentence and the way back."""
    return render(reader, "problem.html", "/", status=status, text=text)


@cache
def _rulebook(game: Game, lang: str) -> Markup:
    text = (game.folder / f"rulebook.{lang}.md").read_text("utf-8")
    book = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")

    def figure(self: Any, tokens: Any, at: int, options: Any, env: Any) -> str:
        token = tokens[at]
        scheme, _, name = str(token.attrs["src"]).partition(":")
        if scheme != "figure":
            raise FrostfairError(f"rulebook.{lang}.md of {game.name}: {token.attrs['src']} is no figure:NAME")
        caption = Markup("<figcaption>{}</figcaption>").format(token.content) if token.content else ""
        return str(Markup("<figure>{}{}</figure>").format(game.look.figure(name, lang), caption))

    book.add_render_rule("image", figure)
    html = book.render(text).replace("<p><figure>", "<figure>").replace("</figure></p>", "</figure>")
    return Markup(html)
