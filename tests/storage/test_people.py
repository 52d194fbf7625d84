"""Turns, reminders and preferences of persons over all their games; panels and half-made moves."""

import asyncio
from datetime import timedelta

from engine.core.records import SeatRecord
from storage import DraftRecord, PanelRecord, Preferences
from tests.engine.core.tabling import ANNA, BERT, Clock, begun, bench, seated
from tests.engine.toy import Bid, Dock


async def test_my_turns_are_found_over_all_games_the_longest_waiting_first(storage):
    clock = Clock()
    tables = bench(storage, clock=clock)
    _, late, _ = await begun(tables, channel=1, people=(ANNA, BERT))
    began = clock.now
    clock.pass_hours(1)
    _, later, _ = await begun(tables, channel=2, people=(BERT, ANNA))
    await seated(tables, ANNA, channel=3)  # a lobby asks nobody
    turns = await storage.turns_of(ANNA)
    assert [(turn.game, turn.channel, turn.since) for turn in turns] == [
        (late, 1, began),
        (later, 2, clock.now),
    ]
    assert turns[0].prompt == "Bid for the captaincy"
    assert turns[0].headline == "Round 1 of 3"
    await tables.act(late, ANNA, Bid(3))
    assert [turn.game for turn in await storage.turns_of(ANNA)] == [later]
    await tables.pause(later, 99, manager=True)
    assert await storage.turns_of(ANNA) == []
    open_games = await storage.games_of(ANNA)
    by_channel = {record.channel: {seat.name for seat in record.seats} for record in open_games}
    assert by_channel == {1: {"Anna", "Bert"}, 2: {"Anna", "Bert"}, 3: {"Anna"}}
    assert await storage.turns_of(4711) == []


async def test_a_turn_keeps_its_beginning_while_others_act_and_a_new_one_begins_anew(storage):
    clock = Clock()
    tables, game, (first, second, third) = await begun(bench(storage, clock=clock))
    began = clock.now
    clock.pass_hours(1)
    await tables.act(game, first, Bid(3))
    assert await storage.waiting_since(game) == {1: began, 2: began}
    await tables.act(game, second, Bid(0))
    await tables.act(game, third, Bid(0))
    assert await storage.waiting_since(game) == {0: clock.now}
    clock.pass_hours(1)
    await tables.act(game, first, Dock())
    assert await storage.waiting_since(game) == {0: clock.now, 1: clock.now, 2: clock.now}


async def test_reminders_come_after_the_games_pace_once_and_end_with_the_turn(storage, open_storage):
    clock = Clock()
    tables, game, (first, second, third) = await begun(bench(storage, clock=clock))
    await tables.act(game, first, Bid(3))
    clock.pass_hours(23.9)
    assert await storage.reminders_due(clock.now) == []
    clock.pass_hours(0.1)
    due = await storage.reminders_due(clock.now)
    assert [(turn.user, turn.reminded) for turn in due] == [(second, 0), (third, 0)]
    other = await open_storage()
    tomorrow = clock.now + timedelta(hours=24)
    told = await asyncio.gather(storage.reminded(due[0], tomorrow), other.reminded(due[0], tomorrow))
    assert sorted(told) == [False, True]  # one process tells, the other does not
    assert [turn.user for turn in await storage.reminders_due(clock.now)] == [third]
    clock.now = tomorrow
    again = {turn.user: turn for turn in await storage.reminders_due(clock.now)}
    assert again[second].reminded == 1
    assert await storage.reminded(again[second], None)
    clock.pass_hours(1000)
    assert [turn.user for turn in await storage.reminders_due(clock.now)] == [third]
    await tables.act(game, third, Bid(0))
    assert not await storage.reminded(again[third], None)  # the turn is over


async def test_a_new_turn_of_the_same_seat_is_reminded_anew(storage):
    clock = Clock()
    tables, game, (first, second, third) = await begun(bench(storage, clock=clock))
    clock.pass_hours(24)
    for turn in await storage.reminders_due(clock.now):
        assert await storage.reminded(turn, None)
    for user, amount in ((first, 3), (second, 0), (third, 0)):
        await tables.act(game, user, Bid(amount))
    assert await storage.reminders_due(clock.now) == []
    clock.pass_hours(24)
    (turn,) = await storage.reminders_due(clock.now)
    assert (turn.user, turn.reminded) == (first, 0)
    assert await storage.reminded(turn, clock.now + timedelta(hours=24))


async def test_a_game_without_pace_and_an_automatic_player_are_not_reminded(storage):
    clock = Clock()
    tables = bench(storage, clock=clock)
    record = await tables.open(
        1, None, "harbour", tables.titles["harbour"].options(), SeatRecord(ANNA, "Anna"), pace_hours=0
    )
    await tables.start(record.id, ANNA)
    clock.pass_hours(1000)
    assert await storage.reminders_due(clock.now) == []
    _, game, (first, *_) = await begun(tables, channel=2)
    await tables.leave(game, first)
    clock.pass_hours(24)
    assert first not in {turn.user for turn in await storage.reminders_due(clock.now)}


async def test_preferences_are_kept_and_have_defaults(storage):
    assert await storage.preferences(ANNA) == Preferences(ANNA)
    choice = Preferences(ANNA, "dm", 22 * 60, 7 * 60, "Europe/Berlin", Clock().now)
    await storage.put_preferences(choice)
    assert await storage.preferences(ANNA) == choice
    await storage.put_preferences(Preferences(ANNA, "none"))
    assert await storage.all_preferences([ANNA, BERT]) == {
        ANNA: Preferences(ANNA, "none"),
        BERT: Preferences(BERT),
    }


async def test_panels_are_found_by_game_and_by_message(storage):
    now = Clock().now
    _tables, game, _ = await begun(bench(storage))
    turn = PanelRecord(900, game, 1, "turn", 1, now, seat=0)
    lobby = PanelRecord(800, game, 1, "lobby", 0, now - timedelta(hours=1))
    await storage.put_panel(turn)
    await storage.put_panel(lobby)
    assert await storage.panels(game) == [lobby, turn]
    assert await storage.panels(game, "turn") == [turn]
    later = PanelRecord(900, game, 1, "turn", 5, now, seat=1)
    await storage.put_panel(later)
    assert await storage.panel(900) == later
    assert await storage.panel(1) is None
    await storage.drop_panel("another", 900)
    assert await storage.panel(900) == later  # every statement names its game
    await storage.drop_panel(game, 900)
    assert await storage.panels(game) == [lobby]


async def test_half_made_moves_are_kept_by_game_person_and_seat(storage):
    now = Clock().now
    _, game, _ = await begun(bench(storage))
    draft = DraftRecord(game, ANNA, 0, 1, b'{"hex": "G7"}', now)
    await storage.put_draft(draft)
    await storage.put_draft(DraftRecord(game, ANNA, 1, 1, b"{}", now))
    assert await storage.draft(game, ANNA, 0) == draft
    assert await storage.draft(game, BERT, 0) is None
    changed = DraftRecord(game, ANNA, 0, 2, b'{"hex": "H8"}', now)
    await storage.put_draft(changed)
    assert await storage.draft(game, ANNA, 0) == changed
    await storage.drop_drafts(game, 0)
    assert await storage.draft(game, ANNA, 0) is None
    assert await storage.draft(game, ANNA, 1) is not None
    await storage.drop_drafts(game)
    assert await storage.draft(game, ANNA, 1) is None
