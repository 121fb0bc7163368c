"""Where a hand, or another foreign thing, lies over the table.

A hand is a large part of the picture that differs from the clean table and in which no marker is seen: where a marker
can be read nothing is in the way. It belongs to an arm, so it reaches the picture's edge, or is very large. A moved
piece changes the picture too, where it was and where its shadow falls, but not as far as the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from skimage.measure import label, regionprops

from calibration.table_plane import TablePlane
from referee.vision.change import BLOCK, SHRINK
from referee.vision.scene import Point

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

BLOCK_PX = BLOCK * SHRINK
HAND_MM2 = 1800.0
ANYWHERE_MM2 = 6000.0
"""As large as this, a thing that does not reach the edge of the picture is in the way too."""
GROUP_MM = 40.0
FEWEST_HIDDEN = 3


@dataclass(frozen=True, eq=False)
class Foreign:
    """Foreign things over the table: the blocks they cover and their outlines on the table."""

    blocks: Mask
    outlines_mm: tuple[tuple[Point, ...], ...]


def foreign_things(
    changed: Mask, seen_corners_px: Iterable[Floats], plane: TablePlane, whole_px: Iterable[Floats] = ()
) -> Foreign:
    """Large changed regions in which no marker is seen.

    Parameters
    ----------
    changed : blocks that differ from the clean table.
    seen_corners_px : (4, 2) corners of each marker seen in this frame.
    whole_px : (K, 2) outlines of the pieces of which every marker is seen: nothing lies over them.
    """
    left = changed.copy()
    if left.any():
        for corners in seen_corners_px:
            _clear_around(left, corners)
        for piece_px in whole_px:
            _clear_inside(left, piece_px)
    blocks = np.zeros_like(left)
    outlines = []
    if left.any():
        numbered = label(left, connectivity=2)  # type: ignore[no-untyped-call]
        for region in regionprops(numbered):  # type: ignore[no-untyped-call]
            outline = _outline(region.coords, plane)
            needed = HAND_MM2 if _reaches_edge(region.bbox, left.shape) else ANYWHERE_MM2
            if outline is not None and _area(region.coords, plane) >= needed:
                blocks |= numbered == region.label
                outlines.append(outline)
    return Foreign(blocks, tuple(outlines))


def hidden_groups(hidden_mm: Sequence[Point], pieces_mm: Sequence[Point]) -> tuple[tuple[Point, ...], ...]:
    """Outlines of places where several neighbouring markers of still pieces are hidden and no piece is seen on them."""
    bare = [p for p in hidden_mm if all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > 20.0**2 for q in pieces_mm)]
    outlines = []
    while bare:
        group = [bare.pop()]
        for member in group:
            near = [p for p in bare if (p[0] - member[0]) ** 2 + (p[1] - member[1]) ** 2 < GROUP_MM**2]
            group += near
            bare = [p for p in bare if p not in near]
        if len(group) >= FEWEST_HIDDEN:
            outlines.append(_around(np.array(group)))
    return tuple(outlines)


def _clear_around(blocks: Mask, corners_px: Floats) -> None:
    """Nothing is in the way where a marker is seen: clear its blocks and those it touches half a side further out."""
    room = 0.5 * float(np.linalg.norm(corners_px[0] - corners_px[2])) / 1.4
    low = np.maximum(((corners_px.min(axis=0) - room) // BLOCK_PX).astype(int), 0)
    high = ((corners_px.max(axis=0) + room) // BLOCK_PX).astype(int) + 1
    blocks[low[1] : high[1], low[0] : high[0]] = False


def _clear_inside(blocks: Mask, outline_px: Floats) -> None:
    """Nothing is in the way over a piece that is seen whole: clear the blocks that its outline touches."""
    if np.isfinite(outline_px).all():
        inside = np.zeros(blocks.shape, dtype=np.uint8)
        cv2.fillPoly(inside, [np.floor(outline_px / BLOCK_PX).astype(np.int32)], 1)
        blocks[inside > 0] = False


def _reaches_edge(box: tuple[int, int, int, int], shape: tuple[int, ...]) -> bool:
    """Whether a region's box comes within one block of the picture's edge."""
    return box[0] <= 1 or box[1] <= 1 or box[2] >= shape[0] - 1 or box[3] >= shape[1] - 1


def _area(coords: NDArray[np.int64], plane: TablePlane) -> float:
    """The table area of some blocks, mm^2."""
    middle = (coords.mean(axis=0)[::-1] + 0.5) * BLOCK_PX
    step = np.array([[0.0, 0.0], [BLOCK_PX, 0.0], [0.0, BLOCK_PX]]) + middle
    a, b, c = plane.project(step)
    return float(abs((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0]) * len(coords))


def _outline(coords: NDArray[np.int64], plane: TablePlane) -> tuple[Point, ...] | None:
    corners = np.concatenate([coords[:, ::-1] + np.array(d) for d in ((0, 0), (1, 0), (0, 1), (1, 1))])
    hull = cv2.convexHull((corners * BLOCK_PX).astype(np.float32)).reshape(-1, 2).astype(np.float64)
    table = plane.project(hull)
    if not np.isfinite(table).all():
        return None
    return tuple((float(x), float(y)) for x, y in table)


def _around(points: Floats) -> tuple[Point, ...]:
    """The convex outline of some table points, one space wider on each side."""
    wide = np.concatenate([points + np.array(d) for d in ((-13, -13), (13, -13), (13, 13), (-13, 13))])
    hull = cv2.convexHull(wide.astype(np.float32)).reshape(-1, 2)
    return tuple((float(x), float(y)) for x, y in hull)
