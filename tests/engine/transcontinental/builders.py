"""Small positions for tests: a bench with named players, and turns in it.

Cars are written `("steel", 1, "rb")`: type, number of cars, owners front to rear by their initials.
"""

from __future__ import annotations

from engine.core.chance import Chance
from engine.transcontinental import TITLE
from engine.transcontinental.bench import Bench
from engine.transcontinental.state import Placing, Play, RailheadPhase, Travel, Turn

COLOURS = ("red", "blue", "green", "yellow")
LINE = (("navvies", 1, ""), ("steel", 1, ""), ("wood", 1, ""))
SLOTS = {
    "N1": "industrial_city",
    "N2": "lumber_mill",
    "S1": "port_city",
    "S2": "lowland_farm",
    "N3": "lake_port",
    "S3": "steel_mill",
    "N4": "divisional_point",
    "S4": "lakeside_lodge",
    "N5": "shield_coal_mine",
}


def bench(players: int = 3, *, coal: str = "", line=LINE, yard=(), solo: bool = False, **state) -> Bench:
    """A position with the usual developments in the usual slots; red (or the human) is first."""
    names = ["human", "syndicate"] if solo else list(COLOURS[:players])
    initials = {name[0]: name for name in names}

    def cars(groups):
        return [[kind, number, [initials[owner] for owner in owners]] for kind, number, owners in groups]

    extra = next((group for group in line if group[0] == "coal"), None)
    rest = [group for group in line if group[0] != "coal"]
    front = ("coal", extra[1] if extra else 0, (extra[2] if extra else "") or coal)
    table = {
        "solo": solo,
        "slots": SLOTS,
        "line": cars([front, *rest]),
        "yard": cars(yard),
        **state,
    }
    return Bench(names, table)


def tile(flipped=False, left="", right="", buildings="", players="rbgyhs"):
    """A development's contents for `dev`: owners by their initials."""
    names = {"r": "red", "b": "blue", "g": "green", "y": "yellow", "h": "human", "s": "syndicate"}
    return {
        "flipped": flipped,
        "left": [names[each] for each in left],
        "right": [names[each] for each in right],
        "buildings": [names[each] for each in buildings],
    }


def turn(position: Bench, space: int, player: int = 0) -> Turn:
    """Put a player's telegram on a space and begin the action turn there."""
    position.arrange({"telegrams": {position.name(player): [space]}})
    position.state.phase = "westbound_actions"
    position.state.engine = space
    frame = Turn(player, space)
    position.state.stack = [frame]
    return frame


def travel(position: Bench, direction: int) -> None:
    """Begin an action phase."""
    position.state.stack = [Travel(direction)]
    position.state.phase = "westbound_actions" if direction > 0 else "eastbound_actions"


def telegram_phase(position: Bench, phase: str = "westbound_telegrams") -> None:
    """Begin a telegram phase."""
    position.state.stack = [Placing()]
    position.state.phase = phase


def railhead_phase(position: Bench) -> None:
    """Begin a Railhead Phase."""
    sides = position.state.sides
    position.state.phase = "railhead"
    position.state.stack = [
        RailheadPhase([None] * sides, values=[0] * sides, claimed=[[] for _ in range(sides)])
    ]


def rounds(position: Bench, next_phase: int = 0) -> None:
    """Let the rounds themselves run, from a phase on."""
    position.state.stack = [Play(next_phase)]


def run(position: Bench) -> list:
    """Let procedures run until a decision; returns what happened."""
    from engine.transcontinental.game import advance
    from engine.transcontinental.procedure import Run

    going = Run(position.state, position.chance)
    advance(going)
    return going.events


def line(position: Bench, resource: str) -> str | None:
    """A queue on the Line by initials, None if there is no such group."""
    group = next((each for each in position.state.line if each.type == resource), None)
    return None if group is None else "".join(position.name(owner)[0] for owner in group.cubes)


def in_yard(position: Bench, resource: str) -> str | None:
    """A queue in the Yard by initials, None if there is no such group."""
    group = next((each for each in position.state.yard if each.type == resource), None)
    return None if group is None else "".join(position.name(owner)[0] for owner in group.cubes)


def cars(position: Bench, resource: str) -> int:
    """Cars of a type on the Line."""
    return next((each.cars for each in position.state.line if each.type == resource), 0)


def asked(position: Bench) -> list[int]:
    """The seats that must decide now."""
    return [each.seat for each in position.game.pending()] if position.state.stack else []


def started(players: int = 3, seed: str = "test", **options):
    """A real game from its beginning, investments kept."""
    game = TITLE.start(TITLE.options(**options), players, Chance(seed))
    for each in game.pending():
        if each.sealed:
            offers = list(game.legal_actions(each.seat))
            game.apply(each.seat, offers[0])
    return game
