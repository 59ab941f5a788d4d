"""The command `frostfair`.  Without a command it starts the house and opens it in the browser."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import frostfair
from frostfair.cli import games, ladder, play, replay, rules, serve, simulate, verify
from frostfair.engine.errors import FrostfairError


class Commands(TyperGroup):
    """What a user can put right is said in a sentence on stderr, with exit code 1, and no traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except FrostfairError as error:
            typer.echo(f"frostfair: {error}", err=True)
            raise typer.Exit(1) from None


app = typer.Typer(cls=Commands, pretty_exceptions_enable=False, context_settings={"help_option_names": ["-h", "--help"]})


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"frostfair {frostfair.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def house(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Winter table games: play them in the browser or the terminal, and simulate them.

    Without a command the house starts on this computer and opens in the browser.
    """
    if ctx.invoked_subcommand is None:
        serve.open_house(open_browser=True)


app.command()(serve.serve)
app.command()(games.games)
app.command()(rules.rules)
app.command()(play.play)
app.command()(simulate.simulate)
app.command()(ladder.ladder)
app.command()(replay.replay)
app.command()(verify.verify)
