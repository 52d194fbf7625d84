"""What must hold after every action of every game."""

from __future__ import annotations

import msgspec

from engine.lost_atlas import board, ownership
from engine.lost_atlas import components as box
from engine.lost_atlas.game import LostAtlas
from engine.lost_atlas.state import Company, State
from engine.lost_atlas.tiles import designs


def examine(game: LostAtlas) -> None:
    """Raise AssertionError unless money, shares, tokens, tiles and trains are conserved."""
    state = game.state
    money(state)
    for company in state.companies.values():
        shares(state, company)
        tokens(state, company)
    tiles(state)
    trains(state)
    stock_track(state)
    spots(state)


def money(state: State) -> None:
    held = sum(state.cash) + sum(company.cash for company in state.companies.values())
    assert state.bank + held == box.BANK
    assert all(cash >= 0 for cash in state.cash)
    assert all(company.cash >= 0 for company in state.companies.values())


def shares(state: State, company: Company) -> None:
    assert company.total_shares == (box.MINOR_SHARES if company.kind == "minor" else box.MAJOR_SHARES)
    assert min(company.treasury, company.pool, *company.shares) >= 0
    assert company.pool * 2 <= company.total_shares
    assert max(company.shares) * 10 <= company.total_shares * 6
    assert company.shares[company.president] >= box.PRESIDENT_SHARES
    assert company.shares[company.president] == max(company.shares)
    assert company.president not in state.out
    assert ownership.heir(state, company.shares, company.president) == company.president


def tokens(state: State, company: Company) -> None:
    minors = [2 if minor == "expansive" else 1 for minor in company.minors]
    total = sum(minors) + (2 if company.kind == "major" else 0)
    placed = list(board.hub_places(state, company.id))
    assert len(placed) + len(company.hubs) == total
    if not (state.merging and state.merging.doubled):
        assert len({name for name, _ in placed}) == len(placed), "two hubs on one tile"
    suburbs = sum(company.id in land.suburbs for land in state.land.values())
    assert suburbs + company.suburbs == (2 if "suburban" in company.minors else 0)


def tiles(state: State) -> None:
    on_map = [land.tile for land in state.land.values() if land.tile]
    for tile, design in designs().items():
        assert state.tiles[tile] >= 0
        assert state.tiles[tile] + on_map.count(tile) == design.count


def trains(state: State) -> None:
    start = box.trains_of(state.setup.mode, state.seats)
    last = list(start)[-1]
    held = [box.rank_of(train) for c in state.companies.values() for train in (*c.trains, *c.rusted)]
    held += [box.rank_of(train) for train in state.pool]
    assert state.left[last] == max(0, start[last] - held.count(last))
    others = sum(count for rank, count in start.items() if rank != last)
    left = sum(count for rank, count in state.left.items() if rank != last)
    assert left + len([rank for rank in held if rank != last]) + state.exported + state.scrapped == others


def stock_track(state: State) -> None:
    tokens_ = [company for column in state.market for company in column]
    assert sorted(tokens_) == sorted(state.companies)
    assert not state.market[0]


def spots(state: State) -> None:
    for land in state.land.values():
        track = board.track_of(land)
        owners = [each for stop in land.hubs for each in stop]
        assert all(each in state.companies for each in (*owners, *land.suburbs))
        for number, stop in enumerate(land.hubs):
            assert track is not None
            reserved = 1 if board.reserved_at(state, land, number) else 0
            assert len(stop) + reserved <= track.stops[number].slots


def hides_the_stack(game: LostAtlas) -> None:
    """The view of every seat is the same whatever the order of the face-down stack."""
    building = game.state.building
    if building is None:
        return
    seen = [msgspec.json.encode(game.view(viewer)) for viewer in (None, *range(game.seats))]
    assert len(set(seen)) == 1
    order = list(building.stack)
    building.stack.reverse()
    assert msgspec.json.encode(game.view(0)) == seen[0]
    building.stack[:] = order
