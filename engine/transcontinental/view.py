"""What a seat, or a bystander, may see of a game: everything a picture or a text may show, and no more."""

from __future__ import annotations

from msgspec import Struct

from .components import SlotGroup


class CarGroup(Struct, frozen=True):
    """Cars of one type on the Line or in the Yard; `cubes` are the owners, front to rear."""

    type: str
    cars: int
    slots: int
    """Slots in all; the tender's count for coal on the Line."""
    cubes: tuple[int, ...]
    tender: bool
    """The first slots of this group are the tender's."""


class FaceView(Struct, frozen=True):
    """One face of a development tile, its actions in words."""

    vp: int
    open: tuple[str, ...]
    house: tuple[str, ...]
    left: SlotGroup
    right: SlotGroup


class ClaimView(Struct, frozen=True):
    """A Land Claim Tile on a development."""

    owner: int
    cubes: tuple[int, ...]
    slots: int


class DevelopmentView(Struct, frozen=True):
    """A development tile in its slot. `left`, `right` and `buildings` list owners."""

    slot: str
    side: str
    """`north` or `south` of the track."""
    spaces: tuple[int, int]
    region: str
    id: str
    name: str
    symbols: tuple[str, ...]
    flipped: bool
    undeveloped: FaceView
    developed: FaceView
    left: tuple[int, ...]
    right: tuple[int, ...]
    buildings: tuple[int, ...]
    claims: tuple[ClaimView, ...] = ()

    @property
    def face(self) -> FaceView:
        """The face that lies up."""
        return self.developed if self.flipped else self.undeveloped


class WildernessView(Struct, frozen=True):
    """A wilderness tile."""

    id: int
    colour: str
    kind: str
    cost: int
    vp: int
    bonus: str
    general: str
    indicator: str
    doubled: bool
    """The priority marker points to it."""


class TelegramView(Struct, frozen=True):
    """A telegram on a space."""

    owner: int
    bonus: bool


class SpaceView(Struct, frozen=True):
    """A space of the track, 1 in the East."""

    number: int
    region: str
    touches: tuple[str, ...]
    engine: bool
    railhead: bool
    tile: WildernessView | None
    telegram: TelegramView | None
    stack: tuple[WildernessView, ...] = ()
    """The Pacific stack, top first."""


class PortView(Struct, frozen=True):
    """A port and what its marker shows."""

    resource: str
    space: int
    supply: int


class AllyView(Struct, frozen=True):
    """An ally card."""

    id: str
    name: str
    region: str
    symbol: str
    text: str
    playable: bool = False


class SideView(Struct, frozen=True):
    """What everybody may know of a player, or of the Syndicate."""

    side: int
    syndicate: bool
    score: int
    place: int
    """1 is first in turn order."""
    telegrams_in_hand: int
    bonus_in_hand: int
    telegrams_spent: int
    buildings_left: int
    cubes_left: int
    allies_in_hand: int
    played: tuple[AllyView, ...]
    investments: int
    points: tuple[tuple[str, int], ...]


class WaitingView(Struct, frozen=True):
    """A seat that has yet to choose, and what it is asked."""

    seat: int
    prompt: str
    sealed: bool


class BidView(Struct, frozen=True):
    """A revealed bid: numbers by resource, and the value with doubling."""

    side: int
    cubes: tuple[tuple[str, int], ...]
    value: int
    claimed: tuple[int, ...]


class SoloView(Struct, frozen=True):
    """The Syndicate's deck, and how the player stands."""

    deck: int
    discard: tuple[str, ...]
    spike_kept_back: bool
    ahead: bool


class View(Struct, frozen=True):
    """The whole game as one viewer sees it."""

    viewer: int | None
    seats: int
    sides: tuple[SideView, ...]
    order: tuple[int, ...]
    round: int
    phase: str
    phase_name: str
    direction: int
    """1 Westbound, -1 Eastbound, 0 neither."""
    engine: int
    railhead: int
    last_spike: int | None
    priority: str
    """The resource doubled at the Railhead, "" for none."""
    spaces: tuple[SpaceView, ...]
    to_claim: tuple[WildernessView, ...]
    """Tiles passed at the Railhead that wait to be claimed."""
    bids: tuple[BidView, ...]
    """The bids of this Railhead phase, once revealed."""
    developments: tuple[DevelopmentView, ...]
    ports: tuple[PortView, ...]
    line: tuple[CarGroup, ...]
    yard: tuple[CarGroup, ...]
    shop: tuple[tuple[str, tuple[str, str], int], ...]
    """Train tiles left: kind, faces, number."""
    terminal: tuple[int, ...]
    """Buildings on the Western Terminal, by side."""
    railyard: tuple[int, ...]
    """Buildings on the Eastern Railyard, by side."""
    decks: tuple[tuple[str, int, int], ...]
    """Ally decks: region, cards left, points of the depleted card."""
    investment_deck: int
    waiting: tuple[WaitingView, ...]
    acting: int | None
    """The side whose action turn it is."""
    acting_space: int | None
    used: tuple[str, ...]
    """What the turn has used: ports, slots, the Turn Order Tile."""
    hand: tuple[AllyView, ...]
    """The viewer's unused allies."""
    investments: tuple[tuple[str, int], ...]
    """The viewer's investments: symbol and points."""
    drawn_investments: tuple[str, ...]
    """The two cards of which the viewer keeps one now."""
    solo: SoloView | None
    last_spike_claimed: bool
    final_round: bool
    over: bool
    everyone: tuple[tuple[tuple[AllyView, ...], tuple[str, ...]], ...] = ()
    """After the end: every side's unused allies and investments."""
    drawn_allies: tuple[AllyView, ...] = ()
    """Solo: the two allies of which the viewer keeps one now."""
    ranking: tuple[tuple[int, ...], ...] = ()
    """After the end: places from the first down, each with the seats that share it."""
    won: bool | None = None
    """After a solo game: whether it was won."""
