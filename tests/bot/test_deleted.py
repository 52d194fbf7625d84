"""Messages with buttons that are deleted by hand, in bulk, or by another bot again and again."""

from __future__ import annotations

import logging

import pytest

from bot.deleted import MOST
from tests.bot.live import KNOWN, begin, panel, person_of, type_move
from tests.engine.toy import Bid, Dock


@pytest.fixture(autouse=True)
def no_errors(caplog):
    caplog.set_level(logging.ERROR)
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def purge(standin, place):
    """A moderator clears the channel."""
    ids = [str(one.id) for one in place.messages]
    for one in place.messages:
        del place.channel.messages[one.id]
    data = {"ids": ids, "channel_id": str(place.id), "guild_id": str(place.channel.server)}
    await standin.hub.gateway.dispatch("MESSAGE_DELETE_BULK", data, place.channel.server)


def asking(place):
    return [one for one in place.messages if "Agree" in one.labels]


async def proposed(standin, live):
    """A game in which the first seat asks to take a move back."""
    people = standin.players(2)
    table = await begin(standin, live, people)
    seated = [person_of(table, people, seat) for seat in range(2)]
    for seat in range(2):
        await type_move(seated[seat], KNOWN["harbour"], Bid(3 if seat == 0 else 0))
    await type_move(seated[0], KNOWN["harbour"], Dock())
    await seated[0].slash("/game undo")
    await standin.until(lambda: bool(asking(standin.channel())), what="it is asked")
    await standin.settle(0.3)
    return seated, table


async def test_a_deleted_proposal_is_asked_again(standin, live):
    seated, _table = await proposed(standin, live)
    place = standin.channel()
    await place.delete_message(asking(place)[0])
    await standin.until(lambda: len(asking(place)) == 1, what="it is asked again")
    await seated[1].click(asking(place)[0], "Agree")
    await standin.until(lambda: any("Agreed" in one.text for one in place.messages))
    standin.assert_no_violations()


async def test_a_cleared_channel_shows_the_game_and_what_is_asked_again(standin, live):
    _seated, _table = await proposed(standin, live)
    place = standin.channel()
    await purge(standin, place)
    await standin.until(lambda: panel(place) is not None and len(asking(place)) == 1, within=20)
    await standin.settle()
    assert len(place.messages) == 2
    standin.assert_no_violations()


async def test_a_cleared_channel_shows_its_lobby_again(standin, live):
    ada, ben = standin.players(2)
    await ada.slash("/game new", title="harbour")
    await purge(standin, standin.channel())
    await standin.until(lambda: len(standin.channel().messages) == 1)
    await ben.click(standin.channel().last, "Join")
    await standin.settle()
    assert len((await live.house.tables.in_channel(standin.channel().id)).seats) == 2


@pytest.mark.parametrize("what", ["turn", "lobby"])
async def test_where_all_posts_are_deleted_at_once_the_bot_does_not_post_for_ever(standin, live, what):
    people = standin.players(2)
    place = standin.channel()
    if what == "turn":
        table = await begin(standin, live, people)
    else:
        await people[0].slash("/game new", title="harbour")
        await standin.settle()
    for _ in range(MOST + 3):
        for one in place.messages:
            await place.delete_message(one)
        await standin.settle(0.4)
    assert not place.messages
    if what == "turn":
        await type_move(person_of(table, people, 0), KNOWN["harbour"], Bid(1))
        await standin.until(lambda: panel(place) is not None, within=20, what="a move posts in any case")
    else:
        await people[0].slash("/game info")
        await standin.until(lambda: bool(place.messages), what="whoever asks gets the lobby")
