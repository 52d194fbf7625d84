"""Translates the entries of a recording into actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.action import Action
from engine.core.errors import IllegalMove
from engine.hexes import Hex

from . import components as box
from .actions import (
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    Discard,
    Done,
    Form,
    Issue,
    Launch,
    Lay,
    Pass,
    PayOut,
    PlaceBlank,
    PlaceCapital,
    PlaceHub,
    PlacePiece,
    PlaceSuburb,
    Propose,
    Redeem,
    Run,
    Sell,
    Withhold,
)
from .game import LostAtlas
from .limits import overfull
from .names import name_of
from .own_routes import STANDS
from .running import BEST, LOCAL, NOTHING, trains_to_run
from .state import State
from .tiles import designs
from .track_laying import first_of_its_look

Entry = Mapping[str, Any]


def is_leadoff(state: State, entry: Entry) -> bool:
    """True if the entry buys a train while the leadoff step is open."""
    return entry["action"]["type"] == "buy_train" and state.turn is not None and state.turn.step == "leadoff"


def _slug(name: Any) -> str:
    """An id, whether the id or the printed name is recorded."""
    return str(name).lower().replace(" ", "_")


def train_id(name: Any) -> str:
    """A train's id: its number, or `infinity`, also where the sign is recorded."""
    return box.INFINITY if str(name) == "∞" else str(name)


class Reader:
    """Reads entries: seats by their names, hexes by their coordinates, majors by their charters."""

    def __init__(self, seats: Sequence[str], origin: Hex) -> None:
        """origin: where the recording's first piece lies."""
        self.seats = list(seats)
        self.origin = origin

    def hex(self, place: Sequence[int]) -> str:
        """Our name of a recorded hex."""
        return name_of(Hex(place[0] - self.origin.q, place[1] - self.origin.r))

    def company(self, state: State, name: str) -> str:
        """Our id of a company; a major is recorded by its charter or by the name it has taken."""
        slug = _slug(name)
        for each in state.companies:
            identity = box.identities().get(each)
            if identity is not None and slug in (identity.charter, each):
                return each
        return slug

    def read(self, game: LostAtlas, entry: Entry) -> tuple[int, list[Action]]:
        """Whose decision an entry is, and the actions that it stands for. Raises IllegalMove if it is the
        turn of another seat or company."""
        state = game.state
        waiting = [asked.seat for asked in game.pending()]
        if not waiting:
            raise IllegalMove("The game is over.")
        seat = waiting[0]
        if "seat" in entry:
            seat = self.seats.index(entry["seat"])
            if seat not in waiting:
                raise IllegalMove(f"It is the turn of {', '.join(self.seats[each] for each in waiting)}.")
        if self.settled(state, entry):
            return seat, []
        if "company" in entry and entry["action"]["type"] != "discard_train":
            company = self.company(state, entry["company"])
            if company != state.active_company and entry["action"]["type"] not in _ANSWERS:
                raise IllegalMove(f"It is the turn of {state.active_company or 'no company'}.")
        return self._whose(game, entry, seat), self._actions(game, entry, seat)

    def settled(self, state: State, entry: Entry) -> bool:
        """True if an entry says what the game does without being asked: the consent of a player who presides
        over both companies, and what is done with earnings of 0."""
        turn, merging = state.turn, state.merging
        match entry["action"]["type"]:
            case "accept_merger":
                return merging is not None and merging.agreed
            case "accept_train_sale":
                return turn is not None and state.offer is None and turn.step == "trains"
            case "dividend":
                company = self.company(state, entry.get("company", turn.company if turn else ""))
                if turn is None or turn.company != company:
                    return company in state.closed
                return turn.step == "trains" and not turn.earnings
        return False

    def _whose(self, game: LostAtlas, entry: Entry, seat: int) -> int:
        if entry["action"]["type"] == "discard_train" and "company" in entry:
            company = game.state.companies.get(self.company(game.state, entry["company"]))
            if company is not None:
                return company.president
        return seat

    def _actions(self, game: LostAtlas, entry: Entry, seat: int) -> list[Action]:
        state, said = game.state, entry["action"]
        match said["type"]:
            case "place_piece":
                self._must_be_drawn(state, str(said["piece"]))
                return [PlacePiece(self.hex(said["hex"]), said["rotation"])]
            case "place_capital":
                return [PlaceCapital(self.hex(said["hex"]))]
            case "place_blank":
                return [PlaceBlank(self.hex(said["hex"]))]
            case "start_auction":
                if state.auction is not None:
                    raise IllegalMove("An auction is going on.")
                return [Bid(said["bid"])]
            case "raise_bid":
                if state.auction is None:
                    raise IllegalMove("There is no auction.")
                return [Bid(said["bid"])]
            case "pass":
                if state.round in ("operating", "merger") and "company" not in entry:
                    raise IllegalMove("Players pass in stock rounds.")
                asked = game.pending_of(seat)
                return [Done() if asked is not None and Done in asked.kinds else Pass()]
            case "launch":
                home = self.hex(said["home"]) if said.get("home") else None
                return [Launch(self.company(state, said["company"]), home)]
            case "sell_shares":
                return self._sales(state, said["sales"])
            case "buy_share":
                return [BuyShare(self.company(state, said["company"]), said["source"])]
            case "run_routes":
                return [Run(self._routes(state, said["routes"]))]
            case "dividend":
                return [PayOut() if said["kind"] == "pay" else Withhold()]
            case "buy_train":
                return [self._train(state, said)]
            case "discard_train":
                return [Discard(self._overfull(state, entry, seat), train_id(said["train"]))]
            case "propose_merger":
                return [Propose(self.company(state, said["partner"]))]
            case "form_major":
                return [Form(_slug(said.get("name") or said["major"]))]
            case "place_suburb":
                return [PlaceSuburb(self.hex(said["hex"]))]
            case "place_hub":
                return [self._hub(game, said, seat)]
            case "lay_tile":
                return [self._tile(said)]
        return [self._plain(said["type"])]

    @staticmethod
    def _plain(kind: str) -> Action:
        plain: dict[str, Action] = {
            "issue_share": Issue(),
            "redeem_share": Redeem(),
            "accept_train_sale": Answer(True),
            "decline_train_sale": Answer(False),
            "accept_merger": Answer(True),
            "decline_merger": Answer(False),
        }
        if kind not in plain:
            raise ValueError(f"the action type {kind!r} is not known")
        return plain[kind]

    @staticmethod
    def _must_be_drawn(state: State, piece: str) -> None:
        if state.building is not None and state.building.drawn != piece:
            raise IllegalMove(f"Piece {state.building.drawn} was drawn, not {piece}.")

    def _sales(self, state: State, sales: Mapping[str, int]) -> list[Action]:
        """One action a company in a stock round, one a share in a forced purchase."""
        found: list[Action] = []
        for name, count in sales.items():
            company = self.company(state, name)
            if state.round == "operating":
                found += [Sell(company, 1)] * count
            else:
                found.append(Sell(company, count))
        return found

    def _routes(self, state: State, routes: Any) -> tuple[str, ...]:
        """The routes in our notation; trains that a list leaves out did not run."""
        trains = trains_to_run(state.companies[state.turn.company]) if state.turn else []
        if routes == "best" or (routes == "local" and not trains):
            return BEST
        if routes == "local":
            return LOCAL
        if not routes:
            return NOTHING
        found = []
        for route in routes:
            train = train_id(route["train"])
            found.append(f"{train}:{'-'.join(self.hex(stop) for stop in route['stops']) or STANDS}")
            if train in trains:
                trains.remove(train)
        return (*found, *(f"{train}:{STANDS}" for train in trains))

    def _train(self, state: State, said: Mapping[str, Any]) -> BuyTrain:
        source = str(said["source"])
        if source not in ("stack", "pool"):
            source = self.company(state, source)
        trade_in = said.get("trade_in")
        train = train_id(said["train"])
        price = said.get("price")
        if price is None:
            price = box.face_price(train) if train in (*box.train_kinds(), box.INFINITY) else 0
        return BuyTrain(source, train, price, train_id(trade_in) if trade_in else None)

    def _overfull(self, state: State, entry: Entry, seat: int) -> str:
        if "company" in entry:
            return self.company(state, entry["company"])
        mine = [each for each in overfull(state) if state.companies[each].president == seat]
        return mine[0] if mine else ""

    def _hub(self, game: LostAtlas, said: Mapping[str, Any], seat: int) -> PlaceHub:
        name = self.hex(said["hex"])
        if said.get("stop") is not None:
            return PlaceHub(name, said["stop"])
        for legal in game.legal_actions(seat, PlaceHub):
            if isinstance(legal, PlaceHub) and legal.hex == name:
                return legal
        return PlaceHub(name)

    def _tile(self, said: Mapping[str, Any]) -> Lay:
        tile, rotation = str(said["tile"]), said["rotation"] % 6
        design = designs().get(tile)
        return Lay(self.hex(said["hex"]), tile, first_of_its_look(design, rotation) if design else rotation)


_ANSWERS = ("accept_train_sale", "decline_train_sale", "accept_merger", "decline_merger", "form_major")
"""Decisions for which the recording may name a company that is not the active one."""
