"""The auction for the choice of a charter, and the launch of a minor company.

Rules: Lost Atlas, Initiate a Minor Company Auction (diagrams 2 and 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Family, Legal, Span, Value
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event, mark
from engine.core.game import Pending

from . import board, market
from . import components as box
from .actions import Bid, Launch, Pass
from .companies import ability_of
from .events.companies import Launched
from .events.market import AuctionWon, BidMade
from .events.rounds import Passed
from .state import Auction, Company, State


def available(state: State) -> list[str]:
    """The charters that may be launched now: the first of each column, if it finds a home."""
    first = [column[0] for column in state.columns if column]
    return [each for each in first if not ability_of(each).chooses_home or homes_to_choose(state)]


def homes_to_choose(state: State) -> list[str]:
    """Basic cities with an empty spot: no home (so neither mine nor port), no capital, nothing reserved."""
    return [
        name
        for name, land in state.land.items()
        if board.is_basic_city(land) and board.free_spots(state, land, 0) > 0
    ]


def least_bid(state: State) -> int:
    """The lowest bid that may be made now."""
    return state.auction.bid + box.BID_INCREMENT if state.auction else box.MINIMUM_BID


def may_start(state: State, seat: int) -> bool:
    """True if the seat can afford to open an auction, and there is something to launch."""
    return state.cash[seat] >= box.MINIMUM_BID and bool(available(state))


def initial_price(state: State, bid: int) -> int:
    """The price at which a winning bid launches a company: half of it, down to a price of the phase."""
    return max(price for price in box.initial_prices(board.phase(state)) if price <= bid // 2)


def bids(state: State, seat: int) -> Iterator[Legal]:
    """The bids that a seat can make now."""
    low, high = least_bid(state), state.cash[seat] // box.BID_INCREMENT * box.BID_INCREMENT
    if low <= high:
        yield Family(Bid, amount=Span(low, high, box.BID_INCREMENT))


def bid_refused(state: State, seat: int, amount: int) -> str:
    """Why a bid may not be made; empty if it may."""
    if amount % box.BID_INCREMENT:
        return f"Bids are made in steps of {box.BID_INCREMENT}."
    if amount < least_bid(state):
        return f"The bid must be at least {least_bid(state)}."
    if amount > state.cash[seat]:
        return f"You cannot bid more than you have: {state.cash[seat]}."
    return ""


def start(state: State, seat: int, amount: int) -> list[Event]:
    """Open an auction; the next player clockwise answers first."""
    inside = [seat]
    while (each := state.after(inside[-1])) != seat:
        inside.append(each)
    state.auction = Auction(seat, state.after(seat), amount, seat, inside)
    opened = BidMade(seat=seat, amount=amount, opening=True)
    return [opened, *_settle(state)]


def _settle(state: State) -> list[Event]:
    """The auction is won when one player is left."""
    auction = _auction(state)
    if len(auction.inside) > 1 or auction.won:
        return []
    auction.won = True
    auction.bidder = auction.high
    return [AuctionWon(seat=auction.high, amount=auction.bid)]


# --- the step ---------------------------------------------------------------------------------


def pending(state: State) -> tuple[Pending, ...]:
    """Raise or pass; the winner chooses a charter."""
    auction = _auction(state)
    if auction.won:
        return (Pending(auction.bidder, (Launch,), f"Choose what to launch for {auction.bid}"),)
    can_raise = next(bids(state, auction.bidder), None) is not None
    kinds: tuple[type[Action], ...] = (Bid, Pass) if can_raise else (Pass,)
    return (Pending(auction.bidder, kinds, f"{mark(auction.high)} bids {auction.bid}: raise it or pass"),)


def legal(state: State, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
    """Every legal action of a kind."""
    if kind is Bid:
        yield from bids(state, seat)
    elif kind is Launch:
        for company in available(state):
            if ability_of(company).chooses_home:
                for home in homes_to_choose(state):
                    yield Launch(company, home)
            else:
                yield Launch(company)
    else:
        yield Pass()


def check(state: State, seat: int, action: Action) -> None:
    """Raise IllegalMove unless the action is legal."""
    match action:
        case Bid(amount):
            if wrong := bid_refused(state, seat, amount):
                raise IllegalMove(wrong)
        case Launch(company, home):
            if company not in available(state):
                names = ", ".join(available(state))
                raise IllegalMove(f"Only the first charter of each column can be launched: {names}.")
            chooses = ability_of(company).chooses_home
            if chooses and home not in homes_to_choose(state):
                raise IllegalMove(
                    f"{box.company_name(company)} needs a home: an empty spot of a basic city, which is no "
                    "company's home and no capital."
                )
            if not chooses and home is not None:
                raise IllegalMove(f"{box.company_name(company)} has its home on the map already.")


def perform(state: State, chance: Chance, seat: int, action: Action) -> list[Event]:
    """Raise, pass, or launch."""
    auction = _auction(state)
    match action:
        case Bid(amount):
            auction.bid, auction.high = amount, seat
            auction.bidder = _next_inside(auction, seat)
            return [BidMade(seat=seat, amount=amount, opening=False)]
        case Launch(company, home):
            events = launch(state, seat, company, auction.bid, home)
            state.auction = None
            _acted(state, auction.initiator, seat)
            return events
    auction.bidder = _next_inside(auction, seat)
    auction.inside.remove(seat)
    return [Passed(seat=seat), *_settle(state)]


def _next_inside(auction: Auction, seat: int) -> int:
    inside = auction.inside
    return inside[(inside.index(seat) + 1) % len(inside)]


def _acted(state: State, initiator: int, winner: int) -> None:
    """The turn goes on from the player who started the auction."""
    assert state.stock is not None
    state.stock.passes = 0
    state.stock.last = winner if state.setup.winner_acts_last else initiator
    state.stock.active = state.after(initiator)


def launch(state: State, seat: int, minor: str, bid: int, home: str | None) -> list[Event]:
    """Bring a minor into play: the bid is its treasury, its hub lies on its home."""
    column = next(column for column in state.columns if column and column[0] == minor)
    column.pop(0)
    ability = ability_of(minor)
    shares = [0] * state.seats
    shares[seat] = box.PRESIDENT_SHARES
    company = Company(
        id=minor,
        name=box.minors()[minor].name,
        kind="minor",
        minors=[minor],
        shares=shares,
        treasury=box.MINOR_SHARES - box.PRESIDENT_SHARES,
        president=seat,
        cash=bid,
        hubs=list(ability.hub_costs),
        suburbs=ability.suburbs,
    )
    state.cash[seat] -= bid
    state.companies[minor] = company
    price = initial_price(state, bid)
    market.enter(state, minor, box.stock_track().index(price))
    where = home or board.home_of(state, minor)
    if where is not None:
        board.put_hub(state.land[where], 0, minor)
    places = (where,) if where is not None else ()
    return [Launched(seat=seat, company=minor, bid=bid, price=price, places=places)]


def _auction(state: State) -> Auction:
    assert state.auction is not None
    return state.auction
