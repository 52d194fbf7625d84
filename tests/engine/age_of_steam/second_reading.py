"""The rulebook's track and goods rules read a second time, without the engine's own code for them.

Slow and plain: a tile is put on a copy of the board, and the board that results is judged as a whole. What it
finds legal must be what the engine lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from engine.age_of_steam.game import AgeOfSteam
from engine.age_of_steam.state import State
from engine.age_of_steam.tiles import TOWN, Ends, Shape, tiles

Piece = tuple[str, Ends]
"""A track: its hex and its ends."""
Chain = tuple[list[Piece], list[str], list[tuple[str, int]]]
"""Tracks joined end to end, the stops at their ends, and the open ends."""


def cities(game: AgeOfSteam) -> set[str]:
    """Hexes in which track ends: cities, New Cities, Foreign Terminals."""
    return {*game.board.cities, *game.board.terminals, *game.state.placed}


def tracks(state: State) -> dict[Piece, int | None]:
    """Every track on the board and its owner."""
    return {(name, (t.a, t.b)): t.owner for name, laid in state.tiles.items() for t in laid.tracks}


def chains(game: AgeOfSteam, owners: dict[Piece, int | None]) -> list[Chain]:
    """The tracks grouped by how they meet at the sides of hexes."""
    stops_at = cities(game)
    side = {(name, end): (name, ends) for name, ends in owners for end in ends if end != TOWN}
    found: list[Chain] = []
    seen: set[Piece] = set()
    for first in owners:
        if first in seen:
            continue
        seen.add(first)
        pieces: list[Piece] = []
        stops: list[str] = []
        loose: list[tuple[str, int]] = []
        waiting = [first]
        while waiting:
            name, ends = waiting.pop()
            pieces.append((name, ends))
            for end in ends:
                beyond = None if end == TOWN else game.board.places[name].neighbours[end]
                met = side.get((beyond, (end + 3) % 6)) if beyond is not None else None
                if end == TOWN:
                    stops.append(name)
                elif beyond in stops_at:
                    stops.append(str(beyond))
                elif met is None:
                    loose.append((name, end))
                elif met not in seen:
                    seen.add(met)
                    waiting.append(met)
        found.append((pieces, stops, loose))
    return found


# --- the box ----------------------------------------------------------------------------------------


def in_the_box(state: State, shape: Shape, old: str) -> bool:
    """Whether some choice of pieces under all the Town discs leaves enough of every kind."""
    used = Counter(laid.tile for laid in state.tiles.values())
    used[shape.id] += 1
    if old:
        used[old] -= 1
    left = {piece: count - used[piece] for piece, count in tiles().pieces.items()}
    discs = [each for each in tiles().shapes.values() if each.disc for _ in range(used[each.id])]

    def enough(number: int) -> bool:
        if number == len(discs):
            return True
        for piece in discs[number].made_from:
            if left[piece] > 0:
                left[piece] -= 1
                good = enough(number + 1)
                left[piece] += 1
                if good:
                    return True
        return False

    return min(left.values()) >= 0 and len(discs) <= 8 and enough(0)


# --- building ---------------------------------------------------------------------------------------


def may_build(game: AgeOfSteam, seat: int, name: str, shape: Shape, rotation: int) -> bool:
    """Whether the rulebook lets the seat lay this tile here now."""
    state, place = game.state, game.board.places[name]
    assert state.build is not None
    if name in cities(game) or name in state.build.hexes or bool(place.town) != shape.town:
        return False
    laid = state.tiles.get(name)
    old = {(t.a, t.b): t.owner for t in laid.tracks} if laid is not None else {}
    new = shape.tracks(rotation)
    fresh, lost = [each for each in new if each not in old], [each for each in old if each not in new]
    if any(end != TOWN and place.neighbours[end] is None for ends in fresh for end in ends):
        return False
    if not fresh or (lost and not _redirects(game, seat, name, old, lost, fresh)):
        return False
    owners = {piece: owner for piece, owner in tracks(state).items() if piece[0] != name}
    owners |= {(name, ends): old.get(ends) for ends in new if ends in old}
    owners |= {(name, ends): seat for ends in fresh}
    return (
        _stands(game, seat, name, owners, fresh)
        and _begins(game, seat, name, shape, fresh)
        and in_the_box(state, shape, laid.tile if laid is not None else "")
        and _can_pay(game, seat, name, shape, new)
    )


def _redirects(
    game: AgeOfSteam, seat: int, name: str, old: dict[Ends, int | None], lost: list[Ends], fresh: list[Ends]
) -> bool:
    """Whether each track that goes is the end of an unfinished section, one's own or nobody's, and turned."""
    if game.board.places[name].town:
        return False
    for ends in lost:
        _, stops, loose = next(c for c in chains(game, tracks(game.state)) if (name, ends) in c[0])
        if old[ends] not in (None, seat) or len(stops) == 2 or not any(at[0] == name for at in loose):
            return False
    return any(
        all(_turned(game, name, was, becomes) for was, becomes in zip(lost, some, strict=True))
        for some in permutations(fresh, len(lost))
    )


def _turned(game: AgeOfSteam, name: str, was: Ends, becomes: Ends) -> bool:
    pieces, _, loose = next(c for c in chains(game, tracks(game.state)) if (name, was) in c[0])
    held = [end for end in was if (name, end) not in loose]
    if len(held) == 2:
        return False
    return bool(set(was) & set(becomes)) if len(pieces) == 1 else all(end in becomes for end in held)


def _stands(
    game: AgeOfSteam, seat: int, name: str, owners: dict[Piece, int | None], fresh: list[Ends]
) -> bool:
    """Judge the board that results: nobody is run into, nothing returns, all new track reaches a city."""
    stops_at, after = cities(game), chains(game, owners)
    own: list[tuple[list[Piece], set[str]]] = []
    for pieces, stops, loose in after:
        whose = {owners[piece] for piece in pieces} - {None}
        if len(whose) > 1 or (len(stops) == 2 and stops[0] == stops[1]) or not (stops or loose):
            return False
        if any((name, ends) in pieces for ends in fresh) or whose == {seat}:
            own.append((pieces, set(stops)))
    direct = sum(owner == seat for owner in game.state.links.values())
    if len(own) + direct > 20:
        return False
    reached, grew = set(stops_at), True
    joined: list[list[Piece]] = []
    while grew:
        grew = False
        for pieces, stops in own:
            if pieces not in joined and stops & reached:
                joined.append(pieces)
                reached |= stops
                grew = True
    return all(any((name, ends) in pieces for pieces in joined) for ends in fresh)


def _begins(game: AgeOfSteam, seat: int, name: str, shape: Shape, fresh: list[Ends]) -> bool:
    """The very first tile is simple (or a Town's) and leads into a city."""
    if game.state.players[seat].start:
        return True
    around = game.board.places[name].neighbours
    into = any(end != TOWN and around[end] in cities(game) for ends in fresh for end in ends)
    return into and shape.family not in ("crossing", "coexist")


def _can_pay(game: AgeOfSteam, seat: int, name: str, shape: Shape, new: tuple[Ends, ...]) -> bool:
    state, place = game.state, game.board.places[name]
    assert state.build is not None
    laid = state.tiles.get(name)
    if laid is not None:
        was = tiles().shapes[laid.tile].family
        price = 3 if place.town or (was == "simple" and shape.family == "crossing") else 2
    elif place.town:
        price = 1 + len(new)
    else:
        ground = game.board.costs["simple"][place.terrain] if place.simple_cost is None else place.simple_cost
        price = ground + {"simple": 0, "coexist": 1, "crossing": 2}[shape.family]
    before, then = list(state.build.prices), [*state.build.prices, price]
    if game.board.id == "germany" and state.players[seat].action == "engineer":
        price = sum(then) - max(then) // 2 - (sum(before) - max(before, default=0) // 2)
    return price <= state.players[seat].cash


def builds(game: AgeOfSteam, seat: int) -> set[tuple[str, str, int]]:
    """Every tile that may be laid: hex, tile, rotation. Knows no rule of Western U.S."""
    return {
        (name, shape.id, rotation)
        for name in game.board.places
        for shape in tiles().shapes.values()
        for rotation in range(len(shape.rotations))
        if may_build(game, seat, name, shape, rotation)
    }


# --- moving goods -----------------------------------------------------------------------------------

Trip = tuple[str, str, tuple[tuple[str, int | None], ...]]
"""A cube's hex, its colour, and the stops with whose link leads to each."""


def trips(game: AgeOfSteam, seat: int) -> set[Trip]:
    """Every delivery that the seat may make."""
    state, on = game.state, game.board
    owners = tracks(state)
    joined: dict[str, set[tuple[str, int | None]]] = {}
    leads: dict[str, set[tuple[str, int | None]]] = {}
    for pieces, stops, _ in chains(game, owners):
        whose = owners[pieces[0]]
        if len(stops) == 2:
            joined.setdefault(stops[0], set()).add((stops[1], whose))
            joined.setdefault(stops[1], set()).add((stops[0], whose))
        for name, _ends in pieces:
            leads.setdefault(name, set()).update((stop, whose) for stop in stops)
    for link in on.links:
        if link.id in state.links:
            for one, other in (link.between, reversed(link.between)):
                joined.setdefault(one, set()).add((other, state.links[link.id]))

    def takes(name: str, cube: str) -> bool:
        if name in state.placed:
            return on.new_cities[state.placed[name]].colour == cube
        return state.terminals.get(name) == cube or (name in on.cities and cube in on.cities[name].accepts)

    def onward(name: str, origin: str) -> set[tuple[str, int | None]]:
        if name == origin and on.id == "st_lucia" and not on.places[name].town and name in leads:
            return leads[name]
        return joined.get(name, set())

    def go(origin: str, cube: str, way: tuple[tuple[str, int | None], ...]) -> Iterator[Trip]:
        here = way[-1][0] if way else origin
        for to, whose in onward(here, origin):
            if to == origin or any(to == stop for stop, _ in way):
                continue
            longer = (*way, (to, whose))
            if len(longer) > state.players[seat].engine:
                continue
            if takes(to, cube):
                yield origin, cube, longer
            elif to not in on.terminals:
                yield from go(origin, cube, longer)

    return {trip for name, lying in state.cubes.items() for cube in set(lying) for trip in go(name, cube, ())}
