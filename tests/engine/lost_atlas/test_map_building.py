"""Map Building."""

import pytest

from engine.core.chance import Chance, Outcome
from engine.core.errors import IllegalMove
from engine.hexes import Hex
from engine.lost_atlas import board, layouts, map_building
from engine.lost_atlas import components as box
from engine.lost_atlas.actions import Pass, PlaceBlank, PlaceCapital, PlacePiece, Restart
from engine.lost_atlas.game import start
from engine.lost_atlas.names import name_of
from engine.lost_atlas.options import AtlasOptions

from .build import MIDDLE, new_game


def building_with(*stack, seats=3, first=1, **options):
    """A game whose stack begins with these pieces; the rest follows in the order of the box."""
    rest = list(box.stack_of("long"))
    for item in stack:
        rest.remove(item)
    order = (
        *stack,
        *[each for each in rest if each != "capital"],
        *[each for each in rest if each == "capital"],
    )
    script = [Outcome("map stack", order), Outcome("first builder", (first,))]
    return start(AtlasOptions(**options), seats, Chance("x", script=script))


def sites(game):
    return set(game.legal_actions(game.pending()[0].seat, PlacePiece))


def test_the_first_piece_goes_to_the_centre_and_the_next_player_turns_up_the_next():
    game = building_with("12", "16", first=3)
    assert [asked.seat for asked in game.pending()] == [2]
    assert {action.hex for action in sites(game)} == {MIDDLE}
    game.apply(2, PlacePiece(MIDDLE, 0))
    assert [asked.seat for asked in game.pending()] == [0]
    assert game.state.building.drawn == "16"


def test_a_piece_covers_three_hexes_turned_about_its_anchor():
    # Piece 16: city, blank, blank. At rotation 1 the second cell lies at (0, 1), the third at (-1, 1).
    game = building_with("16")
    game.apply(0, PlacePiece(MIDDLE, 1))
    land = game.state.land
    assert {name: hexagon.terrain for name, hexagon in land.items()} == {
        MIDDLE: "city",
        name_of(Hex(0, 1)): "blank",
        name_of(Hex(-1, 1)): "blank",
    }


def test_diagram_1_a_piece_shares_three_edges_and_keeps_away_from_border_hexes():
    # Piece 23 (border, blank, blank) at rotation 0: border at (0,0), blanks at (1,0) and (0,1).
    game = building_with("23", "12")
    game.apply(0, PlacePiece(MIDDLE, 0))
    # Positions 1 and 2 of the diagram: touching the border hex at (0,0), from (0,-1) or from (-1,0).
    for anchor in (Hex(0, -2), Hex(-2, 0)):
        with pytest.raises(IllegalMove, match="border"):
            game.apply(1, PlacePiece(name_of(anchor), 0 if anchor.q == 0 else 5))
    # Position 3: only two edges shared. (2,0) touches (1,0) and no more; (1,1) touches both blanks.
    cells = [(Hex(2, 0), "blank"), (Hex(3, 0), "blank"), (Hex(2, 1), "blank")]
    assert "shares" in board.misplaced(board.terrain_map(game.state), cells)
    with pytest.raises(IllegalMove, match="at least 3 edges"):
        game.apply(1, PlacePiece(name_of(Hex(2, 0)), 0))
    for action in sites(game):
        cells = [place for place, _, _ in board.cells_of(12, board.place_of(action.hex), action.rotation)]
        assert board.shared_edges(board.terrain_map(game.state), cells) >= 3
        assert not any(Hex(0, 0) in place.neighbours() for place in cells)


def test_a_pieces_own_border_hex_may_not_touch_the_map():
    game = building_with("12", "23")
    game.apply(0, PlacePiece(MIDDLE, 0))
    places = sites(game)
    assert places
    for action in places:
        border = board.cells_of(23, board.place_of(action.hex), action.rotation)[0][0]
        assert not any(name_of(place) in game.state.land for place in border.neighbours())


def test_pieces_do_not_overlap():
    game = building_with("12", "16")
    game.apply(0, PlacePiece(MIDDLE, 0))
    with pytest.raises(IllegalMove, match="may not lie on another"):
        game.apply(1, PlacePiece(MIDDLE, 0))


def test_check_accepts_exactly_the_places_that_are_offered():
    game = building_with("16", "25", "20")
    for _ in range(2):
        seat = game.pending()[0].seat
        game.apply(seat, sorted(sites(game), key=lambda a: (a.hex, a.rotation))[0])
    seat, offered = game.pending()[0].seat, sites(game)
    for q in range(-6, 7):
        for r in range(-6, 7):
            for rotation in range(6):
                action = PlacePiece(name_of(Hex(q, r)), rotation)
                assert game.is_legal(seat, action) == (action in offered)


def test_a_capital_is_made_of_a_basic_city_and_counts_as_the_turn():
    # Piece 3: city, Agricultural's home, blank.
    game = building_with("3", "capital", "12")
    game.apply(0, PlacePiece(MIDDLE, 0))
    assert list(game.legal_actions(1)) == [PlaceCapital(MIDDLE)]
    with pytest.raises(IllegalMove, match="no company's home"):
        game.apply(1, PlaceCapital(name_of(Hex(1, 0))))
    game.apply(1, PlaceCapital(MIDDLE))
    assert game.state.land[MIDDLE].capital
    assert game.state.building.drawn == "12"
    assert game.pending()[0].seat == 2


def test_a_project_without_a_city_goes_under_the_stack_and_the_player_draws_again():
    game = building_with("12", "capital", "13")
    game.apply(0, PlacePiece(MIDDLE, 0))
    building = game.state.building
    assert building.drawn == "13"
    assert building.active == 1
    assert building.stack[-1] == "capital"


def test_a_city_becomes_a_capital_only_once():
    game = building_with("3", "capital", "capital", "16")
    game.apply(0, PlacePiece(MIDDLE, 0))
    game.apply(1, PlaceCapital(MIDDLE))
    assert game.state.building.drawn == "16"
    assert game.state.building.active == 2


def test_the_map_is_begun_anew_when_a_piece_fits_nowhere():
    game = building_with("12", "16")
    game.apply(0, PlacePiece(MIDDLE, 0))
    # Border hexes all round, made by hand: nothing fits any more.
    for place in {n for name in list(game.state.land) for n in board.place_of(name).neighbours()}:
        if name_of(place) not in game.state.land:
            game.state.land[name_of(place)] = board.new_land("border", 23, 0, 0)
    assert game.pending()[0].kinds == (Restart,)
    events = game.apply(1, Restart())
    assert game.state.land == {}
    assert game.state.building.shuffles == 1
    assert len(game.state.building.stack) == 35
    assert "begun anew" in game.tell(events[0])


def test_after_the_last_piece_the_stock_round_begins():
    game = new_game(seed="whole")
    while game.state.round == "building":
        seat = game.pending()[0].seat
        game.apply(seat, next(game.legal_actions(seat)))
    assert game.state.round == "stock"
    assert len(game.state.land) == 99
    assert sum(land.capital for land in game.state.land.values()) == 3
    assert game.state.building is None


def test_blank_hexes_lie_beside_homes_and_not_beside_borders():
    game = new_game(map="automatic", blank_hexes=True)
    state = game.state
    seat = game.pending()[0].seat
    assert game.pending()[0].kinds == (PlaceBlank, Pass)
    for action in game.legal_actions(seat, PlaceBlank):
        around = [state.land.get(name_of(n)) for n in board.place_of(action.hex).neighbours()]
        assert any(land is not None and land.home for land in around)
        assert not any(land is not None and land.terrain == "border" for land in around)
    first = next(game.legal_actions(seat, PlaceBlank))
    game.apply(seat, first)
    assert state.land[first.hex].terrain == "blank"
    assert state.building.blanks == 11
    with pytest.raises(IllegalMove):
        game.apply(game.pending()[0].seat, PlaceBlank(first.hex))
    for _ in range(3):
        game.apply(game.pending()[0].seat, Pass())
    assert state.round == "stock"


def test_without_the_option_no_blank_hexes_are_offered():
    assert new_game(map="automatic").state.round == "stock"


@pytest.mark.parametrize(("mode", "hexes", "capitals"), [("long", 99, 3), ("short", 75, 2)])
def test_the_automatic_map_is_legal(mode, hexes, capitals):
    for seed in "abcde":
        state = new_game(3, mode=mode, map="automatic", seed=seed).state
        assert len(state.land) == hexes
        assert sum(land.capital for land in state.land.values()) == capitals
        placed = list(state.land)
        seen = {}
        for index in range(0, hexes, 3):
            cells = [(board.place_of(name), state.land[name].terrain) for name in placed[index : index + 3]]
            assert board.misplaced(seen, cells) == ""
            seen.update(cells)


@pytest.mark.parametrize("mode", ["long", "short"])
def test_the_ready_made_maps_could_have_been_built(mode):
    """Each has all pieces of its mode, and in some order every piece obeys the placement rules."""
    layout = layouts.ready_made(mode)
    assert sorted(p[0] for p in layout.placements) == sorted(
        int(item) for item in box.stack_of(mode) if item != "capital"
    )
    cells = [
        [(place, shows) for place, _, shows in board.cells_of(number, Hex(q, r), rotation)]
        for number, q, r, rotation in layout.placements
    ]
    assert any(_can_be_built(first, cells) for first in cells)


def _can_be_built(first, pieces):
    terrain, left = dict(first), [cells for cells in pieces if cells is not first]
    while left:
        fits = next((cells for cells in left if not board.misplaced(terrain, cells)), None)
        if fits is None:
            return False
        terrain.update(fits)
        left.remove(fits)
    return True


def test_the_short_map_is_ready_with_its_capitals():
    game = new_game(2, mode="short", map="layout")
    assert game.state.round == "stock"
    assert sum(land.capital for land in game.state.land.values()) == 2


def test_on_the_long_ready_made_map_the_players_place_the_capitals():
    game = new_game(map="layout")
    for _ in range(3):
        seat = game.pending()[0].seat
        assert game.pending()[0].kinds == (PlaceCapital,)
        game.apply(seat, next(game.legal_actions(seat)))
    assert game.state.round == "stock"


def test_turning_up_a_piece_reveals_something_and_needs_consent_to_take_back():
    game = building_with("12", "16", "20")
    events = game.apply(0, PlacePiece(MIDDLE, 0))
    assert game.reveals(events, game.chance.take_recorded())


def test_the_view_says_how_many_pieces_are_left_but_not_which():
    game = building_with("12", "16", "20")
    view = game.view(0)
    assert view.building.drawn == "12"
    assert view.building.cells == ("blank", "blank", "blank")
    assert view.building.stack == 35


def test_hexes_keep_their_names_while_the_map_grows():
    game = building_with("16", "20", "12")
    game.apply(0, PlacePiece(MIDDLE, 0))
    before = {each.name: (each.q, each.r) for each in game.view(None).hexes}
    for _ in range(5):
        seat = game.pending()[0].seat
        game.apply(seat, next(game.legal_actions(seat)))
    after = {each.name: (each.q, each.r) for each in game.view(None).hexes}
    assert before.items() <= after.items()


def test_a_drawn_piece_with_places_is_never_begun_anew():
    game = building_with("12", "16")
    game.apply(0, PlacePiece(MIDDLE, 0))
    assert Restart not in game.pending()[0].kinds
    assert next(map_building.piece_sites(game.state, 16), None) is not None


def test_a_random_player_turns_up_the_first_piece_and_another_has_priority():
    """Both by chance, each for itself."""
    pairs = set()
    for seed in range(40):
        game = new_game(map="layout", seed=f"first {seed}")
        first = game.pending()[0].seat
        while game.state.round == "building":
            game.apply(game.pending()[0].seat, next(game.legal_actions(game.pending()[0].seat)))
        assert game.pending()[0].seat == game.state.priority
        pairs.add((first, game.state.priority))
    assert len(pairs) == 9
