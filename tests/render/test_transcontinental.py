"""What a player must be able to see on the pictures of The Transcontinental, and what nobody else may."""

from __future__ import annotations

import io
import pickle
from functools import cache

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

import render
from engine.transcontinental.view import BidView
from render.panels import HEADER, name_of
from render.transcontinental import hand, pictures
from render.transcontinental.alt import train_alt
from render.transcontinental.hand import spoken
from render.transcontinental.signs import RESOURCES
from render.transcontinental.track import back_words

from .seeing import assert_legible
from .tables import rail

NAMES = ("Ann", "Benedikt Straßenbahn-Gleisbauer", "Chloë", "王小明")
TABLES = [(4, 0), (4, 150), (4, 2000), (2, 90), (1, 60), (1, 2000)]


@pytest.fixture(params=TABLES, ids=lambda each: "-".join(map(str, each)))
def view(request):
    return rail(*request.param)


@cache
def canvases(view):
    return [pictures.board(view, [], NAMES), pictures.cars(view, NAMES)]


def written(canvas):
    return {inked.text for inked in canvas.inked}


def test_every_space_and_development_is_named(view):
    text = written(canvases(view)[0])
    assert {str(space.number) for space in view.spaces} <= text
    for each in view.developments:
        assert each.slot in text
        assert each.name in text


def test_an_undeveloped_tile_says_what_its_back_will_offer(view):
    """Action Turns: it becomes available, to those with a building, once the tile is flipped."""
    text = written(canvases(view)[0])
    for each in view.developments:
        if not each.flipped:
            rows = back_words(each.developed)
            assert set(rows) <= text
            assert len(rows) == len(each.developed.house) + bool(each.developed.left.slots)
    city = next(each for each in view.developments if each.name == "Industrial City")
    assert back_words(city.developed) == ["back: ⌂ Produce 2 steel", "⌂ 4 grain → 6 VP"]


def test_the_space_of_the_turn_order_tile_says_so(view):
    """Other Actions, Survey: the First Player action is also available on the final port space."""
    assert {"Turn order:", "Survey"} <= written(canvases(view)[0])
    assert [space.number for space in view.spaces if "turn_order_tile" in space.touches] == [4]


def test_wilderness_tiles_show_cost_points_and_number(view):
    text = written(canvases(view)[0])
    for space in view.spaces:
        tile = space.tile
        if tile is not None and tile.kind != "railhead":
            assert {f"#{tile.id}", str(tile.cost), f"{tile.vp} VP"} <= text


def test_railhead_and_last_spike_are_flagged(view):
    text = written(canvases(view)[0])
    assert "RAILHEAD" in text
    assert ("LAST SPIKE" in text) == (view.last_spike is not None and not view.last_spike_claimed)


def test_the_train_shows_every_group_and_its_free_slots(view):
    canvas = canvases(view)[1]
    text = [inked.text for inked in canvas.inked]
    for group in (*view.line, *view.yard):
        assert group.type.capitalize() in text
        assert text.count(RESOURCES[group.type][1]) >= group.slots - len(group.cubes)


def test_every_side_has_its_points(view):
    for canvas in canvases(view):
        text = written(canvas)
        for side in view.sides:
            assert str(side.score) in text
            assert ("Syndicate" in text) == any(each.syndicate for each in view.sides)


def test_writing_is_large_enough_and_stands_out(view):
    for canvas in canvases(view):
        assert_legible(canvas, smallest=3.4, faintest=2.9)


def test_pictures_are_small_enough_to_post_and_told_in_words(view):
    found = render.pictures("transcontinental", view, ["7"], names=NAMES)
    assert [each.name for each in found] == ["track.png", "train.png"]
    for each in found:
        image = Image.open(io.BytesIO(each.png))
        assert image.width <= 2000
        assert image.height <= 2 * image.width
        assert len(each.png) < 1_000_000
        assert len(each.alt) <= 1024
        assert "Ann" in each.alt


def test_a_players_own_view_adds_the_hand():
    view = next(own for viewer in range(4) if (own := rail(4, 150, viewer)).hand)
    found = render.pictures("transcontinental", view, names=NAMES)
    assert found[-1].name == "hand.png"
    text = written(hand.paint(view, "day"))
    for ally in view.hand:
        assert ally.name in text
        assert ally.name in found[-1].alt
    assert {symbol.capitalize() for symbol, _ in view.investments} <= text


def test_cards_just_drawn_are_shown_to_who_keeps_one_of_them():
    """Solo Mode, Ally: two are drawn. Investments bring no points there."""
    view = rail(1, 60, 0)
    drawn = rail(4, 150, next(viewer for viewer in range(4) if rail(4, 150, viewer).hand)).hand[:1]
    view = replace(view, drawn_allies=drawn, drawn_investments=("railway", "tourism"))
    canvas = hand.paint(view, "day")
    text = written(canvas)
    assert {drawn[0].name, "keep one of these", "to be completed"} <= text
    assert not any("VP" in words for words in text)
    assert_legible(canvas, smallest=3.4, faintest=2.9)
    alt = render.pictures("transcontinental", view, names=NAMES)[-1].alt
    assert alt.startswith(f"Keep one of these: {drawn[0].name}")
    assert "railway; tourism." in alt


def test_nobody_elses_cards_are_in_the_public_pictures():
    public = rail(4, 150)
    secret = {ally.name for viewer in range(4) for ally in rail(4, 150, viewer).hand}
    assert secret
    for canvas in canvases(public):
        assert not secret & written(canvas)
    words = " ".join(each.alt for each in render.pictures("transcontinental", public, names=NAMES))
    assert not any(name in words for name in secret)


def test_the_last_move_is_marked():
    view = rail(4, 150)
    quiet = pictures.board(view, [], NAMES).finished()
    for place in ("7", "N2"):
        assert pictures.board(view, [place], NAMES).finished().tobytes() != quiet.tobytes()


def test_revealed_bids_are_shown():
    view = replace(rail(4, 150), bids=(BidView(1, (("navvies", 2), ("steel", 0)), 4, (9, 10)),))
    text = written(pictures.cars(view, NAMES))
    assert {"= 4", "claimed #9, #10", "× 2"} <= text


def test_a_cards_symbols_are_read_as_words():
    assert spoken("acquire(2,coal) OR telegram") == "Acquire 2 coal OR telegram"


def test_views_travel_and_the_railway_grows(view):
    assert pickle.loads(pickle.dumps(view)) == view
    assert render.growth("transcontinental", [view, view], NAMES)
    assert render.pictures("transcontinental", view, names=NAMES, theme="night")
    assert render.preview("transcontinental", view, None) is None
    assert render.sheet("transcontinental", view, []) is None


def test_overfilled_groups_stay_within_their_tile():
    view = rail(4, 150)
    full = tuple(
        replace(each, left=(0, 1, 2, 3) * 3, right=(1,) * 6) if each.slot == "N3" else each
        for each in view.developments
    )
    one = pictures.board(replace(view, developments=full), [], NAMES).finished()
    other = pictures.board(view, [], NAMES).finished()
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    assert box[0] > one.width / 2
    assert box[2] < one.width - 10


def test_the_winner_of_the_end_stands_in_the_header_and_first_in_the_table():
    view = rail(4, 2000)
    winner = view.ranking[0][0]
    for canvas in (pictures.board(view, (), NAMES), pictures.cars(view, NAMES)):
        header = [each.text for each in canvas.inked if each.y < HEADER]
        assert header[-2:] == ["the winner", name_of(winner, NAMES)]
    assert f"Winner: {NAMES[winner]}" in train_alt(view, NAMES)


def test_a_lost_solo_game_shows_no_winner():
    view = replace(rail(1, 2000), won=False)
    header = [each.text for each in pictures.board(view, (), NAMES).inked if each.y < HEADER]
    assert header[-1] == "lost"
    assert "lost" in train_alt(view, NAMES)


def test_every_ally_at_work_is_named_however_many_they_are():
    view = rail(1, 2000)
    allies = view.sides[0].played * 3
    busy = replace(view, sides=(replace(view.sides[0], played=allies), *view.sides[1:]))
    written = " ".join(each.text for each in pictures.cars(busy, NAMES).inked)
    assert allies
    assert all(written.count(ally.name) >= 3 for ally in allies)
    assert "…" not in written
