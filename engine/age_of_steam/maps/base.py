"""The hooks through which a map changes the shared phases. The base class is the rules without any map's own.

Phases call these hooks and never ask which map is played. A map's module overrides the few it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.age_of_steam.bag import fill_whole_display
from engine.age_of_steam.board import Board
from engine.age_of_steam.laying import Plan
from engine.age_of_steam.network import Network, Section
from engine.age_of_steam.state import State
from engine.core.chance import Chance
from engine.core.event import Event
from engine.core.title import Rule

if TYPE_CHECKING:
    from engine.age_of_steam.goods import Route
    from engine.age_of_steam.phases.base import Phase


class MapRules:
    """The rules of a map without rules of its own; one instance serves every game on the map."""

    def __init__(self, on: Board) -> None:
        self.board = on

    # --- set-up ------------------------------------------------------------------------------

    def city_cubes(self, state: State, hex_name: str) -> int:
        """Cubes drawn on to a city at the start. Rules: Map Setup."""
        return self.board.cities[hex_name].start_cubes

    def fill_display(self, state: State, chance: Chance) -> None:
        """Fill the Goods Display before the map gets its cubes. Rules: Setting Up the Game."""
        fill_whole_display(state, self.board, chance)

    def set_up(self, state: State, chance: Chance) -> None:
        """Whatever else is placed at the start."""

    # --- phases that a map replaces altogether ---------------------------------------------------

    def phases(self) -> Mapping[str, Phase]:
        """Phases that are played by the map's own rules, by name."""
        return {}

    # --- I. Issue Shares ---------------------------------------------------------------------

    def shares_now(self, state: State, seat: int) -> int:
        """How many shares the seat may still issue this turn."""
        return int(self.board.game["max_shares"]) - state.players[seat].shares

    # --- III. Select Actions -----------------------------------------------------------------

    def offered(self, state: State) -> tuple[str, ...]:
        """The actions that may be chosen this turn, whether or not somebody has taken them."""
        return tuple(self.board.game["actions"])

    def selected(self, state: State, seat: int, power: str) -> list[Event]:
        """What follows from choosing an action, beyond the action itself."""
        return []

    # --- IV. Build Track ---------------------------------------------------------------------

    def city_replaces_town(self, state: State, hex_name: str) -> tuple[str, ...]:
        """Cubes that leave a Town when a New City is placed on it; they go back to the bag."""
        return ()

    def check_track(self, state: State, seat: int, plan: Plan) -> None:
        """Raise IllegalMove if the map forbids track that the shared rules allow."""

    def may_take_over(self, state: State, seat: int, section: Section) -> bool:
        """Whether the seat may own track of nobody's that its New City has just completed."""
        return True

    def check_direct_link(self, state: State, seat: int, link: str) -> None:
        """Raise IllegalMove if the map forbids a direct link that the shared rules allow."""

    def builds(self, state: State, seat: int) -> int:
        """How many tiles the seat may place this turn. Rules: Building Track; Engineer."""
        most = int(self.board.game["builds_per_turn"])
        return most + (state.players[seat].action == "engineer")

    def bill(self, state: State, seat: int, prices: list[int]) -> int:
        """What a turn's placements cost together, given the full price of each."""
        return sum(prices)

    def track_laid(self, state: State, seat: int) -> list[Event]:
        """What follows from track that has just been laid (or from a New City just placed)."""
        return []

    def favour(self, state: State, seat: int, chosen: tuple[int, ...]) -> list[Event]:
        """Carry out the builder's choice among railroads that `track_laid` has asked for."""
        return []

    # --- V. Move Goods -----------------------------------------------------------------------

    def partial_links(self, state: State, net: Network, hex_name: str) -> list[tuple[Section, str]]:
        """Track that a cube on a hex may use first, though it lies on no stop: section and stop reached."""
        return []

    def may_pass(self, state: State, hex_name: str) -> bool:
        """Whether goods may pass through a stop that does not accept them."""
        return hex_name not in self.board.terminals

    def bonuses(self, state: State, seat: int, cube: str, route: Route) -> dict[int, int]:
        """Income beyond that of the links, by seat."""
        return {}

    def bonus_choices(self, state: State, seat: int, cube: str, route: Route) -> tuple[int, ...]:
        """The railroads of which the mover names one to get `bonus_size`. Empty if there is no such bonus."""
        return ()

    @property
    def bonus_size(self) -> int:
        """The income that the named railroad gets."""
        return 0

    def leaves_the_game(self, cube: str) -> bool:
        """Whether a delivered cube leaves the game instead of going back to the bag."""
        return False

    # --- VIII. Income Reduction, IX. Goods Growth ----------------------------------------------

    def reduction_factor(self, state: State) -> int:
        """By what the income reduction is multiplied this turn."""
        return 1

    def dice(self, state: State, section: str) -> int:
        """Dice rolled for a section of the display: as many as players at the start of the game."""
        return len(state.players)

    def extra_growth(self, state: State) -> tuple[tuple[str, int], ...]:
        """Cubes that come from the bag on to hexes in Goods Growth, besides those of the display."""
        special = self.board.special.get("extra_growth")
        if special is None:
            return ()
        turns = special["turns"]
        if turns != "all" and state.turn not in turns:
            return ()
        return ((self.board.by_id[special["hex"]], int(special["cubes"])),)

    # --- the end -------------------------------------------------------------------------------

    def finish(self, state: State, chance: Chance) -> list[Event]:
        """What is done after the last turn, before scoring."""
        return []

    def tie_break(self, state: State, seat: int) -> tuple[int, ...]:
        """What decides between equal scores, most first; empty where ties stand."""
        return ()

    def solo_score(self, state: State) -> int | None:
        """The score on a map that is played alone; None where victory points count."""
        return None

    # --- words -----------------------------------------------------------------------------------

    def action_note(self, power: str) -> str:
        """What an action does on this map, in a few words, where that differs from the base rules."""
        return ""

    def topics(self) -> tuple[Rule, ...]:
        """The map's own rules, in our words."""
        return ()
