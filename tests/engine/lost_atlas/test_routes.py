"""The route finder, against every route there is, and on positions with known best revenue."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.__main__ import main
from engine.core.replay import Differs
from engine.lost_atlas import together
from engine.lost_atlas.legs import legs_of
from engine.lost_atlas.node_layout import Layout
from engine.lost_atlas.positions import read_positions, verify
from engine.lost_atlas.routes import Fleet, best_routes, revenue
from engine.lost_atlas.together import Together
from tests.benchmarks.late_boards import position

from .brute import best_revenue, small_board

SAMPLE = Path(__file__).parent / "positions" / "sample.json"
POSITIONS = json.loads(SAMPLE.read_text())


@pytest.mark.parametrize("seed", range(300))
def test_the_best_routes_agree_with_brute_force_on_random_small_boards(seed):
    network, fleet = small_board(seed, 10 + seed % 10, abilities=seed % 2 == 1)
    routes = best_routes(network, fleet)
    assert revenue(routes) == best_revenue(network, fleet)
    sides = [side for route in routes for leg in route.legs for side in leg]
    assert len(set(sides)) == len(sides), "a hexside carries one train, once"
    for route in routes:
        limit = fleet.trains[route.train]
        assert limit is None or len(route.stops) <= limit
        assert any(fleet.company in network.hubs.get(place, ()) for place in route.places)
        cities = [network.city(place) for place in route.places]
        assert len(set(cities)) == len(cities)
        earned = sum(network.stop(stop).revenue + fleet.bonus.get(stop, 0) for stop in route.stops)
        assert route.revenue == earned


@pytest.mark.parametrize("seed", range(5000, 5100))
def test_prices_that_are_reckoned_exactly_find_the_same(seed, monkeypatch):
    monkeypatch.setattr(together, "FIRST_LOOK", 1)
    network, fleet = small_board(seed, 10 + seed % 10, abilities=seed % 2 == 1)
    fleet = replace(fleet, trains=(6, 4, 3 if seed % 3 else None))
    assert revenue(best_routes(network, fleet)) == best_revenue(network, fleet)


@pytest.mark.parametrize("seed", range(6000, 6100))
def test_a_long_search_after_poor_prices_finds_the_same(seed, monkeypatch):
    for name, value in (("ROUNDS", 2), ("FIRST_LOOK", 1), ("LOOK", 1), ("PATIENCE", 1)):
        monkeypatch.setattr(together, name, value)
    network, fleet = small_board(seed, 10 + seed % 10, abilities=seed % 2 == 1)
    fleet = replace(fleet, trains=(5, 5, None) if seed % 3 else (6, 3, 2))
    assert revenue(best_routes(network, fleet)) == best_revenue(network, fleet)


@pytest.mark.parametrize("seed", range(7000, 7060))
def test_no_capacity_rules_out_routes_that_go_together(seed, monkeypatch):
    monkeypatch.setattr(together, "FIRST_LOOK", 1)
    network, fleet = small_board(seed, 19, abilities=seed % 2 == 1)
    layout = Layout(legs_of(network, fleet.company, skips_blocked=fleet.skips_blocked, bonus=fleet.bonus))
    if not any(layout.legs.hubs):
        return
    joint = Together(layout, (None, 6, 5))
    joint.solve()
    routes = list(joint.routes.values())
    for first, second in combinations(routes, 2):
        if not first.mask & second.mask:
            for capacity in joint.capacities:
                assert capacity.taken(first) + capacity.taken(second) <= capacity.most


DENSE = {
    0: 1240,
    44: 1460,
    164: 970,
}
"""The most that is earned in some positions of the benchmarks. A finder that searched with prices on hexsides
alone found the same, in up to 25 s."""


@pytest.mark.parametrize("number", DENSE)
def test_dense_late_boards(number):
    network, fleet = position(number)
    assert revenue(best_routes(network, fleet)) == DENSE[number]


def test_track_from_one_half_of_a_port_to_the_other_carries_no_train():
    network, fleet = small_board(1113, 13)  # such a loop would earn 120 instead of the local 60
    assert fleet.trains == (5, 4, 7)
    assert revenue(best_routes(network, fleet)) == 240 == best_revenue(network, fleet)


@pytest.mark.parametrize("position", read_positions(POSITIONS), ids=lambda position: str(position.id))
def test_positions_with_known_best_revenue(position):
    assert revenue(best_routes(position.network, position.fleet)) == position.best


def test_the_command_prints_a_line_for_each_position(capsys):
    """Nothing but `id revenue routes`, and at the end how many equal the best."""
    assert main(["routes", str(SAMPLE)]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == f"{len(POSITIONS)} of {len(POSITIONS)} equal the best"
    found = [line.split(" ", 2) for line in lines]
    assert [each[:2] for each in found] == [[str(each["id"]), str(each["best"])] for each in POSITIONS]
    assert found[0][2].startswith("4: ")
    assert found[0][2].endswith(" = 190")


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (
            {"hubs": [{"hex": [9, 9], "stop": 0, "companies": ["X"]}]},
            "position 4: there is no stop 0 in .*9,9",
        ),
        (
            {"hubs": [{"hex": [0, 0], "stop": 1, "companies": ["X"]}]},
            "position 4: there is no stop 1 in .*0,0",
        ),
        ({"hubs": [{"hex": [0, 0], "stop": -1, "companies": ["X"]}]}, "position 4: there is no stop -1"),
        ({"hexes": [{"hex": [0, 0], "kind": "tile", "tile": "999"}]}, "position 4: there is no tile '999'"),
        ({"trains": "all"}, "no file of route positions.*trains"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_with_what_is_wrong(edit, reason, tmp_path, capsys):
    wrong = [{**POSITIONS[0], **edit}]
    with pytest.raises(ValueError, match=reason):
        verify(wrong)
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong))
    assert main(["routes", str(path)]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_position_that_differs_is_said_and_fails(tmp_path, capsys):
    """All positions are listed all the same."""
    wrong = [{**POSITIONS[0], "best": POSITIONS[0]["best"] + 10}, *POSITIONS[1:]]
    with pytest.raises(Differs, match=f"position {wrong[0]['id']}: the revenue: expected 200, got 190"):
        verify(wrong)
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong))
    capsys.readouterr()
    assert main(["routes", str(path)]) == 1
    said = capsys.readouterr()
    *lines, last = said.out.splitlines()
    assert len(lines) == len(POSITIONS)
    assert lines[0].endswith("(best is 200)")
    assert last == f"{len(POSITIONS) - 1} of {len(POSITIONS)} equal the best"
    assert "position 4" in said.err


def test_what_is_no_file_of_positions_is_refused(tmp_path):
    path = tmp_path / "other.json"
    path.write_text('[{"id": 1}]')
    assert main(["routes", str(path)]) == 1


def test_without_a_hub_or_a_train_there_are_no_routes():
    network, fleet = small_board(1, 10)
    assert best_routes(network, Fleet("nobody", (3,))) == ()
    assert best_routes(network, Fleet(fleet.company, ())) == ()
