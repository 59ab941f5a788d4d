"""What a reader cannot see changes nothing that it gets; and the test that says so catches rules that leak."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from frostfair.engine.chance import Stream, below, stream
from frostfair.engine.game import PUBLIC, Game, Position, load
from tests import swap
from tests.mutants import LEAKS, variant
from tests.tiny import rules


def mittens_mixed(table: Position, reader: int, chance: Stream) -> Position:
    """The same table with all mittens that the reader cannot see mixed: other hands, other answers, the deck."""
    twin = table.copy()
    rows = twin.state["mittens"][0]
    hidden = [place for place in range(rules.GONE) if place == rules.DECK or place % rules.SEATS != reader]
    loose = [kind for place in hidden for kind in range(rules.KINDS + 1) for _ in range(rows[place, kind])]
    for place in hidden:
        count = int(rows[place].sum())
        rows[place] = 0
        for _ in range(count):
            rows[place, loose.pop(int(below(chance, len(loose))))] += 1
    return twin


def nothing_hidden(table: Position, reader: int, chance: Stream) -> Position:
    return table.copy()


MITTENS = swap.Secrets(mittens_mixed, reveals={rules.OPEN})
OPEN_TABLE = swap.Secrets(nothing_hidden)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("hand", [1, 2])
def test_mittens_tell_nobody_what_lies_face_down(seats: int, hand: int) -> None:
    game = load("tests.tiny")
    game.compile()
    kit = game.kit(seats, {"hand": hand})
    assert swap.check(game, kit, 0, MITTENS) > 100
    assert sum(swap.check(game, kit, seed, MITTENS, [swap.rules]) for seed in range(1, 20)) > 2_000


def test_soul_ward_is_open_and_alike_for_all() -> None:
    game = load("soul_ward")
    game.compile()
    assert swap.check(game, game.kit(options={"quick": True, "green_ward": 5, "red_ward": 5}), 0, OPEN_TABLE) == 0


def play_and_compare(game: Game, seeds: Iterable[int]) -> None:
    for seed in seeds:
        swap.check(game, game.kit(3), seed, MITTENS, [swap.rules])


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_caught(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"leak_{list(LEAKS).index(leak)}"
    variant(tmp_path, name, *LEAKS[leak])
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match="can tell two tables apart"):
        play_and_compare(Game(name), range(5))


@pytest.mark.parametrize("reader", [PUBLIC, 0, 1, 2])
def test_whole_games_can_look_alike(reader: int) -> None:
    game = load("tests.tiny")
    game.compile()
    line = swap.random_line(game, 3, seed=4)
    twin = swap.twin_line(line, reader, stream("twin", reader))
    assert sum(a.move != b.move for a, b in zip(line.moves, twin.moves, strict=True)) > 2
    assert list(twin.seen(reader)) == list(line.seen(reader))
    for n, (one, other) in enumerate(zip(line.moves, twin.moves, strict=True)):
        here = swap.Frame(line.positions[n + 1], reader, line.positions[n], one.move)
        there = swap.Frame(twin.positions[n + 1], reader, twin.positions[n], other.move)
        swap.same(here, there)
