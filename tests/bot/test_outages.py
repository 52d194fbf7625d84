"""Discord out of order: at the start, in the middle, for long; and answers that come too late."""

from __future__ import annotations

import logging

import pytest

import bot.client
from tests.bot.live import KNOWN, begin, open_panel, person_of, running, type_move
from tests.engine.toy import Bid, Dock


@pytest.fixture
def impatient(monkeypatch):
    """Waits of a moment instead of minutes."""

    def patience():
        while True:
            yield 0.05

    monkeypatch.setattr(bot.client, "patience", patience)


def requests(standin, name):
    return sum(one.name == name for one in standin.hub.requests)


async def captain_acts(people, table):
    for seat in range(table.game.seats):
        who = person_of(table, people, seat)
        await type_move(who, KNOWN["harbour"], Bid(3 if seat == 0 else 0))
    return await type_move(person_of(table, people, 0), KNOWN["harbour"], Dock())


def tells_round_two(standin):
    return sum("Round 2 of 3" in one.text for one in standin.channel().messages)


@pytest.mark.parametrize("path", ["GET /users/@me$", "GET /oauth2/applications/@me"])
async def test_discord_out_of_order_at_the_start_is_waited_for(standin, tmp_path, impatient, path):
    fault = standin.faults.fail(path, 503, times=3)
    async with running(standin, tmp_path) as client:
        assert fault.times == 0
        await begin(standin, client, standin.players(2))


async def test_commands_that_cannot_be_looked_at_are_looked_at_later(standin, tmp_path, impatient):
    fault = standin.faults.fail(r"GET /applications/\d+/commands", 503, times=3)
    async with running(standin, tmp_path) as client:
        assert fault.times == 0
        await begin(standin, client, standin.players(2))


async def test_a_bot_that_waits_for_discord_stops_when_it_is_told_to(standin, tmp_path):
    import asyncio

    from bot.client import Roundhouse
    from bot.playground import point_discord_py_at
    from bot.settings import Settings

    standin.faults.fail("GET /users/@me$", 503, times=None)
    settings = Settings(token=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
    with point_discord_py_at(standin):
        client = Roundhouse(settings, titles=KNOWN)
        task = asyncio.create_task(client.start(standin.token))
        await standin.until(lambda: requests(standin, "GET /users/@me") == 1)
        await asyncio.sleep(0.05)
        await client.close()
        async with asyncio.timeout(5):
            await task


async def test_a_long_limit_is_kept_and_the_post_comes_after_it(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    fault = standin.faults.fail(r"(POST|PATCH) /channels/\d+/messages", 429, times=None, retry_after=900.0)
    answer = await captain_acts(people, table)
    assert "✅" in answer.text
    await standin.settle()
    assert fault.hits == 1, "once told to wait a quarter of an hour, the bot waits"
    due = await live.house.storage.next_due()
    assert 850 < (due - live.house.clock()).total_seconds() < 910
    standin.faults.clear()
    await live.announcer.reopened()
    await standin.until(lambda: tells_round_two(standin) == 1, within=20, what="the post is there")
    await standin.settle()
    assert tells_round_two(standin) == 1


async def test_a_post_that_takes_longer_than_its_lease_is_sent_once(standin, live):
    from datetime import timedelta

    people = standin.players(2)
    table = await begin(standin, live, people)
    for seat in range(2):
        await type_move(person_of(table, people, seat), KNOWN["harbour"], Bid(3 if seat == 0 else 0))
    await standin.settle()
    live.announcer.lease = timedelta(seconds=0.3)
    fault = standin.faults.delay(r"POST /channels/\d+/messages$", 2.0)
    await type_move(person_of(table, people, 0), KNOWN["harbour"], Dock())
    await standin.until(lambda: tells_round_two(standin) == 1, within=20, what="the post is there")
    await standin.settle()
    assert fault.hits == 1
    assert tells_round_two(standin) == 1


async def test_after_a_lost_connection_the_game_goes_on(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    await standin.connection.drop()
    lost = await person_of(table, people, 0).slash("/harbour bid", amount=3, wait_for="no")
    await standin.until(lambda: standin.connection.connected, within=20, what="the bot is back")
    await standin.connection.invalidate()
    await standin.until(lambda: standin.connection.identified >= 2, within=20, what="a new session")
    await live.wait_until_ready()
    await standin.settle()
    answer = await captain_acts(people, table)
    assert "✅" in answer.text, (lost, answer.text)
    await standin.until(lambda: tells_round_two(standin) == 1, within=20)


async def test_an_answer_that_comes_after_its_token_has_died_is_no_error(standin, live, caplog):
    caplog.set_level(logging.ERROR)
    people = standin.players(2)
    table = await begin(standin, live, people)
    standin.faults.delay(r"(PATCH|POST) /webhooks/", 0.4)
    panel = (await open_panel(standin, people[0])).message
    who = person_of(table, people, 1)
    late = [
        await who.slash("/game export", wait_for="ack"),
        await who.slash("/game report", wait_for="ack"),
        await who.slash("/game info", wait_for="ack"),
        await who.slash("/harbour bid", amount=2, wait_for="ack"),
        await people[0].click(panel, "🗺️ Board", wait_for="ack"),
    ]
    for answer in late:
        answer.expire()
    await standin.settle()
    now = await live.house.tables.table(table.id)
    assert now.version == table.version + 1, "the move counts all the same"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
