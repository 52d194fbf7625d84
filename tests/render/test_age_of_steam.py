"""What a player must be able to see on the pictures of Age of Steam."""

from __future__ import annotations

import io
import pickle

import pytest
from msgspec.structs import replace
from PIL import Image

import render
from engine.age_of_steam.actions import Build, Move, Urbanise
from engine.age_of_steam.board import MAPS
from render.age_of_steam import pictures
from render.age_of_steam.alt import table_alt
from render.canvas import Canvas
from render.palette import contrast
from render.panels import HEADER

from .seeing import on_phone, written_over
from .tables import PLAYERS, steam

NAMES = ("Ann", "Benedikt Straßenbahn-Gleisbauer", "Chloë", "王小明", "Eva <b>", "🚂")
STAGES = {"start": (1, "issue_shares"), "middle": (3, "move_goods"), "end": (99, "move_goods")}


@pytest.fixture(params=MAPS)
def map_id(request):
    return request.param


@pytest.fixture(params=STAGES)
def view(request, map_id):
    turn, phase = STAGES[request.param]
    return steam(map_id, PLAYERS[map_id], turn, phase=phase)


_TABLES: dict[int, Canvas] = {}


def table(view):
    """The table of a view that the fixtures keep, drawn once."""
    if id(view) not in _TABLES:
        _TABLES[id(view)] = pictures.table(view, [], NAMES)
    return _TABLES[id(view)]


def written(canvas):
    return {inked.text for inked in canvas.inked}


def test_every_hex_has_the_name_that_commands_take(view):
    assert {each.name for each in view.hexes} <= written(table(view))


def test_every_city_and_town_is_named(view):
    text = " ".join(inked.text for inked in table(view).inked)
    for each in view.hexes:
        for part in each.title.replace("/", "/ ").split():
            assert part.strip("/") in text


def test_every_player_has_a_row_with_cash_and_a_name(view):
    canvas = table(view)
    text = written(canvas)
    for player in view.players:
        if not player.out:
            assert f"${player.cash}" in text
            assert str(player.shares) in text
    assert "Ann" in text


def test_a_name_that_cannot_be_drawn_gives_way_to_the_seat():
    view = steam("rust_belt", 6, 1, phase="issue_shares")
    text = written(pictures.table(view, [], NAMES))
    assert {"Player 4", "Player 6"} <= text


def test_tables_are_read_on_a_phone(view):
    canvas = table(view)
    for inked in canvas.inked:
        # Letters on cubes are the least: a second sign beside their colour, for who looks closer.
        assert on_phone(canvas, inked) >= 2.4, inked
    large = [inked for inked in canvas.inked if inked.text.startswith(("$", "+", "Turn ", "Game over"))]
    assert all(on_phone(canvas, inked) >= 7 for inked in large if inked.size > 30)
    headings = {inked.text: inked for inked in canvas.inked}
    for word in ("Cash", "Income", "Shares", "Loco", "New Cities"):
        assert on_phone(canvas, headings[word]) >= 5


def test_names_of_cities_are_read_on_a_phone(view):
    canvas = table(view)
    sizes = {inked.text: on_phone(canvas, inked) for inked in canvas.inked}
    for each in view.hexes:
        if each.title in sizes:
            assert sizes[each.title] >= 3.7, each.title


def test_writing_stands_out_from_its_ground(view):
    for inked in table(view).inked:
        if inked.ground:
            assert contrast(inked.colour, inked.ground) >= 2.9, inked


def test_nothing_important_is_cut_off_by_the_frame(view):
    canvas = table(view)
    for inked in canvas.inked:
        assert inked.x - inked.width / 2 >= -1, inked
        assert inked.x + inked.width / 2 <= canvas.width + 1, inked
        assert 0 <= inked.y <= canvas.height


def test_pictures_are_small_enough_to_post(view):
    last = [view.tiles[-1].hex] if view.tiles else [view.hexes[0].name]
    found = render.pictures("age_of_steam", view, last, names=NAMES)
    assert [each.name for each in found] == ["map.png", "close.png"]
    for each in found:
        image = Image.open(io.BytesIO(each.png))
        assert image.format == "PNG"
        assert image.width <= 2000
        assert image.height <= 1.9 * image.width
        assert len(each.png) < 1_000_000


def test_the_words_beside_the_picture_tell_who_moves_and_how_all_stand(view):
    table, close = render.pictures("age_of_steam", view, [view.hexes[5].name], names=NAMES)
    assert view.map_name in table.alt
    assert view.hexes[5].name in table.alt
    assert view.hexes[5].name in close.alt
    for player in view.players:
        assert NAMES[player.seat] in table.alt
    if not view.over:
        assert NAMES[view.acting[0]] in table.alt
    assert len(table.alt) <= 1024


def test_the_goods_display_shows_every_column_and_cube(view):
    drawn = table(view)
    letters = [inked.text for inked in drawn.inked]
    below = [inked.text for inked in drawn.inked if inked.y > drawn.height / 2]
    for column in view.columns:
        assert str(column.die) in below
    for letter, _ in view.new_cities:
        assert letter in below
    cubes = sum(len(each.cubes) for each in view.hexes) + sum(
        len([b for b in c.boxes if b]) for c in view.columns
    )
    shown = sum(letters.count(letter) for letter in "RBPYKW")
    bunched = sum(len(each.cubes) for each in view.hexes if len(each.cubes) > 7)
    assert shown >= cubes - bunched


def test_many_cubes_on_a_city_are_counted_by_colour():
    view = steam("rust_belt", 4, 1, phase="issue_shares")
    many = ("red",) * 6 + ("blue",) * 3
    hexes = tuple(replace(each, cubes=many) if each.title == "Chicago" else each for each in view.hexes)
    assert {"R6", "B3"} <= written(pictures.table(replace(view, hexes=hexes), [], NAMES))


def test_the_last_move_and_every_owner_can_be_found():
    view = steam("rust_belt", 4, 3)
    quiet = pictures.table(view, [], NAMES).finished()
    marked = pictures.table(view, [view.tiles[0].hex], NAMES).finished()
    assert quiet.tobytes() != marked.tobytes()
    accent = (0xE6, 0x00, 0x7E)
    assert accent not in {colour for _, colour in quiet.getcolors(1 << 24)}
    assert accent in {colour for _, colour in marked.getcolors(1 << 24)}


def test_a_close_up_of_far_places_stays_large_and_shows_the_latest():
    view = steam("rust_belt", 4, 3)
    far = ["A1", "R10", "H6", "H5", "G6"]
    assert pictures.latest(view, far) == ["H6", "H5", "G6"]
    assert pictures.latest(view, ["A1"]) == ["A1"]
    assert pictures.latest(view, []) == []


def test_views_and_pictures_travel_to_another_process():
    view = steam("rust_belt", 4, 3)
    assert pickle.loads(pickle.dumps(view)) == view
    picture = render.pictures("age_of_steam", pickle.loads(pickle.dumps(view)), names=NAMES)[0]
    assert pickle.loads(pickle.dumps(picture)) == picture


def test_a_preview_shows_the_tile_where_it_would_lie():
    view = steam("rust_belt", 4, 1, phase="build_track")
    picture = render.preview("age_of_steam", view, Build(hex="G6", tile="gentle", rotation=2), NAMES)
    assert picture is not None
    assert "G6" in picture.alt
    other = render.preview("age_of_steam", view, Build(hex="G6", tile="gentle", rotation=3), NAMES)
    assert other is not None
    assert other.png != picture.png


def test_a_preview_of_a_delivery_follows_the_links():
    view = next(
        found for seed in range(1, 9) if (found := steam("rust_belt", 4, 3, seed)).links and not found.over
    )
    link = view.links[0]
    way = pictures.board.route(view, Move(origin=link.stops[0], cube="red", route=(link.stops[1],)))
    assert set(way) == {*link.stops, *link.hexes}
    picture = render.preview(
        "age_of_steam", view, Move(origin=link.stops[0], cube="red", route=(link.stops[1],)), NAMES
    )
    assert picture is not None


def test_a_preview_of_a_new_city_replaces_the_town():
    view = steam("rust_belt", 4, 1, phase="build_track")
    town = next(each for each in view.hexes if each.town)
    picture = render.preview("age_of_steam", view, Urbanise(hex=town.name, city="A"), NAMES)
    assert picture is not None


def test_moves_to_choose_among_carry_the_menus_words_or_else_numbers():
    view = steam("rust_belt", 4, 1, phase="build_track")
    moves = [Build(hex="G6", tile="gentle", rotation=rotation) for rotation in range(6)]
    labels = [f"gentle r{rotation}" for rotation in range(6)]
    picture = render.sheet("age_of_steam", view, moves, labels, NAMES)
    assert picture is not None
    assert ". gentle r5." in picture.alt
    numbered = render.sheet("age_of_steam", view, moves, (), NAMES)
    assert numbered is not None
    assert "6: Preview" in numbered.alt
    assert render.sheet("age_of_steam", view, moves[:1], labels, NAMES) is None


def test_the_map_grows_in_an_animation():
    views = [steam("barbados", 1, turn) for turn in (1, 2, 3)]
    data = render.growth("age_of_steam", views, NAMES)
    assert data is not None
    image = Image.open(io.BytesIO(data))
    assert image.format == "GIF"
    assert getattr(image, "n_frames", 1) >= 2


def test_a_full_hand_of_production_and_an_auction_are_shown():
    view = steam("rust_belt", 4, 1, phase="issue_shares")
    canvas = pictures.table(replace(view, hand=("red", "black")), [], NAMES)
    assert "To place" in written(canvas)


def test_a_title_without_a_painter_has_no_pictures():
    assert render.pictures("bridge", None) == []
    assert render.preview("bridge", None, None) is None
    assert render.sheet("bridge", None, []) is None
    assert render.growth("bridge", [None]) is None


@pytest.mark.parametrize("theme", ["day", "night"])
def test_both_themes_draw(theme):
    view = steam("germany", 3, 2)
    assert render.pictures("age_of_steam", view, [view.hexes[0].name], names=NAMES, theme=theme)


def test_no_writing_lies_on_other_writing(view):
    assert written_over(table(view)) == []


@pytest.mark.parametrize("map_id", ["rust_belt", "western_us"])
def test_the_end_names_the_winner_in_the_header_and_lists_the_railroads_by_rank(map_id):
    view, names = steam(map_id, PLAYERS[map_id], 99), ("Ann", "Ben", "Cleo", "Dev", "Edda")
    canvas = pictures.table(view, [], names)
    header = [each.text for each in canvas.inked if each.y < HEADER]
    ranked = [names[seat] for seats in view.ranking for seat in seats]
    assert header[-2:] == ["the winner", ranked[0]]
    rows = sorted((each.y, each.text) for each in canvas.inked if each.text in names and each.y > HEADER)
    assert [name for _, name in rows] == ranked
    assert f"Winner: {ranked[0]}" in table_alt(view, [], names)
