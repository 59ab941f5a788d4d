"""Who plays: a player gets its view and the history of moves as it saw them, nothing else, and gives a move.

A player is a template of this package, a module with the rule

    choose(kits, views, seats, desks, stream) -> move

which reads `views[0]`, a view whose viewer owes a decision, draws from nothing but `stream`, and may use `desks[0]`, a
record with room to work in, on which its habits lie.  The first line of its docstring says how it plays.  The five levels
are one template, with the habits that `levels` knows for each game.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from frostfair.engine.chance import Stream
from frostfair.engine.chance import stream as seeded
from frostfair.engine.compiled import can_compile, specialise
from frostfair.engine.errors import PlayerError
from frostfair.engine.game import Array, Game, View
from frostfair.players.desk import desk
from frostfair.players.levels import LEVELS, levels


@dataclass(frozen=True)
class Advice:
    """How often a search chose a move, and the share of the win (0 to 1) that it expects after it."""

    move: int
    visits: int
    share: float


class Player:
    """A player by name.  It remembers nothing, so one serves any number of seats, tables and games."""

    def __init__(self, name: str, template: ModuleType) -> None:
        self.name, self.template = name, template
        self._made: dict[str, ModuleType] = {}

    def __repr__(self) -> str:
        return f"Player({self.name!r})"

    def habits(self, game: Game) -> Mapping[str, int]:
        """How it plays a game, as its desk wants to know it."""
        return levels(game)[self.name] if self.name in LEVELS else {}

    @property
    def about(self) -> str:
        """How it plays, in one line."""
        return (self.template.__doc__ or "").partition("\n")[0]

    def choose(self, view: View, history: Sequence[int], stream: Stream) -> int:  # noqa: ARG002 - for players that remember
        """A legal move of the view's seat, which must owe a decision.

        `history`: every move so far as this seat saw it.  The same arguments give the same move, by Python or by
        machine code, which is used once `compile` is done.
        """
        return self._run(view, desk(view.game, self.habits(view.game)), stream)

    def _run(self, view: View, desks: Array, stream: Stream) -> int:
        kits, views = view.kit.record, view.state
        made = self._made.get(view.game.package)
        if made is None:
            made = specialise(self.template, view.game.rules, machine=False)
            kits, views, desks = kits.view(np.recarray), views.view(np.recarray), desks.view(np.recarray)
        return int(made.choose(kits, views, view.kit.seats, desks, stream))

    def advise(self, view: View, stream: Stream, simulations: int = 40_000) -> list[Advice]:
        """The seat's moves, the most chosen first, as a thinker that makes no mistakes sees them after so many simulations.

        PlayerError from a player that does not think.
        """
        if self.name not in LEVELS:
            raise PlayerError(f"{self.name} chooses, but cannot say why; ask one of {', '.join(LEVELS)}")
        room = desk(view.game, {"simulations": simulations})
        self._run(view, room, stream)
        edges, found, e = room["edges"][0], [], int(room["nodes"][0]["edges"][0])
        while e >= 0:
            edge = edges[e]
            found.append(Advice(int(edge["move"]), int(edge["visits"]), float(edge["value"] / edge["visits"])))
            e = int(edge["next"])
        return sorted(found, key=lambda advice: (-advice.visits, -advice.share, advice.move))

    def compile(self, game: Game) -> None:
        """Make (or load) the machine code for this game and use it from now on.  Takes seconds the first time."""
        if game.package in self._made or not can_compile():
            return
        made, kit = specialise(self.template, game.rules, machine=True), game.kit()
        position = game.start(kit)
        while position.waiting() == game.rules.NATURE:
            position.play(position.legal()[0])
        view = position.view(position.waiting())
        made.choose(kit.record, view.state, kit.seats, desk(game, self.habits(game)), seeded("warm"))
        self._made[game.package] = made


@cache
def players() -> dict[str, Player]:
    """All players by name."""
    home = importlib.import_module(__package__)
    modules = [importlib.import_module(f"{__package__}.{found.name}") for found in pkgutil.iter_modules(home.__path__)]
    named = {module.__name__.rsplit(".", 1)[-1]: module for module in modules if hasattr(module, "choose")}
    thinker = named.pop("thinker")
    return {name: Player(name, module) for name, module in (named | dict.fromkeys(LEVELS, thinker)).items()}


def player(name: str) -> Player:
    """A player by name; PlayerError if there is none."""
    if name not in players():
        raise PlayerError(f"there is no player {name!r}; there are: {', '.join(players())}")
    return players()[name]
