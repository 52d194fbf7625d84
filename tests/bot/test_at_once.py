"""Several people do things at the same moment: each thing happens once or not at all, everybody reads a clear
sentence, and the log is what memory holds.
"""

from __future__ import annotations

import asyncio
import logging

import pytest

from engine.core.log import replay
from tests.bot.live import KNOWN, begin, open_panel, panel, person_of, table_in, type_move
from tests.engine.toy import Bid, Dock, Trade

HARBOUR = KNOWN["harbour"]


@pytest.fixture(autouse=True)
def no_errors(caplog):
    caplog.set_level(logging.ERROR)
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def sound(standin, client, game):
    """The game as it stands: memory, database and log agree; the channel has one panel if it is running."""
    table = await client.house.tables.table(game)
    loaded = await client.house.storage.load(game)
    assert tuple(loaded.moves) == table.log
    assert replay(table.title, table.record, table.log).snapshot() == table.game.snapshot()
    await standin.settle(0.3)
    ids = [[str(part.get("custom_id", "")) for part in one.buttons] for one in standin.channel().messages]
    panels = [found for found in ids if any(":open" in each for each in found)]
    assert len(panels) == (1 if table.record.status == "running" else 0)
    return table


def sentences(answers):
    """All that was said; nothing of it an error."""
    text = "\n".join(answer.text for answer in answers)
    assert "went wrong" not in text
    assert not any(answer.failed for answer in answers)
    assert all(answer.text.strip() for answer in answers)
    return text


async def captained(standin, client, count=2):
    """A game in which the first seat is captain: (people in seat order, table)."""
    people = standin.players(count)
    table = await begin(standin, client, people)
    seated = [person_of(table, people, seat) for seat in range(count)]
    for seat, person in enumerate(seated):
        await type_move(person, HARBOUR, Bid(3 if seat == 0 else 0))
    await standin.settle()
    return seated, await client.house.tables.table(table.id)


async def test_an_undo_and_the_next_players_move(standin, live):
    (first, second), table = await captained(standin, live)
    for _ in range(3):
        await type_move(first, HARBOUR, Trade(1, "cog"))
        answers = await asyncio.gather(
            first.slash("/harbour say", line="trade 1 cog"),
            second.slash("/harbour say", line="pass"),
            first.slash("/game undo"),
        )
        sentences(answers)
        table = await sound(standin, live, table.id)
        for proposal in await live.house.tables.proposals(table.id):
            await live.house.tables.answer(proposal.id, proposal.by, False)
        if table.waiting()[0].seat != 0 or "captain" not in table.waiting()[0].prompt:
            return


async def test_an_undo_and_an_answer_to_it(standin, live):
    (first, second), table = await captained(standin, live)
    await type_move(first, HARBOUR, Dock())
    await first.slash("/game undo")
    await standin.until(lambda: any("Agree" in one.labels for one in standin.channel().messages))
    asking = next(one for one in standin.channel().messages if "Agree" in one.labels)
    answers = await asyncio.gather(
        second.click(asking, "Agree"),
        second.click(asking, "Refuse"),
        first.slash("/game undo"),
        type_move(second, HARBOUR, Bid(1)),
        second.click(asking, "Agree"),
    )
    sentences(answers)
    await sound(standin, live, table.id)


async def test_a_move_and_the_end(standin, live):
    (first, second), table = await captained(standin, live)
    answers = await asyncio.gather(
        type_move(first, HARBOUR, Dock()),
        standin.manager.slash("/game end", sure=True),
        type_move(second, HARBOUR, Bid(1)),
        first.slash("/game undo"),
    )
    sentences(answers)
    table = await sound(standin, live, table.id)
    assert table.record.status == "ended"
    assert table.log[-1].line == "end"


async def test_leaving_being_replaced_and_moving(standin, live):
    (first, second), table = await captained(standin, live)
    answers = await asyncio.gather(
        first.slash("/game leave", sure=True, seat_goes_to="a substitute"),
        type_move(first, HARBOUR, Dock()),
        standin.manager.slash("/game replace", seat=1, by=standin.bystander.id),
        standin.manager.slash("/game replace", seat=2, by=standin.bystander.id),
        second.slash("/game leave", sure=True, seat_goes_to="a substitute"),
    )
    sentences(answers)
    table = await live.house.tables.table(table.id)
    users = [seat.user for seat in table.seats if seat.user is not None]
    assert len(users) == len(set(users)), "nobody sits twice"
    await sound(standin, live, table.id)


async def test_a_rewind_while_something_is_proposed(standin, live):
    (first, second), table = await captained(standin, live)
    await type_move(first, HARBOUR, Dock())
    await first.slash("/game undo")
    await second.slash("/game pause")
    await standin.until(lambda: sum("Agree" in one.labels for one in standin.channel().messages) == 2)
    asking = [one for one in standin.channel().messages if "Agree" in one.labels]
    answers = await asyncio.gather(
        standin.manager.slash("/game rewind", to=2),
        second.click(asking[0], "Agree"),
        first.click(asking[1], "Agree"),
        type_move(second, HARBOUR, Bid(1)),
    )
    sentences(answers)
    await sound(standin, live, table.id)
    text = sentences([await second.click(one, "Agree") for one in asking if "Agree" in one.labels] or answers)
    assert text


async def test_everybody_joins_a_full_table_and_starts_it_twice(standin, live):
    people = [*standin.players(6), standin.bystander]
    await people[0].slash("/game new", title="harbour")
    lobby = standin.channel().last
    answers = await asyncio.gather(
        *(person.click(lobby, "Join", wait_for="ack") for person in people[1:] for _ in range(2))
    )
    assert not any(answer.failed for answer in answers)
    await standin.settle()
    record = await live.house.tables.in_channel(standin.channel().id)
    assert len(record.seats) == 4
    assert len({seat.user for seat in record.seats}) == 4
    last = [one for one in standin.channel().messages if any("Start" in label for label in one.labels)]
    assert len(last) == 1
    assert "At the table (4)" in last[0].text
    host = people[0]
    answers = await asyncio.gather(
        host.click(lobby, "Start", wait_for="ack"),
        host.click(lobby, "Start", wait_for="ack", deliveries=2),
        host.slash("/game start"),
        host.slash("/game leave"),
        people[1].click(lobby, "Leave", wait_for="ack"),
        people[6].slash("/game join"),
    )
    assert not any(answer.failed for answer in answers)
    await standin.settle()
    table = await table_in(live, standin.channel())
    assert [move.line for move in table.log if move.kind == "start"] == ["start"]
    await sound(standin, live, table.id)
    assert not any("Start" in label for one in standin.channel().messages for label in one.labels)


async def test_a_form_that_is_sent_twice_counts_once(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    first = person_of(table, people, 0)
    own = (await open_panel(standin, first)).message
    label = next(each for each in own.labels if "amount" in each)
    form = await first.click(own, label)
    assert form.modal is not None
    answers = [
        await first.submit(form, {"value": "9"}, wait_for="ack"),
        await first.submit(form, {"value": "9"}, wait_for="ack"),
    ]
    assert not any(answer.failed for answer in answers)
    await standin.settle()
    assert "went wrong" not in own.text
    await sound(standin, live, table.id)


async def test_two_people_cannot_use_each_others_panels(standin, live):
    (first, second), table = await captained(standin, live)
    public = panel(standin.channel())
    mine = (await first.click(public, "My move")).message
    for part in [*mine.buttons, *mine.menus]:
        if not part.get("custom_id"):
            continue
        data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": 1}
        if part["type"] == 3:
            data["values"] = [part["options"][0]["value"]]
        one = await second._people._begin(3, second.user, second.where, data, public.id)
        answer = await second._answer(one, "ack")
        assert not answer.failed
    await standin.settle()
    now = await sound(standin, live, table.id)
    assert now.version == table.version
