"""frostfair games: which games there are, and what can be chosen in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from frostfair.cli.terminal import Json, Language, print_json

if TYPE_CHECKING:
    from frostfair.engine.game import Game
    from frostfair.engine.kits import Option


def games(lang: Language = "", as_json: Json = False) -> None:
    """List the games and their options."""
    from frostfair.engine.game import games as all_games

    described = [describe(game, lang) for game in all_games()]
    if as_json:
        print_json(described)
    else:
        typer.echo("\n\n".join(tell(game) for game in described))


def describe(game: Game, lang: str) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.words.title(lang),
        **game.words.facts(lang),
        "seats": list(game.seat_counts),
        "rules": game.rules.RULES,
        "options": [describe_option(game, option, lang) for option in game.options],
    }


def describe_option(game: Game, option: Option, lang: str) -> dict[str, Any]:
    values = option.choices or (("no", "yes") if isinstance(option.default, bool) else (f"{option.least}..{option.most}",))
    label, purpose = game.words.option_words(option.name, lang)
    return {"name": option.name, "default": option.default, "values": values, "label": label, "help": purpose}


def tell(game: dict[str, Any]) -> str:
    return "\n".join(
        [
            typer.style(game["title"], bold=True) + f" ({game['game']})",
            ", ".join((game["players"], game["minutes"], game["ages"])),
            game["pitch"],
            *(f"  --option {o['name']}={'|'.join(o['values'])}\n      {o['label']}. {o['help']}" for o in game["options"]),
        ]
    )
