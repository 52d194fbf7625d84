"""The best routes of several trains that share no hexside, proven best.

1. Prices on hexsides (Lagrange multipliers): when each train pays for the track it uses, the trains' best
   routes one by one, plus the prices, are never worth less than the best routes together. Prices rise where
   trains collide and fall where nobody runs, which brings this bound down.
2. Routes found on the way, repaired train by train so that nothing collides, bring the best known up.
3. If the two do not meet, all trains are run through their diagrams side by side, leg by leg, keeping every
   combination whose loss against the bound is small enough to beat the best known. What is left is the best.

Nothing is cut off by time: a search that is too large is put off until the prices are better, then done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd

from .diagram import NEVER, SCALE, Costs, Diagram, Layout, bits_of

Plan = list[list[int]]
"""For each train the legs of its route, by their place in the order; none is a local route."""

FORBIDDEN = 10**12
"""The price of track that is taken."""
ROUNDS = (40, 80, 160)
"""How many changes of prices before the search is tried again."""
PAIR_ROUNDS = 15
"""How many changes of prices for two trains beside the others."""
FIRST_CAP = 3_000
"""How many combinations the first search may hold before prices are improved first; later ones ten times as
many each, the last without limit."""


class Together:
    """The joint problem of some trains of one company."""

    def __init__(
        self,
        layout: Layout,
        trains: Sequence[int | None],
        diagrams: Mapping[int | None, Diagram] | None = None,
        taken: int = 0,
    ) -> None:
        """trains: how many stops each counts (None: unlimited), in the order in which routes are wanted.
        diagrams: those of the trains, if they are made already. taken: hexsides that may not be used."""
        self.layout = layout
        self.taken = taken
        stops = len(layout.legs.places)
        sizes = [None if size is None or size >= stops else size for size in trains]
        # Longest first; equal trains next to each other.
        self.order = sorted(range(len(sizes)), key=lambda i: -(stops if (n := sizes[i]) is None else n))
        self.sizes = [sizes[i] for i in self.order]
        made = diagrams or {}
        self.diagrams = {
            size: made[size] if size in made else Diagram(layout, size) for size in dict.fromkeys(self.sizes)
        }
        self.unit = SCALE * gcd(*layout.legs.values) or SCALE
        self.capacity = self._capacities()
        self.prices = dict.fromkeys(self.capacity, 0)
        self.bound = 0
        self.best_value = NEVER
        self.best_plan: Plan = []

    def _capacities(self) -> dict[int, int]:
        """What is priced and how many trains it can carry: each hexside (its bit) one; and the way through a
        city of 3 or 5 exits (the stop, as a negative number) one or two, as one exit is left over."""
        capacity = {bit: 1 for mask in self.layout.masks for bit in bits_of(mask)}
        exits: dict[int, set[object]] = {}
        for leg in self.layout.legs.legs:
            exits.setdefault(leg.start, set()).add(leg.sides[0])
            exits.setdefault(leg.end, set()).add(leg.sides[-1])
        for stop, sides in sorted(exits.items()):
            pairs = len(sides) // 2
            if self.layout.legs.through[stop] and len(sides) % 2 and 0 < pairs < len(self.sizes):
                capacity[~stop] = pairs
        return capacity

    def solve(self) -> Plan:
        """The legs of every train's best route, in the order of the trains given."""
        cap = FIRST_CAP
        step = 1.0
        for rounds in ROUNDS:
            step = self._improve(rounds, step)
            if self._settled() or self._search(cap):
                break
            self._polish()
            cap *= 10
        else:
            self._search(None)
        plan: Plan = [[] for _ in self.sizes]
        for index, legs in zip(self.order, self.best_plan, strict=True):
            plan[index] = legs
        return plan

    def _polish(self) -> None:
        """Improve the best known: two trains at a time are given their best routes beside the others'."""
        count = len(self.sizes)
        pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
        idle = 0
        while count > 2 and idle < len(pairs) and not self._settled():
            a, b = pair = pairs.pop(0)
            pairs.append(pair)
            taken = 0
            for index, legs in enumerate(self.best_plan):
                if index not in pair:
                    for layer in legs:
                        taken |= self.layout.masks[layer]
            two = Together(self.layout, (self.sizes[a], self.sizes[b]), self.diagrams, taken)
            before = [self.best_plan[a], self.best_plan[b]]
            two.best_plan, two.best_value = before, sum(map(self._value, two.sizes, before))
            value = two.best_value
            two._improve(PAIR_ROUNDS, 1.0)
            two._search(FIRST_CAP)
            idle += 1
            if two.best_value > value:
                self.best_value += two.best_value - value
                self.best_plan = list(self.best_plan)
                self.best_plan[a], self.best_plan[b] = two.best_plan
                idle = 0

    def _settled(self) -> bool:
        return self.bound - self.best_value < self.unit

    # Prices

    def _costs(self, prices: dict[int, int], taken: int = 0) -> list[tuple[int, int, int, int]]:
        """What the use of each leg costs at these prices, prohibitive where track is taken."""
        costs = []
        taken |= self.taken
        for layer, mask in enumerate(self.layout.masks):
            leg = self.layout.legs.legs[self.layout.order[layer]]
            cost = FORBIDDEN if mask & taken else sum(prices[bit] for bit in bits_of(mask))
            a, b = prices.get(~leg.start, 0), prices.get(~leg.end, 0)
            costs.append((cost, cost + a, cost + b, cost + a + b))
        return costs

    def _use(self, plan: Plan) -> dict[int, int]:
        """How many trains use what is priced, beyond its capacity."""
        use = {key: -count for key, count in self.capacity.items()}
        for legs in plan:
            touched: dict[int, int] = {}
            for layer in legs:
                for bit in bits_of(self.layout.masks[layer]):
                    use[bit] += 1
                leg = self.layout.legs.legs[self.layout.order[layer]]
                for stop in (leg.start, leg.end):
                    touched[stop] = touched.get(stop, 0) + 1
            for stop, times in touched.items():
                if times == 2 and ~stop in use:
                    use[~stop] += 1
        return use

    def _improve(self, rounds: int, step: float) -> float:
        """Change prices some times, and keep the best bound and the best routes seen; returns the step."""
        prices = dict(self.prices)
        stale = 0
        for _ in range(rounds):
            costs = self._costs(prices)
            bound = sum(price * self.capacity[key] for key, price in prices.items())
            routes = {}
            for size, diagram in self.diagrams.items():
                value, routes[size] = diagram.best(costs)
                bound += value * self.sizes.count(size)
            plan = [routes[size] for size in self.sizes]
            if not self.bound or bound < self.bound:
                self.bound, self.prices = bound, dict(prices)
                stale = 0
            else:
                stale += 1
            self._repair(plan, prices)
            if self._settled():
                break
            slope = {key: n for key, n in self._use(plan).items() if n > 0 or (n < 0 and prices[key] > 0)}
            norm = sum(n * n for n in slope.values())
            if not norm:
                break
            if stale >= 3:
                step /= 2
                stale = 0
                prices = dict(self.prices)
            length = step * max(self.bound - self.best_value, self.unit) / norm
            for key, n in slope.items():
                prices[key] = max(0, prices[key] + int(length * n))
        return step

    def _repair(self, plan: Plan, prices: dict[int, int]) -> None:
        """Make routes that collide into routes that do not, train by train, and remember the best."""
        masks = self.layout.masks
        taken = 0
        fixed: Plan = []
        for size, legs in zip(self.sizes, plan, strict=True):
            if any(masks[layer] & taken for layer in legs):
                _, legs = self.diagrams[size].best(self._costs(prices, taken))
            fixed.append(legs)
            for layer in legs:
                taken |= masks[layer]
        value = sum(map(self._value, self.sizes, fixed))
        if value > self.best_value:
            self.best_value, self.best_plan = value, fixed

    def _value(self, size: int | None, legs: list[int]) -> int:
        """What a route earns."""
        node, value = 0, 0
        chosen = set(legs)
        diagram = self.diagrams[size]
        for layer, arcs in enumerate(diagram.layers):
            skip, skip_gain, use, use_gain, _ = arcs[node]
            node, gain = (use, use_gain) if layer in chosen else (skip, skip_gain)
            value += gain
        return value + diagram.ends[node]

    # Search

    def _search(self, cap: int | None) -> bool:
        """Look at every combination that could beat the best known, and keep the best. False, and nothing
        done, if there are more than `cap` at a time."""
        if self._settled():
            return True
        layout, sizes = self.layout, self.sizes
        count = len(sizes)
        same = [index > 0 and sizes[index] == sizes[index - 1] for index in range(count)]
        any_same = any(same)
        costs = self._costs(self.prices)
        hopes = {size: self._hopes(diagram, costs) for size, diagram in self.diagrams.items()}
        # The bound for a combination: what it has earned, what each train may still earn at these prices, and
        # the prices of all that can still be used, `rest`, less what is used of it already (in `hopes`).
        rest = [0] * (len(layout.masks) + 1)
        for priced, price in self.prices.items():
            last = layout.last_of_side[priced] if priced > 0 else layout.last_of_stop[~priced]
            for layer in range(last + 1):
                rest[layer] += price * self.capacity[priced]
        current: dict[tuple[int, ...], int] = {(0,) * count: 0}
        trail: list[dict[tuple[int, ...], tuple[tuple[int, ...], int]]] = []
        for layer in range(len(layout.masks)):
            side_bits = layout.side_bits[layer]
            closed = layout.masks[layer] & self.taken
            views = [(self.diagrams[size].layers[layer], hopes[size][layer + 1]) for size in sizes]
            bits = [self.diagrams[size].states[layer] for size in sizes]
            need = self.best_value + self.unit - rest[layer + 1]
            after: dict[tuple[int, ...], int] = {}
            came: dict[tuple[int, ...], tuple[tuple[int, ...], int]] = {}
            for key, earned in current.items():
                arcs = [view[0][node] for node, view in zip(key, views, strict=True)]
                gain = earned
                hope = 0
                dead = -1  # the train that must use this leg
                for index in range(count):
                    skip = arcs[index][0]
                    if skip >= 0:
                        gain += arcs[index][1]
                        hope += views[index][1][skip]
                    elif dead >= 0:
                        dead = count
                        break
                    else:
                        dead = index
                if dead == count:
                    continue
                if dead < 0 and gain + hope >= need:
                    new = tuple([arc[0] for arc in arcs])
                    if any_same:
                        new = _sorted(new, same)
                    if gain > after.get(new, NEVER):
                        after[new] = gain
                        came[new] = key, -1
                for index in range(0 if closed else count):
                    if dead >= 0 and index != dead:
                        continue
                    skip, skip_gain, use, use_gain, _ = arcs[index]
                    if use < 0 or (same[index] and key[index] == key[index - 1]):
                        continue
                    new_gain, new_hope = gain + use_gain, hope + views[index][1][use]
                    if index != dead:
                        new_gain -= skip_gain
                        new_hope -= views[index][1][skip]
                    if new_gain + new_hope < need:
                        continue
                    if side_bits and any(
                        bits[other][key[other]] & side_bits for other in range(count) if other != index
                    ):
                        continue
                    new = tuple([arc[2] if i == index else arc[0] for i, arc in enumerate(arcs)])
                    if any_same:
                        new = _sorted(new, same)
                    if new_gain > after.get(new, NEVER):
                        after[new] = new_gain
                        came[new] = key, index
            current = after
            trail.append(came)
            if cap is not None and len(current) > cap:
                return False
        if current:
            worth = {
                key: gain + sum(self.diagrams[size].ends[node] for size, node in zip(sizes, key, strict=True))
                for key, gain in current.items()
            }
            key = min(current, key=lambda each: (-worth[each], each))
            if worth[key] > self.best_value:
                self.best_plan = self._follow(trail, key, same)
                self.best_value = worth[key]
        self.bound = self.best_value
        return True

    def _hopes(self, diagram: Diagram, costs: Costs) -> list[list[int]]:
        """What each node can still earn at these prices, less the prices of what it has used of the hexsides
        and ways through cities that other trains may still want."""
        layout = self.layout
        hopes = []
        width, inner = layout.width, (1 << layout.width) - 1
        for layer, worth in enumerate(diagram.worth(costs)):
            sides = [
                (layout.bit_of_side[key], price)
                for key, price in self.prices.items()
                if price
                and key in layout.bit_of_side
                and layout.first_of_side[key] < layer <= layout.last_of_side[key]
            ]
            stops = [
                (layout.slot[~key] * width, price)
                for key, price in self.prices.items()
                if price and key < 0 and layout.first_of_stop[~key] < layer <= layout.last_of_stop[~key]
            ]
            if not sides and not stops:
                hopes.append(worth)
                continue
            hopes.append(
                [
                    value
                    - sum(price for bit, price in sides if state & bit)
                    - sum(price for shift, price in stops if state >> shift & inner == inner)
                    for value, state in zip(worth, diagram.states[layer], strict=True)
                ]
            )
        return hopes

    def _follow(
        self,
        trail: list[dict[tuple[int, ...], tuple[tuple[int, ...], int]]],
        key: tuple[int, ...],
        same: list[bool],
    ) -> Plan:
        """The plan that led to a combination at the end of the search."""
        steps = []
        for came in reversed(trail):
            key, index = came[key]
            steps.append((key, index))
        steps.reverse()
        plan: Plan = [[] for _ in self.sizes]
        who = list(range(len(self.sizes)))
        for layer, (key, index) in enumerate(steps):
            if index >= 0:
                plan[who[index]].append(layer)
            nodes = [
                arcs[node][2] if place == index else arcs[node][0]
                for place, (node, arcs) in enumerate(
                    zip(key, (self.diagrams[size].layers[layer] for size in self.sizes), strict=True)
                )
            ]
            # Equal trains stand in the order of their nodes.
            start = 0
            for end in range(1, len(same) + 1):
                if end == len(same) or not same[end]:
                    group = sorted(range(start, end), key=lambda place: (nodes[place], place))
                    who[start:end] = [who[place] for place in group]
                    start = end
        return plan


def _sorted(key: tuple[int, ...], same: list[bool]) -> tuple[int, ...]:
    """The combination with equal trains in the order of their nodes."""
    out: list[int] = []
    start = 0
    for end in range(1, len(key) + 1):
        if end == len(key) or not same[end]:
            out += sorted(key[start:end])
            start = end
    return tuple(out)
