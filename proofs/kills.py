"""Kill the house again and again in the middle of games: no acknowledged move may be lost, no table broken.

    python -m proofs.kills [KILLS]

Two devices play Soul Ward as fast as the house answers; at a random moment the house gets SIGKILL.  After each start the
table must stand at least where the last answer said, and every line before it must be unchanged.  Games that end
are verified.  Writes proofs/kills.json.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx2 as httpx

from frostfair.engine.chance import Keyed
from frostfair.engine.game import load
from frostfair.engine.record import Record, end_line
from tools.note import note


class House:
    """The real server in its own process, on a free port, over one data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self, **env: str) -> float:
        """Start it, with more in its environment; the seconds until it answers."""
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "frostfair", "serve", *where],
            env=os.environ | env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while time.perf_counter() - began < 30:
            try:
                httpx.get(self.url, timeout=1)
                return time.perf_counter() - began
            except httpx.HTTPError:
                time.sleep(0.01)
        raise SystemExit("the house did not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with sqlite3.connect(self.data / "house.db") as db:
            return db.execute(sql, values).fetchall()

    def device(self) -> httpx.Client:
        key = self.rows("SELECT value FROM house WHERE name = 'door'")[0][0]
        client = httpx.Client(base_url=self.url, headers={"origin": self.url, "accept": "text/plain"}, timeout=5)
        client.get(f"/?key={key}")
        return client


class Game:
    """Two devices at one table, and what the house has told them so far."""

    def __init__(self, house: House, ada: httpx.Client, ben: httpx.Client) -> None:
        self.house, self.devices = house, (ada, ben)
        self.code = ada.post("/new", data={"game": "soul_ward"}).headers["location"].rsplit("/", 1)[1]
        ada.post(f"/t/{self.code}/seat", data={"seat": 1, "kind": "open"})
        ben.post(f"/t/{self.code}/sit", data={"seat": 1, "nonce": "ee"})
        ada.post(f"/t/{self.code}/start", data={"nonce": "aa"}).raise_for_status()
        self.acknowledged: list[str] = []
        self.look()

    def lines(self) -> list[str]:
        return [str(row[0]) for row in self.house.rows("SELECT body FROM line WHERE code = ? ORDER BY n", self.code)]

    def look(self) -> None:
        """Everything acknowledged must still be there, unchanged."""
        lines = self.lines()
        if lines[: len(self.acknowledged)] != self.acknowledged:
            raise SystemExit(f"table {self.code}: an acknowledged line is lost or changed")
        head = json.loads(str(self.house.rows("SELECT head FROM play WHERE code = ?", self.code)[0][0]))
        self.line = Record(head, [json.loads(line) for line in lines]).replay()

    def turn(self) -> None:
        """One random move; what the house acknowledges is remembered."""
        self.look()
        if self.line.now.over:
            return
        seat = self.line.now.waiting()
        move = self.line.game.words.write(self.line.kit, random.choice(self.line.now.legal()))
        form = {"version": len(self.lines()), "seat": seat, "moves": move}
        answer = self.devices[seat].post(f"/t/{self.code}/play", data=form)
        if answer.status_code == 204:
            self.acknowledged = self.lines()[: int(answer.headers["x-version"])]
        elif answer.status_code not in (409, 429):
            raise SystemExit(f"{answer.status_code}: {answer.text}")

    def verify(self) -> None:
        row = self.house.rows("SELECT head, key FROM play WHERE code = ?", self.code)[0]
        end = end_line(self.line, Keyed(bytes(row[1])).key)  # type: ignore[arg-type]
        Record(json.loads(str(row[0])), [json.loads(line) for line in self.lines()], end).verify()


def main(kills: int) -> None:
    load("soul_ward").compile()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.start()
        devices = house.device(), house.device()
        game, games, moves = Game(house, *devices), 1, 0
        for n in range(kills):
            threading.Timer(random.uniform(0.05, 1.2), house.kill).start()
            while house.process.poll() is None:
                try:
                    game.turn()
                    moves += 1
                    if game.line.now.over:
                        game.verify()
                        game, games = Game(house, *devices), games + 1
                except (httpx.HTTPError, KeyError):
                    break  # killed while answering: whether the move was kept is open, that it is whole is checked next
            house.process.wait()
            house.start()
            game.look()
            print(f"\r{n + 1} kills, {moves} moves, {games} games", end="", flush=True)
        house.kill()
        print()
        note(__file__, {"kills": kills, "moves": moves, "games": games, "lost": 0, "broken": 0})


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
