"""How the automatic player runs a company."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.game import Game
from engine.hexes import Hex

from . import board, market, train_market
from . import components as box
from .actions import (
    Answer,
    Bankrupt,
    BuyTrain,
    Issue,
    Lay,
    PayOut,
    PlaceHub,
    PlaceSuburb,
    Run,
    Sell,
    Withhold,
)
from .network import Network, Track
from .offers import offers
from .phases import next_rust
from .state import Company, State
from .tiles import designs
from .tracing import Reach

MOST_LAYS = 30
"""So many ways to lay track are compared."""


def act(game: Game[State], seat: int) -> Action | None:
    """The next action of the company that operates, or the answer to an offer for a train."""
    state = game.state
    asked = game.pending_of(seat)
    assert asked is not None
    if state.offer is not None:
        return Answer(_good_offer(state))
    assert state.turn is not None
    company = state.companies[state.turn.company]
    if PlaceSuburb in asked.kinds:
        return _first(game, seat, PlaceSuburb)
    if state.turn.step == "earnings":
        return Withhold() if _needs_money(state, company) else PayOut()
    if state.turn.step == "trains":
        return _buy(game, seat, company)
    if BuyTrain in asked.kinds:
        return _first(game, seat, BuyTrain)
    if Issue in asked.kinds and _issue_pays_for_a_train(state, company):
        return Issue()
    if Lay in asked.kinds and (lay := _lay(game, seat, company)):
        return lay
    if PlaceHub in asked.kinds and company.cash >= company.hubs[0] + 60 and company.trains:
        return _hub(game, seat)
    return Run()


def _first(game: Game[State], seat: int, kind: type[Action]) -> Action | None:
    return next(iter(offers(game, seat, kind, 1)), None)


# --- money and trains -------------------------------------------------------------------------


def _good_offer(state: State) -> bool:
    """Sell a train only above its face value, and never the last."""
    offer = state.offer
    assert offer is not None
    seller = state.companies[offer.seller]
    return offer.price >= box.face_price(offer.train) and len(seller.trains) > 1


def _lasting(state: State, company: Company) -> list[str]:
    """The company's trains that the next rust leaves."""
    following = next_rust(state)
    return [train for train in company.trains if following is None or train != following[0]]


def _needs_money(state: State, company: Company) -> bool:
    """True if the company has no lasting train and cannot pay for the next one, but could by withholding."""
    assert state.turn is not None
    price = train_market.cheapest(state)
    if _lasting(state, company) or company.cash >= price:
        return False
    return not company.trains or market.price_of(state, company.id) > 30


def _issue_pays_for_a_train(state: State, company: Company) -> bool:
    price = market.price_of(state, company.id)
    lacking = train_market.cheapest(state) - company.cash
    return not company.trains and 0 < lacking <= price and price > 20


def _buy(game: Game[State], seat: int, company: Company) -> Action | None:
    """Buy what the treasury can pay for, the longest first; when forced, sell what is worth least."""
    state = game.state
    bank = [
        each
        for each in offers(game, seat, BuyTrain)
        if each.source in (train_market.STACK, train_market.POOL)
        and (each.trade_in is None or each.trade_in in ("2", "3", "4"))
    ]
    if bank and (not company.trains or not _lasting(state, company) or company.cash >= bank[0].price + 50):
        return max(bank, key=lambda each: box.face_price(each.train))
    if sales := offers(game, seat, Sell):
        return min(sales, key=lambda each: market.price_of(state, each.company))
    return _first(game, seat, Bankrupt)


# --- track and hubs ---------------------------------------------------------------------------


def _lay(game: Game[State], seat: int, company: Company) -> Lay | None:
    """The tile after which the company reaches most, if it gains anything."""
    state = game.state
    network = board.network(state)
    skips = company.minors == ["overnight"]
    before = _reached(network, network.tracks, company.id, skips)
    best: tuple[float, Lay] | None = None
    lays = offers(game, seat, Lay, 1000)
    for each in lays[:: max(1, len(lays) // MOST_LAYS)]:
        tracks = dict(network.tracks)
        tracks[board.place_of(each.hex)] = designs()[each.tile].laid(each.rotation)
        gain = _reached(network, tracks, company.id, skips) - before
        if best is None or gain > best[0]:
            best = (gain, each)
    return best[1] if best is not None and best[0] > 0 else None


def _reached(network: Network, tracks: Mapping[Hex, Track], company: str, skips: bool) -> float:
    """A measure of what a company can trace a route to: values of stops, and open ends."""
    changed = Network(tracks, network.hubs)
    reach = Reach(changed, company, skips_blocked=skips)
    return sum(changed.stop(place).revenue for place in reach.stops) + 2 * len(reach.entries)


def _hub(game: Game[State], seat: int) -> Action | None:
    """A hub in the most valuable city."""
    state = game.state

    def value(action: PlaceHub) -> int:
        track = board.track_of(state.land[action.hex])
        assert track is not None
        return track.stops[action.stop].revenue

    return max(offers(game, seat, PlaceHub), key=value, default=None)
