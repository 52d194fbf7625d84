"""The Railhead Phase: sealed bids, the advance, claims, payment, and what is resolved at its end.

Rules: Railhead Phase; End-Game Trigger; Solo Mode, Railhead Phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Family, Legal, Span, Value
from engine.core.game import Pending
from engine.core.sentences import listed
from engine.transcontinental.actions import Bid, ClaimTile, Skip, Wire
from engine.transcontinental.components import TERMINAL
from engine.transcontinental.events import (
    Advanced,
    BidsRevealed,
    CubesLeft,
    Declined,
    FinalRoundSet,
    HasChosen,
    PriorityMoved,
    SpikeMoved,
    TileClaimed,
)
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.state import (
    SYNDICATE,
    Building,
    Drawing,
    RailheadPhase,
    State,
    Wiring,
    first_indicator,
    open_spaces,
    spike_space,
)
from engine.transcontinental.steps import place_telegram, survey, telegrams
from engine.transcontinental.syndicate import contribution
from engine.transcontinental.train import own_on_line, position, rearmost, remove_cubes
from engine.transcontinental.wording import tile_words
from engine.transcontinental.words import goods

from .completing import score
from .investments import deal
from .unloading import pick

COSTS_SHOWN = 5
"""Of how many tiles ahead the question for a bid says the costs."""


class Railhead(Procedure[RailheadPhase]):
    frame = RailheadPhase

    def run(self, run: Run, frame: RailheadPhase) -> bool:
        match frame.stage:
            case "bid":
                return _bid(run, frame)
            case "claim":
                return _claim(run, frame)
            case "pay":
                _pay(run, frame)
            case _:
                resolve(run, frame)
                run.pop()
        return True

    def pending(self, state: State, frame: RailheadPhase) -> tuple[Pending, ...]:
        if frame.stage == "bid":
            doubled = doubled_resource(state)
            prompt = "Bid navvies, steel and wood from the Line" + (
                f"; {doubled} counts double" if doubled else ""
            )
            costs = [state.box.wilderness[tile].cost for _, tile in sorted(state.wilderness.items())]
            if costs:
                more = ", …" if len(costs) > COSTS_SHOWN else ""
                prompt += f". The next tiles cost {', '.join(map(str, costs[:COSTS_SHOWN]))}{more}"
            return tuple(
                Pending(seat, (Bid,), prompt, sealed=True)
                for seat in range(state.seats)
                if frame.bids[seat] is None
            )
        tiles = "; ".join(tile_words(state, tile) for tile in frame.passed)
        return (Pending(claimer(frame), (ClaimTile,), f"Claim a tile: {tiles}"),)

    def legal(
        self, state: State, frame: RailheadPhase, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Bid:
            limits = {resource: Span(0, own_on_line(state, seat, resource)) for resource in state.box.rail}
            yield Family(Bid, **limits)
        else:
            yield from (ClaimTile(tile) for tile in frame.passed)

    def why_not(self, state: State, frame: RailheadPhase, seat: int, action: Action) -> str:
        if isinstance(action, Bid):
            have = [goods(own_on_line(state, seat, resource), resource) for resource in state.box.rail]
            return f"Only your own cubes on the Line can be bid: you have {listed(have)} there."
        return (
            f"The Railhead passed the tiles {listed(str(tile) for tile in frame.passed)}: claim one of these."
        )

    def perform(self, run: Run, frame: RailheadPhase, seat: int, action: Action) -> None:
        if isinstance(action, Bid):
            frame.bids[seat] = [getattr(action, resource) for resource in run.box.rail]
            run.tell(HasChosen(side=seat, what="bid"))
        else:
            assert isinstance(action, ClaimTile)
            claim(run, frame, seat, action.tile)


def doubled_resource(state: State) -> str:
    """The priority resource, "" for none."""
    return state.box.wilderness[state.priority].indicator if state.priority else ""


def value_of(state: State, bid: list[int]) -> int:
    """A bid's value: cubes, those of the priority resource counted twice."""
    doubled = doubled_resource(state)
    return sum(
        number * (2 if resource == doubled else 1)
        for resource, number in zip(state.box.rail, bid, strict=True)
    )


def _bid(run: Run, frame: RailheadPhase) -> bool:
    """Steps 1 and 2: sealed bids; when all are in, they are revealed and the Railhead advances."""
    state = run.state
    for seat in range(state.seats):
        if frame.bids[seat] is None and not any(own_on_line(state, seat, each) for each in run.box.rail):
            frame.bids[seat] = [0] * len(run.box.rail)
    if any(frame.bids[seat] is None for seat in range(state.seats)):
        return False
    if state.solo:
        frame.bids[SYNDICATE] = _syndicates_bid(run)
    bids = [bid or [0] * len(run.box.rail) for bid in frame.bids]
    frame.bids = list(bids)
    frame.values = [value_of(state, bid) for bid in bids]
    frame.revealed = True
    total = sum(frame.values)
    run.tell(
        BidsRevealed(
            bids=tuple(tuple(bid) for bid in bids),
            values=tuple(frame.values),
            total=total,
            doubled=doubled_resource(state),
        )
    )
    advance_railhead(run, frame, total)
    bidders = [side for side in state.order if frame.values[side]]
    frame.order = sorted(bidders, key=lambda side: -frame.values[side])
    frame.stage = "claim"
    return True


def _syndicates_bid(run: Run) -> list[int]:
    """A Contribution Draw for navvies, wood and steel, in this order, by the terminal's symbol."""
    symbols = run.box.symbols_of(TERMINAL)
    bid = dict.fromkeys(run.box.rail, 0)
    for resource in ("navvies", "wood", "steel"):
        eligible = own_on_line(run.state, SYNDICATE, resource)
        if eligible:
            bid[resource] = contribution(run, eligible, symbols, f"{resource} at the Railhead")
    return list(bid.values())


def advance_railhead(run: Run, frame: RailheadPhase, total: int) -> None:
    """Step 3: pass tile after tile while the rest of the total pays its cost."""
    state = run.state
    while True:
        tile = state.wilderness.get(state.railhead + 1)
        if tile is None or run.box.wilderness[tile].cost > total:
            break
        total -= run.box.wilderness[tile].cost
        state.railhead += 1
        del state.wilderness[state.railhead]
        frame.passed.append(tile)
    frame.passed_at_all = len(frame.passed)
    run.tell(Advanced(tiles=tuple(frame.passed), railhead=state.railhead, places=(str(state.railhead),)))


def claimer(frame: RailheadPhase) -> int:
    """Whose turn it is to claim: most contributed first, starting over after the last."""
    return frame.order[frame.turn % len(frame.order)]


def _claim(run: Run, frame: RailheadPhase) -> bool:
    """Steps 4 and 5: bidders claim in order until no passed tile is left."""
    state = run.state
    if not frame.passed:
        frame.stage = "pay"
        frame.paying = [
            [side, index, number]
            for side in frame.order
            if frame.claimed[side]
            for index, number in enumerate(frame.bids[side] or [])
            if number
        ]
        return True
    side = claimer(frame)
    if side < state.seats:
        return False
    best = max(frame.passed, key=lambda tile: run.box.wilderness[tile].vp)
    claim(run, frame, side, best)
    return True


def claim(run: Run, frame: RailheadPhase, side: int, number: int) -> None:
    """A side takes a tile: points, its own bonus, then the general bonus for all players."""
    state, tile = run.state, run.box.wilderness[number]
    frame.passed.remove(number)
    frame.claimed[side].append(number)
    frame.turn += 1
    frame.spike = frame.spike or tile.kind == "last_spike"
    run.tell(TileClaimed(side=side, tile=number, vp=tile.vp))
    score(run, side, tile.vp, "railhead")
    if tile.bonus == "first_player":
        survey(run, side)
    # What is pushed last happens first: the claimer's bonus comes before everybody's.
    if tile.general == "ally":
        for player in reversed([each for each in state.order if each < state.seats]):
            run.push(Drawing(player, run.box.limits.start_ally_region))
    elif tile.general == "investment":
        deal(run)
    # The Syndicate ignores telegram and terminal bonuses.
    if side < state.seats:
        if tile.bonus == "western_terminal":
            run.push(Building(side, TERMINAL))
        elif tile.bonus == "telegram":
            run.push(Wiring(side))


class WiringBonus(Procedure[Wiring]):
    """A telegram won by a claim: East of where the Railhead will stand, or none."""

    frame = Wiring

    def run(self, run: Run, frame: Wiring) -> bool:
        state = run.state
        if open_spaces(state) and (state.regular[frame.player] or state.bonus[frame.player]):
            return False
        run.pop()
        return True

    def pending(self, state: State, frame: Wiring) -> tuple[Pending, ...]:
        return (Pending(frame.player, (Wire, Skip), "You may place a telegram for the claimed tile"),)

    def legal(
        self, state: State, frame: Wiring, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is Skip:
            yield Skip()
        else:
            yield from telegrams(state, seat, "railhead")

    def perform(self, run: Run, frame: Wiring, seat: int, action: Action) -> None:
        run.pop()
        if isinstance(action, Wire):
            place_telegram(run, seat, action.space, action.telegram)
        else:
            run.tell(Declined(side=seat, what="places no telegram for the tile"))


def _pay(run: Run, frame: RailheadPhase) -> None:
    """Step 6: who claimed a tile removes all cubes bid, of each type those of his choice."""
    state = run.state
    if not frame.paying:
        frame.stage = "resolve"
        return
    side, index, number = frame.paying[0]
    resource = run.box.rail[index]
    if side >= state.seats:
        taken = rearmost(state, side, resource, number, yard=False)
    else:
        frame.picked = frame.picked or pick(run, side, resource, number, yard=False, purpose="pay with")
        if not frame.picked:
            return
        taken = [position(each) for each in frame.picked]
    remove_cubes(state, resource, taken)
    state.supply[side] += number
    run.tell(CubesLeft(side=side, resource=resource, number=number, reason="railhead"))
    frame.picked = []
    frame.paying.pop(0)


def resolve(run: Run, frame: RailheadPhase) -> None:
    """Step 7: the Final Round is set up, or Last Spike and priority marker move."""
    state = run.state
    if frame.spike:
        set_up_final_round(run)
        return
    if state.final_round:
        return
    move_last_spike(run, frame.passed_at_all)
    marked = state.priority
    state.priority = first_indicator(state)
    if state.priority != marked:
        run.tell(PriorityMoved(tile=state.priority, resource=doubled_resource(state)))
    spike = spike_space(state)
    if state.syndicate is not None and spike is not None:
        state.syndicate.spike_reached = min(state.syndicate.spike_reached, spike)


def move_last_spike(run: Run, passed: int) -> None:
    """Two spaces East if no tile was passed, one if one was; it never passes the Railhead."""
    state = run.state
    steps = 0
    for _ in range(max(0, 2 - passed)):
        spike = spike_space(state)
        if spike is None or spike - 1 <= state.railhead:
            break
        ahead = state.wilderness.pop(spike - 1, None)
        state.wilderness[spike - 1] = state.wilderness.pop(spike)
        if ahead is not None:
            state.wilderness[spike] = ahead
        steps += 1
    state.wilderness = dict(sorted(state.wilderness.items()))
    spike = spike_space(state)
    if steps and spike is not None:
        run.tell(SpikeMoved(space=spike, steps=steps, places=(str(spike),)))


def set_up_final_round(run: Run) -> None:
    """All wilderness but the Pacific tiles leaves; these are laid on the last spaces."""
    state = run.state
    last = run.box.last_space
    first = last - len(state.pacific) + 1
    state.wilderness = {first + place: tile for place, tile in enumerate(sorted(state.pacific))}
    state.pacific = []
    state.railhead = first - 1
    state.priority = 0
    state.last_spike_claimed = True
    run.tell(FinalRoundSet(railhead=state.railhead, places=(str(state.railhead),)))
