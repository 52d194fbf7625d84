"""Every kind of decision in Lost Atlas, in the order in which a game meets them."""

from __future__ import annotations

from typing import Annotated

from engine.core.action import Action, field

# --- building the map -------------------------------------------------------------------------


class PlacePiece(Action, frozen=True, tag="place"):
    """Place the map piece that you drew."""

    hex: Annotated[str, field("The hex where the piece's first cell comes to lie.")]
    rotation: Annotated[int, field("Turns of 60 degrees clockwise.", prefix="r")]


class PlaceCapital(Action, frozen=True, tag="capital"):
    """Make a basic city a capital."""

    hex: Annotated[str, field("The basic city.")]


class Restart(Action, frozen=True, tag="restart"):
    """Begin the map anew, since the piece has no legal place."""


class PlaceBlank(Action, frozen=True, tag="blank"):
    """Lay a single blank hex beside a minor company's home."""

    hex: Annotated[str, field("Where to lay it.")]


# --- stock rounds -----------------------------------------------------------------------------


class Bid(Action, frozen=True, tag="bid"):
    """Start an auction for a minor company, or raise the bid."""

    amount: Annotated[int, field("Your bid, in steps of 5.")]


class Launch(Action, frozen=True, tag="launch"):
    """Choose the minor company that you launch with your winning bid."""

    company: Annotated[str, field("One of the available charters.")]
    home: Annotated[str | None, field("Adaptive's home: an empty basic city.")] = None


class Sell(Action, frozen=True, tag="sell"):
    """Sell shares of one company."""

    company: Annotated[str, field("Whose shares.")]
    count: Annotated[int, field("How many shares.")] = 1


class BuyShare(Action, frozen=True, tag="buy"):
    """Buy one share."""

    company: Annotated[str, field("Whose share.")]
    source: Annotated[str, field("From the company's treasury or from the bank pool.")]


class Pass(Action, frozen=True, tag="pass"):
    """Pass."""


class Done(Action, frozen=True, tag="done"):
    """End your turn."""


# --- operating rounds -------------------------------------------------------------------------


class Issue(Action, frozen=True, tag="issue"):
    """Issue one share to the bank pool; the price falls one step."""


class Redeem(Action, frozen=True, tag="redeem"):
    """Take one share back from the bank pool into the treasury."""


class Lay(Action, frozen=True, tag="lay"):
    """Lay or upgrade a track tile."""

    hex: Annotated[str, field("Where to lay it.")]
    tile: Annotated[str, field("The track tile.")]
    rotation: Annotated[int, field("Turns of 60 degrees clockwise.", prefix="r")]


class PlaceHub(Action, frozen=True, tag="hub"):
    """Place a hub token in a city."""

    hex: Annotated[str, field("The city.")]
    stop: Annotated[int, field("Which of the hex's stops, from 0.")] = 0


class PlaceSuburb(Action, frozen=True, tag="suburb"):
    """Place a suburb token on a basic city; it adds 10 for each of your trains that stops there."""

    hex: Annotated[str, field("The basic city.")]


class Run(Action, frozen=True, tag="run"):
    """Run the trains: `best`, `local`, or your own routes (`3:G7-H8-J9` for each train)."""

    routes: Annotated[tuple[str, ...], field("best, local, or a route for each train.")] = ("best",)


class PayOut(Action, frozen=True, tag="pay"):
    """Pay the earnings out to the shareholders."""


class Withhold(Action, frozen=True, tag="withhold"):
    """Keep the earnings in the treasury; the price falls one step."""


class BuyTrain(Action, frozen=True, tag="train"):
    """Buy a train."""

    source: Annotated[str, field("The stack, the bank pool (pool), or the company that sells it.")]
    train: Annotated[str, field("Which train.")]
    price: Annotated[int, field("What the company pays.")]
    trade_in: Annotated[str | None, field("The train turned in for a cheaper infinity train.")] = None


class Discard(Action, frozen=True, tag="discard"):
    """Give up a train above the limit to the bank pool."""

    company: Annotated[str, field("The company above its limit.")]
    train: Annotated[str, field("The train it gives up.")]


class Bankrupt(Action, frozen=True, tag="bankrupt"):
    """Declare bankruptcy: the mandatory train cannot be paid for."""

    final = True


class Answer(Action, frozen=True, tag="answer"):
    """Say whether you agree to what another president proposes."""

    agree: Annotated[bool, field("Do you agree?")]


# --- merger rounds ----------------------------------------------------------------------------


class Propose(Action, frozen=True, tag="merge"):
    """Propose a merger with another minor company."""

    partner: Annotated[str, field("The minor to merge with.")]


class Form(Action, frozen=True, tag="form"):
    """Choose the major corporation that two merging minors become."""

    name: Annotated[str, field("One of the two identities of a free charter.")]


class KeepHub(Action, frozen=True, tag="keep"):
    """Choose which of two hubs on one tile stays; the other returns as a free hub."""

    hex: Annotated[str, field("The tile with two hubs.")]
    stop: Annotated[int, field("The stop whose hub stays.")]


ACTIONS: tuple[type[Action], ...] = (
    PlacePiece,
    PlaceCapital,
    Restart,
    PlaceBlank,
    Bid,
    Launch,
    Sell,
    BuyShare,
    Pass,
    Done,
    Issue,
    Redeem,
    Lay,
    PlaceHub,
    PlaceSuburb,
    Run,
    PayOut,
    Withhold,
    BuyTrain,
    Discard,
    Bankrupt,
    Answer,
    Propose,
    Form,
    KeepHub,
)
