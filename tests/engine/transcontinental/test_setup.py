"""Setup, for the board and for the players."""

from __future__ import annotations

import pytest

from engine.core.chance import Chance
from engine.transcontinental import TITLE
from engine.transcontinental.setup import new_state
from engine.transcontinental.state import Group

from .builders import started

SEEDS = range(12)


def states(players):
    return [new_state(Chance(str(seed)), players) for seed in SEEDS]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_developments_lie_in_their_regions_and_the_national_park_north_in_the_rockies(players):
    for state in states(players):
        assert len(state.tiles) == 19
        for slot, tile in state.tiles.items():
            assert state.box.developments[tile.id].region == state.box.slots[slot].region
            assert not tile.flipped
        park = next(slot for slot, tile in state.tiles.items() if tile.id == "national_park")
        assert state.box.slots[park].side == "north"
        assert state.box.slots[park].region == "rockies"


def test_one_tile_of_each_colour_goes_to_the_box_but_never_the_eighth():
    """RULINGS.md A06."""
    boxed = {tile for state in states(3) for tile in state.boxed}
    for state in states(3):
        assert [state.box.wilderness[tile].colour for tile in state.boxed] == ["yellow", "green", "blue"]
    assert len(boxed) > 6
    assert not boxed & {1, 8, 22, 23, 24, 25, 26}


def test_wilderness_lies_in_ascending_order_from_the_railhead_to_the_last_spike():
    """RULINGS.md A07: the Last Spike is #22."""
    for state in states(4):
        tiles = [state.wilderness[space] for space in range(10, 28)]
        assert tiles == sorted(tiles)
        assert tiles[-1] == 22
        assert state.railhead == 9
        assert 28 not in state.wilderness


def test_the_pacific_stack_has_23_on_top_and_24_only_with_three_or_four():
    assert states(2)[0].pacific == states(1)[0].pacific == [23, 25, 26]
    assert states(3)[0].pacific == [23, 24, 25, 26]


def test_the_priority_marker_points_to_the_first_tile_with_an_indicator():
    for state in states(3):
        assert state.priority == (6 if 4 in state.boxed else 4)


def test_ports_engine_train_and_shop_as_printed():
    state = states(3)[0]
    assert state.ports == dict.fromkeys(("coal", "navvies", "steel", "wood"), 2)
    assert state.engine == 1
    assert state.line == [Group("coal", 0), Group("navvies", 1), Group("steel", 1), Group("wood", 1)]
    assert state.yard == []
    assert state.shop == {"hopper": 6, "coach": 5, "flatcar": 4}


@pytest.mark.parametrize(("players", "bonus"), [(2, 2), (3, 1), (4, 1)])
def test_players_have_their_pieces_an_ally_and_a_choice_of_investments(players, bonus):
    game = TITLE.start(TITLE.options(), players, Chance("a"))
    state = game.state
    for side in range(players):
        assert (state.regular[side], state.bonus[side]) == (3, bonus)
        assert (state.buildings[side], state.supply[side], state.score(side)) == (12, 30, 0)
        assert len(state.hands[side]) == 1
        # RULINGS.md A04: the first allies come from the Lowlands.
        assert state.box.allies[state.hands[side][0]].region == "lowlands"
        assert len(game.view(side).drawn_investments) == 2
    assert len(state.investment_deck) == 12 - 2 * players
    assert [each.seat for each in game.pending()] == list(range(players))


def test_the_turn_order_is_random():
    assert len({tuple(state.order) for state in states(4)}) > 5


def test_the_decks_have_thirteen_seven_and_seven_cards():
    state = states(3)[0]
    assert {region: len(cards) for region, cards in state.decks.items()} == {
        "lowlands": 13,
        "shield": 7,
        "prairies": 7,
    }


def test_the_first_round_begins_when_all_have_chosen():
    game = started(3)
    assert (game.state.round, game.state.phase) == (1, "westbound_telegrams")
    assert all(len(cards) == 1 for cards in game.state.investments)
    assert len(game.state.investment_deck) == 9
