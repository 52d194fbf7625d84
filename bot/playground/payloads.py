"""The world in the words of Discord's API: what is sent over the gateway and in answers to requests."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import discord

from .world import (
    APPLICATION,
    COMPONENT,
    DIRECT_MESSAGES,
    EVERYBODY_MAY,
    THE_BOT_MAY,
    Attachment,
    Channel,
    Interaction,
    Json,
    Message,
    Server,
    User,
    World,
)

LONG_AGO = "2024-01-01T00:00:00.000000+00:00"
SIZE_LIMIT = 10 * 1024 * 1024


def stamp(moment: datetime | None = None) -> str:
    return (moment or datetime.now(UTC)).isoformat()


def user(one: User) -> Json:
    return {
        "id": str(one.id),
        "username": one.name,
        "discriminator": "0000" if one.bot else "0",
        "global_name": None if one.bot else one.display,
        "avatar": None,
        "bot": one.bot,
        "public_flags": 0,
        "flags": 0,
    }


def member(world: World, server: Server, id: int, channel: Channel | None = None) -> Json:
    """A member of a server; with a channel, with the permissions there (as in interactions)."""
    answer: Json = {
        "user": user(world.users[id]),
        "nick": None,
        "avatar": None,
        "roles": [str(role["id"]) for role in roles(server) if _has_role(server, id, role)],
        "joined_at": LONG_AGO,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    if channel is not None:
        answer["permissions"] = str(world.permissions(id, channel).value)
    return answer


def _has_role(server: Server, id: int, role: Json) -> bool:
    if role["name"] == "Managers":
        return id in server.managers or id == server.owner
    return bool(role["name"] == "Roundhouse" and id == APPLICATION)


def roles(server: Server) -> list[Json]:
    manage = EVERYBODY_MAY | discord.Permissions(manage_guild=True, manage_channels=True)
    rows = (
        (0, "@everyone", EVERYBODY_MAY, 0),
        (1, "Managers", manage, 0xE67E22),
        (2, "Roundhouse", THE_BOT_MAY, 0x2E86AB),
    )
    return [
        {
            "id": str(server.id + number),
            "name": name,
            "color": colour,
            "colors": {"primary_color": colour, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": number,
            "permissions": str(permissions.value),
            "managed": name == "Roundhouse",
            "mentionable": False,
            "flags": 0,
        }
        for number, name, permissions, colour in rows
    ]


def channel(world: World, one: Channel) -> Json:
    """A channel, thread or direct-message channel."""
    last = one.last_message
    answer: Json = {
        "id": str(one.id),
        "type": one.kind,
        "flags": 0,
        "last_message_id": str(last) if last else None,
    }
    if one.kind == DIRECT_MESSAGES:
        answer["recipients"] = [user(world.users[id]) for id in sorted(one.members) if id != APPLICATION]
        return answer
    answer |= {
        "guild_id": str(one.server),
        "name": one.name,
        "parent_id": str(one.parent) if one.parent else None,
        "rate_limit_per_user": 0,
        "nsfw": False,
    }
    if one.is_thread:
        answer |= {
            "owner_id": str(one.owner),
            "message_count": len(one.messages),
            "total_message_sent": len(one.messages),
            "member_count": len(one.members),
            "thread_metadata": {
                "archived": one.archived,
                "auto_archive_duration": 10080,
                "archive_timestamp": LONG_AGO,
                "create_timestamp": LONG_AGO,
                "locked": one.locked,
                "invitable": True,
            },
        }
        if APPLICATION in one.members:
            answer["member"] = thread_member(one, APPLICATION)
        return answer
    denied = discord.Permissions(**dict.fromkeys(one.denied, True))
    answer |= {"topic": one.topic or None, "position": sorted(world.channels).index(one.id)}
    answer["permission_overwrites"] = (
        [{"id": str(APPLICATION), "type": 1, "allow": "0", "deny": str(denied.value)}] if one.denied else []
    )
    return answer


def thread_member(thread: Channel, id: int) -> Json:
    return {"id": str(thread.id), "user_id": str(id), "join_timestamp": LONG_AGO, "flags": 1}


def server(world: World, one: Server) -> Json:
    """A whole server, as GUILD_CREATE brings it to a bot without privileged intents: itself as member."""
    return {
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(one.owner),
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "description": None,
        "joined_at": LONG_AGO,
        "large": False,
        "unavailable": False,
        "member_count": len(one.members),
        "members": [member(world, one, APPLICATION)],
        "roles": roles(one),
        "channels": [channel(world, place) for place in world.text_channels(one.id)],
        "threads": [channel(world, place) for place in world.threads(one.id) if not place.archived],
        "emojis": [],
        "stickers": [],
        "features": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "preferred_locale": "en-GB",
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "afk_timeout": 300,
        "system_channel_flags": 0,
    }


def application(world: World) -> Json:
    return {
        "id": str(APPLICATION),
        "name": world.bot.display,
        "icon": None,
        "description": "A stand-in for Discord",
        "bot_public": False,
        "bot_require_code_grant": False,
        "owner": user(world.users[next(iter(world.servers.values())).owner]),
        "verify_key": "0" * 64,
        "flags": 0,
        "team": None,
        "bot": user(world.bot),
    }


def attachment(base: str, one: Message, file: Attachment) -> Json:
    url = f"{base}/cdn/attachments/{one.channel}/{file.id}/{quote(file.filename)}"
    answer: Json = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.data),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    }
    if file.description:
        answer["description"] = file.description
    if file.is_picture:
        answer |= {"width": file.width, "height": file.height}
    return answer


def message(world: World, base: str, one: Message, *, nested: bool = False) -> Json:
    """A message as the bot that wrote it receives it. `nested` leaves out what it refers to."""
    place = world.channels.get(one.channel)
    answer: Json = {
        "id": str(one.id),
        "type": one.type,
        "channel_id": str(one.channel),
        "author": user(world.users[one.author]),
        "content": one.content,
        "timestamp": stamp(one.created),
        "edited_timestamp": one.edited,
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(world.users[id]) for id in sorted(one.pings) if id in world.users],
        "mention_roles": [],
        "attachments": [attachment(base, one, file) for file in one.attachments],
        "embeds": one.embeds,
        "components": one.components,
        "pinned": one.pinned,
        "flags": one.flags,
    }
    if one.nonce is not None:
        answer["nonce"] = one.nonce
    if one.reactions:
        answer["reactions"] = [
            {
                "emoji": {"id": None, "name": emoji},
                "count": len(who),
                "me": APPLICATION in who,
                "me_burst": False,
                "burst_colors": [],
                "count_details": {"burst": 0, "normal": len(who)},
            }
            for emoji, who in one.reactions.items()
        ]
    if one.interaction is not None:
        answer |= {
            "application_id": str(APPLICATION),
            "webhook_id": str(APPLICATION),
            "interaction_metadata": one.interaction,
        }
    if one.reference is not None:
        answer["message_reference"] = {
            "type": 0,
            "message_id": str(one.reference),
            "channel_id": str(one.channel),
            **({"guild_id": str(place.server)} if place and place.server else {}),
        }
        if not nested:
            target = world.message(one.channel, one.reference)
            answer["referenced_message"] = message(world, base, target, nested=True) if target else None
    if one.thread is not None and one.thread in world.channels:
        answer["thread"] = channel(world, world.channels[one.thread])
    return answer


def metadata(world: World, one: Interaction) -> Json:
    """Who asked for a message, kept with it."""
    kept: Json = {
        "id": str(one.id),
        "type": one.kind,
        "user": user(world.users[one.user]),
        "authorizing_integration_owners": {"0": str(_server_of(world, one))},
    }
    if one.kind == COMPONENT and one.message is not None:
        kept["interacted_message_id"] = str(one.message)
    if one.kind == 5:
        kept["triggering_interaction_metadata"] = {**kept, "type": 2}
    return kept


def _server_of(world: World, one: Interaction) -> int:
    return world.channels[one.channel].server or 0


def interaction(world: World, base: str, one: Interaction) -> Json:
    """INTERACTION_CREATE."""
    place = world.channels[one.channel]
    answer: Json = {
        "id": str(one.id),
        "application_id": str(APPLICATION),
        "type": one.kind,
        "token": one.token,
        "version": 1,
        "data": one.data,
        "channel_id": str(place.id),
        "channel": {
            **channel(world, place),
            "permissions": str(world.permissions(one.user, place).value),
        },
        "app_permissions": str(world.permissions(APPLICATION, place).value),
        "locale": "en-GB",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(place.server or 0)},
        "attachment_size_limit": SIZE_LIMIT,
    }
    if place.server is not None:
        home = world.servers[place.server]
        answer |= {
            "guild_id": str(home.id),
            "guild": {"id": str(home.id), "locale": "en-GB", "features": []},
            "guild_locale": "en-GB",
            "context": 0,
            "member": member(world, home, one.user, place),
        }
    else:
        answer |= {"context": 1, "user": user(world.users[one.user])}
    if one.message is not None:
        source = world.message(one.channel, one.message)
        if source is not None:
            answer["message"] = message(world, base, source)
    return answer
