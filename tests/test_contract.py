"""What makes a folder a game: what it must have, what it may not have, and how it is found."""

from __future__ import annotations

import importlib.metadata
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import frostfair.games
from frostfair.engine import game as engine
from frostfair.engine.errors import GameError, KitError
from frostfair.engine.game import FUNCTIONS, NUMBERS, Game, load
from tests.mutants import variant
from tests.tiny import rules

Patch = pytest.MonkeyPatch


def game_with(patch: Patch, *without: str, **changes: object) -> Game:
    """A game made on the fly: the rules of Mittens, less some names, with others replaced."""
    module = ModuleType("made_up.rules")
    module.__dict__.update({name: value for name, value in vars(rules).items() if not name.startswith("__")} | changes)
    module.__file__ = rules.__file__
    for name in without:
        delattr(module, name)
    patch.setitem(sys.modules, "made_up.rules", module)
    return Game("made_up")


def state_with(*fields: tuple[object, ...], align: bool = True) -> np.dtype[np.void]:
    return np.dtype([("viewer", "i1"), *fields], align=align)


def test_the_rules_of_mittens_made_up_anew_are_a_game(monkeypatch: Patch) -> None:
    assert game_with(monkeypatch).name == "made_up"


@pytest.mark.parametrize("name", [*FUNCTIONS, *NUMBERS, "KIT", "STATE"])
def test_what_is_missing_is_named(name: str, monkeypatch: Patch) -> None:
    with pytest.raises(GameError, match=rf"made_up is no game yet: it lacks .*\b{name}\b"):
        game_with(monkeypatch, name)


def test_all_that_is_missing_is_named_at_once(monkeypatch: Patch) -> None:
    monkeypatch.setitem(sys.modules, "empty.rules", ModuleType("empty.rules"))
    with pytest.raises(GameError) as error:
        Game("empty")
    assert all(name in str(error.value) for name in (*FUNCTIONS, *NUMBERS, "KIT", "STATE"))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_must_be_marked_as_a_rule(name: str, monkeypatch: Patch) -> None:
    def unmarked(kit: object, s: object) -> None:
        pass

    with pytest.raises(GameError, match=f"the function {name}, marked with @rule"):
        game_with(monkeypatch, **{name: unmarked})


def test_what_sees_a_plan_through_comes_in_pairs(monkeypatch: Patch) -> None:
    for name in ("pending", "skip"):
        with pytest.raises(GameError, match="pending and skip"):
            game_with(monkeypatch, **{name: rules.total})
    assert game_with(monkeypatch, pending=rules.total, skip=rules.total)


@pytest.mark.parametrize("name", ["KIT", "STATE"])
def test_records_must_be_aligned(name: str, monkeypatch: Patch) -> None:
    with pytest.raises(GameError, match=rf"the record type {name} \(np.dtype\(\[\.\.\.\], align=True\)\)"):
        game_with(monkeypatch, **{name: state_with(("points", "i4"), align=False)})
    with pytest.raises(GameError, match=f"the record type {name}"):
        game_with(monkeypatch, **{name: np.dtype("i2")})


@pytest.mark.parametrize("field", ["round", "size", "all", "data", "sort"])
def test_fields_may_not_have_numpy_s_names(field: str, monkeypatch: Patch) -> None:
    with pytest.raises(GameError, match=rf"another name for the field STATE\.{field}, which is NumPy's"):
        game_with(monkeypatch, STATE=state_with((field, "i2")))
    with pytest.raises(GameError, match=rf"another name for the field KIT\.{field}, which is NumPy's"):
        game_with(monkeypatch, KIT=state_with((field, "i2")))


def test_a_state_says_whose_view_it_is(monkeypatch: Patch) -> None:
    with pytest.raises(GameError, match="the field `viewer` of STATE"):
        game_with(monkeypatch, STATE=np.dtype([("phase", "i1")], align=True))


@pytest.mark.parametrize("numbers", [{"MOVES": 513}, {"MOST": 20}, {"NATURE": 2}, {"SEATS": 2}])
def test_numbers_must_fit(numbers: dict[str, int], monkeypatch: Patch) -> None:
    with pytest.raises(GameError, match="MOVES at most 512, MOST at most MOVES, and NATURE equal to SEATS"):
        game_with(monkeypatch, **numbers)


def test_a_package_that_is_not_there_or_lacks_a_part(tmp_path: Path, monkeypatch: Patch) -> None:
    with pytest.raises(GameError, match=r"no\.such\.game is no game: it has no rules\.py"):
        load("no.such.game")
    for name in ("", ".", ".x", "../x", "a..b", "a b.c"):
        with pytest.raises(GameError, match="there is no game"):
            load(name)
    monkeypatch.syspath_prepend(tmp_path)
    home = variant(tmp_path, "half")
    for part in ("kit.py", "words.py", "look.py"):
        (home / part).unlink()
    game = Game("half")
    for part, name in (("box", "kit"), ("words", "words"), ("look", "look")):
        with pytest.raises(GameError, match=rf"half is no game: it has no {name}\.py"):
            getattr(game, part)


@pytest.mark.parametrize(
    ("file", "old", "lacks"),
    [("kit.py", "def build(", "build"), ("words.py", "def why_not(", "why_not"), ("look.py", "COLOURS =", "COLOURS")],
)
def test_what_a_part_of_a_game_lacks_is_named(file: str, old: str, lacks: str, tmp_path: Path, monkeypatch: Patch) -> None:
    name = f"lacks_{lacks}".lower()
    variant(tmp_path, name, (old, old.replace(lacks, "other")), file=file)
    monkeypatch.syspath_prepend(tmp_path)
    game = Game(name)
    with pytest.raises(GameError, match=rf"{name} is no game yet: its {file} lacks {lacks}$"):
        getattr(game, {"kit.py": "box"}.get(file, file.removesuffix(".py")))


def test_an_error_inside_a_game_is_not_hidden(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    variant(tmp_path, "needy", ("import numpy as np\n", "import numpy as np\n\nimport no_such_thing\n"))
    with pytest.raises(ModuleNotFoundError, match="no_such_thing"):
        Game("needy")


# Discovery


def test_a_game_may_be_named_with_a_dash_and_by_its_package() -> None:
    assert load("soul-ward") is load("soul_ward") is load("frostfair.games.soul_ward")
    assert load("soul_ward").name == "soul_ward"


def test_an_unknown_game_is_told_which_there_are() -> None:
    with pytest.raises(GameError, match=r"there is no game 'chess'; there are: .*soul_ward"):
        load("chess")


def test_a_folder_among_the_games_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    variant(tmp_path, "mitten_folder")
    monkeypatch.setattr(frostfair.games, "__path__", [*frostfair.games.__path__, str(tmp_path)])
    assert engine.discover()["mitten_folder"] == "frostfair.games.mitten_folder"
    assert load("mitten-folder").kit(3).seats == 3
    assert "mitten_folder" in [game.name for game in engine.games()]


def entry_points(patch: Patch, **points: str) -> None:
    """Let these be installed."""
    installed = [EntryPoint(name.replace("_", "-"), value, "frostfair.games") for name, value in points.items()]
    patch.setattr(importlib.metadata, "entry_points", lambda *, group: [point for point in installed if point.group == group])


def test_an_installed_game_is_found_by_its_entry_point(monkeypatch: Patch) -> None:
    entry_points(monkeypatch, warm_mittens="tests.tiny")
    assert engine.discover()["warm_mittens"] == "tests.tiny"
    assert load("warm-mittens") is load("tests.tiny")
    assert load("tests.tiny") in engine.games()


def test_an_installed_game_cannot_take_the_place_of_one_in_the_house(monkeypatch: Patch) -> None:
    entry_points(monkeypatch, soul_ward="tests.tiny")
    assert engine.discover()["soul_ward"] == "frostfair.games.soul_ward"


def test_a_broken_game_is_named_and_does_not_stop_the_others(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    variant(tmp_path, "crashing", ("import numpy as np\n", "import numpy as np\n\nimport no_such_thing\n"))
    variant(tmp_path, "blind", ("def board(", "def bored("), file="look.py")
    entry_points(monkeypatch, broken="tests.templates", crashing="crashing", blind="blind", fine="tests.tiny")
    with pytest.warns(UserWarning, match="is left out") as told:
        assert {game.name for game in engine.games()} == {"soul_ward", "tiny"}
    assert [str(warning.message).split(" (")[0] for warning in told] == [
        "the game blind is left out: GameError('blind is no game yet: its look.py lacks board')",
        "the game broken is left out: GameError('tests.templates is no game: it has no rules.py')",
        "the game crashing is left out: ModuleNotFoundError(\"No module named 'no_such_thing'\")",
    ]
    with pytest.raises(GameError, match=r"tests\.templates is no game"):
        load("broken")


# The box


def test_the_box_is_for_some_numbers_of_seats_and_knows_its_options() -> None:
    game = load("tests.tiny")
    assert game.seat_counts == (2, 3)
    assert (game.kit().seats, game.kit(3, {"hand": "1"}).options) == (2, {"hand": 1})
    with pytest.raises(KitError, match="tiny is for 2 or 3 seats, not 4"):
        game.kit(4)
    with pytest.raises(KitError, match="option 'hands' is not known; there are: hand"):
        game.kit(2, {"hands": 1})
    with pytest.raises(KitError, match="option hand: 3 is not a whole number from 1 to 2"):
        game.kit(2, {"hand": 3})


def test_a_kit_s_digest_tells_boxes_apart() -> None:
    game = load("tests.tiny")
    kits = [game.kit(2), game.kit(3), game.kit(2, {"hand": 1})]
    assert len({kit.digest for kit in kits}) == 3
    assert game.kit(2).digest == kits[0].digest
