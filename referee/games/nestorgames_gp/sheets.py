"""The board under the camera: every printed sheet tells by itself where the board lies, and is read by itself.

So sheets a little out of joint do no harm: what lies on a sheet is placed by that sheet.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markers.geometry import relative
from markers.kit import Manifest
from referee.games.base import SightingLike
from referee.games.nestorgames_gp.board import Point
from referee.games.nestorgames_gp.words import WORDS
from referee.games.problem import Problem
from referee.games.rigid import Transform

LOOSE_MM, LOOSE_DEG = 4.0, 2.0
"""A sheet further out of joint than this is said to be so."""


@dataclass(frozen=True)
class Sheet:
    """One sheet that is seen: its piece, its lower left and upper right corner in board mm, and how it lies.

    The origin of every sheet is the board's middle: `frame` takes table points to board mm.
    """

    piece: str
    low: Point
    high: Point
    frame: Transform

    @property
    def middle(self) -> Point:
        """The middle of the sheet in board mm."""
        return (self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2

    def outside(self, point: Point) -> float:
        """How far a table point lies outside the sheet, 0 on it."""
        sides = zip(self.low, self.frame.of(point), self.high, strict=True)
        return math.hypot(*(max(low - at, at - high, 0.0) for low, at, high in sides))

    def put_by(self, frame: Transform) -> float:
        """How far from its place another frame puts the middle of this sheet."""
        return math.dist(frame.of(self.frame.inverse.of(self.middle)), self.middle)


@dataclass(frozen=True)
class Sheets:
    """The sheets of one board on the table.

    Attributes
    ----------
    seen : those whose place is known.
    lost : the numbers of the others.
    frame : the frame of the sheet that agrees best with the rest: the board's own.
    """

    seen: tuple[Sheet, ...]
    lost: tuple[str, ...]
    frame: Transform

    def frame_at(self, point: Point) -> Transform:
        """The frame of the sheet that a table point lies on, or of the nearest one."""
        return min(self.seen, key=lambda sheet: sheet.outside(point)).frame

    def at(self, point: Point) -> Point:
        """A table point in board mm, by the sheet it lies on."""
        return self.frame_at(point).of(point)

    def problems(self) -> Iterator[str]:
        """What is wrong with the board as it was put together, in sentences."""
        if len(self.lost) == 1:
            yield WORDS.told("sheet-board-is-not-seen", lost=self.lost[0])
        elif self.lost:
            yield WORDS.told("sheets-board-are-not-seen", sheets=self.lost)
        for sheet in self.seen:
            off = sheet.put_by(self.frame)
            turn = abs((sheet.frame.turn_deg - self.frame.turn_deg + 180.0) % 360.0 - 180.0)
            if off > LOOSE_MM or turn > LOOSE_DEG:
                how = (
                    WORDS.told("mm-out-joint", off=f"{off:.0f}")
                    if off > LOOSE_MM
                    else WORDS.told("turned-by-degrees", turn=f"{turn:.0f}")
                )
                text = WORDS.told("sheet-board-lies-push-it", number=_number(sheet.piece), how=how)
                yield Problem(text, sheet.piece)


def _number(piece: str) -> str:
    return piece.rpartition("/")[2]


def boards_seen(found: Mapping[str, SightingLike]) -> Mapping[str, int]:
    """How many sheets of which board are seen."""
    return Counter(piece.removeprefix("board:").rpartition("/")[0] for piece in found if piece.startswith("board:"))


def sheets_seen(name: str, found: Mapping[str, SightingLike], manifest: Manifest) -> Sheets:
    """The sheets of a board of which at least one is seen."""
    printed = {one.piece: relative(one).outline_mm for one in manifest.items if one.piece.startswith(f"board:{name}/")}
    seen = []
    for piece, outline in printed.items():
        if piece in found:
            (left, right), (bottom, top) = ((min(along), max(along)) for along in zip(*outline, strict=True))
            lies = Transform(found[piece].x_mm, found[piece].y_mm, found[piece].angle_deg)
            seen.append(Sheet(piece, (left, bottom), (right, top), lies.inverse))
    best = min(seen, key=lambda sheet: sum(other.put_by(sheet.frame) for other in seen))
    return Sheets(tuple(seen), tuple(_number(piece) for piece in printed if piece not in found), best.frame)
