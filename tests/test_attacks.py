"""Attacks on the house, each of which has once succeeded or might: what was tried, and that it comes to nothing."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from frostfair.engine.errors import FrostfairError, RecordError
from frostfair.engine.game import load
from frostfair.engine.record import Record
from frostfair.house import bots, door, tables
from frostfair.house import serve as serving
from frostfair.house.page import stamp
from frostfair.house.store import InUse, occupy
from frostfair.house.table import HUMAN, OPEN, Seat, Stale
from frostfair.house.tables import Retired, Tables
from tests.houses import KEYS, ORIGIN, app, device
from tests.test_record import finished
from tests.test_tables import ME, YOU, begun, first_move, play_on, with_tables


@contextlib.contextmanager
def one_loop(host: TestClient, *others: TestClient) -> Iterator[None]:
    """All devices ask the house in the same event loop, as they do in life."""
    with host:
        for client in others:
            client.portal = host.portal
        yield
        for client in others:
            client.portal = None


# --- the door ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/static/live.js", "/static/nothing", "/static/../", "/nowhere", "/"])
def test_a_wrong_key_lets_nobody_in_by_any_address(path: str, tmp_path: Path) -> None:
    client = TestClient(app(tmp_path), headers=ORIGIN, follow_redirects=False)
    answer = client.get(f"{path}?key=WRONGWRONG")
    assert "set-cookie" not in answer.headers and answer.status_code in (200, 403, 404)
    assert client.get("/").status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "://", "http://\xff", "null", "http://testserver/", "HTTP://testserver"]
)
def test_an_origin_that_is_no_address_is_refused(origin: str, tmp_path: Path) -> None:
    client = device(app(tmp_path))
    assert client.post("/new", data={"game": "soul_ward"}, headers={"origin": origin.encode("latin-1")}).status_code == 403


def test_a_length_in_other_digits_is_refused(tmp_path: Path) -> None:
    client = device(app(tmp_path))
    for length in (b"\xb2", b"-1", b"1e3", b"", b"9" * 5000):
        assert client.post("/new", headers={"content-length": length}).status_code == 413  # type: ignore[dict-item]


def test_cookies_that_the_house_never_gave(tmp_path: Path) -> None:
    good = KEYS.new_cookie()
    assert KEYS.device(good)
    for cookie in ("", ".", "x", "x.", f".{'0' * 32}", "ÿ.ÿ", good[:-1], good[1:], good + "0", good + ".", good.upper()):
        assert KEYS.device(cookie) == ""


def test_pages_are_not_kept_and_files_only_under_their_stamp(tmp_path: Path) -> None:
    client = device(app(tmp_path))
    table = client.post("/new", data={"game": "soul_ward"}).headers["location"]
    client.post(f"{table}/start")
    for path in ("/", table, f"{table}/frames", f"{table}/record", "/rules/soul_ward", "/nowhere", "/static/none.js"):
        assert client.get(path).headers["cache-control"] == "no-store"
    assert "immutable" in client.get(f"/static/live.js?{stamp()}").headers["cache-control"]
    for path in ("/static/live.js", "/static/live.js?00000000", "/static/games/soul_ward.css"):
        assert client.get(path).headers["cache-control"] == "no-cache"


def test_one_device_cannot_take_all_the_house_has(tmp_path: Path) -> None:
    house = app(tmp_path)
    client, other = device(house), device(house)
    table = client.post("/new", data={"game": "soul_ward"}).headers["location"]
    client.post(f"{table}/start")
    answers = [client.get(f"{table}/frames").status_code for _ in range(60)]
    assert answers[0] == 200 and answers[-1] == 429
    assert client.get("/static/live.js").status_code == 200 and other.get(table).status_code == 200


def test_one_device_opens_only_so_many_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_SOCKETS", 3)
    house = app(tmp_path)
    client, other = device(house), device(house)
    with one_loop(client, other), contextlib.ExitStack() as sockets:
        table = client.post("/new", data={"game": "soul_ward"}).headers["location"]
        for _ in range(3):
            sockets.enter_context(client.websocket_connect(f"{table}/watch", headers=ORIGIN))
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{table}/watch", headers=ORIGIN):
            pass
        assert client.get(table).status_code == 200 and client.post(f"{table}/start").status_code == 303
        with other.websocket_connect(f"{table}/watch", headers=ORIGIN) as socket:
            assert socket.receive_text()
        sockets.close()
        with client.websocket_connect(f"{table}/watch", headers=ORIGIN) as socket:
            assert socket.receive_text()


def test_a_socket_that_asks_nonsense_or_speaks_is_closed(tmp_path: Path) -> None:
    house = app(tmp_path)
    client = device(house)
    with one_loop(client):
        table = client.post("/new", data={"game": "soul_ward"}).headers["location"]
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{table}/watch?seen=x", headers=ORIGIN):
            pass
        for say in ("send_text", "send_bytes"):
            with client.websocket_connect(f"{table}/watch", headers=ORIGIN) as socket:
                socket.receive_text()
                getattr(socket, say)("x" if say == "send_text" else b"x")
        assert house.state.house.tables.find(table[-5:]).watchers == 0


def test_a_form_that_trickles_in_or_breaks_off_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.05)
    house = app(tmp_path)
    cookie = f"{KEYS.cookie_name}={KEYS.new_cookie()}"
    heads = {"host": "testserver", "cookie": cookie, **ORIGIN, "content-type": "application/x-www-form-urlencoded"}
    scope = {"type": "http", "method": "POST", "path": "/new", "raw_path": b"/new", "query_string": b"", "root_path": ""}
    scope |= {"headers": [(name.encode(), value.encode()) for name, value in heads.items()], "scheme": "http"}
    answers: list[Message] = []

    async def trickle() -> Message:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def leave() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        answers.append(message)

    for receive, status in ((trickle, 408), (leave, 400)):
        answers.clear()
        asyncio.run(house(scope, receive, send))
        assert answers[0]["status"] == status


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\n", b"GET /static/back.js HTTP/1.1\r\nHost: x\r\n\r\nGET"])
def test_a_line_on_which_nothing_is_asked_is_closed(said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(say: object) -> None:
        pass

    monkeypatch.setattr(serving, "PATIENCE", 0.1)
    monkeypatch.setattr(serving, "_make_ready", nothing)

    async def story() -> None:
        server, listening = uvicorn.Server(uvicorn.Config(app(tmp_path))), serving._listen("127.0.0.1", 0)
        running = asyncio.create_task(serving._run(server, listening, print))
        incoming, outgoing = await asyncio.open_connection(*listening.getsockname())
        outgoing.write(said)
        await asyncio.wait_for(incoming.read(), 3)
        server.should_exit = True
        await running

    asyncio.run(story())


def test_no_form_brings_in_half_a_character(tmp_path: Path) -> None:
    client = device(app(tmp_path))
    form = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    for charset, half in (("unicode_escape", b"\\ud800"), ("utf-7", b"+2AA-")):
        body = form % (b"lang", b"de") + form % (b"back", half) + b"--x--\r\n"
        kind = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
        assert client.post("/language", content=body, headers=kind).status_code == 400


def test_questions_out_of_order_are_no_errors_of_the_house(tmp_path: Path) -> None:
    client = device(app(tmp_path))
    table = client.post("/new", data={"game": "soul_ward"}).headers["location"]
    client.post(f"{table}/seat", data={"seat": 1, "kind": "here", "name": ""})
    assert client.post(f"{table}/start", data={"order": "²"}).status_code == 400
    assert client.post(f"{table}/start").status_code == 303
    for query in ("step=1", "step=3&change=5", "plan=1&step=2", "at=5&step=2", "change=9"):
        assert client.get(f"{table}?{query}").status_code == 200
    while not (found := client.app.state.house.tables.find(table[-5:])).line.now.pending():  # type: ignore[attr-defined]
        move = found.game.words.write(found.kit, found.line.now.legal()[0])
        client.post(f"{table}/play", data={"version": found.version, "seat": found.asked[0], "moves": move})
    assert client.get(f"{table}/preview?plan=1").json() == []


# --- records from strangers -------------------------------------------------------------------------------------------


def test_a_record_does_not_say_what_is_imported() -> None:
    _, file = finished(3)
    with pytest.raises(RecordError, match="no game's name"):
        Record(file.head | {"game": "antigravity.soul_ward"}, file.lines, file.end).verify()
    assert "antigravity" not in sys.modules


def test_odd_text_in_a_record_is_refused_or_kept_but_never_a_surprise() -> None:
    for text in ("[" * 100_000, "", "1", '{"frostfair":1}', f'{{"frostfair":1,"x":{"9" * 5000}}}', "[]\n{}"):
        with pytest.raises(RecordError):
            Record.parse(text).verify()
    _, file = finished(3)
    odd = Record(file.head | {"seats": ["line\u2028break", "and\x85another"]}, file.lines, file.end)
    assert Record.parse(odd.dump()).head == odd.head
    for nonces in (["aa", "\ud800"], ["aa", "é"], 7, None):
        with pytest.raises(RecordError, match="line 1"):
            Record(file.head | {"chance": file.head["chance"] | {"nonces": nonces}}, file.lines, file.end).verify()


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_device_that_sets_up_table_after_table_is_sent_back_to_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST", 3)
    house = app(tmp_path)
    client, other = device(house), device(house)
    for _ in range(3):
        assert client.post("/new", data={"game": "soul_ward"}).status_code == 303
    refused = client.post("/new", data={"game": "soul_ward"}, headers={"accept-language": "de"})
    assert refused.status_code == 429 and "an einem davon weiter" in refused.text
    assert other.post("/new", data={"game": "soul_ward"}).status_code == 303
    monkeypatch.setattr(tables, "HOUR", 0)
    assert client.post("/new", data={"game": "soul_ward"}).status_code == 303


def test_nobody_seats_a_computer_that_there_is_not(tmp_path: Path) -> None:
    client = device(app(tmp_path))
    table = client.post("/new", data={"game": "soul_ward"}).headers["location"]
    assert client.post(f"{table}/seat", data={"seat": 1, "kind": "bot", "player": "<b>hal"}).status_code == 400


def test_all_who_ask_for_another_game_meet_at_one_table(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await begun(house)
        with pytest.raises(Stale):
            await house.rematch(table.code, ME)
        await play_on(house, table)
        assert house.store.read("SELECT ended FROM play")[0]["ended"] and house.of(ME) == []
        again = await asyncio.gather(*[house.rematch(table.code, who) for who in (YOU, ME, YOU)])
        assert len({found.code for found in again}) == 1

    with_tables(tmp_path, story)


def test_whoever_goes_away_in_mid_move_leaves_store_and_table_one(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await begun(house)
        for _ in range(8):
            version, (who, seat, move) = table.version, first_move(table)
            asking = asyncio.create_task(house.play(table, who, version, seat, move))
            for _ in range(3):
                await asyncio.sleep(0)
            asking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asking
            await house.store.write(lambda db: None)
            await asyncio.sleep(0.01)
            rows = house.store.read("SELECT count(*) AS n FROM line")[0]["n"]
            assert rows == table.version > version and not table.lock.locked()

    with_tables(tmp_path, story)


def test_what_a_full_disk_stops_goes_on_when_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full, keep = [True], tables._keep_lines

    def keep_lines(*given: Any) -> None:
        keep(*given)
        if full[0]:
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(tables, "_keep_lines", keep_lines)
    monkeypatch.setattr(bots, "RETRY", 0.02)
    house = app(tmp_path)
    client = device(house)
    with one_loop(client):
        table = house.state.house.tables.find(client.post("/new", data={"game": "soul_ward"}).headers["location"][-5:])
        client.post(f"/t/{table.code}/seat", data={"seat": 0, "kind": "bot", "player": "random"})
        before = table.begun, table.version, table.seats
        assert client.post(f"/t/{table.code}/start").status_code == 503
        assert (table.begun, table.version, table.seats) == before
        full[0] = False
        assert client.post(f"/t/{table.code}/start").status_code == 303
        full[0] = True
        time.sleep(0.1)
        full[0] = False
        patience = time.monotonic() + 20
        while not table.over and time.monotonic() < patience:
            time.sleep(0.05)
        assert table.over


def test_a_table_remembered_from_before_the_start_cannot_reseat_a_running_game(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        old = await house.create(load("soul_ward"), ME, seats=(Seat(HUMAN, "", ME), Seat(HUMAN, "", YOU)))
        house._tables.clear()
        await house.start(house.find(old.code), ME, "")
        kept = [tuple(row) for row in house.store.read("SELECT * FROM seat")]
        for change in (
            house.seat(old, ME, 1, "me"),
            house.sit(replace(old, seats=(old.seats[0], Seat(OPEN))), ME, 1, ""),
            house.options(old, ME, {"quick": "on"}),
            house.start(old, ME, ""),
        ):
            with pytest.raises(Stale):
                await change
        assert [tuple(row) for row in house.store.read("SELECT * FROM seat")] == kept

    with_tables(tmp_path, story)


def test_a_table_that_cannot_be_read_any_more_shuts_nobody_out_of_the_lobby(tmp_path: Path) -> None:
    codes = []

    async def before(house: Tables) -> None:
        codes.append((await begun(house)).code)
        other = "UPDATE play SET kit = json_set(kit, '$.digest', '00')"
        await house.store.write(lambda db: db.execute(other) and None)

    async def after(house: Tables) -> None:
        assert house.of(ME) == []
        with pytest.raises(Retired):
            house.find(codes[0])

    with_tables(tmp_path, before)
    with_tables(tmp_path, after)


def test_a_device_with_two_seats_answers_for_one_after_the_other(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        game = load("tests.tiny")
        table = await house.create(game, ME, seats=[Seat(HUMAN, "", who) for who in (ME, YOU, YOU)], kit=game.kit(3))
        await house.start(table, ME, "")
        for word in ("lay", "name"):
            move = next(move for move in table.line.now.legal() if game.words.write(table.kit, move).startswith(word))
            await house.play(table, ME, table.version, 0, game.words.write(table.kit, move))
        assert table.asked == [1, 2] and table.viewer(YOU) == 1
        answer = game.words.write(table.kit, table.line.now.legal(1)[0])
        await house.play(table, YOU, table.version, 1, answer)
        assert table.viewer(YOU) == 2

    with_tables(tmp_path, story)


# --- the folder -------------------------------------------------------------------------------------------------------


def test_two_houses_do_not_keep_their_tables_in_one_folder(tmp_path: Path) -> None:
    sign = occupy(tmp_path)
    with pytest.raises(InUse, match="--data"):
        occupy(tmp_path)
    sign.close()
    occupy(tmp_path).close()


@pytest.mark.parametrize("kind", ["a file", "no database", "a folder"])
def test_a_folder_that_cannot_be_used_is_named(kind: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    if kind == "a file":
        data.touch()
    elif kind == "no database":
        data.mkdir()
        (data / "house.db").write_text("snow " * 100)
    else:
        (data / "house.db").mkdir(parents=True)
    with pytest.raises(FrostfairError, match="tables cannot be kept there"):
        serving.serve("127.0.0.1", 0, data, "", open_browser=False)
