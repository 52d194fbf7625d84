"""Every paragraph, diagram and table of the rulebook up to its variants, in our own words, and the tests that
hold the program to it; and what the component data rules.

`track:a_mountain` means the tests of test_track_laying.py whose names begin `test_a_mountain` (see SHORT for
the other short names). Paragraphs that only explain, advise or describe components are left out.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SHORT = {
    "map": "map_building",
    "stock": "stock_round",
    "column": "stock_track",
    "round": "operating_round",
    "track": "track_laying",
    "forced": "forced_purchase",
    "end": "export_and_end",
}

RULEBOOK: dict[str, dict[str, str]] = {
    "Components": {
        "33 pieces, 135 tiles": "setup:the_box_has",
        "twelve minors, each with a home but one": "setup:everybody_has_a_home",
        "six majors with two identities": "merger:each_charter",
        "a minor has five shares, a major ten; the president's certificate is two": (
            "auction:a_launch merger:no_certificate"
        ),
        "destination cards, one to fill in": "setup:the_card setup:the_blank_card",
    },
    "Setup": {
        "the Short Game leaves pieces, companies and a project in the box": "setup:the_short_game",
    },
    "Map Building": {
        "one card for all destinations": "setup:the_card",
        "a random player begins, in the middle; then clockwise": "map:the_first_piece map:a_random_player",
        "three shared edges": "map:diagram_1 map:check_accepts",
        "nothing beside a border hex": "map:diagram_1 map:a_pieces_own_border",
        "flat, without overlapping": "map:a_piece_covers map:pieces_do_not_overlap",
        "diagram 1": "map:diagram_1",
        "a project is placed by whoever turns it up": "map:a_capital_is_made",
        "a project without a place goes under the stack and another piece is drawn": "map:a_project_without",
        "a piece that fits nowhere: begin anew": "map:the_map_is_begun_anew map:a_drawn_piece",
        "until everything is placed": "map:after_the_last_piece",
        "twelve blank hexes, if wanted": "map:blank_hexes map:without_the_option",
    },
    "Minor Companies, Stock, Trains, Tiles": {
        "three columns of four charters, two in the Short Game": "setup:diagram_2",
        "diagram 2: only the first of a column": "setup:diagram_2 auction:only_the_first_charter",
        "stock round of cycle 1": "words:headlines",
        "the Short Game has one train of each rank less, but of the last": "setup:trains_by_mode",
        "one 3 and one 6 more from four players": "setup:trains_by_mode",
        "from the lowest price up, 2-trains on top": "trains:only_the_top_train",
        "only yellow tiles at the start": "track:colours_follow",
    },
    "Starting Capital, Priority": {
        "table: 450, 300, 275, 220": "setup:starting_capital setup:two_play_only",
        "a random player has priority": "map:a_random_player",
    },
    "Key Concepts": {
        "players' and companies' money are apart": "round:players_may_not",
        "a company may be taken, or be dumped on one": "stock:who_owns_more stock:selling_below",
    },
    "Notes for Experienced Players": {
        "no certificate limit": "stock:there_is_no_limit",
        "4 or 6 cycles": "end:the_game_ends",
        "cut-throat: a drop for each share": "stock:cut_throat words:the_rules_follow",
    },
    "Stock Round": {
        "from the priority player, one of three actions": "stock:one_share stock:passing",
        "an auction from 120 in steps of 5": "auction:bids_start auction:nobody_starts",
        "raise by any amount or pass": "auction:a_raise auction:who_cannot_raise",
        "who has passed is out, the last one wins": "auction:who_passes",
        "the winner launches any available charter; then the initiator's neighbour": (
            "auction:only_the_first_charter auction:the_next_turn"
        ),
        "certificates, treasury, hub at home": "auction:a_launch auction:the_hub",
        "half the bid, down to a price of the phase": "auction:the_initial_price auction:the_table",
        "Adaptive's home is chosen": "auction:adaptive_chooses auction:other_companies",
        "diagram 3": "auction:diagram_3",
    },
    "Sell Shares and/or Purchase a Share": {
        "any number at the present price": "stock:a_sale_pays",
        "no company is left without a president": "stock:no_sale_leaves",
        "none of a minor that has not operated; none at all in the first round": (
            "stock:a_minor_that stock:in_the_first"
        ),
        "half in the pool": "stock:at_most_half stock:a_majors_limits",
        "one increment a sale": "stock:a_sale_pays stock:a_sale_by_another stock:each_company_sold",
        "once a turn, all together, before buying": (
            "stock:sales_come stock:after_buying stock:only_one_share"
        ),
        "one share from the treasury or from the pool": (
            "stock:a_share_from stock:a_share_must stock:one_share"
        ),
        "60% at most": "stock:nobody_owns stock:a_majors_limits",
        "not what one has sold in this round": "stock:what_was_sold",
        "presidency: more than the president, ties clockwise": (
            "stock:who_owns_more stock:an_equal_holding stock:selling_below stock:of_tied_heirs "
            "stock:a_sale_that_leaves"
        ),
        "certificates are not limited": "stock:there_is_no_limit",
    },
    "Pass, End of Stock Round": {
        "a pass does not put one out": "stock:passing",
        "all in a row end the round": "stock:the_round_ends",
        "nothing launched at first: deal again": "stock:if_nothing_is_launched",
        "priority after the last to act": "stock:the_round_ends stock:priority_goes stock:a_round_in_which",
        "wholly owned companies rise": (
            "stock:a_company_owned stock:a_share_in_the_pool stock:companies_that_rise stock:the_bonus"
        ),
    },
    "Token Movement on the Stock Track": {
        "tokens lie in the order in which they came": "column:the_first_to_enter column:a_token_that_moves",
        "a payout below the price puts the token at the bottom": "round:a_payout_below",
        "who has acted does not act again in the round": "round:a_company_that_falls",
        "at 0 a company is dissolved, whatever the reason": (
            "dissolution:in_its_own_turn dissolution:without_a_train dissolution:by_a_forced_sale "
            "stock:a_company_sold round:issuing_at_10 round:withholding_at_10"
        ),
        "shares, money, trains, hubs": (
            "dissolution:players_get dissolution:in_its_own_turn dissolution:its_home dissolution:its_suburbs"
        ),
    },
    "Operating Round": {
        "two in a cycle": "round:two_operating_rounds",
        "abilities come before rules": "companies:in_every_pair",
        "descending price, top token first": "column:companies_operate forced:the_rest_of_the_round",
        "the steps in their order": "round:a_step_left_out trains:after_the_earnings",
    },
    "1 and 2. Leadoff Train, Issue or Redeem": {
        "a minor's first turn, stack or pool, from the treasury, to run at once": (
            "round:a_new_minor round:a_leadoff_train round:the_leadoff_train merger:a_new_major_has"
        ),
        "issuing": "round:issuing_pays round:issue_or_redeem round:issuing_respects",
        "redeeming": "round:redeeming",
    },
    "3. Lay Track Tiles": {
        "two yellow or one upgrade": "track:two_yellow track:one_upgrade track:no_upgrade",
        "through some of the new track": "track:diagram_4 track:the_route_to_new_track",
        "into an upgraded city": "track:an_upgraded_city track:a_blocked_city track:the_first_tile",
        "not into water, blank edges, borders, off the map": (
            "track:track_does_not track:track_runs track:track_does_not_leave"
        ),
        "where tiles do not lie; cities are neither made nor lost": "track:cities_take",
        "one colour after the other, kept exactly, same symbol": (
            "track:colours_follow track:upgrades_keep track:the_published track:a_capital_takes "
            "track:grey_homes"
        ),
        "printed costs": "track:diagram_5 track:a_mountain",
        "a finite supply": "track:supply",
        "hubs stay": "track:hubs_stay",
        "a reserved spot": "track:diagram_6 track:at_least_one track:spacious_home running:a_reserved_spot",
        "diagram 4": "track:diagram_4",
        "diagram 5": "track:diagram_5",
        "diagram 6": "track:diagram_6",
    },
    "4. Place a Hub Token": {
        "for its cost, in an open spot that is reached": (
            "tokens:expansive_places tokens:a_hub_must tokens:a_major_places tokens:a_partly "
            "tokens:other_minors "
            "tokens:no_hub tokens:one_hub"
        ),
        "one on a tile": "tokens:at_most_one",
        "diagram 7": "tokens:diagram_7",
    },
    "5. Run Trains": {
        "with a hub, no track twice": "running:illegal_routes running:two_trains_never",
        "as many routes as trains, up to their stops": "running:a_train_counts running:a_president_names",
        "routes cross in cities and on tiles": "running:two_trains_may_cross running:diagram_8",
        "blocked cities only at the ends": "running:a_route_does_not_pass_a_city",
        "Distant Destinations only at the ends": "running:a_route_does_not_pass_through",
        "a city or destination once a train, but by several trains": (
            "running:trains_of_one running:diagram_8"
        ),
        "port and mine": (
            "running:diagram_8_the_halves running:the_mine running:two_trains_do_not companies:the_port"
        ),
        "no sharp turn on forks, any turn in cities": "running:diagram_8_a_train running:any_turn",
        "stops are not skipped; infinity has no limit": "running:illegal_routes running:the_infinity_train",
        "local routes": "running:local_routes running:a_city_with running:a_hub_in_a_city",
        "diagram 8": "running:diagram_8 round:diagram_8s",
        "destinations by phase": "running:the_destination setup:the_card",
        "without a train nothing is earned": "running:without_a_train round:without_a_train",
        "the best routes are found": "routes:the_best_routes running:the_best_route",
    },
    "6. Distributing Earnings": {
        "a fifth or a tenth for each share, the treasury's too": (
            "round:every_share round:shares_in_the_pool round:diagram_8s"
        ),
        "below the price, from it on, from double on": "round:a_payout_moves round:a_payout_below",
        "withheld": "round:withholding_fills",
        "the right end": "column:at_the_right_end",
    },
    "7. Train Purchasing": {
        "fewer than the limit, as many as there is money for": (
            "trains:as_many trains:a_company_needs trains:at_the"
        ),
        "who has none must buy": "trains:a_company_without trains:a_company_that_has_sold",
        "no personal cash but in a forced purchase": "forced:players_do_not_help",
        "the top of the stack at face value": "trains:only_the_top_train",
        "infinity for less with a train turned in": (
            "trains:a_train_turned_in trains:a_trade_in trains:the_7_and"
        ),
        "the pool at the printed price": "trains:a_train_in_the_pool trains:a_train_given_up",
        "another company's from 1 on, both presidents agreeing": (
            "trains:a_train_of_another trains:declined trains:between_companies trains:the_price_is"
        ),
        "7s never run out": "trains:the_7_trains",
        "rust": "trains:the_first_of_a_rank trains:a_company_whose trains:what_rusts trains:the_train_turned",
        "phases, limits at once, the president's choice": (
            "trains:phases_by trains:buying_the_first_5 trains:several_presidents trains:two_purchases"
        ),
        "tiles of the phase for the next company": "track:tiles_of_a_new_phase",
        "table of trains": (
            "trains:the_table trains:phases_by trains:the_first_of_a_rank auction:the_table_of_initial_prices"
        ),
    },
    "Forced Train Purchase": {
        "only if the treasury does not do and no deal is made": (
            "forced:with_enough forced:a_deal forced:after_a_sale"
        ),
        "the cheapest of pool and stack": "forced:only_the_cheapest forced:the_president_does_not",
        "treasury, cash, then shares one at a time": "forced:the_treasury_pays forced:shares_are_sold",
        "prices fall afterwards, once": "forced:every_sale",
        "not the active company's presidency, not above half in the pool": (
            "forced:the_active_company forced:the_pool_takes forced:a_forced_sale"
        ),
    },
    "Bankruptcy": {
        "when nothing can be sold; it ends the game": (
            "forced:who_can_sell forced:there_is_no forced:sales_made"
        ),
        "playing on": (
            "forced:playing_on forced:a_closed_companys forced:the_bankrupt forced:when_only_one "
            "auction:a_bankrupt"
        ),
    },
    "Merger Round": {
        "after the operating rounds, from the green phase on": "merger:there_is_no_merger_round",
        "in descending order, with a partner whose hub is reached": (
            "merger:minors_propose merger:a_partners_hub merger:a_blocked_city"
        ),
        "a declined pair is not proposed again": (
            "merger:the_other_president merger:after_a_refusal merger:a_refusal_holds"
        ),
        "both in one hand": "merger:one_president",
        "the president: most shares, then the earlier company": (
            "merger:the_president_owns merger:of_tied_owners"
        ),
        "certificates, charters, abilities": "merger:no_certificate merger:diagram_9 companies:in_every_pair",
        "the average, down": "merger:the_price_is merger:the_token_enters",
        "hubs are replaced, doubled ones free, two more": (
            "merger:hubs_are merger:two_hubs merger:expansives_unused"
        ),
        "treasuries and trains together, the limit": "merger:diagram_9 merger:above_the_train_limit",
        "the minors are gone": "merger:the_minors merger:the_homes merger:a_new_major_neither",
        "diagram 9": "merger:diagram_9 merger:the_president_owns",
    },
    "Export a Train": {
        "the top train, or all 2-trains": "end:all_2_trains end:later_one_train",
        "rust, phase and limits as though bought": "end:the_first_of_a_rank end:new_limits",
        "no merger round for it": "end:a_change_to_green",
    },
    "End of Game": {
        "after four or six cycles": "end:the_game_ends end:the_export_after",
        "cash and shares": "end:the_score",
        "a tie": "end:a_tie end:tied_players",
    },
    "Variants that are offered": {
        "maps made in advance": "layouts:a_map_of_ones_own layouts:single_hexes map:the_ready_made",
    },
    "Company Details": {
        "Adaptive": "auction:adaptive_chooses auction:adaptive_may",
        "Overnight": (
            "companies:overnight companies:a_skipped_city companies:a_major_with_overnight "
            "companies:a_blocked_city"
        ),
        "Bridging": (
            "companies:bridging companies:bridges companies:there_are_five companies:anybody "
            "companies:a_major_with"
        ),
        "Spacious": "companies:spacious",
        "Expansive": "tokens:expansive_places merger:expansives_unused",
        "Suburban": "tokens:suburbs tokens:no_suburb tokens:a_suburb tokens:each_suburb companies:suburbs",
        "Resourceful": (
            "companies:resourcefuls companies:rusted_trains companies:a_company_with_only running:a_rusted "
            "running:rusted_trains"
        ),
        "Agricultural": "companies:agricultural",
        "Tunneling": "companies:tunneling companies:no_gain",
        "Eastern Mining": "companies:the_mine companies:another_company",
        "Northern Port": "companies:the_port",
        "Express": "companies:express companies:with_two_trains companies:a_rusted_train",
        "in pairs, after merging": "companies:every_pair companies:in_every_pair",
    },
    "Rulings of the component data": {
        "1 hexsides": "running:two_trains routes:the_best_routes",
        "2 routes, local routes": "running:local_routes running:a_train_counts",
        "3 port, mine, destinations": "running:diagram_8_the_halves running:the_mine running:trains_of_one",
        "4 blocked, reserved": "running:a_route_does_not_pass_a_city running:a_reserved_spot",
        "5 cities without tiles": "running:a_hub_in_a_city auction:adaptive_chooses",
        "6 the new major's price": "merger:the_price_is",
        "7 several sales": "stock:each_company_sold forced:every_sale",
        "8 issuing and the pool": "round:issuing_respects",
        "9 both ends of the track": (
            "column:at_the_right_end column:a_price_does_not dissolution:in_its_own_turn"
        ),
        "10 the last export": "end:the_export_after",
        "11 hubs at a merger": "merger:two_hubs merger:hubs_are merger:expansives_unused",
        "12 trains by players": "setup:trains_by_mode",
        "14 blank hexes": "map:blank_hexes",
        "15 nothing earned": "round:without_a_train dissolution:in_its_own_turn",
        "16 the 7s": "trains:the_7_trains end:exported_7",
        "17 capitals": "map:a_capital_is_made map:a_city_becomes map:a_project_without",
        "the recorded example": "round:the_recorded_example auction:the_recorded_example",
    },
}


@cache
def functions_of(name: str) -> frozenset[str]:
    """The tests of a file."""
    tree = ast.parse((HERE / f"test_{SHORT.get(name, name)}.py").read_text(encoding="utf-8"))
    return frozenset(each.name for each in tree.body if isinstance(each, ast.FunctionDef))


@pytest.mark.parametrize("section", RULEBOOK)
def test_every_paragraph_of_the_rulebook_has_a_test(section):
    for paragraph, tests in RULEBOOK[section].items():
        assert tests, paragraph
        for test in tests.split():
            name, _, beginning = test.partition(":")
            found = [each for each in functions_of(name) if each.startswith(f"test_{beginning}")]
            assert found, f"{paragraph}: no test {test}"


def test_all_nine_diagrams_are_named():
    paragraphs = " ".join(paragraph for section in RULEBOOK.values() for paragraph in section)
    assert [number for number in range(1, 10) if f"diagram {number}" not in paragraphs] == []
