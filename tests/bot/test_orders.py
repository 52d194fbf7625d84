"""Orders in advance: typed, shown, revoked, and carried out when their time comes."""

from __future__ import annotations

import pytest

from bot.orders import order_lines, read_order_line
from engine.age_of_steam.orders import BidUpTo, IssueNothing
from engine.core.errors import NotUnderstood, Refused
from tests.bot.live import KNOWN, begin, person_of

STEAM = KNOWN["age_of_steam"]


@pytest.mark.parametrize(
    "line",
    ["bid_up_to amount=7 turn=2", "Bid up to 7 2", "bid-up-to turn=2, amount=7", " bid_up_to 7 turn=2 "],
)
def test_an_order_is_read_by_names_or_places(line):
    assert read_order_line(STEAM, line) == BidUpTo(7, 2)


@pytest.mark.parametrize(
    "line",
    ["", "bid", "bid_up_to", "bid_up_to 7", "bid_up_to 7 99", "bid_up_to -1 2", "bid_up_to 7 2 3",
     "bid_up_to 7 amount=7", "bid_up_to x y", "bid_up_to 🚂 1", "issue_nothing 3", "@everyone", "x" * 4_000],
)  # fmt: skip
def test_what_is_no_order_is_answered_with_how_they_are_typed(line):
    with pytest.raises(NotUnderstood, match=r"amount=|issue_nothing"):
        read_order_line(STEAM, line)


def test_a_title_without_orders_says_so():
    title = next(each for each in KNOWN.values() if not each.orders)
    with pytest.raises(Refused, match="no orders in advance"):
        read_order_line(title, "pass")


def test_orders_are_suggested():
    assert [word for _shown, word in order_lines(STEAM, "nothing")] == ["issue_nothing"]
    assert order_lines(STEAM, "bid_up_to amount=7 turn=2")[0][1] == "bid_up_to amount=7 turn=2"


async def test_an_order_is_given_shown_carried_out_and_revoked_in_private(standin, live):
    people = standin.players(3)
    table = await begin(standin, live, people, "age_of_steam")
    asked = table.waiting()[0].seat
    following = next(seat for seat in table.game.state.order if seat != asked)
    now, later = person_of(table, people, asked), person_of(table, people, following)
    answer = await later.slash("/my order", order="issue nothing")
    assert answer.ephemeral
    assert "issue_nothing" in answer.text
    assert await live.house.tables.orders(table.id, later.id) == [IssueNothing()]
    assert "issue_nothing" in (await later.slash("/my orders")).text
    for other in (now, standin.bystander):
        assert "issue_nothing" not in (await other.slash("/my orders")).text
    assert "no seat" in (await standin.bystander.slash("/my order", order="issue nothing")).text
    await now.slash("/steam issue", count=0)
    await standin.settle()
    table = await live.house.tables.table(table.id)
    assert [move.seat for move in table.log if move.kind == "order"] == [following]
    await later.click((await later.slash("/my orders")).message, "Revoke them")
    await standin.settle()
    assert await live.house.tables.orders(table.id, later.id) == []
    standin.assert_no_violations()
