"""Replays follow the engine that made the recordings where its ways are not the rulebook's."""

import json
from collections import Counter
from functools import cache

import pytest

from engine.age_of_steam.actions import Build, BuildLink, Done, Produce, PutBack, Urbanise
from engine.age_of_steam.board import MAPS, board
from engine.age_of_steam.events import Transcontinental
from engine.age_of_steam.game import AgeOfSteam
from engine.age_of_steam.points import sections_owned
from engine.age_of_steam.recorded_chance import RecordedChance
from engine.age_of_steam.recorded_game import RecordedGame
from engine.age_of_steam.replay import Replay, verify
from engine.age_of_steam.tiles import tiles
from engine.core.action import Action
from engine.core.chance import Chance, Outcome, ScriptError

from .position import edge, facing, lay, line, named, owner_at, price, refused, simple, table, through
from .web_engine import WebEngine

PLAYED = [map_id for map_id in MAPS if map_id != "western_us"]
"""The maps that the recorded engine has; it has no Western U.S."""


def play(map_id: str, number: int) -> tuple[dict, Counter[str]]:
    """A game by the recorded engine's rules, and the odd things that happened in it."""
    seats = list(board(map_id).players)
    game = WebEngine(
        map_id,
        seats[number % len(seats)],
        f"{map_id} {number}",
        old=number % 2 == 1,
        cash=(None, 60, 200)[number % 3],
    )
    return json.loads(json.dumps(game.record())), game.shown


@cache
def played(map_id: str, number: int) -> tuple[dict, Counter[str]]:
    return play(map_id, number)


@pytest.mark.parametrize("map_id", PLAYED)
@pytest.mark.parametrize("number", range(4))
def test_a_game_by_the_recorded_engines_rules_verifies(map_id, number):
    record, _ = played(map_id, number)
    ends = sum("round_end" in entry for entry in record["entries"])
    verified = verify(record)
    assert verified.actions == len(record["entries"])
    assert verified.checkpoints == 1 + len(record["entries"]) + ends + 1


@pytest.mark.long
@pytest.mark.parametrize("map_id", PLAYED)
@pytest.mark.parametrize("number", range(4, 64))
def test_sixty_games_by_the_recorded_engines_rules_verify(map_id, number):
    verify(play(map_id, number)[0])


def test_between_them_these_games_show_the_odd_things():
    shown: Counter[str] = Counter()
    for map_id in PLAYED:
        for number in range(4):
            shown += played(map_id, number)[1]
    assert {
        "two redirected",
        "held end left",
        "loose track at a city",
        "over nobody's track",
        "forfeited",
        "eliminated",
        "pass_bid",
        "end_production",
        "place_production",
        "build_link",
        "pay_to_go_first",
        "decline_to_go_first",
    } <= set(+shown)


# --- each way by itself ---------------------------------------------------------------------------


def recorded(game: AgeOfSteam, **outcomes: tuple[str | int, ...]) -> RecordedGame:
    """The same position in the recorded engine's hands; outcomes by purpose, `_` for a space."""
    chance = RecordedChance()
    chance.feed(Outcome(purpose.replace("_", " "), values) for purpose, values in outcomes.items())
    again = RecordedGame(game.state, chance)
    for player in game.state.players:
        player.start = player.start or "not asked"
    again.phase.begin(again)
    return again


def only_there(game: AgeOfSteam, seat: int, action: Action) -> RecordedGame:
    """The rules of play refuse the action, the recorded engine carried it out."""
    refused(game, seat, action)
    again = recorded(game)
    again.apply(seat, action)
    return again


def test_a_railroads_first_tile_may_be_complex():
    # Two straights in K10: one from Evansville (J10), one that goes on from K11.
    game = table()
    game.state.players[0].start = ""
    lay(game, "K11", *simple(5, 0), 0)
    straights = tiles().shapes["crossing_straight_straight"].rotations
    only_there(game, 0, Build("K10", "crossing_straight_straight", straights.index(((0, 3), (1, 4)))))


def test_a_railroads_first_tile_may_extend_nobodys_track():
    game = table()
    game.state.players[0].start = ""
    line(game, None, "A11", "A10", "A9")
    again = only_there(game, 0, Build("A9", *simple(3, 0)))
    assert owner_at(again, "A10") == 0


def test_a_new_city_may_close_a_loop():
    # Three tiles lead from K9 by K8, L8 and L9 back to K9.
    game = table(powers={0: "urbanization"})
    line(game, 0, "K9", "K8", "L8", "L9", "K9")
    again = only_there(game, 0, Urbanise("K9", "A"))
    # None of that track is open any more, so each tile counts.
    assert sections_owned(again.state, 0) == 3


def test_a_town_tile_may_close_a_loop():
    # Each of its exits is looked at by itself, and the track from one to the other is open before.
    game = table()
    line(game, 0, "K9", "K8", "L8", "L9", "K9")
    rotation = facing("town_disk_gentle", edge(game, "K9", "K8"), edge(game, "K9", "L9"))
    only_there(game, 0, Build("K9", "town_disk_gentle", rotation))


def test_a_new_city_may_come_after_track():
    game = recorded(table(powers={0: "urbanization"}))
    game.apply(0, through(game, "A11", "A10", "A9"))
    game.apply(0, Urbanise("K9", "A"))


def test_nobodys_track_at_a_new_city_becomes_whose_the_record_says():
    game = table(powers={0: "urbanization"})
    line(game, None, "J10", "K10", "K9")
    again = recorded(game)
    again.apply(0, Urbanise("K9", "A"))
    assert owner_at(again, "K10") is None


def turned_away() -> RecordedGame:
    """P1's A9 led from A10 to A8, and is turned to lead from B8 to A8: A10 is left behind."""
    game = table()
    line(game, 0, "A11", "A10", "A9", "A8")
    line(game, 0, "C8", "B8", "A9")
    return only_there(game, 0, Build("A9", *simple(0, edge(game, "A9", "B8"))))


def test_redirected_track_may_leave_the_rest_of_its_section():
    game = turned_away()
    assert game.state.players[0].cash == 60 - 2
    # Neither open end lies where one lay when the turn began: nothing is abandoned.
    game.apply(0, Done())
    assert owner_at(game, "A10") == owner_at(game, "A9") == owner_at(game, "B8") == 0


def test_where_the_rules_part_the_record_says_what_was_abandoned():
    game = turned_away()
    left = {"hex": "0,18", "track": [0, 3], "from": "P1", "to": None}
    assert game.board.by_id["0,18"] == "A10"
    game.entry = {"effects": [{"type": "track_abandoned", "changes": [left]}]}
    game.apply(0, Done())
    assert owner_at(game, "A10") is None
    assert owner_at(game, "A9") == 0


def test_an_open_end_that_lies_where_it_lay_is_abandoned():
    game = table()
    line(game, 0, "A11", "A10", "A9")
    again = recorded(game)
    again.apply(0, Done())
    assert owner_at(again, "A10") is None


@pytest.mark.parametrize(("said", "paid"), [(2, 2), (4, 4), (3, 2)])
def test_two_redirected_tracks_cost_what_the_record_says_once_or_twice(said, paid):
    # From Evansville (edge 4) to K9 and from K11 (edge 3) to L9; they are turned to L10 and J9.
    game = table()
    lay(game, "K11", *simple(0, 5), 0)
    lay(game, "K10", "coexist_gentle_gentle", 1, 0)
    assert {(track.a, track.b) for track in game.state.tiles["K10"].tracks} == {(0, 4), (1, 3)}
    turned = tiles().shapes["crossing_gentle_gentle"].rotations.index(((2, 4), (3, 5)))
    build = Build("K10", "crossing_gentle_gentle", turned)
    assert price(game, 0, build) == 2
    again = recorded(game)
    again.entry = {"action": {"cost": said}}
    again.apply(0, build)
    assert again.state.players[0].cash == 60 - paid


def test_an_insolvent_railroads_direct_link_may_be_built_again():
    game = table("germany")
    game.state.players[1].out = True
    game.state.links["koeln-essen"] = 1
    game.state.version += 1
    again = only_there(game, 0, BuildLink("koeln-essen"))
    assert again.state.links == {"koeln-essen": 0}
    assert again.state.players[0].cash == 60 - 2


def test_another_railroads_direct_link_may_not():
    game = table("germany")
    game.state.links["koeln-essen"] = 1
    game.state.version += 1
    assert BuildLink not in recorded(game).pending()[0].kinds


def producing(map_id: str, *empty: str, **outcomes: tuple[str | int, ...]) -> RecordedGame:
    """Goods Growth of P1 with Production; a blue and a yellow cube in the bag.

    empty: columns whose top boxes are empty; those of the others are full.
    """
    game = table(map_id, board(map_id).players.start, phase="goods_growth", powers={0: "production"})
    for key, boxes in game.state.display.items():
        boxes[0] = None if key in empty else "red"
    game.state.bag.update(dict.fromkeys(("red", "black", "purple", "white"), 0), blue=1, yellow=1)
    return recorded(game, **outcomes)


def test_production_is_forfeited_when_every_top_box_of_cities_on_the_board_is_full():
    # On Barbados the lower boxes are empty from the start; by the rules of play they could be filled.
    game = producing("barbados")
    assert not game.state.queue
    assert sum(game.state.bag.values()) == 2
    by_the_rules = AgeOfSteam(game.state, Chance("a test"))
    by_the_rules.phase.begin(by_the_rules)
    assert sorted(by_the_rules.state.hand) == ["blue", "yellow"]


def test_a_new_city_beside_the_board_is_no_room_for_production():
    assert not producing("barbados", "A").state.queue


def test_with_one_empty_top_box_production_draws():
    game = producing("barbados", "light1", production=("blue", "yellow"))
    assert game.state.hand == ["blue", "yellow"]


def test_when_the_last_top_box_is_filled_the_other_cube_goes_back():
    game = producing("barbados", "light1", production=("blue", "yellow"), light_dice=(6, 6))
    game.entry = {"after": {"phase": "issue_shares"}}
    game.apply(0, Produce("blue", "light1", 1))
    assert game.state.display["light1"][0] == "blue"
    assert game.state.bag["yellow"] == 1
    assert not game.state.hand
    # And with a lower box both could be placed.
    game = producing("barbados", "light1", production=("blue", "yellow"))
    game.apply(0, Produce("blue", "light1", 2))
    assert game.state.hand == ["yellow"]
    # A record in which Production goes on is followed too.
    game = producing("barbados", "light1", production=("blue", "yellow"))
    game.entry = {"after": {"phase": "goods_growth"}}
    game.apply(0, Produce("blue", "light1", 1))
    assert game.state.hand == ["yellow"]


def test_production_that_a_record_leaves_out_without_reason_is_a_difference():
    with pytest.raises(ScriptError, match="'production', which is not recorded"):
        producing("barbados", "light1")


def test_berlin_gets_its_cube_before_production_draws():
    # Two cubes are in the bag: Berlin's blue one leaves the yellow one for Production.
    game = producing(
        "germany",
        "light1",
        extra_growth=("blue",),
        production=("yellow",),
        light_dice=(6, 6, 6),
        dark_dice=(6, 6, 6),
    )
    berlin = named("germany", "Berlin")
    assert game.state.cubes[berlin] == ["blue"]
    assert game.state.hand == ["yellow"]
    game.apply(0, PutBack())
    assert game.state.cubes[berlin] == ["blue"]
    assert game.chance.left_over == []


def western() -> Replay:
    """A record of Western U.S. that has just begun."""
    return Replay(
        {
            "map": "western_us",
            "seats": ["P1", "P2", "P3"],
            "entries": [],
            "setup": {
                "players": [[20, 0, 2, 1]] * 3,
                "player_order": ["P1", "P2", "P3"],
                "bag": {},
                "cubes": {},
                "new_cities_left": [],
            },
        }
    )


@pytest.mark.parametrize(
    ("recorded_incomes", "followed"),
    [((4, 0, 0), True), ((0, 4, 0), True), ((2, 0, 2), True), ((4, 4, 0), False), ((0, 0, 0), False)],
)
def test_who_joins_the_coasts_is_taken_from_the_record_if_it_pays_4_or_2_and_2(recorded_incomes, followed):
    # RULINGS, Western U.S.: here the rules have given P1 the 4.
    replay = western()
    players = replay.game.state.players
    players[0].income = 4
    rows = [[20, income, 2, 1] for income in recorded_incomes]
    replay._follow_transcontinental({"after": {"players": rows}}, Transcontinental(gains=((0, 4),)))
    assert tuple(player.income for player in players) == (recorded_incomes if followed else (4, 0, 0))


def test_a_link_of_an_insolvent_railroad_may_be_recorded_as_nobodys_or_its_own():
    replay = western()
    replay.game.state.players[1].out = True
    assert replay._same_owner(1, None)
    assert replay._same_owner(1, 1)
    assert not replay._same_owner(1, 0)
    assert not replay._same_owner(0, None)
