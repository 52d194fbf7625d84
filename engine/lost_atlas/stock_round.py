"""Stock rounds: start an auction, sell and buy shares, or pass.

Rules: Lost Atlas, Stock Round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Family, Legal, Span, Value
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending

from . import auction, market, ownership
from . import components as box
from .actions import Bid, BuyShare, Done, Pass, Sell
from .closing import settle_price
from .events.companies import PresidentChanged
from .events.market import ChartersReshuffled, PriceMoved, ShareBought, SharesSold
from .events.rounds import Passed, PriorityMoved, RoundBegun
from .prompts import one_of
from .state import Company, State, Stock

SOURCES = ("treasury", "pool")


def begin(state: State) -> list[Event]:
    """Open the stock round of a cycle; the priority player acts first."""
    state.round = "stock"
    state.number = 0
    state.moves.clear()
    state.stock = Stock(
        state.priority, sold=[[] for _ in range(state.seats)], news=[[] for _ in range(state.seats)]
    )
    return [RoundBegun(name="stock", cycle=state.cycle)]


def deal_charters(state: State, chance: Chance) -> None:
    """Shuffle the charters of unlaunched minors into columns (diagram 2)."""
    minors = chance.shuffle("charters", list(box.minors_of(state.setup.mode)), secret=False)
    count = box.mode(state.setup.mode).columns
    rows = len(minors) // count
    state.columns = [minors[column * rows : (column + 1) * rows] for column in range(count)]


# --- the step ---------------------------------------------------------------------------------


def pending(state: State) -> tuple[Pending, ...]:
    """The active player: an auction, shares, or a pass; after a sale only a purchase."""
    stock = _stock(state)
    seat = stock.active
    kinds: list[type[Action]] = []
    if not stock.sold_now and auction.may_start(state, seat):
        kinds.append(Bid)
    if any(not buy_refused(state, seat, c, s) for c in state.companies.values() for s in SOURCES):
        kinds.append(BuyShare)
    if any(not sell_refused(state, seat, company, 1) for company in state.companies.values()):
        kinds.append(Sell)
    kinds.append(Done if stock.sold_now else Pass)
    return (Pending(seat, tuple(kinds), f"You have {state.cash[seat]}: {one_of(kinds)}"),)


def legal(state: State, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
    """Every legal action of a kind."""
    if kind is Bid:
        yield from auction.bids(state, seat)
    elif kind is BuyShare:
        for company in state.companies.values():
            for source in SOURCES:
                if not buy_refused(state, seat, company, source):
                    yield BuyShare(company.id, source)
    elif kind is Sell:
        for company in state.companies.values():
            most = ownership.most_to_sell(state, company, seat)
            counts = [n for n in range(1, most + 1) if not sell_refused(state, seat, company, n)]
            if counts and len(counts) == counts[-1] - counts[0] + 1:
                yield Family(Sell, company=company.id, count=Span(counts[0], counts[-1]))
            else:
                yield from (Sell(company.id, count) for count in counts)
    elif kind is Pass:
        yield Pass()
    else:
        yield Done()


def check(state: State, seat: int, action: Action) -> None:
    """Raise IllegalMove unless the action is legal."""
    wrong = ""
    match action:
        case Bid(amount):
            wrong = auction.bid_refused(state, seat, amount)
        case BuyShare(company, source):
            wrong = buy_refused(state, seat, known(state, company), source)
        case Sell(company, count):
            wrong = sell_refused(state, seat, known(state, company), count)
    if wrong:
        raise IllegalMove(wrong)


def perform(state: State, chance: Chance, seat: int, action: Action) -> list[Event]:
    """Carry the action out; a round that all have passed is ended by the flow."""
    stock = _stock(state)
    stock.news[seat].clear()
    match action:
        case Pass():
            stock.passes += 1
            stock.active = state.after(seat)
            return [Passed(seat=seat)]
        case Bid(amount):
            return auction.start(state, seat, amount)
        case Sell(company, count):
            return sell(state, seat, state.companies[company], count)
        case BuyShare(company, source):
            events = buy(state, seat, state.companies[company], source)
            acted(state, seat)
            return events
    acted(state, seat)
    return []


def acted(state: State, seat: int) -> None:
    """The player has taken an action that is not a pass: the turn goes on, and passing starts anew."""
    stock = _stock(state)
    stock.passes = 0
    stock.last = seat
    stock.sold_now = []
    stock.active = state.after(seat)


# --- selling and buying -----------------------------------------------------------------------


def sell_refused(state: State, seat: int, company: Company, count: int) -> str:
    """Why a player may not sell shares now; empty if he may. Each company is sold once in a turn."""
    if company.id in _stock(state).sold_now:
        return f"You have already sold shares of {company.name} in this turn: sell all at the same time."
    return ownership.sale_refused(state, company, seat, count)


def sell(state: State, seat: int, company: Company, count: int) -> list[Event]:
    """Sell shares to the bank pool at the present price; the price then falls one step."""
    stock = _stock(state)
    stock.sold_now.append(company.id)
    _tell_others(state, seat, company.id)
    if company.id not in stock.sold[seat]:
        stock.sold[seat].append(company.id)
    events = transfer_sale(state, seat, company, count)
    steps = count if state.setup.drop_per_share else 1
    before, after = market.move(state, company.id, -steps)
    events.append(PriceMoved(company=company.id, before=before, after=after))
    return events + settle_price(state, company.id)


def transfer_sale(state: State, seat: int, company: Company, count: int) -> list[Event]:
    """Shares to the pool, money to the player, and the presidency where it belongs."""
    price = market.price_of(state, company.id)
    company.shares[seat] -= count
    company.pool += count
    state.bank -= price * count
    state.cash[seat] += price * count
    events: list[Event] = [SharesSold(seat=seat, company=company.id, count=count, price=price)]
    return events + presidency(state, company)


def presidency(state: State, company: Company) -> list[Event]:
    """Hand the presidency on if somebody owns more than the president."""
    new = ownership.settle_presidency(state, company)
    return [] if new is None else [PresidentChanged(company=company.id, seat=new)]


def _tell_others(state: State, seat: int, company: str) -> None:
    for other, news in enumerate(_stock(state).news):
        if other != seat and company not in news:
            news.append(company)


def buy_refused(state: State, seat: int, company: Company, source: str) -> str:
    """Why a player may not buy a share; empty if he may."""
    if source not in SOURCES:
        return "A share is bought from the treasury or from the pool."
    if not (company.treasury if source == "treasury" else company.pool):
        where = "its treasury" if source == "treasury" else "the bank pool"
        return f"There is no share of {company.name} in {where}."
    if company.id in _stock(state).sold[seat]:
        return f"You have sold shares of {company.name} in this stock round and may not buy any."
    most = ownership.most_a_player_may_own(company)
    if company.shares[seat] >= most:
        return f"Nobody may own more than 60% of a company: {most} shares of {company.name}."
    price = market.price_of(state, company.id)
    if state.cash[seat] < price:
        return f"A share of {company.name} costs {price}; you have {state.cash[seat]}."
    return ""


def buy(state: State, seat: int, company: Company, source: str) -> list[Event]:
    """Buy a share: the price goes to the treasury, or to the bank if the share was in the pool."""
    price = market.price_of(state, company.id)
    _tell_others(state, seat, company.id)
    state.cash[seat] -= price
    if source == "treasury":
        company.treasury -= 1
        company.cash += price
    else:
        company.pool -= 1
        state.bank += price
    company.shares[seat] += 1
    bought = ShareBought(seat=seat, company=company.id, source=source, price=price)
    return [bought, *presidency(state, company)]


# --- the end of the round ---------------------------------------------------------------------


def over(state: State) -> bool:
    """True once everybody has passed in a row."""
    return _stock(state).passes >= len(state.playing)


def end(state: State, chance: Chance) -> list[Event]:
    """Priority and the bonus of fully owned companies; or the first round anew if nothing was launched."""
    if state.cycle == 1 and not state.companies and not state.closed:
        deal_charters(state, chance)
        columns = tuple(tuple(column) for column in state.columns)
        return [ChartersReshuffled(columns=columns), *begin(state)]
    stock = _stock(state)
    events: list[Event] = []
    if stock.last is not None:
        state.priority = state.after(stock.last)
        events.append(PriorityMoved(seat=state.priority))
    for company in market.operating_order(state):
        if ownership.fully_owned(state.companies[company]):
            before, after = market.move(state, company, 1)
            events.append(
                PriceMoved(company=company, before=before, after=after, why=", fully owned by players")
            )
    state.stock = None
    return events


def known(state: State, company: str) -> Company:
    """A company in play by its id. Raises IllegalMove if there is none."""
    found = state.companies.get(company)
    if found is None:
        names = ", ".join(state.companies) or "none yet"
        raise IllegalMove(f"“{company}” is no company in play. There are: {names}.")
    return found


def _stock(state: State) -> Stock:
    assert state.stock is not None
    return state.stock
