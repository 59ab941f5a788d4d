"""Sentences in the reader's language, from catalogues: `words.<lang>.toml`, one flat table of key = "sentence"."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

LANGUAGES = ("en", "de", "fr")


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one folder.  `say("de", "fire.hits", player="Rot", n=2)` fills {player} and {n}.

    A key with `.one` and `.other` forms is chosen by `n` (French: 0 and 1 are one).  A key that a language lacks is
    said in English; one that English lacks is an error of the programmer (KeyError).
    """

    folder: Path
    stem: str = "words"

    @cached_property
    def tables(self) -> dict[str, dict[str, str]]:
        return {lang: _flat(tomllib.loads((self.folder / f"{self.stem}.{lang}.toml").read_text("utf-8"))) for lang in LANGUAGES}

    def say(self, lang: str, key: str, /, **fields: object) -> str:
        english, table = self.tables["en"], self.tables.get(lang, self.tables["en"])
        if key not in english:
            n = fields.get("n")
            few = isinstance(n, int) and (n in (0, 1) if lang == "fr" else n == 1)
            key = f"{key}.{'one' if few and f'{key}.one' in english else 'other'}"
        return (table.get(key) or english[key]).format(**fields)


def _flat(table: dict[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        flat |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": str(value)}
    return flat


def best_language(wanted: Iterable[str], default: str = "en") -> str:
    """The first of the wanted languages (`de-AT`, `fr_FR.UTF-8`) that we speak, else the default."""
    for tag in wanted:
        language = re.split(r"[-_.]", tag.strip().lower())[0]
        if language in LANGUAGES:
            return language
    return default


@dataclass(frozen=True)
class Event:
    """What one seen move did, told to one reader.  `icon` is a symbol's id, `seat` who did it (None: nature)."""

    text: str
    icon: str
    seat: int | None = None
