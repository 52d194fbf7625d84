"""An action turn: one action on each thing the telegram's space touches, and one ally card, in any order.

Rules: Action Turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.action import Action, Family, Legal, Value
from engine.core.game import Pending
from engine.core.sentences import listed
from engine.transcontinental import actions as act
from engine.transcontinental.card_text import Step, parse_step
from engine.transcontinental.components import TURN_ORDER
from engine.transcontinental.developments import face_of, has_building, why_not_unload
from engine.transcontinental.events import AllyPlayed, Passed, TurnEnded, Used
from engine.transcontinental.procedure import Procedure, Run
from engine.transcontinental.resigning import may_resign, resign
from engine.transcontinental.state import CardPlay, State, Travel, Turn
from engine.transcontinental.steps import KINDS, carry_out, choices_of, develops
from engine.transcontinental.train import queue_on_line
from engine.transcontinental.words import goods, place_name, step_words, tile_name

from .loading import begin_load


class ActionTurn(Procedure[Turn]):
    frame = Turn

    def run(self, run: Run, frame: Turn) -> bool:
        return False

    def pending(self, state: State, frame: Turn) -> tuple[Pending, ...]:
        usual: tuple[type[Action], ...] = (act.Load, act.Develop, *KINDS.values(), act.PlayAlly)
        kinds = [
            kind
            for kind in dict.fromkeys(usual)
            if next(self.legal(state, frame, frame.player, kind, {}), None) is not None
        ]
        kinds.append(act.End if acted(frame) else act.Pass)
        if may_resign(state):
            kinds.append(act.Resign)
        left = [place_name(state, thing) for thing in unused(state, frame)]
        each = "each of " if len(left) > 1 else ""
        what = f"one action on {each}{listed(left)}" if left else "nothing left on the board"
        card = "; one ally card" if not frame.card and playable(state, frame) else ""
        return (Pending(frame.player, tuple(kinds), f"Act on space {frame.space}: {what}{card}"),)

    def legal(
        self, state: State, frame: Turn, seat: int, kind: type[Action], chosen: Mapping[str, Value]
    ) -> Iterator[Legal]:
        if kind is act.End or kind is act.Pass:
            if acted(frame) == (kind is act.End):
                yield kind()
        elif kind is act.Resign:
            if may_resign(state):
                yield act.Resign()
        elif kind is act.Load:
            for thing in unused(state, frame):
                if thing.startswith("port:"):
                    yield act.Load(thing.removeprefix("port:"))
        elif kind is act.PlayAlly:
            for card in playable(state, frame):
                for option in range(1, len(state.box.allies[card].clauses) + 1):
                    yield act.PlayAlly(card, option)
        else:
            seen: set[object] = set()
            for at, step in shown_steps(state, frame):
                if KINDS[step.verb] is kind and chosen.get("at", at) == at:
                    for legal in choices_of(state, seat, at, step, frame.space, chosen):
                        key = repr(legal)
                        if key not in seen:
                            seen.add(key)
                            yield legal
            if kind is act.Develop:
                for slot in unused(state, frame):
                    if slot in state.tiles:
                        printed = may_develop(state, seat, slot)
                        yield from develops(state, seat, slot, printed=printed, chosen=chosen)

    def why_not(self, state: State, frame: Turn, seat: int, action: Action) -> str:
        at = action.at if isinstance(action, act.SymbolAction) else None
        if isinstance(action, act.Develop):
            at = action.tile
        elif isinstance(action, act.Load):
            at = f"port:{action.port}"
        if at in frame.used:
            return f"You have taken this turn's action on {place_name(state, str(at))} already."
        if isinstance(at, str) and at not in unused(state, frame) and not isinstance(action, act.PlayAlly):
            touched = ", ".join(unused(state, frame)) or "nothing more"
            return f"Your telegram on space {frame.space} does not touch {at}; it touches {touched}."
        if isinstance(action, act.PlayAlly):
            if frame.card:
                return "Only one ally card can be played in a turn."
            if action.card in frame.acquired:
                return "A card acquired in this turn cannot be played in it."
        if isinstance(action, act.Produce | act.Develop) and at in state.tiles:
            slot = str(at)
            house = isinstance(action, act.Produce) or state.tiles[slot].flipped
            if house and not has_building(state, seat, slot):
                return f"You have no building on {tile_name(state, slot)}, so that is not open to you."
        return why_not_there(state, seat, action)

    def perform(self, run: Run, frame: Turn, seat: int, action: Action) -> None:
        state = run.state
        match action:
            case act.End() | act.Pass():
                end_turn(run, frame)
            case act.Resign():
                resign(run)
            case act.Load(port):
                use_port(run, frame, port)
            case act.PlayAlly(card, option):
                frame.card = card
                state.hands[seat].remove(card)
                state.played[seat].append(card)
                run.tell(AllyPlayed(side=seat, card=card, option=option))
                run.push(CardPlay(seat, card, option - 1, frame.space))
            case act.Develop(slot, _, _, _):
                use(run, frame, slot, "Develop")
                carry_out(run, seat, Step("develop"), action, "")
            case _:
                assert isinstance(action, act.SymbolAction)
                at = action.at
                step = matching_step(state, frame, seat, at, action)
                use(run, frame, at, step_words(step))
                region = state.box.slots[at].region if at in state.box.slots else ""
                carry_out(run, seat, step, action, region)


def why_not_there(state: State, seat: int, action: Action) -> str:
    """Why a Develop or Portage cannot be made as said: the slots, or the cube."""
    if not isinstance(action, act.Develop | act.Portage):
        return ""
    refusal = why_not_unload(state, seat, action.tile, action.side, action.resource)
    if refusal or isinstance(action, act.Portage):
        return refusal
    queue = queue_on_line(state, action.resource)
    if not 1 <= action.first <= len(queue):
        return f"There are {len(queue)} {action.resource} on the Line."
    if queue[action.first - 1] != seat and not state.dastardly:
        return f"The {action.resource} at place {action.first} is not yours; begin with one of yours."
    return ""


def acted(frame: Turn) -> bool:
    """Whether anything was done in this turn; a turn without is a pass."""
    return bool(frame.used or frame.card)


def unused(state: State, frame: Turn) -> list[str]:
    """What the space touches and has not given its action: ports, the Turn Order Tile, slots."""
    return [thing for thing in state.box.spaces[frame.space].touches if thing not in frame.used]


def playable(state: State, frame: Turn) -> list[str]:
    """The ally cards that may be played: one a turn, none acquired in it."""
    if frame.card:
        return []
    return [card for card in state.hands[frame.player] if card not in frame.acquired]


def may_develop(state: State, player: int, slot: str) -> bool:
    """Whether the tile's own Develop icons are open: to all undeveloped, to building owners developed."""
    return not state.tiles[slot].flipped or has_building(state, player, slot)


def shown_steps(state: State, frame: Turn) -> Iterator[tuple[str, Step]]:
    """The actions other than Develop that unused tiles show to this player."""
    for thing in unused(state, frame):
        if thing == TURN_ORDER:
            for text in state.box.special[TURN_ORDER].actions:
                yield thing, parse_step(text, state.box.vocabulary)
        elif thing in state.tiles:
            face = face_of(state, thing)
            yield from ((thing, step) for step in face.open)
            if has_building(state, frame.player, thing):
                yield from ((thing, step) for step in face.house)


def matching_step(state: State, frame: Turn, seat: int, at: str, action: Action) -> Step:
    """The action symbol that an action takes; of several that would do, the largest."""
    fitting = [
        step
        for thing, step in shown_steps(state, frame)
        if thing == at
        and KINDS[step.verb] is type(action)
        and fits(state, seat, at, step, frame.space, action)
    ]
    return max(fitting, key=lambda step: step.amount)


def fits(state: State, seat: int, at: str, step: Step, space: int, action: Action) -> bool:
    """Whether a symbol allows exactly this action."""
    known = {name: getattr(action, name) for name in action.__struct_fields__}
    return any(
        action in legal if isinstance(legal, Family) else action == legal
        for legal in choices_of(state, seat, at, step, space, known)
    )


def use(run: Run, frame: Turn, at: str, words: str) -> None:
    """Note that the thing has given this turn's action."""
    frame.used.append(at)
    run.tell(Used(side=frame.player, at=at, words=words, places=(at,)))


def use_port(run: Run, frame: Turn, resource: str) -> None:
    """Load the port's supply; its marker drops. Rules: Actions that Load Resources, Port Supply."""
    state, port = run.state, run.box.ports[resource]
    supply = state.ports[resource]
    use(run, frame, f"port:{resource}", f"Load {goods(supply, resource)}")
    state.ports[resource] = port.after_use
    for beneath in state.stack:
        if isinstance(beneath, Travel):
            beneath.loaded = True
    begin_load(run, frame.player, resource, supply)


def end_turn(run: Run, frame: Turn) -> None:
    """The telegram is spent, or stays where it is if nothing was done."""
    state = run.state
    run.pop()
    if acted(frame):
        state.spent.append(state.telegrams.pop(frame.space))
        run.tell(TurnEnded(side=frame.player, space=frame.space))
    else:
        run.tell(Passed(side=frame.player, space=frame.space))
