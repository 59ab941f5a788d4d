"""frostfair ladder: how strong the levels are at a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from frostfair.cli.terminal import WORDS, GameName, Json, Language, number, print_json

if TYPE_CHECKING:
    from frostfair.lab.ladder import Ladder


def ladder(
    game: GameName,
    games: Annotated[int, typer.Option(min=2, help="How many games a pair of levels, half of them with seats changed.")] = 400,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    lang: Language = "",
    as_json: Json = False,
) -> None:
    """Let every level play those next to it, and say how strong each is."""
    from rich.console import Console
    from rich.progress import Progress

    from frostfair.engine.game import load
    from frostfair.lab.ladder import climb

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(WORDS.say(lang, "simulate.compiling"), total=None)
        playing = WORDS.say(lang, "simulate.playing")
        found = climb(
            load(game),
            games,
            seed,
            progress=lambda done, total: bar.update(task, description=playing, completed=done, total=total),
        )
    if as_json:
        print_json(answer(found))
    else:
        show(found, lang)


def answer(found: Ladder) -> dict[str, object]:
    return {
        "game": found.game,
        "rules": found.rules,
        "levels": [
            {"level": rung.level, "strength": round(rung.strength, 1), "margin": round(rung.margin, 1)} for rung in found.rungs
        ],
        "pairs": [
            {
                "upper": pair.upper,
                "lower": pair.lower,
                "games": pair.games,
                "share": round(pair.share, 4),
                "interval": [round(end, 4) for end in pair.interval],
            }
            for pair in found.pairs
        ],
    }


def show(found: Ladder, lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    def say(key: str, **fields: object) -> str:
        return WORDS.say(lang, f"ladder.{key}", **fields)

    def percent(share: float) -> str:
        return WORDS.say(lang, "simulate.percent", n=number(100 * share, 1, lang))

    levels = Table(say("level"), say("strength"), title=say("title"))
    for rung in found.rungs:
        levels.add_row(rung.level, f"{number(rung.strength, 0, lang)} ± {number(rung.margin, 0, lang)}")
    pairs = Table(say("level"), say("against"), say("games"), say("share"), say("interval"))
    for pair in found.pairs:
        low, high = pair.interval
        pairs.add_row(pair.upper, pair.lower, str(pair.games), percent(pair.share), f"{percent(low)} - {percent(high)}")
    Console().print(levels, pairs)
