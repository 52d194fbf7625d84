from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import Roundhouse
from bot.playground import StandIn
from tests.bot.live import running


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    """An empty stand-in for Discord."""
    async with StandIn() as discord:
        yield discord


@pytest.fixture
async def live(standin: StandIn, tmp_path: Path) -> AsyncIterator[Roundhouse]:
    """The bot, connected to the stand-in."""
    async with running(standin, tmp_path) as client:
        yield client
