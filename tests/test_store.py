"""The store: group commit, one failed write spoils nothing else, what is acknowledged is on disk."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from frostfair.house.store import Store


def test_a_failed_write_takes_nothing_else_of_its_batch_with_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "house.db")

    async def many() -> list[object]:
        def put(n: int) -> object:
            return store.write(lambda db: db.execute("INSERT INTO house VALUES (?, 'x')", (str(n % 7),)).rowcount)

        return await asyncio.gather(*[put(n) for n in range(14)], return_exceptions=True)  # type: ignore[arg-type]

    results = asyncio.run(many())
    assert results[:7] == [1] * 7
    assert all(isinstance(result, sqlite3.IntegrityError) for result in results[7:])
    assert len(store.read("SELECT * FROM house")) == 7
    store.close()


def test_half_a_write_is_no_write(tmp_path: Path) -> None:
    store = Store(tmp_path / "house.db")

    def half(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO house VALUES ('a', '1')")
        raise ValueError("in the middle")

    with pytest.raises(ValueError, match="in the middle"):
        asyncio.run(store.write(half))
    assert store.read("SELECT * FROM house") == []
    store.close()


def test_what_was_acknowledged_is_seen_by_another_connection_at_once(tmp_path: Path) -> None:
    store, path = Store(tmp_path / "house.db"), tmp_path / "house.db"

    async def write_and_look() -> int:
        await store.write(lambda db: db.execute("INSERT INTO house VALUES ('a', '1')").rowcount)
        with sqlite3.connect(path) as other:
            return int(other.execute("SELECT count(*) FROM house").fetchone()[0])

    assert asyncio.run(write_and_look()) == 1
    assert store.read("PRAGMA journal_mode")[0][0] == "wal"
    assert store.read("PRAGMA synchronous")[0][0] == 2  # FULL
    store.close()
