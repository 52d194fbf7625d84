"""What happens at the auction and on the stock market."""

from __future__ import annotations

from engine.core.event import mark
from engine.core.sentences import counted
from engine.lost_atlas.components import company_name

from .base import AtlasEvent


class ChartersReshuffled(AtlasEvent, frozen=True, tag="charters_reshuffled", kw_only=True):
    """Nobody launched a company in the first stock round."""

    columns: tuple[tuple[str, ...], ...]

    def sentence(self) -> str:
        first = ", ".join(company_name(column[0]) for column in self.columns if column)
        return f"Nobody has launched a company: the charters are shuffled again. On offer first: {first}."


class BidMade(AtlasEvent, frozen=True, tag="bid_made", kw_only=True):
    """An auction was opened or raised."""

    seat: int
    amount: int
    opening: bool

    def sentence(self) -> str:
        return f"{mark(self.seat)} {'opens an auction with' if self.opening else 'bids'} {self.amount}."


class AuctionWon(AtlasEvent, frozen=True, tag="auction_won", kw_only=True):
    """All others passed."""

    seat: int
    amount: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} wins the auction at {self.amount}."


class SharesSold(AtlasEvent, frozen=True, tag="shares_sold", kw_only=True):
    """A player sold shares to the bank pool."""

    seat: int
    company: str
    count: int
    price: int

    def sentence(self) -> str:
        return (
            f"{mark(self.seat)} sells {counted(self.count, 'share')} of {company_name(self.company)} "
            f"for {self.count * self.price}."
        )


class ShareBought(AtlasEvent, frozen=True, tag="share_bought", kw_only=True):
    """A player bought a share."""

    seat: int
    company: str
    source: str
    price: int

    def sentence(self) -> str:
        where = "its treasury" if self.source == "treasury" else "the bank pool"
        return (
            f"{mark(self.seat)} buys a share of {company_name(self.company)} from {where} for {self.price}."
        )


class PriceMoved(AtlasEvent, frozen=True, tag="price_moved", kw_only=True):
    """A token moved on the stock track."""

    company: str
    before: int
    after: int
    why: str = ""

    def sentence(self) -> str:
        name = company_name(self.company)
        if self.before == self.after:
            return f"{name} stays at {self.after}{self.why}."
        verb = "rises" if self.after > self.before else "falls"
        return f"{name} {verb} from {self.before} to {self.after}{self.why}."


class ShareIssued(AtlasEvent, frozen=True, tag="share_issued", kw_only=True):
    """A company sold a share of its treasury to the bank pool."""

    company: str
    price: int

    def sentence(self) -> str:
        return f"{company_name(self.company)} issues a share for {self.price}."


class ShareRedeemed(AtlasEvent, frozen=True, tag="share_redeemed", kw_only=True):
    """A company bought a share back from the bank pool."""

    company: str
    price: int

    def sentence(self) -> str:
        return f"{company_name(self.company)} redeems a share for {self.price}."
