"""The hooks at which a minor's ability changes a shared rule, and how two abilities add up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Ability(Struct, frozen=True):
    """What a minor can do. Every hook has the value that means "nothing special"."""

    text: str
    """In our own words, for players."""
    chooses_home: bool = False
    """Its home is chosen when it launches."""
    hub_costs: tuple[int, ...] = ()
    """Costs of hubs that it may place besides the one at home."""
    suburbs: int = 0
    """Suburb tokens."""
    train_slots: int = 0
    """Trains above the limit."""
    single_train_bonus: int = 0
    """Stops that its train may make more while it is its only one."""
    keeps_rusted: bool = False
    """Rusted trains run once more."""
    skips_blocked: bool = False
    """Blocked cities may be skipped."""
    yellow_after_upgrade: int = 0
    """Yellow tiles that may follow an upgrade."""
    dig_gain: int = 0
    """Money for each mountain that it digs."""
    enters_water: bool = False
    """Its track may run into the edge of a water hex."""
    water_tiles: tuple[str, ...] = ()
    """Tiles that only it lays, on water."""


PLAIN = Ability("No special ability besides its home.")


class Powers(Struct, frozen=True):
    """The abilities of a company taken together; the fields are those of Ability."""

    chooses_home: bool
    suburbs: int
    train_slots: int
    single_train_bonus: int
    keeps_rusted: bool
    skips_blocked: bool
    yellow_after_upgrade: int
    dig_gain: int
    enters_water: bool
    water_tiles: tuple[str, ...]


def combined(abilities: Sequence[Ability]) -> Powers:
    """Numbers add up, permissions are had if either has them."""
    return Powers(
        chooses_home=any(each.chooses_home for each in abilities),
        suburbs=sum(each.suburbs for each in abilities),
        train_slots=sum(each.train_slots for each in abilities),
        single_train_bonus=sum(each.single_train_bonus for each in abilities),
        keeps_rusted=any(each.keeps_rusted for each in abilities),
        skips_blocked=any(each.skips_blocked for each in abilities),
        yellow_after_upgrade=sum(each.yellow_after_upgrade for each in abilities),
        dig_gain=sum(each.dig_gain for each in abilities),
        enters_water=any(each.enters_water for each in abilities),
        water_tiles=tuple(tile for each in abilities for tile in each.water_tiles),
    )
