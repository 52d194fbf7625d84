"""A linear program that grows: the most that some columns earn within the capacity of some rows.

Maximise the sum of value × amount over the columns, where every amount is at least 0 and every row holds:
the sum of coefficient × amount is at most its capacity. Columns and rows are added while it is being solved,
and each solution goes on from the one before: the revised simplex method, primal after new columns and dual
after new rows, with the inverse of the basis kept as sparse rows.

Capacities are raised by a hair, each by another, so that the method does not turn in circles. Numbers are
floats: who needs a proof must take the prices found here and reckon again (see `together`).
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest

TINY = 1e-9
"""What counts as nothing."""
PIVOT = 1e-5
"""The least rate at which one column may take another's place."""
LEAST = 1e-7
"""The least profit or want that is worth a step; also how far apart two steps are that count as equal."""
HAIR = 1e-5
"""How much capacities are raised."""
STEPS = 300
"""After how many steps the inverse is made anew, so that rounding errors do not add up."""
PROMISING = 12
"""How many columns are kept in mind as promising."""


class Stuck(Exception):
    """The program cannot be solved: rounding errors have got the upper hand."""


class Program:
    """A linear program and its present solution."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.columns: list[Mapping[int, int]] = []
        """For each column its coefficient in each row in which it has one."""
        self.capacities: list[float] = []
        self.prices: list[float] = []
        """What one more of each row's capacity would be worth."""
        self._basis: list[int] = []
        """The column on which each row depends at present, or ~row: the row has capacity left."""
        self._inverse: list[dict[int, float]] = []
        self._level: list[float] = []
        """How much of it there is."""
        self._basic: set[int] = set()
        self._age = 0
        self._promising: list[int] = []
        """Columns that were the most profitable when all were last looked at."""

    # What is to be solved

    def add_column(self, value: float, coefficients: Mapping[int, int]) -> int:
        """Something new that may be done, which takes so much of each row; returns its number."""
        self.values.append(value)
        self.columns.append(coefficients)
        return len(self.columns) - 1

    def add_row(self, capacity: float, coefficients: Mapping[int, int]) -> int:
        """A new limit, with its coefficient for each column that has one; returns its number."""
        row = len(self._basis)
        for column, coefficient in coefficients.items():
            self.columns[column] = {**self.columns[column], row: coefficient}
        inverse = {row: 1.0}
        self.capacities.append(capacity)
        level = self._raised(row)
        for place, column in enumerate(self._basis):
            if column >= 0 and column in coefficients:
                _add(inverse, -coefficients[column], self._inverse[place])
                level -= coefficients[column] * self._level[place]
        self._basis.append(~row)
        self._basic.add(~row)
        self._inverse.append(inverse)
        self._level.append(level)
        self.prices.append(0.0)
        return row

    # The solution

    def amounts(self) -> dict[int, float]:
        """How much of each column the solution takes, none left out that is more than nothing."""
        return {
            column: level
            for column, level in zip(self._basis, self._level, strict=True)
            if column >= 0 and level > 1e-4
        }

    def solve(self) -> float:
        """Find the best amounts and the prices of the rows; returns what is earned. Raises Stuck."""
        for _ in range(20 * (len(self._basis) + 10)):
            if self._age > STEPS:
                self._renew()
            if not self._dual_step() and not self._primal_step():
                return sum(
                    self.values[column] * level
                    for column, level in zip(self._basis, self._level, strict=True)
                    if column >= 0
                )
        raise Stuck

    def _renew(self) -> None:
        """Reckon the inverse of the basis from the start."""
        wanted = sorted(column for column in self._basis if column >= 0)
        rows = range(len(self._basis))
        full = {row for row in rows if ~row not in self._basic}
        self._basis = [~row for row in rows]
        self._basic = set(self._basis)
        self._inverse = [{row: 1.0} for row in rows]
        self._level = [self._raised(row) for row in rows]
        self.prices = [0.0] * len(rows)
        for column in wanted:
            direction = self._direction(column)
            places = [place for place in direction if place in full]
            if not places:
                continue
            leaving = max(places, key=lambda place: abs(direction[place]))
            if abs(direction[leaving]) < PIVOT:
                continue
            full.discard(leaving)
            self._exchange(leaving, column, direction, self.profit(column))
        self._age = 0

    def _raised(self, row: int) -> float:
        """The capacity of a row, raised by its hair."""
        return self.capacities[row] + HAIR * (1 + row * 37 % 101 / 101)

    def profit(self, column: int) -> float:
        """What one of a column earns at the present prices."""
        prices = self.prices
        return self.values[column] - sum([prices[row] * n for row, n in self.columns[column].items()])

    def _primal_step(self) -> bool:
        """Take in what earns most at the present prices; False if nothing earns anything."""
        best, entering = LEAST, None
        for row, price in enumerate(self.prices):
            if -price > best:
                best, entering = -price, ~row
        for column in self._promising:
            profit = self.profit(column)
            if profit > best and column not in self._basic:
                best, entering = profit, column
        if entering is None:
            profits = [(self.profit(column), column) for column in range(len(self.columns))]
            self._promising = [
                column
                for profit, column in nlargest(PROMISING, profits)
                if profit > LEAST and column not in self._basic
            ]
            if not self._promising:
                return False
            entering = self._promising[0]
            best = self.profit(entering)
        direction = self._direction(entering)
        leaving = _first([(max(self._level[place], 0.0), rate, place) for place, rate in direction.items()])
        if leaving is None:
            raise Stuck
        self._exchange(leaving, entering, direction, best)
        return True

    def _dual_step(self) -> bool:
        """Give up what a row has too little capacity for; False if every row holds."""
        leaving = min(range(len(self._level)), key=self._level.__getitem__)
        if self._level[leaving] >= -LEAST:
            return False
        line = self._inverse[leaving]
        rates = [
            (max(self.prices[row], 0.0), -rate, ~row) for row, rate in line.items() if ~row not in self._basic
        ]
        for column, coefficients in enumerate(self.columns):
            rate = sum([line[row] * n for row, n in coefficients.items() if row in line])
            if rate < -PIVOT and column not in self._basic:
                rates.append((max(-self.profit(column), 0.0), -rate, column))
        entering = _first(rates)
        if entering is None:
            raise Stuck
        profit = self.profit(entering) if entering >= 0 else -self.prices[~entering]
        self._exchange(leaving, entering, self._direction(entering), profit)
        return True

    def _direction(self, entering: int) -> dict[int, float]:
        """How fast what there is of each basic column shrinks as the entering one grows."""
        found = {}
        if entering < 0:
            for place, line in enumerate(self._inverse):
                rate = line.get(~entering, 0.0)
                if rate:
                    found[place] = rate
            return found
        needs = list(self.columns[entering].items())
        for place, line in enumerate(self._inverse):
            rate = sum([line[row] * n for row, n in needs if row in line])
            if abs(rate) > TINY:
                found[place] = rate
        return found

    def _exchange(self, leaving: int, entering: int, direction: Mapping[int, float], profit: float) -> None:
        """Put the entering column into the basis in place of another."""
        self._age += 1
        pivot = direction[leaving]
        line = {row: rate / pivot for row, rate in self._inverse[leaving].items()}
        level = self._level[leaving] / pivot
        for place, rate in direction.items():
            if place != leaving:
                _add(self._inverse[place], -rate, line)
                self._level[place] -= rate * level
        self._inverse[leaving], self._level[leaving] = line, level
        for row, rate in line.items():
            self.prices[row] += profit * rate
        self._basic.discard(self._basis[leaving])
        self._basic.add(entering)
        self._basis[leaving] = entering


def _first(candidates: list[tuple[float, float, int]]) -> int | None:
    """Of (amount, rate, which) the one whose amount is used up first; of those that are about equal the one
    with the highest rate, which is the safest. None if no rate is high enough."""
    reached = min([(amount + LEAST) / rate for amount, rate, _ in candidates if rate > PIVOT], default=0.0)
    return max(
        [(rate, which) for amount, rate, which in candidates if rate > PIVOT and amount / rate <= reached],
        default=(0.0, None),
    )[1]


def _add(line: dict[int, float], factor: float, other: Mapping[int, float]) -> None:
    """Add a multiple of another sparse row."""
    for row, rate in other.items():
        new = line.get(row, 0.0) + factor * rate
        if abs(new) > TINY:
            line[row] = new
        else:
            line.pop(row, None)
