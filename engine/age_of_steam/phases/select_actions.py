"""III. Select Actions: in player order, each takes one of the special actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.age_of_steam.actions import OFFERED, Select
from engine.age_of_steam.events import ActionSelected
from engine.core.action import Action, Legal, Value
from engine.core.errors import IllegalMove
from engine.core.event import Event, mark
from engine.core.game import Pending

from .base import Phase

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam


class SelectActions(Phase):
    """Rules: III. Select Actions."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        game.state.queue = list(game.state.order)
        return []

    def pending(self, game: AgeOfSteam) -> tuple[Pending, ...]:
        return (Pending(game.state.queue[0], (Select,), "Choose your action for this turn"),)

    def legal(
        self, game: AgeOfSteam, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        taken = self._taken(game)
        for power in game.rules.offered(game.state):
            if power not in taken:
                yield Select(power)

    def check(self, game: AgeOfSteam, seat: int, action: Action) -> None:
        assert isinstance(action, Select)
        offered, power = game.rules.offered(game.state), action.power
        if power not in OFFERED or power not in game.board.game["actions"]:
            names = ", ".join(offered)
            raise IllegalMove(f"There is no action called {power} on this map. There are: {names}.")
        if power not in offered:
            raise IllegalMove(f"{OFFERED[power]} cannot be chosen again until the others have been used.")
        holder = self._taken(game).get(power)
        if holder is not None:
            raise IllegalMove(f"{mark(holder)} has taken {OFFERED[power]}; each action goes to one player.")

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        assert isinstance(action, Select)
        player = game.state.players[seat]
        player.action = action.power
        if action.power == "locomotive":
            # Implemented at once; the maximum is still six links.
            player.engine = min(player.engine + 1, game.board.game["max_links"])
        game.state.queue.pop(0)
        engine = player.engine if action.power == "locomotive" else 0
        return [
            ActionSelected(seat=seat, power=action.power, engine=engine),
            *game.rules.selected(game.state, seat, action.power),
        ]

    @staticmethod
    def _taken(game: AgeOfSteam) -> dict[str, int]:
        return {player.action: seat for seat, player in enumerate(game.state.players) if player.action}
