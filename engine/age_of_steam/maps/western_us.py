"""Western U.S.: from the coasts towards each other. Rules: Additional Map Rules, Western U.S.

The $20, the cubes in towns and the costs are in the map's data; shared rules read them.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.age_of_steam.board import Board
from engine.age_of_steam.events import TieRolled, Transcontinental
from engine.age_of_steam.laying import Plan, facing_track
from engine.age_of_steam.network import Network, Section, is_city, network, survey
from engine.age_of_steam.points import sections_owned, victory_points
from engine.age_of_steam.state import Laid, State
from engine.age_of_steam.tiles import TOWN
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.title import Rule

from .base import MapRules

if TYPE_CHECKING:
    from engine.age_of_steam.goods import Route


class WesternUS(MapRules):
    """Two coasts that must be joined before anybody may build in several places."""

    def __init__(self, on: Board) -> None:
        super().__init__(on)
        special = on.special

        def names(key: str) -> frozenset[str]:
            return frozenset(on.by_id[each] for each in special[key])

        self.east, self.west = names("start_cities_east"), names("start_cities_west")
        self.east_new, self.west_new = names("east_if_urbanized"), names("west_if_urbanized")

    # --- New Cities ----------------------------------------------------------------------------

    def city_replaces_town(self, state: State, hex_name: str) -> tuple[str, ...]:
        """The good on an urbanised town goes back to the bag."""
        return tuple(state.cubes.get(hex_name, ()))

    def may_take_over(self, state: State, seat: int, section: Section) -> bool:
        """Only where the railroad may lie: from a coast, and in one piece until the coasts are joined."""
        stops = {stop for each in network(state).owned(seat) for stop in each.stops if stop is not None}
        if not stops:
            return any(stop in self.east or stop in self.west for stop in section.stops)
        return state.transcontinental or any(stop in stops for stop in section.stops)

    # --- building ------------------------------------------------------------------------------

    def check_track(self, state: State, seat: int, plan: Plan) -> None:
        """Railroads start at a coast, and stay in one piece until the coasts are joined."""
        if not self._track_that_stays(state, seat, plan):
            if not any(self._leads_to_start(plan, end) for ends in plan.fresh for end in ends):
                raise IllegalMove(
                    "Railroads start at one of the starting cities of the east or the west, "
                    "not at Denver, Salt Lake City or a New City."
                )
            return
        if not state.transcontinental and not self._contiguous(state, seat, plan):
            raise IllegalMove(
                "Until the coasts are joined all your track must hang together: build on from your own."
            )

    @staticmethod
    def _track_that_stays(state: State, seat: int, plan: Plan) -> bool:
        """Whether the seat has any track besides what this tile would redirect."""
        turned = {old for old, _ in plan.turned}
        return any(
            name != plan.hex or (track.a, track.b) not in turned
            for section in network(state).owned(seat)
            for name, track in section.pieces
        )

    def _leads_to_start(self, plan: Plan, end: int) -> bool:
        if end < 0:
            return False
        beyond = self.board.places[plan.hex].neighbours[end]
        return beyond in self.east or beyond in self.west

    def _contiguous(self, state: State, seat: int, plan: Plan) -> bool:
        """Whether each new track would hang together with the seat's track, by tracks, towns and cities."""
        net, place = network(state), self.board.places[plan.hex]
        stops = {stop for section in net.owned(seat) for stop in section.stops if stop is not None}
        unclear = False

        def touches(end: int) -> bool:
            nonlocal unclear
            if end == TOWN:
                return plan.hex in stops
            beyond = place.neighbours[end]
            if beyond is None:
                return False
            facing = facing_track(state, beyond, end)
            unclear = unclear or (facing is not None and facing.owner is None)
            if facing is not None:
                return facing.owner == seat
            # A city joins track from every side, a Town only what its tile leads to.
            return beyond in stops and is_city(self.board, state.placed, beyond)

        joined = [any(touches(end) for end in ends) for ends in plan.fresh]
        if all(joined) or (plan.shape.town and any(joined)):
            return True
        # Unowned track that the tile would take over may lead back to the seat's own.
        return unclear and self._contiguous_after(state, seat, plan)

    def _contiguous_after(self, state: State, seat: int, plan: Plan) -> bool:
        laid = {**state.tiles, plan.hex: Laid(plan.shape.id, plan.rotation, plan.tracks)}
        after = survey(self.board, laid, state.placed, state.links)
        fresh = set(plan.fresh)
        reached: set[str] = set()
        new = []
        for section in after.sections:
            own = [(name, track.a, track.b) for name, track in section.pieces if track.owner == seat]
            if any(name != plan.hex or (a, b) not in fresh for name, a, b in own):
                reached |= {stop for stop in section.stops if stop is not None}
            elif own:
                new.append(section)
        while new:
            joined = [section for section in new if reached & set(section.stops)]
            if not joined:
                return False
            for section in joined:
                reached |= {stop for stop in section.stops if stop is not None}
                new.remove(section)
        return True

    # --- the transcontinental --------------------------------------------------------------------

    def track_laid(self, state: State, seat: int) -> list[Event]:
        """When the coasts are joined for the first time, the railroads that join them gain income."""
        if state.transcontinental:
            return []
        net = network(state)
        playing = [each for each in sorted(state.order) if net.owned(each)]
        if not self._joined(state, net, set(playing)):
            return []
        for count in range(len(playing) + 1):
            found = [
                set(some) for some in combinations(playing, count) if self._joined(state, net, set(some))
            ]
            if found:
                return self._realise(state, seat, count, found)
        return []

    def _joined(self, state: State, net: Network, owners: set[int]) -> bool:
        """Whether links of these railroads (and of nobody) lead from a western to an eastern start."""
        reached = [city for city in self.west if city in net.links]
        seen = set(reached)
        while reached:
            stop = reached.pop()
            for link in net.links.get(stop, ()):
                owner = link.owner
                if owner is not None and not state.players[owner].out and owner not in owners:
                    continue
                other = link.other(stop)
                if other in self.east:
                    return True
                if other not in seen:
                    seen.add(other)
                    reached.append(other)
        return False

    def _realise(self, state: State, seat: int, count: int, found: list[set[int]]) -> list[Event]:
        """One railroad gains 4; two gain 2 each; of more the builder names the two."""
        state.transcontinental = True
        income = self.board.special["transcontinental_income"]
        among = sorted(set().union(*found))
        if count == 0:
            return [Transcontinental(gains=())]
        if count == 1:
            one = seat if seat in among else among[0]
            return [self._gain(state, ((one, int(income["one_railroad"])),))]
        if len(among) > 2:
            assert state.build is not None
            state.build.choosing = among
            return []
        return [self._gain(state, tuple((each, int(income["two_railroads_each"])) for each in among))]

    def favour(self, state: State, seat: int, chosen: tuple[int, ...]) -> list[Event]:
        """The builder has named two of three or more railroads."""
        each = int(self.board.special["transcontinental_income"]["two_railroads_each"])
        return [self._gain(state, tuple((one, each) for one in chosen))]

    @staticmethod
    def _gain(state: State, gains: tuple[tuple[int, int], ...]) -> Transcontinental:
        for who, amount in gains:
            state.players[who].income += amount
        return Transcontinental(gains=gains)

    # --- goods -----------------------------------------------------------------------------------

    def _coast(self, state: State, hex_name: str) -> str:
        """The coast that a city counts for in deliveries: `east`, `west`, or neither."""
        if hex_name in self.east or (hex_name in self.east_new and hex_name in state.placed):
            return "east"
        if hex_name in self.west or (hex_name in self.west_new and hex_name in state.placed):
            return "west"
        return ""

    def bonus_choices(self, state: State, seat: int, cube: str, route: Route) -> tuple[int, ...]:
        """A good that goes from coast to coast: one of the railroads it travelled on, as the mover says."""
        coasts = {self._coast(state, route.origin), self._coast(state, route.end)}
        if coasts != {"east", "west"}:
            return ()
        return tuple(sorted({owner for owner in route.owners() if not state.players[owner].out}))

    @property
    def bonus_size(self) -> int:
        return int(self.board.special["coast_to_coast_delivery_bonus"])

    # --- the end ---------------------------------------------------------------------------------

    def tie_break(self, state: State, seat: int) -> tuple[int, ...]:
        """Cash, then track, then dice."""
        return (state.players[seat].cash, sections_owned(state, seat), *state.tie_rolls.get(seat, ()))

    def finish(self, state: State, chance: Chance) -> list[Event]:
        """Roll a die for those whom points, cash and track do not part; again while they are equal."""
        events: list[Event] = []
        while True:
            worth = {
                seat: (victory_points(state, seat), *self.tie_break(state, seat))
                for seat in sorted(state.order)
            }
            tied = [seat for seat, each in worth.items() if list(worth.values()).count(each) > 1]
            if not tied:
                return events
            rolls = chance.dice("tie", len(tied))
            for seat, roll in zip(tied, rolls, strict=True):
                state.tie_rolls.setdefault(seat, []).append(roll)
            events.append(TieRolled(rolls=tuple(zip(tied, rolls, strict=True))))

    def topics(self) -> tuple[Rule, ...]:
        return (
            Rule(
                "Western U.S.",
                "**Start:** 2 cubes in every city, one in every town, $20 for everybody.\n\n"
                "**Building:** a railroad's first track leads into a starting city: in the east Duluth, "
                "Minneapolis, Des Moines, St. Louis, Memphis, Vicksburg or New Orleans, in the west "
                "Seattle, San Francisco or Los Angeles. Rivers and swamps cost $4, mountains $5. Until a "
                "western and an eastern starting city are joined by links, all track of a railroad must "
                "hang together.\n\n"
                "**Transcontinental:** the first time they are joined, at once: +4 income if one railroad "
                "joins them, +2 each if two do; if more than two, the builder says which two get +2.\n\n"
                "**Goods:** a cube in a town may be moved like one in a city; it is not replaced. A cube "
                "from an eastern to a western city or back brings 1 more income to a railroad on its way, "
                "named by the mover. Kansas City as a New City counts as eastern, Portland and San Diego as "
                "western.\n\n"
                "**New Cities:** the cube of the town goes back to the bag.\n\n"
                "**Ties** are broken by cash, then track, then a die.",
            ),
        )
