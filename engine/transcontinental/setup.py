"""Setting up the board and the players. Rules: Setup; Two Player Rules; Solo Mode, Setup."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.chance import Chance

from .components import Box, box_with
from .state import (
    Claim,
    Group,
    State,
    SyndicateState,
    Tile,
    first_indicator,
)


def new_state(
    chance: Chance, players: int, *, land_claim: bool = False, dastardly: bool = False, components: str = ""
) -> State:
    """The board and the players' areas as the game begins, before anybody draws cards."""
    box = box_with(components)
    sides = max(2, players)
    setup = box.setups[players]
    boxed = _boxed(chance, box)
    track = tiles_on_track(box, boxed)
    state = State(
        solo=players == 1,
        land_claim=land_claim,
        dastardly=dastardly,
        components=components,
        order=chance.shuffle("turn order", list(range(sides)), secret=False),
        railhead=box.railhead_start,
        wilderness={box.railhead_start + 1 + place: tile for place, tile in enumerate(track)},
        pacific=sorted(
            tile.id
            for tile in box.wilderness.values()
            if tile.kind == "pacific" and tile.id not in setup.remove_wilderness
        ),
        boxed=boxed,
        priority=0,
        ports={port.resource: port.start for port in box.ports.values()},
        line=line_at_start(box),
        yard=[],
        shop=shop_at_start(box),
        tiles=_deal_developments(chance, box),
        decks={
            region: sorted(ally.id for ally in box.allies.values() if ally.region == region)
            for region in box.depleted
        },
        hands=[[] for _ in range(sides)],
        played=[[] for _ in range(sides)],
        investment_deck=[card.symbol for card in box.investments.values() for _ in range(card.copies)],
        investments=[[] for _ in range(sides)],
        terminal=[0] * sides,
        railyard=[0] * sides,
        regular=[box.limits.telegrams] * sides,
        bonus=[setup.bonus_telegrams] * sides,
        spent=[],
        telegrams={},
        buildings=[box.limits.buildings] * sides,
        supply=[box.limits.cubes] * sides,
        points=[{} for _ in range(sides)],
        claims=[Claim() for _ in range(sides)] if land_claim else [],
    )
    state.priority = first_indicator(state)
    if state.solo:
        state.syndicate = SyndicateState(_syndicate_deck(chance, state))
        # The Syndicate has two telegrams and never any others.
        state.regular[1], state.bonus[1] = 0, 0
    return state


def tiles_on_track(box: Box, boxed: Sequence[int]) -> list[int]:
    """The wilderness tiles laid West of the Railhead, in ascending order, without those in the box."""
    return sorted(
        tile.id
        for tile in box.wilderness.values()
        if tile.kind in ("plain", "last_spike") and tile.id not in boxed
    )


def line_at_start(box: Box) -> list[Group]:
    """The tender (it belongs to the coal group) and the first cars, empty."""
    return [Group("coal", 0), *(Group(face, 1) for face in box.line_at_start)]


def shop_at_start(box: Box) -> dict[str, int]:
    """The train tiles left beside the board, by kind of tile."""
    return {
        tile.id: tile.count - sum(face in tile.faces for face in box.line_at_start)
        for tile in box.train_tiles.values()
    }


def _boxed(chance: Chance, box: Box) -> list[int]:
    """One tile of each colour goes back to the box at random."""
    boxed: list[int] = []
    for colour in ("yellow", "green", "blue"):
        pool = [tile.id for tile in box.wilderness.values() if tile.removable and tile.colour == colour]
        boxed += chance.draw(f"{colour} tile for the box", pool, 1)
    return boxed


def _deal_developments(chance: Chance, box: Box) -> dict[str, Tile]:
    """The tiles of each region on its slots at random; tiles with a fixed side first (the National Park)."""
    dealt: dict[str, str] = {}
    for region in box.regions:
        pool = [tile for tile in box.developments.values() if tile.region == region]
        if not pool:
            continue
        free = [slot.id for slot in box.slots.values() if slot.region == region]
        for tile in (each for each in pool if each.fixed_side):
            sides = [slot for slot in free if box.slots[slot].side == tile.fixed_side]
            slot = chance.draw(f"slot of the {tile.name}", sides, 1)[0]
            dealt[slot] = tile.id
            free.remove(slot)
        rest = [tile.id for tile in pool if not tile.fixed_side]
        shuffled = chance.shuffle(f"developments of the {box.regions[region].name}", rest, secret=False)
        dealt.update(zip(free, shuffled, strict=True))
    return {slot: Tile(dealt[slot]) for slot in box.slots}


def _syndicate_deck(chance: Chance, state: State) -> list[str]:
    """One random ally of each region and the Syndicate cards."""
    deck: list[str] = []
    for region, cards in state.decks.items():
        card = chance.draw(f"Syndicate's ally of the {region}", cards, 1, secret=True)[0]
        cards.remove(card)
        deck.append(card)
    return sorted([*deck, *state.box.syndicate])
