"""I. Issue Shares: in player order, each may issue shares for $5 each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.age_of_steam.actions import Issue
from engine.age_of_steam.events import SharesIssued
from engine.core.action import Action, Family, Legal, Span, Value
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending

from .base import Phase

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam

PRICE = 5
"""Dollars that a share brings. Rules: I. Issue Shares."""


class IssueShares(Phase):
    """Rules: I. Issue Shares."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        game.state.queue = list(game.state.order)
        return []

    def pending(self, game: AgeOfSteam) -> tuple[Pending, ...]:
        seat = game.state.queue[0]
        player = game.state.players[seat]
        asked = f"Issue shares ($5 each): you have ${player.cash} and {player.shares} shares"
        return (Pending(seat, (Issue,), asked),)

    def legal(
        self, game: AgeOfSteam, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        yield Family(Issue, count=Span(0, game.rules.shares_now(game.state, seat)))

    def check(self, game: AgeOfSteam, seat: int, action: Action) -> None:
        assert isinstance(action, Issue)
        most = game.rules.shares_now(game.state, seat)
        if not 0 <= action.count <= most:
            if most == 0:
                raise IllegalMove("You have issued all your shares: you can only issue 0.")
            raise IllegalMove(f"You can issue from 0 to {most} shares now.")

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        assert isinstance(action, Issue)
        player = game.state.players[seat]
        player.shares += action.count
        player.cash += PRICE * action.count
        game.state.queue.pop(0)
        return [SharesIssued(seat=seat, count=action.count, cash=player.cash, shares=player.shares)]
