"""Five levels of thinkers, weakest first; each game may set them in its `levels.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from frostfair.engine.errors import GameError
from frostfair.engine.game import Game

LEVELS = ("snowflake", "snowball", "snowman", "yeti", "dragon")
HABITS = ("simulations", "greed", "forgets", "exact")

DEFAULT: Mapping[str, Mapping[str, int]] = {
    "snowflake": {"simulations": 6, "greed": 300, "forgets": 600, "exact": 0},
    "snowball": {"simulations": 24, "greed": 300, "forgets": 300, "exact": 0},
    "snowman": {"simulations": 100, "greed": 150, "forgets": 150, "exact": 0},
    "yeti": {"simulations": 600, "greed": 0, "forgets": 50, "exact": 0},
    "dragon": {"simulations": 5_000, "greed": 0, "forgets": 0, "exact": 1},
}


@cache
def levels(game: Game) -> Mapping[str, Mapping[str, int]]:
    """Each level's habits at a game: those of the game's levels.toml, which names all five, else the common ones."""
    file = game.folder / "levels.toml"
    if not file.exists():
        return DEFAULT
    found: dict[str, dict[str, int]] = tomllib.loads(file.read_text("utf-8"))
    for level in LEVELS:
        habits = found.get(level)
        if not isinstance(habits, dict) or sorted(habits) != sorted(HABITS):
            raise GameError(f"{file.name} of {game.name}: [{level}] needs {', '.join(HABITS)}")
    return found
