"""The few errors of the project.  Each says what was wrong and what would be right."""

from __future__ import annotations


class FrostfairError(Exception):
    """Anything a user can put right.  `str()` is a sentence to show."""


class GameError(FrostfairError):
    """A folder or package that is no game: what its rules lack."""


class KitError(FrostfairError):
    """A card list or option that cannot be played: file, line and why."""


class IllegalMove(FrostfairError):
    """A move that the rules forbid now.  `ruling` is the rule's number, "" if it is just not this seat's turn."""

    def __init__(self, why: str, ruling: str = "") -> None:
        super().__init__(f"{why} ({ruling})" if ruling else why)
        self.why, self.ruling = why, ruling


class BadNotation(FrostfairError):
    """Text that is no move of this game."""


class RecordError(FrostfairError):
    """A record that is incomplete, contradicts itself or belongs to other rules: which line and why."""


class PlayerError(FrostfairError):
    """A player that does not exist, or that could not give a move."""
