"""Small positions for tests: a table in a phase, with track, cubes and money where a test wants them.

Hexes and rotations are those of the pictures; `line` works out plain tiles along a row of hexes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.age_of_steam.actions import Build
from engine.age_of_steam.board import board
from engine.age_of_steam.game import AgeOfSteam
from engine.age_of_steam.laying import plan_track
from engine.age_of_steam.network import network
from engine.age_of_steam.setup import bare_state
from engine.age_of_steam.state import Laid, Track
from engine.age_of_steam.tiles import TOWN, tiles
from engine.core.action import Action
from engine.core.chance import Chance, Outcome
from engine.core.errors import IllegalMove
from engine.core.event import Event

from .invariants import events_account_for, is_among

PLENTY = 60


def table(
    map_id: str = "rust_belt",
    players: int = 3,
    *,
    phase: str = "build_track",
    order: Sequence[int] | None = None,
    turn: int = 1,
    cash: int = PLENTY,
    powers: Mapping[int, str] | None = None,
    script: Sequence[Outcome] = (),
) -> AgeOfSteam:
    """A game on an empty board at the start of a phase, seats in order, everybody with the same cash.

    powers: the actions chosen this turn. script: what chance will say. Nobody's first tile is still to come.
    """
    state = bare_state(map_id, players)
    state.turn = turn
    state.phase = phase
    state.order = list(order) if order is not None else list(range(players))
    for seat, player in enumerate(state.players):
        player.cash = cash
        player.action = (powers or {}).get(seat, "")
        player.start = "built before"
    game = AgeOfSteam(state, Chance("a test", script=script))
    game.phase.begin(game)
    return game


def rebegin(game: AgeOfSteam) -> AgeOfSteam:
    """Start the phase again, after a test has changed what it begins with."""
    game.phase.begin(game)
    return game


def edge(game: AgeOfSteam, here: str, there: str) -> int:
    """The edge of a hex that leads to a neighbour."""
    return game.board.places[here].neighbours.index(there)


def facing(tile: str, *ends: int) -> int:
    """The rotation in which a tile has exactly these edges (towns) or joins these two (simple tiles)."""
    wanted = set(ends)
    for rotation, tracks in enumerate(tiles().shapes[tile].rotations):
        if {end for track in tracks for end in track if end != TOWN} == wanted:
            return rotation
    raise AssertionError(f"{tile} never shows {ends}")


def simple(one: int, other: int) -> tuple[str, int]:
    """The simple tile that joins two edges, and its rotation."""
    apart = min((one - other) % 6, (other - one) % 6)
    name = {1: "sharp", 2: "gentle", 3: "straight"}[apart]
    return name, facing(name, one, other)


def through(game: AgeOfSteam, before: str, here: str, after: str) -> Build:
    """The action that leads track through a hex from one neighbour to another."""
    return Build(here, *simple(edge(game, here, before), edge(game, here, after)))


def lay(game: AgeOfSteam, name: str, tile: str, rotation: int, *owners: int | None) -> None:
    """Put a tile on the board as it is; owners in the order of its tracks (the last counts for the rest)."""
    tracks = tiles().shapes[tile].tracks(rotation)
    given = [*owners, *[owners[-1]] * (len(tracks) - len(owners))]
    game.state.tiles[name] = Laid(
        tile, rotation, [Track(a, b, owner) for (a, b), owner in zip(tracks, given, strict=True)]
    )
    game.state.version += 1


def line(game: AgeOfSteam, owner: int | None, *hexes: str) -> None:
    """Track from the first hex to the last, which are stops or where it is open; they get no tiles."""
    for before, here, after in zip(hexes, hexes[1:], hexes[2:], strict=False):
        name, rotation = simple(edge(game, here, before), edge(game, here, after))
        lay(game, here, name, rotation, owner)


def way(game: AgeOfSteam, start: str, end: str) -> list[str]:
    """A shortest row of hexes from one stop to another, over free hexes without city or Town."""
    before: dict[str, str] = {start: ""}
    reached = [start]
    while reached and end not in before:
        here = reached.pop(0)
        for beyond in game.board.places[here].neighbours:
            if beyond is None or beyond in before:
                continue
            place = game.board.places[beyond]
            free = not (place.title or beyond in game.state.tiles)
            if (beyond == end and here != start) or free:
                before[beyond] = here
                reached.append(beyond)
    row = [end]
    while row[0] != start:
        row.insert(0, before[row[0]])
    return row


def link(game: AgeOfSteam, owner: int | None, start: str, end: str) -> list[str]:
    """A completed link between two stops, by a shortest way; returns its hexes, stops included."""
    row = way(game, start, end)
    line(game, owner, *row)
    for stop, beside in ((start, row[1]), (end, row[-2])):
        if game.board.places[stop].town and stop not in game.state.placed:
            exits = [beside, *_exits(game, stop)]
            owners = {track.b: track.owner for track in _tracks(game, stop)}
            town(game, stop, owner, *exits)
            for track in game.state.tiles[stop].tracks:
                track.owner = owners.get(track.b, owner)
    game.state.version += 1
    return row


def _tracks(game: AgeOfSteam, name: str) -> list[Track]:
    laid = game.state.tiles.get(name)
    return [] if laid is None else laid.tracks


def _exits(game: AgeOfSteam, name: str) -> list[str]:
    neighbours = game.board.places[name].neighbours
    return [beyond for track in _tracks(game, name) if (beyond := neighbours[track.b]) is not None]


def town(game: AgeOfSteam, name: str, owner: int | None, *neighbours: str) -> None:
    """A town tile with an exit to each of these neighbours."""
    ends = [edge(game, name, each) for each in neighbours]
    for shape in tiles().shapes.values():
        if shape.town:
            for rotation, tracks in enumerate(shape.rotations):
                if {b for _, b in tracks} == set(ends):
                    lay(game, name, shape.id, rotation, owner)
                    return
    raise AssertionError((name, neighbours))


def cubes(game: AgeOfSteam, name: str, *colours: str) -> None:
    """Put cubes on a hex."""
    game.state.cubes.setdefault(name, []).extend(colours)


def act(game: AgeOfSteam, seat: int, action: Action) -> list[Event]:
    """Make a move, and check that what it did to the players is what it says it did."""
    before = game.copy()
    events = game.apply(seat, action)
    events_account_for(before, game, events)
    return events


def refused(game: AgeOfSteam, seat: int, action: Action, because: str | None = None) -> None:
    """The action is illegal, the sentence says why, and nothing has changed."""
    before = game.snapshot()
    with pytest.raises(IllegalMove, match=because):
        game.apply(seat, action)
    assert game.snapshot() == before
    assert not is_among(action, offered(game, seat, action))


def offered(game: AgeOfSteam, seat: int, action: Action) -> list:
    """What the game offers of this kind of action."""
    return list(game.legal_actions(seat, type(action)))


def allowed(game: AgeOfSteam, seat: int, action: Action) -> None:
    """The action is legal, and offered."""
    game.must_be_legal(seat, action)
    assert is_among(action, offered(game, seat, action))


def price(game: AgeOfSteam, seat: int, action: Build) -> int:
    """The full price of a tile."""
    return plan_track(game.state, game.board, seat, action.hex, action.tile, action.rotation).price


def owner_at(game: AgeOfSteam, name: str, end: int | None = None) -> int | None:
    """Who owns the track at an edge of a hex (or its only owner)."""
    tracks = game.state.tiles[name].tracks
    found = {track.owner for track in tracks if end is None or end in (track.a, track.b)}
    assert len(found) == 1, found
    return found.pop()


def links_of(game: AgeOfSteam, seat: int) -> list[frozenset[str]]:
    """The stops of the seat's completed links."""
    return [
        frozenset(stop for stop in section.stops if stop is not None)
        for section in network(game.state).owned(seat)
        if section.complete
    ]


def dice(section: str, *values: int) -> Outcome:
    """Dice of Goods Growth."""
    return Outcome(f"{section} dice", values)


def named(map_id: str, title: str) -> str:
    """The hex with a printed name."""
    return next(name for name, place in board(map_id).places.items() if place.title == title)
