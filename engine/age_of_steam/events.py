"""What happens in Age of Steam, as data. Sentences for them are in telling.py."""

from __future__ import annotations

from engine.core.event import Event


class SharesIssued(Event, frozen=True, tag="shares_issued", kw_only=True):
    seat: int
    count: int
    cash: int
    shares: int
    """Issued in all."""


class BidMade(Event, frozen=True, tag="bid_made", kw_only=True):
    seat: int
    amount: int


class BidPassed(Event, frozen=True, tag="bid_passed", kw_only=True):
    seat: int


class DroppedOut(Event, frozen=True, tag="dropped_out", kw_only=True):
    """`place` is the position taken in the new player order, `paid` what it cost."""

    seat: int
    place: int
    paid: int


class OrderSet(Event, frozen=True, tag="order_set", kw_only=True):
    order: tuple[int, ...]


class FirstPaid(Event, frozen=True, tag="first_paid", kw_only=True):
    """`paid` may be 0: the seat goes first for nothing."""

    seat: int
    paid: int


class FirstDeclined(Event, frozen=True, tag="first_declined", kw_only=True):
    seat: int


class ActionSelected(Event, frozen=True, tag="action_selected", kw_only=True):
    seat: int
    power: str
    engine: int = 0
    """The locomotive's links afterwards, for Locomotive."""


class ActionsFreed(Event, frozen=True, tag="actions_freed", kw_only=True):
    """Every action has been used: all may be chosen again (Barbados)."""


class CityPlaced(Event, frozen=True, tag="city_placed", kw_only=True):
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
    seat: int
    engine: int


class MovePassed(Event, frozen=True, tag="move_passed", kw_only=True):
    seat: int


class IncomeCollected(Event, frozen=True, tag="income_collected", kw_only=True):
    amounts: tuple[tuple[int, int], ...]


class ExpensesPaid(Event, frozen=True, tag="expenses_paid", kw_only=True):
    """For each seat: what was due, what was paid, and the income lost for the rest."""

    bills: tuple[tuple[int, int, int, int], ...]


class Eliminated(Event, frozen=True, tag="eliminated", kw_only=True):
    seat: int


class IncomeReduced(Event, frozen=True, tag="income_reduced", kw_only=True):
    amounts: tuple[tuple[int, int], ...]
    factor: int = 1


class CubesDrawn(Event, frozen=True, tag="cubes_drawn", kw_only=True):
    """Cubes drawn from the bag: into the seat's hand (Production), or on to a hex."""

    cubes: tuple[str, ...]
    seat: int | None = None
    hex: str = ""
    name: str = ""


class CubePlaced(Event, frozen=True, tag="cube_placed", kw_only=True):
    seat: int
    cube: str
    column: str
    row: int


class CubesReturned(Event, frozen=True, tag="cubes_returned", kw_only=True):
    seat: int
    cubes: tuple[str, ...]


class DiceRolled(Event, frozen=True, tag="dice_rolled", kw_only=True):
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
    turn: int
    turns: int


class SharesBoughtBack(Event, frozen=True, tag="shares_bought_back", kw_only=True):
    """`shares` bought for `paid`; `left` shares could not be paid for (Barbados)."""

    seat: int
    shares: int
    paid: int
    left: int


class TieRolled(Event, frozen=True, tag="tie_rolled", kw_only=True):
    rolls: tuple[tuple[int, int], ...]


class GameEnded(Event, frozen=True, tag="game_ended", kw_only=True):
    ranking: tuple[tuple[int, ...], ...]
    won: bool | None = None
    """Alone, whether the game was won; False also if every railroad is insolvent."""
