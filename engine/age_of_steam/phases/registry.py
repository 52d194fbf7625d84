"""Every phase by name."""

from __future__ import annotations

from collections.abc import Mapping

from .advance_turn import AdvanceTurn
from .base import Phase
from .build_track import BuildTrack
from .goods_growth import GoodsGrowth
from .issue_shares import IssueShares
from .money import CollectIncome, IncomeReduction, PayExpenses
from .move_goods import MoveGoods
from .player_order import PlayerOrder
from .select_actions import SelectActions

PHASES: Mapping[str, Phase] = {
    "issue_shares": IssueShares(),
    "player_order": PlayerOrder(),
    "select_actions": SelectActions(),
    "build_track": BuildTrack(),
    "move_goods": MoveGoods(),
    "collect_income": CollectIncome(),
    "pay_expenses": PayExpenses(),
    "income_reduction": IncomeReduction(),
    "goods_growth": GoodsGrowth(),
    "advance_turn": AdvanceTurn(),
}
"""Every phase by name. A map may replace some (`MapRules.phases`) or leave some out (its data)."""
