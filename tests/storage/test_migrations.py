"""The schema that migrations make is the schema that the code means; old files are brought up to date."""

import asyncio
import sqlite3

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from storage import NewerDatabase, NoDatabase, Storage, back_up
from storage.database import open_engine
from storage.schema import metadata
from tests.engine.core.tabling import begun, bench
from tests.engine.toy import Bid


async def test_the_migrated_schema_is_the_schema_of_the_code(storage):
    def differences(connection):
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    async with storage.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_unique_index_of_open_games_is_partial(storage):
    query = (
        "SELECT sql FROM sqlite_master WHERE name = 'one_open_game_a_channel'"
        if storage.is_sqlite
        else "SELECT indexdef FROM pg_indexes WHERE indexname = 'one_open_game_a_channel'"
    )
    async with storage.reading() as connection:
        definition = await connection.scalar(text(query))
    assert "UNIQUE" in definition
    assert all(word in definition for word in ("WHERE", "lobby", "running", "paused"))


async def test_several_processes_may_start_at_once(url):
    storages = [Storage(url) for _ in range(4)]
    await asyncio.gather(*(each.prepare() for each in storages))
    _, game, (first, *_) = await begun(bench(storages[0]))
    await bench(storages[3]).act(game, first, Bid(3))
    for each in storages:
        await each.close()


async def test_starting_again_changes_nothing(storage, url):
    _, game, _ = await begun(bench(storage))
    again = Storage(url)
    await again.prepare()
    assert (await again.game(game)).id == game
    await again.close()


async def test_a_database_of_a_newer_version_is_refused_in_words(storage, url):
    async with storage.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    newer = Storage(url)
    with pytest.raises(NewerDatabase, match="newer version"):
        await newer.prepare()
    await newer.close()


async def test_sqlite_is_set_up_for_one_writer_and_many_readers(tmp_path):
    storage = Storage(f"sqlite+aiosqlite:///{tmp_path}/games.db")
    await storage.prepare()
    async with storage.reading() as connection:
        found = {
            name: await connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    await storage.close()
    assert found == {"journal_mode": "wal", "synchronous": 1, "busy_timeout": 10000, "foreign_keys": 1}


def test_a_database_in_memory_is_refused():
    with pytest.raises(ValueError, match="must be a file"):
        open_engine("sqlite+aiosqlite://")


async def test_a_backup_is_a_whole_database_of_one_moment(tmp_path):
    storage = Storage(f"sqlite+aiosqlite:///{tmp_path}/games.db")
    await storage.prepare()
    tables, game, (first, second, _) = await begun(bench(storage))
    await tables.act(game, first, Bid(3))
    copy = await back_up(storage, tmp_path / "backups" / "monday.db")
    await tables.act(game, second, Bid(3))
    await storage.close()
    assert sqlite3.connect(copy).execute("PRAGMA integrity_check").fetchone() == ("ok",)
    restored = Storage(f"sqlite+aiosqlite:///{copy}")
    await restored.prepare()
    table = await bench(restored).table(game)
    assert [move.line for move in table.log] == ["start", "bid 3"]
    with pytest.raises(FileExistsError):
        await back_up(restored, copy)
    await restored.close()
    assert [path.name for path in (tmp_path / "backups").iterdir() if "partial" in path.name] == []


@pytest.mark.parametrize("place", ["no/such/folder/games.db", "garbage.db"])
async def test_a_database_that_cannot_be_used_is_told_in_a_sentence(tmp_path, place):
    (tmp_path / "garbage.db").write_bytes(bytes(range(256)) * 8)
    storage = Storage(f"sqlite+aiosqlite:///{tmp_path / place}")
    with pytest.raises(NoDatabase, match=r"cannot be used: (unable to open|file is not)"):
        await storage.prepare()
    await storage.close()


async def test_the_password_of_a_database_out_of_reach_is_not_told():
    storage = Storage("postgresql+asyncpg://me:hush@127.0.0.1:1/games")
    with pytest.raises(NoDatabase) as told:
        await storage.prepare()
    assert "127.0.0.1" in str(told.value)
    assert "hush" not in str(told.value)
    await storage.close()
