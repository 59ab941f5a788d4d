"""Soul Ward's rules beside the oracle, move by move: the same question, the same moves, the same table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frostfair.engine.chance import Stream, below, pick, stream
from frostfair.engine.game import Game, Position
from frostfair.engine.kits import Components, Kit
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES
from proofs.census import laws
from tests.soul_ward_oracle import EDGE, GREEN, LOOP, MIDDLE, NATURE, RED, Move, Oracle

KINDS = ["", "Ice", "Fire", "Lightning", "Light", "Shadow"]
PLAYERS = [GREEN, RED, NATURE]
PLACES = [EDGE[space] for space in SPACES]
ONE = {"act": rules.ACTS, "win": rules.WINS, "refill": rules.REFILLS, "gather": rules.GATHERS, "storm": rules.STORMS}


def number(move: Move, oracle: Oracle) -> int:
    """The oracle's move as the rules number it."""
    match move:
        case ("deal", card):
            return rules.DEALS + card.kind - 1
        case ("lay", space, kind) if oracle.quick:
            return rules.LAYS + KINDS.index(kind) - 1
        case ("lay", space, kind):
            return 5 * PLACES.index(space) + KINDS.index(kind) - 1
        case ("mark", space):
            return rules.MARKS + PLACES.index(space)
        case ("take", space):
            return rules.TAKES + MIDDLE.index(space)
        case (name,):
            return ONE[name]
    raise AssertionError(move)


def as_record(oracle: Oracle) -> dict[str, Any]:
    """What the oracle's table looks like in the rules' fields."""

    def mask(spaces: list[Any], places: list[Any]) -> int:
        return sum(1 << places.index(space) for space in spaces)

    return {
        "first": PLAYERS.index(oracle.first),
        "rounds": oracle.round,
        "storm": -1 if oracle.storm is None else LOOP.index(oracle.storm),
        "ward": [oracle.ward[GREEN], oracle.ward[RED]],
        "ice": [mask([space for space, owner in oracle.ice.items() if owner == p], MIDDLE) for p in (GREEN, RED)],
        "marks": [mask([space for space, owner in oracle.markers.items() if owner == p], PLACES) for p in (GREEN, RED)],
        "order": ([PLACES.index(space) for space in oracle.order] + 6 * [-1])[:6],
        "edge": [KINDS.index(oracle.edge.get(space, "")) for space in PLACES],
        "supply": [oracle.supply[kind] for kind in KINDS],
        "middle": [oracle.middle[space].kind if space in oracle.middle else 0 for space in MIDDLE],
        "pile": [card.kind for card in oracle.pile],
        "gone": [[oracle.won[p][card] for card in oracle.cards] for p in (GREEN, RED)],
    }


def as_told(position: Position, kinds: int) -> dict[str, Any]:
    """The same fields from the record."""
    s = position.record
    fields = "first rounds storm ward ice marks order edge supply middle".split()
    told = {name: s[name].tolist() for name in fields}
    return told | {"pile": [k for k in s.pile.tolist() if k], "gone": s.gone[:, 1 : kinds + 1].tolist()}


def follow(game: Game, kit: Kit, chance: Stream) -> None:
    """One random game of both."""
    position, oracle, states = game.start(kit), Oracle(kit.components, kit.options), []
    while oracle.question is not None:
        who, choices = oracle.question
        ours = {number(move, oracle): (move, weight) for move, weight in choices.items()}
        legal = position.legal()
        assert PLAYERS[position.waiting()] == who
        assert legal == sorted(ours)
        weights = [ours[move][1] for move in legal]
        assert position.weights(legal) == weights or who != NATURE
        assert position.record.phase != rules.MARK or len(legal) >= 3
        chosen = pick(int(below(chance, sum(weights))), legal, weights).move
        position.play(chosen)
        oracle.answer(ours[chosen][0])
        assert as_told(position, len(oracle.cards)) == as_record(oracle)
        states.append(position.bytes())
    assert position.over
    wards = [oracle.ward[GREEN], oracle.ward[RED]]
    assert position.standing() == ([1 + (wards[0] < wards[1]), 1 + (wards[1] < wards[0])], wards)
    for law, holds in laws(game, kit, np.frombuffer(b"".join(states), rules.STATE)):
        assert holds.all(), law


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({}, 150),
        ({"quick": True}, 60),
        ({"light_and_shadow": True}, 60),
        ({"light_and_shadow": True, "quick": True}, 20),
        ({"green_ward": 12, "storm": "T3"}, 20),
        ({"green_ward": 60, "red_ward": 40, "storm": "R1"}, 20),
        ({"green_ward": 1, "red_ward": 1, "storm": "L3"}, 20),
        ({"green_ward": 99, "red_ward": 99, "storm": "B2", "light_and_shadow": True}, 10),
    ],
    ids=str,
)
def test_random_games_are_told_alike(soul_ward: Game, options: dict[str, object], games: int) -> None:
    kit = soul_ward.kit(options=options)
    for seed in range(games):
        follow(soul_ward, kit, stream("lockstep", seed))


@st.composite
def boxes(draw: st.DrawFn) -> dict[str, Any]:
    """Any box the kit accepts: 12 edge cards in up to five kinds, 9 to 24 middle cards in up to eight."""
    edge = draw(st.lists(st.sampled_from(KINDS[1:]), min_size=12, max_size=12).filter(lambda c: max(map(c.count, c)) < 9))
    number = {"Fire": st.integers(1, 9), "Lightning": st.integers(0, 9), "Light": st.integers(0, 9)}
    strikes = draw(st.lists(st.integers(1, 99), min_size=7, max_size=7, unique=True))
    cards = [{"kind": "Strike", "number": n} for n in strikes] + [{"kind": "Frozen Ground"}]
    middle = draw(st.lists(st.integers(0, 7), min_size=9, max_size=24))
    return {
        "wards": {"start": draw(st.integers(1, 99)), "storm": draw(st.sampled_from(SPACES))},
        "edge": [
            {"kind": kind, "copies": edge.count(kind)} | ({"number": draw(number[kind])} if kind in number else {})
            for kind in draw(st.permutations(sorted(set(edge))))
        ],
        "middle": [cards[n] | {"copies": middle.count(n)} for n in draw(st.permutations(range(8)))],
        "light_and_shadow": {"last": draw(st.integers(1, 40))},
    }


@settings(max_examples=100, deadline=None)
@given(box=boxes(), quick=st.booleans(), seed=st.integers(0, 2**32))
def test_games_with_any_box_are_told_alike(soul_ward: Game, box: dict[str, Any], quick: bool, seed: int) -> None:
    follow(soul_ward, soul_ward.kit(components=Components(box), options={"quick": quick}), stream(seed))


def test_rules_run_as_python_are_told_alike() -> None:
    game = Game("frostfair.games.soul_ward")
    assert not game.ready
    for options in ({}, {"quick": True, "light_and_shadow": True}):
        for seed in range(4):
            follow(game, game.kit(options=options), stream("python", seed))
