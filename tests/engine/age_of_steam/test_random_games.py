"""Whole random games on every map keep everything conserved, and `apply` agrees with `legal_actions`."""

import random

import pytest

from engine.age_of_steam import TITLE
from engine.age_of_steam.actions import Build, Done, Drop, Locomotive, Move, PassMove, PutBack
from engine.age_of_steam.board import MAPS, board
from engine.age_of_steam.options import SteamOptions
from engine.core.chance import Chance
from tests.engine.random_play import random_action

from .invariants import agreement, events_account_for, examine

TABLES = [(map_id, players) for map_id in MAPS for players in board(map_id).players]

WEIGHTS = {Build: 8.0, Done: 0.4, Move: 8.0, Drop: 0.6, PassMove: 0.3, Locomotive: 0.5, PutBack: 0.2}
"""So that random railroads build, and move what they can."""


def play_through(map_id: str, players: int, seed: str, *, look_every: int) -> dict[str, int]:
    """Play a game: half the decisions of most games are an automatic player's, so that they last."""
    dice = random.Random(seed)
    options = SteamOptions(map=map_id, easy=map_id == "barbados" and dice.random() < 0.3)
    game = TITLE.start(options, players, Chance(seed))
    wild = dice.choice([0.15, 0.3, 0.5, 1.0])
    examine(game)
    seen: dict[str, int] = {}
    for count in range(6000):
        if game.over:
            break
        if count % look_every == 0:
            before = game.snapshot()
            agreement(game, dice)
            assert game.snapshot() == before, "looking changed the game"
        if dice.random() < wild:
            seat, action = random_action(game, dice, lambda kind: WEIGHTS.get(kind, 1.0))
        else:
            seat = game.pending()[0].seat
            action = TITLE.autoplay(game, seat)
        was = game.copy()
        events = game.apply(seat, action)
        examine(game)
        events_account_for(was, game, events)
        for event in events:
            kind = type(event).__name__
            seen[kind] = seen.get(kind, 0) + 1
    result = game.result()
    assert result is not None, game.headline()
    assert sorted(seat for place in result.ranking for seat in place) == list(range(players))
    insolvent_early = len(game.state.order) < min(2, players)
    assert (game.state.turn == game.state.turns) or insolvent_early
    return seen


@pytest.mark.parametrize(("map_id", "players"), TABLES)
def test_a_random_game_conserves_everything_and_lists_what_it_accepts(map_id, players):
    play_through(map_id, players, f"{map_id} {players}", look_every=25)


@pytest.mark.long
@pytest.mark.parametrize("number", range(500))
def test_five_hundred_random_games_on_the_rust_belt(number):
    play_through("rust_belt", 3 + number % 4, f"long run {number}", look_every=10)


@pytest.mark.long
@pytest.mark.parametrize("map_id", [each for each in MAPS if each != "rust_belt"])
@pytest.mark.parametrize("number", range(200))
def test_two_hundred_random_games_on_every_other_map(map_id, number):
    players = list(board(map_id).players)
    play_through(map_id, players[number % len(players)], f"long run {number}", look_every=10)
