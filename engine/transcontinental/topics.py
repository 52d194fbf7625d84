"""What `/rules` answers, in our own words. Numbers come from the components."""

from __future__ import annotations

import json

from engine.core.sentences import listed
from engine.core.title import Options, Rule

from .components import TURN_ORDER, Box, DataError, box_with
from .words import REGION_NAMES, card_words


def rules(options: Options) -> tuple[Rule, ...]:
    """Every topic; variants and owners' components come from the options."""
    components = str(getattr(options, "components", ""))
    try:
        box = box_with(components) if components and "wrong" not in json.loads(components) else box_with()
    except DataError:
        box = box_with()
    topics = [
        Rule("Overview", _OVERVIEW),
        Rule("Round", _ROUND),
        Rule("Telegrams", _TELEGRAMS),
        Rule("Action turns", _TURNS),
        Rule("Loading", _loading(box)),
        Rule("Ports, acquire, produce, trade", _LOAD_ACTIONS),
        Rule("Develop and portage", _UNLOAD),
        Rule("Completing developments", _completing(box)),
        Rule("Resupply", _resupply(box)),
        Rule("Telegram and Survey", _telegram_and_survey(box)),
        Rule("Railhead", _RAILHEAD),
        Rule("Last Spike and Final Round", _SPIKE),
        Rule("Allies", _ALLIES),
        Rule("Ally cards", _cards(box)),
        Rule("Investments", _investments(box)),
        Rule("Final scoring", _scoring(box)),
        Rule("Two players", _two(box)),
        Rule("Land Claim", _land_claim(box)),
        Rule("Dastardly Developments", _DASTARDLY),
        Rule("Solo: the Syndicate", _SOLO),
        Rule("Solo: how the Syndicate acts", _SYNDICATE),
        Rule("Orders in advance", _ORDERS),
    ]
    return tuple(topics)


_OVERVIEW = """Everybody shares one train and one track across Canada. You send telegrams to spaces of the \
track; when the engine reaches one, you act on what the space touches: load cubes onto the train, unload \
them onto developments, draw allies. Each round the players bid rail resources in secret to push the \
Railhead West. **Most points win**; they come from developments, resupplies, wilderness tiles claimed at \
the Railhead, and at the end from investments and allies."""

_ROUND = """A round has these phases:
1. **Westbound telegrams** – place regular telegrams in turn order.
2. **Westbound actions** – the engine runs from the East to the Railhead.
3. **Railhead** – sealed bids, the Railhead advances, tiles are claimed.
4. **Eastbound telegrams** – place those you have left.
5. **Eastbound actions** – the engine runs back; then comes a resupply, and all telegrams return.

The Final Round ends after its Railhead Phase."""

_TELEGRAMS = """In turn order each player places one regular telegram or passes; who has passed places no \
more in that phase. A telegram stands on any space East of the Railhead without another telegram; engine \
and port markers do not matter. Bonus telegrams come into play only by the Telegram action or a claimed \
tile, which may also place a regular one. A spent telegram lies aside until the end of the round."""

_TURNS = """When the engine reaches your telegram you may take **one action on each thing the space \
touches** – port, Turn Order Tile, the development to the North and the one to the South – and play **one \
ally card**, in any order. Anything may be left out. Doing nothing at all is a pass: the telegram stays \
where it is, for the way back.

On a development you take one of the actions it shows. Those with a house are only for players with a \
building on it. A card drawn in this turn cannot be played in it. Each action is finished, with everything \
it causes, before the next."""

_LOAD_ACTIONS = """**Port supply**: load as many as the marker shows; it then falls to 1. A port from which \
nobody loads rises by 1 when the engine passes, up to 3.
**Acquire n**: load n cubes of one type. **Produce**: load what a developed tile shows; you need a building \
there.
**Trade n**: take up to n of your cubes of one type off the Line, then load as many of one other type. \
Cars that this empties can be flipped for the load."""

_UNLOAD = """**Develop**: choose one of your cubes on the Line whose type fits an empty slot of the tile, \
and unload it there. Then the owners of all cubes *behind* it in the same queue decide, front to rear, \
whether theirs go too – even when the slots are full (they still count). Cubes in front stay. All go to \
one side of the tile.
**Portage n**: move your own cube from Line *or Yard* to an empty fitting slot of any development, also \
beyond the Railhead.
A wild slot takes any type. Queues close up after every removal. If it matters which of your cubes leave, \
you are asked; the rear ones are the usual choice."""

_RAILHEAD = """Everybody bids navvies, steel and wood **from the Line**, in secret. Cubes of the priority \
resource count double. The total pays for tile after tile West of the Railhead; what is left over is lost. \
Players with a bid then claim the passed tiles in turn, highest bid first (ties: turn order), again and \
again until none is left. You score the tile, take its bonus, and everybody takes its general bonus. Only \
players who claimed something remove what they bid."""

_SPIKE = """If the Railhead passes no tile, the Last Spike moves two spaces East; with exactly one tile, one \
space; otherwise it stays. It never passes the Railhead. When the Last Spike is claimed, the remaining \
wilderness is removed, the Pacific tiles take the last spaces, nothing counts double any more, and after \
this round comes the **Final Round**: Westbound telegrams, Westbound actions, Railhead, the end. A telegram \
on a space that these tiles cover does nothing more and returns. (A game that nobody advances is scored \
after 30 rounds.)"""

_ALLIES = """**Ally** draws a card of the region's deck; regions without a deck use the Lowlands. If the \
deck is empty you take the points of its depleted card instead, or a card of a region further East.
A card is played once, in your action turn. *OR*: choose one part. *AND*: any order, each may be skipped. \
*IF … THEN*: do the first part, then the second only if the condition holds: enough of your own cubes of a \
type left the train, or your telegram stands in the region. *TO* says where. Portages and trades of a card \
are of one type, and a portage goes to one side of one tile; a card's Develop needs no building. Allies, \
played or not, help in final scoring."""

_DASTARDLY = """A variant: the first cube of a Develop may be anybody's, and its owner cannot refuse. It \
counts for its owner. Everything else stays: the owners of the cubes behind it decide for themselves."""

_SOLO = """You play against the Syndicate, by the two-player rules. It has a deck of six cards (three \
Syndicate cards, an ally of each region) and two telegrams that never leave the board; one of its \
developments is complete from the start.

You win if **all three** hold: you have more points than the Syndicate; you can complete all three of your \
investments (they score nothing); the Last Spike never stood in the Prairies. Two of three is an \
unremarkable defeat, less a humiliating one. There is no final scoring.

When you draw an ally you draw two; the Syndicate turns up cards until one shows the symbol of either, and \
takes that one. If none does, or both symbols are equal, you choose. When you develop, the Syndicate may \
join after your own decisions: one card for each of its cubes behind the first; a Syndicate card gives one \
cube, a card with a symbol of the tile three."""

_SYNDICATE = """At its telegram the Syndicate draws until a Syndicate card comes, then one card more.
**Each card before it – minor action** (not in the ports): at the next development with the card's symbol \
and an empty slot, it portages a cube to the left side, or the right; else it acquires what the right side \
needs, or the left. Tiles with only your buildings are ignored.
**The Syndicate card – main action**: in a port it loads the supply. Elsewhere, on each tile it touches, \
the first possible of: develop left, develop right (up to four cubes, stopping once it wins outright), \
produce, trade two of its most frequent cubes into the front empty slots.
**The last card – placement**: its telegram moves back to the previous free space at a development with \
that symbol (a Syndicate card: to the port with most supply), searching on from the other end.

At the Railhead it draws for navvies, wood and steel, counting construction; it claims the tile with most \
points. It resupplies whenever it can."""

_ORDERS = """So that others need not wait for you: *always unload* or *never unload* answers when somebody \
else develops; *pass telegrams* passes in telegram phases through a round; *rearmost cubes* pays at the \
Railhead with your rear cubes. Orders can be taken back at any time and never act in your own turn."""


def _loading(box: Box) -> str:
    pairs = listed("/".join(tile.faces) for tile in box.train_tiles.values())
    return (
        "The train is the **Line** and the **Yard**; in the **Shop** lie unused cars, which have a type on"
        f" either face: {pairs}. A car holds {box.train_tiles['hopper'].slots} cubes; the tender holds"
        f" {box.tender.slots} coal and counts with the coal of the Line.\n\n"
        "Each cube goes to the first of these that applies, and you have no choice:\n"
        "1. a free slot of its type on the Line;\n"
        "2. an empty car on the Line that can be flipped to its type; it joins the other cars of the type;\n"
        "3. a free slot in the Yard, or an empty car there that can be flipped;\n"
        "4. a new car from the Shop, in the Yard;\n"
        "5. nowhere: it returns to your supply.\n\n"
        "Cubes in the Yard leave it only by Portage, or when a resupply brings their cars to the Line."
    )


def _completing(box: Box) -> str:
    other = box.points.development_other_contributors
    return (
        "A tile is complete when no slot is empty after an action. The player with most cubes on it scores"
        f" its points (ties: turn order), every other contributor {other}. The cubes return, the tile is"
        " flipped. **Buildings**: with three or four players the two largest contributors build, and"
        " everybody who ties with them; with one or two players the largest.\n\n"
        "A flipped tile with slots can be completed again and again. Without a building left you may move"
        " one of yours; it then counts only in its new place."
    )


def _resupply(box: Box) -> str:
    points = box.points
    return (
        f"If the tender holds {box.tender.slots} coal, the player with most of it (ties: turn order) must"
        f" supply: all their coal on the Line returns, they score {points.resupply}, and choose a type of"
        " car in the Yard. All cars of that type join the Line with their cubes, for"
        f" {points.resupply_per_cube_from_yard} point each, whoever owns them. With an empty Yard one empty"
        " car comes from the Shop. They place a building on the Eastern Railyard.\n\n"
        "While the tender is full again, whoever now has most coal in it may go on. This happens at the end"
        " of every round but the last, and by the Resupply action – even for another player."
    )


def _telegram_and_survey(box: Box) -> str:
    space = box.special[TURN_ORDER].space
    return (
        "**Telegram**: at once place one of your telegrams in hand, bonus or regular, on any free space East"
        " of the Railhead. Ahead of the engine it acts in this phase; behind it, it waits for the next run of"
        " the round, or returns. Spent ones lie aside until the round ends.\n"
        "**Survey**: become the first player; the others keep their order. Turn order breaks every tie."
        f" Besides developments, space {space} offers it: there the Turn Order Tile is one more thing that"
        " the telegram touches."
    )


def _cards(box: Box) -> str:
    lines = []
    for region in box.depleted:
        lines.append(f"**{REGION_NAMES.get(region, region)}**")
        lines += [
            f"{ally.id} {ally.name} ({box.symbols[ally.symbol].name}): {card_words(ally.clauses)}"
            for ally in box.allies.values()
            if ally.region == region
        ]
    return "\n".join(lines)


def _investments(box: Box) -> str:
    card = next(iter(box.investments.values()))
    names = listed(symbol.name for symbol in box.symbols.values())
    eight = next((tile.id for tile in box.wilderness.values() if tile.general == "investment"), 8)
    return (
        f"At the start, and when wilderness tile #{eight} is claimed, everybody draws two investments and"
        " keeps one in secret; two equal ones may be returned for another. Each names a symbol:"
        f" {names}. At the end {card.buildings} of your buildings with the symbol, or"
        f" {card.buildings - 1} and an ally with it, complete the card for {card.vp} points. The Western"
        " Terminal and the Eastern Railyard count like developments."
    )


def _scoring(box: Box) -> str:
    pair = box.points.unused_ally_with_building
    return (
        "After the Final Round investments and allies are revealed. Each completed investment uses up its"
        " buildings and ally; every ally left over may be paired with one building left over that shares"
        f" its symbol, for {pair} points. A building or ally is used once, even with two symbols. The best"
        " use is found for you. Ties: the player ahead in turn order."
    )


def _two(box: Box) -> str:
    setup = box.setups[2]
    removed = listed(f"#{tile}" for tile in setup.remove_wilderness)
    return (
        f"Each player has {setup.bonus_telegrams} bonus telegrams; wilderness tile {removed} is not used;"
        " only the largest contributor builds on a completed development. If both contributed the same, the"
        " player ahead in turn order takes the larger share of points, but both build."
    )


def _land_claim(box: Box) -> str:
    return (
        "A variant for two players. Who contributes to a completed development without placing a building"
        f" may forgo the {box.points.development_other_contributors} points and put the Land Claim Tile"
        " there, with the cubes contributed. Later, with a telegram next to it, its owner may take the"
        " development's action as a Develop onto the claim with any type, and may portage to it. With"
        f" {box.land_claim.slots} cubes, whoever owns them, the tile returns and its owner places a"
        f" building and scores {box.points.land_claim_completed}. A claim lying elsewhere may be emptied and"
        " moved instead."
    )
