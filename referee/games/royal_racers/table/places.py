"""Where the cards of a board lie in millimetres, and the turn and shift between table and board."""

from __future__ import annotations

import math
from dataclasses import dataclass

from markers.geometry import relative
from markers.kit import Manifest
from referee.games.rigid import Point
from referee.games.royal_racers.board import SIDE, Square

CARD_MM: Point = (63.0, 88.0)
"""A playing card, when the kit has none of its own."""
GAP_MM = 4.0
CARD_Z_MM, TILE_Z_MM, PAWN_Z_MM, DIE_Z_MM = 0.3, 6.65, 28.9, 20.0
"""Heights of the faces above the table when the kit does not say: a pawn is meant standing on a card."""
ON_SPACE = 0.4
"""A piece is on a space within this part of the pitch from its middle, along and across."""


@dataclass(frozen=True)
class Grid:
    """The distances between neighbouring cards."""

    across_mm: float
    up_mm: float

    @property
    def half(self) -> Point:
        """Half the width and height of the board."""
        return self.across_mm * SIDE / 2, self.up_mm * SIDE / 2

    def middle(self, square: Square) -> Point:
        """Board mm of the middle of a square."""
        column, row = square % SIDE, square // SIDE
        return (column - (SIDE - 1) / 2) * self.across_mm, (row - (SIDE - 1) / 2) * self.up_mm

    def inside(self, point: Point) -> bool:
        """Whether a board point lies on the board."""
        return abs(point[0]) <= self.half[0] and abs(point[1]) <= self.half[1]

    def square(self, point: Point) -> Square | None:
        """The square a piece at a board point stands on; None between two spaces or off the board."""
        column, row = point[0] / self.across_mm + (SIDE - 1) / 2, point[1] / self.up_mm + (SIDE - 1) / 2
        near = (round(column), round(row))
        if not all(0 <= index < SIDE for index in near) or max(abs(column - near[0]), abs(row - near[1])) > ON_SPACE:
            return None
        return near[0] + SIDE * near[1]

    def squares_near(self, point: Point) -> tuple[Square, ...]:
        """The squares a piece between spaces may belong to."""
        column, row = point[0] / self.across_mm + (SIDE - 1) / 2, point[1] / self.up_mm + (SIDE - 1) / 2
        columns = {min(max(index, 0), SIDE - 1) for index in (math.floor(column), math.ceil(column))}
        rows = {min(max(index, 0), SIDE - 1) for index in (math.floor(row), math.ceil(row))}
        return tuple(sorted(c + SIDE * r for c in columns for r in rows))


def grid_of(manifest: Manifest) -> Grid:
    """The pitch of a board laid with the cards of a kit, a small gap apart."""
    card = next((relative(item) for item in manifest.items if item.piece.startswith("card:")), None)
    if card is None:
        return Grid(CARD_MM[0] + GAP_MM, CARD_MM[1] + GAP_MM)
    xs, ys = [x for x, _ in card.outline_mm], [y for _, y in card.outline_mm]
    return Grid(max(xs) - min(xs) + GAP_MM, max(ys) - min(ys) + GAP_MM)
