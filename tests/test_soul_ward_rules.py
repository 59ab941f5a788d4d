"""The rulings of Soul Ward, one by one, on tables laid out for them.  Set-up (W-1 to W-6)
is in test_soul_ward_draft.py, the game as a whole in test_soul_ward_game.py.

Where a test says nothing else the edge is

        Ice Fire Lightning              the Storm lies on B3
    Lightning           Fire
    Ice                  Ice
    Fire           Lightning
        Ice Fire Lightning
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from frostfair.engine.chance import stream
from frostfair.engine.errors import IllegalMove
from frostfair.engine.game import Game
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES
from proofs.census import step
from tests.soul_ward_oracle import EDGE, LOOP, faced
from tests.soul_ward_table import GREEN, NATURE, RED, Table, mark, take

COLUMNS_AND_ROWS = "T1 R1 T2 R2 T3 L2"  # Green's in columns, Red's in rows: nobody wins a card


# Step 1: markers


def test_w7_markers_are_placed_in_turns_and_the_first_player_changes_each_round(table: Table) -> None:
    for first in (GREEN, RED, GREEN, RED):
        table.wards = 30, 30
        turns = []
        while table.s.phase == rules.MARK:
            turns.append(table.position.waiting())
            table.mark(min(table.places))
        assert turns == 3 * [first, 1 - first]
        while table.s.phase != rules.MARK:
            table.position.play(table.position.legal()[0])


def test_w7_a_marker_is_never_put_where_one_lies_or_across_from_the_rivals(table: Table) -> None:
    assert table.places == set(SPACES) - {"B3"}
    assert table.mark("T1").places == set(SPACES) - {"B3", "T1", "B1"}
    assert table.mark("L2").places == set(SPACES) - {"B3", "T1", "L2", "R2"}
    with pytest.raises(IllegalMove):
        table.position.play(mark("R2"))


def test_w8_nobody_may_pass_and_nobody_must(table: Table) -> None:
    for space in "T1 T2 T3 R1 R2".split():
        table.mark(space) if space in table.places else table.mark(min(table.places))
        assert all(rules.MARKS <= move < rules.TAKES for move in table.position.legal())
        assert len(table.places) >= 3


def test_w9_a_marker_may_be_put_across_from_ones_own(table: Table) -> None:
    table.mark("T1 T2")
    assert "B1" in table.places
    assert "B2" not in table.places


def test_w10_the_storm_blocks_its_own_card_alone(table: Table) -> None:
    assert "B3" not in table.places
    assert "T3" in table.places


def test_w11_corners_hold_no_markers_and_a_storm_there_blocks_nothing(soul_ward: Game) -> None:
    table = Table(soul_ward, storm="T3").mark(COLUMNS_AND_ROWS.replace("T3", "B1")).run()
    assert table.storm == "corner"
    assert table.places == set(SPACES)


# Step 2: edge cards


def test_w12_each_card_acts_fully_in_the_order_of_the_markers(table: Table) -> None:
    table.mark(COLUMNS_AND_ROWS)
    seen = [(table.nature().wards, table.ice) for _ in range(6)]
    assert seen == [
        ((30, 30), "G.. G.. G.."),  # Green's Ice on column 1
        ((28, 30), "... G.. G.."),  # Red's Fire on row 1
        ((28, 28), "... G.. G.."),  # Green's Fire on column 2
        ((28, 28), "... RRR G.."),  # Red's Ice on row 2
        ((28, 27), "... RRR G.."),  # Green's Lightning on column 3, without ice
        ((28, 27), "... RRR G.."),  # Red's other Ice on row 2
    ]
    assert table.s.phase == rules.GATHER


def test_w12_every_card_faces_its_row_or_column(table: Table) -> None:
    for space in SPACES:
        table = Table(table.position.game, storm="B3" if space != "B3" else "T1")
        table.s.edge[:] = rules.ICE
        table.mark(space, fill=True).nature()
        facing = {3 * (row - 1) + column - 1 for row, column in faced(EDGE[space])}
        assert table.ice.replace(" ", "") == "".join("G" if m in facing else "." for m in range(9))


def test_w13_ice_lifts_everybodys_and_lays_three_of_ones_own(table: Table) -> None:
    table.ice = "R.R G.. R.G"
    assert table.mark("T1", fill=True).nature().ice == "G.R G.. G.G"
    assert table.wards == (30, 30)


def test_w14_fire_hits_and_lifts_all_ice_ones_own_too(table: Table) -> None:
    table.ice = "GRG RGR GGG"
    assert table.mark("T2", fill=True).nature().ice == "G.G R.R G.G"
    assert table.wards == (30, 28)


def test_w14_fire_on_ones_own_full_row(table: Table) -> None:
    table.ice = "GGG ... RRR"
    assert table.mark("R1", fill=True).nature().ice == "... ... RRR"
    assert table.wards == (30, 28)


def test_w14_a_deadly_fire_ends_the_game_before_ice_is_lifted(table: Table) -> None:
    table.ice, table.wards = "GRG GRG GRG", (30, 2)
    assert table.mark("T2", fill=True).nature().position.over
    assert (table.wards, table.ice) == ((30, 0), "GRG GRG GRG")


def test_w15_nine_own_ice_and_a_lightning_are_nine_and_an_empty_board(table: Table) -> None:
    table.ice = "GGG GGG GGG"
    assert table.mark("T3", fill=True).nature().ice == "... ... ..."
    assert table.wards == (30, 21)


@pytest.mark.parametrize(
    ("before", "loss", "after"),
    [
        ("G.G ... ...", 2, "... ... ..."),  # left and right of a gap: both start a chain
        ("G.G ..G .GG", 5, "... ... ..."),  # link by link
        ("GRG RGR GRG", 2, ".R. RGR GRG"),  # neither diagonals nor the rival's ice link
        ("G.. G.. GG.", 4, "... ... ..."),
        ("... GGG GGG", 1, "... GGG GGG"),  # none on the line: 1, and nothing is lifted
        ("RRR GGG ...", 1, "RRR GGG ..."),
        ("GGG .G. G.G", 4, "... ... G.G"),  # exactly the chain is lifted
        ("GGG GRG GGG", 8, "... .R. ..."),
        ("..G G.. ...", 1, "... G.. ..."),  # the end of a row is no neighbour of the next row's beginning
    ],
)
def test_w15_lightning_on_row_1(table: Table, before: str, loss: int, after: str) -> None:
    table.ice = before
    assert table.mark("L1", fill=True).nature().ice == after
    assert table.wards == (30, 30 - loss)


def test_w15_a_deadly_lightning_lifts_nothing(table: Table) -> None:
    table.ice, table.wards = "GGG ... ...", (30, 3)
    assert table.mark("L1", fill=True).nature().position.over
    assert (table.wards, table.ice) == ((30, 0), "GGG ... ...")


def test_w16_the_whole_chain_counts_far_beyond_the_line(table: Table) -> None:
    table.ice = "RRG GGG GRR"
    assert table.mark("T3", fill=True).nature().ice == "RR. ... .RR"
    assert table.wards == (30, 25)


def test_w17_ice_of_this_and_of_earlier_rounds_counts(table: Table) -> None:
    table.mark("T1 T2 B1 T3 R2 B2").run(rules.GATHER)
    assert table.ice == "G.. G.G G.."
    red = table.run().mark("T2 L1", fill=True).wards[1]
    assert table.nature(2).ice == "... ..G ..."
    assert table.wards[1] == red - 3


def test_w17_ice_of_this_round_counts(table: Table) -> None:
    table.mark("T1 T2 L1", fill=True).nature(3)
    assert (table.ice, table.wards) == ("... ... ...", (28, 27))


@pytest.mark.parametrize(("markers", "loss"), [("L1 T2 R1", 3 + 2), ("R1 T3 L1", 2 + 1)])
def test_w18_both_ends_of_a_line_act_in_marker_order(table: Table, markers: str, loss: int) -> None:
    table.ice = "GGG ... ..."
    table.mark(markers, fill=True).nature(3)
    assert table.wards[1] == 30 - loss


# Step 3: middle cards


def test_w19_the_first_player_wins_all_cards_before_the_other(table: Table) -> None:
    table.mark("T1 T2 L1 L2 B1 B2").run(rules.WIN)
    table.wards = 1, 1
    assert table.nature().position.over
    assert table.wards == (1, 0)
    assert table.position.standing() == ([1, 2], [1, 0])


def test_w19_in_round_2_red_wins_first(table: Table) -> None:
    table.mark(COLUMNS_AND_ROWS).run().mark("T1 T2 L1 L2 B1 R2").run(rules.WIN)
    table.wards = 1, 1
    assert table.nature().wards == (0, 1)


def test_w20_the_owner_of_two_cards_chooses_and_sees_the_first_before_the_second(soul_ward: Game) -> None:
    table = Table(soul_ward, square="F31 111 111", pile="2").mark("T1 R2 T2 R3 L1 L2").run()
    assert table.position.waiting() == GREEN
    assert table.position.legal() == [take("11"), take("12")]
    red = table.wards[1]
    table.position.play(take("12"))
    assert table.wards[1] == red - 3
    assert table.nature().square == "F21 111 111"  # the refill
    assert table.position.legal() == [rules.WINS]  # no question with one card left
    assert table.nature().ice == "GGG GGG GGG"
    assert table.square == ".21 111 111"


def test_w20_red_is_asked_too(soul_ward: Game) -> None:
    table = Table(soul_ward, square="123 111 111").mark("R2 T1 R3 T2 L2 L1").run()
    assert table.position.waiting() == RED
    assert table.position.legal() == [take("11"), take("12")]


def test_w21_effect_then_the_card_leaves_then_the_refill(soul_ward: Game) -> None:
    table = Table(soul_ward, square="211 111 111", pile="3F").mark("T1 R2 B1 R3 L1 L2").run(rules.WIN)
    red = table.wards[1]
    table.nature()
    assert (table.wards[1], table.square, table.pile) == (red - 2, ".11 111 111", "3F")
    assert table.s.gone[GREEN].sum() == 1
    table.nature()
    assert (table.square, table.pile) == ("311 111 111", "F")
    assert table.s.phase == rules.GATHER  # the new card cannot be won this round
    assert table.wards[1] == red - 2


def test_w21_a_deadly_strike_ends_the_game_before_the_card_leaves(soul_ward: Game) -> None:
    table = Table(soul_ward, square="211 111 111", pile="3F").mark("T1 R2 B1 R3 L1 L2").run(rules.WIN)
    table.wards = 30, 2
    assert table.nature().position.over
    assert (table.wards, table.square, table.pile) == ((30, 0), "211 111 111", "3F")
    assert table.s.gone.sum() == 0


def test_w22_a_space_without_card_gives_nothing(table: Table) -> None:
    table.mark("T1 R2 B1 R3 L1 L2").run()
    assert table.square == ".11 111 111"
    table.mark("R2 T1 R3 L1 L2 B1").run(rules.GATHER)
    assert table.s.gone.sum() == 1


def test_w22_no_question_when_one_of_two_crossings_is_empty(table: Table) -> None:
    table.mark("T1 R2 B1 R3 L1 L2").run().mark("R2 T1 R3 T2 L2 L1").run(rules.GATHER)
    assert table.square == "..1 111 111"


def test_w23_a_card_must_be_taken(table: Table) -> None:
    table.mark("T1 R2 T2 R3 L1 L2").run()
    assert table.position.legal() == [take("11"), take("12")]
    table.position.play(take("11"))
    assert table.position.waiting() == NATURE
    assert table.position.legal() == [rules.WINS]


def test_w24_frozen_ground_lifts_all_lays_nine_and_does_not_hit(soul_ward: Game) -> None:
    table = Table(soul_ward, square="F11 111 111").mark("T1 R2 B1 R3 L1 L2").run(rules.WIN)
    table.ice, wards = "RRG R.G ..R", table.wards
    assert table.nature().ice == "GGG GGG GGG"
    assert table.wards == wards


def test_w25_ice_stays_when_the_card_changes(soul_ward: Game) -> None:
    table = Table(soul_ward, pile="2").mark("T1 R2 B1 R3 L1 L2").run(rules.WIN)
    table.ice = "RGR GRG RGR"
    assert table.nature(2).square == "211 111 111"
    assert table.ice == "RGR GRG RGR"


def test_w26_a_facing_pair_and_a_crossing_win_one_card_once(soul_ward: Game) -> None:
    table = Table(soul_ward, pile="111").mark("T1 R2 B1 R3 L1 L2").run(rules.GATHER)
    assert table.s.gone[GREEN].sum() == 1
    assert table.pile == "11"


def test_three_parallel_markers_win_nothing(table: Table) -> None:
    assert table.mark(COLUMNS_AND_ROWS).run(rules.GATHER).s.gone.sum() == 0


# Step 4 and the end


def test_w27_markers_back_then_the_storm_then_the_corner_then_the_other_goes_first(soul_ward: Game) -> None:
    table = Table(soul_ward, storm="T3").mark("T1 R1 T2 R2 B1 L2").run(rules.GATHER)
    wards = table.wards
    assert (table.storm, table.s.marks.any()) == ("T3", True)
    table.nature()
    assert (table.storm, table.s.marks.any(), table.wards, table.s.first) == ("T3", False, wards, GREEN)
    table.nature()
    assert (table.storm, table.wards, table.s.first, table.s.rounds) == ("corner", (wards[0] - 1, wards[1] - 1), RED, 2)


def test_w28_the_storm_goes_round_clockwise_and_rests_on_corners(soul_ward: Game) -> None:
    table = Table(soul_ward, storm="T1")
    seen = []
    for _ in range(17):
        table.wards = 30, 30
        seen.append(table.storm)
        table.mark("", fill=True)
        while table.s.phase != rules.MARK:
            table.position.play(table.position.legal()[0])
    loop = "T1 T2 T3 corner R1 R2 R3 corner B3 B2 B1 corner L3 L2 L1 corner".split()
    assert seen == [*loop, "T1"]
    names = {place: name for name, place in EDGE.items()}
    assert loop == [names.get(place, "corner") for place in LOOP]
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise([*LOOP, LOOP[0]]))


def test_w29_both_at_1_when_the_storm_enters_a_corner_is_a_draw(soul_ward: Game) -> None:
    table = Table(soul_ward, storm="T3").mark("T1 R1 T2 R2 B1 L2").run(rules.STORM)
    table.wards = 1, 1
    assert table.nature().position.over
    assert table.position.standing() == ([1, 1], [0, 0])


@pytest.mark.parametrize(("wards", "places"), [((1, 2), [2, 1]), ((2, 1), [1, 2])])
def test_w29_one_at_1_when_the_storm_enters_a_corner_has_lost(
    soul_ward: Game, wards: tuple[int, int], places: list[int]
) -> None:
    table = Table(soul_ward, storm="T3").mark("T1 R1 T2 R2 B1 L2").run(rules.STORM)
    table.wards = wards
    assert table.nature().position.over
    assert table.position.standing()[0] == places


def test_w30_at_0_nothing_more_is_resolved(table: Table) -> None:
    table.mark("T2 R1 T1 R2 T3 L2")
    table.wards = 2, 2
    assert table.nature().position.over  # Green's Fire: Red's does not answer
    assert table.wards == (2, 0)
    assert (table.storm, table.square, table.s.acted) == ("B3", "111 111 111", 1)
    assert table.position.legal() == []
    with pytest.raises(IllegalMove):
        table.position.play(rules.ACTS)


def test_w31_below_0_is_0(table: Table) -> None:
    table.ice, table.wards = "GGG GGG GGG", (30, 4)
    assert table.mark("T3", fill=True).nature().wards == (30, 0)


def test_w32_all_cards_are_won_in_the_end_and_the_game_goes_on(soul_ward: Game) -> None:
    table, chance = Table(soul_ward, square="123 F12 345", pile="67F12345F671234"), stream("w32")
    while table.square != "... ... ...":
        table.wards = 30, 30
        assert not table.position.over
        step(table.position, chance)
    assert table.pile == ""
    assert table.s.gone.sum() == 24
    rounds = table.run().s.rounds
    assert table.mark("", fill=True).run().s.rounds == rounds + 1


def test_w32_with_an_empty_middle_the_edge_cards_play_on(table: Table) -> None:
    table.s.gone[GREEN, 1] += table.s.middle.sum()
    table.s.middle[:] = 0
    table.mark("T1 T2 L1 L2 B1 B2").run(rules.GATHER)
    assert table.wards == (26, 27)  # Red's Fire twice; Green's chain of three
    assert table.run().s.rounds == 2
