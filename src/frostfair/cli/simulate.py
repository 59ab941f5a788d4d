"""frostfair simulate: many games, on all cores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from frostfair.cli.terminal import WORDS, GameName, Json, Language, Options, number, print_json, read_names, read_options

if TYPE_CHECKING:
    from frostfair.lab.arena import Result

DIGITS = 6  # of shares and means in the answer


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seats: Annotated[int | None, typer.Option(min=1, help="How many seats; default: as many as players are named.")] = None,
    players: Annotated[str, typer.Option(help="Who sits where, by commas; default: random in every seat.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    kit: Annotated[Path | None, typer.Option(exists=True, dir_okay=False, help="A card list of your own.")] = None,
    option: Options = [],  # noqa: B006 - Typer's way to say: none
    records: Annotated[Path | None, typer.Option(file_okay=False, help="A folder for one record a game.")] = None,
    lang: Language = "",
    as_json: Json = False,
) -> None:
    """Play many games and sum up who won."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from frostfair.engine.game import load
    from frostfair.engine.kits import Components
    from frostfair.engine.record import simulated
    from frostfair.lab.arena import simulate as play

    found = load(game)
    names = read_names(players)
    box = found.kit(seats or len(names) or None, read_options(option), Components.load(kit) if kit else None)
    names = names or ["random"] * box.seats
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, playing = bar.add_task(WORDS.say(lang, "simulate.compiling"), total=None), WORDS.say(lang, "simulate.playing")

        def progress(done: int) -> None:
            bar.update(task, description=playing, completed=done, total=games)

        result = play(found, box, names, games, seed, records=records is not None, progress=progress)
    if records is not None:
        for n, log in enumerate(result.logs):
            simulated(found, box, names, seed, n, log.tolist()).save(records / f"{n}.jsonl")
    if as_json:
        print_json(answer(result))
    else:
        show(result, names, lang)


def answer(result: Result) -> dict[str, object]:
    return {
        "game": result.game,
        "seats": result.seats,
        "games": result.games,
        "moves": result.moves,
        "decisions": result.decisions,
        "cpu_seconds": round(result.cpu_seconds, DIGITS),
        "moves_per_cpu_second": round(result.moves_per_cpu_second),
        "win_share_by_seat": [round(share, DIGITS) for share in result.win_share_by_seat],
        "mean_score_by_seat": [round(score, DIGITS) for score in result.mean_score_by_seat],
        "mean_decisions": round(result.mean_decisions, DIGITS),
        "rules": result.rules,
    }


def show(result: Result, names: list[str], lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    def say(key: str, **fields: object) -> str:
        return WORDS.say(lang, f"simulate.{key}", **fields)

    table = Table("", say("player"), title=say("games", n=result.games, count=number(result.games, 0, lang)))
    for column in ("share", "score"):
        table.add_column(say(column), justify="right")
    for seat, name in enumerate(names):
        share, score = result.win_share_by_seat[seat], result.mean_score_by_seat[seat]
        table.add_row(say("seat", n=seat + 1), name, say("percent", n=number(100 * share, 1, lang)), number(score, 2, lang))
    Console().print(table)
    typer.echo(say("decisions", n=number(result.mean_decisions, 1, lang)))
    speed = number(result.moves_per_cpu_second, 0, lang)
    typer.echo(say("speed", count=number(result.moves, 0, lang), seconds=number(result.cpu_seconds, 2, lang), speed=speed))
