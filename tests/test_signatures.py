"""RULES changes exactly when the rules do: 1,000 games of each shipped kit, as a digest, guard it.

    python -m tests.test_signatures

writes signatures.json anew, after RULES was raised.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from frostfair.engine.chance import below, pick, stream
from frostfair.engine.compiled import can_compile
from frostfair.engine.game import Game, load
from frostfair.engine.kits import Kit
from proofs.census import KITS

FILE = Path(__file__).parent / "signatures.json"
SHIPPED = {"soul_ward": KITS}


def signature(game: Game, kit: Kit, games: int = 1000) -> str:
    """Who was asked, what was legal and how likely, what was played, and how it then stood, in all these games."""
    digest = hashlib.sha256()
    for n in range(games):
        position, chance = game.start(kit), stream("signature", n)
        while (who := position.waiting()) >= 0:
            moves = position.legal()
            weights = position.weights(moves) if who == game.rules.NATURE else [1] * len(moves)
            move = pick(int(below(chance, sum(weights))), moves, weights).move
            position.play(move)
            digest.update(repr((who, moves, weights, move, position.standing())).encode())
    return digest.hexdigest()


def signatures(name: str) -> dict[str, Any]:
    game = load(name)
    game.compile()
    return {
        "rules": game.rules.RULES,
        "kits": {label: signature(game, game.kit(options=options)) for label, options in SHIPPED[name].items()},
    }


def fault(name: str, before: dict[str, Any], now: dict[str, Any]) -> str:
    """What must be done, if anything."""
    raised, changed = now["rules"] != before["rules"], now["kits"] != before["kits"]
    if changed and not raised:
        which = ", ".join(label for label, digest in now["kits"].items() if before["kits"].get(label) != digest)
        return f"{name} ({which}) plays otherwise than RULES = {before['rules']} did: raise RULES in its rules.py"
    if raised and not changed:
        return f"RULES of {name} is {now['rules']}, but it plays as RULES = {before['rules']} did: put it back"
    return "write the new signatures: python -m tests.test_signatures" if raised else ""


@pytest.mark.skipif(not can_compile(), reason="thousands of games need machine code")
@pytest.mark.parametrize("name", SHIPPED)
def test_rules_and_signature_change_together(name: str) -> None:
    why = fault(name, json.loads(FILE.read_text())[name], signatures(name))
    assert not why, why


def test_the_guard_says_what_to_do() -> None:
    before = {"rules": 1, "kits": {"box": "a", "quick": "b"}}
    assert fault("game", before, before) == ""
    assert "(quick) plays otherwise" in fault("game", before, {"rules": 1, "kits": {"box": "a", "quick": "c"}})
    assert "put it back" in fault("game", before, before | {"rules": 2})
    assert "write the new" in fault("game", before, {"rules": 2, "kits": {"box": "c", "quick": "c"}})


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: signatures(name) for name in SHIPPED}, indent=2) + "\n")
