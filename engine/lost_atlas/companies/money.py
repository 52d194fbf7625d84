"""Money: Tunneling is paid for the mountains that it digs."""

from __future__ import annotations

from .ability import Ability

ABILITIES = {
    "tunneling": Ability("Pays the 40 for a mountain like everybody, and then receives 60.", dig_gain=60)
}
