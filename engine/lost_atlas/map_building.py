"""Building the map, turn by turn.

Rules: Lost Atlas, Setup, Map Building; README rulings 14 and 17.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending
from engine.hexes import Hex

from . import board
from . import components as box
from .actions import Pass, PlaceBlank, PlaceCapital, PlacePiece, Restart
from .events.map_building import (
    BlankLaid,
    CapitalPlaced,
    MapRestarted,
    PieceDrawn,
    PiecePlaced,
    ProjectDeferred,
)
from .events.rounds import Passed
from .layouts import Layout
from .names import hex_of, name_of
from .state import Building, Land, State

BLANK_HEXES = 12
START = Hex(0, 0)


# --- the stack --------------------------------------------------------------------------------


def begin(state: State, chance: Chance, stack: tuple[str, ...], shuffles: int = 0) -> list[Event]:
    """Shuffle the stack and let a random player turn up the first piece."""
    state.land.clear()
    order = chance.shuffle("map stack", list(stack))
    first = chance.dice("first builder", 1, state.seats)[0] - 1
    blanks = state.building.blanks if state.building else 0
    state.building = Building(order, first, blanks=blanks, shuffles=shuffles)
    return draw(state)


def draw(state: State) -> list[Event]:
    """Turn up the top of the stack; a project that finds no place goes under it."""
    building = _building(state)
    building.drawn = ""
    events: list[Event] = []
    while building.stack:
        top = building.stack.pop(0)
        if top == "capital" and not capital_sites(state):
            if all(each == "capital" for each in building.stack):
                building.stack.clear()  # no piece is left that could bring a city
                break
            building.stack.append(top)
            events.append(ProjectDeferred())
            continue
        building.drawn = top
        events.append(PieceDrawn(seat=building.active, piece=top))
        break
    return events


def finished(state: State) -> bool:
    """True when every piece and project has been placed and the blank hexes are settled."""
    building = _building(state)
    if building.drawn or building.stack:
        return False
    return not building.blanks or building.passes >= state.seats or not blank_sites(state)


# --- where things may lie ---------------------------------------------------------------------


def piece_sites(state: State, piece: int) -> Iterator[tuple[Hex, int]]:
    """Anchors and rotations at which a piece may be placed, in map order."""
    terrain = board.terrain_map(state)
    if not terrain:
        yield from ((START, rotation) for rotation in range(6))
        return
    for anchor in _fringe(terrain):
        for rotation in range(6):
            cells = [(place, shows) for place, _, shows in board.cells_of(piece, anchor, rotation)]
            if not board.misplaced(terrain, cells):
                yield anchor, rotation


def _fringe(terrain: Mapping[Hex, str]) -> list[Hex]:
    """Empty hexes where the anchor of a touching piece can be: at most two steps from the map."""
    near = {there for place in terrain for there in place.neighbours()} - terrain.keys()
    far = {there for place in near for there in place.neighbours()} - terrain.keys()
    return sorted(near | far)


def capital_sites(state: State) -> list[str]:
    """Basic cities that can become capitals."""
    return [name for name, land in state.land.items() if board.is_basic_city(land)]


def blank_sites(state: State) -> list[str]:
    """Empty hexes beside a minor's home and not beside a black border hex."""
    terrain = board.terrain_map(state)
    found: dict[str, None] = {}
    for name, land in state.land.items():
        if land.home:
            for place in board.place_of(name).neighbours():
                if place not in terrain and not _beside_border(terrain, place):
                    found[name_of(place)] = None
    return list(found)


def _beside_border(terrain: Mapping[Hex, str], place: Hex) -> bool:
    return any(terrain.get(there) == "border" for there in place.neighbours())


def lay_piece(state: State, piece: int, anchor: Hex, rotation: int) -> tuple[str, ...]:
    """Put a piece on the map; returns the names of its hexes."""
    names = []
    for place, cell, shows in board.cells_of(piece, anchor, rotation):
        state.land[name_of(place)] = board.new_land(shows, piece, cell, rotation)
        names.append(name_of(place))
    return tuple(names)


# --- the step ---------------------------------------------------------------------------------


def pending(state: State) -> tuple[Pending, ...]:
    """The active player places what is drawn, or lays a blank hex or passes at the end."""
    building = _building(state)
    if not building.drawn:
        return (Pending(building.active, (PlaceBlank, Pass), "Lay a blank hex beside a home, or pass"),)
    if building.drawn == "capital":
        return (Pending(building.active, (PlaceCapital,), "Choose the basic city that becomes a capital"),)
    if next(piece_sites(state, int(building.drawn)), None) is None:
        prompt = f"Piece {building.drawn} fits nowhere: begin the map anew"
        return (Pending(building.active, (Restart,), prompt),)
    shows = ", ".join(_cell_words(cell) for cell in box.pieces()[int(building.drawn)].cells)
    return (Pending(building.active, (PlacePiece,), f"Place map piece {building.drawn}: {shows}"),)


def _cell_words(shows: str) -> str:
    """`home:express` is `Express's home`."""
    kind, _, company = shows.partition(":")
    if company:
        return f"{box.company_name(company)}'s home"
    return "Distant Destination" if kind == "destination" else kind


def legal(state: State, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
    """Every place for what is drawn."""
    building = _building(state)
    if kind is PlacePiece:
        for anchor, rotation in piece_sites(state, int(building.drawn)):
            yield PlacePiece(name_of(anchor), rotation)
    elif kind is PlaceCapital:
        for name in capital_sites(state):
            yield PlaceCapital(name)
    elif kind is PlaceBlank:
        for name in blank_sites(state):
            yield PlaceBlank(name)
    elif kind is Restart:
        yield Restart()
    else:
        yield Pass()


def check(state: State, seat: int, action: Action) -> None:
    """Raise IllegalMove unless the action is legal."""
    building = _building(state)
    match action:
        case PlacePiece(name, rotation):
            anchor = hex_of(name)
            if anchor is None or name_of(anchor) != name:
                raise IllegalMove(f"{name} is not the name of a hex.")
            if not 0 <= rotation <= 5:
                raise IllegalMove("A piece is turned by 0 to 5 steps.")
            terrain = board.terrain_map(state)
            if not terrain and anchor != START:
                raise IllegalMove(f"The first piece is placed at {name_of(START)}.")
            cells = board.cells_of(int(building.drawn), anchor, rotation)
            wrong = board.misplaced(terrain, [(place, shows) for place, _, shows in cells])
            if wrong:
                raise IllegalMove(wrong)
        case PlaceCapital(name):
            if name not in capital_sites(state):
                raise IllegalMove(
                    "A capital is made of a basic city on the map that is no company's home and no capital."
                )
        case PlaceBlank(name):
            if name not in blank_sites(state):
                raise IllegalMove(
                    "A blank hex is laid on an empty place beside a minor company's home, and not beside a "
                    "black border hex."
                )


def perform(state: State, chance: Chance, seat: int, action: Action) -> list[Event]:
    """Place it, and turn up the next for the next player."""
    building = _building(state)
    match action:
        case PlacePiece(name, rotation):
            piece = int(building.drawn)
            names = lay_piece(state, piece, board.place_of(name), rotation)
            building.placed += 1
            events: list[Event] = [PiecePlaced(seat=seat, piece=piece, places=names)]
            return events + _next(state)
        case PlaceCapital(name):
            state.land[name].capital = True
            return [CapitalPlaced(seat=seat, places=(name,)), *_next(state)]
        case Restart():
            piece_name = building.drawn
            stack = box.stack_of(state.setup.mode)
            return [MapRestarted(piece=piece_name), *begin(state, chance, stack, building.shuffles + 1)]
        case PlaceBlank(name):
            state.land[name] = Land("blank", 0, 0, 0)
            building.blanks -= 1
            building.passes = 0
            building.active = state.after(seat)
            return [BlankLaid(seat=seat, places=(name,))]
    building.passes += 1
    building.active = state.after(seat)
    return [Passed(seat=seat)]


def _next(state: State) -> list[Event]:
    building = _building(state)
    building.active = state.after(building.active)
    return draw(state)


def _building(state: State) -> Building:
    assert state.building is not None
    return state.building


# --- without the players ----------------------------------------------------------------------


def build_automatically(state: State, chance: Chance) -> None:
    """Build the whole map at random, compactly, and begin anew as often as it takes."""
    begin(state, chance, box.stack_of(state.setup.mode))
    while _building(state).drawn:
        if not _place_at_random(state, chance):
            begin(state, chance, box.stack_of(state.setup.mode), _building(state).shuffles + 1)


def _place_at_random(state: State, chance: Chance) -> bool:
    """Place what is drawn where it shares many edges; False if it fits nowhere."""
    building = _building(state)
    if building.drawn == "capital":
        sites = capital_sites(state)
        apart = [name for name in sites if not _near_capital(state, name)] or sites
        state.land[apart[chance.dice("capital", 1, len(apart))[0] - 1]].capital = True
    else:
        piece = int(building.drawn)
        terrain = board.terrain_map(state)
        options = list(piece_sites(state, piece))
        if not options:
            return False
        shared = [board.shared_edges(terrain, [c[0] for c in board.cells_of(piece, *o)]) for o in options]
        best = [o for o, count in zip(options, shared, strict=True) if count >= max(shared) - 1]
        anchor, rotation = best[chance.dice("map place", 1, len(best))[0] - 1]
        lay_piece(state, piece, anchor, rotation)
        building.placed += 1
    _next(state)
    return True


def _near_capital(state: State, name: str) -> bool:
    here = board.place_of(name)
    return any(
        land.capital and board.place_of(other).distance(here) <= 3 for other, land in state.land.items()
    )


def use_layout(state: State, chance: Chance, layout: Layout) -> None:
    """Lay out a map made in advance; its capitals are given, or are placed by the players in turn."""
    for piece, q, r, rotation in layout.placements:
        lay_piece(state, piece, Hex(q, r), rotation)
    for q, r, kind in layout.singles:
        state.land[name_of(Hex(q, r))] = board.new_land(kind, 0, 0, 0)
    first = chance.dice("first builder", 1, state.seats)[0] - 1
    blanks = state.building.blanks if state.building else 0
    blanks = max(0, blanks - len(layout.singles))
    state.building = Building([], first, placed=len(layout.placements), blanks=blanks)
    for q, r in layout.capitals:
        state.land[name_of(Hex(q, r))].capital = True
    if not layout.capitals:
        state.building.stack = ["capital"] * box.mode(state.setup.mode).capital_projects
        draw(state)
