"""What a railroad pays and what it is worth. Rules: VII. Pay Expenses; Victory Point Computations."""

from __future__ import annotations

from .network import network
from .state import Player, State

INCOME_POINTS, SECTION_POINTS, SHARE_POINTS = 3, 1, -3


def expenses(player: Player) -> int:
    """What a railroad pays each turn: a dollar a share and a dollar a link. Rules: VII."""
    return player.shares + player.engine


def sections_owned(state: State, seat: int) -> int:
    """Sections of the seat's track that are part of Completed Railroad Links."""
    return sum(section.worth for section in network(state).owned(seat) if section.complete)


def victory_points(state: State, seat: int) -> int:
    """The seat's victory points as they stand."""
    return sum(points for _, points in breakdown(state, seat))


def breakdown(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """The lines that add up to the seat's victory points."""
    player = state.players[seat]
    return (
        ("income", INCOME_POINTS * player.income),
        ("track", SECTION_POINTS * sections_owned(state, seat)),
        ("shares", SHARE_POINTS * player.shares),
    )
