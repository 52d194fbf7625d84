"""Unloading: Develop, Portage, completed developments; trade; running out of cubes and buildings."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalMove, NotYourTurn
from engine.transcontinental import actions as act
from engine.transcontinental import events as ev
from engine.transcontinental.developments import builders

from .builders import asked, bench, in_yard, line, tile, turn


def owners(position, slot, group):
    return "".join(position.name(each)[0] for each in position.state.tiles[slot].group(group))


def points(position):
    return [position.state.score(side) for side in range(position.state.sides)]


# --- Develop ----------------------------------------------------------------------------------


def test_owners_behind_the_first_cube_decide_front_to_rear():
    """RULINGS.md A30: openly, each knowing the earlier answers."""
    position = bench(4, line=[("navvies", 2, "brbgg")])
    turn(position, 7)
    position.act(0, act.Develop("N2", "left", "navvies", 2))
    assert asked(position) == [1]
    position.act(1, act.Join(1))
    assert asked(position) == [2]
    with pytest.raises(IllegalMove, match="from 0 to 2"):
        position.act(2, act.Join(3))
    position.act(2, act.Join(1))
    assert owners(position, "N2", "left") == "rbg"
    assert line(position, "navvies") == "bg"
    assert asked(position) == [0]


def test_the_actor_decides_about_own_cubes_behind_the_first_too():
    """RULINGS.md A31."""
    position = bench(2, line=[("navvies", 1, "rrr")])
    turn(position, 7)
    position.act(0, act.Develop("N2", "left", "navvies", 1))
    assert asked(position) == [0]
    position.act(0, act.Join(0))
    assert line(position, "navvies") == "rr"


def test_joining_goes_on_past_the_last_slot_and_all_cubes_count():
    position = bench(3, line=[("navvies", 2, "rbbb")], dev={"lumber_mill": tile(right="rr")})
    turn(position, 7)
    position.act(0, act.Develop("N2", "left", "navvies", 1))
    position.act(1, act.Join(3))
    # Three blue cubes and three red ones: red is ahead in turn order.
    assert points(position) == [4, 2, 0]
    assert position.state.tiles["N2"].buildings == [0, 1]


def test_overfill_of_one_side_does_not_fill_the_other():
    """RULINGS.md A29."""
    position = bench(3, line=[("navvies", 2, "rbbb")])
    turn(position, 7)
    position.act(0, act.Develop("N2", "left", "navvies", 1))
    position.act(1, act.Join(3))
    assert not position.state.tiles["N2"].flipped
    assert owners(position, "N2", "left") == "rbbb"


def test_a_full_side_cannot_be_developed_even_if_the_tile_is_not_complete():
    """RULINGS.md A28."""
    position = bench(2, line=[("navvies", 1, "rr")], dev={"lumber_mill": tile(left="bbb")})
    turn(position, 7)
    with pytest.raises((IllegalMove, NotYourTurn)):
        position.act(0, act.Develop("N2", "left", "navvies", 1))


def test_the_first_cube_is_ones_own_and_fits_the_slots():
    position = bench(2, line=[("navvies", 1, "rb"), ("steel", 1, "r")])
    turn(position, 7)
    with pytest.raises(IllegalMove):
        position.act(0, act.Develop("N2", "left", "navvies", 2))
    with pytest.raises(IllegalMove):
        position.act(0, act.Develop("N2", "left", "steel", 1))
    position.act(0, act.Develop("N2", "right", "steel", 1))


def test_a_wild_side_takes_any_type_and_different_types_by_different_actions():
    position = bench(2, line=[("navvies", 1, "r"), ("wood", 1, "b")], dev={"steel_mill": tile()}, railhead=14)
    turn(position, 10)
    position.act(0, act.Develop("S3", "right", "navvies", 1))
    turn(position, 11, player=1)
    position.act(1, act.Develop("S3", "right", "wood", 1))
    assert owners(position, "S3", "right") == "rb"


def test_cubes_in_the_yard_cannot_develop():
    position = bench(2, line=[("steel", 1, "")], yard=[("navvies", 1, "r")])
    turn(position, 7)
    assert act.Develop not in position.game.pending()[0].kinds


def test_dastardly_lets_the_first_cube_be_anybodys_without_a_veto():
    position = bench(3, line=[("navvies", 1, "brg")], dastardly=True)
    turn(position, 7)
    position.act(0, act.Develop("N2", "left", "navvies", 1))
    assert owners(position, "N2", "left") == "b"
    assert asked(position) == [0]
    position.act(0, act.Join(0))
    assert asked(position) == [2]


# --- Portage ----------------------------------------------------------------------------------


def test_portage_goes_anywhere_even_beyond_the_railhead_and_from_the_yard():
    position = bench(
        2, line=[("steel", 1, "")], yard=[("wood", 1, "rb")], dev={"shield_coal_mine": tile(flipped=True)}
    )
    position.arrange({"slots": {"N3": "shield_coal_mine"}, "railhead": 12})
    position.state.tiles["N3"].flipped = True
    turn(position, 9)
    far = next(slot for slot, each in position.state.tiles.items() if each.id == "mountain_sawmill")
    position.arrange({"yard": [["steel", 1, ["red"]]]})
    position.act(0, act.Portage("N3", "steel", far, "left"))
    assert owners(position, far, "left") == "r"
    assert in_yard(position, "steel") == ""


def test_an_empty_yard_car_stays_in_the_yard():
    position = bench(2, line=[("steel", 1, "")], yard=[("wood", 1, "r")], railhead=14)
    turn(position, 13)
    position.act(0, act.Portage("N5", "wood", "N3", "left"))
    assert [(group.type, group.cars) for group in position.state.yard] == [("wood", 1)]


def test_portage_needs_an_empty_fitting_slot():
    position = bench(2, line=[("wood", 1, "r")], railhead=14, dev={"lake_port": tile(left="bb")})
    turn(position, 13)
    with pytest.raises(IllegalMove):
        position.act(0, act.Portage("N5", "wood", "N3", "left"))
    with pytest.raises(IllegalMove):
        position.act(0, act.Portage("N5", "wood", "N3", "right"))


def test_the_owner_says_which_cube_leaves_where_it_matters():
    """RULINGS.md A23."""
    position = bench(2, line=[("wood", 1, "rbr")], railhead=14)
    turn(position, 13)
    position.act(0, act.Portage("N5", "wood", "N3", "left"))
    choices = [each.which for each in position.game.legal_actions(0, act.Choose)]
    assert choices == [("l3",), ("l1",)]
    position.act(0, act.Choose(("l1",)))
    assert line(position, "wood") == "br"


# --- Trade ------------------------------------------------------------------------------------


def test_trade_takes_one_or_two_of_ones_own_off_the_line():
    position = bench(2, line=[("steel", 1, "rrr"), ("wood", 1, "")])
    turn(position, 5)
    amounts = {each.amount for legal in position.game.legal_actions(0, act.Trade) for each in legal}
    assert amounts == {1, 2}
    position.act(0, act.Trade("N1", "steel", "wood", 2))
    assert (line(position, "steel"), line(position, "wood")) == ("r", "rr")


def test_trade_is_for_another_type_and_not_from_the_yard():
    """RULINGS.md A24."""
    position = bench(2, line=[("steel", 1, "r")], yard=[("navvies", 1, "rr")])
    turn(position, 5)
    offers = [each for legal in position.game.legal_actions(0, act.Trade) for each in legal]
    assert {each.give for each in offers} == {"steel"}
    assert "steel" not in {each.get for each in offers}


def test_trade_may_flip_the_car_it_empties():
    position = bench(2, line=[("steel", 1, "rr"), ("wood", 1, "bbb")])
    turn(position, 5)
    position.act(0, act.Trade("N1", "steel", "wood", 2))
    assert line(position, "steel") is None
    assert line(position, "wood") == "bbbrr"


# --- completion -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "counts", "who"),
    [
        (3, [2, 1, 1], [0, 1, 2]),
        (3, [2, 2, 1], [0, 1]),
        (3, [2, 2, 2], [0, 1, 2]),
        (4, [3, 2, 1, 1], [0, 1]),
        (4, [4, 0, 0, 0], [0]),
        (4, [1, 1, 1, 2], [3, 0, 1, 2]),
        (2, [2, 2], [0, 1]),
        (2, [3, 1], [0]),
    ],
)
def test_who_places_a_building(players, counts, who):
    """RULINGS.md A32 and A33; Two Player Rules."""
    assert builders(bench(players).state, counts) == who


def test_the_largest_contributor_scores_the_points_every_other_two():
    position = bench(
        4,
        line=[("steel", 1, "r")],
        dev={"lumber_mill": tile(left="bb", right="g")},
        turn_order=["yellow", "green", "blue", "red"],
    )
    turn(position, 7)
    position.act(0, act.Develop("N2", "right", "steel", 1))
    assert points(position) == [2, 4, 2, 0]
    mill = position.state.tiles["N2"]
    assert (mill.flipped, mill.left, mill.right) == (True, [], [])
    assert mill.buildings == [1, 2, 0]
    assert position.state.supply == [30, 30, 30, 30]


def test_a_flipped_tile_is_completed_again_and_again():
    dev = {"industrial_city": tile(flipped=True, left="bbr", buildings="r")}
    position = bench(3, line=[("grain", 1, "r")], dev=dev)
    turn(position, 5)
    position.act(0, act.Develop("N1", "left", "grain", 1))
    city = position.state.tiles["N1"]
    assert points(position) == [6, 2, 0]
    assert city.flipped
    assert sorted(city.buildings) == [0, 0, 1]
    assert city.left == []


def test_a_development_is_completed_before_the_turn_goes_on():
    position = bench(2, line=[("steel", 1, "r")], dev={"lumber_mill": tile(left="rr", right="r")})
    turn(position, 7)
    position.act(0, act.Develop("N2", "right", "steel", 1))
    assert position.state.tiles["N2"].flipped
    assert position.state.buildings[0] == 11
    assert asked(position) == [0]


def test_without_a_building_left_one_may_be_moved():
    position = bench(
        2,
        line=[("steel", 1, "r")],
        dev={"lumber_mill": tile(left="rr", right="r")},
        terminal={"red": 11},
        railyard={"red": 1},
    )
    assert position.state.buildings[0] == 0
    turn(position, 7)
    position.act(0, act.Develop("N2", "right", "steel", 1))
    assert [each.place for each in position.game.legal_actions(0, act.Recall)] == ["terminal", "railyard"]
    position.act(0, act.Recall("terminal"))
    assert position.state.terminal[0] == 10
    assert position.state.tiles["N2"].buildings == [0]


def test_a_building_need_not_be_moved():
    position = bench(
        2, line=[("steel", 1, "r")], dev={"lumber_mill": tile(left="rr", right="r")}, terminal={"red": 12}
    )
    turn(position, 7)
    position.act(0, act.Develop("N2", "right", "steel", 1))
    position.act(0, act.Skip())
    assert position.state.tiles["N2"].buildings == []
    assert position.found(ev.NotBuilt)


def test_without_a_cube_left_one_may_be_taken_from_elsewhere():
    """Things to Remember, Resource Cubes."""
    position = bench(
        2,
        coal="r",
        line=[("wood", 8, "r" * 24), ("steel", 1, "")],
        dev={"lumber_mill": tile(left="r"), "steel_mill": tile(left="rr", right="r")},
    )
    assert position.state.supply[0] == 1
    turn(position, 3)
    position.act(0, act.Load("steel"))
    places = [each.place for each in position.game.legal_actions(0, act.Recall)]
    assert "N2/left" in places
    assert "line/wood/1" in places
    position.act(0, act.Recall("N2/left"))
    assert position.state.tiles["N2"].left == []
    assert line(position, "steel") == "rr"
    assert position.state.supply[0] == 0


def test_or_the_cube_is_not_placed():
    position = bench(2, coal="r", line=[("wood", 10, "r" * 28), ("steel", 1, "")])
    assert position.state.supply[0] == 1
    turn(position, 3)
    position.act(0, act.Load("steel"))
    position.act(0, act.Skip())
    assert line(position, "steel") == "r"


# --- Land Claim -------------------------------------------------------------------------------


def claiming(left="rrr", right="", coal="b", **state):
    """Blue contributes one cube to a farm that red completes as the largest contributor."""
    return bench(
        2,
        coal=coal,
        line=[("wood", 2, "rb")],
        dev={"lowland_farm": tile(left=left, right=right)},
        land_claim=True,
        **state,
    )


def test_a_contributor_without_a_building_may_stake_a_claim_instead_of_scoring():
    position = claiming(left="rb", right="r")
    turn(position, 8)
    position.act(0, act.Develop("S2", "left", "wood", 1))
    position.act(1, act.Join(0))
    assert asked(position) == [1]
    position.act(1, act.Stake())
    assert points(position) == [4, 0]
    claim = position.state.claims[1]
    assert (claim.slot, claim.cubes) == ("S2", [1])
    assert position.state.tiles["S2"].buildings == [0]


def test_or_score_two_as_usual():
    position = claiming(left="rb", right="r")
    turn(position, 8)
    position.act(0, act.Develop("S2", "left", "wood", 1))
    position.act(1, act.Join(0))
    position.act(1, act.Skip())
    assert points(position) == [4, 2]
    assert position.state.claims[1].slot == ""


def test_a_claim_is_developed_with_any_type_and_others_may_join():
    position = claiming(claims={"blue": {"tile": "lowland_farm", "cubes": ["blue"]}})
    position.arrange(
        {
            "dev": {"lowland_farm": tile(flipped=True, buildings="r")},
            "line": [["navvies", 1, ["blue", "red", "blue"]]],
        }
    )
    turn(position, 8, player=1)
    position.act(1, act.Develop("S2", "claim", "navvies", 1))
    position.act(0, act.Join(1))
    position.act(1, act.Join(1))
    # One that lay there and three more, whoever owns them: the claim is full.
    assert points(position) == [0, 2]
    assert position.state.claims[1].slot == ""
    assert position.state.tiles["S2"].buildings == [0, 1]
    assert position.state.supply == [30, 30]


def test_only_the_owner_may_develop_or_portage_to_a_claim():
    position = claiming(claims={"blue": {"tile": "lowland_farm", "cubes": ["blue"]}})
    position.arrange({"dev": {"lowland_farm": tile(flipped=True, buildings="r")}})
    turn(position, 8)
    offers = list(position.game.legal_actions(0, act.Develop))
    assert not [each for each in offers if each.side == "claim"]
    position.arrange({"railhead": 14})
    turn(position, 13, player=1)
    position.act(1, act.Portage("N5", "coal", "S2", "claim"))
    assert position.state.claims[1].cubes == [1, 1]


def test_a_claim_elsewhere_is_emptied_and_moved():
    position = claiming(
        left="rb", right="r", claims={"blue": {"tile": "lumber_mill", "cubes": ["red", "blue"]}}
    )
    supply = list(position.state.supply)
    turn(position, 8)
    position.act(0, act.Develop("S2", "left", "wood", 1))
    position.act(1, act.Join(0))
    position.act(1, act.Stake())
    assert (position.state.claims[1].slot, position.state.claims[1].cubes) == ("S2", [1])
    # Red: one from the claim and four from the farm; blue: one from the claim, its farm cube stays.
    assert position.state.supply == [supply[0] + 1 + 3, supply[1] + 1]


def test_a_claim_that_is_full_at_once_is_completed_at_once():
    again = bench(2, line=[("steel", 1, "r")], dev={"lowland_farm": tile(left="rrrrbbbb")}, land_claim=True)
    turn(again, 8)
    again.act(0, act.Develop("S2", "right", "steel", 1))
    again.act(1, act.Stake())
    assert points(again) == [4, 2]
    assert again.state.claims[1].slot == ""
    assert again.state.tiles["S2"].buildings == [0, 1]


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (act.Develop("N2", "left", "steel", 1), r"left of Lumber Mill \(N2\) takes navvies, not steel"),
        (act.Develop("N2", "right", "steel", 1), r"right of Lumber Mill \(N2\) has no empty slot"),
        (act.Develop("N2", "left", "navvies", 2), "place 2 is not yours"),
        (act.Develop("N2", "left", "navvies", 9), "There are 2 navvies on the Line"),
        (act.Develop("N2", "claim", "navvies", 1), "Land Claim Tile does not lie on"),
        (act.Develop("N1", "left", "navvies", 1), "does not touch N1; it touches N2, S1"),
    ],
)
def test_a_refused_develop_says_why(action, says):
    position = bench(2, line=[("navvies", 1, "rb"), ("steel", 1, "r")], dev={"lumber_mill": tile(right="bb")})
    turn(position, 7)
    with pytest.raises(IllegalMove, match=says):
        position.act(0, action)
