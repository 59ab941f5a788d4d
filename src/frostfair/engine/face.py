"""The rules as Python calls them: arrays of one record instead of records (a tenth of the cost).  A template."""

from __future__ import annotations

from types import ModuleType

from frostfair.engine.compiled import rule

rules: ModuleType


@rule
def setup(kits, states):
    rules.setup(kits[0], states[0])


@rule
def waiting(kits, states):
    return int(rules.waiting(kits[0], states[0]))


@rule
def together(kits, states):
    return int(rules.together(kits[0], states[0]))


@rule
def legal(kits, states, seat, out):
    return int(rules.legal(kits[0], states[0], seat, out))


@rule
def weight(kits, states, move):
    return int(rules.weight(kits[0], states[0], move))


@rule
def apply(kits, states, move):
    rules.apply(kits[0], states[0], move)


@rule
def pending(kits, states):
    return bool(rules.pending(kits[0], states[0]))


@rule
def skip(kits, states):
    rules.skip(kits[0], states[0])


@rule
def hide(kits, states, seat):
    rules.hide(kits[0], states[0], seat)


@rule
def seen(kits, states, move, seat):
    return int(rules.seen(kits[0], states[0], move, seat))


@rule
def imagine(kits, states, stream):
    rules.imagine(kits[0], states[0], stream)


@rule
def standing(kits, states, place, score):
    rules.standing(kits[0], states[0], place, score)
