"""What must hold after every action of every game of Age of Steam."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

from engine.age_of_steam.actions import Bid, Build, GoFirst, Issue, Move, Produce, Select, Urbanise
from engine.age_of_steam.board import board
from engine.age_of_steam.events import (
    CubeMoved,
    DroppedOut,
    ExpensesPaid,
    FirstPaid,
    IncomeCollected,
    IncomeReduced,
    LinkBuilt,
    SharesBoughtBack,
    SharesIssued,
    TrackBuilt,
    Transcontinental,
)
from engine.age_of_steam.game import AgeOfSteam
from engine.age_of_steam.network import network, survey
from engine.age_of_steam.state import State
from engine.age_of_steam.tiles import TOWN, tiles
from engine.core.action import Action, Family, Legal
from engine.core.event import Event


def all_cubes(state: State) -> Counter[str]:
    """Every cube of the game, by colour, but cotton that has left it."""
    found: Counter[str] = Counter(state.bag)
    for lying in state.cubes.values():
        found.update(lying)
    for boxes in state.display.values():
        found.update(cube for cube in boxes if cube is not None)
    found.update(state.hand)
    found.update(state.terminals.values())
    return +found


def examine(game: AgeOfSteam) -> None:
    """Raise AssertionError unless cubes, tiles, discs and New Cities are conserved and owners are sound."""
    state, on = game.state, game.board
    cubes(state)
    tile_supply(state)
    new_cities(state)
    track(state)
    players(state)
    shown = {name: len(boxes) for name, boxes in state.display.items()}
    assert shown == {key: column.rows for key, column in on.columns.items()}


def cubes(state: State) -> None:
    """110 cubes less what the map leaves in the box."""
    on = board(state.map)
    found = all_cubes(state)
    cotton = sum(place.start_cotton for place in on.places.values())
    assert found["white"] + state.delivered == cotton
    assert {colour: found[colour] for colour in on.bag} == dict(on.bag)
    assert min(state.bag.values()) >= 0
    assert all(state.cubes.values()), "a hex keeps an empty list"


def tile_supply(state: State) -> None:
    """Some choice of pieces under the Town discs stays within the box: group by group."""
    box = tiles()
    used = Counter(laid.tile for laid in state.tiles.values())
    assert sum(box.pieces.values()) == 136
    for piece, count in box.pieces.items():
        assert used[piece] <= count, piece
    for shape in box.shapes.values():
        if shape.disc:
            free = sum(box.pieces[piece] - used[piece] for piece in shape.made_from)
            assert used[shape.id] <= free, shape.id
    assert sum(box.shapes[laid.tile].disc for laid in state.tiles.values()) <= 8


def new_cities(state: State) -> None:
    """Every New City is beside the board or on one Town."""
    on = board(state.map)
    assert sorted([*state.new_cities, *state.placed.values()]) == sorted(on.new_cities)
    assert all(on.places[name].town and name not in state.tiles for name in state.placed)


def track(state: State) -> None:
    """Tiles lie where they fit, no track runs off the board or into another's, each section has one owner."""
    on = board(state.map)
    known = network(state)
    fresh = survey(on, state.tiles, state.placed, state.links)
    assert len(known.sections) == len(fresh.sections), "the cached network is out of date"
    for name, laid in state.tiles.items():
        place, shape = on.places[name], tiles().shapes[laid.tile]
        assert not place.city
        assert not place.terminal
        assert bool(place.town) == shape.town
        assert tuple((each.a, each.b) for each in laid.tracks) == shape.tracks(laid.rotation)
        for each in laid.tracks:
            assert all(end == TOWN or place.neighbours[end] is not None for end in (each.a, each.b))
    for section in fresh.sections:
        assert len({each.owner for _, each in section.pieces} or {None}) == 1
        if section.complete:
            assert section.stops[0] != section.stops[1], section.stops
    for seat in range(len(state.players)):
        assert len(fresh.owned(seat)) <= 20


def players(state: State) -> None:
    """Cash is never owed; the insolvent are out of the order and own no unfinished track."""
    assert sorted(state.order) == [seat for seat, player in enumerate(state.players) if not player.out]
    powers = [player.action for player in state.players if player.action]
    assert len(set(powers)) == len(powers)
    for seat, player in enumerate(state.players):
        assert player.cash >= 0
        assert 0 <= player.shares <= 15
        assert 1 <= player.engine <= 6
        assert player.out == (player.income < 0)
        if player.out:
            assert all(section.complete for section in network(state).owned(seat))


def events_account_for(before: AgeOfSteam, after: AgeOfSteam, events: list[Event]) -> None:
    """Cash and income have changed by what the events list, and by nothing else."""
    cash: Counter[int] = Counter()
    income: Counter[int] = Counter()
    for event in events:
        match event:
            case SharesIssued():
                cash[event.seat] += 5 * event.count
            case DroppedOut() | FirstPaid() | TrackBuilt() | LinkBuilt() | SharesBoughtBack():
                cash[event.seat] -= event.paid
            case IncomeCollected():
                cash.update(dict(event.amounts))
            case ExpensesPaid():
                for seat, due, paid, lost in event.bills:
                    assert due == paid + lost
                    cash[seat] -= paid
                    income[seat] -= lost
            case IncomeReduced():
                income.subtract(dict(event.amounts))
            case CubeMoved() | Transcontinental():
                income.update(dict(event.gains))
            case _:
                pass
    for seat, (was, now) in enumerate(zip(before.state.players, after.state.players, strict=True)):
        assert now.cash == was.cash + cash[seat], (seat, events)
        assert now.income == was.income + income[seat], (seat, events)


# --- apply agrees with legal_actions -----------------------------------------------------------------


def agreement(game: AgeOfSteam, dice: random.Random) -> None:
    """Of a few positions around what is legal, `check` accepts exactly those that are listed."""
    for asked in game.pending():
        for kind in asked.kinds:
            listed = list(islice(game.legal_actions(asked.seat, kind), 3000))
            sample = dice.sample(listed, min(3, len(listed)))
            for legal in sample:
                action = dice.choice(list(legal)) if isinstance(legal, Family) else legal
                assert game.is_legal(asked.seat, action), action
                for other in mutants(game, action, dice):
                    known = is_among(other, listed)
                    assert game.is_legal(asked.seat, other) == known, (other, known, game.headline())
        if Build in asked.kinds:
            whole_hex(game, asked.seat, dice.choice(list(game.board.places)))


def is_among(action: Action, listed: list[Legal]) -> bool:
    """Whether an action is one of those that `legal_actions` listed."""
    return any(action in each if isinstance(each, Family) else action == each for each in listed)


def whole_hex(game: AgeOfSteam, seat: int, name: str) -> None:
    """Every tile in every rotation in one hex: accepted if and only if listed."""
    listed = set(game.legal_actions(seat, Build, {"hex": name}))
    for shape in tiles().shapes.values():
        for rotation in range(len(shape.rotations) + 1):
            action = Build(name, shape.id, rotation)
            assert game.is_legal(seat, action) == (action in listed), action


def mutants(game: AgeOfSteam, action: Action, dice: random.Random) -> list[Action]:
    """Actions that differ a little from a legal one; some are legal too."""
    on = game.board
    hexes, shapes = list(on.places), list(tiles().shapes)
    match action:
        case Issue(count):
            return [Issue(each) for each in (-1, count + 1, 15, 99)]
        case Bid(amount):
            return [Bid(each) for each in (-3, 0, 1, amount - 1, amount + 1, 10_000)]
        case Select():
            return [Select(each) for each in ("engineer", "production", "turn_order", "steam", "")]
        case Urbanise(name, letter):
            return [
                Urbanise(dice.choice(hexes), letter),
                Urbanise(name, dice.choice("ABCDEFGHIZ")),
                Urbanise("ZZ9", letter),
            ]
        case Build(name, tile, rotation):
            return [
                Build(dice.choice(hexes), tile, rotation),
                Build(name, dice.choice(shapes), rotation),
                Build(name, tile, dice.randrange(-1, 7)),
                Build(name, "monorail", 0),
                Build("ZZ9", tile, rotation),
            ]
        case Move(origin, cube, route, bonus):
            stops = [name for name, place in on.places.items() if place.town or place.city]
            return [
                Move(origin, cube, route[:-1], bonus),
                Move(origin, cube, (*route, route[0]), bonus),
                Move(origin, cube, (*route[:-1], dice.choice(stops)), bonus),
                Move(origin, cube, tuple(reversed(route)), bonus),
                Move(origin, dice.choice(["red", "blue", "white", "green"]), route, bonus),
                Move(dice.choice(stops), cube, route, bonus),
                Move(origin, cube, route, dice.choice([None, "P1", "P2", "P9"])),
                Move(origin, cube, (f"{route[0].split(':')[0]}:P{dice.randrange(1, 5)}", *route[1:]), bonus),
            ]
        case Produce(cube, column, row):
            return [
                Produce(dice.choice(["red", "blue", "white"]), column, row),
                Produce(cube, dice.choice([*on.columns, "light9"]), row),
                Produce(cube, column, dice.randrange(-1, 5)),
            ]
        case GoFirst():
            return []
        case _:
            return []
