"""A line of play: every position from the empty table to now, and the moves between them."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field

from frostfair.engine.chance import Draw, Keyed
from frostfair.engine.game import Game, Position
from frostfair.engine.kits import Kit


@dataclass(frozen=True)
class Played:
    """One move on the line: who made it (a seat or NATURE), and for nature's how it was drawn."""

    who: int
    move: int
    draw: Draw | None = None


@dataclass
class Line:
    """`positions[i]` is the table after i moves; `moves[i]` led from positions[i] to positions[i + 1]."""

    game: Game
    kit: Kit
    moves: list[Played] = field(init=False, default_factory=list)
    positions: list[Position] = field(init=False)

    def __post_init__(self) -> None:
        self.positions = [self.game.start(self.kit)]

    @property
    def now(self) -> Position:
        return self.positions[-1]

    @property
    def drawn(self) -> int:
        """How many moves nature has made on this line: the n of its next draw."""
        return sum(played.who == self.game.rules.NATURE for played in self.moves)

    def play(self, played: Played) -> None:
        """Add a move; IllegalMove leaves the line as it was."""
        after = self.now.copy()
        after.play(played.move, played.who)
        self.moves.append(played)
        self.positions.append(after)

    def deal(self, chance: Keyed) -> None:
        """Let nature make its next move, drawn from the table's chance."""
        moves = self.now.legal()
        draw = chance.draw(self.drawn, moves, self.now.weights(moves))
        self.play(Played(self.game.rules.NATURE, draw.move, draw))

    def back(self, to: int) -> None:
        """Take back all moves after the first `to`."""
        del self.moves[to:], self.positions[to + 1 :]

    def copy(self) -> Line:
        """The same line, to be tried on; positions are shared, since nothing changes them."""
        twin = copy(self)
        twin.moves, twin.positions = self.moves[:], self.positions[:]
        return twin

    def seen(self, seat: int) -> Sequence[int]:
        """The history as a seat saw it."""
        return [before.seen(played.move, seat) for before, played in zip(self.positions[:-1], self.moves, strict=True)]
