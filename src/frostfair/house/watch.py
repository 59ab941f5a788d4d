"""The socket that shows each move as it happens: frames go out, nothing comes in."""

from __future__ import annotations

import anyio
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
        reader, table = reader_of(socket), table_of(socket)
        seen = number(socket.query_params.get("seen"), table.version)
    except (HTTPException, FrostfairError):
        await socket.close(1008)
        return
    await socket.accept()
    try:
        async with anyio.create_task_group() as sending:
            sending.start_soon(_push, socket, reader, table, seen)
            await socket.receive()  # nothing is ever said to us: a message ends the line as its end does
            sending.cancel_scope.cancel()
    except* (WebSocketDisconnect, FrostfairError):
        pass


async def _push(socket: WebSocket, reader: Reader, table: Table, seen: int | None) -> None:
    shown = -1 if seen is None else max(seen, table.version - MOST_FRAMES) - 1
    while True:
        table.watchers += 1
        try:
            pulse, version = table.pulse, table.version
            for n in range(max(0, min(shown + 1, version)), version + 1):
                await socket.send_text(pages.frame(reader, table, n))
            shown = version
            while table.pulse == pulse:
                if not await table.change(BEAT):
                    await socket.send_text("")
        finally:
            table.watchers -= 1
        table = house_of(socket).tables.find(table.code)
