"""Events as sentences for the channel. Seats are named `@P1`; whoever shows the sentence fills in names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.event import Event, Said, mark
from engine.core.sentences import listed

from . import events as e
from .actions import OFFERED
from .board import Board
from .tiles import tiles


def tell(on: Board, event: Event) -> str:
    """The event as one sentence; empty if it is not worth a line."""
    if isinstance(event, Said):
        return event.text
    writer = _WRITERS.get(type(event))
    return "" if writer is None else writer(on, event)


def cubes_text(cubes: Iterable[str]) -> str:
    """Cubes counted by colour: "2 red, 1 blue"."""
    counts: dict[str, int] = {}
    for cube in cubes:
        counts[cube] = counts.get(cube, 0) + 1
    return ", ".join(f"{count} {colour_name(cube)}" for cube, count in counts.items())


def colour_name(cube: str) -> str:
    """A cube's colour as players call it; white cubes are cotton."""
    return "cotton" if cube == "white" else cube


def column_name(on: Board, key: str) -> str:
    """A column of the display: "light 3 (Kansas City)" or "New City A"."""
    column = on.columns[key]
    if not column.hex:
        return f"New City {key}"
    return f"{column.section} {column.die} ({on.places[column.hex].title})"


def gained(gains: Iterable[tuple[int, int]]) -> str:
    """Income by seat: "@P2 +2, @P1 +1"."""
    return ", ".join(f"{mark(seat)} +{amount}" for seat, amount in sorted(gains, key=lambda x: -x[1]))


def _shares(on: Board, x: e.SharesIssued) -> str:
    if x.count == 0:
        return f"{mark(x.seat)} issues no shares."
    return (
        f"{mark(x.seat)} issues {x.count} share{'s' * (x.count != 1)} for ${5 * x.count} "
        f"({x.shares} issued, ${x.cash} in hand)."
    )


def _dropped(on: Board, x: e.DroppedOut) -> str:
    price = f"pays ${x.paid}" if x.paid else "pays nothing"
    return f"{mark(x.seat)} takes place {x.place} and {price}."


def _selected(on: Board, x: e.ActionSelected) -> str:
    more = f" ({x.engine} link{'s' * (x.engine != 1)} now)" if x.power == "locomotive" else ""
    return f"{mark(x.seat)} chooses {OFFERED[x.power]}{more}."


def _city(on: Board, x: e.CityPlaced) -> str:
    more = f" The town's {cubes_text(x.returned)} cube goes back to the bag." if x.returned else ""
    if x.claimed:
        more += " Unowned track that it completes is taken over."
    return f"{mark(x.seat)} places New City {x.letter} ({x.colour}) on {x.hex} {x.name}.{more}"


def _built(on: Board, x: e.TrackBuilt) -> str:
    verbs = {
        "place": "builds",
        "replace_crossing": "crosses the track with",
        "replace_town": "enters the town with",
        "redirect": "redirects track with",
        "replace_other": "replaces the tile by",
    }
    shape = tiles().shapes[x.tile].name
    place = f"{x.hex} {x.name}".strip()
    text = f"{mark(x.seat)} {verbs[x.mode]} {article(shape)} in {place} for ${x.paid}"
    if x.paid != x.price:
        text += f" (full price ${x.price})"
    if x.claimed:
        text += ", taking over unowned track"
    if x.completed:
        text += ", completing " + listed(f"{on.title(a)} – {on.title(b)}" for a, b in x.completed)
    return text + "."


def article(words: str) -> str:
    """The words with "a" or "an" before them, unless they are plural."""
    if words.startswith("two "):
        return words
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _abandoned(on: Board, x: e.TrackAbandoned) -> str:
    hexes = listed(dict.fromkeys(name for name, _, _ in x.tracks))
    return f"{mark(x.seat)}'s unfinished track in {hexes} was not extended and is now nobody's."


def _moved(on: Board, x: e.CubeMoved) -> str:
    way = " → ".join(on.title(stop) for stop in x.stops)
    earned = gained(x.gains) or "nobody earns"
    extra = f" (bonus {gained(x.bonus)} included)" if x.bonus else ""
    gone = " It leaves the game." if x.gone else ""
    return f"{mark(x.seat)} moves {article(colour_name(x.cube))} cube {way}: {earned}{extra}.{gone}"


def _income(on: Board, x: e.IncomeCollected) -> str:
    return "Income: " + ", ".join(f"{mark(seat)} ${amount}" for seat, amount in x.amounts) + "."


def _expenses(on: Board, x: e.ExpensesPaid) -> str:
    parts = [
        f"{mark(seat)} ${paid}" + (f" (${lost} short: income −{lost})" if lost else "")
        for seat, _, paid, lost in x.bills
    ]
    return "Expenses: " + ", ".join(parts) + "."


def _reduced(on: Board, x: e.IncomeReduced) -> str:
    parts = [f"{mark(seat)} −{loss}" for seat, loss in x.amounts if loss]
    if not parts:
        return ""
    return f"Income reduction{' (doubled)' if x.factor == 2 else ''}: {', '.join(parts)}."


def _drawn(on: Board, x: e.CubesDrawn) -> str:
    if x.seat is not None:
        return f"{mark(x.seat)} draws {cubes_text(x.cubes)} for Production."
    if not x.cubes:
        return f"The bag is empty: {x.name} gets no cube."
    return f"{x.name} gets {cubes_text(x.cubes)} from the bag."


def _grew(on: Board, x: e.GoodsGrew) -> str:
    return f"{x.hex} {x.name}: +{cubes_text(x.cubes)}." if x.cubes else ""


def _coasts(on: Board, x: e.Transcontinental) -> str:
    return f"The coasts are joined: the first transcontinental! {gained(x.gains) or 'Nobody gains'}."


def _bought_back(on: Board, x: e.SharesBoughtBack) -> str:
    text = f"{mark(x.seat)} buys back {x.shares} share{'s' * (x.shares != 1)} for ${x.paid}"
    return f"{text}; {x.left} cannot be paid for." if x.left else f"{text}: all of them."


def _ended(on: Board, x: e.GameEnded) -> str:
    if x.won is not None:
        return "The game is over and won." if x.won else "The game is over, and nobody has won."
    first = listed(mark(seat) for seat in x.ranking[0]) if x.ranking else ""
    return f"The game is over. First: {first}." if first else "The game is over."


_WRITERS: dict[type[Event], Callable[[Board, Any], str]] = {
    e.SharesIssued: _shares,
    e.BidMade: lambda on, x: f"{mark(x.seat)} bids ${x.amount}.",
    e.BidPassed: lambda on, x: f"{mark(x.seat)} passes by Turn Order and stays in.",
    e.DroppedOut: _dropped,
    e.OrderSet: lambda on, x: "Player order: " + ", ".join(mark(seat) for seat in x.order) + ".",
    e.FirstPaid: lambda on, x: f"{mark(x.seat)} goes first for {f'${x.paid}' if x.paid else 'nothing'}.",
    e.FirstDeclined: lambda on, x: f"{mark(x.seat)} does not pay to go first.",
    e.ActionSelected: _selected,
    e.ActionsFreed: lambda on, x: "All four actions have been used: all may be chosen again.",
    e.CityPlaced: _city,
    e.TrackBuilt: _built,
    e.LinkBuilt: lambda on, x: (
        f"{mark(x.seat)} builds the direct link {listed(on.title(each) for each in x.between)} for ${x.paid}."
    ),
    e.Transcontinental: _coasts,
    e.TrackAbandoned: _abandoned,
    e.BuildingDone: lambda on, x: "",
    e.CubeMoved: _moved,
    e.LocomotiveAdvanced: lambda on, x: f"{mark(x.seat)} advances the locomotive to {x.engine} links.",
    e.MovePassed: lambda on, x: f"{mark(x.seat)} moves nothing.",
    e.IncomeCollected: _income,
    e.ExpensesPaid: _expenses,
    e.Eliminated: lambda on, x: f"{mark(x.seat)} is insolvent and out of the game.",
    e.IncomeReduced: _reduced,
    e.CubesDrawn: _drawn,
    e.CubePlaced: lambda on, x: (
        f"{mark(x.seat)} puts {article(colour_name(x.cube))} cube in {column_name(on, x.column)}."
    ),
    e.CubesReturned: lambda on, x: f"{mark(x.seat)} puts {cubes_text(x.cubes)} back in the bag.",
    e.DiceRolled: lambda on, x: f"Goods Growth, {x.section}: {', '.join(map(str, sorted(x.values)))}.",
    e.GoodsGrew: _grew,
    e.TurnBegan: lambda on, x: f"Turn {x.turn} of {x.turns} begins.",
    e.SharesBoughtBack: _bought_back,
    e.TieRolled: lambda on, x: (
        "Dice break the tie: " + ", ".join(f"{mark(seat)} {total}" for seat, total in x.rolls) + "."
    ),
    e.GameEnded: _ended,
}
