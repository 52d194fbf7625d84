"""Resupply; Ally; Ally Cards with their symbols and operators."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalMove, NotYourTurn
from engine.transcontinental import actions as act
from engine.transcontinental import events as ev
from engine.transcontinental.state import Drawing, Resupplying, Telegram

from .builders import asked, bench, cars, in_yard, line, run, tile, turn


def score(position, side=0):
    return position.state.score(side)


def resupply(position):
    position.state.stack = [Resupplying()]
    position.state.phase = "resupply"
    return run(position)


# --- Resupply ---------------------------------------------------------------------------------


def test_nothing_happens_while_the_tender_is_not_full():
    position = bench(2, coal="rr")
    events = resupply(position)
    assert [event.reason for event in events if isinstance(event, ev.NoResupply)] == [
        "the tender is not full"
    ]
    assert position.state.stack == []


def test_nothing_happens_if_yard_and_shop_are_empty():
    """RULINGS.md A36."""
    position = bench(2, coal="rrr", shop={"hopper": 0, "coach": 0, "flatcar": 0})
    resupply(position)
    assert line(position, "coal") == "rrr"
    assert score(position) == 0


def test_the_player_with_most_coal_in_the_tender_supplies_ties_by_turn_order():
    position = bench(3, line=[("coal", 1, "rbg"), ("wood", 1, "")], turn_order=["green", "red", "blue"])
    resupply(position)
    assert asked(position) == [2]


def test_coal_behind_the_tender_does_not_count_for_that_but_leaves_with_it():
    position = bench(2, line=[("coal", 1, "rrbbb"), ("wood", 1, "")])
    resupply(position)
    assert asked(position) == [0]
    position.act(0, act.AddCars("wood"))
    assert line(position, "coal") == "bbb"
    assert asked(position) == [1]


def test_cars_come_from_the_yard_if_there_are_any_all_of_a_type():
    position = bench(2, coal="rrb", line=[("steel", 1, "r")], yard=[("steel", 2, "bbbr"), ("wood", 1, "b")])
    resupply(position)
    with pytest.raises(IllegalMove, match="cars in the Yard"):
        position.act(0, act.AddCars("navvies"))
    position.act(0, act.AddCars("steel"))
    assert (cars(position, "steel"), line(position, "steel")) == (3, "rbbbr")
    assert in_yard(position, "steel") is None
    # 2 for the resupply, 1 for each of the four cubes, whoever owns them.
    assert (score(position, 0), score(position, 1)) == (6, 0)
    assert position.state.railyard == [1, 0]
    assert line(position, "coal") == "b"


def test_a_type_not_on_the_line_becomes_its_last_group():
    position = bench(2, coal="rrb", yard=[("grain", 1, "b")])
    resupply(position)
    position.act(0, act.AddCars("grain"))
    assert [group.type for group in position.state.line] == ["coal", "navvies", "steel", "wood", "grain"]


def test_with_an_empty_yard_one_car_of_any_type_comes_from_the_shop_without_more_points():
    position = bench(2, coal="rrb")
    resupply(position)
    offers = [each.resource for each in position.game.legal_actions(0, act.AddCars)]
    assert offers == ["coal", "navvies", "steel", "wood", "grain", "tourists"]
    position.act(0, act.AddCars("tourists"))
    assert score(position) == 2
    assert position.state.shop["coach"] == 4
    assert cars(position, "tourists") == 1


def test_the_first_is_a_duty_a_repetition_a_choice():
    """RULINGS.md A38, A39."""
    position = bench(2, line=[("coal", 1, "rrrbbb"), ("wood", 1, "")])
    resupply(position)
    assert position.game.pending()[0].kinds == (act.AddCars,)
    position.act(0, act.AddCars("wood"))
    assert position.game.pending()[0].kinds == (act.AddCars, act.Skip)
    position.act(1, act.AddCars("wood"))
    assert position.state.railyard == [1, 1]
    assert position.state.stack == []


def test_a_repetition_may_be_declined():
    position = bench(2, line=[("coal", 1, "rrrbbb"), ("wood", 1, "")])
    resupply(position)
    position.act(0, act.AddCars("wood"))
    position.act(1, act.Skip())
    assert line(position, "coal") == "bbb"
    assert position.state.railyard == [1, 0]


def test_the_suppliers_coal_in_the_yard_stays_his_even_if_its_car_is_added():
    position = bench(2, coal="rrb", yard=[("coal", 1, "rr")])
    resupply(position)
    position.act(0, act.AddCars("coal"))
    assert line(position, "coal") == "brr"
    assert asked(position) == [0]
    assert score(position) == 4


def test_a_resupply_taken_as_an_action_may_fall_to_another_player():
    """RULINGS.md A37."""
    position = bench(2, coal="rrb", railhead=14)
    turn(position, 11, player=1)
    position.act(1, act.Resupply("N4"))
    assert asked(position) == [0]
    position.act(0, act.AddCars("wood"))
    assert asked(position) == [1]
    assert score(position, 0) == 2


# --- drawing allies ---------------------------------------------------------------------------


def draw(position, deck):
    position.state.stack = [Drawing(0, deck)]
    return run(position)


def test_a_tile_gives_an_ally_of_its_region_even_from_a_space_of_the_next():
    """RULINGS.md A42."""
    position = bench(2, railhead=14, slots={"S2": "lumber_mill", "N2": "lowland_farm"})
    turn(position, 9)
    position.act(0, act.CallAlly("S2"))
    assert position.state.box.allies[position.state.hands[0][0]].region == "lowlands"


def test_a_card_drawn_this_turn_cannot_be_played_in_it():
    position = bench(2)
    turn(position, 7)
    position.act(0, act.CallAlly("N2"))
    card = position.state.hands[0][0]
    assert act.PlayAlly not in position.game.pending()[0].kinds
    assert not position.game.view(0).hand[0].playable
    position.act(0, act.End())
    turn(position, 6)
    assert act.PlayAlly(card) in list(position.game.legal_actions(0, act.PlayAlly))


def test_an_empty_deck_gives_points_or_a_card_from_further_east_again_and_again():
    """RULINGS.md A40, A41."""
    position = bench(2, decks={"prairies": []})
    draw(position, "prairies")
    assert [each.at for each in position.game.legal_actions(0)] == ["points", "shield", "lowlands"]
    position.act(0, act.CallAlly("points"))
    assert score(position) == 2
    draw(position, "prairies")
    position.act(0, act.CallAlly("shield"))
    assert position.state.box.allies[position.state.hands[0][0]].region == "shield"
    assert score(position) == 2


def test_the_lowlands_have_nothing_further_east():
    position = bench(2, decks={"lowlands": []})
    draw(position, "lowlands")
    assert score(position) == 1
    assert position.state.stack == []


@pytest.mark.parametrize("region", ["ports", "rockies", "pacific"])
def test_regions_without_a_deck_use_the_lowlands(region):
    assert bench(2).state.box.deck_of(region) == "lowlands"


# --- playing cards ----------------------------------------------------------------------------


def playing(card, space, option=1, **state):
    position = bench(state.pop("players", 2), **state)
    position.give_card(0, card)
    turn(position, space)
    position.act(0, act.PlayAlly(card, option))
    return position


def test_one_card_a_turn_and_it_is_worth_its_symbol_afterwards():
    position = bench(2)
    for card in ("L1", "P5"):
        position.give_card(0, card)
    turn(position, 5)
    position.act(0, act.PlayAlly("P5"))
    position.act(0, act.Acquire("card", "grain"))
    assert position.state.played[0] == ["P5"]
    with pytest.raises(NotYourTurn):
        position.act(0, act.PlayAlly("L1"))


def test_a_card_is_an_action_the_telegram_is_spent():
    position = playing("P5", 5)
    position.act(0, act.Skip())
    position.act(0, act.End())
    assert position.state.spent == [Telegram(0)]


def test_acquire_is_of_one_type_for_all():
    position = playing("L1", 5, option=2)
    assert [each.resource for each in position.game.legal_actions(0, act.Acquire)] == ["navvies"]
    position.act(0, act.Acquire("card", "navvies"))
    assert line(position, "navvies") == "rr"


def test_or_takes_only_the_chosen_part():
    position = playing("S5", 5, option=1)
    assert act.Trade not in position.game.pending()[0].kinds
    position.act(0, act.Acquire("card", "coal"))
    assert line(position, "coal") == "rrr"
    assert len(position.state.stack) == 1


def test_and_is_taken_in_any_order_or_skipped():
    position = playing("L12", 5)
    position.act(0, act.Survey("card"))
    position.act(0, act.Acquire("card", "tourists"))
    assert len(position.state.stack) == 1
    skipped = playing("L12", 5)
    skipped.act(0, act.Survey("card"))
    skipped.act(0, act.Skip())
    assert line(skipped, "tourists") is None


def test_then_needs_enough_of_ones_own_cubes_removed():
    position = playing("S2", 7, yard=[("navvies", 1, "rr")], line=[("steel", 1, "")])
    position.act(0, act.Portage("card", "navvies", "N2", "left", 2))
    assert position.found(ev.ConditionTested)[-1].holds
    assert position.game.pending()[0].kinds == (act.Wire, act.Skip)


def test_one_cube_too_few_and_then_is_lost():
    position = playing("S2", 7, yard=[("navvies", 1, "rr")], line=[("steel", 1, "")])
    position.act(0, act.Portage("card", "navvies", "N2", "left", 1))
    assert not position.found(ev.ConditionTested)[-1].holds
    assert act.Wire not in position.game.pending()[0].kinds


def test_cubes_of_others_do_not_count_for_the_condition():
    """RULINGS.md A43."""
    position = playing("S3", 7, line=[("steel", 1, "rb")])
    position.act(0, act.Develop("N2", "right", "steel", 1))
    position.act(1, act.Join(1))
    assert not position.found(ev.ConditionTested)[-1].holds


def test_own_cubes_unloaded_behind_the_first_count():
    position = playing("S3", 7, line=[("steel", 1, "rr")])
    position.act(0, act.Develop("N2", "right", "steel", 1))
    position.act(0, act.Join(1))
    assert position.found(ev.ConditionTested)[-1].holds
    position.act(0, act.CallAlly("card"))
    # The current region of a card is that of the telegram's space: 7 is in the Lowlands.
    assert position.state.box.allies[position.state.hands[0][0]].region == "lowlands"


def test_a_condition_on_the_place_holds_even_if_the_first_part_is_skipped():
    position = playing("L9", 7, line=[("steel", 1, "r")])
    position.act(0, act.Skip())
    assert position.found(ev.ConditionTested)[-1].holds
    assert position.game.pending()[0].kinds == (act.Portage, act.Skip)


def test_a_cards_portage_is_of_one_type_to_one_side_and_may_overfill():
    position = playing(
        "P1",
        5,
        line=[("wood", 1, "r"), ("steel", 1, "")],
        yard=[("wood", 1, "rr")],
        dev={"lowland_farm": tile(right="b")},
    )
    position.act(0, act.Portage("card", "wood", "S1", "left", 2))
    assert asked(position) == [0]
    position.act(0, act.Choose(("y1", "y2")))
    assert position.state.tiles["S1"].left == [0, 0]
    full = playing("P7", 5, option=2, line=[("tourists", 1, "rrr")])
    park = next(slot for slot, each in full.state.tiles.items() if each.id == "national_park")
    full.act(0, act.Portage("card", "tourists", park, "left", 3))
    assert full.state.tiles[park].left == [0, 0, 0]


def test_to_limits_where_a_portage_may_go():
    position = playing("P7", 5, option=2, line=[("tourists", 1, "rrr")])
    regions = {
        position.state.box.slots[each.values["tile"]].region
        for each in position.game.legal_actions(0, act.Portage)
    }
    assert regions == {"rockies"}


def test_to_limits_where_a_telegram_may_go():
    position = playing("L13", 9, railhead=14)
    spaces = {each.space for each in position.game.legal_actions(0, act.Wire)}
    assert spaces == {1, 2, 3, 4, 5, 6, 7, 8}


def test_to_replaces_adjacency_for_develop_even_beyond_the_railhead():
    """RULINGS.md A53."""
    position = playing("P2", 5, line=[("steel", 1, "r")])
    tiles = {each.tile for each in position.game.legal_actions(0, act.Develop)}
    assert tiles == {slot.id for slot in position.state.box.slots.values() if slot.region == "prairies"}


def test_a_cards_develop_needs_no_house():
    dev = {"industrial_city": tile(flipped=True, buildings="b")}
    position = playing("L5", 5, line=[("wood", 1, "r")], dev=dev)
    position.act(0, act.Develop("N1", "left", "wood", 1))
    assert position.state.tiles["N1"].left == [0]


def test_trade_from_line_or_yard():
    position = playing("L6", 5, line=[("wood", 1, "")], yard=[("wood", 1, "rr")], coal="")
    offers = [each for legal in position.game.legal_actions(0, act.Trade) for each in legal]
    assert {each.give for each in offers} == {"wood"}
    position.act(0, act.Trade("card", "wood", "steel", 2))
    assert in_yard(position, "wood") == ""
    # The Line's empty wood car flips.
    assert line(position, "steel") == "rr"


def test_acquire_to_the_yard_only():
    position = playing("L2", 5)
    position.act(0, act.Acquire("card", "wood"))
    assert in_yard(position, "wood") == "rrr"
    assert line(position, "wood") == ""


def test_a_card_whose_steps_cannot_be_done_is_simply_played():
    position = playing("L10", 5, option=2)
    assert position.state.played[0] == ["L10"]
    assert len(position.state.stack) == 1
