"""Game Pieces and Setting Up the Game."""

from collections import Counter

import pytest

from engine.age_of_steam.board import MAPS, board
from engine.age_of_steam.game import start
from engine.age_of_steam.options import SteamOptions, seats
from engine.age_of_steam.setup import first_order
from engine.age_of_steam.tiles import tiles
from engine.core.chance import Chance, Outcome
from engine.core.errors import IllegalMove

from .invariants import all_cubes, examine


def new_game(map_id="rust_belt", players=3, **options):
    return start(SteamOptions(map=map_id, **options), players, Chance("set-up"))


def test_there_are_136_track_tiles_of_the_kinds_in_the_reference():
    # Track Tile Reference: simple 48, 7, 55; crossing 4, 3, 4; coexist 1 each; town 3, 2, 2, 2, 2.
    pieces = tiles().pieces
    assert sum(pieces.values()) == 136
    assert [pieces[each] for each in ("straight", "sharp", "gentle")] == [48, 7, 55]
    crossings = ("crossing_gentle_straight", "crossing_gentle_gentle", "crossing_straight_straight")
    assert [pieces[each] for each in crossings] == [4, 3, 4]
    assert [count for piece, count in pieces.items() if piece.startswith("coexist")] == [1, 1, 1, 1]
    towns = ("one", "three_left", "three_right", "three_half", "three_star")
    assert [pieces[f"town_{each}"] for each in towns] == [3, 2, 2, 2, 2]


def test_there_are_eight_new_cities_one_red_blue_purple_and_yellow_and_four_black():
    colours = Counter(city.colour for city in board("rust_belt").new_cities.values())
    assert colours == {"red": 1, "blue": 1, "purple": 1, "yellow": 1, "black": 4}


def test_there_are_110_cubes_and_white_ones_are_only_for_the_south():
    assert dict(board("rust_belt").bag) == {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}
    assert all_cubes(new_game("rust_belt").state)["white"] == 0
    assert all_cubes(new_game("southern_us").state)["white"] == 14


def test_every_square_of_the_display_holds_a_cube_52_in_all():
    display = new_game().state.display
    assert sum(len(boxes) for boxes in display.values()) == 52
    assert all(cube is not None for boxes in display.values() for cube in boxes)


def test_the_display_is_filled_row_by_row_from_left_to_right():
    script = [Outcome("goods display", tuple(["red"] * 20 + ["blue"] * 20 + ["black"] * 12))]
    display = start(SteamOptions(), 3, Chance("rows", script=script)).state.display
    keys = list(display)
    assert [display[key][0] for key in keys] == ["red"] * 20
    assert [display[key][1] for key in keys] == ["blue"] * 20
    assert [display[key][2] for key in keys if len(display[key]) == 3] == ["black"] * 12


@pytest.mark.parametrize("city", ["Pittsburgh", "Wheeling"])
def test_pittsburgh_and_wheeling_begin_with_three_cubes(city):
    game = new_game()
    name = next(each for each, printed in game.board.cities.items() if printed.name == city)
    assert len(game.state.cubes[name]) == 3


def test_every_other_city_begins_with_two_cubes():
    game = new_game()
    others = [name for name, city in game.board.cities.items() if city.name not in ("Pittsburgh", "Wheeling")]
    assert len(others) == 10
    assert all(len(game.state.cubes[name]) == 2 for name in others)


def test_towns_begin_empty():
    game = new_game()
    assert set(game.state.cubes) == set(game.board.cities)


def test_everybody_begins_with_one_link_income_0_two_shares_and_10_dollars():
    for player in new_game().state.players:
        assert (player.engine, player.income, player.shares, player.cash) == (1, 0, 2, 10)


def test_the_highest_of_three_dice_is_first_the_next_highest_second():
    rolls = [Outcome("player order", values) for values in ((1, 2, 3), (6, 6, 5), (4, 4, 4))]
    assert first_order(3, Chance("", script=rolls)) == [1, 2, 0]


def test_equal_rolls_are_rolled_again_among_the_equal():
    # RULINGS, set-up: the book says nothing of ties.
    rolls = [
        Outcome("player order", each) for each in ((3, 3, 3), (6, 6, 6), (4, 4, 1), (1, 1, 1), (2, 2, 2))
    ]
    assert first_order(3, Chance("", script=rolls)) == [1, 2, 0]


def test_twenty_ownership_discs_and_eight_town_discs_are_in_play():
    for map_id in MAPS:
        assert board(map_id).game["ownership_disks"] == 20
        assert board(map_id).game["town_disks"] == 8


def test_the_game_begins_with_issuing_shares():
    game = new_game()
    assert (game.state.turn, game.state.phase) == (1, "issue_shares")
    assert game.pending()[0].seat == game.state.order[0]


def test_the_same_seed_sets_up_the_same_game():
    assert new_game().snapshot() == new_game().snapshot()


@pytest.mark.parametrize("map_id", MAPS)
def test_every_map_sets_up_with_everything_conserved(map_id):
    for players in seats(SteamOptions(map=map_id)):
        examine(new_game(map_id, players))


@pytest.mark.parametrize(
    ("map_id", "players"), [("rust_belt", 2), ("rust_belt", 7), ("st_lucia", 3), ("barbados", 2)]
)
def test_a_wrong_number_of_players_is_refused(map_id, players):
    with pytest.raises(IllegalMove, match="is for"):
        new_game(map_id, players)


def test_only_barbados_has_an_easy_variant():
    with pytest.raises(IllegalMove, match="no easy variant"):
        new_game("germany", 3, easy=True)
