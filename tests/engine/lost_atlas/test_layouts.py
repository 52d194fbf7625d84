"""Maps made in advance: the owner's layout files, and what is wrong with them (Variants, Custom Maps)."""

import json

import pytest

from engine.core.errors import IllegalMove
from engine.hexes import Hex
from engine.lost_atlas import board, layouts
from engine.lost_atlas.actions import PlaceCapital
from engine.lost_atlas.options import AtlasOptions

from .build import new_game

SHORT = layouts.ready_made("short")


def rows(**changes):
    """The ready-made Short map as the rows of a file, with changes."""
    return {
        "placements": [list(row) for row in SHORT.placements],
        "capitals": [list(row) for row in SHORT.capitals],
        **changes,
    }


def file_of(found):
    """The rows as TOML; lists of numbers and strings are written as in JSON."""
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in found.items())


def folder(path, **files):
    (path / "lost_atlas").mkdir()
    for mode, text in files.items():
        (path / "lost_atlas" / f"{mode}.toml").write_text(text)
    return {"ROUNDHOUSE_DATA": str(path)}


def moved(by):
    """The pieces of the Short map, the whole of it moved."""
    return [[piece, q + by, r, turn] for piece, q, r, turn in SHORT.placements]


def test_a_map_of_ones_own_is_played_on_and_kept_with_the_game(tmp_path):
    own = rows(placements=moved(2), capitals=[[2, 0]])
    found = layouts.owners_layouts(folder(tmp_path, short=file_of(own)))
    game = new_game(2, mode="short", map="own", layouts=found)
    assert game.state.round == "stock"
    assert len(game.state.land) == 75
    assert [name for name, land in game.state.land.items() if land.capital] == ["O13"]


def test_without_capitals_the_players_place_them(tmp_path):
    found = layouts.owners_layouts(folder(tmp_path, short=file_of(rows(capitals=[]))))
    game = new_game(2, mode="short", map="own", layouts=found)
    assert game.pending()[0].kinds == (PlaceCapital,)


def test_single_hexes_lie_where_the_file_says_and_are_taken_from_the_twelve():
    long = layouts.ready_made("long")
    taken = {
        place
        for piece, q, r, turn in long.placements
        for place, _, _ in board.cells_of(piece, Hex(q, r), turn)
    }
    place = next(there for here in sorted(taken) for there in here.neighbours() if there not in taken)
    own = {"placements": [list(row) for row in long.placements], "singles": [[*place, "city"]]}
    found = json.dumps({"long": own})
    game = new_game(3, map="own", layouts=found, blank_hexes=True)
    assert list(game.state.land.values())[-1].terrain == "city"
    assert game.state.building.blanks == 11
    assert len(game.view(None).hexes) == 100


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"placements": moved(0)[:-1]}, "Piece 28 belongs on this map 1 times, not 0"),
        ({"placements": [*moved(0)[:-1], [28, 0, 0, 0]]}, "Two hexes lie at"),
        ({"placements": [*moved(0)[:-1], [28, 30, 0, 0]]}, "parts that do not touch"),
        ({"placements": [*moved(0)[:-1], [28, -3, 1, 7]]}, "0 to 5"),
        ({"placements": moved(300)}, "too far"),
        ({"capitals": [[0, 0], [0, 0]]}, "only once"),
        ({"capitals": [[0, 0], [1, -4], [0, 3]]}, "at most 2 capitals"),
        ({"capitals": [[0, 3]]}, "no basic city"),
        ({"singles": [[40, 0, "lava"]]}, "is one of: blank, mountain, water, city"),
        ({"singles": [[40, q, "blank"] for q in range(13)]}, "only 12 single hexes"),
        ({"placement": []}, "not written as a layout is"),
        ({"placements": [[1, 2]]}, "not written as a layout is"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(changes, problem):
    with pytest.raises(IllegalMove, match=rf"short\.toml cannot be used.*{problem}"):
        new_game(2, mode="short", map="own", layouts=json.dumps({"short": rows(**changes)}))


def test_a_file_that_is_no_toml_stops_only_the_games_that_want_it(tmp_path, monkeypatch):
    environment = folder(tmp_path, short="placements = [", long=file_of(rows()))
    monkeypatch.setenv("ROUNDHOUSE_DATA", environment["ROUNDHOUSE_DATA"])
    assert new_game(2, mode="short", map="layout").state.round == "stock"
    with pytest.raises(IllegalMove, match="cannot be read"):
        new_game(2, mode="short", map="own")
    with pytest.raises(IllegalMove, match=r"long\.toml cannot be used.*Piece 9 belongs"):
        new_game(3, mode="long", map="own")


def test_without_a_file_there_is_no_map_of_ones_own(monkeypatch, tmp_path):
    monkeypatch.delenv("ROUNDHOUSE_DATA", raising=False)
    assert AtlasOptions().layouts == ""
    with pytest.raises(IllegalMove, match=r"no file lost_atlas/long\.toml"):
        new_game(3, map="own")
    assert layouts.owners_layouts({"ROUNDHOUSE_DATA": str(tmp_path)}) == ""


@pytest.mark.parametrize("mode", ["long", "short"])
def test_the_ready_made_maps_pass_what_owners_maps_must(mode):
    ready = layouts.ready_made(mode)
    found = {
        "placements": [list(row) for row in ready.placements],
        "capitals": [list(c) for c in ready.capitals],
    }
    assert layouts.checked(found, mode) == ready
