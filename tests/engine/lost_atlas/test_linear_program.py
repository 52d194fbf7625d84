"""Linear programs that grow, against solutions by hand and by trying every corner."""

import random
from itertools import combinations

import pytest

from engine.lost_atlas.linear_program import Program


def test_a_program_by_hand_that_grows():
    # Most 3x + 2y with x + y <= 4, x + 3y <= 7, x <= 3: at x = 3, y = 1, where the second has room.
    program = Program()
    for capacity in (4, 7, 3):
        program.add_row(capacity, {})
    x = program.add_column(3, {0: 1, 1: 1, 2: 1})
    y = program.add_column(2, {0: 1, 1: 3})
    assert program.solve() == pytest.approx(11)
    assert program.amounts() == pytest.approx({x: 3, y: 1})
    assert program.prices == pytest.approx([2, 0, 1])
    # A new limit, 2x + y <= 5, which meets x + 3y = 7 at x = 1.6, y = 1.8.
    program.add_row(5, {x: 2, y: 1})
    assert program.solve() == pytest.approx(8.4)
    assert program.amounts() == pytest.approx({x: 1.6, y: 1.8})
    # Something new that takes one of the first row only, and earns more than all others.
    z = program.add_column(5, {0: 1})
    assert program.solve() == pytest.approx(20)
    assert program.amounts() == pytest.approx({z: 4})


def best_corner(values, columns, capacities):
    """The most that two kinds of columns earn, found by looking at every corner of what is allowed."""
    lines = [
        ([column.get(row, 0) for column in columns], capacity) for row, capacity in enumerate(capacities)
    ]
    lines += [([-1, 0], 0), ([0, -1], 0)]
    best = 0.0
    for ((a, b), e), ((c, d), f) in combinations(lines, 2):
        det = a * d - b * c
        if det:
            x, y = (e * d - b * f) / det, (a * f - e * c) / det
            if all(p * x + q * y <= most + 1e-9 for (p, q), most in lines):
                best = max(best, values[0] * x + values[1] * y)
    return best


@pytest.mark.parametrize("seed", range(200))
def test_small_programs_agree_with_every_corner(seed):
    dice = random.Random(seed)
    program = Program()
    capacities = [dice.randint(1, 3) for _ in range(dice.randint(2, 6))]
    for capacity in capacities:
        program.add_row(capacity, {})
    values = [dice.randint(1, 9), dice.randint(1, 9)]
    rows = range(1, len(capacities))
    columns = [
        {0: 1} | {row: dice.choice([1, 1, 2, -1]) for row in rows if dice.random() < 0.6} for _ in "xy"
    ]
    for value, column in zip(values, columns, strict=True):
        program.add_column(value, column)
        program.solve()
    assert program.solve() == pytest.approx(best_corner(values, columns, capacities))
    for column in columns:
        column[len(capacities)] = dice.randint(1, 2)
    program.add_row(1, {number: column[len(capacities)] for number, column in enumerate(columns)})
    assert program.solve() == pytest.approx(best_corner(values, columns, [*capacities, 1]))
