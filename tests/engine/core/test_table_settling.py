"""What the table plays by itself: single choices, orders in advance, automatic players."""

import dataclasses

import pytest

from engine.core.errors import Refused
from engine.core.records import Proposal, SeatRecord
from engine.core.table import Played
from engine.core.title import StandingOrder
from tests.engine.core.tabling import ANNA, BERT, begun, bench, lines
from tests.engine.toy import HARBOUR, Bid, Dock, HarbourOptions, Protest, Trade


class NeverProtest(StandingOrder, frozen=True, tag="never"):
    """Never protest."""

    def answer(self, game, seat):
        asked = game.pending_of(seat)
        return Protest(False) if asked is not None and Protest in asked.kinds else None


class BidOnce(StandingOrder, frozen=True, tag="bid_once"):
    """Bid so much in the round that is going on."""

    amount: int
    round: int

    def answer(self, game, seat):
        asked = game.pending_of(seat)
        return Bid(self.amount) if asked is not None and Bid in asked.kinds else None

    def spent(self, game, seat):
        return game.state.round > self.round


class Failing(StandingOrder, frozen=True, tag="failing"):
    """Stumbles."""

    def answer(self, game, seat):
        raise KeyError("a fault")


def easy(game, seat):
    """The first legal action."""
    kinds = game.pending_of(seat).kinds
    return Bid(0) if Bid in kinds else Protest(False) if Protest in kinds else Trade(1, "cog")


ORDERED = dataclasses.replace(HARBOUR, orders=(NeverProtest, BidOnce, Failing))
AUTOMATIC = dataclasses.replace(HARBOUR, autoplay=easy)


async def captained(tables, **options):
    tables, game, people = await begun(tables, **options)
    for user, amount in zip(people, (3, 0, 0), strict=True):
        await tables.act(game, user, Bid(amount))
    return tables, game, people


async def test_a_single_choice_that_reveals_nothing_is_made_and_logged():
    tables, game, people = await begun(people=(ANNA, BERT), rounds=2)
    for user, amount in zip(people, (10, 0), strict=True):
        await tables.act(game, user, Bid(amount))
    await tables.act(game, people[0], Dock())
    await tables.act(game, people[0], Bid(0))  # it has no coins, but is asked: the last bid opens all
    await tables.act(game, people[1], Bid(1))
    done = await tables.act(game, people[1], Trade(4, "cog"))
    assert [(each.move.kind, each.move.line, each.move.actor) for each in done.entries] == [
        ("move", "trade 4 cog", people[1]),
        ("auto", "protest", None),
    ]
    assert done.table.record.status == "over"


async def test_the_forced_answer_of_another_does_not_spoil_the_free_undo():
    tables, game, people = await begun(people=(ANNA, BERT), rounds=3)
    for user, amount in zip(people, (10, 0), strict=True):
        await tables.act(game, user, Bid(amount))
    await tables.act(game, people[0], Dock())
    done = await tables.act(game, people[1], Bid(1))  # the first seat has no coins: its bid would reveal
    assert [asked.seat for asked in done.table.waiting()] == [0]
    await tables.act(game, people[0], Bid(0))
    done = await tables.act(game, people[1], Trade(4, "cog"))
    assert done.entries[-1].move.kind == "auto"
    undone = await tables.undo(game, people[1])
    assert isinstance(undone, Played)
    assert [asked.seat for asked in undone.table.waiting()] == [1]


async def test_an_order_answers_for_its_seat_in_the_same_transaction():
    tables, game, (first, second, _) = await captained(bench(title=ORDERED))
    await tables.give_order(game, second, NeverProtest())
    assert await tables.orders(game, second) == [NeverProtest()]
    assert await tables.orders(game, first) == []
    done = await tables.act(game, first, Trade(4, "cog"))
    assert [(each.move.kind, each.move.line) for each in done.entries] == [
        ("move", "trade 4 cog"),
        ("order", "protest"),
    ]
    # It has spoken for the seat, so taking the trade back needs that seat's consent.
    asked = await tables.undo(game, first)
    assert isinstance(asked, Proposal)
    assert asked.needs == (second,)


async def test_an_order_that_fits_now_moves_at_once_and_goes_when_it_is_spent():
    tables, game, (first, second, third) = await begun(bench(title=ORDERED))
    done = await tables.give_order(game, second, BidOnce(4, 1))
    assert [each.move.line for each in done.entries] == ["bid 4"]
    await tables.act(game, first, Bid(0))
    await tables.act(game, third, Bid(0))
    assert await tables.orders(game, second) == [BidOnce(4, 1)]
    await tables.act(game, second, Dock())
    assert await tables.orders(game, second) == []


async def test_taking_back_an_orders_move_drops_the_order():
    tables, game, (_first, second, _third) = await begun(bench(title=ORDERED))
    await tables.give_order(game, second, BidOnce(4, 1))
    done = await tables.undo(game, second)
    assert isinstance(done, Played)
    assert await tables.orders(game, second) == []
    assert 1 in [asked.seat for asked in done.table.waiting()]


async def test_orders_are_replaced_revoked_refused_and_never_harm():
    tables, game, (first, second, _) = await captained(bench(title=ORDERED))
    await tables.give_order(game, second, BidOnce(4, 2))
    await tables.give_order(game, second, BidOnce(5, 2))
    await tables.give_order(game, second, NeverProtest())
    assert await tables.orders(game, second) == [BidOnce(5, 2), NeverProtest()]
    await tables.drop_orders(game, second, BidOnce)
    assert await tables.orders(game, second) == [NeverProtest()]
    await tables.drop_orders(game, second)
    await tables.give_order(game, second, Failing())
    done = await tables.act(game, first, Trade(4, "cog"))
    assert [each.move.line for each in done.entries] == ["trade 4 cog"]
    assert await tables.orders(game, second) == []
    other, there, (user, *_) = await begun()
    with pytest.raises(Refused, match="knows no such order"):
        await other.give_order(there, user, NeverProtest())


async def test_an_automatic_player_plays_along():
    tables = bench(title=AUTOMATIC)
    record = await tables.open(1, None, "harbour", HarbourOptions(), SeatRecord(ANNA, "Anna"))
    with pytest.raises(Refused, match="can add automatic players"):
        await tables.join(record.id, SeatRecord(None, "Automatic"), by=BERT)
    await tables.join(record.id, SeatRecord(None, "Automatic"), by=ANNA)
    table = await tables.start(record.id, ANNA)
    own = table.seats_of(ANNA)[0]
    assert [asked.seat for asked in table.waiting()] == [own]
    done = await tables.act(record.id, ANNA, Bid(4))
    await tables.act(record.id, ANNA, Trade(5, "cog"))
    assert [asked.seat for asked in (await tables.table(record.id)).waiting()] == [own]
    # Nobody else is at the table, so Anna takes back what she likes.
    assert isinstance(await tables.undo(record.id, ANNA), Played)
    assert done.table.record.status == "running"


async def test_who_leaves_is_played_automatically_until_somebody_takes_over():
    tables, game, (first, second, third) = await begun(bench(title=AUTOMATIC))
    await tables.act(game, first, Bid(3))
    done = await tables.leave(game, second)
    assert [each.move.line for each in done.entries] == ["automate 2", "bid 0"]
    await tables.act(game, third, Bid(0))
    done = await tables.act(game, first, Trade(2, "cog"))
    assert "protest" in lines(done.table)
    await tables.leave(game, third, automatic=False)
    assert (await tables.table(game)).seats[2].vacant
    await tables.replace(game, first, 2, SeatRecord(None, "Automatic"))
    assert (await tables.table(game)).seats[2].automatic


async def test_a_fault_in_an_automatic_player_leaves_the_players_move_made():
    def faulty(game, seat):
        raise ZeroDivisionError

    tables = bench(title=dataclasses.replace(HARBOUR, autoplay=faulty))
    record = await tables.open(1, None, "harbour", HarbourOptions(), SeatRecord(ANNA, "Anna"))
    await tables.join(record.id, SeatRecord(None, "Automatic"), by=ANNA)
    await tables.start(record.id, ANNA)
    done = await tables.act(record.id, ANNA, Bid(4))
    assert [each.move.line for each in done.entries] == ["bid 4"]


async def test_listeners_hear_of_changes_and_a_failing_one_harms_nobody():
    heard = []

    async def fails(_table, _played):
        raise RuntimeError

    async def hears(table, played):
        heard.append((table.version, [entry.move.line for entry in played.entries]))

    tables = bench()
    tables.listeners += [fails, hears]
    tables, game, (first, *_) = await begun(tables)
    await tables.act(game, first, Bid(3))
    assert heard == [(1, ["start"]), (2, ["bid 3"])]
