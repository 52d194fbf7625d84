"""X. Advance Turn Marker: a new turn, or the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.age_of_steam.events import GameEnded, TurnBegan
from engine.age_of_steam.network import network
from engine.age_of_steam.scoring import outcome, ranking
from engine.core.event import Event

from .base import Phase

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam


class AdvanceTurn(Phase):
    """Rules: X. Advance Turn Marker."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        state = game.state
        if state.turn >= state.turns:
            return finish(game)
        state.turn += 1
        for player in state.players:
            player.turn_order = player.action == "turn_order"
            player.action = ""
        return [TurnBegan(turn=state.turn, turns=state.turns)]


def finish(game: AgeOfSteam) -> list[Event]:
    """End the game: unfinished track belongs to nobody, the map does what it has to do, places are taken."""
    state = game.state
    for section in network(state).sections:
        if not section.complete:
            section.claim(None)
    state.queue = []
    state.build = None
    state.auction = None
    state.phase = "over"
    events = game.rules.finish(state, game.chance)
    return [*events, GameEnded(ranking=ranking(state), won=outcome(state))]
