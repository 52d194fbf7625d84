"""IV. Build Track: The Gameboard, The Track Tiles, Building Track, Restrictions."""

from engine.age_of_steam.actions import Build, Done, Move
from engine.age_of_steam.network import network
from engine.age_of_steam.phases.build_track import Turn
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
    rebegin,
    refused,
    simple,
    table,
    through,
    town,
)

# Evansville J10 - K10 - L9 - Cincinnati M9, then rivers M10 and N9 towards Lexington N10.


def beginner():
    game = table()
    game.state.players[0].start = ""
    return game


def test_the_lakes_have_no_hexes():
    game = table()
    assert len(game.board.places) == 162
    assert all(names not in game.board.places for names in ("I6", "J5", "I3"))


def test_track_is_built_in_player_order():
    game = table(order=[1, 2, 0])
    for seat in (1, 2, 0):
        assert [each.seat for each in game.pending()] == [seat]
        act(game, seat, Done())
    assert game.state.phase == "move_goods"


def test_three_tiles_may_be_placed_and_no_fourth():
    game = table()
    row = ["A11", "A10", "A9", "A8", "A7", "A6"]
    for before, here, after in zip(row[:3], row[1:4], row[2:5], strict=True):
        act(game, 0, through(game, before, here, after))
    refused(game, 0, through(game, "A8", "A7", "A6"))
    act(game, 0, Done())


def test_replacing_counts_as_one_of_the_three_tiles():
    game = table()
    line(game, 0, "A11", "A10", "A9")
    act(game, 0, Build("A10", *simple(3, 1)))
    assert game.state.build.used == 1


def test_nobody_has_to_build():
    allowed(table(), 0, Done())


def test_a_hex_is_built_in_once_a_turn():
    game = table()
    act(game, 0, through(game, "A11", "A10", "A9"))
    refused(game, 0, Build("A10", *simple(3, 1)), "already built in A10")


# --- the very first tile -------------------------------------------------------------------------


def test_the_very_first_tile_leads_into_a_city():
    game = beginner()
    allowed(game, 0, through(game, "J10", "K10", "L9"))
    refused(game, 0, Build("B7", "straight", 0), "start at a city")


def test_the_very_first_tile_next_to_a_city_must_also_connect_to_it():
    game = beginner()
    refused(game, 0, Build("K10", *simple(0, 2)), "start at a city")


def test_the_very_first_tile_is_a_simple_one():
    # RULINGS, first tile: "this simple tile" rules out complex ones, not Town tiles.
    game = beginner()
    crossing = Build("A10", "crossing_straight_straight", facing("crossing_straight_straight", 0, 3, 1, 4))
    refused(game, 0, crossing)
    game = table()
    line(game, 1, "J10", "K10", "L9", "M9")
    game.state.players[0].start = ""
    coexist = Build("K10", "coexist_straight_sharp", 1)
    refused(game, 0, coexist)


def test_later_track_continues_ones_own():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    allowed(game, 0, through(game, "K10", "L9", "L8"))
    allowed(game, 0, through(game, "K10", "L9", "M9"))


def test_later_track_may_begin_at_any_other_city():
    game = table()
    line(game, 0, "J10", "K10", "L9", "M9")
    act(game, 0, through(game, "A11", "A10", "A9"))
    assert owner_at(game, "A10") == 0


def test_track_in_the_middle_of_nowhere_is_refused():
    refused(table(), 0, Build("D6", "straight", 0), "must start at a city or continue")


def test_a_city_connects_each_of_its_sides_to_every_other():
    # Des Moines C8: track may leave it on all six sides, and all of it meets there.
    sides = [("C7", "C6"), ("D7", "E7"), ("D8", "E9"), ("C9", "C10"), ("B8", "A9"), ("B7", "A7")]
    game = table()
    for beside, beyond in sides:
        allowed(game, 0, through(game, "C8", beside, beyond))
    for beside, beyond in sides:
        line(game, 0, "C8", beside, beyond)
        game.state.placed[beyond] = "A"  # as if a red city lay two steps away
    game.state.version += 1
    game.state.phase = "move_goods"
    rebegin(game)
    game.state.players[0].engine = 2
    for start in ("C6", "E7", "E9", "C10", "A9", "A7"):
        game.state.cubes = {start: ["red"]}
        ends = {legal.route for legal in game.legal_actions(0, Move)}
        assert len(ends) == 5, ends


def test_new_cities_start_track_like_cities():
    game = table()
    refused(game, 0, Build("G8", *simple(3, 0)))
    game.state.placed["G9"] = "A"
    game.state.version += 1
    allowed(game, 0, Build("G8", *simple(3, 0)))


def test_unowned_track_from_a_city_may_be_continued():
    game = table()
    line(game, None, "J10", "K10", "L9")
    allowed(game, 0, through(game, "K10", "L9", "L8"))


def test_unowned_track_that_leads_nowhere_may_not_be_continued():
    game = table()
    line(game, None, "D5", "D6", "D7")
    refused(game, 0, through(game, "D6", "D7", "D8"), "must start at a city")


def test_track_continues_from_a_town_where_one_has_track():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10", "L8", "J8")
    allowed(game, 0, through(game, "K9", "L8", "L7"))


def test_track_does_not_continue_from_anothers_town():
    game = table()
    line(game, 1, "J10", "K10", "K9")
    town(game, "K9", 1, "K10", "L8", "J8")
    refused(game, 0, through(game, "K9", "L8", "L7"))


# --- towns ---------------------------------------------------------------------------------------


def test_a_town_takes_only_town_tiles_and_town_discs():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    refused(game, 0, Build("K9", "straight", 0), "is a Town")
    allowed(game, 0, Build("K9", "town_one", 3))
    allowed(game, 0, Build("K9", "town_disk_straight", 0))


def test_a_town_tile_belongs_in_a_town():
    refused(table(), 0, Build("K10", "town_one", 4), "has no Town")


def test_a_town_connects_all_track_that_leads_into_it():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    line(game, 1, "H6", "I7", "J7", "J8", "K9")
    town(game, "K9", 0, "K10", "J8")
    assert {frozenset(("J10", "K9")), frozenset(("H6", "K9"))} == set(links_of(game, 0) + links_of(game, 1))


def test_a_new_town_tile_needs_one_exit_at_ones_own_track_and_all_its_track_is_the_builders():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    act(game, 0, Build("K9", "town_three_star", facing("town_three_star", 1, 3, 5)))
    assert [track.owner for track in game.state.tiles["K9"].tracks] == [0, 0, 0]


def test_a_new_town_tile_that_touches_nothing_of_ones_own_is_refused():
    refused(table(), 0, Build("K9", "town_one", 0), "must start at a city")


def test_in_a_town_with_own_track_another_exit_may_be_added_anywhere():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10")
    allowed(game, 0, Build("K9", "town_disk_straight", 0))


def test_in_a_town_without_own_track_a_new_exit_must_touch_ones_own():
    game = table()
    line(game, 1, "J10", "K10", "K9")
    town(game, "K9", 1, "K10")
    refused(game, 0, Build("K9", "town_disk_straight", 0))
    line(game, 0, "M9", "L8", "K9")
    lay(game, "L8", *simple(edge(game, "L8", "K9"), edge(game, "L8", "L9")), 0)
    line(game, 0, "M9", "L9", "L8")
    act(game, 0, Build("K9", "town_disk_gentle", facing("town_disk_gentle", 3, edge(game, "K9", "L8"))))
    assert owner_at(game, "K9", 3) == 1
    assert owner_at(game, "K9", edge(game, "K9", "L8")) == 0


def test_separate_links_and_sections_are_allowed():
    game = table()
    act(game, 0, through(game, "J10", "K10", "L9"))
    act(game, 0, through(game, "A11", "A10", "A9"))
    act(game, 0, through(game, "B3", "B4", "B5"))
    assert len(network(game.state).owned(0)) == 3


# --- restrictions --------------------------------------------------------------------------------


def test_track_may_not_run_off_the_board():
    refused(table(), 0, Build("A10", *simple(3, 5)), "run off the map")


def test_track_may_not_run_into_a_great_lake():
    # North-east of H5 lies Lake Michigan.
    refused(table(), 0, Build("H5", *simple(3, 1)), "run off the map")


def test_track_may_not_run_into_another_players_track():
    game = table()
    line(game, 1, "J10", "K10", "L9")
    refused(game, 0, through(game, "M9", "L9", "K10"), "run into the track of @P2")


def test_another_players_unfinished_track_is_not_continued():
    game = table()
    line(game, 1, "J10", "K10", "L9")
    refused(game, 0, through(game, "K10", "L9", "L8"), "run into the track of @P2")


def test_ones_own_track_may_not_be_redirected_into_anothers():
    game = table()
    line(game, 1, "J10", "K10", "L9")
    line(game, 0, "M9", "L9", "L8")
    refused(game, 0, through(game, "M9", "L9", "K10"), "run into the track of @P2")


def test_track_may_pass_by_another_players_track():
    game = table()
    line(game, 1, "J10", "K10", "L9")
    allowed(game, 0, through(game, "M9", "L9", "L8"))


def test_no_tile_on_a_city():
    refused(table(), 0, Build("H6", "straight", 0), "is a city")


def test_no_tile_on_a_new_city():
    game = table()
    game.state.placed["K9"] = "A"
    game.state.version += 1
    refused(game, 0, Build("K9", "town_one", 3), "is a city")


def test_what_does_not_exist_is_refused_with_a_word_about_it():
    game = table()
    refused(game, 0, Build("Z9", "straight", 0), "no hex Z9")
    refused(game, 0, Build("K10", "monorail", 0), "no tile called monorail")
    refused(game, 0, Build("K10", "straight", 3), "from 0 to 2, not 3")


# --- completed links and unfinished sections --------------------------------------------------------


def test_tiles_from_a_city_or_town_to_another_are_a_completed_link():
    game = table()
    line(game, 0, "J10", "K10", "L9", "M9")
    line(game, 0, "H6", "I7", "J7", "J8", "K9")
    town(game, "K9", 0, "J8")
    assert set(links_of(game, 0)) == {frozenset(("J10", "M9")), frozenset(("H6", "K9"))}


def test_other_tiles_are_an_unfinished_section():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    (section,) = network(game.state).owned(0)
    assert not section.complete


def test_a_city_may_not_be_connected_to_itself():
    game = table()
    line(game, 0, "J10", "J9", "K10")
    refused(game, 0, Build("K10", *simple(4, 5)), "back to itself")


def test_a_town_may_not_be_connected_to_itself():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10", "K8", "L8")
    line(game, 0, "K9", "K8", "L7", "L8")
    lay(game, "K8", *simple(3, 2), 0)
    refused(game, 0, Build("L8", *simple(edge(game, "L8", "K9"), edge(game, "L8", "K8"))), "back to itself")


def test_a_new_tile_in_a_town_may_not_close_a_loop_either():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    lay(game, "K8", *simple(3, 2), 0)
    line(game, 0, "K8", "L8", "K9")
    exits = {3, 0, edge(game, "K9", "L8")}
    shape, rotation = next(
        (shape.id, rotation)
        for shape in tiles().shapes.values()
        if shape.town
        for rotation, tracks in enumerate(shape.rotations)
        if {end for _, end in tracks} == exits
    )
    refused(game, 0, Build("K9", shape, rotation), "back to itself")


def test_the_turn_of_the_next_builder_is_fresh():
    game = table()
    act(game, 0, through(game, "J10", "K10", "L9"))
    act(game, 0, Done())
    assert game.state.build == Turn()
