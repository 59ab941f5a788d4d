"""What visitors send: forms.  Each changes one table as a whole, or is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from frostfair.engine.errors import IllegalMove
from frostfair.engine.speech import LANGUAGES
from frostfair.house.asked import game_of, house_of, plain, reader_of, table_of, why
from frostfair.house.table import Table

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


async def _form(request: Request) -> dict[str, str]:
    kind = request.headers.get("content-type", "")
    if not kind and request.headers.get("content-length", "0") == "0":
        return {}
    if not kind.startswith(FORMS):
        raise HTTPException(415, "wrong_form")
    try:
        form = await request.form(max_files=0, max_fields=40, max_part_size=8192)
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        "".join((*fields, *fields.values())).encode()  # a charset may smuggle in halves of characters
    except (ValueError, ClientDisconnect):
        raise HTTPException(400, "wrong_form") from None
    return fields


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


async def new(request: Request) -> Response:
    reader = reader_of(request)
    table = await house_of(request).tables.create(game_of(_field(await _form(request), "game")), reader.device)
    return RedirectResponse(f"/t/{table.code}", 303)


async def language(request: Request) -> Response:
    reader_of(request)
    form = await _form(request)
    lang, back = _field(form, "lang"), _field(form, "back", 2000)
    if lang not in LANGUAGES:
        raise HTTPException(400, "wrong_form")
    answer = RedirectResponse("/" + back.lstrip("/\\"), 303)
    answer.set_cookie("lang", lang, max_age=365 * 24 * 3600, httponly=True, samesite="lax")
    return answer


async def _seat(request: Request) -> Response:
    reader, form, table = reader_of(request), await _form(request), table_of(request)
    name = _field(form, "player" if form.get("kind") == "bot" else "name", 24) if form.get("kind") != "open" else ""
    await house_of(request).tables.seat(table, reader.device, _index(form, "seat"), _field(form, "kind"), plain(name))
    return _done(request, table)


async def _sit(request: Request) -> Response:
    reader, form, table = reader_of(request), await _form(request), table_of(request)
    name = plain(form.get("name", "")[:24])
    await house_of(request).tables.sit(table, reader.device, _index(form, "seat"), form.get("nonce", ""), name)
    return _done(request, table)


async def _options(request: Request) -> Response:
    reader, form, table = reader_of(request), await _form(request), table_of(request)
    await house_of(request).tables.options(table, reader.device, form)
    return _done(request, table)


async def _start(request: Request) -> Response:
    reader, form, table = reader_of(request), await _form(request), table_of(request)
    await house_of(request).tables.start(table, reader.device, form.get("nonce", ""), form.get("order", "seated"))
    return _done(request, table)


async def _play(request: Request) -> Response:
    reader, form, table = reader_of(request), await _form(request), table_of(request)
    version, seat, moves = _index(form, "version"), _index(form, "seat"), _field(form, "moves", 2000)
    try:
        await house_of(request).tables.play(table, reader.device, version, seat, moves)
    except IllegalMove as error:
        tried = [table.game.words.read(table.kit, part) for part in moves.split(";") if part.strip()]
        raise IllegalMove(why(table, seat, tried, reader.lang, error)) from None
    return _done(request, table)


async def _undo(request: Request) -> Response:
    reader, form, table = reader_of(request), await _form(request), table_of(request)
    try:
        await house_of(request).tables.undo(table, reader.device, _index(form, "version"), _index(form, "seat"))
    except IllegalMove:
        raise HTTPException(400, "no_undo") from None
    return _done(request, table)


async def _rematch(request: Request) -> Response:
    reader = reader_of(request)
    await _form(request)
    table = await house_of(request).tables.rematch(request.path_params["code"], reader.device)
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
