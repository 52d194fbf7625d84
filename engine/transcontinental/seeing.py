"""Makes a viewer's view from the state."""

from __future__ import annotations

from .components import Face
from .state import Group, Keeping, Meeting, RailheadPhase, State, Turn, spike_space
from .syndicate import spike_kept_back
from .view import (
    AllyView,
    BidView,
    CarGroup,
    ClaimView,
    DevelopmentView,
    FaceView,
    PortView,
    SideView,
    SoloView,
    SpaceView,
    TelegramView,
    View,
    WaitingView,
    WildernessView,
)
from .words import PHASE_NAMES, step_words


def view_of(state: State, viewer: int | None, waiting: tuple[WaitingView, ...]) -> View:
    """The game as `viewer` sees it; None is a bystander.

    waiting: the seats that are asked now.
    """
    box = state.box
    turn = next((frame for frame in reversed(state.stack) if isinstance(frame, Turn)), None)
    railhead = next((frame for frame in state.stack if isinstance(frame, RailheadPhase)), None)
    revealed = railhead if railhead is not None and railhead.revealed else None
    own = viewer if viewer is not None and viewer < state.seats else None
    return View(
        viewer=viewer,
        seats=state.seats,
        sides=tuple(_side(state, side) for side in range(state.sides)),
        order=tuple(state.order),
        round=state.round,
        phase=state.phase,
        phase_name=PHASE_NAMES[state.phase],
        direction=_direction(state),
        engine=state.engine,
        railhead=state.railhead,
        last_spike=spike_space(state),
        priority=box.wilderness[state.priority].indicator if state.priority else "",
        spaces=tuple(_space(state, number) for number in sorted(box.spaces)),
        to_claim=tuple(_wilderness(state, tile) for tile in revealed.passed) if revealed else (),
        bids=_bids(state, revealed) if revealed else (),
        developments=tuple(_development(state, slot) for slot in state.tiles),
        ports=tuple(
            PortView(port.resource, port.space, state.ports[port.resource]) for port in box.ports.values()
        ),
        line=tuple(_cars(state, group, tender=group.type == box.tender.accepts) for group in state.line),
        yard=tuple(_cars(state, group) for group in state.yard),
        shop=tuple((kind, box.train_tiles[kind].faces, left) for kind, left in state.shop.items()),
        terminal=tuple(state.terminal),
        railyard=tuple(state.railyard),
        decks=tuple((region, len(cards), box.depleted[region]) for region, cards in state.decks.items()),
        investment_deck=len(state.investment_deck),
        waiting=waiting,
        acting=turn.player if turn else None,
        acting_space=turn.space if turn else None,
        used=tuple(turn.used) if turn else (),
        hand=_hand(state, own, turn),
        investments=_investments(state, own),
        drawn_investments=_drawn_investments(state, own),
        solo=_solo(state),
        last_spike_claimed=state.last_spike_claimed,
        final_round=state.final_round,
        over=state.over,
        everyone=_everyone(state) if state.over else (),
        drawn_allies=_drawn_allies(state, own),
    )


def _ally(state: State, card: str, *, playable: bool = False) -> AllyView:
    """An ally card as shown to whoever may see it."""
    ally = state.box.allies[card]
    return AllyView(ally.id, ally.name, ally.region, ally.symbol, ally.text, playable)


def _face(face: Face) -> FaceView:
    """A face with its actions in words."""
    return FaceView(
        face.vp,
        tuple(step_words(step) for step in face.open),
        tuple(step_words(step) for step in face.house),
        face.left,
        face.right,
    )


# --- what only its owner sees, and all see after the end ---------------------------------------


def _hand(state: State, own: int | None, turn: Turn | None) -> tuple[AllyView, ...]:
    """The viewer's unused allies; one drawn in the running turn is not playable in it."""
    if own is None:
        return ()
    drawn_now = turn.acquired if turn is not None and turn.player == own else ()
    return tuple(_ally(state, card, playable=card not in drawn_now) for card in state.hands[own])


def _investments(state: State, own: int | None) -> tuple[tuple[str, int], ...]:
    if own is None:
        return ()
    return tuple((card, state.box.investments[card].vp) for card in state.investments[own])


def _drawn_investments(state: State, own: int | None) -> tuple[str, ...]:
    keeping = next((frame for frame in state.stack if isinstance(frame, Keeping)), None)
    return tuple(keeping.drawn[own]) if keeping is not None and own is not None else ()


def _drawn_allies(state: State, own: int | None) -> tuple[AllyView, ...]:
    meeting = next((frame for frame in state.stack if isinstance(frame, Meeting)), None)
    if meeting is None or meeting.player != own:
        return ()
    return tuple(_ally(state, card) for card in meeting.cards)


def _everyone(state: State) -> tuple[tuple[tuple[AllyView, ...], tuple[str, ...]], ...]:
    return tuple(
        (tuple(_ally(state, card) for card in state.hands[side]), tuple(state.investments[side]))
        for side in range(state.sides)
    )


# --- what lies on the table ---------------------------------------------------------------------


def _direction(state: State) -> int:
    if state.phase.startswith("westbound"):
        return 1
    return -1 if state.phase.startswith("eastbound") else 0


def _cars(state: State, group: Group, *, tender: bool = False) -> CarGroup:
    """A group of cars; `tender`: with the slots of the tender before them."""
    box = state.box
    slots = group.cars * box.train_tiles[box.tile_of[group.type]].slots
    return CarGroup(
        group.type,
        group.cars,
        slots + (box.tender.slots if tender else 0),
        tuple(group.cubes),
        tender,
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
        played=tuple(_ally(state, card) for card in state.played[side]),
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
        undeveloped=_face(kind.undeveloped),
        developed=_face(kind.developed),
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
