"""The set-up of Soul Ward: W-1 to W-6, compared with all 2,970 layouts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frostfair.engine import compiled
from frostfair.engine.chance import stream
from frostfair.engine.errors import IllegalMove
from frostfair.engine.game import Game, Position
from frostfair.engine.kits import Components, Kit
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES
from proofs.census import step
from tests import soul_ward_sweep
from tests.soul_ward_oracle import EDGE, completions
from tests.soul_ward_table import EDGE as CARDS
from tests.soul_ward_table import GREEN, NATURE, RED, Table, components, lay

SIDES = [side for side in product((1, 2, 3), repeat=3) if side[0] != side[1] != side[2]]
LAYOUTS = [cards for sides in product(SIDES, repeat=4) if Counter(cards := sum(sides, ())) == {1: 4, 2: 4, 3: 4}]


def dealt(game: Game, kit: Kit) -> Position:
    """After the deal, before the first edge card."""
    position = game.start(kit)
    while position.record.phase == rules.DEAL:
        position.play(position.legal()[0])
    return position


@pytest.fixture
def draft(soul_ward: Game, kit: Kit) -> Position:
    return dealt(soul_ward, kit)


def allowed(position: Position) -> set[str]:
    return {f"{'IFL+*'[move % 5]} {SPACES[move // 5]}" for move in position.legal()}


def test_the_nine_then_the_pile_are_dealt_from_all_cards(soul_ward: Game, kit: Kit) -> None:
    position = soul_ward.start(kit)
    assert position.waiting() == NATURE
    assert position.weights(position.legal()) == [6, 4, 2, 2]
    for n in range(14):
        assert np.count_nonzero(position.record.middle) == min(n, 9)
        assert np.count_nonzero(position.record.pile) == max(0, n - 9)
        moves = position.legal()
        assert sum(position.weights(moves)) == 14 - n
        position.play(moves[n % len(moves)])
    assert position.record.phase == rules.DRAFT


def test_red_lays_one_then_each_two_and_red_the_last(draft: Position) -> None:
    turns = []
    while draft.record.phase == rules.DRAFT:
        turns.append(draft.waiting())
        draft.play(draft.legal()[0])
    assert turns == [RED, GREEN, GREEN, RED, RED, GREEN, GREEN, RED, RED, GREEN, GREEN, RED]


def test_w1_any_kind_still_there_on_any_empty_space(draft: Position) -> None:
    assert allowed(draft) == {f"{kind} {space}" for kind in "IFL" for space in SPACES}
    for space in ("T1", "R1", "B1", "L1"):
        draft.play(lay(space, "I"))
    assert allowed(draft) == {f"{kind} {space}" for kind in "FL" for space in SPACES if space[1] != "1"}


def test_w2_two_of_a_kind_are_never_neighbours_on_a_side(draft: Position) -> None:
    draft.play(lay("T2", "I"))
    assert {"I T1", "I T3"} & allowed(draft) == set()
    assert {"F T1", "L T1", "I R1", "I B2", "I L1"} <= allowed(draft)
    with pytest.raises(IllegalMove):
        draft.play(lay("T3", "I"))


def test_w2_around_a_corner_or_across_they_may_match(draft: Position) -> None:
    draft.play(lay("T3", "F"))
    assert {"F R1", "F B3", "F T1"} <= allowed(draft)
    assert "F T2" not in allowed(draft)


def test_w3_a_choice_that_could_not_be_completed_is_not_offered(draft: Position) -> None:
    for space, card in zip("T1 T2 T3 R1 R2 R3 B1 B2".split(), "IFIFIFLF", strict=True):
        draft.play(lay(space, card))
    # 1 Ice and 3 Lightning are left for B3 and L1 L2 L3: Lightning on B3 would leave L2 between two empty spaces for Ice
    assert allowed(draft) == {"L B3", "I L2", "L L1", "L L3"}


def test_w3_the_look_ahead_is_right_in_every_draft_position_there_is(soul_ward: Game, kit: Kit) -> None:
    """Taking back cards from the 2,970 layouts one by one gives all 2,391,772 positions that can be reached."""
    completable = np.zeros((4,) * 12, bool)
    completable[tuple(np.array(LAYOUTS).T[::-1])] = True
    for space in range(12):
        layer = np.moveaxis(completable, space, 0)
        layer[0] |= layer[1] | layer[2] | layer[3]
    found = np.zeros(4, np.int64)
    if not compiled.can_compile():
        pytest.skip("a million positions need machine code")
    sweep = compiled.specialise(soul_ward_sweep, soul_ward.rules, machine=True)
    moves = np.empty(soul_ward.rules.MOST, np.int16)
    sweep.differences(kit.record, dealt(soul_ward, kit).state, moves, completable.ravel(), found)
    assert found[0] == completable.sum() - len(LAYOUTS)
    assert found[1] == found[2] == 0


def test_w4_the_storm_comes_after_the_draft_to_its_start(soul_ward: Game) -> None:
    for space in SPACES:
        position = dealt(soul_ward, soul_ward.kit(options={"storm": space}))
        while position.record.phase == rules.DRAFT:
            assert position.record.storm == -1
            position.play(position.legal()[0])
        assert SPACES[rules.LOOP[position.record.storm]] == space
    assert SPACES[rules.LOOP[soul_ward.kit().record["storm"][0]]] == "T1"


def test_w5_the_pile_lies_open_in_its_order(soul_ward: Game) -> None:
    table = Table(soul_ward, square="111 222 333", pile="F123F")
    assert (table.square, table.pile) == ("111 222 333", "F123F")
    for seat in (GREEN, RED, -1):
        assert table.position.view(seat).record.pile.tolist() == table.s.pile.tolist()


def test_w6_each_of_the_2970_layouts_is_equally_likely(soul_ward: Game) -> None:
    """Every weight is the number of layouts that begin so; the chances on the way to each layout multiply to 1 / 2970."""
    assert len(set(LAYOUTS)) == len(LAYOUTS) == 2970
    begin = Counter(layout[:n] for layout in LAYOUTS for n in range(13))
    position = dealt(soul_ward, soul_ward.kit(options={"quick": True}))
    chances = {(): (Fraction(1), position)}
    for n in range(12):
        later = {}
        for cards, (chance, before) in chances.items():
            assert before.waiting() == NATURE
            moves = before.legal()
            weights = before.weights(moves)
            assert {(*cards, move - rules.LAYS + 1): weight for move, weight in zip(moves, weights, strict=True)} == {
                (*cards, kind): begin[(*cards, kind)] for kind in (1, 2, 3) if (*cards, kind) in begin
            }
            assert n or sum(weights) == 2970
            for move, weight in zip(moves, weights, strict=True):
                after = before.copy()
                after.play(move)
                later[*cards, move - rules.LAYS + 1] = chance * weight / sum(weights), after
        chances = later
    assert set(chances) == set(LAYOUTS)
    assert {chance for chance, _ in chances.values()} == {Fraction(1, 2970)}
    assert all(tuple(after.record.edge) == cards and after.record.phase == rules.MARK for cards, (_, after) in chances.items())


@settings(max_examples=100, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_w3_and_w6_with_any_supply(soul_ward: Game, data: st.DataObject, seed: int) -> None:
    """A random layout of a random supply, some cards taken back: moves and weights are those of counting completions."""
    kinds = data.draw(
        st.lists(st.sampled_from("IFL+*"), min_size=12, max_size=12).filter(lambda c: max(Counter(c).values()) < 9)
    )
    box = Components(components("".join(kinds), "1" * 9))
    position = dealt(soul_ward, soul_ward.kit(components=box, options={"quick": True}))
    chance = stream(seed)
    for _ in range(12):
        edge, supply = _words(position)
        space = SPACES[position.record.placed]
        ways = {rules.LAYS + k: _ways(edge, supply, space, card) for k, card in enumerate(CARDS.values())}
        moves = position.legal()
        assert dict(zip(moves, position.weights(moves), strict=True)) == {move: n for move, n in ways.items() if n}
        step(position, chance)
    free = data.draw(st.sets(st.integers(0, 11), min_size=1))
    for space in free:
        position.record.supply[position.record.edge[space]] += 1
        position.record.edge[space] = 0
    position.record.placed, position.record.phase = 12 - len(free), rules.DRAFT
    edge, supply = _words(position)
    assert position.legal() == [
        lay(SPACES[space], c) for space in sorted(free) for c in CARDS if _ways(edge, supply, SPACES[space], CARDS[c])
    ]


def _words(position: Position) -> tuple[dict[tuple[int, int], str], Counter[str]]:
    s, names = position.record, list(CARDS.values())
    edge = {EDGE[space]: names[k - 1] for space, k in zip(SPACES, s.edge, strict=True) if k}
    return edge, Counter({name: int(s.supply[k]) for k, name in enumerate(names, 1)})


def _ways(edge: dict[tuple[int, int], str], supply: Counter[str], space: str, card: str) -> int:
    if not supply[card]:
        return 0
    rest = Counter(supply)
    rest[card] -= 1
    return completions({**edge, EDGE[space]: card}, rest)
