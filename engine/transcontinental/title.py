"""The title: options, how a game begins, and what the house may know of it beforehand."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.title import Options, Title

from . import reports
from .actions import ACTIONS
from .autoplayer import autoplay
from .components import DataError, box_with
from .game import Transcontinental, advance
from .orders import ORDERS
from .overrides import from_environment
from .phases.allies import draw_ally
from .phases.investments import deal, deal_solo
from .phases.syndicate_turn import set_up
from .procedure import Run
from .setup import new_state
from .state import Play
from .topics import rules

_WRONG = "wrong"


def owners_components() -> str:
    """The owner's own component values for games opened from now on, as JSON; "" for none.

    Data that makes no sense does not stop the house: opening a game then says what is wrong.
    """
    try:
        return from_environment()
    except DataError as error:
        return json.dumps({_WRONG: list(error.problems)}, ensure_ascii=False)


class TranscontinentalOptions(Options, frozen=True):
    """Variants. One player alone plays against the Syndicate."""

    land_claim: Annotated[
        bool,
        Meta(description="Land Claim Tiles: a variant for two players.", extra={"called": "Land Claim"}),
    ] = False
    dastardly: Annotated[
        bool,
        Meta(
            description="Dastardly Developments: a Develop may begin with anybody's cube.",
            extra={"called": "Dastardly Developments"},
        ),
    ] = False
    components: Annotated[
        str, Meta(description="Component values of your own, kept with the game.", extra={"asked": False})
    ] = msgspec.field(default_factory=owners_components)


def start(options: Options, seats: int, chance: Chance) -> Transcontinental:
    """A new game. Raises IllegalMove if the options do not fit the number of seats or the data is wrong."""
    assert isinstance(options, TranscontinentalOptions)
    if seats not in seats_of(options):
        raise IllegalMove(
            "The Land Claim variant is for two players."
            if options.land_claim
            else "The Transcontinental is for one to four players."
        )
    if options.components:
        read = json.loads(options.components)
        if _WRONG in read:
            raise IllegalMove("The folder ROUNDHOUSE_DATA cannot be used. " + " ".join(read[_WRONG]))
        try:
            box_with(options.components)
        except DataError as error:
            raise IllegalMove(f"The game's own components cannot be used. {error}") from None
    state = new_state(
        chance,
        seats,
        land_claim=options.land_claim,
        dastardly=options.dastardly,
        components=options.components,
    )
    game = Transcontinental(state, chance)
    begin(Run(state, chance))
    return game


def begin(run: Run) -> None:
    """First allies and investments, then the first round. Rules: Player Area Setup; Solo Mode, Setup."""
    state, limits = run.state, run.box.limits
    run.push(Play())
    for side in state.order:
        if side < state.seats:
            for _ in range(limits.start_allies):
                # Against the Syndicate too, which has six cards to begin with (RULINGS.md A49).
                draw_ally(run, side, limits.start_ally_region, plainly=True)
    if state.solo:
        deal_solo(run)
        set_up(run)
    else:
        deal(run)
    advance(run)


def seats_of(options: Options) -> range:
    """How many may play."""
    assert isinstance(options, TranscontinentalOptions)
    return range(2, 3) if options.land_claim else range(1, 5)


TITLE = Title(
    id="transcontinental",
    name="The Transcontinental",
    command="rail",
    options=TranscontinentalOptions,
    actions=ACTIONS,
    game=Transcontinental,
    start=start,
    seats=seats_of,
    rules_version=1,
    reports=reports.KINDS,
    rules=rules,
    autoplay=autoplay,
    orders=ORDERS,
    blurb="Share one train across Canada: telegrams, developments, and sealed bids for the Railhead.",
)
