"""Every decision of a player, as an action. The docstrings are what players read."""

from __future__ import annotations

from typing import Annotated

from engine.core.action import Action, field


class Keep(Action, frozen=True, tag="keep"):
    """Keep one of the two cards you drew, hidden."""

    sealed = True
    card: Annotated[str, field("The card to keep; redraw returns two equal investments for another.")]


class Place(Action, frozen=True, tag="place"):
    """Place a regular telegram on a space of the open track."""

    space: Annotated[int, field("The space, counted from 1 in the East.")]


class Pass(Action, frozen=True, tag="pass"):
    """Place no more telegrams this phase, or leave your telegram where it is."""


class Load(Action, frozen=True, tag="load"):
    """Load a port's supply."""

    port: Annotated[str, field("The port's resource.")]


class Acquire(Action, frozen=True, tag="acquire"):
    """Load resources of one type."""

    at: Annotated[str, field("The development's slot, or card.")]
    resource: Annotated[str, field("The type to load.")]


class Produce(Action, frozen=True, tag="produce"):
    """Load what a development of yours produces."""

    at: Annotated[str, field("The development's slot.")]
    resource: Annotated[str, field("The type it produces.")]


class Trade(Action, frozen=True, tag="trade"):
    """Exchange your cubes of one type for as many of another."""

    at: Annotated[str, field("The development's slot, or card.")]
    give: Annotated[str, field("The type to give.")]
    get: Annotated[str, field("The type to get.")]
    amount: Annotated[int, field("How many.")]


class Develop(Action, frozen=True, tag="develop"):
    """Unload from the Line onto one side of a development; owners of cubes behind yours may join."""

    tile: Annotated[str, field("The development's slot.")]
    side: Annotated[str, field("left, right, or claim for your Land Claim Tile.")]
    resource: Annotated[str, field("The type to unload.")]
    first: Annotated[int, field("Position in the queue of the first cube, from 1 at the front.")]


class Portage(Action, frozen=True, tag="portage"):
    """Unload your own cube from Line or Yard onto any development."""

    at: Annotated[str, field("The development's slot whose action it is, or card.")]
    resource: Annotated[str, field("The type to unload.")]
    tile: Annotated[str, field("The slot of the development that receives it.")]
    side: Annotated[str, field("left, right, or claim for your Land Claim Tile.")]
    amount: Annotated[int, field("How many cubes.")] = 1


class CallAlly(Action, frozen=True, tag="ally"):
    """Draw an ally card."""

    at: Annotated[str, field("The development's slot, or card; if a deck is empty, points or a region.")]


class Wire(Action, frozen=True, tag="telegram"):
    """Place an unused telegram, regular or bonus, on the open track."""

    at: Annotated[str, field("The development's slot, card, or railhead.")]
    space: Annotated[int | None, field("The space; - if nothing can be placed.")]
    telegram: Annotated[str, field("regular or bonus.")] = "regular"


class Survey(Action, frozen=True, tag="survey"):
    """Become the first player."""

    at: Annotated[str, field("The development's slot, turn_order_tile, or card.")]


class Resupply(Action, frozen=True, tag="resupply"):
    """Let the player with most coal in the tender add cars to the Line."""

    at: Annotated[str, field("The development's slot, or card.")]


class PlayAlly(Action, frozen=True, tag="play"):
    """Play an ally card from your hand."""

    card: Annotated[str, field("The card.")]
    option: Annotated[int, field("Which of the card's alternatives, from 1.")] = 1


class End(Action, frozen=True, tag="end"):
    """End your action turn."""


class Skip(Action, frozen=True, tag="skip"):
    """Leave out what is offered, or the rest of a card."""


class Join(Action, frozen=True, tag="join"):
    """Say how many of your cubes you unload together with the Develop."""

    cubes: Annotated[int, field("How many of your next cubes to unload.")]


class Choose(Action, frozen=True, tag="cubes"):
    """Choose which of your cubes leave the train."""

    which: Annotated[
        tuple[str, ...], field("Places in the queue: l1 is the front on the Line, y1 in the Yard.")
    ]


class AddCars(Action, frozen=True, tag="add"):
    """Supply coal and add cars to the Line."""

    resource: Annotated[str, field("The type of cars to add.")]


class Bid(Action, frozen=True, tag="bid"):
    """Bid rail resources from the Line, hidden, to advance the Railhead."""

    sealed = True
    navvies: Annotated[int, field("How many navvies.")] = 0
    steel: Annotated[int, field("How much steel.")] = 0
    wood: Annotated[int, field("How much wood.")] = 0


class ClaimTile(Action, frozen=True, tag="claim"):
    """Claim a wilderness tile that the Railhead has passed."""

    tile: Annotated[int, field("The tile's number.")]


class Recall(Action, frozen=True, tag="recall"):
    """Take back one of your own cubes or buildings, as you have none left."""

    place: Annotated[str, field("Where it is: N3, terminal or railyard; a cube: N3/left or line/wood/2.")]


class Stake(Action, frozen=True, tag="stake"):
    """Put your Land Claim Tile on the completed development instead of scoring for it."""


class Resign(Action, frozen=True, tag="resign"):
    """Accept a humiliating defeat: the Last Spike has reached the Prairies."""

    final = True


ACTIONS: tuple[type[Action], ...] = (
    Keep,
    Place,
    Pass,
    Load,
    Acquire,
    Produce,
    Trade,
    Develop,
    Portage,
    CallAlly,
    Wire,
    Survey,
    Resupply,
    PlayAlly,
    End,
    Skip,
    Join,
    Choose,
    AddCars,
    Bid,
    ClaimTile,
    Recall,
    Stake,
    Resign,
)

SymbolAction = Acquire | Produce | Trade | Portage | CallAlly | Wire | Survey | Resupply
"""What an action symbol lets a side do: `at` is the thing that shows the symbol."""
