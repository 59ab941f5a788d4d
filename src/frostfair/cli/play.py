"""frostfair play: a whole game in the terminal, in plain lines that a screen reader can read."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from frostfair.cli.terminal import ME, WORDS, GameName, Language, Options, read_names, read_options


def play(
    game: GameName,
    players: Annotated[str, typer.Option(help="Who sits where, by commas: me or a bot; default: me against snowball.")] = "",
    lang: Language = "",
    option: Options = [],  # noqa: B006 - Typer's way to say: none
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same game again.")] = None,
    record: Annotated[Path | None, typer.Option(dir_okay=False, help="Where to write the record of the finished game.")] = None,
) -> None:
    """Play a game in the terminal, alone against bots or passing the keyboard."""
    from frostfair.cli.sitting import Sitting
    from frostfair.engine.chance import Keyed
    from frostfair.engine.game import load
    from frostfair.players.levels import LEVELS

    found = load(game)
    names = read_names(players) or [ME, *[LEVELS[1]] * (min(found.seat_counts) - 1)]
    kit = found.kit(len(names), read_options(option))
    chance = Keyed.fresh() if seed is None else Keyed(hashlib.sha256(f"frostfair play {seed}".encode()).digest())
    sitting = Sitting(found, kit, names, chance, lang)
    if not sitting.play():
        typer.echo(WORDS.say(lang, "play.bye"))
    elif record is not None:
        sitting.record().save(record)
        typer.echo(WORDS.say(lang, "play.saved", file=record))
