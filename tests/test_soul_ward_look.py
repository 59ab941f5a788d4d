"""The look of Soul Ward: every state can be drawn, what can be tapped is what is legal, and what happened is told."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from frostfair.engine.chance import below, stream
from frostfair.engine.game import PUBLIC, Game, Position
from frostfair.engine.scene import Person, Scene
from frostfair.engine.speech import LANGUAGES
from frostfair.games.soul_ward import look, look_cards, look_figures, rules, words
from frostfair.games.soul_ward.look_story import LOOK, read
from frostfair.paint import palette, symbols
from tests.colours import contrast

PEOPLE = (Person("Ada <3", "fox", you=True), Person("Owl", "owl", bot=True))
VOID = {"input"}


class Page(HTMLParser):
    """Checks that tags nest and collects ids, buttons and the names of pictures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.values: list[str] = []
        self.unnamed: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [given["id"]] if "id" in given else []
        if tag == "button":
            assert given["form"] == "try" and given["name"] == "try"
            self.values.append(given["value"])
        if (tag == "button" or given.get("role") == "img") and not given.get("aria-label", "").strip():
            self.unnamed.append(given.get("id", tag))
        assert "style" not in given

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def check(scene: Scene) -> None:
    """Legal moves and buttons are one to one; every id is unique, every picture is on the sheet, every name is escaped."""
    html = look.board(scene) + look.dock(scene)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(set(ids)) == len(ids)
    values = re.findall(r'<button form="try" name="try" value="([^"]+)"', html)
    assert len(values) == html.count("<button")
    assert sorted(values) == sorted(map(scene.value, scene.legal))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= symbols.symbols().keys()
    assert "Ada <3" not in html


def parse(scene: Scene) -> Page:
    page = Page(look.board(scene) + look.dock(scene))
    assert not page.unnamed
    return page


def frames_of(game: Game, seed: int, **options: object):
    """Every frame of a random game, for its three readers in turn."""
    table, chance = game.start(game.kit(options=options)), stream("look", seed)
    n = 0
    while not table.over:
        moves = table.legal()
        move = moves[int(below(chance, len(moves)))]
        before, reader = table.copy(), n % 3 - 1
        seen = table.seen(move, reader)
        table.play(move)
        view, n = table.view(reader), n + 1
        yield Scene(
            view, PEOPLE, LANGUAGES[n // 3 % 3], before.view(reader), seen, tuple(view.legal(reader) if reader >= 0 else ())
        )


@pytest.mark.parametrize("block", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 10))])
def test_every_state_of_random_games_is_drawn_and_its_buttons_are_its_legal_moves(soul_ward, block):
    for seed in range(20 * block, 20 * block + 20):
        for scene in frames_of(soul_ward, seed, light_and_shadow=seed % 4 == 3, quick=seed % 5 != 0):
            check(scene)
            assert look.summary(scene)
        parse(scene)


def test_all_three_languages_draw_every_state_of_a_game(soul_ward):
    for scene in frames_of(soul_ward, 1):
        boards = {look.board(replace(scene, lang=lang)) for lang in LANGUAGES}
        assert len(boards) == 3


def test_equal_views_give_equal_bytes(soul_ward):
    for one, other in zip(frames_of(soul_ward, 7), frames_of(soul_ward, 7), strict=True):
        assert (look.board(one), look.dock(one), look.summary(one)) == (
            look.board(other),
            look.dock(other),
            look.summary(other),
        )


def test_a_frame_of_the_draft_and_of_the_markers_shows_every_place_once(soul_ward):
    for scene in frames_of(soul_ward, 0):
        ids = set(parse(scene).ids)
        assert {f"edge-{side}{i}" for side in "TRBL" for i in (1, 2, 3)} <= ids
        assert {f"space-{m}" for m in range(9)} | {"ward-0", "ward-1", "corner-TL"} <= ids


def after(game: Game, *moves: str, **options: object) -> Position:
    dealt = [f"deal {card}" for card in look_figures.MIDDLE.split()] + [f"lay {card}" for card in look_figures.EDGE.split()]
    table = game.start(game.kit(options={"quick": True, **options}))
    for text in [*dealt, *moves]:
        table.play(words.read(table.kit, text))
    return table


def test_a_trial_shows_the_marker_its_line_the_losses_and_what_would_be_won(soul_ward):
    table = after(soul_ward, "mark L3", "mark T3")
    move = words.read(table.kit, "mark B1")
    world = table.copy()
    world.play(move)
    while world.waiting() != rules.NATURE:
        world.skip()
    while world.record.phase in (rules.ACT, rules.WIN):
        world.play(world.legal()[0])
    view = table.view(0)
    scene = Scene(view, PEOPLE, legal=tuple(view.legal()), trial=(move,), outcome=world.view(0))
    html = look.board(scene)
    check(scene)
    parse(scene)
    assert 'id="edge-B1"' in html and 'aria-pressed="true"' in html
    assert html.count('class="band c1"') == 1
    assert html.count('class="tag"') == 1  # row 3 and column 1 cross on one card
    assert "falls to" in html
    assert 'class="act now"' in look.dock(scene)


def test_a_plan_of_markers_keeps_their_numbers(soul_ward):
    table = after(soul_ward, "mark L3", "mark T3")
    view = table.view(0)
    plan = tuple(words.read(table.kit, text) for text in ("mark B1", "mark R1"))
    html = look.board(Scene(view, PEOPLE, trial=plan))
    assert html.count("#mark-g2") == 1
    assert html.count("#mark-g3") == 1


def test_while_the_edge_is_laid_a_kind_is_picked_first_and_stays_picked(soul_ward):
    table = soul_ward.start(soul_ward.kit())
    for card in look_figures.MIDDLE.split():
        table.play(words.read(table.kit, f"deal {card}"))
    view = table.view(1)
    scene = Scene(view, PEOPLE, legal=tuple(view.legal()))
    assert re.findall(r'id="kind-0-(\d)"[^>]* checked', look.dock(scene)) == ["1"]
    tried = replace(scene, trial=(words.read(table.kit, "lightning@L2"),))
    assert re.findall(r'id="kind-0-(\d)"[^>]* checked', look.dock(tried)) == ["3"]
    check(tried)
    assert "kind-" not in look.dock(Scene(table.view(0), PEOPLE))


def test_the_chain_of_a_lightning_is_counted_from_its_line_outward(soul_ward):
    story = read(look_figures.scene(*look_figures.ROUND, *5 * ["act"]))
    assert story.chain == (4, 1, 7, 6)
    assert (story.turn, story.before, story.cause) == (4, (27, 30), "w-bolt")
    html = look_figures.figure("lightning", "en")
    assert html.count('class="link"') == 4
    assert "−4" in html


def test_fire_lifts_and_ice_lays_before_the_readers_eyes(soul_ward):
    fire = read(look_figures.scene(*look_figures.ICE, *4 * ["act"]))
    assert (fire.lifted, fire.laid, fire.chain) == ((0, 1 << 5), (0, 0), ())
    ice = read(look_figures.scene(*look_figures.ICE, *3 * ["act"]))
    assert ice.laid == (rules.COLUMN << 1, 0)
    assert ice.lifted == (0, 1 << 4)


def test_a_won_card_stays_in_sight_for_its_frame_with_both_its_markers(soul_ward):
    scene = look_figures.scene(*look_figures.ROUND, *6 * ["act"], "take r2c2")
    story = read(scene)
    assert scene.view.record.middle[4] == rules.EMPTY
    assert (story.won, story.lines, story.cause) == (1 << 4, (7, 10), "strike3")
    assert "#strike3" in look.board(scene)
    refilled = read(look_figures.scene(*look_figures.ROUND, *6 * ["act"], "take r2c2", "refill"))
    assert refilled.fresh_middle == 4


def test_on_a_corner_both_wards_are_hit_by_the_storm(soul_ward):
    scene = look_figures.scene(*look_figures.CORNER, storm="T3")
    html = look.board(scene)
    assert html.count('class="hit"') == 2
    assert re.search(r'id="corner-TR"[^>]*>.*?#storm', html)


def test_low_wards_worry_and_wards_at_0_sleep(soul_ward):
    table = after(soul_ward, "mark L3", "mark R1", green_ward=10, red_ward=11)
    assert "#ward-g-low" in look.board(Scene(table.view(0), PEOPLE))
    assert "#ward-r-low" not in look.board(Scene(table.view(0), PEOPLE))
    over = after(soul_ward, "mark T3", "mark R2", "mark B1", "mark T2", "mark L1", "mark B2", "act", red_ward=2)
    html = look.board(Scene(over.view(PUBLIC), PEOPLE))
    assert over.over and "#ward-r-out" in html and html.count("#i-crown") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", look_figures.FIGURES)
def test_figures_are_drawn_without_ids_or_buttons(name, lang):
    page = Page(look.figure(name, lang))
    assert not page.ids and not page.values


def test_the_rule_book_asks_only_for_figures_that_there_are(soul_ward):
    for lang in LANGUAGES:
        asked = re.findall(r"\(figure:([\w-]+)\)", (soul_ward.folder / f"rulebook.{lang}.md").read_text("utf-8"))
        assert asked and set(asked) <= set(look_figures.FIGURES)
    with pytest.raises(KeyError):
        look.figure("no such", "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_card_faces_keep_their_words_inside_the_window(soul_ward, lang):
    kit = soul_ward.kit(options={"light_and_shadow": True})
    for table, kinds in kit.cards.items():
        for kind in kinds:
            face = look.card(kit, table, kind, lang)
            Page(face)
            heights = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', face)]
            assert 40 < min(heights) and max(heights) <= 83


def test_the_colours_of_the_game_have_contrast():
    for mode in ("light", "dark"):
        accent, token = look.COLOURS[f"accent_{mode}"], palette.TOKENS[mode]
        assert all(contrast(accent, token[ground]) >= 4.5 for ground in ("surface", "bg", "onAccent"))
    assert contrast(look.COLOURS["wool"], look.COLOURS["thread"]) >= 4.5


def test_catalogues_say_the_same_things_in_every_language_and_style_names_known_tokens_and_the_tints_of_cards(soul_ward):
    keys = [set(LOOK.tables[lang]) for lang in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]
    css = (soul_ward.folder / "look.css").read_text("utf-8")
    assert all(f".k{kind}{{background:{tint}}}" in css for kind, tint in enumerate(look_cards.TINTS) if tint)
    known = {*palette.TOKENS["light"], "accent", "wool", "knit"}
    assert set(re.findall(r"var\(--([\w-]+)", css)) <= known


def test_the_stall_is_the_same_in_every_language():
    assert look.stall("en") == look.stall("fr")
    Page(look.stall("en"))
