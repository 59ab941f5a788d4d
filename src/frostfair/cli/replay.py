"""frostfair replay: a record, step by step."""

from __future__ import annotations

import typer

from frostfair.cli.terminal import WORDS, Json, Language, RecordFile, print_json, told


def replay(file: RecordFile, lang: Language = "", as_json: Json = False) -> None:
    """Step through a record: Enter for the next move, b to go back, q to stop."""
    from frostfair.engine.game import PUBLIC
    from frostfair.engine.record import Record

    record = Record.load(file)
    line = record.replay()
    words, views = line.game.words, [position.view(PUBLIC) for position in line.positions]
    sentences = [told(line, n, PUBLIC, lang) for n in range(len(line.moves))]
    result = words.result(views[-1], lang) if line.now.over else WORDS.say(lang, "replay.unfinished")
    if as_json:
        moves = [
            {
                "who": "nature" if played.who == line.game.rules.NATURE else played.who,
                "move": words.write(line.kit, played.move),
                "text": text,
            }
            for played, text in zip(line.moves, sentences, strict=True)
        ]
        print_json({"game": line.game.name, "seats": record.head["seats"], "moves": moves, "result": result})
    else:
        typer.echo(WORDS.say(lang, "replay.hello", title=words.title(lang), n=len(sentences)))
        boards = [words.board_text(view, lang) for view in views]
        step([*boards[:-1], f"{boards[-1]}\n{result}"], ["", *(f"{n}. {text}\n" for n, text in enumerate(sentences, 1))], lang)


def step(boards: list[str], captions: list[str], lang: str) -> None:
    """The n-th board under the n-th caption, back and forth."""
    n, last = 0, len(boards) - 1
    while True:
        typer.echo(f"\n{captions[n]}{boards[n]}")
        try:
            answer = input(WORDS.say(lang, "replay.prompt", n=n, of=last)).strip().lower()
        except EOFError:
            return
        if answer.startswith("q") or (n == last and answer == ""):
            return
        n = max(0, n - 1) if answer.startswith("b") else min(n + 1, last)
