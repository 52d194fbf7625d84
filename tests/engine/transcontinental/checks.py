"""What must be true of every position: conservation of the components, and no secret in anybody's view."""

from __future__ import annotations

import msgspec

from engine.core.event import seen_by
from engine.transcontinental.components import box_with
from engine.transcontinental.state import Keeping, Meeting, RailheadPhase, State, SyndicateTurn
from engine.transcontinental.train import capacity, empty_cars


def check(state: State) -> None:
    """Cubes, cars, cards, buildings, telegrams and tiles are all accounted for."""
    box = state.box
    for side in range(state.sides):
        cubes = state.supply[side]
        cubes += sum(group.cubes.count(side) for group in (*state.line, *state.yard))
        cubes += sum((tile.left + tile.right).count(side) for tile in state.tiles.values())
        cubes += sum(claim.cubes.count(side) for claim in state.claims)
        assert cubes == box.limits.cubes
        assert state.supply[side] >= 0
        buildings = state.buildings[side] + state.terminal[side] + state.railyard[side]
        buildings += sum(tile.buildings.count(side) for tile in state.tiles.values())
        assert buildings == box.limits.buildings
        assert state.buildings[side] >= 0
        check_telegrams(state, side)
    for kind, tile in box.train_tiles.items():
        cars = sum(group.cars for group in (*state.line, *state.yard) if group.type in tile.faces)
        assert cars + state.shop[kind] == tile.count
        assert state.shop[kind] >= 0
    for zone, line in ((state.line, True), (state.yard, False)):
        assert len({group.type for group in zone}) == len(zone)
        for group in zone:
            assert len(group.cubes) <= capacity(box, group, line=line)
            assert empty_cars(box, group, line=line) >= 0
            assert group.cars or (line and group.type == "coal")
    assert state.line[0].type == "coal"
    check_cards(state)
    for space, tile in state.wilderness.items():
        assert state.railhead < space <= box.last_space, tile
    assert sorted(state.wilderness) == list(
        range(state.railhead + 1, state.railhead + 1 + len(state.wilderness))
    )
    for port in box.ports.values():
        assert port.min <= state.ports[port.resource] <= port.max
    assert sorted(state.order) == list(range(state.sides))
    for slot, tile in state.tiles.items():
        assert box.developments[tile.id].region == box.slots[slot].region


def check_telegrams(state: State, side: int) -> None:
    on_board = [telegram for telegram in state.telegrams.values() if telegram.owner == side]
    if state.solo and side == 1:
        assert len(on_board) == 2
        return
    away = [*on_board, *(telegram for telegram in state.spent if telegram.owner == side)]
    regular = state.regular[side] + sum(not telegram.bonus for telegram in away)
    bonus = state.bonus[side] + sum(telegram.bonus for telegram in away)
    assert regular == state.box.limits.telegrams
    assert bonus == state.box.setups[state.seats].bonus_telegrams


def check_cards(state: State) -> None:
    cards = [card for pile in (*state.decks.values(), *state.hands, *state.played) for card in pile]
    investments = list(state.investment_deck) + [card for pile in state.investments for card in pile]
    if state.syndicate is not None:
        cards += state.syndicate.deck + state.syndicate.discard
    for frame in state.stack:
        if isinstance(frame, Meeting):
            cards += frame.cards
        elif isinstance(frame, SyndicateTurn):
            cards += frame.drawn
        elif isinstance(frame, Keeping):
            investments += [card for pile in frame.drawn for card in pile]
    expected = list(state.box.allies) + (list(state.box.syndicate) if state.solo else [])
    assert sorted(cards) == sorted(expected)
    assert sorted(investments) == sorted(
        card.symbol for card in box_with(state.components).investments.values() for _ in range(card.copies)
    )


def check_secrets(game, events) -> None:
    """Nobody's view or events name a card in another's hand, a hidden bid or choice, or an undrawn card."""
    state = game.state
    if state.over:
        return
    bids = next((frame for frame in state.stack if isinstance(frame, RailheadPhase)), None)
    keeping = next((frame for frame in state.stack if isinstance(frame, Keeping)), None)
    for viewer in (None, *range(game.seats)):
        view = game.view(viewer)
        own = state.hands[viewer] if viewer is not None else []
        assert sorted(card.id for card in view.hand) == sorted(own)
        shown = {card.id for side in view.sides for card in side.played} | {card.id for card in view.hand}
        text = msgspec.json.encode(view).decode()
        hidden = {card for side, hand in enumerate(state.hands) if side != viewer for card in hand}
        hidden |= {card for deck in state.decks.values() for card in deck}
        meeting = next((frame for frame in state.stack if isinstance(frame, Meeting)), None)
        if meeting is not None and viewer is None:
            hidden |= set(meeting.cards)
        for card in hidden - shown:
            name = state.box.allies[card].name
            assert name not in text
            # Cards of the Shield are called as slots of the South are: S1 ...
            assert card.startswith("S") or f'"{card}"' not in text
        assert [symbol for symbol, _ in view.investments] == (
            state.investments[viewer] if viewer is not None else []
        )
        if keeping is not None:
            drawn = keeping.drawn[viewer] if viewer is not None else []
            assert list(view.drawn_investments) == list(drawn)
        if bids is not None and not bids.revealed:
            assert view.bids == ()
        assert view.everyone == ()
        for event in seen_by(events, viewer):
            said = msgspec.json.encode(event).decode() + game.tell(event)
            for card in hidden - shown:
                assert state.box.allies[card].name not in said
