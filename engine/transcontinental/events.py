"""What happened, as data; tell.py says it in words. `places` are spaces ("7") and slots ("N2")."""

from __future__ import annotations

from engine.core.event import Event


class PhaseBegan(Event, frozen=True, tag="phase_began", kw_only=True):
    """A phase of a round began; `final` in the Final Round."""

    phase: str
    round: int
    final: bool = False


class TelegramPlaced(Event, frozen=True, tag="telegram_placed", kw_only=True):
    """A telegram was placed on a space."""

    side: int
    space: int
    bonus: bool = False


class Passed(Event, frozen=True, tag="passed", kw_only=True):
    """Places no more telegrams, or leaves one where it is (`space`)."""

    side: int
    space: int = 0


class TurnBegan(Event, frozen=True, tag="turn_began", kw_only=True):
    """The engine reached a telegram: its owner acts there."""

    side: int
    space: int


class TurnEnded(Event, frozen=True, tag="turn_ended", kw_only=True):
    """The action turn at a space is over."""

    side: int
    space: int


class PortRose(Event, frozen=True, tag="port_rose", kw_only=True):
    """A port that nobody used offers more; `supply` is what its marker shows now."""

    resource: str
    supply: int


class Used(Event, frozen=True, tag="used", kw_only=True):
    """An action was taken on something, or a step of a card: `words` says which."""

    side: int
    at: str
    words: str


class Loaded(Event, frozen=True, tag="loaded", kw_only=True):
    """Cubes came onto the train; `where` lists line, line flipped, yard, yard flipped, shop or returned."""

    side: int
    resource: str
    where: tuple[str, ...]


class CubesLeft(Event, frozen=True, tag="cubes_left", kw_only=True):
    """Cubes left the train: traded, paid, or supplied as coal."""

    side: int
    resource: str
    number: int
    reason: str


class Unloaded(Event, frozen=True, tag="unloaded", kw_only=True):
    """Cubes went to a development."""

    side: int
    resource: str
    number: int
    slot: str
    group: str
    by: str
    """`develop`, `join` or `portage`."""
    actor: int | None = None
    """Who develops, if the first cube is another's (Dastardly Developments)."""


class Declined(Event, frozen=True, tag="declined", kw_only=True):
    """An owner leaves all offered cubes on the train, or something offered aside."""

    side: int
    what: str


class Completed(Event, frozen=True, tag="completed", kw_only=True):
    """A development is full; `counts` are the cubes of each side on it, `flipped` if it turns over."""

    slot: str
    development: str
    counts: tuple[int, ...]
    flipped: bool


class Scored(Event, frozen=True, tag="scored", kw_only=True):
    """Points were scored; `reason` is one of the parts of the score."""

    side: int
    points: int
    reason: str


class Built(Event, frozen=True, tag="built", kw_only=True):
    """A building was placed; `moved_from` if it stood elsewhere before."""

    side: int
    place: str
    moved_from: str = ""


class NotBuilt(Event, frozen=True, tag="not_built", kw_only=True):
    """A building could not be placed."""

    side: int
    place: str
    full: bool = False
    """No more of the side's buildings may stand there."""


class CubeReused(Event, frozen=True, tag="cube_reused", kw_only=True):
    """A side without cubes took one back from elsewhere to load it."""

    side: int
    place: str


class AllyDrawn(Event, frozen=True, tag="ally_drawn", kw_only=True):
    """Everybody sees the deck; only the drawer the card (a second event with an audience)."""

    side: int
    deck: str
    card: str = ""


class AllyPlayed(Event, frozen=True, tag="ally_played", kw_only=True):
    """An ally card is used; `option` is its branch, 1 or 2."""

    side: int
    card: str
    option: int


class ConditionTested(Event, frozen=True, tag="condition_tested", kw_only=True):
    """The IF of a card was looked at."""

    side: int
    words: str
    holds: bool


class Surveyed(Event, frozen=True, tag="surveyed", kw_only=True):
    """The side became the first player."""

    side: int


class Supplied(Event, frozen=True, tag="supplied", kw_only=True):
    """A resupply added cars to the Line."""

    side: int
    resource: str
    cars: int
    cubes: int
    coal: int
    from_shop: bool


class NoResupply(Event, frozen=True, tag="no_resupply", kw_only=True):
    """There was no Resupply, and why."""

    reason: str


class HasChosen(Event, frozen=True, tag="has_chosen", kw_only=True):
    """A hidden choice was made; what it is, nobody is told."""

    side: int
    what: str


class BidsRevealed(Event, frozen=True, tag="bids_revealed", kw_only=True):
    """All bids of the Railhead: cubes by rail resource for each side, their values, and the sum."""

    bids: tuple[tuple[int, ...], ...]
    values: tuple[int, ...]
    total: int
    doubled: str


class Advanced(Event, frozen=True, tag="advanced", kw_only=True):
    """The railhead went on over these wilderness tiles."""

    tiles: tuple[int, ...]
    railhead: int


class TileClaimed(Event, frozen=True, tag="tile_claimed", kw_only=True):
    """A wilderness tile was claimed for its points."""

    side: int
    tile: int
    vp: int


class SpikeMoved(Event, frozen=True, tag="spike_moved", kw_only=True):
    """The Last Spike moved East by so many spaces."""

    space: int
    steps: int


class PriorityMoved(Event, frozen=True, tag="priority_moved", kw_only=True):
    """The priority marker points to a tile; its resource counts double."""

    tile: int
    resource: str


class FinalRoundSet(Event, frozen=True, tag="final_round_set", kw_only=True):
    """The Last Spike is claimed; of the wilderness only the Pacific tiles are left for the Final Round."""

    railhead: int


class InvestmentDrawn(Event, frozen=True, tag="investment_drawn", kw_only=True):
    """Cards drawn or kept; the cards only for their owner."""

    side: int
    cards: tuple[str, ...]
    kept: bool = False


class ClaimStaked(Event, frozen=True, tag="claim_staked", kw_only=True):
    """A Land Claim Tile was laid on a development, with so many cubes."""

    side: int
    slot: str
    cubes: int


class ClaimCompleted(Event, frozen=True, tag="claim_completed", kw_only=True):
    """A Land Claim Tile is full."""

    side: int
    slot: str


class SyndicateDrew(Event, frozen=True, tag="syndicate_drew", kw_only=True):
    """The Syndicate drew cards, and what for."""

    cards: tuple[str, ...]
    purpose: str


class SyndicateMoved(Event, frozen=True, tag="syndicate_moved", kw_only=True):
    """The Syndicate's telegram moved to a space, or stayed."""

    space: int
    moved: bool


class SyndicateTraded(Event, frozen=True, tag="syndicate_traded", kw_only=True):
    """The Syndicate traded a cube for others."""

    resource: str
    to: tuple[str, ...]


class Assigned(Event, frozen=True, tag="assigned", kw_only=True):
    """Final Scoring: the best use of a side's buildings and allies, found for it."""

    side: int
    completed: tuple[tuple[str, int, int], ...]
    """Investments: symbol, buildings and allies removed for it."""
    pairs: tuple[str, ...]
    """Symbols of the other allies that were paired with a building."""


class Finished(Event, frozen=True, tag="finished", kw_only=True):
    """The game is over, in a sentence."""

    sentence: str
