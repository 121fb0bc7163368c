"""Where a hand, or another foreign thing, lies over the table.

A hand is a large part of the picture that differs from the clean table and in which no marker is seen: where a marker
can be read nothing is in the way. It belongs to an arm, so it reaches the picture's edge, or is very large. A moved
piece changes the picture too, where it was and where its shadow falls, but not as far as the edge; nor is the bare
table a hand that comes to light where a large piece lay.

Only a hand over what lies on the table, or close to it, is in the way. What an arm on the rim hides is hidden all the
same, but the rest of the table is seen, and the race goes on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision.blocks import BLOCK_PX, Blocks, Box, Mask, Patch, clear, clear_around, components, patch
from referee.vision.kit_index import KitIndex
from referee.vision.numbers import A_SECOND, FEWEST, SHADOW_MM
from referee.vision.place import on_table, to_picture, to_table
from referee.vision.scene import Point, Sighting
from referee.vision.whereabouts import Pieces

Floats = NDArray[np.float64]

HAND_MM2 = 1800.0
ANYWHERE_MM2 = 6000.0
"""As large as this, a thing that does not reach the edge of the picture is in the way too."""
GROUP_MM = 40.0


@dataclass(frozen=True, eq=False)
class Foreign:
    """Foreign things over the table: the blocks they cover and their outlines on the table."""

    blocks: Mask
    outlines_mm: tuple[tuple[Point, ...], ...]


@dataclass(eq=False)
class _Gap:
    """Where a large piece lay, for how many pictures that still counts, and what of the picture it covered.

    A hand that carried the piece away takes its time.
    """

    lay: Sighting
    looks: int = 2 * A_SECOND
    shown: tuple[TablePlane, Patch] | None = None


class Hands:
    """Finds hands and other foreign things, and tells those in the way from arms on the rim.

    Parameters
    ----------
    index : the kit.
    """

    def __init__(self, index: KitIndex) -> None:
        self._index = index
        self._wide = {key: face.wide_mm(SHADOW_MM) for key, face in index.faces.items()}
        # smaller pieces, with their shadows, leave no gap that could be taken for a hand
        self._large = {
            key
            for key, wide in self._wide.items()
            if not index.faces[key].fixed and cv2.contourArea(wide.astype(np.float32)) >= HAND_MM2
        }
        self.reset()

    def reset(self) -> None:
        """Nothing was seen to lie on the table yet."""
        self._lay: dict[str, Sighting] = {}
        self._taken_in: Pieces | None = None
        self._stood: dict[tuple[str, str], Sighting] = {}
        self._left: list[_Gap] = []
        self._see_from(None)

    def look(
        self, changed: Mask, seen_px: Iterable[Floats], whole: Iterable[Patch], pieces: Pieces, plane: TablePlane
    ) -> tuple[Mask, Foreign]:
        """The blocks of the hands in the way, and all foreign things, arms on the rim outlined more closely.

        The parameters are those of `foreign_things`, and what is seen of the pieces: one that is not seen now counts
        where it was seen last, as the hand may be over it.
        """
        foreign = foreign_things(changed, seen_px, plane, chain(whole, self._vacated(pieces.seen, plane)))
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

    def _vacated(self, seen: Sequence[Sighting], plane: TablePlane) -> Iterator[Patch]:
        """The parts of the picture that large loose pieces covered until lately."""
        if not self._large:
            return iter(())
        now = {(s.piece, s.side): s for s in seen if (s.piece, s.side) in self._large}
        self._left = [gap for gap in self._left if gap.looks > 1]
        for gap in self._left:
            gap.looks -= 1
        for key, old in self._stood.items():
            new = now.get(key)
            if new is not old and (new is None or math.hypot(new.x_mm - old.x_mm, new.y_mm - old.y_mm) > SHADOW_MM):
                self._left.append(_Gap(old))
        self._stood = now
        return (self._patch(gap, plane) for gap in self._left)

    def _patch(self, gap: _Gap, plane: TablePlane) -> Patch:
        """Where a piece lay with its shadow."""
        if gap.shown is None or gap.shown[0] is not plane:
            key = (gap.lay.piece, gap.lay.side)
            outline = on_table(self._index.faces[key], gap.lay, self._wide[key])
            gap.shown = plane, patch(to_picture(plane, outline).tolist())
        return gap.shown[1]

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


def foreign_things(
    changed: Mask, seen_corners_px: Iterable[Floats], plane: TablePlane, whole: Iterable[Patch] = ()
) -> Foreign:
    """Large changed regions in which no marker is seen.

    Parameters
    ----------
    changed : blocks that differ from the clean table.
    seen_corners_px : (N, 4, 2) corners of the markers seen in this frame, and of more of them.
    whole : where each piece lies of which every marker is seen, asked for only when it matters: nothing is over it.
    """
    blocks = np.zeros_like(changed)
    if not changed.any():
        return Foreign(blocks, ())
    left = changed.copy()
    for corners in seen_corners_px:
        clear_around(left, corners)
    if left.any():
        clear(left, whole)
    if not left.any():
        return Foreign(blocks, ())
    outlines = []
    large = HAND_MM2 / _largest_block_mm2(plane, left.shape)
    regions = [one for one in components(left, large) if np.count_nonzero(one[0]) >= large]
    for (region, box), area_mm2 in zip(regions, _areas_mm2([region for region, _ in regions], plane), strict=True):
        if area_mm2 >= (HAND_MM2 if _reaches_edge(box, left.shape) else ANYWHERE_MM2):
            outline = outline_of(region, plane)
            if outline is not None:
                blocks |= region
                outlines.append(outline)
    return Foreign(blocks, tuple(outlines))


def hidden_groups(hidden_mm: Sequence[Point], pieces_mm: Sequence[Point]) -> tuple[tuple[Point, ...], ...]:
    """Outlines of places where several neighbouring markers of still pieces are hidden and no piece is seen on them."""
    if len(hidden_mm) < FEWEST:
        return ()
    bare = [p for p in hidden_mm if all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > 20.0**2 for q in pieces_mm)]
    outlines = []
    while bare:
        group = [bare.pop()]
        for member in group:
            near = [p for p in bare if (p[0] - member[0]) ** 2 + (p[1] - member[1]) ** 2 < GROUP_MM**2]
            group += near
            bare = [p for p in bare if p not in near]
        if len(group) >= FEWEST:
            outlines.append(_around(np.array(group)))
    return tuple(outlines)


@lru_cache(maxsize=4)
def _largest_block_mm2(plane: TablePlane, shape: tuple[int, ...]) -> float:
    """More than any block of the picture shows of the table, mm^2; infinite when the horizon can be seen."""
    rows, columns = shape
    grid = [(x, y) for x in (0, columns / 2, columns) for y in (0, rows / 2, rows)]
    areas = _block_mm2(np.array(grid, dtype=np.float64), plane)
    return 1.2 * float(areas.max()) if np.isfinite(areas).all() else math.inf


def _reaches_edge(box: Box, shape: tuple[int, ...]) -> bool:
    """Whether a region's box comes within one block of the picture's edge."""
    left, top, right, bottom = box
    return top <= 1 or left <= 1 or bottom >= shape[0] - 1 or right >= shape[1] - 1


def _areas_mm2(regions: Sequence[Mask], plane: TablePlane) -> list[float]:
    """The table area of each region, mm^2, nan when it lies over the horizon."""
    if not regions:
        return []
    blocks = [np.argwhere(region)[:, ::-1] for region in regions]
    block_mm2 = _block_mm2(np.stack([own.mean(axis=0) + 0.5 for own in blocks]), plane)
    return [len(own) * area for own, area in zip(blocks, block_mm2.tolist(), strict=True)]


def _block_mm2(places: Floats, plane: TablePlane) -> Floats:
    """What a block at each of these places (N, 2), in blocks, shows of the table, mm^2 (N,); nan over the horizon."""
    step = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    px = (places[:, None] + step).reshape(-1, 2) * BLOCK_PX
    a, b, c = to_table(plane, px).reshape(-1, 3, 2).transpose(1, 0, 2)
    return np.asarray(np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]))


def outline_of(region: Mask, plane: TablePlane) -> tuple[Point, ...] | None:
    """A region's convex outline on the table, None when it reaches the horizon."""
    blocks = np.argwhere(region)[:, ::-1]
    corners = np.concatenate([blocks + np.array(d) for d in ((0, 0), (1, 0), (0, 1), (1, 1))])
    hull = cv2.convexHull((corners * BLOCK_PX).astype(np.float32)).reshape(-1, 2).astype(np.float64)
    table = to_table(plane, hull)
    if not np.isfinite(table).all():
        return None
    return tuple((float(x), float(y)) for x, y in table)


def _around(points: Floats) -> tuple[Point, ...]:
    """The convex outline of some table points, one space wider on each side."""
    wide = np.concatenate([points + np.array(d) for d in ((-13, -13), (13, -13), (13, 13), (-13, 13))])
    hull = cv2.convexHull(wide.astype(np.float32)).reshape(-1, 2)
    return tuple((float(x), float(y)) for x, y in hull)


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
