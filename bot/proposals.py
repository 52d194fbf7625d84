"""A proposal in the channel: asked with buttons, and what has become of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.event import fill_names
from engine.core.log import Entry
from engine.core.records import Proposal
from engine.core.sentences import listed
from engine.core.table import Table
from storage import PanelRecord, Post

from .channels import Channels
from .digest import bullets, shortened, told
from .house import House
from .ids import make
from .moves import person
from .sheet import Button, Sheet
from .words import NEUTRAL, namer


async def post_proposal(house: House, channels: Channels, post: Post, proposal_id: str) -> int | None:
    """Post a proposal with buttons, or show what has become of it."""
    proposal = await house.tables.proposal(proposal_id)
    table = await house.tables.table(post.game)
    kind = f"proposal {proposal_id}"
    panels = await house.storage.panels(post.game, kind)
    for old in [each for each in panels if each.channel != post.channel]:  # the game has moved
        if await channels.strip(old.channel, old.message):
            await house.storage.drop_panel(post.game, old.message)
        panels.remove(old)
    back: list[Entry] = []
    if proposal.cut and proposal.status == "open":
        back = await house.tables.since(table.id, proposal.cut - 1)
    sheet = proposal_sheet(proposal, table, back, ping=not panels)
    if panels:
        panel = panels[0]
        if not await channels.edit(panel.channel, panel.message, sheet):
            await house.storage.drop_panel(post.game, panel.message)
            panels = []
        elif proposal.status != "open":
            await house.storage.drop_panel(post.game, panel.message)
        if panels:
            return panel.message
    if proposal.status != "open":
        return None
    message = await channels.send(post.channel, sheet, post.nonce)
    await house.storage.put_panel(
        PanelRecord(message, table.id, post.channel, kind, table.version, house.clock())
    )
    return message


def proposal_sheet(proposal: Proposal, table: Table, back: Sequence[Entry] = (), *, ping: bool) -> Sheet:
    """The message that asks for consent. back: what would be taken back."""
    text = fill_names(proposal.sentence, namer(table.record))
    closed = {
        "accepted": "✅ Agreed.",
        "refused": "❌ Refused. Nothing changes.",
        "withdrawn": "Withdrawn. Nothing changes.",
        "lapsed": "No longer possible; the game has gone on.",
    }
    if proposal.status != "open":
        return Sheet((text, closed[proposal.status]), colour=NEUTRAL)
    mentioned = proposal.missing if ping else ()
    asked = listed([f"<@{user}>" if user in mentioned else person(table, user) for user in proposal.missing])
    rule = "More than half must agree." if proposal.majority else "All of them must agree."
    lines = [bullets(shortened(told(table.game, back, namer(table.record)), 6))] if back else []
    lines.append(f"Asked: {asked}. {rule}")
    if proposal.yes:
        lines.append(f"Agreed so far: {listed([person(table, user) for user in proposal.yes])}.")
    row = (
        Button("Agree", make(table.id, table.version, "agree", proposal.id), "success"),
        Button("Refuse", make(table.id, table.version, "refuse", proposal.id), "danger"),
    )
    return Sheet((text, "\n".join(lines)), rows=(row,), colour=0xE6AC00, mention=tuple(mentioned))
