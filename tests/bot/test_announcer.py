"""The announcer's own life: it rests until something rings, and ends when it is told to."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from bot.announce import Announcer
from bot.house import House
from bot.settings import Settings

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)


class NothingDue:
    """A storage whose outbox is empty; counts how often it is looked at."""

    def __init__(self) -> None:
        self.looks = 0

    async def claim(self, worker, now, *, limit, lease):
        self.looks += 1
        return []

    async def next_due(self):
        return None

    async def hurry(self, now, server):
        return False


async def let_go_on(times: int) -> None:
    """Let all other tasks go on so many times."""
    for _ in range(times):
        await asyncio.sleep(0)


@pytest.fixture
def announcer():
    return Announcer(House(Settings(), {}, NothingDue(), None, None, lambda: NOON), None)


async def test_it_looks_when_something_rings(announcer):
    task = asyncio.create_task(announcer.run())
    await let_go_on(10)
    assert announcer.house.storage.looks == 1
    announcer.ring()
    await let_go_on(10)
    assert announcer.house.storage.looks == 2
    task.cancel()
    await asyncio.wait({task})


@pytest.mark.parametrize("later", range(6))
async def test_it_ends_when_told_to_though_something_rings_at_that_moment(announcer, later):
    task = asyncio.create_task(announcer.run())
    await let_go_on(10)
    announcer.ring()
    await let_go_on(later)
    task.cancel()
    await asyncio.wait({task}, timeout=2)
    assert task.cancelled()
