"""What a frame of Soul Ward shows beside the position: who acts, what it changed, what a trial would change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from frostfair.engine.game import View
from frostfair.engine.scene import Scene
from frostfair.engine.speech import Catalogue
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.voice import EDGE_ICONS, PHASE, middle_icon, won_space

LOOK = Catalogue(Path(__file__).parent, "look")  # the words on and behind the pictures


@dataclass(frozen=True)
class Story:
    """The masks are of edge spaces (`acting`, `tried`) or middle spaces; -1 and 0 stand for nothing."""

    turn: int = -1  # which of the six markers' cards acts
    acting: int = 0  # edge cards that act, or whose markers win a card
    lines: tuple[int, ...] = ()  # edge cards whose line shows a band
    chain: tuple[int, ...] = ()  # linked ice, in the order in which it is counted
    chain_seat: int = -1
    laid: tuple[int, int] = (0, 0)  # ice by seat that this move laid, or lifted
    lifted: tuple[int, int] = (0, 0)
    won: int = 0  # middle cards won by this move, or by the trial
    prize: int = 0  # the kind of the card that has just left its space
    cause: str = ""  # symbol of what changed the wards
    before: tuple[int, int] | None = None  # the wards before the move
    after: tuple[int, int] | None = None  # the wards after the trial
    fresh_edge: int = -1  # the edge card just laid
    fresh_middle: int = -1  # the middle card just dealt or refilled
    marked: int = -1  # edge space of the newest marker
    tried: tuple[int, ...] = ()  # edge spaces of markers not yet placed, in their order
    blown: bool = False  # the Storm has just moved


def spaces(mask: int) -> Iterator[int]:
    """The spaces of a mask, rising."""
    return (i for i in range(mask.bit_length()) if mask >> i & 1)


def read(scene: Scene) -> Story:
    """A trial hides what the last move did: the board then shows what would come."""
    if scene.trial:
        return _tried(scene)
    if scene.before is None or scene.move is None:
        return Story(marked=_newest(scene.view.record))
    story = _told(scene.before, scene.move, scene.view)
    return replace(story, lines=()) if scene.legal else story  # a band then means a choice


def _newest(s: Any) -> int:
    return int(s.order[s.placed - 1]) if s.phase == rules.MARK and s.placed else -1


def _tried(scene: Scene) -> Story:
    tried = tuple(move - rules.MARKS for move in scene.trial if rules.MARKS <= move < rules.TAKES)
    won = sum(1 << move - rules.TAKES for move in scene.trial if rules.TAKES <= move < rules.DEALS)
    if scene.outcome is None:
        return Story(tried=tried, lines=tried[-1:], won=won, marked=_newest(scene.view.record))
    s = scene.outcome.record
    return Story(tried=tried, lines=tried[-1:], won=won | int(s.taken), after=_wards(s), marked=_newest(scene.view.record))


def _wards(s: Any) -> tuple[int, int]:
    return int(s.ward[0]), int(s.ward[1])


def _told(before: View, move: int, view: View) -> Story:
    b, s = before.record, view.record
    match PHASE[move]:
        case rules.DEAL:
            return Story(fresh_middle=int(b.dealt) if b.dealt < 9 else -1)
        case rules.DRAFT:
            return Story(fresh_edge=move // 5)
        case rules.LAY:
            return Story(fresh_edge=int(b.placed))
        case rules.MARK:
            return Story(marked=move - rules.MARKS, lines=(move - rules.MARKS,))
        case rules.ACT:
            return _acted(before, view)
        case rules.WIN:
            return _won(before, won_space(before, move), view)
        case rules.REFILL:
            return Story(fresh_middle=int(b.hole))
        case rules.STORM:
            return Story(blown=True, cause="storm", before=_wards(b), marked=_newest(s))
    return Story()


def _changed(b: Any, s: Any, chain: int = 0, seat: int = -1) -> Story:
    """Ice laid and lifted, and the wards before; a chain is told link by link instead."""
    was, now = [(int(r.ice[0]), int(r.ice[1])) for r in (b, s)]
    lifted = [was[p] & ~now[p] & ~(chain if p == seat else 0) for p in range(2)]
    return Story(laid=(now[0] & ~was[0], now[1] & ~was[1]), lifted=(lifted[0], lifted[1]), before=_wards(b))


def _acted(before: View, view: View) -> Story:
    b, s = before.record, view.record
    e, seat = int(b.order[b.acted]), rules.turn(b, b.acted)
    linked = rules.chain(b, seat, e) if b.edge[e] == rules.LIGHTNING else 0
    return replace(
        _changed(b, s, linked, seat),
        turn=int(b.acted),
        acting=1 << e,
        lines=(e,),
        chain=_links(linked, linked & int(rules.FACES[e])),
        chain_seat=seat,
        cause=EDGE_ICONS[b.edge[e]],
    )


def _links(linked: int, line: int) -> tuple[int, ...]:
    """The chain in the order in which it is found: the ice on the line, then what touches it, step by step."""
    order: list[int] = []
    while line:
        order += spaces(line & ~sum(1 << m for m in order))
        known = sum(1 << m for m in order)
        line = linked & rules.sides(known) & ~known
    return tuple(order)


def _won(before: View, m: int, view: View) -> Story:
    b, s = before.record, view.record
    facing = 1 << m % 3 | 1 << 3 + m // 3
    facing |= facing << 6
    acting = int(b.marks[b.winner]) & facing
    return replace(
        _changed(b, s),
        acting=acting,
        lines=tuple(spaces(acting)),
        won=1 << m,
        prize=int(b.middle[m]),
        cause=middle_icon(before.kit, int(b.middle[m])),
    )
