"""A fresh database for each test: an SQLite file, and PostgreSQL too if ROUNDHOUSE_TEST_POSTGRES names one
(its public schema is emptied: give it a database of its own).
"""

import os

import pytest
from sqlalchemy import text

from storage import Storage

POSTGRES = os.environ.get("ROUNDHOUSE_TEST_POSTGRES", "")


@pytest.fixture(params=["sqlite", *(["postgres"] if POSTGRES else [])])
async def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/games.db"
    storage = Storage(POSTGRES)
    async with storage.engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await storage.close()
    return POSTGRES


@pytest.fixture
async def open_storage(url):
    """Opens the test's database, as often as wanted: each is like another process."""
    opened = []

    async def opening():
        storage = Storage(url)
        await storage.prepare()
        opened.append(storage)
        return storage

    yield opening
    for storage in opened:
        await storage.close()


@pytest.fixture
async def storage(open_storage):
    return await open_storage()
