"""What a game's `look` is given to draw: never more than one viewer may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from frostfair.engine.game import View


@dataclass(frozen=True)
class Person:
    """Who sits in a seat, as shown: the seat's name or animal, whether it is the reader's, whether a bot plays it.

    `level`: what a bot's strength is called, for where there is room.
    """

    name: str
    animal: str = "fox"
    you: bool = False
    bot: bool = False
    level: str = ""


@dataclass(frozen=True)
class Scene:
    """One frame for one reader.

    `view`: the table after the shown move.  `before`, `move`: the view before it and the move as seen (None at rest).
    `legal`: moves the reader may tap now.  `trial`: moves chosen but not yet posted, in order; `outcome`: the view
    that the trial would lead to.  `value`: what a button for one more move submits as `try`.
    """

    view: View
    people: tuple[Person, ...]
    lang: str = "en"
    before: View | None = None
    move: int | None = None
    legal: tuple[int, ...] = ()
    trial: tuple[int, ...] = ()
    outcome: View | None = None
    value: Callable[[int], str] = field(default=str)

    @property
    def seat(self) -> int:
        """The viewer: a seat, or -1 for a spectator."""
        return self.view.viewer
