"""What one person does at a running game, by click or by command: the same steps for both."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from engine.core.action import Action
from engine.core.errors import IllegalMove, MoveError
from engine.core.log import Entry
from engine.core.notation import parse
from engine.core.play import is_stale
from engine.core.records import Proposal
from engine.core.sentences import listed
from engine.core.table import Played, StalePanel, Table, shown
from storage import DraftRecord

from .answers import Answer, sentence_of
from .digest import bullets, last_own, shortened, told
from .draft import Draft, answered, narrowed, question, with_end
from .house import House, names_of
from .ids import Click, make
from .panel import Private, back, needs_confirmation, private_sheet, waiting_text, ways, with_pictures
from .permissions import hindrance
from .sheet import Button, Picture, Sheet, rows_of
from .suggest import typed
from .words import NEUTRAL, namer

log = logging.getLogger(__name__)

QUICK_PICTURE = 0.35
"""Seconds that a panel waits for its picture; after that it is shown without, and once more with it."""


class Moves:
    """The moves of persons."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._latest: dict[tuple[int, str], int] = {}

    # --- panels -----------------------------------------------------------------------------

    async def open(self, answer: Answer, game_id: str, note: str = "") -> None:
        """Show the person their own panel, with the half-made move if there is one."""
        table = await self.house.tables.table(game_id)
        seat = self.seat_asked(table, answer.user.id)
        if seat is None:
            await self.not_asked(answer, table, note)
            return
        draft = await self._draft(table, answer.user.id, seat)
        await self.show_panel(answer, table, seat, draft, note)

    def seat_asked(self, table: Table, user: int, seat: int | None = None) -> int | None:
        """Which of the person's seats is asked now; the given one if it is."""
        own = table.seats_of(user)
        asked = [each.seat for each in table.waiting() if each.seat in own]
        if seat is not None and seat in asked:
            return seat
        return asked[0] if asked else None

    async def not_asked(self, answer: Answer, table: Table, note: str = "") -> None:
        """Tell somebody who has nothing to decide whose turn it is."""
        name = namer(table.record)
        own = table.seats_of(answer.user.id)
        lines = [note] if note else []
        if not own:
            lines.append("You have no seat in this game.")
        if table.trouble:
            lines.append(table.trouble)
        elif table.record.status == "paused":
            paused = "" if "The game is paused." in note else "The game is paused. "
            lines.append(f"{paused}`/game resume` goes on.")
        elif table.record.status in ("over", "ended"):
            lines.append("The game is over.")
        else:
            lines.append(waiting_text(table.game, name))
        buttons = [Button("Board", make(table.id, table.version, "board"), emoji="🗺️")]
        if own:
            buttons.append(Button("Undo", make(table.id, table.version, "undo"), emoji="↩️"))
        if own and table.title.orders and table.record.status == "running":
            advance = make(table.id, table.version, "orders", own[0])
            buttons.append(Button("Orders in advance", advance, emoji="📨"))
        await answer.show(Sheet(("\n".join(lines),), rows=rows_of(buttons), colour=NEUTRAL))

    async def show_panel(
        self, answer: Answer, table: Table, seat: int, draft: Draft | None, note: str = ""
    ) -> None:
        """Show the panel of a seat, and keep the draft that it shows."""
        undo = last_own(table.log, (seat,)) > 0
        private = private_sheet(
            table.game,
            table.id,
            table.version,
            seat,
            draft,
            namer(table.record),
            note=note,
            can_undo=undo,
            orders=bool(table.title.orders),
            typed=lambda action: typed(table.title, action),
        )
        await self._keep(table, answer.user.id, seat, private.draft)
        key = (answer.user.id, table.id)
        turn = self._latest[key] = self._latest.get(key, 0) + 1
        drawing = asyncio.ensure_future(self._preview(table, seat, private))
        done, _ = await asyncio.wait({drawing}, timeout=QUICK_PICTURE)
        if not done:
            await answer.show(private.sheet)
        pictures = await drawing
        if self._latest.get(key) != turn:
            return  # the person has gone on meanwhile; this picture would overwrite their new panel
        if done or pictures:
            await answer.show(with_pictures(private, pictures))
        if len(self._latest) > 5_000:
            self._latest.clear()

    async def _preview(self, table: Table, seat: int, private: Private) -> Sequence[Picture]:
        """What the draft would look like on the board, or the places it names."""
        pictures, title_id = self.house.pictures, table.title.id
        try:
            if private.action is not None:
                view = table.game.view(seat)
                return await pictures.preview(title_id, view, private.action, names_of(table))
            if private.asked is not None and (found := ways(table.game, private.asked)):
                actions, labels = zip(*found, strict=True)
                view = table.game.view(seat)
                drawn = await pictures.choice(title_id, view, actions, labels, names_of(table))
                if drawn:
                    return drawn
            if private.draft is not None and private.places:
                view = table.game.view(seat)
                return (await pictures.board(title_id, view, private.places, names_of(table), close_up=True))[
                    :1
                ]
        except Exception:
            log.exception("%s: a preview failed", table.id)
        return ()

    async def _draft(self, table: Table, user: int, seat: int) -> Draft | None:
        kept = await self.house.storage.draft(table.id, user, seat)
        draft = None if kept is None else Draft.decode(kept.data.decode())
        if draft is None or is_stale(table, seat, draft.version):
            return None
        return draft

    async def _keep(self, table: Table, user: int, seat: int, draft: Draft | None) -> None:
        if draft is None:
            await self.house.storage.drop_drafts(table.id, seat)
            return
        record = DraftRecord(table.id, user, seat, draft.version, draft.encode().encode(), self.house.clock())
        await self.house.storage.put_draft(record)

    # --- clicks on panels ---------------------------------------------------------------------

    async def step(self, answer: Answer, click: Click, value: str | None) -> None:
        """One click on a panel of a running game; `value` is what was picked or typed, if anything."""
        table = await self.house.tables.table(click.game)
        seat = click.number(0)
        user = answer.user.id
        if seat not in table.seats_of(user):
            await self.not_asked(answer, table)
            return
        if table.record.status != "running" or table.trouble:
            await self.not_asked(answer, table)
            return
        if is_stale(table, seat, click.version):
            await self.stale(answer, table, click.version)
            return
        if table.game.pending_of(seat) is None:
            await self.not_asked(answer, table)
            return
        match click.verb:
            case "kind":
                await self._begin(answer, table, click, Draft(seat, click.word(1), table.version))
            case "other":
                await self._begin(answer, table, click, Draft(seat, value or "", table.version))
            case "do":
                await self._whole(answer, table, click)
            case "drop":
                await self.show_panel(answer, table, seat, None)
            case _:
                await self._go_on(answer, table, click, value)

    async def _begin(self, answer: Answer, table: Table, click: Click, draft: Draft) -> None:
        """A kind of move was chosen: make it if nothing is to be asked, otherwise ask."""
        try:
            at = question(table.game, draft)
            if at.action is not None and not needs_confirmation(table.game, draft.seat, at.action):
                await self._play(answer, click, draft.seat, at.action)
                return
        except StalePanel:
            raise
        except MoveError as error:
            note = f"⚠️ {sentence_of(error, table.record)}"
            await self.show_panel(answer, table, draft.seat, None, note)
            return
        await self.show_panel(answer, table, draft.seat, draft)

    async def _whole(self, answer: Answer, table: Table, click: Click) -> None:
        """A button that says a complete move with one field."""
        seat = click.number(0)
        try:
            action = parse(f"{click.word(1)} {click.word(2)}", table.title.actions)
            table.game.must_be_legal(seat, action)
        except MoveError as error:
            await self.show_panel(answer, table, seat, None, f"⚠️ {sentence_of(error, table.record)}")
            return
        first = next(iter(type(action).__struct_fields__))
        draft = Draft(seat, click.word(1), table.version, ((first, click.word(2)),))
        await self._begin(answer, table, click, draft)

    async def _go_on(self, answer: Answer, table: Table, click: Click, value: str | None) -> None:
        """A click that goes on with a half-made move."""
        seat = click.number(0)
        draft = await self._draft(table, answer.user.id, seat)
        if draft is None or draft.token != click.word(1):
            note = "" if draft is None else "You have gone on since; this is where your move stands."
            await self.show_panel(answer, table, seat, draft, note)
            return
        try:
            at = question(table.game, draft)
            if click.verb == "go":
                if at.action is None:
                    raise IllegalMove("The move is not complete yet.")
                await self._play(answer, click, seat, at.action)
                return
            following: Draft | None
            match click.verb:
                case "val":
                    following = answered(at, click.word(2))
                case "pick" | "typed":
                    following = answered(at, (value or "").strip())
                case "end" if at.field is not None and at.complete:
                    following = with_end(at.draft, at.field)
                case "narrow":
                    following = narrowed(draft, value or "")
                case "back":
                    following = back(table.game, draft)
                case _:
                    following = draft
        except StalePanel:
            raise
        except MoveError as error:
            await self.show_panel(answer, table, seat, draft, f"⚠️ {sentence_of(error, table.record)}")
            return
        await self.show_panel(answer, table, seat, following)

    async def _play(self, answer: Answer, click: Click, seat: int, action: Action) -> None:
        played = await self.house.tables.act(
            click.game,
            answer.user.id,
            action,
            seat=seat,
            seen_version=click.version,
            interaction=answer.delivery,
        )
        await self.after(answer, played, seat)

    # --- moves ----------------------------------------------------------------------------------

    async def act(self, answer: Answer, game_id: str, wish: Action | str, *, seat: int | None = None) -> None:
        """Make a typed move."""
        played = await self.house.tables.act(
            game_id, answer.user.id, wish, seat=seat, interaction=answer.delivery
        )
        made = next((entry.move.seat for entry in played.entries if entry.move.kind == "move"), None)
        await self.after(answer, played, made)

    async def after(self, answer: Answer, played: Played, seat: int | None) -> None:
        """Show what a move led to, and the next panel if the person is asked again."""
        table = played.table
        if seat is not None:
            await self.house.storage.drop_drafts(table.id, seat)
        viewer = seat if seat is not None and seat in table.seats_of(answer.user.id) else None
        lines = told(table.game, shown(table, played.entries, viewer), namer(table.record))
        done = "\n".join(f"✅ {line}" if place == 0 else f"- {line}" for place, line in enumerate(lines[:8]))
        note = done or "✅ Done."
        unseen = hindrance(answer.interaction)
        if unseen:
            note += f"\n⚠️ {unseen}"
        following = self.seat_asked(table, answer.user.id, seat)
        if following is None:
            await self.not_asked(answer, table, note)
        else:
            await self.show_panel(answer, table, following, None, note)

    async def stale(
        self, answer: Answer, table: Table, seen: int, entries: Sequence[Entry] | None = None
    ) -> None:
        """An old panel was used: what has happened since, and the current panel."""
        viewer = next(iter(table.seats_of(answer.user.id)), None)
        if entries is None:
            happened = await self.house.tables.since(table.id, seen, viewer)
        else:
            happened = shown(table, entries, viewer)
        lines = shortened(told(table.game, happened, namer(table.record)), 6)
        note = "This panel was out of date, nothing was done. Since then:\n" + (bullets(lines) or "- …")
        seat = self.seat_asked(table, answer.user.id)
        if seat is None:
            await self.not_asked(answer, table, note)
        else:
            await self.show_panel(answer, table, seat, await self._draft(table, answer.user.id, seat), note)

    # --- taking back ------------------------------------------------------------------------------

    async def undo(self, answer: Answer, game_id: str, seen_version: int | None = None) -> None:
        """Take the person's last move back, or ask those whom that touches."""
        done = await self.house.tables.undo(
            game_id, answer.user.id, seen_version=seen_version, interaction=answer.delivery
        )
        await self.changed(answer, game_id, done)

    async def answer_proposal(self, answer: Answer, game_id: str, proposal_id: str, yes: bool) -> None:
        """Agree to what somebody proposed, or not."""
        done = await self.house.tables.answer(proposal_id, answer.user.id, yes, interaction=answer.delivery)
        await self.changed(answer, game_id, done)

    async def changed(self, answer: Answer, game_id: str, done: Played | Proposal) -> None:
        """Show what became of something that may need the others' consent."""
        if isinstance(done, Played):
            await self.after(answer, done, None)
            return
        table = await self.house.tables.table(game_id)
        await answer.say(proposal_answer(done, table, answer.user.id))

    # --- looking ----------------------------------------------------------------------------------

    async def since(self, answer: Answer, game_id: str) -> None:
        """What happened since the person's last move; for a bystander, lately."""
        table = await self.house.tables.table(game_id)
        own = table.seats_of(answer.user.id)
        start = last_own(table.log, own) if own else max(0, table.version - 15)
        entries = await self.house.tables.since(table.id, start, own[0] if len(own) == 1 else None)
        lines = shortened(told(table.game, entries, namer(table.record)), 25)
        head = f"**{table.title.name}** · {table.game.headline()}"
        since = "Since your last move" if own and start else "Lately"
        body = bullets(lines) or "Nothing has happened since."
        waiting = waiting_text(table.game, namer(table.record)) if table.waiting() else ""
        await answer.say("\n".join(filter(None, (head, f"{since}:\n{body}", waiting))))

    async def board(self, answer: Answer, game_id: str) -> None:
        """The board as the person may see it."""
        table = await self.house.tables.table(game_id)
        own = table.seats_of(answer.user.id)
        viewer = own[0] if len(own) == 1 else None
        pictures = await self.house.pictures.board(
            table.title.id, table.game.view(viewer), _last_places(table), names_of(table)
        )
        head = f"**{table.title.name}** · {table.game.headline()}"
        lines = [head, "This game has no picture." if not pictures else ""]
        if table.waiting():
            lines.append(waiting_text(table.game, namer(table.record)))
        await answer.show(Sheet(("\n".join(filter(None, lines)),), tuple(pictures), colour=NEUTRAL))


def _last_places(table: Table) -> tuple[str, ...]:
    for entry in reversed(table.recent):
        if not entry.undone:
            places = [place for event in entry.events if event.audience is None for place in event.places]
            if places:
                return tuple(dict.fromkeys(places))
    return ()


def proposal_answer(proposal: Proposal, table: Table, user: int) -> str:
    """What the person who proposed, or answered, is told."""
    asked = listed([person(table, each) for each in proposal.missing])
    match proposal.status:
        case "open" if proposal.by == user:
            return f"That touches others, so they are asked first: {asked}. Nothing has changed yet."
        case "open":
            return f"Noted. Still to answer: {asked}."
        case "refused":
            return "Noted: it is refused, and nothing changes."
        case "withdrawn":
            return "Your proposal is withdrawn."
        case "lapsed":
            return "That is no longer possible; the game has gone on."
        case "accepted":
            return "Agreed."


def person(table: Table, user: int) -> str:
    """How a person is named: by their seat's name if they have one."""
    seats = table.seats_of(user)
    return namer(table.record)(seats[0]) if seats else f"<@{user}>"
