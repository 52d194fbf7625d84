"""Coordinates, edges and names."""

import pytest

from engine.hexes import EDGES, Hex, Names, letters, opposite, turn


@pytest.mark.parametrize("edge", EDGES)
def test_stepping_out_and_back_returns_home(edge):
    home = Hex(3, -2)
    assert home.neighbour(edge).neighbour(opposite(edge)) == home
    assert home.edge_to(home.neighbour(edge)) == edge


def test_edges_run_clockwise_from_the_top():
    # y grows downwards: the top neighbour has the same q and a smaller r.
    assert [Hex(0, 0).neighbour(edge) for edge in EDGES] == [
        (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("edge", EDGES)
def test_turning_the_grid_turns_its_edges(edge):
    assert Hex(0, 0).neighbour(edge).turned(1) == Hex(0, 0).neighbour(turn(edge, 1))
    assert Hex(4, -1).turned(6) == Hex(4, -1)


def test_distance_counts_steps():
    assert Hex(0, 0).distance(Hex(2, -1)) == 2
    assert Hex(0, 0).distance(Hex(-2, -2)) == 4


def test_letters_go_on_after_z():
    assert [letters(index) for index in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


def test_names_are_unique_and_found_whatever_the_case():
    grid = [Hex(q, r) for q in range(-2, 3) for r in range(-3, 4)]
    names = Names(grid)
    assert len(set(names.all.values())) == len(grid)
    assert all(names.find(names.name(place).lower()) == place for place in grid)
    assert names.find("ZZ99") is None


def test_a_column_counts_down_without_gaps():
    column = [Hex(4, r) for r in range(5)]
    assert [Names(column).name(place) for place in column] == ["A1", "A2", "A3", "A4", "A5"]


def test_a_map_turned_left_is_named_as_it_lies():
    # Turned a quarter counter-clockwise: what pointed right (q) points up, what pointed down (r) right.
    names = Names([Hex(0, 0), Hex(0, 1), Hex(2, -1)], turned_left=True)
    assert names.name(Hex(2, -1)) == "A1"  # two columns further right before, so the top row now
    assert names.name(Hex(0, 0)) == "C1"
    assert names.name(Hex(0, 1)) == "C2"
