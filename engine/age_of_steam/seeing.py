"""Makes the view from the state."""

from __future__ import annotations

from .actions import OFFERED
from .board import Board, board
from .goods import accepted
from .maps import rules_of
from .network import Network, network
from .points import expenses, sections_owned
from .scoring import standing
from .state import Phase, State
from .tiles import tiles
from .view import (
    ActionView,
    AuctionView,
    BidView,
    ColumnView,
    DirectLinkView,
    HexView,
    LinkView,
    PlayerView,
    TileView,
    TrackView,
    View,
)

PHASE_NAMES: dict[Phase, str] = {
    "issue_shares": "Issue Shares",
    "player_order": "Determine Player Order",
    "select_actions": "Select Actions",
    "build_track": "Build Track",
    "move_goods": "Move Goods",
    "collect_income": "Collect Income",
    "pay_expenses": "Pay Expenses",
    "income_reduction": "Income Reduction",
    "goods_growth": "Goods Growth",
    "advance_turn": "Advance Turn Marker",
    "over": "Game over",
}


def column_of(state: State, on: Board, name: str) -> str:
    """The column of the Goods Display that feeds a hex, or nothing."""
    if name in state.placed:
        return state.placed[name] if state.placed[name] in on.columns else ""
    return on.cities[name].column if name in on.cities else ""


def view_of(state: State, acting: tuple[int, ...] = ()) -> View:
    """What everybody may see."""
    on, net, rules = board(state.map), network(state), rules_of(state.map)
    builds_left = None
    if state.build is not None and state.queue:
        builds_left = rules.builds(state, state.queue[0]) - state.build.used
    return View(
        map=state.map,
        map_name=on.name,
        turned_left=on.turned_left,
        turn=state.turn,
        turns=state.turns,
        phase=state.phase,
        phase_name=PHASE_NAMES[state.phase],
        acting=acting,
        hexes=_hexes(state, on),
        water=tuple((each.q, each.r) for each in on.water),
        tiles=_tiles(state, net),
        links=_links(net),
        direct_links=tuple(
            DirectLinkView(link.id, link.between, link.cost, link.id in state.links, state.links.get(link.id))
            for link in on.links
        ),
        columns=_columns(state, on),
        bag=sum(state.bag.values()),
        bag_colours=tuple((colour, count) for colour, count in state.bag.items() if count),
        hand=tuple(state.hand),
        players=_players(state, on, net, acting),
        order=tuple(state.order),
        actions=_actions(state, on),
        new_cities=tuple((letter, on.new_cities[letter].colour) for letter in state.new_cities),
        auction=_auction(state),
        move_round=state.move_round,
        builds_left=builds_left,
        over=state.phase == "over",
    )


def _hexes(state: State, on: Board) -> tuple[HexView, ...]:
    """The hexes of the board with what lies on them, tiles apart."""
    return tuple(
        HexView(
            name=name,
            q=place.at.q,
            r=place.at.r,
            terrain="city" if name in state.placed else place.terrain,
            title=place.title,
            town=bool(place.town) and name not in state.placed,
            letter=state.placed.get(name, ""),
            accepts=accepted(state, on, name),
            column=column_of(state, on, name),
            simple_cost=place.simple_cost,
            cubes=tuple(state.cubes.get(name, ())),
        )
        for name, place in on.places.items()
    )


def _tiles(state: State, net: Network) -> tuple[TileView, ...]:
    """The tiles, and whose each track is."""
    shapes = tiles().shapes
    return tuple(
        TileView(
            hex=name,
            tile=laid.tile,
            rotation=laid.rotation,
            tracks=tuple(
                TrackView(track.a, track.b, track.owner, net.at[name, track.b].complete)
                for track in laid.tracks
            ),
            disc=shapes[laid.tile].disc,
            crossing=shapes[laid.tile].family == "crossing",
        )
        for name, laid in state.tiles.items()
    )


def _links(net: Network) -> tuple[LinkView, ...]:
    """The completed links."""
    return tuple(
        LinkView(
            stops=(section.stops[0] or "", section.stops[1] or ""),
            owner=section.owner,
            hexes=section.hexes_from(section.stops[0] or ""),
            sections=section.worth,
        )
        for section in net.sections
        if section.complete
    )


def _columns(state: State, on: Board) -> tuple[ColumnView, ...]:
    """The columns of the Goods Display."""
    return tuple(
        ColumnView(
            key=key,
            section=column.section,
            die=column.die,
            hex=column.hex or next((name for name, letter in state.placed.items() if letter == key), ""),
            letter="" if column.hex else key,
            boxes=tuple(state.display[key]),
        )
        for key, column in on.columns.items()
    )


def _players(state: State, on: Board, net: Network, acting: tuple[int, ...]) -> tuple[PlayerView, ...]:
    """What lies before each player."""
    return tuple(
        PlayerView(
            seat=seat,
            cash=player.cash,
            income=player.income,
            shares=player.shares,
            engine=player.engine,
            place=state.order.index(seat) + 1 if seat in state.order else None,
            action=player.action,
            discs=int(on.game["ownership_disks"]) - len(net.owned(seat)),
            out=player.out,
            acting=seat in acting,
            expenses=expenses(player),
            sections=sections_owned(state, seat),
            score=standing(state, seat),
            turn_order=player.turn_order,
        )
        for seat, player in enumerate(state.players)
    )


def _actions(state: State, on: Board) -> tuple[ActionView, ...]:
    """The actions on offer, and who has them this turn."""
    return tuple(
        ActionView(
            action,
            OFFERED[action],
            next((seat for seat, player in enumerate(state.players) if player.action == action), None),
            action in state.blocked,
        )
        for action in on.game["actions"]
    )


def _auction(state: State) -> AuctionView | None:
    """The auction for the player order, while it runs."""
    auction = state.auction
    if auction is None:
        return None
    bids = tuple(
        BidView(seat, auction.bids.get(seat), seat in auction.dropped, seat in auction.passes)
        for seat in state.order
    )
    return AuctionView(auction.high, auction.leader, bids)
