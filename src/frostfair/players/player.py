"""Who plays: a player gets its view and the history of moves as it saw them, nothing else, and gives a move.

A player is a module of this package, a template with the rule

    choose(kits, views, seats, desks, stream) -> move

which reads `views[0]`, a view whose viewer owes a decision, draws from nothing but `stream`, and may use `desks[0]`, a
record with room to work in.  The first line of its docstring says how it plays.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from functools import cache
from types import ModuleType

import numpy as np

from frostfair.engine.chance import Stream
from frostfair.engine.chance import stream as seeded
from frostfair.engine.compiled import can_compile, specialise
from frostfair.engine.errors import PlayerError
from frostfair.engine.game import Array, Game, View


class Player:
    """A player by name.  It remembers nothing, so one serves any number of seats, tables and games."""

    def __init__(self, name: str, template: ModuleType) -> None:
        self.name, self.template = name, template
        self._made: dict[str, ModuleType] = {}

    def __repr__(self) -> str:
        return f"Player({self.name!r})"

    @property
    def about(self) -> str:
        """How it plays, in one line."""
        return (self.template.__doc__ or "").partition("\n")[0]

    def choose(self, view: View, history: Sequence[int], stream: Stream) -> int:  # noqa: ARG002 - for players that remember
        """A legal move of the view's seat, which must owe a decision.

        `history`: every move so far as this seat saw it.  The same arguments give the same move, by Python or by
        machine code, which is used once `compile` is done.
        """
        kits, views, desks = view.kit.record, view.state, desk(view.game)
        made = self._made.get(view.game.package)
        if made is None:
            made = specialise(self.template, view.game.rules, machine=False)
            kits, views, desks = kits.view(np.recarray), views.view(np.recarray), desks.view(np.recarray)
        return int(made.choose(kits, views, view.kit.seats, desks, stream))

    def compile(self, game: Game) -> None:
        """Make (or load) the machine code for this game and use it from now on.  Takes seconds the first time."""
        if game.package in self._made or not can_compile():
            return
        made, kit = specialise(self.template, game.rules, machine=True), game.kit()
        position = game.start(kit)
        while position.waiting() == game.rules.NATURE:
            position.play(position.legal()[0])
        view = position.view(position.waiting())
        made.choose(kit.record, view.state, kit.seats, desk(game), seeded("warm"))
        self._made[game.package] = made


def desk(game: Game) -> Array:
    """Room for a player to work in, one record: two lists of moves, values, a standing, two worlds."""
    return np.zeros(1, _desk(game.rules))


@cache
def _desk(rules: ModuleType) -> np.dtype[np.void]:
    return np.dtype(
        [
            ("moves", "i2", (2, rules.MOST)),
            ("values", "i8", (rules.MOST,)),
            ("place", "i2", (rules.SEATS,)),
            ("score", "i4", (rules.SEATS,)),
            ("world", rules.STATE),
            ("trial", rules.STATE),
        ],
        align=True,
    )


@cache
def players() -> dict[str, Player]:
    """All players by name."""
    home = importlib.import_module(__package__)
    modules = [importlib.import_module(f"{__package__}.{found.name}") for found in pkgutil.iter_modules(home.__path__)]
    names = {module: module.__name__.rsplit(".", 1)[-1] for module in modules if hasattr(module, "choose")}
    return {name: Player(name, module) for module, name in names.items()}


def player(name: str) -> Player:
    """A player by name; PlayerError if there is none."""
    if name not in players():
        raise PlayerError(f"there is no player {name!r}; there are: {', '.join(players())}")
    return players()[name]
