"""Telegram Phases, Action Phases and Action Turns."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalMove, NotYourTurn
from engine.transcontinental import actions as act
from engine.transcontinental import events as ev
from engine.transcontinental.phases.rounds import end_round
from engine.transcontinental.state import EAST, PHASES, WEST, Telegram

from .builders import asked, bench, in_yard, line, rounds, run, telegram_phase, tile, travel, turn

# --- telegram phases --------------------------------------------------------------------------


def test_telegrams_are_placed_in_turn_order_one_at_a_time():
    position = bench(3, turn_order=["blue", "red", "green"])
    telegram_phase(position)
    run(position)
    order = []
    for space in (1, 2, 3, 4, 5, 6):
        order += asked(position)
        position.act(order[-1], act.Place(space))
    assert order == [1, 0, 2, 1, 0, 2]


def test_who_has_passed_places_no_more_in_this_phase():
    position = bench(2)
    telegram_phase(position)
    run(position)
    position.act(0, act.Pass())
    position.act(1, act.Place(1))
    assert asked(position) == [1]
    with pytest.raises(NotYourTurn):
        position.act(0, act.Place(2))


def test_a_space_is_blocked_by_telegrams_and_wilderness_the_railhead_too():
    """RULINGS.md A03."""
    position = bench(2, telegrams={"blue": [4]})
    telegram_phase(position)
    run(position)
    for space, says in (
        (4, "telegram on space 4"),
        (9, "East of the Railhead"),
        (10, "East of"),
        (0, "East of"),
    ):
        with pytest.raises(IllegalMove, match=says):
            position.act(0, act.Place(space))
    position.act(0, act.Place(8))


def test_engine_and_port_markers_do_not_block():
    position = bench(2, engine=1)
    telegram_phase(position)
    run(position)
    assert act.Place(1) in list(position.game.legal_actions(0, act.Place))


def test_bonus_telegrams_are_not_placed_in_telegram_phases():
    position = bench(2)
    position.state.regular = [0, 1]
    telegram_phase(position)
    run(position)
    assert asked(position) == [1]
    position.act(1, act.Place(3))
    assert position.state.stack == []
    assert position.state.bonus == [2, 2]


def test_nobody_acts_when_placing():
    position = bench(2)
    telegram_phase(position)
    run(position)
    position.act(0, act.Place(1))
    assert line(position, "coal") == ""


def test_the_eastbound_phase_has_only_telegrams_not_placed_before():
    position = bench(2)
    position.state.regular = [2, 0]
    telegram_phase(position, "eastbound_telegrams")
    run(position)
    position.act(0, act.Place(1))
    position.act(0, act.Place(2))
    assert position.state.stack == []


# --- the engine's run -------------------------------------------------------------------------


@pytest.mark.parametrize(("direction", "order"), [(WEST, [2, 5, 8]), (EAST, [8, 5, 2])])
def test_the_engine_visits_telegrams_in_its_direction(direction, order):
    """RULINGS.md A02."""
    position = bench(3, telegrams={"red": [5], "blue": [2], "green": [8]})
    travel(position, direction)
    run(position)
    seen = []
    while position.state.stack:
        seen.append(position.state.engine)
        position.act(asked(position)[0], act.Pass())
    assert seen == order


def test_the_eastbound_run_starts_at_the_railhead_as_it_is_now():
    position = bench(2, railhead=14, telegrams={"red": [13]})
    travel(position, EAST)
    run(position)
    assert position.state.engine == 13


def test_ports_nobody_loads_from_rise_to_three_in_both_directions():
    position = bench(2, ports={"coal": 1, "navvies": 2, "steel": 3, "wood": 2})
    travel(position, WEST)
    run(position)
    assert position.state.ports == {"coal": 2, "navvies": 3, "steel": 3, "wood": 3}
    travel(position, EAST)
    run(position)
    assert position.state.ports["coal"] == 3


def test_a_loaded_port_falls_to_one_and_stays_there_on_this_visit():
    position = bench(2, telegrams={"red": [2]}, ports={"navvies": 3})
    travel(position, WEST)
    run(position)
    position.act(0, act.Load("navvies"))
    assert position.state.ports["navvies"] == 1
    position.act(0, act.End())
    assert position.state.ports["navvies"] == 1
    assert line(position, "navvies") == "rrr"


def test_a_port_whose_visitor_does_not_load_rises():
    """RULINGS.md A22."""
    position = bench(2, telegrams={"red": [4]})
    travel(position, WEST)
    run(position)
    position.act(0, act.Survey("turn_order_tile"))
    position.act(0, act.End())
    assert position.state.ports["wood"] == 3


def test_a_telegram_placed_behind_the_engine_waits_and_one_ahead_acts():
    """RULINGS.md A19."""
    position = bench(2, telegrams={"red": [5]})
    travel(position, WEST)
    run(position)
    position.state.telegrams[3] = Telegram(1)
    position.state.telegrams[7] = Telegram(1)
    position.act(0, act.Pass())
    assert (asked(position), position.state.engine) == ([1], 7)
    position.act(1, act.Pass())
    assert position.state.stack == []
    travel(position, EAST)
    run(position)
    assert position.state.engine == 7


def test_a_pass_leaves_the_telegram_a_turn_removes_it():
    """RULINGS.md A18."""
    position = bench(2)
    turn(position, 5)
    position.act(0, act.Pass())
    assert 5 in position.state.telegrams
    assert position.state.spent == []
    turn(position, 1)
    position.act(0, act.Load("coal"))
    with pytest.raises(IllegalMove):
        position.act(0, act.Pass())
    position.act(0, act.End())
    assert 1 not in position.state.telegrams
    assert position.state.spent == [Telegram(0)]


def test_all_telegrams_return_at_the_end_of_the_round_bonus_ones_too():
    """RULINGS.md A20."""
    position = bench(2)
    state = position.state
    state.regular, state.bonus = [1, 3], [1, 2]
    state.spent = [Telegram(0), Telegram(0, bonus=True)]
    state.telegrams = {4: Telegram(0)}
    end_round(state)
    assert (state.regular, state.bonus, state.telegrams, state.spent) == ([3, 3], [2, 2], {}, [])


def test_five_phases_make_a_round_and_three_the_final_one():
    position = bench(2)
    state = position.state
    state.regular = [0, 0]
    rounds(position)
    state.regular = [0, 0]
    events = run(position)
    # Nobody can place or bid here, so the engine runs through all rounds up to the guard.
    phases = [event.phase for event in events if isinstance(event, ev.PhaseBegan) and event.round == 1]
    assert phases == [
        "westbound_telegrams",
        "westbound_actions",
        "railhead",
        "eastbound_telegrams",
        "eastbound_actions",
        "resupply",
    ]


def test_the_final_round_ends_after_its_railhead_phase():
    position = bench(2)
    position.state.last_spike_claimed = True
    position.state.regular = [0, 0]
    rounds(position)
    events = run(position)
    phases = [event.phase for event in events if isinstance(event, ev.PhaseBegan)]
    assert phases == ["westbound_telegrams", "westbound_actions", "railhead"]
    assert position.state.over


def test_a_round_ends_with_the_resupply_at_the_east_end_and_then_the_telegrams_return():
    """Action Phases: the supplier is asked while the telegrams still lie at the East end."""
    position = bench(2, coal="rrb")
    state = position.state
    state.round, state.telegrams, state.spent = 3, {6: Telegram(1)}, [Telegram(0), Telegram(0, bonus=True)]
    state.regular, state.bonus = [2, 2], [1, 2]
    rounds(position, PHASES.index("resupply"))
    run(position)
    assert (asked(position), state.phase, len(state.spent)) == ([0], "resupply", 2)
    position.act(0, act.AddCars("grain"))
    assert (state.round, state.phase) == (4, "westbound_telegrams")
    assert (state.regular, state.bonus, state.telegrams, state.spent) == ([3, 3], [2, 2], {}, [])


# --- action turns -----------------------------------------------------------------------------


def test_one_action_on_each_thing_the_space_touches():
    position = bench(2, coal="r", dev={"lumber_mill": tile(), "port_city": tile()})
    turn(position, 7)
    position.act(0, act.CallAlly("N2"))
    with pytest.raises(NotYourTurn, match="You may: acquire, end"):
        position.act(0, act.CallAlly("N2"))
    position.act(0, act.Acquire("S1", "wood"))
    assert {type(each) for each in position.game.legal_actions(0)} == {act.End}


def test_the_port_and_the_turn_order_tile_are_two_things():
    position = bench(3)
    turn(position, 4, player=2)
    position.act(2, act.Survey("turn_order_tile"))
    position.act(2, act.Load("wood"))
    assert position.state.order == [2, 0, 1]
    assert line(position, "wood") == "gg"


def test_a_second_action_of_the_same_kind_on_a_tile_is_refused_by_name():
    position = bench(2, dev={"port_city": tile(), "lowland_farm": tile()})
    position.arrange({"slots": {"N2": "lowland_farm"}})
    turn(position, 7)
    position.act(0, act.Acquire("S1", "wood"))
    with pytest.raises(IllegalMove, match=r"action on Port City \(S1\) already"):
        position.act(0, act.Acquire("S1", "wood"))
    with pytest.raises(IllegalMove, match="does not touch N5; it touches N2"):
        position.act(0, act.Acquire("N5", "wood"))


def test_only_what_the_space_touches_can_be_used():
    position = bench(2)
    turn(position, 5)
    for action in (
        act.Load("coal"),
        act.Acquire("S1", "wood"),
        act.CallAlly("N2"),
        act.Survey("turn_order_tile"),
    ):
        with pytest.raises((IllegalMove, NotYourTurn)):
            position.act(0, action)


def test_house_actions_need_a_building():
    open_to_all = {"lumber_mill": tile(flipped=True, buildings="b")}
    position = bench(2, dev=open_to_all)
    turn(position, 8)
    with pytest.raises(NotYourTurn):
        position.act(0, act.Produce("N2", "wood"))
    position.act(0, act.CallAlly("N2"))
    owner = bench(2, dev=open_to_all)
    turn(owner, 8, player=1)
    owner.act(1, act.Produce("N2", "wood"))
    assert line(owner, "wood") == "bb"


def test_what_the_back_shows_is_not_available_before_the_flip():
    position = bench(2, dev={"lumber_mill": tile(buildings="r")})
    turn(position, 8)
    assert act.Produce not in position.game.pending()[0].kinds


def test_a_flipped_tile_is_developed_only_by_building_owners():
    dev = {"industrial_city": tile(flipped=True, buildings="b")}
    line_with_grain = [("grain", 1, "rb")]
    position = bench(2, line=line_with_grain, dev=dev)
    turn(position, 5)
    with pytest.raises((IllegalMove, NotYourTurn)):
        position.act(0, act.Develop("N1", "left", "grain", 1))
    owner = bench(2, line=line_with_grain, dev=dev)
    turn(owner, 5, player=1)
    owner.act(1, act.Develop("N1", "left", "grain", 2))
    assert owner.state.tiles["N1"].left == [1]


def test_a_tile_flipped_by_this_turn_is_used_as_it_then_lies():
    position = bench(2, line=[("steel", 1, "r")], dev={"lumber_mill": tile(left="rr", right="r")})
    turn(position, 8)
    position.give_card(0, "L9")
    position.act(0, act.PlayAlly("L9"))
    position.act(0, act.Acquire("card", "steel"))
    position.act(0, act.Portage("card", "steel", "N2", "right"))
    assert position.state.tiles["N2"].flipped
    position.act(0, act.Produce("N2", "wood"))
    # The steel car on the Line holds two cubes and cannot flip; the wood goes to a new car in the Yard.
    assert (line(position, "steel"), in_yard(position, "wood")) == ("rr", "rr")


def test_the_telegram_action_places_bonus_or_regular_but_not_on_the_current_space():
    position = bench(2, railhead=12)
    turn(position, 9)
    kinds = {each.telegram for each in position.game.legal_actions(0, act.Wire)}
    assert kinds == {"regular", "bonus"}
    with pytest.raises(IllegalMove):
        position.act(0, act.Wire("N3", 9, "bonus"))
    position.act(0, act.Wire("N3", 11, "bonus"))
    assert position.state.telegrams[11] == Telegram(0, bonus=True)
    assert (position.state.regular[0], position.state.bonus[0]) == (2, 1)


def test_a_telegram_action_without_a_telegram_is_taken_without_effect():
    """RULINGS.md A54."""
    position = bench(2, railhead=12)
    turn(position, 9)
    position.state.regular[0] = position.state.bonus[0] = 0
    position.act(0, act.Wire("N3", None))
    position.act(0, act.End())
    assert 9 not in position.state.telegrams


def test_survey_moves_to_the_front_and_keeps_the_others_order():
    position = bench(4, turn_order=["yellow", "green", "blue", "red"])
    turn(position, 4, player=1)
    position.act(1, act.Survey("turn_order_tile"))
    assert [position.name(side) for side in position.state.order] == ["blue", "yellow", "green", "red"]
