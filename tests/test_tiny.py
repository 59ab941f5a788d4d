"""Mittens, the game with secrets: its rules, its hiding, and the law by which worlds are imagined."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from scipy.stats import chisquare

from frostfair.engine.chance import stream
from frostfair.engine.errors import BadNotation, IllegalMove, KitError
from frostfair.engine.game import PUBLIC, TABLE, Game, Position, View, load
from frostfair.engine.kits import Components, Kit
from frostfair.engine.scene import Person, Scene
from frostfair.engine.speech import LANGUAGES
from tests.mutants import box
from tests.swap import some_move
from tests.tiny import rules, words


@pytest.fixture(scope="module")
def game() -> Game:
    game = load("tests.tiny")
    game.compile()
    return game


def played(game: Game, kit: Kit, text: str) -> Position:
    """The table after moves in notation."""
    table = game.start(kit)
    for part in text.split(";"):
        table.play(words.read(kit, part))
    return table


def random_tables(game: Game, seats: int, games: int) -> Iterator[Position]:
    """Every table of random games, the last included."""
    for seed in range(games):
        table, chance = game.start(game.kit(seats)), stream("tiny", seats, seed)
        while not table.over:
            yield table.copy()
            table.play(some_move(table, chance))
        yield table


# The rules


def test_a_turn_draws_lays_names_is_answered_and_turned_up(game: Game) -> None:
    kit = game.kit(2, {"hand": 1})
    table = played(game, kit, "draw moon; draw star; draw fir")
    assert (table.waiting(), table.legal()) == (0, [rules.LAY + 2, rules.LAY + 3])
    table = played(game, kit, "draw moon; draw star; draw fir; lay star; name fir")
    assert (table.waiting(), table.together()) == (1, 0b10)
    table.play(words.read(kit, "answer fir"))
    assert (table.waiting(), table.together(), table.legal()) == (rules.NATURE, 0, [rules.OPEN])
    table.play(rules.OPEN)
    assert table.standing() == ([1, 2], [3, 0])  # 2 for the star laid (T-2), 1 for the fir named (T-5)
    assert table.waiting() == rules.NATURE


def test_an_answer_that_was_not_named_scores_for_who_put_it(game: Game) -> None:
    kit = game.kit(3, {"hand": 1})
    table = played(game, kit, "draw fir; draw fir; draw moon; draw star; lay fir; name moon; answer moon; answer star; open")
    assert table.standing() == ([1, 3, 2], [4, 0, 2])


def test_the_game_ends_when_a_hand_cannot_be_filled(game: Game) -> None:
    kit = box(game, 2, (3, 2), hand=1)
    start = "draw fir; draw fir; draw fir; lay fir; name star; answer fir; open"
    assert not played(game, kit, f"{start}; draw star").over
    table = played(game, kit, f"{start}; draw star; draw star; lay star; name fir; answer fir; open")
    assert (table.over, table.legal(), table.standing()) == (True, [], ([2, 1], [1, 4]))


def test_answers_are_taken_in_the_order_of_seats(game: Game) -> None:
    kit = game.kit(3, {"hand": 1})
    table = played(game, kit, "draw fir; draw fir; draw moon; draw star; lay fir; name moon")
    assert table.together() == 0b110
    assert table.legal(1) == [words.read(kit, "answer moon")]
    assert table.legal(2) == [words.read(kit, "answer star")]
    before = table.bytes()
    with pytest.raises(IllegalMove):
        table.play(words.read(kit, "answer star"), 2)
    assert table.bytes() == before
    table.play(words.read(kit, "answer moon"), 1)
    assert (table.waiting(), table.together(), table.legal(1)) == (2, 0b100, [])


@pytest.mark.parametrize("seats", [2, 3])
def test_no_mitten_is_lost_and_somebody_can_always_move(game: Game, seats: int) -> None:
    copies = list(game.kit(seats).record["copies"][0])
    for table in random_tables(game, seats, 100):
        assert list(table.state["mittens"][0].sum(axis=0)) == copies
        assert table.viewer == TABLE
        assert table.over or 0 < len(table.legal()) <= rules.MOST
        assert not {rules.DRAW, rules.ANSWER} & set(table.legal())  # face down: only ever seen


# Hiding


@pytest.mark.parametrize("seats", [2, 3])
def test_a_view_knows_who_is_asked_and_what_the_viewer_may_do(game: Game, seats: int) -> None:
    for table in random_tables(game, seats, 60):
        for reader in range(PUBLIC, seats):
            view = table.view(reader)
            assert (view.viewer, view.waiting(), view.together()) == (reader, table.waiting(), table.together())
            assert view.legal(reader) == table.legal(reader)


def test_what_a_view_shows(game: Game) -> None:
    kit = game.kit(3, {"hand": 1})
    table = played(game, kit, "draw fir; draw fir; draw moon; draw star; lay fir; name moon; answer moon")
    assert table.seen(words.read(kit, "answer star"), 2) == words.read(kit, "answer star")
    assert table.seen(words.read(kit, "answer star"), 0) == table.seen(words.read(kit, "answer star"), PUBLIC) == rules.ANSWER
    rows = table.view(2).record.mittens
    assert rows[rules.HANDS].tolist() == [1, 0, 0, 0, 0]
    assert rows[rules.HANDS + 2].tolist() == [0, 0, 1, 0, 0]
    assert rows[rules.ANSWERS + 1].tolist() == [1, 0, 0, 0, 0]
    assert rows[rules.DECK].tolist() == [11, 0, 0, 0, 0]
    assert rows[rules.GONE].tolist() == [0, 1, 0, 0, 0]


# Imagining


@pytest.mark.parametrize("seats", [2, 3])
def test_an_imagined_world_is_possible(game: Game, seats: int) -> None:
    copies = list(game.kit(seats).record["copies"][0])
    for n, table in enumerate(random_tables(game, seats, 30)):
        for reader in range(PUBLIC, seats):
            view = table.view(reader)
            world = view.imagine(stream("world", n, reader))
            assert world.viewer == TABLE
            assert world.view(reader).bytes() == view.bytes()
            assert list(world.state["mittens"][0].sum(axis=0)) == copies
            assert not world.state["mittens"][0, :, rules.UNSEEN].any()
            assert world.bytes() == view.imagine(stream("world", n, reader)).bytes()


@pytest.mark.parametrize("compiled", [False, True])
def test_the_table_itself_cannot_be_imagined(game: Game, compiled: bool) -> None:
    table = game.start(game.kit(2))
    if not compiled:
        table.game = Game("tests.tiny")
    with pytest.raises(ValueError, match="never the table itself"):
        View(table.game, table.kit, table.state).imagine(stream(1))


Row = tuple[int, ...]


def worlds(view: View) -> dict[tuple[Row, ...], Fraction]:
    """Every world that a view allows, with its chance: mitten by mitten, each face-down place in turn."""
    rows = [list(map(int, row)) for row in view.record.mittens]
    loose = list(map(int, view.kit.record["copies"][0]))
    for place, row in enumerate(rows):
        if place != rules.DECK:
            loose = [n - (row[k] if k else 0) for k, n in enumerate(loose)]
    found: dict[tuple[Row, ...], Fraction] = defaultdict(Fraction)
    places = [place for place, row in enumerate(rows) if place != rules.DECK for _ in range(row[rules.UNSEEN])]

    def fill(at: int, rest: list[int], chance: Fraction) -> None:
        if at == len(places):
            full = [row[:] for row in rows]
            full[rules.DECK] = rest
            found[tuple(map(tuple, full))] += chance
            return
        for k in range(1, rules.KINDS + 1):
            if rest[k]:
                rows[places[at]][k] += 1
                rows[places[at]][rules.UNSEEN] -= 1
                fill(at + 1, [n - (i == k) for i, n in enumerate(rest)], chance * Fraction(rest[k], sum(rest)))
                rows[places[at]][k] -= 1
                rows[places[at]][rules.UNSEEN] += 1

    fill(0, loose, Fraction(1))
    return found


def mittens(table: Position) -> tuple[Row, ...]:
    return tuple(tuple(map(int, row)) for row in table.state["mittens"][0])


PHASES = {
    "the first draw": (2, "draw fir"),
    "dealt": (2, "draw fir; draw star; draw fir; draw fir; draw star"),
    "laid": (2, "draw fir; draw star; draw fir; draw fir; draw star; lay star"),
    "half the answers in": (
        3,
        "draw fir; draw fir; draw star; draw star; draw fir; draw star; draw fir; lay fir; name star; answer fir",
    ),
    "all answers in": (
        3,
        "draw fir; draw fir; draw star; draw star; draw fir; draw star; draw fir; lay fir; name star; answer fir; answer star",
    ),
    "the second turn": (
        2,
        "draw fir; draw star; draw fir; draw fir; draw star; lay star; name fir; answer star; open; draw fir; draw star",
    ),
}


@pytest.mark.parametrize("phase", PHASES)
def test_imagined_worlds_are_as_likely_as_the_law_says(game: Game, phase: str) -> None:
    seats, text = PHASES[phase]
    table = played(game, box(game, seats, (5, 5)), text)
    for reader in range(PUBLIC, seats):
        view, chance, draws = table.view(reader), stream("law", phase, reader), 20_000
        law = worlds(view)
        drawn = Counter(mittens(view.imagine(chance)) for _ in range(draws))
        assert drawn.keys() <= law.keys()
        expected = {world: float(p) * draws for world, p in law.items()}
        often = [world for world in law if expected[world] >= 5]
        rare = [world for world in law if expected[world] < 5]
        seen = [drawn[world] for world in often] + [sum(drawn[world] for world in rare)] * bool(rare)
        hoped = [expected[world] for world in often] + [sum(expected[world] for world in rare)] * bool(rare)
        assert len(law) == 1 or chisquare(seen, hoped).pvalue > 1e-4


@pytest.mark.parametrize("reader", [PUBLIC, 0, 1])
def test_the_law_is_the_game_s_own_while_only_nature_has_moved(game: Game, reader: int) -> None:
    """Bayes over every way nature can deal the first hands, against `worlds`."""
    by_view: dict[bytes, dict[tuple[Row, ...], Fraction]] = defaultdict(lambda: defaultdict(Fraction))

    def deal(table: Position, chance: Fraction) -> None:
        if table.waiting() != rules.NATURE:
            by_view[table.view(reader).bytes()][mittens(table)] += chance
            views[table.view(reader).bytes()] = table.view(reader)
            return
        moves = table.legal()
        weights = table.weights(moves)
        for move, weight in zip(moves, weights, strict=True):
            after = table.copy()
            after.play(move)
            deal(after, chance * Fraction(weight, sum(weights)))

    views: dict[bytes, View] = {}
    deal(game.start(box(game, 2, (4, 3))), Fraction(1))
    for key, found in by_view.items():
        total = sum(found.values())
        assert {world: p / total for world, p in found.items()} == worlds(views[key])


# Words and pictures


def test_notation_goes_round(game: Game) -> None:
    kit = game.kit(2)
    texts = [words.write(kit, move) for move in range(rules.MOVES)]
    assert [words.read(kit, text) for text in texts] == list(range(rules.MOVES))
    assert (texts[rules.DRAW], texts[rules.ANSWER], texts[rules.LAY + 2]) == ("draw ?", "answered", "lay star")
    with pytest.raises(BadNotation, match="lay star"):
        words.read(kit, "lay sock")


def test_every_language_says_everything(game: Game) -> None:
    tables = words.WORDS.tables
    assert tables["en"].keys() == tables["de"].keys() == tables["fr"].keys()
    for lang in LANGUAGES:
        assert all(all(words.option_words(option.name, lang)) for option in game.options)
        assert all(words.facts(lang).values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_frame_can_be_told_and_drawn(game: Game, lang: str) -> None:
    people = tuple(Person(f"Person {p}") for p in range(3))
    for table in random_tables(game, 3, 3):
        for reader in range(PUBLIC, 3):
            view = table.view(reader)
            scene = Scene(view, people, lang, legal=tuple(view.legal(reader)))
            drawn = ElementTree.fromstring(str(game.look.board(scene)))
            buttons = [int(button.attrib["value"]) for button in drawn.findall(".//button")]
            assert sorted(buttons) == view.legal(reader)
            assert words.board_text(view, lang)
            for seat in range(3):
                assert words.question(view, seat, lang)
                assert words.why_not(view, seat, rules.DRAW, lang).why
        assert words.result(table.view(PUBLIC), lang) if table.over else table.legal()


def test_a_box_that_cannot_be_played_says_which_line(game: Game) -> None:
    for text, why in (
        ('[[mitten]]\nkind = "sock"\nnumber = 1\ncopies = 9', "line 1: 'sock' is not one of fir"),
        ('[[mitten]]\nkind = "fir"\nnumber = 1\ncopies = 4', "4 mittens are too few; 2 seats need 5"),
        ('[[mitten]]\nkind = "fir"\nnumber = 1\ncopies = 0', "copies = 0"),
    ):
        with pytest.raises(KitError, match=why):
            game.kit(2, components=Components.parse(text, "mine"))
