"""What needs the others' consent, or a manager's word: taking back what touches them, replacing a player,
pausing, resuming and ending the game.

Each is a Proposal. A manager's is carried out at once; a player's as soon as those whom it touches agree.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import msgspec

from .errors import CannotLoad, NotAllowed, NotRunning, NotSeated, Refused
from .event import mark
from .game import AnyGame
from .play import Change, Pen, must_run, seats_for
from .records import GameRecord, Proposal, SeatRecord
from .table import Table
from .undo import take_back, taken_back, touched


def others(table: Table, user: int) -> tuple[int, ...]:
    """Everybody at the table but one."""
    return tuple(person for person in table.people() if person != user)


def must_be_possible(table: Table, proposal: Proposal) -> None:
    """Raise Refused if the proposal makes no sense for the game as it stands."""
    status = table.record.status
    if status not in ("running", "paused"):
        raise NotRunning("The game is over." if status == "over" else "The game is not running.")
    if table.trouble and proposal.kind not in ("rewind", "end"):
        raise CannotLoad(table.trouble)
    match proposal.kind:
        case "undo" | "rewind":
            if proposal.kind == "undo" and status == "paused":
                raise NotRunning("The game is paused.")
            back = taken_back(table, proposal.cut)
            if not back or (proposal.kind == "undo" and back[0].seq != proposal.cut):
                raise Refused("Those moves have been taken back already.")
        case "pause" if status == "paused":
            raise Refused("The game is paused already.")
        case "resume" if status == "running":
            raise Refused("The game is running.")
        case "replace":
            must_be_replaceable(table, proposal.seat, proposal.substitute)


def must_be_replaceable(table: Table, seat: int | None, substitute: SeatRecord | None) -> None:
    """Raise Refused unless the substitute can sit there."""
    if seat is None or not 0 <= seat < len(table.seats) or substitute is None:
        raise Refused("There is no such seat.")
    if substitute.user is None:
        if table.title.autoplay is None:
            raise Refused(f"{table.title.name} has no automatic player.")
    elif not table.record.hotseat and table.seats_of(substitute.user):
        raise Refused(f"{substitute.name} already has a seat in this game.")
    if table.seats[seat].user == substitute.user and not table.seats[seat].vacant:
        raise Refused("That seat is played so already.")


def voters(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """Whose consent a proposal needs, for the game as it stands now, without the proposer's own."""
    if proposal.kind == "undo":
        return touched(table, proposal.cut, proposal.by)
    rest = others(table, proposal.by)
    if proposal.kind == "replace" and proposal.seat is not None:
        return tuple(person for person in rest if person != table.seats[proposal.seat].user)
    return rest


def must_be_time_to_vote(table: Table, seat: int, since: datetime | None, now: datetime) -> None:
    """Raise Refused unless the others may vote on replacing this seat: it is free, or has kept the table
    waiting for as long as was agreed.
    """
    if table.seats[seat].user is None:
        return
    hours = table.record.vote_hours
    if not hours:
        raise NotAllowed("In this game only a manager of the server can replace a player.")
    if since is None or now - since < timedelta(hours=hours):
        raise NotAllowed(
            f"A vote on {mark(seat)} is possible once the table has waited {hours} hours for them."
        )


def verdict(table: Table, proposal: Proposal) -> Proposal:
    """The proposal with whose consent it needs now, and its status by the answers so far."""
    needs = voters(table, proposal)
    proposal = msgspec.structs.replace(proposal, needs=needs)
    yes = [user for user in needs if user in proposal.yes]
    no = [user for user in needs if user in proposal.no]
    if proposal.majority:
        everybody = len(needs) + 1  # the proposer votes for it
        accepted = 2 * (len(yes) + 1) > everybody
        refused = 2 * len(no) >= everybody
    else:
        accepted, refused = len(yes) == len(needs), bool(no)
    status = "accepted" if accepted else "refused" if refused else "open"
    return msgspec.structs.replace(proposal, status=status)


def answered(table: Table, proposal: Proposal, user: int, yes: bool) -> Proposal:
    """The proposal after a person's answer. Raises Refused if their answer is not asked."""
    if proposal.status != "open":
        words = {
            "accepted": "has been agreed to already",
            "refused": "was refused already",
            "withdrawn": "was withdrawn",
            "lapsed": "is no longer possible: the game has gone on",
        }
        raise Refused(f"That proposal {words[proposal.status]}.")
    try:
        must_be_possible(table, proposal)
    except Refused:
        return msgspec.structs.replace(proposal, status="lapsed")
    if user == proposal.by:
        if yes:
            raise NotAllowed("It is your own proposal; the others are asked.")
        return msgspec.structs.replace(proposal, status="withdrawn")
    proposal = verdict(table, proposal)
    if user not in proposal.needs:
        raise NotAllowed("Your consent is not needed for that.")
    without = tuple(each for each in proposal.yes if each != user)
    against = tuple(each for each in proposal.no if each != user)
    if yes:
        return verdict(table, msgspec.structs.replace(proposal, yes=(*without, user), no=against))
    return verdict(table, msgspec.structs.replace(proposal, yes=without, no=(*against, user)))


def sentence(table: Table, proposal: Proposal) -> str:
    """What is proposed, in words, for the message with the buttons."""
    own = table.seats_of(proposal.by)
    who = mark(own[0]) if own else "A manager"
    match proposal.kind:
        case "undo" | "rewind":
            back = [move for move in taken_back(table, proposal.cut) if move.kind != "auto"]
            moves = "1 move" if len(back) == 1 else f"the last {len(back)} moves"
            if proposal.kind == "undo":
                return f"{who} would like to take back {moves}."
            return f"{who} proposes that the table goes back {moves}."
        case "replace":
            assert proposal.substitute is not None
            assert proposal.seat is not None
            automatic = proposal.substitute.user is None
            player = "the automatic player" if automatic else plain(proposal.substitute.name)
            return f"{who} proposes that {player} plays for {mark(proposal.seat)}."
        case "pause":
            return f"{who} proposes to pause the game."
        case "resume":
            return f"{who} proposes to go on with the game."
        case "end":
            return f"{who} proposes to end the game before its time."


def carry_out(
    table: Table,
    proposal: Proposal,
    earlier: AnyGame | None,
    at: datetime,
    *,
    actor: int,
    interaction: str | None = None,
    by_consent: bool = False,
) -> Change:
    """Do what was proposed.

    earlier: for an undo or a rewind, the game with the moves that stay.
    actor: who decided it last: the manager, the proposer, or whoever agreed last.
    by_consent: True if the proposal is a stored one, and becomes `accepted` with this.
    """
    if earlier is not None:
        return take_back(
            table, earlier, proposal, at, actor=actor, interaction=interaction, by_consent=by_consent
        )
    pen = Pen(table, at, interaction)
    match proposal.kind:
        case "replace":
            assert proposal.seat is not None
            assert proposal.substitute is not None
            put_in_seat(pen, proposal.seat, proposal.substitute, actor)
        case "pause":
            pen.record = msgspec.structs.replace(pen.record, status="paused")
            pen.note("manager", None, actor, "pause")
        case "resume":
            pen.record = msgspec.structs.replace(pen.record, status="running")
            pen.note("manager", None, actor, "resume")
        case "end":
            pen.record = msgspec.structs.replace(pen.record, status="ended")
            pen.note("manager", None, actor, "end")
    pen.settle()
    return pen.finish(proposal if by_consent else None)


def put_in_seat(pen: Pen, seat: int, substitute: SeatRecord, actor: int | None) -> None:
    """Let somebody else, or the automatic player, play a seat from now on. Its standing orders end."""
    before = plain(pen.record.seats[seat].name)
    pen.record = seat_changed(pen.record, seat, substitute)
    pen.orders = [order for order in pen.orders if order.seat != seat]
    pen.acted.append(seat)
    user = "auto" if substitute.user is None else str(substitute.user)
    name = plain(substitute.name)
    pen.note("manager", seat, actor, f"replace {seat + 1} {user} {name}|{before}")


def plain(name: str) -> str:
    """A name within a sentence of the table: one line, and nothing that reads as a seat's mark, or that a
    chat takes for a mention, a link or a style.
    """
    kept = re.sub(r"[@<>\[\]`*|~\\]|(?<=:)//|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]", "", name)
    return " ".join(kept.split())[:40] or "somebody"


def leaving(table: Table, user: int, at: datetime, interaction: str | None, automatic: bool | None) -> Change:
    """A player leaves a game that is running or paused. automatic: whether the automatic player takes over;
    None for yes if the title has one. Raises Refused, NotSeated, NotRunning, CannotLoad.
    """
    if table.record.status not in ("running", "paused"):
        must_run(table)
    if table.trouble:
        raise CannotLoad(table.trouble)
    seats_for(table, user, None)
    can = table.title.autoplay is not None
    if automatic and not can:
        raise Refused(f"{table.title.name} has no automatic player.")
    return leave_seats(table, user, at, interaction, can if automatic is None else automatic)


def leave_seats(table: Table, user: int, at: datetime, interaction: str | None, automatic: bool) -> Change:
    """A player leaves a running game: each of their seats becomes automatic, or free for a substitute.
    If nobody is left, the game ends.
    """
    pen = Pen(table, at, interaction)
    for seat in table.seats_of(user):
        left = SeatRecord(None, table.seats[seat].name, vacant=not automatic)
        pen.record = seat_changed(pen.record, seat, left)
        pen.orders = [order for order in pen.orders if order.seat != seat]
        pen.note("manager", seat, user, f"{'automate' if automatic else 'vacate'} {seat + 1}")
    if all(seat.user is None for seat in pen.record.seats):
        pen.record = msgspec.structs.replace(pen.record, status="ended")
        pen.note("manager", None, user, "end")
    pen.settle()
    return pen.finish()


def seat_changed(record: GameRecord, seat: int, sitter: SeatRecord) -> GameRecord:
    """The record with somebody else in one seat."""
    seats = (*record.seats[:seat], sitter, *record.seats[seat + 1 :])
    return msgspec.structs.replace(record, seats=seats)


def must_sit(table: Table, user: int) -> None:
    """Raise NotSeated unless the person plays in this game."""
    if not table.seats_of(user):
        raise NotSeated("Only players of this game, or a manager of the server, can do that.")
