"""The outbox: each post goes out once, in order, tried again after a failure, and never by two workers."""

import asyncio
from datetime import timedelta

import pytest

from engine.core.records import OutboxItem
from storage import outbox as outbox_module
from storage.outbox import LEASE, back_off
from tests.engine.core.tabling import Clock, begun, bench
from tests.engine.toy import Bid
from tests.storage.test_games import announce


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def posted(storage, clock):
    """A game with two posts, and another game with one."""
    tables, game, (first, *_) = await begun(bench(storage, clock=clock, announce=announce))
    await tables.act(game, first, Bid(3))
    _, other, _ = await begun(tables, channel=2)
    return game, other


async def test_a_post_is_claimed_sent_and_never_seen_again(storage, clock, posted):
    game, other = posted
    first = await storage.claim("a", clock.now)
    assert [(post.game, post.payload, post.channel) for post in first] == [
        (game, b'{"version": 1}', 1),
        (other, b'{"version": 1}', 2),
    ]
    assert await storage.claim("b", clock.now) == []  # the second post of a game waits for the first
    for post in first:
        assert await storage.mark_sent(post, "a", clock.now, 900)
    (second,) = await storage.claim("b", clock.now)
    assert second.payload == b'{"version": 2}'
    assert await storage.mark_sent(second, "b", clock.now, 901)
    assert await storage.claim("a", clock.now + timedelta(days=1)) == []
    assert await storage.next_due() is None


async def test_many_workers_never_get_the_same_post(storage, open_storage, clock):
    tables = bench(storage, clock=clock, announce=announce)
    for channel in range(12):
        await begun(tables, channel=channel)
    others = [await open_storage() for _ in range(2)]
    got = await asyncio.gather(
        *(each.claim(f"w{n}", clock.now, limit=5) for n, each in enumerate([storage, *others] * 3))
    )
    ids = [post.id for posts in got for post in posts]
    assert len(ids) == len(set(ids)) == 12


async def test_a_worker_that_died_is_replaced_when_its_lease_has_run_out(storage, clock, posted):
    died = await storage.claim("dead", clock.now)
    clock.now += LEASE - timedelta(seconds=1)
    assert await storage.claim("heir", clock.now) == []
    assert await storage.next_due() == clock.now + timedelta(seconds=1)
    clock.now += timedelta(seconds=1)
    again = await storage.claim("heir", clock.now)
    assert [(post.id, post.nonce) for post in again] == [(post.id, post.nonce) for post in died]
    assert [post.attempts for post in again] == [2, 2]
    assert not await storage.mark_sent(died[0], "dead", clock.now, 1)  # too late: it is the heir's
    assert await storage.mark_sent(again[0], "heir", clock.now, 1)


async def test_a_failed_post_is_tried_later_and_holds_the_later_ones_back(storage, clock, posted):
    _game, _other = posted
    first, third = await storage.claim("a", clock.now)
    await storage.mark_sent(third, "a", clock.now, 1)
    assert await storage.mark_failed(first, "a", clock.now, "HTTP 500")
    assert await storage.claim("a", clock.now) == []
    assert await storage.next_due() == clock.now + back_off(1)
    clock.now += back_off(1)
    (again,) = await storage.claim("a", clock.now)
    assert (again.id, again.attempts) == (first.id, 2)
    assert await storage.mark_failed(again, "a", clock.now, "the channel is gone", give_up=True)
    (second,) = await storage.claim("a", clock.now)
    assert second.payload == b'{"version": 2}'


def test_waiting_grows_with_the_attempts_up_to_an_hour():
    waits = [back_off(n).total_seconds() for n in range(1, 15)]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (2, 3600)
    assert timedelta(minutes=2) > outbox_module.LEASE


async def test_a_post_of_its_own_is_put_in_once(storage, clock, posted):
    game, _ = posted
    item = OutboxItem("reminder", b"{}", not_before=clock.now + timedelta(hours=1))
    assert await storage.put(game, item, "r1", clock.now)
    assert not await storage.put(game, item, "r1", clock.now)
    while posts := await storage.claim("a", clock.now):
        for post in posts:
            await storage.mark_sent(post, "a", clock.now, 1)
    assert await storage.next_due() == clock.now + timedelta(hours=1)
    (post,) = await storage.claim("a", clock.now + timedelta(hours=1))
    assert (post.kind, post.channel) == ("reminder", 1)


async def test_old_posts_can_be_forgotten_and_waiting_ones_stay(storage, clock, posted):
    first, _ = await storage.claim("a", clock.now)
    await storage.mark_sent(first, "a", clock.now, 1)
    await storage.forget_posts(clock.now + timedelta(seconds=1))
    clock.now += LEASE
    assert len(await storage.claim("a", clock.now)) == 2
