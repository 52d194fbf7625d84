"""Two bots with one token on one database: each of them hears of everything, and everything is done once."""

from __future__ import annotations

import logging
import random
from collections import Counter

import pytest

from storage import Preferences
from tests.bot.live import KNOWN, begin, click_move, panel, person_of, running, table_in, type_move
from tests.engine.toy import Bid, Dock

SECOND_ANSWER = "Interaction has already been acknowledged"
"""Whoever of the two comes second with an acknowledgement is told so by Discord, and stops there."""


@pytest.fixture
async def two(standin, tmp_path):
    async with running(standin, tmp_path) as one, running(standin, tmp_path) as other:
        yield one, other


def assert_nothing_else_refused(standin):
    assert not [each for each in standin.violations if SECOND_ANSWER not in each]


async def test_a_game_played_by_clicks_is_posted_and_played_once(standin, two, caplog):
    caplog.set_level(logging.ERROR)
    dice = random.Random(5)
    people = standin.players(3)
    table = await begin(standin, two[0], people)
    moves = 0
    while table.record.status == "running" and moves < 14:
        seat = dice.choice([each.seat for each in table.waiting()])
        before = table.version
        await click_move(standin, person_of(table, people, seat), dice)
        moves += 1
        table = await two[moves % 2].house.tables.table(table.id)
        assert table.version > before
        by_hand = [move for move in table.log if move.kind == "move" and move.seq > before]
        assert len(by_hand) == 1, "a click is one move"
        await standin.settle()
    for client in two:
        assert (await client.house.tables.table(table.id)).log == table.log
    nonces = Counter(one.nonce for one in standin.channel().messages if one.nonce)
    assert max(nonces.values()) == 1
    open_panels = [one for one in standin.channel().messages if any(":open" in str(b) for b in one.buttons)]
    assert len(open_panels) <= 1
    assert_nothing_else_refused(standin)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_suggestions_forms_and_direct_messages_come_once(standin, two, caplog):
    caplog.set_level(logging.ERROR)
    people = standin.players(2)
    for person in people:
        await two[0].house.storage.put_preferences(Preferences(person.id, "both"))
    table = await begin(standin, two[0], people)
    first, second = person_of(table, people, 0), person_of(table, people, 1)
    assert await first.autocomplete("/harbour bid", "amount", "")
    await type_move(first, KNOWN["harbour"], Bid(3))
    await type_move(second, KNOWN["harbour"], Bid(0))
    await standin.settle()
    told_of_the_start = first.id != people[0].id  # whoever started the game knows
    assert len(first.direct_messages) == told_of_the_start + 1, "the start, and the captain's turn"
    told = [one.text for one in standin.channel().messages if "Act as captain" in one.text]
    assert len(told) == 1
    assert told[0].count(f"<@{first.id}>") == 1
    await type_move(first, KNOWN["harbour"], Dock())
    await standin.settle()
    assert_nothing_else_refused(standin)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_panel_deleted_by_hand_and_a_deleted_channel_are_answered_once(standin, two, caplog):
    caplog.set_level(logging.ERROR)
    people = standin.players(2)
    table = await begin(standin, two[0], people)
    place = standin.channel()
    await place.delete_message(panel(place))
    await standin.until(lambda: panel(place) is not None, within=20, what="the panel is back")
    await standin.settle()
    assert sum(bool(one.buttons) for one in place.messages) == 1
    elsewhere = await standin.add_channel("elsewhere")
    await place.delete()
    await standin.until(lambda: bool(people[0].direct_messages))
    await standin.settle()
    assert len(people[0].direct_messages) == 1
    await people[0].at(elsewhere).slash("/game move", game=table.id)
    await standin.settle()
    assert sum(bool(one.buttons) for one in elsewhere.messages) == 1
    table = await table_in(two[1], elsewhere)
    assert [move.line for move in table.log if move.kind == "manager"] == ["pause", "moved", "resume"]
    assert_nothing_else_refused(standin)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_one_of_the_two_dies_and_the_other_goes_on(standin, tmp_path):
    people = standin.players(2)
    async with running(standin, tmp_path) as one:
        async with running(standin, tmp_path) as other:
            table = await begin(standin, other, people)
            await type_move(person_of(table, people, 0), KNOWN["harbour"], Bid(3))
        await type_move(person_of(table, people, 1), KNOWN["harbour"], Bid(0))
        answer = await type_move(person_of(table, people, 0), KNOWN["harbour"], Dock())
        assert "✅" in answer.text
        await standin.until(
            lambda: any("Round 2 of 3" in each.text for each in standin.channel().messages), within=30
        )
        assert (await one.house.tables.table(table.id)).version == table.version + 3
