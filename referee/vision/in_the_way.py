"""Which hands are in the way: those over what lies on the table or close to it, not an arm that rests on the rim.

What a resting arm hides is hidden all the same, but the rest of the table is seen, and the race goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.blocks import Blocks, Mask, components, patch
from referee.vision.hands import Foreign, outline_of
from referee.vision.kit_index import KitIndex
from referee.vision.numbers import SHADOW_MM
from referee.vision.place import on_table
from referee.vision.scene import Point, Sighting
from referee.vision.sight import to_picture
from referee.vision.whereabouts import Pieces


class InTheWay:
    """Tells hands over the pieces from arms on the rim.

    Parameters
    ----------
    index : the kit.
    """

    def __init__(self, index: KitIndex) -> None:
        self._index = index
        self._wide = {key: face.wide_mm(SHADOW_MM) for key, face in index.faces.items()}
        self.reset()

    def reset(self) -> None:
        """Nothing was seen to lie on the table yet."""
        self._lay: dict[str, Sighting] = {}
        self._taken_in: Pieces | None = None
        self._see_from(None)

    def look(self, foreign: Foreign, pieces: Pieces, plane: TablePlane) -> tuple[Mask, Foreign]:
        """The blocks of the hands in the way, and all foreign things again, arms on the rim outlined more closely.

        A piece that is not seen now counts where it was seen last: the hand may be over it.
        """
        if pieces is not self._taken_in:
            self._lay.update((one.piece, one) for one in (*pieces.seen, *pieces.remembered))
            self._taken_in = pieces
        if not foreign.outlines_mm:
            return foreign.blocks, foreign
        board = self._around_pieces(plane, foreign.blocks.shape)
        in_the_way = np.zeros_like(foreign.blocks)
        outlines: list[tuple[Point, ...]] = []
        for region, _ in components(foreign.blocks):
            if (region & board).any():
                in_the_way |= region
                outlines += [outline] if (outline := outline_of(region, plane)) is not None else []
            else:
                outlines += _outlines_beside(region, board, plane)
        return in_the_way, Foreign(foreign.blocks, tuple(outlines))

    def _see_from(self, plane: TablePlane | None) -> None:
        self._plane = plane
        self._at: dict[str, Sighting] = {}
        self._blocks: dict[str, Blocks] = {}
        self._board: Mask | None = None

    def _around_pieces(self, plane: TablePlane, shape: tuple[int, ...]) -> Mask:
        """The blocks of the picture in which pieces lie, or close to which; only what has moved is worked out anew."""
        if plane is not self._plane or (self._board is not None and self._board.shape != shape):
            self._see_from(plane)
        stale = [one for one in self._lay.values() if not _same_place(one, self._at.get(one.piece))]
        if self._board is not None and not stale:
            return self._board
        self._find_blocks(stale, plane)
        board = np.zeros(shape, dtype=np.uint8)
        rows = np.concatenate([rows for rows, _ in self._blocks.values()])
        columns = np.concatenate([columns for _, columns in self._blocks.values()])
        here = (rows < shape[0]) & (columns < shape[1])
        board[rows[here], columns[here]] = 1
        self._board = np.asarray(cv2.dilate(board, np.ones((3, 3), dtype=np.uint8)), dtype=np.bool_)
        return self._board

    def _find_blocks(self, pieces: Sequence[Sighting], plane: TablePlane) -> None:
        """Send the widened outlines of some pieces to the picture, all at once."""
        faces = [self._index.faces[one.piece, one.side] for one in pieces]
        wide = [on_table(face, one, self._wide[face.piece, face.side]) for face, one in zip(faces, pieces, strict=True)]
        px = iter(to_picture(plane, np.concatenate(wide)).tolist())
        for one, outline in zip(pieces, wide, strict=True):
            self._at[one.piece] = one
            self._blocks[one.piece] = patch(list(islice(px, len(outline)))).blocks


def _same_place(one: Sighting, before: Sighting | None) -> bool:
    return (
        before is not None
        and before.side == one.side
        and max(abs(one.x_mm - before.x_mm), abs(one.y_mm - before.y_mm), abs(one.angle_deg - before.angle_deg)) < 2.0
    )


def _outlines_beside(region: Mask, board: Mask, plane: TablePlane) -> list[tuple[Point, ...]]:
    """Convex outlines of a region on the table that all stay off the board: halved until they do."""
    rows, columns = np.nonzero(region)
    filled = np.zeros(region.shape, dtype=np.uint8)
    cv2.fillConvexPoly(filled, cv2.convexHull(np.column_stack([columns, rows]).astype(np.int32)), 1)
    if not (filled.astype(np.bool_) & board).any():
        outline = outline_of(region, plane)
        return [] if outline is None else [outline]
    halves = [region.copy(), region.copy()]
    if np.ptp(rows) > np.ptp(columns):
        middle = (int(rows.min()) + int(rows.max()) + 1) // 2
        halves[0][middle:], halves[1][:middle] = False, False
    else:
        middle = (int(columns.min()) + int(columns.max()) + 1) // 2
        halves[0][:, middle:], halves[1][:, :middle] = False, False
    return [outline for half in halves for outline in _outlines_beside(half, board, plane)]
