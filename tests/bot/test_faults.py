"""What goes wrong between a click and a post, and what must come of it.

Each move happens once or not at all, panels work again, and whoever clicked gets a clear sentence.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from engine.core.records import MoveRecord
from storage import Storage
from tests.bot.live import KNOWN, begin, open_panel, panel, person_of, running, table_in, type_move
from tests.engine.toy import Bid, Dock, Trade


async def version(client, table):
    return (await client.house.tables.table(table.id)).version


async def captain(client, table, people):
    """Everybody bids; the first seat is captain."""
    for seat in range(table.game.seats):
        await type_move(person_of(table, people, seat), KNOWN["harbour"], Bid(3 if seat == 0 else 0))
    return person_of(table, people, 0)


async def test_the_same_delivery_twice_is_one_move(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    before = await version(live, table)
    person = person_of(table, people, 0)
    await person.slash("/harbour bid", amount=4, deliveries=2)
    await standin.settle()
    assert await version(live, table) == before + 1


async def test_two_clicks_at_once_are_one_move(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    who = await captain(live, table, people)
    await standin.settle()
    before = await version(live, table)
    answers = await asyncio.gather(
        type_move(who, KNOWN["harbour"], Dock()), type_move(who, KNOWN["harbour"], Dock())
    )
    await standin.settle()
    assert await version(live, table) == before + 1
    assert (
        sum("not your turn" in answer.text.lower() or "not possible now" in answer.text for answer in answers)
        == 1
    )


async def test_a_bystander_reads_that_they_have_no_seat_and_nothing_changes(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    before = await version(live, table)
    for answer in (
        await open_panel(standin, standin.bystander),
        await standin.bystander.slash("/harbour bid", amount=1),
    ):
        assert answer.ephemeral
        assert "no seat" in answer.text
    assert await version(live, table) == before


async def test_an_old_panel_says_what_happened_since_and_shows_the_present_one(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    who = await captain(live, table, people)
    old = (await open_panel(standin, who)).message
    label = next(label for label in old.labels if "Dock" in label)
    await type_move(who, KNOWN["harbour"], Dock())
    await standin.settle()
    before = await version(live, table)
    edits = old.times_edited
    answer = await who.click(old, label)
    await standin.until(lambda: old.times_edited > edits or len(answer.messages) > 0)
    await standin.settle()
    text = old.text + answer.text
    assert "draws a card" in text
    assert "Bid" in text
    assert await version(live, table) == before


@pytest.mark.parametrize("status", [429, 500])
async def test_a_post_that_discord_refuses_is_sent_later_and_once(standin, live, status):
    people = standin.players(2)
    table = await begin(standin, live, people)
    who = await captain(live, table, people)
    await standin.settle()
    fault = standin.faults.fail(r"POST /channels/\d+/messages$", status, times=2)
    await type_move(who, KNOWN["harbour"], Dock())
    await standin.until(lambda: fault.times == 0, within=20)

    def posts():
        return [one for one in standin.channel().messages if "Round 2 of 3" in one.text]

    await standin.until(lambda: len(posts()) == 1, within=30, what="the post is there")
    await standin.settle()
    assert len(posts()) == 1


async def test_a_post_whose_answer_is_lost_is_not_doubled(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    who = await captain(live, table, people)
    await standin.settle()
    standin.faults.fail(r"POST /channels/\d+/messages$", 500, times=1, after=True)
    await type_move(who, KNOWN["harbour"], Dock())
    await standin.until(
        lambda: any("Round 2 of 3" in one.text for one in standin.channel().messages), within=20
    )
    await standin.settle()
    assert sum("Round 2 of 3" in one.text for one in standin.channel().messages) == 1


async def test_a_turn_message_deleted_by_hand_comes_back_with_the_next_post(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    await standin.until(lambda: panel(standin.channel()) is not None)
    await standin.channel().delete_message(panel(standin.channel()))
    await type_move(person_of(table, people, 0), KNOWN["harbour"], Bid(1))
    await standin.until(lambda: panel(standin.channel()) is not None, within=20, what="a panel is back")
    standin.assert_no_violations()


async def test_a_deleted_channel_stops_its_game_and_nothing_else(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    other = await standin.add_channel("elsewhere")
    await standin.channel().delete()
    await standin.settle()
    record = await live.house.tables.record(table.id)
    assert record.status in ("paused", "ended")
    answer = await people[0].at(other).slash("/my turns")
    assert not answer.failed
    answer = await people[0].at(other).slash("/game new", title="harbour")
    assert "open" in answer.text


async def test_a_player_who_has_left_the_server_does_not_stop_the_table(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    gone = person_of(table, people, 1)
    await standin.remove_member(gone)
    await type_move(person_of(table, people, 0), KNOWN["harbour"], Bid(1))
    await standin.settle()
    answer = await standin.manager.slash("/show players")
    assert not answer.failed
    now = await table_in(live, standin.channel())
    assert [each.seat for each in now.waiting()] == [1]


async def test_a_missing_permission_is_told_in_words(standin, live):
    await standin.channel().deny("attach_files")
    answer = await standin.player(1).slash("/game new", title="harbour")
    assert answer.ephemeral
    assert "Attach Files" in answer.text


async def bot_process(standin, folder, **pipes) -> asyncio.subprocess.Process:
    """The bot as its own process, with the toy title beside the real ones."""
    program = (
        "import asyncio, sys\n"
        "from bot.__main__ import run\n"
        "import bot.client as client\n"
        "from bot.playground import point_at_environment\n"
        "from bot.settings import Settings\n"
        "from tests.bot.live import KNOWN\n"
        "chosen = lambda settings, titles=KNOWN: titles\n"
        "client.chosen_titles = chosen\n"
        "if __name__ == '__main__':\n"
        "    point_at_environment()\n"
        "    asyncio.run(run(Settings(token=sys.argv[1], database_url=sys.argv[2])))\n"
    )
    url = f"sqlite+aiosqlite:///{folder / 'games.db'}"
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        standin.token,
        url,
        env=standin.environment(),
        start_new_session=True,
        **pipes,
    )


async def stored(folder, game: str) -> list[MoveRecord]:
    """The log of a game as it lies in the database."""
    storage = Storage(f"sqlite+aiosqlite:///{folder / 'games.db'}")
    await storage.prepare()
    try:
        found = await storage.load(game)
        assert found is not None
        return list(found.moves)
    finally:
        await storage.close()


@pytest.mark.parametrize("delay", [0.0, 0.004, 0.012, 0.03, 0.08])
async def test_killed_during_a_move_it_is_there_once_or_not_at_all_and_panels_work_again(
    standin, tmp_path, delay
):
    people = standin.players(2)
    async with running(standin, tmp_path) as client:
        table = await begin(standin, client, people)
        await captain(client, table, people)
        await standin.settle()
        before = await version(client, table)
    process = await bot_process(standin, tmp_path)
    await standin.ready()
    await standin.settle(0.3)
    who = person_of(table, people, 0)
    await who.slash("/harbour trade", amount=2, ship="cog", wait_for="no")
    await asyncio.sleep(delay)
    os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
    moves = await stored(tmp_path, table.id)
    made = [move.line for move in moves if move.seq > before]
    assert made in ([], ["trade 2 cog"])
    async with running(standin, tmp_path) as client:
        again = await client.house.tables.table(table.id)
        seat = again.waiting()[0].seat
        assert seat == (1 if made else 0)
        answer = await open_panel(standin, person_of(table, people, seat))
        assert not answer.failed
        if not made:
            await type_move(who, KNOWN["harbour"], Trade(2, "cog"))
        again = await client.house.tables.table(table.id)
        assert again.version == before + 1


async def test_an_answered_call_is_taken_away_with_its_panel_and_the_story_stays(standin, live):
    people = standin.players(2)
    table = await begin(standin, live, people)
    who = await captain(live, table, people)
    await standin.settle()
    old = panel(standin.channel())
    assert "▶️" in old.text
    await type_move(who, KNOWN["harbour"], Dock())
    await standin.settle()
    await standin.until(lambda: panel(standin.channel()) is not old)
    await standin.until(lambda: not old.buttons)
    assert "▶️" not in old.text
    assert "Harbour" in old.text
    standin.assert_no_violations()


async def test_told_to_stop_it_answers_first_and_what_is_not_posted_yet_comes_after_the_restart(
    standin, tmp_path
):
    people = standin.players(2)
    async with running(standin, tmp_path) as client:
        table = await begin(standin, client, people)
    process = await bot_process(standin, tmp_path, stderr=asyncio.subprocess.PIPE)
    await standin.ready()
    await standin.settle(0.3)
    answers = [
        await person_of(table, people, 0).slash("/harbour bid", amount=3, wait_for="ack"),
        await person_of(table, people, 1).slash("/harbour bid", amount=0, wait_for="ack"),
        await standin.bystander.slash("/game history", wait_for="ack"),
    ]
    process.terminate()
    _out, said = await process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in said
    assert b"ERROR" not in said
    assert all(answer.text for answer in answers)
    async with running(standin, tmp_path):
        await standin.until(
            lambda: any("Act as captain" in one.text for one in standin.channel().messages), within=20
        )
        await standin.settle()
    assert sum("Act as captain" in one.text for one in standin.channel().messages) == 1
