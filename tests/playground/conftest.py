from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from bot.playground import StandIn, point_discord_py_at

from .demo_bot import DemoBot


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    """An empty stand-in, with discord.py of this process pointed at it."""
    async with StandIn() as discord:
        with point_discord_py_at(discord):
            yield discord


@pytest.fixture
async def demo(standin: StandIn) -> AsyncIterator[DemoBot]:
    """The demo bot, connected."""
    bot = DemoBot()
    running = asyncio.create_task(bot.start(standin.token))
    await asyncio.wait([running, asyncio.ensure_future(standin.ready())], return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        running.result()
    await bot.wait_until_ready()
    yield bot
    await bot.close()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
