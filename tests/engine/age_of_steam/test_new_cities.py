"""IV. Build Track: Placing New City Tiles."""

from engine.age_of_steam.actions import Build, Done, Urbanise
from engine.age_of_steam.laying import ownership_discs
from engine.age_of_steam.network import network

from .position import (
    act,
    allowed,
    cubes,
    lay,
    line,
    links_of,
    owner_at,
    refused,
    simple,
    table,
    through,
    town,
)


def urbanising(**options):
    return table(powers={0: "urbanization"}, **options)


def test_a_new_city_goes_on_any_town():
    game = urbanising()
    for name, place in game.board.places.items():
        if place.town:
            allowed(game, 0, Urbanise(name, "C"))


def test_a_new_city_goes_on_no_other_hex():
    game = urbanising()
    refused(game, 0, Urbanise("K10", "A"), "is no Town")
    refused(game, 0, Urbanise("H6", "A"), "is no Town")
    refused(game, 0, Urbanise("Z1", "A"), "no hex Z1")


def test_the_placement_is_free_and_three_tiles_may_still_be_built():
    game = urbanising(cash=6)
    act(game, 0, Urbanise("K9", "A"))
    assert game.state.players[0].cash == 6
    for before, here, after in (("J10", "K10", "L9"), ("K10", "L9", "M9"), ("K9", "K8", "K7")):
        act(game, 0, through(game, before, here, after))


def test_only_one_new_city_a_turn():
    game = urbanising()
    act(game, 0, Urbanise("K9", "A"))
    refused(game, 0, Urbanise("L7", "B"))


def test_only_the_player_with_urbanization_places_one():
    refused(table(powers={0: "engineer"}), 0, Urbanise("K9", "A"))


def test_it_is_placed_before_track_is_built():
    # RULINGS, New Cities: action III says before building.
    game = urbanising()
    act(game, 0, through(game, "J10", "K10", "L9"))
    refused(game, 0, Urbanise("K9", "A"))


def test_who_would_build_first_is_warned():
    game = urbanising()
    build = through(game, "J10", "K10", "L9")
    assert game.describe(0, build).endswith("After that you can place no New City.")
    act(game, 0, Urbanise("K9", "A"))
    assert "New City" not in game.describe(0, build)


def test_it_need_not_be_placed():
    game = urbanising()
    allowed(game, 0, Done())


def test_a_tile_in_the_town_goes_back_to_the_box():
    game = urbanising()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10", "L8", "J8")
    assert game.describe(0, Urbanise("K9", "A")).endswith("free. The tile there goes back to the box.")
    act(game, 0, Urbanise("K9", "A"))
    assert "K9" not in game.state.tiles
    assert game.state.placed == {"K9": "A"}
    assert "A" not in game.state.new_cities


def test_links_of_several_players_keep_their_owners_and_end_in_the_city():
    game = urbanising()
    line(game, 0, "J10", "K10", "K9")
    line(game, 1, "H6", "I7", "J7", "K8", "K9")
    line(game, 2, "M9", "L9", "K9")
    town(game, "K9", 0, "K10", "K8", "L9")
    for track, owner in zip(game.state.tiles["K9"].tracks, (1, 2, 0), strict=True):
        track.owner = owner
    game.state.version += 1
    before = [links_of(game, seat) for seat in range(3)]
    act(game, 0, Urbanise("K9", "E"))
    assert [links_of(game, seat) for seat in range(3)] == before
    assert before == [[frozenset(("J10", "K9"))], [frozenset(("H6", "K9"))], [frozenset(("M9", "K9"))]]


def test_the_stretch_on_the_removed_tile_no_longer_counts():
    game = urbanising()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10")
    assert sum(section.worth for section in network(game.state).owned(0)) == 2
    act(game, 0, Urbanise("K9", "A"))
    assert sum(section.worth for section in network(game.state).owned(0)) == 1


def test_unfinished_track_towards_the_town_becomes_a_completed_link():
    game = urbanising()
    line(game, 1, "J10", "K10", "K9")
    act(game, 0, Urbanise("K9", "A"))
    assert links_of(game, 1) == [frozenset(("J10", "K9"))]


def test_unowned_unfinished_track_that_the_city_finishes_goes_to_its_builder():
    # RULINGS, New Cities.
    game = urbanising()
    line(game, None, "J10", "K10", "K9")
    events = act(game, 0, Urbanise("K9", "A"))
    assert owner_at(game, "K10") == 0
    assert links_of(game, 0) == [frozenset(("J10", "K9"))]
    assert "taken over" in game.tell(events[0])


def test_that_holds_beside_a_town_tile_without_an_exit_to_it_too():
    # RULINGS, New Cities: P2's tile in K9 leads north only; nobody's track comes up from the south.
    game = urbanising()
    line(game, None, "J10", "K10", "K9")
    line(game, 1, "H6", "I7", "J7", "K8", "K9")
    town(game, "K9", 1, "K8")
    act(game, 0, Urbanise("K9", "A"))
    assert links_of(game, 0) == [frozenset(("J10", "K9"))]
    assert links_of(game, 1) == [frozenset(("H6", "K9"))]


def test_an_unowned_link_that_was_complete_stays_unowned():
    game = urbanising()
    line(game, None, "J10", "K10", "K9")
    town(game, "K9", None, "K10")
    act(game, 0, Urbanise("K9", "A"))
    assert owner_at(game, "K10") is None


def test_without_a_disc_left_the_finished_track_stays_unowned():
    game = urbanising()
    spots = [f"{column}{row}" for column in "AB" for row in (5, 7, 9)]
    spots += [f"{column}{row}" for column in "FG" for row in (2, 4, 6, 8)]
    spots += ["C3", "C5", "C10", "D3", "D6", "D8"]
    for name in spots:
        lay(game, name, "straight", 0, 0)
    line(game, None, "J10", "K10", "K9")
    assert ownership_discs(game.state, 0) == 20
    act(game, 0, Urbanise("K9", "A"))
    assert owner_at(game, "K10") is None


def test_new_cities_are_not_placed_on_new_cities():
    game = urbanising()
    game.state.placed["K9"] = "A"
    game.state.new_cities.remove("A")
    game.state.version += 1
    refused(game, 0, Urbanise("K9", "B"), "has a New City already")


def test_a_letter_that_is_used_cannot_be_placed_again():
    game = urbanising()
    game.state.placed["L7"] = "A"
    game.state.new_cities.remove("A")
    refused(game, 0, Urbanise("K9", "A"), "New City A is not to be had")
    refused(game, 0, Urbanise("K9", "Z"), "New City Z is not to be had")


def test_when_every_new_city_is_placed_nobody_urbanises():
    game = urbanising()
    game.state.new_cities.clear()
    assert Urbanise not in game.pending()[0].kinds


def test_cubes_stay_on_the_hex():
    game = urbanising()
    cubes(game, "K9", "red", "blue")
    act(game, 0, Urbanise("K9", "A"))
    assert game.state.cubes["K9"] == ["red", "blue"]


def test_a_city_may_not_be_connected_to_itself_by_a_new_city():
    # RULINGS, New Cities: a section with both its open ends at the Town.
    game = urbanising()
    lay(game, "K10", *simple(0, 5), 0)
    lay(game, "J9", *simple(2, 1), 0)
    (section,) = network(game.state).sections
    assert section.stops == (None, None)
    refused(game, 0, Urbanise("K9", "A"), "connected to itself")


def test_track_may_be_built_from_it_at_once():
    game = urbanising()
    act(game, 0, Urbanise("K9", "A"))
    allowed(game, 0, Build("K8", "straight", 0))


def test_with_three_tiles_built_and_no_city_placed_ending_is_still_the_players_word():
    game = urbanising()
    row = ["A11", "A10", "A9", "A8", "A7"]
    for before, here, after in zip(row, row[1:], row[2:], strict=False):
        act(game, 0, through(game, before, here, after))
    assert game.state.queue[0] == 0
    act(game, 0, Done())
    assert game.state.queue[0] == 1
