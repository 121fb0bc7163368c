"""Reading a table whose board is printed and lies still: where its sheets lie, what stands on it, what is covered.

For games whose layout puts each sheet of the board at a place that is known in board millimetres, upright.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from referee.games.base import Reading, SceneLike, SightingLike
from referee.games.rigid import Point, Transform, add, turned
from referee.games.sighted import Sighted
from referee.words.catalogue import told

NONE: Mapping[str, Point] = {}


class FixedBoard(Sighted):
    """One scene, seen from the board; where sheets lie a little out of joint, each place is where its own sheet has it.

    Parameters
    ----------
    scene : what the eye saw.
    sheets : where the origin of each sheet of the board lies, board mm; a place belongs to the nearest one.
    beside : the same of sheets that belong to it and that alone are no board.

    Attributes
    ----------
    pieces : the surest sighting of each piece.
    is_seen : whether any sheet of the board itself was seen.
    """

    def __init__(self, scene: SceneLike, sheets: Mapping[str, Point], beside: Mapping[str, Point] = NONE) -> None:
        self.pieces: dict[str, SightingLike] = {}
        for seen in sorted(scene.sightings, key=lambda seen: -seen.confidence):
            self.pieces.setdefault(seen.piece, seen)
        lying = [(self.pieces[sheet], at) for sheet, at in {**sheets, **beside}.items() if sheet in self.pieces]
        self._frames = [((seen.x_mm, seen.y_mm), _frame(seen, at)) for seen, at in lying]
        self.is_seen = any(sheet in self.pieces for sheet in sheets)
        super().__init__(scene=scene, found=self.pieces)
        self.problems += [] if self.is_seen else [told("no-board-is-seen-lay-it")]

    def frame_at(self, point: Point) -> Transform:
        """What takes this part of the table to the board: as the sheet lies whose origin is nearest."""
        return min(self._frames, key=lambda one: math.dist(one[0], point))[1] if self._frames else self.frame

    def standing(self, kind: str, places: Mapping[str, Point], within_mm: float, near_mm: float) -> dict[str, str]:
        """The place on which each piece of a kind stands, for those that stand on one.

        A piece farther than `within_mm` from the middle of every place and nearer than `near_mm` to one is a problem.
        """
        for piece, at in self.of_kind(kind).items():
            place = min(places, key=lambda one: math.dist(places[one], at))
            away_mm = math.dist(places[place], at)
            if away_mm <= within_mm:
                self.spaces[piece] = place
            elif away_mm < near_mm:
                words = told("stands-between-two-places-set", text=piece.replace(":", " "))
                self.report(words, piece)
        return {piece: place for piece, place in self.spaces.items() if piece.startswith(f"{kind}:")}

    def bare(self, places: Mapping[str, Point], within_mm: float) -> frozenset[str]:
        """The places whose printed dot is seen bare."""
        dots = [self.at(name) for name in self.of_kind("dot") if self.pieces[name].side == "bare"]
        return frozenset(name for name, at in places.items() if any(math.dist(at, dot) <= within_mm for dot in dots))

    def reading(self, observation: Any, notation: str) -> Reading:
        """The whole reading of a board that was seen; without one, that there is none."""
        return super().reading(observation, notation) if self.is_seen else super().reading(None, "")


def _frame(seen: SightingLike, at: Point) -> Transform:
    """What takes a sheet from where it was seen to its place on the board."""
    shift = add(at, turned((seen.x_mm, seen.y_mm), -seen.angle_deg), -1.0)
    return Transform(*shift, -seen.angle_deg)
