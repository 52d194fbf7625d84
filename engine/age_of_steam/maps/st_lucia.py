"""St. Lucia: two players, paying for the right to go first, and cubes that ride from the track they lie on.

Rules: Additional Map Rules, St. Lucia. The cubes at the start, the missing Production and Goods Growth, the
order of the phases and the eight turns are in the map's data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.age_of_steam.actions import Decline, GoFirst
from engine.age_of_steam.board import Board
from engine.age_of_steam.events import FirstDeclined, FirstPaid, OrderSet
from engine.age_of_steam.network import Network, Section
from engine.age_of_steam.phases.base import Phase
from engine.age_of_steam.state import State
from engine.core.action import Action, Legal, Value
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending
from engine.core.title import Rule

from .base import MapRules

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam


class PayToGoFirst(Phase):
    """Determine Player Order without an auction: whose turn it is to go first may pay for it.

    The queue is the seat that is offered to pay, then the other.
    """

    def begin(self, game: AgeOfSteam) -> list[Event]:
        state = game.state
        if state.opener is None:
            state.opener = state.order[0]
        first = self._whose_turn(state)
        state.queue = [first, *(seat for seat in state.order if seat != first)]
        state.declined = []
        return []

    @staticmethod
    def _whose_turn(state: State) -> int:
        """Turn about from the first turn on; the Turn Order action makes its player count as first."""
        chosen = next((seat for seat in state.order if state.players[seat].turn_order), None)
        if chosen is not None:
            return chosen
        assert state.opener is not None
        return state.opener if state.turn % 2 == 1 else 1 - state.opener

    @staticmethod
    def _price(game: AgeOfSteam) -> int:
        return int(game.board.special["player_order"]["first_pays"])

    def pending(self, game: AgeOfSteam) -> tuple[Pending, ...]:
        state, price = game.state, self._price(game)
        seat = state.queue[0]
        if state.declined:
            asked = f"Pay ${price} to go first instead?"
        else:
            asked = f"It is your turn to go first: pay ${price} for it?"
        return (Pending(seat, (GoFirst, Decline), f"{asked} You have ${state.players[seat].cash}"),)

    def legal(
        self, game: AgeOfSteam, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Decline:
            yield Decline()
        elif game.state.players[seat].cash >= self._price(game):
            yield GoFirst()

    def check(self, game: AgeOfSteam, seat: int, action: Action) -> None:
        price, cash = self._price(game), game.state.players[seat].cash
        if isinstance(action, GoFirst) and cash < price:
            raise IllegalMove(f"Going first costs ${price}, and you have ${cash}.")

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        state = game.state
        state.queue.pop(0)
        if isinstance(action, GoFirst):
            price = self._price(game)
            state.players[seat].cash -= price
            return [FirstPaid(seat=seat, paid=price), self._settle(state, seat)]
        state.declined.append(seat)
        events: list[Event] = [FirstDeclined(seat=seat)]
        if not state.queue:
            # Both have declined: whose turn it was goes first for nothing.
            first = state.declined[0]
            events += [FirstPaid(seat=first, paid=0), self._settle(state, first)]
        return events

    @staticmethod
    def _settle(state: State, first: int) -> OrderSet:
        state.order = [first, *(seat for seat in state.order if seat != first)]
        state.queue, state.declined = [], []
        for player in state.players:
            player.turn_order = False
        return OrderSet(order=tuple(state.order))


class StLucia(MapRules):
    """Cubes lie on the hexes, and may be delivered once there is track under them."""

    def __init__(self, on: Board) -> None:
        super().__init__(on)
        self._phases: Mapping[str, Phase] = {"player_order": PayToGoFirst()}

    def phases(self) -> Mapping[str, Phase]:
        return self._phases

    def partial_links(self, state: State, net: Network, hex_name: str) -> list[tuple[Section, str]]:
        """A cube may leave by any track in its hex, to the stop at either end of it, finished or not."""
        laid = state.tiles.get(hex_name)
        if laid is None or self.board.places[hex_name].town:
            return []
        ways: list[tuple[Section, str]] = []
        for track in laid.tracks:
            section = net.at[hex_name, track.b]
            ways.extend((section, stop) for stop in section.stops if stop is not None)
        return ways

    def action_note(self, power: str) -> str:
        return "next turn it is your turn to go first, for $5" if power == "turn_order" else ""

    def topics(self) -> tuple[Rule, ...]:
        return (
            Rule(
                "St. Lucia",
                "For two players, eight turns.\n\n"
                "**Start:** one cube on every plain and river hex. There are no cities: the first New City "
                "opens the island.\n\n"
                "**Player order** comes before the shares and has no auction. The two take turns in going "
                "first; whose turn it is pays $5. If that player will not or cannot, the other may pay $5 "
                "instead; if both decline, the first one goes first for nothing. **Turn Order** makes you "
                "count as the one whose turn it is next time; the $5 are still due.\n\n"
                "**Production** is not available, and there is no Goods Growth.\n\n"
                "**Cubes on track:** once a hex has track its cube may be delivered, even over unfinished "
                "track. The first stretch counts as a link and earns its owner 1; on a tile with two tracks "
                "the mover chooses the track. Who goes back over the link on which the cube lay is paid for "
                "it once.",
            ),
        )
