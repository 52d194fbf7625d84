"""Loading Resources; Things to Remember, Train Tiles; the Line, the Yard and the Shop."""

from __future__ import annotations

import pytest

from engine.transcontinental.train import (
    capacity,
    choice_matters,
    empty_cars,
    group_of,
    load_one,
    rearmost,
)

from .builders import bench, cars, in_yard, line

HOPPER, COACH, FLATCAR = "hopper", "coach", "flatcar"


def types(position):
    return [group.type for group in position.state.line]


def test_the_tender_counts_as_coal_and_holds_three():
    position = bench(coal="rrb", line=[("coal", 1, "rrb")])
    coal = group_of(position.state.line, "coal")
    assert capacity(position.state.box, coal, line=True) == 6
    assert empty_cars(position.state.box, coal, line=True) == 1
    coal.cubes.append(0)
    assert empty_cars(position.state.box, coal, line=True) == 0


def test_an_open_slot_on_the_line_comes_first():
    position = bench(line=[("wood", 1, "r")], yard=[("wood", 1, "")])
    assert load_one(position.state, 1, "wood") == "line"
    assert line(position, "wood") == "rb"


def test_cubes_go_behind_cubes_of_the_same_type():
    position = bench(line=[("wood", 2, "rr")])
    for side in (1, 2, 0):
        load_one(position.state, side, "wood")
    assert line(position, "wood") == "rrbgr"


def test_an_empty_car_flips_and_joins_the_cars_of_its_new_type():
    position = bench(line=[("steel", 1, ""), ("navvies", 1, ""), ("wood", 1, "rrr")])
    assert load_one(position.state, 1, "wood") == "line flipped"
    assert types(position) == ["coal", "navvies", "wood"]
    assert (cars(position, "wood"), line(position, "wood")) == (2, "rrrb")


def test_a_flipped_car_without_others_of_its_type_stays_where_it_is():
    """RULINGS.md A25."""
    position = bench(line=[("navvies", 2, "r"), ("steel", 1, "")])
    load_one(position.state, 1, "tourists")
    assert types(position) == ["coal", "navvies", "tourists", "steel"]
    alone = bench(line=[("navvies", 1, ""), ("steel", 1, "")])
    load_one(alone.state, 1, "tourists")
    assert types(alone) == ["coal", "tourists", "steel"]


def test_flipping_is_not_optional_and_precedes_the_yard():
    """RULINGS.md A26."""
    position = bench(line=[("steel", 1, ""), ("wood", 1, "rrr")], yard=[("wood", 1, "r")])
    assert load_one(position.state, 1, "wood") == "line flipped"
    assert in_yard(position, "wood") == "r"


def test_a_partner_car_with_a_cube_does_not_flip():
    position = bench(line=[("steel", 1, "r"), ("wood", 1, "rrr")])
    assert load_one(position.state, 1, "wood") == "shop"
    assert in_yard(position, "wood") == "b"


def test_the_tender_never_flips():
    position = bench(line=[("navvies", 1, "")])
    assert load_one(position.state, 0, "grain") == "shop"
    with_car = bench(line=[("coal", 1, "rrr")])
    assert load_one(with_car.state, 0, "grain") == "line flipped"
    assert types(with_car) == ["coal", "grain"]
    assert cars(with_car, "coal") == 0


def test_the_yard_first_fills_then_flips_then_takes_from_the_shop():
    position = bench(line=[], yard=[("wood", 1, "rr"), ("steel", 1, "")])
    assert load_one(position.state, 1, "wood") == "yard"
    assert load_one(position.state, 1, "wood") == "yard flipped"
    assert [(group.type, group.cars) for group in position.state.yard] == [("wood", 2)]
    for _ in range(2):
        assert load_one(position.state, 1, "wood") == "yard"
    before = position.state.shop[FLATCAR]
    assert load_one(position.state, 1, "wood") == "shop"
    assert position.state.shop[FLATCAR] == before - 1
    assert [(group.type, group.cars) for group in position.state.yard] == [("wood", 3)]


def test_without_any_room_the_cube_returns_to_the_supply():
    position = bench(line=[], shop={FLATCAR: 0})
    supply = position.state.supply[0]
    assert load_one(position.state, 0, "wood") == "returned"
    assert position.state.supply[0] == supply
    assert position.state.yard == []


@pytest.mark.parametrize("where", ["line", "yard"])
def test_a_card_may_say_that_only_line_or_yard_will_do(where):
    """Ally Card Symbols, TO: where on the train resources can be loaded."""
    position = bench(line=[("wood", 1, "")])
    for _ in range(4):
        load_one(position.state, 0, "wood", where)
    assert line(position, "wood") == ("rrr" if where == "line" else "")
    assert in_yard(position, "wood") == (None if where == "line" else "rrrr")


def test_there_are_three_slots_in_every_car():
    """RULINGS.md A27."""
    assert {each.slots for each in bench().state.box.train_tiles.values()} == {3}


def test_the_usual_choice_of_cubes_is_the_rearmost_with_the_yard_first():
    position = bench(line=[("wood", 2, "rbrr")], yard=[("wood", 1, "br")])
    assert rearmost(position.state, 0, "wood", 2, yard=True) == [("line", 3), ("yard", 1)]
    assert rearmost(position.state, 0, "wood", 2, yard=False) == [("line", 2), ("line", 3)]


def test_which_cubes_leave_matters_only_if_the_queues_then_differ():
    position = bench(line=[("wood", 2, "brrrg"), ("steel", 2, "rbr")], yard=[("navvies", 1, "r")])
    assert not choice_matters(position.state, 0, "wood", 2, yard=True)
    assert choice_matters(position.state, 0, "steel", 1, yard=True)
    assert not choice_matters(position.state, 0, "steel", 2, yard=True)
    both = bench(line=[("wood", 1, "r")], yard=[("wood", 1, "r")])
    assert choice_matters(both.state, 0, "wood", 1, yard=True)
    assert not choice_matters(both.state, 0, "wood", 1, yard=False)
