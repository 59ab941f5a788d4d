"""Sentences from catalogues: the right form for a number, the reader's language, English where one lacks a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from frostfair.engine.speech import Catalogue, best_language

ICE = {
    "en": '[ice]\none = "{n} icicle"\nother = "{n} icicles"\n\n[cold]\nvery = "It is cold, {who}."\n"very.so" = "So cold!"\n',
    "de": '[ice]\none = "{n} Zapfen"\nother = "{n} Zäpfchen"\n\n[cold]\nvery = "Es ist sehr kalt, {who}."\n',
    "fr": '[ice]\none = "{n} glaçon"\nother = "{n} glaçons"\n',
}


@pytest.fixture
def words(tmp_path: Path) -> Catalogue:
    for lang, text in ICE.items():
        (tmp_path / f"ice.{lang}.toml").write_text(text, "utf-8")
    return Catalogue(tmp_path, "ice")


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["0 icicles", "1 icicle", "2 icicles", "11 icicles"]),
        ("de", ["0 Zäpfchen", "1 Zapfen", "2 Zäpfchen", "11 Zäpfchen"]),
        ("fr", ["0 glaçon", "1 glaçon", "2 glaçons", "11 glaçons"]),
    ],
)
def test_a_number_chooses_its_form(words: Catalogue, lang: str, said: list[str]) -> None:
    assert [words.say(lang, "ice", n=n) for n in (0, 1, 2, 11)] == said


def test_what_a_language_lacks_is_said_in_english(words: Catalogue) -> None:
    assert words.say("de", "cold.very", who="Ada") == "Es ist sehr kalt, Ada."
    assert words.say("fr", "cold.very", who="Ada") == "It is cold, Ada."
    assert words.say("es", "cold.very", who="Ada") == "It is cold, Ada."
    assert words.say("de", "cold.very.so") == "So cold!"
    with pytest.raises(KeyError):
        words.say("en", "cold.not")


def test_the_first_language_that_we_speak_is_taken() -> None:
    assert best_language(["es", "fr-CA", "de"]) == "fr"
    assert best_language(["", "de_AT.UTF-8"]) == "de"
    assert best_language([" EN "]) == "en"
    assert best_language(["C", "english", "xx"]) == "en"
    assert best_language(["english"], "") == ""
