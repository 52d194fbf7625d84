"""What happened, as data, and as a sentence. Companies are ids; seats are named with `mark`."""

from __future__ import annotations

from engine.core.event import Event, mark

from .components import INFINITY, company_name


def train_name(train: str) -> str:
    """`3-train`, `∞-train`."""
    return "∞-train" if train == INFINITY else f"{train}-train"


def a_train(train: str) -> str:
    """The train with its article."""
    return f"an {train_name(train)}" if train == INFINITY else f"a {train_name(train)}"


def plural(count: int, word: str) -> str:
    """`1 share`, `2 shares`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


class AtlasEvent(Event, frozen=True, kw_only=True):
    """Something that happened in Lost Atlas."""

    def sentence(self) -> str:
        """The event as one line; empty if it is not worth one."""
        return ""


# --- building ---------------------------------------------------------------------------------


class PieceDrawn(AtlasEvent, frozen=True, tag="piece_drawn", kw_only=True):
    """The next piece or project was turned up."""

    seat: int
    piece: str

    def sentence(self) -> str:
        if self.piece == "capital":
            return f"{mark(self.seat)} turns up a capital project."
        return f"{mark(self.seat)} turns up piece {self.piece}."


class PiecePlaced(AtlasEvent, frozen=True, tag="piece_placed", kw_only=True):
    """A piece came on to the map."""

    seat: int | None
    piece: int

    def sentence(self) -> str:
        who = "The map grows:" if self.seat is None else f"{mark(self.seat)} places"
        return f"{who} piece {self.piece} at {self.places[0]}."


class CapitalPlaced(AtlasEvent, frozen=True, tag="capital_placed", kw_only=True):
    """A basic city became a capital."""

    seat: int | None

    def sentence(self) -> str:
        who = "" if self.seat is None else f"{mark(self.seat)}: "
        return f"{who}{self.places[0]} is now a capital."


class ProjectDeferred(AtlasEvent, frozen=True, tag="project_deferred", kw_only=True):
    """A project went under the stack because there was no place for it."""

    def sentence(self) -> str:
        return "A capital project finds no basic city yet and goes under the stack."


class MapRestarted(AtlasEvent, frozen=True, tag="map_restarted", kw_only=True):
    """The building began anew."""

    piece: str

    def sentence(self) -> str:
        return f"Piece {self.piece} fits nowhere: all pieces are shuffled and the map is begun anew."


class BlankLaid(AtlasEvent, frozen=True, tag="blank_laid", kw_only=True):
    """A single blank hex was laid."""

    seat: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} lays a blank hex at {self.places[0]}."


class MapFinished(AtlasEvent, frozen=True, tag="map_finished", kw_only=True):
    """The map is complete."""

    hexes: int
    priority: int
    columns: tuple[tuple[str, ...], ...]

    def sentence(self) -> str:
        first = ", ".join(company_name(column[0]) for column in self.columns if column)
        return (
            f"The map is complete: {self.hexes} hexes. {mark(self.priority)} has priority. "
            f"On offer first: {first}."
        )


# --- rounds -----------------------------------------------------------------------------------


class RoundBegun(AtlasEvent, frozen=True, tag="round_begun", kw_only=True):
    """A new round."""

    name: str
    cycle: int
    number: int = 0

    def sentence(self) -> str:
        what = f"{self.name.capitalize()} round"
        if self.name == "operating":
            what = f"Operating round {self.cycle}.{self.number}"
        return f"{what} (cycle {self.cycle})." if self.name != "operating" else f"{what}."


class ChartersReshuffled(AtlasEvent, frozen=True, tag="charters_reshuffled", kw_only=True):
    """Nobody launched a company in the first stock round."""

    columns: tuple[tuple[str, ...], ...]

    def sentence(self) -> str:
        first = ", ".join(company_name(column[0]) for column in self.columns if column)
        return f"Nobody has launched a company: the charters are shuffled again. On offer first: {first}."


class PriorityMoved(AtlasEvent, frozen=True, tag="priority_moved", kw_only=True):
    """Who begins the next stock round."""

    seat: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} takes the priority marker."


class Passed(AtlasEvent, frozen=True, tag="passed", kw_only=True):
    """A seat passed."""

    seat: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} passes."


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


class SharesSold(AtlasEvent, frozen=True, tag="shares_sold", kw_only=True):
    """A player sold shares to the bank pool."""

    seat: int
    company: str
    count: int
    price: int

    def sentence(self) -> str:
        return (
            f"{mark(self.seat)} sells {plural(self.count, 'share')} of {company_name(self.company)} "
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


class PresidentChanged(AtlasEvent, frozen=True, tag="president_changed", kw_only=True):
    """A company has another president."""

    company: str
    seat: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} is now president of {company_name(self.company)}."


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


class Dissolved(AtlasEvent, frozen=True, tag="dissolved", kw_only=True):
    """A company left the game because its price reached 0."""

    company: str

    def sentence(self) -> str:
        return f"{company_name(self.company)} is at 0 and is dissolved."


# --- operating --------------------------------------------------------------------------------


class TurnBegun(AtlasEvent, frozen=True, tag="turn_begun", kw_only=True):
    """A company's turn in an operating round."""

    company: str
    president: int

    def sentence(self) -> str:
        return f"{company_name(self.company)} operates ({mark(self.president)})."


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


class Declined(AtlasEvent, frozen=True, tag="declined", kw_only=True):
    """A president said no."""

    seat: int
    what: str
    """`train` or `merger`."""

    def sentence(self) -> str:
        return f"{mark(self.seat)} declines the {'sale' if self.what == 'train' else 'merger'}."


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


# --- mergers ----------------------------------------------------------------------------------


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


class GameEnded(AtlasEvent, frozen=True, tag="game_ended", kw_only=True):
    """The game is over."""

    why: str

    def sentence(self) -> str:
        return f"The game is over: {self.why}."
