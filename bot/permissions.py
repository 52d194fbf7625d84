"""What the bot needs to be allowed in a channel, and how it says so when it is not."""

from __future__ import annotations

from typing import Any

import discord

from engine.core.sentences import listed

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
IN_THREADS = {**NEEDED, "send_messages_in_threads": "Send Messages in Threads"}
del IN_THREADS["send_messages"]  # has no meaning inside a thread
FOR_POSTS = ("View Channel", "Send Messages", "Send Messages in Threads", "Attach Files")
"""Without these a game's posts, or their pictures, do not appear."""


def missing_here(interaction: discord.Interaction[Any], *, thread: bool = False) -> list[str]:
    """The names of the permissions that the bot lacks in the interaction's channel.

    thread: also what it needs to open a thread there.
    """
    if interaction.guild_id is None:
        return []
    has = interaction.app_permissions
    inside = isinstance(interaction.channel, discord.Thread)
    needed = dict(IN_THREADS if inside else NEEDED)
    if thread:
        needed |= {
            "create_public_threads": "Create Public Threads",
            "send_messages_in_threads": "Send Messages in Threads",
        }
    if has.administrator:
        return []
    return [name for flag, name in needed.items() if not getattr(has, flag)]


def missing_sentence(names: list[str]) -> str:
    """What a person is told about missing permissions."""
    one = len(names) == 1
    bold = listed([f"**{name}**" for name in names])
    return (
        f"I cannot play here as I should: in this channel I lack the permission{'' if one else 's'} {bold}. "
        f"Somebody who manages the server can grant {'it' if one else 'them'} in the channel’s settings, "
        "under Permissions, to my role."
    )


def hindrance(interaction: discord.Interaction[Any]) -> str:
    """Why the bot cannot post in the interaction's channel as it should, in words; empty if it can."""
    channel = interaction.channel
    if (
        isinstance(channel, discord.Thread)
        and channel.locked
        and not interaction.app_permissions.manage_threads
    ):
        return "I cannot post here: this thread is locked. Somebody who manages the server can unlock it."
    missing = [name for name in missing_here(interaction) if name in FOR_POSTS]
    return missing_sentence(missing) if missing else ""
