"""What the model lets be built, and its prices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.age_of_steam.tiles import TOWN, tiles

from .board import Ends
from .recording import WebRecording


class WebLaying(WebRecording):
    """Tiles that may be laid."""

    built: list[str]

    def _parts(
        self, name: str, ends: list[Ends]
    ) -> tuple[list[Ends], list[tuple[int, Ends]], list[Ends]] | None:
        """Kept, redirected and new tracks of a tile; None where that engine gives up."""
        kept: list[Ends] = []
        turned: list[tuple[int, Ends]] = []
        new: list[Ends] = []
        for each in ends:
            old = [
                i
                for i, had in enumerate(self.laid[name][2] if name in self.laid else ())
                if any(end != TOWN and end in had for end in each)
            ]
            if len(old) > 1:
                return None
            if not old:
                new.append(each)
            elif set(self.laid[name][2][old[0]]) == set(each):
                kept.append(each)
            else:
                turned.append((old[0], each))
        return kept, turned, new

    def _may_build(self, seat: int, name: str, tile: str, ends: list[Ends]) -> bool:
        place = self.on.places[name]
        parts = self._parts(name, ends)
        if self._is_city(name) or parts is None:
            return False
        kept, turned, new = parts
        fresh = [*new, *(each for _, each in turned)]
        had = self.laid[name][2] if name in self.laid else []
        if not fresh or len(kept) + len(turned) != len(had) or (place.town and turned):
            return False
        if any(self.owner[name, i] not in (None, seat) or not self._dangles((name, i)) for i, _ in turned):
            return False
        if any(end != TOWN and self._beyond(name, end) is None for each in fresh for end in each):
            return False
        joined = [any(self._comes_from(seat, name, end) for end in each) for each in fresh]
        if not (any(joined) if place.town else all(joined)):
            return False
        for each in fresh:
            for end in each:
                met = self._next(name, end) if end != TOWN else None
                if met is not None and self.owner[met] not in (None, seat):
                    return False
            if self._loops(name, each):
                return False
        return self._in_stock(tile) and self._disc_for(name, tile)

    def _comes_from(self, seat: int, name: str, end: int) -> bool:
        if end == TOWN:
            return any(
                self.owner[name, i] == seat
                for i in range(len(self.laid[name][2]) if name in self.laid else 0)
            )
        if self._is_city(self._beyond(name, end)):
            return True
        met = self._next(name, end)
        if met is None or self.owner[met] is not None:
            return met is not None and self.owner[met] == seat
        a, b = self._ends_of(met)
        _, last, out = self._follow(met, b if a == (end + 3) % 6 else a)
        if out == TOWN:
            return any(self.owner[last, i] == seat for i in range(len(self.laid[last][2])))
        return self._is_city(self._beyond(last, out))

    def _loops(self, name: str, ends: Ends) -> bool:
        reached = []
        for end in ends:
            met = self._next(name, end) if end != TOWN else None
            if met is None:
                reached.append(self._stop(name, end))
                continue
            a, b = self._ends_of(met)
            _, last, out = self._follow(met, b if a == (end + 3) % 6 else a)
            reached.append(self._stop(last, out))
        return reached[0] is not None and reached[0] == reached[1]

    def _in_stock(self, tile: str) -> bool:
        """Every piece is counted, the tile that would be replaced too; Town discs take what is there."""
        box = tiles()
        left = dict(box.pieces)
        lying = Counter([laid[0] for laid in self.laid.values()] + [tile])
        for each, count in lying.items():
            if not box.shapes[each].disc:
                left[each] -= count
        for each, count in lying.items():
            for piece in box.shapes[each].made_from if box.shapes[each].disc else ():
                taken = max(0, min(count, left[piece]))
                left[piece] -= taken
                count -= taken
            if box.shapes[each].disc and count:
                return False
        return all(count >= 0 for count in left.values())

    def _disc_for(self, name: str, tile: str) -> bool:
        shapes = tiles().shapes
        if not shapes[tile].disc or (name in self.laid and shapes[self.laid[name][0]].disc):
            return True
        return sum(shapes[laid[0]].disc for laid in self.laid.values()) < 8

    def _price(self, name: str, tile: str, ends: list[Ends]) -> tuple[str, int]:
        shapes, place, costs = tiles().shapes, self.on.places[name], self.on.costs
        if name not in self.laid:
            if place.town:
                return "place", 1 + len(ends)
            ground = costs["simple"][place.terrain] if place.simple_cost is None else place.simple_cost
            return "place", ground + {"simple": 0, "coexist": 1, "crossing": 2}[shapes[tile].family]
        if place.town:
            return "replace_town", 3
        if shapes[self.laid[name][0]].family == "simple" and shapes[tile].family == "crossing":
            return "replace_crossing", 3
        parts = self._parts(name, ends)
        assert parts is not None
        turned = len(parts[1])
        if turned > 1:
            self.shown["two redirected"] += 1
        return ("redirect" if turned else "replace_other"), 2 * (1 if self.old else max(1, turned))

    def _choices(self, seat: int) -> Iterator[tuple[str, str, int, list[Ends]]]:
        """Tiles that could be built near the railroad's track and the cities, in a random order."""
        hexes = [
            name
            for name, place in self.on.places.items()
            if not self._is_city(name)
            and any(self._is_city(each) or each in self.laid for each in place.neighbours)
        ]
        self.dice.shuffle(hexes)
        shapes = list(tiles().shapes.values())
        for name in hexes:
            if name in self.built:
                continue
            fitting = [
                (shape.id, rotation, list(ends))
                for shape in shapes
                if shape.town == bool(self.on.places[name].town)
                for rotation, ends in enumerate(shape.rotations)
            ]
            self.dice.shuffle(fitting)
            # Plain tiles are what most people build; the odd ones come often enough.
            fitting.sort(key=lambda each: len(each[2]) > 1 and self.dice.random() < 0.6)
            for tile, rotation, ends in fitting:
                if self._may_build(seat, name, tile, ends):
                    yield name, tile, rotation, ends
                    break
