"""Why a move of Soul Ward cannot be played: one reason with its ruling for every move that is not legal."""

from __future__ import annotations

import pytest

from frostfair.engine.chance import below, stream
from frostfair.engine.game import PUBLIC, Game, Position
from frostfair.engine.kits import Kit
from frostfair.engine.speech import LANGUAGES
from frostfair.games.soul_ward import rules, words
from tests.soul_ward_table import GREEN, NATURE, RED, Table, lay, mark, take

RULINGS = [f"W-{n}" for n in range(1, 33)]
VARIANT = {"light_and_shadow": True}
GREEN_WINS_TWO = "T1 T2 L2 T3 L1 B2"  # row 1 and row 2 of column 1


def reason(position: Position, move: int, seat: int | None = None, lang: str = "en") -> str:
    """Why the waiting seat (or another) cannot make this move: as people read it."""
    view = position.view(PUBLIC)
    return str(words.why_not(view, position.waiting() if seat is None else seat, move, lang))


def test_every_illegal_move_has_a_reason_and_no_legal_one(soul_ward: Game) -> None:
    chance, heard = stream("why"), set()
    for options in ({}, {}, VARIANT, {"quick": True}):
        position, n = soul_ward.start(soul_ward.kit(options=options)), 0
        while not position.over:
            if n % 5 == 0:
                heard |= reasons(position)
            legal, n = position.legal(), n + 1
            position.play(legal[below(chance, len(legal))])
        heard |= reasons(position)
    assert heard >= {"W-1", "W-2", "W-3", "W-5", "W-6", "W-7", "W-9", "W-10", "W-12", "W-21", "W-27", "W-30"}


def reasons(position: Position) -> set[str]:
    """The rulings of all moves that cannot be made now; legal ones must be refused."""
    view, rulings = position.view(PUBLIC), set()
    for seat in (GREEN, RED, NATURE):
        legal = position.legal(seat)
        for move in range(rules.MOVES):
            if move in legal:
                with pytest.raises(ValueError, match="legal now"):
                    words.why_not(view, seat, move, "en")
            else:
                error = words.why_not(view, seat, move, LANGUAGES[move % 3])
                assert error.why
                assert "{" not in error.why
                assert error.ruling in RULINGS or (error.ruling == "" and seat != position.waiting())
                if error.ruling in ("W-2", "W-3"):
                    assert (error.ruling == "W-2") == has_twin(position, move)
                rulings.add(error.ruling)
    return rulings


def has_twin(position: Position, move: int) -> bool:
    """Whether the card to be laid is of the kind of a neighbour on its side (W-2)."""
    e, kind = (move // 5, move % 5 + 1) if move < rules.MARKS else (position.record.placed, move - rules.LAYS + 1)
    return any(position.record.edge[other] == kind for other in (e - 1, e + 1) if other // 3 == e // 3)


def test_reasons_of_the_deal(soul_ward: Game, kit: Kit) -> None:
    position = soul_ward.start(kit)
    for _ in range(2):
        assert rules.DEALS + 2 in position.legal()
        position.play(rules.DEALS + 2)
    assert reason(position, rules.DEALS + 2) == "No Strike 3 is left (W-5)"
    assert reason(position, rules.DEALS + 7) == "There is no such card in this box (W-5)"
    assert reason(position, rules.LAYS) == "Not now: The middle cards are dealt (W-5)"


def draft(game: Game, kit: Kit) -> Position:
    position = game.start(kit)
    while position.waiting() == NATURE:
        position.play(position.legal()[0])
    return position


def test_reasons_of_the_draft(soul_ward: Game, kit: Kit) -> None:
    position = draft(soul_ward, kit)
    assert reason(position, lay("T1", "I"), seat=GREEN) == "It is Red's turn"
    assert reason(position, mark("T1")) == "Not now: Red, lay an edge card (1 of 12) (W-1)"
    assert reason(position, lay("T1", "+")) == "There is no such card in this box (W-1)"
    assert reason(position, rules.DEALS) == "That happens by itself; nobody plays it (W-5)"
    position.play(lay("T2", "I"))
    assert reason(position, lay("T2", "F")) == "Ice lies there already (W-1)"
    assert reason(position, lay("T3", "I")) == "Ice lies next to it, and two of a kind may not be neighbours (W-2)"
    assert lay("R1", "I") in position.legal()
    for space in ("R1", "B1", "L1"):
        position.play(lay(space, "I"))
    assert reason(position, lay("R3", "I")) == "No Ice is left (W-1)"


def test_w3_a_card_that_leaves_no_layout(soul_ward: Game, kit: Kit) -> None:
    """Two sides left for two Fire and four Lightning: Lightning must have the ends of both."""
    position = draft(soul_ward, kit)
    for space, card in zip(("T1", "T2", "T3", "R1", "R2", "R3"), "IFIIFI", strict=True):
        position.play(lay(space, card))
    for move in (lay("B1", "F"), lay("B3", "F"), lay("L2", "L")):
        assert reason(position, move) == "Then the other cards could not all be laid any more (W-3)"
    assert position.legal() == sorted(lay(f"{side}{i}", "F" if i == 2 else "L") for side in "BL" for i in (1, 2, 3))


def test_reasons_of_the_markers(soul_ward: Game) -> None:
    table = Table(soul_ward, storm="T3")
    assert reason(table.position, mark("T3")) == "The Storm lies there (W-10)"
    assert reason(table.position, mark("T3"), lang="de") == "Dort liegt der Sturm (W-10)"
    assert reason(table.position, take("11")) == "Not now: Green, place your marker 1 (W-7)"
    assert reason(table.position, rules.STORMS) == "That happens by itself; nobody plays it (W-27)"
    table.mark("T1")
    assert reason(table.position, mark("T1")) == "Marker 1 of Green lies there (W-9)"
    assert reason(table.position, mark("B1")) == "Marker 1 of Green lies across from it (W-9)"
    table.mark("L2")
    assert mark("B1") in table.position.legal()
    table.mark("B1 L3 R1", fill=True)
    assert reason(table.position, mark("R3"), seat=RED) == "Just a moment: The cards act: 1 of 6"
    assert reason(table.position, rules.STORMS, seat=NATURE) == "Not now: The cards act: 1 of 6 (W-12)"


def test_reasons_of_the_middle(soul_ward: Game) -> None:
    table = Table(soul_ward).mark(GREEN_WINS_TWO).run(rules.WIN)
    table.wards = 30, 30
    assert reason(table.position, take("33")) == "That card is not in front of two of your markers (W-26)"
    assert reason(table.position, take("11"), seat=RED) == "It is Green's turn"
    table.s.marks[GREEN] |= 1 << 11  # L3 too: three cards, so that two are left to choose from
    table.s.middle[0] = rules.EMPTY
    assert reason(table.position, take("11")) == "No card lies there (W-22)"
    table.s.middle[0], table.s.taken = 1, 1 << 3
    assert reason(table.position, take("21")) == "That space has given a card this round (W-21)"


def test_w30_nothing_can_be_played_when_the_game_is_over(soul_ward: Game) -> None:
    table = Table(soul_ward)
    table.s.phase = rules.OVER
    assert {reason(table.position, move, seat=GREEN) for move in range(rules.MOVES)} == {"The game is over (W-30)"}
