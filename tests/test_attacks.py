"""Attacks on the house, each of which has once succeeded or might: what was tried, and that it comes to nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from frostfair.engine.errors import RecordError
from frostfair.engine.record import Record
from tests.houses import KEYS, ORIGIN, app, device
from tests.test_record import finished

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
    for length in (b"\xb2", b"-1", b"1e3", b""):
        assert client.post("/new", headers={"content-length": length}).status_code == 413  # type: ignore[dict-item]


def test_cookies_that_the_house_never_gave(tmp_path: Path) -> None:
    good = KEYS.new_cookie()
    assert KEYS.device(good)
    for cookie in ("", ".", "x", "x.", f".{'0' * 32}", "ÿ.ÿ", good[:-1], good[1:], good + "0", good + ".", good.upper()):
        assert KEYS.device(cookie) == ""


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
