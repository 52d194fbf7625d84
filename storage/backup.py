"""A copy of the database while the bot runs."""

from __future__ import annotations

from pathlib import Path

from .database import Database


async def back_up(database: Database, target: Path) -> Path:
    """Write a consistent, compact copy of an SQLite database to `target`, which must not exist yet.

    The copy appears under its name only when it is complete. Raises FileExistsError; ValueError for another
    database than SQLite, which has its own tools (pg_dump).
    """
    if not database.is_sqlite:
        raise ValueError("Only SQLite is backed up here; for PostgreSQL use pg_dump.")
    if target.exists():
        raise FileExistsError(f"{target} is there already.")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    async with database.engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        # Outside any transaction, which VACUUM does not allow.
        await driver.execute("VACUUM INTO ?", (str(partial),))
    partial.rename(target)
    return target


__all__ = ["back_up"]
