"""Machine code: the same games as the rules in Python, never another game's, never that of rules since changed."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from frostfair.engine import compiled
from frostfair.engine.chance import stream
from frostfair.engine.game import Game, load
from tests.mutants import variant
from tests.templates import trace

ROOT = Path(__file__).parent.parent
LAID = "s.score[p] += kit.number[k]\n"  # in the rules of Mittens: what a laid mitten scores (T-2)
GAMES = 20


def digest(game: Game, games: int = GAMES, *, machine: bool = True) -> str:
    """A digest of random games: of each its moves, the last table, and where the stream of chance has come to."""
    kits, states = game.kit(3).record, np.zeros(1, game.rules.STATE)
    moves, log, found = np.zeros(game.rules.MOST, np.int16), np.zeros((1_000, 3), np.int64), hashlib.sha256()
    if not (machine and compiled.can_compile()):
        kits, states = kits.view(np.recarray), states.view(np.recarray)
    template = compiled.specialise(trace, game.rules, machine=machine)
    for seed in range(games):
        chance = stream("compiled", seed)
        n = template.trace(kits, states, moves, chance, log)
        for part in (log[:n], states, chance):
            found.update(part.tobytes())
    return found.hexdigest()


def elsewhere(folder: Path, package: str, cache: Path, **flags: str) -> list[str]:
    """In another process: the folder of the machine code, and the digests of games by machine code and as Python."""
    code = f"from tests.test_compiled import facts; print(*facts({package!r}))"
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "FROSTFAIR_CACHE": str(cache)} | flags
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return done.stdout.split()


def facts(package: str) -> list[str]:
    game = Game(package)
    return [compiled.cache_folder(trace, game.rules).name, digest(game), digest(game, machine=False)]


def rewrite(file: Path, old: str, new: str) -> None:
    """Edit as a sly editor would: the same length, the same time, so that only the text tells."""
    text, when = file.read_text("utf-8"), file.stat()
    assert text.count(old) == 1
    assert len(old) == len(new)
    file.write_text(text.replace(old, new), "utf-8")
    os.utime(file, ns=(when.st_atime_ns, when.st_mtime_ns))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for machine code."""
    monkeypatch.setenv("FROSTFAIR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_machine_code_and_python_play_the_same_games() -> None:
    game = load("tests.tiny")
    assert digest(game, 200) == digest(game, 200, machine=False)


def test_no_global_generator_matters() -> None:
    game = load("tests.tiny")
    found = set()
    for seed in (1, 2):
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002 - the global one is meant
        found |= {digest(game), digest(game, machine=False)}
    assert len(found) == 1


@pytest.mark.slow
def test_games_with_equal_records_do_not_share_machine_code(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant(tmp_path, "one_point", (LAID, "s.score[p] += 1\n"))
    variant(tmp_path, "two_points", (LAID, "s.score[p] += 2\n"))
    monkeypatch.syspath_prepend(tmp_path)
    games = [Game("one_point"), Game("two_points")]
    assert games[0].rules.STATE == games[1].rules.STATE
    assert games[0].rules.KIT == games[1].rules.KIT
    here = [digest(game) for game in games]
    assert here == [digest(game, machine=False) for game in games]
    assert here[0] != here[1]
    assert [elsewhere(tmp_path, game.package, cache)[1] for game in games] == here


@pytest.mark.slow
def test_games_of_one_name_do_not_share_machine_code(tmp_path: Path, cache: Path) -> None:
    found = []
    for points in (1, 2):
        folder = tmp_path / str(points)
        variant(folder, "namesake", (LAID, f"s.score[p] += {points}\n"))
        name, by_machine, by_python = elsewhere(folder, "namesake", cache)
        assert by_machine == by_python
        found.append((name, by_machine))
    assert found[0][0] != found[1][0]
    assert found[0][1] != found[1][1]


def test_games_of_one_name_do_not_share_a_copy_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for points in (1, 2):
        variant(tmp_path / str(points), "double", (LAID, f"s.score[p] += {points}\n"))
        monkeypatch.syspath_prepend(tmp_path / str(points))
        for module in [name for name in sys.modules if name.partition(".")[0] == "double"]:
            monkeypatch.delitem(sys.modules, module)
        found.add(digest(Game("double"), machine=False))
    assert len(found) == 2


IMPORTS = "from frostfair.engine.compiled import rule\n"
BONUS = '"""What a laid mitten scores."""\n\n' + IMPORTS + "\n\n@rule\ndef points():\n    return 1\n"


@pytest.mark.slow
@pytest.mark.parametrize("home", ["beside", "elsewhere"])
def test_rules_whose_callee_changed_are_compiled_again(home: str, tmp_path: Path, cache: Path) -> None:
    package = "with_bonus" if home == "beside" else "bonuses"
    variant(
        tmp_path, "with_bonus", (IMPORTS, f"{IMPORTS}from {package}.bonus import points\n"), (LAID, "s.score[p] += points()\n")
    )
    bonus = tmp_path / package / "bonus.py"
    bonus.parent.mkdir(exist_ok=True)
    bonus.write_text(BONUS, "utf-8")
    first = elsewhere(tmp_path, "with_bonus", cache)
    rewrite(bonus, "return 1", "return 7")
    second = elsewhere(tmp_path, "with_bonus", cache)
    assert first[0] != second[0]
    assert first[1] == first[2] != second[1] == second[2]


@pytest.mark.slow
def test_an_edit_between_import_and_compilation_leaves_no_stale_code(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = variant(tmp_path, "edited", (LAID, "s.score[p] += 1\n"))
    monkeypatch.syspath_prepend(tmp_path)
    game = Game("edited")
    before = digest(game, machine=False)
    rewrite(home / "rules.py", "s.score[p] += 1\n", "s.score[p] += 7\n")
    assert digest(game) == before
    _, by_machine, by_python = elsewhere(tmp_path, "edited", cache)
    assert by_machine == by_python != before


def test_numba_flags_have_machine_code_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("tests.tiny").rules
    plain = compiled.cache_folder(trace, rules)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = compiled.cache_folder(trace, rules)
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert len({plain, checked, compiled.cache_folder(trace, rules)}) == 3
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    assert len({plain, checked, compiled.cache_folder(trace, rules)}) == 3


@pytest.mark.slow
@pytest.mark.parametrize("flags", [{"NUMBA_DISABLE_JIT": "1"}, {"NUMBA_BOUNDSCHECK": "1"}])
def test_the_same_games_without_machine_code_and_with_checked_bounds(flags: dict[str, str], tmp_path: Path) -> None:
    _, by_machine, by_python = elsewhere(tmp_path, "tests.tiny", tmp_path / "cache", **flags)
    assert by_machine == by_python == digest(load("tests.tiny"))
    assert (tmp_path / "cache").exists() == ("NUMBA_DISABLE_JIT" not in flags)


def test_a_game_s_copy_is_made_once_and_named_for_the_game(cache: Path) -> None:
    rules = load("tests.tiny").rules
    assert compiled.specialise(trace, rules, machine=False) is compiled.specialise(trace, rules, machine=False)
    assert compiled.cache_folder(trace, rules).parent == cache
    assert compiled.cache_folder(trace, rules).name.startswith("tiny-trace-")
