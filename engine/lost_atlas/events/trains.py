"""What becomes of the trains, and which phase they bring."""

from __future__ import annotations

from engine.core.event import mark
from engine.lost_atlas.components import company_name
from engine.lost_atlas.words import a_train, train_name

from .base import AtlasEvent


class SaleOffered(AtlasEvent, frozen=True, tag="sale_offered", kw_only=True):
    """A company offered to buy another's train."""

    company: str
    seller: str
    train: str
    price: int
    seat: int

    def sentence(self) -> str:
        return (
            f"{company_name(self.company)} offers {self.price} for {company_name(self.seller)}'s "
            f"{train_name(self.train)}; {mark(self.seat)} must answer."
        )


class TrainBought(AtlasEvent, frozen=True, tag="train_bought", kw_only=True):
    """A company bought a train."""

    company: str
    train: str
    price: int
    source: str
    trade_in: str = ""
    helped: int = 0
    """What the president paid of it."""
    president: int = 0

    def sentence(self) -> str:
        where = {"stack": "", "pool": " from the bank pool"}.get(self.source)
        if where is None:
            where = f" from {company_name(self.source)}"
        text = f"{company_name(self.company)} buys {a_train(self.train)}{where} for {self.price}"
        if self.trade_in:
            text += f", turning in {a_train(self.trade_in)}"
        if self.helped:
            text += f" ({self.helped} of it paid by {mark(self.president)})"
        return text + "."


class TrainsRusted(AtlasEvent, frozen=True, tag="trains_rusted", kw_only=True):
    """Trains rusted."""

    train: str
    lost: tuple[tuple[str, int], ...]
    """Companies and how many they lost."""
    kept: tuple[str, ...] = ()
    """Companies whose rusted trains run once more."""

    def sentence(self) -> str:
        parts = [f"{company_name(c)} loses {n}" for c, n in self.lost]
        parts += [f"{company_name(c)}'s run once more" for c in self.kept]
        tail = f": {', '.join(parts)}" if parts else ""
        return f"All {train_name(self.train)}s rust{tail}."


class PhaseChanged(AtlasEvent, frozen=True, tag="phase_changed", kw_only=True):
    """The phase advanced."""

    phase: str

    def sentence(self) -> str:
        return f"The {self.phase} phase begins."


class TrainDiscarded(AtlasEvent, frozen=True, tag="train_discarded", kw_only=True):
    """A train left a company."""

    company: str
    train: str
    why: str
    """`limit`: to the bank pool, above the limit. `last run`: out of the game."""

    def sentence(self) -> str:
        if self.why == "limit":
            return f"{company_name(self.company)} gives up {a_train(self.train)} to the bank pool."
        return f"{company_name(self.company)}'s {train_name(self.train)} has made its last run."


class TrainsExported(AtlasEvent, frozen=True, tag="trains_exported", kw_only=True):
    """Trains left the stack at the end of a cycle."""

    train: str
    count: int

    def sentence(self) -> str:
        if self.count == 1:
            return f"{a_train(self.train).capitalize()} is exported."
        return f"{self.count} {train_name(self.train)}s are exported."
