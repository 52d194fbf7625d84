"""X. Advance Turn Marker; Ending / Winning the Game; Victory Point Computations."""

import pytest

from engine.age_of_steam.actions import PassMove
from engine.age_of_steam.board import board
from engine.age_of_steam.points import breakdown, sections_owned, victory_points

from .position import act, dice, facing, lay, line, owner_at, table, town


@pytest.mark.parametrize("map_id", ["rust_belt", "western_us", "southern_us", "germany"])
@pytest.mark.parametrize(("players", "turns"), [(3, 10), (4, 8), (5, 7), (6, 6)])
def test_turns_by_the_number_of_players(map_id, players, turns):
    assert board(map_id).turns(players) == turns
    assert table(map_id, players).state.turns == turns


def last_decision(turn, *incomes):
    rolls = [dice("light", 1, 1, 1), dice("dark", 1, 1, 1)]
    game = table(phase="move_goods", turn=turn, script=rolls)
    for player, income in zip(game.state.players, incomes, strict=False):
        player.income = income
    game.state.move_round = 2
    game.state.queue = [2]
    return game


def test_after_a_turn_the_next_begins_with_issuing_shares():
    game = last_decision(9)
    act(game, 2, PassMove())
    assert (game.state.turn, game.state.phase) == (10, "issue_shares")


def test_the_game_ends_when_the_last_turn_is_completed():
    game = last_decision(10)
    act(game, 2, PassMove())
    assert game.over
    assert game.pending() == ()


def test_goods_grow_in_the_last_turn_like_in_any_other():
    game = last_decision(10)
    game.state.display["light1"] = ["red", "red", "red"]
    act(game, 2, PassMove())
    assert game.state.cubes["H6"] == ["red", "red", "red"]


def test_three_points_for_every_dollar_of_income():
    game = table()
    game.state.players[0].income, game.state.players[0].shares = 7, 0
    assert victory_points(game.state, 0) == 21


def test_three_points_lost_for_every_share():
    game = table()
    game.state.players[0].shares = 5
    assert victory_points(game.state, 0) == -15


def test_a_point_for_each_section_of_a_completed_link():
    game = table()
    line(game, 0, "J10", "K10", "L9", "M9")
    assert sections_owned(game.state, 0) == 2
    assert dict(breakdown(game.state, 0)) == {"income": 0, "track": 2, "shares": -6}


def test_sections_are_parted_by_tiles_and_by_towns():
    # K10, the Town tile's two exits, then K8, J7 and I7.
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10", "K8")
    line(game, 0, "K9", "K8", "J7", "I7", "H6")
    assert sections_owned(game.state, 0) == 1 + 1 + 1 + 3


def test_unfinished_track_counts_nothing():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    assert sections_owned(game.state, 0) == 0


def test_two_tracks_on_one_tile_are_two_sections():
    # P1 crosses its own link: two links over one crossing tile, four tracks in all on three tiles.
    game = table()
    line(game, 0, "J10", "K10", "L9", "M9")
    line(game, 0, "J10", "K11", "K10")
    lay(game, "K10", "crossing_straight_straight", facing("crossing_straight_straight", 0, 1, 3, 4), 0)
    game.state.placed["K9"] = "A"
    game.state.version += 1
    assert len(game.state.tiles) == 3
    assert sections_owned(game.state, 0) == 4


def test_money_has_no_value():
    game = table()
    points = victory_points(game.state, 0)
    game.state.players[0].cash += 100
    assert victory_points(game.state, 0) == points


def test_the_most_points_win():
    game = last_decision(10, 3, 9, 6)
    act(game, 2, PassMove())
    assert game.result().ranking == ((1,), (2,), (0,))


def test_ties_are_possible():
    game = last_decision(10, 6, 9, 6)
    game.state.players[0].cash += 20
    act(game, 2, PassMove())
    assert game.result().ranking == ((1,), (0, 2))


def test_the_score_shows_its_lines():
    game = last_decision(10, 5, 0, 0)
    line(game, 0, "J10", "K10", "L9", "M9")
    act(game, 2, PassMove())
    score = game.result().scores[0]
    assert score.parts == (("income", 15), ("track", 2), ("shares", -6))
    assert score.total == 11


def test_unfinished_track_of_every_player_is_nobodys_at_the_end():
    game = last_decision(10)
    line(game, 0, "J10", "K10", "L9")
    line(game, 1, "A11", "A10", "A9")
    act(game, 2, PassMove())
    assert owner_at(game, "K10") is None
    assert owner_at(game, "A10") is None


def test_the_insolvent_are_last_whatever_their_points():
    game = last_decision(10, 0, 0, 0)
    game.state.players[1].cash = 0
    game.state.players[1].income = 0
    line(game, 1, "J10", "K10", "L9", "M9")
    act(game, 2, PassMove())
    assert game.result().ranking == ((0, 2), (1,))
    assert game.result().scores[1].note == "insolvent in turn 10"
