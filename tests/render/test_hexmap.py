"""Where hexes lie, and the curves of track."""

from __future__ import annotations

from math import hypot, sqrt

import pytest

from engine.hexes import DELTA, EDGES, Hex, opposite
from render.hexmap import Layout, along, crossing, fitted, length, midpoint, window

LAYOUTS = [Layout(10, 3, 4), Layout(10, 3, 4, turned=True)]


def near(one, other):
    return hypot(one[0] - other[0], one[1] - other[1]) < 1e-6


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("edge", EDGES)
def test_neighbours_share_the_middle_of_their_hexside(layout, edge):
    here = Hex(2, -1)
    assert near(layout.edge(here, edge), layout.edge(here.neighbour(edge), opposite(edge)))


def test_flat_top_edge_0_is_above():
    x, y = Layout(10).edge(Hex(0, 0), 0)
    assert (round(x, 6), round(y, 6)) == (0, round(-5 * sqrt(3), 6))


def test_turned_left_edge_0_is_on_the_left():
    x, y = Layout(10, turned=True).edge(Hex(0, 0), 0)
    assert (round(x, 6), round(y, 6)) == (round(-5 * sqrt(3), 6), 0)


def test_a_side_of_1_puts_centres_where_the_data_say():
    for (dq, dr), at in zip(DELTA, EDGES, strict=True):
        x, y = Layout(1).centre(Hex(dq, dr))
        assert near((x, y), (1.5 * dq, sqrt(3) * (dr + dq / 2))), at


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("one", EDGES)
@pytest.mark.parametrize("other", EDGES)
def test_track_joins_its_hexsides_and_stays_inside(layout, one, other):
    if one == other:
        return
    place = Hex(1, 1)
    points = layout.track(place, one, other)
    assert near(points[0], layout.edge(place, one))
    assert near(points[-1], layout.edge(place, other))
    middle = layout.centre(place)
    assert all(hypot(x - middle[0], y - middle[1]) < layout.side for x, y in points)


@pytest.mark.parametrize(("other", "wanted"), [(1, 10.47 / 2 * 2), (2, 15.71), (3, 17.32)])
def test_curves_have_their_true_lengths(other, wanted):
    # A third of a circle of half a side; a sixth of one of a side and a half; the hex's height.
    assert length(Layout(10).track(Hex(0, 0), 0, other)) == pytest.approx(wanted, rel=0.02)


def test_track_meets_a_hexside_at_a_right_angle():
    layout = Layout(10)
    for other in (1, 2, 3):
        (x0, y0), (x1, y1) = layout.track(Hex(0, 0), 0, other)[:2]
        assert abs(x1 - x0) < 0.3 * abs(y1 - y0)


def test_two_straights_cross_in_the_middle_and_side_by_side_curves_do_not():
    layout, place = Layout(10), Hex(0, 0)
    one = layout.track(place, 0, 3)
    assert crossing(one, layout.track(place, 1, 4)) == pytest.approx(length(one) / 2)
    assert crossing(layout.track(place, 0, 2), layout.track(place, 3, 5)) is None


def test_part_of_a_line_has_the_length_asked_for():
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert length(along(points, 5, 12)) == pytest.approx(7)
    assert midpoint(points) == (10.0, 0.0)


@pytest.mark.parametrize("turned", [False, True])
def test_a_map_fills_the_width_it_is_given(turned):
    places = [Hex(q, r) for q in range(5) for r in range(4)]
    left, top, right, _ = fitted(places, 300, turned=turned).extent(places)
    assert (round(left), round(top), round(right)) == (0, 0, 300)


def test_a_window_shows_what_it_is_about_and_stays_on_the_board():
    board = [Hex(q, r) for q in range(9) for r in range(9)]
    for shown in ([Hex(0, 0)], [Hex(8, 8)], [Hex(4, 4), Hex(4, 5)], board):
        layout = window(Layout(30), shown, board, 400, 300)
        left, top, right, bottom = layout.extent(shown)
        assert left >= -1
        assert top >= -1
        assert right <= 401
        assert bottom <= 301
