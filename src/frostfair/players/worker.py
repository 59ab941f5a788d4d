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
from functools import cache, lru_cache
from typing import IO, Any, cast

import numpy as np

from frostfair.engine.chance import stream
from frostfair.engine.errors import FrostfairError, PlayerError
from frostfair.engine.game import Game, View, load
from frostfair.engine.kits import Kit
from frostfair.engine.record import box_of, kit_of
from frostfair.players.player import Player, player

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
        box, seen = json.dumps(box_of(kit)), {"view": view.hex(), "history": list(history)}
        question = json.dumps({"game": package, "kit": box, "player": player, **seen, "seed": [seed, seat]})
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    def close(self) -> None:
        """End all workers at once; who still waits for a move gets a PlayerError."""
        with self._lock:
            self._closed = True
            for worker in (*self._idle, *self._busy):
                worker.end()
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, question: str) -> int:
        for _ in range(TRIES):
            worker = self._take()
            answer = worker.ask(question)
            self._give_back(worker)
            if answer is not None:
                if "error" in answer:
                    raise PlayerError(answer["error"])
                return int(answer["move"])
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
    _prepare(who, game)
    view = View(game, kit, np.frombuffer(bytearray.fromhex(question["view"]), game.rules.STATE))
    return {"move": who.choose(view, question["history"], stream(*question["seed"]))}


@lru_cache(64)
def _kit(package: str, box: str) -> Kit:
    return kit_of(load(package), json.loads(box))


@cache
def _prepare(who: Player, game: Game) -> None:
    """Begin once to make the machine code."""
    threading.Thread(target=who.compile, args=(game,), daemon=True).start()


if __name__ == "__main__":
    main()
