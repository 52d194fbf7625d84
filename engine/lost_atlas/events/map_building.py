"""What happens while the map is built."""

from __future__ import annotations

from engine.core.event import mark
from engine.lost_atlas.components import company_name

from .base import AtlasEvent


class PieceDrawn(AtlasEvent, frozen=True, tag="piece_drawn", kw_only=True):
    """The next piece or project was turned up."""

    seat: int
    piece: str

    def sentence(self) -> str:
        if self.piece == "capital":
            return f"{mark(self.seat)} turns up a capital project."
        return f"{mark(self.seat)} turns up piece {self.piece}."


class PiecePlaced(AtlasEvent, frozen=True, tag="piece_placed", kw_only=True):
    """A piece came on to the map."""

    seat: int | None
    piece: int

    def sentence(self) -> str:
        who = "The map grows:" if self.seat is None else f"{mark(self.seat)} places"
        return f"{who} piece {self.piece} at {self.places[0]}."


class CapitalPlaced(AtlasEvent, frozen=True, tag="capital_placed", kw_only=True):
    """A basic city became a capital."""

    seat: int | None

    def sentence(self) -> str:
        who = "" if self.seat is None else f"{mark(self.seat)}: "
        return f"{who}{self.places[0]} is now a capital."


class ProjectDeferred(AtlasEvent, frozen=True, tag="project_deferred", kw_only=True):
    """A project went under the stack because there was no place for it."""

    def sentence(self) -> str:
        return "A capital project finds no basic city yet and goes under the stack."


class MapRestarted(AtlasEvent, frozen=True, tag="map_restarted", kw_only=True):
    """The building began anew."""

    piece: str

    def sentence(self) -> str:
        return f"Piece {self.piece} fits nowhere: all pieces are shuffled and the map is begun anew."


class BlankLaid(AtlasEvent, frozen=True, tag="blank_laid", kw_only=True):
    """A single blank hex was laid."""

    seat: int

    def sentence(self) -> str:
        return f"{mark(self.seat)} lays a blank hex at {self.places[0]}."


class MapFinished(AtlasEvent, frozen=True, tag="map_finished", kw_only=True):
    """The map is complete."""

    hexes: int
    priority: int
    columns: tuple[tuple[str, ...], ...]

    def sentence(self) -> str:
        first = ", ".join(company_name(column[0]) for column in self.columns if column)
        return (
            f"The map is complete: {self.hexes} hexes. {mark(self.priority)} has priority. "
            f"On offer first: {first}."
        )
