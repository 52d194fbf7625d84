"""Solo Mode: the Syndicate's setup, turns, draws, placement, bids and the three conditions."""

from __future__ import annotations

import pytest

from engine.core.chance import Chance
from engine.transcontinental import TITLE
from engine.transcontinental import actions as act
from engine.transcontinental import events as ev
from engine.transcontinental.developments import builders
from engine.transcontinental.phases.rounds import end_round, finish
from engine.transcontinental.phases.syndicate_turn import action_draw, main_action_on, minor_action
from engine.transcontinental.procedure import Run
from engine.transcontinental.results import conditions
from engine.transcontinental.state import Drawing, Resupplying, SyndicateTurn, Telegram
from engine.transcontinental.syndicate import contribution, draw_cards, placement, wins_outright

from .builders import asked, bench, in_yard, line, railhead_phase, run, telegram_phase, tile, travel, turn

HUMAN, SYNDICATE = 0, 1


def going(position):
    return Run(position.state, position.chance)


# --- setup ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(15))
def test_the_syndicate_begins_with_six_cards_a_development_and_two_telegrams(seed):
    game = TITLE.start(TITLE.options(), 1, Chance(str(seed)))
    state = game.state
    cards = state.syndicate.deck + state.syndicate.discard
    assert len(cards) == 6
    assert sorted(card for card in cards if card.startswith("X")) == ["X1", "X2", "X3"]
    assert {state.box.allies[card].region for card in cards if not card.startswith("X")} == {
        "lowlands",
        "shield",
        "prairies",
    }
    flipped = [slot for slot, each in state.tiles.items() if each.flipped]
    assert len(flipped) == 1
    assert state.tiles[flipped[0]].buildings == [SYNDICATE]
    kind = state.box.developments[state.tiles[flipped[0]].id]
    assert state.score(SYNDICATE) == kind.undeveloped.vp
    spaces = [space for space, telegram in state.telegrams.items() if telegram.owner == SYNDICATE]
    assert sorted(spaces) == sorted([1, state.box.slots[flipped[0]].spaces[0]])
    # The last card discarded is the ally that chose it; no development further East has its symbol.
    ally = state.box.allies[state.syndicate.discard[-1]]
    assert ally.symbol in kind.symbols
    for slot in state.box.slots.values():
        if slot.spaces[0] < state.box.slots[flipped[0]].spaces[0]:
            assert ally.symbol not in state.box.developments[state.tiles[slot.id].id].symbols


@pytest.mark.parametrize("seed", range(15))
def test_the_player_has_two_different_investments_and_one_ally(seed):
    """RULINGS.md A49."""
    state = TITLE.start(TITLE.options(), 1, Chance(str(seed))).state
    assert len(state.investments[HUMAN]) == len(set(state.investments[HUMAN])) == 2
    assert len(state.hands[HUMAN]) == 1
    assert len(state.investment_deck) == 10
    assert state.investments[SYNDICATE] == state.hands[SYNDICATE] == []
    assert state.bonus == [2, 0]


def test_two_player_rules_hold():
    """RULINGS.md A44."""
    position = bench(solo=True)
    assert builders(position.state, [2, 1]) == [HUMAN]
    assert position.state.pacific == [23, 25, 26]


# --- telegrams --------------------------------------------------------------------------------


def test_only_the_player_places_telegrams_and_the_syndicates_block():
    position = bench(solo=True, telegrams={"syndicate": [1, 7]})
    telegram_phase(position)
    run(position)
    for space in (2, 3, 4):
        assert asked(position) == [HUMAN]
        assert act.Place(1) not in list(position.game.legal_actions(HUMAN, act.Place))
        position.act(HUMAN, act.Place(space))
    assert position.state.stack == []


def test_the_syndicates_telegrams_never_leave_the_board():
    position = bench(solo=True, telegrams={"syndicate": [1, 7], "human": [3]})
    end_round(position.state)
    assert sorted(position.state.telegrams) == [1, 7]
    assert position.state.regular[HUMAN] == 3


# --- the deck ---------------------------------------------------------------------------------


def test_a_depleted_deck_is_made_of_the_discards_without_the_cards_of_this_draw():
    """RULINGS.md A48."""
    position = bench(solo=True, deck=["X1", "L1"], discard=["S1"])
    drawn = draw_cards(going(position), 5)
    assert drawn == ["X1", "L1", "S1"]
    held = bench(solo=True, deck=["X1"], discard=[])
    assert draw_cards(going(held), 3) == ["X1"]


def test_an_action_draw_goes_on_one_card_past_the_first_syndicate_card():
    position = bench(solo=True, deck=["L1", "S1", "X2", "X1", "P1"])
    assert action_draw(going(position)) == ["L1", "S1", "X2", "X1"]


def test_contribution_counts_one_for_the_syndicate_three_for_the_symbol_at_most_the_eligible():
    position = bench(solo=True, deck=["X1", "L1", "L2", "S5"])
    assert contribution(going(position), 4, ("shipping",), "a test") == 4
    few = bench(solo=True, deck=["S5", "L5"])
    assert contribution(going(few), 2, ("shipping",), "a test") == 0
    assert sorted(few.state.syndicate.discard) == ["L5", "S5"]


# --- the player's allies and Develops -----------------------------------------------------------


def drawing(deck, cards):
    position = bench(solo=True, deck=deck, discard=[])
    position.state.decks["lowlands"] = sorted(cards)
    position.state.stack = [Drawing(HUMAN, "lowlands")]
    run(position)
    return position


def test_of_two_allies_the_syndicate_takes_the_one_it_turns_up():
    position = drawing(["X1", "S1", "P5"], ["L1", "L10"])
    # S1 is shipping as L1 is: L1 goes to the Syndicate, P5 is not drawn.
    assert position.state.hands[HUMAN] == ["L10"]
    assert sorted(position.state.syndicate.discard) == ["L1", "S1", "X1"]
    assert position.state.syndicate.deck == ["P5"]


def test_without_a_hit_or_with_equal_symbols_the_player_chooses():
    missed = drawing(["X1", "S3"], ["L1", "L10"])
    assert [each.card for each in missed.game.legal_actions(HUMAN, act.Keep)] in (
        ["L1", "L10"],
        ["L10", "L1"],
    )
    assert sorted(card.id for card in missed.game.view(HUMAN).drawn_allies) == ["L1", "L10"]
    assert missed.game.view(None).drawn_allies == ()
    missed.act(HUMAN, act.Keep("L1"))
    assert missed.state.hands[HUMAN] == ["L1"]
    assert "L10" in missed.state.syndicate.discard
    equal = drawing(["S1", "X1"], ["L1", "L2"])
    assert len(list(equal.game.legal_actions(HUMAN, act.Keep))) == 2
    assert equal.state.syndicate.deck == ["S1", "X1"]


def test_the_last_card_of_a_deck_is_simply_taken():
    assert drawing(["S1"], ["L1"]).state.hands[HUMAN] == ["L1"]


def test_the_syndicate_contributes_after_the_players_own_decisions():
    position = bench(solo=True, line=[("navvies", 2, "hshss")], deck=["X1", "L4", "L1"])
    turn(position, 7)
    position.act(HUMAN, act.Develop("N2", "left", "navvies", 1))
    assert asked(position) == [HUMAN]
    position.act(HUMAN, act.Join(0))
    # Three cards for three cubes behind the first: 1 for the Syndicate card, 3 for construction.
    assert position.state.tiles["N2"].left == [HUMAN, SYNDICATE, SYNDICATE, SYNDICATE]
    assert line(position, "navvies") == "h"


def test_the_syndicates_front_cubes_go_first_and_those_before_the_first_cube_stay():
    position = bench(solo=True, line=[("navvies", 2, "shsshs")], deck=["X1", "L1", "P5"])
    turn(position, 7)
    position.act(HUMAN, act.Develop("N2", "left", "navvies", 2))
    position.act(HUMAN, act.Join(0))
    assert position.state.tiles["N2"].left == [HUMAN, SYNDICATE]
    assert line(position, "navvies") == "sshs"


# --- minor actions ------------------------------------------------------------------------------


def minor(card, space=5, direction=1, **state):
    position = bench(solo=True, **state)
    minor_action(going(position), card, space, direction)
    position.settle(going(position))
    return position


def test_a_minor_action_in_the_ports_is_skipped():
    position = minor("L10", space=2, line=[("wood", 1, "s")])
    assert line(position, "wood") == "s"


def test_it_portages_to_the_left_or_else_to_the_right():
    left = minor("L10", line=[("navvies", 1, "s"), ("coal", 0, "s")])
    # The Industrial City is the next tile with agriculture: navvies left, coal right.
    assert left.state.tiles["N1"].left == [SYNDICATE]
    right = minor("L10", line=[("coal", 0, "s"), ("navvies", 1, "")])
    assert right.state.tiles["N1"].right == [SYNDICATE]


def test_yard_cubes_are_used_before_those_on_the_line():
    position = minor("L10", line=[("steel", 1, ""), ("navvies", 1, "s")], yard=[("navvies", 1, "s")])
    assert line(position, "navvies") == "s"
    assert in_yard(position, "navvies") == ""


def test_otherwise_it_acquires_what_the_right_side_needs_then_the_left():
    right = minor("L10")
    assert line(right, "coal") == "s"
    left = minor("L10", dev={"industrial_city": tile(right="hh")})
    assert line(left, "navvies") == "s"


def test_on_a_wild_side_it_unloads_the_type_of_its_first_cube():
    """RULINGS.md A46, A47."""
    blocked = {"industrial_city": tile(flipped=True, buildings="h")}
    position = minor("L10", line=[("steel", 1, "hs"), ("tourists", 1, "s")], dev=blocked)
    assert position.state.tiles["S2"].right == [SYNDICATE]
    assert line(position, "steel") == "h"


def test_on_a_wild_side_it_acquires_for_the_first_yard_group():
    """RULINGS.md A47."""
    blocked = {"industrial_city": tile(flipped=True, buildings="h")}
    position = minor("L10", yard=[("grain", 1, "h")], dev=blocked)
    assert in_yard(position, "grain") == "hs"
    no_yard = minor("L10", dev=blocked)
    assert line(no_yard, "coal") == "s"


def test_the_search_goes_in_the_trains_direction_and_on_from_the_other_end():
    position = bench(solo=True, railhead=14, line=[("wood", 1, "s"), ("coal", 0, "s")])
    # Eastbound from 13 the next shipping tile is the Steel Mill (S3, 10-11), whose left side takes coal.
    minor_action(going(position), "L1", 13, -1)
    position.settle(going(position))
    assert position.state.tiles["S3"].left == [SYNDICATE]


# --- main action --------------------------------------------------------------------------------


def main(slot, **state):
    position = bench(solo=True, **state)
    main_action_on(going(position), slot)
    position.settle(going(position))
    return position


def test_it_unloads_up_to_four_cubes():
    position = main("S2", line=[("wood", 2, "ssssss")])
    assert position.state.tiles["S2"].left == [SYNDICATE] * 4
    assert line(position, "wood") == "ss"


def test_it_stops_when_it_wins_outright():
    position = bench(solo=True, line=[("wood", 2, "sssss")], dev={"lowland_farm": tile(left="hh", right="s")})
    main_action_on(going(position), "S2")
    position.settle(going(position))
    # One fills the tile at 2:2, the second makes it 2:3 and wins; the others stay.
    assert line(position, "wood") == "sss"
    assert position.state.tiles["S2"].buildings == [SYNDICATE]
    assert position.state.score(SYNDICATE) == 4


def test_winning_outright_needs_more_cubes_and_no_empty_slot():
    position = bench(solo=True, dev={"lowland_farm": tile(left="hhs", right="s")})
    assert not wins_outright(position.state, "S2")
    position.state.tiles["S2"].left.append(SYNDICATE)
    assert wins_outright(position.state, "S2")


def test_the_player_may_join_the_syndicates_develop():
    position = bench(solo=True, line=[("wood", 1, "shs")])
    main_action_on(going(position), "S2")
    run(position)
    assert asked(position) == [HUMAN]
    position.act(HUMAN, act.Join(1))
    assert position.state.tiles["S2"].left == [SYNDICATE, HUMAN, SYNDICATE]


def test_a_flipped_tile_is_developed_or_produces_only_with_its_building():
    nothing = main(
        "N1",
        line=[("grain", 1, "s"), ("steel", 1, "")],
        dev={"industrial_city": tile(flipped=True, buildings="h")},
    )
    assert nothing.state.tiles["N1"].left == []
    produces = main("N2", dev={"lumber_mill": tile(flipped=True, buildings="s")})
    assert line(produces, "wood") == "ss"


def test_it_trades_two_of_its_most_frequent_type_into_the_front_empty_slots():
    position = main("N2", coal="hs", line=[("wood", 1, "sss"), ("steel", 1, "hhh")])
    # The coal group has one empty slot, the cars none: one cube of wood becomes coal.
    assert line(position, "coal") == "hss"
    assert line(position, "wood") == "ss"


def test_it_trades_at_most_two_and_takes_them_from_the_rear():
    position = main("N2", line=[("wood", 2, "shss"), ("steel", 1, "")])
    assert (line(position, "coal"), line(position, "wood")) == ("ss", "sh")


def test_a_tie_for_most_trades_nothing():
    position = main("N2", coal="", line=[("wood", 1, "s"), ("tourists", 1, "s")])
    assert (line(position, "wood"), line(position, "tourists")) == ("s", "s")


def test_in_a_port_it_only_loads_and_minor_actions_are_skipped():
    position = bench(
        solo=True, telegrams={"syndicate": [2, 8]}, ports={"navvies": 3}, deck=["L10", "X1", "X2"]
    )
    position.state.stack = [SyndicateTurn(2, 1)]
    position.settle(going(position))
    assert line(position, "navvies") == "sss"
    assert position.state.ports["navvies"] == 1
    # The placement is a Syndicate card: the previous port with most supply, from the other end: 4, 3 or 1.
    assert sorted(position.state.telegrams) == [1, 8]
    assert sorted(position.state.syndicate.discard) == ["L10", "X1", "X2"]


# --- placement ----------------------------------------------------------------------------------


def test_no_matching_space_leaves_the_telegram_where_it_is():
    position = bench(solo=True, telegrams={"syndicate": [5, 1]})
    # Tourism is on the Port City only (6, 7), and these are taken.
    position.state.telegrams[6] = position.state.telegrams[7] = Telegram(HUMAN)
    assert placement(position.state, "L12", 5, 1) is None


def test_tiles_with_only_the_players_buildings_are_ignored():
    dev = {"port_city": tile(flipped=True, buildings="h")}
    position = bench(solo=True, telegrams={"syndicate": [8, 1]}, dev=dev)
    assert placement(position.state, "L12", 8, 1) is None


def test_a_telegram_put_ahead_of_the_engine_acts_again():
    position = bench(
        solo=True,
        railhead=12,
        telegrams={"syndicate": [8, 10]},
        ports={"coal": 1, "navvies": 1, "steel": 2, "wood": 3},
    )
    # Space 10 acts first (X1, placement X2: the port at 4); then 8 (X3, placement L1 ...).
    position.chance.stacked = {}
    travel(position, -1)
    position.state.syndicate.deck = ["X1", "X2", "X3"]
    position.state.syndicate.discard = []
    events = run(position)
    while position.state.stack:
        position.act(HUMAN, position.answer(position.game.pending()[0]))
    began = [event.space for event in events if isinstance(event, ev.TurnBegan)]
    assert began[:2] == [10, 8]
    assert 4 in began


# --- Railhead and resupply ------------------------------------------------------------------------


def test_the_syndicate_bids_by_contribution_draws_for_navvies_wood_and_steel():
    position = bench(
        solo=True,
        line=[("navvies", 1, "s"), ("steel", 1, "s"), ("wood", 1, "s")],
        deck=["X1", "L4", "L1"],
        wilderness_from_10=[3, 5, 22],
    )
    railhead_phase(position)
    events = run(position)
    # Navvies: a Syndicate card, 1. Wood: construction, 3, of one eligible. Steel: nothing. 2 do not pay 3.
    assert [event.bids[SYNDICATE] for event in events if isinstance(event, ev.BidsRevealed)] == [(1, 0, 1)]
    assert position.state.railhead == 9
    assert line(position, "navvies") == line(position, "wood") == "s"


def test_it_claims_the_tile_with_most_points_the_further_east_of_equals():
    position = bench(
        solo=True,
        line=[("navvies", 3, "ssssssss")],
        deck=["X1", "X2", "X3", "L4", "L5", "S2", "P2", "L1"],
        wilderness_from_10=[5, 3, 6, 22],
        turn_order=["human", "syndicate"],
    )
    railhead_phase(position)
    events = run(position)
    claims = [event.tile for event in events if isinstance(event, ev.TileClaimed)]
    # Tiles 3 and 6 are both worth 4: 3 lies further East. No terminal building for the Syndicate.
    assert claims == [3, 6, 5]
    assert position.state.terminal == [0, 0]
    assert position.state.order == [SYNDICATE, HUMAN]
    assert line(position, "navvies") == ""


def test_its_resupply_takes_the_fullest_yard_type_and_goes_on():
    position = bench(
        solo=True, line=[("coal", 1, "ssshhh"), ("wood", 1, "")], yard=[("steel", 1, "h"), ("grain", 1, "hh")]
    )
    position.state.stack = [Resupplying()]
    run(position)
    assert position.state.score(SYNDICATE) == 4
    assert position.state.railyard == [0, 1]
    assert asked(position) == [HUMAN]
    shop = bench(solo=True, line=[("coal", 0, "sss")], shop={"hopper": 3, "coach": 5, "flatcar": 5})
    shop.state.stack = [Resupplying()]
    run(shop)
    # Coaches and flatcars are the fullest stacks: the coach comes first, as navvies.
    assert [(group.type, group.cars) for group in shop.state.line][1] == ("navvies", 1)
    assert shop.state.shop["coach"] == 4


def test_general_bonuses_are_for_the_player_alone():
    position = bench(solo=True, line=[("navvies", 1, "hhh")], wilderness_from_10=[4, 22], deck=["X1"])
    railhead_phase(position)
    run(position)
    position.act(HUMAN, act.Bid(3, 0, 0))
    position.settle(going(position))
    assert [len(hand) for hand in position.state.hands] == [1, 0]


def test_the_eighth_tile_brings_the_player_the_third_investment_even_if_the_syndicate_claims_it():
    """Setup: you'll also acquire a third investment mid-game. Railhead Phase: all players take the bonus."""
    for owner, deck in ((HUMAN, ["L1", "L2"]), (SYNDICATE, ["X1", "X2"])):
        position = bench(
            solo=True,
            line=[("navvies", 1, "hh" if owner == HUMAN else "ss")],
            deck=deck,
            wilderness_from_10=[8, 22],
            investments={"human": ["railway", "tourism"]},
        )
        railhead_phase(position)
        run(position)
        if owner == HUMAN:
            position.act(HUMAN, act.Bid(2, 0, 0))
            position.act(HUMAN, act.ClaimTile(8))
        assert [each.kinds for each in position.game.pending()] == [(act.Keep,)]
        position.act(HUMAN, next(iter(position.game.legal_actions(HUMAN))))
        assert [len(cards) for cards in position.state.investments] == [3, 0]
        assert position.state.points[owner] == {"railhead": 4}


# --- the end --------------------------------------------------------------------------------------


def ended(*, human, syndicate, terminal=0, spike=25):
    position = bench(
        solo=True,
        score={"human": human, "syndicate": syndicate},
        terminal={"human": terminal},
        dev={
            "lumber_mill": tile(flipped=True, buildings="hhh"),
            "port_city": tile(flipped=True, buildings="hhh"),
        },
        investments={"human": ["construction", "railway", "shipping"]},
    )
    position.state.syndicate.spike_reached = spike
    finish(going(position))
    return position


def test_all_three_conditions_win():
    position = ended(human=50, syndicate=49, terminal=3)
    result = position.game.result()
    assert result.won
    assert result.sentence.startswith("Victory")
    # There is no final scoring: investments are worth nothing.
    assert result.scores[0].total == 50


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"syndicate": 50}, "Unremarkable defeat"),
        ({"terminal": 0}, "Unremarkable defeat"),
        ({"spike": 20}, "Unremarkable defeat"),
        ({"spike": 21}, "Victory"),
        ({"syndicate": 60, "spike": 20}, "Humiliating defeat"),
    ],
)
def test_fewer_are_a_defeat(changes, verdict):
    """RULINGS.md A56: the Prairies begin at space 20."""
    position = ended(**{"human": 50, "syndicate": 49, "terminal": 3, **changes})
    assert position.game.result().sentence.startswith(verdict)


def test_the_player_may_resign_once_the_last_spike_is_in_the_prairies():
    position = bench(solo=True)
    telegram_phase(position)
    run(position)
    assert act.Resign not in position.game.pending()[0].kinds
    position.state.syndicate.spike_reached = 20
    position.act(HUMAN, act.Resign())
    assert position.game.result().sentence.startswith("Humiliating defeat by resignation")


def test_the_spike_is_remembered_where_it_stood_at_a_resolve():
    position = bench(solo=True, wilderness={"20": 15, "21": 22, "22": 16}, railhead=18)
    position.state.wilderness = {19: 17, 20: 15, 21: 22, 22: 16}
    railhead_phase(position)
    run(position)
    assert dict(conditions(position.state))["the Last Spike kept out of the Prairies"] is False
