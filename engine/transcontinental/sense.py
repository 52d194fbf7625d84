"""Whether the components make sense together: what a reader of single rows cannot notice.

Every sentence names what contradicts what, so that an owner who changed a value finds the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .card_text import Step, TextError, parse_step
from .printed import RAILYARD, TERMINAL, TURN_ORDER, WILD, Box, Development

MOST_PLAYERS = 4
MOST_SLOTS = 12
"""More slots than this on one side of a tile would not fit on it."""


def nonsense(box: Box, counts: Mapping[str, int]) -> list[str]:
    """What contradicts itself in components that read well one by one; empty if nothing does.

    counts: what the rulebook's list of components says of each kind.
    """
    wrong = list(_board(box))
    # The rest speaks of regions, slots and spaces: it is said only once these are sound.
    return wrong or [
        *_counts(box, counts),
        *_names(box),
        *_train(box),
        *_players(box),
        *_developments(box),
        *_cards(box),
        *_wilderness(box),
    ]


def _board(box: Box) -> Iterator[str]:
    """Regions, spaces, slots, ports and special tiles lie beside each other."""
    numbers = sorted(box.spaces)
    if numbers != list(range(1, len(numbers) + 1)):
        yield "The spaces of the track must be numbered from 1 without a gap."
        return
    openings = [box.spaces[number].open_at_start for number in numbers]
    if not openings[0] or openings != sorted(openings, reverse=True) or openings[-2:] != [False, False]:
        yield "The spaces open at the start must be the first ones, and not reach the last two."
    for region in box.regions.values():
        first, last = region.spaces
        for number in (first, last):
            if number not in box.spaces:
                yield f"{region.name} reaches to space {number}, which is not there."
        if first > last:
            yield f"{region.name} reaches from space {first} to {last}: East comes first."
    for space in box.spaces.values():
        region_of = box.regions.get(space.region)
        if region_of is None:
            yield f"Space {space.id}: there is no region {space.region!r}."
        elif not region_of.spaces[0] <= space.id <= region_of.spaces[1]:
            yield f"Space {space.id} does not lie between the spaces of the {region_of.name}."
        beside = {slot.id for slot in box.slots.values() if space.id in slot.spaces}
        beside |= {f"port:{port.resource}" for port in box.ports.values() if port.space == space.id}
        if TURN_ORDER in box.special and box.special[TURN_ORDER].space == space.id:
            beside.add(TURN_ORDER)
        for thing in sorted(set(space.touches) - beside):
            yield f"Space {space.id} touches {thing!r}, which is not there."
        for thing in sorted(beside - set(space.touches)):
            yield f"Space {space.id} lies beside {thing}, but its row does not say that it touches it."
    for slot in box.slots.values():
        if slot.region not in box.regions:
            yield f"Slot {slot.id}: there is no region {slot.region!r}."
        if slot.spaces[1] != slot.spaces[0] + 1:
            yield f"Slot {slot.id} must lie beside two neighbouring spaces, the eastern one first."
        for number in slot.spaces:
            if number not in box.spaces:
                yield f"Slot {slot.id} lies beside space {number}, which is not there."
    for port in box.ports.values():
        if port.resource not in box.resources:
            yield f"There is no resource {port.resource!r} for a port."
        if port.space not in box.spaces:
            yield f"The {port.resource} port lies on space {port.space}, which is not there."
    if box.tender.accepts not in box.ports:
        yield f"There is no {box.tender.accepts} port, on which the Syndicate begins."
    for name in ("western_terminal", "eastern_railyard", TURN_ORDER):
        if name not in box.special:
            yield f"The special tile {name} is missing."
    if "prairies" not in box.regions:
        yield "There is no region prairies, out of which the Last Spike is to be kept in a solo game."


def _counts(box: Box, counts: Mapping[str, int]) -> Iterator[str]:
    """The box holds as many of everything as the rulebook counts."""
    for name, have in (
        ("development_tile", len(box.developments)),
        ("wilderness_tile", len(box.wilderness)),
        ("ally_card", len(box.allies) + len(box.syndicate)),
        ("depleted_card", len(box.depleted)),
        ("investment_card", sum(each.copies for each in box.investments.values())),
        ("train_tile", sum(each.count for each in box.train_tiles.values())),
    ):
        if have != counts.get(name):
            yield f"The box holds {counts.get(name)} {name}s, the data {have}."


def _names(box: Box) -> Iterator[str]:
    """Whatever players read of has a name."""
    named = [
        *(("region", key, each.name) for key, each in box.regions.items()),
        *(("symbol", key, each.name) for key, each in box.symbols.items()),
        *(("development", key, each.name) for key, each in box.developments.items()),
        *(("ally", key, each.name) for key, each in box.allies.items()),
        *(("special tile", key, each.name) for key, each in box.special.items()),
    ]
    for kind, key, name in named:
        if not name.strip():
            yield f"The {kind} {key} needs a name."


def _train(box: Box) -> Iterator[str]:
    """Every resource has its side of a train tile, and the first cars are in the box."""
    if box.tender.accepts not in box.resources or box.tender.slots < 1:
        yield "The tender needs slots for a resource."
    for tile in box.train_tiles.values():
        if tile.slots < 1:
            yield f"A {tile.id} must have at least one slot."
        for face in tile.faces:
            if face not in box.resources:
                yield f"The {tile.id} carries {face!r}, which is no resource."
        if tile.count < sum(face in tile.faces for face in box.line_at_start):
            yield f"There are {tile.count} {tile.id}s, fewer than the first Line takes."
    for face in box.line_at_start:
        if face not in box.resources:
            yield f"The first Line has a car for {face!r}, which is no resource."
    for resource in box.resources.values():
        partner = box.resources.get(resource.partner)
        if partner is None or partner.partner != resource.id:
            yield f"{resource.id} and {resource.partner} are not partners of each other."
        if resource.id not in box.tile_of:
            yield f"No train tile carries {resource.id}."


def _players(box: Box) -> Iterator[str]:
    """Set-ups for every number of players, and the players' pieces."""
    for players in range(1, MOST_PLAYERS + 1):
        if players not in box.setups:
            yield f"There is no setup for {players} players."
    pacific = {tile.id for tile in box.wilderness.values() if tile.kind == "pacific"}
    for setup in box.setups.values():
        if setup.bonus_telegrams < 0:
            yield f"Setup for {setup.players}: there cannot be {setup.bonus_telegrams} bonus telegrams."
        for number in setup.remove_wilderness:
            if number not in pacific:
                yield f"Setup for {setup.players}: wilderness {number} is no Pacific tile to leave out."
        if not pacific - set(setup.remove_wilderness):
            yield f"Setup for {setup.players}: no Pacific tile is left for the Final Round."
    if box.limits.cubes < 1:
        yield f"A player cannot have {box.limits.cubes} cubes."
    start = box.limits.start_ally_region
    if start not in box.regions or not box.regions[start].ally_deck:
        yield f"The first allies come from {start!r}, which has no ally deck."
    else:
        cards = sum(ally.region == start for ally in box.allies.values())
        if cards < box.limits.start_allies * MOST_PLAYERS:
            yield f"The {box.regions[start].name} deck has {cards} cards, too few for every player's first."
    if box.land_claim.slots < 1:
        yield "A Land Claim Tile needs at least one slot."
    for place in (TERMINAL, RAILYARD):
        symbols = box.symbols_of(place)
        if not symbols or not set(symbols) <= set(box.symbols):
            yield f"The {place} needs a symbol that there is."
    for tile in box.special.values():
        if tile.building_limit_per_player < 0:
            yield f"{tile.name}: a limit of {tile.building_limit_per_player} buildings; 0 is none."
        for text in tile.actions:
            try:
                parse_step(text, box.vocabulary)
            except TextError as error:
                yield f"{tile.name}: {error}"


def _developments(box: Box) -> Iterator[str]:
    """Every tile has its place, its symbols, and slots that can be filled."""
    for region in box.regions.values():
        tiles = [each for each in box.developments.values() if each.region == region.id]
        slots = [each for each in box.slots.values() if each.region == region.id]
        if len(tiles) != len(slots):
            yield f"{region.name}: {len(tiles)} developments for {len(slots)} slots."
        for side in ("north", "south"):
            fixed = sum(each.fixed_side == side for each in tiles)
            room = sum(each.side == side for each in slots)
            if fixed > room:
                yield f"{region.name}: {fixed} developments must lie {side}, {room} can."
    for tile in box.developments.values():
        yield from _development(box, tile)


def _development(box: Box, tile: Development) -> Iterator[str]:
    if tile.region not in box.regions:
        yield f"{tile.name}: there is no region {tile.region}."
    if not tile.symbols:
        yield f"{tile.name} has no symbol."
    if not set(tile.symbols) <= set(box.symbols):
        yield f"{tile.name} has an unknown symbol."
    for face in (tile.undeveloped, tile.developed):
        for group in (face.left, face.right):
            accepts = (*box.resources, WILD) if group.slots else (*box.resources, WILD, "")
            if group.accepts not in accepts:
                yield f"{tile.name}: slots cannot accept {group.accepts!r}."
            if not 0 <= group.slots <= MOST_SLOTS:
                yield f"{tile.name}: {group.slots} slots on one side."
        if face.vp < 0:
            yield f"{tile.name} cannot be worth {face.vp} points."
        for step in (*face.open, *face.house):
            if step.verb == "develop":
                yield f"{tile.name}: a Develop stands beside its slots and is not listed as an action."
        yield from _places(box, tile.name, (*face.open, *face.house))
    if tile.undeveloped.left.slots + tile.undeveloped.right.slots <= 0:
        yield f"{tile.name} can never be completed."


def _places(box: Box, name: str, steps: tuple[Step, ...]) -> Iterator[str]:
    """An action that goes to regions has something to reach there."""
    for step in steps:
        reached = {slot.region for slot in box.slots.values()}
        if step.verb in ("portage", "develop") and step.to and not reached & set(step.to):
            yield f"{name}: there are no developments in {'/'.join(step.to)} to {step.verb} to."


def _cards(box: Box) -> Iterator[str]:
    """Decks, their depleted cards, and investments that can be completed and suffice."""
    for region in box.regions.values():
        if not region.ally_deck:
            continue
        if region.id not in box.depleted:
            yield f"The {region.name} deck has no depleted card."
        if not any(ally.region == region.id for ally in box.allies.values()):
            yield f"The {region.name} deck has no cards."
    for key, points in box.depleted.items():
        if key not in box.regions or not box.regions[key].ally_deck:
            yield f"There is a depleted card for {key!r}, which has no ally deck."
        if points < 0:
            yield f"The depleted card of {key} cannot be worth {points} points."
    for ally in box.allies.values():
        if ally.region not in box.regions or not box.regions[ally.region].ally_deck:
            yield f"{ally.id} {ally.name}: {ally.region} has no ally deck."
        if ally.symbol not in box.symbols:
            yield f"{ally.id} {ally.name} has an unknown symbol {ally.symbol!r}."
        for clause in ally.clauses:
            yield from _places(box, f"{ally.id} {ally.name}", (*clause.before, *clause.after))
    for card in box.investments.values():
        if card.symbol not in box.symbols:
            yield f"There is no symbol {card.symbol!r} to invest in."
        if card.copies < 0 or card.vp < 0 or card.buildings < 1:
            yield f"The {card.symbol} investment has a number that cannot be."
        if not 0 <= card.max_allies <= card.buildings:
            yield f"The {card.symbol} investment takes too many allies."
    # At the setup and at every tile that says so, everybody draws some and keeps one.
    draws = 1 + sum(tile.general == "investment" for tile in box.wilderness.values())
    kept = MOST_PLAYERS * box.limits.investments_kept * (draws - 1)
    cards = sum(card.copies for card in box.investments.values())
    if cards < kept + MOST_PLAYERS * box.limits.investments_drawn:
        yield f"{cards} investments are too few for four players who draw {draws} times."


def _wilderness(box: Box) -> Iterator[str]:
    """The tiles fill the track exactly, and cost and bring something."""
    kinds = [tile.kind for tile in box.wilderness.values()]
    if kinds.count("railhead") != 1:
        yield "There must be one Railhead tile."
    if kinds.count("last_spike") != 1:
        yield "There must be one Last Spike tile."
    plain = [tile for tile in box.wilderness.values() if tile.kind == "plain"]
    colours = {tile.colour for tile in plain if tile.removable}
    for colour in ("yellow", "green", "blue"):
        if colour not in colours:
            yield f"No {colour} wilderness tile is removable, so none can go back to the box."
    laid = len(plain) + 1 - len(colours)
    room = box.last_space - box.railhead_start - 1
    if laid != room:
        yield f"{laid} wilderness tiles are laid on {room} spaces West of the Railhead."
    for tile in box.wilderness.values():
        if tile.indicator not in ("", *box.rail):
            yield f"Wilderness {tile.id} doubles {tile.indicator!r}, no rail resource."
        if tile.cost <= 0 and tile.kind != "railhead":
            yield f"Wilderness {tile.id} must cost something."
        if tile.vp < 0:
            yield f"Wilderness {tile.id} cannot be worth {tile.vp} points."
        if tile.removable and (tile.kind != "plain" or not tile.colour):
            yield f"Wilderness {tile.id} is no plain tile of a colour, so it cannot be removable."
