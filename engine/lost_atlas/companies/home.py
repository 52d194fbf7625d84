"""Homes: Adaptive chooses its own; Eastern Mining and Northern Port have homes with tiles of their own."""

from __future__ import annotations

from .ability import Ability

ABILITIES = {
    "adaptive": Ability(
        "Chooses its home when it launches: any empty basic city that is no company's home and not reserved, "
        "with or without a tile.",
        chooses_home=True,
    ),
    "eastern_mining": Ability(
        "Its home is the mine: two stops joined by track, with upgrades of its own that any company may lay."
    ),
    "northern_port": Ability(
        "Its home is the port: two halves that are one city to a single train, with upgrades of its own that "
        "any company may lay."
    ),
}
