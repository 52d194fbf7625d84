"""The connection: one engine, transactions that read, transactions that write."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, nullcontext
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection, Table, event
from sqlalchemy.dialects import postgresql as postgresql_dialect
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

log = logging.getLogger(__name__)

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

BUSY_SECONDS = 10
"""How long a transaction waits for another process's on SQLite."""


def open_engine(url: str) -> AsyncEngine:
    """The engine of a database: `sqlite+aiosqlite:///file` or `postgresql+asyncpg://…`."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise ValueError("The database must be a file: a game in memory would not outlive the bot.")
        engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine
    return create_async_engine(url, pool_pre_ping=True)


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not begin transactions by itself: it would begin them too late (see _begin_sqlite).
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get("single", False):
        return
    # A writer takes the lock at its beginning: two that read first and write then could not both go on.
    begin = "BEGIN IMMEDIATE" if options.get("writing", False) else "BEGIN"
    driver: Any = connection.connection.dbapi_connection
    # Straight to the driver, which is one switch to its thread and back instead of three.
    driver.run_async(lambda aiosqlite: aiosqlite.execute(begin))


def insert_or_update(table: Table, *, sqlite: bool) -> Any:
    """An INSERT of the database's own dialect, which has `on_conflict_do_update`."""
    return (sqlite_dialect.insert if sqlite else postgresql_dialect.insert)(table)


def upsert(table: Table, key: Mapping[str, Any], row: Mapping[str, Any], *, sqlite: bool) -> Any:
    """The statement that writes `row` under a table's primary key `key`, whether it is there or not."""
    statement = insert_or_update(table, sqlite=sqlite).values(**key, **row)
    return statement.on_conflict_do_update(index_elements=list(key), set_=dict(row))


def is_taken(error: IntegrityError) -> bool:
    """Whether a unique value was there already (and not another constraint broken)."""
    return "UNIQUE constraint failed" in str(error.orig) or _sqlstate(error) == "23505"


def is_collision(error: DBAPIError) -> bool:
    """Whether PostgreSQL gave up one of two transactions that were in each other's way."""
    return _sqlstate(error) in ("40001", "40P01")


def _sqlstate(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlstate", "") or "")


def to_its_end(
    method: Callable[Arguments, Coroutine[Any, Any, Result]],
) -> Callable[Arguments, Coroutine[Any, Any, Result]]:
    """Of a method that writes: whoever is cancelled meanwhile is so when it is written. A transaction that is
    cut in its beginning would keep SQLite's lock for as long as its connection is remembered.
    """

    @wraps(method)
    async def whole(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        writing = asyncio.create_task(method(*args, **kwargs))
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            if not writing.cancelled() and writing.exception() is not None:
                log.warning("what was cancelled could not be written: %s", writing.exception())
            raise

    return whole


class NoDatabase(Exception):
    """The database cannot be used; the sentence says why, for whoever runs the bot."""


class Database:
    """One database. The parts of Storage build on it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = open_engine(url)
        self._writer = asyncio.Lock()

    @property
    def is_sqlite(self) -> bool:
        """True for SQLite, False for PostgreSQL."""
        return self.engine.dialect.name == "sqlite"

    async def prepare(self) -> None:
        """Bring the schema up to date. Safe if several processes start at once; waits for the other.
        Raises NoDatabase.
        """
        from .migrate import upgrade

        try:
            if self.is_sqlite:
                await self._write_ahead()
            await upgrade(self.engine)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await self.engine.dispose()
            await asyncio.sleep(0.05)  # the driver's thread has something left to say
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            place = make_url(self.url).render_as_string(hide_password=True)
            raise NoDatabase(f"The database {place} cannot be used: {reason}") from error

    async def _write_ahead(self) -> None:
        """Readers and a writer at the same time; kept in the file. Another process may just be doing it."""
        for attempt in range(50):
            try:
                async with self.engine.connect() as connection:
                    driver = (await connection.get_raw_connection()).driver_connection
                    assert driver is not None
                    await driver.execute("PRAGMA journal_mode = WAL")
                return
            except (OperationalError, sqlite3.Error) as error:  # the driver's own, past SQLAlchemy
                if attempt == 49 or "locked" not in str(error):
                    raise
            await asyncio.sleep(0.1)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database throughout."""
        async with self.engine.connect() as connection:
            if not self.is_sqlite:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[AsyncConnection]:
        """For a single SELECT, which sees one state of the database without a transaction around it."""
        async with self.engine.connect() as connection:
            if self.is_sqlite:
                await connection.execution_options(single=True)
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes: all of it, or nothing if it ends in an error. Only within methods that
        are carried `to_its_end`.
        """
        # SQLite has one writer at a time. Those of this process queue up here, in order; only another
        # process is waited for in SQLite's own way, which is to ask again now and then.
        async with self._writer if self.is_sqlite else nullcontext(), self.engine.connect() as connection:
            await connection.execution_options(writing=True)
            async with connection.begin():
                yield connection
