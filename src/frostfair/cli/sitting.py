"""One game at one terminal."""

from __future__ import annotations

import time
from typing import Any, Final

import typer
from rich.console import Console

from frostfair.cli.terminal import ME, WORDS, told
from frostfair.engine.chance import Keyed, stream
from frostfair.engine.errors import BadNotation, IllegalMove
from frostfair.engine.game import PUBLIC, Game
from frostfair.engine.kits import Kit
from frostfair.engine.line import Line, Played
from frostfair.engine.record import Record, end_line, header, move_line, undo_line
from frostfair.players.player import player

MANY: Final = 12  # more moves than these are listed only when asked for
COMMANDS: Final = ("help", "moves", "board", "why", "undo", "quit")


class Quit(Exception):
    """The person at the terminal stops."""


class Sitting:
    """The line of play, who sits where ("me" or a bot's name), and the record so far."""

    def __init__(self, game: Game, kit: Kit, names: list[str], chance: Keyed, lang: str) -> None:
        self.line, self.names, self.chance, self.lang = Line(game, kit), names, chance, lang
        self.words, self.nature = game.words, game.rules.NATURE
        self.bots = {seat: player(name) for seat, name in enumerate(names) if name != ME}
        self.stream = stream("players", chance.key.hex())
        self.people = [seat for seat, name in enumerate(names) if name == ME]
        self.reader = self.people[0] if len(self.people) == 1 else PUBLIC
        self.known = dict.fromkeys(self.people, 0)  # how much of the line each person was told
        self.asked: list[int] = []  # where on the line a person moved, for taking back
        self.rows: list[dict[str, Any]] = []
        self.began = time.monotonic()

    def play(self) -> bool:
        """To the end (True), or until the person stops."""
        self.greet()
        try:
            while not self.line.now.over:
                self.move()
        except (Quit, EOFError):
            return False
        view = self.line.now.view(self.reader)
        typer.echo(f"\n{self.words.board_text(view, self.lang)}\n\n{self.words.result(view, self.lang)}")
        return True

    def record(self) -> Record:
        """The game as it was played, with what was taken back."""
        head = header(self.line.kit, self.line.game.rules.RULES, self.names, self.chance.promise)
        return Record(head, self.rows, end_line(self.line, self.chance.key))

    def say(self, key: str, **fields: object) -> None:
        typer.echo(WORDS.say(self.lang, f"play.{key}", **fields))

    def greet(self) -> None:
        self.say("hello", title=self.words.title(self.lang))
        for seat, name in enumerate(self.names):
            player = WORDS.say(self.lang, "play.you") if name == ME else name
            self.say("seat", seat=self.words.seat_name(self.line.kit, seat, self.lang), player=player)
        typer.echo()

    def move(self) -> None:
        """One move of whoever is waiting, told."""
        who = self.line.now.waiting()
        if who == self.nature:
            self.line.deal(self.chance)
        elif who in self.bots:
            view, history = self.line.now.view(who), self.line.seen(who)
            self.line.play(Played(who, self.bots[who].choose(view, history, self.stream)))
        else:
            chosen = self.ask(who)
            if chosen is None:
                return
            self.asked.append(len(self.line.moves))
            self.line.play(Played(who, chosen))
        self.rows.append(move_line(len(self.rows) + 1, self.line.game, self.line.kit, self.line.moves[-1], self.at()))
        self.tell(len(self.line.moves) - 1, self.reader)

    def at(self) -> float:
        return time.monotonic() - self.began

    def ask(self, seat: int) -> int | None:
        """The person's move; None when they took one back instead."""
        view, legal = self.line.now.view(seat), self.line.now.legal(seat)
        if self.has_secrets():
            self.hand_over(seat)
        self.known[seat] = len(self.line.moves)
        self.show_board(seat)
        typer.echo(f"\n{self.words.question(view, seat, self.lang)}")
        if len(legal) <= MANY:
            self.list_moves(seat)
        else:
            self.say("many", n=len(legal), move=self.words.write(self.line.kit, legal[0]))
        while True:
            text = input("> ").strip()
            command, rest = read_command(text, self.lang)
            try:
                if command == "undo":
                    if self.take_back(seat):
                        return None
                elif command == "quit":
                    raise Quit
                elif command == "why":
                    self.explain(seat, self.words.read(self.line.kit, rest, self.lang))
                elif command == "moves":
                    self.list_moves(seat)
                elif command == "board":
                    self.show_board(seat)
                elif command == "help" or not text:
                    self.say("help", move=self.words.write(self.line.kit, legal[0]))
                else:
                    return self.read_move(seat, text)
            except (BadNotation, IllegalMove) as error:
                typer.echo(str(error))

    def has_secrets(self) -> bool:
        """Whether people at this terminal may not see one another's view."""
        views = [self.line.now.view(seat).state for seat in self.people]
        for view in views:
            view["viewer"] = PUBLIC
        return len({view.tobytes() for view in views}) > 1

    def hand_over(self, seat: int) -> None:
        """Clear what the last person saw, and tell the next one what happened since, as seen from that seat."""
        Console().clear()
        input(WORDS.say(self.lang, "play.pass", seat=self.words.seat_name(self.line.kit, seat, self.lang)))
        for n in range(self.known[seat], len(self.line.moves)):
            self.tell(n, seat)

    def tell(self, n: int, reader: int) -> None:
        typer.echo(told(self.line, n, reader, self.lang))

    def show_board(self, seat: int) -> None:
        typer.echo(f"\n{self.words.board_text(self.line.now.view(seat), self.lang)}")

    def list_moves(self, seat: int) -> None:
        view, kit = self.line.now.view(seat), self.line.kit
        for n, move in enumerate(self.line.now.legal(seat), 1):
            typer.echo(f"{n}. {self.words.name_move(view, move, self.lang)} ({self.words.write(kit, move)})")

    def read_move(self, seat: int, text: str) -> int:
        """A legal move by its number in the list or its notation."""
        legal = self.line.now.legal(seat)
        if text.isdecimal():
            if not 1 <= int(text) <= len(legal):
                raise BadNotation(WORDS.say(self.lang, "play.number", text=text, most=len(legal)))
            return legal[int(text) - 1]
        move: int = self.words.read(self.line.kit, text, self.lang)
        if move not in legal:
            raise self.words.why_not(self.line.now.view(seat), seat, move, self.lang)
        return move

    def explain(self, seat: int, move: int) -> None:
        if move in self.line.now.legal(seat):
            self.say("possible")
        else:
            typer.echo(str(self.words.why_not(self.line.now.view(seat), seat, move, self.lang)))

    def take_back(self, seat: int) -> bool:
        if not self.asked:
            self.say("first")
            return False
        to = self.asked.pop()
        self.line.back(to)
        self.rows.append(undo_line(len(self.rows) + 1, seat, to, self.at()))
        self.say("back")
        return True


def read_command(text: str, lang: str) -> tuple[str, str]:
    """A command's name and what follows it, in the reader's language or in English; "" if the text is none."""
    plain = " ".join(text.split())
    for command in COMMANDS:
        for language in (lang, "en"):
            for word in WORDS.say(language, f"play.command.{command}").split("|"):
                if plain.lower() == word or (command == "why" and plain.lower().startswith(f"{word} ")):
                    return command, plain[len(word) :].strip()
    return "", ""
