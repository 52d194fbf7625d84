"""What is printed on the components: one struct a kind of row of data/*.toml, and the Box that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from .card_text import Clause, Step, Vocabulary

WILD = "wild"
TERMINAL = "terminal"
RAILYARD = "railyard"
TURN_ORDER = "turn_order_tile"


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every row has: where its facts come from."""

    source: Literal["rulebook", "reconstructed", "owner"]
    rulebook_facts: tuple[str, ...] = ()
    public_facts: tuple[str, ...] = ()
    note: str = ""


class Component(Row, frozen=True, kw_only=True):
    """How many pieces of a kind are in the box, or in each colour."""

    id: str
    count: int
    per_colour: int = 0


class Resource(Row, frozen=True, kw_only=True):
    """A type of resource; `partner` is the other face of its train tile."""

    id: str
    rail: bool
    port: bool
    partner: str
    alias: str = ""


class Symbol(Row, frozen=True, kw_only=True):
    """A symbol that developments and allies show and investments ask for."""

    id: str
    name: str


class Region(Row, frozen=True, kw_only=True):
    """A region of the track: its first and last space, counted from the East."""

    id: str
    name: str
    order: int
    spaces: tuple[int, int]
    ally_deck: bool


class Space(Row, frozen=True, kw_only=True):
    """A space of the track and what a telegram on it touches."""

    id: int
    region: str
    touches: tuple[str, ...]
    open_at_start: bool


class Slot(Row, frozen=True, kw_only=True):
    """Where a development lies, beside two spaces."""

    id: str
    side: Literal["north", "south"]
    region: str
    spaces: tuple[int, int]


class Port(Row, frozen=True, kw_only=True):
    """A port: cubes offered at the start, at least, at most, after use, and more when unused."""

    resource: str
    space: int
    start: int
    min: int
    max: int
    after_use: int
    unused_step: int


class SpecialTile(Row, frozen=True, kw_only=True):
    """A tile at an end of the track or beside it that is no development."""

    id: str
    name: str
    end: str = ""
    symbols: tuple[str, ...] = ()
    gained_by: str = ""
    building_limit_per_player: int = 0
    space: int = 0
    actions: tuple[str, ...] = ()


class Tender(Row, frozen=True, kw_only=True):
    """The slots of the tender, in front of the Line."""

    slots: int
    accepts: str


class TrainTile(Row, frozen=True, kw_only=True):
    """A kind of car tile: its two faces, slots for cubes, and copies."""

    id: str
    faces: tuple[str, str]
    slots: int
    count: int


class LineAtStart(Row, frozen=True, kw_only=True):
    """The cars of the Line at the start, front to rear."""

    cars: tuple[str, ...]


class SetupFor(Row, frozen=True, kw_only=True):
    """What the number of players decides."""

    players: int
    bonus_telegrams: int
    remove_wilderness: tuple[int, ...]
    buildings_for_completion: Literal["top_one", "top_two"]


class PlayerLimits(Row, frozen=True, kw_only=True):
    """What every player has and may have."""

    telegrams: int
    buildings: int
    cubes: int
    start_allies: int
    start_ally_region: str
    investments_drawn: int
    investments_kept: int
    ally_cards_played_per_turn: int


class Points(Row, frozen=True, kw_only=True):
    """Points that stand on no card."""

    development_other_contributors: int
    resupply: int
    resupply_per_cube_from_yard: int
    unused_ally_with_building: int
    land_claim_completed: int


class LandClaim(Row, frozen=True, kw_only=True):
    """A Land Claim Tile's slots."""

    slots: int
    accepts: str


class Wilderness(Row, frozen=True, kw_only=True):
    """A wilderness tile: `cost` to pass it, what claiming it and passing it bring."""

    id: int
    colour: Literal["", "yellow", "green", "blue"]
    kind: Literal["railhead", "plain", "last_spike", "pacific"]
    cost: int
    vp: int
    bonus: Literal["", "telegram", "first_player", "western_terminal"]
    general: Literal["", "ally", "investment"]
    indicator: str
    removable: bool


class SlotGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """The resource slots on one side (left or right) of a tile's face; `slots` 0 is no group."""

    accepts: str
    slots: int


class Face(Struct, frozen=True):
    """One face of a development tile, its action strings read."""

    open: tuple[Step, ...]
    house: tuple[Step, ...]
    left: SlotGroup
    right: SlotGroup
    vp: int

    def group(self, side: str) -> SlotGroup:
        """The slots of one side."""
        return self.left if side == "left" else self.right


class DevelopedRow(Struct, frozen=True, forbid_unknown_fields=True):
    """The developed face of a development, as written in the file."""

    open: tuple[str, ...]
    house: tuple[str, ...]
    left: SlotGroup
    right: SlotGroup
    vp: int


class DevelopmentRow(Row, frozen=True, kw_only=True):
    """A development tile, as written in the file."""

    id: str
    name: str
    region: str
    symbols: tuple[str, ...]
    vp: int
    left: SlotGroup
    right: SlotGroup
    open: tuple[str, ...]
    developed: DevelopedRow
    fixed_side: Literal["", "north", "south"] = ""


class AllyRow(Row, frozen=True, kw_only=True):
    """An ally card, as written in the file."""

    id: str
    name: str
    region: str
    symbol: str
    text: str


class SyndicateRow(Row, frozen=True, kw_only=True):
    """A card of the Syndicate."""

    id: str
    name: str


class DepletedRow(Row, frozen=True, kw_only=True):
    """The points of the card under a region's ally deck."""

    region: str
    vp: int


class Investment(Row, frozen=True, kw_only=True):
    """An investment card: what completes it, and its points."""

    symbol: str
    copies: int
    vp: int
    buildings: int
    max_allies: int


class Development(Struct, frozen=True):
    """A development tile: where it may lie, its symbols, and its two faces."""

    id: str
    name: str
    region: str
    symbols: tuple[str, ...]
    undeveloped: Face
    developed: Face
    fixed_side: str

    def face(self, flipped: bool) -> Face:
        """The face that lies up."""
        return self.developed if flipped else self.undeveloped


class Ally(Struct, frozen=True):
    """An ally card with its text read into clauses."""

    id: str
    name: str
    region: str
    symbol: str
    text: str
    clauses: tuple[Clause, ...]


class Box(Struct, frozen=True):
    """All components of the game."""

    resources: dict[str, Resource]
    symbols: dict[str, Symbol]
    regions: dict[str, Region]
    spaces: dict[int, Space]
    slots: dict[str, Slot]
    ports: dict[str, Port]
    special: dict[str, SpecialTile]
    tender: Tender
    train_tiles: dict[str, TrainTile]
    line_at_start: tuple[str, ...]
    setups: dict[int, SetupFor]
    limits: PlayerLimits
    points: Points
    land_claim: LandClaim
    wilderness: dict[int, Wilderness]
    developments: dict[str, Development]
    allies: dict[str, Ally]
    syndicate: tuple[str, ...]
    depleted: dict[str, int]
    investments: dict[str, Investment]
    tile_of: dict[str, str]
    """Which double-sided train tile has this resource on a face."""

    @property
    def rail(self) -> tuple[str, ...]:
        """The resources that may be bid at the Railhead, in the order of the Railhead tile."""
        return tuple(each.id for each in self.resources.values() if each.rail)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that action strings may use."""
        return Vocabulary(tuple(self.resources), tuple(self.regions))

    @property
    def last_space(self) -> int:
        """The westernmost space; the Pacific stack starts there."""
        return max(self.spaces)

    @property
    def railhead_start(self) -> int:
        """The space on which the Railhead tile starts: the first that is not open."""
        return min(space.id for space in self.spaces.values() if not space.open_at_start)

    @property
    def last_spike(self) -> int:
        """The number of the Last Spike tile."""
        return next(tile.id for tile in self.wilderness.values() if tile.kind == "last_spike")

    def deck_of(self, region: str) -> str:
        """The ally deck for a region; regions without their own use the first players' deck (Lowlands)."""
        return region if self.regions[region].ally_deck else self.limits.start_ally_region

    def symbols_of(self, place: str, development: str = "") -> tuple[str, ...]:
        """The symbols for a building at the terminal, the railyard, or on a development."""
        if place == TERMINAL:
            return self.special["western_terminal"].symbols
        if place == RAILYARD:
            return self.special["eastern_railyard"].symbols
        return self.developments[development].symbols


class DataError(Exception):
    """The components make no sense; `problems` are sentences that say what is wrong and where."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = tuple(problems)
