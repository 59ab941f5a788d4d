"""Mittens: from components.toml and options to the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from frostfair.engine.kits import Components, Kit, Option, Value

from . import rules

SEATS = (2, 3)
OPTIONS = (Option("hand", default=2, least=1, most=2),)
KINDS = ("fir", "star", "moon", "bell")


def build(game: str, seats: int, components: Components, options: Mapping[str, Value]) -> Kit:
    """The box: up to four kinds of mitten, enough for one turn.  KitError says what is wrong."""
    record = np.zeros(1, rules.KIT)
    kit = record.view(np.recarray)[0]
    kit.seats, kit.hand = seats, options["hand"]
    names: dict[int, str] = {}
    for nth, row in enumerate(components.rows("mitten")):
        if row.get("kind") not in KINDS or row["kind"] in names.values():
            raise components.fault(f"{row.get('kind')!r} is not one of {', '.join(KINDS)}, each listed once", "mitten", nth)
        names[nth + 1] = row["kind"]
        kit.copies[nth + 1] = components.count(row, "copies", "mitten", nth, 1, 20)
        kit.number[nth + 1] = components.count(row, "number", "mitten", nth, 0, 20)
    if kit.copies.sum() < seats * kit.hand + 1:
        raise components.fault(f"{kit.copies.sum()} mittens are too few; {seats} seats need {seats * kit.hand + 1}", "mitten")
    return Kit(game, seats, dict(components.data), dict(options), record, {"mitten": names})
