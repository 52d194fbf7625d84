"""Answers to questions about a game: players, Goods Display, links, deliveries, supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import IllegalMove
from engine.core.event import mark
from engine.core.game import Report, ReportKind

from .goods import accepted, gains_text, income, routes
from .laying import tiles_used, town_discs_left
from .network import network
from .points import breakdown, expenses, sections_owned
from .scoring import standing
from .seeing import column_of
from .telling import colour_name, cubes_text
from .tiles import supply, tiles

if TYPE_CHECKING:
    from .game import AgeOfSteam

KINDS: tuple[ReportKind, ...] = (
    ReportKind("players", "Money, income, shares, locomotives and points of every railroad."),
    ReportKind("market", "The Goods Display: what each die brings to which city."),
    ReportKind("goods", "The cubes on the map, city by city."),
    ReportKind("links", "Every completed link: whose it is and where it leads."),
    ReportKind("unfinished", "Unfinished track: whose it is, and what is nobody's."),
    ReportKind("deliveries", "The best deliveries open to you now.", private=True),
    ReportKind("supply", "Track tiles, Town discs and New Cities left."),
)
MOST_DELIVERIES = 20


def report(game: AgeOfSteam, name: str, viewer: int | None, argument: str) -> Report | None:
    """One of the reports, or None for an unknown name."""
    match name:
        case "players":
            return _players(game)
        case "market":
            return _market(game)
        case "goods":
            return _goods(game)
        case "links":
            return _links(game, argument)
        case "unfinished":
            return _unfinished(game)
        case "deliveries":
            return _deliveries(game, viewer)
        case "supply":
            return _supply(game)
    return None


def arguments(game: AgeOfSteam, name: str) -> tuple[str, ...]:
    """The words that a report's argument may be."""
    return ()


def _players(game: AgeOfSteam) -> Report:
    state = game.state
    rows = []
    out = [seat for seat in range(len(state.players)) if seat not in state.order]
    for seat in [*state.order, *out]:
        player = state.players[seat]
        place = "out" if player.out else str(state.order.index(seat) + 1)
        rows.append(
            (
                place,
                mark(seat),
                f"${player.cash}",
                f"{player.income:+d}" if player.income else "0",
                str(player.shares),
                str(player.engine),
                f"${expenses(player)}",
                str(sections_owned(state, seat)),
                str(standing(state, seat)),
            )
        )
    lines = []
    if len(state.players) > 1:
        for seat in state.order:
            parts = ", ".join(f"{what} {points:+d}" for what, points in breakdown(state, seat) if points)
            lines.append(f"Points of {mark(seat)}: {parts or 'none'}")
    return Report(
        "Railroads",
        ("", "Railroad", "Cash", "Income", "Shares", "Links", "Expenses", "Track", "Points"),
        tuple(rows),
        tuple(lines),
    )


def _market(game: AgeOfSteam) -> Report:
    state, on = game.state, game.board
    if not on.columns:
        return Report("Goods Display", notes=("This map has no Goods Display.",))
    rows = []
    for key, column in on.columns.items():
        where = column.hex or next((name for name, letter in state.placed.items() if letter == key), "")
        city = on.title(where) if where else "not on the map"
        boxes = " · ".join("–" if cube is None else colour_name(cube) for cube in state.display[key])
        rows.append((f"{column.section} {column.die}", key if not column.hex else "", city, boxes))
    dice = ", ".join(
        f"{game.rules.dice(state, section)} dice for {section}"
        for section in ("light", "dark")
        if any(column.section == section for column in on.columns.values())
        and game.rules.dice(state, section)
    )
    notes = [f"Each turn: {dice}. Cubes are taken from the left.", f"In the bag: {_bag(game)}."]
    return Report("Goods Display", ("Die", "New City", "City", "Cubes"), tuple(rows), tuple(notes))


def _bag(game: AgeOfSteam) -> str:
    return ", ".join(f"{count} {cube}" for cube, count in game.state.bag.items() if count) or "nothing"


def _goods(game: AgeOfSteam) -> Report:
    state, on = game.state, game.board
    rows = []
    for name in on.places:
        takes = accepted(state, on, name)
        cubes = state.cubes.get(name, ())
        if takes or cubes:
            letter = f" (New City {state.placed[name]})" if name in state.placed else ""
            rows.append(
                (
                    on.title(name) + letter,
                    ", ".join(colour_name(each) for each in takes) or "–",
                    cubes_text(cubes) or "–",
                    _die(game, column_of(state, on, name)),
                )
            )
    return Report("Goods on the map", ("Place", "Accepts", "Cubes", "Die"), tuple(rows))


def _die(game: AgeOfSteam, key: str) -> str:
    """The die that brings cubes to a place, as the Goods Display shows it."""
    column = game.board.columns.get(key)
    return f"{column.section} {column.die}" if column is not None else "–"


def _links(game: AgeOfSteam, argument: str) -> Report:
    on = game.board
    rows = []
    for section in network(game.state).sections:
        first, second = section.stops
        if first is not None and second is not None:
            rows.append((_earner(game, section.owner), on.title(first), on.title(second), str(section.worth)))
    rows.sort(key=lambda row: (row[0].startswith("nobody"), row))
    return Report(
        "Completed links",
        ("Owner", "From", "To", "Track"),
        tuple(rows),
        (
            "A cube that travels over a link brings its owner +1 income."
            if rows
            else "No link is complete yet.",
        ),
    )


def _earner(game: AgeOfSteam, owner: int | None) -> str:
    """Who earns on a link."""
    if owner is None:
        return "nobody"
    return f"nobody ({mark(owner)} is out)" if game.state.players[owner].out else mark(owner)


def _unfinished(game: AgeOfSteam) -> Report:
    on = game.board
    rows = []
    for section in network(game.state).sections:
        if not section.complete:
            owner = "nobody" if section.owner is None else mark(section.owner)
            hexes = ", ".join(dict.fromkeys(on.title(name) for name, _ in section.pieces))
            stop = section.stops[0] or section.stops[1]
            rows.append((owner, on.title(stop) if stop is not None else "–", hexes))
    notes = () if rows else ("There is no unfinished track.",)
    return Report("Unfinished track", ("Owner", "From", "Hexes"), tuple(sorted(rows)), notes)


def deliveries(game: AgeOfSteam, seat: int) -> list[tuple[int, dict[int, int], str, tuple[str, ...]]]:
    """Deliveries open to a seat now, the best first: own gain less the best rival's, gains, cube, stops.

    For each cube and city only the best route is kept.
    """
    state, on = game.state, game.board
    best: dict[tuple[str, str, str], tuple[int, dict[int, int], str, tuple[str, ...]]] = {}
    for origin, cubes in state.cubes.items():
        for cube in dict.fromkeys(cubes):
            for route in routes(state, on, seat, origin, cube):
                named = game.rules.bonus_choices(state, seat, cube, route)
                bonus = seat if seat in named else named[0] if named else None
                gains, _ = income(state, seat, cube, route, bonus)
                rival = max((amount for who, amount in gains.items() if who != seat), default=0)
                value = gains.get(seat, 0) - rival
                key = (origin, cube, route.end)
                if key not in best or (gains.get(seat, 0), value) > (best[key][1].get(seat, 0), best[key][0]):
                    best[key] = (value, gains, cube, (origin, *(leg.to for leg in route.legs)))
    return sorted(best.values(), key=lambda each: (-each[1].get(seat, 0), -each[0], each[3]))


def _deliveries(game: AgeOfSteam, viewer: int | None) -> Report:
    if viewer is None:
        raise IllegalMove("Only a player of this game can ask for deliveries.")
    player = game.state.players[viewer]
    if player.out:
        return Report("Your deliveries", notes=("You are out of the game.",))
    rows = [
        (colour_name(cube), " → ".join(game.board.title(stop) for stop in stops), gains_text(gains))
        for _, gains, cube, stops in deliveries(game, viewer)[:MOST_DELIVERIES]
    ]
    links = f"Your locomotive reaches {player.engine} link{'s' * (player.engine != 1)}."
    notes = (links,) if rows else (links, "No cube can be delivered now.")
    return Report("Your deliveries", ("Cube", "Way", "Income"), tuple(rows), notes)


def _supply(game: AgeOfSteam) -> Report:
    state = game.state
    used = tiles_used(state)
    discs = town_discs_left(state, game.board)
    rows = []
    for shape in tiles().shapes.values():
        left = supply(used, shape.id)
        kind, most = ("town disc", min(left, discs)) if shape.disc else (shape.family, left)
        rows.append((shape.name, kind, str(most)))
    cities = ", ".join(f"{letter} {game.board.new_cities[letter].colour}" for letter in state.new_cities)
    notes = (
        f"Town discs left: {discs}.",
        f"New Cities left: {cities or 'none'}.",
    )
    return Report("Tiles left", ("Tile", "Kind", "Left"), tuple(rows), notes)
