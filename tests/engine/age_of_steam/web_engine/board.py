"""The board of the model: tiles, tracks with an owner each, and where they lead."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engine.age_of_steam.board import board
from engine.age_of_steam.tiles import TOWN

Entry = dict[str, Any]
Ends = tuple[int, int]
At = tuple[str, int]
"""A track: its hex and its number on the tile there."""


class WebBoard:
    """A game's pieces, and how track is followed.

    old: the engine of an earlier year, which gives unowned track at a New City to nobody, charges one price
    for two redirected tracks, and lets an insolvent railroad's direct link be built again.
    cash: what everybody starts with, if not what the map says: with more a game gets fuller.
    """

    def __init__(
        self, map_id: str, players: int, seed: str, *, old: bool = False, cash: int | None = None
    ) -> None:
        self.dice = random.Random(seed)
        self.on, self.old = board(map_id), old
        self.ids = {name: hex_id for hex_id, name in self.on.by_id.items()}
        start = self.on.game["start"]
        self.rows = [[start["cash"] if cash is None else cash, 0, 2, 1] for _ in range(players)]
        self.out = [False] * players
        self.action = [""] * players
        self.order = list(range(players))
        self.turn = 1
        self.turns = self.on.turns(players)
        self.laid: dict[str, tuple[str, int, list[Ends]]] = {}
        self.owner: dict[At, int | None] = {}
        self.placed: dict[str, str] = {}
        self.links: dict[str, int | None] = {}
        self.left = list(self.on.new_cities)
        self.entries: list[Entry] = []
        self.over = False
        self.used: set[str] = set()
        self.shown: Counter[str] = Counter()
        self._set_up()

    # --- set-up ----------------------------------------------------------------------------------

    def _set_up(self) -> None:
        on = self.on
        self.bag = [colour for colour, count in on.bag.items() for _ in range(count)]
        self.dice.shuffle(self.bag)
        self.boxes: dict[str, list[str | None]] = {}
        solo = on.id == "barbados"
        for key, column in on.columns.items():
            empty: list[str | None] = [None] * (column.rows - 1)
            self.boxes[key] = (
                [*empty, self.bag.pop()] if solo else [self.bag.pop() for _ in range(column.rows)]
            )
        self.cubes: dict[str, list[str]] = {}
        for name, place in on.places.items():
            wanted = place.start_cubes + (on.cities[name].start_cubes if name in on.cities else 0)
            self.cubes[name] = [self.bag.pop() for _ in range(wanted)] + ["white"] * place.start_cotton
        self.terminals = {name: self.bag.pop() for name in on.terminals}

    def _is_city(self, name: str | None) -> bool:
        return name is not None and (
            name in self.on.cities or name in self.on.terminals or name in self.placed
        )

    def _track(self, name: str | None, edge: int) -> At | None:
        if name is None or self._is_city(name) or name not in self.laid:
            return None
        return next(((name, i) for i, ends in enumerate(self.laid[name][2]) if edge in ends), None)

    def _beyond(self, name: str, edge: int) -> str | None:
        return self.on.places[name].neighbours[edge]

    def _next(self, name: str, edge: int) -> At | None:
        """The track beyond an edge that meets it."""
        return self._track(self._beyond(name, edge), (edge + 3) % 6)

    def _ends_of(self, at: At) -> Ends:
        return self.laid[at[0]][2][at[1]]

    def _follow(self, at: At, end: int) -> tuple[list[At], str, int]:
        """Out of an end of a track: the tracks beyond, and the last hex with the end at which it leaves."""
        passed: list[At] = []
        name = at[0]
        while end != TOWN:
            beyond = self._next(name, end)
            if beyond is None or beyond in passed or beyond == at:
                break
            passed.append(beyond)
            a, b = self._ends_of(beyond)
            name, end = beyond[0], b if a == (end + 3) % 6 else a
        return passed, name, end

    def _route(self, at: At) -> list[At]:
        a, b = self._ends_of(at)
        return [*reversed(self._follow(at, a)[0]), at, *self._follow(at, b)[0]]

    def _open(self, name: str, end: int) -> bool:
        return end != TOWN and not self._is_city(self._beyond(name, end)) and self._next(name, end) is None

    def _dangles(self, at: At) -> bool:
        return any(self._open(at[0], end) for end in self._ends_of(at))

    def _stop(self, name: str, end: int) -> str | None:
        if end == TOWN:
            return name
        beyond = self._beyond(name, end)
        return beyond if self._is_city(beyond) else None

    def _own(self, route: list[At], seat: int | None) -> list[At]:
        changed = [at for at in route if self.owner[at] != seat]
        for at in changed:
            self.owner[at] = seat
        return changed

    def _open_ends(self, seats: set[int | None]) -> dict[At, int]:
        """By hex and held end: how long the route is."""
        found: dict[At, int] = {}
        for at, owner in self.owner.items():
            if owner in seats and self._dangles(at):
                a, b = self._ends_of(at)
                for end, other in ((a, b), (b, a)):
                    if end != TOWN and (not self._open(at[0], end) or other == TOWN):
                        found[at[0], end] = len(self._route(at))
        return found
