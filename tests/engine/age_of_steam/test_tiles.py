"""The supply of tiles and Town discs. Rules: Game Pieces; The Track Tiles; Track Tile Reference."""

import pytest

from engine.age_of_steam.actions import Build
from engine.age_of_steam.laying import town_discs_left
from engine.age_of_steam.tiles import supply, tiles

from .position import allowed, lay, line, refused, table, through, town

ANYWHERE = [  # plain hexes far from the tests' own
    *[f"A{row}" for row in range(1, 10)],
    *[f"B{row}" for row in range(5, 10)],
    *[f"C{row}" for row in (2, 3, 5, 6, 9, 10, 11)],
    *[f"D{row}" for row in (2, 3, 5, 6, 7, 8, 9, 10)],
    *[f"E{row}" for row in (2, 3, 10, 11)],
    *[f"F{row}" for row in (1, 2, 3, 4, 5, 6, 8)],
    *[f"G{row}" for row in range(1, 9)],
]


def strew(game, tile, count, hexes=ANYWHERE):
    for name in hexes[:count]:
        lay(game, name, tile, 0, 2)


def test_a_kind_that_is_used_up_cannot_be_laid():
    game = table()
    strew(game, "sharp", 7)
    assert supply({"sharp": 7}, "sharp") == 0
    refused(game, 0, Build("K10", "sharp", 4), "No sharp curve is left")


def test_a_tile_that_is_replaced_goes_back_to_the_box():
    game = table()
    strew(game, "gentle", 47)
    assert supply({"gentle": 55}, "gentle", giving_back="gentle") == 1


@pytest.mark.parametrize(
    "shape", [each for each in tiles().shapes.values() if each.disc], ids=lambda each: each.id
)
def test_a_town_disc_uses_up_a_piece_of_a_kind_that_fits(shape):
    total = sum(tiles().pieces[piece] for piece in shape.made_from)
    assert supply({shape.id: total - 1}, shape.id) == 1
    assert supply({shape.id: total}, shape.id) == 0
    for piece in shape.made_from:
        assert supply({shape.id: total}, piece) == 0
        assert supply({shape.id: total - 1}, piece) == 1


def test_which_piece_lies_under_a_disc_is_left_open_as_long_as_one_will_do():
    # Four exits two by two: four crossings of straights and one pair of gentle curves, five in all.
    used = {"town_disk_gap3": 1}
    assert supply(used, "crossing_straight_straight") == 4
    assert supply(used, "coexist_gentle_gentle") == 1
    used = {"town_disk_gap3": 1, "crossing_straight_straight": 4}
    assert supply(used, "coexist_gentle_gentle") == 0
    assert supply(used, "town_disk_gap3") == 0
    used = {"town_disk_gap3": 1, "coexist_gentle_gentle": 1}
    assert supply(used, "crossing_straight_straight") == 3


def all_discs_used():
    game = table()
    towns = [name for name, place in game.board.places.items() if place.town and name not in ("K9", "L7")]
    for name in towns[:8]:
        lay(game, name, "town_disk_straight", 0, 2)
    assert town_discs_left(game.state, game.board) == 0
    line(game, 0, "J10", "K10", "K9")
    return game


def test_after_eight_town_discs_only_dedicated_town_tiles_can_be_laid():
    game = all_discs_used()
    refused(game, 0, Build("K9", "town_disk_straight", 0), "All Town discs are on the board")
    allowed(game, 0, Build("K9", "town_one", 3))
    allowed(game, 0, Build("K9", "town_three_star", 1))


def test_a_tile_that_has_a_disc_already_keeps_it_when_replaced():
    game = all_discs_used()
    del game.state.tiles[next(name for name in game.state.tiles if game.board.places[name].town)]
    town(game, "K9", 0, "K10", "K8")
    assert town_discs_left(game.state, game.board) == 0
    four = next(
        rotation
        for rotation, tracks in enumerate(tiles().shapes["town_disk_gap3"].rotations)
        if {b for _, b in tracks} >= {0, 3}
    )
    allowed(game, 0, Build("K9", "town_disk_gap3", four))


def test_a_dedicated_tile_is_not_upgraded_to_a_disc_when_none_is_left():
    game = all_discs_used()
    town(game, "K9", 0, "K10")
    refused(game, 0, Build("K9", "town_disk_straight", 0), "Town discs")


def test_a_new_city_gives_tile_and_disc_back():
    game = all_discs_used()
    name = next(name for name in game.state.tiles if game.board.places[name].town)
    del game.state.tiles[name]
    game.state.placed[name] = "A"
    game.state.version += 1
    allowed(game, 0, Build("K9", "town_disk_straight", 0))


def test_there_are_three_simple_shapes_with_each_way_to_join_two_edges():
    ways = {ends for tile in ("straight", "gentle", "sharp") for (ends,) in tiles().shapes[tile].rotations}
    assert ways == {(a, b) for a in range(6) for b in range(a + 1, 6)}


def test_crossing_tracks_cross_and_coexisting_tracks_do_not():
    for shape in tiles().shapes.values():
        if shape.family in ("crossing", "coexist"):
            for (a, b), (c, d) in shape.rotations:
                apart = (a < c < b) != (a < d < b)
                assert apart == (shape.family == "crossing"), shape.id
                assert len({a, b, c, d}) == 4


def test_building_takes_from_the_box():
    game = table()
    strew(game, "straight", 48)
    refused(game, 0, through(game, "J10", "K10", "L9"), "No straight is left")
