"""Bringing a database's schema up to date, at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from .database import NoDatabase

HERE = Path(__file__).parent / "migrations"

ONE_AT_A_TIME = 7_214_907
"""The number of the lock under which PostgreSQL lets one process migrate at a time."""


class NewerDatabase(NoDatabase):
    """The database was written by a newer version of the program."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings; there is no alembic.ini."""
    settings = Config()
    settings.set_main_option("script_location", str(HERE).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


async def upgrade(engine: AsyncEngine) -> None:
    """Run the migrations that the database lacks, in one transaction.

    On SQLite the transaction holds the write lock from its beginning, on PostgreSQL an advisory lock, so a
    second process waits and then finds nothing to do. Raises NewerDatabase.
    """
    async with engine.connect() as connection:
        await connection.execution_options(writing=True)
        async with connection.begin():
            if connection.dialect.name == "postgresql":
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
            await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    try:
        command.upgrade(config(connection), "head")
    except CommandError as error:
        if "locate revision" in str(error):
            raise NewerDatabase(
                "The database was written by a newer version of this program. Please update the program."
            ) from error
        raise
