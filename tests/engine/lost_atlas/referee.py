"""A second reading of the rules, which watches every action of random games.

It shares nothing with the engine but the state, and says for each kind of action what must have changed:
prices, payments, order of play, limits, phases, track. The numbers are those printed in the rulebook.
"""

from __future__ import annotations

from itertools import pairwise

from engine.core.action import Action
from engine.hexes import opposite
from engine.lost_atlas import actions as a
from engine.lost_atlas import board
from engine.lost_atlas.game import LostAtlas
from engine.lost_atlas.state import Company, Land, State
from engine.lost_atlas.tiles import designs

_LOW = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 135, 150, 165, 180)
PRICES = (*_LOW, 200, 220, 245, 270, 300, 330, 360, 400, 450, 500)
FACE = {"2": 100, "3": 200, "4": 300, "5": 450, "6": 550, "7": 750, "infinity": 1000}
LIMITS = {"2": (2, 0), "3": (2, 4), "4": (2, 3), "5": (1, 2), "6": (1, 2), "7": (1, 2)}
RUSTS = {"4": "2", "6": "3", "7": "4"}
PHASES = {"2": "yellow", "3": "green", "4": "green", "5": "purple", "6": "purple", "7": "grey"}
LAUNCH = {"yellow": 90, "green": 110, "purple": 135, "grey": 135}
COLOURS = ("yellow", "green", "purple", "grey")
ORDER = list(LIMITS)


class Referee:
    """Watches one game."""

    def __init__(self, game: LostAtlas) -> None:
        self.game = game
        self.acted: list[str] = []
        """Who has had a turn in this operating round."""
        self.round: object = None
        self.last_actor: int | None = None

    def act(self, seat: int, action: Action) -> None:
        """Make a move, and check what it did."""
        before: State = self.game.copy().state
        self.game.apply(seat, action)
        after = self.game.state
        name = f"_{type(action).__name__.lower()}"
        if hasattr(self, name):
            getattr(self, name)(before, after, seat, action)
        self._stock_round(before, after, seat, action)
        self._turns(before, after)
        self._phases(before, after)
        self._trains(after)

    # --- shares -------------------------------------------------------------------------------

    def _sell(self, before: State, after: State, seat: int, action: a.Sell) -> None:
        old, new = before.companies[action.company], after.companies.get(action.company)
        value = price(before, action.company)
        assert old.operated
        assert old.shares[seat] >= action.count
        assert (old.pool + action.count) * 2 <= old.total_shares
        assert after.cash[seat] == before.cash[seat] + value * action.count
        if before.round == "operating":
            assert action.count == 1
            assert before.turn is not None
            buyer = before.companies[before.turn.company]
            assert not buyer.trains
            assert price(after, action.company) == value, "prices fall when the sales are over"
            assert buyer.president == seat == after.companies[buyer.id].president
            return
        steps = action.count if before.setup.drop_per_share else 1
        fallen(before, after, action.company, steps)
        if new is not None:
            assert new.pool == old.pool + action.count
            self._president(old, new, before.seats)

    def _buyshare(self, before: State, after: State, seat: int, action: a.BuyShare) -> None:
        old, new = before.companies[action.company], after.companies[action.company]
        value = price(before, action.company)
        assert price(after, action.company) >= value, "buying does not move it; the bonus may"
        assert after.cash[seat] == before.cash[seat] - value
        assert new.cash - old.cash == (value if action.source == "treasury" else 0)
        assert new.shares[seat] * 10 <= new.total_shares * 6
        assert before.stock is not None
        assert action.company not in before.stock.sold[seat]
        self._president(old, new, before.seats)

    @staticmethod
    def _president(old: Company, new: Company, seats: int) -> None:
        most = max(new.shares)
        if new.shares[old.president] == most:
            assert new.president == old.president
        else:
            clockwise = [(old.president + step) % seats for step in range(1, seats)]
            assert new.president == next(seat for seat in clockwise if new.shares[seat] == most)

    def _launch(self, before: State, after: State, seat: int, action: a.Launch) -> None:
        assert before.auction is not None
        bid = before.auction.bid
        assert after.cash[seat] == before.cash[seat] - bid
        company = after.companies[action.company]
        assert (company.cash, company.shares[seat], company.treasury) == (bid, 2, 3)
        top = LAUNCH[PHASES[before.rank]]
        assert price(after, action.company) == max(p for p in PRICES if 60 <= p <= min(top, bid // 2))
        column = next(tokens for tokens in after.market if action.company in tokens)
        assert column[-1] == action.company
        assert any(column[:1] == [action.company] for column in before.columns)

    def _stock_round(self, before: State, after: State, seat: int, action: Action) -> None:
        if before.round != "stock":
            self.last_actor = None
            return
        if isinstance(action, a.Launch):
            assert before.auction is not None
            self.last_actor = before.auction.initiator
        elif before.auction is None and isinstance(action, a.BuyShare | a.Sell | a.Done):
            self.last_actor = seat
        if after.round == "stock" or self.last_actor is None:
            return
        clockwise = [(self.last_actor + step) % before.seats for step in range(1, before.seats + 1)]
        assert after.priority == next(each for each in clockwise if each not in after.out)
        for company, held in before.companies.items():
            rises = held.treasury == held.pool == 0
            old, new = index(before, company), index(after, company)
            assert new == min(old + rises, len(PRICES) - 1)

    # --- operating ----------------------------------------------------------------------------

    def _turns(self, before: State, after: State) -> None:
        """Each company once in a round, the highest first, of equal ones the top token."""
        if after.round != "operating" or after.turn is None:
            return
        this = (after.cycle, after.number)
        if this != self.round:
            self.round, self.acted = this, []
        company = after.turn.company
        if self.acted and self.acted[-1] == company:
            return
        assert company not in self.acted
        left = [each for tokens in reversed(after.market) for each in tokens if each not in self.acted]
        assert left[0] == company
        self.acted.append(company)

    def _issue(self, before: State, after: State, seat: int, action: a.Issue) -> None:
        company = active(before)
        fallen(before, after, company.id, 1)
        if company.id in after.companies:
            new = after.companies[company.id]
            assert new.cash == company.cash + price(before, company.id)
            assert (new.treasury, new.pool) == (company.treasury - 1, company.pool + 1)
            assert new.pool * 2 <= new.total_shares

    def _redeem(self, before: State, after: State, seat: int, action: a.Redeem) -> None:
        company = active(before)
        new = after.companies[company.id]
        assert new.cash == company.cash - price(before, company.id)
        assert (new.treasury, new.pool) == (company.treasury + 1, company.pool - 1)
        assert index(after, company.id) == index(before, company.id)

    def _run(self, before: State, after: State, seat: int, action: a.Run) -> None:
        company = active(before)
        trains = [*company.trains, *company.rusted]
        if after.turn is None or after.turn.company != company.id:
            return  # it fell to 0
        routes = after.turn.routes
        assert after.turn.earnings == sum(route.revenue for route in routes)
        used = [side for route in routes for side in route.track]
        assert len(used) == len(set(used))
        bonus = 1 if "express" in company.minors and len(trains) == 1 else 0
        for route in routes:
            trains.remove(route.train)
            if route.train != "infinity":
                assert len(route.stops) <= int(route.train) + bonus
            hubs = [any(company.id in stop for stop in before.land[name].hubs) for name in route.stops]
            assert any(hubs) or "overnight" in company.minors
        assert after.companies[company.id].rusted == []
        if after.turn.earnings == 0:
            fallen(before, after, company.id, 1)

    def _payout(self, before: State, after: State, seat: int, action: a.PayOut) -> None:
        assert before.turn is not None
        company, earned = active(before), before.turn.earnings
        part = earned // (5 if company.kind == "minor" else 10)
        for each in range(before.seats):
            assert after.cash[each] == before.cash[each] + part * company.shares[each]
        new = after.companies[company.id]
        assert new.cash == company.cash + part * company.treasury
        value = price(before, company.id)
        steps = 2 if earned >= 2 * value else 1 if earned >= value else 0
        assert index(after, company.id) == min(index(before, company.id) + steps, len(PRICES) - 1)
        if value < PRICES[-1] or steps == 0:
            assert after.market[index(after, company.id)][-1] == company.id

    def _withhold(self, before: State, after: State, seat: int, action: a.Withhold) -> None:
        assert before.turn is not None
        company = active(before)
        fallen(before, after, company.id, 1)
        if company.id in after.companies:
            assert after.companies[company.id].cash == company.cash + before.turn.earnings

    def _lay(self, before: State, after: State, seat: int, action: a.Lay) -> None:
        assert before.turn is not None
        company = active(before)
        old, new = before.land[action.hex], after.land[action.hex]
        design = designs()[action.tile]
        was = board.colour_of(old)
        assert design.colour == ("bridge" if old.terrain == "water" else _next(was))
        if was:
            assert COLOURS.index(design.colour) <= COLOURS.index(PHASES[before.rank])
        assert bool(design.cities) == (old.terrain == "city")
        assert design.symbol == _symbol(old)
        cost = 40 if not was and (old.terrain == "mountain" or old.home == "tunneling") else 0
        gain = 60 if cost and "tunneling" in company.minors else 0
        assert after.companies[company.id].cash == company.cash - cost + gain
        assert company.cash >= cost
        upgrades = before.turn.upgrades + bool(was)
        yellow = before.turn.yellow + (not was)
        most = (0, 1 if "agricultural" in company.minors else 0) if upgrades else (0, 2)
        assert upgrades <= 1
        assert yellow <= most[1]
        assert new.hubs == old.hubs
        had = board.track_of(old)
        for edge in sorted(_edges(new) - (had.edges if had else frozenset())):
            there = after.land[board.name_of(board.place_of(action.hex).neighbour(edge))]
            assert there.terrain != "border"
            if there.terrain == "destination" or (
                there.terrain == "water" and "bridging" not in company.minors
            ):
                assert opposite(edge) in _edges(there)

    def _placehub(self, before: State, after: State, seat: int, action: a.PlaceHub) -> None:
        company = active(before)
        assert after.companies[company.id].cash == company.cash - min(company.hubs)
        assert not any(company.id in stop for stop in before.land[action.hex].hubs)
        assert company.kind == "major" or "expansive" in company.minors

    def _buytrain(self, before: State, after: State, seat: int, action: a.BuyTrain) -> None:
        assert before.turn is not None
        buyer = active(before)
        if after.offer is not None:
            return
        if action.source in ("stack", "pool"):
            paid = 800 if action.trade_in else FACE[action.train]
            assert action.price == paid
        if action.source == "stack":
            rank = "7" if action.train == "infinity" else action.train
            assert rank == next((each for each in ORDER if before.left[each]), "7")
        if action.trade_in is None:
            assert len(buyer.trains) < self._limit(before, buyer)
        helped = before.cash[buyer.president] - after.cash[buyer.president]
        if before.turn.step == "trains" and action.source != "pool" and not before.turn.forced:
            assert helped >= 0
        if helped > 0 and action.source in ("stack", "pool"):
            offers = [FACE[train] for train in before.pool]
            offers.append(FACE[next((each for each in ORDER if before.left[each]), "7")])
            assert action.price == min(offers)
            assert not buyer.trains
            assert helped == action.price - buyer.cash

    # --- phases and limits --------------------------------------------------------------------

    @staticmethod
    def _phases(before: State, after: State) -> None:
        """The rank goes up with the stack only, and rusts what the table says."""
        assert ORDER.index(after.rank) >= ORDER.index(before.rank)
        for rank in ORDER[ORDER.index(before.rank) + 1 : ORDER.index(after.rank) + 1]:
            if gone := RUSTS.get(rank):
                assert gone not in after.pool
                assert not any(gone in company.trains for company in after.companies.values())

    def _trains(self, after: State) -> None:
        over = {each.id for each in after.companies.values() if len(each.trains) > self._limit(after, each)}
        asked = any(a.Discard in asked.kinds for asked in self.game.pending())
        assert bool(over) == asked or self.game.over

    @staticmethod
    def _limit(state: State, company: Company) -> int:
        limit = LIMITS[state.rank][company.kind == "major"]
        return limit + ("spacious" in company.minors)


def active(state: State) -> Company:
    assert state.turn is not None
    return state.companies[state.turn.company]


def index(state: State, company: str) -> int:
    return next(number for number, tokens in enumerate(state.market) if company in tokens)


def price(state: State, company: str) -> int:
    return PRICES[index(state, company)]


def fallen(before: State, after: State, company: str, steps: int) -> None:
    """The price has dropped; at 0 the company is gone, its money with the bank, its trains in the pool."""
    new = max(0, index(before, company) - steps)
    if new:
        assert index(after, company) == new
        assert after.market[new][-1] == company
    else:
        assert company not in after.companies
        assert not any(company in stop for land in after.land.values() for stop in land.hubs)


def _next(colour: str) -> str:
    return "yellow" if not colour else dict(pairwise(COLOURS))[colour]


def _symbol(land: Land) -> str:
    homes = {"eastern_mining": "mine", "northern_port": "port"}
    return "capital" if land.capital else homes.get(land.home, "")


def _edges(land: Land) -> frozenset[int]:
    track = board.track_of(land)
    return track.edges if track is not None else frozenset()
