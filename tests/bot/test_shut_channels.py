"""Channels in which the bot may not post for a while: permissions taken away and given back, threads that are
archived or locked. The game goes on, nothing is lost, and whoever plays is told in words.
"""

from __future__ import annotations

import logging

import pytest

from bot.playground import Place
from tests.bot.live import KNOWN, begin, open_panel, panel, person_of, type_move
from tests.engine.toy import Bid, Dock


def sends(standin, place):
    """How often the bot has asked to post in a channel."""
    name = f"POST /channels/{place.id}/messages"
    return sum(one.name == name for one in standin.hub.requests)


async def posted(standin, place, words, within=20):
    await standin.until(
        lambda: any(words in one.text for one in place.messages), within=within, what=f"{words!r} is posted"
    )


async def to_round_two(standin, client, people, table):
    """The bids, and the captain's move that ends the first round."""
    for seat in range(table.game.seats):
        answer = await type_move(person_of(table, people, seat), KNOWN["harbour"], Bid(3 if seat == 0 else 0))
    return await type_move(person_of(table, people, 0), KNOWN["harbour"], Dock()) or answer


@pytest.mark.parametrize("permission", ["send_messages", "view_channel"])
async def test_a_game_goes_on_while_the_bot_may_not_post_and_appears_when_it_may(
    standin, live, caplog, permission
):
    caplog.set_level(logging.ERROR)
    people = standin.players(2)
    table = await begin(standin, live, people)
    place = standin.channel()
    await place.deny(permission)
    before = len(place.messages)
    answer = await to_round_two(standin, live, people, table)
    assert "✅" in answer.text
    assert ("Send Messages" if permission == "send_messages" else "View Channel") in answer.text
    await standin.settle()
    assert (await live.house.tables.table(table.id)).version > table.version
    tried = sends(standin, place)
    assert tried <= 4, "the channel is not hammered"
    await place.allow(permission)
    await posted(standin, place, "Round 2 of 3")
    await standin.settle()
    assert sum("Round 2 of 3" in one.text for one in place.messages) == 1
    assert len(place.messages) > before
    answer = await open_panel(standin, person_of(table, people, 0))
    assert not answer.failed
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_where_files_are_forbidden_the_post_comes_without_its_picture(standin, live):
    people = standin.players(3)
    await begin(standin, live, people, "age_of_steam")
    place = standin.channel()
    await place.deny("attach_files")
    table = await live.house.tables.table((await live.house.tables.in_channel(place.id)).id)
    first = person_of(table, people, table.waiting()[0].seat)
    answer = await first.slash("/steam say", line="issue 0")
    assert "✅" in answer.text, answer.text
    assert "Attach Files" in answer.text
    await posted(standin, place, "No picture")
    await place.allow("attach_files")
    table = await live.house.tables.table(table.id)
    second = person_of(table, people, table.waiting()[0].seat)
    answer = await second.slash("/steam say", line="issue 0")
    assert "Attach Files" not in answer.text
    await standin.settle()
    assert place.last.pictures
    assert "No picture" not in place.last.text


async def in_thread(standin, client, people, title="harbour"):
    """A game in a thread of its own: (thread, players there, table)."""
    await people[0].slash("/game new", title=title, where="a new thread")
    thread = standin.threads[0]
    there = [person.at(thread) for person in people]
    for person in there[1:]:
        await person.slash("/game join")
    await there[0].slash("/game start")
    await standin.settle()
    record = await client.house.tables.in_channel(thread.id)
    return thread, there, await client.house.tables.table(record.id)


async def set_thread(standin, thread: Place, *, archived: bool, locked: bool = False):
    thread.channel.archived, thread.channel.locked = archived, locked
    await standin.hub.changed_channel(thread.channel)


async def test_an_archived_thread_wakes_up_with_the_next_turn(standin, live):
    people = standin.players(2)
    thread, there, table = await in_thread(standin, live, people)
    await set_thread(standin, thread, archived=True)
    await type_move(person_of(table, there, 0), KNOWN["harbour"], Bid(3))
    await type_move(person_of(table, there, 1), KNOWN["harbour"], Bid(0))
    await standin.until(lambda: not thread.channel.archived, what="the thread is awake")
    await posted(standin, thread, "Act as captain")
    await standin.settle()
    assert sum(bool(one.buttons) for one in thread.messages) == 1
    standin.assert_no_violations()


async def test_an_archived_lobby_is_posted_anew(standin, live):
    people = standin.players(3)
    await people[0].slash("/game new", title="harbour", where="a new thread")
    thread = standin.threads[0]
    await set_thread(standin, thread, archived=True)
    answer = await people[1].at(thread).slash("/game join")
    assert "2 so far" in answer.text
    await standin.until(
        lambda: any("Ben" in one.text or str(people[1].id) in one.text for one in thread.messages)
    )
    assert panel(thread) is None
    lobby = thread.last
    await people[2].at(thread).click(lobby, "Join")
    await standin.settle()
    record = await live.house.tables.in_channel(thread.id)
    assert len(record.seats) == 3


async def test_a_locked_thread_is_told_in_words_and_waited_for(standin, live):
    people = standin.players(2)
    thread, there, table = await in_thread(standin, live, people)
    await standin.channel().deny("manage_threads")
    await set_thread(standin, thread, archived=True, locked=True)
    answer = await to_round_two(standin, live, there, table)
    assert "✅" in answer.text
    assert "this thread is locked" in answer.text
    await standin.settle()
    assert sends(standin, thread) <= 6
    record = await live.house.tables.in_channel(thread.id)
    assert record.status == "running"
    await set_thread(standin, thread, archived=False)
    await posted(standin, thread, "Round 2 of 3")


async def test_nothing_is_begun_where_the_bot_cannot_post(standin, live):
    people = standin.players(2)
    await people[0].slash("/game new", title="harbour")
    await people[1].slash("/game join")
    await standin.channel().deny("send_messages")
    answer = await people[0].slash("/game start")
    assert "Send Messages" in answer.text
    assert (await live.house.tables.in_channel(standin.channel().id)).status == "lobby"
    answer = await people[0].slash("/game info")
    assert "Send Messages" in answer.text
    assert "went wrong" not in answer.text
    answer = await people[0].slash("/my ping-test")
    assert "Send Messages" in answer.text


async def test_what_could_not_be_posted_before_a_restart_is_tried_at_once_after_it(standin, live, tmp_path):
    people = standin.players(2)
    table = await begin(standin, live, people)
    place = standin.channel()
    await place.deny("send_messages")
    await to_round_two(standin, live, people, table)
    await standin.settle()
    place.channel.denied.clear()  # while the bot is not connected: it hears nothing of it
    await live.announcer.reopened()
    await posted(standin, place, "Round 2 of 3")


async def test_an_old_panel_that_could_not_be_taken_off_is_taken_off_with_a_later_turn(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    place = standin.channel()
    await place.deny("read_message_history")  # without it no message can be looked at
    await to_round_two(standin, live, people, table)
    await posted(standin, place, "Round 2 of 3")
    await standin.settle()
    assert sum(bool(one.buttons) for one in place.messages) > 1
    await place.allow("read_message_history")
    for seat in range(2):
        await type_move(person_of(table, people, seat), KNOWN["harbour"], Bid(0))
    await posted(standin, place, "Act as captain")
    await standin.settle()
    assert sum(bool(one.buttons) for one in place.messages) == 1
