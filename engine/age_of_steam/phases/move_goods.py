"""V. Move Goods: two rounds, in each of which a seat moves a cube, or advances its locomotive, or passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.age_of_steam.actions import Locomotive, Move, PassMove
from engine.age_of_steam.events import CubeMoved, LocomotiveAdvanced, MovePassed
from engine.age_of_steam.goods import Route, income, read_route, routes
from engine.core.action import Action, Legal, Value
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending

from .base import Phase

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam


class MoveGoods(Phase):
    """Rules: V. Move Goods."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        game.state.upgraded = []
        self._new_round(game, 1)
        return []

    @staticmethod
    def _new_round(game: AgeOfSteam, number: int) -> None:
        """Player order, but the seat with First Move is first in both rounds."""
        state = game.state
        state.move_round = number
        first = [seat for seat in state.order if state.players[seat].action == "first_move"]
        state.queue = [*first, *(seat for seat in state.order if seat not in first)]

    def pending(self, game: AgeOfSteam) -> tuple[Pending, ...]:
        state = game.state
        seat = state.queue[0]
        kinds: tuple[type[Action], ...] = (Move, PassMove)
        if self._may_upgrade(game, seat):
            kinds = (Move, Locomotive, PassMove)
        links = state.players[seat].engine
        rounds = game.board.game["move_rounds"]
        asked = f"Move goods, round {state.move_round} of {rounds}: up to {links} link{'s' * (links != 1)}"
        return (Pending(seat, kinds, asked),)

    @staticmethod
    def _may_upgrade(game: AgeOfSteam, seat: int) -> bool:
        """Once in the turn, up to six links."""
        state = game.state
        return seat not in state.upgraded and state.players[seat].engine < game.board.game["max_links"]

    def legal(
        self, game: AgeOfSteam, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Locomotive:
            yield Locomotive()
        elif kind is PassMove:
            yield PassMove()
        else:
            origin, colour = chosen.get("origin"), chosen.get("cube")
            for name, cubes in game.state.cubes.items():
                if origin in (None, name):
                    for cube in dict.fromkeys(cubes):
                        if colour in (None, cube):
                            for route in routes(game.state, game.board, seat, name, cube):
                                yield from self._moves(game, seat, cube, route)

    @staticmethod
    def _moves(game: AgeOfSteam, seat: int, cube: str, route: Route) -> Iterator[Move]:
        named = game.rules.bonus_choices(game.state, seat, cube, route)
        if not named:
            yield Move(route.origin, cube, route.words)
        for each in named:
            yield Move(route.origin, cube, route.words, f"P{each + 1}")

    def check(self, game: AgeOfSteam, seat: int, action: Action) -> None:
        if not isinstance(action, Move):
            return
        route = read_route(game.state, game.board, seat, action.origin, action.cube, action.route)
        named = [f"P{each + 1}" for each in game.rules.bonus_choices(game.state, seat, action.cube, route)]
        if named and action.bonus not in named:
            raise IllegalMove(f"Say which railroad on the way gets the bonus: {', '.join(named)}.")
        if not named and action.bonus is not None:
            raise IllegalMove("This delivery brings no bonus to give to a railroad.")

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        state = game.state
        events: list[Event]
        if isinstance(action, Move):
            events = [self._deliver(game, seat, action)]
        elif isinstance(action, Locomotive):
            state.players[seat].engine += 1
            state.upgraded.append(seat)
            events = [LocomotiveAdvanced(seat=seat, engine=state.players[seat].engine)]
        else:
            events = [MovePassed(seat=seat)]
        state.queue.pop(0)
        if not state.queue and state.move_round < game.board.game["move_rounds"]:
            self._new_round(game, state.move_round + 1)
        return events

    @staticmethod
    def _deliver(game: AgeOfSteam, seat: int, action: Move) -> CubeMoved:
        """Move the cube, raise the incomes, and put the cube back in the bag."""
        state = game.state
        route = read_route(state, game.board, seat, action.origin, action.cube, action.route)
        named = None if action.bonus is None else int(action.bonus[1:]) - 1
        gains, extra = income(state, seat, action.cube, route, named)
        for who, amount in gains.items():
            state.players[who].income += amount
        cubes = state.cubes[action.origin]
        cubes.remove(action.cube)
        if not cubes:
            del state.cubes[action.origin]
        gone = game.rules.leaves_the_game(action.cube)
        if gone:
            state.delivered += 1
        else:
            state.bag[action.cube] = state.bag.get(action.cube, 0) + 1
        stops = (action.origin, *(leg.to for leg in route.legs))
        return CubeMoved(
            seat=seat,
            cube=action.cube,
            stops=stops,
            gains=tuple(gains.items()),
            bonus=tuple(extra.items()),
            gone=gone,
            places=stops,
        )

    def end(self, game: AgeOfSteam) -> list[Event]:
        game.state.move_round = 0
        game.state.upgraded = []
        return []
