"""What the commands share: their common arguments, the reader's language, answers for programs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from frostfair.engine.speech import LANGUAGES, Catalogue, Event, best_language

if TYPE_CHECKING:
    from frostfair.engine.line import Line

WORDS = Catalogue(Path(__file__).parent)
ME: Final = "me"  # who sits at the terminal, among the names of players


def game_names() -> list[str]:
    from frostfair.engine.game import discover

    return list(discover())


def read_language(tag: str) -> str:
    """The language asked for, or that of the terminal."""
    if not tag:
        return best_language(os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = best_language([tag], "")
    if not language:
        raise typer.BadParameter(f"{tag!r} is not one of {', '.join(LANGUAGES)}")
    return language


def read_names(text: str) -> list[str]:
    """Names separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def read_options(pairs: Iterable[str]) -> dict[str, str]:
    """NAME=VALUE, as often as given."""
    options = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise typer.BadParameter(f"{pair!r} is not NAME=VALUE", param_hint="--option")
        options[name.strip().replace("-", "_")] = value.strip()
    return options


def number(value: float, digits: int, lang: str) -> str:
    """A number for people: groups by a narrow space, the decimal sign of the language."""
    text = f"{value:_.{digits}f}".replace("_", "\u202f")
    return text if lang == "en" else text.replace(".", ",")


def print_json(answer: object) -> None:
    typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))


GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=game_names, help="Its folder: soul_ward or soul-ward.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A record: JSON lines.")]
Language = Annotated[str, typer.Option("--lang", callback=read_language, help="en, de or fr; default: the terminal's.")]
Options = Annotated[list[str], typer.Option("--option", metavar="NAME=VALUE", help="As listed by frostfair games.")]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]


def told(line: Line, n: int, viewer: int, lang: str) -> str:
    """The n-th move of a line (from 0) as a sentence for one viewer."""
    before, after, move = line.positions[n], line.positions[n + 1], line.moves[n].move
    event: Event = line.game.words.event(before.view(viewer), before.seen(move, viewer), after.view(viewer), lang)
    return event.text
