"""Many games on all cores, each from streams of its own: the same seed gives the same games, however many cores."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from frostfair.engine.chance import streams
from frostfair.engine.compiled import can_compile, specialise
from frostfair.engine.errors import GameError, PlayerError
from frostfair.engine.game import Array, Game
from frostfair.engine.kits import Kit
from frostfair.lab import match
from frostfair.players import random
from frostfair.players.desk import desk
from frostfair.players.player import player

Log = npt.NDArray[np.int16]

BATCH = 64  # games that a thread plays at a stretch
LONG, ENDLESS = 1 << 16, 1 << 22  # moves of a batch: for how many there is room at first, and how many cannot be
PARTS = ("first", "second", "third", "fourth")


@dataclass(frozen=True)
class Result:
    """What came of many games.  `cpu_seconds` is the time of play itself, without import and compilation.

    A win that k seats share counts 1 / k for each.  `logs`: the moves of each game, nature's too, where they were kept.
    """

    game: str
    rules: int
    seats: int
    games: int
    moves: int
    decisions: int
    cpu_seconds: float
    win_share_by_seat: tuple[float, ...]
    mean_score_by_seat: tuple[float, ...]
    logs: tuple[Log, ...] = field(default=(), repr=False)

    @property
    def mean_decisions(self) -> float:
        return self.decisions / self.games

    @property
    def moves_per_cpu_second(self) -> float:
        return self.moves / self.cpu_seconds


def simulate(
    game: Game,
    kit: Kit,
    players: Sequence[str],
    games: int,
    seed: int,
    *,
    jobs: int | None = None,
    records: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Play so many games (at least one), seat p by players[p].

    Game g draws nature's moves from stream(seed, g, "nature") and the choices of seat p from stream(seed, g, p), so that
    neither `jobs` (threads; default: one a core) nor machine code changes a game.  `records` keeps the moves; `progress`
    is told now and then how many games are done.  PlayerError where a player does not exist or a seat has none;
    GameError if a game does not end.
    """
    arena = _Arena(game, kit, players, seed, records)
    arena.play(range(0))  # compiles, or loads what was compiled
    starts, batches = range(0, games, BATCH), []
    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        try:
            for batch in pool.map(arena.play, [range(g, min(g + BATCH, games)) for g in starts]):
                batches.append(batch)
                if progress is not None:
                    progress(min(len(batches) * BATCH, games))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    first = np.concatenate([batch.places for batch in batches]) == 1
    scores = np.concatenate([batch.scores for batch in batches])
    return Result(
        game=game.name,
        rules=game.rules.RULES,
        seats=kit.seats,
        games=games,
        moves=sum(batch.moves for batch in batches),
        decisions=sum(batch.decisions for batch in batches),
        cpu_seconds=sum(batch.cpu_seconds for batch in batches),
        win_share_by_seat=tuple((first / first.sum(axis=1, keepdims=True)).mean(axis=0).tolist()),
        mean_score_by_seat=tuple(scores.mean(axis=0).tolist()),
        logs=tuple(log for batch in batches for log in batch.logs),
    )


@dataclass(frozen=True)
class _Batch:
    """Some games: places and scores by game and seat, and sums."""

    places: Array
    scores: Array
    moves: int
    decisions: int
    cpu_seconds: float
    logs: Sequence[Log]


class _Arena:
    """Who sits where.  `play` may run in many threads at once."""

    def __init__(self, game: Game, kit: Kit, players: Sequence[str], seed: int, records: bool) -> None:
        names = sorted(set(players))
        if len(players) != kit.seats:
            raise PlayerError(f"{game.name} for {kit.seats} seats needs {kit.seats} players, not {len(players)}")
        if len(names) > len(PARTS):
            raise PlayerError(f"{len(names)} different players are too many, there can be {len(PARTS)}: {', '.join(names)}")
        self.players = [player(name) for name in players]
        templates = list(dict.fromkeys(who.template for who in self.players))
        parts = dict(zip(PARTS, templates + [random] * (len(PARTS) - len(templates)), strict=True))
        self.code = specialise(match, game.rules, machine=True, **parts)
        self.game, self.kit, self.seed, self.records = game, kit, seed, records
        self.who = np.array([templates.index(who.template) for who in self.players])

    def play(self, numbers: range) -> _Batch:
        """These games, from the first move to the last."""
        began, n, rules = time.thread_time(), len(numbers), self.game.rules
        desks = desk(self.game, *(who.habits(self.game) for who in self.players))
        room: list[Array] = [self.kit.record, np.zeros(1, rules.STATE), np.zeros(1, rules.STATE), desks]
        if not can_compile():
            room = [array.view(np.recarray) for array in room]
        ends, decisions = np.zeros(n + 1, np.int64), np.zeros(n, np.int64)
        places, scores = np.zeros((n, rules.SEATS), np.int16), np.zeros((n, rules.SEATS), np.int32)
        length, done = LONG, -1
        while done < n:
            if length > ENDLESS:
                raise GameError(f"{self.game.name} does not end: {n} games took more than {ENDLESS} moves")
            log = np.empty(length, np.int16)
            done = self.code.games(*room, self.who, self._streams(numbers), log, ends[1:], decisions, places, scores)
            length *= 4
        seats, spent = self.kit.seats, time.thread_time() - began
        logs = [log[start:end].copy() for start, end in pairwise(ends)] if self.records else ()
        return _Batch(places[:, :seats], scores[:, :seats], int(ends[-1]), int(decisions.sum()), spent, logs)

    def _streams(self, numbers: range) -> Array:
        """By game: nature's stream, then each seat's."""
        sources = ("nature", *range(self.kit.seats))
        return streams((self.seed, g, source) for g in numbers for source in sources).reshape(-1, len(sources), 4)
