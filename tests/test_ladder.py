"""The ladder's figures: hand-made results whose strengths are known, and a small climb."""

from __future__ import annotations

from math import log10

import pytest

from frostfair.engine.game import load
from frostfair.lab.ladder import Pair, climb, rungs, wilson


def test_strengths_of_results_that_fit_exactly() -> None:
    """b wins three of four against a, c three of four against b, c nine of ten against a: odds of 3 a step."""
    pairs = [Pair("b", "a", 400, 0.75), Pair("c", "b", 400, 0.75), Pair("c", "a", 400, 0.9)]
    found = rungs(pairs, ["a", "b", "c"])
    assert [rung.strength for rung in found] == pytest.approx([0, 400 * log10(3), 400 * log10(9)], abs=0.01)
    assert found[0].margin == 0
    assert 20 < found[1].margin < found[2].margin < 60


def test_more_games_make_the_interval_narrower() -> None:
    few, many = (rungs([Pair("b", "a", games, 0.6)], ["a", "b"])[1].margin for games in (100, 400))
    assert few == pytest.approx(2 * many, rel=1e-6)


def test_one_who_wins_everything_has_a_strength() -> None:
    assert 400 < rungs([Pair("b", "a", 100, 1.0)], ["a", "b"])[1].strength < 2000


@pytest.mark.parametrize(
    ("share", "games", "low", "high"), [(0.5, 100, 0.4038, 0.5962), (1.0, 10, 0.7225, 1.0), (0.0, 10, 0.0, 0.2775)]
)
def test_wilson_s_interval(share: float, games: int, low: float, high: float) -> None:
    assert wilson(share, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.slow
def test_a_climb_counts_every_seat() -> None:
    found = climb(load("soul_ward"), 40, 3, levels=("snowflake", "snowball"))
    assert [(pair.upper, pair.lower, pair.games) for pair in found.pairs] == [("snowball", "snowflake", 40)]
    assert climb(load("soul_ward"), 40, 3, levels=("snowflake", "snowball")) == found
