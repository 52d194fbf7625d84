"""Track: Bridging builds over water, Agricultural lays a yellow tile after an upgrade."""

from __future__ import annotations

from .ability import Ability

ABILITIES = {
    "agricultural": Ability("May lay a yellow tile after it has upgraded a tile.", yellow_after_upgrade=1),
    "bridging": Ability(
        "Has five bridges that it lays on water in place of yellow tiles; they are never upgraded. Its track "
        "may run into the edge of a water hex.",
        enters_water=True,
        water_tiles=("721", "722", "723"),
    ),
}
