"""Slash commands: the house's own, and one group a title."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from .desk import Desk
from .game import game_group
from .generate import title_group
from .help import help_command, rules_command
from .my import My
from .show import show_group

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group


def all_commands(desk: Desk) -> list[AnyCommand]:
    """Every top-level command of the bot."""
    return [
        game_group(desk),
        show_group(desk),
        My(desk),
        help_command(desk),
        rules_command(desk),
        *(title_group(title, desk) for title in desk.house.titles.values()),
    ]


__all__ = ["Desk", "all_commands"]
