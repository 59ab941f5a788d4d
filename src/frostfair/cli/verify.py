"""frostfair verify: whether a record is complete, follows the rules, and chance was what was promised."""

from __future__ import annotations

import typer

from frostfair.cli.terminal import WORDS, Json, Language, RecordFile, print_json
from frostfair.engine.errors import RecordError


def verify(file: RecordFile, lang: Language = "", as_json: Json = False) -> None:
    """Check a record: exit code 0 if it is complete and true, 1 with the wrong line if not."""
    from frostfair.engine.record import Record

    try:
        record = Record.load(file)
        line = record.verify()
    except RecordError as error:
        if not as_json:
            raise
        print_json({"file": str(file), "ok": False, "why": str(error)})
        raise typer.Exit(1) from None
    chance = "committed" if "commitment" in record.head["chance"] else "seed"
    facts = {"rules": line.game.rules.RULES, "moves": len(line.moves), "drawn": line.drawn}
    if as_json:
        places, scores = line.now.standing()
        ending = {"places": places, "scores": scores, "chance": chance}
        print_json({"file": str(file), "ok": True, "game": line.game.name, **facts, **ending})
        return
    typer.echo(WORDS.say(lang, "verify.good", file=file, title=line.game.words.title(lang), **facts))
    typer.echo(WORDS.say(lang, f"verify.{chance}"))
