"""Makes the view from the state."""

from __future__ import annotations

from . import board, market
from . import components as box
from .auction import initial_price
from .companies import ability_of, texts
from .limits import overfull, top_train, train_limit
from .state import Company, Land, State
from .view import (
    AtlasView,
    AuctionView,
    BuildingView,
    CharterView,
    ColumnView,
    CompanyView,
    ConsentView,
    HexView,
    MajorView,
    MoveView,
    PlayerView,
    RouteView,
    StopView,
    TrainView,
    TurnView,
)


def see(state: State, active: tuple[int, ...]) -> AtlasView:
    """What everybody may see.

    active: the seats that are asked now.
    """
    order = market.operating_order(state)
    return AtlasView(
        mode=state.setup.mode,
        round=state.round,
        cycle=state.cycle,
        cycles=state.setup.cycles,
        number=state.number,
        phase=board.phase(state),
        priority=state.priority,
        active=active,
        active_company=state.active_company,
        order=tuple(order),
        hexes=tuple(_hexes(state)),
        market=tuple(_columns(state)),
        moves=tuple(MoveView(move.company, move.before, move.after) for move in state.moves),
        companies=tuple(_company(state, state.companies[each]) for each in order),
        players=tuple(_player(state, seat) for seat in range(state.seats)),
        columns=tuple(
            tuple(_charter(state, minor, place == 0) for place, minor in enumerate(column))
            for column in state.columns
        ),
        majors=tuple(MajorView(each.id, each.names, each.colour) for each in free_majors(state)),
        trains=tuple(_trains(state)),
        pool=tuple(state.pool),
        tiles=tuple((tile, count) for tile, count in state.tiles.items() if count),
        tile_colours=box.PHASES[: box.PHASES.index(board.phase(state)) + 1],
        destination=tuple(state.setup.destination.items()),
        building=_building(state),
        auction=_auction(state),
        turn=_turn(state),
        consent=_consent(state),
        discarding=tuple(overfull(state)),
    )


def free_majors(state: State) -> list[box.MajorCharter]:
    """The charters that merging minors may choose."""
    return [charter for charter in box.majors().values() if charter.id not in state.formed]


def _hexes(state: State) -> list[HexView]:
    value = board.destination_value(state)
    found: list[HexView] = []
    placement, rest = -1, 0
    for name, land in state.land.items():
        # Hexes are kept in the order of building, three for each piece.
        if rest == 0:
            placement, rest = placement + 1, 3 if land.piece else 1
        rest -= 1
        found.append(_hex(state, name, land, value, placement))
    return found


def _hex(state: State, name: str, land: Land, value: int, placement: int) -> HexView:
    here = board.place_of(name)
    track = board.track_of(land, value)
    stops = track.stops if track else ()
    return HexView(
        name=name,
        q=here.q,
        r=here.r,
        terrain=land.terrain,
        mountain=board.is_mountain(land),
        home=land.home,
        capital=land.capital,
        symbol=board.symbol_of(land),
        colour=board.colour_of(land),
        tile=land.tile,
        rotation=land.rotation,
        stops=tuple(
            StopView(
                stop.revenue,
                stop.exits,
                stop.slots,
                tuple(board.hubs_at(land, number)),
                board.reserved_at(state, land, number),
            )
            for number, stop in enumerate(stops)
        ),
        paths=track.paths if track else (),
        linked=bool(track and track.linked),
        water_edges=tuple(sorted(board.water_edges(land))),
        destination=(track.destination or "") if track else "",
        suburbs=tuple(land.suburbs),
        piece=land.piece,
        placement=placement,
    )


def _columns(state: State) -> list[ColumnView]:
    found = []
    for price, tokens in zip(box.stock_track(), state.market, strict=True):
        since = next((phase for phase in box.PHASES if price in box.initial_prices(phase)), "")
        found.append(ColumnView(price, tuple(tokens), since))
    return found


def _company(state: State, company: Company) -> CompanyView:
    return CompanyView(
        id=company.id,
        name=company.name,
        kind=company.kind,
        colour=box.company_colour(company.id),
        minors=tuple(company.minors),
        abilities=texts(company),
        president=company.president,
        price=market.price_of(state, company.id),
        cash=company.cash,
        trains=tuple(company.trains),
        rusted=tuple(company.rusted),
        train_limit=train_limit(state, company),
        total_shares=company.total_shares,
        shares=tuple(company.shares),
        treasury=company.treasury,
        pool=company.pool,
        hubs=tuple(name for name, _ in board.hub_places(state, company.id)),
        hubs_left=tuple(company.hubs),
        suburbs_left=company.suburbs,
        operated=company.operated,
        acted=company.acted and state.round == "operating",
    )


def _player(state: State, seat: int) -> PlayerView:
    value = market.shares_value(state, seat)
    return PlayerView(
        seat=seat,
        cash=state.cash[seat],
        shares_value=value,
        worth=state.cash[seat] + value,
        presidencies=tuple(
            each for each in market.operating_order(state) if state.companies[each].president == seat
        ),
        out=seat in state.out,
    )


def _charter(state: State, minor: str, available: bool) -> CharterView:
    charter = box.minors()[minor]
    return CharterView(
        id=minor,
        name=charter.name,
        colour=charter.colour,
        ability=ability_of(minor).text,
        available=available,
        home=board.home_of(state, minor) or "",
    )


def _trains(state: State) -> list[TrainView]:
    top = top_train(state)
    return [
        TrainView(
            kind.name,
            state.left[kind.name],
            kind.price,
            kind.phase,
            kind.rusts,
        )
        for kind in box.train_kinds().values()
        if state.left[kind.name] or kind.name == top
    ]


def _building(state: State) -> BuildingView | None:
    building = state.building
    if building is None:
        return None
    cells: tuple[str, ...] = ()
    if building.drawn.isdigit():
        cells = box.pieces()[int(building.drawn)].cells
    return BuildingView(
        building.active,
        building.drawn,
        cells,
        len(building.stack),
        building.placed,
        building.blanks,
    )


def _auction(state: State) -> AuctionView | None:
    auction = state.auction
    if auction is None:
        return None
    return AuctionView(
        auction.initiator,
        auction.bid,
        auction.high,
        tuple(auction.inside),
        auction.bidder,
        auction.won,
        initial_price(state, auction.bid),
    )


def _turn(state: State) -> TurnView | None:
    turn = state.turn
    if turn is None:
        return None
    return TurnView(
        company=turn.company,
        step=turn.step,
        tiles_laid=tuple(turn.laid),
        ran=turn.ran,
        earnings=turn.earnings,
        routes=tuple(
            RouteView(route.train, tuple(route.stops), tuple(route.track), route.revenue)
            for route in turn.routes
        ),
    )


def _consent(state: State) -> ConsentView | None:
    if state.offer is not None:
        offer = state.offer
        asked = state.companies[offer.seller].president
        return ConsentView("train", asked, offer.buyer, offer.seller, offer.train, offer.price)
    merging = state.merging
    if merging is not None and merging.partner and not merging.agreed:
        asked = state.companies[merging.partner].president
        return ConsentView("merger", asked, merging.active, merging.partner)
    return None


__all__ = ["free_majors", "see"]
