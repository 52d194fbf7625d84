"""Events as sentences for the table."""

from __future__ import annotations

from collections import Counter

from engine.core.event import Event
from engine.core.sentences import counted, listed

from . import events as ev
from .state import State
from .wording import tile_words
from .words import PHASE_NAMES, Who, card_name, clause_words, goods, place_name, tile_name, who

REASONS = {
    "railhead": "at the Railhead",
    "developments": "for the development",
    "resupply": "for the resupply",
    "depleted": "from the depleted card",
    "claims": "for the Land Claim",
    "investments": "for investments",
    "allies": "for allies with a building",
}
_LEFT = {
    "trade": "trades away",
    "railhead": "pays",
    "coal": "supplies",
}


def revealing(event: Event) -> bool:
    """Whether the event shows everybody something that was hidden before."""
    return isinstance(event, (ev.BidsRevealed, ev.AllyDrawn, ev.SyndicateDrew))


def sentence(state: State, event: Event) -> str:
    """The event as one sentence; empty if it is not worth a line."""
    match event:
        case ev.PhaseBegan(phase=phase, round=number, final=final):
            last = " of the Final Round" if final else ""
            return f"Round {number}: {PHASE_NAMES[phase]}{last}."
        case ev.TelegramPlaced(side=side, space=space, bonus=bonus):
            return f"{Who(state, side)} places a {'bonus ' if bonus else ''}telegram on space {space}."
        case ev.Passed(side=side, space=space):
            if space:
                return f"{Who(state, side)} passes; the telegram stays on space {space}."
            return f"{Who(state, side)} places no more telegrams this phase."
        case ev.TurnBegan(side=side, space=space):
            return f"The engine stops at {who(state, side)}'s telegram on space {space}."
        case ev.PortRose(resource=resource, supply=supply):
            return f"The {resource} port rises to {supply}."
        case ev.Used(side=side, at=at, words=words):
            where = "an ally card" if at == "card" else place_name(state, at)
            return f"{Who(state, side)} uses {where}: {words}."
        case ev.Loaded():
            return _loaded(state, event)
        case ev.CubesLeft(side=side, resource=resource, number=number, reason=reason):
            return f"{Who(state, side)} {_LEFT[reason]} {goods(number, resource)}."
        case ev.Unloaded(
            side=side, resource=resource, number=number, slot=slot, group=group, by=by, actor=actor
        ):
            where = f"{'Land Claim Tile at ' if group == 'claim' else ''}{tile_name(state, slot)}"
            if actor is not None:
                what = f"{goods(number, resource)} of {who(state, side)}"
                return f"{Who(state, actor)} develops {where} with {what}."
            if by == "develop":
                return f"{Who(state, side)} develops {where} with {goods(number, resource)}."
            if by == "join":
                return f"{Who(state, side)} joins with {goods(number, resource)}."
            return f"{Who(state, side)} portages {goods(number, resource)} to {where}."
        case ev.Declined(side=side, what=what):
            return f"{Who(state, side)} {what}."
        case ev.Completed(slot=slot, counts=counts, flipped=flipped):
            shares = listed(f"{who(state, side)} {number}" for side, number in enumerate(counts) if number)
            turned = " It is flipped." if flipped else ""
            return f"{tile_name(state, slot)} is complete ({shares}).{turned}"
        case ev.Scored(side=side, points=points, reason=reason):
            return f"{Who(state, side)} scores {counted(points, 'point')} {REASONS[reason]}."
        case ev.Built(side=side, place=place, moved_from=moved):
            if moved:
                return (
                    f"{Who(state, side)} moves a building from {place_name(state, moved)}"
                    f" to {place_name(state, place)}."
                )
            return f"{Who(state, side)} places a building on {place_name(state, place)}."
        case ev.NotBuilt(side=side, place=place, full=True):
            return f"{Who(state, side)} may have no more buildings on {place_name(state, place)}."
        case ev.NotBuilt(side=side, place=place):
            return f"{Who(state, side)} has no building left for {place_name(state, place)}."
        case ev.CubeReused(side=side):
            return f"{Who(state, side)} is out of cubes and takes one back."
        case ev.AllyDrawn(side=side, deck=deck, card=card):
            if card:
                return f"You draw {card_name(state, card)}."
            return f"{Who(state, side)} draws an ally of the {state.box.regions[deck].name}."
        case ev.AllyPlayed(side=side, card=card, option=option):
            words = clause_words(state.box.allies[card].clauses[option - 1])
            return f"{Who(state, side)} plays {card_name(state, card)}: {words}."
        case ev.ConditionTested(words=words, holds=holds):
            return f"The card's condition ({words}) {'holds' if holds else 'does not hold'}."
        case ev.Surveyed(side=side):
            return f"{Who(state, side)} is now first in turn order."
        case ev.Supplied(side=side, resource=resource, cars=cars, cubes=cubes, from_shop=shop):
            origin = "from the Shop" if shop else f"from the Yard with {counted(cubes, 'cube')}"
            return f"{Who(state, side)} resupplies: {counted(cars, f'{resource} car')} {origin}."
        case ev.NoResupply(reason=reason):
            return f"No resupply: {reason}."
        case ev.HasChosen(side=side, what=what):
            return f"{Who(state, side)} has chosen ({what})."
        case ev.BidsRevealed():
            return _bids(state, event)
        case ev.Advanced(tiles=tiles, railhead=railhead):
            if not tiles:
                return "The Railhead does not advance."
            return f"The Railhead passes {counted(len(tiles), 'tile')} and will stand on space {railhead}."
        case ev.TileClaimed(side=side, tile=tile):
            return f"{Who(state, side)} claims {tile_words(state, tile, side)}."
        case ev.SpikeMoved(space=space, steps=steps):
            return f"The Last Spike moves {counted(steps, 'space')} East, to space {space}."
        case ev.PriorityMoved(resource=resource):
            return (
                f"At the Railhead {resource} now counts double."
                if resource
                else "No resource is doubled now."
            )
        case ev.FinalRoundSet(railhead=railhead):
            return (
                f"The Last Spike is claimed: the next round is the last. The Railhead is on space {railhead}."
            )
        case ev.InvestmentDrawn(cards=cards, kept=kept):
            names = listed(state.box.symbols[card].name for card in cards)
            return f"You {'keep' if kept else 'draw'} the investment{'s' if len(cards) > 1 else ''} {names}."
        case ev.ClaimStaked(side=side, slot=slot, cubes=cubes):
            return (
                f"{Who(state, side)} puts a Land Claim Tile on {tile_name(state, slot)}"
                f" with {counted(cubes, 'cube')} instead of scoring."
            )
        case ev.ClaimCompleted(side=side, slot=slot):
            return f"{Who(state, side)} completes the Land Claim at {tile_name(state, slot)}."
        case ev.SyndicateDrew(cards=cards, purpose=purpose):
            names = listed(card_name(state, card) for card in cards) or "nothing"
            return f"The Syndicate draws for {purpose}: {names}."
        case ev.SyndicateMoved(space=space, moved=moved):
            if moved:
                return f"The Syndicate's telegram moves to space {space}."
            return f"The Syndicate's telegram stays on space {space}."
        case ev.SyndicateTraded(resource=resource, to=to):
            return f"The Syndicate trades {len(to)} {resource} for {listed(to)}."
        case ev.Assigned():
            return _assigned(state, event)
        case ev.Finished(sentence=text):
            return text
    return ""


def _assigned(state: State, event: ev.Assigned) -> str:
    """Which buildings and allies are removed for what at the end."""
    names = {key: symbol.name for key, symbol in state.box.symbols.items()}
    parts = [
        f"completes {names[symbol]} with {counted(buildings, 'building')}"
        + (f" and {counted(allies, 'ally', 'allies')}" if allies else "")
        for symbol, buildings, allies in event.completed
    ]
    if event.pairs:
        parts.append(
            f"pairs the allies of {listed(names[each] for each in event.pairs)} with a building each"
        )
    return f"{Who(state, event.side)} {'; '.join(parts) or 'completes nothing'}."


def _loaded(state: State, event: ev.Loaded) -> str:
    places = Counter(event.where)
    back = places.pop("returned", 0)
    names = {
        "line": "on the Line",
        "line flipped": "on a car flipped on the Line",
        "yard": "in the Yard",
        "yard flipped": "on a car flipped in the Yard",
        "shop": "on a new car in the Yard",
    }
    parts = [f"{number} {names[place]}" for place, number in places.items()]
    if back:
        parts.append(f"{back} without room, returned")
    if not parts:
        return f"{Who(state, event.side)} loads no {event.resource}."
    return f"{Who(state, event.side)} loads {event.resource}: {', '.join(parts)}."


def _bids(state: State, event: ev.BidsRevealed) -> str:
    parts = []
    for side, (bid, value) in enumerate(zip(event.bids, event.values, strict=True)):
        cubes = listed(
            goods(number, resource) for number, resource in zip(bid, state.box.rail, strict=True) if number
        )
        parts.append(f"{who(state, side)} {value}" + (f" ({cubes})" if cubes else ""))
    doubled = f" ({event.doubled} doubled)" if event.doubled else ""
    return f"Bids{doubled}: {', '.join(parts)}; {event.total} in all."
