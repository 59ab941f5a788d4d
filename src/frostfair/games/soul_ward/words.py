"""Soul Ward in words: notation, sentences and reasons.  Every sentence comes from words.<lang>.toml.

The notation is the same in every language.  Seats: `ice@T1` lays Ice on edge space T1, `mark L2` puts the next marker
on L2, `take r2c3` takes the card in row 2, column 3.  Nature: `deal strike2`, `lay fire`, and `act`, `win`, `refill`,
`gather`, `storm`, which need no more.  A kind of card that a box lacks is called `kind7`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from frostfair.engine.errors import BadNotation
from frostfair.engine.game import View
from frostfair.engine.kits import Kit
from frostfair.games.soul_ward import rules
from frostfair.games.soul_ward.kit import SPACES
from frostfair.games.soul_ward.reasons import why_not
from frostfair.games.soul_ward.story import event
from frostfair.games.soul_ward.voice import CORNERS, NOW, PHASE, WORDS, Voice, card_text

__all__ = ["WORDS", "board_text", "card_text", "event", "facts", "name_move", "offer"]
__all__ += ["option_words", "question", "read", "result", "seat_name", "title", "verb", "why_not", "write"]


def title(lang: str) -> str:
    return WORDS.say(lang, "title")


def facts(lang: str) -> dict[str, str]:
    """Phrases to show as they are: players, minutes, ages, and the pitch in one line."""
    return {key: WORDS.say(lang, f"facts.{key}") for key in ("players", "minutes", "ages", "pitch")}


def seat_name(kit: Kit, seat: int, lang: str) -> str:
    return WORDS.say(lang, f"seat.{seat}")


def option_words(name: str, lang: str) -> tuple[str, str]:
    return WORDS.say(lang, f"option.{name}"), WORDS.say(lang, f"option.{name}.help")


def write(kit: Kit, move: int) -> str:
    return _notation(kit)[move]


def read(kit: Kit, text: str, lang: str = "en") -> int:
    """The move that `write` writes so, in any case and with any spaces; BadNotation says what would be right."""
    plain = _plain(text)
    if plain in _numbers(kit):
        return _numbers(kit)[plain]
    word, _, rest = plain.partition(" ")
    if word == "mark" and rest.upper() in CORNERS.values():
        word = "corner"
    elif word not in ("mark", "take", "deal", "lay"):
        word = "card" if "@" in text else "any"
    kinds = ", ".join(kit.cards["middle" if word == "deal" else "edge"].values())
    raise BadNotation(WORDS.say(lang, f"notation.{word}", text=plain[:40], spaces=" ".join(SPACES), kinds=kinds))


@lru_cache(maxsize=32)
def _notation(kit: Kit) -> tuple[str, ...]:
    """Every move of this box, by its number."""
    edge = [kit.cards["edge"].get(k, f"kind{k}") for k in range(1, rules.EDGES + 1)]
    middle = [kit.cards["middle"].get(k, f"kind{k}") for k in range(1, rules.MIDDLES + 1)]
    return (
        *(f"{kind}@{space}" for space in SPACES for kind in edge),
        *(f"mark {space}" for space in SPACES),
        *(f"take r{m // 3 + 1}c{m % 3 + 1}" for m in range(9)),
        *(f"deal {kind}" for kind in middle),
        *(f"lay {kind}" for kind in edge),
        *("act", "win", "refill", "gather", "storm"),
    )


@lru_cache(maxsize=32)
def _numbers(kit: Kit) -> dict[str, int]:
    return {_plain(text): move for move, text in enumerate(_notation(kit))}


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("@", " @ ").split())


def question(view: View, seat: int, lang: str) -> str:
    """What the waiting seat is asked; for nature and at the end, what is going on."""
    return Voice(view, lang).now()


def offer(view: View, moves: Sequence[int], lang: str) -> str:
    """Moves of one seat, chosen but not yet played, as questions."""
    voice = Voice(view, lang)
    return " ".join(voice.say("offer", what=voice.label(move, ahead)) for ahead, move in enumerate(moves))


def verb(view: View, move: int, lang: str) -> str:
    """The gold button's verb, at most 14 letters."""
    return WORDS.say(lang, f"verb.{NOW[PHASE[move]]}")


def name_move(view: View, move: int, lang: str) -> str:
    """A legal move as a label, different for every legal move."""
    return Voice(view, lang).label(move)


def result(view: View, lang: str) -> str:
    """How the game ended and by which rule; ValueError while it goes on."""
    if not view.over:
        raise ValueError("the game is not over")
    return Voice(view, lang).result()


def board_text(view: View, lang: str) -> str:
    """The board as the notation names it (rows T 1 2 3 B, columns L 1 2 3 R), then all that lies beside it."""
    voice, storm = Voice(view, lang), CORNERS.get(int(view.record.storm), "")
    edge, middle = [_edge_cell(voice, e) for e in range(12)], [_middle_cell(voice, m) for m in range(9)]
    corner = {name: "*" if name == storm else "" for name in CORNERS.values()}
    rows = [
        [" ", *"L123R"],
        ["T", corner["TL"], *edge[0:3], corner["TR"]],
        *([str(r + 1), edge[9 + r], *middle[3 * r : 3 * r + 3], edge[3 + r]] for r in range(3)),
        ["B", corner["BL"], *edge[6:9], corner["BR"]],
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join([*lines, *_beside(voice)])


def _edge_cell(voice: Voice, e: int) -> str:
    s = voice.s
    parts = [voice.card("edge", s.edge[e]) if s.edge[e] else "."]
    if e in s.order:
        parts.append(_marker(voice, list(s.order).index(e)))
    if s.storm >= 0 and rules.LOOP[s.storm] == e:
        parts.append("*")
    return " ".join(parts)


def _middle_cell(voice: Voice, m: int) -> str:
    s = voice.s
    parts = [voice.card("middle", s.middle[m]) if s.middle[m] else "."]
    parts += [voice.say(f"board.ice.{seat}") for seat in range(rules.SEATS) if s.ice[seat] >> m & 1]
    return " ".join(parts)


def _marker(voice: Voice, nth: int) -> str:
    return voice.say(f"board.marker.{voice.turn(nth)}", n=nth // 2 + 1)


def _beside(voice: Voice) -> list[str]:
    s, say, kit = voice.s, voice.say, voice.view.kit
    wards = ", ".join(f"{voice.name(seat)} {s.ward[seat]}" for seat in range(rules.SEATS))
    pile = ", ".join(voice.card("middle", k) for k in s.pile if k)
    supply = ", ".join(f"{s.supply[k]} {voice.card('edge', k)}" for k in kit.cards["edge"] if s.supply[k])
    order = ", ".join(
        f"{_marker(voice, nth)} {voice.edge_card(e)} {voice.line(e)}" for nth, e in enumerate(map(int, s.order)) if e >= 0
    )
    lines = [say("board.legend"), say("board.wards", wards=wards)]
    if s.rounds:
        lines += [say("board.round", round=s.rounds, name=voice.name(s.first)), say("board.storm", place=voice.storm())]
    if order:
        lines.append(say("board.order", order=order))
    if supply:
        lines.append(say("board.supply", supply=supply))
    return [*lines, say("board.pile", pile=pile) if pile else say("board.pile.empty")]
