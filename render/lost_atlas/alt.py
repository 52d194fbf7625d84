"""What the pictures of Lost Atlas show, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.notation import to_line
from engine.lost_atlas.view import AtlasView
from render.palette import SEATS
from render.picture import clipped, won_by

from .codes import code


def called(seat: int, names: Sequence[str]) -> str:
    """A seat's name, as the player writes it."""
    return names[seat] if seat < len(names) and names[seat] else f"P{seat + 1}"


def _when(view: AtlasView, names: Sequence[str]) -> list[str]:
    if view.round == "over":
        return [won_by(view.ranking, None, lambda seat: called(seat, names))]
    step = "export" if view.round == "export" else f"{view.round} round"
    parts = [f"Cycle {view.cycle} of {view.cycles}, {step}, {view.phase} phase"]
    if view.round == "building":
        parts = ["The map is being built"]
    if view.active:
        parts.append("To move: " + ", ".join(called(seat, names) for seat in view.active))
    return parts


def map_alt(view: AtlasView, last: Sequence[str], names: Sequence[str]) -> str:
    """Where the game stands, what was touched last, where the hubs are, and what ran."""
    parts = ["Map of Lost Atlas", *_when(view, names)]
    if last:
        parts.append("Last move: " + ", ".join(last))
    if view.building is not None and view.building.drawn:
        drawn = view.building.drawn
        parts.append("Drawn: " + ("a capital project" if drawn == "capital" else f"piece {drawn}"))
    if view.turn is not None:
        parts += [
            f"{'∞' if r.train == 'infinity' else r.train}-train {'-'.join(r.stops)}: {r.revenue}"
            for r in view.turn.routes
        ]
    for player in view.players:
        mark = SEATS[player.seat % len(SEATS)]
        who = f"{called(player.seat, names)} ({mark.word} {mark.symbol})"
        parts.append(f"{who}: bankrupt" if player.out else f"{who}: cash {player.cash}, worth {player.worth}")
    parts += [
        f"{each.name} ({code(each.id)}) hubs {', '.join(each.hubs)}" for each in view.companies if each.hubs
    ]
    return clipped(". ".join(parts) + ".")


def market_alt(view: AtlasView, names: Sequence[str]) -> str:
    """The companies in operating order with their numbers, and the trains left."""
    parts = ["Stock track", *_when(view, names)]
    if view.auction is not None:
        high = called(view.auction.high, names)
        parts.append(f"Auction: {high} {'has won at' if view.auction.won else 'bids'} {view.auction.bid}")
    for each in view.companies:
        trains = ", ".join(each.trains) or "none"
        parts.append(
            f"{each.name} ({code(each.id)}): price {each.price}, cash {each.cash}, trains {trains}, "
            f"president {called(each.president, names)}"
        )
    parts.append("Trains left: " + ", ".join(f"{rank.left} of rank {rank.name}" for rank in view.trains))
    return clipped(". ".join(parts) + ".")


def close_up_alt(view: AtlasView, last: Sequence[str]) -> str:
    """What lies in the hexes of the last move."""
    by_name = {each.name: each for each in view.hexes}
    parts = []
    for name in last:
        each = by_name[name]
        parts.append(f"{name}: {each.colour or each.terrain}" + (f" tile {each.tile}" if each.tile else ""))
    return clipped("Close-up of the map. " + ". ".join(parts) + "." if parts else "The map.")


def preview_alt(view: AtlasView, action: Any, names: Sequence[str]) -> str:
    """The move that a preview shows."""
    who = ", ".join(called(seat, names) for seat in view.active)
    return clipped(f"Preview for {who}: {to_line(action)}.")
