"""Files that people ask for: the log, a bug report, the film of a game."""

from __future__ import annotations

import io
import json
import zipfile

from msgspec import Struct

from engine.core.errors import Refused
from engine.core.log import begin_again, play_on
from engine.core.table import Table

from .answers import Answer
from .house import House, names_of
from .sheet import Sheet
from .words import NEUTRAL

FRAMES = 24
"""Pictures in the film of a game."""


class Files:
    """Makes files."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def export(self, answer: Answer, game_id: str) -> None:
        """The game as JSON; of a running game without secrets."""
        data = await self.house.tables.export(game_id, answer.user.id)
        await answer.send_file("The game as a file (JSON).", f"roundhouse-{game_id}.json", data)

    async def report(self, answer: Answer, game_id: str, words: str) -> None:
        """What a developer needs to find a fault: the log, the state as this person sees it, the versions."""
        data = await self.house.tables.export(game_id, answer.user.id)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("game.json", data)
            about = {"game": game_id, "said": words, "at": self.house.clock().isoformat()}
            archive.writestr("report.json", json.dumps(about, ensure_ascii=False, indent=1))
        text = (
            "Attach this file to your report. It holds the log, the position as you see it and the versions, "
            "and no secrets of a running game."
        )
        await answer.send_file(text, f"roundhouse-report-{game_id}.zip", packed.getvalue())

    async def growth(self, answer: Answer, game_id: str) -> None:
        """The board growing over the game, as an animation."""
        table = await self.house.tables.table(game_id)
        if table.trouble:
            raise Refused(table.trouble)
        views = snapshots_of(table)
        pictures = await self.house.pictures.growth(table.title.id, views, names_of(table))
        if not pictures:
            raise Refused(
                "There is no film of this game now: it has no pictures, drawing them took too long, or too "
                "many films are asked for at once."
            )
        text = f"**{table.title.name}**, from the start to the end."
        await answer.show(Sheet((text,), pictures, colour=NEUTRAL))


def snapshots_of(table: Table) -> list[Struct]:
    """The game as a bystander saw it, at evenly spaced moments from the start to now."""
    moves = [move.seq for move in table.standing()]
    if not moves:
        return [table.game.view(None)]
    step = max(1, -(-len(moves) // FRAMES))
    targets = [1, *moves[step - 1 :: step]]
    if targets[-1] != moves[-1]:
        targets.append(moves[-1])
    views: list[Struct] = []
    # Moves that were taken back are left out: the log is cut to what stands.
    standing = tuple(move for move in table.log if move.kind == "start" or move.seq in set(moves))
    game = begin_again(table.title, table.record, standing)
    base = 1
    for target in targets:
        upto = [move for move in standing if move.seq <= target]
        game = play_on(table.title, game, base, upto)
        base = target
        views.append(game.view(None))
    return views
