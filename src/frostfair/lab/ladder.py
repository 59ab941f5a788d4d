"""How strong the levels are: each plays those next to it, in every seat, on the same deals.

Strengths are those of Bradley and Terry 1952, ties as half a win each, fitted by Hunter 2004's iteration, in Elo points above
the weakest; their standard errors come from the curvature of the likelihood.  Shares of the win have Wilson's interval
(1927).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, log10, sqrt

import numpy as np
import numpy.typing as npt

from frostfair.engine.game import Game
from frostfair.lab.arena import simulate
from frostfair.players.levels import LEVELS

Z = 1.96  # of a 95 % interval
ELO = 400 / log(10)


@dataclass(frozen=True)
class Pair:
    """What `upper` won against `lower` in so many games: its share, and the interval that holds the truth with 95 %."""

    upper: str
    lower: str
    games: int
    share: float

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.games)


@dataclass(frozen=True)
class Rung:
    """A level's strength in Elo points above the weakest, and half the width of its 95 % interval."""

    level: str
    strength: float
    margin: float


@dataclass(frozen=True)
class Ladder:
    game: str
    rules: int
    rungs: tuple[Rung, ...]
    pairs: tuple[Pair, ...]


def climb(
    game: Game, games: int, seed: int, *, levels: Sequence[str] = LEVELS, progress: Callable[[int, int], object] | None = None
) -> Ladder:
    """Every level against the one below and the one below that, `games` games a pair (an even number), at two seats.

    Half of the games are played with the seats changed, on the same deals.  `progress` is told games done and games in all.
    """
    kit, pairs = game.kit(2), []
    matches = [(upper, upper - gap) for gap in (1, 2) for upper in range(gap, len(levels))]
    for n, (upper, lower) in enumerate(matches):
        better, worse = levels[upper], levels[lower]
        there = simulate(game, kit, [better, worse], games // 2, seed).win_share_by_seat[0]
        back = simulate(game, kit, [worse, better], games // 2, seed).win_share_by_seat[1]
        pairs.append(Pair(better, worse, games // 2 * 2, (there + back) / 2))
        if progress is not None:
            progress((n + 1) * games, len(matches) * games)
    return Ladder(game.name, game.rules.RULES, rungs(pairs, levels), tuple(pairs))


def rungs(pairs: Sequence[Pair], levels: Sequence[str]) -> tuple[Rung, ...]:
    """The strengths that make these results likeliest.

    A pair in which one side won everything counts half a game for the other, without which its strength were infinite.
    """
    size, wins = len(levels), np.zeros((len(levels), len(levels)))
    for pair in pairs:
        upper, lower = levels.index(pair.upper), levels.index(pair.lower)
        won = min(max(pair.share * pair.games, 0.5), pair.games - 0.5)
        wins[upper, lower] += won
        wins[lower, upper] += pair.games - won
    games, skill = wins + wins.T, np.ones(size)
    for _ in range(10_000):
        skill = wins.sum(axis=1) / (games / (skill[:, None] + skill[None, :])).sum(axis=1)
        skill /= skill[0]
    errors = standard_errors(games, skill)
    return tuple(Rung(level, 400 * log10(skill[n]), Z * ELO * errors[n]) for n, level in enumerate(levels))


def standard_errors(games: npt.NDArray[np.float64], skill: npt.NDArray[np.float64]) -> list[float]:
    """Of log skill, the first level's being fixed: from the inverse of the observed information."""
    share = skill[:, None] / (skill[:, None] + skill[None, :])
    weight = games * share * (1 - share)
    information = np.diag(weight.sum(axis=1)) - weight
    return [0.0, *np.sqrt(np.diag(np.linalg.inv(information[1:, 1:]))).tolist()]


def wilson(share: float, games: int) -> tuple[float, float]:
    """Both ends of Wilson's 95 % interval of a share."""
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return middle - half, middle + half
