"""IV. Build Track: New Cities, track tiles and direct links, and what becomes of unfinished track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.age_of_steam.actions import Build, BuildLink, Done, Favour, Urbanise
from engine.age_of_steam.events import BuildingDone, CityPlaced, LinkBuilt, TrackAbandoned, TrackBuilt
from engine.age_of_steam.laying import Plan, facing_track, ownership_discs, plan_track, plans
from engine.age_of_steam.network import Section, network
from engine.age_of_steam.state import Build as Turn
from engine.age_of_steam.state import Laid
from engine.core.action import Action, Legal, Value
from engine.core.errors import IllegalMove
from engine.core.event import Event, mark
from engine.core.game import Pending

from .base import Phase

if TYPE_CHECKING:
    from engine.age_of_steam.game import AgeOfSteam


class BuildTrack(Phase):
    """Rules: IV. Build Track. The first of the queue builds."""

    def begin(self, game: AgeOfSteam) -> list[Event]:
        """Player order, but the seat with First Build is first."""
        state = game.state
        first = [seat for seat in state.order if state.players[seat].action == "first_build"]
        state.queue = [*first, *(seat for seat in state.order if seat not in first)]
        state.build = Turn() if state.queue else None
        return []

    def pending(self, game: AgeOfSteam) -> tuple[Pending, ...]:
        state, turn, seat = game.state, self._turn(game), game.state.queue[0]
        if turn.choosing:
            return (Pending(seat, (Favour,), "Choose the two railroads that share the bonus"),)
        left = game.rules.builds(state, seat) - turn.used
        kinds: list[type[Action]] = []
        if self._may_urbanise(game, seat):
            kinds.append(Urbanise)
        if left > 0:
            kinds.append(Build)
            if self._links(game, seat):
                kinds.append(BuildLink)
        kinds.append(Done)
        asked = f"Build track: {left} of {game.rules.builds(state, seat)} tiles left"
        return (Pending(seat, tuple(kinds), f"{asked}, you have ${state.players[seat].cash}"),)

    # --- what is legal -----------------------------------------------------------------------

    def legal(
        self, game: AgeOfSteam, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        state = game.state
        if kind is Urbanise:
            for name in self._towns(game):
                for letter in state.new_cities:
                    yield Urbanise(name, letter)
        elif kind is Build:
            only = chosen.get("hex")
            for plan in plans(state, game.board, seat, str(only) if only is not None else None):
                if self._affordable(game, seat, plan.price) and self._allowed(game, seat, plan):
                    yield Build(plan.hex, plan.shape.id, plan.rotation)
        elif kind is BuildLink:
            for link in self._links(game, seat):
                yield BuildLink(link)
        elif kind is Favour:
            among = self._turn(game).choosing
            for index, one in enumerate(among):
                for other in among[index + 1 :]:
                    yield Favour((f"P{one + 1}", f"P{other + 1}"))
        else:
            yield Done()

    def check(self, game: AgeOfSteam, seat: int, action: Action) -> None:
        if isinstance(action, Urbanise):
            self._check_urbanise(game, action)
        elif isinstance(action, Build):
            self._must_afford(game, seat, self._planned(game, seat, action).price)
        elif isinstance(action, BuildLink):
            self._check_link(game, seat, action.link)
        elif isinstance(action, Favour) and action not in list(self.legal(game, seat, Favour, {})):
            among = ", ".join(f"P{each + 1}" for each in self._turn(game).choosing)
            raise IllegalMove(f"Name two of {among}.")

    def _planned(self, game: AgeOfSteam, seat: int, action: Build) -> Plan:
        """What the tile would do. Raises IllegalMove unless it may be laid, whatever it costs."""
        plan = plan_track(game.state, game.board, seat, action.hex, action.tile, action.rotation)
        game.rules.check_track(game.state, seat, plan)
        return plan

    def _may_urbanise(self, game: AgeOfSteam, seat: int) -> bool:
        """By the Urbanization action, once, before building. Rules: III, Urbanization."""
        turn = self._turn(game)
        return (
            game.state.players[seat].action == "urbanization"
            and not turn.urbanised
            and turn.used == 0
            and bool(game.state.new_cities)
            and bool(self._towns(game))
        )

    def _towns(self, game: AgeOfSteam) -> list[str]:
        """Town hexes on which a New City may be placed."""
        return [
            name
            for name, place in game.board.places.items()
            if place.town and name not in game.state.placed and not self._would_loop(game, name)
        ]

    def _would_loop(self, game: AgeOfSteam, town: str) -> bool:
        """Whether a city here would be connected to itself: one section leads into the hex at both ends."""

        def leads_in(section_end: tuple[str, int] | None, stop: str | None) -> bool:
            if stop is not None:
                return stop == town
            return section_end is not None and (
                game.board.places[section_end[0]].neighbours[section_end[1]] == town
            )

        return any(
            leads_in(section.open_at[0], section.stops[0]) and leads_in(section.open_at[1], section.stops[1])
            for section in network(game.state).sections
            if section.pieces
        )

    def _check_urbanise(self, game: AgeOfSteam, action: Urbanise) -> None:
        place = game.board.places.get(action.hex)
        if place is None:
            raise IllegalMove(f"There is no hex {action.hex} on this map.")
        if action.hex in game.state.placed:
            raise IllegalMove(f"{game.board.title(action.hex)} has a New City already.")
        if not place.town:
            raise IllegalMove(f"{game.board.title(action.hex)} is no Town: New Cities go on Towns.")
        if action.city not in game.state.new_cities:
            left = ", ".join(game.state.new_cities)
            raise IllegalMove(f"New City {action.city} is not to be had. There are: {left}.")
        if self._would_loop(game, action.hex):
            raise IllegalMove(f"A city in {game.board.title(action.hex)} would be connected to itself.")

    def _links(self, game: AgeOfSteam, seat: int) -> list[str]:
        """Direct links that the seat may build now."""
        found = []
        for link in game.board.links:
            try:
                self._check_link(game, seat, link.id)
            except IllegalMove:
                continue
            found.append(link.id)
        return found

    def _check_link(self, game: AgeOfSteam, seat: int, link_id: str) -> None:
        state, turn = game.state, self._turn(game)
        link = next((each for each in game.board.links if each.id == link_id), None)
        if link is None:
            raise IllegalMove(f"There is no direct link called {link_id} on this map.")
        if not self._link_is_free(game, link_id):
            raise IllegalMove(f"That link is built: it is {_whose(state.links[link.id])}.")
        if turn.used + link.builds_used > game.rules.builds(state, seat):
            raise IllegalMove("You have no track placement left for the link.")
        game.rules.check_direct_link(state, seat, link_id)
        limit = game.board.game["ownership_disks"]
        if ownership_discs(state, seat) + 1 > limit:
            raise IllegalMove(f"You have no track ownership disc left: all {limit} are on the board.")
        if link.cost > state.players[seat].cash:
            raise IllegalMove(f"That costs ${link.cost}, and you have ${state.players[seat].cash}.")

    def _link_is_free(self, game: AgeOfSteam, link_id: str) -> bool:
        """Whether nobody has built the direct link."""
        return link_id not in game.state.links

    def _cost_now(self, game: AgeOfSteam, seat: int, price: int) -> int:
        """What one more placement of that price would cost now, the turn's discounts included."""
        prices = self._turn(game).prices
        bill = game.rules.bill
        return bill(game.state, seat, [*prices, price]) - bill(game.state, seat, prices)

    def _affordable(self, game: AgeOfSteam, seat: int, price: int) -> bool:
        return self._cost_now(game, seat, price) <= game.state.players[seat].cash

    def _must_afford(self, game: AgeOfSteam, seat: int, price: int) -> None:
        cost, cash = self._cost_now(game, seat, price), game.state.players[seat].cash
        if cost > cash:
            raise IllegalMove(f"That costs ${cost}, and you have ${cash}.")

    @staticmethod
    def _allowed(game: AgeOfSteam, seat: int, plan: Plan) -> bool:
        try:
            game.rules.check_track(game.state, seat, plan)
        except IllegalMove:
            return False
        return True

    # --- what happens ------------------------------------------------------------------------

    def perform(self, game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
        if isinstance(action, Urbanise):
            return self._urbanise(game, seat, action)
        if isinstance(action, Build):
            return self._build(game, seat, action)
        if isinstance(action, BuildLink):
            return self._build_link(game, seat, action)
        if isinstance(action, Favour):
            self._turn(game).choosing = []
            return game.rules.favour(game.state, seat, tuple(int(each[1:]) - 1 for each in action.railroads))
        return self._finish(game, seat)

    def _urbanise(self, game: AgeOfSteam, seat: int, action: Urbanise) -> list[Event]:
        """Place the New City; a tile that lay there goes back to the box. Rules: Placing New City Tiles."""
        state = game.state
        self._turn(game).urbanised = True
        returned = game.rules.city_replaces_town(state, action.hex)
        for cube in returned:
            state.cubes[action.hex].remove(cube)
            state.bag[cube] += 1
        if not state.cubes.get(action.hex, [""]):
            del state.cubes[action.hex]
        waiting = self._unowned_at(game, action.hex)
        old = state.tiles.pop(action.hex, None)
        state.placed[action.hex] = action.city
        state.new_cities.remove(action.city)
        state.version += 1
        claimed = self._claim(game, seat, waiting)
        return [
            CityPlaced(
                seat=seat,
                hex=action.hex,
                name=game.board.places[action.hex].title,
                letter=action.city,
                colour=game.board.new_cities[action.city].colour,
                removed=old.tile if old is not None else "",
                returned=returned,
                claimed=claimed,
                places=(action.hex,),
            ),
            *game.rules.track_laid(state, seat),
        ]

    @staticmethod
    def _unowned_at(game: AgeOfSteam, town: str) -> list[tuple[str, int]]:
        """Where unowned track runs up to a Town that no exit joins it to: hex and edge."""
        laid = game.state.tiles.get(town)
        exits = {track.b for track in laid.tracks} if laid is not None else set()
        found: list[tuple[str, int]] = []
        for end, beyond in enumerate(game.board.places[town].neighbours):
            facing = facing_track(game.state, beyond, end)
            if end not in exits and beyond is not None and facing is not None and facing.owner is None:
                found.append((beyond, (end + 3) % 6))
        return found

    def _claim(
        self, game: AgeOfSteam, seat: int, where: list[tuple[str, int]]
    ) -> tuple[tuple[str, int, int], ...]:
        """Take over sections that the New City has finished, while discs last (RULINGS, New Cities)."""
        claimed: list[tuple[str, int, int]] = []
        limit = game.board.game["ownership_disks"]
        for at in where:
            section = network(game.state).at[at]
            if (
                section.owner is None
                and ownership_discs(game.state, seat) < limit
                and game.rules.may_take_over(game.state, seat, section)
            ):
                section.claim(seat)
                claimed += [(name, track.a, track.b) for name, track in section.pieces]
        return tuple(claimed)

    def _build(self, game: AgeOfSteam, seat: int, action: Build) -> list[Event]:
        """Lay the tile, pay, and take over the unowned track that it extends."""
        state, turn = game.state, self._turn(game)
        plan = self._planned(game, seat, action)
        paid = self._pay(game, seat, plan.price)
        state.tiles[action.hex] = Laid(plan.shape.id, plan.rotation, plan.tracks)
        state.version += 1
        turn.used += 1
        turn.hexes.append(action.hex)
        turn.new.extend((action.hex, a, b) for a, b in plan.added)
        player = state.players[seat]
        if player.start == "":
            player.start = action.hex
        net = network(state)
        claimed: list[tuple[str, int, int]] = []
        completed: list[tuple[str, str]] = []
        for _, b in plan.fresh:
            section = net.at[action.hex, b]
            claimed.extend((name, track.a, track.b) for name, track in section.pieces if track.owner is None)
            section.claim(seat)
            if section.complete:
                first, second = section.stops
                assert first is not None
                assert second is not None
                if (first, second) not in completed:
                    completed.append((first, second))
        return [
            TrackBuilt(
                seat=seat,
                hex=action.hex,
                name=game.board.places[action.hex].title,
                tile=plan.shape.id,
                rotation=plan.rotation,
                mode=plan.mode,
                price=plan.price,
                paid=paid,
                claimed=tuple(claimed),
                completed=tuple(completed),
                places=(action.hex,),
            ),
            *game.rules.track_laid(state, seat),
        ]

    def _build_link(self, game: AgeOfSteam, seat: int, action: BuildLink) -> list[Event]:
        state, turn = game.state, self._turn(game)
        link = next(each for each in game.board.links if each.id == action.link)
        # A link is no tile, so no discount on a tile counts for it.
        state.players[seat].cash -= link.cost
        turn.used += link.builds_used
        state.links[link.id] = seat
        state.version += 1
        return [
            LinkBuilt(seat=seat, link=link.id, between=link.between, paid=link.cost, places=link.between),
            *game.rules.track_laid(state, seat),
        ]

    def _pay(self, game: AgeOfSteam, seat: int, price: int) -> int:
        cost = self._cost_now(game, seat, price)
        game.state.players[seat].cash -= cost
        self._turn(game).prices.append(price)
        return cost

    def _finish(self, game: AgeOfSteam, seat: int) -> list[Event]:
        """End the seat's turn: unfinished track that it has not extended becomes unowned."""
        state = game.state
        lost: list[tuple[str, int, int]] = []
        for section in network(state).owned(seat):
            if not section.complete and self._is_abandoned(game, section):
                lost.extend((name, track.a, track.b) for name, track in section.pieces)
                section.claim(None)
        state.queue.pop(0)
        state.build = Turn() if state.queue else None
        events: list[Event] = []
        if lost:
            hexes = tuple(dict.fromkeys(name for name, _, _ in lost))
            events.append(TrackAbandoned(seat=seat, tracks=tuple(lost), places=hexes))
        return [*events, BuildingDone(seat=seat)]

    def _is_abandoned(self, game: AgeOfSteam, section: Section) -> bool:
        """Whether the builder's unfinished section has not been extended this turn.

        It is extended by a tile placed at it; redirection alone does not count. Rules: Track Ownership.
        """
        new = self._turn(game).new
        return not any((name, track.a, track.b) in new for name, track in section.pieces)

    @staticmethod
    def _turn(game: AgeOfSteam) -> Turn:
        assert game.state.build is not None
        return game.state.build


def _whose(owner: int | None) -> str:
    return "nobody's" if owner is None else f"{mark(owner)}'s"
