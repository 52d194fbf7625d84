"""Setup: what takes part in the Long and the Short Game, and with how much money."""

import pytest

from engine.core.errors import IllegalMove
from engine.lost_atlas import components as box
from engine.lost_atlas.options import AtlasOptions
from engine.lost_atlas.tiles import designs

from .build import at_stock, new_game


@pytest.mark.parametrize(
    ("mode", "seats", "cash"),
    [
        ("short", 2, 450),
        ("short", 3, 300),
        ("long", 3, 300),
        ("short", 4, 275),
        ("long", 4, 275),
        ("long", 5, 220),
    ],
)
def test_starting_capital(mode, seats, cash):
    game = new_game(seats, mode=mode)
    assert game.state.cash == [cash] * seats


@pytest.mark.parametrize(("mode", "seats"), [("long", 2), ("short", 5), ("long", 6), ("short", 1)])
def test_two_play_only_the_short_game_and_five_only_the_long(mode, seats):
    with pytest.raises(IllegalMove, match="is for"):
        new_game(seats, mode=mode)


def test_the_box_has_33_pieces_of_99_hexes_and_135_tiles():
    assert sum(piece.copies for piece in box.pieces().values()) == 33
    assert sum(design.count for design in designs().values()) == 135
    assert len(designs()) == 54


def test_the_short_game_leaves_pieces_companies_and_a_project_in_the_box():
    long, short = list(box.stack_of("long")), list(box.stack_of("short"))
    removed = list(long)
    for item in short:
        removed.remove(item)
    assert sorted(removed) == sorted(["9", "10", "11", "21", "26", "12", "13", "14", "capital"])
    assert set(box.minors_of("long")) - set(box.minors_of("short")) == {
        "bridging",
        "overnight",
        "spacious",
        "adaptive",
    }


@pytest.mark.parametrize(
    ("mode", "seats", "trains"),
    [
        ("long", 3, [7, 5, 4, 3, 2, 7]),
        ("long", 4, [7, 6, 4, 3, 3, 7]),
        ("short", 2, [6, 4, 3, 2, 1, 7]),
        # README, ruling 12: the Short Game's removal comes after the extra trains for four players.
        ("short", 4, [6, 5, 3, 2, 2, 7]),
    ],
)
def test_trains_by_mode_and_players(mode, seats, trains):
    assert list(box.trains_of(mode, seats).values()) == trains
    assert new_game(seats, mode=mode).state.left == dict(zip("234567", trains, strict=True))


@pytest.mark.parametrize(("mode", "seats", "columns"), [("long", 3, 3), ("short", 2, 2)])
def test_diagram_2_charters_lie_in_columns_of_four_and_only_the_first_is_available(mode, seats, columns):
    game = at_stock(seats, mode=mode) if mode == "long" else new_game(seats, mode=mode, map="automatic")
    state = game.state
    assert [len(column) for column in state.columns] == [4] * columns
    assert sorted(minor for column in state.columns for minor in column) == sorted(box.minors_of(mode))
    view = game.view(None)
    assert [[charter.available for charter in column] for column in view.columns] == [
        [True, False, False, False]
    ] * columns


def test_everybody_has_a_home_but_adaptive():
    game = at_stock()
    homes = {land.home for land in game.state.land.values() if land.home}
    assert homes == set(box.minors()) - {"adaptive"}


@pytest.mark.parametrize(
    ("card", "values"),
    [
        ("30/40/70/100", [30, 40, 70, 100]),
        ("20/30/50/80", [20, 30, 50, 80]),
        ("30/60/90/30", [30, 60, 90, 30]),
    ],
)
def test_the_card_says_what_distant_destinations_are_worth(card, values):
    assert list(new_game(destination=card).state.setup.destination.values()) == values


def test_the_blank_card_takes_the_players_own_values():
    game = new_game(destination="own", own_yellow=10, own_grey=150)
    assert game.state.setup.destination == {"yellow": 10, "green": 40, "purple": 70, "grey": 150}


def test_the_options_speak_for_themselves():
    assert AtlasOptions() == AtlasOptions(mode="long", map="players", bankruptcy="ends the game")


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    assert new_game(seed="a").snapshot() == new_game(seed="a").snapshot()
    assert new_game(seed="a").snapshot() != new_game(seed="b").snapshot()
