"""A sensible automatic player: it launches, builds towards cities, runs the best routes, and keeps its
companies in trains. It looks one action ahead and gives a decent game, not a brilliant one.
"""

from __future__ import annotations

from engine.core.action import Action
from engine.core.game import Game

from . import autoplay_company, board, market
from . import components as box
from .actions import (
    Answer,
    Bid,
    BuyShare,
    Discard,
    Done,
    Launch,
    Pass,
    PlaceCapital,
    PlacePiece,
    Propose,
    Sell,
)
from .offers import offers, singles
from .state import State


def choose(game: Game[State], seat: int) -> Action:
    """The automatic player's move for a seat that must decide."""
    asked = game.pending_of(seat)
    assert asked is not None
    state = game.state
    found: Action | None = None
    if state.round == "building":
        found = _build(game, seat)
    elif state.auction is not None:
        found = _bid(game, seat)
    elif state.round == "stock":
        found = _trade(game, seat)
    elif Discard in asked.kinds:
        found = min(offers(game, seat, Discard), key=lambda each: box.face_price(each.train))
    elif state.round == "operating":
        found = autoplay_company.act(game, seat)
    elif state.round == "merger":
        found = _merge(game, seat)
    return found if found is not None else first(game, seat)


def first(game: Game[State], seat: int) -> Action:
    """Ending the turn if that is legal, else the first legal action."""
    asked = game.pending_of(seat)
    assert asked is not None
    for kind in (Done, Pass):
        if kind in asked.kinds:
            return kind()
    return next(singles(game.legal_actions(seat)))


# --- building ---------------------------------------------------------------------------------


def _build(game: Game[State], seat: int) -> Action | None:
    """Compactly; capitals where there is most land around."""
    state = game.state
    terrain = board.terrain_map(state)
    if sites := offers(game, seat, PlacePiece, 2000):
        assert state.building is not None
        piece = int(state.building.drawn)

        def shared(action: PlacePiece) -> int:
            cells = board.cells_of(piece, board.place_of(action.hex), action.rotation)
            return board.shared_edges(terrain, [cell for cell, _, _ in cells])

        return max(sites, key=shared)
    if capitals := offers(game, seat, PlaceCapital):

        def land_around(action: PlaceCapital) -> int:
            near = board.place_of(action.hex).neighbours()
            return sum(terrain.get(place, "border") not in ("border", "water") for place in near)

        return max(capitals, key=land_around)
    return None


# --- stock rounds -----------------------------------------------------------------------------


def _bid(game: Game[State], seat: int) -> Action | None:
    """Raise up to the bid for a middling price of the phase; launch what stands earlier in the list."""
    state = game.state
    if launches := offers(game, seat, Launch):
        return min(launches, key=lambda each: (_LIKED.index(each.company), each.home or ""))
    assert state.auction is not None
    least = state.auction.bid + box.BID_INCREMENT
    limit = min(_worth_of_a_charter(state), state.cash[seat])
    return Bid(least) if least <= limit and Bid in _kinds(game, seat) else None


_LIKED = (
    "northern_port",
    "eastern_mining",
    "spacious",
    "bridging",
    "tunneling",
    "express",
    "expansive",
    "adaptive",
    "suburban",
    "resourceful",
    "agricultural",
    "overnight",
)


def _worth_of_a_charter(state: State) -> int:
    """A fair bid: a middling initial price of the phase."""
    prices = box.initial_prices(board.phase(state))
    return 2 * prices[len(prices) // 2]


def _trade(game: Game[State], seat: int) -> Action | None:
    """One company to lead, a second later; then the share that promises most."""
    state = game.state
    kinds = _kinds(game, seat)
    led = sum(company.president == seat for company in state.companies.values())
    wanted = 1 if state.cycle == 1 else 2
    if Bid in kinds and led < wanted and state.cash[seat] >= box.MINIMUM_BID + 30:
        return Bid(box.MINIMUM_BID + 20)
    if sale := _sale(game, seat):
        return sale
    buys = offers(game, seat, BuyShare)
    best = max(buys, key=lambda each: _promise(state, seat, each), default=None)
    return best if best is not None and _promise(state, seat, best) > 0 else None


def _promise(state: State, seat: int, action: BuyShare) -> float:
    """What a share may earn over the rest of the game for its price; own treasuries are helped first."""
    company = state.companies[action.company]
    price = market.price_of(state, company.id)
    rounds = 2 * (state.setup.cycles - state.cycle + 1)
    runs = sum(box.face_price(train) // 10 for train in company.trains) or 10
    bonus = 15 if company.president == seat and action.source == "treasury" else 0
    return rounds * runs / company.total_shares * 2 + bonus - price / 3


def _sale(game: Game[State], seat: int) -> Sell | None:
    """Get rid of shares of others' companies that own no train."""
    state = game.state
    for each in offers(game, seat, Sell):
        company = state.companies[each.company]
        if company.president != seat and not company.trains and each.count == company.shares[seat]:
            return each
    return None


def _kinds(game: Game[State], seat: int) -> tuple[type[Action], ...]:
    asked = game.pending_of(seat)
    return asked.kinds if asked is not None else ()


# --- mergers ----------------------------------------------------------------------------------


def _merge(game: Game[State], seat: int) -> Action | None:
    """Merge what is one's own, or equals; agree if the own company does not lose by it."""
    state = game.state
    merging = state.merging
    if merging is None:
        return None
    if Answer in _kinds(game, seat):
        own = market.price_of(state, merging.partner)
        return Answer(market.price_of(state, merging.active) >= own - 10)
    for each in offers(game, seat, Propose):
        mine = state.companies[each.partner].president == seat
        if mine or market.price_of(state, each.partner) >= market.price_of(state, merging.active):
            return each
    return None
