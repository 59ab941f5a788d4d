"""The paint box: contrast, colours told apart, and a sheet that holds exactly what a page uses."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from frostfair import paint
from frostfair.engine.scene import Person
from frostfair.paint import frames, palette, symbols
from tests.colours import contrast, linear

TEXT = [(word, ground) for word in ("ink", "soft") for ground in ("bg", "surface", "sunk", "ground", "hint")]
TEXT += [("onLamp", "lamp"), ("onLamp", "hill"), ("good", "surface"), ("good", "sunk"), ("bad", "surface"), ("bad", "sunk")]
OUTLINE = [("ring2", "bg"), ("ring2", "ground"), ("edge", "bg"), ("edge", "surface"), ("edge", "ground"), ("edge", "night")]
TAP_RING = {"light": "ring", "dark": "lamp"}  # the line that carries it
CVD = {  # Machado, Oliveira, Fernandes 2009, severity 1, on linear light
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_words_outlines_and_rings_have_contrast(mode):
    token = palette.TOKENS[mode]
    accent = paint.FAIR[f"accent_{mode}"]
    pairs = [(token[a], token[b], 4.5) for a, b in TEXT] + [(token[a], token[b], 3) for a, b in OUTLINE]
    pairs += [(token[TAP_RING[mode]], token[ground], 3) for ground in ("bg", "ground", "surface")]
    pairs += [(accent, token["surface"], 4.5), (accent, token["bg"], 4.5), (token["onAccent"], accent, 4.5)]
    low = [(a, b, contrast(a, b)) for a, b, least in pairs if contrast(a, b) < least]
    assert not low


def test_both_modes_have_the_same_tokens():
    assert palette.TOKENS["light"].keys() == palette.TOKENS["dark"].keys()


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def _oklab(colour: str, sight: str) -> tuple[float, float, float]:
    """Björn Ottosson 2020, of what an eye of this sight sees."""
    light = linear(colour)
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in CVD[sight])
    x = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    y = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    z = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


@pytest.mark.parametrize("sight", CVD)
def test_seats_are_told_apart_by_every_sight(sight):
    for one, other in combinations(palette.SEAT_PAINT.values(), 2):
        apart = sum((a - b) ** 2 for a, b in zip(_oklab(one, sight), _oklab(other, sight), strict=True)) ** 0.5
        assert apart >= 0.05, (one, other)


def test_every_seat_has_an_animal_on_the_sheet_and_its_own_paint_in_the_style():
    css = paint.base_css()
    assert len(set(palette.SEATS.values())) == len(palette.SEATS) == len(palette.SEAT_PAINT)
    for animal, name in palette.SEATS.items():
        assert animal in symbols.symbols()
        assert f".p-{name}{{--c:{palette.SEAT_PAINT[name]}" in css
        assert f'href="#{animal}"' in paint.avatar(Person("Ada", animal))
    assert " ai" in paint.avatar(Person("Ada", "owl", bot=True))


def test_the_sheet_is_well_formed_and_every_symbol_has_one_id_and_a_title():
    text = (paint.FOLDER / "symbols.svg").read_text("utf-8")
    drawn = ET.fromstring(text).findall(".//{*}symbol")
    assert [symbol.get("id") for symbol in drawn] == list(symbols.symbols())
    assert len(symbols.symbols()) == len(drawn) >= 221
    assert all(symbol.find("{*}title") is not None for symbol in drawn)
    assert len(re.findall(r'\bid="', text)) == len(drawn), "no ids inside symbols"
    assert "Gradient" not in text and "<style" not in text


def test_every_colour_of_the_sheet_is_a_paint():
    paints = {*palette.PAINT.values(), *palette.SEAT_PAINT.values(), "#9c1f3b"}  # and the red of Soul Ward
    assert set(re.findall(r'"(#[0-9a-f]{3,8})"', (paint.FOLDER / "symbols.svg").read_text("utf-8"))) <= paints


def test_a_sheet_holds_what_the_page_uses_and_nothing_else():
    page = paint.icon("mark-g1") + paint.icon("fox") + paint.icon("fox", "art", "width:4px")
    sheet = paint.sheet(page)
    assert re.findall(r'<symbol id="([^"]+)"', sheet) == [s for s in symbols.symbols() if s in {"d1", "mark-g1", "fox"}]
    assert "<title>" not in sheet
    assert paint.sheet("<a href='#move'>") == paint.sheet("")
    with pytest.raises(KeyError, match="no-such"):
        paint.sheet('<use href="#no-such"/>')


def test_every_symbol_uses_only_symbols_of_the_sheet():
    for symbol in symbols.symbols():
        assert symbol in symbols.needs(symbol)


def test_icons_escape_and_say_nothing():
    assert paint.icon("fox", cls='a"b').count("a&#34;b") == 1
    assert 'aria-hidden="true"' in paint.icon("fox")
    assert "<b>" not in paint.unseen("<b>")


def test_numbers_have_a_foot_where_they_could_be_misread():
    assert frames.foot(6, 0, 0, 9)
    assert frames.foot(9, 0, 0, 9)
    assert not frames.foot(16, 0, 0, 9)
    assert frames.number("−12", 0, 0, 9).count("<use") == 3


def test_long_words_shrink_and_long_texts_break():
    wide = frames.words("Donaudampfschifffahrt", 31.5, 60, 6.6)
    assert float(re.search(r'font-size="([\d.]+)"', wide)[1]) < 5
    assert all(
        frames.measure(row, 3.2) <= 50
        for row in frames.rows("so many words that they never fit into one line of a card at all")
    )
    assert "&lt;" in frames.words("<", 0, 0, 3)


def test_style_sheets_name_every_token_and_the_typefaces_that_lie_beside_them():
    css = paint.tokens_css() + paint.base_css()
    for name in re.findall(r"var\(--([\w-]+)[,)]", paint.base_css()):
        assert f"--{name}:" in css, name
    for file in re.findall(r"url\((fonts/[^)]+)\)", css):
        assert (paint.FOLDER / file).stat().st_size < 20_000
    assert len(list((paint.FOLDER / "fonts").glob("*OFL.txt"))) == 2


def test_a_card_back_and_a_stall_need_no_script_and_no_gradient():
    back, stall = frames.back("knit-ward", "#5b2f70", "#d9bfe3"), frames.stall("#5b2f70", "#d9bfe3", "M0 0h4v4z", ())
    for drawing in (back, stall):
        ET.fromstring(drawing)
        assert "Gradient" not in drawing
