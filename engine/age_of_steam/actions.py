"""The decisions of Age of Steam, as actions. Hexes are named as on the picture."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import force_setattr

from engine.core.action import Action, field

OFFERED: dict[str, str] = {
    "first_move": "First Move",
    "first_build": "First Build",
    "engineer": "Engineer",
    "locomotive": "Locomotive",
    "urbanization": "Urbanization",
    "production": "Production",
    "turn_order": "Turn Order",
}
"""The actions of phase III and their printed names."""


class Issue(Action, frozen=True, tag="issue"):
    """Issue shares: $5 each now, $1 a turn each from now on, and each tells against you at the end."""

    count: Annotated[int, field("How many shares to issue.")]


class Bid(Action, frozen=True, tag="bid"):
    """Bid for player order."""

    amount: Annotated[int, field("Your whole bid in dollars.")]


class Pass(Action, frozen=True, tag="pass"):
    """Pass once and stay in the bidding, by the Turn Order action."""


class Drop(Action, frozen=True, tag="drop"):
    """Drop out of the bidding and take the last free place."""


class GoFirst(Action, frozen=True, tag="pay"):
    """Pay to be first in player order (St. Lucia)."""


class Decline(Action, frozen=True, tag="decline"):
    """Do not pay to be first in player order (St. Lucia)."""


class Select(Action, frozen=True, tag="select"):
    """Choose one of the special actions for this turn."""

    power: Annotated[str, field("The action to choose.")]


class Urbanise(Action, frozen=True, tag="urbanise"):
    """Place a New City on a Town, before building track."""

    hex: Annotated[str, field("The Town's hex.")]
    city: Annotated[str, field("The New City's letter.")]


class Build(Action, frozen=True, tag="build"):
    """Place, replace or redirect a track tile."""

    hex: Annotated[str, field("The hex to build in.")]
    tile: Annotated[str, field("The tile.")]
    rotation: Annotated[int, field("How far the tile is turned, in sixths clockwise.", prefix="r")]


class BuildLink(Action, frozen=True, tag="link"):
    """Build a direct link between two neighbouring cities (Germany)."""

    link: Annotated[str, field("The link to build.")]


class Favour(Action, frozen=True, tag="favour"):
    """Say which two railroads share the transcontinental bonus (Western U.S.)."""

    railroads: Annotated[tuple[str, ...], field("The two railroads, such as P1,P3.")]

    def __post_init__(self) -> None:
        """Neither their order nor letter case says anything: they are kept as P1,P3."""
        force_setattr(self, "railroads", tuple(sorted(each.upper() for each in self.railroads)))


class Done(Action, frozen=True, tag="done"):
    """Finish building track for this turn."""


class Move(Action, frozen=True, tag="move"):
    """Move a goods cube along completed links to a city of its colour."""

    origin: Annotated[str, field("The hex where the cube lies.")]
    cube: Annotated[str, field("The cube's colour.")]
    route: Annotated[
        tuple[str, ...],
        field("The stops in order, such as H8,K5. G7:P2 means P2's link where several lead to G7."),
    ]
    bonus: Annotated[
        str | None, field("Whose income gets the coast-to-coast bonus, such as P1 (Western U.S.).")
    ] = None


class Locomotive(Action, frozen=True, tag="locomotive"):
    """Advance your locomotive by one link instead of moving a cube."""


class PassMove(Action, frozen=True, tag="stay"):
    """Move no cube and leave the locomotive as it is."""


class Produce(Action, frozen=True, tag="produce"):
    """Place a drawn cube in an empty box of the Goods Display."""

    cube: Annotated[str, field("The cube's colour.")]
    column: Annotated[str, field("The column: light1 to light6, dark1 to dark6, or a New City's letter.")]
    row: Annotated[int, field("The box, counted from the top.")]


class PutBack(Action, frozen=True, tag="putback"):
    """Put the drawn cubes that are left back in the bag."""

    final = True


ACTIONS: tuple[type[Action], ...] = (
    Issue,
    Bid,
    Pass,
    Drop,
    GoFirst,
    Decline,
    Select,
    Urbanise,
    Build,
    BuildLink,
    Favour,
    Done,
    Move,
    Locomotive,
    PassMove,
    Produce,
    PutBack,
)
"""Every kind of action, in the order of play."""
