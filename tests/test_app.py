"""The house as strangers meet it: whatever is sent, a clear 4xx, never a 500, never a changed game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.houses import KEYS, ORIGIN, app, device


class Two:
    """A house with a game of Soul Ward between two devices, and a stranger who came in with the key."""

    def __init__(self, folder: Path) -> None:
        self.app = app(folder)
        self.house = self.app.state.house
        self.ada, self.ben, self.stranger = device(self.app), device(self.app), device(self.app)
        self.code = self.ada.post("/new", data={"game": "soul_ward"}).headers["location"].rsplit("/", 1)[1]
        self.ada.post(f"/t/{self.code}/seat", data={"seat": 1, "kind": "open"})
        self.ben.post(f"/t/{self.code}/sit", data={"seat": 1, "nonce": "00ff"})
        assert self.ada.post(f"/t/{self.code}/start", data={"nonce": "12"}).status_code == 303

    @property
    def table(self):  # type: ignore[no-untyped-def]
        return self.house.tables.find(self.code)

    def now(self) -> tuple[object, ...]:
        return self.table.version, self.table.line.now.bytes(), self.table.seats, self.table.kit.digest

    def good(self) -> tuple[TestClient, dict[str, object]]:
        """Whoever is asked, and a form that would be accepted."""
        table = self.table
        seat = table.asked[0]
        move = table.game.words.write(table.kit, table.line.now.legal(seat)[0])
        return (self.ada, self.ben)[seat], {"version": table.version, "seat": seat, "moves": move}


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    with_two = Two(tmp_path_factory.mktemp("house"))
    yield with_two
    with_two.house.tables.store.close()


def test_without_the_key_nobody_comes_in(two: Two) -> None:
    client = TestClient(two.app, headers=ORIGIN, follow_redirects=False)
    for path in ("/", f"/t/{two.code}", f"/j/{two.code}", "/rules/soul_ward", f"/t/{two.code}/record", "/?key=WRONGWRONG"):
        assert client.get(path).status_code == 403
    client.cookies.set(KEYS.cookie_name, "forged.0123456789abcdef0123456789abcdef")
    assert client.get("/").status_code == 403
    assert client.post("/new", data={"game": "soul_ward"}).status_code == 403


def test_the_key_opens_once_and_leaves_the_address(two: Two) -> None:
    client = TestClient(two.app, follow_redirects=False)
    answer = client.get(f"/j/{two.code}?key=testtestte&x=1")
    assert answer.status_code == 303 and answer.headers["location"] == f"/j/{two.code}?x=1"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    assert client.get("/").status_code == 200
    assert client.get("http://testserver//evil.example/?key=TESTTESTTE").headers["location"].startswith("/evil.example")


def test_every_answer_carries_the_protecting_headers(two: Two) -> None:
    for path in ("/", f"/t/{two.code}", "/nowhere", "/static/live.js"):
        headers = two.ada.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"] and headers["x-content-type-options"] == "nosniff"


BAD_FORMS: list[tuple[str, dict[str, object], int]] = [
    ("an illegal move", {"moves": "mark T1"}, 400),
    ("a move of nature's", {"moves": "storm"}, 400),
    ("no notation", {"moves": "<script>alert(1)</script>"}, 400),
    ("no move", {"moves": ""}, 400),
    ("a move too many", {"moves": "a;" * 900}, 400),
    ("an old version", {"version": 1}, 409),
    ("a version to come", {"version": 9999}, 409),
    ("a version that is none", {"version": "-1"}, 400),
    ("a version in other digits", {"version": "٣"}, 400),
    ("a seat that is none", {"seat": "99"}, 403),
    ("a seat that is no number", {"seat": "1; drop table"}, 400),
    ("nothing", {"version": None, "seat": None, "moves": None}, 400),
]


@pytest.mark.parametrize("name,change,status", BAD_FORMS, ids=[row[0] for row in BAD_FORMS])
def test_a_bad_form_changes_nothing(two: Two, name: str, change: dict[str, object], status: int) -> None:
    client, form = two.good()
    before = two.now()
    form = {key: value for key, value in (form | change).items() if value is not None}
    answer = client.post(f"/t/{two.code}/play", data=form)
    assert answer.status_code == status
    assert "Traceback" not in answer.text and "<script>alert" not in answer.text
    said = client.post(f"/t/{two.code}/play", data=form, headers={"accept": "text/plain"})
    assert said.status_code == status and said.headers["content-type"].startswith("text/plain")
    assert two.now() == before


def test_an_illegal_move_is_answered_with_its_ruling(two: Two) -> None:
    client, form = two.good()
    answer = client.post(f"/t/{two.code}/play", data=form | {"moves": "mark T1"}, headers={"accept": "text/plain"})
    assert answer.status_code == 400 and re.search(r"W-\d+", answer.text)


def test_nobody_plays_for_somebody_else(two: Two) -> None:
    client, form = two.good()
    before = two.now()
    other = two.ben if client is two.ada else two.ada
    assert other.post(f"/t/{two.code}/play", data=form).status_code == 403
    assert two.stranger.post(f"/t/{two.code}/play", data=form).status_code == 403
    for path in ("seat", "options", "start"):
        assert two.stranger.post(f"/t/{two.code}/{path}", data={"seat": 0, "kind": "me", "name": ""}).status_code in (403, 409)
    assert two.stranger.post(f"/t/{two.code}/undo", data={"version": form["version"], "seat": 0}).status_code == 403
    assert two.stranger.post(f"/t/{two.code}/rematch", data={}).status_code == 403
    assert two.now() == before


def test_forms_come_from_our_own_pages_only(two: Two) -> None:
    client, form = two.good()
    before = two.now()
    for origin in ("http://evil.example", "null", "", "http://testserver.evil.example", "https://testserver:444"):
        assert client.post(f"/t/{two.code}/play", data=form, headers={"origin": origin}).status_code == 403
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/t/{two.code}/watch", headers={"origin": origin}):
            pass
    assert two.now() == before


def test_bodies_are_bounded_and_of_the_right_kind(two: Two) -> None:
    client, form = two.good()
    before, path = two.now(), f"/t/{two.code}/play"
    assert client.post(path, data=form | {"moves": "x" * 20_000}).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(40):
            yield b"moves=" + b"y" * 1000

    chunked = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post(path, content=endless(), headers=chunked).status_code == 413
    assert client.post(path, json=form).status_code == 415
    assert client.post(path, content=b"\xff\xfe", headers={"content-type": "text/plain"}).status_code == 415
    assert (
        client.post(path, content=b"\x00\xff", headers={"content-type": "multipart/form-data; boundary=x"}).status_code == 400
    )
    assert client.post(path, content=b"", headers={"content-type": "multipart/form-data"}).status_code == 400
    files = {"moves": ("a.txt", b"mark T1")}
    assert client.post(path, data={"version": form["version"], "seat": form["seat"]}, files=files).status_code == 400
    assert two.now() == before


@pytest.mark.parametrize(
    "path",
    [
        "/t/..%2f..%2fetc",
        "/t/%00",
        "/t/ABCDE%0d%0aSet-Cookie:x",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/games/..%2fx.css",
        "/static/fonts/../palette.py",
        "/rules/..%2f..",
        "/rules/%2e%2e",
        "/j/'",
        "/t/QQQQQ",
        "/t/QQQQQ/record",
        "/t/QQQQQ/frames",
        "/nowhere",
        "/static/nothing.js",
        "/rules/chess",
        "/static/games/chess.css",
    ],
)
def test_paths_that_lead_nowhere(two: Two, path: str) -> None:
    answer = two.ada.get(path)
    assert 400 <= answer.status_code < 500
    assert "from __future__" not in answer.text


@pytest.mark.parametrize(
    "query", ["at=-1", "at=x", "at=99999999", "step=abc", "try=%00", "try=storm", "try=" + "x" * 3000, "try=a;" * 99]
)
def test_questions_that_make_no_sense(two: Two, query: str) -> None:
    for path in ("", "/preview", "/frames"):
        assert two.ada.get(f"/t/{two.code}{path}?{query}").status_code in (200, 400)


def test_wrong_methods(two: Two) -> None:
    for path in ("/new", f"/t/{two.code}/play"):
        assert two.ada.get(path).status_code == 405
    assert two.ada.post(f"/t/{two.code}", data={}).status_code == 405
    assert two.ada.request("BREW", "/").status_code == 405


def test_a_record_is_given_to_nobody_before_the_end(two: Two) -> None:
    for client in (two.ada, two.ben, two.stranger):
        assert client.get(f"/t/{two.code}/record").status_code == 403
        assert client.get(f"/t/{two.code}/check").status_code == 403


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["seat", "sit", "options", "start", "play", "undo", "rematch"]),
    st.dictionaries(
        st.sampled_from(["version", "seat", "moves", "kind", "name", "player", "nonce", "order", "quick", "storm", "x"]),
        st.text(max_size=30),
    ),
)
def test_any_form_from_a_stranger_is_refused_kindly(two: Two, path: str, form: dict[str, str]) -> None:
    before = two.now()
    assert 400 <= two.stranger.post(f"/t/{two.code}/{path}", data=form).status_code < 500
    assert two.now() == before


def test_too_many_forms_are_slowed_down(tmp_path: Path) -> None:
    client = device(app(tmp_path))
    answers = [client.post("/new", data={"game": "none"}).status_code for _ in range(80)]
    assert answers[0] == 404 and answers[-1] == 429


def test_a_move_reaches_the_other_device_over_the_socket(two: Two) -> None:
    client, form = two.good()
    other = two.ben if client is two.ada else two.ada
    version = two.table.version
    with other.websocket_connect(f"/t/{two.code}/watch?seen={version}", headers=ORIGIN) as socket:
        assert f'data-version="{version}"' in socket.receive_text()
        answer = client.post(f"/t/{two.code}/play", data=form, headers={"accept": "text/plain"})
        assert answer.status_code == 204 and int(answer.headers["x-version"]) == version + 1
        assert f'data-version="{version + 1}"' in socket.receive_text()


def test_a_spectator_sees_the_table_and_has_no_buttons(two: Two) -> None:
    page = two.stranger.get(f"/t/{two.code}")
    assert page.status_code == 200 and 'form="try"' not in page.text
