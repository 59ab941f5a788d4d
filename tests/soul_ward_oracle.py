"""Soul Ward told once more, slowly, just as its rule book reads: a story that stops at every question.

It knows neither the rules' record nor their masks, phases and move numbers.  The table is a square of 5 x 5 spaces
(row, column): the middle is rows and columns 1 to 3, edge cards lie around it, the corners are the Storm's alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from functools import cache
from typing import Any, NamedTuple

Space = tuple[int, int]
Move = tuple[Any, ...]
Moves = dict[Move, int]  # each move that may be made, with its weight

GREEN, RED, NATURE = "Green", "Red", "nature"
RIVAL = {GREEN: RED, RED: GREEN}
EDGE: dict[str, Space] = {
    **{f"T{i}": (0, i) for i in (1, 2, 3)},
    **{f"R{i}": (i, 4) for i in (1, 2, 3)},
    **{f"B{i}": (4, i) for i in (1, 2, 3)},
    **{f"L{i}": (i, 0) for i in (1, 2, 3)},
}
SIDES = [[EDGE[f"{side}{i}"] for i in (1, 2, 3)] for side in "TRBL"]
MIDDLE: list[Space] = [(row, column) for row in (1, 2, 3) for column in (1, 2, 3)]
CORNERS = {(0, 4), (4, 4), (4, 0), (0, 0)}
LOOP: list[Space] = [
    *[(0, 1), (0, 2), (0, 3), (0, 4)],
    *[(1, 4), (2, 4), (3, 4), (4, 4)],
    *[(4, 3), (4, 2), (4, 1), (4, 0)],
    *[(3, 0), (2, 0), (1, 0), (0, 0)],
]
PLACERS = [RED, GREEN, GREEN, RED, RED, GREEN, GREEN, RED, RED, GREEN, GREEN, RED]


def across(space: Space) -> Space:
    row, column = space
    return (4 - row, column) if row in (0, 4) else (row, 4 - column)


def faced(space: Space) -> list[Space]:
    """The three middle spaces of an edge card's row or column."""
    row, column = space
    return [(r, column) for r in (1, 2, 3)] if row in (0, 4) else [(row, c) for c in (1, 2, 3)]


def linked(a: Space, b: Space) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


class Card(NamedTuple):
    """A middle card: `kind` is its place in the list of the box."""

    kind: int
    what: str
    number: int


class Over(Exception):
    """A ward is at 0, or the last round is played."""


@cache
def fillings(side: tuple[str, ...], kinds: tuple[str, ...]) -> Counter[tuple[int, ...]]:
    """What a side ("" is an empty space) can still take, as cards of each kind, and in how many ways."""
    if "" not in side:
        return Counter({(0,) * len(kinds): 1} if side[0] != side[1] != side[2] else {})
    gap = side.index("")
    ways: Counter[tuple[int, ...]] = Counter()
    for kind in kinds:
        for cards, n in fillings((*side[:gap], kind, *side[gap + 1 :]), kinds).items():
            ways[tuple(c + (k == kind) for c, k in zip(cards, kinds, strict=True))] += n
    return ways


@cache
def two_fillings(a: tuple[str, ...], b: tuple[str, ...], kinds: tuple[str, ...]) -> Counter[tuple[int, ...]]:
    ways: Counter[tuple[int, ...]] = Counter()
    for left, m in fillings(a, kinds).items():
        for right, n in fillings(b, kinds).items():
            ways[tuple(x + y for x, y in zip(left, right, strict=True))] += m * n
    return ways


def completions(edge: dict[Space, str], supply: Counter[str]) -> int:
    """In how many ways the supply can fill the empty edge spaces, no two of a kind neighbours on a side."""
    kinds = tuple(sorted(supply))
    top, right, bottom, left = (tuple(edge.get(space, "") for space in side) for side in SIDES)
    rest = two_fillings(bottom, left, kinds)
    whole = tuple(supply[kind] for kind in kinds)
    return sum(
        n * rest[tuple(w - c for w, c in zip(whole, cards, strict=True))]
        for cards, n in two_fillings(top, right, kinds).items()
    )


class Oracle:
    """A game for a box (`components` and `options` as a kit holds them).  `question` is who is asked what, None at the end."""

    def __init__(self, components: Any, options: Any) -> None:
        shadow = options["light_and_shadow"]
        lists = components["light_and_shadow"]["edge"] if shadow else components["edge"]
        self.supply = Counter({row["kind"]: row["copies"] for row in lists})
        self.number = {row["kind"]: row.get("number", 0) for row in lists}
        self.cards = {
            Card(n, row["kind"], row.get("number", 0)): row["copies"] for n, row in enumerate(components["middle"], 1)
        }
        start = components["wards"]["start"]
        self.ward = {GREEN: options["green_ward"] or start, RED: options["red_ward"] or start}
        self.most = max(start, *self.ward.values())
        self.last = components.get("light_and_shadow", {}).get("last", 32) if self.supply["Light"] else None
        self.start = EDGE[components["wards"]["storm"] if options["storm"] == "box" else options["storm"]]
        self.quick = options["quick"]
        self.edge: dict[Space, str] = {}
        self.middle: dict[Space, Card] = {}
        self.pile: list[Card] = []
        self.won: dict[str, Counter[Card]] = {GREEN: Counter(), RED: Counter()}
        self.ice: dict[Space, str] = {}
        self.markers: dict[Space, str] = {}
        self.order: list[Space] = []
        self.given: set[Space] = set()
        self.storm: Space | None = None
        self.first, self.round, self.acted = GREEN, 0, 0
        self.story = self.tell()
        self.question: tuple[str, Moves] | None = next(self.story)

    def answer(self, move: Move) -> None:
        assert self.question is not None
        assert move in self.question[1]
        try:
            self.question = self.story.send(move)
        except StopIteration:
            self.question = None

    def tell(self) -> Generator[tuple[str, Moves], Move, None]:
        yield from self.deal()
        yield from self.build()
        self.storm = self.start  # W-4
        try:
            while True:
                yield from self.play_round()
        except Over:
            return

    def deal(self) -> Generator[tuple[str, Moves], Move, None]:
        deck = Counter(self.cards)
        while deck.total():
            _, card = yield NATURE, {("deal", card): n for card, n in deck.items() if n}
            deck[card] -= 1
            if len(self.middle) < 9:
                self.middle[MIDDLE[len(self.middle)]] = card
            else:
                self.pile.append(card)

    def build(self) -> Generator[tuple[str, Moves], Move, None]:
        for n, space in enumerate(space for side in SIDES for space in side):
            if self.quick:  # W-6
                _, space, kind = yield NATURE, self.choices([space])
            else:
                _, space, kind = yield PLACERS[n], dict.fromkeys(self.choices(EDGE.values()), 1)
            self.edge[space] = kind
            self.supply[kind] -= 1

    def choices(self, spaces: Iterable[Space]) -> Moves:
        """Every card on every empty space after which the edge can be completed (W-1, W-3), and in how many ways."""
        found = {}
        for space in spaces:
            for kind in self.supply:
                if space not in self.edge and self.supply[kind]:
                    rest = Counter(self.supply)
                    rest[kind] -= 1
                    if ways := completions({**self.edge, space: kind}, rest):
                        found["lay", space, kind] = ways
        return found

    def play_round(self) -> Generator[tuple[str, Moves], Move, None]:
        self.round += 1
        self.order, self.given, self.acted = [], set(), 0
        players = [self.first, RIVAL[self.first]]
        for player in 3 * players:
            _, space = yield player, {("mark", space): 1 for space in EDGE.values() if self.may_mark(player, space)}
            self.markers[space] = player
            self.order.append(space)
        for space in self.order:
            yield NATURE, {("act",): 1}
            self.acted += 1
            self.act(space, self.markers[space])
        for player in players:
            yield from self.win_cards(player)
        yield NATURE, {("gather",): 1}
        self.markers, self.order = {}, []
        yield NATURE, {("storm",): 1}
        self.move_storm()
        if self.round == self.last:
            raise Over
        self.first = players[1]

    def may_mark(self, player: str, space: Space) -> bool:
        if space in self.markers or space == self.storm:
            return False
        return self.markers.get(across(space)) != RIVAL[player]

    def act(self, space: Space, player: str) -> None:
        line, kind = faced(space), self.edge[space]
        if kind == "Ice":
            self.lift(line)
            self.ice.update(dict.fromkeys(line, player))
        elif kind == "Fire":
            self.hit(RIVAL[player], self.number["Fire"])
            self.lift(line)
        elif kind == "Lightning":
            chain = {space for space in line if self.ice.get(space) == player}
            while more := {
                space
                for space, owner in self.ice.items()
                if owner == player and space not in chain and any(linked(space, link) for link in chain)
            }:
                chain |= more
            self.hit(RIVAL[player], len(chain) or self.number["Lightning"])
            self.lift(chain)
        elif kind == "Light":
            own = sum(self.ice.get(space) == player for space in line)
            self.ward[player] = min(self.most, self.ward[player] + self.number["Light"] + own)
        elif kind == "Shadow":
            self.ice.update({space: RIVAL[self.ice[space]] for space in line if space in self.ice})

    def win_cards(self, player: str) -> Generator[tuple[str, Moves], Move, None]:
        mine = [space for space, owner in self.markers.items() if owner == player]
        columns = [space for space in mine if space[0] in (0, 4)]
        rows = [space for space in mine if space[1] in (0, 4)]
        while spaces := {
            (row, column)
            for _, column in columns
            for row, _ in rows
            if (row, column) in self.middle and (row, column) not in self.given
        }:
            if len(spaces) > 1:
                _, space = yield player, {("take", space): 1 for space in spaces}
            else:
                yield NATURE, {("win",): 1}
                (space,) = spaces
            card = self.middle[space]
            if card.what == "Strike":
                self.hit(RIVAL[player], card.number)
            else:
                self.ice = dict.fromkeys(MIDDLE, player)
            self.won[player][self.middle.pop(space)] += 1
            self.given.add(space)
            if self.pile:
                yield NATURE, {("refill",): 1}
                self.middle[space] = self.pile.pop(0)

    def move_storm(self) -> None:
        assert self.storm is not None
        self.storm = LOOP[(LOOP.index(self.storm) + 1) % 16]
        if self.storm in CORNERS:
            for player in (GREEN, RED):
                self.ward[player] -= 1
            if 0 in self.ward.values():
                raise Over

    def lift(self, spaces: Iterable[Space]) -> None:
        for space in spaces:
            self.ice.pop(space, None)

    def hit(self, player: str, loss: int) -> None:
        self.ward[player] = max(0, self.ward[player] - loss)
        if self.ward[player] == 0:
            raise Over
