"""Rulings that no other test covers; see engine/transcontinental/RULINGS.md."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from engine.core.errors import IllegalMove
from engine.transcontinental import actions as act
from engine.transcontinental import events as ev
from engine.transcontinental.card_text import Step
from engine.transcontinental.components import box_with
from engine.transcontinental.phases.syndicate_turn import first_development, main_action_on, minor_action
from engine.transcontinental.phases.turn import matching_step
from engine.transcontinental.procedure import Run
from engine.transcontinental.state import Building, Drawing, Loading

from .builders import asked, bench, in_yard, line, railhead_phase, run, tile, travel, turn

HUMAN, SYNDICATE = 0, 1


def test_thirty_cubes_of_each_colour():
    """A01."""
    assert bench(4).state.supply == [30] * 4


def test_after_the_flip_only_what_the_back_shows_can_be_done():
    """A34: a Port City that is developed has no slots any more; its open action stands on its back too."""
    position = bench(2, line=[("wood", 1, "r")], dev={"port_city": tile(flipped=True, buildings="r")})
    turn(position, 6)
    assert not [each for each in position.game.legal_actions(0, act.Develop) if each.tile == "S1"]
    assert act.Acquire("S1", "grain") in list(position.game.legal_actions(0, act.Acquire))


def test_a_tile_that_produces_two_types_gives_one_of_them_a_turn():
    """A35."""
    position = bench(2, dev={"port_city": tile(flipped=True, buildings="r")})
    turn(position, 6)
    produced = list(position.game.legal_actions(0, act.Produce))
    assert {each.resource for each in produced} == {"tourists", "navvies"}
    position.act(0, act.Produce("S1", "tourists"))
    with pytest.raises(IllegalMove):
        position.act(0, act.Produce("S1", "navvies"))


def test_the_syndicate_takes_both():
    """A35."""
    position = bench(solo=True, dev={"port_city": tile(flipped=True, buildings="s")})
    main_action_on(Run(position.state, position.chance), "S1")
    position.settle(Run(position.state, position.chance))
    assert line(position, "tourists") == "ss"
    assert in_yard(position, "navvies") == "ss"


def test_the_second_piece_of_the_solo_setup_is_a_telegram_on_the_coal_port():
    """A45."""
    position = bench(solo=True)
    first_development(Run(position.state, position.chance), "L12")
    spaces = {space for space, each in position.state.telegrams.items() if each.owner == SYNDICATE}
    assert spaces == {1, 6}
    assert position.state.buildings == [12, 11]


def test_a_land_claim_tile_has_four_wild_slots():
    """A50."""
    assert (box_with().land_claim.slots, box_with().land_claim.accepts) == (4, "wild")


def test_the_best_use_is_shown_to_its_player_while_the_game_goes_on():
    """A52: a building serves the investment or the pair, whatever brings more."""
    position = bench(
        2, terminal={"red": 3}, investments={"red": ["construction"]}, hands={"red": ["L4", "L5"]}
    )
    # Two buildings and an ally complete the card (8); the other ally pairs with the third building (2).
    notes = position.game.report("hand", 0).notes
    assert notes[-1] == "In all this would score 10 points at the end."


def test_of_two_actions_that_would_do_the_larger_is_taken():
    """B01."""
    position = bench(2)
    frame = turn(position, 6)
    box = position.state.box
    city = box.developments["port_city"]
    both = (Step("acquire", 1), Step("acquire", 2, "coal"))
    richer = msgspec.structs.replace(city, undeveloped=msgspec.structs.replace(city.undeveloped, open=both))
    box.developments["port_city"] = richer
    try:
        assert matching_step(position.state, frame, 0, "S1", act.Acquire("S1", "coal")).amount == 2
        assert matching_step(position.state, frame, 0, "S1", act.Acquire("S1", "wood")).amount == 1
        offers = list(position.game.legal_actions(0, act.Acquire))
        assert offers.count(act.Acquire("S1", "coal")) == 1
    finally:
        box.developments["port_city"] = city


def test_skipping_what_stands_before_if_loses_a_condition_on_cubes():
    """B02."""
    position = bench(2, coal="rrr")
    position.give_card(0, "L8")
    turn(position, 5)
    position.act(0, act.PlayAlly("L8"))
    position.act(0, act.Skip())
    assert [event.holds for event in position.found(ev.ConditionTested)] == [False]
    assert len(position.state.stack) == 1


def test_a_phase_in_which_nobody_has_rail_cubes_is_played_without_questions():
    """B03."""
    position = bench(3, coal="rrr")
    railhead_phase(position)
    events = run(position)
    assert [event.values for event in events if isinstance(event, ev.BidsRevealed)] == [(0, 0, 0)]
    assert position.state.stack == []


def test_who_contributed_most_is_asked_first_about_a_building():
    """B04."""
    position = bench(
        3,
        line=[("steel", 1, "r")],
        dev={"lumber_mill": tile(left="bb", right="r")},
        terminal={"red": 12, "blue": 12},
    )
    turn(position, 7)
    position.act(0, act.Develop("N2", "right", "steel", 1))
    # Two each: red is ahead in turn order.
    assert asked(position) == [0]
    position.act(0, act.Skip())
    assert asked(position) == [1]


def test_the_syndicate_neither_takes_cubes_back_nor_moves_buildings():
    """B05."""
    position = bench(solo=True, line=[("wood", 10, "s" * 29), ("steel", 1, "")], terminal={"syndicate": 12})
    position.state.stack = [Loading(SYNDICATE, "steel", 3), Building(SYNDICATE, "N2")]
    run(position)
    assert position.state.stack == []
    assert line(position, "steel") == "s"
    assert position.state.tiles["N2"].buildings == []


def test_a_claim_staked_again_where_it_lies_takes_the_new_cubes():
    """B06."""
    position = bench(
        2,
        line=[("grain", 1, "r")],
        dev={"industrial_city": tile(flipped=True, left="rrb", buildings="r")},
        land_claim=True,
        claims={"blue": {"tile": "industrial_city", "cubes": ["blue", "red"]}},
    )
    turn(position, 5)
    position.act(0, act.Develop("N1", "left", "grain", 1))
    position.act(1, act.Stake())
    assert position.state.claims[1].cubes == [1]
    assert position.state.supply == [30, 29]


def test_a_develop_card_may_be_used_on_ones_claim():
    """B07."""
    position = bench(
        2,
        line=[("wood", 1, "r")],
        dev={"lowland_farm": tile(flipped=True, buildings="b")},
        land_claim=True,
        claims={"red": {"tile": "lowland_farm", "cubes": ["red"]}},
    )
    position.give_card(0, "L5")
    turn(position, 8)
    position.act(0, act.PlayAlly("L5"))
    position.act(0, act.Develop("S2", "claim", "wood", 1))
    assert position.state.claims[0].cubes == [0, 0]


def test_the_syndicates_rearmost_cube_leaves():
    """B08."""
    position = bench(solo=True, line=[("navvies", 2, "shsh")])
    minor_action(Run(position.state, position.chance), "L10", 5, 1)
    position.settle(Run(position.state, position.chance))
    assert position.state.tiles["N1"].left == [SYNDICATE]
    assert line(position, "navvies") == "shh"


def test_a_syndicate_telegram_beyond_the_railhead_waits_for_the_engine():
    """B09."""
    position = bench(solo=True, telegrams={"syndicate": [1, 12]}, deck=["X1", "L1"], ports={"coal": 3})
    travel(position, 1)
    events = run(position)
    began = [event.space for event in events if isinstance(event, ev.TurnBegan)]
    assert began[0] == 1
    assert 12 not in began
    assert 12 in position.state.telegrams


def test_a_search_that_begins_with_an_empty_deck_renews_it_once():
    """B10."""
    position = bench(solo=True, deck=[], discard=["X1", "S1"])
    position.chance.stacked = {}
    position.state.decks["lowlands"] = ["L1", "L10"]
    position.state.stack = [Drawing(HUMAN, "lowlands")]
    run(position)
    assert position.state.hands[HUMAN] == ["L10"]
    missed = bench(solo=True, deck=["X2"], discard=["S1"])
    missed.state.decks["lowlands"] = ["L1", "L10"]
    missed.state.stack = [Drawing(HUMAN, "lowlands")]
    run(missed)
    # The one card left does not match; the discards are not shuffled for this search.
    assert asked(missed) == [HUMAN]


def test_a_building_is_not_moved_to_where_it_stands():
    """B11."""
    position = bench(2, terminal={"red": 2}, railyard={"red": 10})
    position.state.stack = [Building(0, "railyard")]
    run(position)
    assert [each.place for each in position.game.legal_actions(0, act.Recall)] == ["terminal"]
    alone = bench(2, railyard={"red": 12})
    alone.state.stack = [Building(0, "railyard")]
    run(alone)
    assert alone.state.stack == []


def test_a_building_is_placed_without_a_question_while_one_is_left():
    """B13."""
    position = bench(3, coal="r", dev={"lowland_farm": tile(left="rbg")})
    turn(position, 13)
    position.arrange({"railhead": 14})
    position.act(0, act.Portage("N5", "coal", "S2", "right"))
    assert position.state.tiles["S2"].buildings == [0, 1, 2]
    assert asked(position) == [0]
    assert position.state.buildings[:3] == [11, 11, 11]


def test_every_ruling_is_cited_by_a_test():
    """A reading that nothing tests might as well not have been chosen."""
    rulings = files("engine.transcontinental").joinpath("RULINGS.md").read_text("utf-8")
    numbers = re.findall(r"^\| ([AB]\d\d)", rulings, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) >= 69
    here = Path(__file__).parent
    cited = {
        each
        for path in here.glob("test_*.py")
        for each in re.findall(r"\b[AB]\d\d\b", path.read_text("utf-8"))
    }
    assert set(numbers) <= cited
