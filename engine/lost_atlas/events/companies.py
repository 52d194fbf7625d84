"""How companies begin, change hands, merge and leave the game."""

from __future__ import annotations

from engine.core.event import mark
from engine.lost_atlas.components import company_name

from .base import AtlasEvent


class Launched(AtlasEvent, frozen=True, tag="launched", kw_only=True):
    """A minor came into play."""

    seat: int
    company: str
    bid: int
    price: int

    def sentence(self) -> str:
        where = f" with its home at {self.places[0]}" if self.places else ""
        return (
            f"{mark(self.seat)} launches {company_name(self.company)}{where}: {self.bid} in its treasury, "
            f"price {self.price}."
        )


class PresidentChanged(AtlasEvent, frozen=True, tag="president_changed", kw_only=True):
    """A company has another president."""

    company: str
    seat: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} is now president of {company_name(self.company)}."


class MergerProposed(AtlasEvent, frozen=True, tag="merger_proposed", kw_only=True):
    """A president proposed a merger."""

    company: str
    partner: str
    seat: int

    def sentence(self) -> str:
        first, second = company_name(self.company), company_name(self.partner)
        return f"{mark(self.seat)} proposes to merge {first} with {second}."


class Merged(AtlasEvent, frozen=True, tag="merged", kw_only=True):
    """Two minors became a major."""

    minors: tuple[str, str]
    company: str
    president: int
    price: int

    def sentence(self) -> str:
        first, second = (company_name(minor) for minor in self.minors)
        return (
            f"{first} and {second} merge into {company_name(self.company)}: price {self.price}, "
            f"president {mark(self.president)}."
        )


class Dissolved(AtlasEvent, frozen=True, tag="dissolved", kw_only=True):
    """A company left the game because its price reached 0."""

    company: str

    def sentence(self) -> str:
        return f"{company_name(self.company)} is at 0 and is dissolved."


class WentBankrupt(AtlasEvent, frozen=True, tag="went_bankrupt", kw_only=True):
    """A president could not pay for a mandatory train."""

    seat: int
    ends: bool

    def sentence(self) -> str:
        tail = " and the game ends" if self.ends else " and leaves the game"
        return f"{mark(self.seat)} is bankrupt{tail}."


class ClosedByBankruptcy(AtlasEvent, frozen=True, tag="closed_by_bankruptcy", kw_only=True):
    """A company of a bankrupt president left the game; the others were paid for their shares."""

    company: str
    price: int

    def sentence(self) -> str:
        return f"{company_name(self.company)} closes; its other shareholders receive {self.price} a share."
