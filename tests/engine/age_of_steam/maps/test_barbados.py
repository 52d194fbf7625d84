"""Additional Map Rules, Barbados (Solo), sentence by sentence."""

from collections import Counter

import pytest

from engine.age_of_steam.actions import Issue, PassMove, Select
from engine.age_of_steam.events import DiceRolled
from engine.age_of_steam.game import start
from engine.age_of_steam.options import SteamOptions
from engine.core.chance import Chance, Outcome
from engine.core.errors import IllegalMove
from tests.engine.age_of_steam.invariants import all_cubes
from tests.engine.age_of_steam.position import act, allowed, refused, table

MAP = "barbados"


def new_game(seed="barbados", easy=False, script=()):
    return start(SteamOptions(map=MAP, easy=easy), 1, Chance(seed, script=script))


# --- set-up --------------------------------------------------------------------------------------


def test_the_purple_cubes_are_out_of_the_game():
    assert all_cubes(new_game().state) == Counter(red=20, blue=20, yellow=20, black=16)


def test_new_cities_e_to_h_are_out_of_the_game():
    assert new_game().state.new_cities == ["A", "B", "C", "D"]


def test_cubes_lie_in_the_top_row_of_the_light_section_only():
    display = new_game().state.display
    assert list(display) == [*(f"light{die}" for die in range(1, 7)), "A", "B", "C", "D"]
    assert all(boxes[0] is not None for boxes in display.values())
    assert all(cube is None for boxes in display.values() for cube in boxes[1:])


@pytest.mark.parametrize(("letter", "colour", "place"), [("A", "red", 6), ("B", "blue", 7)])
def test_red_for_a_and_blue_for_b_are_replaced_by_another_cube(letter, colour, place):
    drawn = ["black"] * 10
    drawn.insert(place, colour)
    script = [Outcome("goods display", (cube,)) for cube in drawn]
    game = new_game(script=script)
    assert game.state.display[letter][0] == "black"
    assert all_cubes(game.state)[colour] == 20
    on_board = Counter(cube for lying in game.state.cubes.values() for cube in lying)
    assert game.state.bag[colour] == 20 - on_board[colour]


def test_one_cube_lies_on_each_yellow_city():
    game = new_game()
    counts = {name: len(lying) for name, lying in game.state.cubes.items()}
    assert counts == dict.fromkeys(game.board.cities, 1)
    assert all(city.accepts == ("yellow",) for city in game.board.cities.values())


def test_in_the_easy_variant_two_cubes_lie_on_each_yellow_city():
    game = new_game(easy=True)
    counts = {name: len(lying) for name, lying in game.state.cubes.items()}
    assert counts == dict.fromkeys(game.board.cities, 2)


def test_it_is_played_alone():
    with pytest.raises(IllegalMove, match="for 1 player"):
        start(SteamOptions(map=MAP), 2, Chance("x"))


# --- phases --------------------------------------------------------------------------------------


def test_only_one_share_may_be_issued_a_turn():
    game = table(MAP, 1, phase="issue_shares")
    refused(game, 0, Issue(2), "from 0 to 1")
    allowed(game, 0, Issue(0))
    act(game, 0, Issue(1))
    assert game.state.players[0].shares == 3


def test_there_is_no_player_order_phase():
    game = table(MAP, 1, phase="issue_shares")
    act(game, 0, Issue(0))
    assert game.state.phase == "select_actions"


def selecting(*blocked):
    game = table(MAP, 1, phase="select_actions")
    game.state.blocked = list(blocked)
    return game


def test_only_engineer_locomotive_urbanization_and_production_are_available():
    game = selecting()
    assert [legal.power for legal in game.legal_actions(0, Select)] == [
        "engineer",
        "locomotive",
        "urbanization",
        "production",
    ]
    refused(game, 0, Select("first_move"), "no action called first_move")


def test_a_chosen_action_cannot_be_chosen_again_until_its_marker_is_removed():
    game = selecting("engineer")
    refused(game, 0, Select("engineer"), "cannot be chosen again")
    act(game, 0, Select("locomotive"))
    assert game.state.blocked == ["engineer", "locomotive"]


def test_when_all_four_have_been_chosen_the_markers_are_removed():
    game = selecting("engineer", "locomotive", "urbanization")
    act(game, 0, Select("production"))
    assert game.state.blocked == []
    game.state.players[0].action = ""
    game.state.phase = "select_actions"
    game.phase.begin(game)
    allowed(game, 0, Select("production"))
    allowed(game, 0, Select("engineer"))


def test_one_action_must_be_chosen_each_turn():
    assert [kind.__name__ for kind in selecting().pending()[0].kinds] == ["Select"]
    assert selecting("engineer", "locomotive", "urbanization").forced() == (0, Select("production"))


def test_the_fourth_action_still_has_its_effect_this_turn():
    game = selecting("engineer", "production", "urbanization")
    act(game, 0, Select("locomotive"))
    assert game.state.players[0].engine == 2
    assert game.state.players[0].action == "locomotive"


def last_move(turn, cash=60, income=5, shares=2, engine=1):
    game = table(MAP, 1, phase="move_goods", turn=turn)
    player = game.state.players[0]
    player.cash, player.income, player.shares, player.engine = cash, income, shares, engine
    game.state.move_round, game.state.queue = 2, [0]
    return game


def test_two_dice_are_rolled_each_turn():
    rolled = [event for event in act(last_move(3), 0, PassMove()) if isinstance(event, DiceRolled)]
    assert [(event.section, len(event.values)) for event in rolled] == [("light", 2)]


# --- the end -------------------------------------------------------------------------------------


def test_the_game_ends_after_the_tenth_turn():
    game = last_move(9)
    act(game, 0, PassMove())
    assert not game.over
    game = last_move(10)
    act(game, 0, PassMove())
    assert game.over


def test_cash_buys_back_all_shares_at_5_dollars_each():
    game = last_move(10, cash=40, income=6, shares=5, engine=2)  # 40 + 6 - 7 = 39, less 25
    act(game, 0, PassMove())
    assert (game.state.players[0].cash, game.state.players[0].shares) == (14, 0)


def test_the_money_left_over_is_the_score():
    game = last_move(10, cash=40, income=6, shares=5, engine=2)
    act(game, 0, PassMove())
    result = game.result()
    assert result.won
    assert result.scores[0].total == 14


def test_exactly_enough_is_a_win_with_nothing_left():
    game = last_move(10, cash=26, income=6, shares=5, engine=2)
    events = act(game, 0, PassMove())
    assert game.result().won
    assert game.tell(events[-1]) == "The game is over and won."
    assert game.result().scores[0].total == 0


def test_who_cannot_buy_back_all_shares_loses():
    game = last_move(10, cash=24, income=6, shares=5, engine=2)  # 23 against 25
    events = act(game, 0, PassMove())
    result = game.result()
    assert result.won is False
    assert game.tell(events[-1]) == "The game is over, and nobody has won."
    assert game.state.players[0].shares == 1
    assert result.scores[0].total == -2


@pytest.mark.parametrize(("cash", "lines"), [(40, (39, -25)), (26, (25, -25)), (24, (23, -25))])
def test_the_lines_of_the_score_add_up_won_or_lost(cash, lines):
    # Five shares at $5; 6 comes in and 7 falls due before the end.
    game = last_move(10, cash=cash, income=6, shares=5, engine=2)
    act(game, 0, PassMove())
    score = game.result().scores[0]
    assert score.parts == (("cash at the end", lines[0]), ("shares to buy back", lines[1]))
    assert score.total == sum(lines)


def test_insolvency_loses_the_game_at_once():
    game = last_move(4, cash=0, income=0, shares=5, engine=2)
    act(game, 0, PassMove())
    assert game.over
    assert game.state.turn == 4
    assert game.result().won is False
    assert game.result().scores[0].parts == (("cash at the end", 0), ("shares to buy back", -25))
    assert game.result().scores[0].total == -25
