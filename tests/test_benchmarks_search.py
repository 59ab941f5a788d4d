"""The comparison of searches measures what it is given, all in turns."""

from __future__ import annotations

from benchmarks.search import Search, measure, ours
from frostfair.engine.game import load


def test_our_search_is_measured() -> None:
    tiny = load("tests.tiny")
    search = ours(tiny, lambda position: position.waiting() != tiny.rules.NATURE)
    (row,) = measure([search], 20, 1)
    assert (row.game, row.by) == ("tiny", "ours")
    assert 1 <= row.legal <= tiny.rules.MOST
    assert row.moves > 10
    assert row.simulations_a_cpu_second > 0


def test_searches_take_turns() -> None:
    spent: list[tuple[str, str, int]] = []

    def search(name: str) -> Search:
        places = (f"{name}1", f"{name}2")
        return Search(name, "nobody", places, str.split, lambda place, n: spent.append((name, place, n)), lambda place, seed: 5)

    rows = measure([search("a"), search("b")], 7, 2)
    assert [place for _, place, _ in spent] == ["a1", "a2", "b1", "b2"] * 2
    assert {n for *_, n in spent} == {7}
    assert [(row.game, row.legal, row.moves) for row in rows] == [("a", 1, 5), ("b", 1, 5)]
