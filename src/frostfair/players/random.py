"""Any legal move, each as likely as the others."""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.chance import below
from frostfair.engine.compiled import rule

rules: ModuleType


@rule
def choose(kits, views, seats, desks, stream):
    moves = desks[0].moves[0]
    return moves[below(stream, rules.legal(kits[0], views[0], int(views[0].viewer), moves))]
