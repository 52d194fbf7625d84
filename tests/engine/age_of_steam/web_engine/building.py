"""Build turns of the model."""

from __future__ import annotations

from collections import Counter

from engine.age_of_steam.tiles import TOWN

from .board import At, Ends, Entry
from .laying import WebLaying


class WebBuilding(WebLaying):
    """The phase Build Track."""

    def build_track(self) -> None:
        first = [seat for seat in self.order if self.action[seat] == "first_build"]
        for seat in [*first, *(each for each in self.order if each not in first)]:
            self._turn_of(seat)

    def _turn_of(self, seat: int) -> None:
        half = self.on.game["engineer"] == "half_cost_tile" and self.action[seat] == "engineer"
        most = 3 + (self.action[seat] == "engineer" and not half)
        self.built: list[str] = []
        count, city_due = 0, self.action[seat] == "urbanization"
        prices: list[tuple[Entry, int]] = []
        before = self._open_ends({seat, None})

        def ended() -> bool:
            return count == most and not city_due

        while True:
            if self.rows[seat][0] < 2 and not city_due:
                self._decide("build_track", seat, {"type": "end_build"}, forced=True)
                break
            towns = [n for n, place in self.on.places.items() if place.town and n not in self.placed]
            what = self.dice.random()
            if city_due and self.left and towns and (what < 0.4 or count == most):
                city_due = False
                self._urbanise(seat, self._pick_town(towns), count, ended())
                if ended():
                    break
                continue
            if count < most and what < 0.93:
                if self._link(seat):
                    count += 1
                    self.entries[-1]["ends_turn"] = ended()
                    if ended():
                        break
                    continue
                if self._build(seat, half, prices):
                    count += 1
                    self.entries[-1]["ends_turn"] = ended()
                    if ended():
                        break
                    continue
            if not (city_due and self.left and self.dice.random() < 0.9):
                self._decide("build_track", seat, {"type": "end_build"})
                break
        self._abandon(seat, before)

    def _pick_town(self, towns: list[str]) -> str:
        """Rather where track runs up to."""
        busy = [n for n in towns if any(self._next(n, edge) is not None for edge in range(6))]
        return self.dice.choice(busy if busy and self.dice.random() < 0.8 else towns)

    def _urbanise(self, seat: int, name: str, count: int, ends: bool) -> None:
        letter = self.dice.choice(self.left)
        said: Entry = {"type": "urbanize", "hex": self.ids[name], "new_city": letter, "builds_before": count}
        if self.cubes[name]:
            said["cubes_on_new_city"] = list(self.cubes[name])
        self._decide("build_track", seat, said, ends=ends)
        loose = [
            met
            for edge in range(6)
            if self._track(name, edge) is None
            and (met := self._next(name, edge)) is not None
            and self.owner[met] is None
        ]
        if name in self.laid:
            for i in range(len(self.laid[name][2])):
                del self.owner[name, i]
            del self.laid[name]
        self.left.remove(letter)
        self.placed[name] = letter
        changed = [at for met in loose if not self.old for at in self._own(self._route(met), seat)]
        if loose:
            self.shown["loose track at a city"] += 1
        if any(
            len(route) and self._stop_pair(route)[0] == self._stop_pair(route)[1] == name
            for route in self._routes_at(name)
        ):
            self.shown["loop"] += 1
        self._owner_change(changed, None, seat)

    def _routes_at(self, name: str) -> list[list[At]]:
        return [self._route(met) for edge in range(6) if (met := self._next(name, edge)) is not None]

    def _stop_pair(self, route: list[At]) -> tuple[str | None, str | None]:
        a, b = self._ends_of(route[0])
        _, last, out = self._follow(route[0], a)
        _, other, gone = self._follow(route[0], b)
        return self._stop(last, out), self._stop(other, gone)

    def _owner_change(self, changed: list[At], old: int | None, new: int | None) -> None:
        if changed:
            self._effect(
                "owner_change",
                changes=[
                    {
                        "hex": self.ids[n],
                        "track": self._ends(self._ends_of((n, i))),
                        "from": self.seat(old),
                        "to": self.seat(new),
                    }
                    for n, i in changed
                ],
            )

    def _link(self, seat: int) -> bool:
        for link in self.on.links:
            free = link.id not in self.links or (self.old and self.links[link.id] is None)
            if free and self.rows[seat][0] >= link.cost and self.dice.random() < 0.2:
                if link.id in self.links:
                    self.shown["link built again"] += 1
                self._decide(
                    "build_track",
                    seat,
                    {"type": "build_link", "link": link.id, "cost": link.cost},
                    ends=False,
                )
                self.rows[seat][0] -= link.cost
                self.links[link.id] = seat
                return True
        return False

    def _build(self, seat: int, half: bool, prices: list[tuple[Entry, int]]) -> bool:
        found = [each for each, _ in zip(self._choices(seat), range(12), strict=False)]
        found.sort(key=lambda each: (self._worth(seat, each), self.dice.random()), reverse=True)
        for name, tile, rotation, ends in found:
            mode, price = self._price(name, tile, ends)
            so_far = [each for _, each in prices]
            cost = price
            if half:
                cost = price - max([*so_far, price]) // 2 + max(so_far, default=0) // 2
            kept = self._due(seat) if self.dice.random() < 0.97 else 0
            if cost > min(self.rows[seat][0], self.rows[seat][0] - kept) or self._discs(seat) >= 19:
                continue
            if self._hangs_in_the_air(seat, name, tile, rotation, ends):
                continue
            said: Entry = {
                "type": "build_track",
                "hex": self.ids[name],
                "tile": tile,
                "rotation": rotation,
                "tracks": [self._ends(each) for each in ends],
                "mode": mode,
                "cost": cost,
            }
            self._decide("build_track", seat, said, ends=False)
            self.rows[seat][0] -= cost
            prices.append((said, price))
            if half:
                said["list_cost"] = price
                for each, _ in prices:
                    each.pop("half_price", None)
                max(prices, key=lambda each: each[1])[0]["half_price"] = True
            self._lay(seat, name, tile, rotation, ends)
            self.built.append(name)
            return True
        return False

    def _hangs_in_the_air(self, seat: int, name: str, tile: str, rotation: int, ends: list[Ends]) -> bool:
        """Whether a track would be left with both ends open: that engine then fails, and the move is lost."""
        laid, owner, shown = dict(self.laid), dict(self.owner), Counter(self.shown)
        self._lay(seat, name, tile, rotation, ends, quiet=True)
        found = any(all(self._open(at[0], end) for end in self._ends_of(at)) for at in self.owner)
        self.laid, self.owner, self.shown = laid, owner, shown
        return found

    def _worth(self, seat: int, choice: tuple[str, str, int, list[Ends]]) -> float:
        """Track that reaches a stop is better; odd choices come up too."""
        name, _, _, ends = choice
        reaches = sum(
            self._stop(name, end) is not None or (end != TOWN and self._next(name, end) is not None)
            for each in ends
            for end in each
        )
        return reaches if self.dice.random() < 0.7 else self.dice.random() * 3

    def _discs(self, seat: int) -> int:
        seen: set[At] = set()
        count = sum(owner == seat for owner in self.links.values())
        for at, owner in self.owner.items():
            if owner == seat and at not in seen:
                count += 1
                seen.update(self._route(at))
        return count

    def _lay(
        self, seat: int, name: str, tile: str, rotation: int, ends: list[Ends], *, quiet: bool = False
    ) -> None:
        old = (
            [(had, self.owner[name, i]) for i, had in enumerate(self.laid[name][2])]
            if name in self.laid
            else []
        )
        for i in range(len(old)):
            del self.owner[name, i]
        self.laid[name] = tile, rotation, ends
        for i, each in enumerate(ends):
            had = next((h for h in old if any(end != TOWN and end in h[0] for end in each)), None)
            if had is not None and had[1] is not None:
                self.owner[name, i] = had[1]
            elif had is not None and set(had[0]) == set(each):
                self.owner[name, i] = None
            else:
                self.owner[name, i] = seat
            if (
                had is not None
                and set(had[0]) != set(each)
                and not (set(each) & set(had[0]) & self._held(name, had[0]))
            ):
                self.shown["held end left"] += 1
        changed: list[At] = []
        for i in range(len(ends)):
            if self.owner[name, i] == seat:
                changed += self._own(self._route((name, i)), seat)
        if not quiet:
            self._owner_change(changed, None, seat)

    def _held(self, name: str, ends: Ends) -> set[int]:
        return {end for end in ends if not self._open(name, end)}

    def _abandon(self, seat: int, before: dict[At, int]) -> None:
        now = self._open_ends({seat})
        gone: list[At] = []
        for (name, held), length in before.items():
            if now.get((name, held), length + 1) <= length:
                at = self._track(name, held)
                assert at is not None
                gone += self._own(self._route(at), None)
        if gone:
            changes = [
                {
                    "hex": self.ids[n],
                    "track": self._ends(self._ends_of((n, i))),
                    "from": self.seat(seat),
                    "to": None,
                }
                for n, i in gone
            ]
            self._effect("track_abandoned", changes=changes)
