"""What `/rules` answers, in our own words: phases, actions, prices, track, scoring, and the map's own rules.

Numbers come from the map's data, so that a topic never says what the map does not do.
"""

from __future__ import annotations

from engine.core.title import Options, Rule

from .actions import OFFERED
from .board import Board, board
from .maps import rules_of
from .options import SteamOptions

ACTION_TEXTS: dict[str, str] = {
    "first_move": "You move goods before everybody else in both rounds of Move Goods.",
    "first_build": "You build track before everybody else this turn.",
    "engineer": "You may place four tiles this turn instead of three.",
    "locomotive": "Your locomotive reaches one link further at once, up to six. This does not use up the one "
    "locomotive you may take instead of moving goods.",
    "urbanization": "Before you build track you may place one New City on any Town. It costs nothing and is "
    "not "
    "one of your tiles. A tile in the Town goes back to the box; track that leads there now leads to the "
    "city.",
    "production": "At the start of Goods Growth you draw two cubes from the bag and may put each in any "
    "empty box "
    "of the Goods Display. What you do not place goes back. Without an empty box nothing is drawn.",
    "turn_order": "In the next auction you may pass once and stay in without bidding.",
}


def rules(options: Options) -> tuple[Rule, ...]:
    """Every topic for a game with these options; the map's own rules come first."""
    assert isinstance(options, SteamOptions)
    on, own = board(options.map), rules_of(options.map)
    return (
        Rule("Overview", _overview(on)),
        *own.topics(),
        *_phases(on),
        *(
            Rule(OFFERED[power], _action_text(on, own.action_note(power), power))
            for power in on.game["actions"]
        ),
        Rule("Track", _track(on)),
        Rule("Replacing track", _replacing(on)),
        Rule("Owning track", _owning(on)),
        Rule("Prices", _prices(on)),
        Rule("Tiles", _tiles(on)),
        Rule("Typing moves", _typing(on)),
    )


def _action_text(on: Board, note: str, power: str) -> str:
    if note:
        return f"On {on.name}: {note}."
    return ACTION_TEXTS[power]


def _overview(on: Board) -> str:
    turns = ", ".join(
        f"{count} turns with {players}" if len(on.players) > 1 else f"{count} turns"
        for players, count in on.game["turns"].items()
    )
    names = {
        "issue_shares": "Issue Shares",
        "player_order": "Determine Player Order",
        "select_actions": "Select Actions",
        "build_track": "Build Track",
        "move_goods": "Move Goods",
        "collect_income": "Collect Income",
        "pay_expenses": "Pay Expenses",
        "income_reduction": "Income Reduction",
        "goods_growth": "Goods Growth",
        "advance_turn": "Advance Turn Marker",
    }
    order = " → ".join(names[phase] for phase in on.game["phases"])
    return (
        f"You run a railroad on borrowed money. Build links between cities and towns, and move cubes over "
        f"them to cities of their colour: every link a cube travels raises its owner's income. Every share "
        f"and every link of locomotive costs you $1 a turn.\n\n**{on.name}** lasts {turns}.\n\n**A turn:** "
        f"{order}."
    )


def _phases(on: Board) -> list[Rule]:
    """A topic for each phase that the map plays as all maps do."""
    topics = {
        "issue_shares": Rule("Issue Shares", _issue_shares(on)),
        "player_order": Rule(
            "Determine Player Order",
            "An auction, begun by the player who is first now. Bid at least $1 more than the highest bid and "
            "no more than you have, or drop out and take the last free place. The first to drop out pays "
            "nothing; the last two in the bidding pay what they bid; everybody else pays half of it, rounded "
            "up. Whoever holds the highest bid is not asked again until it is beaten.",
        ),
        "select_actions": Rule("Select Actions", _select_actions(on)),
        "build_track": Rule(
            "Build Track",
            ("In player order, First Build first. " if _offers(on, "first_build") else "")
            + f"Place or replace up to {on.game['builds_per_turn']} tiles. See Track, Replacing track, "
            "Owning track and Prices.",
        ),
        "move_goods": Rule("Move Goods", _move_goods(on)),
        "collect_income": Rule("Collect Income", "Everybody gets their income in dollars."),
        "pay_expenses": Rule("Pay Expenses", _pay_expenses(on)),
        "income_reduction": Rule("Income Reduction", _income_reduction(on)),
        "goods_growth": Rule("Goods Growth", _goods_growth(on)),
        "advance_turn": Rule("Scoring", _scoring(on)),
    }
    return [topics[phase] for phase in on.game["phases"] if phase != "player_order" or _auction(on)]


def _solo(on: Board) -> bool:
    return on.players.stop == 2


def _offers(on: Board, power: str) -> bool:
    return power in on.game["actions"]


def _issue_shares(on: Board) -> str:
    start, end, a_turn = on.game["start"], on.special.get("end"), on.special.get("max_shares_per_turn")
    costs = (
        f"must be bought back for ${end['buy_back_each']} at the end" if end else "takes 3 points at the end"
    )
    most = f"{on.game['max_shares']} are the most" + (f", and {a_turn} a turn" if a_turn else "")
    return (
        ("" if _solo(on) else "In player order. ")
        + f"Each share brings $5 now, costs $1 in every turn to come, and {costs}. You begin with "
        f"{start['shares']} shares and ${start['cash']}; {most}. You need not issue any."
    )


def _select_actions(on: Board) -> str:
    names = ", ".join(OFFERED[power] for power in on.game["actions"])
    if on.special.get("actions_cycle"):
        return (
            f"Take one action: {names}. One that you have taken comes back when you have taken all of them."
        )
    return f"In player order each takes one action: {names}. Each can be taken by one player a turn."


def _move_goods(on: Board) -> str:
    order = " in player order, First Move first in both" if _offers(on, "first_move") else ""
    return (
        f"Two rounds{order}. Move one cube along completed links, your own or others', to a city that "
        "accepts its colour; it stops at the first such city, visits no city or town twice, and travels at "
        "most as many links as your locomotive reaches. Each link earns its owner 1 income. Where links of "
        "several owners join the same two stops you choose. The cube goes back to the bag. Once in the two "
        f"rounds you may advance your locomotive by a link instead, up to {on.game['max_links']}."
    )


def _pay_expenses(on: Board) -> str:
    text = (
        "Pay $1 for every share and $1 for every link of your locomotive. For each dollar you cannot pay "
        "your income falls by 1. Below 0 you are insolvent"
    )
    if _solo(on):
        return f"{text}, and the game is lost."
    return (
        f"{text} and out: your unfinished track becomes nobody's, your links stay but earn for nobody. When "
        "only one railroad is left the game ends."
    )


def _income_reduction(on: Board) -> str:
    steps = ", ".join(f"{low}–{high} by {loss}" for low, high, loss in on.income_reduction["steps"])
    doubled = on.special.get("income_reduction_factor")
    return f"High incomes fall: {steps}, above that by {on.income_reduction['above_49']}." + (
        f" In turn {doubled['turn']} the loss is multiplied by {doubled['factor']}." if doubled else ""
    )


def _goods_growth(on: Board) -> str:
    dice = on.display.get("dice", {})
    rolled = (
        "as many dice as players began the game for each section of the display, the light one first"
        if "per_section" in dice
        else " and ".join(f"{count} dice for the {part} section" for part, count in dice.items() if count)
    )
    return (
        f"First Production, then {rolled}. Each die takes the top cube of the columns with its number, the "
        "city's and the New City's, to that city; New Cities that are not on the map get nothing, and what "
        "an empty column lacks is not made up."
    )


def _auction(on: Board) -> bool:
    return "player_order" not in on.special


def _scoring(on: Board) -> str:
    if on.special.get("end"):
        return "After the last turn you buy back your shares; the money left is your score. See Barbados."
    ties = "Ties are broken as the map says." if on.special.get("tiebreak") else "Ties stand."
    return (
        "After the last turn: 3 points for each dollar of income, 1 for each section of your track that is "
        "part of "
        "a completed link, −3 for each share. A section is the track on one tile; a town divides the track "
        "on its "
        f"tile into one section an exit. Cash counts nothing. {ties}"
    )


def _track(on: Board) -> str:
    return (
        "Your very first tile is a simple or town tile with an end in a city. All track you build later "
        "starts at a "
        "city or continues your own track, or takes over unowned track that leads to a city.\n\n"
        "Track may not run off the map or into water, may not meet another player's track end to end, and "
        "may not "
        "lead from a city or town back to itself. No tiles are built on cities, and none twice in a hex in "
        "one "
        "turn. In a Town only Town tiles are built, or others with a Town disc; all track in a Town meets "
        "there. "
        "It is enough that one exit of a new Town tile connects."
    )


def _replacing(on: Board) -> str:
    return (
        "You may replace a tile to add crossing or coexisting track, to enter a Town by more exits, or to "
        "redirect "
        "track. What was there stays as it was, whoever owns it; the new track must connect to a city or to "
        "yours.\n\n**Redirecting** turns the last tile of unfinished track that is yours or nobody's. Track "
        "in a "
        "Town is not redirected. Terrain costs nothing when you replace."
    )


def _owning(on: Board) -> str:
    return (
        "Track between two stops is a completed link and stays its builder's for good. Unfinished track "
        "stays yours "
        "only while you extend it with a new tile in every one of your turns; redirecting alone does not "
        "count. "
        "Otherwise it becomes nobody's, and whoever extends it, or completes it with a New City, takes it "
        "over. Each link or unfinished stretch takes "
        f"one of your {on.game['ownership_disks']} ownership discs."
    )


def _prices(on: Board) -> str:
    costs = on.costs
    ground = ", ".join(f"{terrain} ${price}" for terrain, price in costs["simple"].items())
    town, replace = costs["town"], costs["replace"]
    printed = any(place.simple_cost is not None for place in on.places.values())
    return (
        f"**Simple tile:** {ground}."
        + (" A number printed in a hex replaces these." if printed else "")
        + f"\n**Complex tile:** coexisting track ${costs['extra']['coexist']} more, crossing track "
        f"${costs['extra']['crossing']} more.\n"
        f"**Town:** ${town['base']} and ${town['per_exit']} for every exit, whatever the terrain.\n"
        f"**Replacing:** simple by crossing ${replace['simple_to_crossing']}, in a Town ${replace['town']}, "
        f"anything else ${replace['other']}.\n**Redirecting:** ${costs['redirect']}."
    )


def _tiles(on: Board) -> str:
    return (
        "136 tiles: 48 straight, 55 gentle and 7 sharp curves; 11 crossing and 4 coexisting; 11 Town tiles "
        "with one "
        f"or three exits. A Town with two or four exits is another tile under one of {on.game['town_disks']} "
        f"Town "
        "discs. When a kind is used up it cannot be built; `/show supply` tells what is left."
    )


def _typing(on: Board) -> str:
    """Examples of every move of the map, in the order of the turn."""
    order = "`bid 4`, `pass`, `drop`" if _auction(on) else "`pay`, `decline`"
    moves = [
        "`issue 2`",
        *([] if _solo(on) else [order]),
        "`select engineer`",
        "`urbanise G7 A`",
        *(f"`link {link.id}`" for link in on.links),
        "`done`",
        "`locomotive`",
        "`stay`",
        *(["`produce red light3 2`", "`putback`"] if _offers(on, "production") else []),
    ]
    text = (
        "Hexes are named as on the picture. `build G7 straight r1` lays a tile turned by one sixth; "
        "`move G7 red H8,K5` moves a cube over those stops, and `K5:P2` names whose link to take where there "
        f"are several; {', '.join(moves)}. Words that leave no choice may be left out."
    )
    if "coast_to_coast_delivery_bonus" in on.special:
        text += (
            " `move G7 red H8,K5 P2` gives the bonus for coast to coast to P2; `favour P1,P3` names the two "
            "railroads that share the transcontinental."
        )
    return text
