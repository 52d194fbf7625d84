"""From a player's move to the answer, the stored move and the posted picture, through the real client.

The stand-in for Discord, the bot and its database share one process; pictures are drawn in another. With 200
games of Age of Steam running, moves of different games arrive once a second: more than twice what 200
tables of three busy players make. The worst case, a move in many games at the same moment, is measured too.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from time import perf_counter

from bot.client import Roundhouse
from bot.playground import Person, Place, StandIn
from engine.age_of_steam import TITLE
from engine.age_of_steam.options import SteamOptions
from engine.core.records import SeatRecord
from engine.core.table import Table
from tests.bot.live import running, type_move

from .timing import Figure, figure

GAMES = (1, 200)
MOVES = 40
GAP = 1.0
"""Seconds between moves."""
BURST = 20
"""Games in which a move is made at the same moment."""


async def tables_of(standin: StandIn, client: Roundhouse, count: int) -> list[tuple[str, Place]]:
    """So many running games of three, each in a channel of its own."""
    people = [SeatRecord(person.id, person.name) for person in standin.players(3)]
    games = []
    for number in range(count):
        place = await standin.add_channel(f"table-{number}")
        tables = client.house.tables
        record = await tables.open(place.id, None, TITLE.id, SteamOptions(), people[0])
        for seat in people[1:]:
            await tables.join(record.id, seat)
        await tables.start(record.id, people[0].user or 0)
        games.append((record.id, place))
    return games


class Times:
    """Milliseconds of each move, by what was waited for."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.stored: list[float] = []
        self.posted: list[float] = []


async def one_move(
    standin: StandIn, client: Roundhouse, people: list[Person], game: str, place: Place, times: Times
) -> None:
    """Make a sensible move in a game by its slash command, and time what follows."""
    table = await client.house.tables.table(game)
    seat = table.waiting()[0].seat
    person = next(each for each in people if each.id == table.record.seats[seat].user).at(place)
    assert TITLE.autoplay is not None
    action = TITLE.autoplay(table.game, seat)
    stored = asyncio.get_running_loop().create_future()

    async def listen(after: Table, _played: object) -> None:
        if after.id == game and not stored.done():
            stored.set_result(perf_counter())

    def seen() -> set[int]:
        return {picture.id for picture in place.pictures}

    client.house.tables.listeners.append(listen)
    before, start = seen(), perf_counter()
    answer = await type_move(person, TITLE, action)
    times.answered.append(answer.ack_ms)
    times.stored.append((await asyncio.wait_for(stored, 30) - start) * 1000)
    client.house.tables.listeners.remove(listen)
    await standin.until(lambda: bool(seen() - before), within=60, what="the new picture is posted")
    times.posted.append((perf_counter() - start) * 1000)


async def measure_at(count: int) -> list[Figure]:
    """The figures with so many games running."""
    dice = random.Random(count)
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn() as standin, running(standin, Path(folder)) as client:
            games = await tables_of(standin, client, count)
            await standin.settle(3.0, within=600)
            people = standin.players(3)
            times = Times()
            for _ in range(MOVES):
                game, place = dice.choice(games)
                began = perf_counter()
                await one_move(standin, client, people, game, place, times)
                await asyncio.sleep(max(0.0, GAP - (perf_counter() - began)))
            what = f"{count} game{'s' * (count > 1)}: click to"
            found = [
                figure(f"{what} acknowledgement", times.answered, "< 100"),
                figure(f"{what} stored move", times.stored),
                figure(f"{what} posted picture", times.posted, "< 1000"),
            ]
            if count >= BURST:
                burst = Times()
                await asyncio.gather(
                    *(
                        one_move(standin, client, people, game, place, burst)
                        for game, place in dice.sample(games, BURST)
                    )
                )
                what = f"{BURST} moves at the same moment: click to"
                found += [
                    figure(f"{what} acknowledgement", burst.answered),
                    figure(f"{what} posted picture", burst.posted),
                ]
            return found


def run() -> list[Figure]:
    """Every figure of this module."""
    return [each for count in GAMES for each in asyncio.run(measure_at(count))]
