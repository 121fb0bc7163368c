"""Where items, the tray and cars lie on one space so that every marker stays in view, as people can lay them too.

Items lie in the part of the space that is turned away from the road, their markers outward; cars stand in the rest. So
no car, 16 mm high and seen at a slant, hides the marker of what it shares its space with. Everything has its middle
inside the space; what needs more room sticks out over the outer edge, where no other space is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.frozen import cached_property
from referee.games.nestorgames_gp.board import Board, Point

USUAL_PITCH_MM = 50.0
FEW = ((0.0, 0.0), (-11.5, 11.5), (11.5, -11.5), (11.5, 11.5), (-11.5, -11.5))
"""Where up to four cars stand around the middle of a space that is `USUAL_PITCH_MM` wide, with nothing else on it."""
OUTWARD: tuple[Point, ...] = ((0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0))
TURNED_DEG = {(0.0, -1.0): 0.0, (0.0, 1.0): 180.0, (-1.0, 0.0): 270.0, (1.0, 0.0): 90.0}
"""The outward directions, the preferred one first, and how far things are turned that lie at that side."""

# Places on a space with something on it: (along the edge, inward) in mm from its middle.
ONE, TWO, THREE = (0.0,), (-11.5, 11.5), (-20.6, 0.0, 20.6)
LEAN_MM = 0.6
"""Three cars side by side stand so much nearer to a side where nothing lies than to the next space."""
ROW_MM = 14.5
ROWS_BESIDE_MM, ROWS_MM = (20.0, -0.6), (10.3, -10.3)
ITEMS_MM = ((0.0, -12.5), (20.5, -12.5), (-20.5, -12.5))
TRAY_BESIDE_MM = -14.0
BESIDE_MANY_MM = -23.0
"""How far out an item or the tray lies beside two rows of cars."""
IN_THE_CORNER_MM: Point = (23.2, -23.0)
"""Where an item lies beside seven or eight cars."""
IN_A_ROW, IN_TWO_ROWS = 3, 6


@dataclass(frozen=True)
class Spot:
    """One space of a board with something on it.

    Attributes
    ----------
    cars : how many.
    shared : whether something else lies on it as well.
    """

    board: Board
    name: str
    cars: int
    shared: bool

    @property
    def turned_deg(self) -> float:
        """How far the tray is turned: its lower edge is outside. An item is turned by half a turn more."""
        return TURNED_DEG[self._out]

    def item(self, number: int) -> Point:
        """The place of the first, second, ... item."""
        along, inward = ITEMS_MM[min(number, len(ITEMS_MM) - 1)]
        if self.cars > IN_TWO_ROWS and number == 0:
            return self._at(*IN_THE_CORNER_MM)
        return self._at(along, inward if self.cars <= IN_A_ROW else BESIDE_MANY_MM)

    def tray(self) -> Point:
        """The place of the tray: the middle, but for a space with cars."""
        if not self.cars:
            return self._at(0.0, 0.0)
        return self._at(0.0, TRAY_BESIDE_MM if self.cars <= IN_A_ROW else BESIDE_MANY_MM)

    def stands(self) -> Sequence[Point]:
        """The places of the cars, at least as many as there are."""
        if self.shared:
            return [self._at(*place) for place in self._beside()]
        if self.cars > len(FEW) - 1:
            return [self._at(*place) for place in self._in_rows(ROWS_MM if self.cars <= IN_TWO_ROWS else self._three)]
        (x_mm, y_mm), share = self.board.middle[self.name], self._share
        return [(x_mm + dx * share, y_mm + dy * share) for dx, dy in (FEW[:1] if self.cars <= 1 else FEW[1:])]

    def _beside(self) -> list[Point]:
        """Where cars stand beside an item or the tray: in a row, in two rows, or all around the item's corner."""
        if self.cars <= IN_A_ROW:
            return [(along, ROW_MM) for along in (ONE, ONE, TWO, THREE)[self.cars]]
        if self.cars == len(TWO) * len(ROWS_BESIDE_MM):
            return [(along, inward) for inward in ROWS_BESIDE_MM for along in TWO]
        return self._in_rows(ROWS_BESIDE_MM) if self.cars <= IN_TWO_ROWS else self._in_rows(self._three)[:-1]

    def _in_rows(self, rows: Sequence[float]) -> list[Point]:
        """Three cars in each of these rows."""
        lean = LEAN_MM if self._along in self._free() else 0.0
        return [(along + lean, inward) for inward in rows for along in THREE]

    @property
    def _three(self) -> Sequence[float]:
        """Three rows, the inner one first."""
        return [inward - LEAN_MM for inward in reversed(THREE)]

    @property
    def _share(self) -> float:
        return self.board.pitch_mm / USUAL_PITCH_MM

    @cached_property
    def _out(self) -> Point:
        """The direction in which no other space lies next to this one; where there is none, the usual one."""
        free = self._free()
        return free[0] if free else OUTWARD[0]

    @cached_property
    def _along(self) -> Point:
        """Along the outer edge, towards a side that is free as well if there is one."""
        x, y = self._out
        return next((one for one in self._free() if one[0] * x + one[1] * y == 0.0), (-y, x))

    def _free(self) -> list[Point]:
        taken = _neighbours(self.board, self.name)
        return [direction for direction in OUTWARD if direction not in taken]

    def _at(self, along: float, inward: float) -> Point:
        (x_mm, y_mm), share = self.board.middle[self.name], self._share
        (ax, ay), (ox, oy) = self._along, self._out
        return x_mm + share * (along * ax - inward * ox), y_mm + share * (along * ay - inward * oy)


def _neighbours(board: Board, name: str) -> Collection[Point]:
    """The directions in which another space lies next to this one."""
    x_mm, y_mm = board.middle[name]
    found = set()
    for other, (x, y) in board.middle.items():
        across, up = (x - x_mm) / board.pitch_mm, (y - y_mm) / board.pitch_mm
        for direction in OUTWARD if other != name else ():
            ahead = across * direction[0] + up * direction[1]
            aside = abs(across * direction[1]) + abs(up * direction[0])
            if 0.5 < ahead < 1.5 and aside < 0.5:
                found.add(direction)
    return found
