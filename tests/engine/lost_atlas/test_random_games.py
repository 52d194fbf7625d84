"""Whole random games keep everything conserved, show nothing hidden, and agree with a second reading of the
rules."""

import random

import pytest

from engine.core.chance import Chance
from engine.lost_atlas import TITLE
from engine.lost_atlas.actions import Bid, BuyTrain, Issue, Lay, Pass, Propose, Sell, Withhold
from engine.lost_atlas.options import AtlasOptions
from tests.engine.random_play import random_action

from .invariants import examine, hides_the_stack
from .referee import Referee

TABLES = [("long", 3), ("long", 4), ("long", 5), ("short", 2), ("short", 3), ("short", 4)]

WEIGHTS = {Pass: 0.6, Bid: 1.0, Sell: 0.4, Withhold: 0.35, Issue: 0.5, Lay: 3.0, Propose: 3.0, BuyTrain: 1.5}


def options_for(mode: str, dice: random.Random) -> AtlasOptions:
    return AtlasOptions(
        mode=mode,
        map=dice.choice(["players", "automatic"]),
        destination=dice.choice(["30/40/70/100", "20/30/50/80", "30/60/90/30", "own"]),
        blank_hexes=dice.random() < 0.3,
        bankruptcy=dice.choice(["ends the game", "play on", "play on"]),
        drop_per_share=dice.random() < 0.2,
    )


def play_through(mode: str, seats: int, seed: str) -> None:
    """Half of the games are random throughout; in the others an automatic player takes most decisions, so
    that they reach mergers, late trains and the last cycle."""
    dice = random.Random(seed)
    options = options_for(mode, dice)
    chance = dice.choice([0.1, 0.3, 1.0, 1.0])
    game = TITLE.start(options, seats, Chance(seed))
    referee = Referee(game)
    for _ in range(6000):
        if game.over:
            break
        if game.state.round == "building":
            hides_the_stack(game)
        if dice.random() < chance:
            seat, action = random_action(game, dice, lambda kind: WEIGHTS.get(kind, 1.0))
        else:
            seat = dice.choice(game.pending()).seat
            action = TITLE.autoplay(game, seat)
        referee.act(seat, action)
        examine(game)
    result = game.result()
    assert result is not None
    assert sorted(seat for place in result.ranking for seat in place) == list(range(seats))


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_a_random_game_conserves_everything(mode, seats):
    play_through(mode, seats, f"{mode}{seats}")


@pytest.mark.long
@pytest.mark.parametrize("number", range(300))
def test_three_hundred_random_games_conserve_everything(number):
    mode, seats = TABLES[number % len(TABLES)]
    play_through(mode, seats, f"long run {number}")
