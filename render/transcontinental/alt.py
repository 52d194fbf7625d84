"""What the pictures of The Transcontinental show, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.transcontinental.view import AllyView, View
from render.palette import SEATS
from render.picture import clipped, many, won_by

from .hand import spoken


def called(view: View, side: int, names: Sequence[str]) -> str:
    """A side's name, as the player writes it."""
    if side >= view.seats:
        return "the Syndicate"
    return names[side] if side < len(names) and names[side] else f"P{side + 1}"


def _when(view: View, names: Sequence[str]) -> list[str]:
    when = f", round {view.round}" if view.round else ""
    parts = [f"The Transcontinental{when}, {view.phase_name}"]
    if view.over:
        parts = [
            "The Transcontinental",
            won_by(view.ranking, view.won, lambda side: called(view, side, names)),
        ]
    elif view.waiting:
        parts.append("To decide: " + ", ".join(called(view, each.seat, names) for each in view.waiting))
    return parts


def _scores(view: View, names: Sequence[str]) -> list[str]:
    found = []
    for side in view.sides:
        mark = SEATS[side.side % len(SEATS)]
        found.append(f"{called(view, side.side, names)} ({mark.word} {mark.symbol}): {side.score} points")
    return found


def track_alt(view: View, places: Sequence[str], names: Sequence[str]) -> str:
    """Where engine, railhead and telegrams are, what is half developed, and the scores."""
    parts = _when(view, names)
    spike = f", last spike on {view.last_spike}" if view.last_spike else ""
    parts.append(f"Engine on space {view.engine}, railhead on {view.railhead}{spike}")
    if places:
        parts.append("Last move: " + ", ".join(places))
    parts += _scores(view, names)
    for space in view.spaces:
        if space.telegram is not None:
            parts.append(f"Telegram of {called(view, space.telegram.owner, names)} on {space.number}")
    for each in view.developments:
        if each.left or each.right or each.flipped:
            state = "developed" if each.flipped else "under way"
            filled = len(each.left) + len(each.right)
            parts.append(
                f"{each.slot} {each.name}: {state}" + (f", {many(filled, 'cube')}" if filled else "")
            )
    return clipped(". ".join(parts) + ".")


def train_alt(view: View, names: Sequence[str]) -> str:
    """What the train carries, and each player's supplies."""
    parts = _when(view, names)
    for title, groups in (("Line", view.line), ("Yard", view.yard)):
        cars = ", ".join(f"{group.type} {len(group.cubes)} of {group.slots}" for group in groups)
        parts.append(f"{title}: {cars or 'no cars'}")
    for side in view.sides:
        parts.append(
            f"{called(view, side.side, names)}: {many(side.score, 'point')}, "
            f"{many(side.telegrams_in_hand, 'telegram')} and {many(side.bonus_in_hand, 'bonus telegram')}, "
            f"{many(side.cubes_left, 'cube')}, {many(side.buildings_left, 'building')}"
        )
    return clipped(". ".join(parts) + ".")


def hand_alt(view: View) -> str:
    """The viewer's cards, and those just drawn of which one is kept."""
    allies = "; ".join(_card(ally) for ally in view.hand) or "none"
    investments = ", ".join(symbol for symbol, _ in view.investments) or "none"
    parts = [f"Your allies: {allies}", f"Your investments: {investments}"]
    drawn = [_card(ally) for ally in view.drawn_allies] + list(view.drawn_investments)
    if drawn:
        parts.insert(0, "Keep one of these: " + "; ".join(drawn))
    return clipped(". ".join(parts) + ".")


def _card(ally: AllyView) -> str:
    return f"{ally.name} ({ally.symbol}): {spoken(ally.text)}"
