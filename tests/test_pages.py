"""The house's pages as HTML: sound, complete in three languages, and saying what can be done."""

from __future__ import annotations

import re
import time
import tomllib
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from frostfair.engine.chance import Keyed
from frostfair.engine.errors import IllegalMove
from frostfair.engine.game import Game, games
from frostfair.engine.speech import LANGUAGES
from frostfair.house import page, pages
from frostfair.house.pages import Reader
from frostfair.house.table import BOT, HUMAN, OPEN, Seat, Table
from frostfair.players.player import players

HOUSE = Path(page.__file__).parent
EMPTY = {"area", "base", "br", "circle", "hr", "img", "input", "link", "meta", "path", "rect", "use"}


class Sound(HTMLParser):
    """Notes what is wrong with a page: tags that do not close, ids given twice, fields without a label, two h1."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: Counter[str] = Counter()
        self.labels: set[str] = set()
        self.fields: list[dict[str, str | None]] = []
        self.headings = 0
        self.feed(html)
        self.close()
        self.faults += [f"id {name} is given {n} times" for name, n in self.ids.items() if n > 1]
        self.faults += [
            f"no label: {field}" for field in self.fields if field.get("id") not in self.labels and "data-setting" not in field
        ]
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.update(given["id"] or "" for name in given if name == "id")
        self.headings += tag == "h1"
        if any(name.startswith("on") for name in given):
            self.faults.append(f"script in <{tag}>")
        if tag == "label" and given.get("for"):
            self.labels.add(given["for"] or "")
        if tag in ("input", "select") and given.get("type") not in ("hidden", "radio"):
            self.fields.append(given)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in EMPTY:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def reader(lang: str = "en", device: str = "me") -> Reader:
    return Reader(device, lang, "http://192.168.1.5:8000", "http://192.168.1.5:8000/?key=ABCDEFGHJK")


def seated(game: Game, seats: tuple[Seat, ...] = (Seat(HUMAN, "", "me"), Seat(BOT, "greedy")), **options: object) -> Table:
    """A table before its start."""
    return Table("ABCDE", game, game.kit(options=options), Keyed(b"k" * 32), "me", seats, time.time())


@pytest.fixture
def table(soul_ward: Game) -> Table:
    """Round 1: Green, who is "me", is to place marker 1."""
    table = seated(soul_ward, quick=True)
    table.begun, table.head = time.time(), {}
    for row in table.rows(table.opening()):
        table.fold(row)
    return table


def play(table: Table, *moves: str) -> None:
    for move in moves:
        for row in table.rows(table.continuation(table.line.now.waiting(), [table.game.words.read(table.kit, move)])):
            table.fold(row)


def play_out(table: Table) -> None:
    while not table.over:
        view = table.line.now.view(table.line.now.waiting())
        play(table, table.game.words.write(table.kit, view.legal()[0]))


def moves(table: Table, *texts: str) -> tuple[int, ...]:
    return tuple(table.game.words.read(table.kit, text) for text in texts)


def free(table: Table) -> list[str]:
    view = table.line.now.view(0)
    return [table.game.words.write(table.kit, move) for move in view.legal()]


def tries(html: str) -> list[str]:
    return re.findall(r'<button form="try" name="try" value="([^"]*)"', html)


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"<(style|svg).*?</\1>", "", html, flags=re.DOTALL)).split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_sound(table: Table, lang: str) -> None:
    me, game = reader(lang), table.game
    one, two, three = free(table)[:3]
    some = moves(table, one, three)
    drawn = {
        "lobby": pages.lobby(me, games(), [table, seated(game)]),
        "seats": pages.table(me, seated(game, (Seat(HUMAN, "Ada", "me"), Seat(OPEN)))),
        "guest": pages.table(reader(lang, "guest"), seated(game, (Seat(HUMAN, "Ada", "me"), Seat(OPEN)))),
        "draft": pages.table(me, drafting(game)),
        "choose": pages.table(me, table),
        "watch": pages.table(reader(lang, "guest"), table),
        "try": pages.table(me, table, trial=moves(table, two)),
        "plan": pages.table(me, table, trial=some, plan=True),
        "change": pages.table(me, table, trial=some, plan=True, change=2),
        "step": pages.table(me, table, trial=some, plan=True, step=3),
        "past": pages.table(me, table, version=5),
        "fault": pages.table(me, table, fault="<b>"),
        "rules": pages.rules(me, game),
        "problem": pages.problem(me, 404, pages.sentence(me, "missing")),
    }
    play_out(table)
    drawn |= {"over": pages.table(me, table), "check": pages.check(me, table)}
    for name, html in drawn.items():
        sound = Sound(html)
        assert sound.faults == [], name
        assert sound.headings == 1, name
        assert f'<html lang="{lang}">' in html, name
        assert "/static/house.css" in html, name


def drafting(game: Game) -> Table:
    """Red lays the first edge card; both seats are "me"."""
    table = seated(game, (Seat(HUMAN, "", "me"), Seat(HUMAN, "Ben", "me")))
    table.begun, table.head = time.time(), {}
    for row in table.rows(table.opening()):
        table.fold(row)
    return table


def test_the_catalogues_say_the_same_in_every_language() -> None:
    english, *others = (page.WORDS.tables[lang] for lang in LANGUAGES)
    for other in others:
        assert set(other) == set(english)
        for key, said in english.items():
            assert sorted(re.findall(r"{\w+}", other[key])) == sorted(re.findall(r"{\w+}", said)), key


def test_french_has_narrow_spaces_before_its_marks() -> None:
    assert not [said for said in page.WORDS.tables["fr"].values() if re.search(r"[^\u202f][!?;]|[^\u202f]:(?!//)", said)]


def test_every_player_has_a_friendly_name_and_every_refusal_a_sentence() -> None:
    for name in players():
        assert page.WORDS.say("en", f"bot.{name}") != name
    source = "".join(file.read_text("utf-8") for file in HOUSE.glob("*.py"))
    for key in re.findall(r'HTTPException\(\d+, "(\w+)"\)', source):
        assert page.WORDS.say("en", f"fault.{key}")


def test_the_board_has_a_button_for_each_legal_move(table: Table) -> None:
    html = pages.frame(reader(), table)
    assert sorted(tries(html)) == sorted(free(table))
    assert 'data-mine="true"' in html
    assert "● Your turn – Soul Ward" in html


def test_others_get_no_buttons(table: Table) -> None:
    html = pages.frame(reader(device="guest"), table)
    assert tries(html) == []
    assert "/play" not in html
    assert "Waiting for Green (Fox)" in text(html)


def test_a_trial_says_what_would_come_and_posts_one_move(table: Table) -> None:
    move = free(table)[0]
    html = pages.frame(reader(), table, trial=moves(table, move))
    assert f'<input type="hidden" name="moves" value="{move}">' in html
    assert f'<input type="hidden" name="version" value="{table.version}">' in html
    assert "Place it" in text(html)
    assert "Marker 1 on" in text(html)


def test_a_trial_against_the_rules_is_refused(table: Table) -> None:
    with pytest.raises(IllegalMove):
        pages.table(reader(), table, trial=moves(table, "ice@T1"))


def test_a_plan_grows_by_taps_and_changes_in_the_middle(table: Table) -> None:
    one, two, three, four = free(table)[0], free(table)[2], free(table)[4], free(table)[6]
    grown = pages.frame(reader(), table, trial=moves(table, one), plan=True)
    assert f"{one};{two}" in tries(grown)
    full = pages.frame(reader(), table, trial=moves(table, one, two, three), plan=True)
    assert tries(full) == []
    changing = pages.frame(reader(), table, trial=moves(table, one, two, three), plan=True, change=2)
    assert f"{one};{four};{three}" in tries(changing)
    assert f"{one};{three};{three}" not in tries(changing)
    assert f'<input type="hidden" name="moves" value="{one}">' in full


def test_a_plan_that_was_crossed_keeps_what_still_holds(table: Table) -> None:
    plan = moves(table, "mark T2", "mark R1", "mark B3")
    play(table, "mark L2", "mark R1")
    html = pages.frame(reader(), table, trial=plan, plan=True)
    assert "not possible any more" in text(html)
    assert html.count('class="drop"') == 2
    assert 'name="moves" value="mark T2"' in html


def test_a_preview_shows_one_frame_a_step_and_touches_nothing(table: Table) -> None:
    before = table.line.now.bytes()
    steps = pages.preview(reader(), table, moves(table, *free(table)[:1]))
    assert len(steps) > 1
    assert all("In mind:" in step and not tries(step) for step in steps)
    assert [f"Step {n} of {len(steps)}." in text(step) for n, step in enumerate(steps, 1)] == [True] * len(steps)
    assert table.line.now.bytes() == before


def test_the_past_has_its_own_frames(table: Table) -> None:
    html = pages.frame(reader(), table, 5)
    assert 'data-version="5"' in html
    assert tries(html) == []
    assert 'href="/t/ABCDE?at=4"' in html
    assert 'href="/t/ABCDE?at=6"' in html
    assert "data-now" not in html


def test_taking_back_is_offered_as_long_as_it_may_be(table: Table) -> None:
    assert "/undo" not in pages.frame(reader(), table)
    mine = free(table)[0]
    play(table, mine)
    assert "/undo" in pages.frame(reader(), table)
    play(table, table.game.words.write(table.kit, table.line.now.view(1).legal()[0]))
    assert "/undo" in pages.frame(reader(), table)  # a bot does not mind


def test_cards_are_dealt_fast_and_act_slowly(table: Table) -> None:
    kinds = [re.search(r'data-kind="(\w+)"', pages.frame(reader(), table, n)) for n in range(table.version + 1)]
    assert {kind[1] for kind in kinds if kind} == {"dealt"}
    play_out(table)
    kinds = [
        re.search(r'data-kind="(\w+)" data-pause="(\d+)"', pages.frame(reader(), table, n)) for n in range(27, table.version)
    ]
    assert {kind.groups() for kind in kinds if kind} == {("own", "400"), ("move", "700"), ("act", "2000")}


def test_the_end_tells_the_winner_and_what_is_next(table: Table) -> None:
    play_out(table)
    said = text(pages.frame(reader(), table, trial=(3,)))
    assert "(W-" in said
    for offer in ("Watch again", "Save the game", "Check this game", "Play again"):
        assert offer in said
    assert "Play again" not in text(pages.frame(reader(device="guest"), table))


def test_before_the_start_only_the_host_may_change_things(soul_ward: Game) -> None:
    table = seated(soul_ward, (Seat(HUMAN, "Ada & Ben", "me"), Seat(OPEN)))
    host, guest = pages.table(reader(), table), pages.table(reader(device="guest"), table)
    assert table.chance.commitment in host
    assert "Ada &amp; Ben" in host
    assert "/start" in host
    assert "/options" in host
    assert "/start" not in guest
    assert "/seat" not in guest
    assert 'action="/t/ABCDE/sit"' in guest
    assert table.chance.key.hex() not in host + guest


def test_no_page_needs_more_than_our_own_files(table: Table) -> None:
    html = pages.table(reader(), table)
    assert not re.findall(r'(?:src|href)="(?!/static/|/t/|/rules/|/"|#)[^"]*"', html)
    assert "<script>" not in html


def test_the_rule_book_has_its_pictures(soul_ward: Game) -> None:
    for lang in LANGUAGES:
        book = pages.rules(reader(lang), soul_ward)
        assert book.count("<figure>") == book.count("figcaption>") / 2 > 3
        assert "figure:" not in book


@pytest.mark.parametrize("folder", [HOUSE / "static" / "vendor", Path(__file__).parent / "vendor"])
def test_what_is_carried_along_is_what_it_says(folder: Path) -> None:
    for entry in tomllib.loads((folder / "vendor.toml").read_text("utf-8"))["file"]:
        assert sha256((folder / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]
        assert (folder / re.search(r"\((.*)\)", entry["licence"])[1]).exists()  # type: ignore[index]


def test_our_scripts_are_short() -> None:
    for script in (HOUSE / "static").glob("*.js"):
        assert len(script.read_text("utf-8").splitlines()) <= 250
