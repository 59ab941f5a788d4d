"""The hint: the best move as a trial, and why, to whoever has to move; and the levels of computers before the start."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from frostfair.engine.errors import PlayerError
from frostfair.engine.game import load
from frostfair.engine.kits import Kit
from frostfair.engine.speech import LANGUAGES
from frostfair.house import bots
from frostfair.house.app import create_app
from frostfair.house.asked import House
from frostfair.house.bots import NoHint
from frostfair.house.page import WORDS
from frostfair.house.pages_hint import why
from frostfair.house.store import Store
from frostfair.house.table import BOT, HUMAN, NotNow, NotYours, Seat, Stale, Table
from frostfair.house.tables import Tables
from frostfair.players.levels import LEVELS
from frostfair.players.player import Advice
from tests.houses import KEYS, Quick, device

ME, YOU = "me" * 32, "yo" * 32


class Adviser(Quick):
    """Counts what it is asked; fails as long as `fault` is set, and answers when `ready` is."""

    def __init__(self) -> None:
        self.asked, self.fault, self.ready = 0, False, asyncio.Event()
        self.ready.set()

    async def advise(self, package: str, kit: Kit, view: bytes, history: Sequence[int], seat: int, seed: int) -> list[Advice]:
        self.asked += 1
        await self.ready.wait()
        if self.fault:
            raise PlayerError("nobody is at home")
        return await super().advise(package, kit, view, history, seat, seed)


# --- in the browser, without script ---------------------------------------------------------------------------------


class Alone:
    """A game of Soul Ward of one device, which holds both seats, and a stranger who came in with the key."""

    def __init__(self, folder: Path) -> None:
        self.adviser = Adviser()
        self.tables = Tables(Store(folder / "house.db"), self.adviser, pause=0.05)
        app = create_app(House(self.tables, KEYS, "http://testserver"))
        self.me, self.stranger = device(app), device(app)
        code = self.me.post("/new", data={"game": "soul_ward"}).headers["location"].rsplit("/", 1)[1]
        self.path = f"/t/{code}"
        self.me.post(f"{self.path}/seat", data={"seat": 1, "kind": "here", "name": "Ben"})
        self.me.post(f"{self.path}/options", data={"quick": "yes"})

    def start(self) -> Table:
        assert self.me.post(f"{self.path}/start", data={"nonce": "12"}).status_code == 303
        return self.tables.find(self.path[-5:])


@pytest.fixture
def alone(tmp_path: Path) -> Alone:
    return Alone(tmp_path)


def read(client: TestClient, path: str, lang: str = "en", status: int = 200) -> str:
    answer = client.get(path, headers={"accept-language": lang})
    assert answer.status_code == status
    return answer.text


def text(page: str) -> str:
    return html.unescape(re.sub(r"[ \n]+", " ", re.sub(r"<[^>]+>", " ", page)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hint_is_the_best_move_as_a_trial_and_why(alone: Alone, lang: str) -> None:
    table = alone.start()
    assert f'href="{alone.path}?hint=1"' in read(alone.me, alone.path)
    best = table.line.now.legal(0)[0]
    page = read(alone.me, f"{alone.path}?hint=1", lang)
    assert f'name="moves" value="{table.game.words.write(table.kit, best)}"' in page
    assert table.game.words.offer(table.line.now.view(0), [best], lang) in text(page)
    advice = asyncio.run(Quick().advise("soul_ward", table.kit, table.line.now.view(0).bytes(), [], 0, 0))
    assert why(table, 0, advice, lang) in text(page)


def test_a_hint_is_played_by_its_form_and_shown_step_by_step(alone: Alone) -> None:
    table = alone.start()
    page = read(alone.me, f"{alone.path}?hint=1")
    assert f'href="{alone.path}?hint=1&amp;step=1" data-film="{alone.path}/preview?hint=1&amp;step=1"' in page
    steps = alone.me.get(f"{alone.path}/preview?hint=1&step=1").json()
    assert len(steps) > 1 and all(f'href="{alone.path}?hint=1"' in step for step in steps)
    assert "In mind:" in text(read(alone.me, f"{alone.path}?hint=1&step=2"))
    form = dict(re.findall(r'<input type="hidden" name="(version|seat|moves)" value="([^"]*)"', page))
    version = table.version
    assert alone.me.post(f"{alone.path}/play", data=form).status_code == 303
    assert table.version == version + 1
    assert alone.adviser.asked == 1


def test_a_hint_is_sought_once_a_version(alone: Alone) -> None:
    table = alone.start()
    for asked in (1, 2):
        assert read(alone.me, f"{alone.path}?hint=1") == read(alone.me, f"{alone.path}?hint=1")
        assert alone.adviser.asked == asked
        move = table.game.words.write(table.kit, table.line.now.legal()[0])
        alone.me.post(f"{alone.path}/play", data={"version": table.version, "seat": table.asked[0], "moves": move})


def test_a_hint_is_in_the_draft_too(tmp_path: Path) -> None:
    alone = Alone(tmp_path)
    alone.me.post(f"{alone.path}/options", data={"quick": "no"})
    table = alone.start()
    assert "edge" in text(read(alone.me, f"{alone.path}?hint=1")) and alone.adviser.asked == 1
    assert table.line.now.waiting() == table.asked[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_has_not_to_move_gets_no_hint(alone: Alone, lang: str) -> None:
    assert WORDS.say(lang, "fault.not_now") in text(read(alone.me, f"{alone.path}?hint=1", lang, 409))
    table = alone.start()
    assert "hint=1" not in read(alone.stranger, alone.path)
    assert WORDS.say(lang, "fault.not_yours") in text(read(alone.stranger, f"{alone.path}?hint=1", lang, 403))
    assert alone.stranger.get(f"{alone.path}/preview?hint=1").status_code == 403
    alone.tables.find(table.code).seats = (table.seats[0], Seat(HUMAN, "", YOU))
    move = table.game.words.write(table.kit, table.line.now.legal()[0])
    alone.me.post(f"{alone.path}/play", data={"version": table.version, "seat": 0, "moves": move})
    assert "hint=1" not in read(alone.me, alone.path)
    assert WORDS.say(lang, "fault.not_now") in text(read(alone.me, f"{alone.path}?hint=1", lang, 409))
    assert alone.adviser.asked == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_fault_is_a_kind_sentence_and_nothing_changes(alone: Alone, lang: str) -> None:
    table = alone.start()
    version, alone.adviser.fault = table.version, True
    page = read(alone.me, f"{alone.path}?hint=1", lang, 503)
    assert WORDS.say(lang, "fault.no_hint") in text(page) and "nobody is at home" not in page
    assert 'form="try"' in page and table.version == version
    alone.adviser.fault = False
    read(alone.me, f"{alone.path}?hint=1", lang)


def test_hints_are_rationed(alone: Alone) -> None:
    alone.start()
    answers = [alone.me.get(f"{alone.path}?hint=1").status_code for _ in range(60)]
    assert answers[0] == 200 and answers[-1] == 429


# --- who is asked, and how long -------------------------------------------------------------------------------------


def with_tables(folder: Path, story: Callable[[Tables, Adviser], Awaitable[None]]) -> None:
    async def run() -> None:
        adviser = Adviser()
        house = Tables(Store(folder / "house.db"), adviser, pause=0.05)
        try:
            await story(house, adviser)
        finally:
            await house.close()
            house.store.close()

    asyncio.run(run())


async def begun(house: Tables) -> Table:
    game = load("soul_ward")
    seats = (Seat(HUMAN, "", ME), Seat(HUMAN, "", YOU))
    table = await house.create(game, ME, seats=seats, kit=game.kit(options={"quick": True}))
    await house.start(table, ME, "ab12")
    return table


def test_one_hint_a_device_is_on_its_way(tmp_path: Path) -> None:
    async def story(house: Tables, adviser: Adviser) -> None:
        one, other = await begun(house), await begun(house)
        adviser.ready.clear()
        asked = [asyncio.create_task(house.hint(one, ME)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(NoHint):
            await house.hint(other, ME)
        adviser.ready.set()
        first, *rest = await asyncio.gather(*asked)
        assert rest == [first, first] and adviser.asked == 1
        assert await house.hint(other, ME)

    with_tables(tmp_path, story)


def test_a_hint_that_takes_long_is_there_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: Tables, adviser: Adviser) -> None:
        table = await begun(house)
        adviser.ready.clear()
        with pytest.raises(NoHint):
            await house.hint(table, ME)
        adviser.ready.set()
        assert await house.hint(table, ME) and adviser.asked == 1

    monkeypatch.setattr(bots, "PATIENCE", 0.02)
    with_tables(tmp_path, story)


def test_a_hint_for_a_table_that_has_moved_on_is_none(tmp_path: Path) -> None:
    async def story(house: Tables, adviser: Adviser) -> None:
        table = await begun(house)
        with pytest.raises(NotYours):
            await house.hint(table, "st" * 32)
        with pytest.raises(NotNow):
            await house.hint(table, YOU)
        adviser.ready.clear()
        asked = asyncio.create_task(house.hint(table, ME))
        await asyncio.sleep(0)
        move = table.game.words.write(table.kit, table.line.now.legal(0)[0])
        await house.play(table, ME, table.version, 0, move)
        adviser.ready.set()
        with pytest.raises(Stale):
            await asked

    with_tables(tmp_path, story)


def test_who_waits_for_a_hint_does_not_hold_up_the_house_when_it_closes(tmp_path: Path) -> None:
    async def story(house: Tables, adviser: Adviser) -> None:
        adviser.ready.clear()
        asked = asyncio.create_task(house.hint(await begun(house), ME))
        await asyncio.sleep(0)
        await house.close()
        with pytest.raises(asyncio.CancelledError):
            await asked

    with_tables(tmp_path, story)


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_seats_page_offers_five_levels(alone: Alone, lang: str) -> None:
    page = read(alone.me, alone.path, lang)
    assert re.findall(r'name="player" value="(\w+)"', page) == 2 * list(LEVELS)
    for level in LEVELS:
        assert WORDS.say(lang, f"bot.{level}") in text(page) and WORDS.say(lang, f"level.{level}") in text(page)


def test_a_new_table_has_a_snowball_and_another_can_be_chosen(tmp_path: Path) -> None:
    house = Tables(Store(tmp_path / "house.db"), Quick(), pause=0.05)
    me = device(create_app(House(house, KEYS, "http://testserver")))
    path = me.post("/new", data={"game": "soul_ward"}).headers["location"]
    table = house.find(path[-5:])
    assert table.seats[1] == Seat(BOT, "snowball")
    assert 'value="snowball" aria-pressed="true"' in read(me, path)
    assert me.post(f"{path}/seat", data={"seat": 1, "kind": "bot", "player": "yeti"}).status_code == 303
    assert table.seats[1] == Seat(BOT, "yeti")
    me.post(f"{path}/options", data={"quick": "yes"})
    me.post(f"{path}/start", data={"nonce": ""})
    table.seats = (*table.seats[:1], Seat(BOT, "yeti"))
    move = table.game.words.write(table.kit, table.line.now.legal()[0])
    me.post(f"{path}/play", data={"version": table.version, "seat": 0, "moves": move})
    assert "Yeti" in text(read(me, path))
    house.store.close()


@pytest.mark.parametrize("name", ["", "chess-master", "search", "../greedy", "Snowball"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_that_there_is_not_is_refused_in_words(alone: Alone, lang: str, name: str) -> None:
    form, headers = {"seat": 1, "kind": "bot", "player": name}, {"accept": "text/plain", "accept-language": lang}
    answer = alone.me.post(f"{alone.path}/seat", data=form, headers=headers)
    if name:
        assert answer.status_code == 400 and answer.text == WORDS.say(lang, "fault.no_player")
    assert alone.tables.find(alone.path[-5:]).seats[1].name in ("Ben", "snowball")
