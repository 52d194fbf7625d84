"""The game as the engine that made the recordings plays it, for the replay of its games and nothing else.

Every decision is held to the rulebook first. What only that engine allows is let pass where it is known to
allow it, and what it does by itself in another way is done in its way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.action import Action
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event

from .actions import Build
from .game import AgeOfSteam
from .laying import Plan, plan_track
from .network import Section, network
from .phases.base import Phase
from .phases.build_track import BuildTrack
from .phases.goods_growth import GoodsGrowth
from .recorded_chance import RecordedChance
from .recorded_track import open_ends, recorded_plan
from .state import State
from .tiles import ends_of


class RecordedGame(AgeOfSteam):
    """A recorded game being played again."""

    chance: RecordedChance

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(state, chance)
        self.entry: Mapping[str, Any] = {}
        """The entry of the record that is being played; where two ways are possible it says which."""
        self.open_ends: dict[tuple[str, int], int] = {}
        """The open ends of the builder's and of nobody's track when the build turn began."""
        self.grown_early = False
        """Whether this turn's cubes from the bag have come before Production."""
        for player in state.players:
            # The recorded engine has no rule for the first tile.
            player.start = player.start or "not asked"

    @property
    def phase(self) -> Phase:
        return _PHASES.get(self.state.phase) or super().phase

    def effects(self, kind: str) -> list[Mapping[str, Any]]:
        """The effects of one kind that the entry being played lists."""
        return [effect for effect in self.entry.get("effects", ()) if effect["type"] == kind]


def _recorded(game: AgeOfSteam) -> RecordedGame:
    assert isinstance(game, RecordedGame)
    return game


class RecordedBuilding(BuildTrack):
    """A New City may come after track, and closes loops; redirected track may leave its section behind."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        events = super().begin(game)
        self._note_open_ends(game)
        return events

    def _finish(self, game: AgeOfSteam, seat: int) -> list[Event]:
        events = super()._finish(game, seat)
        self._note_open_ends(game)
        return events

    @staticmethod
    def _note_open_ends(game: AgeOfSteam) -> None:
        """What the next builder finds open that is its own or nobody's."""
        state, found = game.state, _recorded(game)
        found.open_ends = {}
        for section in network(state).sections if state.queue else ():
            if section.owner in (None, state.queue[0]):
                found.open_ends.update(open_ends(section))

    def _may_urbanise(self, game: AgeOfSteam, seat: int) -> bool:
        player = game.state.players[seat]
        return player.action == "urbanization" and not self._turn(game).urbanised

    def _would_loop(self, game: AgeOfSteam, town: str) -> bool:
        return False

    def _claim(
        self, game: AgeOfSteam, seat: int, where: list[tuple[str, int]]
    ) -> tuple[tuple[str, int, int], ...]:
        """Whose the track becomes that the city finishes is a ruling: the record's `owner_change` says it."""
        return ()

    def _link_is_free(self, game: AgeOfSteam, link_id: str) -> bool:
        """An insolvent railroad's direct link may be built again: the recorded engine leaves it to nobody."""
        owner = game.state.links.get(link_id)
        return super()._link_is_free(game, link_id) or owner is None or game.state.players[owner].out

    def _planned(self, game: AgeOfSteam, seat: int, action: Build) -> Plan:
        where = game.state, game.board, seat, action.hex, action.tile, action.rotation
        try:
            plan = plan_track(*where)
        except IllegalMove as refusal:
            plan = recorded_plan(*where, refusal)
        game.rules.check_track(game.state, seat, plan)
        if len(plan.turned) > 1 and plan.mode == "redirect":
            # It has charged once for the tile, and later for each redirected track.
            said = _recorded(game).entry.get("action", {})
            each = len(plan.turned) * plan.price
            plan.price = each if said.get("list_cost", said.get("cost")) == each else plan.price
        return plan

    def _is_abandoned(self, game: AgeOfSteam, section: Section) -> bool:
        """The recorded engine compares the open ends with those at the beginning of the turn.

        An end that lies where it lay and whose section is no longer than it was is abandoned. Where that
        differs from the rulebook, the record says what became of it.
        """
        found, by_the_book = _recorded(game), super()._is_abandoned(game, section)
        as_it_lay = any(length <= found.open_ends.get(at, 0) for at, length in open_ends(section).items())
        if by_the_book == as_it_lay:
            return by_the_book
        pieces = {(name, track.a, track.b) for name, track in section.pieces}
        return any(
            (game.board.by_id[change["hex"]], *ends_of(*change["track"])) in pieces
            for effect in found.effects("track_abandoned")
            for change in effect["changes"]
        )


class RecordedGrowth(GoodsGrowth):
    """Production needs an empty top box of a city on the board, and is over when there is none left.

    Berlin gets its cube before Production draws.
    """

    def begin(self, game: AgeOfSteam) -> list[Event]:
        found, events = _recorded(game), []
        found.grown_early = found.chance.has("extra growth")
        if found.grown_early:
            events = super()._extra_growth(game)
        if not found.chance.has("production") and not self._has_opening(game):
            return events
        return [*events, *super().begin(game)]

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        events = super().perform(game, seat, action)
        going_on = _recorded(game).entry.get("after", {}).get("phase") == "goods_growth"
        if game.state.hand and not going_on and not self._has_opening(game):
            events.append(self._put_back(game, seat))
        return events

    def _extra_growth(self, game: AgeOfSteam) -> list[Event]:
        return [] if _recorded(game).grown_early else super()._extra_growth(game)

    @staticmethod
    def _has_opening(game: AgeOfSteam) -> bool:
        """Whether the recorded engine sees room on the display: it looks at top boxes of placed cities."""
        placed = game.state.placed.values()
        return any(
            boxes[0] is None
            for key, boxes in game.state.display.items()
            if game.board.columns[key].hex or key in placed
        )


_PHASES: Mapping[str, Phase] = {"build_track": RecordedBuilding(), "goods_growth": RecordedGrowth()}
