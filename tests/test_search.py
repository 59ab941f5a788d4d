"""The search: right where the answer is known, blind to what it cannot see, the same wherever it runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from frostfair.engine.chance import below, stream
from frostfair.engine.compiled import specialise
from frostfair.engine.game import Game, Position, View, load
from frostfair.lab.arena import simulate
from frostfair.players import thinker
from frostfair.players.desk import desk
from frostfair.players.exact import WON
from frostfair.players.levels import LEVELS, levels
from frostfair.players.player import Player, player
from tests.test_tiny import worlds

BENCH = Path(__file__).parent / "bench.json"


@pytest.fixture(scope="module")
def tiny() -> Game:
    return load("tests.tiny")


@pytest.fixture(scope="module")
def dragon(soul_ward: Game, tiny: Game) -> Player:
    for game in (soul_ward, tiny):
        player(LEVELS[-1]).compile(game)
    return player(LEVELS[-1])


def tables(game: Game, seats: int, games: int, options: dict[str, object] | None = None) -> Iterator[Position]:
    """Every table of some random games at which a seat decides."""
    for n in range(games):
        position, chance = game.start(game.kit(seats, options)), stream("table", n)
        while not position.over:
            if position.waiting() != game.rules.NATURE:
                yield position.copy()
            moves = position.legal()
            position.play(moves[below(chance, len(moves))])


# --- right -----------------------------------------------------------------------------------------------------------


def last_turns(tiny: Game) -> Iterator[Position]:
    """Tables of two at which somebody lays and names for the last time, and no answer is a choice."""
    for position in tables(tiny, 2, 300, {"hand": 1}):
        if position.record.phase == tiny.rules.LAY and len(position.legal()) == 2 and ends(position):
            yield position


def ends(position: Position) -> bool:
    world = position.copy()
    world.play(world.legal()[0])
    world.play(world.legal()[0])
    while world.waiting() != world.game.rules.NATURE:
        world.play(world.legal()[0])
    world.play(world.legal()[0])
    return world.over


def world_of(view: View, rows: tuple[tuple[int, ...], ...]) -> Position:
    state = view.state.copy()
    state["mittens"][0], state["viewer"] = rows, -2
    return Position(view.game, view.kit, state)


def share_of(world: Position, seat: int) -> float:
    """What a seat gets of the win once nothing but nature and answers without choice is left."""
    while not world.over:
        world.play(world.legal()[0])
    places = world.standing()[0]
    return (places[seat] == 1) / places.count(1)


def brute_force(view: View) -> dict[int, float]:
    """What each move to lay is worth over all worlds as likely as the law says, if the best kind is named after it."""
    seat, found = view.viewer, {}
    for lay in view.legal():
        named: dict[int, float] = {}
        for rows, chance in worlds(view).items():
            world = world_of(view, rows)
            world.play(lay)
            for name in world.legal():
                end = world.copy()
                end.play(name)
                named[name] = named.get(name, 0.0) + float(chance) * share_of(end, seat)
        found[lay] = max(named.values())
    return found


def test_sampling_comes_to_what_all_worlds_say(tiny: Game, dragon: Player) -> None:
    told = 0
    for n, position in enumerate(last_turns(tiny)):
        view = position.view(position.waiting())
        exact = brute_force(view)
        advice = {row.move: row for row in dragon.advise(view, stream(n), 30_000)}
        best = max(exact, key=lambda move: exact[move])
        chosen = max(advice.values(), key=lambda row: row.visits)
        assert abs(chosen.share - exact[best]) < 0.03
        assert exact[chosen.move] > exact[best] - 0.03
        told += abs(exact[best] - min(exact.values())) > 0.05
    assert told >= 10, "too few tables with a better and a worse move"


def minimax(position: Position, me: int) -> int:
    """The plainest telling of what `exact` does, without bounds and by Python alone."""
    rules, world = position.game.rules, position.copy()
    while world.waiting() == rules.NATURE and world.pending():
        world.play(world.legal()[0])
    who = world.waiting()
    if who in (-1, rules.NATURE) or not world.pending():
        places, scores = world.standing()
        won = (places[me] < places[1 - me]) - (places[me] > places[1 - me])
        return scores[me] - scores[1 - me] + (WON * won if who < 0 else 0)
    values = []
    for move in world.legal():
        after = world.copy()
        after.play(move)
        values.append(minimax(after, me))
    return max(values) if who == me else min(values)


def test_exact_play_is_what_brute_force_says(soul_ward: Game) -> None:
    made = specialise(thinker, soul_ward.rules, machine=False)
    checked = decided = 0
    for position in tables(soul_ward, 2, 60, {"quick": True, "green_ward": 9, "red_ward": 9}):
        rules, kits = soul_ward.rules, position.kit.record.view(np.recarray)
        seat = position.waiting()
        if position.record.placed < 4 or not rules.foreseeable(kits[0], position.record):
            continue
        room = desk(soul_ward, {}).view(np.recarray)
        sure = made.rule_out(kits[0], position.view(seat).record, room[0])
        after = {}
        for move in position.legal():
            twin = position.copy()
            twin.play(move)
            after[move] = minimax(twin, seat)
        if sure >= 0:
            assert after[sure] > WON // 2
        else:
            assert [int(value) for value in room[0]["values"][: len(after)]] == list(after.values())
        checked, decided = checked + 1, decided + (sure >= 0)
        if checked == 60:
            break
    assert decided


# --- blind -----------------------------------------------------------------------------------------------------------


def test_a_poisoned_world_changes_nothing(tiny: Game, dragon: Player) -> None:
    """Every hidden mitten is replaced; the view is equal, so the move is, and what is said of all moves."""
    poisoned = 0
    for level in LEVELS[:2]:
        player(level).compile(tiny)
    for n, position in enumerate(tables(tiny, 3, 12)):
        seat = position.waiting()
        view = position.view(seat)
        for twin in (view.imagine(stream("poison", n, i)) for i in range(3)):
            poisoned += twin.bytes() != position.bytes()
            assert dragon.advise(view, stream(n), 200) == dragon.advise(twin.view(seat), stream(n), 200)
            for level in LEVELS[:2]:
                moves = [player(level).choose(world.view(seat), [], stream(n)) for world in (position, twin)]
                assert moves[0] == moves[1]
    assert poisoned > 100


# --- the same --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["soul_ward", "tests.tiny"])
def test_python_thinks_as_machine_code_does(package: str) -> None:
    game = load(package)
    plain, quick = (specialise(thinker, game.rules, machine=machine) for machine in (False, True))
    habits = {"simulations": 12, "greed": 200, "forgets": 300, "exact": 1}
    for n, position in enumerate(tables(game, 2, 1)):
        view, kit = position.view(position.waiting()), position.kit
        rooms = [desk(game, habits), desk(game, habits)]
        fast = quick.choose(kit.record, view.state, kit.seats, rooms[0], stream(n))
        arrays = [array.view(np.recarray) for array in (kit.record, view.state, rooms[1])]
        assert plain.choose(*arrays[:2], kit.seats, arrays[2], stream(n)) == fast


def test_levels_play_the_same_games_on_one_core_and_two(soul_ward: Game) -> None:
    games = [simulate(soul_ward, soul_ward.kit(), ["snowman", "snowball"], 130, 5, jobs=jobs, records=True) for jobs in (1, 2)]
    assert [log.tobytes() for log in games[0].logs] == [log.tobytes() for log in games[1].logs]


def bench(game: Game) -> dict[str, int]:
    """A fixed search of fixed tables: how far the trees grew, and what was chosen."""
    who, grown, chosen = player(LEVELS[-1]), 0, 0
    who.compile(game)
    for n, position in enumerate(tables(game, game.kit().seats, 2)):
        advice = who.advise(position.view(position.waiting()), stream("bench", n), 2000)
        grown += sum(row.visits * (row.move + 1) for row in advice)
        chosen = (chosen * 31 + advice[0].move) % 1_000_003
    return {"grown": grown, "chosen": chosen}


@pytest.mark.parametrize("package", ["soul_ward", "tests.tiny"])
def test_the_bench_signature(package: str) -> None:
    """A search that changes says so: write bench.json anew with `python -m tests.test_search` when it was meant to."""
    assert bench(load(package)) == json.loads(BENCH.read_text())[package]


@pytest.mark.parametrize("package", ["soul_ward", "tests.tiny"])
def test_every_level_has_its_habits(package: str) -> None:
    known = levels(load(package))
    assert tuple(known) == LEVELS
    budgets = [known[level]["simulations"] for level in LEVELS]
    assert budgets == sorted(budgets)


if __name__ == "__main__":
    BENCH.write_text(json.dumps({package: bench(load(package)) for package in ("soul_ward", "tests.tiny")}, indent=1) + "\n")
