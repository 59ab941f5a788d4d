"""The command `frostfair`: what it prints for people and programs, its exit codes, and bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import frostfair
from frostfair.cli.main import app
from frostfair.cli.terminal import WORDS
from frostfair.engine.record import Record


def run(*arguments: str | Path, keys: str = "") -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=keys)


def answer(*arguments: str | Path) -> object:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game of Soul Ward, typed at the terminal, with one move taken back."""
    path = tmp_path_factory.mktemp("play") / "game.jsonl"
    keys = "1\nundo\n" + "1\n" * 200
    result = run("play", "soul-ward", "--players", "me,me", "--seed", "3", "--lang", "en", "--record", path, keys=keys)
    assert result.exit_code == 0, result.output
    return path


def test_version() -> None:
    assert run("--version").stdout.strip() == f"frostfair {frostfair.__version__}"


def test_help_names_every_command_and_loads_no_numbers() -> None:
    code = "import sys; from frostfair.cli.main import app; print(sorted({'numpy', 'numba', 'starlette'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    shown = run("--help").stdout
    for command in ("serve", "games", "rules", "play", "simulate", "replay", "verify"):
        assert f" {command} " in shown
        assert run(command, "--help").exit_code == 0


def test_without_a_command_the_house_opens_in_the_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr("frostfair.house.serve.serve", lambda *where, open_browser: calls.append((*where, open_browser)))
    assert run().exit_code == 0
    assert (
        run("serve", "--host", "127.0.0.1", "--port", "0", "--data", tmp_path, "--public-url", "https://a.example").exit_code
        == 0
    )
    assert calls == [("0.0.0.0", 8000, None, "", True), ("127.0.0.1", 0, tmp_path, "https://a.example", False)]


def test_games() -> None:
    (game,) = [game for game in answer("games", "--lang", "en") if game["game"] == "soul_ward"]
    assert game["title"] == "Soul Ward"
    assert game["seats"] == [2]
    assert {"name": "quick", "default": False, "values": ["no", "yes"]}.items() <= game["options"][0].items()
    for lang in ("en", "de", "fr"):
        shown = run("games", "--lang", lang).stdout
        assert "soul_ward" in shown
        assert "--option quick=no|yes" in shown


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_rules_read_well_in_the_terminal(lang: str) -> None:
    result = run("rules", "soul_ward", "--lang", lang)
    assert result.exit_code == 0
    assert "Moe" in result.stdout
    assert "figure:" not in result.stdout
    assert {"en": "[Picture: ", "de": "[Bild: ", "fr": "[Image"}[lang] in result.stdout


def test_language_comes_from_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    assert "Schnellstart" in run("games").stdout
    assert "Départ rapide" in run("games", "--lang", "fr_FR").stdout


# play


def test_a_whole_game_against_a_bot() -> None:
    result = run(
        "play", "soul-ward", "--players", "random,me", "--seed", "5", "--option", "quick=yes", "--lang", "en", keys="1\n" * 200
    )
    assert result.exit_code == 0
    assert "Green: random" in result.stdout
    assert "wins" in result.stdout.splitlines()[-1]


def test_the_same_seed_deals_the_same_game() -> None:
    first, again, other = (
        run("play", "soul-ward", "--players", "me,me", "--seed", seed, keys="quit\n").stdout for seed in "778"
    )
    assert first == again != other


def test_moves_by_notation_and_in_every_language() -> None:
    for lang, commands in {"en": "moves board undo", "de": "züge brett zurück", "fr": "coups plateau annuler"}.items():
        moves, board, undo = commands.split()
        keys = f"?\n{moves}\n{board}\nice@T1\n{undo}\n{undo}\nquit\n"
        shown = run("play", "soul-ward", "--players", "me,me", "--seed", "1", "--lang", lang, keys=keys).stdout
        assert shown.count("> 1. ") == shown.count("\n36. ") == 1
        assert shown.count(WORDS.say(lang, "play.many", n=36, move="ice@T1")) > 1
        assert shown.count(WORDS.say(lang, "play.help", move="ice@T1")) == 1
        for told in ("back", "first", "bye"):
            assert WORDS.say(lang, f"play.{told}") in shown


def test_a_number_plays_the_move_so_numbered() -> None:
    asked = ("play", "soul-ward", "--players", "me,me", "--seed", "1", "--option", "quick=yes", "--lang", "de")
    shown = run(*asked, keys="moves\n3\nquit\n").stdout
    (third, *_) = re.findall(r"^3\. (.*) \(mark R1\)$", shown, re.MULTILINE)
    assert shown.split("> ")[2].startswith(f"Grün setzt {third}.")


def test_what_is_no_move_is_explained_and_asked_again() -> None:
    keys = "ice@T1\n99\nrubbish\nice@T1\nwhy not ice@T2\nwhy not fire@T2\nwhy not rubbish\nquit\n"
    shown = run("play", "soul-ward", "--players", "me,me", "--seed", "1", "--lang", "en", keys=keys).stdout
    assert "99 is not in the list" in shown
    assert "rubbish" in shown
    assert "(W-2)" in shown  # two of a kind next to each other
    assert "(W-1)" in shown  # the space is taken
    assert "That move is possible now." in shown


def test_people_at_one_keyboard_do_not_see_each_others_hands() -> None:
    shown = run("play", "tests.tiny", "--players", "me,me", "--seed", "3", "--lang", "en", keys="\n1\n\n1\n\nquit\n").stdout
    assert "Snow: take the keyboard" in shown
    before, _, after = shown.partition("Snow: take the keyboard")
    assert "draws a mitten" in before
    assert "Snow draws Fir" in after
    assert "Frost draws a mitten" in after
    assert "take the keyboard" not in run("play", "soul-ward", "--players", "me,me", keys="quit\n").stdout


# records


def test_a_typed_game_verifies_and_replays(file: Path) -> None:
    checked = answer("verify", file)
    assert checked["ok"] is True
    assert checked["chance"] == "committed"
    assert any("undo" in line for line in Record.load(file).lines)
    assert "All" in run("verify", file, "--lang", "en").stdout
    replayed = answer("replay", file)
    assert replayed["game"] == "soul_ward"
    assert len(replayed["moves"]) == checked["moves"]


def test_replay_steps_both_ways(file: Path) -> None:
    shown = run("replay", file, "--lang", "en", keys="\n\nb\n\nq\n").stdout
    assert [line.split(".")[0] for line in shown.splitlines() if line[:2] in ("1.", "2.")] == ["1", "2", "1", "2"]
    whole = run("replay", file, "--lang", "en", keys="\n" * 1000)
    assert whole.exit_code == 0
    assert "wins" in whole.stdout


def test_a_changed_record_fails_in_the_changed_line(file: Path, tmp_path: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    other = json.loads(lines[3])
    other["move"] = "storm"
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join([*lines[:3], json.dumps(other), *lines[4:]]), "utf-8")
    result = run("verify", forged)
    assert result.exit_code == 1
    assert "line 4" in result.stderr
    assert "Traceback" not in result.stderr
    told = run("verify", forged, "--json")
    assert told.exit_code == 1
    assert json.loads(told.stdout)["ok"] is False


# simulate

SUMS = [
    "moves",
    "decisions",
    "cpu_seconds",
    "moves_per_cpu_second",
    "win_share_by_seat",
    "mean_score_by_seat",
    "mean_decisions",
]


def test_simulate_answers_programs_with_the_promised_keys() -> None:
    told = answer("simulate", "soul-ward", "--games", "200", "--seats", "2", "--players", "random,random", "--seed", "4")
    assert list(told) == ["game", "seats", "games", *SUMS, "rules"]
    assert (told["game"], told["seats"], told["games"], told["rules"]) == ("soul_ward", 2, 200, 1)
    assert sum(told["win_share_by_seat"]) == pytest.approx(1)
    assert told["mean_decisions"] == pytest.approx(told["decisions"] / 200)
    assert told["moves"] > told["decisions"]


def test_the_same_seed_simulates_the_same_games_and_another_does_not() -> None:
    def facts(seed: str) -> list[object]:
        told = answer("simulate", "soul-ward", "--games", "100", "--players", "random,random", "--seed", seed)
        return [told[key] for key in ("moves", "win_share_by_seat", "mean_score_by_seat")]

    assert facts("4") == facts("4") != facts("5")


def test_simulated_records_verify(tmp_path: Path) -> None:
    assert run("simulate", "soul-ward", "--games", "3", "--seed", "9", "--records", tmp_path / "new").exit_code == 0
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == ["0.jsonl", "1.jsonl", "2.jsonl"]
    for file in files:
        assert answer("verify", file)["chance"] == "seed"


def test_a_designers_cards_and_options_are_played(tmp_path: Path) -> None:
    own = Path("src/frostfair/games/soul_ward/components.toml").read_text("utf-8").replace("start = 30", "start = 5")
    (tmp_path / "mine.toml").write_text(own, "utf-8")
    asked = ("simulate", "soul-ward", "--games", "100", "--seed", "2")
    plain, short, shorter = (
        answer(*asked),
        answer(*asked, "--kit", tmp_path / "mine.toml"),
        answer(*asked, "--option", "red-ward=1"),
    )
    assert short["mean_decisions"] < plain["mean_decisions"]
    assert shorter["win_share_by_seat"][0] > 0.9


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_simulate_tells_people(lang: str) -> None:
    shown = run("simulate", "soul-ward", "--games", "1000", "--lang", lang).stdout
    assert "1\u202f000" in shown
    assert WORDS.say(lang, "simulate.share") in shown
    decimals = [float(number.replace(",", ".")) for number in re.findall(r"│ +(\d+[.,]\d)\W?% │", shown)]
    assert len(decimals) == 2
    assert sum(decimals) == pytest.approx(100, abs=0.11)
    assert [line.split()[1:3] for line in shown.splitlines() if "random" in line] == [
        WORDS.say(lang, "simulate.seat", n=n).split() for n in (1, 2)
    ]
    facts = answer("simulate", "soul-ward", "--games", "1000")
    assert f"{facts['mean_decisions']:.1f}".replace(".", "." if lang == "en" else ",") in shown.splitlines()[-2]


# bad input


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("play checkers", 1, "soul_ward"),
        ("rules checkers", 1, "soul_ward"),
        ("simulate checkers", 1, "soul_ward"),
        ("play soul-ward --players me,me,me", 1, "2 seats"),
        ("play soul-ward --players me,deep-thought", 1, "greedy"),
        ("play soul-ward --option speed=9", 1, "quick"),
        ("play soul-ward --option green_ward=lots", 1, "0 to 99"),
        ("play soul-ward --option quick", 2, "NAME=VALUE"),
        ("play soul-ward --lang es", 2, "en, de, fr"),
        ("play soul-ward --lang english", 2, "en, de, fr"),
        ("simulate soul-ward --games 0", 2, "games"),
        ("simulate soul-ward --seats 3", 1, "2 seats"),
        ("simulate soul-ward --players random", 1, "2 seats"),
        ("simulate soul-ward --players random,deep-thought", 1, "greedy"),
        ("simulate soul-ward --kit no-such.toml", 2, "no-such.toml"),
        ("simulate soul-ward --kit pyproject.toml", 1, "pyproject.toml"),
        ("simulate soul-ward --games 1 --records README.md/games", 1, "README.md/games/0.jsonl: cannot be written"),
        ("verify no-such.jsonl", 2, "no-such.jsonl"),
        ("verify README.md", 1, "line 1"),
        ("replay src/frostfair/paint/fonts/fredoka-latin-600-normal.woff2", 1, "cannot be read"),
        ("serve --port 99999", 2, "port"),
        ("dance", 2, "dance"),
    ],
)
def test_bad_input_is_answered_in_a_sentence(arguments: str, code: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    result = run(*arguments.split())
    assert (result.exit_code, result.stdout) == (code, "")
    assert isinstance(result.exception, SystemExit)
    assert said in result.stderr


@pytest.mark.parametrize(("arguments", "code"), [("rules checkers", 1), ("verify README.md", 1), ("serve --port here", 2)])
def test_bad_input_gives_no_traceback(arguments: str, code: int) -> None:
    command = [sys.executable, "-m", "frostfair", *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True, input="", check=False)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr
    assert "Traceback" not in done.stderr
