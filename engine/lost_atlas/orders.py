"""Orders in advance, where the rules make them safe."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.action import Action
from engine.core.game import Game
from engine.core.title import StandingOrder

from . import auction
from .actions import Answer, Bid, Pass, PayOut
from .state import State


class PassStockRound(StandingOrder, frozen=True, tag="pass_round"):
    """Pass for the rest of this stock round, until somebody trades shares of a company you hold."""

    def answer(self, game: Game[State], seat: int) -> Action | None:
        asked = game.pending_of(seat)
        return Pass() if asked is not None and Pass in asked.kinds and not self.spent(game, seat) else None

    def spent(self, game: Game[State], seat: int) -> bool:
        state = game.state
        if state.round != "stock" or state.stock is None:
            return True
        held = [company.id for company in state.companies.values() if company.shares[seat]]
        return any(each in held for each in state.stock.news[seat])


class BidUpTo(StandingOrder, frozen=True, tag="bid_up_to"):
    """In auctions of this stock round, raise by the least step up to a limit, then pass."""

    amount: Annotated[int, Meta(ge=120, description="Your highest bid.")]

    def answer(self, game: Game[State], seat: int) -> Action | None:
        state = game.state
        asked = game.pending_of(seat)
        if asked is None or state.auction is None or state.auction.won:
            return None
        least = auction.least_bid(state)
        return Bid(least) if Bid in asked.kinds and least <= self.amount else Pass()

    def spent(self, game: Game[State], seat: int) -> bool:
        return game.state.round not in ("stock", "building")


class AlwaysPayOut(StandingOrder, frozen=True, tag="always_pay"):
    """Always pay out the earnings of a company (or of all yours)."""

    company: Annotated[str, Meta(description="The company, or all.")] = "all"

    @classmethod
    def values(cls, game: Game[State], seat: int, name: str) -> tuple[int | str, ...]:
        """All, and the companies of which the seat is president."""
        state = game.state
        return ("all", *(each.id for each in state.companies.values() if each.president == seat))

    def answer(self, game: Game[State], seat: int) -> Action | None:
        asked = game.pending_of(seat)
        turn = game.state.turn
        if asked is None or turn is None or PayOut not in asked.kinds:
            return None
        return PayOut() if self.company in ("all", turn.company) else None

    def spent(self, game: Game[State], seat: int) -> bool:
        return self.company != "all" and self.company in game.state.closed


class KeepTrains(StandingOrder, frozen=True, tag="keep_trains"):
    """Decline every offer for your companies' trains."""

    def answer(self, game: Game[State], seat: int) -> Action | None:
        asked = game.pending_of(seat)
        return Answer(False) if asked is not None and game.state.offer is not None else None


ORDERS: tuple[type[StandingOrder], ...] = (PassStockRound, BidUpTo, AlwaysPayOut, KeepTrains)
