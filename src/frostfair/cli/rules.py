"""frostfair rules: a rule book in the terminal."""

from __future__ import annotations

import re

from frostfair.cli.terminal import WORDS, GameName, Language


def rules(game: GameName, lang: Language = "") -> None:
    """Read a game's rule book; its pictures are told by their captions."""
    from rich.console import Console
    from rich.markdown import Markdown

    from frostfair.engine.game import load

    text = (load(game).folder / f"rulebook.{lang}.md").read_text(encoding="utf-8")
    captions = re.sub(r"!\[([^]]*)\]\([^)]*\)", lambda picture: WORDS.say(lang, "rules.figure", caption=picture[1]), text)
    Console().print(Markdown(captions))
