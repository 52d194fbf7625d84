"""The steps that test vectors may take, carried out on a bench."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.action import Action

from . import actions as act
from . import events as ev
from .bench import ANSWERS, Bench
from .bench_position import NOTES, BenchError, Table
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
    open_space,
)
from .steps import place_telegram, survey
from .syndicate import contribution
from .train import own_on_line, positions


def take_step(bench: Bench, action: Table) -> dict[str, Any]:
    """Carry out one step; returns results that are not part of the position. Raises BenchError, MoveError."""
    do = str(action.get("do"))
    if do not in _STEPS:
        raise BenchError(f"{do!r} is no step; there are {', '.join(_STEPS)}.")
    _all_known(f"A {do} step", action, _KEYS[do] | _COMMON)
    for pick in action.get("picks", ()):
        _all_known(f"A pick of {pick.get('op')}", pick, _PICK_KEYS | ANSWERS)
    _resources(bench, action)
    bench.arrange({key.removeprefix("set_"): action[key] for key in action if key.startswith("set_")})
    bench.state.dastardly = bool(action.get("dastardly", bench.state.dastardly))
    run = bench.begin(action)
    results = _STEPS[do](bench, run, action) or {}
    bench.collect(run)
    return results


def _resources(bench: Bench, action: Table) -> None:
    """Refuse a resource that there is none of."""
    known = bench.state.box.resources
    for table in (action, *action.get("picks", ())):
        places = ("line", "yard")
        for key in ("res", "from", "to"):
            if key in table and table[key] not in (*known, *places):
                raise BenchError(f"There is no resource {table[key]!r}; there are {', '.join(known)}.")
    for bid in action.get("bids", {}).values():
        for resource in bid:
            if resource not in bench.state.box.rail:
                raise BenchError(f"{resource!r} cannot be bid, only {', '.join(bench.state.box.rail)}.")


def _all_known(what: str, table: Table, known: frozenset[str]) -> None:
    """Refuse a table with a key that nothing would read: it would be ignored in silence."""
    for key in table:
        if key not in known and not key.startswith("set_"):
            raise BenchError(f"{what} has nothing called {key!r}; it may have {', '.join(sorted(known))}.")


def _space(bench: Bench, action: Table) -> int:
    """The space that a step names, which must be on the board."""
    space = int(action["space"])
    if space not in bench.state.box.spaces:
        raise BenchError(f"There is no space {space}; they are numbered 1 to {bench.state.box.last_space}.")
    return space


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
    if action["from"] == action["to"]:
        raise BenchError(f"{action['from']} is traded for another type.")
    _owned(bench, side, action["from"], yard=yard)
    begin_trade(run, side, action["from"], action["to"], int(action["n"]), yard=yard)
    bench.settle(run)


def _owned(bench: Bench, side: int, resource: str, *, yard: bool) -> None:
    """Refuse to remove a resource of which the player has none where it would be taken from."""
    if not positions(bench.state, side, resource, yard=yard):
        where = "Line or in the Yard" if yard else "Line"
        raise BenchError(f"{bench.name(side)} has no {resource} on the {where}.")


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
    _owned(bench, side, action["res"], yard=True)
    if "index" in action:
        bench.answers = {"take": [int(action["index"])], **action}
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
    hands = {"regular": bench.state.regular, "bonus": bench.state.bonus}
    if kind not in hands:
        raise BenchError(f"There is no {kind!r} telegram; there are {', '.join(hands)}.")
    if not hands[kind][side]:
        raise BenchError(f"{action['player']} has no {kind} telegram in hand.")
    space = _space(bench, action)
    if not open_space(bench.state, space):
        raise BenchError(f"Space {space} is blocked by a telegram or a wilderness tile.")
    place_telegram(run, side, space, kind)


def _ally(bench: Bench, run: Run, action: Table) -> None:
    region = run.box.deck_of(action.get("region", "lowlands"))
    run.push(Drawing(bench.side(action["player"]), region))
    bench.settle(run)


def _card(bench: Bench, run: Run, action: Table) -> None:
    side, card = bench.side(action["player"]), str(action["card"])
    if card not in bench.state.hands[side]:
        bench.give_card(side, card)
    space = _space(bench, action)
    # The telegram of the turn blocks its space while the card is played, and only then.
    telegram = bench.state.telegrams.get(space)
    bench.state.telegrams[space] = telegram or Telegram(side)
    bench.push(Turn(side, space))
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
    if telegram is None:
        del bench.state.telegrams[space]
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
    if at not in spaces or len(spaces) > len(others) + 1:
        raise BenchError(f"The Last Spike lies West of the Railhead on {railhead}, not on space {at}.")
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
        for symbol in action.get("investments", ()):
            if symbol not in run.box.investments:
                raise BenchError(
                    f"There is no investment {symbol!r}; there are {', '.join(run.box.investments)}."
                )
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
    minor_action(run, action["card"], _space(bench, action), _direction(action))
    bench.settle(run)


def _solo_main(bench: Bench, run: Run, action: Table) -> None:
    frame = SyndicateTurn(_space(bench, action), _direction(action), started=True, main_done=True)
    run.push(frame)
    begin_main(run, frame)
    bench.settle(run)


def _solo_placement(bench: Bench, run: Run, action: Table) -> dict[str, Any]:
    space = _space(bench, action)
    bench.state.telegrams.setdefault(space, Telegram(SYNDICATE))
    move_telegram(run, action["card"], space, _direction(action))
    moved = [event for event in run.events if isinstance(event, ev.SyndicateMoved)]
    return {"space": moved[-1].space}


def _solo_contribution(bench: Bench, run: Run, action: Table) -> dict[str, Any]:
    number = contribution(run, int(action["eligible"]), tuple(action["symbols"]), "a contribution")
    return {"contributed": number}


def _solo_turn(bench: Bench, run: Run, action: Table) -> None:
    run.push(SyndicateTurn(_space(bench, action), _direction(action)))
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

_COMMON = ANSWERS | NOTES | {"do", "player", "dastardly"}
_KEYS: dict[str, frozenset[str]] = {
    "port": frozenset({"res"}),
    "produce": frozenset({"res", "n", "where", "to"}),
    "acquire": frozenset({"res", "n", "where", "to"}),
    "load": frozenset({"res", "n", "where", "to"}),
    "trade": frozenset({"n", "to", "where", "yard"}),
    "develop": frozenset({"tile", "side", "res", "index"}),
    "portage": frozenset({"tile", "side", "res", "n", "index"}),
    "resupply": frozenset(),
    "survey": frozenset(),
    "telegram": frozenset({"space", "kind"}),
    "ally": frozenset({"region"}),
    "card": frozenset({"card", "space", "clause", "picks"}),
    "railhead": frozenset(),
    "last_spike": frozenset({"railhead", "at", "advance"}),
    "setup_priority": frozenset({"boxed"}),
    "final_score": frozenset({"investments", "buildings", "allies"}),
    "solo_setup": frozenset({"card"}),
    "solo_minor": frozenset({"card", "space", "west"}),
    "solo_main": frozenset({"space", "west"}),
    "solo_placement": frozenset({"card", "space", "west"}),
    "solo_contribution": frozenset({"eligible", "symbols"}),
    "solo_turn": frozenset({"space", "west"}),
}
"""What each kind of step reads besides the keys common to all."""
_PICK_KEYS = NOTES | {"op", "res", "n", "to", "tile", "side", "index", "space", "kind", "region"}
