"""One table of the house: who sits there, the line of play, and what each viewer may see of it.

The log of lines in the store is the truth; all else is folded from it.  `version` is the number of lines: a move says
which version it answers, and the frame of version v shows the table after line v.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from frostfair.engine import record
from frostfair.engine.chance import Keyed, stream
from frostfair.engine.errors import FrostfairError, IllegalMove
from frostfair.engine.game import PUBLIC, Game, Position, View
from frostfair.engine.kits import Kit
from frostfair.engine.line import Line, Played
from frostfair.engine.scene import Person, Scene
from frostfair.engine.speech import Event
from frostfair.players.player import Advice

ANIMALS = ("fox", "owl", "hare", "bear", "robin", "seal", "penguin", "badger")
HUMAN, BOT, OPEN = "human", "bot", "open"


class Stale(FrostfairError):
    """A move or change that answers another version of the table than the present one: look again, then choose."""


class NotNow(FrostfairError):
    """Something for a seat that owes a decision, when it owes none."""


class NotYours(FrostfairError):
    """Somebody else's seat, or something that only the table's host may do."""


@dataclass(frozen=True)
class Seat:
    """`kind`: HUMAN (held by a device), BOT (played by the player `name`), OPEN (waits for whoever opens the link).

    `holder` is the hash of the device's secret cookie, "" if none; `nonce` the device's share of the chance.
    """

    kind: str = OPEN
    name: str = ""
    holder: str = ""
    nonce: str = ""


@dataclass(frozen=True)
class Shot:
    """One line of the log, folded: the table before and after it, and the move (None: an undo)."""

    before: Position
    after: Position
    played: Played | None
    who: int


@dataclass
class Table:
    """Everything about one table.  Only `house.tables.Tables` changes it, after the store has kept the change."""

    code: str
    game: Game
    kit: Kit
    chance: Keyed
    host: str
    seats: tuple[Seat, ...]
    created: float
    begun: float | None = None
    ended: float | None = None
    head: dict[str, Any] | None = None
    log: list[dict[str, Any]] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    line: Line = field(init=False)
    moments: list[float] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    hints: dict[int, asyncio.Task[Sequence[Advice]]] = field(default_factory=dict)  # for this version, by seat
    rematch: str = ""  # the table at which the same people play again
    watchers: int = 0
    pulse: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _told: dict[tuple[int, str], list[Event | None]] = field(default_factory=dict)
    _kinds: dict[tuple[int, int], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.line = Line(self.game, self.kit)

    # --- what is public -------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return len(self.log)

    @property
    def over(self) -> bool:
        return self.begun is not None and self.line.now.over

    @property
    def asked(self) -> list[int]:
        """The seats that owe a decision now (those that gave an early answer included: it shows nothing)."""
        if self.begun is None or self.over:
            return []
        both = self.line.now.together()
        if both:
            return [seat for seat in range(self.kit.seats) if both >> seat & 1]
        return [self.line.now.waiting()]

    def people(self, device: str) -> tuple[Person, ...]:
        """Who sits where, as the holder of `device` sees it."""
        return tuple(
            Person(seat.name or ANIMALS[n], ANIMALS[n], bool(device) and seat.holder == device, seat.kind == BOT)
            for n, seat in enumerate(self.seats)
        )

    # --- what a viewer sees ---------------------------------------------------------------------------------------

    def held(self, device: str) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if device and seat.kind == HUMAN and seat.holder == device]

    def viewer(self, device: str) -> int:
        """The seat whose eyes a device has: of several, the one that is asked now (or was last asked); -1 for none."""
        mine = self.held(device)
        asked = [seat for seat in self.asked if seat in mine]
        owing = [seat for seat in asked if seat not in self.answers]
        return (owing or asked or mine or [PUBLIC])[0]

    def position(self, version: int) -> Position:
        return self.shots[version - 1].after if version else self.line.positions[0]

    def scene(self, viewer: int, device: str, lang: str, version: int) -> Scene:
        """The frame of a version, as data; buttons come with the present one only."""
        after = self.position(version).view(viewer)
        scene = Scene(after, self.people(device), lang)
        if version:
            shot = self.shots[version - 1]
            if shot.played is not None:
                before = shot.before
                scene = replace(scene, before=before.view(viewer), move=before.seen(shot.played.move, viewer))
        if version == self.version and viewer in self.asked and viewer not in self.answers:
            scene = replace(scene, legal=tuple(after.legal(viewer)))
        return scene

    def events(self, viewer: int, lang: str, version: int) -> Sequence[Event | None]:
        """The log in words up to a version, one entry a line; None for an undo."""
        told = self._told.setdefault((viewer, lang), [])
        for shot in self.shots[len(told) : version]:
            told.append(self._tell(shot, viewer, lang))
        return told[:version]

    def _tell(self, shot: Shot, viewer: int, lang: str) -> Event | None:
        if shot.played is None:
            return None
        move = shot.before.seen(shot.played.move, viewer)
        event: Event = self.game.words.event(shot.before.view(viewer), move, shot.after.view(viewer), lang)
        return event

    def kind(self, viewer: int, version: int) -> str:
        """How a version came about, as far as the viewer can tell: "dealt" by chance, an "act" of the rules, a seat's "move".

        Chance is what could have gone otherwise in a world that the viewer imagines; so is what ends a run of it.
        """
        if not version or self.shots[version - 1].who != self.game.rules.NATURE:
            return "move" if version else "dealt"
        known = self._kinds.get((viewer, version))
        if known is None:
            before = self.shots[version - 1].before.view(viewer)
            sure = len(before.imagine(stream("kind", before.bytes().hex())).legal()) == 1
            goes_on = sure and self._word(version) == self._word(version - 1)
            known = "act" if sure and not (goes_on and self.kind(viewer, version - 1) == "dealt") else "dealt"
            self._kinds[viewer, version] = known
        return known

    def _word(self, version: int) -> str:
        return str(self.log[version - 1].get("move", "")).partition(" ")[0] if version else ""

    def trial(self, viewer: int, moves: Sequence[int], *, plan: bool = False) -> list[tuple[View, int, View]]:
        """What moves of the viewer would lead to, in mind: one (before, seen move, after) a step.

        Made from the viewer's view alone: a world is imagined, the moves played in it, then nature's as far as they
        leave no real chance.  With `plan` open questions are skipped, so that the end of the plan is seen.
        IllegalMove says which move of the trial cannot be played.
        """
        return _Trial(self.line.now.view(viewer), viewer).run(moves, plan and self.line.now.can_skip)

    def choices(self, viewer: int, moves: Sequence[int]) -> tuple[int, ...]:
        """What the viewer could add to a plan of some moves, in mind: others' open questions are skipped."""
        if not self.line.now.can_skip:
            return ()
        return _Trial(self.line.now.view(viewer), viewer).choices(moves)

    # --- folding --------------------------------------------------------------------------------------------------

    def fold(self, row: dict[str, Any]) -> None:
        """Take one more line of the log in.  The line has been checked or comes from the store."""
        before = self.line.now
        if "undo" in row:
            self.line.back(row["undo"])
            del self.moments[row["undo"] :]
            self.shots.append(Shot(before, self.line.now, None, row["who"]))
        else:
            played = record.read_move(row, self.game, self.kit)
            self.line.play(played)
            self.moments.append(row["at"])
            self.shots.append(Shot(before, self.line.now, played, played.who))
        self.log.append(row)
        self.answers.clear()
        self.hints.clear()

    def use(self, kit: Kit) -> None:
        """Another kit, before the start."""
        self.kit, self.line = kit, Line(self.game, kit)

    def changed(self) -> None:
        """Wake everybody who watches; `pulse` counts the changes, those before the start too."""
        self.pulse += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def change(self, seconds: float) -> bool:
        """Wait for the next change, at most so many seconds; False if there was none."""
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return False
        return True

    # --- what a change would add ----------------------------------------------------------------------------------

    def continuation(self, seat: int, moves: Sequence[int]) -> Line:
        """The line of play after a seat's moves and nature's up to the next question; IllegalMove if one cannot be played."""
        line = self.line.copy()
        for move in moves:
            line.play(Played(seat, move))
        return self._with_nature(line)

    def opening(self) -> Line:
        """The line of play after nature's first moves."""
        return self._with_nature(self.line.copy())

    def together(self, answers: dict[int, int]) -> Line:
        """The line of play after answers given at the same time, in the order of seats, and what follows."""
        line = self.line.copy()
        for seat in sorted(answers):
            line.play(Played(seat, answers[seat]))
        return self._with_nature(line)

    def _with_nature(self, line: Line) -> Line:
        while line.now.waiting() == self.game.rules.NATURE:
            line.deal(self.chance)
        return line

    def rows(self, line: Line) -> list[dict[str, Any]]:
        """What a continuation adds to the log."""
        at = time.time() - (self.begun or time.time())
        fresh = line.moves[len(self.line.moves) :]
        return [record.move_line(self.version + 1 + i, self.game, self.kit, played, at) for i, played in enumerate(fresh)]

    def undo_to(self, seat: int) -> int:
        """How many moves stay if `seat` takes back its last turn; IllegalMove if it may not.

        It may until another person has acted or chance has shown something; bots do not mind.
        """
        moves = self.line.moves
        last = max((i for i, played in enumerate(moves) if played.who == seat), default=-1)  # a turn has one moment
        if last < 0 or self.over:
            raise IllegalMove("there is nothing to take back")
        for played, before in zip(moves[last + 1 :], self.line.positions[last + 1 : -1], strict=True):
            nature = played.who == self.game.rules.NATURE
            if not (foreseen(before.view(seat)) if nature else self.seats[played.who].kind == BOT):
                raise IllegalMove("others have acted since, or chance has shown something")
        while last and moves[last - 1].who == seat and self.moments[last - 1] == self.moments[last]:
            last -= 1
        return last

    def record(self) -> str:
        """The whole record of a finished game; NotYours before its end, for everybody."""
        if not self.over or self.head is None:
            raise NotYours("the record of a game is given out when the game is over")
        return record.Record(self.head, self.log, record.end_line(self.line, self.chance.key)).dump()


class _Trial:
    """A world in mind, and the steps taken in it."""

    def __init__(self, view: View, viewer: int) -> None:
        self.world, self.viewer = view.imagine(stream("trial", view.bytes().hex())), viewer
        self.steps: list[tuple[View, int, View]] = []

    def run(self, moves: Sequence[int], plan: bool) -> list[tuple[View, int, View]]:
        nature = self.world.game.rules.NATURE
        for move in moves:
            if plan:
                self._skip_others()
            self._let_others_answer()
            self._step(move, self.viewer)
        while self.world.waiting() >= 0 and (self.world.pending() if plan else self.world.waiting() == nature):
            if self.world.waiting() != nature:
                self.world.skip()
            elif foreseen(self.world.view(self.viewer)):
                self._step(self.world.legal()[0], nature)
            else:
                break  # real chance, or something is turned up: the viewer cannot know
        return self.steps

    def choices(self, moves: Sequence[int]) -> tuple[int, ...]:
        """What the viewer may do next, if others' questions stay open; nothing where none can be skipped."""
        for move in moves:
            self._skip_others()
            self.world.play(move, self.viewer)
        asked = self.world.copy()
        asked.skip()
        if asked.bytes() == self.world.bytes():
            return ()
        self._skip_others()
        return tuple(self.world.legal(self.viewer))

    def _skip_others(self) -> None:
        while self.world.waiting() not in (self.viewer, self.world.game.rules.NATURE, -1):
            before = self.world.bytes()
            self.world.skip()
            if self.world.bytes() == before:  # a question that no plan can leave open
                return

    def _let_others_answer(self) -> None:
        """Those who answer at the same time but are taken first answer anything: it stays face down."""
        while self.viewer >= 0 and self.world.waiting() != self.viewer and self.world.together() >> self.viewer & 1:
            self.world.play(self.world.legal()[0])

    def _step(self, move: int, who: int) -> None:
        before, seen = self.world.view(self.viewer), self.world.seen(move, self.viewer)
        self.world.play(move, who)
        self.steps.append((before, seen, self.world.view(self.viewer)))


def foreseen(view: View) -> bool:
    """Whether the reader can tell what nature does next: in one way only, which looks the same in all worlds imagined.

    Made from the view alone, so that the answer tells nothing that the view does not.
    """
    worlds = [view.imagine(stream("foreseen", n)) for n in range(16)]
    looks = set()
    for world in {world.bytes(): world for world in worlds}.values():
        move, *others = world.legal()
        if others:
            return False
        world.play(move)
        looks.add(world.view(view.viewer).bytes())
    return len(looks) == 1
