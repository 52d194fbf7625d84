"""The Syndicate's cards and judgement, shared by its turns, the player's Develops and the Railhead.

Rules: Solo Mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .developments import SIDES, contributions, has_empty_slot, slot_group
from .events import SyndicateDrew
from .procedure import Run
from .state import SYNDICATE, State

HUMAN = 0
MATCH_COUNTS = 3
"""What a card with a fitting symbol contributes; a Syndicate card contributes 1."""


def draw_cards(run: Run, number: int, held: Iterable[str] = ()) -> list[str]:
    """Draw from the Syndicate's deck, shuffling the discards into a new one when it runs out.

    held: cards drawn before for the same purpose; they are not in any pile now. Fewer cards than asked
    come only if nothing is left at all.
    """
    cards = run.state.syndicate
    assert cards is not None
    drawn: list[str] = []
    for _ in range(number):
        refill(run, held)
        if not cards.deck:
            break
        card = run.chance.draw("Syndicate card", cards.deck, 1, secret=True)[0]
        cards.deck.remove(card)
        drawn.append(card)
    return drawn


def refill(run: Run, held: Iterable[str]) -> None:
    """When the deck is depleted the discards become the new deck."""
    cards = run.state.syndicate
    assert cards is not None
    if not cards.deck and cards.discard:
        cards.deck = sorted(cards.discard)
        cards.discard = []


def discard(run: Run, cards: Sequence[str], purpose: str = "") -> None:
    """Cards go to the Syndicate's discard pile; those drawn for a purpose are shown."""
    assert run.state.syndicate is not None
    run.state.syndicate.discard += cards
    if purpose:
        run.tell(SyndicateDrew(cards=tuple(cards), purpose=purpose))


def contribution(run: Run, eligible: int, symbols: Sequence[str], purpose: str) -> int:
    """A Contribution Draw: how many of its eligible cubes the Syndicate gives.

    One card for each; a Syndicate card counts 1, an ally with one of the symbols 3.
    """
    drawn = draw_cards(run, eligible)
    total = 0
    for card in drawn:
        if card in run.box.syndicate:
            total += 1
        elif run.box.allies[card].symbol in symbols:
            total += MATCH_COUNTS
    discard(run, drawn, purpose)
    return min(eligible, total)


def wins_outright(state: State, slot: str) -> bool:
    """Whether the tile is full and the Syndicate has strictly more cubes on it than the player."""
    if any(has_empty_slot(state, slot, side) for side in SIDES if slot_group(state, slot, side).slots):
        return False
    counts = contributions(state, slot)
    return counts[SYNDICATE] > counts[HUMAN]


def only_the_players(state: State, slot: str) -> bool:
    """Whether buildings stand on the tile and all are the player's: the Syndicate ignores it."""
    buildings = state.tiles[slot].buildings
    return bool(buildings) and all(owner == HUMAN for owner in buildings)


def has_symbol(state: State, slot: str, symbol: str) -> bool:
    """Whether the development in a slot shows the symbol."""
    return symbol in state.box.developments[state.tiles[slot].id].symbols


def slots_in_direction(state: State, space: int, direction: int) -> list[str]:
    """All slots as the engine meets them from a space on, then on from the opposite end of the board."""
    slots = state.box.slots.values()
    if direction > 0:
        ahead = sorted((slot for slot in slots if slot.spaces[1] >= space), key=lambda slot: slot.spaces[0])
        behind = sorted((slot for slot in slots if slot.spaces[1] < space), key=lambda slot: slot.spaces[0])
    else:
        ahead = sorted((slot for slot in slots if slot.spaces[0] <= space), key=lambda slot: -slot.spaces[1])
        behind = sorted((slot for slot in slots if slot.spaces[0] > space), key=lambda slot: -slot.spaces[1])
    return [slot.id for slot in (*ahead, *behind)]


def minor_target(state: State, space: int, direction: int, symbol: str) -> str | None:
    """The next development with the symbol and an empty slot that is not the player's alone."""
    for slot in slots_in_direction(state, space, direction):
        empty = any(has_empty_slot(state, slot, side) for side in SIDES)
        if empty and has_symbol(state, slot, symbol) and not only_the_players(state, slot):
            return slot
    return None


def placement(state: State, card: str, space: int, direction: int) -> int | None:
    """Where the telegram moves: the previous fitting space, searching on from the other end.

    An ally: a space that touches a tile with its symbol. A Syndicate card: the port with most supply.
    """
    behind = range(space - 1, 0, -1) if direction > 0 else range(space + 1, state.railhead)
    beyond = range(state.railhead - 1, space, -1) if direction > 0 else range(1, min(space, state.railhead))
    scan: list[int] = [each for each in (*behind, *beyond) if each not in state.telegrams]
    box = state.box
    if card in box.syndicate:
        supplies: dict[int, int] = {port.space: state.ports[port.resource] for port in box.ports.values()}
        ports = [each for each in scan if each in supplies]
        # Of equal supplies the first in the order of the search.
        return max(ports, key=lambda each: supplies[each], default=None)
    symbol = box.allies[card].symbol
    for each in scan:
        slots = [thing for thing in box.spaces[each].touches if thing in state.tiles]
        if any(has_symbol(state, slot, symbol) and not only_the_players(state, slot) for slot in slots):
            return each
    return None


def spike_kept_back(state: State) -> bool:
    """Solo: whether the Last Spike never stood in the Prairies. Rules: Solo Mode, End of Game."""
    assert state.syndicate is not None
    return state.syndicate.spike_reached > state.box.regions["prairies"].spaces[1]
