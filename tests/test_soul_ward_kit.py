"""The box of Soul Ward: what it holds, what its options change, and every fault named with its line."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frostfair.engine.chance import stream
from frostfair.engine.errors import KitError
from frostfair.engine.game import Game
from frostfair.engine.kits import Components, Kit
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES
from proofs.census import step
from tests.soul_ward_oracle import completions
from tests.soul_ward_table import GREEN, RED

KINDS = ("Ice", "Fire", "Lightning", "Light", "Shadow")


@pytest.fixture(scope="module")
def text(soul_ward: Game) -> str:
    return (soul_ward.folder / "components.toml").read_text(encoding="utf-8")


def fault(game: Game, text: str, options: dict[str, object] | None = None) -> str:
    with pytest.raises(KitError) as error:
        game.kit(options=options, components=Components.parse(text, "mine.toml"))
    return str(error.value)


def line(text: str, header: str, nth: int = 0) -> int:
    return [n for n, row in enumerate(text.splitlines(), 1) if row.split("#")[0].strip() == header][nth]


def test_the_box_holds_what_the_rule_book_says(kit: Kit) -> None:
    box = kit.record[0]
    edge = {name: (box["edge_copies"][k], box["edge_number"][k]) for k, name in kit.cards["edge"].items()}
    assert edge == {"ice": (4, 0), "fire": (4, 2), "lightning": (4, 1)}
    middle = {name: (box["middle_copies"][k], box["middle_number"][k]) for k, name in kit.cards["middle"].items()}
    assert middle == {"strike1": (6, 1), "strike2": (4, 2), "strike3": (2, 3), "frozen": (2, 0)}
    assert (box["ward"].tolist(), box["most"], box["last"], box["quick"]) == ([30, 30], 30, 0, 0)
    assert SPACES[rules.LOOP[box["storm"]]] == "T1"


def test_light_and_shadow_replace_the_edge_and_bring_an_end(soul_ward: Game) -> None:
    kit = soul_ward.kit(options={"light_and_shadow": True})
    box = kit.record[0]
    assert {name: box["edge_copies"][k] for k, name in kit.cards["edge"].items()} == {
        "ice": 3, "fire": 3, "lightning": 2, "light": 2, "shadow": 2,
    }  # fmt: skip
    assert (box["edge_number"][rules.LIGHT], box["last"]) == (1, 32)


def test_any_box_with_mending_has_an_end(soul_ward: Game, text: str) -> None:
    mending = text.replace('kind = "Ice"\n', 'kind = "Light"\nnumber = 1\n', 1)
    assert soul_ward.kit(components=Components.parse(mending, "mine.toml")).record["last"] == 32
    shorter = mending.replace("last = 32", "last = 8")
    assert soul_ward.kit(components=Components.parse(shorter, "mine.toml")).record["last"] == 8
    without = mending.split("# House variant", maxsplit=1)[0]
    assert soul_ward.kit(components=Components.parse(without, "mine.toml")).record["last"] == 32


def test_options_change_wards_storm_and_set_up(soul_ward: Game) -> None:
    box = soul_ward.kit(options={"green_ward": "12", "red_ward": 45, "storm": "b3", "quick": "yes"}).record[0]
    assert box["ward"].tolist() == [12, 45]
    assert (box["most"], box["quick"]) == (45, 1)
    assert SPACES[rules.LOOP[box["storm"]]] == "B3"
    position = soul_ward.start(soul_ward.kit(options={"green_ward": 12}))
    assert position.standing() == ([2, 1], [12, 30])
    assert position.record.ward[[GREEN, RED]].tolist() == [12, 30]


@pytest.mark.parametrize(
    ("quick", "words"), [(1, ["true", "Yes", " on ", "1", True]), (0, ["false", "no", "off", "0", "", False])]
)
def test_a_switch_is_read_from_any_form(soul_ward: Game, quick: int, words: list[object]) -> None:
    assert {soul_ward.kit(options={"quick": word}).record["quick"][0] for word in words} == {quick}


def test_the_digest_tells_boxes_and_options_apart(soul_ward: Game, text: str) -> None:
    changed = Components.parse(text.replace("number = 2", "number = 3", 1), "mine.toml")
    kits = [soul_ward.kit(), soul_ward.kit(components=changed), *(soul_ward.kit(options={"storm": space}) for space in SPACES)]
    assert len({kit.digest for kit in kits}) == len(kits)
    assert soul_ward.kit().digest == soul_ward.kit(components=Components.parse(text, "other.toml")).digest


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ("copies = 4", "copies = 5", ("[[edge]]", 0), "the edge has 12 spaces, but there are 13 edge cards"),
        ("copies = 4", "copies = 0", ("[[edge]]", 0), "the edge has 12 spaces, but there are 8 edge cards"),
        ("copies = 6", "copies = 0", ("[[middle]]", 0), "there are 8 middle cards, but 9 to 24 are needed"),
        ("copies = 6", "copies = 17", ("[[middle]]", 0), "there are 25 middle cards, but 9 to 24 are needed"),
        ('"Fire"', '"Snow"', ("[[edge]]", 1), "'Snow' is no edge card; there are Ice, Fire, Lightning, Light, Shadow"),
        ('"Fire"', '["Fire"]', ("[[edge]]", 1), "['Fire'] is no edge card"),
        ('kind = "Lightning"', "", ("[[edge]]", 2), "None is no edge card"),
        ('"Frozen Ground"', '"Frozen"', ("[[middle]]", 3), "'Frozen' is no middle card; there are Strike, Frozen Ground"),
        ("number = 2  ", "number = 0", ("[[edge]]", 1), "number = 0 is not a whole number from 1 to 99"),
        ("number = 2  ", "number = 100", ("[[edge]]", 1), "number = 100 is not a whole number from 1 to 99"),
        ("number = 2  ", "number = 1.5", ("[[edge]]", 1), "number = 1.5 is not a whole number from 1 to 99"),
        ("number = 2  ", "number = true", ("[[edge]]", 1), "number = True is not a whole number from 1 to 99"),
        ("number = 2  ", "numbr = 2", ("[[edge]]", 1), "number = None is not a whole number from 1 to 99"),
        ("number = 3\n", "number = 0\n", ("[[middle]]", 2), "number = 0 is not a whole number from 1 to 99"),
        ("number = 3\n", "", ("[[middle]]", 2), "number = None is not a whole number from 1 to 99"),
        ('kind = "Ice"\n', 'kind = "Ice"\nnumber = 1\n', ("[[edge]]", 0), "Ice has no number"),
        ('"Frozen Ground"\n', '"Frozen Ground"\nnumber = 1\n', ("[[middle]]", 3), "Frozen Ground has no number"),
        ("copies = 4", "copies = -1", ("[[edge]]", 0), "copies = -1 is not a whole number from 0 to 12"),
        ("copies = 4", 'copies = "4"', ("[[edge]]", 0), "copies = '4' is not a whole number from 0 to 12"),
        ("copies = 6", "copies = 25", ("[[middle]]", 0), "copies = 25 is not a whole number from 0 to 24"),
        ('"Lightning"', '"Fire"', ("[[edge]]", 2), "Fire is listed twice; give it one entry with all its copies"),
        ("number = 3\n", "number = 2\n", ("[[middle]]", 2), "Strike is listed twice with the same number"),
        ("copies = 4", "copies = 9", ("[[edge]]", 0), "9 Ice cannot be laid: each side takes two of a kind at most (W-2)"),
        ('storm = "T1"', 'storm = "T4"', ("[wards]", 0), "storm = 'T4' is not one of T1, T2, T3, R1, R2, R3, B1"),
        ("start = 30", "start = 0", ("[wards]", 0), "start = 0 is not a whole number from 1 to 99"),
        ("[wards]", "[[wards]]", ("[[wards]]", 0), "wards is not a table [wards]"),
    ],
)
def test_every_fault_names_its_line_and_why(
    soul_ward: Game, text: str, old: str, new: str, where: tuple[str, int], why: str
) -> None:
    assert old in text
    text = text.replace(old, new, 1)
    told = fault(soul_ward, text)
    assert told.startswith(f"mine.toml, line {line(text, *where)}: {why}")


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ("copies = 3", "copies = 4", ("[[light_and_shadow.edge]]", 0), "the edge has 12 spaces, but there are 13"),
        ('"Shadow"', '"Dark"', ("[[light_and_shadow.edge]]", 4), "'Dark' is no edge card"),
        ("last = 32", "last = 0", ("[light_and_shadow]", 0), "last = 0 is not a whole number from 1 to 999"),
    ],
)
def test_faults_of_the_house_variant_name_its_lines(
    soul_ward: Game, text: str, old: str, new: str, where: tuple[str, int], why: str
) -> None:
    text = text.replace(old, new, 1)
    assert fault(soul_ward, text, {"light_and_shadow": True}).startswith(f"mine.toml, line {line(text, *where)}: {why}")
    soul_ward.kit(components=Components.parse(text, "mine.toml"))  # the box itself is sound


def test_missing_lists(soul_ward: Game, text: str) -> None:
    assert fault(soul_ward, text.replace("[[edge]]", "[[egde]]")) == "mine.toml: there is no list [[edge]]"
    assert fault(soul_ward, text.replace("[[middle]]", "[[midle]]")) == "mine.toml: there is no list [[middle]]"
    assert "there is no list [[middle]]" in fault(soul_ward, "middle = [1]\n" + text.replace("[[middle]]", "[[x]]"))
    variant = text.split("# House variant", maxsplit=1)[0]
    assert fault(soul_ward, variant, {"light_and_shadow": True}) == "mine.toml: there is no list [[light_and_shadow.edge]]"
    assert "start = None is not" in fault(soul_ward, text.replace("[wards]", "[warsd]"))


def test_more_kinds_of_middle_card_than_there_is_room_for(soul_ward: Game, text: str) -> None:
    text += "".join(f'[[middle]]\nkind = "Strike"\nnumber = {n}\ncopies = 1\n' for n in range(4, 9))
    assert (
        fault(soul_ward, text)
        == f"mine.toml, line {line(text, '[[middle]]', 8)}: there are 9 kinds of middle card, but room for 8"
    )


def test_what_is_no_toml_names_the_line(soul_ward: Game, text: str) -> None:
    unclosed = 'kind = "Fire'
    broken = text.replace(unclosed + '"', unclosed, 1)
    told = fault(soul_ward, broken)
    assert told.startswith("mine.toml: not TOML: ")
    assert f"line {line(broken, unclosed)}," in told


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="cannot be read"):
        Components.load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes("kind = 'Blitzschläge'".encode("latin-1"))
    with pytest.raises(KitError, match="cannot be read"):
        Components.load(tmp_path / "latin.toml")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"quick": "perhaps"}, "option quick: 'perhaps' is neither yes nor no"),
        ({"green_ward": 100}, "option green_ward: 100 is not a whole number from 0 to 99"),
        ({"red_ward": "-1"}, "option red_ward: '-1' is not a whole number"),
        ({"storm": "TR"}, "option storm: 'TR' is not one of box, T1"),
        ({"speed": 3}, "option 'speed' is not known; there are: quick, green_ward, red_ward, storm, light_and_shadow"),
    ],
)
def test_faults_of_options(soul_ward: Game, options: dict[str, object], why: str) -> None:
    with pytest.raises(KitError) as error:
        soul_ward.kit(options=options)
    assert str(error.value).startswith(why)


def test_two_seats_and_no_others(soul_ward: Game) -> None:
    assert soul_ward.kit(2).seats == 2
    with pytest.raises(KitError, match="for 2 seats, not 3"):
        soul_ward.kit(3)


def test_a_supply_is_refused_exactly_when_it_cannot_be_laid(soul_ward: Game) -> None:
    """All 1,820 ways to make twelve cards of five kinds."""
    box = copy.deepcopy(dict(soul_ward.kit().components))
    for copies in product(range(13), repeat=5):
        if sum(copies) != 12:
            continue
        number = {"Fire": 2, "Lightning": 1, "Light": 1}
        box["edge"] = [
            {"kind": kind, "copies": n} | ({"number": number[kind]} if kind in number else {})
            for kind, n in zip(KINDS, copies, strict=True)
        ]
        can = completions({}, Counter(dict(zip(KINDS, copies, strict=True)))) > 0
        if can:
            soul_ward.kit(components=Components(box))
        else:
            with pytest.raises(KitError, match=r"cannot be laid.*W-2"):
                soul_ward.kit(components=Components(box))


WRONG = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats() | st.text(max_size=5) | st.sampled_from(KINDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "copies", "edge"]), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_list_is_either_played_or_a_kit_error(soul_ward: Game, data: st.DataObject) -> None:
    box: Any = copy.deepcopy(dict(soul_ward.kit().components))
    for _ in range(data.draw(st.integers(1, 3))):
        here = box
        while True:
            key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
            if not isinstance(here[key], dict | list) or not here[key] or data.draw(st.integers(0, 3)) == 0:
                break
            here = here[key]
        here[key] = data.draw(WRONG | st.integers(0, 30))
    options = {"light_and_shadow": data.draw(st.booleans())}
    try:
        kit = soul_ward.kit(components=Components(box), options=options)
    except KitError:
        return
    position, chance = soul_ward.start(kit), stream("fuzz")
    while not position.over:
        step(position, chance)
