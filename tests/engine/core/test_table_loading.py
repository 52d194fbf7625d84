"""Games come back from their store: snapshot and tail, after upgrades, as far as is good."""

import dataclasses
import random
from datetime import timedelta

import pytest

from engine.core.action import expand
from engine.core.errors import CannotLoad, IllegalMove, NoSuchGame, NotRunning
from engine.core.loading import entries_after
from engine.core.records import Conflict
from engine.core.tables import Tables
from tests.engine.core.tabling import Clock, begun, bench, lines, said, seated
from tests.engine.toy import HARBOUR, Bid, Dock, Harbour, Trade


async def wander(tables, game, dice, moves):
    """Random moves, with an undo or a rewind now and then."""
    for _ in range(moves):
        table = await tables.table(game)
        waiting = table.waiting()
        if not waiting:
            return
        if dice.random() < 0.15 and table.standing():
            if dice.random() < 0.5:
                await tables.rewind(game, 99, dice.choice(table.standing()).seq - 1, manager=True)
            else:
                user = next(s.user for s in table.seats if s.user is not None)
                if any(move.actor == user for move in table.standing()):
                    await tables.undo(game, user)
            continue
        asked = dice.choice(waiting)
        action = dice.choice(list(expand(dice.choice(list(table.game.legal_actions(asked.seat))))))
        await tables.act(game, table.seats[asked.seat].user, action)


@pytest.mark.parametrize("seed", range(12))
async def test_every_way_of_loading_leads_to_the_same_state(seed):
    """The newest snapshot; only the older ones, with a tail; and no snapshot at all."""
    dice = random.Random(seed)
    tables, game, _ = await begun(bench(seed=str(seed), snapshot_every=5), rounds=5)
    await wander(tables, game, dice, 40)
    table = await tables.table(game)
    snapshots = tables.store.snapshots[game]
    assert 1 in snapshots or table.version < 2
    assert table.version in snapshots
    assert len(snapshots) <= table.version // 5 + 2
    while True:
        fresh = await bench(tables.store).table(game)
        assert fresh.game.snapshot() == table.game.snapshot()
        assert (fresh.log, fresh.record, fresh.trouble) == (table.log, table.record, "")
        if not snapshots:
            break
        del snapshots[max(snapshots)]


@pytest.mark.parametrize("seed", range(6))
async def test_the_history_read_back_is_the_history_as_it_happened(seed):
    dice = random.Random(seed)
    tables, game, _ = await begun(bench(seed=str(seed)), rounds=5)
    heard = []

    async def listen(_table, played):
        heard.extend(played.entries)

    tables.listeners.append(listen)
    await wander(tables, game, dice, 30)
    fresh = bench(tables.store)
    table = await fresh.table(game)
    entries = await entries_after(fresh.store, table, 1)
    assert [(e.move, e.action, e.events) for e in entries] == [(e.move, e.action, e.events) for e in heard]
    standing = {move.seq for move in table.standing()}
    for entry in entries:
        if entry.action is not None:
            assert entry.undone == (entry.move.seq not in standing)
    assert await fresh.history(game, 0) == await tables.history(game, 0)
    middle = table.version // 2
    assert await fresh.since(game, middle, 1) == (await fresh.history(game, 1))[middle:]


async def test_a_digest_shows_nobody_anothers_secrets():
    tables, game, (first, second, third) = await begun()
    await tables.act(game, first, Bid(7))
    for viewer, line in ((None, "bid"), (1, "bid"), (0, "bid 7")):
        entries = await tables.since(game, 0, viewer)
        assert [entry.move.line for entry in entries] == ["start", line]
        assert entries[0].move.chance == ()
    await tables.act(game, second, Bid(0))
    await tables.act(game, third, Bid(0))
    await tables.act(game, first, Dock())
    texts = {
        viewer: [event.text for event in (await tables.since(game, 4, viewer))[0].events] for viewer in (0, 1)
    }
    assert texts[1] == ["@P1 draws a card."]
    assert len(texts[0]) == 2


class Stricter(Harbour):
    """Harbour after a change of its rules: a trade is of 3 coins at most."""

    def check(self, seat, action):
        super().check(seat, action)
        if isinstance(action, Trade) and action.amount > 3:
            raise IllegalMove("You can take from 1 to 3 coins.")


def upgraded(**changes):
    def start(options, seats, chance):
        game = HARBOUR.start(options, seats, chance)
        return Stricter(game.state, game.chance)

    return dataclasses.replace(HARBOUR, game=Stricter, start=start, rules_version=2, **changes)


async def traded():
    tables, game, people = await begun()
    for user, amount in zip(people, (3, 0, 0), strict=True):
        await tables.act(game, user, Bid(amount))
    await tables.act(game, people[0], Trade(5, "cog"))
    await tables.act(game, people[1], "protest")
    await tables.act(game, people[0], Bid(2))
    return tables, game, people


async def test_a_running_game_goes_on_after_an_upgrade_of_its_rules():
    tables, game, people = await traded()
    after = bench(tables.store, title=upgraded())
    table = await after.table(game)
    assert not table.trouble
    assert table.game.snapshot() == (await tables.table(game)).game.snapshot()
    await after.act(game, people[1], Bid(1))
    assert (await after.record(game)).rules_version == 2
    assert (await after.table(game)).record.rules_version == 2
    assert tables.store.snapshots[game][8].rules_version == 2


async def test_a_game_that_cannot_be_loaded_opens_at_its_last_good_point_and_says_so():
    tables, game, people = await traded()
    tables.store.snapshots[game] = {1: tables.store.snapshots[game][1]}
    after = bench(tables.store, title=upgraded())
    table = await after.table(game)
    assert (table.good, table.version) == (4, 7)
    assert "only up to entry 4 of 7" in table.trouble
    assert "trade" not in table.trouble  # the entry might be a sealed one
    assert table.game.state.captain == 0
    assert table.waiting() == ()
    for change in (
        after.act(game, people[1], Bid(1)),
        after.undo(game, people[0]),
        after.pause(game, 99, manager=True),
        after.leave(game, people[0]),
    ):
        with pytest.raises(CannotLoad, match="only up to entry 4"):
            await change
    assert (await tables.store.load(game)).moves == table.log
    done = await after.rewind(game, 99, 4, manager=True)
    assert said(done) == ["The table goes back 3 moves."]
    assert not done.table.trouble
    await after.act(game, people[0], Trade(3, "cog"))
    assert not (await bench(tables.store, title=upgraded()).table(game)).trouble


class Poorer(HARBOUR.game):
    """Harbour after another change of its rules: nobody bids more than 2."""

    def check(self, seat, action):
        super().check(seat, action)
        if isinstance(action, Bid) and action.amount > 2:
            raise IllegalMove(f"You cannot bid {action.amount}.")


async def test_a_sealed_move_that_cannot_be_played_again_is_in_no_log(caplog):
    tables, game, people = await begun()
    await tables.act(game, people[0], Bid(7))
    tables.store.snapshots[game] = {}

    def start(options, seats, chance):
        begun = HARBOUR.start(options, seats, chance)
        return Poorer(begun.state, begun.chance)

    after = bench(tables.store, title=dataclasses.replace(HARBOUR, game=Poorer, start=start, rules_version=2))
    table = await after.table(game)
    assert (table.good, table.version) == (1, 2)
    assert "sealed 'bid'" in caplog.text
    assert "bid 7" not in caplog.text


async def test_a_snapshot_that_cannot_be_read_any_more_is_done_without():
    tables, game, _ = await traded()
    for seq, kept in list(tables.store.snapshots[game].items()):
        tables.store.snapshots[game][seq] = type(kept)(game, seq, 1, b"no snapshot")
    fresh = await bench(tables.store).table(game)
    assert not fresh.trouble
    assert fresh.game.snapshot() == (await tables.table(game)).game.snapshot()


async def test_a_game_of_which_nothing_can_be_loaded_says_so():
    tables, game, _ = await traded()
    tables.store.snapshots[game].clear()

    def unable(*_):
        raise KeyError

    with pytest.raises(CannotLoad, match="Its log is kept"):
        await bench(tables.store, title=dataclasses.replace(HARBOUR, start=unable)).table(game)
    unknown = Tables(tables.store, {})
    with pytest.raises(CannotLoad, match="does not know the game harbour"):
        await unknown.table(game)


async def test_there_is_no_table_where_there_is_no_game():
    tables = bench()
    with pytest.raises(NoSuchGame):
        await tables.table("nothing")
    record = await seated(tables, 101)
    with pytest.raises(NotRunning, match="not started"):
        await tables.table(record.id)


async def test_idle_games_leave_memory_and_come_back():
    clock = Clock()
    tables = bench(clock=clock, keep=3, keep_for=timedelta(minutes=30))
    games = [(await begun(tables, channel=n))[1] for n in range(5)]
    assert tables.in_memory() == tuple(games[2:])
    await tables.table(games[0])
    assert tables.in_memory() == (games[3], games[4], games[0])
    clock.pass_hours(0.4)
    await tables.table(games[3])
    clock.pass_hours(0.2)
    tables.tidy()
    assert tables.in_memory() == (games[3],)
    assert (await tables.table(games[1])).version == 1


async def test_a_table_in_the_hand_does_not_change():
    tables, game, (first, *_) = await begun()
    held = await tables.table(game)
    before = held.game.snapshot()
    await tables.act(game, first, Bid(3))
    assert held.version == 1
    assert held.game.snapshot() == before
    assert (await tables.table(game)) is not held


async def test_what_another_process_did_is_read_before_it_is_shown_or_changed():
    tables, game, (first, second, _) = await begun()
    other = bench(tables.store)
    await other.act(game, first, Bid(3))
    assert lines(await tables.table(game)) == ["start", "bid 3"]
    commit, behind = tables.store.commit, True

    async def someone_is_quicker(change):
        nonlocal behind
        if behind:
            behind = False
            await other.act(game, second, Bid(1), interaction="other")
            raise Conflict(game)
        await commit(change)

    third = (await tables.table(game)).seats[2].user
    overtaken = type("Overtaken", (), {})()
    for name in ("load", "look", "interaction", "snapshot", "game"):
        setattr(overtaken, name, getattr(tables.store, name))
    overtaken.commit = someone_is_quicker
    await bench(overtaken).act(game, third, Bid(2))
    assert lines(await tables.table(game)) == ["start", "bid 3", "bid 1", "bid 2"]
