"""Merger rounds: two minors become a major.

Rules: Lost Atlas, Merger Round (diagram 9); README rulings 6 and 11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Legal, Value
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.event import Event, mark
from engine.core.game import Pending

from . import board, market
from . import components as box
from .actions import Answer, Form, KeepHub, Pass, Propose
from .closing import remove_tokens
from .companies import powers_of
from .events.companies import Merged, MergerProposed
from .events.rounds import Declined, Passed, RoundBegun
from .limits import major_limit
from .network import Place
from .state import Company, Merging, State
from .track_laying import reach_of


def begin(state: State) -> list[Event]:
    """Begin a merger round; every minor's president will have one turn to propose."""
    state.round = "merger"
    state.number = 0
    state.moves.clear()
    for company in state.companies.values():
        company.acted = company.kind == "major"
    state.merging = Merging()
    return [RoundBegun(name="merger", cycle=state.cycle)]


def next_minor(state: State) -> str | None:
    """The highest minor that has not had its turn."""
    for each in market.operating_order(state):
        if not state.companies[each].acted:
            return each
    return None


def free_identities(state: State) -> list[box.Identity]:
    """The names that a new major may take."""
    return [each for each in box.identities().values() if each.charter not in state.formed]


# --- who may merge ----------------------------------------------------------------------------


def pair(first: str, second: str) -> tuple[str, str]:
    """Two minors, whichever proposes."""
    return (first, second) if first < second else (second, first)


def partners(state: State) -> list[str]:
    """The minors with which the active one may merge, in operating order."""
    merging = _merging(state)
    if not merging.active or not free_identities(state):
        return []
    others = [
        each
        for each in market.operating_order(state)
        if each != merging.active
        and state.companies[each].kind == "minor"
        and pair(merging.active, each) not in merging.declined
    ]
    if not others:
        return []
    reach = reach_of(state, merging.active)
    return [each for each in others if _reached(state, reach.stops, each)]


def _reached(state: State, stops: frozenset[Place], company: str) -> bool:
    return any(Place(board.place_of(name), stop) in stops for name, stop in board.hub_places(state, company))


def new_president(state: State, first: Company, second: Company) -> int:
    """Who owns most shares of the two; of those tied, the president of the company that operates earlier.

    If no president is among the tied, the next of them clockwise from that president (RULINGS.md, 9).
    """
    shares = [a + b for a, b in zip(first.shares, second.shares, strict=True)]
    tied = [seat for seat in range(state.seats) if shares[seat] == max(shares)]
    order = market.operating_order(state)
    earlier, later = sorted((first, second), key=lambda company: order.index(company.id))
    for company in (earlier, later):
        if company.president in tied:
            return company.president
    return min(tied, key=lambda seat: (seat - earlier.president) % state.seats)


def new_column(state: State, first: Company, second: Company) -> int:
    """Where the new major's token lies: the average of both prices, down to a printed price."""
    return market.highest_at_most((market.price_of(state, first.id) + market.price_of(state, second.id)) // 2)


def terms(state: State, first: Company, second: Company) -> str:
    """What comes of a merger: the price, the president, and trains above the limit."""
    price = box.stock_track()[new_column(state, first, second)]
    text = f"at a price of {price}, {mark(new_president(state, first, second))} presiding"
    limit = major_limit(state, powers_of([*first.minors, *second.minors]))
    surplus = len(first.trains) + len(second.trains) - limit
    return f"{text}, with {surplus} train{'s' if surplus > 1 else ''} too many" if surplus > 0 else text


# --- the step ---------------------------------------------------------------------------------


def pending(state: State) -> tuple[Pending, ...]:
    """Propose or pass; answer; choose the corporation; choose which of two hubs stays."""
    merging = _merging(state)
    active = state.companies[merging.active]
    if merging.doubled:
        prompt = f"{active.name} has two hubs at {merging.doubled[0]}: which one stays?"
        return (Pending(active.president, (KeepHub,), prompt),)
    if merging.agreed:
        partner = state.companies[merging.partner]
        seat = new_president(state, active, partner)
        return (Pending(seat, (Form,), f"Choose what {active.name} and {partner.name} become"),)
    if merging.partner:
        partner = state.companies[merging.partner]
        with_terms = f"{partner.name} {terms(state, active, partner)}"
        prompt = f"{active.name} proposes to merge with {with_terms}: do you agree?"
        return (Pending(partner.president, (Answer,), prompt, forced_ok=False),)
    kinds: tuple[type[Action], ...] = (Propose, Pass) if partners(state) else (Pass,)
    return (Pending(active.president, kinds, f"{active.name}: propose a merger, or pass"),)


def legal(state: State, seat: int, kind: type[Action], chosen: Mapping[str, Value]) -> Iterator[Legal]:
    """Every legal action of a kind."""
    if kind is Propose:
        yield from (Propose(each) for each in partners(state))
    elif kind is Answer:
        yield Answer(True)
        yield Answer(False)
    elif kind is Form:
        yield from (Form(each.id) for each in free_identities(state))
    elif kind is KeepHub:
        merging = _merging(state)
        name = merging.doubled[0]
        for stop, owners in enumerate(state.land[name].hubs):
            if merging.active in owners:
                yield KeepHub(name, stop)
    else:
        yield Pass()


def check(state: State, seat: int, action: Action) -> None:
    """Raise IllegalMove unless the action is legal."""
    merging = _merging(state)
    match action:
        case Propose(partner) if partner not in partners(state):
            raise IllegalMove(_proposal_refused(state, partner))
        case Form(name) if name not in [each.id for each in free_identities(state)]:
            names = ", ".join(each.id for each in free_identities(state))
            raise IllegalMove(f"The new corporation is one of: {names}.")
        case KeepHub(name, stop):
            if name != merging.doubled[0] or merging.active not in board.hubs_at(state.land[name], stop):
                raise IllegalMove(f"Choose one of the two stops with a hub at {merging.doubled[0]}.")


def _proposal_refused(state: State, partner: str) -> str:
    merging = _merging(state)
    company = state.companies.get(partner)
    if company is None or company.kind != "minor" or partner == merging.active:
        return "A merger is proposed with another minor company in play."
    if pair(merging.active, partner) in merging.declined:
        return "That merger was declined in this round."
    if not free_identities(state):
        return "All major charters are taken."
    active = state.companies[merging.active]
    return f"{active.name} cannot trace a route to a hub of {company.name}."


def perform(state: State, chance: Chance, seat: int, action: Action) -> list[Event]:
    """Propose, answer, form, or pass."""
    merging = _merging(state)
    active = state.companies[merging.active]
    match action:
        case Propose(partner):
            merging.partner = partner
            other = state.companies[partner]
            merging.agreed = other.president == active.president
            return [MergerProposed(company=active.id, partner=partner, seat=seat)]
        case Answer(agree):
            if agree:
                merging.agreed = True
                return []
            merging.declined.append(pair(active.id, merging.partner))
            merging.partner = ""
            return [Declined(seat=seat, what="merger")]
        case Form(name):
            return merge(state, active, state.companies[merging.partner], box.identities()[name])
        case KeepHub(name, stop):
            keep_hub(state, active.id, name, stop)
            merging.doubled.pop(0)
            return []
    active.acted = True
    merging.active = ""
    return [Passed(seat=seat)]


# --- merging ----------------------------------------------------------------------------------


def merge(state: State, first: Company, second: Company, identity: box.Identity) -> list[Event]:
    """Form the major: shares one for one, the average price, hubs replaced, money and trains combined."""
    merging = _merging(state)
    president = new_president(state, first, second)
    column = new_column(state, first, second)
    major = Company(
        id=identity.id,
        name=identity.name,
        kind="major",
        minors=[*first.minors, *second.minors],
        shares=[a + b for a, b in zip(first.shares, second.shares, strict=True)],
        treasury=first.treasury + second.treasury,
        president=president,
        pool=first.pool + second.pool,
        cash=first.cash + second.cash,
        trains=[*first.trains, *second.trains],
        rusted=[*first.rusted, *second.rusted],
        suburbs=first.suburbs + second.suburbs,
        operated=True,
        acted=True,
    )
    state.formed.append(identity.charter)
    for minor in (first, second):
        market.leave(state, minor.id)
        state.companies.pop(minor.id)
        state.closed.append(minor.id)
    state.companies[major.id] = major
    market.enter(state, major.id, column)
    merging.doubled, returned = _replace_tokens(state, first.id, second.id, major.id)
    unused = [*first.hubs, *second.hubs]
    major.hubs = sorted([*([0] * returned), *unused, *box.majors()[identity.charter].extra_hub_costs])
    merging.active, merging.partner, merging.agreed = major.id, "", False
    return [
        Merged(
            minors=(first.id, second.id),
            company=major.id,
            president=president,
            price=box.stock_track()[column],
            places=tuple(name for name, _ in board.hub_places(state, major.id)),
        )
    ]


def _replace_tokens(state: State, first: str, second: str, major: str) -> tuple[list[str], int]:
    """Put the major's tokens where the minors' were, one hub a tile.

    Returns the hexes where one of two hubs on different stops must be chosen, and how many hubs return to the
    charter, to be placed again at no cost.
    """
    doubled: list[str] = []
    returned = 0
    for name, land in state.land.items():
        stops = [stop for stop, owners in enumerate(land.hubs) for each in owners if each in (first, second)]
        suburb = first in land.suburbs or second in land.suburbs
        for owners in land.hubs:
            if first in owners or second in owners:
                place = min(owners.index(each) for each in (first, second) if each in owners)
                owners[place] = major
        if len(stops) == 2:
            returned += 1
            if stops[0] != stops[1]:
                doubled.append(name)
        if suburb:
            land.suburbs.append(major)
    for minor in (first, second):
        remove_tokens(state, minor)
    return doubled, returned


def keep_hub(state: State, major: str, name: str, stop: int) -> None:
    """Of two hubs on a tile the one at this stop stays; the other is on the charter already."""
    for number, owners in enumerate(state.land[name].hubs):
        if number != stop and major in owners:
            owners.remove(major)


def _merging(state: State) -> Merging:
    assert state.merging is not None
    return state.merging
