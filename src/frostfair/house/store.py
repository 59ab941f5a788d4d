"""Where the house remembers: SQLite, one writer thread that gathers what waits into one durable transaction.

WAL with synchronous=FULL: what was acknowledged is kept, even when the power fails.  Writes are small functions of
the connection; each runs in a savepoint of its own, so that one that fails takes nothing else with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from frostfair.engine.errors import FrostfairError

T = TypeVar("T")
Write = Callable[[sqlite3.Connection], Any]

SCHEMA = """
CREATE TABLE IF NOT EXISTS house (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS play (
    code TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, kit TEXT NOT NULL, key BLOB NOT NULL,
    host TEXT NOT NULL, created REAL NOT NULL, begun REAL, ended REAL, head TEXT) STRICT;
CREATE TABLE IF NOT EXISTS seat (
    code TEXT NOT NULL REFERENCES play ON DELETE CASCADE, seat INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
    holder TEXT NOT NULL, nonce TEXT NOT NULL, PRIMARY KEY (code, seat)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS line (
    code TEXT NOT NULL REFERENCES play ON DELETE CASCADE, n INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (code, n)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer (
    code TEXT NOT NULL REFERENCES play ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL, move INTEGER NOT NULL,
    PRIMARY KEY (code, n, seat)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seat_holder ON seat (holder);
CREATE INDEX IF NOT EXISTS play_host ON play (host);
"""


class InUse(FrostfairError):
    """Another house keeps its tables in the same folder."""


def occupy(folder: Path) -> sqlite3.Connection:
    """Take a folder for this process; InUse if another has it.  It is free again when this one ends, in whatever way."""
    folder.mkdir(parents=True, exist_ok=True)
    sign = sqlite3.connect(folder / "in-use", timeout=0, isolation_level=None)
    try:
        sign.execute("PRAGMA journal_mode=OFF")
        sign.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        sign.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise InUse(f"{folder}: another house is open there; close it, or choose another folder with --data") from None
    return sign


class Store:
    """One database file.  `write` from the event loop; `read` anywhere in the loop's thread."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._todo: queue.SimpleQueue[tuple[Write, asyncio.Future[Any], asyncio.AbstractEventLoop] | None] = queue.SimpleQueue()
        self._reader = self._connect()
        self._reader.executescript(SCHEMA)
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        db.row_factory = sqlite3.Row
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
            db.execute(f"PRAGMA {pragma}")
        return db

    def read(self, sql: str, **values: object) -> list[sqlite3.Row]:
        return self._reader.execute(sql, values).fetchall()

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` and wait until it is durable; what it raises is raised here, and nothing of it is kept."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._todo.put((work, future, loop))
        return await future

    def close(self) -> None:
        """Finish what waits, then close."""
        self._todo.put(None)
        self._thread.join()
        self._reader.close()

    def _work(self) -> None:
        db = self._connect()
        open_ = True
        while open_:
            batch = [self._todo.get()]
            while not self._todo.empty():
                batch.append(self._todo.get())
            open_ = None not in batch
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._commit(db, jobs)
        db.close()

    def _commit(self, db: sqlite3.Connection, jobs: list[tuple[Write, asyncio.Future[Any], asyncio.AbstractEventLoop]]) -> None:
        outcomes: list[tuple[Any, BaseException | None]] = []
        try:
            db.execute("BEGIN IMMEDIATE")
            for work, _, _ in jobs:
                outcomes.append(_in_savepoint(db, work))
            db.execute("COMMIT")
        except sqlite3.Error as error:  # disk full, locked: nobody's write was kept, everybody is told
            if db.in_transaction:
                db.execute("ROLLBACK")
            outcomes = [(None, error)] * len(jobs)
        for (_, future, loop), (result, failure) in zip(jobs, outcomes, strict=True):
            with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, future, result, failure)


def _in_savepoint(db: sqlite3.Connection, work: Write) -> tuple[Any, BaseException | None]:
    db.execute("SAVEPOINT job")
    try:
        result = work(db)
    except Exception as error:  # noqa: BLE001 - handed to whoever asked for the write
        db.execute("ROLLBACK TO job")
        return None, error
    finally:
        db.execute("RELEASE job")
    return result, None


def _settle(future: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if future.cancelled():
        return
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)
