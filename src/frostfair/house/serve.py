"""Start the house: database, bots, machine code in the background, and the web server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sqlite3
import sys
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

import segno
import uvicorn
from rich.console import Console

from frostfair.engine.errors import FrostfairError
from frostfair.engine.game import Game, games
from frostfair.house.app import create_app
from frostfair.house.asked import House
from frostfair.house.door import PATIENCE, Keys
from frostfair.house.store import Store, occupy
from frostfair.house.tables import Tables
from frostfair.players.worker import Pool

EVERYWHERE, ALONE = ("0.0.0.0", "::"), ("127.0.0.1", "::1", "localhost")  # hosts that stand for all, and for none but here

console = Console(stderr=True, highlight=False)


class PortTaken(FrostfairError):
    """The address cannot be listened on."""


def default_data() -> Path:
    """Where tables are kept unless --data says otherwise: FROSTFAIR_DATA, or the user's data folder."""
    chosen = os.environ.get("FROSTFAIR_DATA")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "frostfair"


def serve(host: str, port: int, data: Path | None, public_url: str, *, open_browser: bool) -> None:
    """Run the house until it is told to stop.  PortTaken, InUse: another program has the port, another house the folder.

    `port` 0: any that is free; `data` None: `default_data`; `public_url` "": the address in the home network.
    """
    data = data or default_data()
    listening = _listen(host, port)
    try:
        sign, store = occupy(data), Store(data / "house.db")
    except (OSError, sqlite3.Error) as error:
        raise FrostfairError(f"{data}: tables cannot be kept there ({error}); choose another folder with --data") from None
    keys = asyncio.run(_keys(store))
    port = listening.getsockname()[1]
    address = public_url.rstrip("/") or f"http://{_own_address(host)}:{port}"
    pool = Pool()
    house = House(Tables(store, pool), keys, address)
    config = uvicorn.Config(
        create_app(house, public_url=public_url),
        log_level="warning",
        ws_per_message_deflate=False,
        ws_max_size=4096,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=False,
    )
    here = f"http://{'localhost' if host in EVERYWHERE + ALONE else _own_address(host)}:{port}/?key={keys.door}"
    _welcome(here, house.invite if public_url or host not in ALONE else "")
    if open_browser:
        webbrowser.open(here)
    try:
        asyncio.run(_run(uvicorn.Server(config), listening, console.print))
    finally:
        pool.close()
        store.close()
        sign.close()


async def _run(server: uvicorn.Server, listening: socket.socket, say: Callable[[str], None]) -> None:
    beside = [asyncio.create_task(_make_ready(say)), asyncio.create_task(_hang_up(server))]
    await server.serve(sockets=[listening])
    for task in beside:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _hang_up(server: uvicorn.Server) -> None:
    """Close the lines of those who hold one and ask nothing, or ask without end; uvicorn waits for them for ever."""
    idle: dict[object, object] = {}
    while True:
        await asyncio.sleep(PATIENCE)
        before, idle = idle, {}
        for line in list(server.server_state.connections):
            asked = getattr(line, "cycle", line)  # the latest request; a socket has none
            if asked is None or getattr(asked, "response_complete", False):
                idle[line] = asked
                if before.get(line, line) is asked:
                    line.transport.close()


async def _make_ready(say: Callable[[str], None]) -> None:
    """Machine code for every game, made beside the house; until it is there the rules run as Python."""
    for game in games():
        began = time.monotonic()
        code = f"from frostfair.engine.game import load; load({game.package!r}).compile()"
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdin=asyncio.subprocess.DEVNULL)
        try:
            if await process.wait() == 0:
                await asyncio.to_thread(game.compile)
                say(f"  {_title(game)}: machine code ready after {time.monotonic() - began:.0f} s")
            else:
                say(f"  {_title(game)}: no machine code could be made; the rules run as Python")
        finally:
            if process.returncode is None:
                process.kill()


def _title(game: Game) -> str:
    title: str = game.words.title("en")
    return title


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        why = str(error.strerror).partition(" (")[0]
        raise PortTaken(f"{host}:{port} cannot be listened on ({why}); try another --port") from None
    listening.setblocking(False)
    return listening


async def _keys(store: Store) -> Keys:
    """The house's secrets: made the first time, then kept."""
    kept = {row["name"]: row["value"] for row in store.read("SELECT * FROM house")}
    if "door" in kept:
        return Keys(kept["door"], bytes.fromhex(kept["seal"]))
    keys = Keys.fresh()
    rows = [("door", keys.door), ("seal", keys.seal.hex())]
    await store.write(lambda db: db.executemany("INSERT INTO house VALUES (?, ?)", rows) and None)
    return keys


def _own_address(host: str) -> str:
    """The address other devices of the home network find this machine by; asks the routing table, sends nothing."""
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def _welcome(here: str, invite: str) -> None:
    console.print("\n  [bold]Frostfair[/bold] is open.\n")
    console.print(f"  On this computer:  [bold]{here}[/bold]")
    if invite:
        console.print(f"  On other phones:   [bold]{invite}[/bold]")
    if invite and console.is_terminal:
        console.print()
        segno.make(invite, error="l").terminal(out=sys.stderr, compact=True)
    console.print("\n  Stop it with Ctrl+C; no game is lost.\n")
