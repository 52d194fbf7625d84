"""Games and logs in the database: what is written is read back, all or nothing, by whoever is first."""

import asyncio
import random
from datetime import timedelta

import pytest
from sqlalchemy import event

from engine.core.errors import Busy, ChannelTaken, NotSaved, NotYourTurn
from engine.core.records import OutboxItem, SeatRecord
from tests.engine.core.tabling import ANNA, BERT, CLEO, Clock, begun, bench, lines, seated
from tests.engine.toy import Bid, HarbourOptions


def announce(table, done):
    return [OutboxItem("said", b'{"version": %d}' % table.version)]


async def play_whole_game(tables, game, dice):
    while True:
        table = await tables.table(game)
        waiting = table.waiting()
        if not waiting:
            return table
        asked = dice.choice(waiting)
        offers = list(table.game.legal_actions(asked.seat))
        offer = dice.choice(offers)
        action = dice.choice(list(offer)) if hasattr(offer, "kind") else offer
        await tables.act(game, table.seats[asked.seat].user, action)


async def test_a_whole_game_is_read_back_as_it_was(storage, open_storage):
    tables, game, _people = await begun(bench(storage, snapshot_every=4))
    table = await play_whole_game(tables, game, random.Random(1))
    assert table.record.status == "over"
    other = await bench(await open_storage()).table(game)
    assert other.record == table.record
    assert other.log == table.log
    assert other.game.snapshot() == table.game.snapshot()
    assert not other.trouble


async def test_two_processes_take_turns_on_one_database(storage, open_storage):
    clock = Clock()
    here, game, (first, second, third) = await begun(bench(storage, clock=clock))
    there = bench(await open_storage(), clock=clock)
    await there.act(game, first, Bid(3))
    await here.act(game, second, Bid(1))
    await there.act(game, third, Bid(2))
    assert lines(await here.table(game)) == ["start", "bid 3", "bid 1", "bid 2"]
    assert (await here.table(game)).game.snapshot() == (await there.table(game)).game.snapshot()


async def test_the_same_delivery_at_two_processes_at_once_is_one_move(storage, open_storage):
    here, game, (first, *_) = await begun(bench(storage))
    there = bench(await open_storage())
    done = await asyncio.gather(
        *(tables.act(game, first, Bid(3), interaction="once") for tables in (here, there, here, there))
    )
    assert sorted(each.duplicate for each in done) == [False, True, True, True]
    assert len({each.version for each in done}) == 1
    assert lines(await here.table(game)) == ["start", "bid 3"]


def overtaken(monkeypatch, store, method, elsewhere):
    """After the next look whether a delivery is known, let another process carry that delivery out."""
    look, elsewhere = getattr(store, method), [elsewhere]

    async def slow(*arguments):
        seen = await look(*arguments)
        if elsewhere:
            await elsewhere.pop()()
        return seen

    monkeypatch.setattr(store, method, slow)


async def test_a_delivery_overtaken_after_the_look_for_it_is_still_one_move(
    storage, open_storage, monkeypatch
):
    there, game, (first, *_) = await begun(bench(await open_storage()))
    here = bench(storage)  # has not read the game yet, and reads it after the other's move
    overtaken(monkeypatch, storage, "look", lambda: there.act(game, first, Bid(3), interaction="once"))
    played = await here.act(game, first, Bid(3), interaction="once")
    assert (played.duplicate, played.version) == (True, 2)
    assert lines(await here.table(game)) == ["start", "bid 3"]


async def test_a_move_overtaken_by_another_move_of_the_seat_is_refused(storage, open_storage, monkeypatch):
    here, game, (first, *_) = await begun(bench(storage))
    there = bench(await open_storage())
    overtaken(monkeypatch, storage, "look", lambda: there.act(game, first, Bid(3), interaction="one"))
    with pytest.raises(NotYourTurn):
        await here.act(game, first, Bid(4), interaction="other")
    assert lines(await here.table(game)) == ["start", "bid 3"]


async def test_a_start_overtaken_after_the_look_for_it_is_one_start(storage, open_storage, monkeypatch):
    here = bench(storage)
    there = bench(await open_storage())
    game = (await seated(here, ANNA, BERT, CLEO)).id
    overtaken(monkeypatch, storage, "look", lambda: there.start(game, ANNA, interaction="once"))
    assert lines(await here.start(game, ANNA, interaction="once")) == ["start"]


async def test_a_seat_taken_twice_by_one_delivery_overtaken_is_one_seat(storage, open_storage, monkeypatch):
    here = bench(storage)
    there = bench(await open_storage())
    game = (await seated(here, ANNA)).id
    bert = SeatRecord(BERT, "Bert")
    overtaken(monkeypatch, storage, "interaction", lambda: there.join(game, bert, interaction="once"))
    record = await here.join(game, bert, interaction="once")
    assert [seat.name for seat in record.seats] == ["Anna", "Bert"]


async def test_a_channel_has_one_open_game_even_if_two_are_opened_at_once(storage, open_storage):
    here, there = bench(storage), bench(await open_storage())
    done = await asyncio.gather(
        here.open(5, None, "harbour", HarbourOptions(), SeatRecord(ANNA, "Anna")),
        there.open(5, None, "harbour", HarbourOptions(), SeatRecord(BERT, "Bert")),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in done) == ["ChannelTaken", "GameRecord"]
    game = next(each for each in done if not isinstance(each, ChannelTaken))
    assert await storage.in_channel(5) == game


async def test_people_who_join_at_once_all_get_their_seats(storage, open_storage):
    here, there = bench(storage), bench(await open_storage())
    game = (await seated(here, ANNA)).id
    await asyncio.gather(
        here.join(game, SeatRecord(BERT, "Bert")), there.join(game, SeatRecord(CLEO, "Cleo"))
    )
    assert {seat.name for seat in (await here.record(game)).seats} == {"Anna", "Bert", "Cleo"}


async def test_posts_are_written_with_their_move_and_only_with_it(storage):
    tables, game, (first, *_) = await begun(bench(storage, announce=announce))
    with pytest.raises(Exception, match="from 0 to 10"):
        await tables.act(game, first, Bid(11))
    await tables.act(game, first, Bid(3))
    clock = tables._clock()
    kinds = []
    while posts := await storage.claim("w", clock):
        kinds += [(post.payload, post.nonce) for post in posts]
        for post in posts:
            assert await storage.mark_sent(post, "w", clock, 1)
    assert [payload for payload, _ in kinds] == [b'{"version": 1}', b'{"version": 2}']
    assert len({nonce for _, nonce in kinds}) == 2
    assert all(len(nonce) <= 25 for _, nonce in kinds)


async def test_a_database_that_fails_in_the_middle_leaves_memory_as_the_database(storage):
    """Fail at each statement of the move's transaction in turn."""
    tables, game, (first, *_) = await begun(bench(storage, announce=announce))
    before = await tables.table(game)
    count, fail_at = 0, 0

    def stumble(*_args):
        nonlocal count
        count += 1
        if count == fail_at:
            raise RuntimeError("the disk is full")

    event.listen(storage.engine.sync_engine, "before_cursor_execute", stumble)
    failures = 0
    for fail_at in range(1, 40):
        count = 0
        try:
            await tables.act(game, first, Bid(3), interaction="i1")
        except NotSaved:
            failures += 1
        except RuntimeError:  # before the transaction: nothing was even tried
            failures += 1
        else:
            if count < fail_at:
                break
        count = -1000
        now = await tables.table(game)
        assert now.version == before.version
        assert now.game.snapshot() == before.game.snapshot()
    event.remove(storage.engine.sync_engine, "before_cursor_execute", stumble)
    assert failures >= 7
    assert lines(await tables.table(game)) == ["start", "bid 3"]
    assert lines(await bench(storage).table(game)) == ["start", "bid 3"]


async def test_a_move_whose_confirmation_is_lost_counts_as_made(storage):
    tables, game, (first, *_) = await begun(bench(storage))
    commit = storage.commit

    async def lose_the_answer(change):
        await commit(change)
        raise ConnectionError("the connection broke")

    storage.commit = lose_the_answer
    done = await tables.act(game, first, Bid(3))
    del storage.commit
    assert done.version == 2
    assert lines(await tables.table(game)) == ["start", "bid 3"]


async def test_a_move_that_is_cancelled_in_the_middle_leaves_memory_as_the_database(storage):
    tables, game, (first, second, _third) = await begun(bench(storage))
    for delay in (0, 0.0005, 0.001, 0.002, 0.004):
        task = asyncio.create_task(tables.act(game, first, Bid(3), interaction=f"i{delay}"))
        await asyncio.sleep(delay)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        here, there = await tables.table(game), await bench(storage).table(game)
        assert here.log == there.log
        assert here.game.snapshot() == there.game.snapshot()
    await tables.act(game, second, Bid(0))


async def test_many_games_at_once_keep_their_moves_apart(storage):
    tables = bench(storage)
    games = [(await begun(tables, channel=n))[1:] for n in range(10)]

    async def bid(game, people):
        for user in people:
            await tables.act(game, user, Bid(1))

    await asyncio.gather(*(bid(game, people) for game, people in games))
    for game, _ in games:
        assert lines(await tables.table(game)) == ["start", "bid 1", "bid 1", "bid 1"]


async def test_old_deliveries_can_be_forgotten(storage):
    clock = Clock()
    tables, game, (first, second, _) = await begun(bench(storage, clock=clock))
    await tables.act(game, first, Bid(3), interaction="old")
    clock.pass_hours(50)
    await tables.act(game, second, Bid(3), interaction="new")
    assert await storage.forget_interactions(clock.now - timedelta(hours=48)) == 1
    assert await storage.interaction("old") is None
    assert await storage.interaction("new") is not None


async def test_whoever_never_gets_through_is_told_so(storage):
    tables, game, (first, *_) = await begun(bench(storage, tries=3))
    commit = storage.commit

    async def always_second(change):
        async with storage.writing() as connection:
            from sqlalchemy import text

            await connection.execute(text("UPDATE games SET revision = revision + 1"))
        await commit(change)

    storage.commit = always_second
    with pytest.raises(Busy, match="Nothing happened"):
        await tables.act(game, first, Bid(3))
