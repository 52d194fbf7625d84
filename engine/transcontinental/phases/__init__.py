"""One module a phase or procedure; PROCEDURES says which module runs which step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.transcontinental.procedure import Procedure

from .investments import Investments
from .rounds import Rounds
from .telegrams import TelegramPhase

PROCEDURES: Mapping[type[Any], Procedure[Any]] = {
    procedure.frame: procedure
    for procedure in (
        Rounds(),
        Investments(),
        TelegramPhase(),
    )
}
