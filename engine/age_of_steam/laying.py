"""Laying track: what a tile placed, replaced or redirected would do, and whether the rules allow it.

The order of the checks is the order of the rulebook's part IV. Rules: Age of Steam IV, Building Track to
Track Building Costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from msgspec import Struct

from engine.core.errors import IllegalMove
from engine.core.event import mark

from .board import Board, Place
from .network import Network, is_city, network, survey
from .state import Laid, State, Track
from .tiles import TOWN, Ends, Shape, supply, tiles

Mode = str
"""`place`, `replace_crossing`, `replace_town`, `redirect` or `replace_other`."""


class Plan(Struct):
    """A tile that may be laid, worked out.

    tracks: all its tracks with their owners. added: its new tracks. turned: redirected tracks, old and new.
    price: its full price in dollars.
    """

    hex: str
    shape: Shape
    rotation: int
    tracks: list[Track]
    added: list[Ends]
    turned: list[tuple[Ends, Ends]]
    mode: Mode
    price: int

    @property
    def fresh(self) -> list[Ends]:
        """The tracks that were not there before."""
        return [*self.added, *(new for _, new in self.turned)]


def plan_track(
    state: State, on: Board, seat: int, hex_name: str, tile: str, rotation: int, *, limits: bool = True
) -> Plan:
    """Work out what laying this tile would do. Raises IllegalMove with the reason if it may not be laid.

    limits: False leaves out what does not depend on the track itself: tiles left in the box, and discs.
    """
    place = on.places.get(hex_name)
    if place is None:
        raise IllegalMove(f"There is no hex {hex_name} on this map.")
    if is_city(on, state.placed, hex_name):
        raise IllegalMove(f"{on.title(hex_name)} is a city: no track tile is built there.")
    if state.build is not None and hex_name in state.build.hexes:
        raise IllegalMove(f"You have already built in {on.title(hex_name)} this turn.")
    shape = tiles().shapes.get(tile)
    if shape is None:
        if not tile:
            raise IllegalMove(f"No tile can be laid in {on.title(hex_name)} now.")
        family = "town" if place.town else "simple"
        known = ", ".join(each.id for each in tiles().shapes.values() if each.family == family)
        raise IllegalMove(
            f"There is no tile called {tile}. The {family} tiles are {known}; others replace laid track."
        )
    if not 0 <= rotation < len(shape.rotations):
        last = len(shape.rotations) - 1
        raise IllegalMove(f"The rotation of a {shape.name} is from 0 to {last}, not {rotation}.")
    if place.town and not shape.town:
        raise IllegalMove(f"{on.title(hex_name)} is a Town: it needs a Town tile or a Town disc.")
    if shape.town and not place.town:
        raise IllegalMove(f"{hex_name} has no Town, so a Town tile does not fit there.")
    old = state.tiles.get(hex_name)
    ends = shape.tracks(rotation)
    before = [] if old is None else old.tracks
    kept = [track for track in before if (track.a, track.b) in ends]
    lost = [track for track in before if (track.a, track.b) not in ends]
    fresh = [each for each in ends if not any((track.a, track.b) == each for track in kept)]
    if old is not None and not fresh:
        if lost:
            raise IllegalMove(f"The track that is in {hex_name} must stay.")
        raise IllegalMove(f"{hex_name} has that very track already: a replacement must change something.")
    net = network(state)
    turned = _redirected(state, on, seat, net, place, lost, fresh)
    added = [each for each in fresh if all(each != new for _, new in turned)]
    for each in fresh:
        must_stay_on_the_board(on, place, each)
    for each in fresh:
        must_not_join_another(state, on, seat, place, each)
    must_connect(state, on, seat, net, place, before, fresh)
    if state.players[seat].start == "":
        _first_track(state, on, place, shape, fresh)
    owners = dict.fromkeys(fresh, seat)
    tracks = [Track(a, b, owners[a, b] if (a, b) in owners else _owner_of(kept, (a, b))) for a, b in ends]
    plan = Plan(hex_name, shape, rotation, tracks, added, turned, "", 0)
    plan.mode, plan.price = price_of(on, place, old, plan)
    _must_not_return(state, on, place, plan)
    if limits:
        must_be_in_the_box(state, on, shape, old)
        must_have_discs(state, on, seat, net, plan)
    return plan


def _owner_of(tracks: list[Track], ends: Ends) -> int | None:
    return next(track.owner for track in tracks if (track.a, track.b) == ends)


def _redirected(
    state: State, on: Board, seat: int, net: Network, place: Place, lost: list[Track], fresh: list[Ends]
) -> list[tuple[Ends, Ends]]:
    """Pair each track that goes with the one that takes its place.

    Rules: Replacing Track, Redirection.
    """
    kept: list[list[int]] = []
    ways: list[list[Ends]] = []
    for track in lost:
        if place.town:
            raise IllegalMove(
                f"Track in a Town is not redirected: what leads into {on.title(place.name)} stays."
            )
        if track.owner not in (None, seat):
            raise IllegalMove(f"The track of {mark(track.owner or 0)} in {place.name} must stay as it is.")
        section = net.at[place.name, track.b]
        if section.complete:
            raise IllegalMove(f"The track in {place.name} is part of a completed link and must stay.")
        loose = [end for end in (track.a, track.b) if (place.name, end) in section.open_at]
        if not loose:
            raise IllegalMove(
                f"Only the last tile of unfinished track is redirected; {place.name} lies further back."
            )
        held = [end for end in (track.a, track.b) if end not in loose]
        fits = [new for new in fresh if track.a in new or track.b in new]
        if len(section.pieces) > 1:
            fits = [new for new in fits if all(end in new for end in held)]
        kept.append(held)
        ways.append(fits)
    # Each takes a place of its own, and rather one where it keeps the end by which it hangs.
    chosen = max(
        (some for some in product(*ways) if len(set(some)) == len(some)),
        key=lambda some: sum(set(held) <= set(new) for held, new in zip(kept, some, strict=True)),
        default=None,
    )
    if chosen is None:
        raise IllegalMove(f"The track that is in {place.name} must stay, or be redirected from its end.")
    return [((track.a, track.b), new) for track, new in zip(lost, chosen, strict=True)]


def must_stay_on_the_board(on: Board, place: Place, ends: Ends) -> None:
    """No track off the board or into water. Rules: Restrictions."""
    for end in ends:
        if end != TOWN and place.neighbours[end] is None:
            raise IllegalMove(f"That track in {place.name} would run off the map.")


def must_not_join_another(state: State, on: Board, seat: int, place: Place, ends: Ends) -> None:
    """No track end to end with another player's. Rules: Restrictions."""
    for end in ends:
        if end == TOWN:
            continue
        facing = facing_track(state, place.neighbours[end], end)
        if facing is not None and facing.owner not in (None, seat):
            raise IllegalMove(
                f"That track in {place.name} would run into the track of {mark(facing.owner or 0)} "
                f"in {place.neighbours[end]}."
            )


def facing_track(state: State, beyond: str | None, end: int) -> Track | None:
    """The track in the hex beyond that meets an edge, if any."""
    laid = state.tiles.get(beyond) if beyond is not None else None
    if laid is None:
        return None
    entry = (end + 3) % 6
    return next((track for track in laid.tracks if entry in (track.a, track.b)), None)


def anchored(state: State, on: Board, seat: int, net: Network, place: Place, end: int) -> bool:
    """Whether track that leaves a hex by this edge connects to a city through the seat's own track.

    That is so at a city, at the seat's track, and at unowned track that leads back to a city or to a Town
    where the seat has track (extending it claims it). Rules: Building Track; Track Ownership.
    """
    beyond = place.neighbours[end]
    if beyond is None:
        return False
    if is_city(on, state.placed, beyond):
        return True
    facing = facing_track(state, beyond, end)
    if facing is None:
        return False
    if facing.owner is not None:
        return facing.owner == seat
    section = net.at[beyond, facing.b]
    return any(
        is_city(on, state.placed, stop) or has_track_in(state, seat, stop)
        for stop in section.stops
        if stop is not None
    )


def has_track_in(state: State, seat: int, town: str) -> bool:
    """Whether the seat owns a track that leads into the Town."""
    laid = state.tiles.get(town)
    return laid is not None and any(track.owner == seat for track in laid.tracks)


def must_connect(
    state: State, on: Board, seat: int, net: Network, place: Place, before: list[Track], fresh: list[Ends]
) -> None:
    """New track starts at a city or goes on from the seat's own. Rules: Building Track."""
    if place.town:
        ok = any(track.owner == seat for track in before) or any(
            anchored(state, on, seat, net, place, end) for _, end in fresh
        )
    else:
        ok = all(any(anchored(state, on, seat, net, place, end) for end in ends) for ends in fresh)
    if not ok:
        raise IllegalMove(f"New track in {place.name} must start at a city or continue your own track.")


def _first_track(state: State, on: Board, place: Place, shape: Shape, fresh: list[Ends]) -> None:
    """What a railroad's first tile must be. Rules: Building Track; RULINGS, first tile."""
    if shape.family in ("crossing", "coexist"):
        raise IllegalMove("Your very first tile must be a simple one.")
    if not any(
        end != TOWN and (beyond := place.neighbours[end]) is not None and is_city(on, state.placed, beyond)
        for ends in fresh
        for end in ends
    ):
        raise IllegalMove("Your very first track must lead into a city.")


def price_of(on: Board, place: Place, old: Laid | None, plan: Plan) -> tuple[Mode, int]:
    """What kind of building it is, and its price. Rules: Track Building Costs."""
    costs = on.costs
    if old is None:
        if place.town:
            return "place", costs["town"]["base"] + costs["town"]["per_exit"] * len(plan.tracks)
        ground = costs["simple"][place.terrain] if place.simple_cost is None else place.simple_cost
        return "place", ground + costs["extra"][plan.shape.family]
    if place.town:
        return "replace_town", costs["replace"]["town"]
    was = tiles().shapes[old.tile].family
    if was == "simple" and plan.shape.family == "crossing":
        return "replace_crossing", costs["replace"]["simple_to_crossing"]
    if plan.turned:
        return "redirect", costs["redirect"]
    return "replace_other", costs["replace"]["other"]


def _must_not_return(state: State, on: Board, place: Place, plan: Plan) -> None:
    """No way from a stop back to the same stop. Rules: Completed Railroad Links."""
    here = {end: track for track in plan.tracks for end in (track.a, track.b) if end != TOWN}

    def reach(end: int) -> str | None:
        """The stop at which a way out of the hex ends, if it does."""
        name, seen = place.name, 0
        while end != TOWN and seen < 400:
            seen += 1
            beyond = on.places[name].neighbours[end]
            if beyond is None:
                return None
            if is_city(on, state.placed, beyond):
                return beyond
            entry = (end + 3) % 6
            track = here.get(entry) if beyond == place.name else facing_track(state, beyond, end)
            if track is None:
                return None
            name, end = beyond, track.b if track.a == entry else track.a
        return name if end == TOWN else place.name

    for a, b in plan.fresh:
        first, second = (place.name if a == TOWN else reach(a)), reach(b)
        if first is not None and first == second:
            raise IllegalMove(f"That track would lead from {on.title(first)} back to itself.")


def must_be_in_the_box(state: State, on: Board, shape: Shape, old: Laid | None) -> None:
    """Raise IllegalMove unless a piece, and a Town disc if need be, is left. Rules: Game Pieces."""
    used = tiles_used(state)
    giving_back = old.tile if old is not None else ""
    if supply(used, shape.id, giving_back) < 1:
        raise IllegalMove(f"No {shape.name} is left in the box.")
    if shape.disc and town_discs_left(state, on) + (old is not None and tiles().shapes[old.tile].disc) < 1:
        raise IllegalMove("All Town discs are on the board: only a dedicated Town tile will do.")


def tiles_used(state: State) -> dict[str, int]:
    """How many tiles of each shape lie on the board."""
    used: dict[str, int] = {}
    for laid in state.tiles.values():
        used[laid.tile] = used.get(laid.tile, 0) + 1
    return used


def town_discs_left(state: State, on: Board) -> int:
    """Town discs beside the board."""
    shapes = tiles().shapes
    lying = sum(shapes[laid.tile].disc for laid in state.tiles.values())
    return int(on.game["town_disks"]) - lying


def ownership_discs(state: State, seat: int) -> int:
    """Track ownership discs of the seat on the board: one on each of its links and sections."""
    return len(network(state).owned(seat))


def must_have_discs(state: State, on: Board, seat: int, net: Network, plan: Plan) -> None:
    """Rules: Player Setup, 20 Track Ownership Disks."""
    limit = on.game["ownership_disks"]
    if len(net.owned(seat)) + len(plan.fresh) <= limit:
        return
    laid = dict(state.tiles)
    laid[plan.hex] = Laid(plan.shape.id, plan.rotation, plan.tracks)
    after = survey(on, laid, state.placed, state.links)
    if sum(any(track.owner == seat for _, track in each.pieces) for each in after.sections) > limit - sum(
        owner == seat for owner in state.links.values()
    ):
        raise IllegalMove(f"You have no track ownership disc left: all {limit} are on the board.")


@cache
def _orientations(town: bool) -> tuple[tuple[Shape, int, tuple[Ends, ...], int], ...]:
    """Every tile in every rotation for a Town hex or for another, with its edges as a bit mask."""
    return tuple(
        (shape, rotation, ends, sum(1 << end for track in ends for end in track if end != TOWN))
        for shape in tiles().shapes.values()
        if shape.town == town
        for rotation, ends in enumerate(shape.rotations)
    )


def plans(state: State, on: Board, seat: int, only: str | None = None) -> Iterator[Plan]:
    """Every tile that the rules of track allow the seat to lay, whatever it costs, hex by hex.

    only: just this hex.
    """
    net = network(state)
    built = state.build.hexes if state.build is not None else []
    free: dict[str, bool] = {}
    for name in [only] if only is not None else on.places:
        place = on.places.get(name)
        if place is None or name in built or is_city(on, state.placed, name):
            continue
        closed = foreign = anchors = 0
        for end, beyond in enumerate(place.neighbours):
            bit = 1 << end
            if beyond is None:
                closed |= bit
            elif anchored(state, on, seat, net, place, end):
                anchors |= bit
            else:
                facing = facing_track(state, beyond, end)
                if facing is not None and facing.owner not in (None, seat):
                    foreign |= bit
        old = state.tiles.get(name)
        inside = old is not None and bool(place.town) and any(track.owner == seat for track in old.tracks)
        if not anchors and not inside:
            continue
        had = {(track.a, track.b) for track in old.tracks} if old is not None else set()
        had_edges = sum(1 << end for track in had for end in track if end != TOWN)
        shut = (closed | foreign) & ~had_edges
        for shape, rotation, ends, edges in _orientations(bool(place.town)):
            if edges & shut:
                continue
            if place.town:
                if had_edges & ~edges or edges == had_edges:
                    continue
            elif len(ends) < len(had):
                continue
            if old is None:
                # Supply depends only on the tile here; ask once.
                if shape.id not in free:
                    try:
                        must_be_in_the_box(state, on, shape, None)
                        free[shape.id] = True
                    except IllegalMove:
                        free[shape.id] = False
                if not free[shape.id]:
                    continue
            try:
                yield plan_track(state, on, seat, name, shape.id, rotation)
            except IllegalMove:
                continue
