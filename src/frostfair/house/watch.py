"""The socket that shows each move as it happens: frames go out, nothing comes in."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from frostfair.engine.errors import FrostfairError
from frostfair.house import pages
from frostfair.house.asked import house_of, number, reader_of, table_of
from frostfair.house.page import Reader
from frostfair.house.table import Table

BEAT = 15.0  # seconds between heartbeats: browsers cannot see a socket's own
MOST_FRAMES = 60  # a reader further behind than this gets the last ones


async def watch(socket: WebSocket) -> None:
    """Push one frame for each new version, in order; "" now and then, so that a dead line is noticed."""
    try:
        reader = reader_of(socket)
        table = table_of(socket)
    except (HTTPException, FrostfairError):
        await socket.close(1008)
        return
    await socket.accept()
    table.watchers += 1
    sending = asyncio.create_task(_push(socket, reader, table))
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, KeyError):
        pass
    finally:
        table.watchers -= 1
        sending.cancel()


async def _push(socket: WebSocket, reader: Reader, table: Table) -> None:
    seen = number(socket.query_params.get("seen"), table.version)
    shown = -1 if seen is None else max(seen, table.version - MOST_FRAMES) - 1
    while True:
        pulse, version = table.pulse, table.version
        for n in range(max(0, min(shown + 1, version)), version + 1):
            await socket.send_text(pages.frame(reader, table, n))
        shown = version
        while table.pulse == pulse:
            if not await table.change(BEAT):
                await socket.send_text("")
        table = house_of(socket).tables.find(table.code)
