"""Boards as dense as they can be late in a Long game, each from a seed.

All 33 pieces lie at random, and nearly every hex has track: companies lay and upgrade tiles in turn as their
own track allows, mostly where it joins most track, far more often than in any game. Then minors merge into
majors, which place two more hubs each. Only what trains see is made: no money, no shares, no rounds.
"""

from __future__ import annotations

import random
from functools import cache

from msgspec import Struct, field

from engine.hexes import Hex, opposite, turn
from engine.lost_atlas import components as box
from engine.lost_atlas.legs import legs_of
from engine.lost_atlas.network import Network, Place, Stop, Track
from engine.lost_atlas.routes import Fleet
from engine.lost_atlas.tiles import COLOURS, Design, designs

CELLS = (Hex(0, 0), Hex(1, 0), Hex(0, 1))
"""Where the cells of a piece lie from its anchor."""
DESTINATION = 100
"""What a Distant Destination pays in the last phase."""
LAYS = 140
"""How many tiles are laid and upgraded."""
TRAINS: tuple[tuple[int | None, ...], ...] = (
    (None, 7, 6, 5),
    (None, 7, 6, 6),
    (7, 6, 5, 4),
    (None, None, 7, 7),
    (None, None, None, 7),
    (7, 7, 6, 6),
    (None, None, None, None),
    (7, 7, 7),
)


def positions(count: int) -> list[tuple[Network, Fleet]]:
    """So many positions."""
    return [position(number) for number in range(count)]


def position(number: int) -> tuple[Network, Fleet]:
    """A board, the company that has the most track to run on, and trains for it: two positions a board."""
    network, company = late_board(number // 2)
    return network, Fleet(company, TRAINS[(number + number // len(TRAINS)) % len(TRAINS)])


@cache
def late_board(seed: int) -> tuple[Network, str]:
    """A board, and the company on it with the most track to run on."""
    dice = random.Random(seed)
    board = _map(dice)
    while board is None:
        board = _map(dice)
    _settle(board, dice)
    owners = sorted({name for names in board.hubs.values() for name in names})
    for number in range(LAYS):
        _lay(board, owners[number % len(owners)], dice)
    companies = _merge(board, owners, dice)
    network = board.network
    return network, max(companies, key=lambda name: (len(legs_of(network, name).legs), name))


class Board(Struct):
    """A board in the making."""

    kinds: dict[Hex, str] = field(default_factory=dict)
    """What is printed in each cell: plain, city, mountain, water, border, destination, home:..."""
    tracks: dict[Hex, Track] = field(default_factory=dict)
    colours: dict[Hex, str] = field(default_factory=dict)
    symbols: dict[Hex, str] = field(default_factory=dict)
    fixed: set[Hex] = field(default_factory=set)
    """Printed track that is never upgraded."""
    tiles: dict[Hex, str] = field(default_factory=dict)
    hubs: dict[Place, list[str]] = field(default_factory=dict)
    supply: dict[str, int] = field(default_factory=lambda: {n: each.count for n, each in designs().items()})
    """How many tiles of each design are left."""
    fits: dict[Hex, list[tuple[Design, Track]]] = field(default_factory=dict)
    """Tiles that fit on a hex as it is now, whether or not they are left."""

    @property
    def network(self) -> Network:
        """The board as trains see it."""
        return Network(self.tracks, {place: tuple(names) for place, names in self.hubs.items()})


# --- the map ----------------------------------------------------------------------------------


def _map(dice: random.Random) -> Board | None:
    """All pieces laid at random, each touching three sides at least; None if one has no place."""
    board = Board()
    stack = [piece for piece in box.pieces().values() for _ in range(piece.copies)]
    dice.shuffle(stack)
    for piece in stack:
        spots = _spots(board, piece)
        if not spots:
            return None
        _place(board, piece, *dice.choice(spots))
    cities = [hex_ for hex_, kind in sorted(board.kinds.items()) if kind == "city"]
    board.symbols |= dict.fromkeys(dice.sample(cities, 3), "capital")
    return board


def _cells(anchor: Hex, rotation: int) -> list[Hex]:
    return [Hex(anchor.q + at.q, anchor.r + at.r) for at in (cell.turned(rotation) for cell in CELLS)]


def _spots(board: Board, piece: box.Piece) -> list[tuple[Hex, int]]:
    """Where a piece may lie: not beside a border, and along three sides of what lies there."""
    if not board.kinds:
        return [(Hex(0, 0), 0)]
    near = {other for hex_ in board.kinds for other in hex_.neighbours()}
    near |= {other for hex_ in near for other in hex_.neighbours()}
    found = []
    for anchor in sorted(near):
        for rotation in range(6):
            cells = _cells(anchor, rotation)
            if any(cell in board.kinds for cell in cells):
                continue
            beside = [
                (kind, board.kinds[other])
                for cell, kind in zip(cells, piece.cells, strict=True)
                for other in cell.neighbours()
                if other in board.kinds
            ]
            if len(beside) >= 3 and not any("border" in pair for pair in beside):
                found.append((anchor, rotation))
    return found


def _place(board: Board, piece: box.Piece, anchor: Hex, rotation: int) -> None:
    for number, (cell, kind) in enumerate(zip(_cells(anchor, rotation), piece.cells, strict=True)):
        board.kinds[cell] = kind
        if kind == "destination":
            exits = tuple(turn(edge, rotation) for edge in box.destination_exits(piece.number, number))
            board.tracks[cell] = Track((Stop(DESTINATION, exits, 0),), destination=str(piece.number))
        elif kind == "city" or kind.startswith("home:"):
            company = kind.removeprefix("home:")
            printed = box.printed_homes().get(company)
            board.tracks[cell] = Track((Stop(0, ()),))
            if printed is not None:
                stops = tuple(
                    Stop(each.revenue, tuple(turn(edge, rotation) for edge in each.exits), each.slots)
                    for each in printed.stops
                )
                board.tracks[cell] = Track(stops, linked=printed.linked, one_city=printed.symbol == "port")
                board.symbols[cell] = printed.symbol
                board.colours[cell] = printed.colour
                if not printed.upgradable:
                    board.fixed.add(cell)
            if kind != "city":
                board.hubs[Place(cell)] = [company]


def _settle(board: Board, dice: random.Random) -> None:
    """The company without a home of its own begins in a free city."""
    homes = {name for names in board.hubs.values() for name in names}
    for company in sorted(set(box.minors()) - homes):
        free = [
            Place(hex_)
            for hex_, kind in sorted(board.kinds.items())
            if kind == "city" and not board.symbols.get(hex_) and Place(hex_) not in board.hubs
        ]
        board.hubs[dice.choice(free)] = [company]


# --- track ------------------------------------------------------------------------------------


def _lay(board: Board, company: str, dice: random.Random) -> None:
    """A company lays or upgrades a tile on its track, mostly the one that joins most."""
    network = board.network
    seen = _reached(network, company)
    own = {place.hex for place in network.hubs_of(company)}
    options = []
    for hex_ in sorted(board.kinds):
        if hex_ not in own and not any((hex_, edge) in seen for edge in range(6)):
            continue
        old = board.tracks.get(hex_, Track())
        for design, track in _fitting(board, hex_):
            new = {edge for path in set(track.paths) - set(old.paths) for edge in path}
            new |= {edge for stop in track.stops for edge in stop.exits}
            if board.supply[design.id] and (hex_ in own or any((hex_, edge) in seen for edge in new)):
                joined = sum(
                    opposite(edge) in board.tracks[there].edges
                    for edge in track.edges
                    if (there := hex_.neighbour(edge)) in board.tracks
                )
                rank = joined + 0.5 * bool(track.stops) + dice.random() / 2
                options.append((rank, hex_, design, track))
    if options:
        chosen = max(options, key=lambda each: each[0]) if dice.random() < 0.7 else dice.choice(options)
        _, hex_, design, track = chosen
        if hex_ in board.tiles:
            board.supply[board.tiles[hex_]] += 1
        board.supply[design.id] -= 1
        board.tiles[hex_], board.colours[hex_], board.tracks[hex_] = design.id, design.colour, track
        board.fits.pop(hex_, None)


def _fitting(board: Board, hex_: Hex) -> list[tuple[Design, Track]]:
    """Tiles of the next colour that keep all track of a hex and lead nowhere wrong."""
    if hex_ not in board.fits:
        board.fits[hex_] = found = []
        old = board.tracks.get(hex_, Track())
        colours = ["", *COLOURS]
        rank = colours.index(board.colours.get(hex_, "")) + 1
        closed = hex_ in board.fixed or board.kinds[hex_] in ("water", "border", "destination")
        for design in designs().values():
            if closed or rank == len(colours) or design.colour != colours[rank]:
                continue
            if design.symbol != board.symbols.get(hex_, "") or bool(design.cities) != bool(old.stops):
                continue
            for rotation in range(6):
                track = design.laid(rotation)
                if _keeps(old, track) and all(_may_lead(board, hex_, edge) for edge in track.edges):
                    found.append((design, track))
    return board.fits[hex_]


def _keeps(old: Track, new: Track) -> bool:
    """True if all old track is in the new."""
    if old.linked:
        return old.edges <= new.edges
    if old.stops:
        return all(set(a.exits) <= set(b.exits) for a, b in zip(old.stops, new.stops, strict=True))
    return {frozenset(path) for path in old.paths} <= {frozenset(path) for path in new.paths}


def _may_lead(board: Board, hex_: Hex, edge: int) -> bool:
    """True if track may lead over an edge: not into water, off the map, or where no track can meet it."""
    there = hex_.neighbour(edge)
    if board.kinds.get(there, "border") in ("water", "border"):
        return False
    if there in board.fixed or board.kinds[there] == "destination":
        return opposite(edge) in board.tracks[there].edges
    return True


def _reached(network: Network, company: str) -> set[tuple[Hex, int]]:
    """Hexes with the edges over which a company's track arrives."""
    seen: set[tuple[Hex, int]] = set()
    todo = [(place.hex, edge) for place in network.hubs_of(company) for edge in network.stop(place).exits]
    while todo:
        hex_, edge = todo.pop()
        here, edge = hex_.neighbour(edge), opposite(edge)
        if (here, edge) in seen:
            continue
        seen.add((here, edge))
        track = network.tracks.get(here, Track())
        if track.destination is not None:
            continue
        for number, stop in enumerate(track.stops):
            if edge in stop.exits and not network.blocked(Place(here, number), company):
                todo += [(here, way) for way in stop.exits]
        todo += [(here, way) for path in track.paths if edge in path for way in path if way != edge]
    return seen


# --- companies --------------------------------------------------------------------------------


def _merge(board: Board, owners: list[str], dice: random.Random) -> list[str]:
    """Minors that reach each other merge in pairs and place two more hubs; all companies there are then."""
    left = dice.sample(owners, len(owners))
    majors = []
    while len(left) >= 2:
        first = left.pop()
        network = board.network
        seen = {hex_ for hex_, _ in _reached(network, first)}
        partners = [name for name in left if any(place.hex in seen for place in network.hubs_of(name))]
        if partners and len(majors) < 6:
            left.remove(partners[0])
            majors.append(f"{first}+{partners[0]}")
            for place, names in board.hubs.items():
                board.hubs[place] = [majors[-1] if name in (first, partners[0]) else name for name in names]
    for major in 2 * majors:
        network = board.network
        seen = {hex_ for hex_, _ in _reached(network, major)}
        own = {place.hex for place in network.hubs_of(major)}
        free = [
            place
            for place in network.places()
            if len(network.hubs.get(place, ())) < network.stop(place).slots and place.hex in seen - own
        ]
        if free:
            place = max(free, key=lambda each: network.stop(each).revenue + 30 * dice.random())
            board.hubs.setdefault(place, []).append(major)
    return majors or owners
