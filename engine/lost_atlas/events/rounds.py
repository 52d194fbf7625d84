"""How the game goes from round to round and from hand to hand."""

from __future__ import annotations

from engine.core.event import mark

from .base import AtlasEvent


class RoundBegun(AtlasEvent, frozen=True, tag="round_begun", kw_only=True):
    """A new round."""

    name: str
    cycle: int
    number: int = 0

    def sentence(self) -> str:
        what = f"{self.name.capitalize()} round"
        if self.name == "operating":
            what = f"Operating round {self.cycle}.{self.number}"
        return f"{what} (cycle {self.cycle})." if self.name != "operating" else f"{what}."


class PriorityMoved(AtlasEvent, frozen=True, tag="priority_moved", kw_only=True):
    """Who begins the next stock round."""

    seat: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} takes the priority marker."


class Passed(AtlasEvent, frozen=True, tag="passed", kw_only=True):
    """A seat passed."""

    seat: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} passes."


class Declined(AtlasEvent, frozen=True, tag="declined", kw_only=True):
    """A president said no."""

    seat: int
    what: str
    """`train` or `merger`."""

    def sentence(self) -> str:
        return f"{mark(self.seat)} declines the {'sale' if self.what == 'train' else 'merger'}."


class GameEnded(AtlasEvent, frozen=True, tag="game_ended", kw_only=True):
    """The game is over."""

    why: str

    def sentence(self) -> str:
        return f"The game is over: {self.why}."
