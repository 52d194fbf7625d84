"""Where a company can trace a route to, against a search of all routes on random boards."""

import random

import pytest

from engine.hexes import EDGES, Hex, opposite
from engine.lost_atlas.network import Network, Place, Stop, Track, hexside
from engine.lost_atlas.tiles import designs
from engine.lost_atlas.tracing import Entry, Reach

PLAIN = [each for each in designs().values() if each.paths and each.colour != "bridge"]
CITIES = [each for each in designs().values() if each.cities and each.symbol != "port"]


def every_route(network, company, skips):
    """All spots that some route from a hub leads to, by trying every route; the slow and obvious way."""
    stops, entries = set(), set()

    def passable(place):
        return network.tracks[place.hex].destination is None and (
            skips or not network.blocked(place, company)
        )

    def leave(hex_, edge, used, cities):
        side = hexside(hex_, edge)
        if side not in used:
            enter(hex_.neighbour(edge), opposite(edge), used | {side}, cities)

    def at_stop(place, by, used, cities):
        stops.add(place)
        if not passable(place):
            return
        track = network.tracks[place.hex]
        for edge in track.stops[place.stop].exits:
            if edge != by:
                leave(place.hex, edge, used, cities)
        if track.linked and (place.hex, "link") not in used:
            for number in range(len(track.stops)):
                other = Place(place.hex, number)
                if other != place and network.city(other) not in cities:
                    at_stop(other, None, used | {(place.hex, "link")}, cities | {network.city(other)})

    def enter(hex_, edge, used, cities):
        entries.add(Entry(hex_, edge))
        track = network.tracks.get(hex_)
        if track is None:
            return
        for path in track.paths:
            if edge in path:
                leave(hex_, path[0] if path[1] == edge else path[1], used, cities)
        for number, stop in enumerate(track.stops):
            place = Place(hex_, number)
            if edge in stop.exits and network.city(place) not in cities:
                at_stop(place, edge, used, cities | {network.city(place)})

    for hub in network.hubs_of(company):
        at_stop(hub, None, frozenset(), frozenset([network.city(hub)]))
    return stops, entries


def random_board(seed):
    dice = random.Random(seed)
    region = [Hex(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    tracks, hubs = {}, {}
    for place in dice.sample(region, 11):
        design = dice.choice(PLAIN if dice.random() < 0.6 else CITIES)
        tracks[place] = design.laid(dice.randrange(6))
        for number, stop in enumerate(tracks[place].stops):
            owners = [o for o in ("X", "Y", "Z") if dice.random() < 0.35][: stop.slots]
            if owners:
                hubs[Place(place, number)] = tuple(owners)
    free = [place for place in region if place not in tracks]
    spot = dice.choice(free)
    tracks[spot] = Track((Stop(40, (0, 2, 4), 0),), destination="26")
    return Network(tracks, hubs)


@pytest.mark.parametrize("seed", range(120))
@pytest.mark.parametrize("skips", [False, True])
def test_reach_agrees_with_trying_every_route(seed, skips):
    network = random_board(seed)
    stops, entries = every_route(network, "X", skips)
    reach = Reach(network, "X", skips_blocked=skips)
    assert reach.stops == stops
    assert reach.entries == entries


def test_a_company_without_hubs_reaches_nothing():
    assert Reach(Network({}), "X").stops == frozenset()


def test_an_entry_is_never_taken_for_a_stop():
    """Both are a hex and a number; a stop 0 and an entry over edge 0 of the same hex are different."""
    south = Hex(0, 1)
    tracks = {Hex(0, 0): designs()["57"].laid(0), south: designs()["57"].laid(0)}
    reach = Reach(Network(tracks, {Place(Hex(0, 0)): ("X",)}), "X")
    assert Place(south, 0) in reach.stops
    assert reach.enters(south, 0)
    assert not reach.enters(south, 3)
    assert len(EDGES) == 6
