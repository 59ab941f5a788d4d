"""Records: what they hold, what is refused, and that a game replays byte for byte in another process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from frostfair.engine import record
from frostfair.engine.chance import Keyed, below, pick, stream
from frostfair.engine.errors import RecordError
from frostfair.engine.game import load
from frostfair.engine.line import Line, Played
from frostfair.engine.record import Record


def finished(seed: int, name: str = "soul_ward", **options: object) -> tuple[Line, Record]:
    """A whole random game with the record a table would write, one move taken back on the way."""
    game = load(name)
    kit = game.kit(options=options)
    chance, line, choice = Keyed(bytes([seed]) * 32, ("aa", "")), Line(game, kit), stream("choice", seed)
    file = Record(record.header(kit, game.rules.RULES, ["Zoë", "random"], chance.promise))
    undone = False
    while not line.now.over:
        if line.now.waiting() == game.rules.NATURE:
            line.deal(chance)
        else:
            moves = line.now.legal()
            line.play(Played(line.now.waiting(), moves[below(choice, len(moves))]))
        file.lines.append(record.move_line(len(file.lines) + 1, game, kit, line.moves[-1], len(file.lines) / 7))
        if len(line.moves) == 30 and not undone:
            undone = True
            stay = max(i for i, played in enumerate(line.moves) if played.who != game.rules.NATURE)
            line.back(stay)
            file.lines.append(record.undo_line(len(file.lines) + 1, 0, stay, 9.0))
    file.end = record.end_line(line, chance.key)
    return line, file


@pytest.mark.parametrize("options", [{}, {"quick": True}, {"light_and_shadow": True}])
def test_a_record_is_read_back_verified_and_replays_to_the_same_positions(options: dict[str, object], tmp_path: Path) -> None:
    line, file = finished(3, **options)
    path = tmp_path / "game.jsonl"
    file.save(path)
    again = Record.load(path)
    assert again.dump() == file.dump()
    assert "Zoë" in again.dump()
    assert [p.bytes() for p in again.verify().positions] == [p.bytes() for p in line.positions]


def test_the_page_on_records_names_every_field() -> None:
    page = (Path(__file__).parent.parent / "docs" / "records.md").read_text("utf-8")
    rows = [row.split("|") for row in page.splitlines() if row.startswith("|")][2:]
    named = {name for row in rows for name in re.findall("`([a-z]+)`", row[2])}
    _, file = finished(3)
    kept = {key for row in [file.head, *file.lines, {**file.end, **file.end["end"]}] for key in row}
    assert kept - {"end"} == named


def test_a_simulation_s_record_verifies_by_its_seed_alone() -> None:
    game = load("soul_ward")
    line, _ = finished(6, quick=True)
    kit, chance, moves = line.kit, stream(8, 3, "nature"), []
    position = game.start(kit)
    while not position.over:
        legal = position.legal()
        nature = position.waiting() == game.rules.NATURE and len(legal) > 1
        weights = position.weights(legal) if nature else [1, *[0] * (len(legal) - 1)]
        moves.append(pick(below(chance, sum(weights)) if nature else 0, legal, weights).move)
        position.play(moves[-1])
    file = record.simulated(game, kit, ["a", "b"], 8, 3, moves)
    assert file.verify().now.bytes() == position.bytes()
    for other in ({"seed": 9, "game": 3}, {"seed": 8, "game": 2}):
        with pytest.raises(RecordError, match="chance gave another move"):
            Record(file.head | {"chance": other}, file.lines, file.end).verify()


def test_a_record_without_its_end_replays_to_its_last_move() -> None:
    line, file = finished(4)
    for stay in (0, 1, len(file.lines)):
        cut = Record.parse("".join(file.dump().splitlines(keepends=True)[: 1 + stay]))
        assert (len(cut.lines), cut.end) == (stay, None)
        assert cut.dump() == "".join(file.dump().splitlines(keepends=True)[: 1 + stay])
    assert cut.replay().now.bytes() == line.now.bytes()


def test_a_record_replays_to_byte_equal_states_in_another_process(tmp_path: Path) -> None:
    line, file = finished(5)
    path = tmp_path / "game.jsonl"
    file.save(path)
    code = (
        "import sys, pathlib, hashlib\nfrom frostfair.engine.record import Record\n"
        "line = Record.load(pathlib.Path(sys.argv[1])).replay()\n"
        "print(hashlib.sha256(b''.join(p.bytes() for p in line.positions)).hexdigest())"
    )
    import hashlib

    printed = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == hashlib.sha256(b"".join(p.bytes() for p in line.positions)).hexdigest()


def broken(change: object, seed: int = 4) -> str:
    _, file = finished(seed)
    rows = [json.loads(row) for row in file.dump().splitlines()]
    change(rows)  # type: ignore[operator]
    with pytest.raises(RecordError) as caught:
        Record.parse("".join(json.dumps(row) + "\n" for row in rows)).verify()
    return str(caught.value).replace(f"line {len(file.lines) + 2}:", "last line:")


def first(rows: list[dict[str, object]], who: object) -> int:
    return next(i for i, row in enumerate(rows) if row.get("who") == who)


CHANGES = {
    "a move nobody could make": (lambda r: r[first(r, 1)].update(move="take 1"), "“take 1” is no move"),
    "another move of nature's": (lambda r: r[1].update(move="deal frozen"), "line 2"),
    "another move in its interval": (
        lambda r: r[1].update(move=next(q["move"] for q in r[2:] if q["move"] != r[1]["move"])),
        "line 2",
    ),
    "another interval": (lambda r: r[1].update(low=0, high=14), "line 2"),
    "an interval in words": (lambda r: r[1].update(low="0"), "line 2: nature's interval"),
    "an interval beyond the total": (lambda r: r[1].update(low=14, high=15), "line 2: nature's interval"),
    "an impossible total": (lambda r: r[1].update(of=15), "line 2"),
    "a missing line": (lambda r: r.pop(6), "line 7"),
    "a line cut off at the end": (lambda r: r.pop(), "last line: the key is missing"),
    "an end without a key": (lambda r: r[-1].pop("key"), "last line: the key is missing"),
    "a key that is none": (lambda r: r[-1].update(key="secret"), "key is missing"),
    "no word of chance": (lambda r: r[0].pop("chance"), "line 1: the header does not say where chance came from"),
    "half a seed": (lambda r: r[0].update(chance={"seed": 4}), "line 1: the header does not say where chance came from"),
    "a move without a time": (lambda r: r[1].pop("at"), "line 2: incomplete"),
    "a time in words": (lambda r: r[1].update(at="noon"), "line 2: at is 'noon'"),
    "a name too many": (lambda r: r[0]["seats"].append("Bo"), "line 1: 3 names for 2 seats"),
    "the last move cut out": (lambda r: r.pop(-2), "not over"),
    "another winner": (lambda r: r[-1]["end"].update(places=[1, 1]), "last line: the end is missing, or is not the one"),
    "another key": (lambda r: r[-1].update(key="00" * 32), "last line: the key is not the one that was promised"),
    "another promise": (lambda r: r[0]["chance"].update(commitment="ab" * 32), "promised"),
    "other nonces": (lambda r: r[0]["chance"].update(nonces=["ab", ""]), "chance gave another"),
    "a nonce in other letters": (lambda r: r[0]["chance"].update(nonces=["ä", ""]), "line 1: a nonce is not ASCII"),
    "a package for a game": (lambda r: r[0].update(game="tests.tiny"), "line 1: 'tests.tiny' is no game's name"),
    "other rules": (lambda r: r[0].update(rules=99), "rules 99"),
    "no such game": (lambda r: r[0].update(game="chess"), "chess"),
    "another box": (lambda r: r[0]["kit"]["options"].update(quick=True), "digest"),
    "a box that cannot be": (lambda r: r[0]["kit"]["components"].update(edge=[]), "there is no list [[edge]]"),
    "no box": (lambda r: r[0].pop("kit"), "incomplete"),
    "a seat too many": (lambda r: r[first(r, 1)].update(who=7), "no seat"),
    "an undo by nobody": (lambda r: next(row for row in r if "undo" in row).update(who=7), "no seat"),
    "an undo of nature's, to nothing": (
        lambda r: r.insert(1, {"n": 1, "who": "nature", "undo": 0, "at": 0}),
        "line 2: cannot go back",
    ),
    "an undo of nature's": (lambda r: r.insert(2, {"n": 2, "who": "nature", "undo": 0, "at": 0}), "line 4: n is 2"),
    "an undo into the future": (lambda r: next(row for row in r if "undo" in row).update(undo=400), "back to move 400"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_verify_refuses(name: str) -> None:
    change, says = CHANGES[name]
    assert says in broken(change)


def test_a_record_is_saved_where_it_is_wanted_or_says_why_not(tmp_path: Path) -> None:
    _, file = finished(4)
    file.save(tmp_path / "new" / "folder" / "game.jsonl")
    assert Record.load(tmp_path / "new" / "folder" / "game.jsonl").dump() == file.dump()
    with pytest.raises(RecordError, match="cannot be written"):
        file.save(tmp_path)


def test_text_that_is_no_record_is_refused() -> None:
    for text in ("", "hello", "[1]\n", '{"frostfair": 2}\n', '{"a": 1}\n'):
        with pytest.raises(RecordError):
            Record.parse(text)
