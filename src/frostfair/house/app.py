"""The house as a web application: its routes, its pages, and a kind answer to every error."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

import frostfair.paint
from frostfair.engine.errors import FrostfairError, PlayerError
from frostfair.engine.game import games
from frostfair.house import pages
from frostfair.house.asked import House, anybody, game_of, house_of, in_mind, number, reader_of, table_of, why
from frostfair.house.bots import NoHint
from frostfair.house.door import Door
from frostfair.house.forms import POSTS, language, new
from frostfair.house.page import Reader
from frostfair.house.table import NotNow, NotYours, Stale
from frostfair.house.tables import Missing, Retired, TooMany
from frostfair.house.watch import MOST_FRAMES, watch

STATUS = {
    Missing: (404, "missing"),
    Retired: (410, "retired"),
    Stale: (409, "stale"),
    NotYours: (403, "not_yours"),
    NotNow: (409, "not_now"),
    NoHint: (503, "no_hint"),
    PlayerError: (400, "no_player"),
    TooMany: (429, "too_many_tables"),
}

log = logging.getLogger("frostfair.house")


def create_app(house: House, *, public_url: str = "") -> Starlette:
    """The ASGI application of one house."""
    static = Path(__file__).parent / "static"
    routes = [
        Route("/", _lobby),
        Route("/new", new, methods=["POST"]),
        Route("/j", _join_typed),
        Route("/j/{code}", _join),
        Route("/rules/{game}", _rules),
        Route("/language", language, methods=["POST"]),
        Route("/t/{code}", _table),
        Route("/t/{code}/frames", _frames),
        Route("/t/{code}/preview", _preview),
        Route("/t/{code}/record", _record),
        Route("/t/{code}/check", _check),
        *[Route(f"/t/{{code}}/{name}", post, methods=["POST"]) for name, post in POSTS.items()],
        WebSocketRoute("/t/{code}/watch", watch),
        Route("/static/base.css", _base_css),
        Route("/static/games/{game}.css", _game_css),
        Mount("/static/fonts", StaticFiles(directory=Path(frostfair.paint.__file__).parent / "fonts")),
        Mount("/static", StaticFiles(directory=static)),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await house.tables.close()

    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Door, keys=house.keys, public_url=public_url), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers=dict.fromkeys((HTTPException, FrostfairError, sqlite3.Error, Exception), _problem),
    )
    app.state.house = house
    return app


async def _problem(request: Request, error: Exception) -> Response:
    """Every error as a kind page, or as one sentence for a script."""
    reader = anybody(request)
    if isinstance(error, HTTPException):
        status = error.status_code
        text = pages.sentence(reader, str(error.detail) if "_" in str(error.detail) else f"http_{status}")
    elif isinstance(error, FrostfairError):
        status, text = _refusal(reader, error)
    elif isinstance(error, sqlite3.Error):  # the disk is full or gone; nothing of the change was kept
        log.error("the store: %s", error)
        status, text = 503, pages.sentence(reader, "not_kept")
    else:
        status, text = 500, pages.sentence(reader, "http_500")
    if request.headers.get("accept", "").startswith("text/plain"):
        return PlainTextResponse(text, status)
    return HTMLResponse(pages.problem(reader, status, text), status)


def _refusal(reader: Reader, error: FrostfairError) -> tuple[int, str]:
    status, key = STATUS.get(type(error), (400, ""))
    return status, pages.sentence(reader, key) if key else str(error)


# --- pages --------------------------------------------------------------------------------------------------------


async def _lobby(request: Request) -> Response:
    reader = reader_of(request)
    return HTMLResponse(pages.lobby(reader, games(), house_of(request).tables.of(reader.device)))


async def _rules(request: Request) -> Response:
    reader = reader_of(request)
    return HTMLResponse(pages.rules(reader, game_of(request.path_params["game"])))


async def _join_typed(request: Request) -> Response:
    reader_of(request)
    code = request.query_params.get("code", "").strip()
    if not (code.isascii() and code.isalpha()):
        raise Missing(code)
    return RedirectResponse(f"/j/{code}", 303)


async def _join(request: Request) -> Response:
    reader_of(request)
    return RedirectResponse(f"/t/{table_of(request).code}", 303)


async def _table(request: Request) -> Response:
    reader, table = reader_of(request), table_of(request)
    query = request.query_params
    version, step, change = (
        number(query.get(name), most) for name, most in (("at", table.version), ("step", 999), ("change", 40))
    )
    plan, moves = "plan" in query, list[int]()
    try:
        moves, hint = await in_mind(request, reader, table)
        wish = {"version": version, "trial": tuple(moves), "plan": plan, "step": step if moves else None, "change": change}
        return HTMLResponse(pages.table(reader, table, hint=hint, **wish))
    except FrostfairError as error:
        status, fault = _refusal(reader, error)
        if status == 400:
            fault = why(table, table.viewer(reader.device), moves, reader.lang, error)
        return HTMLResponse(pages.table(reader, table, plan=plan, fault=fault), status)


async def _frames(request: Request) -> Response:
    """Frames of a stretch of the game, for replays: whole boards, the viewer's own."""
    reader, table = reader_of(request), table_of(request)
    first, last = number(request.query_params.get("from"), table.version), number(request.query_params.get("to"), table.version)
    first, last = first or 0, table.version if last is None else last
    frames = []
    for version in range(max(first, last - MOST_FRAMES), last + 1):
        frames.append(pages.frame(reader, table, version))
        await asyncio.sleep(0)  # others have their turn
    return JSONResponse(frames)


async def _preview(request: Request) -> Response:
    """What a trial would do, step by step, in mind."""
    reader, table = reader_of(request), table_of(request)
    moves, hint = await in_mind(request, reader, table)
    plan = "plan" in request.query_params
    return JSONResponse(pages.preview(reader, table, moves, plan=plan, hint=hint) if moves else [])


async def _record(request: Request) -> Response:
    reader_of(request)
    table = table_of(request)
    name = f"{table.game.name}-{table.code}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record(), media_type="application/x-ndjson", headers=headers)


async def _check(request: Request) -> Response:
    reader, table = reader_of(request), table_of(request)
    table.record()
    return HTMLResponse(pages.check(reader, table))


async def _base_css(request: Request) -> Response:
    return Response(frostfair.paint.base_css(), media_type="text/css")


async def _game_css(request: Request) -> Response:
    return FileResponse(game_of(request.path_params["game"]).folder / "look.css", media_type="text/css")
