"""What the pictures of Age of Steam show, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.age_of_steam.view import View
from engine.core.notation import to_line
from render.palette import SEATS
from render.picture import clipped, won_by

from .strip import ACTIONS


def called(seat: int, names: Sequence[str]) -> str:
    """A seat's name, as the player writes it."""
    return names[seat] if seat < len(names) and names[seat] else f"P{seat + 1}"


def where(view: View, name: str) -> str:
    """A hex with the name printed on it."""
    title = next((each.title for each in view.hexes if each.name == name), "")
    return f"{name} {title}" if title else name


def table_alt(view: View, last: Sequence[str], names: Sequence[str]) -> str:
    """Where the game stands, what was touched last, and each player's numbers."""
    parts = [f"{view.map_name}, turn {view.turn} of {view.turns}, {view.phase_name}"]
    if view.over:
        parts = [view.map_name, won_by(view.ranking, view.won, lambda seat: called(seat, names))]
    elif view.acting:
        parts.append("To move: " + ", ".join(called(seat, names) for seat in view.acting))
    if last:
        parts.append("Last move: " + ", ".join(where(view, name) for name in last))
    for player in sorted(view.players, key=lambda each: (each.place is None, each.place or 0)):
        mark = SEATS[player.seat % len(SEATS)]
        who = f"{called(player.seat, names)} ({mark.word} {mark.symbol})"
        if player.out:
            parts.append(f"{who}: out of the game")
            continue
        chosen = f", {ACTIONS.get(player.action, player.action)}" if player.action else ""
        parts.append(
            f"{who}: ${player.cash}, income {player.income}, {player.shares} shares, "
            f"locomotive {player.engine}, score {player.score}{chosen}"
        )
    return clipped(". ".join(parts) + ".")


def close_up_alt(view: View, last: Sequence[str], names: Sequence[str]) -> str:
    """What lies in the hexes of the last move."""
    if not last:
        return f"The map of {view.map_name}."
    return clipped("Close-up: " + ". ".join(_hex_alt(view, name, names) for name in last) + ".")


def _hex_alt(view: View, name: str, names: Sequence[str]) -> str:
    parts = [where(view, name)]
    tile = next((each for each in view.tiles if each.hex == name), None)
    if tile is not None:
        owners = {track.owner for track in tile.tracks}
        who = [
            ("nobody" if owner is None else called(owner, names))
            for owner in sorted(owners, key=lambda o: -1 if o is None else o)
        ]
        parts.append("track of " + ", ".join(who))
    cubes = next((each.cubes for each in view.hexes if each.name == name), ())
    if cubes:
        parts.append("cubes: " + ", ".join(cubes))
    return ", ".join(parts)


def preview_alt(view: View, action: Any, names: Sequence[str]) -> str:
    """The move that a preview shows."""
    who = ", ".join(called(seat, names) for seat in view.acting)
    return clipped(f"Preview for {who}: {to_line(action)}.")
