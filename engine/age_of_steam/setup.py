"""Setting up a game: bag, Goods Display, cubes on the map, player order. Rules: Setting Up the Game."""

from __future__ import annotations

from engine.core.chance import Chance
from engine.core.errors import IllegalMove

from .bag import take_from_bag
from .board import COLOURS, board
from .maps import rules_of
from .options import SteamOptions
from .state import Player, State


def new_state(options: SteamOptions, players: int, chance: Chance) -> State:
    """A game ready for its first decision. Raises IllegalMove if so many cannot play on the map."""
    on = board(options.map)
    if players not in on.players:
        few, many = on.players.start, on.players.stop - 1
        wanted = f"{few}" if few == many else f"{few} to {many}"
        raise IllegalMove(f"{on.name} is for {wanted} player{'s' if many > 1 else ''}, not {players}.")
    if options.easy and "easy_variant_city_cubes" not in on.special:
        raise IllegalMove(f"{on.name} has no easy variant.")
    state = bare_state(options.map, players, easy=options.easy)
    rules = rules_of(options.map)
    state.bag = {colour: on.bag.get(colour, 0) for colour in COLOURS}
    rules.fill_display(state, chance)
    for name, place in on.places.items():
        wanted_cubes = place.start_cubes
        if name in on.cities:
            wanted_cubes += rules.city_cubes(state, name)
        if wanted_cubes:
            state.cubes[name] = take_from_bag(state, chance, "set-up", wanted_cubes)
        if place.start_cotton:
            state.cubes.setdefault(name, []).extend(["white"] * place.start_cotton)
    rules.set_up(state, chance)
    state.order = first_order(players, chance)
    return state


def bare_state(map_id: str, players: int, *, easy: bool = False) -> State:
    """A state with players and New Cities, but without any cubes."""
    on = board(map_id)
    start = on.game["start"]
    return State(
        map=map_id,
        easy=easy,
        players=[
            Player(start["cash"], start["income"], start["shares"], start["links"]) for _ in range(players)
        ],
        order=list(range(players)),
        turns=on.turns(players),
        display={key: [None] * column.rows for key, column in on.columns.items()},
        new_cities=list(on.new_cities),
        phase=on.game["phases"][0],
    )


def first_order(players: int, chance: Chance) -> list[int]:
    """Each rolls three dice, the highest is first; ties roll again among themselves. Rules: Player Setup."""

    def ranked(seats: list[int]) -> list[int]:
        if len(seats) < 2:
            return seats
        sums: dict[int, list[int]] = {}
        for seat in seats:
            total = sum(chance.dice("player order", 3))
            sums.setdefault(total, []).append(seat)
        return [seat for total in sorted(sums, reverse=True) for seat in ranked(sums[total])]

    return ranked(list(range(players)))
