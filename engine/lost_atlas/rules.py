"""Rules topics in our own words."""

from __future__ import annotations

from engine.core.title import Options, Rule

from . import components as box
from .companies import ABILITIES, ability_of
from .options import AtlasOptions


def rules(options: Options) -> tuple[Rule, ...]:
    """The topics for a table with these options."""
    assert isinstance(options, AtlasOptions)
    mode = box.mode(options.mode)
    abilities = "\n".join(
        f"- **{box.company_name(minor)}**: {ability_of(minor).text}" for minor in box.minors_of(options.mode)
    )
    assert set(ABILITIES) == set(box.minors())
    return (
        Rule(
            "Overview",
            f"{mode.cycles} cycles. Each is a stock round, two operating rounds, from the green phase on"
            " a merger round, and the export of a train. Whoever has most personal cash and shares at "
            "the end wins; treasuries count nothing.",
        ),
        Rule(
            "Building the map",
            "In turn, players turn up a piece and place it so that it shares at least three hexsides "
            "with the map. No hex may touch a black border hex of another piece. A capital project "
            "makes a basic city a capital; if there is none yet, the project goes under the stack. If a"
            " piece fits nowhere, the map is begun anew.",
        ),
        Rule(
            "Stock round",
            "In turn: start an auction (bids from 120 in steps of 5; the winner launches the first "
            "charter of any column at half the bid, rounded down to a price of the phase), or sell any "
            "shares and then buy one, or pass. The round ends when all pass in a row; whoever sits "
            "after the last to act gets priority. Nobody owns more than 60% of a company, and the pool "
            "holds at most half. A sale drops the price one step. Shares of a company that has not "
            "operated cannot be sold, and what you sold in a round you may not buy in it. Companies "
            "wholly owned by players rise a step at the end.",
        ),
        Rule(
            "Operating round",
            "From the highest price down, top token first: leadoff train (a minor's first turn only), "
            "issue or redeem a share, lay two yellow tiles or one upgrade, place a hub, run the trains,"
            " pay or withhold, buy trains. A company without a train must buy one.",
        ),
        Rule(
            "Track",
            "Two yellow tiles or one upgrade. Mountains cost 40 for the first tile. Track may not run "
            "into water, border hexes, blank sides of Distant Destinations, or off the map. The company"
            " must be able to trace a route to some of the new track, or into an upgraded city. "
            "Existing track stays exactly; special symbols stay. A launched-to-be minor's home keeps "
            "one free spot.",
        ),
        Rule(
            "Routes",
            "A route is a line of stops on unused track with one of the company's hubs among them. Each"
            " train counts up to its number of stops. No hexside is used twice by a company's trains; a"
            " train visits a city once, and the port's two halves are one city. Cities full of others' "
            "hubs can only begin or end a route, as can Distant Destinations. Without a route a train "
            "runs locally: one stop at a hub.",
        ),
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
            "company at any price if both presidents agree. The first 4 rusts the 2s, the first 6 the "
            "3s, the first 7 or ∞ the 4s. The first 3, 5 and 7 begin the green, purple and grey phase. "
            "Limits minor/major: 2/4, from the 4 on 2/3, from the 5 on 1/2. An ∞ costs 1,000, or 800 "
            "with a train turned in.",
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
            "From the green phase on, after both operating rounds, two minors of which one can trace a "
            "route to a hub of the other may merge if both presidents agree. Shares are exchanged one "
            "for one, the price is the average rounded down, hubs, trains and money are combined, and "
            "both abilities stay. Whoever owns most shares presides and chooses the corporation. It "
            "gets two more hubs for 60 each.",
        ),
        Rule("Abilities", abilities),
        Rule(
            "Export",
            "After each cycle the top train leaves the stack, as though bought; 2-trains leave all together.",
        ),
    )
