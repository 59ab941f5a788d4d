"""Why a hint is good, in words: what the two best moves do at once, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from frostfair.engine.game import View
from frostfair.house.page import WORDS
from frostfair.house.table import Table
from frostfair.players.player import Advice

CLOSE = 2  # wins in 100 games that make no difference


def why(table: Table, seat: int, advice: Sequence[Advice], lang: str) -> str:
    """One or two sentences on the best of some moves, made from the seat's view alone."""
    if len(advice) == 1:
        return WORDS.say(lang, "hint.only")
    return " ".join(_Comparison(table, seat, advice, lang).sentences())


class _Comparison:
    """The best move beside the next best, each seen through as a plan is: open questions are left open."""

    def __init__(self, table: Table, seat: int, advice: Sequence[Advice], lang: str) -> None:
        self.table, self.seat, self.advice, self.lang = table, seat, advice, lang
        view = table.line.now.view(seat)
        self.ends = [table.trial(seat, [move.move], plan=True)[-1][2] for move in advice[:2]]
        self.now, self.best, self.next = (seen.standing()[1] for seen in (view, *self.ends))
        self.wins = [round(100 * move.share) for move in advice]
        self.say = partial(WORDS.say, lang, name=table.game.words.name_move(view, advice[1].move, lang))

    def sentences(self) -> list[str]:
        best, other = self.ends
        if best.over and best.standing()[0].count(1) == 1 and not self.loses(best):
            return [self.say("hint.wins")]
        if self.loses(other) and not self.loses(best):
            return [self.say("hint.saves")]
        gain = self.lead(self.best) - self.lead(self.next)
        told = [*self.on_rival(), *self.on_me()] if gain > 0 else []
        return [*told, *(self.ahead_too() if told else self.ahead(gain))][:2]

    def loses(self, end: View) -> bool:
        return end.over and end.standing()[0][self.seat] > 1

    def lead(self, score: list[int]) -> int:
        return score[self.seat] - max(score[p] for p in self.rivals())

    def rivals(self) -> list[int]:
        return [p for p in range(len(self.now)) if p != self.seat]

    def on_rival(self) -> list[str]:
        """What the best move does to the rival whom it keeps lowest, compared with the next best."""
        rival = max(self.rivals(), key=lambda p: self.next[p] - self.best[p])
        less, costs = self.next[rival] - self.best[rival], self.now[rival] - self.best[rival]
        who = self.table.game.words.seat_name(self.table.kit, rival, self.lang)
        if less <= 0:
            return []
        if costs <= 0:
            return [self.say("hint.leaves", who=who, n=less)]
        return [self.say("hint.costs" if less < costs else "hint.costs_alone", who=who, n=costs, m=costs - less)]

    def on_me(self) -> list[str]:
        more = self.best[self.seat] - self.next[self.seat]
        key = "brings" if self.best[self.seat] > self.now[self.seat] else "saves_points"
        return [self.say(f"hint.{key}", n=more)] if more > 0 else []

    def ahead_too(self) -> list[str]:
        """What becomes of the two moves, after what they do at once."""
        better = self.wins[0] - self.wins[1]
        if better > CLOSE:
            return [self.say("hint.ahead", n=self.wins[0], m=self.wins[1])]
        return [self.say("hint.close")] if better >= -CLOSE else []

    def ahead(self, gain: int) -> list[str]:
        """What becomes of the two moves, where what they do at once speaks for neither or for the other."""
        better = self.wins[0] - self.wins[1]
        if better > CLOSE:
            key = "later" if gain < 0 else "both" if self.best != self.now else "ahead_of"
            return [self.say(f"hint.{key}", n=self.wins[0], m=self.wins[1])]
        if better < -CLOSE:
            return [self.say("hint.often", n=self.advice[0].visits, m=sum(move.visits for move in self.advice))]
        close = sum(abs(self.wins[0] - wins) <= CLOSE for wins in self.wins)
        return [self.say("hint.two") if close == 2 else self.say("hint.several", n=close)]
