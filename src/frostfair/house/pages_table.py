"""The page of one table: before the start, while it is played, at the end.  Everything in `<div id="table">`.

What the socket sends is the same `<div>`; going from one to the next is the browser's work (static/live.js).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from frostfair.engine.errors import IllegalMove
from frostfair.engine.game import View
from frostfair.engine.scene import Scene
from frostfair.house.page import WORDS, Reader, fill, with_symbols
from frostfair.house.pages_hint import why
from frostfair.house.pages_seats import before_start, people
from frostfair.house.table import Table
from frostfair.players.player import Advice

STORY = 12  # events shown
PAUSE = {"dealt": 40, "move": 700, "own": 400, "act": 2000}  # ms that a frame stays before the next


@dataclass(frozen=True)
class Wish:
    """What a reader wants to see of a table.

    `version`: an earlier one, for replays.  `trial`: moves in mind.  `plan`: several are collected, others' turns are
    passed over.  `step`: one step (from 1) of what the trial would do.  `change`: the nth move of a plan (from 1) is
    to be replaced by the next tap.  `hint`: advice, best first, of which the trial is the best.  `fault`: what was refused.
    """

    version: int | None = None
    trial: tuple[int, ...] = ()
    plan: bool = False
    step: int | None = None
    change: int | None = None
    hint: Sequence[Advice] = ()
    fault: str = ""


def table(reader: Reader, table: Table, **wish: Any) -> str:
    """A table's whole page, as a `Wish` says.  IllegalMove if the trial cannot be played."""
    context = _context(reader, table, Wish(**wish))
    html = Markup(_draw(reader, table, context))
    alone = {
        "frame": html,
        "title": context["title"],
        "waits": not context["mine"] and table.begun is not None and not table.over,
    }
    return with_symbols(fill(reader, "table.html", f"/t/{table.code}", game=table.game, code=table.code, **alone))


def frame(reader: Reader, table: Table, version: int | None = None, **wish: Any) -> str:
    """`<div id="table" ...>` alone: what the socket sends."""
    return with_symbols(_draw(reader, table, _context(reader, table, Wish(version, **wish))))


def preview(
    reader: Reader, table: Table, trial: Sequence[int], *, plan: bool = False, hint: Sequence[Advice] = ()
) -> list[str]:
    """One frame for each step of what a trial would do."""
    steps = len(table.trial(table.viewer(reader.device), trial, plan=True))
    return [frame(reader, table, trial=tuple(trial), plan=plan, hint=hint, step=n) for n in range(1, steps + 1)]


def _draw(reader: Reader, table: Table, context: dict[str, Any]) -> str:
    template = "seats.html" if table.begun is None else "play.html"
    return fill(reader, template, f"/t/{table.code}", game=table.game, code=table.code, **context)


def _context(reader: Reader, table: Table, wish: Wish) -> dict[str, Any]:
    if table.begun is None:
        return before_start(reader, table, wish.fault)
    return _Frame(reader, table, wish).context()


# --- playing, and the end -----------------------------------------------------------------------------------------


class _Frame:
    """One version of a table for one reader, with what the reader tries."""

    def __init__(self, reader: Reader, table: Table, wish: Wish) -> None:
        self.reader, self.table = reader, table
        self.lang, self.words = reader.lang, table.game.words
        self.say = partial(WORDS.say, reader.lang)
        self.version = table.version if wish.version is None else wish.version
        self.now = self.version == table.version
        self.viewer = table.viewer(reader.device)
        self.mine = self.now and self.viewer in table.asked and self.viewer not in table.answers
        self.held = table.held(reader.device)
        self.people = people(reader, table)
        self.view = table.position(self.version).view(self.viewer)
        self.events = table.events(self.viewer, self.lang, self.version)
        self.wish = self.possible(wish)
        self.steps = table.trial(self.viewer, self.wish.trial, plan=True) if self.wish.trial else []

    def possible(self, wish: Wish) -> Wish:
        """Nothing is tried in the past or after the end; of a plan that has been crossed, what still holds is kept."""
        if not self.now or self.table.over:
            return Wish(wish.version, fault=wish.fault)
        if not wish.plan:
            return wish
        kept: tuple[int, ...] = ()
        for move in wish.trial:
            kept = (*kept, move) if self.holds((*kept, move)) else kept
        if kept == wish.trial:
            return wish
        return replace(wish, trial=kept, change=None, step=None, fault=self.say("plan.crossed"))

    def context(self) -> dict[str, Any]:
        table, scene = self.table, self.scene()
        kind = self.kind(self.version)
        if self.wish.step:
            kind = "own" if self.wish.step <= len(self.wish.trial) else "act"
        return {
            "scene": scene,
            "board": table.game.look.board(scene),
            "dock": table.game.look.dock(scene),
            "summary": table.game.look.summary(scene),
            "name": self.words.title(self.lang),
            "title": self.title(),
            "mine": self.mine,
            "now": self.now,
            "version": self.version,
            "viewer": self.viewer,
            "kind": kind,
            "pause": PAUSE[kind],
            "sound": self.sound(kind),
            "banner": self.banner(),
            "tray": self.tray(),
            "story": self.story(),
            "undo": self.undo(),
            "fault": self.wish.fault,
            "caption": self.events[-1].text if self.events and self.events[-1] else "",
            **self.links(),
        }

    # what is drawn

    def scene(self) -> Scene:
        table, wish = self.table, self.wish
        if wish.step:
            before, move, after = self.steps[min(wish.step, len(self.steps)) - 1]
            return Scene(after, self.people, self.lang, before, move)
        scene = replace(table.scene(self.viewer, self.reader.device, self.lang, self.version), people=self.people)
        if wish.trial:
            scene = replace(scene, before=None, move=None, trial=wish.trial, outcome=self.steps[-1][2])
        if wish.plan and self.now:
            scene = replace(scene, before=None, move=None, legal=self.additions())
        return replace(scene, value=lambda move: self.notation(self.with_move(move)))

    def additions(self) -> tuple[int, ...]:
        """What the next tap may add to the plan, or put in the place of the move that is to change."""
        if self.wish.change is None:
            return self.table.choices(self.viewer, self.wish.trial)
        nth = self.wish.change - 1
        return tuple(
            move for move in self.table.choices(self.viewer, self.wish.trial[:nth]) if self.holds(self.with_move(move))
        )

    def holds(self, moves: tuple[int, ...]) -> bool:
        try:
            self.table.trial(self.viewer, moves, plan=True)
        except IllegalMove:
            return False
        return True

    def with_move(self, move: int) -> tuple[int, ...]:
        """The trial with one more tap."""
        trial, change = self.wish.trial, self.wish.change
        if not self.wish.plan:
            return (move,)
        return (*trial, move) if change is None else (*trial[: change - 1], move, *trial[change:])

    def notation(self, moves: Sequence[int]) -> str:
        return ";".join(self.words.write(self.table.kit, move) for move in moves)

    # what is said

    def title(self) -> str:
        name = self.words.title(self.lang)
        return self.say("title.mine", game=name) if self.mine else name

    def who(self, seat: int) -> str:
        """A seat as others speak of it: its role and who plays it."""
        role, person = self.words.seat_name(self.table.kit, seat, self.lang), self.people[seat]
        key = "who.you" if person.you else "who.bot" if person.level else "who"
        return self.say(key, role=role, name=person.name, level=person.level)

    def banner(self) -> dict[str, Any]:
        """Two lines: what is asked or what happens, and what was before."""
        if self.wish.step:
            before, move, after = self.steps[min(self.wish.step, len(self.steps)) - 1]
            told = self.words.event(before, move, after, self.lang)
            head, rest = _split(told.text)
            return {"head": head, "rest": rest, "icon": told.icon, "mark": self.say("in_mind")}
        last = self.events[-1] if self.events else None
        text = last.text if last else self.say("event.undo") if self.events else ""
        if self.now and self.table.over:
            return {"head": self.words.result(self.view, self.lang), "rest": "", "icon": "lamp-on", "mark": ""}
        if self.now and self.wish.plan:
            return {"head": self.planning(), "rest": self.before(text), "icon": "i-cards", "mark": self.say("plan.title")}
        if self.mine:
            question = self.words.question(self.view, self.viewer, self.lang)
            return {"head": question, "rest": self.before(text), "icon": "lamp-on", "mark": ""}
        if self.now and self.table.asked:
            waits = self.say("waits", who=self.listed([self.who(seat) for seat in self.table.asked]))
            return {"head": waits, "rest": self.before(text), "icon": "lamp-off", "mark": ""}
        head, rest = _split(text)
        return {"head": head, "rest": rest, "icon": last.icon if last else "i-undo", "mark": ""}

    def planning(self) -> str:
        if self.wish.change:
            return self.say("plan.change", n=self.wish.change)
        return self.say("plan.more" if self.additions() else "plan.full")

    def before(self, text: str) -> str:
        return self.say("before", event=text) if text else ""

    def listed(self, names: Sequence[str]) -> str:
        return self.say("and", first=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else names[0]

    def story(self) -> list[dict[str, Any]]:
        rows = [(n, event, self.table.shots[n - 1].who) for n, event in enumerate(self.events, 1)][-STORY:]
        return [
            {
                "n": n,
                "text": event.text if event else self.say("event.undo_by", who=self.who(who)),
                "icon": event.icon if event else "i-undo",
            }
            for n, event, who in rows
        ]

    # what can be done

    def tray(self) -> dict[str, Any]:
        """What stands beside the buttons; `state` says which there are."""
        wish, table = self.wish, self.table
        if wish.step:
            return {"state": "step", "step": min(wish.step, len(self.steps)), "steps": len(self.steps)}
        if not self.now:
            act = self.kind(self.version) == "act"
            first, last = (self.chain(self.version)[0], self.chain_end(self.version)) if act else (1, table.version)
            return {"state": "past", "step": self.version - first + 1, "steps": last - first + 1, "act": act}
        if table.over:
            return {"state": "over", "places": self.places()}
        if wish.trial or wish.plan:
            return self.in_mind()
        return {"state": "choose" if self.mine else "wait" if self.viewer >= 0 else "watch", "plan": self.can_plan()}

    def in_mind(self) -> dict[str, Any]:
        wish = self.wish
        chips = [
            {
                "n": n,
                "name": self.words.name_move(before, move, self.lang),
                "icon": self.words.event(before, move, after, self.lang).icon,
                "change": self.query(wish.trial, change=n),
                "drop": self.query((*wish.trial[: n - 1], *wish.trial[n:])),
                "now": n == wish.change,
            }
            for n, (before, move, after) in enumerate(self.steps[: len(wish.trial)], 1)
        ]
        effects = [self.words.event(*step, self.lang).text for step in self.steps[len(wish.trial) :]]
        can_post = self.mine and bool(wish.trial)
        return {
            "state": "plan" if wish.plan else "try",
            "chips": chips,
            "offer": self.words.offer(self.view, wish.trial, self.lang) if wish.trial and self.mine else "",
            "effects": effects,
            "why": why(self.table, self.viewer, wish.hint, self.lang) if wish.hint else "",
            "verb": self.words.verb(self.view, wish.trial[0], self.lang) if can_post else "",
            "post": self.notation(wish.trial[:1]),
            "rest": self.query(wish.trial[1:]) if wish.plan and wish.trial[1:] else "",
        }

    def can_plan(self) -> bool:
        return self.viewer >= 0 and bool(self.table.choices(self.viewer, ()))

    def query(self, trial: Sequence[int], *, step: int | None = None, change: int | None = None) -> str:
        """The address of this table with moves in mind."""
        parts = ["plan=1"] if self.wish.plan else ["hint=1"] if self.wish.hint else []
        parts += [f"try={quote(self.notation(trial), safe=';')}"] if trial and not self.wish.hint else []
        parts += [f"{name}={value}" for name, value in (("step", step), ("change", change)) if value]
        return f"/t/{self.table.code}" + ("?" + "&".join(parts) if parts else "")

    def links(self) -> dict[str, Any]:
        """Addresses of the story: one step back and on, to the end, and where a film of it comes from."""
        wish, here = self.wish, f"/t/{self.table.code}"
        if wish.step:
            step, last = min(wish.step, len(self.steps)), len(self.steps)
            before = self.query(wish.trial, step=step - 1) if step > 1 else ""
            after = self.query(wish.trial, step=step + 1) if step < last else ""
            return {"before": before, "after": after, "end": self.query(wish.trial), "film": "", "how": "", "again": ""}
        before = f"{here}?at={self.version - 1}" if self.version > 1 else ""
        after = f"{here}?at={self.version + 1}" if not self.now else ""
        first, last = self.chain(self.version)
        again = f"{here}?at={first}" if last > first and self.now else ""
        film = f"{here}/frames?from={first}&to={last}"
        how = self.query(wish.trial, step=1) if self.steps else ""
        return {"before": before, "after": after, "end": here, "film": film, "how": how, "again": again}

    def undo(self) -> int | None:
        """The seat of this device that may take back its last turn now."""
        if not self.now or self.wish.trial or self.wish.plan:
            return None
        for seat in self.held:
            try:
                self.table.undo_to(seat)
            except IllegalMove:
                continue
            return seat
        return None

    def places(self) -> list[dict[str, Any]]:
        place, score = self.view.standing()
        rows = [{"place": place[n], "score": score[n], "who": self.who(n), "person": self.people[n]} for n in range(len(place))]
        return sorted(rows, key=lambda row: row["place"])

    # what kind of frame it is

    def kind(self, version: int) -> str:
        """How a version came about: chance dealt, the rules act, the reader moved, or another did."""
        kind = self.table.kind(self.viewer, version)
        return "own" if kind == "move" and version and self.table.shots[version - 1].who in self.held else kind

    def chain(self, version: int) -> tuple[int, int]:
        """First and last version of the latest run of acts up to a version, over single questions; (0, 0) if there is none."""
        last = version
        while last and self.kind(last) != "act":
            last -= 1
        first = last
        while first > 1 and (self.kind(first - 1) == "act" or (self.kind(first - 2) == "act" and last - first < STORY)):
            first -= 1
        return first, last

    def chain_end(self, version: int) -> int:
        while version < self.table.version and self.kind(version + 1) == "act":
            version += 1
        return version

    def sound(self, kind: str) -> str:
        """What a frame sounds like: its move, or what it changed for the reader."""
        if kind != "act" or self.viewer < 0:
            return "card"
        before: View = self.table.shots[self.version - 1].before.view(self.viewer)
        was, now = before.standing()[1], self.view.standing()[1]
        if now[self.viewer] < was[self.viewer]:
            return "bad"
        return "good" if any(n < w for n, w in zip(now, was, strict=True)) else "place"


def _split(text: str) -> tuple[str, str]:
    """The first sentence, and the rest."""
    for mark in (": ", ". "):
        head, found, rest = text.partition(mark)
        if found:
            return head, rest[:1].upper() + rest[1:]
    return text, ""
