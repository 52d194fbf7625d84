"""How values and actions read: labels of choices, headlines, and what an action would do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core.action import Action, Value
from engine.core.event import mark
from engine.core.notation import to_line
from engine.core.sentences import counted

from . import auction, board, earnings, market, merger, ownership, running, train_market
from . import components as box
from .actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    Discard,
    Done,
    Form,
    Issue,
    KeepHub,
    Launch,
    Lay,
    Pass,
    PayOut,
    PlaceBlank,
    PlaceCapital,
    PlaceHub,
    PlacePiece,
    PlaceSuburb,
    Propose,
    Redeem,
    Restart,
    Run,
    Sell,
    Withhold,
)
from .companies import ability_of, powers
from .phases import sets_off
from .state import Company, State
from .tiles import designs
from .track_laying import cost_of
from .words import a_train, train_name

if TYPE_CHECKING:
    from .game import LostAtlas

# --- where the game stands --------------------------------------------------------------------


def headline(state: State) -> str:
    """Where the game stands, in a few words."""
    if state.round == "building":
        building = state.building
        rest = len(building.stack) + bool(building.drawn) if building else 0
        return f"Building the map · {rest} to place" if rest else "Building the map · blank hexes"
    if state.round == "over":
        return "The game is over"
    cycle = f"Cycle {state.cycle} of {state.setup.cycles}"
    phase = f"{board.phase(state)} phase"
    company = state.active_company
    names = {
        "stock": "Stock round" if state.auction is None else "Stock round, auction",
        "operating": f"Operating round {state.number}",
        "merger": "Merger round",
        "export": "Export",
    }
    who = f" · {box.company_name(company)}" if company else ""
    return f"{cycle} · {names[state.round]} · {phase}{who}"


# --- labels -----------------------------------------------------------------------------------


def label(state: State, kind: type[Action], name: str, value: Value, chosen: Mapping[str, Value]) -> str:
    """How a player reads one value of an action's field."""
    if value is None:
        return "nothing" if name != "trade_in" else "no trade-in"
    if name == "hex" and isinstance(value, str):
        return f"{value} {hex_words(state, value)}".strip()
    if name == "home" and isinstance(value, str):
        return f"{value} {hex_words(state, value)}".strip()
    if name in ("company", "partner") and isinstance(value, str):
        return company_label(state, value)
    if name == "name" and isinstance(value, str):
        return box.company_name(value)
    if name == "source":
        return source_label(state, str(value))
    if name in ("train", "trade_in"):
        return train_name(str(value))
    if name == "tile" and isinstance(value, str):
        return tile_label(state, value)
    if name == "rotation":
        return rotation_label(kind, value, chosen)
    if name == "stop" and isinstance(value, int):
        return stop_label(state, value, chosen)
    if name == "routes":
        return routes_label(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(str(part) for part in value) or "nothing"
    return str(value)


def hex_words(state: State, name: str) -> str:
    """What there is on a hex: terrain, home, value."""
    land = state.land.get(name)
    if land is None:
        return ""
    if land.home:
        what = f"{box.company_name(land.home)}'s home"
    elif land.capital:
        what = "capital"
    elif land.terrain == "destination":
        what = "Distant Destination"
    else:
        what = land.terrain
    track = board.track_of(land, board.destination_value(state))
    value = max((stop.revenue for stop in track.stops), default=0) if track else 0
    tile = f", tile {land.tile}" if land.tile else ""
    return f"{what}{tile}{f' ({value})' if value else ''}"


def company_label(state: State, company: str) -> str:
    """A company's name with its price, or with its ability if it is a charter on offer."""
    if company in state.companies:
        return f"{box.company_name(company)} ({market.price_of(state, company)})"
    if company in box.minors():
        return f"{box.company_name(company)}: {ability_of(company).text}"[:100]
    return company


def source_label(state: State, source: str) -> str:
    """Where something is bought."""
    words = {"stack": "the stack", "pool": "the bank pool", "treasury": "its treasury"}
    return words.get(source) or company_label(state, source)


def tile_label(state: State, tile: str) -> str:
    """A tile with its colour, value, and how many are left."""
    design = designs().get(tile)
    if design is None:
        return tile
    values = "/".join(str(spot.revenue) for spot in design.cities)
    what = f"{design.symbol or 'city'} {values}" if values else "track"
    return f"{tile}: {design.colour} {what}, {state.tiles.get(tile, 0)} left"


EDGE_NAMES = ("N", "NE", "SE", "S", "SW", "NW")


def rotation_label(kind: type[Action], value: Value, chosen: Mapping[str, Value]) -> str:
    """A rotation in degrees, and for a tile the sides to which its track runs."""
    tile = designs().get(str(chosen.get("tile", "")))
    if kind is Lay and tile is not None and isinstance(value, int):
        return f"r{value}: {', '.join(EDGE_NAMES[edge] for edge in sorted(tile.laid(value).edges))}"
    return f"r{value}" if not isinstance(value, int) else f"r{value} ({value * 60}°)"


def stop_label(state: State, stop: int, chosen: Mapping[str, Value]) -> str:
    """A stop of a hex by its value and the sides from which it is entered."""
    land = state.land.get(str(chosen.get("hex", "")))
    track = board.track_of(land) if land is not None else None
    if track is None or len(track.stops) < 2 or stop >= len(track.stops):
        return f"stop {stop}"
    here = track.stops[stop]
    sides = ", ".join(EDGE_NAMES[edge] for edge in here.exits) or "no side"
    return f"stop {stop}: {here.revenue}, from {sides}"


def routes_label(value: Value) -> str:
    """The routes to run, in words."""
    if value == ("best",):
        return "the best routes"
    if value == ("local",):
        return "local routes only"
    return "; ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)


# --- what an action would do ------------------------------------------------------------------


def describe(game: LostAtlas, seat: int, action: Action) -> str:
    """What the action would do, with the numbers that a player would work out on paper."""
    state = game.state
    match action:
        case Bid(amount):
            return f"Bid {amount}: a price of {auction.initial_price(state, amount)}"
        case Launch(company, home):
            where = f" at {home}" if home else ""
            price = auction.initial_price(state, state.auction.bid) if state.auction else 0
            return f"Launch {box.company_name(company)}{where} at a price of {price}"
        case Sell(company, count):
            return _describe_sale(game, seat, company, count)
        case BuyShare(company, source):
            return _describe_purchase(state, seat, state.companies[company], source)
        case PayOut():
            return _describe_payout(state, seat)
        case Withhold():
            return _describe_withholding(state)
        case Issue():
            company_ = _active(state)
            price = market.price_of(state, company_.id)
            after = market.price_after(price, -1)
            tail = " and it is dissolved" if after == 0 else ""
            return f"Issue a share for {price}; the price falls to {after}{tail}"
        case Redeem():
            return f"Redeem a share for {market.price_of(state, _active(state).id)}"
        case BuyTrain():
            return _describe_train(state, action)
        case Lay(name, tile, rotation):
            return f"Lay tile {tile} at {name}, rotation {rotation}{_digging(state, name)}"
        case PlaceHub(name, _):
            cost = _active(state).hubs[0]
            return f"Place a hub at {name} {f'for {cost}' if cost else 'at no cost'}"
        case PlaceSuburb(name):
            return f"Place a suburb at {name}: +10 for each train that stops there"
        case Run(routes):
            return _describe_run(state, routes)
        case Discard(company, train):
            return f"{box.company_name(company)} gives up {a_train(train)}"
        case Form(name):
            return f"Become {box.company_name(name)}"
        case Propose(partner):
            return _describe_merger(state, partner)
        case Answer(agree):
            return "Agree" if agree else "Decline"
        case PlacePiece(name, rotation):
            return f"Place the piece at {name}, rotation {rotation}"
        case PlaceCapital(name):
            return f"Make {name} a capital"
        case PlaceBlank(name):
            return f"Lay a blank hex at {name}"
        case KeepHub(name, stop):
            return f"Keep the hub at {stop_label(state, stop, {'hex': name})}"
        case Pass():
            return "Pass"
        case Done():
            return "End the turn"
        case Bankrupt():
            return "Declare bankruptcy" + ("" if state.setup.play_on else ": this ends the game")
        case Restart():
            return "Shuffle all pieces and begin the map anew"
    return to_line(action)


def _active(state: State) -> Company:
    return state.companies[state.active_company]


def _digging(state: State, name: str) -> str:
    """What a mountain costs, and what digging it brings to those who can."""
    cost = cost_of(state.land[name])
    if not cost:
        return ""
    gain = powers(_active(state)).dig_gain
    return f" for {cost}" + (f", and {gain} for digging" if gain else "")


def _describe_sale(game: LostAtlas, seat: int, company: str, count: int) -> str:
    state = game.state
    found = state.companies[company]
    price = market.price_of(state, company)
    text = f"Sell {counted(count, 'share')} of {found.name} for {price * count}"
    steps = count if state.setup.drop_per_share and state.round == "stock" else 1
    after = market.price_after(price, -steps)
    when = "" if state.round == "stock" else " when the sales are over"
    text += f"; the price falls to {after}{when}" + (" and it is dissolved" if after == 0 else "")
    shares = ownership.holdings_after_sale(found, seat, count)
    new = ownership.heir(state, shares, found.president)
    if new != found.president:
        text += f"; {mark(new)} becomes president"
    return text


def _describe_purchase(state: State, seat: int, company: Company, source: str) -> str:
    price = market.price_of(state, company.id)
    where = "its treasury" if source == "treasury" else "the bank pool"
    shares = list(company.shares)
    shares[seat] += 1
    text = f"Buy a share of {company.name} from {where} for {price}; you keep {state.cash[seat] - price}"
    if ownership.heir(state, shares, company.president) == seat != company.president:
        text += "; you become president"
    return text


def _describe_payout(state: State, seat: int) -> str:
    assert state.turn is not None
    company, amount = _active(state), state.turn.earnings
    price = market.price_of(state, company.id)
    part = earnings.per_share(company, amount)
    after = market.price_after(price, market.steps_for_payout(price, amount))
    text = f"Pay out {amount}: {part} a share, {part * company.shares[seat]} to you"
    if company.treasury:
        text += f", {part * company.treasury} to its treasury"
    return f"{text}; the price {f'rises from {price} to {after}' if after != price else f'stays at {price}'}"


def _describe_run(state: State, routes: tuple[str, ...]) -> str:
    """What the trains would earn, and what paying it out would do to the price."""
    company = _active(state)
    if not running.trains_to_run(company):
        return "Go on without a train: nothing is earned and the price falls"
    total = sum(route.revenue for route in running.routes_for(state, company, routes))
    price = market.price_of(state, company.id)
    after = market.price_after(price, market.steps_for_payout(price, total) if total else -1)
    move = f"stays at {price}" if after == price else f"goes from {price} to {after}"
    return f"Run {routes_label(routes)}: {total}; paid out, the price {move}"


def _describe_withholding(state: State) -> str:
    assert state.turn is not None
    price = market.price_of(state, _active(state).id)
    after = market.price_after(price, -1)
    tail = " and it is dissolved" if after == 0 else ""
    return f"Keep {state.turn.earnings}; the price falls from {price} to {after}{tail}"


def _describe_train(state: State, action: BuyTrain) -> str:
    company = _active(state)
    text = f"Buy {a_train(action.train)}"
    if action.source == train_market.POOL:
        text += " from the bank pool"
    elif action.source != train_market.STACK:
        text += f" from {box.company_name(action.source)}"
    text += f" for {action.price}"
    if action.trade_in:
        text += f", turning in {a_train(action.trade_in)}"
    if action.price > company.cash:
        text += f"; you pay {action.price - company.cash} of it"
    effects = sets_off(state, box.rank_of(action.train)) if action.source == train_market.STACK else ""
    return f"{text}; {effects}" if effects else text


def _describe_merger(state: State, partner: str) -> str:
    other = state.companies[partner]
    return f"Propose to merge with {other.name} {merger.terms(state, _active(state), other)}"
