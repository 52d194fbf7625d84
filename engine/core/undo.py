"""Taking moves back: which, whom that touches, and the entry that does it. Nothing is ever deleted.

A player takes back their own last move, with everything after it: freely while nobody else has acted and
nothing hidden was shown; otherwise those whom it touches must agree (consents.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from .errors import Refused
from .game import AnyGame
from .log import standing
from .play import Change, Pen
from .records import MoveRecord, Proposal
from .table import Table


def own_last_move(log: Sequence[MoveRecord], seats: Sequence[int]) -> MoveRecord | None:
    """The last standing move that these seats decided, themselves or by an order in advance."""
    for move in reversed(standing(log)):
        if move.seat in seats and move.kind in ("move", "order"):
            return move
    return None


def taken_back(table: Table, cut: int) -> list[MoveRecord]:
    """The standing moves from entry `cut` on."""
    return [move for move in table.standing() if move.seq >= cut]


def touched(table: Table, cut: int, user: int) -> tuple[int, ...]:
    """Whose consent `user` needs to take back the moves from `cut` on.

    If something hidden was shown, that is everybody else, because whoever saw it now knows more; otherwise
    those who have decided something since. Automatic players agree.
    """
    back = taken_back(table, cut)
    if any(move.reveals for move in back):
        return tuple(person for person in table.people() if person != user)
    acted = {table.seats[move.seat].user for move in back if move.seat is not None and move.kind != "auto"}
    return tuple(person for person in table.people() if person != user and person in acted)


def cut_for_undo(table: Table, seats: Sequence[int]) -> int:
    """The first entry that an undo by these seats takes back. Raises Refused if there is none."""
    last = own_last_move(table.log, seats)
    if last is None:
        raise Refused("You have made no move that could be taken back.")
    return last.seq


def cut_for_rewind(table: Table, to_seq: int) -> int:
    """The first entry that a rewind to the state after entry `to_seq` takes back. Raises Refused."""
    if table.version <= 1:
        raise Refused("No move has been made that could be taken back.")
    if not 1 <= to_seq < table.version:
        raise Refused(f"The table can go back to an entry from 1 to {table.version - 1}.")
    if not taken_back(table, to_seq + 1):
        raise Refused("No move has been made since then that still stands.")
    return to_seq + 1


def take_back(
    table: Table,
    earlier: AnyGame,
    proposal: Proposal,
    at: datetime,
    *,
    actor: int,
    interaction: str | None = None,
    by_consent: bool = False,
) -> Change:
    """Take back the moves from `proposal.cut` on.

    earlier: the game with the moves that stood before that.
    Orders in advance that made a move which is taken back are dropped, for they would make it again: the
    proposer's own in an undo, everybody's in a rewind. Entries about the table itself stay as they are.
    """
    back = taken_back(table, proposal.cut)
    pen = Pen(table, at, interaction)
    pen.game = earlier
    own = table.seats_of(proposal.by)
    if proposal.kind == "undo":
        seat = next((move.seat for move in back if move.seat in own), own[0] if own else None)
        pen.note("undo", seat, proposal.by, f"undo {proposal.cut}")
    else:
        pen.note("manager", None, actor, f"rewind {proposal.cut}")
    by_order = {move.seat for move in back if move.kind == "order"}
    dropped = by_order if proposal.kind == "rewind" else by_order & set(own)
    pen.orders = [order for order in pen.orders if order.seat not in dropped]
    pen.settle()
    return pen.finish(proposal if by_consent else None)
