"""Every paragraph of the rulebook, in our own words, and the tests that hold the program to it.

`train:an_open_slot` means the tests of test_train.py whose names begin `test_an_open_slot` (`turns` and
`cards` are short for test_telegrams_and_turns.py and test_resupply_and_allies.py); `V02`, `W14` and `C-L5`
are vectors of vectors.toml and more_vectors.toml. Paragraphs that only explain, advise or show an example of
what another states are left out; an example with numbers is a vector.
"""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SHORT = {"turns": "telegrams_and_turns", "cards": "resupply_and_allies"}

RULEBOOK: dict[str, dict[str, str]] = {
    "Winning the Game": {
        "points come from developments": "V03 V15",
        "points come from resupplies": "V04",
        "points come from wilderness tiles": "V02",
        "points come from investments at the end": "V05 scoring:buildings_at_terminal",
        "beyond 50 one counts on": "scoring:points_go_on",
    },
    "Components": {
        "the box holds so many of each": "components:the_box_holds rulings:thirty_cubes",
    },
    "Board Setup": {
        "developments of each region at random, the National Park in the North": "setup:developments_lie",
        "a wilderness tile of each colour, and #24 with two, goes away": (
            "setup:one_tile setup:the_pacific_stack"
        ),
        "the rest lies in order from the Railhead, the Pacific stacked": "setup:wilderness_lies",
        "the marker on the first tile with a resource, #4 or #6": "V13 setup:the_priority_marker",
        "ports at 2, the engine in the East, tender and three cars, the rest in the Shop": (
            "setup:ports_engine"
        ),
        "ally decks by region without the solo cards, on their depleted cards": "setup:the_decks",
        "turn order at random, points at 0": "setup:the_turn_order setup:players_have",
    },
    "Player Area Setup": {
        "pieces, and one bonus telegram or with two players two": "setup:players_have",
        "one ally": "setup:players_have",
        "two investments, one is kept; two equal ones may be returned": (
            "railhead:one_card_is_kept railhead:two_equal_cards setup:the_first_round"
        ),
        "investments and unused allies lie face down": "secrets:secrets_of_others secrets:which_investment",
    },
    "Phases of the Game": {
        "five phases a round, three in the last": "turns:five_phases turns:the_final",
        "5 to 8 rounds": "autoplayer_and_orders:games_among",
    },
    "Telegram Phases": {
        "in turn order one places or passes": "turns:telegrams_are_placed",
        "a pass is for the phase": "turns:who_has_passed",
        "no actions": "turns:nobody_acts",
        "telegrams and wilderness block": "turns:a_space_is_blocked",
        "engine and port markers do not": "turns:engine_and_port",
        "bonus telegrams wait for the Telegram action": "turns:bonus_telegrams",
        "Westbound all three regular ones are in hand": "turns:all_telegrams_return",
        "Eastbound those not placed": "turns:the_eastbound_phase",
    },
    "Action Phases": {
        "the engine goes West and back": "turns:the_engine_visits",
        "it stops at each telegram for a turn": "turns:the_engine_visits",
        "a used telegram lies at the East end until the round is over": "turns:a_pass_leaves",
        "a pass leaves it": "turns:a_pass_leaves",
        "unused ports rise by 1 up to 3, both ways": ("turns:ports_nobody turns:a_port_whose turns:a_loaded"),
        "Eastbound it starts at the Railhead as it is now": "turns:the_eastbound_run",
        "at the East end a resupply, then all telegrams return": "turns:a_round_ends",
    },
    "Railhead Phase": {
        "bids are secret and simultaneous": (
            "railhead:bids_are_hidden railhead:the_last_bidder secrets:a_sealed"
        ),
        "navvies, steel and wood from the Line": "railhead:only_ones_own V02",
        "the priority resource counts double": "V02 V15",
        "the Railhead goes as far as the total pays": "V02 railhead:the_rest_of_the_total",
        "most contributed first, ties by turn order": "V02",
        "one must claim, until all passed tiles are claimed": (
            "railhead:players_must railhead:claims_start_over"
        ),
        "who bid 0 takes no part": "V15",
        "the tile's points and its own bonus": "V02 railhead:a_first_player railhead:the_claimed_telegram",
        "an ally for everybody": "V02 railhead:the_general_ally",
        "investments for everybody": "W14 railhead:the_eighth_tile",
        "who claimed pays, others do not": "V02 railhead:bidding_without",
        "the Railhead lies on the last open space": "V02",
        "the Last Spike moves 2, 1 or 0 and stops at the Railhead": "V14 railhead:the_last_spike",
        "the marker goes to the next indicator": "V02 railhead:the_marker_goes",
    },
    "Action Turns": {
        "pass, or act and remove the telegram": "turns:a_pass_leaves",
        "one action on each thing touched": "turns:one_action turns:only_what",
        "one ally card, not one acquired now": "cards:one_card cards:a_card_drawn",
        "one of a tile's actions": "turns:a_second_action",
        "what the back shows waits for the flip, and then needs a building": (
            "turns:what_the_back turns:house_actions"
        ),
        "any order, anything left out": "turns:one_action turns:the_port_and",
    },
    "Actions that Load Resources": {
        "port supply, then the marker at 1": "V01 turns:a_loaded_port",
        "produce, with a building": "V01 turns:house_actions",
        "acquire": "V01 V18",
        "trade 1 or 2 of one type off the Line": "V01 developments:trade_takes developments:trade_is_for",
        "a car that this empties can flip": "V01 developments:trade_may_flip",
    },
    "Loading Resources": {
        "first an open slot on the Line": "train:an_open_slot",
        "then an empty car that flips and joins its type": "train:an_empty_car train:flipping_is_not V01",
        "then the Yard": "train:the_yard_first V18",
        "then a new tile in the Yard": "train:the_yard_first V01",
        "else the cube returns": "train:without_any_room V18",
    },
    "Actions that Unload Resources to Developments": {
        "queues slide forward": "V03 developments:owners_behind",
        "an empty fitting slot, or a wild one": "developments:the_first_cube developments:a_wild_side",
        "one action, one side": "V17 developments:overfill",
        "develop: one's own cube on the Line first": (
            "developments:the_first_cube developments:cubes_in_the_yard"
        ),
        "owners of those behind decide, past the last slot too": (
            "V03 developments:owners_behind developments:joining developments:the_actor"
        ),
        "portage: one cube from Line or Yard to any tile": (
            "V03 developments:portage_goes developments:portage_needs"
        ),
    },
    "When a Development is Completed": {
        "no empty slot after an action, before the next": "developments:a_development_is_completed V17",
        "most cubes score the tile, others 2, ties by turn order": "V03 V16 developments:the_largest",
        "cubes leave, the tile flips": "V03",
        "two build, with two players one; nobody who ties is left out": "V03 V16 developments:who_places",
        "flipped tiles with slots, again and again": "developments:a_flipped_tile turns:a_flipped",
        "without a building left one may be moved": (
            "W11 developments:without_a_building developments:a_building"
        ),
    },
    "Resupply": {
        "at the end of each Eastbound phase by itself": "turns:a_round_ends",
        "nothing unless the tender is full": "cards:nothing_happens_while",
        "most coal in the tender supplies, ties by turn order": "V04 cards:the_player_with",
        "all its coal on the Line leaves, 2 points": "V04 cards:coal_behind",
        "a type in the Yard, all its cars, 1 point for each cube": "V04 cards:cars_come",
        "else one car from the Shop": "cards:with_an_empty_yard",
        "a building on the Eastern Railyard": "V04",
        "again, if the tender is full and its first wishes": "V04 cards:a_repetition",
    },
    "Ally, Telegram, Survey": {
        "an ally of the region": "cards:a_tile_gives",
        "an empty deck gives points or a card from a region before": "W2 cards:an_empty_deck",
        "a telegram, bonus or regular, on another open space": "W1 turns:the_telegram_action",
        "first in turn order": "W1 turns:survey",
        "also on the last port space": "turns:the_port_and",
    },
    "Ally Cards": {
        "one a turn, not on the turn it came": "cards:one_card cards:a_card_drawn",
        "used once, and still worth its symbol": "cards:one_card scoring:buildings_at",
        "acquire: one type": "cards:acquire_is_of_one C-L4",
        "portage: one type, one side, Line and Yard, may overfill": "cards:a_cards_portage C-L3",
        "trade: one type for one; with the symbol from the Yard too": "cards:trade_from C-L6",
        "develop needs no building": "V21 cards:a_cards_develop",
        "develop (wild)": "V21 C-P2",
        "ally of the current region, else of the Lowlands": "cards:regions_without C-S3",
        "telegram": "C-S4",
    },
    "Logical operators": {
        "IF cubes were removed, more than needed too": "V20 cards:then_needs",
        "IF the telegram stands there": "V22 cards:a_condition_on",
        "OR": "cards:or_takes C-L1",
        "AND": "cards:and_is C-L11",
        "TO": ("cards:to_limits cards:to_replaces cards:acquire_to train:a_card_may_say"),
    },
    "Investment Cards": {
        "at the start and at #8, two, one kept": "W14 railhead:one_card_is_kept railhead:the_eighth_tile",
        "buildings count by symbol, those at Railhead and Resupply too": "scoring:buildings_at",
    },
    "Two Player Rules": {
        "two bonus telegrams": "setup:players_have",
        "#24 is not used": "setup:the_pacific_stack",
        "only the top contributor builds, both if they tie": "V15 V16",
    },
    "Land Claim Tiles": {
        "instead of 2 points, with the cubes": "W6 developments:a_contributor developments:or_score_two",
        "developed with any type, or by portage, by its owner": (
            "W6 W13 developments:a_claim_is_developed developments:only_the_owner"
        ),
        "filled: it returns, a building and 2 points": "W13 developments:a_claim_that_is_full",
        "lying elsewhere it may be emptied and moved": "developments:a_claim_elsewhere",
    },
    "Dastardly Developments": {
        "the first cube may be anybody's": "W5 developments:dastardly",
    },
    "End-Game Trigger": {
        "the Last Spike claimed: only Railhead and Pacific tiles stay": "V19 railhead:unclaimed_tiles",
        "the next round is the last": "railhead:after_the_last_spike W9",
        "it ends after its Railhead Phase": "turns:the_final_round",
    },
    "Final Scoring": {
        "cards are revealed": "railhead:at_the_end scoring:the_best_use_is_told",
        "3 buildings, or 2 and an ally, each once": "V05 V06 scoring:three_buildings scoring:a_building_with",
        "what is not completed removes nothing": "scoring:an_incomplete",
        "2 points for each other ally with a building": "V05 V06 scoring:the_best_assignment",
        "ties by turn order": "railhead:equal_scores",
    },
    "Solo: Setup": {
        "an ally of each region and three Syndicate cards": "solo:the_syndicate_begins",
        "one development, a telegram there and at the coal port": "V07 solo:the_syndicate_begins",
        "two different investments, a third later": "solo:the_player_has solo:the_eighth_tile",
    },
    "Solo: Syndicate Play Overview": {
        "its telegrams stay on the board": "solo:the_syndicates_telegrams",
        "a depleted deck is made of the discards": "solo:a_depleted_deck",
    },
    "Solo: Defeating the Syndicate": {
        "three of three win": "solo:all_three",
        "two of three, fewer": "solo:fewer_are",
    },
    "Solo: Telegram and Action Phases": {
        "only the player places": "solo:only_the_player",
        "of two allies the Syndicate takes one": "W15 solo:of_two solo:without_a_hit solo:the_last_card",
        "after the player's Develop a contribution": (
            "solo:the_syndicate_contributes solo:the_syndicates_front"
        ),
    },
    "Solo: Syndicate Action Draw": {
        "cards until a Syndicate card, and one more": "solo:an_action_draw W10",
    },
    "Solo: Minor Action": {
        "not in the ports": "solo:a_minor_action W10",
        "the next tile with symbol and slot, not the player's alone": "V08 solo:the_search",
        "portage left, right; acquire for right, left": "V08 solo:it_portages solo:otherwise",
        "wild: Yard, then Line": "solo:on_a_wild_side solo:yard_cubes",
    },
    "Solo: Main Action": {
        "in a port its supply": "solo:in_a_port W10",
        "develop left, right, up to 4 until it wins": (
            "V09 solo:it_unloads solo:it_stops solo:winning_outright"
        ),
        "produce": "V09 solo:a_flipped_tile",
        "trade its most frequent two": "solo:it_trades solo:a_tie_for_most",
    },
    "Solo: Placement Action": {
        "back to a space beside the symbol, on from the other end": "V10 solo:tiles_with_only",
        "or it stays": "solo:no_matching",
        "a Syndicate card: the fullest port behind": "V11",
        "ahead of the engine it acts again": "solo:a_telegram_put",
    },
    "Solo: Contribution Draw": {
        "one card a cube: 1 for Syndicate, 3 for the symbol": "V12 solo:contribution_counts",
    },
    "Solo: Railhead Phase": {
        "draws for navvies, wood and steel": "V12 solo:the_syndicate_bids",
        "the highest tile, the further East of equals, and First Player": "solo:it_claims",
    },
    "Solo: End of Game": {
        "once the Spike is in the Prairies one may resign": "solo:the_player_may_resign solo:the_spike",
        "no points for investments": "solo:all_three",
    },
    "Things to Remember": {
        "cars of a type lie together, the tender is a coal car": "train:the_tender_counts train:an_empty_car",
        "tiles come to the Line by resupply and never leave it": "random_games:random_games",
        "cubes load behind their type and slide forward": "train:cubes_go_behind V03",
        "out of cubes one takes one's own from elsewhere": (
            "developments:without_a_cube developments:or_the_cube"
        ),
        "out of buildings one may remove any": "W11 developments:without_a_building",
        "flipped tiles: portage and joining need no building": "turns:a_flipped developments:a_flipped",
        "coal in the Yard stays its owner's": "cards:the_suppliers_coal",
        "all cars of a type come together": "cards:cars_come",
    },
}


@cache
def functions_of(name: str) -> frozenset[str]:
    """The names of a file's test functions, without `test_`."""
    tree = ast.parse((HERE / f"test_{SHORT.get(name, name)}.py").read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return frozenset(each.name.removeprefix("test_") for each in functions if each.name.startswith("test_"))


@cache
def vectors() -> frozenset[str]:
    found: set[str] = set()
    for name in ("vectors.toml", "more_vectors.toml"):
        found |= {vector["id"] for vector in tomllib.loads((HERE / name).read_text("utf-8"))["vector"]}
    return frozenset(found)


@pytest.mark.parametrize("section", RULEBOOK)
def test_every_paragraph_of_the_rulebook_has_a_test(section):
    for paragraph, references in RULEBOOK[section].items():
        for reference in references.split():
            file, _, beginning = reference.partition(":")
            known = vectors() if not beginning else functions_of(file)
            wanted = beginning or reference
            assert any(each.startswith(wanted) for each in known), (section, paragraph, reference)


def test_every_vector_of_the_rulebooks_examples_is_named():
    named = {
        word for paragraphs in RULEBOOK.values() for text in paragraphs.values() for word in text.split()
    }
    assert {f"V{number:02}" for number in range(1, 23)} <= named
