"""Whole games through the real client: by typed commands alone, and by clicks alone."""

from __future__ import annotations

import random

import pytest

from tests.bot.live import KNOWN, begin, click_move, person_of, type_move
from tests.engine.random_play import random_action


async def final_table(standin):
    """Wait for the post that says how the game ended."""
    place = standin.channel()
    await standin.until(lambda: " win" in place.last.text, within=30, what="the final table is posted")


@pytest.mark.parametrize(("title", "seats"), [("harbour", 3), ("age_of_steam", 3)])
async def test_a_whole_game_by_slash_commands_alone(standin, live, title, seats):
    people = standin.players(seats)
    table = await begin(standin, live, people, title)
    dice = random.Random("commands")
    for _ in range(2000):
        if table.game.over:
            break
        asked = table.waiting()[0]
        if KNOWN[title].autoplay is not None:
            action = KNOWN[title].autoplay(table.game, asked.seat)
        else:
            _, action = random_action(table.game, dice)
            asked = next(each for each in table.waiting() if table.game.is_legal(each.seat, action))
        before = table.version
        answer = await type_move(person_of(table, people, asked.seat), KNOWN[title], action)
        table = await live.house.tables.table(table.id)
        assert table.version > before, answer.text
    assert table.game.over
    await final_table(standin)
    standin.assert_no_violations()


async def test_a_whole_game_by_clicks_alone(standin, live):
    people = standin.players(3)
    table = await begin(standin, live, people, "age_of_steam")
    dice = random.Random("clicks")
    for _ in range(2000):
        if table.game.over:
            break
        seat = table.waiting()[0].seat
        before = table.version
        answer = await click_move(standin, person_of(table, people, seat), dice)
        await standin.settle()
        table = await live.house.tables.table(table.id)
        assert table.version > before, answer.text
    assert table.game.over
    await final_table(standin)
    standin.assert_no_violations()


async def test_a_table_is_ended_by_consent_and_the_channel_can_start_the_next_game_at_once(standin, live):
    ada, ben = people = standin.players(2)
    table = await begin(standin, live, people, "harbour")
    assert "sure: True" in (await ada.slash("/game end")).text
    await ada.slash("/game end", sure=True)
    await standin.until(lambda: agree(standin) is not None, what="the other player is asked")
    assert (await live.house.tables.record(table.id)).status == "running"
    consent = agree(standin)
    await ben.click(consent, next(label for label in consent.labels if "gree" in label))
    await standin.settle()
    assert (await live.house.tables.record(table.id)).status == "ended"
    again = await begin(standin, live, people, "harbour")
    assert again.id != table.id
    standin.assert_no_violations()


def agree(standin):
    """The message that asks for consent, if there is one."""
    messages = reversed(standin.channel().messages)
    return next((one for one in messages if any("gree" in label for label in one.labels)), None)
