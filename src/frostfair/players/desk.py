"""Room for a player to work in: one record of everything that it writes down while it chooses a move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType

import numpy as np

from frostfair.engine.game import Array, Game
from frostfair.players.exact import DEPTH
from frostfair.players.search import DEEP, EDGE, NODE, TREE


def desk(game: Game, *habits: Mapping[str, int]) -> Array:
    """A desk for each player, its habits laid out on it: how it plays, by the names of the desk's first fields.

    Desks are large; what is never written on costs nothing.
    """
    room = np.zeros(len(habits), _desk(game.rules))
    for nth, given in enumerate(habits):
        for name, value in given.items():
            room[name][nth] = value
    return room


@cache
def _desk(rules: ModuleType) -> np.dtype[np.void]:
    words = -(-rules.STATE.itemsize // 8) * 2
    fields = np.dtype(
        [
            ("simulations", "i4"),  # how many make a choice
            ("greed", "i2"),  # how many choices of a thousand look one step ahead
            ("forgets", "i2"),  # how many moves of a thousand do not come to mind
            ("exact", "i1"),  # 1: plays exactly where the rules can foresee
            ("moves", "i2", (2, rules.MOST)),
            ("values", "i8", (rules.MOST,)),
            ("place", "i2", (rules.SEATS,)),
            ("score", "i4", (rules.SEATS,)),
            ("world", rules.STATE),
            ("trial", rules.STATE),
            # alpha-beta
            ("stack", rules.STATE, (DEPTH,)),
            ("choices", "i2", (DEPTH, rules.MOST)),
            ("tried", "i2", (DEPTH,)),
            ("whose", "i1", (DEPTH,)),
            ("alpha", "i8", (DEPTH,)),
            ("beta", "i8", (DEPTH,)),
            # the tree
            ("overlooked", "i1", (rules.MOST,)),
            ("marks", "i4", (rules.MOST,)),
            ("simulation", "i4"),
            ("edged", "i4"),
            ("noded", "i4"),
            ("path", "i4", (DEEP,)),
            ("deciders", "i1", (DEEP,)),
            ("nodes", NODE, (TREE,)),
            ("edges", EDGE, (TREE,)),
            ("sights", "i4", (words,)),
        ],
        align=True,
    )
    formats = {name: fields[name] for name in fields.names or ()}
    offsets = {name: place[1] for name, place in (fields.fields or {}).items()}
    formats["look"], offsets["look"] = rules.STATE, offsets["sights"]  # the same bytes, as a view and as words
    return np.dtype(
        {
            "names": list(formats),
            "formats": list(formats.values()),
            "offsets": [offsets[name] for name in formats],
            "itemsize": fields.itemsize,
            "aligned": True,
        }
    )
