"""From a wish to a proposal, and on: it is carried out if nobody needs to be asked, else it is kept.

What may be proposed and who must agree is said in consents.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import msgspec

from . import consents
from .loading import game_before
from .play import Change
from .records import Proposal, ProposalKind, SeatRecord, Store
from .table import Table

SAME = ("kind", "by", "cut", "seat", "substitute")
"""What two proposals have in common if the later one only repeats the earlier."""


class Proposer:
    """Drafts proposals, and thinks out what follows from them."""

    def __init__(self, store: Store, clock: Callable[[], datetime], new_id: Callable[[], str]) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id

    def draft(
        self,
        table: Table,
        kind: ProposalKind,
        user: int,
        *,
        cut: int = 0,
        seat: int | None = None,
        substitute: SeatRecord | None = None,
    ) -> Proposal:
        """A proposal that nobody was asked about yet. Raises a MoveError if the table does not allow it.

        cut: for an undo or a rewind, the first entry that is taken back.
        seat, substitute: for a replacement.
        """
        proposal = Proposal(
            id=self._new_id(),
            game=table.id,
            kind=kind,
            by=user,
            version=table.version,
            needs=(),
            created=self._clock(),
            sentence="",
            cut=cut,
            seat=seat,
            substitute=substitute,
            majority=kind == "replace",
        )
        consents.must_be_possible(table, proposal)
        return msgspec.structs.replace(proposal, sentence=consents.sentence(table, proposal))

    async def propose(
        self, table: Table, proposal: Proposal, at_once: bool, interaction: str | None
    ) -> Change:
        """Carry a proposal out if nobody needs to be asked, else keep it; the same one is kept only once.

        at_once: by a right of the proposer's own; nobody is asked.
        """
        if not at_once:
            consents.must_sit(table, proposal.by)
            proposal = consents.verdict(table, proposal)
        if at_once or proposal.status == "accepted":
            return await self._carried_out(table, proposal, proposal.by, interaction)
        for known in await self._store.proposals(table.id):
            if all(getattr(known, name) == getattr(proposal, name) for name in SAME):
                return _nothing_new(table, known)
        return _kept(table, proposal)

    async def answer(
        self, table: Table, proposal: Proposal, user: int, yes: bool, interaction: str | None
    ) -> Change:
        """A person's answer: the proposal is carried out if that settles it, else kept with the answer."""
        proposal = consents.answered(table, proposal, user, yes)
        if proposal.status != "accepted":
            return _kept(table, proposal)
        return await self._carried_out(table, proposal, user, interaction, by_consent=True)

    async def _carried_out(
        self,
        table: Table,
        proposal: Proposal,
        actor: int,
        interaction: str | None,
        by_consent: bool = False,
    ) -> Change:
        return consents.carry_out(
            table,
            proposal,
            await game_before(self._store, table, proposal),
            self._clock(),
            actor=actor,
            interaction=interaction,
            by_consent=by_consent,
        )


def _kept(table: Table, proposal: Proposal) -> Change:
    """A change that only writes the proposal down."""
    record = msgspec.structs.replace(table.record, revision=table.record.revision + 1)
    return Change(replace(table, record=record), proposal=proposal)


def _nothing_new(table: Table, proposal: Proposal) -> Change:
    """A change that is none: the proposal stands already."""
    record = msgspec.structs.replace(table.record, revision=0)
    return Change(replace(table, record=record), proposal=proposal)
