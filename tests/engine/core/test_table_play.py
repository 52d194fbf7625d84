"""The table, on a store in memory: sitting down, playing, seats, stale panels, repeated deliveries."""

import pytest

from engine.core.errors import (
    Ambiguous,
    ChannelTaken,
    IllegalMove,
    NotAllowed,
    NotRunning,
    NotSeated,
    NotYourTurn,
    Refused,
)
from engine.core.records import SeatRecord
from engine.core.table import StalePanel
from tests.engine.core.tabling import ANNA, BERT, CLEO, ZOE, begun, bench, said, seated
from tests.engine.toy import Bid, HarbourOptions


async def test_a_lobby_fills_and_starts_with_seats_in_a_shuffled_but_kept_order():
    tables = bench()
    game = await seated(tables, ANNA, BERT, CLEO)
    table = await tables.start(game.id, ANNA)
    assert sorted(seat.name for seat in table.seats) == ["Anna", "Bert", "Cleo"]
    assert table.record.status == "running"
    assert [move.line for move in table.log] == ["start"]
    assert table.log[0].chance[0].purpose == "deck"
    assert (await tables.in_channel(1)).id == game.id
    orders = set()
    for number in range(12):
        other = bench(seed=f"seed {number}")
        game = await seated(other, ANNA, BERT, CLEO)
        orders.add(tuple(seat.name for seat in (await other.start(game.id, ANNA)).seats))
    assert len(orders) > 2


async def test_a_channel_has_one_open_game():
    tables = bench()
    game = await seated(tables, ANNA)
    with pytest.raises(ChannelTaken):
        await tables.open(1, None, "harbour", HarbourOptions(), SeatRecord(BERT, "Bert"))
    await tables.end(game.id, ANNA)
    await tables.open(1, None, "harbour", HarbourOptions(), SeatRecord(BERT, "Bert"))


async def test_the_lobby_says_why_not():
    tables = bench()
    game = await seated(tables, ANNA, BERT, CLEO, ZOE)
    with pytest.raises(Refused, match="All 4 seats are taken"):
        await tables.join(game.id, SeatRecord(99, "Xaver"))
    with pytest.raises(Refused, match="already have a seat"):
        await tables.join(game.id, SeatRecord(BERT, "Bert"))
    with pytest.raises(NotAllowed, match="Only whoever opened the game"):
        await tables.start(game.id, BERT)
    await tables.leave(game.id, ANNA)
    assert (await tables.record(game.id)).host == BERT
    await tables.start(game.id, BERT)
    with pytest.raises(NotRunning, match="started already"):
        await tables.join(game.id, SeatRecord(99, "Xaver"))


async def test_moves_are_actions_or_text_and_only_of_the_own_seat():
    tables, game, (first, second, _third) = await begun()
    done = await tables.act(game, first, Bid(3))
    assert [entry.move.line for entry in done.entries] == ["bid 3"]
    assert said(done) == ["@P1 has bid."]
    done = await tables.act(game, second, "BID 4")
    assert done.version == 3
    with pytest.raises(NotSeated, match="no seat"):
        await tables.act(game, 99, Bid(1))
    with pytest.raises(NotSeated, match="somebody else"):
        await tables.act(game, second, Bid(1), seat=0)
    with pytest.raises(NotYourTurn, match="the table waits for @P3"):
        await tables.act(game, first, Bid(1))


async def test_a_refused_move_changes_nothing():
    tables, game, (first, *_) = await begun()
    before = await tables.table(game)
    with pytest.raises(IllegalMove, match="from 0 to 10"):
        await tables.act(game, first, Bid(11))
    with pytest.raises(Exception, match="no move of this game"):
        await tables.act(game, first, "sail")
    assert await tables.table(game) is before


async def test_one_person_plays_several_seats_in_a_hotseat_game():
    tables = bench()
    record = await tables.open(1, None, "harbour", HarbourOptions(), SeatRecord(ANNA, "Anna"), hotseat=True)
    await tables.join(record.id, SeatRecord(ANNA, "Anna too"))
    table = await tables.start(record.id, ANNA)
    assert table.seats_of(ANNA) == (0, 1)
    await tables.act(record.id, ANNA, Bid(1), seat=1)
    done = await tables.act(record.id, ANNA, Bid(2))
    assert done.entries[0].move.seat == 0
    with pytest.raises(Ambiguous):
        await tables.act(record.id, ANNA, "trade 3")
    done = await tables.act(record.id, ANNA, "trade 3 cog")
    assert done.table.waiting()[0].seat == 1


async def test_a_repeated_delivery_gets_the_same_answer_and_does_nothing():
    tables, game, (first, second, _third) = await begun()
    once = await tables.act(game, first, Bid(3), interaction="i1")
    await tables.act(game, second, Bid(0))
    again = await tables.act(game, first, Bid(3), interaction="i1")
    assert again.duplicate
    assert (again.entries, again.version) == (once.entries, once.version)
    assert (await tables.table(game)).version == 3
    opened = await tables.open(2, None, "harbour", HarbourOptions(), SeatRecord(1, "A"), interaction="i2")
    again = await tables.open(2, None, "harbour", HarbourOptions(), SeatRecord(1, "A"), interaction="i2")
    assert again == opened


async def test_a_repeated_delivery_that_closed_a_lobby_gets_the_same_answer():
    tables = bench()
    game = (await seated(tables, ANNA, BERT)).id
    closed = await tables.end(game, ANNA, interaction="i1")
    assert closed.status == "ended"
    assert await tables.end(game, ANNA, interaction="i1") == closed
    with pytest.raises(NotRunning, match="over"):
        await tables.end(game, ANNA, interaction="i2")
    game = (await seated(tables, ANNA)).id
    left = await tables.leave(game, ANNA, interaction="i3")
    assert left.status == "ended"
    assert await tables.leave(game, ANNA, interaction="i3") == left


async def test_two_clicks_on_one_panel_are_one_move():
    tables, game, (first, second, _third) = await begun()
    seen = (await tables.table(game)).version
    await tables.act(game, second, Bid(1), seen_version=seen)
    await tables.act(game, first, Bid(3), seen_version=seen)  # others' sealed bids do not spoil a panel
    with pytest.raises(StalePanel) as caught:
        await tables.act(game, first, Bid(3), seen_version=seen)
    assert [entry.move.seq for entry in caught.value.entries] == [2, 3]
    assert caught.value.table.version == 3


async def test_an_old_panel_is_refused_even_if_its_click_would_be_legal_again():
    tables, game, (first, second, third) = await begun()
    seen = (await tables.table(game)).version
    for user, amount in ((first, 3), (second, 0), (third, 0)):
        await tables.act(game, user, Bid(amount))
    await tables.act(game, first, "dock")  # round 2: first could bid 3 again
    with pytest.raises(StalePanel):
        await tables.act(game, first, Bid(3), seen_version=seen)


async def test_a_finished_game_frees_its_channel_and_takes_no_moves():
    tables, game, people = await begun(rounds=1)
    for user, amount in zip(people, (3, 0, 0), strict=True):
        await tables.act(game, user, Bid(amount))
    done = await tables.act(game, people[0], "dock")
    assert done.table.record.status == "over"
    assert await tables.in_channel(1) is None
    with pytest.raises(NotRunning, match="over"):
        await tables.act(game, people[1], Bid(1))
    with pytest.raises(NotRunning, match="over"):
        await tables.undo(game, people[0])


async def test_a_fault_in_wording_posts_does_not_stop_the_game():
    def faulty(_table, _done):
        raise KeyError("a fault")

    tables, game, (first, *_) = await begun(bench(announce=faulty))
    assert (await tables.act(game, first, Bid(3))).version == 2
