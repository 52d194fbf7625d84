"""IV. Build Track: Replacing Track."""

from engine.age_of_steam.actions import Build
from engine.age_of_steam.tiles import tiles

from .position import (
    act,
    allowed,
    edge,
    facing,
    lay,
    line,
    links_of,
    owner_at,
    price,
    refused,
    simple,
    table,
    through,
    town,
)


def opponents_link():
    """P2's link from Evansville to Cincinnati runs straight through K10; P1 may come up from K11."""
    game = table()
    line(game, 1, "J10", "K10", "L9", "M9")
    return game


def with_a_stub(game):
    lay(game, "K11", *simple(5, 0), 0)
    return game


def straights(one, other):
    """The crossing of two straights that has these tracks."""
    return next(r for r in range(3) if set(_tracks("crossing_straight_straight", r)) == {one, other})


def _tracks(tile, rotation):
    return tiles().shapes[tile].tracks(rotation)


def cross():
    return Build("K10", "crossing_straight_straight", straights((1, 4), (0, 3)))


# --- crossing -------------------------------------------------------------------------------------


def test_a_simple_tile_is_replaced_by_a_crossing_that_keeps_anothers_track():
    game = with_a_stub(opponents_link())
    assert price(game, 0, cross()) == 3
    act(game, 0, cross())
    assert owner_at(game, "K10", 1) == 1
    assert owner_at(game, "K10", 0) == 0


def test_the_added_track_must_connect_to_the_builders_track_or_a_city():
    refused(opponents_link(), 0, cross(), "must start at a city")


def test_the_added_track_may_connect_to_a_city():
    # P2's curve in A10 leads from A9 to B10; P1's crosses it from Kansas City, south of A10.
    game = table()
    lay(game, "A10", *simple(0, 2), 1)
    rotation = next(r for r in range(6) if set(_tracks("crossing_gentle_gentle", r)) == {(0, 2), (1, 3)})
    act(game, 0, Build("A10", "crossing_gentle_gentle", rotation))
    assert owner_at(game, "A10", 3) == 0
    assert owner_at(game, "A10", 0) == 1


def test_a_replacement_must_keep_existing_track():
    game = with_a_stub(opponents_link())
    refused(game, 0, Build("K10", *simple(3, 0)), "must stay")
    refused(game, 0, Build("K10", "crossing_straight_straight", straights((0, 3), (2, 5))))


def test_ones_own_link_may_be_crossed_too():
    game = table()
    line(game, 0, "J10", "K10", "L9", "M9")
    with_a_stub(game)
    act(game, 0, cross())
    assert owner_at(game, "K10", 0) == owner_at(game, "K10", 1) == 0


def test_a_crossing_on_an_empty_hex_needs_both_its_tracks_to_connect():
    game = table()
    with_a_stub(game)
    # K10: the straight from Evansville (4 - 1) begins at a city, the other (3 - 0) at the stub.
    assert price(game, 0, cross()) == 4
    allowed(game, 0, cross())
    refused(table(), 0, cross(), "must start at a city")


# --- coexisting -----------------------------------------------------------------------------------


def beside():
    """A sharp curve from K11 to L10 beside the straight."""
    rotation = next(r for r in range(6) if set(_tracks("coexist_straight_sharp", r)) == {(1, 4), (2, 3)})
    return Build("K10", "coexist_straight_sharp", rotation)


def test_a_simple_tile_is_replaced_by_coexisting_track():
    game = with_a_stub(opponents_link())
    assert price(game, 0, beside()) == 2
    act(game, 0, beside())
    assert owner_at(game, "K10", 1) == 1
    assert owner_at(game, "K10", 2) == 0


def test_coexisting_track_must_connect_too():
    refused(opponents_link(), 0, beside(), "must start at a city")


def test_coexisting_track_from_scratch():
    game = with_a_stub(table())
    assert price(game, 0, beside()) == 3
    act(game, 0, beside())
    assert owner_at(game, "K10", 1) == owner_at(game, "K10", 2) == 0


# --- no change ------------------------------------------------------------------------------------


def test_a_replacement_that_changes_nothing_is_refused():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    refused(game, 0, Build("K10", "straight", 1), "very track already")


def test_a_straight_turned_by_half_a_turn_is_the_same_and_refused():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    refused(game, 0, Build("K10", "straight", 4))


# --- redirection ----------------------------------------------------------------------------------


def test_the_last_tile_of_ones_unfinished_track_is_redirected_for_2():
    game = table()
    line(game, 0, "A11", "A10", "A9", "A8")
    turn = Build("A9", *simple(3, 1))
    assert price(game, 0, turn) == 2
    act(game, 0, turn)
    assert owner_at(game, "A9", 1) == 0


def test_the_only_tile_of_a_section_is_redirected():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    allowed(game, 0, Build("K10", *simple(4, 0)))


def test_unowned_track_may_be_redirected():
    game = table()
    line(game, None, "A11", "A10", "A9", "A8")
    act(game, 0, Build("A9", *simple(3, 1)))
    assert owner_at(game, "A9") == owner_at(game, "A10") == 0


def test_another_players_track_may_not_be_redirected():
    game = table()
    line(game, 1, "A11", "A10", "A9", "A8")
    refused(game, 0, Build("A9", *simple(3, 1)), "track of @P2 in A9 must stay")


def test_a_tile_that_has_been_extended_may_not_be_redirected():
    game = table()
    line(game, 0, "A11", "A10", "A9", "A8")
    refused(game, 0, Build("A10", *simple(3, 1)), "Only the last tile")


def test_a_tile_of_a_completed_link_may_not_be_redirected():
    game = table()
    line(game, 0, "J10", "K10", "L9", "M9")
    refused(game, 0, Build("L9", *simple(4, 0)), "completed link")


def test_a_redirected_tile_stays_connected():
    game = table()
    line(game, 0, "A11", "A10", "A9", "A8")
    refused(game, 0, Build("A9", *simple(0, 2)), "must stay, or be redirected")


def test_a_complex_tile_is_redirected_so_that_others_track_stays():
    # P1's track over the crossing (K11 to K9) is turned to L10; P2's straight stays.
    game = with_a_stub(opponents_link())
    act(game, 0, cross())
    game.state.build.hexes.clear()
    refused(game, 0, Build("K10", "crossing_straight_straight", straights((0, 3), (2, 5))), "@P2")
    assert price(game, 0, beside()) == 2
    act(game, 0, beside())
    assert owner_at(game, "K10", 1) == 1
    assert owner_at(game, "K10", 2) == 0


def test_both_tracks_of_a_tile_may_be_redirected_if_each_finds_a_place():
    # In K10 nobody's tracks lead from New City K9 (edge 0) and from Evansville (edge 4) into the open. One
    # tile joins the two cities by the ends at which they hang, and P1's track from J9 goes on to L10: so the
    # second keeps its end, and the first the open one.
    game = table()
    game.state.placed["K9"] = "A"
    rotation = next(r for r in range(6) if set(_tracks("crossing_gentle_straight", r)) == {(0, 2), (1, 4)})
    lay(game, "K10", "crossing_gentle_straight", rotation, None)
    lay(game, "J9", *simple(2, 3), 0)
    rotation = next(r for r in range(6) if set(_tracks("crossing_gentle_straight", r)) == {(0, 4), (2, 5)})
    turn = Build("K10", "crossing_gentle_straight", rotation)
    assert price(game, 0, turn) == 2
    act(game, 0, turn)
    assert links_of(game, 0) == [frozenset(("J10", "K9"))]
    assert owner_at(game, "K10", 2) == 0


def test_track_in_a_town_may_not_be_redirected():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10", "K8")
    refused(game, 0, Build("K9", "town_disk_gentle", facing("town_disk_gentle", 3, 1)), "not redirected")


# --- entering a town -------------------------------------------------------------------------------


def test_a_tile_in_a_town_is_replaced_for_more_connections():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10")
    act(game, 0, Build("K9", "town_disk_straight", 0))
    assert {track.b for track in game.state.tiles["K9"].tracks} == {0, 3}


def test_another_player_enters_a_town_and_everybody_keeps_his_track():
    game = table()
    line(game, 1, "J10", "K10", "K9")
    town(game, "K9", 1, "K10", "L8", "J8")
    line(game, 0, "H6", "I7", "J7", "K8", "K9")
    four = next(
        Build("K9", tile, rotation)
        for tile in ("town_disk_gap1", "town_disk_gap2", "town_disk_gap3")
        for rotation in range(6)
        if {end for _, end in _tracks(tile, rotation)}
        == {0, 3, edge(game, "K9", "L8"), edge(game, "K9", "J8")}
    )
    act(game, 0, four)
    assert owner_at(game, "K9", 0) == 0
    assert owner_at(game, "K9", 3) == 1


def test_a_replacement_in_a_town_must_keep_every_exit():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10", "L8", "J8")
    refused(game, 0, Build("K9", "town_disk_straight", 0))


def test_a_blocked_player_turns_away():
    # "Redirection is commonly used by players whose track has been blocked."
    game = table()
    line(game, 0, "J10", "K10", "L9")
    line(game, 1, "M9", "L9", "L8")
    refused(game, 0, through(game, "K10", "L9", "L10"))
    allowed(game, 0, Build("K10", *simple(4, 0)))
