"""Automatic players play whole sensible games; orders in advance answer for others' turns only."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import Chance
from engine.transcontinental import TITLE
from engine.transcontinental import actions as act
from engine.transcontinental.autoplayer import autoplay
from engine.transcontinental.orders import AlwaysUnload, NeverUnload, PassTelegrams, RearmostCubes
from engine.transcontinental.results import conditions
from engine.transcontinental.valuation import building_worth, lacking
from tests.engine.random_play import random_action

from .builders import bench, line, railhead_phase, run, telegram_phase, tile, turn
from .checks import check


def automatic(players, seed, **options):
    game = TITLE.start(TITLE.options(**options), players, Chance(seed))
    while not game.over:
        seat = game.pending()[0].seat
        game.apply(seat, autoplay(game, seat))
        check(game.state)
    return game


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {}), (3, {}), (4, {}), (2, {"land_claim": True}), (4, {"dastardly": True})],
)
def test_automatic_players_finish_a_sensible_game(players, options):
    for seed in range(3):
        game = automatic(players, f"auto{seed}", **options)
        assert 4 <= game.state.round <= 12
        assert game.state.last_spike_claimed
        assert min(game.state.score(seat) for seat in range(game.seats)) > 25


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_among_automatic_players_last_five_to_eight_rounds_in_95_of_100(players):
    rounds = [automatic(players, f"measure{seed}").state.round for seed in range(100)]
    assert sum(5 <= number <= 8 for number in rounds) >= 95, sorted(rounds)


@pytest.mark.long
def test_against_the_syndicate_it_plays_for_the_three_conditions():
    """Two of three in some two thirds of its games, all three in one of eight (counted over 1,000 others)."""
    met = []
    for seed in range(300):
        game = TITLE.start(TITLE.options(), 1, Chance(f"alone{seed}"))
        while not game.over:
            game.apply(0, autoplay(game, 0))
        met.append(sum(holds for _, holds in conditions(game.state)))
    assert sum(number >= 2 for number in met) >= 150, met
    assert met.count(3) >= 24, met


def test_against_the_syndicate_it_builds_for_its_investments():
    """There is no final scoring: what completes no investment is worth next to nothing."""
    position = bench(
        solo=True,
        investments={"human": ["railway", "industry", "tourism"]},
        hands={"human": ["L8"]},
        dev={"lumber_mill": tile(True, buildings="hhh"), "industrial_city": tile(True, buildings="h")},
    )
    position.state.round = 3
    # Railway has its three, industry one and an ally, tourism nothing.
    assert lacking(position.state, 0) == {"railway": 0, "industry": 1, "tourism": 3}
    wanted, spare = building_worth(position.state, 0, "S4"), building_worth(position.state, 0, "N4")
    assert position.state.tiles["S4"].id == "lakeside_lodge"
    assert position.state.tiles["N4"].id == "divisional_point"
    assert wanted > 5 * spare
    position.state.round = 6
    assert building_worth(position.state, 0, "S4") > wanted


@pytest.mark.parametrize("seed", range(4))
def test_the_automatic_player_has_a_legal_move_in_any_position(seed):
    """Also in positions that no automatic player would bring about."""
    dice = random.Random(seed)
    game = TITLE.start(
        TITLE.options(land_claim=seed == 1, dastardly=seed == 2), 3 - seed % 2, Chance(str(seed))
    )
    while not game.over:
        for asked in game.pending():
            assert game.is_legal(asked.seat, autoplay(game, asked.seat))
        game.apply(*random_action(game, dice))


def test_it_looks_at_nothing_its_seat_may_not_see():
    """Others' hands, investments and bids make no difference to its moves."""
    game = TITLE.start(TITLE.options(), 3, Chance("secret"))
    dice = random.Random("secret")
    moves = 0
    while not game.over and moves < 200:
        seat = game.pending()[0].seat
        move = autoplay(game, seat)
        other = game.copy()
        for side in range(3):
            if side != seat:
                other.state.hands[side] = dice.sample(
                    sorted(other.state.box.allies), len(other.state.hands[side])
                )
                other.state.investments[side] = ["tourism"] * len(other.state.investments[side])
        assert autoplay(other, seat) == move
        game.apply(seat, move)
        moves += 1


def developing():
    position = bench(3, line=[("navvies", 2, "rbgb")])
    turn(position, 7)
    position.act(0, act.Develop("N2", "left", "navvies", 1))
    return position


def test_orders_answer_for_ones_cubes_behind_anothers():
    game = developing().game
    assert AlwaysUnload().answer(game, 1) == act.Join(1)
    assert NeverUnload().answer(game, 1) == act.Join(0)
    for seat in (0, 2):
        assert AlwaysUnload().answer(game, seat) is None
        assert NeverUnload().answer(game, seat) is None


def test_orders_leave_ones_own_turn_alone():
    position = bench(3, line=[("navvies", 1, "rr")])
    turn(position, 7)
    position.act(0, act.Develop("N2", "left", "navvies", 1))
    assert position.game.pending_of(0) is not None
    assert AlwaysUnload().answer(position.game, 0) is None
    assert NeverUnload().answer(position.game, 0) is None


def test_passing_telegrams_lasts_through_its_round():
    position = bench(2)
    position.state.round = 3
    telegram_phase(position)
    run(position)
    assert PassTelegrams(3).answer(position.game, 0) == act.Pass()
    assert PassTelegrams(3).answer(position.game, 1) is None
    assert PassTelegrams(2).answer(position.game, 0) is None
    assert PassTelegrams(2).spent(position.game, 0)
    assert not PassTelegrams(3).spent(position.game, 0)


def test_the_rearmost_cubes_pay_at_the_railhead_without_asking():
    position = bench(2, line=[("navvies", 2, "rbrr")], wilderness_from_10=[3, 22])
    railhead_phase(position)
    run(position)
    position.act(0, act.Bid(3 - 1, 0, 0))
    position.act(1, act.Bid(1, 0, 0))
    position.act(0, act.ClaimTile(3))
    answer = RearmostCubes().answer(position.game, 0)
    assert answer == act.Choose(("l3", "l4"))
    position.act(0, answer)
    assert line(position, "navvies") == "rb"
    own = bench(2, line=[("wood", 1, "rbr")], railhead=14)
    turn(own, 13)
    own.act(0, act.Portage("N5", "wood", "N3", "left"))
    assert RearmostCubes().answer(own.game, 0) is None


def test_orders_are_dropped_at_the_end():
    position = developing()
    position.state.over = True
    assert AlwaysUnload().spent(position.game, 1)
    assert NeverUnload().spent(position.game, 1)
