"""IX. Goods Growth."""

import pytest

from engine.age_of_steam.actions import PassMove, Produce, PutBack
from engine.age_of_steam.events import CubesDrawn, DiceRolled, GoodsGrew
from engine.core.chance import Outcome

from .position import act, dice, refused, table

KANSAS_CITY, DES_MOINES = "A11", "C8"


def growing(*rolls, players=3, turn=2, powers=None, drawn=(), display=None, bag=None):
    """A table whose next decision ends Move Goods; the dice, and what Production draws, are given."""
    script = [Outcome("production", drawn)] if drawn else []
    script += [dice("light", *rolls[0]), dice("dark", *rolls[1])]
    game = table(phase="move_goods", players=players, turn=turn, powers=powers, script=script)
    game.state.bag = dict.fromkeys(("red", "blue", "purple", "yellow", "black", "white"), 0) | (bag or {})
    for key, boxes in (display or {}).items():
        game.state.display[key] = list(boxes)
    game.state.move_round = 2
    game.state.queue = [game.state.order[-1]]
    return game


def finish(game):
    return act(game, game.state.queue[0], PassMove())


def test_the_example_of_the_rulebook():
    # Second turn of a 3-player game, dice 3, 3, 4. Column 3 feeds Kansas City, A is on Indianapolis, column 4
    # feeds Des Moines and its first box is empty, B is not on the map.
    display = {
        "light3": ["red", "blue", "black"],
        "light4": [None, "purple", "yellow"],
        "A": ["yellow", "black"],
        "B": ["red", "red"],
    }
    game = growing((3, 3, 4), (1, 1, 1), display=display)
    game.state.placed["K9"] = "A"
    game.state.new_cities.remove("A")
    finish(game)
    assert game.state.cubes[KANSAS_CITY] == ["red", "blue"]
    assert game.state.cubes["K9"] == ["yellow", "black"]
    assert game.state.cubes[DES_MOINES] == ["purple"]
    assert len(game.state.cubes) == 3
    assert game.state.display["light3"] == [None, None, "black"]
    assert game.state.display["light4"] == [None, None, "yellow"]
    assert game.state.display["A"] == [None, None]
    assert game.state.display["B"] == ["red", "red"]


def test_extra_dice_for_a_column_are_ignored():
    game = growing((3, 3, 3), (1, 1, 1), display={"light3": [None, None, "black"]})
    finish(game)
    assert game.state.cubes == {KANSAS_CITY: ["black"]}


def test_the_light_section_is_resolved_before_the_dark():
    game = growing((1, 2, 3), (4, 5, 6), display={"light1": ["red"] * 3, "dark6": ["blue"] * 3})
    events = [event for event in finish(game) if isinstance(event, DiceRolled | GoodsGrew)]
    assert [getattr(event, "section", None) or event.column for event in events] == [
        "light",
        "light1",
        "light2",
        "light3",
        "dark",
        "dark4",
        "dark5",
        "dark6",
    ]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_as_many_dice_as_players_at_the_start(players):
    rolls = tuple([1] * players)
    game = growing(rolls, rolls, players=players)
    rolled = [event for event in finish(game) if isinstance(event, DiceRolled)]
    assert [len(event.values) for event in rolled] == [players, players]


def test_the_dice_of_the_insolvent_are_rolled_on():
    game = growing((1, 1, 1), (1, 1, 1))
    game.state.players[0].cash = game.state.players[0].income = 0
    rolled = [event for event in finish(game) if isinstance(event, DiceRolled)]
    assert game.state.players[0].out
    assert [len(event.values) for event in rolled] == [3, 3]


def test_each_section_has_dice_of_its_own():
    game = growing((1, 1, 1), (2, 2, 2), display={"dark1": ["red"] * 3, "light2": ["red"] * 3})
    finish(game)
    assert game.state.cubes == {}


def test_cubes_are_taken_from_the_top_down():
    game = growing((3, 6, 6), (6, 6, 6), display={"light3": [None, "red", "blue"]})
    finish(game)
    assert game.state.cubes == {KANSAS_CITY: ["red"]}
    assert game.state.display["light3"] == [None, None, "blue"]


# --- Production ----------------------------------------------------------------------------------

EMPTY = {}


def producing(**options):
    full = {key: ["red"] * len(boxes) for key, boxes in table().state.display.items()}
    options.setdefault("display", full | {"light1": [None, "red", None], "A": [None, "red"]})
    options.setdefault("drawn", ("blue", "black"))
    options.setdefault("bag", {"blue": 1, "black": 1})
    game = growing((6, 6, 6), (6, 6, 6), powers={1: "production"}, **options)
    finish(game)
    return game


def test_production_draws_two_cubes_before_the_dice():
    game = producing()
    assert game.state.phase == "goods_growth"
    assert game.state.hand == ["blue", "black"]
    assert game.pending()[0].seat == 1
    assert sum(game.state.bag.values()) == 0


def test_they_go_into_any_two_empty_boxes_one_per_box():
    game = producing()
    act(game, 1, Produce("blue", "light1", 3))
    refused(game, 1, Produce("black", "light1", 3), "not empty")
    act(game, 1, Produce("black", "A", 1))
    assert game.state.display["light1"] == [None, "red", "blue"]
    assert game.state.display["A"] == ["black", "red"]
    assert game.state.turn == 3


def test_a_full_box_or_one_that_does_not_exist_takes_none():
    game = producing()
    refused(game, 1, Produce("blue", "light1", 2), "not empty")
    refused(game, 1, Produce("blue", "light1", 4), "boxes 1 to 3")
    refused(game, 1, Produce("blue", "A", 3), "boxes 1 to 2")
    refused(game, 1, Produce("blue", "light9", 1), "no column")
    refused(game, 1, Produce("white", "light1", 1), "no white cube")


def test_a_box_above_an_empty_one_may_be_filled():
    game = producing()
    act(game, 1, Produce("blue", "light1", 1))
    assert game.state.display["light1"][0] == "blue"


def test_what_is_not_placed_goes_back_to_the_bag():
    game = producing()
    act(game, 1, Produce("blue", "light1", 1))
    act(game, 1, PutBack())
    assert game.state.bag["black"] == 1
    assert game.state.hand == []


def test_a_cube_is_placed_before_the_dice_and_may_grow_at_once():
    full = {key: ["red"] * len(boxes) for key, boxes in table().state.display.items()}
    game = growing(
        (1, 1, 1),
        (2, 2, 2),
        powers={0: "production"},
        drawn=("blue", "black"),
        bag={"blue": 1, "black": 1},
        display=full | {"light1": [None, None, "yellow"]},
    )
    finish(game)
    act(game, 0, Produce("blue", "light1", 1))
    act(game, 0, Produce("black", "light1", 2))
    assert game.state.cubes["H6"] == ["blue", "black", "yellow"]


def test_without_an_empty_box_nothing_is_drawn():
    # On the first turn the display is full.
    full = {key: ["red"] * len(boxes) for key, boxes in table().state.display.items()}
    game = growing((6, 6, 6), (6, 6, 6), turn=1, powers={1: "production"}, display=full, bag={"blue": 5})
    events = finish(game)
    assert not any(isinstance(event, CubesDrawn) for event in events)
    assert game.state.turn == 2
    assert game.state.bag["blue"] == 5


def test_with_one_empty_box_the_second_cube_goes_back():
    full = {key: ["red"] * len(boxes) for key, boxes in table().state.display.items()}
    game = producing(display=full | {"light1": [None, "red", "red"]})
    act(game, 1, Produce("blue", "light1", 1))
    assert game.state.bag["black"] == 1
    assert game.state.phase == "issue_shares"


def test_an_empty_bag_gives_what_it_has():
    game = producing(drawn=("blue",), bag={"blue": 1})
    assert game.state.hand == ["blue"]


def test_a_bag_without_a_cube_skips_production():
    full = {key: [None] * len(boxes) for key, boxes in table().state.display.items()}
    game = growing((6, 6, 6), (6, 6, 6), powers={1: "production"}, display=full)
    finish(game)
    assert game.state.phase == "issue_shares"


def test_the_production_of_an_insolvent_railroad_is_lost():
    game = growing((6, 6, 6), (6, 6, 6), powers={1: "production"}, bag={"blue": 5})
    game.state.players[1].cash = game.state.players[1].income = 0
    finish(game)
    assert game.state.players[1].out
    assert game.state.phase == "issue_shares"
