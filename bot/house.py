"""What every part of the bot works with: the tables, the database, the painters, the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

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


def is_manager(interaction: discord.Interaction[Any], record: GameRecord | None = None) -> bool:
    """Whether the person may manage games here: whoever may manage the channel.

    record: the game that is to be managed, if it may be another channel's: then that one's channel counts, or
        if it is gone, the server; on another server nobody is a manager.
    """
    if interaction.guild_id is None:
        return False
    here = interaction.permissions.manage_channels
    if record is None or record.channel == interaction.channel_id:
        return here
    user = interaction.user
    if record.server != interaction.guild_id or not isinstance(user, discord.Member):
        return False
    there = user.guild.get_channel_or_thread(record.channel)
    may = user.guild_permissions if there is None else there.permissions_for(user)
    return may.manage_channels


def may_look(interaction: discord.Interaction[Any], record: GameRecord) -> bool:
    """Whether the person may see a game whose id they say: one of this channel, one in which they sit, or one
    of this server in a channel that they can see. To anybody else an id is not even known to exist.
    """
    user = interaction.user
    if record.channel == interaction.channel_id or is_manager(interaction, record):
        return True
    if user.id == record.host or any(seat.user == user.id for seat in record.seats):
        return True
    if record.server is None or record.server != interaction.guild_id or not isinstance(user, discord.Member):
        return False
    there = user.guild.get_channel_or_thread(record.channel)
    if there is None or (isinstance(there, discord.Thread) and there.is_private()):
        return False
    may = there.permissions_for(user)
    return may.view_channel and may.read_message_history
