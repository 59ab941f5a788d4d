"""Soul Ward: from components.toml and options to the record that the rules read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from frostfair.engine.kits import Components, Kit, Option, Value
from frostfair.games.soul_ward import rules

SEATS = (2,)
SPACES = ("T1", "T2", "T3", "R1", "R2", "R3", "B1", "B2", "B3", "L1", "L2", "L3")
EDGE_KINDS = {"Ice": rules.ICE, "Fire": rules.FIRE, "Lightning": rules.LIGHTNING, "Light": rules.LIGHT, "Shadow": rules.SHADOW}
MIDDLE_KINDS = {"Strike": rules.STRIKE, "Frozen Ground": rules.FROZEN}
NUMBERED = {"Fire": 1, "Lightning": 0, "Light": 0}  # kinds of edge card with a number, and the least it can be

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
    variant = "light_and_shadow." if options["light_and_shadow"] else ""
    edge = _edge(components, f"{variant}edge", kit)
    middle = _middle(components, kit)
    wards = components.data.get("wards", {})
    start = components.count(wards, "start", "wards", 0, 1, 99)
    storm = wards.get("storm") if options["storm"] == "box" else options["storm"]
    if storm not in SPACES:
        raise components.fault(f"storm = {storm!r} is not one of {', '.join(SPACES)} (W-4)", "wards")
    kit.ward[rules.GREEN], kit.ward[rules.RED] = options["green_ward"] or start, options["red_ward"] or start
    kit.most = max(start, *kit.ward)
    kit.storm = list(rules.LOOP).index(SPACES.index(storm))
    kit.quick = options["quick"]
    if kit.edge_copies[rules.LIGHT]:  # mending needs an end
        kit.last = components.count(components.data.get("light_and_shadow", {}), "last", "light_and_shadow", 0, 1, 999, 32)
    return Kit(game, seats, dict(components.data), dict(options), record, {"edge": edge, "middle": middle})


def _edge(components: Components, table: str, kit: np.record) -> dict[int, str]:
    names: dict[int, str] = {}
    home = components
    if "." in table:
        home = Components(components.data.get("light_and_shadow", {}), components.text, components.file)
    for nth, row in enumerate(home.rows("edge")):
        kind = row.get("kind")
        if kind not in EDGE_KINDS:
            raise components.fault(f"{kind!r} is no edge card; there are {', '.join(EDGE_KINDS)}", table, nth)
        k = EDGE_KINDS[kind]
        if k in names:
            raise components.fault(f"{kind} is listed twice; give it one entry with all its copies", table, nth)
        kit.edge_copies[k] = components.count(row, "copies", table, nth, 0, 12)
        if kind in NUMBERED:
            kit.edge_number[k] = components.count(row, "number", table, nth, NUMBERED[kind], 99)
        elif "number" in row:
            raise components.fault(f"{kind} has no number", table, nth)
        names[k] = kind.lower()
    total = int(kit.edge_copies.sum())
    if total != 12:
        raise components.fault(f"the edge has 12 spaces, but there are {total} edge cards", table)
    for nth, row in enumerate(home.rows("edge")):
        if row["copies"] > 8:
            raise components.fault(
                f"{row['copies']} {row['kind']} cannot be laid: each side takes two of a kind at most (W-2)", table, nth
            )
    return names


def _middle(components: Components, kit: np.record) -> dict[int, str]:
    names: dict[int, str] = {}
    rows = components.rows("middle")
    if len(rows) > rules.MIDDLES:
        raise components.fault(f"there are {len(rows)} kinds of middle card, but room for {rules.MIDDLES}", "middle")
    for k, row in enumerate(rows, 1):
        kind = row.get("kind")
        if kind not in MIDDLE_KINDS:
            raise components.fault(f"{kind!r} is no middle card; there are {', '.join(MIDDLE_KINDS)}", "middle", k - 1)
        kit.middle_what[k] = MIDDLE_KINDS[kind]
        kit.middle_copies[k] = components.count(row, "copies", "middle", k - 1, 0, 24)
        if kind == "Strike":
            kit.middle_number[k] = components.count(row, "number", "middle", k - 1, 1, 99)
            names[k] = f"strike{kit.middle_number[k]}"
        else:
            names[k] = "frozen"
        if names[k] in list(names.values())[:-1]:
            raise components.fault(f"{kind} is listed twice with the same number", "middle", k - 1)
    total = int(kit.middle_copies.sum())
    if not 9 <= total <= 9 + rules.PILE:
        raise components.fault(f"there are {total} middle cards, but 9 to {9 + rules.PILE} are needed", "middle")
    return names
