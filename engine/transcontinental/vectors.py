"""Run a file of test vectors: positions, steps and what must be true after each.

`python -m engine vectors FILE` prints what holds, check by check, and fails if anything does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from engine.core.action import Action
from engine.core.errors import MoveError
from engine.core.replay import Differs

from . import actions as act
from . import events as ev
from .bench import Bench, BenchError, Table
from .developments import targets
from .phases.developing import begin_develop
from .phases.loading import begin_load
from .phases.railhead import doubled_resource, move_last_spike, value_of
from .phases.syndicate_turn import begin_main, first_development, minor_action, move_telegram, set_up
from .phases.turn import may_develop
from .phases.unloading import begin_portage, begin_trade
from .procedure import Run
from .scoring import best_assignment, best_for
from .setup import tiles_on_track
from .state import (
    SYNDICATE,
    CardPlay,
    Drawing,
    RailheadPhase,
    Resupplying,
    SyndicateTurn,
    Telegram,
    Turn,
    first_indicator,
    spike_space,
)
from .steps import place_telegram, survey
from .syndicate import contribution
from .train import own_on_line


class Check(Struct, frozen=True):
    """One thing that a step expects."""

    step: int
    what: str
    holds: bool
    expected: Any
    found: Any


class Outcome(Struct, frozen=True):
    """How one vector fared."""

    id: str
    title: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether every check of the vector holds; a vector without checks does not."""
        return bool(self.checks) and all(check.holds for check in self.checks)


def run_vectors(data: Table) -> list[Outcome]:
    """Run every vector of a file that was read. Raises ValueError if it holds none."""
    vectors = data.get("vector", [])
    if not vectors:
        raise ValueError("it holds no vectors.")
    return [run_vector(vector) for vector in vectors]


def run_vector(vector: Table) -> Outcome:
    """Set up the vector's position and take its steps in turn."""
    checks: list[Check] = []
    try:
        bench = Bench(vector["players"], vector.get("state", {}))
    except (BenchError, LookupError, TypeError, ValueError) as error:
        checks.append(Check(0, "position", False, "a position", f"{type(error).__name__}: {error}"))
        return Outcome(str(vector.get("id", "?")), str(vector.get("title", "")), tuple(checks))
    for number, step in enumerate(vector.get("step", ()), 1):
        checks += _step(bench, number, step)
    return Outcome(str(vector.get("id", "?")), str(vector.get("title", "")), tuple(checks))


def _step(bench: Bench, number: int, step: Table) -> Iterator[Check]:
    action, expect = step["action"], dict(step.get("expect", {}))
    before = [bench.state.score(side) for side in range(bench.state.sides)]
    refused = expect.pop("illegal", False)
    results: dict[str, Any] = {}
    try:
        results = take_step(bench, action)
    except (BenchError, MoveError) as error:
        yield Check(number, "illegal" if refused else "action", bool(refused), action.get("do"), str(error))
    except (LookupError, TypeError, ValueError, AssertionError) as error:
        yield Check(number, "action", False, action.get("do"), f"{type(error).__name__}: {error}")
    else:
        if refused:
            yield Check(number, "illegal", False, "refused", "allowed")
    results["vp"] = {
        bench.name(side): bench.state.score(side) - before[side] for side in range(bench.state.sides)
    }
    for key, expected in expect.items():
        found, holds = compare(bench, results, key, expected)
        yield Check(number, key, holds, expected, found)


# --- steps ------------------------------------------------------------------------------------


def take_step(bench: Bench, action: Table) -> dict[str, Any]:
    """Carry out one step; returns results that are not part of the position. Raises BenchError, MoveError."""
    bench.arrange({key.removeprefix("set_"): action[key] for key in action if key.startswith("set_")})
    do = str(action.get("do"))
    if do not in _STEPS:
        raise BenchError(f"{do!r} is no step; there are {', '.join(_STEPS)}.")
    run = bench.begin(action)
    return _STEPS[do](bench, run, action) or {}


def _port(bench: Bench, run: Run, action: Table) -> None:
    seat, port = bench.side(action["player"]), run.box.ports[action["res"]]
    bench.push(Turn(seat, port.space))
    bench.act(seat, act.Load(port.resource))
    bench.state.stack.clear()


def _load(bench: Bench, run: Run, action: Table) -> None:
    where = str(action.get("where", action.get("to", "")))
    begin_load(run, bench.side(action["player"]), action["res"], int(action.get("n", 1)), where)
    bench.settle(run)


def _trade(bench: Bench, run: Run, action: Table) -> None:
    yard = action.get("where") == "line/yard" or bool(action.get("yard"))
    side = bench.side(action["player"])
    begin_trade(run, side, action["from"], action["to"], int(action["n"]), yard=yard)
    bench.settle(run)


def _allowed(bench: Bench, side: int, slot: str, group: str, resource: str) -> None:
    if group not in targets(bench.state, side, slot, resource):
        raise BenchError(f"{resource} cannot be unloaded on the {group} of {slot}.")


def _develop(bench: Bench, run: Run, action: Table) -> None:
    side, slot, group = bench.side(action["player"]), bench.slot(action["tile"]), action["side"]
    resource, index = action["res"], int(action["index"])
    _allowed(bench, side, slot, group, resource)
    if group != "claim" and not may_develop(bench.state, side, slot):
        raise BenchError(f"{action['player']} has no building on {slot}.")
    queue = next((each.cubes for each in bench.state.line if each.type == resource), [])
    if not 0 <= index < len(queue) or (queue[index] != side and not bench.state.dastardly):
        raise BenchError(f"{action['player']} has no {resource} at place {index} of the Line.")
    begin_develop(run, side, slot, group, resource, index)
    bench.settle(run)


def _portage(bench: Bench, run: Run, action: Table) -> None:
    side, slot, group = bench.side(action["player"]), bench.slot(action["tile"]), action["side"]
    _allowed(bench, side, slot, group, action["res"])
    begin_portage(run, side, action["res"], int(action.get("n", 1)), slot, group)
    bench.settle(run)


def _resupply(bench: Bench, run: Run, action: Table) -> None:
    run.push(Resupplying())
    bench.settle(run)


def _survey(bench: Bench, run: Run, action: Table) -> None:
    survey(run, bench.side(action["player"]))


def _telegram(bench: Bench, run: Run, action: Table) -> None:
    side = bench.side(action["player"])
    kind = str(action.get("kind", "regular" if bench.state.regular[side] else "bonus"))
    place_telegram(run, side, int(action["space"]), kind)


def _ally(bench: Bench, run: Run, action: Table) -> None:
    region = run.box.deck_of(action.get("region", "lowlands"))
    run.push(Drawing(bench.side(action["player"]), region))
    bench.settle(run)


def _card(bench: Bench, run: Run, action: Table) -> None:
    side, card = bench.side(action["player"]), str(action["card"])
    if card not in bench.state.hands[side]:
        bench.give_card(side, card)
    bench.push(Turn(side, int(action["space"])))
    bench.act(side, act.PlayAlly(card, int(action.get("clause", 0)) + 1))
    for pick in action.get("picks", ()):
        bench.answers = {**action, **pick}
        bench.act(side, _pick(bench, pick))
        # Decisions inside the step; the card and its turn stay on the stack while there is more to do.
        while not isinstance(bench.state.stack[-1], CardPlay | Turn):
            asked = bench.game.pending()[0]
            bench.act(asked.seat, bench.answer(asked))
    while isinstance(bench.state.stack[-1], CardPlay):
        bench.act(side, act.Skip())
    bench.state.stack.clear()


def _pick(bench: Bench, pick: Table) -> Action:
    """One step of a card as an action."""
    at, op = "card", str(pick["op"])
    slot = bench.slot(pick["tile"]) if "tile" in pick else ""
    number = int(pick.get("n", 1))
    if op == "acquire":
        return act.Acquire(at, pick["res"])
    if op == "trade":
        return act.Trade(at, pick["from"], pick["to"], number)
    if op == "portage":
        return act.Portage(at, pick["res"], slot, pick["side"], number)
    if op == "develop":
        return act.Develop(slot, pick["side"], pick["res"], int(pick.get("index", 0)) + 1)
    if op == "telegram":
        return act.Wire(at, pick.get("space"), str(pick.get("kind", "regular")))
    simple: dict[str, type[Action]] = {
        "ally": act.CallAlly,
        "survey": act.Survey,
        "resupply": act.Resupply,
    }
    if op in simple:
        return simple[op](at)
    if op == "skip":
        return act.Skip()
    raise BenchError(f"{op!r} is no step of a card.")


def _railhead(bench: Bench, run: Run, action: Table) -> dict[str, Any]:
    state, rail = bench.state, run.box.rail
    most = {
        bench.name(side): value_of(state, [own_on_line(state, side, each) for each in rail])
        for side in range(state.sides)
    }
    results: dict[str, Any] = {"priority_before": doubled_resource(state), "max_bid": most}
    run.push(
        RailheadPhase(
            bids=[None] * state.sides, values=[0] * state.sides, claimed=[[] for _ in range(state.sides)]
        )
    )
    bench.settle(run)
    for revealed in bench.found(ev.BidsRevealed):
        results["value"] = {bench.name(side): value for side, value in enumerate(revealed.values)}
        results["bids"] = {
            bench.name(side): dict(zip(rail, bid, strict=True)) for side, bid in enumerate(revealed.bids)
        }
    for advanced in bench.found(ev.Advanced):
        results["advance"] = len(advanced.tiles)
    claimed = [(bench.name(event.side), event.tile) for event in bench.found(ev.TileClaimed)]
    results["claim_order"] = [name for name, _ in claimed]
    results["claimed"] = {name: [tile for who, tile in claimed if who == name] for name in bench.players}
    return results


def _last_spike(bench: Bench, run: Run, action: Table) -> None:
    state = bench.state
    railhead, at = int(action["railhead"]), int(action["at"])
    others = [tile for tile in tiles_on_track(run.box, state.boxed) if tile != run.box.last_spike]
    spaces = range(railhead + 1, run.box.last_space)
    rest = iter(others[len(others) - len(spaces) + 1 :])
    state.railhead = railhead
    state.wilderness = {space: run.box.last_spike if space == at else next(rest) for space in spaces}
    move_last_spike(run, int(action.get("advance", 0)))


def _setup_priority(bench: Bench, run: Run, action: Table) -> dict[str, Any]:
    state = bench.state
    start = run.box.railhead_start
    track = tiles_on_track(run.box, action["boxed"])
    state.railhead = start
    state.wilderness = {start + 1 + place: tile for place, tile in enumerate(track)}
    state.priority = first_indicator(state)
    return {"tile": state.priority, "priority": doubled_resource(state)}


def _final_score(bench: Bench, run: Run, action: Table) -> dict[str, Any]:
    if "investments" in action or "buildings" in action:
        buildings = [tuple(symbols) for symbols in action.get("buildings", ())]
        best = best_assignment(run.box, action.get("investments", ()), buildings, action.get("allies", ()))
    else:
        best = best_for(bench.state, bench.side(action["player"]))
    return {"total": best.total, "investments": best.investment_points, "allies": best.ally_points}


def _solo_setup(bench: Bench, run: Run, action: Table) -> None:
    if "card" in action:
        first_development(run, action["card"])
    else:
        set_up(run)


def _direction(action: Table) -> int:
    return 1 if action.get("west", True) else -1


def _solo_minor(bench: Bench, run: Run, action: Table) -> None:
    minor_action(run, action["card"], int(action["space"]), _direction(action))
    bench.settle(run)


def _solo_main(bench: Bench, run: Run, action: Table) -> None:
    frame = SyndicateTurn(int(action["space"]), _direction(action), started=True, main_done=True)
    run.push(frame)
    begin_main(run, frame)
    bench.settle(run)


def _solo_placement(bench: Bench, run: Run, action: Table) -> dict[str, Any]:
    space = int(action["space"])
    bench.state.telegrams.setdefault(space, Telegram(SYNDICATE))
    move_telegram(run, action["card"], space, _direction(action))
    moved = [event for event in run.events if isinstance(event, ev.SyndicateMoved)]
    return {"space": moved[-1].space}


def _solo_contribution(bench: Bench, run: Run, action: Table) -> dict[str, Any]:
    number = contribution(run, int(action["eligible"]), tuple(action["symbols"]), "a contribution")
    return {"contributed": number}


def _solo_turn(bench: Bench, run: Run, action: Table) -> None:
    run.push(SyndicateTurn(int(action["space"]), _direction(action)))
    bench.settle(run)


_STEPS: dict[str, Callable[[Bench, Run, Table], dict[str, Any] | None]] = {
    "port": _port,
    "produce": _load,
    "acquire": _load,
    "load": _load,
    "trade": _trade,
    "develop": _develop,
    "portage": _portage,
    "resupply": _resupply,
    "survey": _survey,
    "telegram": _telegram,
    "ally": _ally,
    "card": _card,
    "railhead": _railhead,
    "last_spike": _last_spike,
    "setup_priority": _setup_priority,
    "final_score": _final_score,
    "solo_setup": _solo_setup,
    "solo_minor": _solo_minor,
    "solo_main": _solo_main,
    "solo_placement": _solo_placement,
    "solo_contribution": _solo_contribution,
    "solo_turn": _solo_turn,
}


# --- checks -----------------------------------------------------------------------------------


def compare(bench: Bench, results: Table, key: str, expected: Any) -> tuple[Any, bool]:
    """What was found for one key of `expect`, and whether it is what was expected."""
    if key == "vp":
        found = {name: points for name, points in results["vp"].items() if points}
        return found, found == {name: points for name, points in expected.items() if points}
    if key == "claim_order" and key in results:
        found_order = results[key]
        return found_order, expected in (found_order, list(dict.fromkeys(found_order)))
    if key in results:
        return _subset(results[key], expected)
    reader = _READERS.get(key)
    if reader is None:
        return f"nothing is called {key!r}", False
    return _subset(reader(bench), expected)


def _subset(found: Any, expected: Any) -> tuple[Any, bool]:
    """Tables need hold only for the keys that are expected; the owners on a tile have no order."""
    if isinstance(found, dict) and isinstance(expected, dict):
        seen = {str(key): value for key, value in found.items()}
        shown = {key: seen.get(key) for key in expected}
        return shown, all(key in seen and _same(seen[key], value) for key, value in expected.items())
    return found, _same(found, expected)


def _same(found: Any, expected: Any) -> bool:
    if isinstance(found, dict) and isinstance(expected, dict):
        return _subset(found, expected)[1]
    if isinstance(found, Counter):
        return isinstance(expected, list) and found == Counter(expected)
    return bool(found == expected)


def _named(bench: Bench, numbers: Sequence[Any]) -> dict[str, Any]:
    return {bench.name(side): value for side, value in enumerate(numbers)}


def _cars(bench: Bench, zone: str) -> list[list[Any]]:
    groups = bench.state.line if zone == "line" else bench.state.yard
    return [[group.type, group.cars, [bench.name(owner) for owner in group.cubes]] for group in groups]


def _tiles(bench: Bench) -> dict[str, dict[str, Any]]:
    return {
        key: {
            "flipped": tile.flipped,
            "left": Counter(bench.name(owner) for owner in tile.left),
            "right": Counter(bench.name(owner) for owner in tile.right),
            "buildings": Counter(bench.name(owner) for owner in tile.buildings),
        }
        for slot, tile in bench.state.tiles.items()
        for key in (slot, tile.id)
    }


def _telegrams(bench: Bench) -> dict[str, Counter[int]]:
    spaces: dict[str, Counter[int]] = {name: Counter() for name in bench.players}
    for space, telegram in bench.state.telegrams.items():
        spaces[bench.name(telegram.owner)][space] += 1
    return spaces


def _telegram_at(bench: Bench) -> dict[str, Any]:
    placed = {bench.name(event.side): event.space for event in bench.found(ev.TelegramPlaced)}
    return {**dict.fromkeys(bench.players), **placed}


def _drawn(bench: Bench) -> dict[str, int]:
    public = [event.side for event in bench.found(ev.AllyDrawn) if not event.card]
    return _named(bench, [public.count(side) for side in range(bench.state.sides)])


def _condition(bench: Bench) -> bool | None:
    tested = bench.found(ev.ConditionTested)
    return tested[-1].holds if tested else None


_READERS: dict[str, Callable[[Bench], Any]] = {
    "line": lambda bench: _cars(bench, "line"),
    "yard": lambda bench: _cars(bench, "yard"),
    "shop": lambda bench: dict(bench.state.shop),
    "ports": lambda bench: dict(bench.state.ports),
    "dev": _tiles,
    "railhead": lambda bench: bench.state.railhead,
    "last_spike": lambda bench: spike_space(bench.state),
    "wilderness": lambda bench: dict(bench.state.wilderness),
    "priority": lambda bench: doubled_resource(bench.state),
    "priority_after": lambda bench: doubled_resource(bench.state),
    "final": lambda bench: bench.state.last_spike_claimed,
    "terminal": lambda bench: _named(bench, bench.state.terminal),
    "railyard": lambda bench: _named(bench, bench.state.railyard),
    "telegrams": _telegrams,
    "telegram_at": _telegram_at,
    "allies_drawn": _drawn,
    "hands": lambda bench: _named(bench, bench.state.hands),
    "played": lambda bench: _named(bench, bench.state.played),
    "turn_order": lambda bench: [bench.name(side) for side in bench.state.order],
    "order": lambda bench: [bench.name(side) for side in bench.state.order],
    "score": lambda bench: _named(bench, [bench.state.score(side) for side in range(bench.state.sides)]),
    "cubes_returned": lambda bench: sum(event.where.count("returned") for event in bench.found(ev.Loaded)),
    "buildings_left": lambda bench: _named(bench, bench.state.buildings),
    "supply": lambda bench: _named(bench, bench.state.supply),
    "condition": _condition,
    "contributed": lambda bench: sum(
        event.number for event in bench.found(ev.Unloaded) if event.side == SYNDICATE and event.by == "join"
    ),
    "bonus": lambda bench: _named(bench, bench.state.bonus),
    "regular": lambda bench: _named(bench, bench.state.regular),
    "investments": lambda bench: _named(bench, bench.state.investments),
    "discard": lambda bench: Counter(bench.state.syndicate.discard if bench.state.syndicate else ()),
    "claims": lambda bench: _named(
        bench,
        [
            {
                "tile": claim.slot and bench.state.tiles[claim.slot].id,
                "cubes": [bench.name(o) for o in claim.cubes],
            }
            for claim in bench.state.claims
        ],
    ),
}


# --- the command line -------------------------------------------------------------------------


def verify(data: Table) -> str:
    """Print which vectors of a file hold, check by check. Raises Differs if any does not."""
    outcomes = run_vectors(data)
    for outcome in outcomes:
        print(f"{outcome.id:5} {'holds' if outcome.holds else 'FAILS'}  {outcome.title}")
        for check in outcome.checks:
            print(f"      {'ok   ' if check.holds else 'WRONG'} step {check.step}: {check.what}")
            if not check.holds:
                print(f"            expected {check.expected}\n            found    {_plain(check.found)}")
    good = sum(outcome.holds for outcome in outcomes)
    checks = [check for outcome in outcomes for check in outcome.checks]
    summary = (
        f"{good} of {len(outcomes)} vectors hold; {sum(c.holds for c in checks)} of {len(checks)} checks"
    )
    if good < len(outcomes):
        raise Differs("vectors", "how many hold", len(outcomes), good)
    return summary


def _plain(value: Any) -> Any:
    if isinstance(value, Counter):
        return sorted(value.elements())
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value
