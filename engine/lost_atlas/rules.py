"""Rules topics in our own words."""

from __future__ import annotations

from engine.core.title import Options, Rule

from . import components as box
from .companies import ABILITIES, ability_of
from .options import AtlasOptions


def rules(options: Options) -> tuple[Rule, ...]:
    """The topics for a table with these options."""
    assert isinstance(options, AtlasOptions)
    return (
        Rule("Overview", _overview(options)),
        Rule("Building the map", _map(options)),
        Rule("Stock round", _stock_round(options)),
        Rule(
            "Presidents",
            "Whoever owns more shares than the president takes over at once, with the company and all it "
            "has; of several with equally many, the next clockwise from the old president. Nobody may sell "
            "so that no player is left with two shares.",
        ),
        Rule(
            "Operating round",
            "From the highest price down, top token first: leadoff train (a minor's first turn only), "
            "issue or redeem a share, lay two yellow tiles or one upgrade, place a hub, run the trains,"
            " pay or withhold, buy trains. A company without a train must buy one. Issuing pays the price "
            "into the treasury and drops it a step; redeeming costs the price, which stays.",
        ),
        Rule(
            "Track",
            f"Two yellow tiles or one upgrade. Mountains cost {box.MOUNTAIN_COST} for the first tile. Track "
            "may not run into water, border hexes, blank sides of Distant Destinations, or off the map. The "
            "company must be able to trace a route to some of the new track, or into an upgraded city. "
            "Existing track stays exactly; special symbols stay. The tiles of a new phase are there for the "
            "next company. The home of a minor that is not launched yet keeps one free spot.",
        ),
        Rule(
            "Hubs",
            "A corporation, and Expansive, may place one hub a turn at its printed cost, in a free city spot "
            "that is not reserved and to which it can trace a route; at most one on a tile.",
        ),
        Rule("Routes", _routes(options)),
        Rule(
            "Earnings",
            "Paid out, each share gets its part, also those in the treasury. Below the price, the price"
            " stays and the token goes to the bottom of its column; from the price on it rises a step, "
            "from double the price on two. Withheld, or nothing earned: a step down. At 0 a company is "
            "dissolved.",
        ),
        Rule(
            "Trains",
            "Bought from the top of the stack, from the pool at the printed price, or from another "
            "company for 1 or more if both presidents agree. The first 4 rusts the 2s, the first 6 the "
            "3s, the first 7 or ∞ the 4s. The first 3, 5 and 7 begin the green, purple and grey phase. "
            "Limits minor/major: 2/4, from the 4 on 2/3, from the 5 on 1/2; what is above is given up to the "
            "pool. An ∞ costs 1,000, or 800 with a train turned in.",
        ),
        Rule(
            "Forced purchase",
            "A company without a train and without the money for the cheapest takes its president's "
            "cash, and then the president sells shares one at a time. Prices fall one step a company "
            "when the sales are over. If it is still not enough, the president is bankrupt: "
            + ("the others play on." if options.bankruptcy == "play on" else "the game ends."),
        ),
        Rule(
            "Mergers",
            "From the green phase on, after both operating rounds: in descending order of price each minor "
            "may propose to merge with another, to one of whose hubs it can trace a route. If both "
            "presidents agree, shares are exchanged one for one, the price is the average rounded down, "
            "hubs, trains and money are combined, and both abilities stay. Whoever owns most shares presides "
            "and chooses the corporation. It gets two more hubs for 60 each, and one for nothing where two "
            "lay on a tile.",
        ),
        Rule("Abilities", _abilities(options)),
        Rule(
            "Export",
            "After each cycle the top train leaves the stack, as though bought; 2-trains leave all together.",
        ),
    )


def _overview(options: AtlasOptions) -> str:
    mode = box.mode(options.mode)
    cash = ", ".join(f"{amount} with {seats}" for seats, amount in sorted(mode.starting_cash.items()))
    return (
        f"{mode.cycles} cycles. Each is a stock round, two operating rounds, from the green phase on"
        f" a merger round, and the export of a train. Players begin with {cash}. Whoever has most personal "
        "cash and shares at the end wins; treasuries count nothing. A tie goes to the president of the "
        "company that operates earliest."
    )


def _map(options: AtlasOptions) -> str:
    if options.map != "players":
        text = "The map is built at random. " if options.map == "automatic" else "The map is ready. "
    else:
        text = (
            "In turn, players turn up a piece and place it so that it shares at least three hexsides "
            "with the map. No hex may touch a black border hex of another piece. A capital project "
            "makes a basic city a capital; if there is none yet, the project goes under the stack. If a"
            " piece fits nowhere, the map is begun anew. "
        )
    if options.blank_hexes:
        text += (
            "At the end up to twelve blank hexes may be laid beside minors' homes, in turn, until all pass. "
        )
    return text.rstrip()


def _stock_round(options: AtlasOptions) -> str:
    tops = [box.initial_prices(phase) for phase in ("yellow", "green", "purple")]
    zones = f"{tops[0][0]} to {tops[0][-1]}, from green on to {tops[1][-1]}, from purple on to {tops[2][-1]}"
    drop = "one step for each share" if options.drop_per_share else "one step, however many are sold"
    return (
        f"In turn: start an auction (bids from {box.MINIMUM_BID} in steps of {box.BID_INCREMENT}; the winner "
        "launches the first charter of any column at half the bid, rounded down to a price of the phase: "
        f"{zones}), or sell any shares and then buy one, or pass. The round ends when all pass in a row; "
        "whoever sits after the last to act gets priority. If nothing is launched in the first one, the "
        "charters are dealt again. Nobody owns more than 60% of a company, and the pool holds at most half. "
        f"A sale drops the price {drop}. Shares of a company that has not operated cannot be sold, and what "
        "you sold in a round you may not buy in it. Companies wholly owned by players rise a step at the end."
    )


def _routes(options: AtlasOptions) -> str:
    own = (options.own_yellow, options.own_green, options.own_purple, options.own_grey)
    values = "/".join(map(str, own)) if options.destination == "own" else options.destination
    return (
        "A route is a line of stops on unused track with one of the company's hubs among them. Each"
        " train counts up to its number of stops, none of which is skipped. No hexside is used twice by a "
        "company's trains; a train visits a city once, and the port's two halves are one city. Cities full "
        "of others' hubs can only begin or end a route, as can Distant Destinations, which are worth "
        f"{values} by phase. Without a route a train runs locally: one stop at a hub."
    )


def _abilities(options: AtlasOptions) -> str:
    assert set(ABILITIES) == set(box.minors())
    minors = box.minors_of(options.mode)
    return "\n".join(f"- **{box.company_name(minor)}**: {ability_of(minor).text}" for minor in minors)
