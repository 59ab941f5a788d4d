"""A table of Soul Ward laid out for a test: cards by legal moves from the start, then ice and wards as wished.

Spaces and cards are told as the rule book tells them: "T1" to "L3"; "I F L + *" for Ice, Fire, Lightning, Light and
Shadow; "1" to "9" for Strikes and "F" for Frozen Ground; middle spaces "11" to "33" by row and column.
"""

from __future__ import annotations

from typing import Any

from frostfair.engine.game import Game, Position
from frostfair.engine.kits import Components, Kit
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES

GREEN, RED, NATURE = 0, 1, 2
EDGE = {"I": "Ice", "F": "Fire", "L": "Lightning", "+": "Light", "*": "Shadow"}
NUMBER = {"F": 2, "L": 1, "+": 1}
LAYOUT = "IFL FIL IFL LIF"  # T1 T2 T3, R1 R2 R3, B1 B2 B3, L1 L2 L3


def components(edge: str, middle: str, ward: int = 30, storm: str = "B3", last: int = 32) -> dict[str, Any]:
    """A box that holds exactly these cards, as components.toml would be read."""
    return {
        "wards": {"start": ward, "storm": storm},
        "edge": [
            {"kind": kind, "copies": edge.count(c)} | ({"number": NUMBER[c]} if c in NUMBER else {})
            for c, kind in EDGE.items()
            if c in edge
        ],
        "middle": [
            {"kind": "Frozen Ground", "copies": middle.count(c)}
            if c == "F"
            else {"kind": "Strike", "number": int(c), "copies": middle.count(c)}
            for c in sorted(set(middle))
        ],
        "light_and_shadow": {"last": last},
    }


def lay(space: str, card: str) -> int:
    return 5 * SPACES.index(space) + list(EDGE).index(card)


def mark(space: str) -> int:
    return rules.MARKS + SPACES.index(space)


def take(space: str) -> int:
    return rules.TAKES + 3 * int(space[0]) + int(space[1]) - 4


class Table:
    """`square` and `edge` (T1 to L3) are laid by legal moves; `pile` follows.  Then round 1 begins, Green first."""

    def __init__(self, game: Game, edge: str = LAYOUT, square: str = "111 111 111", pile: str = "", **box: Any) -> None:
        edge, middle = edge.replace(" ", ""), square.replace(" ", "") + pile
        data = components(edge, middle, **box)
        self.kit: Kit = game.kit(components=Components(data))
        self.position: Position = game.start(self.kit)
        for card in middle:
            self.position.play(rules.DEALS + sorted(set(middle)).index(card))
        for space, card in zip(SPACES, edge, strict=True):
            self.position.play(lay(space, card))

    @property
    def s(self) -> Any:
        return self.position.record

    @property
    def wards(self) -> tuple[int, int]:
        return int(self.s.ward[0]), int(self.s.ward[1])

    @wards.setter
    def wards(self, wards: tuple[int, int]) -> None:
        self.s.ward[:] = wards

    @property
    def ice(self) -> str:
        """Row by row: G, R or . for each space."""
        letters = ["GR."[0 if self.s.ice[0] >> m & 1 else 1 if self.s.ice[1] >> m & 1 else 2] for m in range(9)]
        return " ".join("".join(letters[row : row + 3]) for row in (0, 3, 6))

    @ice.setter
    def ice(self, picture: str) -> None:
        letters = picture.replace(" ", "")
        self.s.ice[:] = [sum(1 << m for m, letter in enumerate(letters) if letter == owner) for owner in "GR"]

    @property
    def square(self) -> str:
        """The face-up cards row by row, . where none is left."""
        cards = ["." if k == 0 else self._letter(int(k)) for k in self.s.middle]
        return " ".join("".join(cards[row : row + 3]) for row in (0, 3, 6))

    @property
    def pile(self) -> str:
        return "".join(self._letter(int(k)) for k in self.s.pile if k)

    def _letter(self, kind: int) -> str:
        return (
            "F" if self.kit.record["middle_what"][0, kind] == rules.FROZEN else str(self.kit.record["middle_number"][0, kind])
        )

    @property
    def storm(self) -> str:
        """The space under the Storm, "corner" or "" before the first round."""
        place = self.s.storm
        return "" if place < 0 else "corner" if rules.LOOP[place] < 0 else SPACES[rules.LOOP[place]]

    @property
    def places(self) -> set[str]:
        """Where the waiting player may put a marker."""
        return {SPACES[move - rules.MARKS] for move in self.position.legal()}

    def mark(self, spaces: str, *, fill: bool = False) -> Table:
        """Markers in turns on these spaces; with `fill` the rest of the six where they may be first."""
        for space in spaces.split():
            self.position.play(mark(space))
        while fill and self.s.phase == rules.MARK:
            self.position.play(self.position.legal()[0])
        return self

    def nature(self, moves: int = 1) -> Table:
        """So many of nature's moves, each the only one there is."""
        for _ in range(moves):
            assert self.position.waiting() == NATURE
            (move,) = self.position.legal()
            self.position.play(move)
        return self

    def run(self, phase: int = rules.MARK) -> Table:
        """Nature's moves up to a question, the end, or this phase (default: the next round)."""
        while self.position.waiting() == NATURE and self.s.phase != phase:
            self.nature()
        return self
