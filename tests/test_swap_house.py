"""The house tells nobody what lies face down: not by pages, answers, errors or frames, not by what can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from frostfair.engine.chance import Keyed, stream
from frostfair.engine.errors import IllegalMove
from frostfair.engine.game import PUBLIC, Game, Position, View, load
from frostfair.engine.kits import Kit
from frostfair.engine.line import Line, Played
from frostfair.engine.speech import Event
from frostfair.house.table import Seat, Shot, Table
from frostfair.house.tables import Tables
from tests.mutants import box
from tests.swap import random_line, twin_line
from tests.swap_house import compare
from tests.tiny import rules


@pytest.fixture(scope="module")
def game() -> Game:
    game = load("tests.tiny")
    game.compile()
    return game


def twins(game: Game, reader: int, seed: int) -> tuple[Line, Line]:
    """Two games of three that look alike to the reader."""
    line = random_line(game, 3, seed)
    twin = twin_line(line, reader, stream("house", reader, seed))
    assert line.moves != twin.moves
    return line, twin


@pytest.mark.parametrize("reader", [PUBLIC, 0, 1, 2])
def test_people_are_told_nothing(game: Game, reader: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(reader, twins(game, reader, 1), tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("reader", [0, 1, 2])
def test_computers_are_told_nothing(game: Game, reader: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(reader, twins(game, reader, 2), tmp_path, monkeypatch, "bots")


TURNS = 2 * "lay fir;name fir;answer fir;open;draw fir;draw fir;" + "lay star;name fir;answer fir;open"
STAR_FIRST = f"draw star;{4 * 'draw fir;'}{TURNS}"
STAR_LAST = f"draw fir;{4 * 'draw fir;'}{TURNS.replace('fir;lay star', 'star;lay star')}"


@pytest.mark.parametrize("reader", [PUBLIC, 1])
def test_a_draw_that_could_not_be_another_looks_like_any(
    game: Game, reader: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the star is drawn, all that is left is alike, and that is the secret of who holds it."""
    kit = box(game, 2, (8, 1))
    compare(reader, [played(game, kit, text) for text in (STAR_FIRST, STAR_LAST)], tmp_path, monkeypatch)


def played(game: Game, kit: Kit, text: str) -> Line:
    line = Line(game, kit)
    for move in text.split(";"):
        line.play(Played(line.now.waiting(), game.words.read(kit, move)))
    return line


def test_a_trial_shows_what_an_answer_does_and_no_other(game: Game) -> None:
    """All may try their answer, in whatever order the rules take them; others' stay face down, and are not turned up."""
    table = Table("MMMMM", game, game.kit(3), Keyed.fresh(), "", (Seat(), Seat(), Seat()), 0.0)
    start = "draw fir;draw fir;draw fir;draw star;draw fir;draw moon;draw star;lay fir;name star"
    table.line = played(game, table.kit, start)
    for seat, text in ((1, "answer star"), (2, "answer moon")):
        answer = game.words.read(table.kit, text)
        [(_, seen, after)] = table.trial(seat, [answer])
        assert seen == answer
        assert after.record.mittens[rules.ANSWERS + seat].tolist() == [int(k == answer - rules.ANSWER) for k in range(5)]
    for reader in (PUBLIC, 0):
        with pytest.raises(IllegalMove):
            table.trial(reader, [rules.ANSWER + 1])


# A house that leaks is caught


def move_itself(table: Table, shot: Shot, viewer: int, lang: str) -> Event | None:
    before, after = shot.before.view(viewer), shot.after.view(viewer)
    return table.game.words.event(before, shot.played.move, after, lang) if shot.played else None


def all_hands(table: Position, seat: int) -> View:
    view = View(table.game, table.kit, table.state.copy())
    view.state["viewer"] = seat
    return view


async def restless(house: Tables, table: Table, seat: int, moves: list[int]) -> None:
    table.changed()
    await ANSWER(house, table, seat, moves)


ANSWER = Tables._answer
LEAKS = {
    "the story tells the move itself": (Table, "_tell", move_itself),
    "frames show all hands": (Position, "view", all_hands),
    "an early answer makes a frame": (Tables, "_answer", restless),
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_the_house_is_caught(leak: str, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = twins(game, PUBLIC, 3)
    monkeypatch.setattr(*LEAKS[leak])
    with pytest.raises(AssertionError, match="frame"):
        compare(PUBLIC, lines, tmp_path, monkeypatch)
