"""Barbados: alone against the bank. Rules: Additional Map Rules, Barbados (Solo)."""

from __future__ import annotations

from engine.age_of_steam.bag import take_from_bag
from engine.age_of_steam.events import ActionsFreed, SharesBoughtBack
from engine.age_of_steam.state import State
from engine.core.chance import Chance
from engine.core.event import Event
from engine.core.title import Rule

from .base import MapRules


class Barbados(MapRules):
    """One share a turn, four actions that must all be used before any comes back, and shares to buy back."""

    def fill_display(self, state: State, chance: Chance) -> None:
        """One cube in the top box of each light column and of each New City.

        New Cities do not begin with a cube of their own colour: such a cube is replaced by another and then
        goes back to the bag.
        """
        special = self.board.special
        own = {special["no_red_top_cube_for"]: "red", special["no_blue_top_cube_for"]: "blue"}
        for key in self.board.columns:
            (cube,) = take_from_bag(state, chance, "goods display", 1)
            refused = []
            while cube == own.get(key):
                refused.append(cube)
                (cube,) = take_from_bag(state, chance, "goods display", 1)
            for each in refused:
                state.bag[each] += 1
            state.display[key][0] = cube

    def city_cubes(self, state: State, hex_name: str) -> int:
        """One cube in each city; two in the easy variant."""
        if state.easy:
            return int(self.board.special["easy_variant_city_cubes"])
        return super().city_cubes(state, hex_name)

    def shares_now(self, state: State, seat: int) -> int:
        """Only one share a turn."""
        return min(int(self.board.special["max_shares_per_turn"]), super().shares_now(state, seat))

    def offered(self, state: State) -> tuple[str, ...]:
        """Actions without a marker on them."""
        return tuple(power for power in self.board.game["actions"] if power not in state.blocked)

    def selected(self, state: State, seat: int, power: str) -> list[Event]:
        """A marker goes on the action; with the fourth all markers come off."""
        state.blocked.append(power)
        if len(state.blocked) < len(self.board.game["actions"]):
            return []
        state.blocked = []
        return [ActionsFreed()]

    def dice(self, state: State, section: str) -> int:
        """Two dice, all for the light section."""
        return int(self.board.display["dice"][section])

    def finish(self, state: State, chance: Chance) -> list[Event]:
        """Buy back the shares at $5 each."""
        player = state.players[0]
        if player.out:
            return []
        each = int(self.board.special["end"]["buy_back_each"])
        bought = min(player.shares, player.cash // each)
        player.cash -= each * bought
        player.shares -= bought
        state.bought_back = bought
        return [SharesBoughtBack(seat=0, shares=bought, paid=each * bought, left=player.shares)]

    def solo_score(self, state: State) -> int:
        """Cash left after buying back every share; below nothing the game is lost."""
        player = state.players[0]
        return player.cash - int(self.board.special["end"]["buy_back_each"]) * player.shares

    def topics(self) -> tuple[Rule, ...]:
        return (
            Rule(
                "Barbados",
                "For one player, ten turns. There is no purple, and New Cities E to H are out.\n\n"
                "**Start:** one cube in each city (easy variant: two), one in the top box of columns 1 to 6 "
                "and A to D. A does not begin with red, B not with blue.\n\n"
                "**Shares:** at most one a turn. **Player order:** none.\n\n"
                "**Actions:** Engineer, Locomotive, Urbanization and Production. You must take one each "
                "turn, and cannot take it again until all four have been taken.\n\n"
                "**Goods Growth:** two dice.\n\n"
                "**End:** every share is bought back for $5. If the money does not suffice the game is lost; "
                "what is left is your score.",
            ),
        )
