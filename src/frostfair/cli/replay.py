"""frostfair replay: a record, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from frostfair.cli.terminal import WORDS, Json, Language, RecordFile, print_json, told

if TYPE_CHECKING:
    from frostfair.engine.line import Line


def replay(file: RecordFile, lang: Language = "", as_json: Json = False) -> None:
    """Step through a record: Enter for the next move, b to go back, q to stop."""
    from frostfair.engine.game import PUBLIC
    from frostfair.engine.record import Record

    record = Record.load(file)
    line = record.replay()
    words, moves = line.game.words, line.moves
    sentences = [told(line, n, PUBLIC, lang) for n in range(len(moves))]
    if as_json:
        who = ["nature" if played.who == line.game.rules.NATURE else played.who for played in moves]
        steps = [{"who": who[n], "move": words.write(line.kit, moves[n].move), "text": sentences[n]} for n in range(len(moves))]
        print_json({"game": line.game.name, "seats": record.head["seats"], "moves": steps, "result": result(line, lang)})
        return
    typer.echo(WORDS.say(lang, "replay.hello", title=words.title(lang), n=len(moves)))
    step(line, sentences, lang)


def step(line: Line, sentences: list[str], lang: str) -> None:
    from frostfair.engine.game import PUBLIC

    n = 0
    while True:
        typer.echo()
        if n:
            typer.echo(f"{n}. {sentences[n - 1]}")
        typer.echo(line.game.words.board_text(line.positions[n].view(PUBLIC), lang))
        if n == len(sentences):
            typer.echo(result(line, lang))
        try:
            answer = input(WORDS.say(lang, "replay.prompt", n=n, of=len(sentences))).strip().lower()
        except EOFError:
            return
        if answer.startswith("q") or (n == len(sentences) and answer == ""):
            return
        n = max(0, n - 1) if answer.startswith("b") else min(n + 1, len(sentences))


def result(line: Line, lang: str) -> str:
    from frostfair.engine.game import PUBLIC

    if not line.now.over:
        return WORDS.say(lang, "replay.unfinished")
    text: str = line.game.words.result(line.now.view(PUBLIC), lang)
    return text
