"""Orders given in advance, so that other players' turns need not wait. They never act in one's own turn."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.action import Action
from engine.core.game import Game
from engine.core.title import StandingOrder

from .actions import Choose, Join, Pass
from .game import Transcontinental
from .phases.developing import next_run
from .state import Developing, Picking, Placing, Turn
from .train import code, rearmost


def _others_develop(game: Game[Any], seat: int) -> Developing | None:
    """The Develop of another player in which this seat is asked about its cubes."""
    assert isinstance(game, Transcontinental)
    frame = game.state.stack[-1] if game.state.stack else None
    if isinstance(frame, Developing) and frame.actor != seat and game.pending_of(seat) is not None:
        return frame
    return None


class AlwaysUnload(StandingOrder, frozen=True, tag="always_unload"):
    """When another player develops, unload all your cubes that you may."""

    def answer(self, game: Game[Any], seat: int) -> Action | None:
        frame = _others_develop(game, seat)
        return Join(next_run(game.state, frame)[1]) if frame else None

    def spent(self, game: Game[Any], seat: int) -> bool:
        return bool(game.state.over)


class NeverUnload(StandingOrder, frozen=True, tag="never_unload"):
    """When another player develops, leave all your cubes on the train."""

    def answer(self, game: Game[Any], seat: int) -> Action | None:
        return Join(0) if _others_develop(game, seat) else None

    def spent(self, game: Game[Any], seat: int) -> bool:
        return bool(game.state.over)


class PassTelegrams(StandingOrder, frozen=True, tag="pass_telegrams"):
    """Place no more telegrams in the telegram phases, through a round."""

    through_round: Annotated[int, Meta(ge=1, le=30, description="The last round it is for.")]

    @classmethod
    def values(cls, game: Game[Any], seat: int, name: str) -> tuple[int | str, ...]:
        """This round, and those after it."""
        assert isinstance(game, Transcontinental)
        return tuple(range(game.state.round, 31))

    def answer(self, game: Game[Any], seat: int) -> Action | None:
        assert isinstance(game, Transcontinental)
        frame = game.state.stack[-1] if game.state.stack else None
        asked = isinstance(frame, Placing) and game.pending_of(seat) is not None
        return Pass() if asked and game.state.round <= self.through_round else None

    def spent(self, game: Game[Any], seat: int) -> bool:
        return bool(game.state.over or game.state.round > self.through_round)


class RearmostCubes(StandingOrder, frozen=True, tag="rearmost_cubes"):
    """Pay at the Railhead with your rearmost cubes, without being asked which."""

    def answer(self, game: Game[Any], seat: int) -> Action | None:
        assert isinstance(game, Transcontinental)
        frame = game.state.stack[-1] if game.state.stack else None
        if not isinstance(frame, Picking) or frame.player != seat:
            return None
        if any(isinstance(beneath, Turn) for beneath in game.state.stack):
            return None
        taken = rearmost(game.state, seat, frame.resource, frame.amount, yard=frame.yard)
        return Choose(tuple(code(each) for each in taken))

    def spent(self, game: Game[Any], seat: int) -> bool:
        return bool(game.state.over)


ORDERS: tuple[type[StandingOrder], ...] = (AlwaysUnload, NeverUnload, PassTelegrams, RearmostCubes)
