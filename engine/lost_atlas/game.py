"""Lost Atlas as a Game: decisions are passed to the module of the present step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.core.action import Action, Legal, Value
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Game, Pending, Report, Result
from engine.core.title import Options

from . import components as box
from . import flow, labels, layouts, map_building, reports
from .events.base import AtlasEvent
from .events.map_building import PieceDrawn
from .options import AtlasOptions
from .scoring import result
from .seeing import see
from .state import Building, Setup, State
from .tiles import designs
from .view import AtlasView


class LostAtlas(Game[State]):
    """One game of Railways of the Lost Atlas."""

    state_type = State

    @property
    def seats(self) -> int:
        return self.state.seats

    def pending(self) -> tuple[Pending, ...]:
        step = flow.step(self.state)
        return () if step is None else step.pending(self.state)

    def legal(self, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
        step = flow.step(self.state)
        if step is not None:
            yield from step.legal(self.state, seat, kind, chosen)

    def check(self, seat: int, action: Action) -> None:
        step = flow.step(self.state)
        assert step is not None
        step.check(self.state, seat, action)

    def perform(self, seat: int, action: Action) -> list[Event]:
        step = flow.step(self.state)
        assert step is not None
        events: list[Event] = step.perform(self.state, self.chance, seat, action)
        return events + flow.advance(self.state, self.chance)

    def view(self, viewer: int | None) -> AtlasView:
        view = see(self.state, tuple(each.seat for each in self.pending()))
        end = self.result()
        return view if end is None else replace(view, ranking=end.ranking)

    def result(self) -> Result | None:
        return result(self.state)

    def headline(self) -> str:
        return labels.headline(self.state)

    def tell(self, event: Event) -> str:
        return event.sentence() if isinstance(event, AtlasEvent) else ""

    def label(self, kind: type[Action], name: str, value: Value, chosen: Mapping[str, Value]) -> str:
        return labels.label(self.state, kind, name, value, chosen)

    def describe(self, seat: int, action: Action) -> str:
        return labels.describe(self, seat, action)

    def report(self, name: str, viewer: int | None, argument: str = "") -> Report:
        return reports.report(self.state, name, argument)

    def report_arguments(self, name: str, viewer: int | None) -> tuple[str, ...]:
        return reports.arguments(self.state, name)

    def reveals(self, events: list[Event], outcomes: tuple[Any, ...]) -> bool:
        """Turning up the next map piece shows what was hidden, though the stack was shuffled long before."""
        return bool(outcomes) or any(isinstance(event, PieceDrawn) for event in events)


def start(options: Options, seats: int, chance: Chance) -> LostAtlas:
    """A new game. Raises IllegalMove if the options do not fit each other or the number of players."""
    assert isinstance(options, AtlasOptions)
    mode = box.mode(options.mode)
    if seats not in mode.players:
        low, high = mode.players[0], mode.players[-1]
        raise IllegalMove(f"The {options.mode.capitalize()} Game is for {low} to {high} players.")
    cash = mode.starting_cash[seats]
    own = (options.own_yellow, options.own_green, options.own_purple, options.own_grey)
    values = (
        dict(zip(box.PHASES, own, strict=True))
        if options.destination == "own"
        else dict(box.destination_cards()[options.destination])
    )
    state = State(
        setup=Setup(
            mode=options.mode,
            cycles=mode.cycles,
            destination=values,
            card=options.destination,
            play_on=options.bankruptcy == "play on",
            drop_per_share=options.drop_per_share,
        ),
        cash=[cash] * seats,
        priority=0,
        columns=[],
        market=[[] for _ in box.stock_track()],
        left=box.trains_of(options.mode, seats),
        tiles={design.id: design.count for design in designs().values()},
        bank=box.BANK - cash * seats,
        building=Building([], 0, blanks=map_building.BLANK_HEXES if options.blank_hexes else 0),
    )
    if options.map == "automatic":
        map_building.build_automatically(state, chance)
    elif options.map in ("layout", "own"):
        map_building.use_layout(state, chance, _layout(options))
    else:
        map_building.begin(state, chance, box.stack_of(options.mode))
    flow.advance(state, chance)
    return LostAtlas(state, chance)


def _layout(options: AtlasOptions) -> layouts.Layout:
    """The map made in advance. Raises IllegalMove if the owner's own cannot be used."""
    if options.map == "layout":
        return layouts.ready_made(options.mode)
    try:
        return layouts.own(options.layouts, options.mode)
    except layouts.LayoutError as problem:
        raise IllegalMove(str(problem)) from None
