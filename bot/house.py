"""What every part of the bot works with: the tables, the database, the painters, the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

import discord

from engine.core.records import GameRecord, SeatRecord
from engine.core.table import Table
from engine.core.tables import Tables
from engine.core.title import Title
from storage import Storage

from .pictures import Pictures
from .settings import Settings


@dataclass
class House:
    """The parts that belong together in one running bot."""

    settings: Settings
    titles: Mapping[str, Title]
    storage: Storage
    tables: Tables
    pictures: Pictures
    clock: Callable[[], datetime]

    def title_of(self, record: GameRecord) -> Title | None:
        """The title of a game, if this bot (still) knows it."""
        return self.titles.get(record.title)

    def title_name(self, record: GameRecord) -> str:
        """How a game's title is called."""
        title = self.title_of(record)
        return title.name if title is not None else record.title


def seat_of(user: discord.User | discord.Member) -> SeatRecord:
    """A person as they sit down."""
    return SeatRecord(user.id, user.display_name)


def names_of(table: Table) -> tuple[str, ...]:
    """The seats' names as a picture shows them."""
    return tuple(seat.name for seat in table.seats)


def is_manager(interaction: discord.Interaction[discord.Client]) -> bool:
    """Whether the person may manage games here: whoever may manage the server's channels."""
    return interaction.guild_id is not None and interaction.permissions.manage_channels
