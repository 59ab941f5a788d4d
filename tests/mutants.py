"""Other boxes of Mittens, and copies of tests/tiny with a text changed: some leak, some only look like one another."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from frostfair.engine.game import Game
from frostfair.engine.kits import Components, Kit

Change = tuple[str, str]  # old text, which must occur once, and new

TINY = Path(__file__).parent / "tiny"


def variant(folder: Path, name: str, *changes: Change, file: str = "rules.py") -> Path:
    """The package `name` in `folder`: Mittens with changes to one file.  Put `folder` on sys.path to import it."""
    home = folder / name
    shutil.copytree(TINY, home, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    text = (TINY / file).read_text(encoding="utf-8")
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} occurs {text.count(old)} times in {file}, not once")
        text = text.replace(old, new)
    (home / file).write_text(text, encoding="utf-8")
    return home


def box(game: Game, seats: int, copies: Sequence[int], hand: int = 2) -> Kit:
    """A box with so many mittens of each kind, worth 1, 2, ... points."""
    kinds = ("fir", "star", "moon", "bell")
    rows = [f'[[mitten]]\nkind = "{kinds[n]}"\nnumber = {n + 1}\ncopies = {many}' for n, many in enumerate(copies)]
    return game.kit(seats, {"hand": hand}, Components.parse("\n".join(rows), "another box"))


HIDE = "if place == DECK or place % SEATS != seat:"
SEEN = "if (s.phase == DRAW and seat != drawer(kit, s)) or (s.phase == ANSWER and seat != waiting(kit, s)):"
OWES = "if s.phase == ANSWER and p != s.turn and total(s, ANSWERS + p) == 0:"

LEAKS: dict[str, Sequence[Change]] = {
    "hide forgets a hand": [(HIDE, "if place != HANDS and (place == DECK or place % SEATS != seat):")],
    "hide forgets the deck": [(HIDE, "if place < DECK and place % SEATS != seat:")],
    "hide forgets the answers": [(HIDE, "if place == DECK or (place < ANSWERS and place % SEATS != seat):")],
    "seen tells what was drawn": [(SEEN, "if s.phase == ANSWER and seat != waiting(kit, s):")],
    "seen tells the answers": [(SEEN, "if s.phase == DRAW and seat != drawer(kit, s):")],
    "waiting asks in an order that depends on a hand": [
        (
            "        if owing >> p & 1:\n",
            "        p = kit.seats - 1 - p if s.mittens[HANDS, 1] > 0 else p\n        if owing >> p & 1:\n",
        )
    ],
    "only those who hold the named kind are asked": [
        (OWES, f"{OWES[:-1]} and s.mittens[HANDS + p, s.named] > 0:"),
        (
            "s.named, s.phase = k, ANSWER\n",
            "s.named, s.phase = k, ANSWER\n        if together(kit, s) == 0:\n            s.phase = OPEN\n",
        ),
    ],
    "only kinds in somebody's hand can be named": [
        (
            "(kit.copies[k] if s.phase == NAME else",
            "(s.mittens[0, k] + s.mittens[1, k] + s.mittens[2, k] if s.phase == NAME else",
        )
    ],
    "an answer scores before all are in": [
        (
            "        put(s, HANDS + p, ANSWERS + p, k)\n",
            "        put(s, HANDS + p, ANSWERS + p, k)\n        s.score[p] += k == s.named\n",
        )
    ],
    "a draw leaves a trace in a field that hide does not know": [
        ("put(s, DECK, HANDS + drawer(kit, s), k)\n", "put(s, DECK, HANDS + drawer(kit, s), k)\n            s.named = k\n")
    ],
    "who draws next depends on the deck": [
        ("p = (s.turn + i) % kit.seats\n", "p = (s.turn + i) % kit.seats if s.mittens[DECK, 1] % 2 else kit.seats - 1 - i\n")
    ],
}
