"""IX. Goods Growth: cubes come from the Goods Display on to the cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.age_of_steam.actions import Produce, PutBack
from engine.age_of_steam.bag import take_from_bag
from engine.age_of_steam.events import CubePlaced, CubesDrawn, CubesReturned, DiceRolled, GoodsGrew
from engine.core.action import Action, Legal, Value
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending

from .base import Phase

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam

PRODUCED = 2
"""Cubes that Production draws. Rules: III. Select Actions, Production."""


class GoodsGrowth(Phase):
    """Rules: IX. Goods Growth. The queue holds the seat that is placing cubes by Production."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        state = game.state
        producer = next((seat for seat in state.order if state.players[seat].action == "production"), None)
        if producer is None or not self._empty(game):
            return []
        state.hand = take_from_bag(state, game.chance, "production", PRODUCED)
        if not state.hand:
            return []
        state.queue = [producer]
        return [CubesDrawn(seat=producer, cubes=tuple(state.hand))]

    def pending(self, game: AgeOfSteam) -> tuple[Pending, ...]:
        held = " and ".join(game.state.hand)
        return (Pending(game.state.queue[0], (Produce, PutBack), f"Production: place {held} on the display"),)

    def legal(
        self, game: AgeOfSteam, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is PutBack:
            yield PutBack()
            return
        for cube in dict.fromkeys(game.state.hand):
            for column, row in self._empty(game):
                yield Produce(cube, column, row)

    def check(self, game: AgeOfSteam, seat: int, action: Action) -> None:
        if isinstance(action, PutBack):
            return
        assert isinstance(action, Produce)
        if action.cube not in game.state.hand:
            raise IllegalMove(f"You have drawn {' and '.join(game.state.hand)}, no {action.cube} cube.")
        boxes = game.state.display.get(action.column)
        if boxes is None:
            raise IllegalMove(f"The Goods Display has no column {action.column}.")
        if not 1 <= action.row <= len(boxes):
            raise IllegalMove(f"Column {action.column} has boxes 1 to {len(boxes)}.")
        if boxes[action.row - 1] is not None:
            raise IllegalMove(f"Box {action.row} of column {action.column} is not empty.")

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        state = game.state
        if isinstance(action, PutBack):
            return [self._put_back(game, seat)]
        assert isinstance(action, Produce)
        state.hand.remove(action.cube)
        state.display[action.column][action.row - 1] = action.cube
        events: list[Event] = [CubePlaced(seat=seat, cube=action.cube, column=action.column, row=action.row)]
        if not state.hand:
            state.queue = []
        elif not self._empty(game):
            events.append(self._put_back(game, seat))
        return events

    def end(self, game: AgeOfSteam) -> list[Event]:
        """Roll for the light section and grow, then the dark; then what comes straight from the bag."""
        state, on = game.state, game.board
        events: list[Event] = []
        for section in ("light", "dark"):
            count = game.rules.dice(state, section)
            columns = [column for column in on.columns.values() if column.section == section]
            if not count or not columns:
                continue
            values = game.chance.dice(f"{section} dice", count)
            events.append(DiceRolled(section=section, values=tuple(values)))
            for column in columns:
                shown = values.count(column.die)
                hex_name = column.hex or next(
                    (name for name, letter in state.placed.items() if letter == column.key), ""
                )
                if shown and hex_name:
                    events.append(self._grow(game, column.key, hex_name, shown))
        return [*events, *self._extra_growth(game)]

    def _extra_growth(self, game: AgeOfSteam) -> list[Event]:
        """Cubes that a map gives to a city straight from the bag."""
        state = game.state
        events: list[Event] = []
        for hex_name, wanted in game.rules.extra_growth(state):
            cubes = take_from_bag(state, game.chance, "extra growth", wanted)
            if cubes:
                state.cubes.setdefault(hex_name, []).extend(cubes)
            title = game.board.places[hex_name].title
            events.append(CubesDrawn(cubes=tuple(cubes), hex=hex_name, name=title, places=(hex_name,)))
        return events

    @staticmethod
    def _grow(game: AgeOfSteam, key: str, hex_name: str, dice: int) -> GoodsGrew:
        """Take a cube for each die from the top box down; extra dice are ignored."""
        boxes = game.state.display[key]
        full = [row for row, cube in enumerate(boxes) if cube is not None][:dice]
        cubes = [cube for row in full if (cube := boxes[row]) is not None]
        for row in full:
            boxes[row] = None
        if cubes:
            game.state.cubes.setdefault(hex_name, []).extend(cubes)
        return GoodsGrew(
            column=key,
            hex=hex_name,
            name=game.board.places[hex_name].title,
            dice=dice,
            cubes=tuple(cubes),
            places=(hex_name,) if cubes else (),
        )

    @staticmethod
    def _empty(game: AgeOfSteam) -> list[tuple[str, int]]:
        """The empty boxes: column and row, counted from 1."""
        return [
            (key, row + 1)
            for key, boxes in game.state.display.items()
            for row, cube in enumerate(boxes)
            if cube is None
        ]

    @staticmethod
    def _put_back(game: AgeOfSteam, seat: int) -> CubesReturned:
        state = game.state
        returned = tuple(state.hand)
        for cube in returned:
            state.bag[cube] += 1
        state.hand, state.queue = [], []
        return CubesReturned(seat=seat, cubes=returned)
