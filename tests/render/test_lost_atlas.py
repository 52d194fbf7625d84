"""What a player must be able to see on the pictures of Lost Atlas."""

from __future__ import annotations

import io
import itertools
import pickle
from functools import cache

import pytest
from msgspec.structs import replace
from PIL import Image

import render
from engine.hexes import Hex
from engine.lost_atlas.actions import Lay, PlaceHub, PlacePiece
from engine.lost_atlas.components import identities, minors
from engine.lost_atlas.names import hex_of, name_of
from engine.lost_atlas.view import AuctionView
from render.canvas import Canvas
from render.hexmap import Layout
from render.lost_atlas import pictures
from render.lost_atlas.alt import market_alt
from render.lost_atlas.codes import code, codes
from render.lost_atlas.hexes import Map, branching
from render.palette import THEMES

from .seeing import assert_legible
from .tables import atlas

NAMES = ("Ann", "Benedikt Straßenbahn-Gleisbauer", "Chloë", "王小明", "Eva")
TABLES = [(4, "long", stage) for stage in ("building", "stock", "operating", "routes", "late")]
TABLES += [(2, "short", "late"), (5, "long", "late")]


@pytest.fixture(params=TABLES, ids=lambda each: "-".join(map(str, each)))
def view(request):
    return atlas(*request.param)


def written(canvas):
    return {inked.text for inked in canvas.inked}


@cache
def canvases(view):
    found = [pictures.table(view, [], NAMES)]
    if view.round != "building":
        found.append(pictures.stocks(view, NAMES))
    return found


def test_every_company_has_letters_of_its_own():
    every = [*minors(), *identities()]
    assert len({code(each) for each in every}) == len(every)
    assert all(len(letters) == 2 for letters in codes().values())


def test_every_hex_has_the_name_that_commands_take(view):
    assert {each.name for each in view.hexes} <= written(canvases(view)[0])


def test_hubs_revenues_and_prices_are_on_the_map(view):
    canvas = canvases(view)[0]
    text = [inked.text for inked in canvas.inked]
    for each in view.hexes:
        for stop in each.stops:
            if stop.revenue:
                assert str(stop.revenue) in text
            for hub in stop.hubs:
                assert code(hub) in text
            if stop.reserved:
                assert code(stop.reserved) in text


def test_the_stock_track_shows_every_price_token_and_company(view):
    if view.round == "building":
        return
    text = written(canvases(view)[1])
    for column in view.market:
        assert str(column.price) in text
        assert {code(token) for token in column.tokens} <= text
    for company in view.companies:
        assert company.name in text
        assert str(company.cash) in text
    for rank in view.trains:
        assert rank.name in text
    for column in view.columns:
        for charter in column:
            assert any(charter.name in each for each in text)


def test_tokens_lie_in_stack_order(view):
    if view.round == "building":
        return
    canvas = canvases(view)[1]
    for column in view.market:
        heights = []
        for token in column.tokens:
            heights.append(min(inked.y for inked in canvas.inked if inked.text == code(token)))
        assert heights == sorted(heights)


def test_every_player_has_a_row(view):
    for canvas in canvases(view):
        text = written(canvas)
        for player in view.players:
            if not player.out:
                assert str(player.worth) in text


def test_writing_is_large_enough_and_stands_out(view):
    for canvas in canvases(view):
        assert_legible(canvas, smallest=2.4, faintest=2.5)


def test_pictures_are_small_enough_to_post_and_told_in_words(view):
    found = render.pictures("lost_atlas", view, [view.hexes[0].name], names=NAMES)
    assert 1 <= len(found) <= 2
    for each in found:
        image = Image.open(io.BytesIO(each.png))
        assert image.width <= 2000
        assert len(each.png) < 1_000_000
        assert len(each.alt) <= 1024
    assert NAMES[view.active[0]] in found[0].alt
    assert view.hexes[0].name in found[0].alt


def test_routes_are_drawn_with_train_and_revenue():
    view = atlas(4, "long", "routes")
    assert view.turn is not None
    text = written(pictures.table(view, [], NAMES))
    for route in view.turn.routes:
        assert f"{'∞' if route.train == 'infinity' else route.train}: {route.revenue}" in text


def test_paths_that_share_an_edge_are_one_piece_and_others_cross():
    def curve(*edges):
        return frozenset(edges), [(0.0, 0.0), (1.0, 1.0)]

    assert len(branching([curve(0, 3), curve(1, 4)])) == 2
    assert len(branching([curve(0, 3), curve(3, 5)])) == 1
    assert len(branching([curve(0, 3), curve(1, 4), curve(3, 4), curve(0, 1)])) == 1
    assert len(branching([curve(0), curve(2), curve(4)])) == 1


def test_a_piece_is_previewed_where_it_would_lie():
    view = atlas(4, "long", "building")
    assert view.building is not None
    corner = max((each for each in view.hexes), key=lambda each: (each.q, each.r))
    spot = hex_of(corner.name)
    assert spot is not None
    anchor = name_of(spot.neighbour(2))
    turned = [render.preview("lost_atlas", view, PlacePiece(hex=anchor, rotation=k), NAMES) for k in (0, 1)]
    assert all(turned)
    assert turned[0].png != turned[1].png
    assert anchor in turned[0].alt


def test_a_tile_is_previewed_and_tiles_are_offered_side_by_side():
    view = atlas(4, "long", "operating")
    place = next(each.name for each in view.hexes if each.terrain == "blank" and not each.tile)
    lays = [Lay(hex=place, tile=tile, rotation=k) for tile in ("7", "8", "9") for k in range(3)]
    assert render.preview("lost_atlas", view, lays[0], NAMES) is not None
    picture = render.sheet("lost_atlas", view, lays, [f"{lay.tile} r{lay.rotation}" for lay in lays], NAMES)
    assert picture is not None
    assert "9 r2" in picture.alt


def test_a_hub_is_previewed_in_the_companys_colours():
    view = atlas(4, "long", "operating")
    place = next(each.name for each in view.hexes if each.stops and each.stops[0].slots)
    assert render.preview("lost_atlas", view, PlaceHub(hex=place), NAMES) is not None


def test_moves_without_a_place_have_no_preview():
    from engine.lost_atlas.actions import Pass

    assert render.preview("lost_atlas", atlas(4, "long", "operating"), Pass(), NAMES) is None


def test_views_travel_and_the_map_grows(view):
    assert pickle.loads(pickle.dumps(view)) == view
    assert render.growth("lost_atlas", [view, view], NAMES)
    assert render.pictures(
        "lost_atlas", view, [view.hexes[0].name], names=NAMES, close_up=True, theme="night"
    )


def test_an_auction_shows_who_bids_what_and_who_has_passed():
    bidding = AuctionView(initiator=0, bid=145, high=1, inside=(1, 2), asked=2, won=False, price=70)
    view = replace(atlas(4, "long", "stock"), auction=bidding)
    written = [each.text for each in pictures.stocks(view, NAMES).inked]
    assert written.count("bids 145") == 1
    assert written.count("may raise") == 1
    assert written.count("passed") == 2
    assert f"Auction: {NAMES[1]} bids 145" in market_alt(view, NAMES)


def test_a_destinations_name_keeps_clear_of_the_arrows_into_it():
    view = atlas(5, "long", "late")
    for edges in itertools.combinations(range(6), 2):
        hexes = tuple(
            replace(each, stops=tuple(replace(stop, exits=edges) for stop in each.stops))
            if each.terrain == "destination"
            else each
            for each in view.hexes
        )
        canvas, layout = Canvas(1320, 1600, "#ffffff"), Layout(60.0)
        drawn = Map(canvas, replace(view, hexes=hexes, turn=None), layout, THEMES["day"])
        for each in hexes:
            if each.terrain == "destination":
                canvas.inked.clear()
                drawn._place(each)
                name = next(ink for ink in canvas.inked if ink.text == each.name)
                for edge in edges:
                    x, y = layout.edge(Hex(each.q, each.r), edge)
                    assert abs(name.x - x) + abs(name.y - y) > 0.4 * layout.side, (each.name, edges)
