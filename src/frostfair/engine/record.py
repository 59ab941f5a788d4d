"""A game on file, readable for ever: JSON lines.  docs/records.md names every field.

First the header, then one line a move or undo, last the end with the key of chance.  Where chance came from a seeded
stream (simulations) the header's chance is {"seed": S, "game": G} and the end has no key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from frostfair.engine.chance import Draw, Keyed, below, interval, stream
from frostfair.engine.errors import FrostfairError, RecordError
from frostfair.engine.game import Game, Position, load
from frostfair.engine.kits import Components, Kit
from frostfair.engine.line import Line, Played

FORMAT = 1


def box_of(kit: Kit) -> dict[str, Any]:
    """A kit as JSON can hold it, for `kit_of`."""
    return {"seats": kit.seats, "components": kit.components, "options": dict(kit.options), "digest": kit.digest}


def kit_of(game: Game, box: Mapping[str, Any]) -> Kit:
    """The kit that `box_of` wrote down; RecordError if it is another than it claims."""
    kit = game.kit(box["seats"], box["options"], Components(box["components"], file="kit of the record"))
    if kit.digest != box["digest"]:
        raise RecordError("line 1: the kit's digest does not match its contents")
    return kit


def header(kit: Kit, rules: int, seats: Sequence[str], chance: Mapping[str, object]) -> dict[str, Any]:
    """The first line of a record.  `seats`: who sits where; `chance`: `Keyed.promise`, or a simulation's seed and game."""
    start = {"frostfair": FORMAT, "game": kit.game, "rules": rules, "seats": list(seats)}
    return start | {"kit": box_of(kit), "chance": dict(chance)}


def move_line(n: int, game: Game, kit: Kit, played: Played, at: float) -> dict[str, Any]:
    """A move as the n-th line; `at`: seconds since the start."""
    who = "nature" if played.who == game.rules.NATURE else played.who
    line: dict[str, Any] = {"n": n, "who": who, "move": game.words.write(kit, played.move), "at": round(at, 3)}
    if played.draw is not None:
        line |= {"low": played.draw.low, "high": played.draw.high, "of": played.draw.total}
    return line


def undo_line(n: int, seat: int, stay: int, at: float) -> dict[str, Any]:
    """Taking back as the n-th line: `stay` moves stay on the line of play."""
    return {"n": n, "who": seat, "undo": stay, "at": round(at, 3)}


def end_line(line: Line, key: bytes | None = None) -> dict[str, Any]:
    """The last line of a finished game."""
    places, scores = line.now.standing()
    return {"end": {"places": places, "scores": scores}} | ({"key": key.hex()} if key is not None else {})


def read_move(row: Mapping[str, Any], game: Game, kit: Kit) -> Played:
    """The move that `move_line` wrote."""
    move: int = game.words.read(kit, row["move"])
    if row["who"] == "nature":
        return Played(game.rules.NATURE, move, Draw(move, row["low"], row["high"], row["of"]))
    return Played(row["who"], move)


def json_line(row: Mapping[str, Any]) -> str:
    """A row as it is kept, on one line."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def simulated(game: Game, kit: Kit, seats: Sequence[str], seed: int, number: int, moves: Sequence[int]) -> Record:
    """The record of game `number` of a simulation's seed, from all its moves, nature's too."""
    record, line = Record(header(kit, game.rules.RULES, seats, {"seed": seed, "game": number})), Line(game, kit)
    for n, move in enumerate(moves, 1):
        who, legal, draw = line.now.waiting(), line.now.legal(), None
        if who == game.rules.NATURE:
            draw = interval(move, legal, line.now.weights(legal))
        line.play(Played(who, move, draw))
        record.lines.append(move_line(n, game, kit, line.moves[-1], 0.0))
    record.end = end_line(line)
    return record


@dataclass
class Record:
    """A whole file: `head`, `lines` (moves and undos), `end`.  Nothing is checked before `replay` or `verify`."""

    head: dict[str, Any]
    lines: list[dict[str, Any]] = field(default_factory=list)
    end: dict[str, Any] | None = None

    @staticmethod
    def load(path: Path) -> Record:
        try:
            return Record.parse(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"{path}: cannot be read ({error})") from None

    @staticmethod
    def parse(text: str) -> Record:
        rows = []
        for number, row in enumerate(text.removesuffix("\n").split("\n"), 1):
            try:
                rows.append(json.loads(row))
            except (ValueError, RecursionError):
                raise RecordError(f"line {number}: not JSON") from None
            if not isinstance(rows[-1], dict):
                raise RecordError(f"line {number}: not a JSON object")
        if not rows or rows[0].get("frostfair") != FORMAT:
            raise RecordError(f"line 1: not the header of a Frostfair record of format {FORMAT}")
        end = rows.pop() if len(rows) > 1 and "end" in rows[-1] else None
        return Record(rows[0], rows[1:], end)

    def dump(self) -> str:
        rows = [self.head, *self.lines, *([self.end] if self.end else [])]
        return "".join(json_line(row) + "\n" for row in rows)

    def save(self, path: Path) -> None:
        """Write the file, and the folder it is to lie in; RecordError where that cannot be done."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.dump(), encoding="utf-8")
        except OSError as error:
            raise RecordError(f"{path}: cannot be written ({error})") from None

    def replay(self) -> Line:
        """The game from its first move to its last (undone moves left out).

        RecordError names the line that is not a legal move, or says that the rules have changed since.
        """
        line = self._start()
        for number, row in enumerate(self.lines, 2):
            self._step(line, number, row)
        return line

    def verify(self) -> Line:
        """Replay, and check that the record is complete and that chance was what was promised before the first deal.

        RecordError says in which line and how it fails.
        """
        line, chance = self._start(), self._chance()
        for number, row in enumerate(self.lines, 2):
            before, drawn = line.now, line.drawn
            played = self._step(line, number, row)
            if played is not None and played.draw is not None:
                _check_draw(number, before, played.draw, chance, drawn)
        if not line.now.over:
            raise RecordError(f"line {self._last}: the game is not over")
        if self.end is None or self.end.get("end") != end_line(line)["end"]:
            raise RecordError(f"line {self._last}: the end is missing, or is not the one that the moves lead to")
        return line

    @property
    def _last(self) -> int:
        """The line on which the end should stand."""
        return len(self.lines) + 2

    def _start(self) -> Line:
        try:
            name = str(self.head["game"])
            if "." in name:  # a package: what is imported is not for a stranger's file to say
                raise RecordError(f"line 1: {name!r} is no game's name")
            game = load(name)
            if self.head["rules"] != game.rules.RULES:
                raise RecordError(
                    f"line 1: played by rules {self.head['rules']} of {game.name}; here are rules {game.rules.RULES}, "
                    "which could lead elsewhere"
                )
            line = Line(game, kit_of(game, self.head["kit"]))
            if len(self.head["seats"]) != line.kit.seats:
                raise RecordError(f"line 1: {len(self.head['seats'])} names for {line.kit.seats} seats")
            return line
        except RecordError:
            raise
        except FrostfairError as error:
            raise RecordError(f"line 1: {error}") from None
        except (KeyError, TypeError, AttributeError) as error:
            raise RecordError(f"line 1: the header is incomplete ({error!r})") from None

    def _step(self, line: Line, number: int, row: dict[str, Any]) -> Played | None:
        """Take in one line of the file: the move that it adds, or None where it takes back."""
        try:
            if row["n"] != number - 1:
                raise RecordError(f"n is {row['n']!r}, not {number - 1}")
            if row["who"] not in ("nature", *range(line.kit.seats)):
                raise RecordError(f"there is no seat {row['who']!r}")
            if not isinstance(row["at"], int | float):
                raise RecordError(f"at is {row['at']!r}, not seconds since the start")
            if "undo" not in row:
                played = read_move(row, line.game, line.kit)
                line.play(played)
                return played
            if row["undo"] not in range(len(line.moves)):
                raise RecordError(f"cannot go back to move {row['undo']!r}")
            line.back(row["undo"])
            return None
        except FrostfairError as error:
            raise RecordError(f"line {number}: {error}") from None
        except (KeyError, TypeError, AttributeError) as error:
            raise RecordError(f"line {number}: incomplete ({error!r})") from None

    def _chance(self) -> Callable[[int, int], int]:
        """The n-th number below a total, as this record's chance gave it."""
        try:
            chance = dict(self.head["chance"])
            if "commitment" not in chance:
                source = stream(chance["seed"], chance["game"], "nature")
                return lambda _, total: int(below(source, total))  # type: ignore[no-untyped-call]
            nonces = tuple(str(nonce) for nonce in chance["nonces"])
            if not "".join(nonces).isascii():
                raise RecordError("line 1: a nonce is not ASCII")
        except (KeyError, TypeError, ValueError):
            raise RecordError("line 1: the header does not say where chance came from") from None
        try:
            key = bytes.fromhex((self.end or {})["key"])
        except (KeyError, TypeError, ValueError):
            raise RecordError(f"line {self._last}: the key is missing") from None
        if hashlib.sha256(key).hexdigest() != chance["commitment"]:
            raise RecordError(f"line {self._last}: the key is not the one that was promised")
        return Keyed(key, nonces).number


def _check_draw(number: int, before: Position, draw: Draw, chance: Callable[[int, int], int], drawn: int) -> None:
    """Nature's interval is the one that the rules give, and the number that was drawn lies in it."""
    moves = before.legal()
    if draw != interval(draw.move, moves, before.weights(moves)):
        raise RecordError(f"line {number}: nature's interval does not fit the weights of the rules")
    if len(moves) > 1 and not draw.low <= chance(drawn, draw.total) < draw.high:
        raise RecordError(f"line {number}: chance gave another move of nature's than this")
