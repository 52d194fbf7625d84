"""IV. Build Track: Track Ownership."""

from engine.age_of_steam.actions import Build, Done
from engine.age_of_steam.laying import ownership_discs
from engine.age_of_steam.network import network

from .position import act, allowed, edge, lay, line, links_of, owner_at, refused, simple, table, through, town


def next_turn_of(game, seat):
    """Let the others pass until a seat builds (again)."""
    for _ in range(12):
        if game.state.phase == "build_track" and game.state.queue[0] == seat:
            return
        if game.state.phase == "build_track":
            act(game, game.state.queue[0], Done())
        else:
            game.state.phase = "build_track"
            game.phase.begin(game)
    raise AssertionError


def test_the_example_a_link_and_an_unfinished_section_for_7_dollars():
    # Tracks A and B cost $2 each, C $3, being the first tile in its river hex. Evansville - Cincinnati is a
    # completed link, Cincinnati towards Lexington an unfinished section; both are Pete's.
    game = table(cash=10)
    act(game, 0, through(game, "J10", "K10", "L9"))
    act(game, 0, through(game, "K10", "L9", "M9"))
    act(game, 0, through(game, "M9", "N9", "N10"))
    assert game.state.players[0].cash == 3
    assert links_of(game, 0) == [frozenset(("J10", "M9"))]
    assert [section.complete for section in network(game.state).owned(0)] == [True, False]
    assert ownership_discs(game.state, 0) == 2


def test_unfinished_track_that_its_owner_does_not_extend_becomes_unowned():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    events = act(game, 0, Done())
    assert owner_at(game, "K10") is None
    assert [type(event).__name__ for event in events[:2]] == ["TrackAbandoned", "BuildingDone"]


def test_track_begun_this_turn_keeps_its_owner_until_the_end_of_his_next():
    game = table()
    act(game, 0, through(game, "J10", "K10", "L9"))
    act(game, 0, Done())
    assert owner_at(game, "K10") == 0
    next_turn_of(game, 1)
    act(game, 1, Done())
    assert owner_at(game, "K10") == 0
    next_turn_of(game, 0)
    act(game, 0, Done())
    assert owner_at(game, "K10") is None


def test_an_extended_section_keeps_its_owner():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    act(game, 0, through(game, "K10", "L9", "L8"))
    act(game, 0, Done())
    assert owner_at(game, "K10") == owner_at(game, "L9") == 0


def test_building_elsewhere_does_not_keep_it():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    act(game, 0, through(game, "A11", "A10", "A9"))
    act(game, 0, Done())
    assert owner_at(game, "K10") is None
    assert owner_at(game, "A10") == 0


def test_others_unfinished_track_is_left_alone():
    game = table()
    line(game, 1, "J10", "K10", "L9")
    act(game, 0, Done())
    assert owner_at(game, "K10") == 1


def test_redirection_by_itself_is_no_extension():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    act(game, 0, Build("K10", *simple(4, 0)))
    assert owner_at(game, "K10") == 0
    act(game, 0, Done())
    assert owner_at(game, "K10") is None


def test_redirected_and_then_extended_it_stays():
    game = table()
    line(game, 0, "A11", "A10", "A9", "A8")
    act(game, 0, Build("A9", *simple(3, 1)))
    act(game, 0, Build("B8", *simple(edge(game, "B8", "A9"), 1)))
    act(game, 0, Done())
    assert owner_at(game, "A9") == owner_at(game, "B8") == 0


def test_whoever_extends_an_unowned_section_takes_all_of_it():
    game = table(order=[1, 0, 2])
    line(game, None, "A11", "A10", "A9", "A8")
    act(game, 1, through(game, "A9", "A8", "A7"))
    assert [owner_at(game, each) for each in ("A10", "A9", "A8")] == [1, 1, 1]


def test_redirecting_an_unowned_section_without_extending_it_does_not_keep_it():
    game = table()
    line(game, None, "A11", "A10", "A9", "A8")
    act(game, 0, Build("A9", *simple(3, 1)))
    act(game, 0, Done())
    assert owner_at(game, "A9") is None


def test_unfinished_track_that_reaches_a_city_is_a_completed_link():
    game = table()
    line(game, 0, "J10", "K10", "L9")
    act(game, 0, through(game, "K10", "L9", "M9"))
    assert links_of(game, 0) == [frozenset(("J10", "M9"))]


def test_unfinished_track_that_reaches_a_town_is_a_completed_link():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    act(game, 0, Build("K9", "town_one", 3))
    # The track to the Town's edge and the Town's own stretch are one link of two sections of track.
    (link,) = network(game.state).owned(0)
    assert (link.complete, link.worth) == (True, 2)


def test_completed_links_stay_for_good():
    game = table()
    line(game, 0, "J10", "K10", "L9", "M9")
    act(game, 0, Done())
    assert owner_at(game, "K10") == 0


def test_a_stub_in_a_town_is_an_unfinished_section_of_its_own():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    act(game, 0, Build("K9", "town_disk_straight", 0))
    act(game, 0, Done())
    next_turn_of(game, 0)
    act(game, 0, Done())
    assert owner_at(game, "K9", 3) == 0
    assert owner_at(game, "K9", 0) is None


def scattered(game):
    """Hexes, none beside another in its column, for tiles that touch nothing."""
    return [
        name
        for name, place in game.board.places.items()
        if not place.town and not place.city and place.neighbours[0] and int(name[1:]) % 2 and name[0] < "I"
    ]


def test_twenty_discs_one_on_each_link_and_section():
    game = table()
    for name in scattered(game)[:20]:
        lay(game, name, "straight", 0, 0)
    assert ownership_discs(game.state, 0) == 20
    refused(game, 0, through(game, "M9", "L9", "L8"), "no track ownership disc left")


def test_joining_two_sections_frees_a_disc():
    game = table()
    for name in scattered(game)[:18]:
        lay(game, name, "straight", 0, 0)
    line(game, 0, "J10", "K10", "L9")
    lay(game, "L8", *simple(3, 0), 0)
    assert ownership_discs(game.state, 0) == 20
    act(game, 0, through(game, "K10", "L9", "L8"))
    assert ownership_discs(game.state, 0) == 19


def test_extending_a_section_needs_no_new_disc():
    game = table()
    for name in scattered(game)[:19]:
        lay(game, name, "straight", 0, 0)
    line(game, 0, "J10", "K10", "L9")
    allowed(game, 0, through(game, "K10", "L9", "L8"))


def test_a_town_with_three_exits_takes_a_disc_for_each_section():
    game = table()
    line(game, 0, "J10", "K10", "K9")
    town(game, "K9", 0, "K10", "L8", "J8")
    assert ownership_discs(game.state, 0) == 3


def test_the_same_player_may_build_a_second_link_between_two_cities():
    game = table()
    line(game, 0, "J10", "K10", "L9", "M9")
    line(game, 0, "J10", "K11", "L10", "M10", "M9")
    assert links_of(game, 0) == [frozenset(("J10", "M9"))] * 2
