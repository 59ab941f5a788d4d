"""The house as a web application: routes, forms, and the socket that shows each move as it happens."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

import frostfair.paint
from frostfair.engine.errors import FrostfairError, IllegalMove
from frostfair.engine.game import Game, games
from frostfair.engine.speech import LANGUAGES, best_language
from frostfair.house import pages
from frostfair.house.door import Door, Keys
from frostfair.house.pages import Reader
from frostfair.house.table import NotYours, Stale, Table
from frostfair.house.tables import Missing, Retired, Tables

BEAT = 15.0  # seconds between heartbeats: browsers cannot see a socket's own
MOST_FRAMES = 60  # a reader further behind than this gets the last ones

STATUS = {Missing: (404, "missing"), Retired: (410, "retired"), Stale: (409, "stale"), NotYours: (403, "not_yours")}
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True)
class House:
    """What every route needs: the tables, the secrets, and the address under which other devices find us."""

    tables: Tables
    keys: Keys
    address: str

    @property
    def invite(self) -> str:
        return f"{self.address}/?key={self.keys.door}"


def create_app(house: House, *, public_url: str = "") -> Starlette:
    """The ASGI application of one house."""
    static = Path(__file__).parent / "static"
    routes = [
        Route("/", _lobby),
        Route("/new", _new, methods=["POST"]),
        Route("/j", _join_typed),
        Route("/j/{code}", _join),
        Route("/rules/{game}", _rules),
        Route("/language", _language, methods=["POST"]),
        Route("/t/{code}", _table),
        Route("/t/{code}/frames", _frames),
        Route("/t/{code}/preview", _preview),
        Route("/t/{code}/record", _record),
        Route("/t/{code}/check", _check),
        *[Route(f"/t/{{code}}/{name}", post, methods=["POST"]) for name, post in POSTS.items()],
        WebSocketRoute("/t/{code}/watch", _watch),
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
        exception_handlers={HTTPException: _problem, FrostfairError: _problem, Exception: _problem},
    )
    app.state.house = house
    return app


def _house(asked: HTTPConnection) -> House:
    house: House = asked.app.state.house
    return house


def _reader(asked: HTTPConnection) -> Reader:
    """Who asks; raises what the door has to say against it."""
    if asked.state.refused is not None:
        raise asked.state.refused
    return _anybody(asked)


def _anybody(asked: HTTPConnection) -> Reader:
    house, chosen = _house(asked), asked.cookies.get("lang", "")
    wanted = [part.split(";")[0] for part in asked.headers.get("accept-language", "").split(",")]
    lang = chosen if chosen in LANGUAGES else best_language(wanted)
    return Reader(asked.state.device, lang, house.address, house.invite)


async def _problem(request: Request, error: Exception) -> Response:
    """Every error as a kind page, or as one sentence for a script."""
    reader = _anybody(request)
    if isinstance(error, HTTPException):
        status = error.status_code
        text = pages.sentence(reader, str(error.detail) if "_" in str(error.detail) else f"http_{status}")
    elif isinstance(error, FrostfairError):
        status, key = STATUS.get(type(error), (400, ""))
        text = pages.sentence(reader, key) if key else str(error)
    else:
        status, text = 500, pages.sentence(reader, "http_500")
    if request.headers.get("accept", "").startswith("text/plain"):
        return PlainTextResponse(text, status)
    return HTMLResponse(pages.problem(reader, status, text), status)


# --- pages --------------------------------------------------------------------------------------------------------


async def _lobby(request: Request) -> Response:
    reader = _reader(request)
    return HTMLResponse(pages.lobby(reader, games(), _house(request).tables.of(reader.device)))


async def _rules(request: Request) -> Response:
    reader = _reader(request)
    return HTMLResponse(pages.rules(reader, _game(request.path_params["game"])))


async def _join_typed(request: Request) -> Response:
    _reader(request)
    code = request.query_params.get("code", "").strip()
    if not (code.isascii() and code.isalpha()):
        raise Missing(code)
    return RedirectResponse(f"/j/{code}", 303)


async def _join(request: Request) -> Response:
    _reader(request)
    return RedirectResponse(f"/t/{_find(request).code}", 303)


async def _table(request: Request) -> Response:
    reader, table = _reader(request), _find(request)
    query = request.query_params
    version, step, change = (_number(query.get(name), most) for name, most in (("at", table.version), ("step", 999), ("change", 40)))
    plan, moves = "plan" in query, []
    try:
        moves = _trial(request, table)
        wish = {"version": version, "trial": tuple(moves), "plan": plan, "step": step, "change": change}
        return HTMLResponse(pages.table(reader, table, **wish))
    except FrostfairError as error:
        fault = _why(table, table.viewer(reader.device), moves, reader.lang, error)
        return HTMLResponse(pages.table(reader, table, plan=plan, fault=fault), 400)


async def _frames(request: Request) -> Response:
    """Frames of a stretch of the game, for replays: whole boards, the viewer's own."""
    reader, table = _reader(request), _find(request)
    first, last = _number(request.query_params.get("from"), table.version), _number(request.query_params.get("to"), table.version)
    first, last = first or 0, table.version if last is None else last
    stretch = range(max(first, last - MOST_FRAMES), last + 1)
    return JSONResponse([pages.frame(reader, table, version) for version in stretch])


async def _preview(request: Request) -> Response:
    """What a trial would do, step by step, in mind."""
    reader, table = _reader(request), _find(request)
    return JSONResponse(pages.preview(reader, table, _trial(request, table), plan="plan" in request.query_params))


async def _record(request: Request) -> Response:
    _reader(request)
    table = _find(request)
    name = f"{table.game.name}-{table.code}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record(), media_type="application/x-ndjson", headers=headers)


async def _check(request: Request) -> Response:
    reader, table = _reader(request), _find(request)
    table.record()
    return HTMLResponse(pages.check(reader, table))


async def _base_css(request: Request) -> Response:
    return Response(frostfair.paint.base_css(), media_type="text/css")


async def _game_css(request: Request) -> Response:
    return FileResponse(_game(request.path_params["game"]).folder / "look.css", media_type="text/css")


# --- forms --------------------------------------------------------------------------------------------------------


async def _form(request: Request) -> dict[str, str]:
    kind = request.headers.get("content-type", "")
    if not kind and request.headers.get("content-length", "0") == "0":
        return {}
    if not kind.startswith(FORMS):
        raise HTTPException(415, "wrong_form")
    try:
        form = await request.form(max_files=0, max_fields=40, max_part_size=8192)
    except (UnicodeDecodeError, ValueError):
        raise HTTPException(400, "wrong_form") from None
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _field(form: dict[str, str], name: str, most: int = 200) -> str:
    value = form.get(name)
    if value is None or len(value) > most:
        raise HTTPException(400, "wrong_form")
    return value


def _index(form: dict[str, str], name: str) -> int:
    value = _field(form, name, 9)
    if not value.isascii() or not value.isdigit():
        raise HTTPException(400, "wrong_form")
    return int(value)


def _done(request: Request, table: Table) -> Response:
    """The answer to a form: for a script the version to wait for, else the table again."""
    if request.headers.get("accept", "").startswith("text/plain"):
        return Response(status_code=204, headers={"x-version": str(table.version)})
    return RedirectResponse(f"/t/{table.code}", 303)


async def _new(request: Request) -> Response:
    reader = _reader(request)
    table = await _house(request).tables.create(_game(_field(await _form(request), "game")), reader.device)
    return RedirectResponse(f"/t/{table.code}", 303)


async def _language(request: Request) -> Response:
    _reader(request)
    form = await _form(request)
    lang, back = _field(form, "lang"), _field(form, "back", 2000)
    if lang not in LANGUAGES:
        raise HTTPException(400, "wrong_form")
    answer = RedirectResponse("/" + back.lstrip("/\\"), 303)
    answer.set_cookie("lang", lang, max_age=365 * 24 * 3600, httponly=True, samesite="lax")
    return answer


async def _seat(request: Request) -> Response:
    reader, table, form = _reader(request), _find(request), await _form(request)
    name = _field(form, "player" if form.get("kind") == "bot" else "name", 24) if form.get("kind") != "open" else ""
    await _house(request).tables.seat(table, reader.device, _index(form, "seat"), _field(form, "kind"), _plain(name))
    return _done(request, table)


async def _sit(request: Request) -> Response:
    reader, table, form = _reader(request), _find(request), await _form(request)
    name = _plain(form.get("name", "")[:24])
    await _house(request).tables.sit(table, reader.device, _index(form, "seat"), form.get("nonce", ""), name)
    return _done(request, table)


async def _options(request: Request) -> Response:
    reader, table, form = _reader(request), _find(request), await _form(request)
    await _house(request).tables.options(table, reader.device, form)
    return _done(request, table)


async def _start(request: Request) -> Response:
    reader, table, form = _reader(request), _find(request), await _form(request)
    await _house(request).tables.start(table, reader.device, form.get("nonce", ""), form.get("order", "seated"))
    return _done(request, table)


async def _play(request: Request) -> Response:
    reader, table, form = _reader(request), _find(request), await _form(request)
    version, seat, moves = _index(form, "version"), _index(form, "seat"), _field(form, "moves", 2000)
    try:
        await _house(request).tables.play(table, reader.device, version, seat, moves)
    except IllegalMove as error:
        tried = [table.game.words.read(table.kit, part) for part in moves.split(";") if part.strip()]
        raise IllegalMove(_why(table, seat, tried, reader.lang, error)) from None
    return _done(request, table)


async def _undo(request: Request) -> Response:
    reader, table, form = _reader(request), _find(request), await _form(request)
    try:
        await _house(request).tables.undo(table, reader.device, _index(form, "version"), _index(form, "seat"))
    except IllegalMove:
        raise HTTPException(400, "no_undo") from None
    return _done(request, table)


async def _rematch(request: Request) -> Response:
    reader = _reader(request)
    await _form(request)
    table = await _house(request).tables.rematch(request.path_params["code"], reader.device)
    return RedirectResponse(f"/t/{table.code}", 303)


POSTS: dict[str, Callable[[Request], Awaitable[Response]]] = {
    "seat": _seat,
    "sit": _sit,
    "options": _options,
    "start": _start,
    "play": _play,
    "undo": _undo,
    "rematch": _rematch,
}


# --- the socket ---------------------------------------------------------------------------------------------------


async def _watch(socket: WebSocket) -> None:
    """Push one frame for each new version, in order; "" now and then, so that a dead line is noticed."""
    try:
        reader = _reader(socket)
        table = _find(socket)
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
    seen = _number(socket.query_params.get("seen"), table.version)
    shown = -1 if seen is None else max(seen, table.version - MOST_FRAMES) - 1
    while True:
        pulse, version = table.pulse, table.version
        for n in range(max(0, min(shown + 1, version)), version + 1):
            await socket.send_text(pages.frame(reader, table, n))
        shown = version
        while table.pulse == pulse:
            if not await table.change(BEAT):
                await socket.send_text("")
        table = _house(socket).tables.find(table.code)


# --- reading what comes in ----------------------------------------------------------------------------------------


def _game(name: str) -> Game:
    try:
        return next(game for game in games() if game.name == name.replace("-", "_"))
    except StopIteration:
        raise HTTPException(404, "no_game") from None


def _find(asked: HTTPConnection) -> Table:
    code = str(asked.path_params["code"])
    if not (code.isascii() and code.isalpha() and len(code) == 5):
        raise Missing(code)
    return _house(asked).tables.find(code)


def _number(text: str | None, most: int) -> int | None:
    """A number of a query, 0 to most; None where there is none."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise HTTPException(400, "wrong_address")
    return min(int(text), most)


def _trial(request: Request, table: Table) -> list[int]:
    parts = [part for value in request.query_params.getlist("try") for part in value.split(";") if part.strip()]
    if len(parts) > 40 or sum(map(len, parts)) > 2000:
        raise HTTPException(400, "wrong_address")
    return [table.game.words.read(table.kit, part) for part in parts]


def _why(table: Table, seat: int, moves: list[int], lang: str, error: FrostfairError) -> str:
    """The rules' own reason for the first move that cannot be played, else the error's."""
    view = table.line.now.view(seat)
    for move in moves[:1]:
        if move not in view.legal(seat):
            return str(table.game.words.why_not(view, seat, move, lang))
    return str(error)


def _plain(name: str) -> str:
    """A name as typed, without what cannot be seen."""
    return "".join(c for c in name if c.isprintable()).strip()

