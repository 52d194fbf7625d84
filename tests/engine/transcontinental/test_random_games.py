"""Random complete games of every kind end with everything conserved and nothing given away."""

from __future__ import annotations

import random

import pytest

from engine.core.action import Family
from engine.transcontinental import TITLE
from engine.transcontinental import actions as act
from engine.transcontinental import events as ev
from tests.engine.random_play import play, random_action
from tests.engine.transcontinental.checks import check, check_secrets

KINDS = {
    "solo": (1, {}),
    "two": (2, {}),
    "three": (3, {}),
    "four": (4, {}),
    "land claim": (2, {"land_claim": True}),
    "dastardly": (4, {"dastardly": True}),
    "both": (2, {"land_claim": True, "dastardly": True}),
    "solo dastardly": (1, {"dastardly": True}),
}


def likely(kind):
    """Random players that pass and resign less often reach more of the rules."""
    return {act.Pass: 0.4, act.End: 0.4, act.Skip: 0.5, act.Resign: 0.0}.get(kind, 1.0)


def cars_of(state):
    """Cars on the Line, and tiles in the Shop."""
    return sum(group.cars for group in state.line), dict(state.shop)


def tiles_move_as_they_may(before, after, events):
    """Train Tiles: never off the Line or back to the Shop, and onto the Line only by a resupply."""
    supplied = sum(event.cars for event in events if isinstance(event, ev.Supplied))
    assert after[0] == before[0] + supplied
    assert all(after[1][kind] <= left for kind, left in before[1].items())


def whole_game(kind, seed, *, thorough):
    seats, options = KINDS[kind]
    dice = random.Random(seed)
    trains = []
    for count, (game, played) in enumerate(
        play(TITLE, seats, f"{kind}/{seed}", TITLE.options(**options), weight=likely)
    ):
        check(game.state)
        trains.append(cars_of(game.state))
        if played is not None:
            tiles_move_as_they_may(*trains[-2:], played[2])
        if played is not None and count % (5 if thorough else 40) == 0:
            check_secrets(game, played[2])
        if played is not None and game.over:
            result = game.result()
            assert sorted(seat for place in result.ranking for seat in place) == list(range(seats))
            for score in result.scores:
                assert sum(points for _, points in score.parts) == score.total
        elif count % (15 if thorough else 60) == 0 and not game.over:
            agrees(game, dice)
    assert game.over
    return game


def agrees(game, dice):
    """`apply` accepts what `legal_actions` yields, and near misses only if they are in there too."""
    seat, action = random_action(game, dice)
    assert game.is_legal(seat, action)
    name = dice.choice(action.__struct_fields__) if action.__struct_fields__ else None
    if name is None:
        return
    value = getattr(action, name)
    wrong = (
        value + dice.choice((-1, 1, 7))
        if isinstance(value, int) and not isinstance(value, bool)
        else dice.choice(("N1", "coal", "left", "wood", "card"))
    )
    if isinstance(value, tuple):
        wrong = value[1:]
    twisted = type(action)(
        **{**{each: getattr(action, each) for each in action.__struct_fields__}, name: wrong}
    )
    offered = any(
        twisted in legal if isinstance(legal, Family) else twisted == legal
        for legal in game.legal_actions(seat, type(action))
    )
    assert game.is_legal(seat, twisted) == offered


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_random_games_end_with_everything_conserved_and_no_secret_told(kind, seed):
    whole_game(kind, seed, thorough=True)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("batch", range(10))
def test_three_hundred_random_games_of_each_kind(kind, batch):
    for seed in range(1000 + 30 * batch, 1030 + 30 * batch):
        whole_game(kind, seed, thorough=False)
