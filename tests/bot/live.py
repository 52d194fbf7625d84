"""The real client against the local stand-in for Discord: how the end-to-end tests play."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from bot.client import Roundhouse
from bot.ids import read
from bot.pictures import Pictures
from bot.playground import Answer, Person, Place, StandIn, point_discord_py_at
from bot.playground.world import Message
from bot.settings import Settings
from engine.core.action import Action, specs, verb
from engine.core.notation import value_to_word
from engine.core.table import Table
from engine.core.title import Title
from engine.titles import TITLES
from tests.engine.toy import HARBOUR

KNOWN: Mapping[str, Title] = {**TITLES, HARBOUR.id: HARBOUR}
STEPS = ("kind", "do", "go", "end", "val", "narrow", "pick", "other")
"""Clicks of a panel that lead to a move."""


@cache
def painter() -> Executor:
    """One painter for all bots of these tests, which remembers nothing: starting one takes a second."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


@asynccontextmanager
async def running(
    standin: StandIn,
    folder: Path,
    *,
    titles: Mapping[str, Title] = KNOWN,
    settings: Mapping[str, Any] | None = None,
    pictures: Pictures | None = None,
) -> AsyncIterator[Roundhouse]:
    """The bot, connected to the stand-in, with its database in a folder; closed at the end."""
    chosen = Settings(
        token=None, database_url=f"sqlite+aiosqlite:///{folder / 'games.db'}", **(settings or {})
    )
    with point_discord_py_at(standin):
        client = Roundhouse(
            chosen, titles=titles, pictures=pictures or Pictures(executor=painter()), servers_within=0.05
        )
        task = asyncio.create_task(client.start(standin.token))
        waiting = asyncio.ensure_future(standin.ready())
        await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        while not (client.is_ready() or task.done()):  # beside another bot, which is ready already
            await asyncio.sleep(0.01)
        await standin.until(
            lambda: len(client.guilds) == len(standin.world.servers), what="all servers are there"
        )
        rested = partial(_rested, client)
        standin.at_rest.append(rested)
        try:
            yield client
        finally:
            standin.at_rest.remove(rested)
            waiting.cancel()
            await client.close()
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def _rested(client: Roundhouse) -> None:
    """Wait until a bot has dealt with all that Discord told it, and posted all that is due."""
    busy = ("discord.py: on_", "CommandTree")
    while working := [task for task in asyncio.all_tasks(client.loop) if task.get_name().startswith(busy)]:
        await asyncio.wait(working)
    await client.announcer.drain()


async def begin(
    standin: StandIn, client: Roundhouse, people: Sequence[Person], title: str = "harbour", **options: Any
) -> Table:
    """A game of these people in the first channel, opened, joined and started by commands."""
    first, *others = people
    answer = await first.slash("/game new", title=title, **options)
    assert not answer.failed
    for person in others:
        await person.slash("/game join")
    await first.slash("/game start")
    await standin.settle()
    return await table_in(client, standin.channel())


async def table_in(client: Roundhouse, place: Place) -> Table:
    """The running game of a channel."""
    record = await client.house.tables.in_channel(place.id)
    assert record is not None, "there is no game in the channel"
    return await client.house.tables.table(record.id)


def person_of(table: Table, people: Sequence[Person], seat: int) -> Person:
    """Who sits in a seat."""
    return next(person for person in people if person.id == table.record.seats[seat].user)


def panel(place: Place) -> Message | None:
    """The newest public message with the button that opens one's own panel, if there is one now."""
    found = (one for one in reversed(place.messages) if any(_verb(part) == "open" for part in one.buttons))
    return next(found, None)


async def open_panel(standin: StandIn, person: Person) -> Answer:
    """Press the public button that opens one's own panel."""
    place = standin.channel()
    await standin.until(lambda: panel(place) is not None, within=20, what="a panel is there")
    message = panel(place)
    assert message is not None
    button = next(part["custom_id"] for part in message.buttons if _verb(part) == "open")
    return await person.click(message, custom_id=button)


async def type_move(person: Person, title: Title, action: Action) -> Answer:
    """Make a move with the title's slash command for it."""
    words: dict[str, Any] = {}
    for spec in specs(type(action)):
        value = getattr(action, spec.name)
        if value is not None:
            words[spec.name] = value if spec.kind in ("int", "bool") else value_to_word(spec, value)
    return await person.slash(f"/{title.command} {verb(action)}", **words)


async def click_move(standin: StandIn, person: Person, dice: random.Random, limit: int = 40) -> Answer:
    """Make some move with clicks alone: open the panel, then press and choose at random until it is made."""
    answer = await open_panel(standin, person)
    version = _version(answer.message)
    for _ in range(limit):
        message = answer.message
        steps = [
            ("press", part["custom_id"], None)
            for part in message.buttons
            if not part.get("disabled") and _verb(part) in STEPS
        ]
        steps += [
            ("choose", part["custom_id"], option["value"])
            for part in message.menus
            if not part.get("disabled") and _verb(part) in STEPS
            for option in part["options"]
        ]
        assert steps, f"the panel leads nowhere: {message.text!r} {message.labels}"
        how, custom_id, value = dice.choice(steps)
        edits = message.times_edited
        if how == "press":
            answer = await person.click(message, custom_id=custom_id)
        else:
            answer = await person.select(message, value, custom_id)
        assert not answer.failed
        await standin.until(lambda: message.times_edited > edits, what="the panel goes on")  # noqa: B023
        if _version(message) != version:
            return answer
    raise AssertionError(f"no move after {limit} clicks: {answer.text!r}")


def _verb(part: Mapping[str, Any]) -> str:
    click = read(str(part.get("custom_id", "")))
    return click.verb if click is not None else ""


def _version(message: Message) -> int:
    """The game's version that a panel shows, by its buttons."""
    clicks = [read(str(part.get("custom_id", ""))) for part in (*message.buttons, *message.menus)]
    return max((click.version for click in clicks if click is not None), default=-1)
