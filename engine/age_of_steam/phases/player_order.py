"""II. Determine Player Order: the auction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.age_of_steam.actions import Bid, Drop, Pass
from engine.age_of_steam.events import BidMade, BidPassed, DroppedOut, OrderSet
from engine.age_of_steam.state import Auction
from engine.core.action import Action, Family, Legal, Span, Value
from engine.core.errors import IllegalMove
from engine.core.event import Event, mark
from engine.core.game import Pending

from .base import Phase

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam


class PlayerOrder(Phase):
    """Rules: II. Determine Player Order. The queue is the seats still bidding; the first is asked."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        state = game.state
        state.auction = Auction(passes=[seat for seat in state.order if state.players[seat].turn_order])
        state.queue = list(state.order)
        return self._settle(game) if len(state.queue) == 1 else []

    def pending(self, game: AgeOfSteam) -> tuple[Pending, ...]:
        auction, seat = self._auction(game), game.state.queue[0]
        kinds: tuple[type[Action], ...] = (Bid, Drop)
        if seat in auction.passes:
            kinds = (Bid, Pass, Drop)
        if auction.leader is None:
            asked = "Bid for player order: nobody has bid yet"
        else:
            asked = f"Bid for player order: {mark(auction.leader)} leads with ${auction.high}"
        return (Pending(seat, kinds, f"{asked}; you have ${game.state.players[seat].cash}"),)

    def legal(
        self, game: AgeOfSteam, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Bid:
            low, high = self._auction(game).high + 1, game.state.players[seat].cash
            if low <= high:
                yield Family(Bid, amount=Span(low, high))
        elif kind is Pass:
            yield Pass()
        else:
            yield Drop()

    def check(self, game: AgeOfSteam, seat: int, action: Action) -> None:
        if not isinstance(action, Bid):
            return
        high, cash = self._auction(game).high, game.state.players[seat].cash
        if action.amount <= 0:
            raise IllegalMove("A bid is at least $1.")
        if action.amount <= high:
            raise IllegalMove(f"The highest bid is ${high}: bid more, or drop out.")
        if action.amount > cash:
            raise IllegalMove(f"You have only ${cash}.")

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        state, auction = game.state, self._auction(game)
        if isinstance(action, Bid):
            auction.bids[seat] = auction.high = action.amount
            auction.leader = seat
            events: list[Event] = [BidMade(seat=seat, amount=action.amount)]
            state.queue.append(state.queue.pop(0))
        elif isinstance(action, Pass):
            auction.passes.remove(seat)
            events = [BidPassed(seat=seat)]
            state.queue.append(state.queue.pop(0))
        else:
            state.queue.pop(0)
            events = [self._leave(game, seat)]
        if len(state.queue) == 1:
            return [*events, *self._settle(game)]
        if state.queue[0] == auction.leader:
            # Nobody has bid more since: the high bidder does not bid against himself.
            state.queue.append(state.queue.pop(0))
        return events

    def _leave(self, game: AgeOfSteam, seat: int) -> DroppedOut:
        """Take the last free place, and pay for it.

        The first to drop out pays nothing, the last two what they bid, everybody else half of it.
        """
        state, auction = game.state, self._auction(game)
        place = len(state.order) - len(auction.dropped)
        auction.dropped.append(seat)
        bid = auction.bids.get(seat, 0)
        paid = bid if place <= 2 else (bid + 1) // 2
        if place == len(state.order) and place > 1:
            paid = 0
        state.players[seat].cash -= paid
        return DroppedOut(seat=seat, place=place, paid=paid)

    def _settle(self, game: AgeOfSteam) -> list[Event]:
        """The last seat in the bidding is first; the new order stands."""
        state, auction = game.state, self._auction(game)
        first = state.queue.pop()
        event = self._leave(game, first)
        state.order = list(reversed(auction.dropped))
        state.auction = None
        for player in state.players:
            player.turn_order = False
        return [event, OrderSet(order=tuple(state.order))]

    @staticmethod
    def _auction(game: AgeOfSteam) -> Auction:
        assert game.state.auction is not None
        return game.state.auction
