"""A game of Age of Steam in the playground is still there, with working panels, after the next start."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.client import Roundhouse
from bot.pictures import Pictures
from bot.playground import StandIn
from bot.playground.serve import serve
from bot.settings import Settings
from tests.bot.live import painter


@asynccontextmanager
async def open_playground(folder: Path) -> AsyncIterator[StandIn]:
    settings = Settings(token=None, database_url=f"sqlite+aiosqlite:///{folder / 'games.db'}")

    def bot() -> Roundhouse:
        return Roundhouse(settings, pictures=Pictures(executor=painter()), servers_within=0.05)

    opened: asyncio.Future[StandIn] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(0, bot, file=folder / "kept.db", say=str, ready=opened.set_result))
    await asyncio.wait([serving, opened], return_when=asyncio.FIRST_COMPLETED, timeout=20)
    try:
        yield opened.result()
    finally:
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving


async def test_a_game_goes_on_where_it_was(tmp_path: Path):
    async with open_playground(tmp_path) as standin:
        people = standin.players(3)
        await people[0].slash("/game new", title="age_of_steam")
        for person in people[1:]:
            await person.slash("/game join")
        await people[0].slash("/game start")
        await standin.until(
            lambda: any("My move" in label for label in standin.channel().last.labels), within=20
        )
        await standin.settle()
        turn = standin.channel().last
    async with open_playground(tmp_path) as standin:
        await standin.settle()
        kept = next(one for one in standin.channel().messages if one.id == turn.id)
        button = next(part["custom_id"] for part in kept.buttons if part.get("label") == "My move")
        answers = [(one, await one.click(kept, custom_id=button)) for one in standin.players(3)]
        (person,) = [one for one, answer in answers if "How many shares to issue" in answer.text]
        assert all("turn" in answer.text for one, answer in answers if one is not person)
        await person.slash("/steam issue", count=2)
        await standin.until(lambda: standin.channel().last.id != turn.id, within=20, what="the next turn")
        standin.assert_no_violations()
