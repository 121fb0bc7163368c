"""The boxes as they are seen: discs, cylinder, lost dice. A box that is not wholly seen is not read at all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.games.base import SightingLike
from referee.games.nestorgames_gp.board import Board, Point
from referee.games.nestorgames_gp.laying import box_places
from referee.games.nestorgames_gp.observation import DICE, Box
from referee.games.nestorgames_gp.sheets import Sheets
from referee.games.polygon import overlap, rectangle

DOT_MM, RING_MM = 4.0, 9.0
"""A dot is seen within so much of its place; a disc within so much of its ring lies on it."""
EDGE_MM = 3.0


@dataclass(frozen=True)
class Garage:
    """All boxes of one scene.

    Attributes
    ----------
    found : the sightings by piece; `dot:...` of them say which printed dots are bare and which are covered.
    covered : board polygons under hands and things that could not be read.
    hidden : board points of markers that should be seen and are not.
    order : the cars in the order of their boxes, for cars without any piece in a box.
    """

    board: Board
    sheets: Sheets
    found: Mapping[str, SightingLike]
    covered: Sequence[Sequence[Point]]
    hidden: Sequence[Point]
    order: Sequence[str]

    def boxes(self, cars: Sequence[str]) -> Iterator[tuple[str, Box]]:
        """The boxes of these cars that are seen."""
        owners = self._owners()
        for car in cars:
            number = owners.get(car)
            if number is None or self._is_covered(number):
                continue
            lost = self._lost_dice(number)
            if lost is not None:
                discs = sum(piece[5] == car for piece, at in self._of("disc:") if self.number_at(at) is not None)
                cylinder = any(
                    piece[9:] == car and self.number_at(at) is not None for piece, at in self._of("cylinder:")
                )
                yield car, Box(min(discs, 9), lost, cylinder)

    def number_at(self, point: Point) -> int | None:
        """The box that a board point lies in, counted from the pole's."""
        half = (self.board.box_size_mm[0] / 2 + EDGE_MM, self.board.box_size_mm[1] / 2 + EDGE_MM)
        near = [
            (math.dist(point, bay.box_mm), number)
            for number, bay in enumerate(self.board.bays)
            if abs(point[0] - bay.box_mm[0]) <= half[0] and abs(point[1] - bay.box_mm[1]) <= half[1]
        ]
        return min(near)[1] if near else None

    def _of(self, kind: str) -> Iterator[tuple[str, Point]]:
        for piece, seen in self.found.items():
            if piece.startswith(kind):
                yield piece, self.sheets.at((seen.x_mm, seen.y_mm))

    def _owners(self) -> dict[str, int]:
        """Whose box is which: the one with a car's discs or cylinder in it, else the one of its place in the order."""
        found = dict(zip(self.order, range(len(self.board.bays)), strict=False))
        for kind, place in (("disc:", 5), ("cylinder:", 9)):
            for piece, at in self._of(kind):
                number = self.number_at(at)
                if number is not None:
                    found[piece[place]] = number
        return found

    def _is_covered(self, number: int) -> bool:
        """Whether something is over a box, or its marker is hidden."""
        box = rectangle(self.board.bays[number].box_mm, self.board.box_size_mm)
        under = any(overlap(box, area) for area in self.covered)
        return under or any(self.number_at(point) == number for point in self.hidden)

    def _lost_dice(self, number: int) -> int | None:
        """How many dice lie in a box; None when a place is half covered, or covered by what is no disc."""
        dots = [(at, self.found[piece].side) for piece, at in self._of("dot:")]
        if not dots:
            return min(sum(self.number_at(at) == number for _, at in self._of("die:")), DICE)
        places = box_places(self.board, self.board.bays[number].box_mm)
        known = [at for kind in ("disc:", "cylinder:") for _, at in self._of(kind)]
        for place in (*places["disc"], *places["cylinder"]):
            if _state(dots, place) != "bare" and all(math.dist(at, place) > RING_MM for at in known):
                return None
        dice = [_state(dots, place) for place in places["die"]]
        return None if "" in dice else dice.count("covered")


def _state(dots: Sequence[tuple[Point, str]], place: Point) -> str:
    """Whether the dot of a place is ``bare`` or ``covered``, "" when that cannot be told."""
    return next((state for at, state in dots if math.dist(at, place) <= DOT_MM), "")
