"""Tables: sitting down, playing, taking back, bots, coming back after the house was shut."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from frostfair.engine.errors import IllegalMove, KitError
from frostfair.engine.game import load
from frostfair.engine.record import Record
from frostfair.house.table import BOT, HUMAN, OPEN, NotYours, Seat, Stale, Table
from frostfair.house.tables import Missing, Retired, Tables
from tests.houses import tables

ME, YOU = "me" * 32, "yo" * 32


def with_tables(folder: Path, story: Callable[[Tables], Awaitable[None]]) -> None:
    async def run() -> None:
        house = tables(folder)
        try:
            await story(house)
        finally:
            await house.close()
            house.store.close()

    asyncio.run(run())


async def begun(house: Tables, *seats: Seat, game: str = "soul_ward", **options: object) -> Table:
    game_ = load(game)
    table = await house.create(
        game_, ME, seats=seats or (Seat(HUMAN, "", ME), Seat(HUMAN, "", YOU)), kit=game_.kit(options=options)
    )
    await house.start(table, ME, "ab12")
    return table


def first_move(table: Table) -> tuple[str, int, str]:
    """Whose device, which seat, and its first legal move in notation."""
    seat = table.asked[0]
    move = table.game.words.write(table.kit, table.line.now.legal(seat)[0])
    return table.seats[seat].holder, seat, move


async def play_on(house: Tables, table: Table, moves: int = 10_000) -> None:
    while table.asked and moves:
        who, seat, move = first_move(table)
        await house.play(table, who, table.version, seat, move)
        moves -= 1


def test_a_whole_game_is_kept_and_its_record_verifies(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await begun(house)
        with pytest.raises(NotYours):
            table.record()
        await play_on(house, table)
        assert table.over and table.ended
        line = Record.parse(table.record()).verify()
        assert line.now.bytes() == table.line.now.bytes()
        assert house.of(ME) == []

    with_tables(tmp_path, story)


def test_the_house_comes_back_with_every_table_as_it_was(tmp_path: Path) -> None:
    code, state = "", b""

    async def before(house: Tables) -> None:
        nonlocal code, state
        table = await begun(house, quick=True)
        await play_on(house, table, 4)
        await house.undo(table, first_other(table), table.version, table.line.moves[-1].who)
        code, state = table.code, table.line.now.bytes()

    async def after(house: Tables) -> None:
        table = house.find(code.lower())
        assert table.line.now.bytes() == state
        assert [table.code for table in house.of(YOU)] == [code]
        await play_on(house, table)
        Record.parse(table.record()).verify()

    def first_other(table: Table) -> str:
        return table.seats[table.line.moves[-1].who].holder

    with_tables(tmp_path, before)
    with_tables(tmp_path, after)


def test_a_move_that_answers_another_version_or_seat_changes_nothing(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await begun(house)
        who, seat, move = first_move(table)
        other = YOU if who == ME else ME
        for error, call in (
            (Stale, house.play(table, who, table.version - 1, seat, move)),
            (Stale, house.play(table, who, table.version + 1, seat, move)),
            (NotYours, house.play(table, other, table.version, seat, move)),
            (NotYours, house.play(table, "", table.version, seat, move)),
            (IllegalMove, house.play(table, other, table.version, 1 - seat, move)),
            (IllegalMove, house.play(table, who, table.version, seat, "mark T1")),
            (IllegalMove, house.play(table, who, table.version, seat, f"{move};{move}")),
            (IllegalMove, house.play(table, who, table.version, seat, " ; ")),
            (IllegalMove, house.play(table, who, table.version, seat, "storm")),
        ):
            before = table.version, table.line.now.bytes()
            with pytest.raises(error):
                await call
            assert (table.version, table.line.now.bytes()) == before

    with_tables(tmp_path, story)


def test_two_at_once_answer_one_version_and_one_is_refused(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await begun(house)
        who, seat, move = first_move(table)
        version = table.version
        twice = [house.play(table, who, version, seat, move) for _ in range(2)]
        results = await asyncio.gather(*twice, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), Stale]
        assert table.version == version + 1

    with_tables(tmp_path, story)


def test_taking_back_until_another_person_has_acted(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await begun(house)
        state = table.line.now.bytes()
        with pytest.raises(IllegalMove):
            await house.undo(table, ME, table.version, 0)
        who, seat, move = first_move(table)
        await house.play(table, who, table.version, seat, move)
        with pytest.raises(NotYours):
            await house.undo(table, YOU if who == ME else ME, table.version, seat)
        await house.undo(table, who, table.version, seat)
        assert table.line.now.bytes() == state
        await house.play(table, who, table.version, seat, move)
        other, his, reply = first_move(table)
        await house.play(table, other, table.version, his, reply)
        with pytest.raises(IllegalMove):
            await house.undo(table, who, table.version, seat)

    with_tables(tmp_path, story)


def test_taking_back_never_draws_anew(tmp_path: Path) -> None:
    """W-21 in the house: the third marker makes nature act; taken back and put again, the same comes of it."""

    async def story(house: Tables) -> None:
        table = await begun(house, Seat(HUMAN, "", ME), Seat(HUMAN, "", ME), quick=True)
        await play_on(house, table, 5)
        who, seat, move = first_move(table)
        await house.play(table, who, table.version, seat, move)
        drawn = [played.draw for played in table.line.moves]
        await house.undo(table, who, table.version, seat)
        await house.play(table, who, table.version, seat, move)
        assert [played.draw for played in table.line.moves] == drawn

    with_tables(tmp_path, story)


def test_bots_play_a_whole_game_by_themselves(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await begun(house, Seat(BOT, "random"), Seat(BOT, "random"))
        while not table.over:
            assert await table.change(20)
        Record.parse(table.record()).verify()

    with_tables(tmp_path, story)


def test_seats_change_only_before_the_start_and_only_by_the_host(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await house.create(load("soul_ward"), ME)
        assert [seat.kind for seat in table.seats] == [HUMAN, BOT]
        with pytest.raises(NotYours):
            await house.seat(table, YOU, 1, "open")
        with pytest.raises(KitError):
            await house.seat(table, ME, 2, "open")
        with pytest.raises(KitError):
            await house.seat(table, ME, 1, "ghost")
        with pytest.raises(Stale):
            await house.sit(table, YOU, 1, "")
        await house.seat(table, ME, 1, "open")
        assert table.seats[1].kind == OPEN
        with pytest.raises(Stale, match="seat 2"):
            await house.start(table, ME, "")
        await house.sit(table, YOU, 1, "cd")
        with pytest.raises(IllegalMove):
            await house.start(table, ME, "no nonce")
        with pytest.raises(KitError):
            await house.start(table, ME, "", "upwards")
        await house.start(table, ME, "ab", "1")
        assert [seat.holder for seat in table.seats] == [YOU, ME]
        assert table.chance.nonces == ("cd", "ab")
        for late in (
            house.seat(table, ME, 1, "open"),
            house.sit(table, YOU, 1, ""),
            house.start(table, ME, ""),
            house.options(table, ME, {}),
        ):
            with pytest.raises(Stale):
                await late

    with_tables(tmp_path, story)


def test_options_change_the_box_before_the_start(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await house.create(load("soul_ward"), ME)
        await house.options(table, ME, {"quick": "on", "green_ward": "7"})
        with pytest.raises(KitError):
            await house.options(table, ME, {"green_ward": "700"})
        await house.start(table, ME, "")
        assert table.line.now.record.ward[0] == 7
        assert table.line.now.record.placed == 0  # the edge is laid, the first marker is asked for
        assert table.asked == [0]

    with_tables(tmp_path, story)


def test_a_rematch_moves_everybody_one_seat_with_a_new_secret(tmp_path: Path) -> None:
    async def story(house: Tables) -> None:
        table = await begun(house)
        await play_on(house, table)
        with pytest.raises(NotYours):
            await house.rematch(table.code, "st" * 32)
        again = await house.rematch(table.code, YOU)
        assert [seat.holder for seat in again.seats] == [YOU, ME]
        assert again.begun is None and again.chance.key != table.chance.key and again.host == YOU

    with_tables(tmp_path, story)


def test_a_table_of_other_rules_is_not_guessed_at_but_can_begin_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = ""

    async def before(house: Tables) -> None:
        nonlocal code
        code = (await begun(house)).code

    async def after(house: Tables) -> None:
        monkeypatch.setattr(load("soul_ward").rules, "RULES", 99)
        with pytest.raises(Retired):
            house.find(code)
        assert house.of(ME) == []
        again = await house.rematch(code, ME)
        assert [seat.holder for seat in again.seats] == [ME, YOU]
        with pytest.raises(Missing):
            house.find("QQQQQ")

    with_tables(tmp_path, before)
    with_tables(tmp_path, after)
