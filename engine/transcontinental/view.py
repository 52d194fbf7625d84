"""What a seat, or a bystander, may see of a game: everything a picture or a text may show, and no more."""

from __future__ import annotations

from msgspec import Struct

from .components import Face, SlotGroup
from .state import Keeping, Meeting, RailheadPhase, State, Turn, spike_space
from .words import PHASE_NAMES, step_words


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


def make_view(state: State, viewer: int | None, waiting: tuple[WaitingView, ...]) -> View:
    """The game as `viewer` sees it; None is a bystander."""
    box = state.box
    turn = next((frame for frame in reversed(state.stack) if isinstance(frame, Turn)), None)
    keeping = next((frame for frame in state.stack if isinstance(frame, Keeping)), None)
    meeting = next((frame for frame in state.stack if isinstance(frame, Meeting)), None)
    railhead = next((frame for frame in state.stack if isinstance(frame, RailheadPhase)), None)
    revealed = railhead if railhead is not None and railhead.revealed else None
    direction = 1 if state.phase.startswith("westbound") else -1 if state.phase.startswith("eastbound") else 0
    priority = box.wilderness[state.priority].indicator if state.priority else ""
    own = viewer is not None and viewer < state.seats
    return View(
        viewer=viewer,
        seats=state.seats,
        sides=tuple(_side(state, side) for side in range(state.sides)),
        order=tuple(state.order),
        round=state.round,
        phase=state.phase,
        phase_name=PHASE_NAMES[state.phase],
        direction=direction,
        engine=state.engine,
        railhead=state.railhead,
        last_spike=spike_space(state),
        priority=priority,
        spaces=tuple(_space(state, number) for number in sorted(box.spaces)),
        to_claim=tuple(_wilderness(state, tile) for tile in revealed.passed) if revealed else (),
        bids=_bids(state, revealed) if revealed else (),
        developments=tuple(_development(state, slot) for slot in state.tiles),
        ports=tuple(
            PortView(port.resource, port.space, state.ports[port.resource]) for port in box.ports.values()
        ),
        line=tuple(
            CarGroup(
                group.type,
                group.cars,
                group.cars * box.train_tiles[box.tile_of[group.type]].slots
                + (box.tender.slots if group.type == box.tender.accepts else 0),
                tuple(group.cubes),
                group.type == box.tender.accepts,
            )
            for group in state.line
        ),
        yard=tuple(
            CarGroup(
                group.type,
                group.cars,
                group.cars * box.train_tiles[box.tile_of[group.type]].slots,
                tuple(group.cubes),
                False,
            )
            for group in state.yard
        ),
        shop=tuple((kind, box.train_tiles[kind].faces, left) for kind, left in state.shop.items()),
        terminal=tuple(state.terminal),
        railyard=tuple(state.railyard),
        decks=tuple((region, len(cards), box.depleted[region]) for region, cards in state.decks.items()),
        investment_deck=len(state.investment_deck),
        waiting=waiting,
        acting=turn.player if turn else None,
        acting_space=turn.space if turn else None,
        used=tuple(turn.used) if turn else (),
        hand=tuple(
            ally_view(
                state, card, playable=turn is None or turn.player != viewer or card not in turn.acquired
            )
            for card in state.hands[viewer]
        )
        if own and viewer is not None
        else (),
        investments=tuple((card, box.investments[card].vp) for card in state.investments[viewer])
        if own and viewer is not None
        else (),
        drawn_investments=tuple(keeping.drawn[viewer]) if keeping and own and viewer is not None else (),
        solo=_solo(state),
        last_spike_claimed=state.last_spike_claimed,
        final_round=state.final_round,
        over=state.over,
        everyone=tuple(
            (tuple(ally_view(state, card) for card in state.hands[side]), tuple(state.investments[side]))
            for side in range(state.sides)
        )
        if state.over
        else (),
        drawn_allies=tuple(ally_view(state, card) for card in meeting.cards)
        if meeting is not None and meeting.player == viewer
        else (),
    )


def ally_view(state: State, card: str, *, playable: bool = False) -> AllyView:
    """An ally card as shown to whoever may see it."""
    ally = state.box.allies[card]
    return AllyView(ally.id, ally.name, ally.region, ally.symbol, ally.text, playable)


def face_view(face: Face) -> FaceView:
    """A face with its actions in words."""
    return FaceView(
        face.vp,
        tuple(step_words(step) for step in face.open),
        tuple(step_words(step) for step in face.house),
        face.left,
        face.right,
    )


def _side(state: State, side: int) -> SideView:
    return SideView(
        side=side,
        syndicate=state.solo and side > 0,
        score=state.score(side),
        place=state.place_in_order(side) + 1,
        telegrams_in_hand=state.regular[side],
        bonus_in_hand=state.bonus[side],
        telegrams_spent=sum(telegram.owner == side for telegram in state.spent),
        buildings_left=state.buildings[side],
        cubes_left=state.supply[side],
        allies_in_hand=len(state.hands[side]),
        played=tuple(ally_view(state, card) for card in state.played[side]),
        investments=len(state.investments[side]),
        points=tuple(state.points[side].items()),
    )


def _wilderness(state: State, number: int) -> WildernessView:
    tile = state.box.wilderness[number]
    return WildernessView(
        tile.id,
        tile.colour,
        tile.kind,
        tile.cost,
        tile.vp,
        tile.bonus,
        tile.general,
        tile.indicator,
        number == state.priority,
    )


def _space(state: State, number: int) -> SpaceView:
    space = state.box.spaces[number]
    tile = state.wilderness.get(number)
    telegram = state.telegrams.get(number)
    return SpaceView(
        number=number,
        region=space.region,
        touches=space.touches,
        engine=state.engine == number,
        railhead=state.railhead == number,
        tile=_wilderness(state, tile) if tile else None,
        telegram=TelegramView(telegram.owner, telegram.bonus) if telegram else None,
        stack=tuple(_wilderness(state, each) for each in state.pacific)
        if number == state.box.last_space
        else (),
    )


def _development(state: State, slot: str) -> DevelopmentView:
    box = state.box
    tile, place = state.tiles[slot], box.slots[slot]
    kind = box.developments[tile.id]
    return DevelopmentView(
        slot=slot,
        side=place.side,
        spaces=place.spaces,
        region=place.region,
        id=tile.id,
        name=kind.name,
        symbols=kind.symbols,
        flipped=tile.flipped,
        undeveloped=face_view(kind.undeveloped),
        developed=face_view(kind.developed),
        left=tuple(tile.left),
        right=tuple(tile.right),
        buildings=tuple(tile.buildings),
        claims=tuple(
            ClaimView(owner, tuple(claim.cubes), box.land_claim.slots)
            for owner, claim in enumerate(state.claims)
            if claim.slot == slot
        ),
    )


def _bids(state: State, phase: RailheadPhase) -> tuple[BidView, ...]:
    return tuple(
        BidView(
            side,
            tuple(zip(state.box.rail, bid or (), strict=True)) if bid else (),
            phase.values[side],
            tuple(phase.claimed[side]),
        )
        for side, bid in enumerate(phase.bids)
    )


def _solo(state: State) -> SoloView | None:
    if state.syndicate is None:
        return None
    return SoloView(
        deck=len(state.syndicate.deck),
        discard=tuple(state.syndicate.discard),
        spike_kept_back=spike_kept_back(state),
        ahead=state.score(0) > state.score(1),
    )


def spike_kept_back(state: State) -> bool:
    """Solo: whether the Last Spike never stood in the Prairies. Rules: Solo Mode, End of Game."""
    assert state.syndicate is not None
    return state.syndicate.spike_reached > state.box.regions["prairies"].spaces[1]
