"""What happens in Age of Steam, as data. Sentences for them are in telling.py."""

from __future__ import annotations

from engine.core.event import Event


class SharesIssued(Event, frozen=True, tag="shares_issued", kw_only=True):
    """Shares were issued, or none; `cash` is what the seat has now."""

    seat: int
    count: int
    cash: int
    shares: int
    """Issued in all."""


class BidMade(Event, frozen=True, tag="bid_made", kw_only=True):
    """A bid for the place in the player order, in dollars."""

    seat: int
    amount: int


class BidPassed(Event, frozen=True, tag="bid_passed", kw_only=True):
    """The Turn Order action let its player stay in the auction without a bid."""

    seat: int


class DroppedOut(Event, frozen=True, tag="dropped_out", kw_only=True):
    """`place` is the position taken in the new player order, `paid` what it cost."""

    seat: int
    place: int
    paid: int


class OrderSet(Event, frozen=True, tag="order_set", kw_only=True):
    """The new player order, first to last."""

    order: tuple[int, ...]


class FirstPaid(Event, frozen=True, tag="first_paid", kw_only=True):
    """`paid` may be 0: the seat goes first for nothing."""

    seat: int
    paid: int


class FirstDeclined(Event, frozen=True, tag="first_declined", kw_only=True):
    """The seat would not pay to go first (St. Lucia)."""

    seat: int


class ActionSelected(Event, frozen=True, tag="action_selected", kw_only=True):
    """An action was chosen for this turn; `power` is its id."""

    seat: int
    power: str
    engine: int = 0
    """The locomotive's links afterwards, for Locomotive."""


class ActionsFreed(Event, frozen=True, tag="actions_freed", kw_only=True):
    """Every action has been used: all may be chosen again (Barbados)."""


class CityPlaced(Event, frozen=True, tag="city_placed", kw_only=True):
    """A New City was placed on a Town; `letter` names it, `colour` is what it accepts."""

    seat: int
    hex: str
    name: str
    letter: str
    colour: str
    removed: str = ""
    """The tile that lay there."""
    returned: tuple[str, ...] = ()
    """Cubes of the Town that went back to the bag."""
    claimed: tuple[tuple[str, int, int], ...] = ()
    """Unowned track that the city finishes and that became the builder's."""


class TrackBuilt(Event, frozen=True, tag="track_built", kw_only=True):
    """`price` is the full price, `paid` what was paid. `claimed`: unowned track that became the builder's."""

    seat: int
    hex: str
    name: str
    tile: str
    rotation: int
    mode: str
    price: int
    paid: int
    claimed: tuple[tuple[str, int, int], ...] = ()
    completed: tuple[tuple[str, str], ...] = ()
    """Links that this completed, by their stops."""


class LinkBuilt(Event, frozen=True, tag="link_built", kw_only=True):
    """A link that is bought as a whole was built (Germany)."""

    seat: int
    link: str
    between: tuple[str, str]
    paid: int


class Transcontinental(Event, frozen=True, tag="transcontinental", kw_only=True):
    """The coasts are joined; `gains` lists seats with their income (Western U.S.)."""

    gains: tuple[tuple[int, int], ...]


class TrackAbandoned(Event, frozen=True, tag="track_abandoned", kw_only=True):
    """Unfinished track that lost its owner: hexes and ends."""

    seat: int
    tracks: tuple[tuple[str, int, int], ...]


class BuildingDone(Event, frozen=True, tag="building_done", kw_only=True):
    """The seat builds no more this turn."""

    seat: int


class CubeMoved(Event, frozen=True, tag="cube_moved", kw_only=True):
    """`stops`: where it came from and every stop after. `gains`: income by seat, bonuses included."""

    seat: int
    cube: str
    stops: tuple[str, ...]
    gains: tuple[tuple[int, int], ...]
    bonus: tuple[tuple[int, int], ...] = ()
    """The part of the gains that is a bonus of the map."""
    gone: bool = False
    """Whether it left the game instead of going back to the bag."""


class LocomotiveAdvanced(Event, frozen=True, tag="locomotive_advanced", kw_only=True):
    """Instead of moving a cube; `engine` is the number of links it now reaches."""

    seat: int
    engine: int


class MovePassed(Event, frozen=True, tag="move_passed", kw_only=True):
    """The seat moves no cube in this round."""

    seat: int


class IncomeCollected(Event, frozen=True, tag="income_collected", kw_only=True):
    """Dollars by seat."""

    amounts: tuple[tuple[int, int], ...]


class ExpensesPaid(Event, frozen=True, tag="expenses_paid", kw_only=True):
    """For each seat: what was due, what was paid, and the income lost for the rest."""

    bills: tuple[tuple[int, int, int, int], ...]


class Eliminated(Event, frozen=True, tag="eliminated", kw_only=True):
    """The seat could not pay, not even with its income, and is out."""

    seat: int


class IncomeReduced(Event, frozen=True, tag="income_reduced", kw_only=True):
    """Income lost by seat; `factor` 2 where the map doubles it."""

    amounts: tuple[tuple[int, int], ...]
    factor: int = 1


class CubesDrawn(Event, frozen=True, tag="cubes_drawn", kw_only=True):
    """Cubes drawn from the bag: into the seat's hand (Production), or on to a hex."""

    cubes: tuple[str, ...]
    seat: int | None = None
    hex: str = ""
    name: str = ""


class CubePlaced(Event, frozen=True, tag="cube_placed", kw_only=True):
    """Production: a cube was put into a box of the Goods Display; row 1 is the top."""

    seat: int
    cube: str
    column: str
    row: int


class CubesReturned(Event, frozen=True, tag="cubes_returned", kw_only=True):
    """Production: cubes for which there was no box went back to the bag."""

    seat: int
    cubes: tuple[str, ...]


class DiceRolled(Event, frozen=True, tag="dice_rolled", kw_only=True):
    """The dice of one section of the Goods Display."""

    section: str
    values: tuple[int, ...]


class GoodsGrew(Event, frozen=True, tag="goods_grew", kw_only=True):
    """Cubes that moved from a column of the display to its city."""

    column: str
    hex: str
    name: str
    dice: int
    cubes: tuple[str, ...]


class TurnBegan(Event, frozen=True, tag="turn_began", kw_only=True):
    """A turn of so many began."""

    turn: int
    turns: int


class SharesBoughtBack(Event, frozen=True, tag="shares_bought_back", kw_only=True):
    """`shares` bought for `paid`; `left` shares could not be paid for (Barbados)."""

    seat: int
    shares: int
    paid: int
    left: int


class TieRolled(Event, frozen=True, tag="tie_rolled", kw_only=True):
    """A tie at the end was broken by dice: seats with what they rolled."""

    rolls: tuple[tuple[int, int], ...]


class GameEnded(Event, frozen=True, tag="game_ended", kw_only=True):
    """The final ranking; seats that tie share a place."""

    ranking: tuple[tuple[int, ...], ...]
    won: bool | None = None
    """Alone, whether the game was won; False also if every railroad is insolvent."""
