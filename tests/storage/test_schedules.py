"""Random schedules of people acting at once at two processes on one database.

Whatever the order in which things happen: the log is one line of entries, every accepted wish is in it
exactly once and every refused one not at all, and both processes and a third that reads afresh agree.
"""

import asyncio
import random
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.action import expand
from engine.core.errors import MoveError
from engine.core.log import replay
from engine.core.records import Proposal
from storage import Storage
from tests.engine.core.tabling import begun, bench
from tests.engine.toy import HARBOUR

STEP = st.tuples(
    st.integers(0, 1),  # which process
    st.integers(0, 2),  # which person
    st.sampled_from(["act", "act", "act", "act", "act", "undo", "answer", "rewind", "again"]),
    st.integers(0, 2**16),  # how the person chooses
    st.integers(0, 4),  # how many times the loop turns before the wish is said
)


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
@given(bursts=st.lists(st.lists(STEP, min_size=1, max_size=6), min_size=4, max_size=12))
def test_any_schedule_leaves_one_line_of_moves_each_exactly_once(bursts):
    asyncio.run(_run(bursts))


async def _run(bursts):
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'games.db'}"
        stores = [Storage(url), Storage(url)]
        try:
            for store in stores:
                await store.prepare()
            tables = [bench(store, snapshot_every=4) for store in stores]
            _, game, people = await begun(tables[0], rounds=5)
            accepted = {}
            for number, burst in enumerate(bursts):
                await asyncio.gather(
                    *(
                        _wish(tables[step[0]], game, people, step, f"{number}.{place}", accepted)
                        for place, step in enumerate(burst)
                    )
                )
            await _check(tables, url, game, accepted)
        finally:
            for store in stores:
                await store.close()


async def _wish(tables, game, people, step, name, accepted):
    _, person, what, choice, turns = step
    user = people[person]
    dice = random.Random(choice)
    for _ in range(turns):
        await asyncio.sleep(0)
    try:
        if what in ("act", "again"):
            table = await tables.table(game)
            seat = table.seats_of(user)[0]
            legal = list(table.game.legal_actions(seat))
            if not legal:
                return
            action = dice.choice(list(expand(dice.choice(legal))))
            wish = tables.act(game, user, action, seen_version=table.version, interaction=name)
            if what == "again":  # the same delivery twice at the same moment
                twice = tables.act(game, user, action, seen_version=table.version, interaction=name)
                done, other = await asyncio.gather(wish, twice)
                assert (done.version, done.entries) == (other.version, other.entries)
            else:
                done = await wish
        elif what == "undo":
            done = await tables.undo(game, user, interaction=name)
        elif what == "rewind":
            version = (await tables.table(game)).version
            done = await tables.rewind(game, 99, max(1, version - choice % 4), manager=True, interaction=name)
        else:
            open_ones = await tables.proposals(game)
            if not open_ones:
                return
            done = await tables.answer(dice.choice(open_ones).id, user, True, interaction=name)
    except MoveError:
        return
    if not isinstance(done, Proposal):
        accepted[name] = [entry.move for entry in done.entries]


async def _check(tables, url, game, accepted):
    third = Storage(url)
    try:
        fresh = await bench(third).table(game)
        seen = [await each.table(game) for each in tables]
        for table in seen:
            assert table.log == fresh.log
            assert table.record == fresh.record
            assert table.game.snapshot() == fresh.game.snapshot()
        assert [move.seq for move in fresh.log] == list(range(1, len(fresh.log) + 1))
        by_name = {move.interaction: move for move in fresh.log if move.interaction is not None}
        assert set(by_name) == set(accepted)
        written = [move for moves in accepted.values() for move in moves]
        assert sorted(move.seq for move in written) == list(range(2, len(fresh.log) + 1))
        assert all(fresh.log[move.seq - 1] == move for move in written)
        again = replay(HARBOUR, fresh.record, fresh.log)
        assert again.snapshot() == fresh.game.snapshot()
    finally:
        await third.close()
