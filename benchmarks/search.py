"""Simulations per CPU second: our information-set search beside OpenSpiel's searches in C++, each on games of its own.

python -m benchmarks.search [SIMULATIONS] [RUNS]   (from the repository; needs frostfair[bench], else only ours is measured)

Every game is searched from the same few positions in every run, all games in turns in one process; medians of CPU time are
compared, and benchmarks/search.json is written.  Fails if the search of Soul Ward misses its target.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from rich.console import Console
from rich.table import Table

from frostfair.engine.chance import below, pick, stream
from frostfair.engine.game import Game, Position, load
from frostfair.players.levels import LEVELS
from frostfair.players.player import player
from tools.note import note

FAST = 30_000  # target: simulations a CPU second from Soul Ward's first marker
PLACES = 3  # positions of each game
PLAYOUTS = 50  # random games from each, for their mean length
CURIOSITY = 0.7  # weight of the rarely tried, for all
MEMORY = 1000  # MB of a tree of OpenSpiel's, never full here
BEGUN = {  # decisions before a search, if there is a choice then
    "MCTS": {"connect_four": 2, "breakthrough": 2, "othello": 2},
    "IS-MCTS": {"leduc_poker": 0, "euchre": 0, "hearts": 8, "gin_rummy": 4},
}


@dataclass(frozen=True)
class Search:
    """A search of one game from a few positions: `think` spends so many simulations on each of `places`."""

    game: str
    by: str
    places: Sequence[Any]
    legal: Callable[[Any], Sequence[int]]
    think: Callable[[Any, int], object]
    length: Callable[[Any, int], int]  # moves of a random game from there, nature's too, by a seed


@dataclass(frozen=True)
class Figures:
    """Means over the positions, medians over the runs.  `moves`: of a random game from there to its end."""

    game: str
    by: str
    legal: float
    moves: float
    simulations_a_cpu_second: int


def ours(game: Game, begun: Callable[[Position], bool]) -> Search:
    """Our search of a game, with the kit of its box, from the first positions that have `begun`."""
    thinker = player(LEVELS[-1])

    def place(seed: int) -> Position:
        position, chance = game.start(game.kit()), stream("benchmark", seed)
        while not begun(position):
            step(position, chance)
        return position

    def step(position: Position, chance: Any) -> None:
        moves = position.legal()
        nature = position.waiting() == game.rules.NATURE
        weights = position.weights(moves) if nature else [1] * len(moves)
        position.play(pick(int(below(chance, sum(weights))), moves, weights).move)

    def think(position: Position, simulations: int) -> object:
        return thinker.advise(position.view(position.waiting()), stream("benchmark"), simulations)

    def length(position: Position, seed: int) -> int:
        played, chance, moves = position.copy(), stream("benchmark", seed), 0
        while not played.over:
            step(played, chance)
            moves += 1
        return moves

    return Search(game.name, "ours", [place(seed) for seed in range(PLACES)], Position.legal, think, length)


def theirs(pyspiel: Any, name: str, by: str) -> Search:
    """OpenSpiel's search of one of its games, by its bots in C++."""
    game = pyspiel.load_game(name)

    def place(seed: int) -> Any:
        state, chance, decisions = game.new_initial_state(), random.Random(seed), 0
        while state.is_chance_node() or decisions < BEGUN[by][name] or len(state.legal_actions()) == 1:
            decisions += not state.is_chance_node()
            step(state, chance)
        return state

    def step(state: Any, chance: random.Random) -> None:
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, shares)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))

    def think(state: Any, simulations: int) -> object:
        rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
        if by == "MCTS":
            return pyspiel.MCTSBot(game, rollouts, CURIOSITY, simulations, MEMORY, False, 1, False).step(state)
        return pyspiel.ISMCTSBot(1, rollouts, CURIOSITY, simulations).step(state)

    def length(state: Any, seed: int) -> int:
        played, chance, moves = state.clone(), random.Random(seed), 0
        while not played.is_terminal():
            step(played, chance)
            moves += 1
        return moves

    return Search(name, f"OpenSpiel {by}", [place(seed) for seed in range(PLACES)], lambda s: s.legal_actions(), think, length)


def searches() -> list[Search]:
    """Ours, and OpenSpiel's where it is installed."""
    ward, tiny = load("soul_ward"), load("tests.tiny")
    for game in (ward, tiny):
        game.compile()
        player(LEVELS[-1]).compile(game)
    found = [
        ours(ward, lambda position: int(position.record.phase) == ward.rules.MARK),
        ours(tiny, lambda position: position.waiting() != tiny.rules.NATURE),
    ]
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ModuleNotFoundError:
        without = "OpenSpiel is not installed (pip install 'frostfair[bench]'): only our search is measured"
        Console(stderr=True).print(without, markup=False)
        return found
    return found + [theirs(pyspiel, name, by) for by, names in BEGUN.items() for name in names]


def measure(found: Sequence[Search], simulations: int, runs: int) -> list[Figures]:
    """All searches in turns, run after run."""
    spent = [[seconds(search, simulations) for search in found] for _ in range(runs)]
    return [figures(search, simulations, times) for search, times in zip(found, zip(*spent, strict=True), strict=True)]


def seconds(search: Search, simulations: int) -> float:
    began = time.process_time()
    for place in search.places:
        search.think(place, simulations)
    return time.process_time() - began


def figures(search: Search, simulations: int, times: Iterable[float]) -> Figures:
    return Figures(
        game=search.game,
        by=search.by,
        legal=round(fmean(len(search.legal(place)) for place in search.places), 1),
        moves=round(fmean(search.length(place, seed) for place in search.places for seed in range(PLAYOUTS)), 1),
        simulations_a_cpu_second=round(len(search.places) * simulations / median(times)),
    )


def main(simulations: int = 20_000, runs: int = 5) -> None:
    """Measure, print, write down."""
    found = searches()
    rows = measure(found, simulations, runs)
    table = Table(title=f"Searches of {simulations:,} simulations from {PLACES} positions, medians of {runs} runs, one core")
    for head in ("game", "search", "legal moves", "moves to the end", "simulations a second"):
        table.add_column(head, justify="left" if head in ("game", "search") else "right")
    for row in rows:
        table.add_row(row.game, row.by, f"{row.legal:.1f}", f"{row.moves:.1f}", f"{row.simulations_a_cpu_second:,}")
    Console().print(table)
    alone = all(row.by == "ours" for row in rows)
    note(
        __file__,
        {
            "open_spiel": None if alone else importlib.metadata.version("open_spiel"),
            "simulations": simulations,
            "positions": PLACES,
            "runs": runs,
            "searches": [asdict(row) for row in rows],
        },
    )
    if rows[0].simulations_a_cpu_second < FAST:
        raise SystemExit(f"slower than {FAST:,} simulations a CPU second from Soul Ward's first marker")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
