"""Routes of goods: over which links a cube may travel, where it must stop, and who earns.

Rules: Age of Steam V, Move Goods.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.errors import IllegalMove
from engine.core.event import mark

from .board import Board
from .maps import rules_of
from .network import Section, network
from .state import State

NOBODY = "nobody"
"""How an element of a route names links without an owner."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One link of a route: the stop it reaches, and the track it runs over.

    word: how the leg is said in the action (`G7`, or `G7:P2` where links of several owners lead there).
    """

    to: str
    section: Section
    word: str

    @property
    def owner(self) -> int | None:
        """Whose link it is."""
        return self.section.owner


@dataclass(frozen=True, slots=True)
class Route:
    """Where a cube goes: its hex, and the legs in order."""

    origin: str
    legs: tuple[Leg, ...]

    @property
    def end(self) -> str:
        """The city where it ends."""
        return self.legs[-1].to

    @property
    def words(self) -> tuple[str, ...]:
        """The route as the action says it."""
        return tuple(leg.word for leg in self.legs)

    def owners(self) -> list[int]:
        """The seats whose links it uses, one for each link."""
        return [leg.owner for leg in self.legs if leg.owner is not None]


def legs_from(state: State, seat: int, stop: str) -> list[Leg]:
    """The links a cube may take from a hex: one for each next stop and owner.

    Links of one owner between the same stops earn the same, so they count once. Where the mover owns one of
    several it is the one meant by the bare name of the stop; the others are named with their owners.
    """
    net = network(state)
    ways: dict[str, dict[int | None, Section]] = {}
    for section in net.links.get(stop, ()):
        ways.setdefault(section.other(stop), {}).setdefault(section.owner, section)
    for section, reached in rules_of(state.map).partial_links(state, net, stop):
        ways.setdefault(reached, {}).setdefault(section.owner, section)
    legs: list[Leg] = []
    for to, by_owner in ways.items():
        for owner, section in by_owner.items():
            bare = len(by_owner) == 1 or owner == seat
            legs.append(Leg(to, section, to if bare else f"{to}:{owner_word(owner)}"))
    return legs


def owner_word(owner: int | None) -> str:
    """How a route names an owner: `P2`, or `nobody`."""
    return NOBODY if owner is None else f"P{owner + 1}"


def accepted(state: State, on: Board, name: str) -> tuple[str, ...]:
    """The colours of cubes that end in a hex."""
    if name in state.placed:
        return (on.new_cities[state.placed[name]].colour,)
    if name in on.cities:
        return on.cities[name].accepts
    if name in state.terminals:
        return (state.terminals[name],)
    return ()


def cube_accepted(state: State, on: Board, hex_name: str, cube: str) -> bool:
    """Whether a cube of this colour ends its journey in the hex."""
    return cube in accepted(state, on, hex_name)


def routes(
    state: State, on: Board, seat: int, origin: str, cube: str, links: int | None = None
) -> Iterator[Route]:
    """Every route the seat may move a cube along, in a fixed order.

    links: how many links at most, if not what the seat's locomotive can do now.
    """
    limit = state.players[seat].engine if links is None else links
    rules = rules_of(state.map)
    far = _distances(state, on, cube)
    known: dict[str, list[Leg]] = {}

    def onward(stop: str) -> list[Leg]:
        if stop not in known:
            known[stop] = legs_from(state, seat, stop)
        return known[stop]

    def extend(stop: str, legs: tuple[Leg, ...], visited: tuple[str, ...]) -> Iterator[Route]:
        for leg in onward(stop):
            if leg.to in visited or far.get(leg.to, limit) > limit - len(legs) - 1:
                continue
            longer = (*legs, leg)
            if far[leg.to] == 0:
                yield Route(origin, longer)
            elif rules.may_pass(state, leg.to):
                yield from extend(leg.to, longer, (*visited, leg.to))

    if cube in state.cubes.get(origin, ()):
        yield from extend(origin, (), (origin,))


def _distances(state: State, on: Board, cube: str) -> dict[str, int]:
    """How many links at least lie between each stop and a city that accepts the cube."""
    net, rules = network(state), rules_of(state.map)
    far = {stop: 0 for stop in net.links if cube_accepted(state, on, stop, cube)}
    for name in (*on.cities, *on.terminals, *state.placed):
        if cube_accepted(state, on, name, cube):
            far[name] = 0
    frontier = list(far)
    while frontier:
        reached: list[str] = []
        for stop in frontier:
            for section in net.links.get(stop, ()):
                other = section.other(stop)
                if other not in far:
                    far[other] = far[stop] + 1
                    if rules.may_pass(state, other):
                        reached.append(other)
        frontier = reached
    return far


def read_route(state: State, on: Board, seat: int, origin: str, cube: str, words: tuple[str, ...]) -> Route:
    """The route that an action says. Raises IllegalMove with the rule it breaks."""
    place = on.places.get(origin)
    if place is None:
        raise IllegalMove(f"There is no hex {origin} on this map.")
    lying = state.cubes.get(origin, ())
    if cube not in lying:
        if cube:
            raise IllegalMove(f"There is no {cube} cube in {on.title(origin)}.")
        where = on.title(origin)
        raise IllegalMove(
            f"No cube in {where} can be moved now." if lying else f"There is no cube in {where}."
        )
    if not words:
        if next(routes(state, on, seat, origin, cube), None) is None:
            raise IllegalMove(f"No city that accepts {cube} is within your reach from {on.title(origin)}.")
        raise IllegalMove("Say the stops on the way, the last being a city of the cube's colour.")
    limit = state.players[seat].engine
    if len(words) > limit:
        raise IllegalMove(f"Your locomotive reaches {limit} link{'s' * (limit != 1)}, not {len(words)}.")
    rules = rules_of(state.map)
    legs: list[Leg] = []
    visited, stop = [origin], origin
    for word in words:
        if legs and cube_accepted(state, on, stop, cube):
            raise IllegalMove(f"The {cube} cube must stop in {on.title(stop)}: it accepts {cube}.")
        if legs and not rules.may_pass(state, stop):
            raise IllegalMove(f"No goods pass through {on.title(stop)}.")
        leg = next((each for each in legs_from(state, seat, stop) if each.word == word), None)
        if leg is None:
            raise IllegalMove(_no_link(state, on, seat, stop, word))
        if leg.to in visited:
            raise IllegalMove(
                f"A cube visits each city or town only once, and has been in {on.title(leg.to)}."
            )
        legs.append(leg)
        stop = leg.to
        visited.append(stop)
    if not cube_accepted(state, on, stop, cube):
        raise IllegalMove(f"{on.title(stop)} does not accept {cube} cubes, so the cube cannot end there.")
    return Route(origin, tuple(legs))


def _no_link(state: State, on: Board, seat: int, stop: str, word: str) -> str:
    name = word.split(":")[0]
    legs = legs_from(state, seat, stop)
    there = [leg for leg in legs if leg.to == name]
    if len(there) == 1:
        whose = "nobody's" if there[0].owner is None else f"{mark(there[0].owner)}'s"
        return f"The only link from {on.title(stop)} to {on.title(name)} is {whose}: say {there[0].word}."
    if there:
        words = ", ".join(leg.word + " (yours)" * (leg.owner == seat) for leg in there)
        return f"Say whose link to {name} the cube takes: {words}."
    target = on.title(name) if name in on.places else name
    onward = f" From there links lead to {', '.join(sorted({leg.to for leg in legs}))}." if legs else ""
    return f"No completed link leads from {on.title(stop)} to {target}.{onward}"


def goes_back(state: State, route: Route) -> bool:
    """Whether a cube that lies on a link leaves it by one end only to go back over the whole of it.

    That is one link, not two: each different link earns once. It happens only where cubes lie on track
    (St. Lucia), and not where a parallel link of the same owner will do for one of the two ways.
    """
    if len(route.legs) < 2 or route.legs[0].owner != route.legs[1].owner:
        return False
    first, second = route.legs[:2]
    net = network(state)
    ways = {
        section
        for section, stop in rules_of(state.map).partial_links(state, net, route.origin)
        if stop == first.to and section.owner == first.owner
    }
    if not ways:
        return False
    ways.update(
        section
        for section in net.links[first.to]
        if section.other(first.to) == second.to and section.owner == second.owner
    )
    return len(ways) == 1


def link_income(state: State, route: Route) -> dict[int, int]:
    """What a route earns: 1 for each different link to its owner, if that railroad is still in the game."""
    gains: dict[int, int] = {}
    paid = Route(route.origin, route.legs[1:]) if goes_back(state, route) else route
    for owner in paid.owners():
        if not state.players[owner].out:
            gains[owner] = gains.get(owner, 0) + 1
    return gains


def income(
    state: State, seat: int, cube: str, route: Route, bonus: int | None = None
) -> tuple[dict[int, int], dict[int, int]]:
    """What a delivery earns each seat in all, and how much of that is a bonus of the map."""
    rules = rules_of(state.map)
    extra = dict(rules.bonuses(state, seat, cube, route))
    if bonus is not None:
        extra[bonus] = extra.get(bonus, 0) + rules.bonus_size
    gains = link_income(state, route)
    for who, amount in extra.items():
        gains[who] = gains.get(who, 0) + amount
    return dict(sorted(gains.items())), dict(sorted(extra.items()))


def gains_text(gains: dict[int, int]) -> str:
    """Income by seat, as players read it: "@P2 +2, @P1 +1"."""
    if not gains:
        return "nobody earns"
    return ", ".join(f"{mark(seat)} +{amount}" for seat, amount in sorted(gains.items(), key=lambda x: -x[1]))
