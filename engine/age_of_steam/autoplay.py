"""A sensible automatic player: it stays solvent, builds towards cubes that it can deliver, and delivers them.

It looks at the game as any player may, and tries nothing clever.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engine.core.action import Action, Family, Span, values_of
from engine.core.game import Game

from .actions import (
    Bid,
    Build,
    BuildLink,
    Decline,
    Done,
    Drop,
    Favour,
    GoFirst,
    Issue,
    Locomotive,
    Move,
    Pass,
    PassMove,
    Produce,
    PutBack,
    Select,
    Urbanise,
)
from .game import AgeOfSteam
from .goods import Route, cube_accepted, income, routes
from .laying import facing_track, has_track_in
from .network import is_city, network
from .points import expenses


def autoplay(game: Game[Any], seat: int) -> Action:
    """The move of an automatic player."""
    assert isinstance(game, AgeOfSteam)
    asked = game.pending_of(seat)
    assert asked is not None
    for kind in asked.kinds:
        action: Action | None = _CHOOSERS[kind](game, seat)
        if action is not None and game.is_legal(seat, action):
            return action
    # Whatever was left out is no choice of ours: take the last kind's first legal action.
    for kind in reversed(asked.kinds):
        for legal in game.legal_actions(seat, kind):
            if isinstance(legal, Family):
                return legal.kind(
                    **{k: v.low if isinstance(v, Span) else v for k, v in values_of(legal).items()}
                )
            return legal
    raise AssertionError(f"nothing legal: {asked}")


# --- shares, order, actions ------------------------------------------------------------------------


def _issue(game: AgeOfSteam, seat: int) -> Issue:
    """Enough to build a link this turn and to pay what falls due, and no more."""
    state = game.state
    player = state.players[seat]
    early = state.turn <= max(1, state.turns // 2)
    wish = 9 if early else 5
    if state.turn >= state.turns - 1:
        wish = 0
    needed = wish + max(0, expenses(player) - player.income)
    short = needed - player.cash
    most = game.rules.shares_now(state, seat)
    # Each share brings $5 and costs $1 of what it brings.
    return Issue(max(0, min(most, -(-short // 4) if short > 0 else 0)))


def _bid(game: AgeOfSteam, seat: int) -> Action | None:
    """A dollar more, while it is cheap and money for building is left."""
    auction, player = game.state.auction, game.state.players[seat]
    assert auction is not None
    bid = auction.high + 1
    worth = 2 if game.state.turn < 3 else 3
    return Bid(bid) if bid <= worth and player.cash - bid >= 6 else None


def _select(game: AgeOfSteam, seat: int) -> Select | None:
    """What helps most: a longer reach, then New Cities, then more track."""
    state = game.state
    player = state.players[seat]
    wanted = ["urbanization", "first_build", "engineer", "production", "first_move", "turn_order"]
    if player.engine < 2 + state.turn // 2:
        wanted.insert(0, "locomotive")
    else:
        wanted.append("locomotive")
    for power in wanted:
        if game.is_legal(seat, Select(power)):
            return Select(power)
    return None


# --- building --------------------------------------------------------------------------------------


class Line(Struct):
    """A line of tiles that would be a link: the tiles in order, where it leads, its price, its worth."""

    tiles: list[tuple[str, str, int]]
    ends: tuple[str, str]
    price: int
    worth: float


def _urbanise(game: AgeOfSteam, seat: int) -> Urbanise | None:
    """The New City whose colour most cubes near a town want."""
    state, on = game.state, game.board
    best: tuple[float, Urbanise] | None = None
    for town, place in on.places.items():
        if not place.town or town in state.placed:
            continue
        near: dict[str, float] = {}
        for name, cubes in state.cubes.items():
            distance = place.at.distance(on.places[name].at)
            for cube in cubes if 1 < distance <= 4 else ():
                near[cube] = near.get(cube, 0) + 1 / distance
        bonus = 2.0 if has_track_in(state, seat, town) else 0.0
        for letter in state.new_cities:
            value = near.get(on.new_cities[letter].colour, 0) + bonus
            if (best is None or value > best[0]) and game.is_legal(seat, Urbanise(town, letter)):
                best = (value, Urbanise(town, letter))
    return None if best is None else best[1]


def _build(game: AgeOfSteam, seat: int) -> Build | None:
    """The first tile of the best line that can be finished, with what is left to build and pay."""
    state = game.state
    assert state.build is not None
    left = game.rules.builds(state, seat) - state.build.used
    player = state.players[seat]
    spare = player.cash - max(0, expenses(player) - player.income)
    purse = min(player.cash, spare + 3)
    found = [line for line in _lines(game, seat, left) if line.price <= purse and line.worth > 0]
    for line in sorted(found, key=lambda line: (-line.worth, line.price, line.tiles)):
        hex_name, tile, rotation = line.tiles[0]
        action = Build(hex_name, tile, rotation)
        if game.is_legal(seat, action):
            return action
    return None


def _lines(game: AgeOfSteam, seat: int, left: int) -> Iterator[Line]:
    """Lines of plain curves and straights from cities, from the seat's towns and from its open ends."""
    state, on = game.state, game.board
    net = network(state)
    starts: list[tuple[str, str, int]] = []
    for name in on.places:
        if is_city(on, state.placed, name) or has_track_in(state, seat, name):
            starts += [(name, name, edge) for edge in range(6)]
    for section in net.owned(seat):
        for stop, loose in zip(section.stops, reversed(section.open_at), strict=True):
            if stop is not None and loose is not None:
                starts.append((stop, loose[0], loose[1]))
    for stop, name, edge in starts:
        if name == stop and not is_city(on, state.placed, name):
            continue  # leaving a Town needs another exit; left to the tile rules below
        yield from _extend(game, seat, stop, name, edge, [], 0, left)


_SIMPLE = {2: "gentle", 3: "straight", 4: "gentle"}


def _extend(
    game: AgeOfSteam,
    seat: int,
    stop: str,
    name: str,
    edge: int,
    tiles: list[tuple[str, str, int]],
    price: int,
    left: int,
) -> Iterator[Line]:
    """Go on from the edge of a hex into the next one, and further while tiles are left."""
    state, on = game.state, game.board
    beyond = on.places[name].neighbours[edge]
    if beyond is None or beyond == stop or any(beyond == each for each, _, _ in tiles):
        return
    if is_city(on, state.placed, beyond):
        if tiles:
            yield Line(tiles, (stop, beyond), price, _worth(game, seat, stop, beyond, len(tiles), price))
        return
    facing = facing_track(state, beyond, edge)
    if facing is not None:
        section = network(state).at[beyond, facing.b]
        other = section.stops[0] or section.stops[1]
        if tiles and facing.owner in (None, seat) and other is not None and other != stop:
            yield Line(tiles, (stop, other), price, _worth(game, seat, stop, other, len(tiles), price))
        return
    if left == 0 or beyond in state.tiles:
        return
    place, entry = on.places[beyond], (edge + 3) % 6
    if place.town:
        cost = on.costs["town"]["base"] + on.costs["town"]["per_exit"]
        line = [*tiles, (beyond, "town_one", entry)]
        worth = _worth(game, seat, stop, beyond, len(line), price + cost)
        yield Line(line, (stop, beyond), price + cost, worth)
        return
    ground = on.costs["simple"][place.terrain] if place.simple_cost is None else place.simple_cost
    for turn, tile in _SIMPLE.items():
        exit_edge = (entry + turn) % 6
        rotation = exit_edge if turn == 4 else entry
        if tile == "straight":
            rotation = min(entry, exit_edge)
        yield from _extend(
            game,
            seat,
            stop,
            beyond,
            exit_edge,
            [*tiles, (beyond, tile, rotation)],
            price + ground,
            left - 1,
        )


def _worth(game: AgeOfSteam, seat: int, one: str, other: str, length: int, price: int) -> float:
    """Cubes that the link would carry at once, a little for joining the network, less what it costs."""
    state, on = game.state, game.board
    net = network(state)
    if any(link.other(one) == other and link.owner == seat for link in net.links.get(one, ())):
        return -1.0
    worth = 0.0
    for here, there in ((one, other), (other, one)):
        worth += 3 * sum(cube_accepted(state, on, there, cube) for cube in state.cubes.get(here, ()))
        for link in net.links.get(there, ()):
            if link.owner == seat:
                far = link.other(there)
                worth += 1.0 + sum(cube_accepted(state, on, far, cube) for cube in state.cubes.get(here, ()))
    return worth + length - price / 3


def _link(game: AgeOfSteam, seat: int) -> BuildLink | None:
    """A direct link next to the seat's track."""
    net = network(game.state)
    for link in game.board.links:
        for stop in link.between:
            if any(each.owner == seat for each in net.links.get(stop, ())):
                return BuildLink(link.id)
    return None


# --- goods -----------------------------------------------------------------------------------------


def _best_move(game: AgeOfSteam, seat: int, limit: int) -> tuple[float, Move] | None:
    """The delivery that gains most over the best rival, within so many links."""
    state, on = game.state, game.board
    best: tuple[float, Move] | None = None
    for origin, cubes in state.cubes.items():
        for cube in dict.fromkeys(cubes):
            for route in routes(state, on, seat, origin, cube, limit):
                value, move = _value(game, seat, cube, route)
                if best is None or value > best[0]:
                    best = (value, move)
    return best


def _value(game: AgeOfSteam, seat: int, cube: str, route: Route) -> tuple[float, Move]:
    named = game.rules.bonus_choices(game.state, seat, cube, route)
    bonus = seat if seat in named else named[0] if named else None
    gains, _ = income(game.state, seat, cube, route, bonus)
    rivals = sum(amount for who, amount in gains.items() if who != seat)
    word = None if bonus is None else f"P{bonus + 1}"
    return gains.get(seat, 0) - 0.6 * rivals, Move(route.origin, cube, route.words, word)


def _move(game: AgeOfSteam, seat: int) -> Action | None:
    """The best delivery, unless a longer locomotive would soon bring more."""
    state = game.state
    player = state.players[seat]
    best = _best_move(game, seat, player.engine)
    gain = best[0] if best is not None else 0.0
    solvent = player.cash + player.income > expenses(player)
    if game.is_legal(seat, Locomotive()) and solvent and state.turn < state.turns:
        longer = _best_move(game, seat, player.engine + 1)
        if longer is not None and longer[0] > gain + (0.5 if gain <= 1 else 1.5):
            return Locomotive()
    return best[1] if best is not None and gain > 0 else None


# --- the rest ----------------------------------------------------------------------------------------


def _pay(game: AgeOfSteam, seat: int) -> Action | None:
    return GoFirst() if game.state.players[seat].cash >= 14 else None


def _favour(game: AgeOfSteam, seat: int) -> Action | None:
    assert game.state.build is not None
    among = game.state.build.choosing
    others = sorted(
        (each for each in among if each != seat), key=lambda each: game.state.players[each].income
    )
    two = sorted([seat, others[0]] if seat in among else others[:2])
    return Favour(tuple(f"P{each + 1}" for each in two))


def _produce(game: AgeOfSteam, seat: int) -> Action | None:
    """Into a column whose city the seat has links to, if there is one."""
    state, net = game.state, network(game.state)
    first: Produce | None = None
    for legal in game.legal_actions(seat, Produce):
        assert isinstance(legal, Produce)
        column = game.board.columns[legal.column]
        city = column.hex or next((name for name, letter in state.placed.items() if letter == column.key), "")
        first = first or legal
        if any(link.owner == seat for link in net.links.get(city, ())):
            return legal
    return first


_CHOOSERS: dict[type[Action], Any] = {
    Issue: _issue,
    Bid: _bid,
    Pass: lambda game, seat: Pass(),
    Drop: lambda game, seat: Drop(),
    GoFirst: _pay,
    Decline: lambda game, seat: Decline(),
    Select: _select,
    Urbanise: _urbanise,
    Build: _build,
    BuildLink: _link,
    Favour: _favour,
    Done: lambda game, seat: Done(),
    Move: _move,
    Locomotive: lambda game, seat: _upgrade(game, seat),
    PassMove: lambda game, seat: PassMove(),
    Produce: _produce,
    PutBack: lambda game, seat: PutBack(),
}


def _upgrade(game: AgeOfSteam, seat: int) -> Action | None:
    """Nothing to deliver: a longer reach, if it can be paid for and will still be of use."""
    state = game.state
    player = state.players[seat]
    useful = state.turn < state.turns and player.engine < 2 + state.turn
    solvent = player.cash + player.income > expenses(player) + 1
    return Locomotive() if useful and solvent else None
