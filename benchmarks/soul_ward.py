"""Random play of Soul Ward: the rules as machine code against C written by hand, the same games to the last move.

python -m benchmarks.soul_ward [GAMES] [RUNS]   (from the repository; needs gcc or another C compiler named by CC)

Both sides are run in turns in one process, medians of CPU time are compared, and benchmarks/soul_ward.json is written.
Fails if the digests differ or a target is missed.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from benchmarks import playouts
from frostfair.engine.chance import stream
from frostfair.engine.compiled import specialise
from frostfair.engine.game import Game, load
from frostfair.engine.kits import Kit
from tools.note import note

FLAGS = ["-std=c99", "-O3", "-march=native", "-shared", "-fPIC"]
KITS = {
    "the box": {},
    "quick start": {"quick": True},
    "light and shadow, quick start": {"light_and_shadow": True, "quick": True},
}
FAST, RATIO = 3e6, 0.7  # targets, for the box: moves a CPU second, and as a share of C's
FNV = np.array(14695981039346656037, np.uint64).astype(np.int64)  # the digest of nothing

Tally = npt.NDArray[np.int64]  # moves, decisions, digest
Play = Callable[[Kit, int], Tally]


@dataclass(frozen=True)
class Figures:
    """Medians over the runs, in moves a CPU second."""

    kit: str
    games: int
    moves: int
    digest: str
    c_digest: str
    numba: int
    c: int
    ratio: float


def by_numba(game: Game) -> Play:
    many = specialise(playouts, game.rules, machine=True).many
    state, moves = np.zeros(1, game.rules.STATE), np.empty(game.rules.MOST, np.int16)

    def play(kit: Kit, games: int) -> Tally:
        tally = np.array([0, 0, FNV])
        many(kit.record, state, moves, games, stream("benchmark"), tally)
        return tally

    return play


def by_c(game: Game, folder: Path) -> Play:
    """Compile soul_ward.c; its Kit is the record of the rules, field by field."""
    source, library = Path(__file__).with_suffix(".c"), folder / "soul_ward.so"
    subprocess.run([os.environ.get("CC", "gcc"), *FLAGS, str(source), "-o", str(library)], check=True)
    c = ctypes.CDLL(str(library))
    c.many.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
    if c.prepare() != game.rules.KIT.itemsize:
        raise SystemExit("soul_ward.c describes another kit than rules.py")

    def play(kit: Kit, games: int) -> Tally:
        tally, words = np.array([0, 0, FNV]), stream("benchmark").astype(np.uint32)
        c.many(kit.record.ctypes.data, games, words.ctypes.data, tally.ctypes.data)
        return tally

    return play


def timed(play: Play, kit: Kit, games: int) -> tuple[float, Tally]:
    began = time.process_time()
    tally = play(kit, games)
    return time.process_time() - began, tally


def compare(game: Game, name: str, sides: tuple[Play, Play], games: int, runs: int) -> Figures:
    """Both sides in turns, after a short game each that compiles what must be."""
    kit = game.kit(options=KITS[name])
    for play in sides:
        play(kit, 1)
    numba, c = zip(*[[timed(play, kit, games) for play in sides] for _ in range(runs)], strict=True)
    seconds, c_seconds = (median(spent for spent, _ in side) for side in (numba, c))
    tally, c_tally = numba[0][1], c[0][1]
    return Figures(
        kit=name,
        games=games,
        moves=int(tally[0]),
        digest=hexadecimal(tally[2]),
        c_digest=hexadecimal(c_tally[2]),
        numba=round(int(tally[0]) / seconds),
        c=round(int(c_tally[0]) / c_seconds),
        ratio=round(c_seconds / seconds, 3),
    )


def hexadecimal(digest: np.int64) -> str:
    return f"{int(digest) & (1 << 64) - 1:016x}"


def measure(games: int, runs: int) -> list[Figures]:
    """All kits."""
    game = load("soul_ward")
    with tempfile.TemporaryDirectory() as folder:
        sides = by_numba(game), by_c(game, Path(folder))
        return [compare(game, name, sides, games, runs) for name in KITS]


def main(games: int = 100_000, runs: int = 7) -> None:
    """Measure, print, write down."""
    found = measure(games, runs)
    table = Table(title=f"Random play of Soul Ward, {games:,} games, medians of {runs} runs, one core")
    for head in ("kit", "moves a second", "in C", "of C", "digest"):
        table.add_column(head, justify="left" if head in ("kit", "digest") else "right")
    for row in found:
        same = row.digest if row.digest == row.c_digest else f"{row.digest} but in C {row.c_digest}"
        table.add_row(row.kit, f"{row.numba / 1e6:.1f} M", f"{row.c / 1e6:.1f} M", f"{row.ratio:.2f}", same)
    Console().print(table)
    compiler = subprocess.run([os.environ.get("CC", "gcc"), "--version"], capture_output=True, text=True, check=True)
    note(
        __file__,
        {"compiler": compiler.stdout.partition("\n")[0], "flags": FLAGS, "runs": runs, "kits": [asdict(row) for row in found]},
    )
    if any(row.digest != row.c_digest for row in found):
        raise SystemExit("the two sides played different games")
    if found[0].numba < FAST or found[0].ratio < RATIO:
        raise SystemExit(f"slower than {FAST / 1e6:.0f} million moves a second or {RATIO} of C")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
