"""A linear program that grows: the most that some columns earn within the capacity of some rows.

Maximise the sum of value × amount over the columns, where every amount is at least 0 and every row holds:
the sum of coefficient × amount is at most its capacity. Columns and rows are added between solutions, and
each solution goes on from the one before.

HiGHS does the work, in floats: who needs a proof must take the prices found here and reckon again (see
`together`). It is loaded when the first program is made: it brings NumPy with it, which takes a quarter of a
second that most tables never need.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import highspy

NOTHING = 1e-4
"""An amount so small is none."""


class Stuck(Exception):
    """The program has no solution: rounding errors have got the upper hand."""


class Program:
    """A linear program and its present solution."""

    def __init__(self) -> None:
        self.prices: list[float] = []
        """What one more of each row's capacity would be worth."""
        self._columns: list[tuple[float, Mapping[int, int]]] = []
        """For each column its value, and its coefficient in each of the rows that were there before it."""
        self._amounts: list[float] = []
        self._highs: highspy.Highs = import_module("highspy").Highs()
        # Presolving would forget the solution before; one thread, for others may be at their turns.
        for option, value in {
            "output_flag": False,
            "presolve": "off",
            "solver": "simplex",
            "threads": 1,
        }.items():
            self._highs.setOptionValue(option, value)
        self._highs.setMaximize()

    def add_column(self, value: float, coefficients: Mapping[int, int]) -> int:
        """Something new that may be done, which takes so much of each row; returns its number."""
        self._highs.addCol(value, 0.0, self._highs.inf, *_sparse(coefficients))
        self._columns.append((value, coefficients))
        return len(self._columns) - 1

    def add_row(self, capacity: float, coefficients: Mapping[int, int]) -> int:
        """A new limit, with its coefficient for each column that has one; returns its number."""
        self._highs.addRow(-self._highs.inf, capacity, *_sparse(coefficients))
        self.prices.append(0.0)
        return len(self.prices) - 1

    def solve(self) -> float:
        """Find the best amounts and the prices of the rows; returns what is earned. Raises Stuck."""
        self._highs.run()
        if self._highs.getModelStatus().name != "kOptimal":
            raise Stuck
        solution = self._highs.getSolution()
        self.prices = list(solution.row_dual)
        self._amounts = list(solution.col_value)
        return self._highs.getObjectiveValue()

    def amounts(self) -> dict[int, float]:
        """How much of each column the solution takes, none left out that is more than nothing."""
        return {column: amount for column, amount in enumerate(self._amounts) if amount > NOTHING}

    def profit(self, column: int) -> float:
        """What one of a column that was added last, after all rows, earns at the present prices."""
        value, coefficients = self._columns[column]
        return value - sum([self.prices[row] * n for row, n in coefficients.items()])


def _sparse(coefficients: Mapping[int, int]) -> tuple[int, list[int], list[float]]:
    """As HiGHS takes them: how many, where, how much."""
    return len(coefficients), list(coefficients), [float(n) for n in coefficients.values()]
