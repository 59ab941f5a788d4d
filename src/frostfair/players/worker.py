"""Players in processes of their own, so that thinking never holds up the house.

A worker is `python -m frostfair.players.worker`: it reads one question a line and answers each with a line.  It ends when
its input ends, whatever it is doing, so none outlives the house.  A player runs as Python until the worker has made its
machine code in the background.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from functools import cache, lru_cache
from typing import IO, Any, cast

import numpy as np

from frostfair.engine.chance import stream
from frostfair.engine.errors import FrostfairError, PlayerError
from frostfair.engine.game import Game, View, load
from frostfair.engine.kits import Kit
from frostfair.engine.record import box_of, kit_of
from frostfair.players.levels import LEVELS
from frostfair.players.player import Advice, Player, player

SLOW = LEVELS[2:]  # these wait for their machine code; before it is ready only the lowest levels answer
AGAIN = 0.5  # seconds until a player that was not ready is asked again
TRIES = 3  # how often a move is asked for when workers die of it


class Pool:
    """Workers, each started when first needed and used again; `most` at once, by default leaving one core to the house."""

    def __init__(self, most: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(most or max(1, min(4, (os.cpu_count() or 1) - 1)), "players")
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    async def move(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, player: str, seed: int) -> int:
        """The move of a player in a seat that owes a decision, drawn from the seed and nothing else.

        `view`: the bytes of the seat's view; `history`: the moves so far as it saw them.  A worker that dies is replaced
        and the move asked for again.  PlayerError if there is no such player, or no worker survives the question.
        """
        answer = await self._answer(package, kit, view, history, seat, player, seed, "move")
        return int(answer["move"])

    async def advise(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, seed: int) -> list[Advice]:
        """A seat's moves, the best first, as the strongest level sees them; asked for and answered like a move."""
        answer = await self._answer(package, kit, view, history, seat, LEVELS[-1], seed, "advice")
        return [Advice(*row) for row in answer["advice"]]

    async def _answer(
        self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, player: str, seed: int, wanted: str
    ) -> dict[str, Any]:
        box, seen = json.dumps(box_of(kit)), {"view": view.hex(), "history": list(history)}
        asked = {"game": package, "kit": box, "player": player, **seen, "seed": [seed, seat], "wanted": wanted}
        question, loop = json.dumps(asked), asyncio.get_running_loop()
        while True:
            answer = await loop.run_in_executor(self._threads, self._ask, question)
            if answer:
                return answer
            await asyncio.sleep(AGAIN)  # its machine code is being made; others are answered meanwhile

    def close(self) -> None:
        """End all workers at once; who still waits for a move gets a PlayerError."""
        with self._lock:
            self._closed = True
            for worker in (*self._idle, *self._busy):
                worker.end()
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, question: str) -> dict[str, Any]:
        for _ in range(TRIES):
            worker = self._take()
            answer = worker.ask(question)
            self._give_back(worker)
            if answer is not None:
                if "error" in answer:
                    raise PlayerError(answer["error"])
                return answer
        raise PlayerError(f"{TRIES} workers, one after the other, ended without giving a move")

    def _take(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise PlayerError("the players have gone home: their pool is closed")
            worker = self._idle.pop() if self._idle else _Worker()
            self._busy.add(worker)
            return worker

    def _give_back(self, worker: _Worker) -> None:
        with self._lock:
            self._busy.remove(worker)
            if worker.alive and not self._closed:
                self._idle.append(worker)


class _Worker:
    """One process, spoken to by one thread at a time."""

    def __init__(self) -> None:
        path = os.pathsep.join(folder for folder in sys.path if folder)
        self.process = subprocess.Popen(  # noqa: S603 - this module, by this Python
            [sys.executable, "-P", "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": path},
        )
        self.questions, self.answers = cast("IO[bytes]", self.process.stdin), cast("IO[bytes]", self.process.stdout)

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def ask(self, question: str) -> dict[str, Any] | None:
        """The answer; None, and the process is gone, if it died of the question or before."""
        try:
            self.questions.write(question.encode() + b"\n")
            self.questions.flush()
            answer: dict[str, Any] = json.loads(self.answers.readline())
        except (OSError, ValueError):  # a broken pipe, or an answer cut short
            self.end()
            return None
        return answer

    def end(self) -> None:
        with contextlib.suppress(BrokenPipeError), self.process:
            self.process.kill()


def main() -> None:
    """A worker's life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house, which then ends its workers
    if hasattr(os, "nice"):
        os.nice(5)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no answer
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        print(json.dumps(_answer(json.loads(questions.get()))), file=answers, flush=True)


def _listen(questions: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    try:
        game, kit, who = load(question["game"]), _kit(question["game"], question["kit"]), player(question["player"])
    except FrostfairError as error:
        return {"error": str(error)}
    making = _prepare(who, game)
    if making.is_alive() and who.name in SLOW:
        return {}
    view = View(game, kit, np.frombuffer(bytearray.fromhex(question["view"]), game.rules.STATE))
    chance = stream(*question["seed"])
    if question["wanted"] == "advice":
        return {"advice": [astuple(advice) for advice in who.advise(view, chance)]}
    return {"move": who.choose(view, question["history"], chance)}


@lru_cache(64)
def _kit(package: str, box: str) -> Kit:
    return kit_of(load(package), json.loads(box))


@cache
def _prepare(who: Player, game: Game) -> threading.Thread:
    """Begin once to make the machine code."""
    making = threading.Thread(target=who.compile, args=(game,), daemon=True)
    making.start()
    return making


if __name__ == "__main__":
    main()
