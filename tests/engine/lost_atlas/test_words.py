"""Labels, forecasts, reports, rules, orders and the automatic player."""

import msgspec
import pytest

from engine.core.action import expand
from engine.core.chance import Chance
from engine.core.choices import choices
from engine.core.errors import IllegalMove
from engine.core.reading import read_fields
from engine.lost_atlas import TITLE
from engine.lost_atlas import components as box
from engine.lost_atlas.actions import (
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    Launch,
    Lay,
    Pass,
    PayOut,
    PlacePiece,
    Propose,
    Run,
    Sell,
    Withhold,
)
from engine.lost_atlas.options import AtlasOptions
from engine.lost_atlas.orders import AlwaysPayOut, BidUpTo, KeepTrains, PassStockRound
from tests.engine.random_play import plain

from .build import MIDDLE, at_price, at_stock, give, holders, launched, new_game, operating, pay
from .invariants import examine


def operated(seats=3):
    game = at_stock(seats)
    launched(game, 0, "express").operated = True
    launched(game, 1, "suburban").operated = True
    for seat in range(seats):
        pay(game, seat, 500)
    return game


# --- forecasts --------------------------------------------------------------------------------


def test_a_payout_says_what_it_does_to_the_price_and_to_you():
    game = operated()
    operating(game, "express", "earnings").turn.earnings = 120
    text = game.describe(0, PayOut())
    assert "24 a share" in text
    assert "48 to you" in text
    assert "from 60 to 80" in text
    game.state.turn.earnings = 50
    assert "stays at 60" in game.describe(0, PayOut())
    assert "falls from 60 to 50" in game.describe(0, Withhold())


def test_withholding_at_10_warns_of_the_dissolution():
    game = operated()
    at_price(game, "express", 10)
    operating(game, "express", "earnings").turn.earnings = 50
    assert "dissolved" in game.describe(0, Withhold())


def test_a_sale_says_who_would_be_president():
    game = operated()
    holders(game, "express", 3, 2)
    assert game.describe(0, Sell("express", 2)).endswith("@P2 becomes president")
    assert "for 120; the price falls to 50" in game.describe(0, Sell("express", 2))


def test_a_forced_sale_says_when_the_price_falls():
    game = operated()
    holders(game, "suburban", 1, 2)
    operating(game, "express", "trains")
    text = game.describe(0, Sell("suburban", 1))
    assert text == "Sell 1 share of Suburban for 60; the price falls to 50 when the sales are over"
    at_price(game, "suburban", 10)
    assert game.describe(0, Sell("suburban", 1)).endswith("when the sales are over and it is dissolved")


def test_a_lay_says_what_digging_costs_and_brings():
    game = operated()
    launched(game, 0, "tunneling")
    mountain = next(name for name, land in game.state.land.items() if land.terrain == "mountain")
    for company, words in (("express", "for 40"), ("tunneling", "for 40, and 60 for digging")):
        operating(game, company, "track")
        assert game.describe(0, Lay(mountain, "9", 0)).endswith(words)


def test_a_purchase_says_if_it_makes_you_president():
    game = operated()
    holders(game, "express", 2, 2)
    assert "you become president" in game.describe(1, BuyShare("express", "treasury"))
    assert "you keep 440" in game.describe(1, BuyShare("express", "treasury"))


def test_a_bid_says_its_price():
    assert game_bid(165) == "Bid 165: a price of 80"


def game_bid(amount):
    return at_stock().describe(0, Bid(amount))


def test_a_train_says_what_rusts_and_which_phase_begins():
    game = operated()
    game.state.left.update({"2": 0, "3": 0})
    game.state.rank = "3"
    operating(game, "express", "trains")
    assert "all 2-trains rust" in game.describe(0, BuyTrain("stack", "4", 300))
    game.state.left["4"] = 0
    game.state.rank = "4"
    assert "the purple phase begins" in game.describe(0, BuyTrain("stack", "5", 450))


def test_running_says_what_is_earned_and_what_a_payout_does():
    from .test_running import line

    game = line("3", company="suburban")
    assert game.describe(0, Run()) == "Run the best routes: 70; paid out, the price goes from 60 to 70"
    assert game.describe(0, Run(("local",))) == "Run local routes only: 20; paid out, the price stays at 60"
    game.state.companies["suburban"].trains = []
    assert "without a train" in game.describe(0, Run())


def test_a_merger_says_its_price_its_president_and_what_is_too_much():
    """Express at 90 and Suburban at 60; two shares each, and Express operates earlier."""
    from .test_merger import neighbours

    game = neighbours()
    words = "with Suburban at a price of 70, @P1 presiding"
    assert game.describe(0, Propose("suburban")) == f"Propose to merge {words}"
    holders(game, "suburban", 0, 3)
    for company in ("express", "suburban"):
        give(game, company, "3", "3")
    game.state.rank = "4"  # a major's limit is three
    game.apply(0, Propose("suburban"))
    assert game.pending()[0].prompt == (
        "Express proposes to merge with Suburban at a price of 70, @P2 presiding, with 1 train too many: "
        "do you agree?"
    )


# --- reports and rules ------------------------------------------------------------------------


def test_every_report_answers():
    game = operated()
    give(game, "express", "2")
    for report in TITLE.reports:
        words = game.report_arguments(report.name, None)
        for word in words or ("",):
            answer = game.report(report.name, None, word)
            assert answer.heading
            assert all(len(row) == len(answer.columns) for row in answer.rows)
    with pytest.raises(IllegalMove, match="which company"):
        game.report("company", None, "nonsense")
    with pytest.raises(IllegalMove, match="no report"):
        game.report("weather", None)


def test_the_trains_report_says_what_rusts_next():
    notes = " ".join(operated().report("trains", None).notes)
    assert "the 2-trains, with the first 4-train" in notes


def test_the_trains_report_says_what_the_export_would_take():
    game = operated()
    assert "would take all 2-trains." in game.report("trains", None).notes[-1]
    game.state.left["2"] = 0
    assert game.report("trains", None).notes[-1].endswith("would take a 3-train: the green phase begins.")
    game.state.left["3"] = 0
    game.state.rank = "3"
    assert game.report("trains", None).notes[-1].endswith("would take a 4-train: all 2-trains rust.")
    game.state.rank = "4"
    assert game.report("trains", None).notes[-1].endswith("would take a 4-train.")


@pytest.mark.parametrize(
    ("price", "words"),
    [
        (60, "paid out, 60 or more raise the price to 70, 120 or more to 80; withheld, it falls to 50"),
        (450, "paid out, 450 or more raise the price to 500, 900 or more to 500; withheld, it falls to 400"),
        (500, "withheld, it falls to 450"),
    ],
)
def test_the_company_report_says_what_earnings_do_to_the_price(price, words):
    game = operated()
    at_price(game, "express", price)
    assert dict(game.report("company", None, "express").rows)["Earnings"] == words


def test_the_routes_report_says_what_a_payout_would_do():
    game = operated()
    give(game, "express", "2")
    assert "proven best" in game.report("routes", None, "express").notes[0]


@pytest.mark.parametrize(
    ("name", "without"), [("company", "which company"), ("routes", "No company has been launched yet")]
)
def test_a_report_that_names_no_company_is_of_the_one_at_work(name, without):
    game = operated()
    operating(game, "express")
    assert game.report(name, None) == game.report(name, None, "express")
    with pytest.raises(IllegalMove, match=without):
        at_stock().report(name, None)


def test_the_company_report_shows_charters_that_are_not_launched():
    game = at_stock()
    assert "not launched" in game.report("company", None, "tunneling").heading


@pytest.mark.parametrize("mode", ["long", "short"])
def test_the_rules_fit_a_message_and_name_the_companies_in_play(mode):
    rules = TITLE.rules(AtlasOptions(mode=mode))
    assert all(len(rule.text) <= 3500 for rule in rules)
    assert len({rule.topic for rule in rules}) == len(rules)
    abilities = next(rule.text for rule in rules if rule.topic == "Abilities")
    for minor in box.minors():
        assert (box.company_name(minor) in abilities) == (minor in box.minors_of(mode))


def rule(topic, **options):
    return next(rule.text for rule in TITLE.rules(AtlasOptions(**options)) if rule.topic == topic)


def test_the_rules_follow_the_options():
    assert "one step, however many" in rule("Stock round")
    assert "one step for each share" in rule("Stock round", drop_per_share=True)
    assert "60 to 90, from green on to 110, from purple on to 135" in rule("Stock round")
    assert "30/40/70/100 by phase" in rule("Routes")
    assert "5/40/70/100 by phase" in rule("Routes", destination="own", own_yellow=5)
    assert "the game ends" in rule("Forced purchase")
    assert "play on" in rule("Forced purchase", bankruptcy="play on")
    assert "begun anew" in rule("Building the map")
    assert rule("Building the map", map="layout") == "The map is ready."
    assert "twelve blank hexes" in rule("Building the map", blank_hexes=True)
    assert "450 with 2, 300 with 3, 275 with 4" in rule("Overview", mode="short")


def test_labels_say_what_a_value_is():
    game = at_stock()
    home = next(name for name, land in game.state.land.items() if land.home == "tunneling")
    assert game.label(Lay, "hex", home, {}) == f"{home} Tunneling's home"
    assert game.label(Lay, "tile", "57", {}) == "57: yellow city 20, 7 left"
    assert game.label(Lay, "rotation", 0, {"tile": "57"}) == "r0: N, S"
    assert game.label(PlacePiece, "rotation", 2, {}) == "r2 (120°)"
    assert game.label(BuyTrain, "train", "infinity", {}) == "∞-train"
    assert game.label(Launch, "company", "express", {}).startswith("Express: ")
    assert game.label(BuyTrain, "trade_in", None, {}) == "no trade-in"


def test_headlines():
    assert new_game().headline() == "Building the map · 36 to place"
    assert at_stock().headline() == "Cycle 1 of 6 · Stock round · yellow phase"
    game = operated()
    operating(game, "express", number=2)
    assert game.headline() == "Cycle 1 of 6 · Operating round 2 · yellow phase · Express"


def test_no_event_of_the_building_tells_what_lies_in_the_stack():
    game = new_game(seed="secret")
    stack = list(game.state.building.stack)
    events = game.apply(game.pending()[0].seat, PlacePiece(MIDDLE, 0))
    assert f"piece {stack[0]}" in "".join(game.tell(event) for event in events)
    assert str(stack[1:]) not in plain(events)


# --- orders -----------------------------------------------------------------------------------


def test_pass_for_the_round_until_somebody_trades_what_you_hold():
    game = operated()
    order = PassStockRound()
    assert order.answer(game, 0) == Pass()
    game.apply(0, Pass())
    game.apply(1, BuyShare("suburban", "treasury"))
    game.apply(2, Pass())
    assert order.answer(game, 0) == Pass(), "Suburban is not yours"
    game.apply(0, Pass())
    game.apply(1, BuyShare("express", "treasury"))
    assert order.spent(game, 0)
    game.apply(2, Pass())
    assert order.answer(game, 0) is None


def test_bid_up_to_a_limit():
    game = at_stock()
    game.apply(0, Bid(120))
    order = BidUpTo(130)
    assert order.answer(game, 1) == Bid(125)
    game.apply(1, Bid(130))
    assert order.answer(game, 2) == Pass()
    assert BidUpTo(200).answer(game, 0) is None, "it is not seat 0's turn"


def test_always_pay_out():
    game = operated()
    operating(game, "express", "earnings").turn.earnings = 10
    assert AlwaysPayOut().answer(game, 0) == PayOut()
    assert AlwaysPayOut("suburban").answer(game, 0) is None
    assert AlwaysPayOut("express").answer(game, 0) == PayOut()


def test_keep_trains_declines_offers():
    game = operated()
    give(game, "suburban", "2")
    operating(game, "express", "trains")
    game.apply(0, BuyTrain("suburban", "2", 5))
    assert KeepTrains().answer(game, 1) == Answer(False)
    assert KeepTrains().answer(game, 0) is None


# --- the automatic player ---------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats"), [("short", 2), ("long", 4)])
def test_automatic_players_finish_a_game_and_make_money(mode, seats):
    game = new_game(seats, mode=mode, map="automatic", seed=f"auto {mode}")
    for _ in range(3000):
        if game.over:
            break
        seat = game.pending()[0].seat
        game.apply(seat, TITLE.autoplay(game, seat))
        examine(game)
    assert game.over
    assert game.state.cycle == game.state.setup.cycles or game.state.bankrupt is not None
    assert max(score.total for score in game.result().scores) > 600


def test_every_description_and_sentence_is_text():
    game = operated()
    for legal in game.legal_actions(0):
        for action in list(expand(legal))[:3]:
            assert game.describe(0, action)
    assert msgspec.json.encode(game.view(0))


def test_a_company_may_be_typed_by_its_name_with_a_space():
    spaced = 0
    for seed in range(6):
        game = TITLE.start(AtlasOptions(map="automatic"), 3, Chance(f"names {seed}"))
        for move in (Bid(120), Pass(), Pass()):
            game.apply(game.pending()[0].seat, move)
        seat = game.pending()[0].seat
        for option in choices(game, seat, Launch, {}).options:
            company = str(option.value)
            spaced += "_" in company
            said = box.company_name(company).lower()
            assert read_fields(game, seat, Launch, {"company": said}).company == company
    assert spaced
