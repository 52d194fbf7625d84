"""What a company does in its turn of an operating round."""

from __future__ import annotations

from engine.core.event import mark
from engine.lost_atlas.components import company_name

from .base import AtlasEvent


class TurnBegun(AtlasEvent, frozen=True, tag="turn_begun", kw_only=True):
    """A company's turn in an operating round."""

    company: str
    president: int

    def sentence(self) -> str:
        return f"{company_name(self.company)} operates ({mark(self.president)})."


class TileLaid(AtlasEvent, frozen=True, tag="tile_laid", kw_only=True):
    """Track was laid."""

    company: str
    tile: str
    rotation: int
    replaced: str
    cost: int
    gain: int = 0

    def sentence(self) -> str:
        name = company_name(self.company)
        what = f"upgrades {self.places[0]} to" if self.replaced else f"lays at {self.places[0]}"
        money = f" for {self.cost}" if self.cost else ""
        money += f" and receives {self.gain}" if self.gain else ""
        return f"{name} {what} tile {self.tile}{money}."


class HubPlaced(AtlasEvent, frozen=True, tag="hub_placed", kw_only=True):
    """A hub token was placed."""

    company: str
    cost: int

    def sentence(self) -> str:
        price = f" for {self.cost}" if self.cost else " at no cost"
        return f"{company_name(self.company)} places a hub at {self.places[0]}{price}."


class SuburbPlaced(AtlasEvent, frozen=True, tag="suburb_placed", kw_only=True):
    """A suburb token was placed."""

    company: str

    def sentence(self) -> str:
        return f"{company_name(self.company)} places a suburb at {self.places[0]}."


class TrainsRun(AtlasEvent, frozen=True, tag="trains_run", kw_only=True):
    """A company ran its trains."""

    company: str
    earnings: int
    routes: tuple[str, ...]

    def sentence(self) -> str:
        name = company_name(self.company)
        if not self.routes:
            return f"{name} runs nothing and earns 0."
        return f"{name} earns {self.earnings}: {'; '.join(self.routes)}."


class Paid(AtlasEvent, frozen=True, tag="paid", kw_only=True):
    """Earnings went to the shareholders."""

    company: str
    earnings: int
    shares: tuple[tuple[int, int], ...]
    """Seats and what each received."""
    treasury: int

    def sentence(self) -> str:
        parts = [f"{mark(seat)} {amount}" for seat, amount in self.shares if amount]
        if self.treasury:
            parts.append(f"its treasury {self.treasury}")
        return f"{company_name(self.company)} pays out {self.earnings}: {', '.join(parts) or 'nobody'}."


class Withheld(AtlasEvent, frozen=True, tag="withheld", kw_only=True):
    """Earnings went to the treasury."""

    company: str
    earnings: int

    def sentence(self) -> str:
        if not self.earnings:
            return ""
        return f"{company_name(self.company)} keeps {self.earnings}."
