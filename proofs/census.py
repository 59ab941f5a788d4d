"""The census: after every move of 10,000 random games of each shipped kit no card, token or marker is lost or too many.

    python -m proofs.census [GAMES]

Counts the states that break a law of the table (there must be none) and writes proofs/census.json.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from frostfair.engine.chance import Stream, below, pick, stream
from frostfair.engine.game import Game, Position, load
from frostfair.engine.kits import Kit
from tools.note import note

GAME = "soul_ward"
KITS: dict[str, dict[str, object]] = {"box": {}, "quick start": {"quick": True}, "light and shadow": {"light_and_shadow": True}}
Truths = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]


def step(position: Position, chance: Stream) -> int:
    """Play a random legal move, nature's by weight; returns how many moves there were."""
    moves = position.legal()
    nature = position.waiting() == position.game.rules.NATURE
    weights = position.weights(moves) if nature else [1] * len(moves)
    position.play(pick(int(below(chance, sum(weights))), moves, weights).move)
    return len(moves)


def laws(game: Game, kit: Kit, s: Numbers) -> Iterator[tuple[str, Truths]]:
    """Every law of the table, and where it holds among `s`, STATE records of games with this kit."""
    rules, box = game.rules, kit.record[0]
    for kind, name in kit.cards["edge"].items():
        here = s["supply"][:, kind] + (s["edge"] == kind).sum(1)
        yield f"as many {name} as in the box", here == box["edge_copies"][kind]
    for kind, name in kit.cards["middle"].items():
        here = s["deck"][:, kind] + (s["middle"] == kind).sum(1) + (s["pile"] == kind).sum(1) + s["gone"][:, :, kind].sum(1)
        yield f"as many {name} as in the box", here == box["middle_copies"][kind]
    full = (s["middle"] > 0).all(1) | (s["pile"] == 0).all(1)
    yield "the square is full while the pile lasts", full | (s["phase"] == rules.DEAL) | (s["phase"] == rules.REFILL)
    sides = s["edge"].reshape(-1, 4, 3)
    yield "no two of a kind side by side", ~((sides[:, :, 1:] == sides[:, :, :-1]) & (sides[:, :, 1:] > 0)).any((1, 2))
    ice, marks = s["ice"].astype(np.int64), s["marks"].astype(np.int64)
    yield "ice on the nine spaces alone", (ice >> 9 == 0).all(1)
    yield "one owner of the ice on a space", ice[:, 0] & ice[:, 1] == 0
    yield "at most 3 markers a player, on edge spaces", (marks >> 12 == 0).all(1) & (_ones(marks) <= 3).all(1)
    opposite = marks[:, 1] << 6 & 0xFFF | marks[:, 1] >> 6
    yield "no marker on or across from the rival's", marks[:, 0] & (marks[:, 1] | opposite) == 0
    order = np.where(s["order"] < 0, 0, 1 << s["order"].astype(np.int64))
    yield "the order names every marker once", order.sum(1) == marks[:, 0] | marks[:, 1]
    under = np.where(s["storm"] < 0, -1, rules.LOOP[s["storm"]])
    yield "no marker under the Storm", np.where(under < 0, 0, (marks[:, 0] | marks[:, 1]) >> np.maximum(under, 0) & 1) == 0
    yield "no card to be won by both", _crossings(marks[:, 0]) & _crossings(marks[:, 1]) == 0
    yield "wards from 0 to the most", ((s["ward"] >= 0) & (s["ward"] <= box["most"])).all(1)
    over, dead = s["phase"] == rules.OVER, (s["ward"] == 0).any(1)
    yield "over with a ward at 0, or after the last round", over == dead | over & (s["rounds"] == box["last"])


def _ones(masks: Numbers) -> Numbers:
    return sum((masks >> i & 1 for i in range(12)), np.zeros_like(masks))


def _crossings(marks: Numbers) -> Numbers:
    columns, rows = (marks | marks >> 6) & 7, (marks >> 3 | marks >> 9) & 7
    return sum((columns << 3 * r) * (rows >> r & 1) for r in range(3))


def census(game: Game, options: dict[str, object], games: int) -> dict[str, Any]:
    kit = game.kit(options=options)
    broken: dict[str, int] = {}
    moves, fewest, longest, begun = 0, 99, 0, time.process_time()
    for n in range(games):
        position, chance, states = game.start(kit), stream("census", n), []
        while not position.over:
            marking = position.record.phase == game.rules.MARK
            choices = step(position, chance)
            fewest = min(fewest, choices) if marking else fewest
            states.append(position.bytes())
        moves, longest = moves + len(states), max(longest, int(position.record.rounds))
        for law, holds in laws(game, kit, np.frombuffer(b"".join(states), game.rules.STATE)):
            broken[law] = broken.get(law, 0) + int((~holds).sum())
    return {
        "games": games,
        "moves": moves,
        "most_rounds": longest,
        "fewest_marker_places": fewest,
        "states_that_break_a_law": broken,
        "cpu_seconds": round(time.process_time() - begun, 1),
    }


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    game = load(GAME)
    game.compile()
    result = {name: census(game, options, games) for name, options in KITS.items()}
    note(__file__, {"game": GAME, "rules": game.rules.RULES, "kits": result})
    for name, kit in result.items():
        print(f"{name}: {kit['moves']:,} states, {sum(kit['states_that_break_a_law'].values())} break a law")
    sys.exit(any(any(kit["states_that_break_a_law"].values()) for kit in result.values()))


if __name__ == "__main__":
    main()
