"""Whoever writes can be cancelled at any moment: what is written is whole or absent, and nobody else has to
wait for a lock that was left behind.
"""

import asyncio
import random
from datetime import UTC, datetime, timedelta

import pytest

from engine.core.records import OutboxItem, SeatRecord
from engine.core.tables import Tables
from storage import DraftRecord, PanelRecord, Preferences
from storage.database import Database
from tests.engine.toy import HARBOUR

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
ROUNDS = 40


async def begun(storage) -> str:
    tables = Tables(storage, {HARBOUR.id: HARBOUR}, clock=lambda: NOW)
    record = await tables.open(5, 1, HARBOUR.id, HARBOUR.options(), SeatRecord(11, "Ann"))
    await tables.join(record.id, SeatRecord(12, "Bob"))
    await tables.start(record.id, 11)
    return record.id


async def remind(storage, game):
    for turn in await storage.turns_in(game):
        await storage.reminded(turn, NOW + timedelta(hours=1))


async def mark(storage, game):
    await storage.put(game, OutboxItem("turn", b"{}"), f"m{random.random()}"[:25], NOW)
    for post in await storage.claim("me", NOW):
        await storage.mark_sent(post, "me", NOW, 1)


WRITES = {
    "put": lambda s, g, n: s.put(g, OutboxItem("turn", b"{}"), f"n{n}", NOW),
    "claim and mark": lambda s, g, n: mark(s, g),
    "hurry": lambda s, g, n: s.hurry(NOW + timedelta(hours=n)),
    "panel": lambda s, g, n: s.put_panel(PanelRecord(n, g, 5, "turn 0", 1, NOW)),
    "no panel": lambda s, g, n: s.drop_panel(g, n - 1),
    "draft": lambda s, g, n: s.put_draft(DraftRecord(g, 11, 0, n, b"{}", NOW)),
    "no drafts": lambda s, g, n: s.drop_drafts(g),
    "preferences": lambda s, g, n: s.put_preferences(Preferences(11, "dm")),
    "reminded": lambda s, g, n: remind(s, g),
    "forget": lambda s, g, n: s.forget_posts(NOW),
    "forget deliveries": lambda s, g, n: s.forget_interactions(NOW),
}


@pytest.mark.parametrize("write", WRITES)
async def test_a_write_cancelled_anywhere_leaves_no_lock_behind(open_storage, write):
    storage, other = await open_storage(), await open_storage()
    game, dice = await begun(storage), random.Random(write)
    for number in range(1, ROUNDS):
        task = asyncio.create_task(WRITES[write](storage, game, number))
        for _ in range(dice.randrange(number)):
            await asyncio.sleep(0)
        if number % 2:
            await asyncio.sleep(dice.random() * 0.003)
        task.cancel()
        done = await asyncio.gather(task, return_exceptions=True)
        assert not isinstance(done[0], Exception), done[0]
        async with asyncio.timeout(3):
            await other.put_preferences(Preferences(number))


async def test_what_a_cancelled_write_was_about_is_there_whole(storage):
    game = await begun(storage)
    for number in range(1, ROUNDS):
        panel = PanelRecord(number, game, 5, "turn 0", 1, NOW)
        task = asyncio.create_task(storage.put_panel(panel))
        for _ in range(number):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await storage.panel(number) in (None, panel)


def test_every_method_that_writes_is_carried_to_its_end():
    import inspect

    from storage import Storage

    for name, method in inspect.getmembers(Storage, inspect.isfunction):
        if name == "writing" or name in vars(Database):
            continue
        inside = inspect.unwrap(method)
        if "self.writing()" in inspect.getsource(inside):
            assert inside is not method, f"{name} can be cut in the middle"
