"""Soul Ward: from components.toml and options to the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from frostfair.engine.kits import Components, Kit, Option, Value
from frostfair.games.soul_ward import draft, rules

SEATS = (2,)
SPACES = ("T1", "T2", "T3", "R1", "R2", "R3", "B1", "B2", "B3", "L1", "L2", "L3")
EDGE_KINDS = {"Ice": rules.ICE, "Fire": rules.FIRE, "Lightning": rules.LIGHTNING, "Light": rules.LIGHT, "Shadow": rules.SHADOW}
MIDDLE_KINDS = {"Strike": rules.STRIKE, "Frozen Ground": rules.FROZEN}
NUMBERED = {"Fire": 1, "Lightning": 0, "Light": 0, "Strike": 1}  # kinds with a number, and the least it can be

OPTIONS = (
    Option("quick", default=False),
    Option("green_ward", default=0, least=0, most=99),  # 0: as in the box
    Option("red_ward", default=0, least=0, most=99),
    Option("storm", default="box", choices=("box", *SPACES)),
    Option("light_and_shadow", default=False),
)


def build(game: str, seats: int, components: Components, options: Mapping[str, Value]) -> Kit:
    """The box: 12 edge cards that can be laid by the neighbour rule, 9 to 24 middle cards.  KitError says what is wrong."""
    record = np.zeros(1, rules.KIT)
    kit = record.view(np.recarray)[0]
    edge = _edge(components, "light_and_shadow.edge" if options["light_and_shadow"] else "edge", kit)
    middle = _middle(components, kit)
    wards = components.table("wards")
    start = components.count(wards, "start", "wards", 0, 1, 99)
    storm = wards.get("storm") if options["storm"] == "box" else options["storm"]
    if storm not in SPACES:
        raise components.fault(f"storm = {storm!r} is not one of {', '.join(SPACES)} (W-4)", "wards")
    kit.ward[rules.GREEN], kit.ward[rules.RED] = options["green_ward"] or start, options["red_ward"] or start
    kit.most = max(start, *kit.ward)
    kit.storm = list(rules.LOOP).index(SPACES.index(storm))
    kit.quick = options["quick"]
    if kit.edge_copies[rules.LIGHT]:  # mending needs an end
        kit.last = components.count(components.table("light_and_shadow"), "last", "light_and_shadow", 0, 1, 999, 32)
    return Kit(game, seats, dict(components.data), dict(options), record, {"edge": edge, "middle": middle})


def _edge(components: Components, table: str, kit: np.record) -> dict[int, str]:
    names: dict[int, str] = {}
    for nth, row in enumerate(components.rows(table)):
        kind = row.get("kind")
        if kind not in list(EDGE_KINDS):
            raise components.fault(f"{kind!r} is no edge card; there are {', '.join(EDGE_KINDS)}", table, nth)
        k = EDGE_KINDS[kind]
        if k in names:
            raise components.fault(f"{kind} is listed twice; give it one entry with all its copies", table, nth)
        copies = kit.edge_copies[k] = components.count(row, "copies", table, nth, 0, 12)
        if copies > 4 * draft.ROOM[rules.EMPTY, 1 << k - 1]:  # no other supply of twelve fails (W-3)
            raise components.fault(f"{copies} {kind} cannot be laid: each side takes two of a kind at most (W-2)", table, nth)
        kit.edge_number[k] = _number(components, row, table, nth)
        names[k] = kind.lower()
    total = int(kit.edge_copies.sum())
    if total != 12:
        raise components.fault(f"the edge has 12 spaces, but there are {total} edge cards", table)
    return names


def _middle(components: Components, kit: np.record) -> dict[int, str]:
    names: dict[int, str] = {}
    rows = components.rows("middle")
    if len(rows) > rules.MIDDLES:
        raise components.fault(
            f"there are {len(rows)} kinds of middle card, but room for {rules.MIDDLES}", "middle", rules.MIDDLES
        )
    for nth, row in enumerate(rows):
        k, kind = nth + 1, row.get("kind")
        if kind not in list(MIDDLE_KINDS):
            raise components.fault(f"{kind!r} is no middle card; there are {', '.join(MIDDLE_KINDS)}", "middle", nth)
        kit.middle_what[k] = MIDDLE_KINDS[kind]
        kit.middle_copies[k] = components.count(row, "copies", "middle", nth, 0, 24)
        kit.middle_number[k] = _number(components, row, "middle", nth)
        name = f"strike{kit.middle_number[k]}" if kind == "Strike" else "frozen"
        if name in names.values():
            raise components.fault(f"{kind} is listed twice with the same number", "middle", nth)
        names[k] = name
    total = int(kit.middle_copies.sum())
    if not 9 <= total <= 9 + rules.PILE:
        raise components.fault(f"there are {total} middle cards, but 9 to {9 + rules.PILE} are needed", "middle")
    return names


def _number(components: Components, row: Mapping[str, Any], table: str, nth: int) -> int:
    least = NUMBERED.get(row["kind"])
    if least is not None:
        return components.count(row, "number", table, nth, least, 99)
    if "number" in row:
        raise components.fault(f"{row['kind']} has no number", table, nth)
    return 0
