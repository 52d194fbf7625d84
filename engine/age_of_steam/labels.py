"""How players read the values of an action's fields, and what an action would do before it is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine.core.action import Action, Value
from engine.core.errors import IllegalMove
from engine.core.event import mark
from engine.core.sentences import listed

from .actions import (
    OFFERED,
    Bid,
    Build,
    BuildLink,
    Decline,
    Done,
    Drop,
    Favour,
    GoFirst,
    Issue,
    Locomotive,
    Move,
    Pass,
    PassMove,
    Produce,
    PutBack,
    Select,
    Urbanise,
)
from .board import COLOURS, Board
from .goods import NOBODY, gains_text, income, read_route
from .laying import plan_track
from .network import network
from .points import expenses
from .state import Auction
from .telling import article, colour_name, column_name, cubes_text
from .tiles import TOWN, tiles

if TYPE_CHECKING:
    from .game import AgeOfSteam

NOTES: dict[str, str] = {
    "first_move": "move goods before the others, in both rounds",
    "first_build": "build track before the others",
    "engineer": "build four tiles instead of three",
    "locomotive": "one link more at once",
    "urbanization": "place a New City before you build",
    "production": "put two drawn cubes on the Goods Display",
    "turn_order": "pass once in the next auction",
}
"""What each action does, in a few words."""


def compass(game: AgeOfSteam, edge: int) -> str:
    """An edge as a direction on the picture: N, NE, ... (the Western U.S. map is drawn turned)."""
    plain = ("N", "NE", "SE", "S", "SW", "NW")
    turned = ("W", "NW", "NE", "E", "SE", "SW")
    return (turned if game.board.turned_left else plain)[edge]


def track_text(game: AgeOfSteam, ends: tuple[tuple[int, int], ...]) -> str:
    """Tracks by their directions: "N–SE", or "town N, S"."""
    if ends and ends[0][0] == TOWN:
        return "town " + ", ".join(compass(game, end) for _, end in ends)
    return ", ".join(f"{compass(game, a)}–{compass(game, b)}" for a, b in ends)


def label(game: AgeOfSteam, kind: type[Action], name: str, value: Value, chosen: Mapping[str, Value]) -> str:
    """One value of one field; empty if the value speaks for itself."""
    on, state = game.board, game.state
    if name == "power":
        note = game.rules.action_note(str(value)) or NOTES.get(str(value), "")
        full = all(cube is not None for boxes in state.display.values() for cube in boxes)
        if value == "production" and full:
            note += " (not this turn: no box is empty)"
        return f"{OFFERED.get(str(value), str(value))}: {note}"
    if name in ("hex", "origin") and value in on.places:
        cubes = state.cubes.get(str(value), ()) if name == "origin" else ()
        return on.title(str(value)) + (f" ({cubes_text(cubes)})" if cubes else "")
    if name == "city" and value in on.new_cities:
        return f"{value}: {on.new_cities[str(value)].colour}"
    if name == "cube":
        return colour_name(str(value))
    if name == "tile" and value in tiles().shapes:
        return _tile_label(game, str(value), chosen)
    if name == "rotation" and isinstance(value, int):
        shape = tiles().shapes.get(str(chosen.get("tile", "")))
        return f"r{value}: {track_text(game, shape.tracks(value))}" if shape is not None else f"r{value}"
    if name == "route" and isinstance(value, tuple):
        return _route_label(game, tuple(map(str, value)), chosen)
    if name == "bonus" and isinstance(value, str):
        return f"@{value}"
    if name == "railroads" and isinstance(value, tuple):
        return listed(f"@{each}" for each in value)
    if name == "link":
        between = next((link.between for link in on.links if link.id == value), ())
        return listed(on.title(each) for each in between)
    if name == "column" and value in on.columns:
        return column_name(on, str(value))
    if name in ("amount", "count") and isinstance(value, int):
        return f"${value}" if name == "amount" else str(value)
    return ""


def spelling(on: Board, name: str, word: str) -> str:
    """A typed word as the rules spell it: whatever its case, or a beginning of only one name."""
    known: Iterable[str] = {
        "hex": on.places,
        "origin": on.places,
        "route": on.places,
        "tile": tiles().shapes,
        "power": OFFERED,
        "city": on.new_cities,
        "cube": COLOURS,
        "column": on.columns,
        "link": [link.id for link in on.links],
    }.get(name, ())
    said, colon, owner = word.partition(":")
    folded = said.casefold()
    exact = [each for each in known if each.casefold() == folded]
    begun = [each for each in known if each.casefold().startswith(folded)] if name not in _HEXES else []
    found = exact or begun
    return (found[0] if len(found) == 1 else said) + colon + owner.upper()


_HEXES = ("hex", "origin", "route")


def _tile_label(game: AgeOfSteam, tile: str, chosen: Mapping[str, Value]) -> str:
    """The tile with its price in the chosen hex."""
    shape = tiles().shapes[tile]
    state, hex_name = game.state, chosen.get("hex")
    if hex_name is None or not state.queue:
        return shape.name
    seat, prices = state.queue[0], set()
    for rotation in range(len(shape.rotations)):
        action = Build(str(hex_name), tile, rotation)
        if game.is_legal(seat, action):
            plan = plan_track(state, game.board, seat, action.hex, tile, rotation)
            prices.add(_price_now(game, seat, plan.price))
    return f"{shape.name}, {' or '.join(f'${price}' for price in sorted(prices))}" if prices else shape.name


def _route_label(game: AgeOfSteam, words: tuple[str, ...], chosen: Mapping[str, Value]) -> str:
    """The stops, whose links they are reached by where said, and what the route earns if it is whole."""
    on, state = game.board, game.state
    stops = []
    for word in words:
        stop, _, owner = word.partition(":")
        whose = "" if not owner else " by nobody's link" if owner == NOBODY else f" by @{owner}'s link"
        stops.append((on.title(stop) if stop in on.places else stop) + whose)
    text = " → ".join(stops)
    origin, cube = chosen.get("origin"), chosen.get("cube")
    if origin is None or cube is None or not state.queue:
        return text
    seat = state.queue[0]
    try:
        route = read_route(state, on, seat, str(origin), str(cube), words)
    except IllegalMove:
        return text
    gains, _ = income(state, seat, str(cube), route)
    return f"{text} ({gains_text(gains)})"


def describe(game: AgeOfSteam, seat: int, action: Action) -> str:
    """What the action would do, for a button or a confirmation."""
    on, state = game.board, game.state
    player = state.players[seat]
    match action:
        case Issue(0):
            return "Issue no shares."
        case Issue(count):
            return (
                f"Issue {count} share{'s' * (count != 1)}: +${5 * count} now, "
                f"then you pay ${expenses(player) + count} a turn."
            )
        case Bid(amount):
            return f"Bid ${amount}: you pay {_bid_prices(amount, len(state.order))}."
        case Pass():
            return "Pass once and stay in the bidding."
        case Drop():
            return _describe_drop(game, seat)
        case GoFirst():
            return "Pay $5 and go first."
        case Decline():
            if state.declined:
                return f"Do not pay: {mark(state.declined[0])} goes first for nothing."
            return "Do not pay: the other may pay and go first; if not, you go first for nothing."
        case Select(power):
            return label(game, Select, "power", power, {})
        case Urbanise(hex_name, letter):
            colour = on.new_cities[letter].colour if letter in on.new_cities else ""
            text = f"Place New City {letter} ({colour}) on {on.title(hex_name)}; free."
            if hex_name in state.tiles:
                text += " The tile there goes back to the box."
            returned = game.rules.city_replaces_town(state, hex_name)
            return text + (f" The town's {cubes_text(returned)} goes back to the bag." if returned else "")
        case Build():
            return _describe_build(game, seat, action)
        case BuildLink(link_id):
            link = next((each for each in on.links if each.id == link_id), None)
            if link is None:
                return f"Build {link_id}."
            between = listed(on.title(each) for each in link.between)
            left = player.cash - link.cost
            return f"Direct link {between}; costs ${link.cost}, you keep ${left}.{_no_city_after(game, seat)}"
        case Favour(railroads):
            return f"The bonus goes to {listed(f'@{each}' for each in railroads)}."
        case Done():
            return _describe_done(game, seat)
        case Move():
            return _describe_move(game, seat, action)
        case Locomotive():
            return f"Advance the locomotive to {player.engine + 1} links; expenses rise by $1."
        case PassMove():
            return "Move nothing this time."
        case Produce(cube, column, row):
            where = column_name(on, column) if column in on.columns else column
            return f"Put the {colour_name(cube)} cube in box {row} of {where}."
        case PutBack():
            return f"Put {cubes_text(state.hand)} back in the bag."
    return ""


def _bid_prices(amount: int, railroads: int) -> str:
    """What a bid would cost by place, with so many railroads in the game."""
    if railroads <= 2:
        return f"${amount} for the first place, nothing for the last"
    middle = f", ${(amount + 1) // 2} between" if railroads > 3 else ""
    return f"${amount} for one of the first two places{middle}, nothing for the last"


def _describe_drop(game: AgeOfSteam, seat: int) -> str:
    auction: Auction | None = game.state.auction
    if auction is None:
        return "Drop out."
    places = len(game.state.order)
    place = places - len(auction.dropped)
    bid = auction.bids.get(seat, 0)
    pay = 0 if place == places else bid if place <= 2 else (bid + 1) // 2
    return f"Drop out: you are {place} of {places} and pay {f'${pay}' if pay else 'nothing'}."


def _price_now(game: AgeOfSteam, seat: int, price: int) -> int:
    prices = game.state.build.prices if game.state.build is not None else []
    bill = game.rules.bill
    return bill(game.state, seat, [*prices, price]) - bill(game.state, seat, prices)


def _describe_build(game: AgeOfSteam, seat: int, action: Build) -> str:
    on, state = game.board, game.state
    try:
        plan = plan_track(state, on, seat, action.hex, action.tile, action.rotation)
    except IllegalMove as reason:
        return str(reason)
    cost = _price_now(game, seat, plan.price)
    ends = track_text(game, plan.shape.tracks(action.rotation))
    text = f"{article(plan.shape.name).capitalize()} ({ends}) in {on.title(action.hex)}"
    return f"{text}; costs ${cost}, you keep ${state.players[seat].cash - cost}.{_no_city_after(game, seat)}"


def _no_city_after(game: AgeOfSteam, seat: int) -> str:
    """A word to a builder who may still place a New City: it comes before track."""
    asked = game.pending_of(seat)
    return " After that you can place no New City." if asked is not None and Urbanise in asked.kinds else ""


def _describe_done(game: AgeOfSteam, seat: int) -> str:
    """Warn of track that would be lost, and of a New City not placed."""
    state = game.state
    turn = state.build
    text = "Finish building."
    if turn is None:
        return text
    new = set(turn.new)
    lost = [
        section.pieces[0][0]
        for section in network(state).owned(seat)
        if not section.complete and not any((name, track.a, track.b) in new for name, track in section.pieces)
    ]
    if lost:
        text += f" Your unfinished track at {listed(dict.fromkeys(lost))} was not extended: you lose it."
    if state.players[seat].action == "urbanization" and not turn.urbanised and not turn.used:
        text += " You have not placed your New City."
    return text


def _describe_move(game: AgeOfSteam, seat: int, action: Move) -> str:
    on, state = game.board, game.state
    try:
        route = read_route(state, on, seat, action.origin, action.cube, action.route)
    except IllegalMove as reason:
        return str(reason)
    bonus = int(action.bonus[1:]) - 1 if action.bonus is not None and action.bonus[1:].isdigit() else None
    gains, _ = income(state, seat, action.cube, route, bonus)
    way = " → ".join(on.title(stop) for stop in (action.origin, *(leg.to for leg in route.legs)))
    return f"{colour_name(action.cube).capitalize()} cube {way}: {gains_text(gains)}."
