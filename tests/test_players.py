"""Players: legal, fair or looking one step ahead, knowing no more than a view; and the pool of processes they think in."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from frostfair.engine.chance import Stream, below, pick, stream
from frostfair.engine.errors import PlayerError
from frostfair.engine.game import Game, Position, load
from frostfair.players.levels import LEVELS
from frostfair.players.player import Player, player, players
from frostfair.players.worker import Pool
from tests.soul_ward_table import GREEN, Table, mark

DECISIVE = 1 << 20


@pytest.fixture(scope="module")
def tiny() -> Game:
    return load("tests.tiny")


def table_at(game: Game, seats: int, seed: int, moves: int) -> Position:
    """The table after so many random moves or a little later, when a seat is asked; or at the end."""
    position, chance = game.start(game.kit(seats)), stream("players", seed)
    while not position.over and (moves > 0 or position.waiting() == game.rules.NATURE):
        play_randomly(position, chance)
        moves -= 1
    return position


def play_randomly(position: Position, chance: Stream) -> None:
    legal = position.legal()
    if position.waiting() == position.game.rules.NATURE:
        weights = position.weights(legal)
        position.play(pick(below(chance, sum(weights)), legal, weights).move)
    else:
        position.play(legal[below(chance, len(legal))])


def foreseen(position: Position, seat: int, move: int, chance: Stream) -> int:
    """What greedy sees in a move, told once more with positions."""
    after, nature = position.copy(), position.game.rules.NATURE
    after.play(move)
    while after.waiting() == nature or (after.waiting() >= 0 and after.pending()):
        if after.waiting() == nature:
            play_randomly(after, chance)
        else:
            after.skip()
    places, scores = after.standing()
    won = 0 if not after.over or places == [1, 1] else DECISIVE if places[seat] == 1 else -DECISIVE
    return scores[seat] - scores[1 - seat] + won


def test_players_are_found_and_say_how_they_play() -> None:
    assert {"greedy", "random"} <= set(players())
    assert all(who.about.endswith(".") for who in players().values())


def test_an_unknown_player_is_told_who_there_is() -> None:
    with pytest.raises(PlayerError, match=r"no player 'deep-thought'; there are: greedy, random"):
        player("deep-thought")


def test_random_plays_every_legal_move_equally_often(table: Table) -> None:
    chance, view = stream("fair"), table.position.view(GREEN)
    counts = Counter(player("random").choose(view, [], chance) for _ in range(1_100))
    assert sorted(counts) == table.position.legal()
    assert all(60 < n < 145 for n in counts.values())


def test_greedy_wins_where_it_can(soul_ward: Game) -> None:
    table = Table(soul_ward)
    table.wards = (30, 5)
    table.ice = "... GGG GGG"
    chosen = player("greedy").choose(table.position.view(GREEN), [], stream(1))
    assert chosen in {mark("R3"), mark("T3"), mark("B3"), mark("L1")} & set(table.position.legal())
    table.position.play(chosen)
    while table.position.pending():
        table.position.skip() if table.position.waiting() < 2 else table.nature()
    assert table.position.over


@pytest.mark.parametrize("moves", [14, 20, 26, 27, 29, 31, 40, 55])
def test_greedy_plays_what_looks_best_one_step_ahead(soul_ward: Game, moves: int) -> None:
    for seed in range(4):
        position = table_at(soul_ward, 2, seed, moves)
        if position.over:
            continue
        seat, before = position.waiting(), position.bytes()
        chosen = player("greedy").choose(position.view(seat), [], stream(seed))
        values = {move: foreseen(position, seat, move, stream(0)) for move in position.legal()}
        assert values[chosen] == max(values.values())
        assert position.bytes() == before


def test_greedy_chooses_by_chance_among_equals(table: Table) -> None:
    view = table.position.view(GREEN)
    chosen = {player("greedy").choose(view, [], stream(seed)) for seed in range(40)}
    values = {move: foreseen(table.position, GREEN, move, stream(0)) for move in table.position.legal()}
    assert chosen == {move for move, value in values.items() if value == max(values.values())}


QUICK = ("random", "greedy", *LEVELS[:2])  # without machine code the others think too long


@pytest.mark.parametrize("name", QUICK)
def test_a_seat_may_answer_before_those_that_the_rules_ask_first(tiny: Game, name: str) -> None:
    asked = 0
    for seed in range(40):
        position = table_at(tiny, 3, seed, seed)
        for seat in range(3):
            if position.together() >> seat & 1:
                move = player(name).choose(position.view(seat), [], stream(seed))
                assert move in position.legal(seat)
                asked += seat != position.waiting()
    assert asked


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("package", ["soul_ward", "tests.tiny"])
def test_machine_code_gives_the_same_moves(package: str, name: str) -> None:
    game = load(package)
    plain, quick = Player(name, player(name).template), Player(name, player(name).template)
    quick.compile(game)
    for seed in range(12):
        position = table_at(game, 2, seed, 4 * seed)
        if not position.over:
            view = position.view(position.waiting())
            assert plain.choose(view, [], stream(seed)) == quick.choose(view, [], stream(seed))


# --- the pool ------------------------------------------------------------------------------------------------------

Ask = Callable[..., Awaitable[int]]


@pytest.fixture
def pool() -> Iterator[Pool]:
    pool = Pool(2)
    yield pool
    pool.close()


def asking(pool: Pool, position: Position) -> Ask:
    seat = position.waiting()

    async def ask(name: str = "greedy", seed: int = 0) -> int:
        return await pool.move(position.game.package, position.kit, position.view(seat).bytes(), [], seat, name, seed)

    return ask


def workers(pool: Pool) -> list[int]:
    return [worker.process.pid for worker in pool._idle]


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"


def test_a_worker_gives_the_player_s_move_and_is_used_again(pool: Pool, table: Table) -> None:
    ask, view = asking(pool, table.position), table.position.view(GREEN)

    async def play() -> None:
        for seed in range(5):
            assert await ask(seed=seed) == player("greedy").choose(view, [], stream(seed, GREEN))
            assert len(workers(pool)) == 1

    asyncio.run(play())


def test_a_game_with_options_and_more_seats_is_rebuilt_in_the_worker(pool: Pool) -> None:
    game = load("tests.tiny")
    position = game.start(game.kit(3, {"hand": 1}))
    while position.waiting() == game.rules.NATURE:
        position.play(position.legal()[0])
    assert asyncio.run(asking(pool, position)()) in position.legal()


def test_thinking_does_not_hold_up_the_house(pool: Pool, table: Table) -> None:
    ask = asking(pool, table.position)

    async def play() -> int:
        thinking, meanwhile = asyncio.gather(*[ask(seed=seed) for seed in range(6)]), 0
        while not thinking.done():
            await asyncio.sleep(0.001)
            meanwhile += 1
        await thinking
        return meanwhile

    assert asyncio.run(play()) > 20


def test_a_worker_that_dies_is_replaced(pool: Pool, table: Table) -> None:
    ask = asking(pool, table.position)

    async def play() -> None:
        first = await ask()
        (victim,) = workers(pool)
        os.kill(victim, signal.SIGKILL)
        assert await ask() == first
        assert victim not in workers(pool)

    asyncio.run(play())


def test_a_question_that_kills_every_worker_is_an_error(pool: Pool, table: Table) -> None:
    with pytest.raises(PlayerError, match="3 workers"):
        asyncio.run(pool.move(table.position.game.package, table.kit, b"no view", [], GREEN, "greedy", 0))


def test_an_unknown_player_is_told_by_the_pool(pool: Pool, table: Table) -> None:
    with pytest.raises(PlayerError, match="there are: greedy, random"):
        asyncio.run(asking(pool, table.position)("deep-thought"))


def test_a_closed_pool_has_no_workers_and_says_so(pool: Pool, table: Table) -> None:
    ask = asking(pool, table.position)

    async def play() -> None:
        await ask()
        (worker,) = workers(pool)
        pool.close()
        assert gone(worker)

    asyncio.run(play())
    with pytest.raises(PlayerError, match="closed"):
        pool._ask("")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_workers_end_when_the_house_is_killed() -> None:
    code = (
        "import asyncio, time; from tests.test_players import *\n"
        "pool, table = Pool(), Table(load('soul_ward')); asyncio.run(asking(pool, table.position)())\n"
        "print(*workers(pool), flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        worker = int(house.stdout.readline())
        assert not gone(worker)
        house.kill()
    deadline = time.monotonic() + 5
    while not gone(worker) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert gone(worker)


def test_the_house_s_side_of_the_pool_is_light() -> None:
    code = "import sys; import frostfair.players.worker; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
