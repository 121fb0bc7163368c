"""What became of each piece that a position expects on the table: seen, doubtful or not seen. None is left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from markers.kit import PlacedPiece
from referee.games.base import PieceReading

SAME_PLACE_MM = 20.0
"""A piece of the same kind and side so near to where one is expected is taken for it: roads are of any tiles."""
SAME_MAT_MM = 100.0
"""A die lies anywhere on its mat: what cannot be read so near may be the one expected."""
SURE = 0.5
"""What is seen with less confidence is doubtful."""


class State(Enum):
    """What is known of a piece that should be there."""

    SEEN = "seen"
    DOUBTFUL = "doubtful"
    NOT_SEEN = "not seen"


@dataclass(frozen=True)
class Doubt:
    """Something that was seen with doubt.

    Attributes
    ----------
    name : a piece's name, or the beginning of one (``die:R``).
    why : in words.
    at_mm : where, in the frame of the readings; None when that is not known.
    """

    name: str
    why: str
    at_mm: tuple[float, float] | None = None


@dataclass(frozen=True)
class Expected:
    """A piece that the position expects.

    Attributes
    ----------
    piece, side : as the layout calls it; pieces that are alike may be called otherwise on the table.
    state : whether it was seen.
    seen_as : the name of the piece seen in its stead, "" when none was.
    why : what is doubtful about it or what stands on it, as far as that is known; else "".
    """

    piece: str
    side: str
    state: State
    seen_as: str
    why: str = ""


def accounted(
    expected: Sequence[PlacedPiece], seen: Sequence[PieceReading], doubts: Sequence[Doubt]
) -> tuple[Expected, ...]:
    """Every expected piece with its state, in the order given.

    Parameters
    ----------
    expected : where a position's pieces lie, in the frame of the readings.
    seen : what was read.
    doubts : what was seen with doubt.
    """
    left = {piece.piece: piece for piece in seen}
    found: dict[PlacedPiece, PieceReading] = {}
    for likeness in range(3):
        for wanted in (one for one in expected if one not in found):
            reading = next((one for one in left.values() if _alike(wanted, one)[likeness]), None)
            if reading is not None:
                found[wanted] = left.pop(reading.piece)
    return tuple(_told(wanted, found.get(wanted), _doubted(wanted, doubts), seen) for wanted in expected)


def _doubted(wanted: PlacedPiece, doubts: Sequence[Doubt]) -> Doubt | None:
    """The doubt that a missed piece may be: the nearest one. Several dice that touch are one doubt."""
    near = [
        (0.0 if doubt.at_mm is None else math.dist((wanted.x_mm, wanted.y_mm), doubt.at_mm), n)
        for n, doubt in enumerate(doubts)
        if _kind(wanted.piece).startswith(_kind(doubt.name))
    ]
    off, n = min(near, default=(math.inf, 0))
    return doubts[n] if off < SAME_MAT_MM else None


def _told(
    wanted: PlacedPiece, reading: PieceReading | None, doubt: Doubt | None, seen: Sequence[PieceReading]
) -> Expected:
    if reading is not None and reading.confidence >= SURE:
        return Expected(wanted.piece, wanted.side, State.SEEN, reading.piece)
    if reading is not None:
        return Expected(wanted.piece, wanted.side, State.DOUBTFUL, reading.piece, f"only {reading.confidence:.0%} sure")
    if doubt is not None:
        return Expected(wanted.piece, wanted.side, State.DOUBTFUL, "", doubt.why)
    there = next((one for one in seen if _apart(wanted, one) < SAME_PLACE_MM), None)
    why = "" if there is None else f"{there.piece} is seen there"
    return Expected(wanted.piece, wanted.side, State.NOT_SEEN, "", why)


def _alike(wanted: PlacedPiece, one: PieceReading) -> tuple[bool, bool, bool]:
    """Whether a piece has the same name; is of the same kind; lies at the same place, both the same side up."""
    near = wanted.piece.partition(":")[0] == one.piece.partition(":")[0] and _apart(wanted, one) < SAME_PLACE_MM
    side = wanted.side == one.side
    return wanted.piece == one.piece, side and _kind(wanted.piece) == _kind(one.piece), side and near


def _kind(piece: str) -> str:
    """``disc:G2`` is as good as ``disc:G1``, but a card or a tile with a number is another one."""
    return piece if piece.startswith(("card:", "tile:")) else piece.rstrip("0123456789")


def _apart(wanted: PlacedPiece, one: PieceReading) -> float:
    return math.dist((wanted.x_mm, wanted.y_mm), (one.x_mm, one.y_mm))
