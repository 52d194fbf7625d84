"""Best routes by looking at every route there is: slow, simple, and sharing nothing with the route finder but
the description of the board. Also random small boards to try both on."""

import random

from engine.hexes import Hex, opposite
from engine.lost_atlas.network import Network, Place, Stop, Track
from engine.lost_atlas.routes import Fleet
from engine.lost_atlas.tiles import designs


def every_route(network: Network, fleet: Fleet, limit):
    """All routes of a train: {hexsides used: most revenue}. Walks hexside by hexside from every stop."""
    found = {}
    own = [place for place, owners in network.hubs.items() if fleet.company in owners]

    def joined(hex_, edge):
        def has(track, e):
            return any(e in s.exits for s in track.stops) or any(e in p for p in track.paths)

        there = hex_.neighbour(edge)
        return (
            hex_ in network.tracks
            and there in network.tracks
            and has(network.tracks[hex_], edge)
            and has(network.tracks[there], opposite(edge))
        )

    def city(place):
        track = network.tracks[place.hex]
        if track.destination:
            return track.destination
        return (place.hex, 0) if track.one_city else place

    def full(place):
        owners = network.hubs.get(place, ())
        slots = network.tracks[place.hex].stops[place.stop].slots
        return len(owners) >= slots > 0 and fleet.company not in owners

    def worth(place):
        return network.tracks[place.hex].stops[place.stop].revenue + fleet.bonus.get(place, 0)

    def at_stop(places, sides):
        last = places[-1]
        inner = places[1:-1]
        counted = [p for p in inner if not full(p)] + ([places[0]] if len(places) == 1 else [places[0], last])
        if limit is not None and len([p for p in places[:-1] if not full(p)]) > limit:
            return
        if (limit is None or len(counted) <= limit) and any(p in own for p in places):
            revenue = sum(map(worth, counted))
            key = frozenset(sides)
            found[key] = max(found.get(key, 0), revenue)
        track = network.tracks[last.hex]
        if len(places) > 1 and (track.destination or (full(last) and not fleet.skips_blocked)):
            return
        if track.linked:
            for number in range(len(track.stops)):
                arrive(places, [*sides, ("link", last.hex)], Place(last.hex, number))
        for edge in track.stops[last.stop].exits:
            leave(places, sides, last.hex, edge)

    def arrive(places, sides, place):
        if len(set(sides)) == len(sides) and city(place) not in map(city, places):
            at_stop([*places, place], sides)

    def leave(places, sides, hex_, edge):
        side = frozenset([hex_, hex_.neighbour(edge)])
        if side in sides or not joined(hex_, edge):
            return
        there, at = hex_.neighbour(edge), opposite(edge)
        track = network.tracks[there]
        for number, stop in enumerate(track.stops):
            if at in stop.exits:
                arrive(places, [*sides, side], Place(there, number))
        for a, b in track.paths:
            if at == a:
                leave(places, [*sides, side], there, b)
            if at == b:
                leave(places, [*sides, side], there, a)

    for hex_, track in network.tracks.items():
        for number in range(len(track.stops)):
            at_stop([Place(hex_, number)], [])
    return found


def best_revenue(network: Network, fleet: Fleet) -> int:
    """The most that all trains earn together."""
    menus = []
    for size in fleet.trains:
        menu = every_route(network, fleet, size)
        menus.append(sorted(((revenue, sides) for sides, revenue in menu.items()), key=lambda each: -each[0]))
    if not all(menus):
        return 0
    menus.sort(key=len)
    best = 0

    def choose(index, taken, earned):
        nonlocal best
        if index == len(menus):
            best = max(best, earned)
            return
        hope = sum(menu[0][0] for menu in menus[index + 1 :])
        for revenue, sides in menus[index]:
            if earned + revenue + hope <= best:
                return
            if not sides & taken:
                choose(index + 1, taken | sides, earned + revenue)

    choose(0, frozenset(), 0)
    return best


CITIES = ["5", "6", "57", "14", "15", "619", "125", "297", "294", "51", "LA1", "LA2", "LA4", "LA5", "LA7"]
PLAIN = ["8", "9", "16", "19", "23", "24", "25", "29", "30", "39", "40", "41", "43", "45", "47", "70", "LA3"]


def meets(tracks, hex_, track):
    """How many of a track's edges meet track that lies there already."""
    return sum(
        opposite(edge) in tracks[hex_.neighbour(edge)].edges
        for edge in track.edges
        if hex_.neighbour(edge) in tracks
    )


def small_board(seed: int, hexes: int = 12, *, abilities: bool = False):
    """A random board of up to so many hexes, and a company's trains to run on it."""
    rng = random.Random(seed)
    area = [Hex(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    area.sort(key=lambda hex_: (hex_.distance(Hex(0, 0)), rng.random()))
    area = area[:hexes]
    rng.shuffle(area)
    tracks = {}
    pair = rng.random() < 0.3
    for index, hex_ in enumerate(area):
        if index < 2 and rng.random() < 0.5:
            exits = tuple(rng.sample(range(6), rng.randint(1, 3)))
            name = "far" if pair else f"far {index}"
            tracks[hex_] = Track((Stop(rng.choice([30, 70, 100]), exits, 0),), destination=name)
            continue
        name = rng.choice(CITIES if rng.random() < 0.55 else PLAIN)
        # Of three ways to lie the one that meets most of the track around.
        ways = [designs()[name].laid(rng.randrange(6)) for _ in range(3)]
        tracks[hex_] = max(ways, key=lambda track: meets(tracks, hex_, track))
    hubs = {}
    places = [
        Place(hex_, n)
        for hex_, track in tracks.items()
        for n, stop in enumerate(track.stops)
        if not track.destination
    ]
    rng.shuffle(places)
    own = rng.randint(1, 3)
    for index, place in enumerate(places):
        slots = tracks[place.hex].stops[place.stop].slots
        others = rng.choice([0, 0, 1, slots])
        owners = ("X",) * (index < own) + ("Y",) * min(others, slots - (index < own))
        if owners:
            hubs[place] = owners
    trains = tuple(rng.choice([2, 3, 4, 5, 6, 7, None]) for _ in range(rng.choice([1, 2, 2, 3])))
    bonus = dict.fromkeys(rng.sample(places, min(2, len(places))), 10) if abilities else {}
    return Network(tracks, hubs), Fleet("X", trains, abilities and rng.random() < 0.7, bonus)
