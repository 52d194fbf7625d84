"""Answers to players' questions, as small tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.core.errors import IllegalMove
from engine.core.game import Report, ReportKind
from engine.core.sentences import counted, listed

from .results import INVESTMENTS_COMPLETED, PARTS, can_complete, conditions
from .scoring import best_for, buildings_of
from .state import Group, State
from .wording import space_label, tile_words
from .words import card_words, place_name, step_words, who

KINDS = (
    ReportKind("scores", "Points so far and what they were scored for."),
    ReportKind("players", "Telegrams, cubes, buildings and cards of every player."),
    ReportKind("train", "The Line, the Yard and the Shop with every owner's cubes."),
    ReportKind("track", "The spaces from East to West with telegrams, tiles and the engine."),
    ReportKind(
        "developments", "The developments with slots, actions and buildings.", "A slot, for one alone."
    ),
    ReportKind("wilderness", "What lies West of the Railhead: costs, points and bonuses."),
    ReportKind("buildings", "Where everybody's buildings stand, and for which symbols they count."),
    ReportKind("allies", "The allies everybody has played, and the decks."),
    ReportKind("hand", "Your investments and allies, and the best use of them so far.", private=True),
)


def make_report(state: State, name: str, viewer: int | None, argument: str) -> Report:
    """One of the reports. Raises IllegalMove if there is no such report or no such slot."""
    makers: dict[str, Callable[[], Report]] = {
        "scores": lambda: scores(state),
        "players": lambda: players(state),
        "train": lambda: train(state),
        "track": lambda: track(state),
        "developments": lambda: developments(state, argument),
        "wilderness": lambda: wilderness(state),
        "buildings": lambda: buildings(state),
        "allies": lambda: allies(state),
        "hand": lambda: hand(state, viewer),
    }
    if name not in makers:
        raise IllegalMove(f"There is no report called {name}; there are {listed(makers)}.")
    return makers[name]()


def arguments(state: State, name: str, viewer: int | None) -> tuple[str, ...]:
    """The words that a report's argument may be."""
    return tuple(state.tiles) if name == "developments" else ()


def scores(state: State) -> Report:
    """Points by what they were scored for."""
    rows = []
    for side in sorted(range(state.sides), key=lambda each: (-state.score(each), state.place_in_order(each))):
        parts = [
            f"{words} {state.points[side][key]}" for key, words in PARTS.items() if key in state.points[side]
        ]
        rows.append((who(state, side), str(state.score(side)), ", ".join(parts) or "none yet"))
    notes = []
    if state.solo:
        for words, holds in conditions(state):
            said = "yes" if holds else "no"
            if words == INVESTMENTS_COMPLETED and not state.over:
                said = "known to the player alone until the end"
            notes.append(f"{words[0].upper()}{words[1:]}: {said}.")
    return Report("Scores", ("Player", "Points", "From"), tuple(rows), tuple(notes))


def players(state: State) -> Report:
    """What everybody has, as far as it is public."""
    rows = tuple(
        (
            f"{state.place_in_order(side) + 1}. {who(state, side)}",
            f"{state.regular[side]} + {state.bonus[side]}",
            str(state.supply[side]),
            str(state.buildings[side]),
            str(len(state.hands[side])),
            str(len(state.investments[side])),
        )
        for side in state.order
    )
    return Report(
        "Players in turn order",
        ("Player", "Telegrams (+ bonus)", "Cubes", "Buildings", "Allies", "Investments"),
        rows,
    )


def queue_words(state: State, group: Group, tender: int = 0) -> str:
    """A queue's owners front to rear, runs joined: "2 @P1, 1 @P2"."""
    runs: list[tuple[int, int]] = []
    for owner in group.cubes:
        if runs and runs[-1][0] == owner:
            runs[-1] = (owner, runs[-1][1] + 1)
        else:
            runs.append((owner, 1))
    return ", ".join(f"{number} {who(state, owner)}" for owner, number in runs) or "empty"


def train(state: State) -> Report:
    """Line, Yard and Shop."""
    box = state.box
    rows = []
    for zone, groups in (("Line", state.line), ("Yard", state.yard)):
        for group in groups:
            tender = zone == "Line" and group.type == box.tender.accepts
            cars = counted(group.cars, "car")
            cars = f"tender + {cars}" if tender and group.cars else "tender" if tender else cars
            room = group.cars * box.train_tiles[box.tile_of[group.type]].slots + box.tender.slots * tender
            cubes = f"{len(group.cubes)} of {room}"
            rows.append((f"{zone}: {group.type}", cars, cubes, queue_words(state, group)))
    left = (
        f"{number} {'/'.join(box.train_tiles[kind].faces)}" for kind, number in state.shop.items() if number
    )
    return Report(
        "Train, front to rear",
        ("Cars", "Number", "Cubes", "Front to rear"),
        tuple(rows),
        (f"In the Shop: {listed(left) or 'nothing'}.",),
    )


def track(state: State) -> Report:
    """The spaces from the East to the Railhead."""
    rows = []
    for space in range(1, state.railhead):
        telegram = state.telegrams.get(space)
        marks = [f"telegram of {who(state, telegram.owner)}"] if telegram else []
        if state.engine == space:
            marks.append("engine")
        rows.append((space_label(state, space), ", ".join(marks)))
    notes = [f"The Railhead is on space {state.railhead}."]
    if state.priority:
        notes.append(f"Doubled: {state.box.wilderness[state.priority].indicator}.")
    return Report("Track, East to West", ("Space", "On it"), tuple(rows), tuple(notes))


def wilderness(state: State) -> Report:
    """The tiles West of the Railhead."""
    box = state.box
    tiles = [(space, state.wilderness[space]) for space in sorted(state.wilderness)]
    tiles += [(box.last_space, tile) for tile in state.pacific]
    rows = tuple(
        (
            str(space),
            tile_words(state, tile),
            str(box.wilderness[tile].cost),
            box.wilderness[tile].indicator + (" (doubled)" if tile == state.priority else ""),
        )
        for space, tile in tiles
    )
    return Report("Wilderness", ("Space", "Tile", "Cost", "Marker"), rows)


def developments(state: State, slot: str) -> Report:
    """All developments, or one with both faces."""
    if slot:
        name = next((each for each in state.tiles if each.casefold() == slot.casefold()), None)
        if name is None:
            raise IllegalMove(f"There is no slot {slot}; the slots are {listed(state.tiles)}.")
        return one_development(state, name)
    rows = []
    for name in state.tiles:
        tile = state.tiles[name]
        kind = state.box.developments[tile.id]
        face = kind.face(tile.flipped)
        groups = [
            f"{len(tile.group(side))}/{face.group(side).slots} {face.group(side).accepts}"
            for side in ("left", "right")
            if face.group(side).slots
        ]
        rows.append(
            (
                f"{name} {kind.name}{' (developed)' if tile.flipped else ''}",
                ", ".join(groups) or "no slots",
                ", ".join(step_words(step) for step in (*face.open, *face.house)),
                _owners(state, tile.buildings),
            )
        )
    return Report("Developments", ("Tile", "Slots", "Actions", "Buildings"), tuple(rows))


def one_development(state: State, slot: str) -> Report:
    """One development with both faces."""
    tile, place = state.tiles[slot], state.box.slots[slot]
    kind = state.box.developments[tile.id]
    rows = []
    for words, face in (("undeveloped", kind.undeveloped), ("developed", kind.developed)):
        groups = [
            f"{side}: {face.group(side).slots} {face.group(side).accepts}"
            for side in ("left", "right")
            if face.group(side).slots
        ]
        rows.append(
            (
                words,
                ", ".join(groups) or "no slots",
                ", ".join(step_words(step) for step in face.open) or "none",
                ", ".join(step_words(step) for step in face.house) or "none",
                str(face.vp),
            )
        )
    notes = [
        f"Spaces {place.spaces[0]} and {place.spaces[1]}; {listed(kind.symbols)}; it lies"
        f" {'developed' if tile.flipped else 'undeveloped'} side up.",
        f"Left: {_owners(state, tile.left)}. Right: {_owners(state, tile.right)}."
        f" Buildings: {_owners(state, tile.buildings)}.",
    ]
    for owner, claim in enumerate(state.claims):
        if claim.slot == slot:
            notes.append(f"Land Claim of {who(state, owner)}: {_owners(state, claim.cubes)}.")
    heading = f"{slot} {kind.name}"
    return Report(
        heading, ("Face", "Slots", "Open to all", "With a building", "Points"), tuple(rows), tuple(notes)
    )


def _owners(state: State, owners: list[int]) -> str:
    numbers = Counter(owners)
    return ", ".join(f"{number} {who(state, owner)}" for owner, number in sorted(numbers.items())) or "none"


def buildings(state: State) -> Report:
    """Everybody's buildings by symbol."""
    rows = []
    for side in state.order:
        places = Counter(place for place, _ in buildings_of(state, side))
        where = [
            place_name(state, place) + (f" ×{number}" if number > 1 else "")
            for place, number in places.items()
        ]
        symbols: Counter[str] = Counter()
        for _, each in buildings_of(state, side):
            symbols.update(each)
        rows.append(
            (
                who(state, side),
                ", ".join(where) or "none",
                ", ".join(
                    f"{state.box.symbols[key].name} {number}" for key, number in sorted(symbols.items())
                ),
            )
        )
    return Report("Buildings", ("Player", "Where", "Count for"), tuple(rows))


def allies(state: State) -> Report:
    """Played allies and the decks."""
    rows = tuple(
        (
            who(state, side),
            ", ".join(
                f"{state.box.allies[card].name} ({state.box.allies[card].symbol})"
                for card in state.played[side]
            )
            or "none",
            str(len(state.hands[side])),
        )
        for side in state.order
    )
    notes = tuple(
        f"{state.box.regions[region].name} deck: {counted(len(cards), 'card')}; when empty,"
        f" {counted(state.box.depleted[region], 'point')} instead of a card."
        for region, cards in state.decks.items()
    )
    return Report("Allies", ("Player", "Played", "In hand"), rows, notes)


def hand(state: State, viewer: int | None) -> Report:
    """The viewer's own cards."""
    if viewer is None or viewer >= state.seats:
        raise IllegalMove("Only players have a hand.")
    box = state.box
    rows = [
        (
            "Investment",
            box.symbols[card].name,
            f"{box.investments[card].vp} points for {box.investments[card].buildings} buildings",
        )
        for card in state.investments[viewer]
    ]
    rows += [
        (
            f"Ally {card}",
            f"{box.allies[card].name} ({box.symbols[box.allies[card].symbol].name})",
            card_words(box.allies[card].clauses),
        )
        for card in state.hands[viewer]
    ]
    rows += [
        (f"Ally {card}", f"{box.allies[card].name} ({box.symbols[box.allies[card].symbol].name})", "played")
        for card in state.played[viewer]
    ]
    return Report(
        "Your cards", ("Card", "Name", "What it does"), tuple(rows), assignment_notes(state, viewer)
    )


def assignment_notes(state: State, side: int) -> tuple[str, ...]:
    """The best use of a side's buildings and allies, in words."""
    if state.solo:
        number, cards = can_complete(state), len(state.investments[side])
        when = "could be" if state.over else "can be"
        return (f"Of your investments {number} of {cards} {when} completed{'' if state.over else ' now'}.",)
    best = best_for(state, side)
    notes = []
    for done in best.investments:
        used = listed("/".join(symbols) for symbols in done.buildings)
        ally = f" and {counted(done.allies, 'ally', 'allies')}" if done.allies else ""
        notes.append(f"{state.box.symbols[done.symbol].name}: {done.vp} points with buildings {used}{ally}.")
    if best.pairs:
        pairs = listed(f"{pair.ally} ally with {'/'.join(pair.building)}" for pair in best.pairs)
        notes.append(f"Pairs, {best.ally_points} points: {pairs}.")
    word = "scored" if state.over else "would score"
    notes.append(f"In all this {word} {counted(best.total, 'point')} at the end.")
    return tuple(notes)
