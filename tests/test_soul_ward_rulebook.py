"""The rule books of Soul Ward: three languages, one structure, all rulings, and the numbers of the box."""

from __future__ import annotations

import re
import tomllib

import pytest

from frostfair.engine.game import Game
from frostfair.engine.speech import LANGUAGES
from frostfair.games.soul_ward import words

RULINGS = [f"W-{n}" for n in range(1, 33)]
VARIANT = {"light_and_shadow": True}


def book(lang: str) -> str:
    return (words.WORDS.folder / f"rulebook.{lang}.md").read_text("utf-8")


def table_rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


def test_rule_books_have_one_structure() -> None:
    def shape(text: str) -> list[str]:
        return re.findall(r"^#+ |^\d\.|^- |^\| (?:W-\d+)?|\(figure:\w+\)|^\*\*?", text, re.MULTILINE)

    shapes = [shape(book(lang)) for lang in LANGUAGES]
    assert shapes[0] == shapes[1] == shapes[2]
    figures = set(re.findall(r"figure:(\w+)", book("en")))
    assert figures == {"setup", "markers", "ice", "fire", "lightning", "crossing", "storm", "neighbours"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rule_books_state_all_rulings_once_in_order(lang: str) -> None:
    assert [row[0] for row in table_rows(book(lang)) if row[0].startswith("W-")] == RULINGS
    assert book(lang).startswith(f"# {words.title(lang)}\n")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rule_books_state_the_numbers_of_the_box(soul_ward: Game, lang: str) -> None:
    data = tomllib.loads((soul_ward.folder / "components.toml").read_text("utf-8"))
    text = book(lang)
    variant = text.index("\n## ", text.index("W-3)"))
    boxes = [(soul_ward.kit(), text[:variant], data["edge"] + data["middle"])]
    boxes += [(soul_ward.kit(options=VARIANT), text[variant:], data["light_and_shadow"]["edge"])]
    for kit, part, rows in boxes:
        counts = {row[0]: row[1] for row in table_rows(part)}
        cards = [(table, kind) for table in kit.cards for kind in kit.cards[table]]
        told = {
            name: count for name, count in counts.items() if name in {words.card_text(kit, *card, lang)[0] for card in cards}
        }
        assert list(map(int, told.values())) == [row["copies"] for row in rows]
    assert str(data["wards"]["start"]) in text
    assert str(data["light_and_shadow"]["last"]) in text[variant:]
    fire, light = data["edge"][1]["number"], data["light_and_shadow"]["edge"][3]["number"]
    assert f" {fire}." in next(line for line in text.splitlines() if line.startswith(f"**{words.WORDS.say(lang, 'card.fire')}"))
    assert f" {light}" in next(
        line for line in text.splitlines() if line.startswith(f"| {words.WORDS.say(lang, 'card.light')} |")
    )
    assert words.WORDS.say(lang, "space.T", i=1) in text  # where the Storm starts


def test_rule_books_credit_those_whose_ideas_these_are() -> None:
    for lang in LANGUAGES:
        assert all(
            name in book(lang) for name in ("Moe", "Targi", "Andreas Steiger", "Twilight Imperium", "Christian T. Petersen")
        )
