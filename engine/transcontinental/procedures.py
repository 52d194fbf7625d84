"""Which module runs which step of the stack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .phases.allies import DrawingAlly, MeetingAllies
from .phases.cards import PlayingCard
from .phases.completing import CompletingTile, PlacingBuilding
from .phases.developing import DevelopingTile
from .phases.engine_run import EngineRun
from .phases.investments import Investments
from .phases.loading import LoadingCubes
from .phases.railhead import Railhead, WiringBonus
from .phases.resupply import ResupplyingTrain
from .phases.rounds import Rounds
from .phases.syndicate_turn import SyndicateActs, SyndicateProduces
from .phases.telegrams import TelegramPhase
from .phases.turn import ActionTurn
from .phases.unloading import PickingCubes, PortagingCubes, TradingCubes
from .procedure import Procedure

PROCEDURES: Mapping[type[Any], Procedure[Any]] = {
    procedure.frame: procedure
    for procedure in (
        Rounds(),
        Investments(),
        TelegramPhase(),
        EngineRun(),
        ActionTurn(),
        PlayingCard(),
        LoadingCubes(),
        TradingCubes(),
        PortagingCubes(),
        PickingCubes(),
        DevelopingTile(),
        CompletingTile(),
        PlacingBuilding(),
        DrawingAlly(),
        MeetingAllies(),
        WiringBonus(),
        ResupplyingTrain(),
        Railhead(),
        SyndicateActs(),
        SyndicateProduces(),
    )
}
