"""The board under the camera: every printed sheet tells by itself where the board lies, and is read by itself.

So sheets a little out of joint do no harm: what lies on a sheet is placed by that sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markers.geometry import relative
from markers.kit import Manifest
from referee.games.base import SightingLike
from referee.games.nestorgames_gp.board import Point
from referee.games.nestorgames_gp.words import WORDS
from referee.games.problem import Problem

LOOSE_MM, LOOSE_DEG = 4.0, 2.0
"""A sheet further out of joint than this is said to be so."""


@dataclass(frozen=True)
class Frame:
    """From the eye's table frame to the board's: turn by `turn_deg`, then shift."""

    dx_mm: float
    dy_mm: float
    turn_deg: float

    def of(self, point: Point) -> Point:
        """A table point in board mm."""
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        return c * point[0] - s * point[1] + self.dx_mm, s * point[0] + c * point[1] + self.dy_mm

    def back(self, point: Point) -> Point:
        """A board point on the table."""
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        x, y = point[0] - self.dx_mm, point[1] - self.dy_mm
        return c * x + s * y, c * y - s * x


def frame_of(sheet: SightingLike) -> Frame:
    """The frame that a sheet (whose origin is the board's middle) tells."""
    bare = Frame(0.0, 0.0, -sheet.angle_deg)
    x_mm, y_mm = bare.of((sheet.x_mm, sheet.y_mm))
    return Frame(-x_mm, -y_mm, -sheet.angle_deg)


@dataclass(frozen=True)
class Sheet:
    """One sheet: its piece, its edges in board mm, and where it lies (None while it was not seen)."""

    piece: str
    left: float
    bottom: float
    right: float
    top: float
    frame: Frame | None

    @property
    def number(self) -> str:
        """The number printed on it."""
        return self.piece.rpartition("/")[2]

    @property
    def middle(self) -> Point:
        """The middle of the sheet in board mm."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def outside(self, point: Point) -> float:
        """How far a board point lies outside the sheet, 0 on it."""
        across = max(self.left - point[0], point[0] - self.right, 0.0)
        return math.hypot(across, max(self.bottom - point[1], point[1] - self.top, 0.0))


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
    frame: Frame

    def frame_at(self, point: Point) -> Frame:
        """The frame of the sheet that a table point lies on, or of the nearest one."""
        best = min(self.seen, key=lambda sheet: sheet.outside(_frame(sheet).of(point)))
        return _frame(best)

    def at(self, point: Point) -> Point:
        """A table point in board mm, by the sheet it lies on."""
        return self.frame_at(point).of(point)

    def problems(self) -> Iterator[str]:
        """What is wrong with the board as it was put together, in sentences."""
        if self.lost:
            if len(self.lost) == 1:
                yield WORDS.told("sheet-board-is-not-seen", lost=self.lost[0])
            else:
                yield WORDS.told("sheets-board-are-not-seen", sheets=self.lost)
        for sheet in self.seen:
            table = self.frame.back(sheet.middle)
            off = math.dist(_frame(sheet).of(table), sheet.middle)
            turn = abs((_frame(sheet).turn_deg - self.frame.turn_deg + 180.0) % 360.0 - 180.0)
            if off > LOOSE_MM or turn > LOOSE_DEG:
                how = (
                    WORDS.told("mm-out-joint", off=f"{off:.0f}")
                    if off > LOOSE_MM
                    else WORDS.told("turned-by-degrees", turn=f"{turn:.0f}")
                )
                text = WORDS.told("sheet-board-lies-push-it", number=sheet.number, how=how)
                yield Problem(text, sheet.piece)


def _frame(sheet: Sheet) -> Frame:
    assert sheet.frame is not None
    return sheet.frame


def boards_seen(found: Mapping[str, SightingLike]) -> dict[str, int]:
    """How many sheets of which board are seen."""
    counts: dict[str, int] = {}
    for piece in found:
        if piece.startswith("board:"):
            name = piece.split(":", 1)[1].rpartition("/")[0]
            counts[name] = counts.get(name, 0) + 1
    return counts


def sheets_seen(name: str, found: Mapping[str, SightingLike], manifest: Manifest) -> Sheets:
    """The sheets of a board of which at least one is seen."""
    every = [_sheet(item_piece, corners, found) for item_piece, corners in _printed(name, manifest)]
    seen = tuple(sheet for sheet in every if sheet.frame is not None)
    lost = tuple(sheet.number for sheet in every if sheet.frame is None)
    return Sheets(seen, lost, _frame(min(seen, key=lambda sheet: _disagreement(sheet, seen))))


def _printed(name: str, manifest: Manifest) -> Iterator[tuple[str, tuple[Point, ...]]]:
    for item in manifest.items:
        if item.piece.startswith(f"board:{name}/"):
            yield item.piece, relative(item).outline_mm


def _sheet(piece: str, outline: tuple[Point, ...], found: Mapping[str, SightingLike]) -> Sheet:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    sighting = found.get(piece)
    frame = frame_of(sighting) if sighting is not None else None
    return Sheet(piece, min(xs), min(ys), max(xs), max(ys), frame)


def _disagreement(sheet: Sheet, others: tuple[Sheet, ...]) -> float:
    """How far this sheet's frame puts the other sheets from where they lie."""
    return sum(math.dist(_frame(sheet).of(_frame(other).back(other.middle)), other.middle) for other in others)
