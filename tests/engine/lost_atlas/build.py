"""Small builders of positions."""

from __future__ import annotations

from typing import Any

from engine.core.action import expand
from engine.core.chance import Chance
from engine.hexes import Hex
from engine.lost_atlas import auction, board, operating_round, stock_round
from engine.lost_atlas.game import LostAtlas, start
from engine.lost_atlas.names import name_of
from engine.lost_atlas.options import AtlasOptions
from engine.lost_atlas.state import Company, Land, State, Turn

MIDDLE = name_of(Hex(0, 0))


def around(edge: int, name: str = MIDDLE) -> str:
    """The name of the neighbour over an edge."""
    return name_of(board.place_of(name).neighbour(edge))


def new_game(seats: int = 3, *, seed: str = "test", **options: Any) -> LostAtlas:
    """A game as it starts."""
    return start(AtlasOptions(**options), seats, Chance(seed))


def at_stock(seats: int = 3, *, seed: str = "test", **options: Any) -> LostAtlas:
    """A game in its first stock round on the ready-made map; seat 0 has priority."""
    game = new_game(seats, seed=seed, **{"map": "layout", **options})
    while game.state.round == "building":
        asked = game.pending()[0]
        game.apply(asked.seat, next(expand(next(game.legal_actions(asked.seat)))))
    game.state.priority = 0
    game.state.stock = None
    stock_round.begin(game.state)
    return game


def launched(game: LostAtlas, seat: int, company: str, bid: int = 120, home: str | None = None) -> Company:
    """Launch a company whatever its place in the columns; the seat pays the bid."""
    state = game.state
    for column in state.columns:
        if company in column:
            column.remove(company)
            column.insert(0, company)
    auction.launch(state, seat, company, bid, home)
    return state.companies[company]


def clear_map(game: LostAtlas, radius: int = 3) -> dict[str, Land]:
    """Replace the map by blank hexes around M12, with no homes, capitals or tiles."""
    land = game.state.land
    land.clear()
    for q in range(-radius, radius + 1):
        for r in range(-radius, radius + 1):
            if abs(q + r) <= radius:
                land[name_of(Hex(q, r))] = Land("blank", 12, 0, 0)
    return land


def put(game: LostAtlas, name: str, tile: str = "", rotation: int = 0, **fields: Any) -> Land:
    """Change a hex: its tile (taken from the supply), its terrain and so on."""
    land = game.state.land[name]
    if tile:
        if land.tile:
            game.state.tiles[land.tile] += 1
        game.state.tiles[tile] -= 1
        land.tile, land.rotation = tile, rotation
    for field, value in fields.items():
        setattr(land, field, value)
    return land


def operating(game: LostAtlas, company: str, step: str = "finance", number: int = 1) -> State:
    """The company's turn at a step of an operating round."""
    state = game.state
    state.stock = state.auction = None
    if state.round != "operating":
        operating_round.begin(state, number)
    state.turn = Turn(company, board.phase(state), step)
    return state


def pay(game: LostAtlas, seat: int, cash: int) -> None:
    """Give a player exactly this much cash, from or to the bank."""
    state = game.state
    state.bank += state.cash[seat] - cash
    state.cash[seat] = cash


def fund(game: LostAtlas, company: str, cash: int) -> None:
    """Give a company exactly this much money, from or to the bank."""
    state = game.state
    state.bank += state.companies[company].cash - cash
    state.companies[company].cash = cash


def give(game: LostAtlas, company: str, *trains: str) -> None:
    """Trains from the stack to a company, free and without effect on the phase."""
    for train in trains:
        game.state.left["7" if train == "infinity" else train] -= 1
        game.state.companies[company].trains.append(train)


def holders(game: LostAtlas, company: str, *shares: int, pool: int = 0) -> Company:
    """Spread a company's shares: by seat, the pool, and the rest in its treasury; the first most presides."""
    found = game.state.companies[company]
    total = found.total_shares
    found.shares = [*shares, *([0] * (game.seats - len(shares)))]
    found.pool = pool
    found.treasury = total - sum(shares) - pool
    found.president = found.shares.index(max(found.shares))
    return found


def at_price(game: LostAtlas, company: str, price: int) -> None:
    """Put a company's token at the bottom of the column of a price."""
    from engine.lost_atlas import market
    from engine.lost_atlas.components import stock_track

    market.leave(game.state, company)
    market.enter(game.state, company, stock_track().index(price))


def column(game: LostAtlas, price: int) -> list[str]:
    """The tokens at a price, from the top."""
    from engine.lost_atlas.components import stock_track

    return game.state.market[stock_track().index(price)]
