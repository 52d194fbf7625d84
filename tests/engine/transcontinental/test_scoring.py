"""Final Scoring: the best use of buildings and allies, checked against a plain search and by hand."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from engine.transcontinental.components import box_with
from engine.transcontinental.game import advance
from engine.transcontinental.phases.unloading import begin_portage
from engine.transcontinental.procedure import Run
from engine.transcontinental.scoring import best_assignment, best_for, most_completed, score_finally

from .builders import bench, tile

BOX = box_with()
SYMBOLS = tuple(BOX.symbols)


def plain_best(cards, buildings, allies):
    """Every way of removing buildings one by one, without grouping or matching tricks; small cases only."""

    def pairs(buildings, allies):
        most = 0
        for chosen in permutations(range(len(buildings)), min(len(buildings), len(allies))):
            if len(allies) <= len(buildings):
                fit = sum(ally in buildings[at] for ally, at in zip(allies, chosen, strict=True))
                most = max(most, fit)
        if len(allies) > len(buildings):
            for order in permutations(allies, len(buildings)):
                most = max(most, sum(a in b for a, b in zip(order, buildings, strict=True)))
        return most

    if not cards:
        return 2 * pairs(buildings, allies)
    best = plain_best(cards[1:], buildings, allies)
    symbol = cards[0]
    for used in (0, 1):
        if used > allies.count(symbol):
            continue
        rest = list(allies)
        for _ in range(used):
            rest.remove(symbol)
        fitting = [at for at, building in enumerate(buildings) if symbol in building]
        for chosen in combinations(fitting, 3 - used):
            left = [building for at, building in enumerate(buildings) if at not in chosen]
            best = max(best, 8 + plain_best(cards[1:], left, rest))
    return best


@pytest.mark.parametrize("seed", range(60))
def test_the_best_assignment_is_as_good_as_a_plain_search(seed):
    dice = random.Random(seed)
    few = dice.sample(SYMBOLS, 3)
    buildings = [tuple(dice.sample(few, dice.choice((1, 1, 2)))) for _ in range(dice.randrange(0, 7))]
    allies = [dice.choice(few) for _ in range(dice.randrange(0, 4))]
    cards = [dice.choice(few) for _ in range(dice.randrange(0, 3))]
    best = best_assignment(BOX, cards, buildings, allies)
    assert best.total == plain_best(cards, buildings, allies)
    # What is shown can be done: no building and no ally is used twice.
    used = [building for done in best.investments for building in done.buildings]
    used += [pair.building for pair in best.pairs]
    have = [tuple(sorted(building)) for building in buildings]
    assert all(used.count(each) <= have.count(each) for each in used)
    spent = [done.symbol for done in best.investments for _ in range(done.allies)]
    spent += [pair.ally for pair in best.pairs]
    assert all(spent.count(each) <= allies.count(each) for each in spent)
    assert all(pair.ally in pair.building for pair in best.pairs)
    assert best.total == sum(done.vp for done in best.investments) + 2 * len(best.pairs)


def test_three_buildings_or_two_and_an_ally_complete_an_investment_once():
    ship = ("shipping",)
    assert best_assignment(BOX, ["shipping"], [ship] * 3, []).total == 8
    assert best_assignment(BOX, ["shipping"], [ship] * 2, ["shipping"]).total == 8
    assert best_assignment(BOX, ["shipping"], [ship], ["shipping"] * 2).total == 2
    assert best_assignment(BOX, ["shipping"], [ship] * 6, []).total == 8
    assert best_assignment(BOX, ["shipping"] * 2, [ship] * 6, []).total == 16


def test_an_incomplete_investment_removes_nothing():
    assert best_assignment(BOX, ["shipping"], [("shipping",)], ["shipping"]).total == 2


def test_a_building_with_two_symbols_is_used_once():
    both = ("railway", "industry")
    assert best_assignment(BOX, ["railway", "industry"], [both] * 3, []).total == 8
    assert best_assignment(BOX, ["railway", "industry"], [both] * 6, []).total == 16


def test_buildings_at_terminal_and_railyard_and_all_allies_count():
    position = bench(
        2,
        dev={"lumber_mill": tile(flipped=True, buildings="rr")},
        terminal={"red": 1},
        railyard={"red": 2},
        investments={"red": ["construction", "railway"]},
        hands={"red": ["L6"]},
    )
    position.state.hands[0].remove("L6")
    position.state.played[0].append("L6")
    # Construction: terminal and both mills; railway: both railyard buildings and the played Yardmaster.
    assert best_for(position.state, 0).total == 16
    score_finally(Run(position.state, position.chance))
    assert position.state.points[0] == {"investments": 16}


def test_the_best_use_is_told_to_everybody_at_the_end():
    """The rulebook's first example: 8 + 8 for the investments, 2 + 2 for two of three allies."""
    position = bench(
        2,
        slots={"N5": "shield_coal_mine", "S5": "divisional_point"},
        investments={"red": ["agriculture", "railway"], "blue": []},
        hands={"red": ["L10", "L12", "L1", "S5"]},
        dev={"lowland_farm": tile(True, buildings="rr"), "lakeside_lodge": tile(True, buildings="r")},
        railyard={"red": 3},
    )
    position.arrange({"dev": {"lake_port": tile(True, buildings="r")}})
    score_finally(going := Run(position.state, position.chance))
    said = [position.game.tell(event) for event in going.events]
    assert said == [
        "@P1 completes Agriculture with 2 buildings and 1 ally; completes Railway with 3 buildings; pairs the"
        " allies of Shipping and Tourism with a building each.",
        "@P1 scores 16 points for investments.",
        "@P1 scores 4 points for allies with a building.",
        "@P2 completes nothing.",
    ]


def test_the_report_shows_the_assignment():
    position = bench(2, terminal={"red": 3}, investments={"red": ["construction"]}, hands={"red": ["L4"]})
    report = position.game.report("hand", 0)
    assert "Construction: 8 points" in " ".join(report.notes)
    # Two buildings and the ally would do as well, but three buildings leave nothing for a pair: 8 either way.
    assert report.notes[-1] == "In all this would score 8 points at the end."


def test_how_many_investments_can_be_completed_together():
    ship, rail = ("shipping",), ("railway",)
    assert most_completed(BOX, ["shipping", "railway"], [ship] * 3 + [rail] * 2, []) == 1
    assert most_completed(BOX, ["shipping", "railway"], [ship] * 3 + [rail] * 2, ["railway"]) == 2


def test_points_go_on_beyond_fifty():
    """Winning the Game: whoever passes 50 goes on counting."""
    position = bench(2, score={"red": 49}, dev={"lowland_farm": tile(left="rrr")}, coal="r")
    begin_portage(going := Run(position.state, position.chance), 0, "coal", 1, "S2", "right")
    advance(going)
    assert position.state.score(0) == 49 + 4
    assert position.game.view(None).sides[0].score == 53
