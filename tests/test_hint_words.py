"""What a hint says: the numbers of a plan, what is about as good, and never more than the view tells."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

from frostfair.engine.chance import Keyed, stream
from frostfair.engine.game import Game, View, load
from frostfair.engine.kits import Kit
from frostfair.engine.line import Line
from frostfair.engine.speech import LANGUAGES
from frostfair.house import bots, pages
from frostfair.house.pages import Reader
from frostfair.house.pages_hint import why
from frostfair.house.table import HUMAN, Seat, Table
from frostfair.players.levels import LEVELS
from frostfair.players.player import Advice, player
from tests.houses import Quick
from tests.swap import random_line, twin_line

ME, YOU = "me" * 32, "yo" * 32


def begin(game: Game, kit: Kit, mine: Sequence[int], key: bytes = b"k") -> Table:
    """A table in mind at which some seats are mine."""
    seats = tuple(Seat(HUMAN, "", ME if seat in mine else YOU) for seat in range(kit.seats))
    table = Table("ABCDE", game, kit, Keyed(key * 32), ME, seats, 0.0)
    table.begun, table.head = 1.0, {}
    return table


def soul_ward_after(game: Game, markers: int, key: bytes = b"k", **options: object) -> Table:
    table = begin(game, game.kit(options={"quick": True, **options}), [0, 1], key)
    go_on(table, table.opening())
    for n in range(markers):
        go_on(table, table.continuation(table.asked[0], [table.line.now.legal()[-1 - key[0] * n % 5]]))
    return table


def go_on(table: Table, line: Line) -> None:
    for row in table.rows(line):
        table.fold(row)


@pytest.fixture
def third(soul_ward: Game) -> Table:
    """Round 1: Green is to place marker 3."""
    return soul_ward_after(soul_ward, 4)


def given(moves: Sequence[int], *wins: int) -> list[Advice]:
    return [Advice(move, 1000 - n, win / 100) for n, (move, win) in enumerate(zip(moves, wins, strict=True))]


def end(table: Table, seat: int, move: int) -> View:
    return table.trial(seat, [move], plan=True)[-1][2]


SENTENCES = (
    r"Then \w+ loses (?P<costs>\d+) points, after the next best move only (?P<other>\d+)\.",
    r"Then \w+ loses (?P<alone>\d+) points?, after the next best move none\.",
    r"It leaves \w+ (?P<leaves>\d+) points? less than the next best move\.",
    r"It saves (?P<saves>\d+) of your own points\.",
    r"It brings you (?P<brings>\d+) points? more than the next best move\.",
)


def check_numbers(table: Table, seat: int) -> set[str]:
    """Of all pairs of moves of a seat of two: the points named are those to which a plan leads; which kinds were named."""
    kinds: set[str] = set()
    me, rival = table.line.now.view(seat).standing()[1][:: 1 - 2 * seat]
    for one, other in permutations(table.line.now.legal()[::2], 2):
        said = why(table, seat, given((one, other), 60, 50), "en")
        (my, his), (my_next, his_next) = (end(table, seat, move).standing()[1][:: 1 - 2 * seat] for move in (one, other))
        found = [match for form in SENTENCES for match in re.finditer(form, said)]
        told = {kind: int(n) for match in found for kind, n in match.groupdict().items()}
        right = {
            "costs": rival - his,
            "other": rival - his_next,
            "alone": rival - his,
            "leaves": his_next - his,
            "saves": my - my_next,
            "brings": my - my_next,
        }
        assert told == {kind: right[kind] for kind in told} and all(n > 0 for n in told.values())
        assert ("alone" not in told or his_next >= rival) and ("leaves" not in told or his >= rival)
        assert ("saves" not in told or my <= me) and ("brings" not in told or my > me)
        gain = (my - his) - (my_next - his_next)
        assert (bool(told), "more for now" in said, "as much for now" in said) == (gain > 0, gain < 0, gain == 0)
        assert said.count(". ") == 1 or ("60" in said and "50" in said) or not told
        kinds |= told.keys()
    return kinds


def test_numbers_of_points_are_those_to_which_a_plan_leads(soul_ward: Game) -> None:
    kinds: set[str] = set()
    for key, markers in ((b"k", 4), (b"l", 5), (b"m", 1), (b"n", 2)):
        kinds |= check_numbers(soul_ward_after(soul_ward, markers, key, light_and_shadow=True), markers % 2)
    assert kinds >= {"costs", "other", "alone", "saves"}


def test_where_scores_rise_it_is_said_what_a_move_brings() -> None:
    game = load("tests.tiny")
    line, said = random_line(game, 2, 4), ""
    for n in (n for n, position in enumerate(line.positions[:-1]) if len(position.legal(0)) > 1 and not position.together()):
        said += why(at(line, n, [0]), 0, given(line.positions[n].legal(0)[:2], 60, 50), "en")
        said += why(at(line, n, [0]), 0, given(line.positions[n].legal(0)[1::-1], 60, 50), "en")
    assert "It brings you 1 point more than the next best move. It wins about 60 of 100 games, the next best 50." in said


def test_what_makes_no_difference_is_said_to_make_none(third: Table) -> None:
    def lead(move: int) -> int:
        green, red = end(third, 0, move).standing()[1]
        return green - red

    worst, *_, good, best = sorted(third.line.now.legal(), key=lead)
    for moves, wins, said in (
        ((worst, best), (50, 49), " is about as good."),
        ((worst, good, best), (50, 49, 48), "3 moves are about as good; this is one of them."),
        ((best, worst), (50, 49), " In the long run both are about as good."),
        ((worst, best), (50, 60), "Of 1999 games played in mind, 1000 began with this move."),
        ((best,), (50,), "It is the only move there is."),
    ):
        assert why(third, 0, given(moves, *wins), "en").endswith(said)
    assert "games" not in why(third, 0, given((best, worst), 50, 60), "en")


def test_a_move_that_wins_needs_no_numbers(soul_ward: Game) -> None:
    table = soul_ward_after(soul_ward, 0, red_ward=1, green_ward=1)
    ends = {move: end(table, 0, move) for move in table.line.now.legal()}
    places = {move: view.standing()[0] if view.over else [] for move, view in ends.items()}
    won, still_open = ([move for move in ends if places[move] == place] for place in ([1, 2], []))
    assert why(table, 0, given((won[0], still_open[0]), 99, 50), "en") == "As things stand, it wins the game."
    for lost in (move for move in ends if places[move] == [2, 1]):
        assert "would lose the game" in why(table, 0, given((still_open[0], lost), 60, 50), "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hint_is_short_in_every_language(third: Table, lang: str) -> None:
    for moves in permutations(third.line.now.legal()[::2], 2):
        for wins in ((60, 50), (50, 50), (50, 60)):
            said = why(third, 0, given(moves, *wins), lang)
            assert said.endswith(".") and said.count(". ") <= 1 and len(said) < 190


# --- no more than the view tells ------------------------------------------------------------------------------------


class Real(Quick):
    """The strongest player, in this process."""

    async def advise(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, seed: int) -> list[Advice]:
        game = load(package)
        seen = View(game, kit, np.frombuffer(view, game.rules.STATE).copy())
        return player(LEVELS[-1]).advise(seen, stream(seed), 60)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_worlds_that_look_alike_give_the_same_hint(seat: int) -> None:
    game = load("tests.tiny")
    line = random_line(game, 3, 4)
    twin = twin_line(line, seat, stream("hint", seat))
    assert line.moves != twin.moves
    asked = [n for n, position in enumerate(line.positions[:-1]) if position.legal(seat) and not position.together()]
    assert asked
    for n in asked:
        assert hint_page(at(line, n, [seat]), seat) == hint_page(at(twin, n, [seat]), seat)


def at(line: Line, moves: int, mine: Sequence[int]) -> Table:
    """The table after so many moves."""
    table, begun = begin(line.game, line.kit, mine), Line(line.game, line.kit)
    for played in line.moves[:moves]:
        begun.play(played)
    go_on(table, begun)
    return table


def hint_page(table: Table, seat: int) -> str:
    async def ask() -> str:
        advice = await bots.Bots(Real(), _nobody, 0).advise(table, seat, ME)
        return pages.frame(Reader(ME, "de", "", "?"), table, trial=(advice[0].move,), hint=advice)

    return asyncio.run(ask())


async def _nobody(*_: object) -> None:
    raise AssertionError("nobody plays here")
