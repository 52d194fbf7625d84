"""Operating rounds: the companies' turns in descending order of price, and the steps of a turn.

A step may be left out by taking a later one; running the trains ends the steps before it.

Rules: Lost Atlas, Operating Round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event
from engine.core.game import Pending

from . import (
    bankruptcy,
    board,
    earnings,
    finance,
    forced_purchase,
    market,
    running,
    tokens,
    track_laying,
    train_market,
)
from .actions import (
    Answer,
    Bankrupt,
    BuyTrain,
    Done,
    Issue,
    Lay,
    PayOut,
    PlaceHub,
    PlaceSuburb,
    Redeem,
    Run,
    Sell,
    Withhold,
)
from .events.operating import TurnBegun
from .events.rounds import Declined, RoundBegun
from .events.trains import TrainDiscarded
from .prompts import one_of
from .state import Company, State, Turn
from .stock_round import known

STEPS = ("leadoff", "finance", "track", "hub", "run", "earnings", "trains", "over")
"""The steps of a turn in their order."""

OPERATING_ROUNDS = 2


# --- the round --------------------------------------------------------------------------------


def begin(state: State, number: int) -> list[Event]:
    """Begin an operating round: no company has acted."""
    state.round = "operating"
    state.number = number
    state.moves.clear()
    for company in state.companies.values():
        company.acted = False
    return [RoundBegun(name="operating", cycle=state.cycle, number=number)]


def next_company(state: State) -> Company | None:
    """The highest company that has not acted in this round."""
    for each in market.operating_order(state):
        if not state.companies[each].acted:
            return state.companies[each]
    return None


def begin_turn(state: State, company: Company) -> list[Event]:
    """Begin a company's turn; only a minor that never operated may buy a leadoff train."""
    first = company.kind == "minor" and not company.operated
    state.turn = Turn(company.id, board.phase(state), "leadoff" if first else "finance")
    return [TurnBegun(company=company.id, president=company.president)]


def end_turn(state: State) -> list[Event]:
    """The company has acted; if it is still in the game, its token is flipped."""
    turn = _turn(state)
    company = state.companies.get(turn.company)
    if company is not None:
        company.acted = company.operated = True
    state.turn = None
    return []


def turn_over(state: State) -> bool:
    """True once the company is done, or has left the game."""
    turn = _turn(state)
    return turn.step == "over" or turn.company not in state.companies


# --- the step ---------------------------------------------------------------------------------


def pending(state: State) -> tuple[Pending, ...]:
    """The president acts for the company; an offer for a train waits for its seller's president."""
    if state.offer is not None:
        offer = state.offer
        buyer, seller = state.companies[offer.buyer], state.companies[offer.seller]
        prompt = f"{buyer.name} offers {offer.price} for {seller.name}'s {offer.train}-train: do you agree?"
        return (Pending(seller.president, (Answer,), prompt, forced_ok=False),)
    turn = _turn(state)
    company = state.companies[turn.company]
    kinds = tuple(kind for kind in _kinds(state, turn) if _any(state, kind))
    return (Pending(company.president, kinds, _prompt(state, turn, company, kinds)),)


def _kinds(state: State, turn: Turn) -> tuple[type[Action], ...]:
    """The kinds of action that the step allows, the most usual first."""
    if turn.step == "earnings":
        return (PayOut, Withhold, PlaceSuburb)
    if turn.step == "trains":
        return (BuyTrain, Sell, Bankrupt, PlaceSuburb, Done)
    first = STEPS.index(turn.step)
    kinds: list[type[Action]] = [BuyTrain] if first == 0 else []
    if first <= 2:
        kinds.append(Lay)
    if first <= 3:
        kinds.append(PlaceHub)
    if first <= 1:
        kinds += [Issue, Redeem]
    return (*kinds, PlaceSuburb, Run)


def _any(state: State, kind: type[Action]) -> bool:
    return next(legal(state, -1, kind, {}), None) is not None


def _prompt(state: State, turn: Turn, company: Company, kinds: tuple[type[Action], ...]) -> str:
    text = one_of(kinds)
    if turn.step == "earnings":
        text += f" {turn.earnings}"
    if turn.step == "trains" and not company.trains:
        text = text.replace("buy a train", "buy a train (one must be owned)")
        if forced_purchase.is_forced(state, company):
            lacking = forced_purchase.missing(state, company)
            missing = f", {lacking} missing" if lacking > 0 else ""
            text = f"forced train purchase{missing}: {one_of(kinds)}"
    return f"{company.name} ({company.cash} in its treasury): {text}"


def legal(state: State, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
    """Every legal action of a kind."""
    if kind is Answer:
        yield Answer(True)
        yield Answer(False)
        return
    turn = _turn(state)
    company = state.companies[turn.company]
    if kind is BuyTrain:
        yield from _purchases(state, turn, company)
    elif kind is Issue:
        if not finance.issue_refused(company):
            yield Issue()
    elif kind is Redeem:
        if not finance.redeem_refused(state, company):
            yield Redeem()
    elif kind is Lay:
        yield from track_laying.lays(state, turn)
    elif kind is PlaceHub:
        yield from tokens.hubs(state, company)
    elif kind is PlaceSuburb:
        yield from tokens.suburbs(state, company)
    elif kind is Run:
        yield from running.runs(state, company, chosen)
    elif kind is Sell:
        yield from forced_purchase.sales(state, turn)
    elif kind is Bankrupt:
        if not _bankrupt_refused(state, turn, company):
            yield Bankrupt()
    elif kind is Done:
        if company.trains:
            yield Done()
    else:
        yield kind()


def _purchases(state: State, turn: Turn, company: Company) -> Iterator[Legal]:
    if turn.step == "leadoff":
        yield from train_market.bank_purchases(state, company)
        return
    yield from forced_purchase.helped_purchases(state, company)
    if turn.forced:
        return
    yield from train_market.purchases(state, turn)


def check(state: State, seat: int, action: Action) -> None:
    """Raise IllegalMove unless the action is legal."""
    if isinstance(action, Answer):
        return
    turn = _turn(state)
    company = state.companies[turn.company]
    wrong = ""
    match action:
        case BuyTrain():
            wrong = _purchase_refused(state, turn, company, action)
        case Issue():
            wrong = finance.issue_refused(company)
        case Redeem():
            wrong = finance.redeem_refused(state, company)
        case Lay():
            wrong = track_laying.lay_refused(state, turn, action)
        case PlaceHub(name, stop):
            wrong = tokens.hub_refused(state, company, name, stop)
        case PlaceSuburb(name):
            wrong = tokens.suburb_refused(state, company, name)
        case Run(routes):
            wrong = running.run_refused(state, company, routes)
        case Sell(each, count):
            wrong = forced_purchase.sale_refused(state, turn, known(state, each), count)
        case Bankrupt():
            wrong = _bankrupt_refused(state, turn, company)
        case Done() if not company.trains:
            wrong = f"{company.name} owns no train and must buy one."
    if wrong:
        raise IllegalMove(wrong)


def _purchase_refused(state: State, turn: Turn, company: Company, action: BuyTrain) -> str:
    if turn.step == "leadoff" and (
        action.source not in (train_market.STACK, train_market.POOL) or action.trade_in is not None
    ):
        return "A leadoff train is bought from the stack or from the bank pool, at its printed price."
    if turn.step != "leadoff" and action in list(forced_purchase.helped_purchases(state, company)):
        return ""
    if turn.forced:
        return "After selling shares only the cheapest train of the bank may be bought."
    return train_market.purchase_refused(state, turn, action)


def _bankrupt_refused(state: State, turn: Turn, company: Company) -> str:
    if not forced_purchase.is_forced(state, company) or forced_purchase.missing(state, company) <= 0:
        return "Bankruptcy is only for a president who cannot pay for a mandatory train."
    if next(forced_purchase.sales(state, turn), None) is not None:
        return "There are still shares to sell."
    return ""


def perform(state: State, chance: Chance, seat: int, action: Action) -> list[Event]:
    """Carry out one action of a turn."""
    if isinstance(action, Answer):
        return _answer(state, seat, action.agree)
    turn = _turn(state)
    company = state.companies[turn.company]
    match action:
        case BuyTrain():
            return _buy_train(state, turn, company, action)
        case Issue():
            turn.step = "track"
            return finance.issue(state, company)
        case Redeem():
            turn.step = "track"
            return finance.redeem(state, company)
        case Lay():
            events = track_laying.lay(state, turn, action)
            turn.step = "track" if track_laying.tiles_left_to_lay(state, turn) else "hub"
            return events
        case PlaceHub(name, stop):
            turn.step = "run"
            return tokens.place_hub(state, company, name, stop)
        case PlaceSuburb(name):
            return tokens.place_suburb(state, company, name)
        case Run(routes):
            return _run(state, turn, company, routes)
        case PayOut():
            turn.step = "trains"
            return earnings.pay_out(state, company, turn.earnings)
        case Withhold():
            turn.step = "trains"
            return earnings.withhold(state, company, turn.earnings)
        case Sell(each, _):
            return forced_purchase.sell(state, turn, state.companies[each])
        case Bankrupt():
            events = forced_purchase.settle_sales(state, turn)
            turn.step = "over"
            return events + bankruptcy.declare(state, seat)
    turn.step = "over"
    return []


def _run(state: State, turn: Turn, company: Company, routes: tuple[str, ...]) -> list[Event]:
    """Run the trains; rusted ones have made their last run. Without earnings the price falls at once."""
    events = running.run(state, turn, company, routes)
    for train in company.rusted:
        state.scrapped += 1
        events.append(TrainDiscarded(company=company.id, train=train, why="last run"))
    company.rusted = []
    turn.step = "earnings"
    if not turn.earnings:
        turn.step = "trains"
        events += earnings.withhold(state, company, 0)
    return events


def _buy_train(state: State, turn: Turn, company: Company, action: BuyTrain) -> list[Event]:
    if turn.step == "leadoff":
        turn.step = "finance"
        return train_market.buy(state, company, action)
    helped = max(0, action.price - company.cash)
    if not helped and train_market.needs_consent(state, company, action):
        return train_market.offer(state, company, action)
    events = train_market.buy(state, company, action, helped)
    return events + forced_purchase.settle_sales(state, turn)


def _answer(state: State, seat: int, agree: bool) -> list[Event]:
    offer = state.offer
    assert offer is not None
    state.offer = None
    if not agree:
        _turn(state).refused[f"{offer.seller} {offer.train}"] = offer.price
        return [Declined(seat=seat, what="train")]
    action = BuyTrain(offer.seller, offer.train, offer.price)
    return train_market.buy(state, state.companies[offer.buyer], action)


def _turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn
