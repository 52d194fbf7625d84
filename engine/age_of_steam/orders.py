"""Moves given in advance: bid up to an amount, issue no shares."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.action import Action
from engine.core.game import Game
from engine.core.title import StandingOrder

from .actions import Bid, Drop, Issue, Pass
from .game import AgeOfSteam
from .points import expenses


class BidUpTo(StandingOrder, frozen=True, tag="bid_up_to"):
    """Bid a dollar more than the others, up to an amount, then pass if you may, then drop out."""

    amount: Annotated[int, Meta(ge=0, le=500, description="The most you will bid; 0 to drop out at once.")]
    turn: Annotated[int, Meta(ge=1, le=10, description="The turn whose auction it is for.")]

    @classmethod
    def values(cls, game: Game[Any], seat: int, name: str) -> tuple[int | str, ...]:
        """The turn of the auction that runs or comes next, and the turns after it."""
        if name != "turn":
            return ()
        turn, turns = game.state.turn, game.state.turns
        return tuple(each for each in range(turn, turns + 1) if not cls(0, each).spent(game, seat))

    def answer(self, game: Game[Any], seat: int) -> Action | None:
        assert isinstance(game, AgeOfSteam)
        state = game.state
        if state.auction is None or state.turn != self.turn:
            return None
        bid = state.auction.high + 1
        if bid <= min(self.amount, state.players[seat].cash):
            return Bid(bid)
        return Pass() if seat in state.auction.passes else Drop()

    def spent(self, game: Game[Any], seat: int) -> bool:
        assert isinstance(game, AgeOfSteam)
        state = game.state
        phases = game.board.game["phases"]
        auctioned = "player_order" in phases and "player_order" not in game.board.special
        if not auctioned or state.phase == "over" or state.players[seat].out:
            return True
        if not state.turn <= self.turn <= state.turns:
            return True
        if state.turn < self.turn:
            return False
        if state.auction is not None:
            return seat in state.auction.dropped
        return bool(phases.index(state.phase) > phases.index("player_order"))


class IssueNothing(StandingOrder, frozen=True, tag="issue_nothing"):
    """Issue no shares, turn after turn, unless your expenses could then not be paid."""

    def answer(self, game: Game[Any], seat: int) -> Action | None:
        assert isinstance(game, AgeOfSteam)
        state = game.state
        player = state.players[seat]
        if state.phase != "issue_shares" or player.cash + player.income < expenses(player):
            return None
        return Issue(0)

    def spent(self, game: Game[Any], seat: int) -> bool:
        assert isinstance(game, AgeOfSteam)
        return game.state.phase == "over" or game.state.players[seat].out


ORDERS: tuple[type[StandingOrder], ...] = (BidUpTo, IssueNothing)
