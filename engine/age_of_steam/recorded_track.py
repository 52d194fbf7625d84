"""Track by the rules of the engine that made the recordings, where the rulebook's would refuse it.

That engine asks less than the rulebook in three things. A redirected track may keep either of its ends, so it
may leave the rest of its section behind. Whether track leads back to where it starts is asked of each track
by itself, on the board as it was. And there is no rule for the first tile. All else is as in laying.py.
"""

from __future__ import annotations

from engine.core.errors import IllegalMove

from .board import Board
from .laying import (
    Plan,
    facing_track,
    must_be_in_the_box,
    must_connect,
    must_have_discs,
    must_not_join_another,
    must_stay_on_the_board,
    price_of,
)
from .network import Network, Section, is_city, network
from .state import State, Track
from .tiles import TOWN, Ends, tiles


def recorded_plan(
    state: State, on: Board, seat: int, hex_name: str, tile: str, rotation: int, refusal: IllegalMove
) -> Plan:
    """Work out what laying this tile did in the recorded engine.

    refusal: what the rulebook has against it; raised if the recorded engine would have refused it too.
    """
    place, shape = on.places.get(hex_name), tiles().shapes.get(tile)
    if place is None or shape is None or is_city(on, state.placed, hex_name):
        raise refusal
    if bool(place.town) != shape.town or (state.build is not None and hex_name in state.build.hexes):
        raise refusal
    old, net, ends = state.tiles.get(hex_name), network(state), shape.tracks(rotation)
    before = [] if old is None else old.tracks
    tracks: list[Track] = []
    added: list[Ends] = []
    turned: list[tuple[Ends, Ends]] = []
    for a, b in ends:
        had = [track for track in before if {track.a, track.b} & {a, b} - {TOWN}]
        if len(had) > 1:
            raise refusal
        if had and (had[0].a, had[0].b) == (a, b):
            tracks.append(Track(a, b, had[0].owner))
            continue
        if had:
            if place.town or had[0].owner not in (None, seat) or not _is_open(net, hex_name, had[0]):
                raise refusal
            turned.append(((had[0].a, had[0].b), (a, b)))
        else:
            added.append((a, b))
        tracks.append(Track(a, b, seat))
    if len(ends) - len(added) != len(before):
        raise refusal
    plan = Plan(hex_name, shape, rotation, tracks, added, turned, "", 0)
    for each in plan.fresh:
        must_stay_on_the_board(on, place, each)
        must_not_join_another(state, on, seat, place, each)
        if _returns(state, on, hex_name, each):
            raise refusal
    if not plan.fresh:
        raise refusal
    must_connect(state, on, seat, net, place, before, plan.fresh)
    must_be_in_the_box(state, on, shape, old)
    must_have_discs(state, on, seat, net, plan)
    plan.mode, plan.price = price_of(on, place, old, plan)
    return plan


def _is_open(net: Network, hex_name: str, track: Track) -> bool:
    """Whether one of the track's own ends is open."""
    ends = {(hex_name, track.a), (hex_name, track.b)}
    return not ends.isdisjoint(net.at[hex_name, track.b].open_at)


def _returns(state: State, on: Board, hex_name: str, ends: Ends) -> bool:
    """Whether a track leads from a stop back to the same stop, over what is on the board so far."""
    first, second = (hex_name if end == TOWN else _reached(state, on, hex_name, end) for end in ends)
    return first is not None and first == second


def _reached(state: State, on: Board, name: str, end: int) -> str | None:
    """The stop to which the track beyond an edge leads, if it does."""
    passed: set[tuple[str, int]] = set()
    while end != TOWN:
        beyond, entry = on.places[name].neighbours[end], (end + 3) % 6
        if beyond is None or is_city(on, state.placed, beyond):
            return beyond
        track = facing_track(state, beyond, end)
        if track is None or (beyond, entry) in passed:
            return None
        passed.add((beyond, entry))
        name, end = beyond, track.b if track.a == entry else track.a
    return name


def open_ends(section: Section) -> dict[tuple[str, int], int]:
    """How long a section is, by its open ends: the last tile's hex, and the end that holds it to the rest.

    By these the recorded engine knows an open end again. Track out of a Town is known by its own edge.
    """
    found = {}
    for at in section.open_at:
        if at is not None:
            track = next(each for name, each in section.pieces if name == at[0] and at[1] in (each.a, each.b))
            other = track.b if track.a == at[1] else track.a
            held = at[1] if other == TOWN or (at[0], other) in section.open_at else other
            found[at[0], held] = len(section.pieces)
    return found
