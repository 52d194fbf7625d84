"""Buying trains, rust, phases and limits."""

import pytest

from engine.core.errors import IllegalMove, NotYourTurn
from engine.lost_atlas import board, train_market
from engine.lost_atlas import components as box
from engine.lost_atlas.actions import Answer, BuyTrain, Discard, Done, PayOut, Run
from engine.lost_atlas.limits import top_train, train_limit
from engine.lost_atlas.phases import next_rust, train_taken

from .build import at_stock, fund, give, launched, operating


def yard(*trains, cash=2000, company="express", seat=0):
    """The company's train step, with these trains and this much money."""
    game = at_stock()
    launched(game, 0, company)
    launched(game, 1, "suburban", 125)
    give(game, company, *trains)
    fund(game, company, cash)
    operating(game, company, "trains")
    return game


def use_up(game, *ranks):
    """Take all trains of some ranks out of the stack without effect."""
    for rank in ranks:
        game.state.exported += game.state.left[rank]
        game.state.left[rank] = 0


def major(game, company="express"):
    """Treat a company as a major: for limits only its kind matters."""
    game.state.companies[company].kind = "major"
    return game.state.companies[company]


# --- where trains come from -------------------------------------------------------------------


def test_only_the_top_train_of_the_stack_is_for_sale_at_face_value():
    game = yard()
    bank = [a for a in game.legal_actions(0, BuyTrain) if isinstance(a, BuyTrain)]
    assert bank == [BuyTrain("stack", "2", 100)]
    with pytest.raises(IllegalMove, match="does not sell"):
        game.apply(0, BuyTrain("stack", "3", 200))
    with pytest.raises(IllegalMove, match="costs 100"):
        game.apply(0, BuyTrain("stack", "2", 90))
    game.apply(0, BuyTrain("stack", "2", 100))
    assert game.state.companies["express"].cash == 1900
    assert game.state.left["2"] == 6


def test_as_many_trains_as_there_is_room_and_money_for():
    game = yard()
    game.apply(0, BuyTrain("stack", "2", 100))
    game.apply(0, BuyTrain("stack", "2", 100))
    assert BuyTrain not in game.pending()[0].kinds
    assert "as many trains as it may: 2" in train_market.purchase_refused(
        game.state, game.state.turn, BuyTrain("stack", "2", 100)
    )


def test_a_train_in_the_pool_costs_its_printed_price():
    game = yard()
    game.state.pool.append("4")
    game.state.left["4"] -= 1
    with pytest.raises(IllegalMove, match="costs 300"):
        game.apply(0, BuyTrain("pool", "4", 1))
    game.apply(0, BuyTrain("pool", "4", 300))
    assert game.state.pool == []
    assert game.state.companies["express"].trains == ["4"]
    assert game.state.rank == "2", "a train from the pool is not the first of its rank"


def test_a_company_needs_the_money():
    game = yard("2", cash=99)
    assert BuyTrain("stack", "2", 100) not in list(game.legal_actions(0, BuyTrain))
    with pytest.raises(NotYourTurn):
        game.apply(0, BuyTrain("stack", "2", 100))


def test_a_company_without_a_train_must_buy_one():
    game = yard()
    assert Done not in game.pending()[0].kinds
    game.apply(0, BuyTrain("stack", "2", 100))
    game.apply(0, Done())
    assert game.state.turn.company == "suburban"


# --- from other companies ---------------------------------------------------------------------


def sale():
    game = yard()
    give(game, "suburban", "2")
    return game


def test_a_train_of_another_president_needs_consent():
    game = sale()
    game.apply(0, BuyTrain("suburban", "2", 77))
    assert [(asked.seat, asked.kinds) for asked in game.pending()] == [(1, (Answer,))]
    consent = game.view(None).consent
    assert (consent.kind, consent.asked, consent.price) == ("train", 1, 77)
    assert game.forced() is None
    game.apply(1, Answer(True))
    assert game.state.companies["express"].trains == ["2"]
    assert game.state.companies["suburban"].trains == []
    assert game.state.companies["suburban"].cash == 125 + 77
    assert game.pending()[0].seat == 0


def test_declined_nothing_changes_and_only_more_may_be_offered_in_this_turn():
    game = sale()
    game.apply(0, BuyTrain("suburban", "2", 77))
    game.apply(1, Answer(False))
    assert game.state.companies["suburban"].trains == ["2"]
    with pytest.raises(IllegalMove, match="offer more"):
        game.apply(0, BuyTrain("suburban", "2", 77))
    game.apply(0, BuyTrain("suburban", "2", 78))


def test_between_companies_of_one_president_no_consent_is_asked_and_1_is_enough():
    game = sale()
    game.state.companies["suburban"].president = 0
    game.apply(0, BuyTrain("suburban", "2", 1))
    assert game.state.companies["express"].trains == ["2"]


def test_the_price_is_at_least_1_and_from_the_treasury():
    game = sale()
    for price, reason in ((0, "at least 1"), (2001, "only 2000")):
        with pytest.raises(IllegalMove, match=reason):
            game.apply(0, BuyTrain("suburban", "2", price))


# --- infinity ---------------------------------------------------------------------------------


def test_the_7_and_its_back_are_for_sale_together():
    game = yard(cash=1000)
    use_up(game, "2", "3", "4", "5", "6")
    bank = [a for a in game.legal_actions(0, BuyTrain) if isinstance(a, BuyTrain)]
    assert bank == [BuyTrain("stack", "7", 750), BuyTrain("stack", "infinity", 1000)]
    game.apply(0, BuyTrain("stack", "infinity", 1000))
    assert game.state.rank == "7"
    assert game.state.companies["express"].trains == ["infinity"]


@pytest.mark.parametrize("kind", ["minor", "major"])
def test_a_train_turned_in_makes_an_infinity_train_cheaper_and_goes_to_the_pool(kind):
    game = yard("5", cash=800)
    use_up(game, "2", "3", "4", "5", "6")
    game.state.companies["express"].kind = kind
    game.apply(0, BuyTrain("stack", "infinity", 800, "5"))
    assert game.state.companies["express"].trains == ["infinity"]
    assert game.state.pool == ["5"]
    assert game.state.companies["express"].cash == 0


def test_a_trade_in_is_only_for_infinity_and_with_a_train_of_ones_own():
    game = yard("2")
    with pytest.raises(IllegalMove, match="Only for an infinity"):
        game.apply(0, BuyTrain("stack", "2", 100, "2"))
    with pytest.raises(IllegalMove, match="not for sale yet"):
        game.apply(0, BuyTrain("stack", "infinity", 800, "2"))
    use_up(game, "2", "3", "4", "5", "6")
    with pytest.raises(IllegalMove, match="no such train"):
        game.apply(0, BuyTrain("stack", "infinity", 800, "3"))
    with pytest.raises(IllegalMove, match="costs 800"):
        game.apply(0, BuyTrain("stack", "infinity", 700, "2"))


def test_the_7_trains_never_run_out():
    game = yard()
    use_up(game, "2", "3", "4", "5", "6")
    game.state.left["7"] = 0
    assert top_train(game.state) == "7"
    game.apply(0, BuyTrain("stack", "7", 750))
    assert game.state.left["7"] == 0


# --- rust and phases --------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "rusted"), [("4", "2"), ("6", "3"), ("7", "4")])
def test_the_first_of_a_rank_rusts_another(first, rusted):
    game = yard()
    state = game.state
    ranks = list(box.train_kinds())
    use_up(game, *ranks[: ranks.index(first)])
    state.rank = ranks[ranks.index(first) - 1]
    state.companies["suburban"].trains = [rusted]
    state.pool = [rusted]
    events = train_taken(state, first)
    assert state.companies["suburban"].trains == []
    assert state.pool == []
    assert any(f"All {rusted}-trains rust" in game.tell(event) for event in events)


PHASE_OF = {"2": "yellow", "3": "green", "4": "green", "5": "purple", "6": "purple", "7": "grey"}


@pytest.mark.parametrize(("rank", "phase"), PHASE_OF.items())
def test_phases_by_the_last_train_bought(rank, phase):
    game = at_stock()
    game.state.rank = rank
    assert board.phase(game.state) == phase


@pytest.mark.parametrize(
    ("rank", "minor", "major_limit"),
    [("3", 2, 4), ("4", 2, 3), ("5", 1, 2), ("6", 1, 2), ("7", 1, 2)],
)
def test_the_table_of_train_limits(rank, minor, major_limit):
    game = yard()
    game.state.rank = rank
    assert train_limit(game.state, game.state.companies["express"]) == minor
    assert train_limit(game.state, major(game)) == major_limit
    game.state.rank = "2"
    assert train_limit(game.state, game.state.companies["suburban"]) == 2


PRICES = {"2": 100, "3": 200, "4": 300, "5": 450, "6": 550, "7": 750, "infinity": 1000}


@pytest.mark.parametrize(("train", "price"), PRICES.items())
def test_the_table_of_prices(train, price):
    assert box.face_price(train) == price


def test_buying_the_first_5_opens_the_purple_phase_and_companies_discard_at_once():
    game = yard()
    use_up(game, "2", "3", "4")
    game.state.rank = "4"
    game.state.companies["suburban"].trains = ["3", "4"]
    game.apply(0, BuyTrain("stack", "5", 450))
    assert board.phase(game.state) == "purple"
    assert [(asked.seat, asked.kinds) for asked in game.pending()] == [(1, (Discard,))]
    assert set(game.legal_actions(1, Discard)) == {Discard("suburban", "3"), Discard("suburban", "4")}
    game.apply(1, Discard("suburban", "3"))
    assert game.state.pool == ["3"]
    assert game.pending()[0].seat == 0, "the turn goes on"


def test_several_presidents_discard_at_the_same_time():
    game = yard("3", "4")
    use_up(game, "2", "3", "4")
    game.state.rank = "4"
    game.state.companies["express"].trains = ["3", "4"]
    game.state.companies["suburban"].trains = ["3", "4"]
    game.state.rank = "5"
    assert [asked.seat for asked in game.pending()] == [0, 1]
    with pytest.raises(IllegalMove, match="your company"):
        game.apply(0, Discard("suburban", "3"))
    game.apply(1, Discard("suburban", "4"))
    game.apply(0, Discard("express", "3"))
    assert sorted(game.state.pool) == ["3", "4"]


def test_two_purchases_in_one_turn_across_a_phase_change_follow_the_new_limit():
    game = yard()
    use_up(game, "2", "3", "4")
    game.state.rank = "4"
    game.apply(0, BuyTrain("stack", "5", 450))
    assert BuyTrain not in game.pending()[0].kinds, "one train is a minor's limit now"


def test_a_company_whose_trains_all_rust_buys_in_its_own_turn():
    game = yard("2")
    train_taken(game.state, "4")
    assert game.state.companies["express"].trains == []
    assert Done not in game.pending()[0].kinds


def test_what_rusts_next():
    game = yard()
    for rank, expected in (("2", ("2", "4")), ("4", ("3", "6")), ("6", ("4", "7")), ("7", None)):
        game.state.rank = rank
        assert next_rust(game.state) == expected


def test_after_the_earnings_trains_are_bought():
    game = yard("2")
    game.state.turn.step = "earnings"
    game.state.turn.earnings = 40
    game.apply(0, PayOut())
    assert BuyTrain in game.pending()[0].kinds


def test_at_the_limit_nothing_is_bought_from_a_sister_company_either():
    """RULES_CASES 108: not even to discard afterwards."""
    game = yard("2", "2")
    give(game, "suburban", "2")
    game.state.companies["suburban"].president = 0
    assert BuyTrain not in game.pending()[0].kinds
    wrong = train_market.purchase_refused(game.state, game.state.turn, BuyTrain("suburban", "2", 1))
    assert "as many trains as it may" in wrong


def test_a_company_that_has_sold_its_only_train_buys_one_in_its_own_turn():
    game = yard()
    give(game, "suburban", "2")
    game.apply(0, BuyTrain("suburban", "2", 50))
    game.apply(1, Answer(True))
    game.apply(0, Done())
    assert game.state.turn.company == "suburban"
    game.apply(1, Run())
    assert Done not in game.pending()[0].kinds


def test_a_train_given_up_at_a_new_phase_may_be_bought_from_the_pool_at_once():
    game = yard()
    use_up(game, "2", "3", "4")
    game.state.rank = "4"
    game.state.companies["suburban"].trains = ["3", "4"]
    game.state.companies["express"].minors = ["spacious"]  # two trains in the purple phase
    game.apply(0, BuyTrain("stack", "5", 450))
    game.apply(1, Discard("suburban", "4"))
    game.apply(0, BuyTrain("pool", "4", 300))
    assert game.state.companies["express"].trains == ["5", "4"]


def test_the_train_turned_in_for_the_first_infinity_rusts_with_the_others():
    game = yard("4", cash=800)
    use_up(game, "2", "3", "4", "5", "6")
    game.state.rank = "6"
    game.apply(0, BuyTrain("stack", "infinity", 800, "4"))
    assert game.state.pool == []
    assert game.state.scrapped == 1
