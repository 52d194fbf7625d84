"""What the engine lists as legal track and deliveries is what a second reading of the rulebook finds."""

import random

import pytest

from engine.age_of_steam import TITLE
from engine.age_of_steam.actions import Build, BuildLink, Done, Favour, Move, Urbanise
from engine.age_of_steam.board import MAPS, board
from engine.age_of_steam.goods import read_route
from engine.age_of_steam.options import SteamOptions
from engine.core.chance import Chance
from tests.engine.random_play import random_action

from .position import table
from .second_reading import builds, trips
from .test_random_games import WEIGHTS


def compare_builds(game, seat):
    listed = {(each.hex, each.tile, each.rotation) for each in game.legal_actions(seat, Build)}
    found = builds(game, seat)
    assert listed - found == set(), "listed, but not by the rulebook"
    assert found - listed == set(), "by the rulebook, but not listed"


def compare_trips(game, seat):
    listed = set()
    for each in game.legal_actions(seat, Move):
        route = read_route(game.state, game.board, seat, each.origin, each.cube, each.route)
        listed.add((each.origin, each.cube, tuple((leg.to, leg.owner) for leg in route.legs)))
    assert listed == trips(game, seat)


def play(map_id, seed, *, every):
    """A game half played by automatic players, half at random; of so many decisions one is compared.

    Returns how many turns of building and of moving goods have been.
    """
    dice = random.Random(f"second reading {map_id} {seed}")
    players = list(board(map_id).players)
    game = TITLE.start(SteamOptions(map=map_id), players[seed % len(players)], Chance(f"{map_id} {seed}"))
    wild = dice.choice([0.15, 0.3, 0.6])
    building = moving = 0
    while not game.over:
        asked = game.pending()[0]
        if Move in asked.kinds:
            moving += 1
            if moving % (every // 4) == 2:
                compare_trips(game, asked.seat)
        if Build in asked.kinds and map_id != "western_us":
            building += 1
            if building % every == 5:
                compare_builds(game, asked.seat)
        if dice.random() < wild:
            seat, action = random_action(game, dice, lambda kind: WEIGHTS.get(kind, 1.0))
        else:
            seat, action = asked.seat, TITLE.autoplay(game, asked.seat)
        game.apply(seat, action)
    return building, moving


def crowd(map_id, seed, *, steps, look):
    """A board that fills with random track of players who never run out of money."""
    dice = random.Random(f"crowd {map_id} {seed}")
    players = max(board(map_id).players)
    game = table(map_id, players, cash=100_000, powers=dict.fromkeys(range(players), "urbanization"))
    for step in range(steps):
        if game.state.phase != "build_track":
            game.state.phase = "build_track"
            game.phase.begin(game)
        asked = game.pending()[0]
        if Build in asked.kinds and step > steps // 3 and dice.random() < look:
            compare_builds(game, asked.seat)
        weights = {Build: 9.0, BuildLink: 1.0, Urbanise: 1.5, Done: 1.0, Favour: 1.0}
        game.apply(*random_action(game, dice, lambda kind, known=weights: known[kind]))


@pytest.mark.parametrize("map_id", MAPS)
def test_in_a_game_what_is_listed_is_what_the_rulebook_allows(map_id):
    building, moving = play(map_id, 2, every=40)
    assert moving > 1
    assert building >= 5 or map_id == "western_us"


@pytest.mark.parametrize("map_id", ["barbados", "st_lucia"])
def test_on_a_crowded_board_too(map_id):
    crowd(map_id, 1, steps=150, look=0.03)


@pytest.mark.long
@pytest.mark.parametrize("map_id", MAPS)
@pytest.mark.parametrize("number", range(6))
def test_in_six_games_of_every_map(map_id, number):
    play(map_id, 10 + number, every=12)


@pytest.mark.long
@pytest.mark.parametrize("map_id", [each for each in MAPS if each != "western_us"])
@pytest.mark.parametrize("number", range(3))
def test_on_three_crowded_boards_of_every_map(map_id, number):
    crowd(map_id, 10 + number, steps=260, look=0.06)
