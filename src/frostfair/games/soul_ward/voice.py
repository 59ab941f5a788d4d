"""Names, symbols and short sentences for what lies on the table, in one language: what all of Soul Ward's words are made of."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frostfair.engine.game import View
from frostfair.engine.kits import Kit
from frostfair.engine.speech import Catalogue
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES

WORDS = Catalogue(Path(__file__).parent)
EDGE_ICONS = ("", "w-ice", "w-fire", "w-bolt", "w-light", "w-shadow")  # by rules.ICE .. SHADOW
EDGE = ("", "ice", "fire", "lightning", "light", "shadow")  # by rules.ICE .. SHADOW
MIDDLE = ("", "strike", "frozen")  # by what a middle card does
CORNERS = {3: "TR", 7: "BR", 11: "BL", 15: "TL"}  # by their place on the Storm's loop

PHASE = (  # when each move is made
    *(60 * [rules.DRAFT] + 12 * [rules.MARK] + 9 * [rules.WIN] + 8 * [rules.DEAL] + 5 * [rules.LAY]),
    *(rules.ACT, rules.WIN, rules.REFILL, rules.GATHER, rules.STORM),
)
NOW = ("deal", "draft", "lay", "mark", "act", "win", "refill", "gather", "storm", "over")  # by rules.DEAL .. OVER


def card_text(kit: Kit, table: str, kind: int, lang: str) -> tuple[str, str]:
    """A card of the table "edge" or "middle": its name and what it does."""
    box = kit.record[0]
    number = int(box[f"{table}_number"][kind])
    what = EDGE[kind] if table == "edge" else MIDDLE[box["middle_what"][kind]]
    return WORDS.say(lang, f"card.{what}", number=number), WORDS.say(lang, f"card.{what}.text", number=number)


def middle_icon(kit: Kit, kind: int) -> str:
    box = kit.record[0]
    return f"strike{min(3, box['middle_number'][kind])}" if box["middle_what"][kind] == rules.STRIKE else "frozen"


def won_space(view: View, move: int) -> int:
    """The space whose card is won by a move: one taken by choice, or nature's only one (W-20)."""
    s = view.record
    return int(rules.lowest(rules.won(s, s.winner))) if move == rules.WINS else move - rules.TAKES


@dataclass(frozen=True)
class Voice:
    """Names of what lies on a table, and sentences about it, in one language."""

    view: View
    lang: str

    @property
    def s(self) -> Any:
        return self.view.record

    def say(self, key: str, **fields: object) -> str:
        return WORDS.say(self.lang, key, **fields)

    def name(self, seat: int) -> str:
        return self.say(f"seat.{seat}")

    def card(self, table: str, kind: int) -> str:
        return card_text(self.view.kit, table, kind, self.lang)[0]

    def edge_card(self, e: int) -> str:
        return self.card("edge", self.s.edge[e])

    def line(self, e: int) -> str:
        """The row or column that edge space e faces."""
        return self.say("line.row" if e // 3 & 1 else "line.column", i=e % 3 + 1)

    def edge(self, e: int) -> str:
        return self.say(f"space.{SPACES[e][0]}", i=e % 3 + 1)

    def middle(self, m: int) -> str:
        return self.say("space.middle", row=m // 3 + 1, column=m % 3 + 1)

    def storm(self) -> str:
        place = int(self.s.storm)
        if place in CORNERS:
            return self.say(f"corner.{CORNERS[place]}")
        return self.at(self.s.edge[rules.LOOP[place]], int(rules.LOOP[place]))

    def at(self, kind: int, e: int) -> str:
        """An edge card and where it lies."""
        return self.say("label.card", card=self.card("edge", kind), space=self.edge(e))

    def turn(self, nth: int) -> int:
        """Whose the nth marker of this round is (W-7)."""
        return int(rules.turn(self.s, nth))

    def label(self, move: int, ahead: int = 0) -> str:
        """A move's name; `ahead` moves of the same seat come before it."""
        s, phase = self.s, PHASE[move]
        if phase == rules.DRAFT:
            return self.at(move % 5 + 1, move // 5)
        if phase == rules.MARK:
            e = move - rules.MARKS
            return self.say("label.mark", n=s.placed // 2 + 1 + ahead, place=self.at(s.edge[e], e))
        if phase == rules.DEAL:
            return self.card("middle", move - rules.DEALS + 1)
        if phase == rules.LAY:
            return self.at(move - rules.LAYS + 1, s.placed)
        if move != rules.WINS and phase == rules.WIN:
            m = move - rules.TAKES
            return self.say("label.card", card=self.card("middle", s.middle[m]), space=self.middle(m))
        return self.now()

    def now(self) -> str:
        """What is asked of the waiting seat, or what is going on."""
        s, seat = self.s, self.view.waiting()
        if s.phase == rules.OVER:
            return self.result()
        key = "take" if s.phase == rules.WIN and seat != rules.NATURE else NOW[s.phase]
        name = self.name(int(s.winner) if seat == rules.NATURE else seat)
        nth = s.acted if s.phase == rules.ACT else s.placed
        return self.say(f"now.{key}", name=name, nth=nth + 1, n=s.placed // 2 + 1)

    def result(self) -> str:
        """How the game ended and by which rule."""
        green, red = (int(ward) for ward in self.s.ward)
        ending = "ward" if 0 in (green, red) else "last"
        fields = {"round": self.s.rounds, "high": max(green, red), "low": min(green, red)}
        if green == red:
            return self.say(f"result.{ending}.draw", **fields)
        winner = rules.GREEN if green > red else rules.RED
        return self.say(f"result.{ending}", name=self.name(winner), other=self.name(1 - winner), **fields)
