"""Final scoring: the best use of buildings and allies is found for every player. Rules: Final Scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from msgspec import Struct

from .components import RAILYARD, TERMINAL, Box, Investment
from .events import Assigned, Scored
from .procedure import Run
from .state import State

Symbols = tuple[str, ...]
Pool = tuple[tuple[Symbols, int], ...]
"""Buildings by their set of symbols, with how many there are."""


class Completion(Struct, frozen=True):
    """An investment completed: the buildings (by their symbols) and allies removed for it."""

    symbol: str
    vp: int
    buildings: tuple[Symbols, ...]
    allies: int


class Pair(Struct, frozen=True):
    """An unused ally paired with an unused building."""

    ally: str
    building: Symbols


class Assignment(Struct, frozen=True):
    """A whole use of buildings and allies, and what it is worth."""

    investments: tuple[Completion, ...]
    pairs: tuple[Pair, ...]
    investment_points: int
    ally_points: int

    @property
    def total(self) -> int:
        """Points in all."""
        return self.investment_points + self.ally_points


def buildings_of(state: State, side: int) -> list[tuple[str, Symbols]]:
    """Every building of a side: where it stands and the symbols it counts for."""
    box = state.box
    found: list[tuple[str, Symbols]] = []
    for slot, tile in state.tiles.items():
        found += [(slot, box.symbols_of(slot, tile.id))] * tile.buildings.count(side)
    found += [(TERMINAL, box.symbols_of(TERMINAL))] * state.terminal[side]
    found += [(RAILYARD, box.symbols_of(RAILYARD))] * state.railyard[side]
    return found


def best_for(state: State, side: int) -> Assignment:
    """The assignment that scores most for a side, as things stand."""
    allies = [state.box.allies[card].symbol for card in state.hands[side] + state.played[side]]
    buildings = [symbols for _, symbols in buildings_of(state, side)]
    return best_assignment(state.box, state.investments[side], buildings, allies)


def best_assignment(
    box: Box, investments: Sequence[str], buildings: Sequence[Symbols], allies: Sequence[str]
) -> Assignment:
    """The assignment that scores most.

    investments: symbols of the cards held. buildings: the symbols of each. allies: their symbols, played or
    not. An investment takes its number of buildings with its symbol, of which allies may stand in for at
    most `max_allies`; every other ally may be paired with an unused building that shares its symbol.
    """
    pool = _pool(buildings)
    cards = _cards(box, investments)
    per_pair = box.points.unused_ally_with_building
    best: Assignment | None = None
    for done, rest, unused in _completions(cards, pool, tuple(sorted(allies))):
        pairs = _pairs(rest, unused)
        vp = sum(completion.vp for completion in done)
        if best is None or vp + per_pair * len(pairs) > best.total:
            best = Assignment(done, pairs, vp, per_pair * len(pairs))
    assert best is not None
    return best


def most_completed(
    box: Box, investments: Sequence[str], buildings: Sequence[Symbols], allies: Sequence[str]
) -> int:
    """How many of the investments can be completed together (solo)."""
    cards = _cards(box, investments)
    return max(len(done) for done, _, _ in _completions(cards, _pool(buildings), tuple(sorted(allies))))


def _cards(box: Box, investments: Sequence[str]) -> tuple[Investment, ...]:
    return tuple(box.investments[symbol] for symbol in sorted(investments))


def _pool(buildings: Sequence[Symbols]) -> Pool:
    kinds = [tuple(sorted(symbols)) for symbols in buildings]
    return tuple((kind, kinds.count(kind)) for kind in sorted(set(kinds)))


def _completions(
    cards: tuple[Investment, ...], pool: Pool, allies: tuple[str, ...]
) -> Iterator[tuple[tuple[Completion, ...], Pool, tuple[str, ...]]]:
    """Every way of completing some of the cards: what is completed, buildings and allies left."""
    if not cards:
        yield (), pool, allies
        return
    card, rest = cards[0], cards[1:]
    yield from _completions(rest, pool, allies)
    fitting = [kind for kind, number in pool if card.symbol in kind and number]
    numbers = dict(pool)
    for used in range(min(card.max_allies, allies.count(card.symbol)) + 1):
        left = list(allies)
        for _ in range(used):
            left.remove(card.symbol)
        for chosen in combinations_with_replacement(fitting, card.buildings - used):
            if any(chosen.count(kind) > numbers[kind] for kind in set(chosen)):
                continue
            remaining = tuple((kind, number - chosen.count(kind)) for kind, number in pool)
            done = Completion(card.symbol, card.vp, chosen, used)
            for more, end_pool, end_allies in _completions(rest, remaining, tuple(left)):
                yield (done, *more), end_pool, end_allies


@lru_cache(maxsize=4096)
def _pairs(pool: Pool, allies: tuple[str, ...]) -> tuple[Pair, ...]:
    """As many ally-building pairs as can be made (maximum bipartite matching by augmenting paths)."""
    buildings = [kind for kind, number in pool for _ in range(number)]
    partner: list[int | None] = [None] * len(buildings)

    def augment(ally: int, seen: set[int]) -> bool:
        for place, kind in enumerate(buildings):
            if allies[ally] in kind and place not in seen:
                seen.add(place)
                holder = partner[place]
                if holder is None or augment(holder, seen):
                    partner[place] = ally
                    return True
        return False

    for ally in range(len(allies)):
        augment(ally, set())
    return tuple(
        Pair(allies[ally], buildings[place]) for place, ally in enumerate(partner) if ally is not None
    )


def score_finally(run: Run) -> None:
    """Add the points of investments and allies. A solo game has none. Rules: Final Scoring; Solo."""
    state = run.state
    if state.solo:
        return
    for side in state.order:
        best = best_for(state, side)
        run.tell(
            Assigned(
                side=side,
                completed=tuple((each.symbol, len(each.buildings), each.allies) for each in best.investments),
                pairs=tuple(pair.ally for pair in best.pairs),
            )
        )
        for points, reason in ((best.investment_points, "investments"), (best.ally_points, "allies")):
            state.add_points(side, reason, points)
            if points:
                run.tell(Scored(side=side, points=points, reason=reason))


def standing_buildings(state: State, side: int) -> Mapping[str, int]:
    """How many buildings of a side count for each symbol."""
    numbers = dict.fromkeys(state.box.symbols, 0)
    for _, symbols in buildings_of(state, side):
        for symbol in symbols:
            numbers[symbol] += 1
    return numbers
