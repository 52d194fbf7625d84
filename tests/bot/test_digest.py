"""What happened, in lines: also what happened to the table itself, whatever the title."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.digest import told
from engine.core.chance import Chance
from engine.core.log import Entry, table_events
from engine.core.records import MoveRecord
from tests.bot.live import KNOWN, begin, person_of

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("title", KNOWN)
def test_what_happens_to_the_table_is_told_in_every_title(title):
    game = KNOWN[title].start(KNOWN[title].options(), 3, Chance("seed"))
    log = [MoveRecord("g", 1, "start", None, 5, "start", (), False, NOW)]
    for line in (
        "pause",
        "resume",
        "moved",
        "vacate 2",
        "replace 2 77 Sub|Ben",
        "automate 1",
        "rewind 2",
        "end",
    ):
        log.append(MoveRecord("g", len(log) + 1, "manager", None, 5, line, (), False, NOW))
    log.append(MoveRecord("g", len(log) + 1, "undo", 0, 5, "undo 2", (), False, NOW))
    entries = [Entry(move, None, table_events(move, log)) for move in log]
    assert told(game, entries, lambda seat: f"P{seat + 1}") == [
        "The game begins.",
        "The game is paused.",
        "The game goes on.",
        "The game has moved to this channel.",
        "P2 has left the game. The seat is free for a substitute.",
        "Sub takes over from Ben.",
        "P1 has left the game. The seat is played automatically.",
        "The table goes back 0 moves.",
        "The game was ended before its time.",
        "P1 takes back 0 moves.",
    ]


@pytest.mark.parametrize("title", ["lost_atlas", "transcontinental"])
async def test_the_channel_reads_that_a_manager_has_paused_and_that_a_seat_has_changed(standin, live, title):
    people = standin.players(3)
    table = await begin(standin, live, people, title)
    answer = await standin.manager.slash("/game pause")
    assert "✅ The game is paused." in answer.text
    await standin.until(lambda: "The game is paused." in standin.channel().last.text, within=20)
    await standin.manager.slash("/game resume")
    leaving = person_of(table, people, 1)
    await leaving.slash("/game replace", seat=2, by=standin.bystander.id)
    await standin.until(
        lambda: any("Gwen takes over from" in one.text for one in standin.channel().messages), within=20
    )
