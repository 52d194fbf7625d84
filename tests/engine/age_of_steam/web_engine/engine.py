"""The other phases of the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.age_of_steam.tiles import TOWN

from .board import Entry
from .building import WebBuilding


class WebEngine(WebBuilding):
    """One random game and its record."""

    # --- shares, order, actions ------------------------------------------------------------------

    def issue_shares(self) -> None:
        for seat in self.order:
            most = min(15 - self.rows[seat][2], 1 if self.on.id == "barbados" else 15)
            count = max(
                0, min(most, (self._due(seat) + 10 - self.rows[seat][0]) // 4 + self.dice.randint(-1, 1))
            )
            self._decide("issue_shares", seat, {"type": "issue_shares", "count": count}, forced=most <= 0)
            self.rows[seat][2] += count
            self.rows[seat][0] += 5 * count

    def _due(self, seat: int) -> int:
        """What the turn's end will cost beyond what it brings."""
        return self.rows[seat][2] + self.rows[seat][3] - self.rows[seat][1]

    def player_order(self) -> None:
        if self.on.id == "st_lucia":
            self._pay_to_go_first()
            return
        order, gone, bids, passed = self.order, [], {}, False
        seat = order[0]
        while len(gone) < len(order) - 1:
            low, cash = max(bids.values(), default=0) + 1, self.rows[seat][0]
            may_pass = self.action[seat] == "turn_order" and not passed and len(order) - len(gone) != 2
            what = self.dice.random()
            if cash < low and not may_pass:
                self._drop(seat, order, gone, bids, forced=True)
            elif may_pass and (what < 0.5 or cash < low):
                self._decide("player_order", seat, {"type": "pass_bid"})
                passed = True
            elif what < 0.6 and low <= min(cash, cash - self._due(seat) - 2):
                bids[seat] = min(cash, low + self.dice.randint(0, 2))
                self._decide("player_order", seat, {"type": "bid", "amount": bids[seat]})
            else:
                self._drop(seat, order, gone, bids)
            if len(gone) == len(order) - 1:
                break
            leader = max(bids, key=lambda each: bids[each]) if bids else None
            while True:
                seat = order[(order.index(seat) + 1) % len(order)]
                if seat != leader and seat not in gone:
                    break
        last = next(each for each in order if each not in gone)
        self._leave(last, order, gone, bids)
        self.order = gone
        self._effect("player_order", order=[self.seat(each) for each in gone])

    def _drop(
        self, seat: int, order: list[int], gone: list[int], bids: dict[int, int], *, forced: bool = False
    ) -> None:
        self._decide("player_order", seat, {"type": "drop_out"}, forced=forced)
        self._leave(seat, order, gone, bids)

    def _leave(self, seat: int, order: list[int], gone: list[int], bids: dict[int, int]) -> None:
        position, bid = len(order) - len(gone), bids.pop(seat, 0)
        paid = 0 if position == len(order) else bid if position <= 2 else -(-bid // 2)
        gone.insert(0, seat)
        self.rows[seat][0] -= paid
        self._effect("order_payment", seat=self.seat(seat), position=position, paid=paid)

    def _pay_to_go_first(self) -> None:
        """Asked first: turn about by the first turn; Turn Order's player instead of it."""
        if self.turn == 1:
            self.nominal = self.order[0]
        else:
            before, self.nominal = self.nominal, 1 - self.nominal
            special = next((seat for seat in self.order if self.action[seat] == "turn_order"), None)
            first = self.nominal if special is None else special
            self.order = [first, 1 - first]
            del before
        for seat in list(self.order):
            cash = self.rows[seat][0]
            if cash >= 5 and self.dice.random() < 0.6:
                self._decide("player_order", seat, {"type": "pay_to_go_first", "amount": 5})
                self.rows[seat][0] -= 5
                self.order = [seat, 1 - seat]
                return
            self._decide("player_order", seat, {"type": "decline_to_go_first", "amount": 5}, forced=cash < 5)

    def select_actions(self) -> None:
        offered = set(self.on.game["actions"])
        self.action = [""] * len(self.action)
        if len(self.used) == len(offered):
            self.used = set()
        for seat in self.order:
            free = sorted(offered - set(self.action) - (self.used if self.on.id == "barbados" else set()))
            power = (
                "urbanization"
                if "urbanization" in free and self.dice.random() < 0.6
                else self.dice.choice(free)
            )
            self._decide(
                "select_actions", seat, {"type": "select_action", "action": power}, forced=len(free) == 1
            )
            self.action[seat] = power
            self.used.add(power)
            if power == "locomotive":
                self.rows[seat][3] = min(6, self.rows[seat][3] + 1)

    # --- goods -----------------------------------------------------------------------------------

    def _accepts(self, name: str) -> tuple[str, ...]:
        if name in self.placed:
            return (self.on.new_cities[self.placed[name]].colour,)
        if name in self.on.cities:
            return self.on.cities[name].accepts
        return (self.terminals[name],) if name in self.terminals else ()

    def _ways(self, name: str) -> Iterator[tuple[str, int | None, list[str], str]]:
        """Where a cube may go from a hex: the stop, whose track, the hexes between, the direct link."""
        if self._is_city(name):
            starts = [
                (met, (edge + 3) % 6) for edge in range(6) if (met := self._next(name, edge)) is not None
            ]
            for at, entry in starts:
                a, b = self._ends_of(at)
                passed, last, out = self._follow(at, b if a == entry else a)
                stop = self._stop(last, out)
                if stop is not None and stop != name:
                    yield stop, self.owner[at], [h for h, _ in [at, *passed] if h != stop], ""
            for link in self.on.links:
                if (
                    name in link.between
                    and link.id in self.links
                    and not (self.old and self.links[link.id] is None)
                ):
                    yield (
                        next(each for each in link.between if each != name),
                        self.links[link.id],
                        [],
                        link.id,
                    )
            return
        for i, ends in enumerate(self.laid[name][2] if name in self.laid else ()):
            for end in ends:
                if end == TOWN:
                    continue
                passed, last, out = self._follow((name, i), end)
                stop = self._stop(last, out)
                if stop is not None and stop != name:
                    yield stop, self.owner[name, i], [h for h, _ in passed if h != stop], ""

    def _deliveries(
        self, seat: int
    ) -> Iterator[tuple[str, str, list[tuple[str, int | None, list[str], str]]]]:
        for name in [each for each, lying in self.cubes.items() if lying]:
            for cube in sorted(set(self.cubes[name])):
                stack: list[tuple[str, list[Any]]] = [(name, [])]
                while stack:
                    here, path = stack.pop()
                    if len(path) == self.rows[seat][3]:
                        continue
                    for way in self._ways(here):
                        stop = way[0]
                        if stop == name or any(stop == step[0] for step in path):
                            continue
                        if cube in self._accepts(stop):
                            yield name, cube, [*path, way]
                        elif stop not in self.on.terminals and len(path) < 4:
                            stack.append((stop, [*path, way]))

    def move_goods(self) -> None:
        first = [seat for seat in self.order if self.action[seat] == "first_move"]
        upgraded: set[int] = set()
        for _ in range(2):
            for seat in [*first, *(each for each in self.order if each not in first)]:
                found = list(self._deliveries(seat))
                self.dice.shuffle(found)
                found.sort(key=lambda each: -sum(step[1] == seat for step in each[2]))
                if found and self.dice.random() < 0.9:
                    self._move(seat, *(found[0] if self.dice.random() < 0.7 else self.dice.choice(found)))
                elif self.rows[seat][3] < 6 and seat not in upgraded and self.rows[seat][0] > self._due(seat):
                    self._decide("move_goods", seat, {"type": "upgrade_engine"})
                    upgraded.add(seat)
                    self.rows[seat][3] += 1
                else:
                    self._decide("move_goods", seat, {"type": "pass_move"})

    def _move(self, seat: int, name: str, cube: str, path: list[Any]) -> None:
        gains = Counter(step[1] for step in path if step[1] is not None)
        if cube == "white":
            gains[seat] += 1
        steps = []
        for to, owner, via, link in path:
            step: Entry = {
                "to": self.ids[to],
                "owner": self.seat(owner),
                "via": [self.ids[each] for each in via],
            }
            if link:
                step["link"] = link
            if owner is None:
                self.shown["over nobody's track"] += 1
            steps.append(step)
        said: Entry = {"type": "move_goods", "cube": cube, "from": self.ids[name], "path": steps}
        said["income"] = {self.seat(each): amount for each, amount in gains.items()}
        self._decide("move_goods", seat, said)
        for each, amount in gains.items():
            self.rows[each][1] += amount
        self.cubes[name].remove(cube)
        if cube != "white":
            self.bag.append(cube)

    # --- money -----------------------------------------------------------------------------------

    def collect_income(self) -> None:
        for seat in self.order:
            self.rows[seat][0] += self.rows[seat][1]
        self._effect("income", amounts={self.seat(seat): self.rows[seat][1] for seat in self.order})

    def pay_expenses(self) -> None:
        said: Entry = {}
        for seat in list(self.order):
            row = self.rows[seat]
            due = row[2] + row[3]
            paid = min(row[0], due)
            row[0] -= paid
            row[1] -= due - paid
            said[f"P{seat + 1}"] = {"due": due, "paid": paid, "income_lost": due - paid}
            if row[1] < 0:
                self.out[seat] = True
                said[f"P{seat + 1}"]["eliminated"] = True
                self.order.remove(seat)
                for at, owner in self.owner.items():
                    if owner == seat:
                        self.owner[at] = None
                self.links = {link: None if owner == seat else owner for link, owner in self.links.items()}
        self._effect("expenses", seats=said)
        for seat, out in enumerate(self.out):
            if out and said.get(f"P{seat + 1}", {}).get("eliminated"):
                self.shown["eliminated"] += 1
                self._effect("eliminated", seat=self.seat(seat), track_unowned=[])
        if len(self.order) < min(2, len(self.rows)):
            self._end()

    def income_reduction(self) -> None:
        amounts = {}
        for seat in self.order:
            income = self.rows[seat][1]
            loss = 0 if income <= 10 else 10 if income >= 51 else (income - 1) // 10 * 2
            if self.on.id == "southern_us" and self.turn == 4:
                loss *= 2
            self.rows[seat][1] -= loss
            amounts[f"P{seat + 1}"] = loss
        self._effect("income_reduction", amounts=amounts)

    # --- growth ----------------------------------------------------------------------------------

    def _extra(self, name: str) -> None:
        where = next(each for each, city in self.on.cities.items() if city.name == name)
        if self.bag:
            cube = self.bag.pop(self.dice.randrange(len(self.bag)))
            self.cubes[where].append(cube)
            self._effect("draw", purpose="extra_growth", hex=self.ids[where], cubes=[cube])

    def _openings(self) -> bool:
        return any(len(self.boxes[key]) < column.rows for key, column in self._standing_columns())

    def _standing_columns(self) -> list[tuple[str, Any]]:
        return [(k, c) for k, c in self.on.columns.items() if c.hex or k in self.placed.values()]

    def goods_growth(self) -> None:
        if self.on.id == "germany":
            self._extra("Berlin")
        producer = next((seat for seat in self.order if self.action[seat] == "production"), None)
        if producer is not None and not self._openings():
            self.shown["forfeited"] += 1
        elif producer is not None:
            self._produce(producer)
        if self.on.id == "southern_us" and self.turn <= 4:
            self._extra("Atlanta")
        for section in ("light", "dark"):
            count = len(self.rows) if self.on.id != "barbados" else 2 if section == "light" else 0
            values = sorted(self.dice.randint(1, 6) for _ in range(count))
            self._effect("dice", section=section, values=values)
            for key, column in self._standing_columns():
                shown = values.count(column.die) if column.section == section else 0
                if shown:
                    self._grow(key, shown)

    def _grow(self, key: str, shown: int) -> None:
        boxes, column = self.boxes[key], self.on.columns[key]
        name = column.hex or next(n for n, letter in self.placed.items() if letter == key)
        moved: list[str] = []
        for _ in range(shown):
            cube = None
            while boxes and cube is None:
                cube = boxes.pop()
            if cube is None:
                break
            moved.append(cube)
        self.cubes[name] += moved
        said = {"section": column.section, "die": column.die} if column.hex else {"new_city": key}
        self._effect("growth", hex=self.ids[name], column=said, dice=shown, cubes=moved)

    def _produce(self, seat: int) -> None:
        hand = [self.bag.pop(self.dice.randrange(len(self.bag))) for _ in range(min(2, len(self.bag)))]
        self._effect("draw", purpose="production", cubes=list(hand))
        while True:
            if not hand or self.dice.random() < 0.1:
                self._decide("goods_growth", seat, {"type": "end_production"})
                break
            free = [
                (key, row)
                for key, column in self._standing_columns()
                for row in range(column.rows)
                if row >= len(self.boxes[key]) or self.boxes[key][row] is None
            ]
            key, row = self.dice.choice(free)
            column, cube = self.on.columns[key], self.dice.choice(hand)
            said = {"section": column.section, "die": column.die} if column.hex else {"new_city": key}
            action = {"type": "place_production", "cube": cube, "column": said, "row": column.rows - row}
            self._decide("goods_growth", seat, action, ends=False)
            hand.remove(cube)
            boxes = self.boxes[key]
            boxes += [None] * (row + 1 - len(boxes))
            boxes[row] = cube
            if not hand or not self._openings():
                self.shown["rest forfeited"] += bool(hand)
                self.entries[-1]["ends_turn"] = True
                break
        if hand:
            self._effect("production_returned", cubes=list(hand))
            self.bag += hand

    def advance_turn(self) -> None:
        if self.turn == self.turns:
            self._end()
            return
        self._end_of_turn()
        self.turn += 1
