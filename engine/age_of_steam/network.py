"""The track on the board as links and sections: what runs from where to where, and whose it is.

A section is a chain of tracks from tile to tile. It ends at a stop (a city, a Foreign Terminal, a Town with a
tile) or is open. With a stop at both ends it is a Completed Railroad Link, otherwise an Unfinished Track
Section. Rules: Age of Steam IV, Completed Railroad Links and Unfinished Track Sections.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from .board import Board, board
from .state import Laid, State, Track
from .tiles import TOWN

Piece = tuple[str, Track]
"""A track and the hex it lies in."""


@dataclass(slots=True, eq=False)
class Section:
    """A chain of tracks.

    pieces: its tracks in order. stops: the stop at either end, or None where it is open.
    open_at: hex and edge of either open end, or None where there is a stop.
    direct: the id of a direct link, which has no tracks.
    """

    pieces: list[Piece]
    stops: tuple[str | None, str | None]
    open_at: tuple[tuple[str, int] | None, tuple[str, int] | None]
    direct: str = ""
    direct_owner: int | None = None
    worth: int = 0
    """Sections of track that count for victory if it is complete."""

    @property
    def owner(self) -> int | None:
        """Whose it is; None if nobody's."""
        return self.pieces[0][1].owner if self.pieces else self.direct_owner

    @property
    def complete(self) -> bool:
        """Whether it is a Completed Railroad Link."""
        return self.stops[0] is not None and self.stops[1] is not None

    def claim(self, seat: int | None) -> bool:
        """Make it the seat's, or nobody's. Returns whether that changed anything."""
        changed = False
        for _, track in self.pieces:
            if track.owner != seat:
                track.owner = seat
                changed = True
        return changed

    def other(self, stop: str) -> str:
        """The stop at the other end of a link."""
        first, second = self.stops
        assert first is not None
        assert second is not None
        return second if first == stop else first

    def hexes_from(self, stop: str) -> tuple[str, ...]:
        """The hexes between the stops, in order from one of them, without the stops themselves."""
        names = [name for name, _ in self.pieces if name not in self.stops]
        if self.stops[0] != stop:
            names.reverse()
        return tuple(names)


@dataclass(slots=True)
class Network:
    """All sections of a board."""

    sections: list[Section]
    at: dict[tuple[str, int], Section] = field(default_factory=dict)
    """The section with a track at that edge of that hex."""
    links: dict[str, list[Section]] = field(default_factory=dict)
    """The completed links at each stop."""

    def owned(self, seat: int) -> list[Section]:
        """The seat's links and unfinished sections: one ownership disc lies on each."""
        return [section for section in self.sections if section.owner == seat]


_cache: WeakKeyDictionary[State, tuple[int, Network]] = WeakKeyDictionary()


def network(state: State) -> Network:
    """The network of a state; computed again only when its track or cities have changed."""
    known = _cache.get(state)
    if known is None or known[0] != state.version:
        known = (state.version, survey(board(state.map), state.tiles, state.placed, state.links))
        _cache[state] = known
    return known[1]


def is_city(on: Board, placed: Mapping[str, str], name: str) -> bool:
    """Whether track that leads into the hex ends there as in a city: City, New City, Foreign Terminal."""
    return name in placed or name in on.cities or name in on.terminals


def survey(
    on: Board, laid: Mapping[str, Laid], placed: Mapping[str, str], direct: Mapping[str, int | None]
) -> Network:
    """Work out the sections of these tiles."""
    where: dict[tuple[str, int], Track] = {}
    for name, tile in laid.items():
        for track in tile.tracks:
            if track.a >= 0:
                where[name, track.a] = track
            where[name, track.b] = track
    found = Network([])
    for name, tile in laid.items():
        for track in tile.tracks:
            if (name, track.b) in found.at:
                continue
            back, stop_a, open_a = _trace(on, placed, where, name, track, track.a)
            ahead, stop_b, open_b = _trace(on, placed, where, name, track, track.b)
            pieces = [*reversed(back), (name, track), *ahead]
            section = Section(pieces, (stop_a, stop_b), (open_a, open_b), worth=len(pieces))
            for at, each in pieces:
                if each.a >= 0:
                    found.at[at, each.a] = section
                found.at[at, each.b] = section
            found.sections.append(section)
    for link in on.links:
        if link.id in direct:
            found.sections.append(
                Section(
                    [],
                    link.between,
                    (None, None),
                    direct=link.id,
                    direct_owner=direct[link.id],
                    worth=link.track_sections,
                )
            )
    for section in found.sections:
        first, second = section.stops
        if first is not None and second is not None:
            found.links.setdefault(first, []).append(section)
            found.links.setdefault(second, []).append(section)
    return found


def _trace(
    on: Board,
    placed: Mapping[str, str],
    where: Mapping[tuple[str, int], Track],
    name: str,
    track: Track,
    end: int,
) -> tuple[list[Piece], str | None, tuple[str, int] | None]:
    """Follow a chain out of one end of a track: the tracks beyond it, and the stop or the open end."""
    beyond: list[Piece] = []
    first = track
    while True:
        if end == TOWN:
            return beyond, name, None
        following = on.places[name].neighbours[end]
        if following is None:
            return beyond, None, (name, end)
        if is_city(on, placed, following):
            return beyond, following, None
        entry = (end + 3) % 6
        following_track = where.get((following, entry))
        if following_track is None or following_track is first:
            return beyond, None, (name, end)
        track, name = following_track, following
        end = track.b if track.a == entry else track.a
        beyond.append((name, track))
