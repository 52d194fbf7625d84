"""Answers to questions about the game, as small tables.

`company`, `market`, `trains`, `tiles`, `routes`, `players`.
"""

from __future__ import annotations

from engine.core.errors import IllegalMove
from engine.core.event import mark
from engine.core.game import Report, ReportKind

from . import board, market, running
from . import components as box
from .companies import ability_of, texts
from .limits import top_train, train_limit
from .market import shares_value
from .phases import next_rust, sets_off
from .state import Company, State
from .tiles import designs
from .words import a_train, train_name

COMPANY = "The company; without, the one at work."

REPORTS = (
    ReportKind("company", "A company's charter: money, trains, shares, hubs, abilities.", COMPANY),
    ReportKind("market", "Prices in operating order, and the charters on offer."),
    ReportKind("trains", "Trains left, limits, and what rusts next."),
    ReportKind("tiles", "Track tiles that are left."),
    ReportKind("routes", "The best routes of a company as the map is now.", COMPANY),
    ReportKind("players", "Cash, shares and worth of every player."),
)


def report(state: State, name: str, argument: str) -> Report:
    """Answer a report. Raises IllegalMove for an argument that makes no sense.

    A company that is not named is the one at work.
    """
    match name:
        case "company":
            return _company(state, argument or state.active_company)
        case "market":
            return _market(state)
        case "trains":
            return _trains(state)
        case "tiles":
            return _tiles(state)
        case "routes":
            return _routes(state, argument or state.active_company)
        case "players":
            return _players(state)
    raise IllegalMove(f"There is no report called {name}.")


def arguments(state: State, name: str) -> tuple[str, ...]:
    """The words that a report's argument may be."""
    if name == "company":
        charters = [minor for column in state.columns for minor in column]
        return (*market.operating_order(state), *charters)
    return tuple(market.operating_order(state)) if name == "routes" else ()


def _company(state: State, argument: str) -> Report:
    company = state.companies.get(argument)
    if company is None:
        return _charter(state, argument)
    price = market.price_of(state, company.id)
    rows = [
        ("President", mark(company.president)),
        ("Price", str(price)),
        ("Earnings", _thresholds(price)),
        ("Treasury", str(company.cash)),
        ("Trains", f"{_train_names(company)} (limit {train_limit(state, company)})"),
        ("Shares", _holders(company)),
        ("Hubs", ", ".join(name for name, _ in board.hub_places(state, company.id)) or "none"),
    ]
    if company.hubs:
        rows.append(("Hubs left", ", ".join(str(cost) if cost else "free" for cost in company.hubs)))
    if company.suburbs:
        rows.append(("Suburbs left", str(company.suburbs)))
    rows += list(texts(company))
    return Report(company.name, ("", ""), tuple(rows))


def _thresholds(price: int) -> str:
    """What earnings do to a price."""
    one, two, less = (market.price_after(price, steps) for steps in (1, 2, -1))
    rises = f"paid out, {price} or more raise the price to {one}, {2 * price} or more to {two}; "
    return (rises if one > price else "") + f"withheld, it falls to {less}"


def _charter(state: State, argument: str) -> Report:
    if argument in box.minors() and any(argument in column for column in state.columns):
        home = board.home_of(state, argument) or "chosen when it launches"
        rows = (("Home", home), ("Ability", ability_of(argument).text))
        return Report(f"{box.company_name(argument)} (not launched)", ("", ""), rows)
    raise _which_company(state, "company")


def _which_company(state: State, name: str) -> IllegalMove:
    """The answer to a question about a company that does not say which."""
    names = ", ".join(map(box.company_name, arguments(state, name)))
    return IllegalMove(f"Say which company: {names}." if names else "No company has been launched yet.")


def _train_names(company: Company) -> str:
    names = [train_name(train) for train in company.trains]
    names += [f"{train_name(train)} (last run)" for train in company.rusted]
    return ", ".join(names) or "none"


def _holders(company: Company) -> str:
    parts = [f"{mark(seat)} {count}" for seat, count in enumerate(company.shares) if count]
    if company.treasury:
        parts.append(f"treasury {company.treasury}")
    if company.pool:
        parts.append(f"pool {company.pool}")
    return f"{', '.join(parts)} (of {company.total_shares})"


def _market(state: State) -> Report:
    rows = []
    for each in market.operating_order(state):
        company = state.companies[each]
        acted = "✓" if company.acted and state.round == "operating" else ""
        rows.append(
            (
                company.name,
                str(market.price_of(state, each)),
                mark(company.president),
                _train_names(company),
                acted,
            )
        )
    notes = []
    for number, column in enumerate(state.columns, 1):
        if column:
            notes.append(f"Column {number}: {' → '.join(box.company_name(minor) for minor in column)}")
    prices = box.initial_prices(board.phase(state))
    notes.append(f"Initial prices in the {board.phase(state)} phase: {prices[0]} to {prices[-1]}.")
    return Report(
        "Stock track", ("Company", "Price", "President", "Trains", "Acted"), tuple(rows), tuple(notes)
    )


def _trains(state: State) -> Report:
    top = top_train(state)
    rows = []
    for kind in box.train_kinds().values():
        left = str(state.left[kind.name])
        if kind.name == list(box.train_kinds())[-1]:
            left = "no end"
        mark_top = " ←" if kind.name == top else ""
        limit = f"{kind.minor_limit} / {kind.major_limit}"
        rows.append((kind.name + mark_top, str(kind.price), left, limit, kind.rusts or "–"))
    notes = [f"Bank pool: {', '.join(train_name(train) for train in state.pool) or 'empty'}."]
    full, reduced = box.infinity_prices()
    notes.append(f"An ∞-train costs {full}, or {reduced} with a train turned in.")
    following = next_rust(state)
    if following:
        notes.append(f"Next to rust: the {following[0]}-trains, with the first {following[1]}-train.")
    else:
        notes.append("Nothing rusts any more.")
    notes.append(_next_export(state, top))
    return Report(
        "Trains", ("Train", "Price", "Left", "Limit minor / major", "Rusts"), tuple(rows), tuple(notes)
    )


def _next_export(state: State, top: str) -> str:
    """What the export at the end of the cycle takes, if the stack is then as it is now."""
    first = top == next(iter(box.train_kinds()))
    what = f"all {train_name(top)}s" if first else a_train(top)
    effects = sets_off(state, top)
    return f"The export at the end of the cycle would take {what}{f': {effects}' if effects else ''}."


def _tiles(state: State) -> Report:
    phases = box.PHASES[: box.PHASES.index(board.phase(state)) + 1]
    rows = []
    for design in designs().values():
        if design.colour in phases or design.colour == "bridge":
            values = "/".join(str(spot.revenue) for spot in design.cities) or "–"
            rows.append(
                (
                    design.id,
                    design.colour,
                    design.symbol or "–",
                    values,
                    f"{state.tiles[design.id]}/{design.count}",
                )
            )
    return Report("Track tiles", ("Tile", "Colour", "Symbol", "Value", "Left"), tuple(rows))


def _routes(state: State, argument: str) -> Report:
    company = state.companies.get(argument)
    if company is None:
        raise _which_company(state, "routes")
    best = running.best(state, company)
    rows = tuple((train_name(r.train), " – ".join(r.stops), str(r.revenue)) for r in best)
    total = sum(route.revenue for route in best)
    price = market.price_of(state, company.id)
    after = market.price_after(price, market.steps_for_payout(price, total) if total else -1)
    notes = (f"Together {total}, proven best. Paid out, the price would go from {price} to {after}.",)
    return Report(f"Best routes of {company.name}", ("Train", "Stops", "Revenue"), rows, notes)


def _players(state: State) -> Report:
    rows = []
    for seat in range(state.seats):
        value = shares_value(state, seat)
        held = ", ".join(
            f"{company.name} {company.shares[seat]}{'†' if company.president == seat else ''}"
            for company in state.companies.values()
            if company.shares[seat]
        )
        rows.append(
            (mark(seat), str(state.cash[seat]), str(value), str(state.cash[seat] + value), held or "–")
        )
    return Report(
        "Players",
        ("Player", "Cash", "Shares", "Worth", "Holds"),
        tuple(rows),
        (f"† president. Priority: {mark(state.priority)}.",),
    )
