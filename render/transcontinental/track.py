"""The track from the ports in the East to the Pacific, upright as a phone is: West is at the top.

Developments north of the track stand on its right, those south of it on its left, as seen looking west.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.transcontinental.components import TURN_ORDER
from engine.transcontinental.view import DevelopmentView, FaceView, SpaceView, View, WildernessView
from render.canvas import Canvas
from render.lettering import cut, width, wrapped
from render.palette import INK, PAPER, Theme, ink_on, mix

from .signs import REGIONS, RESOURCES, TILES, building, locomotive, owned_cube, resource, slots, telegram

CELL = 80.0
"""Height of a space of the track."""
TRACK = 336.0
"""Width of the track."""
GAP = 10.0
FLIPPED = "#fff1cf"
"""Ground of a developed tile."""
BONUS = {
    "telegram": "bonus telegram",
    "first_player": "first player",
    "western_terminal": "terminal building",
    "ally": "ally for all",
    "investment": "investment for all",
}


def back_words(face: FaceView) -> list[str]:
    """What the back of an undeveloped tile shows that the front does not: short rows."""
    parts = [f"⌂ {action}" for action in face.house]
    groups = [f"{group.slots} {group.accepts}" for group in (face.left, face.right) if group.slots]
    if groups:
        parts.append(f"⌂ {' + '.join(groups)} → {face.vp} VP")
    return [f"back: {part}" if not at else part for at, part in enumerate(parts)]


class Track:
    """One drawing of the track with everything along it."""

    def __init__(self, canvas: Canvas, view: View, top: float, theme: Theme) -> None:
        self.canvas, self.view, self.theme = canvas, view, theme
        self.left = (canvas.width - TRACK) / 2
        self.right = self.left + TRACK
        self.last = max(space.number for space in view.spaces)
        self.top = top

    @staticmethod
    def height(view: View) -> float:
        """How high the track is, in pixels."""
        return CELL * len(view.spaces) + 2 * GAP

    def _y(self, number: int) -> float:
        """The upper side of a space."""
        return self.top + GAP + (self.last - number) * CELL

    def paint(self, places: Collection[str]) -> None:
        """Everything. places: spaces ("7") and slots ("N2") of the last move."""
        self._regions()
        for space in self.view.spaces:
            self._space(space, str(space.number) in places)
        for each in self.view.developments:
            self._development(each, each.slot in places)
        self._beside()

    # --- the track ---------------------------------------------------------------------------

    def _regions(self) -> None:
        spans: dict[str, list[int]] = {}
        for space in self.view.spaces:
            spans.setdefault(space.region, []).append(space.number)
        for region, numbers in spans.items():
            ground = mix(REGIONS.get(region, "#cccccc"), self.theme.panel, 0.45)
            self.canvas.box(0, self._y(max(numbers)), self.canvas.width, self._y(min(numbers)) + CELL, ground)

    def _space(self, space: SpaceView, marked: bool) -> None:
        top, canvas = self._y(space.number), self.canvas
        middle = top + CELL / 2
        ground = REGIONS.get(space.region, "#cccccc")
        canvas.box(self.left, top + 1.5, self.right, top + CELL - 1.5, ground, mix(ground, INK, 0.35), 1.5, 6)
        open_track = space.tile is None and not space.stack
        if open_track:
            self._rails(top)
        ink = mix(ground, INK, 0.85)
        canvas.text(self.left + 30, middle, str(space.number), 34, ink, face="bold", ground=ground)
        if space.tile is not None:
            self._tile(space.tile, self.left + 62, top + 7, self.right - 8, top + CELL - 7)
        if space.stack:
            for at, tile in enumerate(reversed(space.stack[:3])):
                shift = 4.0 * (len(space.stack[:3]) - 1 - at)
                self._tile(tile, self.left + 62 + shift, top + 7 - shift, self.right - 8, top + CELL - 7)
        x = self.left + 100 if open_track else self.left + 62
        if space.engine:
            locomotive(canvas, x + 26, middle - 2, 62)
            x += 80
        if space.telegram is not None:
            telegram(canvas, self.right - 46, middle, 52, space.telegram.owner, bonus=space.telegram.bonus)
        if self.view.last_spike == space.number and not self.view.last_spike_claimed:
            self._flag(self.right - 6, top + CELL - 34, "LAST SPIKE", "#c9971a")
        if space.railhead:
            self._flag(self.right - 4, top + 4, "RAILHEAD", "#a0200f")
        if marked:
            box = (self.left - 1, top - 1, self.right + 1, top + CELL + 1)
            canvas.box(*box, None, PAPER, 9, 8)
            canvas.box(*box, None, self.theme.accent, 6, 8)

    def _rails(self, top: float) -> None:
        x, canvas = self.left + 126, self.canvas
        for at in range(4):
            y = top + (at + 0.5) * CELL / 4
            canvas.box(x - 34, y - 4, x + 34, y + 4, "#8b7355")
        for dx in (-20, 20):
            canvas.box(x + dx - 3, top, x + dx + 3, top + CELL, "#4a4f54")

    def _flag(self, right: float, top: float, text: str, colour: str) -> None:
        wide = width(text, 21, "bold") + 16
        self.canvas.box(right - wide, top, right, top + 28, colour, radius=5)
        self.canvas.text(right - wide / 2, top + 14, text, 21, ink_on(colour), face="bold", ground=colour)

    def _tile(self, tile: WildernessView, left: float, top: float, right: float, bottom: float) -> None:
        canvas, ground = self.canvas, TILES.get(tile.colour, TILES[""])
        canvas.box(left, top, right, bottom, ground, mix(ground, INK, 0.5), 2, 7)
        if tile.kind == "railhead":
            canvas.text((left + right) / 2, (top + bottom) / 2, "end of track", 27, INK, ground=ground)
            return
        y = top + (bottom - top) * 0.33
        x = left + 10
        x += (
            canvas.text(
                x, y, f"#{tile.id}", 25, mix(ground, INK, 0.75), face="narrow", anchor="left", ground=ground
            )
            + 12
        )
        x += canvas.text(x, y, f"{tile.cost}", 33, INK, face="bold", anchor="left", ground=ground) + 6
        x += canvas.text(x, y, "→", 27, INK, anchor="left", ground=ground) + 6
        x += canvas.text(x, y, f"{tile.vp} VP", 33, INK, face="bold", anchor="left", ground=ground) + 10
        if tile.indicator:
            resource(canvas, right - 24, top + (bottom - top) * 0.5, 34, tile.indicator)
            if tile.doubled:
                canvas.disc(right - 24, top + (bottom - top) * 0.5, 24, None, self.theme.accent, 4)
        words = [BONUS.get(each, each) for each in (tile.bonus, tile.general) if each]
        if tile.kind == "last_spike":
            words.insert(0, "last spike")
        text = cut(", ".join(words), 23, right - left - (64 if tile.indicator else 16), "narrow")
        canvas.text(
            left + 10, top + (bottom - top) * 0.76, text, 23, INK, face="narrow", anchor="left", ground=ground
        )

    # --- developments ------------------------------------------------------------------------

    def _development(self, each: DevelopmentView, marked: bool) -> None:
        canvas = self.canvas
        high, low = max(each.spaces), min(each.spaces)
        top, bottom = self._y(high) + 3, self._y(low) + CELL - 3
        left, right = (
            (self.right + GAP, canvas.width - GAP) if each.side == "north" else (GAP, self.left - GAP)
        )
        ground = FLIPPED if each.flipped else "#fbfaf6"
        edge = mix(REGIONS.get(each.region, "#cccccc"), INK, 0.45)
        canvas.box(left, top, right, bottom, ground, edge, 4 if each.flipped else 2, 10)
        if marked:
            canvas.box(left - 2, top - 2, right + 2, bottom + 2, None, self.theme.accent, 6, 11)
        x, y = left + 14, top + 26
        x += (
            canvas.text(
                x, y, each.slot, 27, mix(ground, INK, 0.65), face="narrow", anchor="left", ground=ground
            )
            + 10
        )
        face = each.face
        points = f"{face.vp} VP" if face.vp else ""
        room = right - x - 20 - (width(points, 29, "bold") + 12 if points else 0)
        size = 32.0 if width(each.name, 32, "bold") <= room else 27.0
        canvas.text(
            x, y, cut(each.name, size, room, "bold"), size, INK, face="bold", anchor="left", ground=ground
        )
        if points:
            canvas.text(right - 14, y, points, 29, INK, face="bold", anchor="right", ground=ground)
        self._groups(each, left + 14, top + 65, right - 12)
        words = ", ".join(symbol.capitalize() for symbol in each.symbols)
        text = cut(words, 22, 190, "narrow")
        canvas.text(
            right - 14,
            bottom - 19,
            text,
            22,
            mix(ground, INK, 0.7),
            face="narrow",
            anchor="right",
            ground=ground,
        )
        grouped = face.left.slots or face.right.slots or each.claims
        back = self._back(each, right - 14, top, ground)
        self._actions(each, left + 14, top + (100 if grouped else 62), right - 14, bottom, ground, back)

    def _back(self, each: DevelopmentView, right: float, top: float, ground: str) -> float:
        """What an undeveloped tile offers to its builders once it is flipped; returns the width."""
        if each.flipped:
            return 0
        rows = back_words(each.developed)
        for at, row in enumerate(rows):
            y = top + 108 - (len(rows) - 1 - at) * 24
            ink = mix(ground, INK, 0.7)
            self.canvas.text(right, y, row, 22, ink, face="narrow", anchor="right", ground=ground)
        return max((width(row, 22, "narrow") for row in rows), default=0) + 10

    def _groups(self, each: DevelopmentView, left: float, y: float, right: float) -> None:
        face, x = each.face, left
        pieces = sum(max(g.slots, len(o)) for g, o in ((face.left, each.left), (face.right, each.right)))
        pieces += sum(claim.slots for claim in each.claims)
        room = right - left - 44 * len(each.buildings) - (70 if each.flipped else 40)
        size = min(38.0, room / max(1, pieces) / 1.1)
        if each.flipped and (face.left.slots or face.right.slots):
            x += self.canvas.text(x, y, "⌂", 30, INK, face="narrow", anchor="left", ground=FLIPPED) + 8
        for group, owners in ((face.left, each.left), (face.right, each.right)):
            if group.slots or owners:
                x += slots(self.canvas, x, y, size, group.accepts, owners, group.slots) + 16
        for claim in each.claims:
            for at in range(claim.slots):
                if at < len(claim.cubes):
                    owned_cube(self.canvas, x + 15, y, 28, claim.cubes[at])
                else:
                    self.canvas.box(x, y - 15, x + 30, y + 15, PAPER, INK, 1.5, 4)
                x += 34
        owners = each.buildings
        if not (face.left.slots or face.right.slots or each.claims):
            y += 16
        for at, owner in enumerate(owners):
            building(self.canvas, right - 22 - (len(owners) - 1 - at) * 38, y, 34, owner)

    def _actions(
        self,
        each: DevelopmentView,
        left: float,
        top: float,
        right: float,
        bottom: float,
        ground: str,
        back: float,
    ) -> None:
        """The actions of the face that lies up. back: how much room at the right the other face takes."""
        face = each.face
        parts = [*face.open, *(f"⌂ {action}" for action in face.house)]
        rows: list[str] = []
        for part in parts:
            rows += wrapped(part, 24, right - left - back, "narrow")
        for at, row in enumerate(rows[:3]):
            y = top + 5 + at * 25
            room = right - left - max(back, 200 if y > bottom - 40 else 0)
            self.canvas.text(
                left, y, cut(row, 24, room, "narrow"), 24, INK, face="narrow", anchor="left", ground=ground
            )

    # --- what lies beside the track without developments --------------------------------------

    def _beside(self) -> None:
        view, canvas = self.view, self.canvas
        for port in view.ports:
            y = self._y(port.space) + CELL / 2
            colour = RESOURCES.get(port.resource, ("#888888", "?"))[0]
            left = self.right + GAP
            canvas.box(left, y - 36, left + 330, y + 36, PAPER, colour, 3, 10)
            resource(canvas, left + 36, y, 46, port.resource)
            words = f"{port.resource.capitalize()} port"
            canvas.text(left + 70, y, words, 29, INK, anchor="left", ground=PAPER)
            canvas.text(left + 312, y, str(port.supply), 40, INK, face="bold", anchor="right", ground=PAPER)
        for space in view.spaces:
            if TURN_ORDER in space.touches:
                y, left = self._y(space.number) + CELL / 2, self.right + GAP + 340
                canvas.box(left, y - 36, canvas.width - GAP, y + 36, PAPER, mix(PAPER, INK, 0.4), 2, 10)
                middle = (left + canvas.width - GAP) / 2
                canvas.text(middle, y - 14, "Turn order:", 25, INK, face="narrow", ground=PAPER)
                canvas.text(middle, y + 14, "Survey", 25, INK, face="narrow", ground=PAPER)
        self._houses("Eastern Railyard", view.railyard, GAP, self._y(4) + 8)
        self._houses("Western Terminal", view.terminal, GAP, self._y(self.last) + 8)
        self._houses_note()

    def _houses(self, title: str, counts: tuple[int, ...], left: float, top: float) -> None:
        canvas, right = self.canvas, self.left - GAP
        canvas.box(left, top, right, top + 96, PAPER, mix(PAPER, INK, 0.4), 2, 10)
        canvas.text(left + 14, top + 26, title, 29, INK, face="bold", anchor="left", ground=PAPER)
        x = left + 34
        for side, count in enumerate(counts):
            for _ in range(count):
                building(canvas, x, top + 68, 32, side)
                x += 38
        if not any(counts):
            canvas.text(
                left + 14, top + 66, "no building yet", 25, mix(PAPER, INK, 0.65), anchor="left", ground=PAPER
            )

    def _houses_note(self) -> None:
        """Ways of the compass, and what an arrow on a tile means."""
        canvas, x = self.canvas, self.canvas.width - 20.0
        regions = {space.region for space in self.view.spaces}
        ground = mix(REGIONS["pacific"], self.theme.panel, 0.45) if "pacific" in regions else self.theme.panel
        y = self._y(self.last) + 28
        for at, text in enumerate(
            ("West ↑", "cost → points of a tile", "ring: counts double", "⌂ needs a building there")
        ):
            size = 32.0 if not at else 25.0
            canvas.text(x, y + at * 34, text, size, mix(ground, INK, 0.85), anchor="right", ground=ground)
