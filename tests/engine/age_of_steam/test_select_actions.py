"""III. Select Actions."""

import pytest

from engine.age_of_steam.actions import OFFERED, Build, Done, Locomotive, Move, PassMove, Select, Urbanise
from engine.age_of_steam.board import board

from .position import act, allowed, cubes, line, refused, table, through


def selecting(players=3, **options):
    return table(players=players, phase="select_actions", **options)


def test_seven_actions_are_offered():
    assert len(OFFERED) == 7
    game = selecting()
    for power in OFFERED:
        allowed(game, 0, Select(power))


def test_actions_are_chosen_in_player_order():
    game = selecting(order=[2, 0, 1])
    for seat, power in ((2, "engineer"), (0, "first_move"), (1, "first_build")):
        assert [each.seat for each in game.pending()] == [seat]
        act(game, seat, Select(power))
    assert game.state.phase == "build_track"


def test_each_action_goes_to_one_player_a_turn():
    game = selecting()
    act(game, 0, Select("engineer"))
    refused(game, 1, Select("engineer"), "has taken Engineer")


def test_everybody_must_choose_an_action():
    assert {kind.__name__ for kind in selecting().pending()[0].kinds} == {"Select"}


def test_an_unknown_action_is_refused():
    refused(selecting(), 0, Select("steam"), "no action called steam")


def test_first_move_moves_first_in_both_rounds_whatever_the_order():
    game = table(phase="move_goods", powers={2: "first_move"})
    asked = []
    while game.state.phase == "move_goods":
        seat = game.pending()[0].seat
        asked.append(seat)
        act(game, seat, PassMove())
    assert asked == [2, 0, 1, 2, 0, 1]


def test_first_move_changes_nothing_in_building():
    assert table(powers={2: "first_move"}).state.queue == [0, 1, 2]


def test_first_build_builds_first_whatever_the_order():
    game = table(powers={1: "first_build"})
    asked = []
    while game.state.phase == "build_track":
        seat = game.pending()[0].seat
        asked.append(seat)
        act(game, seat, Done())
    assert asked == [1, 0, 2]
    assert game.state.queue == [0, 1, 2]  # and goods are moved in player order


@pytest.mark.parametrize(("power", "tiles"), [("engineer", 4), ("first_move", 3)])
def test_engineer_builds_four_tiles_instead_of_three(power, tiles):
    game = table(powers={0: power})
    # From Kansas City (A11) up its column and on.
    row = ["A11", "A10", "A9", "A8", "A7", "A6", "A5"]
    for before, here, after in list(zip(row, row[1:], row[2:], strict=False))[:tiles]:
        act(game, 0, through(game, before, here, after))
    assert Build not in game.pending()[0].kinds
    refused(game, 0, Build("A5", "straight", 0))


def test_locomotive_goes_one_link_further_at_once():
    game = selecting()
    act(game, 0, Select("locomotive"))
    assert game.state.players[0].engine == 2


def test_locomotive_stays_at_six_links():
    game = selecting()
    game.state.players[0].engine = 6
    act(game, 0, Select("locomotive"))
    assert game.state.players[0].engine == 6


def test_locomotive_does_not_use_up_the_upgrade_of_move_goods():
    game = table(phase="move_goods", powers={0: "locomotive"})
    act(game, 0, Locomotive())
    assert game.state.players[0].engine == 2


def test_urbanization_places_a_new_city_before_building():
    game = table(powers={1: "urbanization"})
    assert Urbanise not in game.pending()[0].kinds
    act(game, 0, Done())
    allowed(game, 1, Urbanise("G9", "A"))
    act(game, 1, through(game, "A11", "A10", "A9"))
    refused(game, 1, Urbanise("G9", "A"))


def test_turn_order_is_kept_for_the_next_turns_auction():
    game = selecting()
    for seat, power in enumerate(("turn_order", "engineer", "first_move")):
        act(game, seat, Select(power))
    for seat in range(3):
        act(game, seat, Done())
    cubes(game, "A11", "red")
    while game.state.phase == "move_goods":
        act(game, game.pending()[0].seat, PassMove())
    assert game.state.turn == 2
    assert [player.turn_order for player in game.state.players] == [True, False, False]
    assert [player.action for player in game.state.players] == ["", "", ""]


def test_a_move_needs_no_action():
    game = table(phase="move_goods")
    line(game, 0, "J10", "K10", "L9", "M9")
    cubes(game, "J10", "blue")
    allowed(game, 0, Move("J10", "blue", ("M9",)))


def test_maps_leave_actions_out():
    assert "production" not in board("st_lucia").game["actions"]
    game = table("st_lucia", 2, phase="select_actions")
    refused(game, 0, Select("production"), "no action called production")
