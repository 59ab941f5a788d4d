"""Soul Ward in words: notation, catalogues, sentences in three languages, endings, and the board as text."""

from __future__ import annotations

import re
import string

import pytest

from frostfair.engine.chance import below, stream
from frostfair.engine.errors import BadNotation
from frostfair.engine.game import PUBLIC, Game
from frostfair.engine.kits import Kit
from frostfair.engine.speech import LANGUAGES
from frostfair.games.soul_ward import rules, words
from tests.soul_ward_table import GREEN, NATURE, RED, Table, lay, mark, take

VARIANT = {"light_and_shadow": True}


def tell(table: Table, move: int | None = None, lang: str = "en") -> str:
    """Play a move (default: the first legal one) and have it told."""
    before = table.position.view(PUBLIC)
    move = before.legal()[0] if move is None else move
    table.position.play(move)
    return words.event(before, move, table.position.view(PUBLIC), lang).text


# Notation


@pytest.mark.parametrize("options", [{}, VARIANT])
def test_every_move_is_written_and_read_again(soul_ward: Game, options: dict[str, object]) -> None:
    kit = soul_ward.kit(options=options)
    texts = [words.write(kit, move) for move in range(rules.MOVES)]
    assert len(set(texts)) == rules.MOVES
    assert all(text.isascii() for text in texts)
    assert [words.read(kit, text) for text in texts] == list(range(rules.MOVES))
    sloppy = [f"  {text.upper().replace('@', ' @ ').replace(' ', '  ')} " for text in texts]
    assert [words.read(kit, text) for text in sloppy] == list(range(rules.MOVES))


def test_notation_uses_the_words_of_the_game(kit: Kit) -> None:
    assert words.write(kit, lay("L3", "L")) == "lightning@L3"
    assert words.write(kit, mark("R2")) == "mark R2"
    assert words.write(kit, take("23")) == "take r2c3"
    assert words.write(kit, rules.DEALS + 1) == "deal strike2"
    assert words.write(kit, rules.LAYS + 1) == "lay fire"
    assert words.write(kit, lay("T1", "*")) == "kind5@T1"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("mark X9", "T1 T2 T3 R1 R2 R3 B1 B2 B3 L1 L2 L3"),
        ("mark TL", "corners never hold markers (W-11)"),
        ("take r4c1", "from r1c1 to r3c3"),
        ("shadow@T1", "ice, fire, lightning"),
        ("deal strike9", "strike1, strike2, strike3, frozen"),
        ("lay snow", "ice, fire, lightning"),
        ("e2e4", "write ice@T1, mark T1 or take r2c3"),
        ("", "write ice@T1, mark T1 or take r2c3"),
        ("x" * 10_000, "write ice@T1"),
    ],
)
def test_bad_notation_says_what_would_be_right(kit: Kit, text: str, right: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(right)) as caught:
        words.read(kit, text)
    assert len(str(caught.value)) < 250
    for lang in LANGUAGES:
        with pytest.raises(BadNotation):
            words.read(kit, text, lang)


# Catalogues


def test_catalogues_say_the_same_things_in_three_languages() -> None:
    def fields(sentence: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}

    english = words.WORDS.tables["en"]
    for lang in LANGUAGES:
        table = words.WORDS.tables[lang]
        assert list(table) == list(english)
        assert all(table.values())
        assert {key: fields(sentence) for key, sentence in table.items()} == {key: fields(s) for key, s in english.items()}


def test_french_has_its_narrow_spaces() -> None:
    texts = [*words.WORDS.tables["fr"].values(), (words.WORDS.folder / "rulebook.fr.md").read_text("utf-8")]
    for text in texts:
        assert not re.search(r" [;:!?»]|« |[^\s\u202f:|-][;!?](?=\s|$)|'", text.replace("(figure:", "")), text


def test_buttons_are_short() -> None:
    for table in words.WORDS.tables.values():
        assert all(len(verb) <= 14 for key, verb in table.items() if key.startswith("verb."))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_facts_and_cards_have_words(soul_ward: Game, lang: str) -> None:
    kit = soul_ward.kit(options=VARIANT)
    said = [words.title(lang), *words.facts(lang).values(), words.seat_name(kit, GREEN, lang), words.seat_name(kit, RED, lang)]
    for option in soul_ward.options:
        said += words.option_words(option.name, lang)
    for table, cards in kit.cards.items():
        for kind in cards:
            said += words.card_text(kit, table, kind, lang)
    assert all(text and "{" not in text for text in said)
    assert "2" in words.card_text(kit, "edge", rules.FIRE, lang)[1]
    assert words.card_text(kit, "middle", 3, lang)[0].endswith(" 3")


# Whole games


@pytest.mark.parametrize("options", [{}, VARIANT, {"quick": True}])
def test_whole_games_are_told_in_three_languages(soul_ward: Game, options: dict[str, object]) -> None:
    kit, chance, told = soul_ward.kit(options=options), stream("words", str(options)), 0
    for _ in range(100):
        position = soul_ward.start(kit)
        while not position.over:
            legal, view, seat = position.legal(), position.view(PUBLIC), position.waiting()
            move, lang, told = legal[below(chance, len(legal))], LANGUAGES[told % 3], told + 1
            position.play(move)
            event = words.event(view, move, position.view(PUBLIC), lang)
            names = [words.name_move(view, m, lang) for m in legal]
            said = [event.text, words.question(view, seat, lang), words.offer(view, [move], lang), *names]
            assert all(said)
            assert not any(slip in text for text in said for slip in ("{", "}", "  ", "..")), said
            assert len(set(names)) == len(names)
            assert event.icon
            assert words.verb(view, move, lang)
            assert seat in (NATURE, event.seat)
        end = words.result(position.view(PUBLIC), lang)
        assert event.text.endswith(end)
        assert words.question(position.view(PUBLIC), -1, lang) == end


def test_losses_told_add_up(soul_ward: Game, kit: Kit) -> None:
    """Whoever only listens knows both wards."""
    chance = stream("ledger")
    for _ in range(20):
        position, ward = soul_ward.start(kit), {"Green": 30, "Red": 30}
        while not position.over:
            legal, view = position.legal(), position.view(PUBLIC)
            move = legal[below(chance, len(legal))]
            position.play(move)
            text = words.event(view, move, position.view(PUBLIC), "en").text
            for name, n, old, new in re.findall(r"(Green|Red) loses (\d+), from (\d+) to (\d+)\.", text):
                assert int(old) - int(n) == int(new)
                assert int(old) == ward[name]
                ward[name] = int(new)
            assert list(ward.values()) == list(position.record.ward)


# What happened.  The edge of a Table: T Ice Fire Lightning, R Fire Ice Lightning, B as T, L Lightning Ice Fire.

NOBODY_WINS = "T1 L1 T2 L2 B1 L3"  # one player has columns only, the other rows only
GREEN_WINS_ONE = "T1 T2 L2 T3 B1 B2"  # row 2, column 1, in front of three of Green's markers (W-26)
GREEN_WINS_TWO = "T1 T2 L2 T3 L1 B2"  # row 1 and row 2 of column 1


def test_ice_is_told(soul_ward: Game) -> None:
    table = Table(soul_ward).mark("L2", fill=True)
    table.ice = "... .RR ..."
    assert tell(table) == "Green's Ice covers row 2. It lifts 2 ice of Red."
    assert tell(Table(soul_ward).mark("L2", fill=True), lang="de") == "Eis von Grün bedeckt Reihe 2."


def test_fire_is_told(soul_ward: Game) -> None:
    table = Table(soul_ward).mark("R1", fill=True)
    table.wards, table.ice = (30, 20), "R.. ... ..."
    assert tell(table) == "Green's Fire, row 1: Red loses 2, from 20 to 18. All ice there is lifted."
    assert tell(Table(soul_ward).mark("R1", fill=True)).endswith("from 30 to 28. No ice lies there.")


def test_lightning_is_told(soul_ward: Game) -> None:
    table = Table(soul_ward).mark("T3", fill=True)
    table.wards, table.ice = (30, 17), "..G ..G .GG"
    assert tell(table) == "Green's Lightning, column 3: a chain of 4 ice. Red loses 4, from 17 to 13. The chain is lifted."
    alone = tell(Table(soul_ward).mark("T3", fill=True), lang="fr")
    assert alone == "Éclair de Vert, colonne 3\u202f: aucun glaçon de Vert sur la ligne. Rouge perd 1, de 30 à 29."


def test_light_and_shadow_are_told(soul_ward: Game) -> None:
    table = Table(soul_ward, edge="+I* IFI FIF IFI").mark("T1 T3", fill=True)
    table.wards, table.ice = (20, 30), "G.R G.G ..."
    assert tell(table) == "Green's Light, column 1: 2 ice of its own. Green gains 3, from 20 to 23."
    assert tell(table) == "Red's Shadow, column 3: 2 ice change owner."
    full = tell(Table(soul_ward, edge="+I* IFI FIF IFI").mark("T1", fill=True), lang="de")
    assert full.endswith("Grün hat schon 30, und mehr geht nicht.")


def test_w30_nothing_is_lifted_once_the_game_is_over(soul_ward: Game) -> None:
    table = Table(soul_ward).mark("R1", fill=True)
    table.wards, table.ice = (30, 1), "RRR ... ..."
    assert tell(table) == "Green's Fire, row 1: Red loses 1, from 1 to 0. Green wins: the ward of Red is at 0 (W-30)."


def test_won_cards_and_refills_are_told(soul_ward: Game) -> None:
    table = Table(soul_ward, square="111 211 111", pile="3").mark(GREEN_WINS_ONE).run(rules.WIN)
    table.wards = 30, 30
    assert tell(table) == "Green wins Strike 2 in row 2, column 1. Red loses 2, from 30 to 28."
    assert tell(table) == "Strike 3 comes from the pile to row 2, column 1. Now the pile is empty."
    table = Table(soul_ward, square="111 F11 111").mark(GREEN_WINS_ONE).run(rules.WIN)
    table.ice = "RR. ... ..."
    told = "Green wins Frozen Ground in row 2, column 1. Green's ice now lies on all 9 spaces. It lifts 2 ice of Red."
    assert tell(table) == f"{told} The pile is empty, so the space stays empty."


def test_of_two_cards_the_taken_one_is_told(soul_ward: Game) -> None:
    table = Table(soul_ward, square="311 211 111").mark(GREEN_WINS_TWO).run(rules.WIN)
    view = table.position.view(PUBLIC)
    assert words.question(view, GREEN, "en") == "Green, which card do you win first?"
    assert words.offer(view, [take("21")], "en") == "Strike 2, row 2, column 1?"
    table.wards = 30, 3
    assert tell(table, take("11")) == (
        "Green wins Strike 3 in row 1, column 1. Red loses 3, from 3 to 0. Green wins: the ward of Red is at 0 (W-30)."
    )


def test_the_draft_is_told_to_the_first_round(soul_ward: Game, kit: Kit) -> None:
    position, texts = soul_ward.start(kit), []
    while not position.record.rounds:
        before, move = position.view(PUBLIC), position.legal()[0]
        position.play(move)
        texts.append(words.event(before, move, position.view(PUBLIC), "en").text)
    assert texts[0] == "Strike 1 is dealt: row 1, column 1."
    assert texts[13] == "Frozen Ground is dealt to the pile."
    assert texts[14] == "Red lays Ice, top of column 1."
    assert texts[-1].endswith("The Storm starts on Ice, top of column 1. Round 1: Green goes first.")


def test_markers_and_storm_are_told(soul_ward: Game) -> None:
    table = Table(soul_ward, storm="T2")
    assert words.question(table.position.view(PUBLIC), GREEN, "en") == "Green, place your marker 1"
    assert tell(table, mark("T1")) == "Green puts marker 1 on Ice, top of column 1."
    two = words.offer(table.position.view(PUBLIC), [mark("L2"), mark("L3")], "en")
    assert two == "Marker 1 on Ice, left of row 2? Marker 2 on Fire, left of row 3?"
    table.mark("L2 T3 L3 B1")
    assert tell(table, mark("L1")) == "Red puts marker 3 on Lightning, left of row 1. Now the cards act."
    assert words.question(table.position.view(PUBLIC), NATURE, "en") == "The cards act: 1 of 6"
    table.run(rules.GATHER)
    assert tell(table) == "All markers come back."
    assert tell(table) == "The Storm moves to Lightning, top of column 3. Round 2: Red goes first."
    table.mark(NOBODY_WINS).run(rules.STORM)
    table.wards = 20, 17
    told = "The Storm moves to the top right corner. Green loses 1, from 20 to 19. Red loses 1, from 17 to 16."
    assert tell(table) == f"{told} Round 3: Green goes first."


# The end


@pytest.mark.parametrize(
    ("wards", "ruling", "first"),
    [((0, 7), "W-30", "Red wins"), ((7, 0), "W-30", "Green wins"), ((0, 0), "W-29", "A draw"), ((9, 9), "round 32", "A draw"),
     ((9, 12), "after round 32, 12 to 9", "Red wins")],
)  # fmt: skip
def test_every_ending_names_its_rule(soul_ward: Game, wards: tuple[int, int], ruling: str, first: str) -> None:
    table = Table(soul_ward)
    with pytest.raises(ValueError, match="not over"):
        words.result(table.position.view(PUBLIC), "en")
    table.wards, table.s.phase, table.s.rounds = wards, rules.OVER, 32
    said = [words.result(table.position.view(PUBLIC), lang) for lang in LANGUAGES]
    assert said[0].startswith(first)
    assert ruling in said[0]
    assert all(text.count("W-") == said[0].count("W-") for text in said)


def test_w29_a_draw_at_a_corner_is_told(soul_ward: Game) -> None:
    table = Table(soul_ward, storm="T3").mark(NOBODY_WINS).run(rules.STORM)
    table.wards = 1, 1
    assert tell(table).endswith("A draw: in the corner the Storm brings both wards to 0 at once (W-29).")


# The table as text


BOARD = """\
   L          1           2                3          R
T             Ice G1      Fire *           Lightning
1  Lightning  Strike 1 g  Strike 2         Strike 1   Fire G3
2  Ice R1     Strike 2    Frozen Ground r  Strike 1   Ice
3  Fire R2    Strike 1    Strike 1         Strike 3   Lightning
B             Ice G2      Fire             Lightning
G1, R1: markers. g, r: ice of Green and Red. *: the Storm.
Wards: Green 21, Red 17.
Round 1: Green goes first.
Storm: Fire, top of column 2.
Order: G1 Ice column 1, R1 Ice row 2, G2 Ice column 1, R2 Fire row 3, G3 Fire row 1.
Pile: Strike 1, Strike 2."""


def test_the_board_in_plain_text(soul_ward: Game) -> None:
    table = Table(soul_ward, square="121 2F1 113", pile="12", storm="T2").mark("T1 L2 B1 L3 R1")
    table.ice, table.wards = "G.. .R. ...", (21, 17)
    assert words.board_text(table.position.view(PUBLIC), "en") == BOARD


def test_boards_name_corner_supply_and_empty_pile(soul_ward: Game, kit: Kit) -> None:
    table = Table(soul_ward, storm="T3").mark(NOBODY_WINS).run()
    first = words.board_text(table.position.view(PUBLIC), "en").splitlines()[1]
    assert first.startswith("T")
    assert first.endswith("*")
    assert "Storm: the top right corner." in words.board_text(table.position.view(PUBLIC), "en")
    assert "Pile: empty." in words.board_text(table.position.view(PUBLIC), "en")
    text = words.board_text(soul_ward.start(kit).view(PUBLIC), "de")
    assert "Noch auszulegen: 4 Eis, 4 Feuer, 4 Blitz." in text
