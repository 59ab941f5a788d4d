"""Who sits at a table, and the page on which that is settled before the start."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from frostfair.engine.scene import Person
from frostfair.house.page import WORDS, Reader, qr
from frostfair.house.table import BOT, HUMAN, OPEN, Table
from frostfair.players.levels import LEVELS


def people(reader: Reader, table: Table) -> tuple[Person, ...]:
    """Who sits where: people by their name, else by their seat's animal."""
    known = table.people(reader.device)
    names = [person.name if person.name != person.animal and not person.bot else "" for person in known]
    return tuple(
        replace(
            person,
            name=name or WORDS.say(reader.lang, f"animal.{person.animal}"),
            level=bot(reader.lang, seat.name) if seat.name in LEVELS and person.bot else "",
        )
        for person, name, seat in zip(known, names, table.seats, strict=True)
    )


def bot(lang: str, player: str) -> str:
    """A kind of computer player as people call it."""
    try:
        return WORDS.say(lang, f"bot.{player}")
    except KeyError:
        return player


def before_start(reader: Reader, table: Table, fault: str) -> dict[str, Any]:
    """What the page before the start shows: seats, options, the link, the seal of chance."""
    held = table.held(reader.device)
    seats = [
        {
            "n": n,
            "role": table.game.words.seat_name(table.kit, n, reader.lang),
            "person": person,
            "kind": "me" if n in held[:1] else "here" if n in held else seat.kind,
            "player": seat.name if seat.kind == BOT else "",
            "name": seat.name if seat.kind == HUMAN else "",
        }
        for n, (seat, person) in enumerate(zip(table.seats, people(reader, table), strict=True))
    ]
    link = f"{reader.root}/j/{table.code}"
    title = table.game.words.title(reader.lang)
    options = [
        {
            "option": option,
            "value": table.kit.options[option.name],
            "words": table.game.words.option_words(option.name, reader.lang),
        }
        for option in table.game.options
    ]
    return {
        "title": title,
        "name": title,
        "mine": False,
        "host": reader.device == table.host,
        "seats": seats,
        "empty": ", ".join(seat["role"] for seat in seats if seat["kind"] == OPEN),
        "options": options,
        "changed": any(row["value"] != row["option"].default for row in options),
        "link": link,
        "qr": qr(f"{link}?{reader.key}"),
        "commitment": table.chance.commitment,
        "fault": fault,
        "levels": LEVELS,
        "bot": partial(bot, reader.lang),
    }
