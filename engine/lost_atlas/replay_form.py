"""How a recording of the `lost-atlas-replay` format is written: its set-up, and every kind of entry.

Only the form is checked here; whether a decision is legal is for the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert

Place = tuple[int, int]
Number = int | str


class Setup(Struct):
    """What was set up before the first decision."""

    mode: Literal["long", "short"]
    seats: list[str]
    first_builder: str
    stack: list[Number]
    destination_card: str
    priority: str
    columns: list[list[str]]


class PlacePiece(Struct, tag="place_piece"):
    piece: Number
    hex: Place
    rotation: int


class PlaceCapital(Struct, tag="place_capital"):
    hex: Place


class PlaceBlank(Struct, tag="place_blank"):
    hex: Place


class FinishMap(Struct, tag="finish_map"):
    pass


class StartAuction(Struct, tag="start_auction"):
    bid: int


class RaiseBid(Struct, tag="raise_bid"):
    bid: int


class Pass(Struct, tag="pass"):
    pass


class Launch(Struct, tag="launch"):
    company: str
    home: Place | None = None


class SellShares(Struct, tag="sell_shares"):
    sales: dict[str, int]


class BuyShare(Struct, tag="buy_share"):
    company: str
    source: Literal["treasury", "pool"]


class IssueShare(Struct, tag="issue_share"):
    pass


class RedeemShare(Struct, tag="redeem_share"):
    pass


class LayTile(Struct, tag="lay_tile"):
    hex: Place
    tile: Number
    rotation: int


class PlaceHub(Struct, tag="place_hub"):
    hex: Place
    stop: int | None = None


class PlaceSuburb(Struct, tag="place_suburb"):
    hex: Place


class OwnRoute(Struct):
    train: Number
    stops: list[Place]


class RunRoutes(Struct, tag="run_routes"):
    routes: Literal["best", "local"] | list[OwnRoute]


class Dividend(Struct, tag="dividend"):
    kind: Literal["pay", "withhold"]


class BuyTrain(Struct, tag="buy_train"):
    source: str
    train: Number
    price: int | None = None
    trade_in: Number | None = None


class AcceptTrainSale(Struct, tag="accept_train_sale"):
    pass


class DeclineTrainSale(Struct, tag="decline_train_sale"):
    pass


class DiscardTrain(Struct, tag="discard_train"):
    train: Number


class ProposeMerger(Struct, tag="propose_merger"):
    partner: str


class AcceptMerger(Struct, tag="accept_merger"):
    pass


class DeclineMerger(Struct, tag="decline_merger"):
    pass


class FormMajor(Struct, tag="form_major"):
    major: str = ""
    name: str = ""


Said = (
    PlacePiece
    | PlaceCapital
    | PlaceBlank
    | FinishMap
    | StartAuction
    | RaiseBid
    | Pass
    | Launch
    | SellShares
    | BuyShare
    | IssueShare
    | RedeemShare
    | LayTile
    | PlaceHub
    | PlaceSuburb
    | RunRoutes
    | Dividend
    | BuyTrain
    | AcceptTrainSale
    | DeclineTrainSale
    | DiscardTrain
    | ProposeMerger
    | AcceptMerger
    | DeclineMerger
    | FormMajor
)


class Cash(Struct):
    """A player's cash, written with its name."""

    cash: int


class HubAt(Struct):
    """A hub's hex, written with its name."""

    hex: Place


class CompanyCheck(Struct):
    """What must hold of a company. Keys that are not known are refused when they are compared."""

    price: int | None = None
    cash: int = 0
    trains: list[Number] = []
    hubs: int | list[Annotated[list[int], Meta(min_length=2)] | HubAt] = 0
    """How many, or where; behind a hex's coordinates its stop may be named."""
    extra_hubs: int | list[int] = 0
    """How many, or what each costs."""
    president: str | None = None
    shares: dict[str, int] = {}


class Check(Struct, frozen=True):
    """A partial state, as far as it is more than single values."""

    players: dict[str, int | Cash] = {}
    companies: dict[str, CompanyCheck | None] = {}
    trains_left: int | dict[str, Any] | list[Number] = 0
    """How many, how many of each rank (of the last whatever is recorded), or which."""


class Entry(Struct):
    """A decision."""

    action: Said
    n: int = 0
    seat: str | None = None
    company: str | None = None
    check: Check = Check()
    check_before: Check = Check()


class Recording(Struct):
    """The whole file."""

    setup: Setup
    entries: list[dict[str, Any]]


def must_be_well_formed(data: Mapping[str, Any]) -> None:
    """Raise ValueError, with what is wrong where, unless the file is written as recordings are."""
    try:
        recording = convert(data, Recording)
    except ValidationError as error:
        raise ValueError(f"this is no recording: {error}") from None
    seats = recording.setup.seats
    for role in ("first_builder", "priority"):
        _must_be_seated(seats, getattr(recording.setup, role), f"the {role}")
    for number, row in enumerate(recording.entries, 1):
        where = f"entry {row.get('n', number)}"
        try:
            entry = convert(row, Entry)
        except ValidationError as error:
            raise ValueError(f"{where}: {error}") from None
        if entry.seat is not None:
            _must_be_seated(seats, entry.seat, f"{where}: the seat")
        for state in (entry.check, entry.check_before):
            for seat in state.players:
                _must_be_seated(seats, seat, f"{where}: the seat of a check")


def _must_be_seated(seats: list[str], seat: str, what: str) -> None:
    if seat not in seats:
        raise ValueError(f"{what} is {seat!r}; there are {', '.join(seats)}")
