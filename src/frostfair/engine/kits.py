"""What lies in the box: card lists and options as data, checked, with the line of every fault."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frostfair.engine.errors import KitError

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """A switch of the table.  A flag (default False or True), a number from `least` to `most`, or one of `choices`.

    Its label and help for people are in the game's words: `option.NAME` and `option.NAME.help`.
    """

    name: str
    default: Value
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    def read(self, value: object) -> Value:
        """The value as this option's type, from a form, a command line or JSON; KitError says what would be right."""
        text = str(value).strip().lower()
        if isinstance(self.default, bool):
            if text in ("true", "yes", "on", "1"):
                return True
            if text in ("false", "no", "off", "0", ""):
                return False
            raise KitError(f"option {self.name}: {value!r} is neither yes nor no")
        if isinstance(self.default, int):
            if re.fullmatch(r"\d{1,6}", text) and self.least <= int(text) <= self.most:
                return int(text)
            raise KitError(f"option {self.name}: {value!r} is not a whole number from {self.least} to {self.most}")
        for choice in self.choices:
            if text == choice.lower():
                return choice
        raise KitError(f"option {self.name}: {value!r} is not one of {', '.join(self.choices)}")


def read_options(known: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """All options with their values; KitError for a name that is not known."""
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            raise KitError(f"option {name!r} is not known; there are: {', '.join(names) or 'none'}")
    return {option.name: option.read(given.get(option.name, option.default)) for option in known}


@dataclass(frozen=True)
class Components:
    """A game's components.toml, or a designer's version of it: `data` as read, `text` for the lines of faults."""

    data: Mapping[str, Any]
    text: str = ""
    file: str = "components"

    @staticmethod
    def load(path: Path) -> Components:
        try:
            return Components.parse(path.read_text(encoding="utf-8"), path.name)
        except (OSError, UnicodeDecodeError) as error:
            raise KitError(f"{path}: cannot be read ({error})") from None

    @staticmethod
    def parse(text: str, file: str) -> Components:
        try:
            return Components(tomllib.loads(text), text, file)
        except tomllib.TOMLDecodeError as error:
            raise KitError(f"{file}: not TOML: {error}") from None

    def line(self, table: str, nth: int = 0) -> int:
        """The line of the nth [[table]] or [table], from 1; 0 if it cannot be told."""
        rows = [n for n, row in enumerate(self.text.splitlines(), 1) if re.match(rf"\s*\[\[?\s*{re.escape(table)}\s*\]", row)]
        return rows[nth] if nth < len(rows) else 0

    def fault(self, why: str, table: str = "", nth: int = 0) -> KitError:
        """The error to raise: file, line of the table it is about, and why."""
        line = self.line(table, nth) if table else 0
        return KitError(f"{self.file}{f', line {line}' if line else ''}: {why}")

    def table(self, table: str) -> Mapping[str, Any]:
        """The entries of [table], none if it is not there; KitError if it is something else."""
        entries = self.data.get(table, {})
        if not isinstance(entries, dict):
            raise self.fault(f"{table} is not a table [{table}]", table)
        return entries

    def rows(self, table: str) -> list[Mapping[str, Any]]:
        """All [[table]] entries (or [[within.table]]); KitError if there is none or it is something else."""
        *within, name = table.split(".")
        rows = (self.table(within[0]) if within else self.data).get(name)
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            raise self.fault(f"there is no list [[{table}]]", table)
        return rows

    def count(
        self, row: Mapping[str, Any], key: str, table: str, nth: int, least: int, most: int, default: int | None = None
    ) -> int:
        """A whole number of one entry, from least to most."""
        value = row.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fault(f"{key} = {value!r} is not a whole number from {least} to {most}", table, nth)
        return value


@dataclass(frozen=True, eq=False)
class Kit:
    """One box, ready to play: the compiled rules get `record` (one element of KIT), people and files the rest.

    `cards` names the kinds: {"edge": {1: "ice", ...}, ...}; kind 0 is always the back of a card or nothing.
    """

    game: str
    seats: int
    components: Mapping[str, Any]
    options: Mapping[str, Value]
    record: npt.NDArray[np.void] = field(repr=False)
    cards: Mapping[str, Mapping[int, str]] = field(repr=False)

    @property
    def digest(self) -> str:
        """SHA-256 over everything that can change play."""
        facts = {"game": self.game, "seats": self.seats, "components": self.components, "options": dict(self.options)}
        return hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
