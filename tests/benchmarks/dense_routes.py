"""Best routes on boards that are denser than any game builds them."""

from __future__ import annotations

from engine.lost_atlas.network import Network
from engine.lost_atlas.routes import Fleet, best_routes, revenue

from .late_boards import positions
from .timing import Figure, measure


def earned(network: Network, fleet: Fleet) -> int:
    """What a company can earn on a board."""
    return revenue(best_routes(network, fleet))


def run() -> list[Figure]:
    """Every figure of this module."""
    return [measure("best routes on 200 dense boards", earned, positions(200), aim="50, worst 2000")]
