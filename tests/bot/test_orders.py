"""Orders in advance on the stand-in: given, shown, played by themselves, revoked, refused in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.orders import bounds, find_kind, list_sheet, order_sheet, split_words, suggest
from engine.core.errors import Ambiguous, NotUnderstood, Refused
from engine.core.records import GameRecord, SeatRecord
from engine.core.table import Table
from engine.core.title import StandingOrder
from engine.titles import TITLES
from engine.transcontinental.actions import Develop
from tests.bot.check import check_sheet
from tests.bot.live import begin, open_panel, person_of, running
from tests.engine.random_play import play
from tests.engine.toy import HARBOUR
from tests.engine.transcontinental.builders import bench, turn


class BidHigh(StandingOrder, frozen=True, tag="bid_high"):
    """An order whose name begins as another's."""


async def now(client, table) -> Table:
    return await client.house.tables.table(table.id)


async def act(client, table, seat, line) -> None:
    await client.house.tables.act(table.id, table.seats[seat].user, line, seat=seat)


async def to_the_auction(standin, client, people) -> Table:
    """A game of Age of Steam in whose first auction nobody has bid."""
    table = await begin(standin, client, people, "age_of_steam")
    for _ in range(30):
        table = await now(client, table)
        if table.game.state.auction is not None:
            return table
        await act(client, table, table.waiting()[0].seat, "issue 0")
    raise AssertionError("no auction")


async def test_bid_up_to_bids_by_itself_until_it_is_outbid_and_then_its_owner_hears_of_it(standin, live):
    people = standin.players(3)
    table = await to_the_auction(standin, live, people)
    first, second, third = (asked for asked in _order(table))
    owner = person_of(table, people, second)
    answer = await owner.slash("/my order", order="bid_up_to", value="3")
    assert answer.ephemeral
    assert "Bid up to" in answer.text
    assert "amount 3, turn 1" in answer.text
    await act(live, table, first, "bid 2")
    table = await now(live, table)
    assert _by_order(table) == [(second, "bid 3")]
    await said(standin, "by an order in advance")
    assert [each.seat for each in table.waiting()] == [third]
    await act(live, table, third, "bid 4")
    await act(live, table, first, "drop")
    table = await now(live, table)
    assert _by_order(table)[-1][0] == second
    assert _by_order(table)[-1][1].startswith("drop")
    assert table.orders == ()
    await said(standin, "“Bid up to” is done and dropped")
    standin.assert_no_violations()


async def said(standin, words: str) -> None:
    """Wait until the channel reads these words."""
    await standin.until(
        lambda: any(words in one.text for one in standin.channel().messages), within=20, what=words
    )


def _order(table) -> list[int]:
    """The seats in the order in which the auction asks them, from the one that is asked now."""
    asked = table.waiting()[0].seat
    order = list(table.game.state.order)
    place = order.index(asked)
    return order[place:] + order[:place]


def _by_order(table) -> list[tuple[int | None, str]]:
    return [(move.seat, move.line) for move in table.log if move.kind == "order"]


async def test_an_order_for_what_is_asked_now_moves_at_once_and_says_so(standin, live):
    people = standin.players(3)
    table = await to_the_auction(standin, live, people)
    asked = table.waiting()[0].seat
    answer = await person_of(table, people, asked).slash("/my order", order="Bid up to", value="5")
    assert "It has moved for you already" in answer.text
    assert _by_order(await now(live, table)) == [(asked, "bid 1")]


async def test_an_order_is_shown_and_revoked(standin, live):
    people = standin.players(3)
    table = await to_the_auction(standin, live, people)
    owner = person_of(table, people, _order(table)[1])
    await owner.slash("/my order", order="bid_up_to", value="3")
    await owner.slash("/my order", order="issue_nothing")
    listed = await owner.slash("/my orders")
    assert "Bid up to" in listed.text
    assert "Issue nothing" in listed.text
    message = listed.message
    edits = message.times_edited
    await owner.click(message, "Revoke: Bid up to")
    await standin.until(lambda: message.times_edited > edits)
    assert "Revoked: Bid up to." in message.text
    assert len((await now(live, table)).orders) == 1
    await act(live, table, _order(table)[0], "bid 1")
    assert _by_order(await now(live, table)) == []


@pytest.mark.parametrize(
    ("order", "value", "sentence"),
    [
        ("bid_up_to", "900", "from 0 to 500, not 900"),
        ("bid_up_to", "lots", "is not a whole number"),
        ("bid_up_to", "3 1 7", "says too much"),
        ("issue_nothing", "3", "it needs no value"),
        ("hop", "3", "is no order of Age of Steam. There are: Bid up to or Issue nothing"),
    ],
)
async def test_what_is_no_order_is_refused_in_words(standin, live, order, value, sentence):
    people = standin.players(3)
    table = await to_the_auction(standin, live, people)
    answer = await people[0].slash("/my order", order=order, value=value)
    assert sentence in answer.text
    assert (await now(live, table)).orders == ()


async def test_an_order_may_be_typed_as_one_line(standin, live):
    people = standin.players(3)
    table = await to_the_auction(standin, live, people)
    owner = person_of(table, people, _order(table)[1])
    answer = await owner.slash("/my order", order="Bid up to amount=7 turn=2")
    assert "amount 7, turn 2" in answer.text


async def test_a_bystander_gives_no_orders(standin, live):
    people = standin.players(3)
    table = await to_the_auction(standin, live, people)
    answer = await standin.bystander.slash("/my order", order="bid_up_to", value="3")
    assert "no seat" in answer.text
    assert (await now(live, table)).orders == ()


async def test_an_order_is_given_by_clicks_and_a_form(standin, live):
    people = standin.players(3)
    table = await to_the_auction(standin, live, people)
    seat = _order(table)[1]
    owner = person_of(table, people, seat)
    message = (await open_panel(standin, owner)).message

    async def after(doing):
        edits = message.times_edited
        done = await doing
        await standin.until(lambda: message.times_edited > edits)
        return done

    await after(owner.click(message, "Orders in advance"))
    menu = message.menus[0]["custom_id"]
    await after(owner.select(message, "bid_up_to", menu))
    assert "Bid a dollar more than the others" in message.text
    form = await owner.click(message, "Say the amount …")
    assert form.modal is not None
    await after(owner.submit(form, {"value": "6"}))
    assert "amount 6, turn 1" in message.text
    await after(owner.click(message, "Give this order"))
    assert "✅ Given." in message.text
    assert len((await now(live, table)).orders) == 1
    standin.assert_no_violations()


async def test_what_can_be_typed_is_suggested(standin, live):
    people = standin.players(3)
    await to_the_auction(standin, live, people)
    orders = await people[0].autocomplete("/my order", "order", "bid")
    assert [each["value"] for each in orders] == ["bid_up_to"]
    assert "Bid a dollar more" in orders[0]["name"]
    values = await people[0].autocomplete("/my order", "value", "7", order="bid_up_to")
    assert values[0]["value"] == "7"
    assert "amount 7, turn 1" in values[0]["name"]


def a_turn(options, seats, chance):
    """The first seat is about to develop, with a cube of the second seat's behind its own on the train."""
    if seats != 3:
        return TITLES["transcontinental"].start(options, seats, chance)
    position = bench(seats, line=[("navvies", 2, "rbgb")])
    turn(position, 7)
    position.game.chance = chance
    return position.game


@pytest.mark.parametrize(("tag", "cubes"), [("never_unload", 0), ("always_unload", 1)])
async def test_unloading_in_the_transcontinental_is_answered_by_an_order(standin, tmp_path, tag, cubes):
    people = standin.players(3)
    title = replace(TITLES["transcontinental"], start=a_turn)
    async with running(standin, tmp_path, titles={title.id: title}) as client:
        table = await begin(standin, client, people, title.id)
        answer = await person_of(table, people, 1).slash("/my order", order=tag)
        assert "✅ Given." in answer.text
        develop = Develop("N2", "left", "navvies", 1)
        await client.house.tables.act(table.id, table.seats[0].user, develop, seat=0)
        assert _by_order(await now(client, table)) == [(1, f"join {cubes}")]
        await said(standin, "by an order in advance")


def test_words_are_read_in_their_order_or_by_name():
    kind = find_kind(TITLES["age_of_steam"], "bid")
    assert split_words(kind, "7") == {"amount": "7"}
    assert split_words(kind, "7, 3") == {"amount": "7", "turn": "3"}
    assert split_words(kind, "Turn 3 amount: 7") == {"turn": "3", "amount": "7"}
    assert bounds(kind, "amount") == (0, 500)


def test_an_unclear_order_is_not_guessed():
    twins = replace(TITLES["age_of_steam"], orders=(*TITLES["age_of_steam"].orders, BidHigh))
    with pytest.raises(Ambiguous, match="Bid up to or Bid high"):
        find_kind(twins, "bid")
    with pytest.raises(NotUnderstood, match="is no order"):
        find_kind(TITLES["lost_atlas"], "nonsense")
    with pytest.raises(Refused, match="has no orders"):
        find_kind(HARBOUR, "bid")


@pytest.mark.parametrize("title", list(TITLES.values()), ids=list(TITLES))
async def test_every_order_page_fits_and_every_suggestion_can_be_given(title):
    seats = max(title.seats(title.options()))
    for count, (game, _played) in enumerate(play(title, seats, "orders")):
        if count % 40:
            continue
        if count > 400:
            break
        table = _table(title, game)
        check_sheet(list_sheet(table, 0, [], "note"))
        for kind in title.orders:
            check_sheet(order_sheet(table, 0, kind, ()))
            for shown, word in suggest(kind, game, 0, ""):
                assert shown
                assert split_words(kind, "" if word == "-" else word) or not shown.startswith("amount")


def _table(title, game) -> Table:
    record = GameRecord(
        id="a" * 24,
        channel=1,
        server=1,
        title=title.id,
        options=b"{}",
        rules_version=title.rules_version,
        seats=tuple(SeatRecord(100 + seat, "N" * 32) for seat in range(game.seats)),
        host=100,
        seed="x",
        status="running",
        created=datetime(2027, 1, 1, tzinfo=UTC),
    )
    return Table(record, title, game, (), ())
