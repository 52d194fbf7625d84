"""`/my`: one's own games, hand, and how one wants to be told."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import available_timezones

import msgspec
from discord import app_commands

from bot.answers import Answer, Interaction
from bot.house import names_of
from bot.ids import make
from bot.orders import does, find_kind, label_of, suggest, tag_of
from bot.quiet import zone_of
from bot.sheet import Button, Sheet
from bot.words import NEUTRAL, message_link, namer, report_text, stamp
from engine.core.errors import MoveError, NotSeated, NotUnderstood
from engine.core.event import fill_names
from storage import Notify, Preferences

from .desk import Desk, fitting

WAYS: dict[str, Notify] = {
    "mention me in the channel": "mention",
    "direct message": "dm",
    "both": "both",
    "not at all": "none",
}


class My(app_commands.Group):
    """What concerns one person."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(name="my", description="Your games, your hand, and how you want to be told")
        self.desk = desk

    @app_commands.command(description="All games that wait for you, on all servers.")
    async def turns(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            house = self.desk.house
            turns = await house.storage.turns_of(answer.user.id)
            lines = []
            for turn in turns[:20]:
                title = house.titles.get(turn.title)
                panels = [p for p in await house.storage.panels(turn.game) if p.kind.startswith("turn")]
                link = message_link(turn.server, turn.channel, panels[-1].message if panels else None)
                prompt = fill_names(turn.prompt, namer(await house.tables.record(turn.game)))
                lines.append(
                    f"- **{title.name if title else turn.title}** · {turn.headline}: {prompt} "
                    f"(since {stamp(turn.since)}) {link}"
                )
            others = [
                record
                for record in await house.storage.games_of(answer.user.id)
                if record.id not in {turn.game for turn in turns}
            ]
            if others:
                lines.append("**Not your turn:**" if lines else "No game waits for you. You play:")
            for record in others[:15]:
                where = message_link(record.server, record.channel)
                state = record.headline or record.status
                if record.status == "paused":
                    where += (
                        f" (paused; if that channel is gone, say `/game move game:{record.id}` elsewhere)"
                    )
                lines.append(f"- {house.title_name(record)} · {state} {where}")
            await answer.say("\n".join(lines) or "You sit at no table. `/game new` opens one.")

        await self.desk.run(interaction, work)

    @app_commands.command(description="Your own side of the game in this channel: hand, board and panel.")
    async def hand(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table = await self.desk.table_here(interaction)
            own = table.seats_of(answer.user.id)
            if not own:
                raise NotSeated("You have no seat in this game.")
            name = namer(table.record)
            asked = [each.seat for each in table.waiting() if each.seat in own]
            seat = asked[0] if asked else own[0]
            texts = [f"### {name(seat)} · {table.game.headline()}"]
            texts += [
                report_text(table.game.report(kind.name, seat), name, 1_500)
                for kind in table.title.reports
                if kind.private and not kind.argument
            ]
            draw, names = self.desk.house.pictures.board, names_of(table)
            everybodys = {each.name for each in await draw(table.title.id, table.game.view(None), (), names)}
            pictures = await draw(table.title.id, table.game.view(seat), (), names)
            # One's own cards, if there is a picture of them; else the board.
            pictures = tuple(each for each in pictures if each.name not in everybodys) or pictures
            row = (Button("My move", make(table.id, table.version, "open"), "primary", "🎯"),)
            await answer.show(Sheet(tuple(texts), pictures, rows=(row,), colour=NEUTRAL))

        await self.desk.run(interaction, work)

    @app_commands.command(description="No pings and no reminders until a date.")
    @app_commands.describe(until="A date such as 2027-03-14, a number of days, or “off”.")
    async def vacation(self, interaction: Interaction, until: str) -> None:
        async def work(answer: Answer) -> None:
            storage = self.desk.house.storage
            wish = await storage.preferences(answer.user.id)
            end = read_until(until, self.desk.house.clock(), wish.timezone)
            await storage.put_preferences(msgspec.structs.replace(wish, vacation_until=end))
            if end is None:
                await answer.say("Welcome back: you are told of your turns again.")
            else:
                await answer.say(f"Have a good time. Nothing pings or reminds you until {stamp(end, 'D')}.")

        await self.desk.run(interaction, work)

    @app_commands.command(description="How you are told of your turns, and when not.")
    @app_commands.describe(
        how="Where you are told.",
        quiet_from="Quiet hours begin, such as 22:00; “off” for none.",
        quiet_to="Quiet hours end, such as 07:30.",
        timezone="Your time zone, such as Europe/Berlin.",
    )
    async def notifications(
        self,
        interaction: Interaction,
        how: Literal["mention me in the channel", "direct message", "both", "not at all"] | None = None,
        quiet_from: str | None = None,
        quiet_to: str | None = None,
        timezone: str | None = None,
    ) -> None:
        async def work(answer: Answer) -> None:
            storage = self.desk.house.storage
            wish = await storage.preferences(answer.user.id)
            if how is not None:
                wish = msgspec.structs.replace(wish, notify=WAYS[how])
            if timezone is not None:
                if zone_of(timezone) is None:
                    raise NotUnderstood(f"There is no time zone “{timezone}”. They look like Europe/Berlin.")
                wish = msgspec.structs.replace(wish, timezone=timezone)
            if quiet_from is not None and quiet_from.strip().casefold() in ("off", "none", "-"):
                wish = msgspec.structs.replace(wish, quiet_from=None, quiet_to=None)
            elif quiet_from is not None or quiet_to is not None:
                begin = wish.quiet_from if quiet_from is None else read_time(quiet_from)
                end = wish.quiet_to if quiet_to is None else read_time(quiet_to)
                if begin is None or end is None:
                    raise NotUnderstood("Say both: when quiet hours begin and when they end.")
                wish = msgspec.structs.replace(wish, quiet_from=begin, quiet_to=end)
            await storage.put_preferences(wish)
            await answer.say(in_words(wish, self.desk.house.clock()))

        await self.desk.run(interaction, work)

    @notifications.autocomplete("timezone")
    async def _zones(self, _interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return fitting([(zone, zone) for zone in sorted(available_timezones())], current)

    @app_commands.command(name="ping-test", description="Try how you would be told of a turn.")
    async def ping_test(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            wish = await self.desk.house.storage.preferences(answer.user.id)
            channels = self.desk.lobbies.channels
            text = f"<@{answer.user.id}>, this is how I tell you of a turn (`/my ping-test`)."
            sheet = Sheet((text,), colour=NEUTRAL, mention=(answer.user.id,))
            nonce = answer.delivery
            reached = []
            if wish.notify in ("dm", "both"):
                sent = await channels.direct(answer.user.id, sheet, f"d{nonce}"[:25])
                reached.append(
                    "I have sent you a direct message."
                    if sent is not None
                    else "Your direct messages are closed to me; I would mention you in the channel."
                )
            if wish.notify in ("mention", "both") and answer.interaction.channel_id is not None:
                await channels.send(answer.interaction.channel_id, sheet, f"p{nonce}"[:25])
                reached.append("I have mentioned you in this channel.")
            if not reached:
                reached.append("You have chosen not to be told at all.")
            await answer.say("\n".join([*reached, in_words(wish, self.desk.house.clock())]))

        await self.desk.run(interaction, work)

    @app_commands.command(description="Your orders in advance in this channel’s game; revoke and give them.")
    async def orders(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table = await self.desk.table_here(interaction)
            await self.desk.orders.show(answer, table.id)

        await self.desk.run(interaction, work)

    @app_commands.command(description="Give an order in advance in this channel’s game.")
    @app_commands.describe(
        order="What to do for you when the game asks.",
        value="What the order has to know, for instance your highest bid.",
    )
    async def order(self, interaction: Interaction, order: str, value: str = "") -> None:
        async def work(answer: Answer) -> None:
            table = await self.desk.table_here(interaction)
            await self.desk.orders.typed(answer, table, order, value)

        await self.desk.run(interaction, work)

    @order.autocomplete("order")
    async def _orders(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        table = await self.desk.table_quietly(interaction)
        if table is None:
            return []
        return fitting(
            [(f"{label_of(kind)} – {does(kind)}", tag_of(kind)) for kind in table.title.orders], current
        )

    @order.autocomplete("value")
    async def _values(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        table = await self.desk.table_quietly(interaction)
        if table is None or not table.seats_of(interaction.user.id):
            return []
        try:
            kind = find_kind(table.title, str(getattr(interaction.namespace, "order", None) or ""))
        except MoveError:
            return []
        seat = self.desk.orders.seat_for(table, interaction.user.id)
        pairs = suggest(kind, table.game, seat, current)
        return [app_commands.Choice(name=shown, value=word) for shown, word in pairs]


def in_words(wish: Preferences, now: datetime) -> str:
    """A person's preferences as sentences."""
    how = {
        "mention": "by a mention in the channel",
        "dm": "by a direct message",
        "both": "by a mention in the channel and a direct message",
        "none": "not at all",
    }[wish.notify]
    lines = [f"You are told of a turn **{how}**."]
    if wish.quiet_from is not None and wish.quiet_to is not None:
        lines.append(
            f"Quiet hours: {wish.quiet_from // 60:02}:{wish.quiet_from % 60:02} to "
            f"{wish.quiet_to // 60:02}:{wish.quiet_to % 60:02} ({wish.timezone})."
            + (" The option `timezone` sets your own." if wish.timezone == "UTC" else "")
        )
    else:
        lines.append("No quiet hours.")
    if wish.vacation_until is not None and wish.vacation_until > now:
        lines.append(f"On vacation until {stamp(wish.vacation_until, 'D')}.")
    return "\n".join(lines)


def read_time(text: str) -> int:
    """Minutes after midnight of `22:00`, `7.30` or `22`. Raises NotUnderstood."""
    match = re.fullmatch(r"\s*(\d{1,2})(?:[:.h]?(\d{2}))?\s*", text)
    if match is None or int(match[1]) > 23 or int(match[2] or 0) > 59:
        raise NotUnderstood(f"“{text}” is no time of day. Times look like 22:00.")
    return int(match[1]) * 60 + int(match[2] or 0)


def read_until(text: str, now: datetime, timezone: str) -> datetime | None:
    """The end of a vacation: of a date, the end of that day in the person's zone. Raises NotUnderstood."""
    said = text.strip().casefold()
    if said in ("off", "no", "none", "over", "-"):
        return None
    days = re.fullmatch(r"(\d{1,3})(\s*d(ays?)?)?", said)
    if days is not None and 1 <= int(days[1]) <= 365:
        return now + timedelta(days=int(days[1]))
    try:
        date = datetime.strptime(said, "%Y-%m-%d")
    except ValueError:
        raise NotUnderstood(
            f"“{text}” is no date. Say a date as 2027-03-14, a number of days from 1 to 365, or “off”."
        ) from None
    if abs(date.year - now.year) <= 2:  # years at the ends of the calendar have no day after, or before
        end = (date + timedelta(days=1)).replace(tzinfo=zone_of(timezone) or UTC).astimezone(UTC)
        if now < end < now + timedelta(days=366):
            return end
    raise NotUnderstood("The date must lie ahead, within a year.")
