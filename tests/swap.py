"""The swap test: two tables that differ only in what a reader cannot see give that reader equal bytes everywhere.

Readers are the seats and the public (-1).  Pairs of tables come from `imagine`, from a shuffle of the face-down cards
made by hand (`permute`), and from playing on with moves that look alike.  An *outlet* is a part of the project that
tells a reader something: it makes named channels of bytes from a frame.  To cover another part, add its outlet.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass

from frostfair.engine.chance import Keyed, Stream, below, pick, stream
from frostfair.engine.game import PUBLIC, Game, Position
from frostfair.engine.kits import Kit
from frostfair.engine.line import Line, Played
from frostfair.engine.scene import Person, Scene
from frostfair.engine.speech import LANGUAGES


@dataclass(frozen=True)
class Frame:
    """A table for one reader, at rest (`before` and `move` None) or just after a move; `move` is the real one."""

    after: Position
    reader: int
    before: Position | None = None
    move: int | None = None
    lang: str = "en"

    @property
    def seen(self) -> int | None:
        return self.before.seen(self.move, self.reader) if self.before and self.move is not None else None


Channels = dict[str, bytes]
Outlet = Callable[[Frame], Channels]
Permute = Callable[[Position, int, Stream], Position]


@dataclass(frozen=True)
class Secrets:
    """What the test must know of a game: how to mix by hand what a reader cannot see, and which moves turn cards up."""

    permute: Permute
    reveals: Container[int] = ()


def rules(frame: Frame) -> Channels:
    """What the rules say, asked of the table itself and of the reader's view."""
    table, view = frame.after, frame.after.view(frame.reader)
    facts = {
        "waiting": (table.waiting(), view.waiting()),
        "together": (table.together(), view.together()),
        "legal": (table.legal(frame.reader), view.legal(frame.reader)),
        "standing": view.standing(),
        "seen": frame.seen,
    }
    return {"view": view.bytes(), **{name: repr(fact).encode() for name, fact in facts.items()}}


def words(frame: Frame) -> Channels:
    """What is told: notation, event, question, the table in words, labels, reasons and the result."""
    game, view, lang = frame.after.game, frame.after.view(frame.reader), frame.lang
    tell, legal = game.words, view.legal(frame.reader)
    told = {
        "question": tell.question(view, view.waiting(), lang),
        "board text": tell.board_text(view, lang),
        "labels": [(tell.name_move(view, m, lang), tell.offer(view, [m], lang), tell.verb(view, m, lang)) for m in legal],
        "why not": [str(tell.why_not(view, frame.reader, m, lang)) for m in range(game.rules.MOVES) if m not in legal],
        "result": tell.result(view, lang) if view.over else "",
    }
    if frame.before is not None:
        told["event"] = tell.event(frame.before.view(frame.reader), frame.seen, view, lang)
        told["notation"] = tell.write(view.kit, frame.seen)
    return {name: repr(text).encode() for name, text in told.items()}


def look(frame: Frame) -> Channels:
    """What is drawn."""
    view = frame.after.view(frame.reader)
    people = tuple(Person(f"Person {p}", you=p == frame.reader) for p in range(view.kit.seats))
    before = frame.before.view(frame.reader) if frame.before is not None else None
    scene = Scene(view, people, frame.lang, before, frame.seen, tuple(view.legal(frame.reader)))
    drawn = {name: getattr(view.game.look, name)(scene) for name in ("board", "dock", "summary")}
    return {name: str(text).encode() for name, text in drawn.items()}


OUTLETS: tuple[Outlet, ...] = (rules, words, look)


def channels(frame: Frame, outlets: Sequence[Outlet] = OUTLETS) -> Channels:
    """Everything that a frame gives to its reader."""
    return {f"{outlet.__name__}: {name}": said for outlet in outlets for name, said in outlet(frame).items()}


def same(one: Frame, other: Frame, outlets: Sequence[Outlet] = OUTLETS) -> None:
    """AssertionError if the reader can tell the frames apart: by which channel, and what it says."""
    here, there = channels(one, outlets), channels(other, outlets)
    apart = [name for name in here.keys() | there.keys() if here.get(name) != there.get(name)]
    told = "; ".join(f"{name} = {here.get(name)!r} or {there.get(name)!r}" for name in sorted(apart))
    assert not apart, f"reader {one.reader} can tell two tables apart: {told}"


def imagined(table: Position, reader: int, chance: Stream) -> Position:
    return table.view(reader).imagine(chance)


def check(game: Game, kit: Kit, seed: int, secrets: Secrets, outlets: Sequence[Outlet] = OUTLETS) -> int:
    """Play a random game; at each table and after each move compare it with twins, for every reader.

    Returns how many pairs of tables did differ (in what the reader could not see).
    """
    chance, differing, count = stream("swap", seed), 0, 0
    table = game.start(kit)
    while not table.over:
        move, after = some_move(table, chance), table.copy()
        after.play(move)
        for reader in range(PUBLIC, kit.seats):
            count += 1
            lang = LANGUAGES[count % len(LANGUAGES)]
            for make in (imagined, secrets.permute):
                twin = make(table, reader, chance)
                differing += twin.bytes() != table.bytes()
                same(Frame(table, reader, lang=lang), Frame(twin, reader, lang=lang), outlets)
                for other in alike(table, move, after, twin, reader, secrets):
                    follow = twin.copy()
                    follow.play(other)
                    same(Frame(after, reader, table, move, lang), Frame(follow, reader, twin, other, lang), outlets)
        table = after
    return differing


def some_move(table: Position, chance: Stream) -> int:
    """A legal move of whoever is waiting; nature's by weight."""
    moves = table.legal()
    if table.waiting() != table.game.rules.NATURE:
        return moves[int(below(chance, len(moves)))]
    weights = table.weights(moves)
    return pick(int(below(chance, sum(weights))), moves, weights).move


def alike(table: Position, move: int, after: Position, twin: Position, reader: int, secrets: Secrets) -> Iterator[int]:
    """The twin's moves that look like `move` to the reader: seen as the same, or leading to what looks the same.

    Either must imply the other, since a move tells a reader no more than the tables before and after it do; but a move
    that turns cards up looks the same while what it shows differs.
    """
    seen, view = table.seen(move, reader), after.view(reader).bytes()
    for other in twin.legal():
        follow = twin.copy()
        follow.play(other)
        if follow.view(reader).bytes() == view or (twin.seen(other, reader) == seen and seen not in secrets.reveals):
            yield other


def random_line(game: Game, seats: int, seed: int) -> Line:
    """A whole game: the seats play at random, nature from a key of its own."""
    line, chance, keyed = Line(game, game.kit(seats)), stream("line", seed), Keyed(bytes([seed]) * 32)
    while not line.now.over:
        if line.now.waiting() == game.rules.NATURE:
            line.deal(keyed)
        else:
            line.play(Played(line.now.waiting(), some_move(line.now, chance)))
    return line


def twin_line(line: Line, reader: int, chance: Stream, width: int = 100) -> Line:
    """Another game from the start that looks the same to the reader: of `width` tried side by side, the most different."""
    beside: list[Line] = []
    for n, seen in enumerate(line.seen(reader)):
        begun = line.copy()
        begun.back(n)
        view = line.positions[n + 1].view(reader).bytes()
        following = [follow for one in (begun, *beside) for follow in followers(one, reader, seen, view)]
        beside = [following.pop(int(below(chance, len(following)))) for _ in range(min(width, len(following)))]
    return max(beside, key=lambda one: sum(a.move != b.move for a, b in zip(one.moves, line.moves, strict=True)))


def followers(line: Line, reader: int, seen: int, view: bytes) -> Iterator[Line]:
    """The line with one more move, for every move that the reader sees as `seen` and that leads to what looks like `view`."""
    who, moves = line.now.waiting(), line.now.legal()
    for move in moves:
        if line.now.seen(move, reader) == seen:
            follow, draw = line.copy(), None
            if who == line.game.rules.NATURE:
                weights = line.now.weights(moves)
                draw = pick(sum(weights[: moves.index(move)]), moves, weights)
            follow.play(Played(who, move, draw))
            if follow.now.view(reader).bytes() == view:
                yield follow
