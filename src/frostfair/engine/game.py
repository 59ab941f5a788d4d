"""The face of a game: discovery, the contract checked when a game is loaded, positions and views."""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
import re
import warnings
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from frostfair.engine import compiled, face
from frostfair.engine.chance import Stream
from frostfair.engine.errors import GameError, IllegalMove, KitError
from frostfair.engine.kits import Components, Kit, Option, read_options

Array = npt.NDArray[Any]
TABLE: Final = -2  # `viewer` of the table itself, which sees all
PUBLIC: Final = -1  # `viewer` of what everybody sees: spectators

FUNCTIONS: Final = ("setup", "waiting", "together", "legal", "weight", "apply", "hide", "seen", "imagine", "standing")
NUMBERS: Final = ("RULES", "SEATS", "NATURE", "MOVES", "MOST")
PARTS: Final = {  # what else a game's folder offers (docs/inside.md)
    "kit": ("SEATS", "OPTIONS", "build"),
    "words": (
        *("WORDS", "title", "facts", "write", "read", "seat_name", "event", "question", "offer", "verb", "name_move"),
        *("why_not", "result", "board_text", "card_text", "option_words"),
    ),
    "look": ("COLOURS", "board", "dock", "summary", "stall", "card", "figure"),
}


class Game:
    """A game as everybody outside its folder knows it.

    `name` is its folder, `package` where it is imported from, `rules` the rules as plain Python.  `face` runs them:
    as Python (`plain`) until `compile` is done, as machine code from then on, with the same results.
    """

    def __init__(self, package: str) -> None:
        self.package, self.name = package, package.rsplit(".", 1)[-1]
        self.rules = _import(package, "rules")
        self._check()
        self.folder = Path(str(self.rules.__file__)).parent
        self.face = self.plain = compiled.specialise(face, self.rules, machine=False)

    def __repr__(self) -> str:
        return f"Game({self.package!r})"

    def _check(self) -> None:
        """The contract, as far as it can be seen without playing; a clear error names what is missing."""
        rules, lacks = self.rules, []
        lacks += [f"the number {name}" for name in NUMBERS if not isinstance(getattr(rules, name, None), int)]
        unmarked = [name for name in FUNCTIONS if not hasattr(getattr(rules, name, None), "__rule__")]
        lacks += [f"the function {name}, marked with @rule" for name in unmarked]
        if hasattr(rules, "pending") != hasattr(rules, "skip"):
            lacks.append("pending and skip, which come together or not at all")
        for name in ("KIT", "STATE"):
            dtype = getattr(rules, name, None)
            if not isinstance(dtype, np.dtype) or dtype.names is None or not dtype.isalignedstruct:
                lacks.append(f"the record type {name} (np.dtype([...], align=True))")
            else:
                clash = [field for field in dtype.names if hasattr(np.recarray, field)]
                lacks += [f"another name for the field {name}.{field}, which is NumPy's" for field in clash]
        if not lacks and "viewer" not in (rules.STATE.names or ()):
            lacks.append("the field `viewer` of STATE")
        if not lacks and not (rules.MOVES <= 512 and rules.MOST <= rules.MOVES and rules.NATURE == rules.SEATS):
            lacks.append("MOVES at most 512, MOST at most MOVES, and NATURE equal to SEATS")
        if lacks:
            raise GameError(f"{self.package} is no game yet: it lacks {'; '.join(lacks)}")

    @cached_property
    def box(self) -> ModuleType:
        """The game's `kit.py`: OPTIONS, seat counts, and how components become a record."""
        return _part(self.package, "kit")

    @cached_property
    def words(self) -> ModuleType:
        """The game's `words.py`: notation, sentences and reasons, in every language."""
        return _part(self.package, "words")

    @cached_property
    def look(self) -> ModuleType:
        """The game's `look.py`: its board and cards as HTML and SVG."""
        return _part(self.package, "look")

    @property
    def seat_counts(self) -> Sequence[int]:
        counts: Sequence[int] = self.box.SEATS
        return counts

    @property
    def options(self) -> tuple[Option, ...]:
        options: tuple[Option, ...] = self.box.OPTIONS
        return options

    def kit(
        self, seats: int | None = None, options: Mapping[str, object] | None = None, components: Components | None = None
    ) -> Kit:
        """The box for so many seats (default: the fewest), with options and perhaps a designer's components.

        KitError says which line or option is wrong and why.
        """
        seats = min(self.seat_counts) if seats is None else seats
        if seats not in self.seat_counts:
            raise KitError(f"{self.name} is for {' or '.join(map(str, self.seat_counts))} seats, not {seats!r}")
        values = read_options(self.options, options or {})
        components = components or Components.load(self.folder / "components.toml")
        kit: Kit = self.box.build(self.name, seats, components, values)
        return kit

    @property
    def ready(self) -> bool:
        """Whether the rules run as machine code."""
        return self.face is not self.plain

    def compile(self) -> None:
        """Make (or load) the machine code of the face and use it from now on.  Takes seconds the first time."""
        if not self.ready and compiled.can_compile():
            quick = compiled.specialise(face, self.rules, machine=True)
            _warm(self, quick)
            self.face = quick

    def start(self, kit: Kit) -> Position:
        """The table before nature's first move."""
        position = Position(self, kit, np.zeros(1, self.rules.STATE))
        position._call("setup")
        return position


class _Seen:
    """What a position and a view have in common.  `state` is one STATE record in an array: read it, never write."""

    __slots__ = ("game", "kit", "state")

    def __init__(self, game: Game, kit: Kit, state: Array) -> None:
        self.game, self.kit, self.state = game, kit, state

    def _call(self, name: str, *arguments: Any) -> Any:
        face, kits, states = self.game.face, self.kit.record, self.state
        if face is self.game.plain:
            kits, states = kits.view(np.recarray), states.view(np.recarray)
        return getattr(face, name)(kits, states, *arguments)

    @property
    def record(self) -> Any:
        """The state's fields by name: `view.record.ward[0]`."""
        return self.state.view(np.recarray)[0]

    @property
    def viewer(self) -> int:
        return int(self.state["viewer"][0])

    def waiting(self) -> int:
        """The seat that decides now, NATURE, or -1 at the end."""
        return int(self._call("waiting"))

    def together(self) -> int:
        """Bit mask of the seats that owe an answer at the same time, else 0."""
        return int(self._call("together"))

    @property
    def over(self) -> bool:
        return self.waiting() < 0

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal moves of a seat or nature (default: of whoever is waiting), rising; [] for those not asked."""
        who = self.waiting()
        seat = who if seat is None else seat
        if seat < 0 or (seat != who and not self.together() >> seat & 1):
            return []
        out = np.empty(self.game.rules.MOST, np.int16)
        return [int(move) for move in out[: self._call("legal", seat, out)]]

    def standing(self) -> tuple[list[int], list[int]]:
        """Places (from 1, ties share) and scores by seat, as if the game ended now."""
        place, score = np.zeros(self.game.rules.SEATS, np.int16), np.zeros(self.game.rules.SEATS, np.int32)
        self._call("standing", place, score)
        seats = self.kit.seats
        return [int(p) for p in place[:seats]], [int(n) for n in score[:seats]]

    def _same_bytes(self) -> Array:
        """A copy of the state, gaps between fields too: NumPy's own copy leaves in them whatever lay in memory."""
        return self.state.view("u1").copy().view(self.state.dtype)

    def bytes(self) -> bytes:
        return self.state.tobytes()


class View(_Seen):
    """What one seat (or the public, -1) may know.  It cannot be played on; `imagine` a world for that."""

    __slots__ = ()

    def imagine(self, stream: Stream) -> Position:
        """A possible world, drawn by the law on the game's page from what this view shows and nothing else."""
        world = Position(self.game, self.kit, self._same_bytes())
        world._call("imagine", stream)
        return world


class Position(_Seen):
    """The table itself, or an imagined one.  Only the engine and the house's dealer hold the real one."""

    __slots__ = ()

    def copy(self) -> Position:
        return Position(self.game, self.kit, self._same_bytes())

    def view(self, seat: int) -> View:
        """A hidden copy for a seat, or PUBLIC."""
        view = View(self.game, self.kit, self._same_bytes())
        view._call("hide", seat)
        return view

    def seen(self, move: int, seat: int) -> int:
        """The move as a seat sees it: asked before the move is played."""
        return int(self._call("seen", move, seat))

    def weights(self, moves: Sequence[int]) -> list[int]:
        """How likely each of nature's moves is, relative to the others."""
        return [int(self._call("weight", move)) for move in moves]

    def play(self, move: int, seat: int | None = None) -> None:
        """Play a legal move (of `seat`, default: of whoever is waiting); IllegalMove leaves everything as it was.

        Answers given at the same time are played in the order of seats, whoever collects them.
        """
        if seat is not None and seat != self.waiting():
            raise IllegalMove("it is not this seat's turn")
        if move not in self.legal():
            raise IllegalMove(f"move {move} is not legal now")
        self._call("apply", move)

    @property
    def can_skip(self) -> bool:
        """Whether the rules can see a plan through in mind: they have `pending` and `skip`."""
        return hasattr(self.game.rules, "skip")

    def pending(self) -> bool:
        """Whether something decided has not taken its course yet."""
        return bool(self._call("pending"))

    def skip(self) -> None:
        """Only in mind: the waiting seat leaves its question open."""
        self._call("skip")


def _import(package: str, part: str) -> ModuleType:
    try:
        return importlib.import_module(f"{package}.{part}")
    except ModuleNotFoundError as error:
        if error.name and f"{package}.{part}".startswith(error.name):
            raise GameError(f"{package} is no game: it has no {part}.py") from None
        raise


def _part(package: str, part: str) -> ModuleType:
    module = _import(package, part)
    lacks = [name for name in PARTS[part] if not hasattr(module, name)]
    if lacks:
        raise GameError(f"{package} is no game yet: its {part}.py lacks {', '.join(lacks)}")
    return module


def _warm(game: Game, quick: ModuleType) -> None:
    """Call every function of a face once with the types that will be used, so that nothing compiles later."""
    rules, kit = game.rules, game.kit()
    state, out = np.zeros(1, rules.STATE), np.empty(rules.MOST, np.int16)
    place, score = np.zeros(rules.SEATS, np.int16), np.zeros(rules.SEATS, np.int32)
    quick.setup(kit.record, state)
    n = quick.legal(kit.record, state, quick.waiting(kit.record, state), out)
    quick.together(kit.record, state)
    quick.standing(kit.record, state, place, score)
    quick.weight(kit.record, state, int(out[n - 1]))
    quick.seen(kit.record, state, int(out[n - 1]), PUBLIC)
    view = state.copy()
    quick.hide(kit.record, view, PUBLIC)
    quick.imagine(kit.record, view, np.ones(4, np.int64))
    quick.apply(kit.record, state, int(out[n - 1]))
    quick.pending(kit.record, state)
    quick.skip(kit.record, state)


@cache
def load(name: str) -> Game:
    """A game by the name of its folder (`soul_ward` or `soul-ward`) or by its package; GameError if there is none."""
    packages = discover()
    package = packages.get(name.replace("-", "_"), name)
    if package != name:
        return load(package)
    if package in packages.values() or re.fullmatch(r"\w+(\.\w+)+", package):
        return Game(package)
    raise GameError(f"there is no game {name!r}; there are: {', '.join(sorted(packages))}")


def discover() -> dict[str, str]:
    """All games by name: every folder of frostfair.games, every installed entry point `frostfair.games`."""
    home = importlib.import_module("frostfair.games")
    found = {module.name: f"frostfair.games.{module.name}" for module in pkgutil.iter_modules(home.__path__) if module.ispkg}
    for point in importlib.metadata.entry_points(group="frostfair.games"):
        found.setdefault(point.name.replace("-", "_"), point.value)
    return dict(sorted(found.items()))


def games() -> list[Game]:
    """Every game that loads.  One that does not is named in a warning, and stops none of the others."""
    whole = []
    for name in discover():
        try:
            game = load(name)
            for part in ("box", "words", "look"):
                getattr(game, part)
        except Exception as error:  # noqa: BLE001 - whatever is wrong in a game, it is that game's fault alone
            warnings.warn(f"the game {name} is left out: {error!r}", stacklevel=2)
        else:
            whole.append(game)
    return whole
