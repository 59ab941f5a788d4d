"""Soul Ward as a whole: how long it lasts, the house variant, plans in mind, laws that hold after every move."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from frostfair.engine.chance import stream
from frostfair.engine.game import Game
from frostfair.engine.kits import Kit
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES
from proofs.census import KITS, census, laws, step
from tests.soul_ward_oracle import CORNERS, EDGE, LOOP, across, faced
from tests.soul_ward_table import GREEN, RED, Table

# The game as a whole


def test_the_storm_alone_ends_a_game_without_mending_after_119_rounds(soul_ward: Game) -> None:
    table = Table(soul_ward, edge="IFI IFI IFI IFI", storm="T1")
    _freeze_on(table)
    assert (table.s.rounds, table.wards) == (119, (0, 0))


@pytest.mark.parametrize(("wards", "places"), [((30, 30), [1, 1]), ((29, 30), [2, 1]), ((30, 20), [1, 2])])
def test_with_mending_the_higher_ward_wins_after_32_rounds(soul_ward: Game, wards: tuple[int, int], places: list[int]) -> None:
    table = Table(soul_ward, edge="I+I I+I I+I I+I", storm="T1")
    table.wards = wards
    _freeze_on(table)
    assert (table.s.rounds, table.wards) == (32, (wards[0] - 8, wards[1] - 8))
    assert table.position.standing()[0] == places


def _freeze_on(table: Table) -> None:
    """To the end with Ice alone, Green's markers in columns, Red's in rows."""
    while not table.run().position.over:
        sides = "TB" if table.position.waiting() == GREEN else "RL"
        table.mark(min(place for place in table.places if place[0] in sides and place[1] != "2"))


def test_light_mends_by_one_and_the_own_ice_on_the_line_up_to_the_most(soul_ward: Game) -> None:
    table = Table(soul_ward, edge="+IF LI* FI* FL+")
    table.ice, table.wards = "GGG G.. R.G", (10, 20)
    assert table.mark("T1", fill=True).nature().wards == (13, 20)
    assert table.ice == "GGG G.. R.G"
    for most in (30, 40):
        table = Table(soul_ward, edge="+IF LI* FI* FL+", ward=most)
        table.ice, table.wards = "GGG G.. R.G", (most - 2, 20)
        assert table.mark("T1", fill=True).nature().wards == (most, 20)


def test_shadow_turns_the_ice_on_its_line(soul_ward: Game) -> None:
    table = Table(soul_ward, edge="*IF LI* FI+ FL+")
    table.ice = "GRG R.. ..R"
    assert table.mark("T1", fill=True).nature().ice == "RRG G.. ..R"
    assert table.wards == (30, 30)


def test_spaces_across_serve_the_same_line() -> None:
    for n, space in enumerate(SPACES):
        assert EDGE[SPACES[(n + 6) % 12]] == across(EDGE[space])
        assert faced(EDGE[space]) == faced(across(EDGE[space]))


def test_a_game_with_the_box_lasts_at_most_24_rounds(soul_ward: Game, kit: Kit) -> None:
    """Six markers, four Ice: each round at least two cards hit.  Here for games that avoid it as well as for any others."""
    least = min(kit.record["edge_number"][0, [rules.FIRE, rules.LIGHTNING]])
    lost = rounds = 0
    while lost <= 2 * (30 - 1):
        rounds += 1
        lost += 2 * least + (2 if LOOP[rounds % 16] in CORNERS else 0)
    assert (least, rounds) == (1, 24)

    longest = 0
    for seed in range(200):
        chance, position, sums = stream("24 rounds", seed), soul_ward.start(kit), []
        while not position.over:
            if position.record.phase == rules.MARK and position.record.placed == 0:
                sums.append(position.record.ward.sum())
            if position.record.phase == rules.MARK and seed % 2:
                position.play(
                    min(position.legal(), key=lambda move: (position.record.edge[move - rules.MARKS] != rules.ICE, move))
                )
            else:
                step(position, chance)
        assert all(b - a <= -2 - 2 * (LOOP[n % 16] in CORNERS) for n, (a, b) in enumerate(pairwise(sums), 1))
        longest = max(longest, len(sums))
    assert 9 <= longest <= 24


@pytest.mark.parametrize("name", KITS)
def test_census(soul_ward: Game, name: str) -> None:
    count = census(soul_ward, KITS[name], 50)
    assert set(count["states_that_break_a_law"].values()) == {0}
    assert count["fewest_marker_places"] >= 3
    assert count["most_rounds"] <= (32 if name == "light and shadow" else 24)


@pytest.mark.parametrize(
    ("field", "value", "law"),
    [
        ("supply", [0, 1, 0, 0, 0, 0], "as many ice as in the box"),
        ("gone", [9 * [0], 9 * [1]], "as many strike2 as in the box"),
        ("middle", [0, 1, 1, 1, 1, 1, 1, 1, 1], "the square is full while the pile lasts"),
        ("edge", [1, 1, 2, 3, 2, 3, 1, 2, 3, 1, 2, 3], "no two of a kind side by side"),
        ("ice", [0, 512], "ice on the nine spaces alone"),
        ("ice", [0b11, 0b10], "one owner of the ice on a space"),
        ("marks", [0b1111, 0], "at most 3 markers a player, on edge spaces"),
        ("marks", [0, 1 << 12], "at most 3 markers a player, on edge spaces"),
        ("marks", [1, 1 << 6], "no marker on or across from the rival's"),
        ("order", [1, 2, 3, 4, 5, 5], "the order names every marker once"),
        ("marks", [1, 0], "no marker under the Storm"),
        ("marks", [0b1001, 0b1001 << 6], "no card to be won by both"),
        ("ward", [30, 31], "wards from 0 to the most"),
        ("ward", [-1, 30], "wards from 0 to the most"),
        ("ward", [0, 30], "over with a ward at 0, or after the last round"),
        ("phase", rules.OVER, "over with a ward at 0, or after the last round"),
    ],
)
def test_the_census_finds_what_is_wrong(soul_ward: Game, field: str, value: object, law: str) -> None:
    table = Table(soul_ward, square="111 111 222", pile="111", storm="T1")
    assert all(holds.all() for _, holds in laws(soul_ward, table.kit, table.position.state))
    table.position.state[field] = value
    assert law in {name for name, holds in laws(soul_ward, table.kit, table.position.state) if not holds.all()}


# In mind


def test_skipped_markers_leave_their_cards_asleep_and_the_round_goes_on(table: Table) -> None:
    table.mark("T1")
    for _ in range(5):
        table.position.skip()
    table.nature()
    assert (table.ice, table.s.phase) == ("G.. G.. G..", rules.GATHER)
    assert table.run().s.rounds == 2


def test_a_skipped_choice_takes_the_first_card(table: Table) -> None:
    table.mark("T1 R2 T2 R3 L1 L2").run().position.skip()
    assert table.square == ".11 111 111"


def test_all_is_open_to_everybody(table: Table) -> None:
    table.mark("T1 R1").position.view(GREEN)
    for seat in (GREEN, RED, -1):
        view = table.position.view(seat)
        assert view.legal() == table.position.legal()
        assert view.viewer == seat
        assert view.imagine(np.ones(4, np.int64)).bytes() == table.position.bytes()
    with pytest.raises(ValueError, match="never the table"):
        table.position._call("imagine", np.ones(4, np.int64))
