"""What a reader cannot see changes nothing that it gets; and the test that says so catches rules that leak."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from frostfair.engine.chance import Keyed, Stream, below, stream
from frostfair.engine.errors import IllegalMove
from frostfair.engine.game import PUBLIC, Game, Position, load
from frostfair.engine.line import Line, Played
from frostfair.house.table import Seat, Table
from tests import swap, swap_house
from tests.mutants import LEAKS, box, variant
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


def random_line(game: Game, seats: int, seed: int) -> Line:
    """A whole game: the seats play at random, nature from a key of its own."""
    line, chance, keyed = Line(game, game.kit(seats)), stream("line", seed), Keyed(bytes([seed]) * 32)
    while not line.now.over:
        if line.now.waiting() == game.rules.NATURE:
            line.deal(keyed)
        else:
            line.play(Played(line.now.waiting(), swap.some_move(line.now, chance)))
    return line


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
    line = random_line(game, 3, seed=4)
    twin = swap.twin_line(line, reader, stream("twin", reader))
    assert sum(a.move != b.move for a, b in zip(line.moves, twin.moves, strict=True)) > 2
    assert list(twin.seen(reader)) == list(line.seen(reader))
    for n, (one, other) in enumerate(zip(line.moves, twin.moves, strict=True)):
        here = swap.Frame(line.positions[n + 1], reader, line.positions[n], one.move)
        there = swap.Frame(twin.positions[n + 1], reader, twin.positions[n], other.move)
        swap.same(here, there)


# Through the house


@pytest.mark.parametrize("reader", [PUBLIC, 0, 1, 2])
def test_the_house_tells_nobody_what_lies_face_down(reader: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tests.tiny")
    game.compile()
    line = random_line(game, 3, seed=1)
    twin = swap.twin_line(line, reader, stream("house", reader))
    assert line.moves != twin.moves
    here = swap_house.Evening(line, reader, tmp_path / "here", monkeypatch).people()
    there = swap_house.Evening(twin, reader, tmp_path / "there", monkeypatch).people()
    swap_house.same(here, there)


@pytest.mark.parametrize("reader", [0, 1, 2])
def test_the_house_tells_no_computer_what_lies_face_down(reader: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tests.tiny")
    game.compile()
    line = random_line(game, 3, seed=2)
    twin = swap.twin_line(line, reader, stream("bots", reader))
    here = swap_house.Evening(line, reader, tmp_path / "here", monkeypatch).bots()
    there = swap_house.Evening(twin, reader, tmp_path / "there", monkeypatch).bots()
    assert len(here) > 3
    swap_house.same(here, there)


TURNS = 2 * "lay fir;name fir;answer fir;open;draw fir;draw fir;" + "lay star;name fir;answer fir;open"
ALIKE = [
    f"draw star;{4 * 'draw fir;'}{TURNS}",
    f"draw fir;{4 * 'draw fir;'}{TURNS.replace('fir;lay star', 'star;lay star')}",
]


@pytest.mark.parametrize("reader", [PUBLIC, 1])
def test_a_draw_that_could_not_be_another_looks_like_any(reader: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the star is drawn, all that is left is alike, and that is the secret of who holds it."""
    told = []
    for n, text in enumerate(ALIKE):
        line = Line(load("tests.tiny"), box(load("tests.tiny"), 2, (8, 1)))
        for move in text.split(";"):
            line.play(Played(line.now.waiting(), line.game.words.read(line.kit, move)))
        told.append(swap_house.Evening(line, reader, tmp_path / str(n), monkeypatch).people())
    swap_house.same(*told)


def test_a_trial_of_an_answer_shows_what_the_answer_does_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """All may try their answer, in whatever order the rules take them; others' stay face down, and are not turned up."""
    game = load("tests.tiny")
    table = Table("MMMMM", game, game.kit(3), Keyed.fresh(), "", (Seat(), Seat(), Seat()), 0.0)
    for move in "draw fir;draw fir;draw fir;draw star;draw fir;draw moon;draw star;lay fir;name star".split(";"):
        table.line.play(Played(table.line.now.waiting(), game.words.read(table.kit, move)))
    for seat, text in ((1, "answer star"), (2, "answer moon")):
        answer = game.words.read(table.kit, text)
        (_, seen, after) = table.trial(seat, [answer])[-1]
        assert seen == answer
        assert after.record.mittens[rules.ANSWERS + seat].tolist() == [int(k == answer - rules.ANSWER) for k in range(5)]
        assert len(table.trial(seat, [answer])) == 1
    for reader in (PUBLIC, 0):
        with pytest.raises(IllegalMove):
            table.trial(reader, [rules.ANSWER + 1])
