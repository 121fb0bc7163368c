"""Blocks of the picture: masks that say where something changed, and where markers and pieces lie in them."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision import native

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]
Blocks = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Rows and columns."""
FARTHEST = 1000

SHRINK = 4
"""Masks are made from pictures of a quarter of the size."""
BLOCK = 8
"""Pixels of the small picture along a block."""
BLOCK_PX = BLOCK * SHRINK


def components(mask: Mask) -> Iterator[tuple[Mask, Box]]:
    """Each region of set blocks, touching at corners too, as a mask and its box (left, top, right, bottom)."""
    count, numbered, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    for number in range(1, count):
        left, top, width, height = (int(value) for value in stats[number, :4])
        yield np.asarray(numbered == number), (left, top, left + width, top + height)


def boxes_px(mask: Mask, room_px: float, shape: tuple[int, ...]) -> list[Box]:
    """Pixel boxes (left, top, right, bottom) around connected set blocks, with room, inside the picture."""
    if not mask.any():
        return []
    room = round(room_px)
    return [
        (
            max(left * BLOCK_PX - room, 0),
            max(top * BLOCK_PX - room, 0),
            min(right * BLOCK_PX + room, shape[1]),
            min(bottom * BLOCK_PX + room, shape[0]),
        )
        for _, (left, top, right, bottom) in components(mask)
    ]


def touching(mask: Mask, corners_px: Floats) -> Mask:
    """Which quads (N, 4, 2) have a corner or their middle in a set block, (N,)."""
    if not mask.any():
        return np.zeros(len(corners_px), dtype=np.bool_)
    if native.library is not None:
        return native.touching(native.library, mask, corners_px, BLOCK_PX)
    points = np.concatenate([corners_px, corners_px.mean(axis=1, keepdims=True)], axis=1)
    blocks = (points / BLOCK_PX).astype(np.int64)
    columns = blocks[..., 0].clip(0, mask.shape[1] - 1)
    rows = blocks[..., 1].clip(0, mask.shape[0] - 1)
    return np.asarray(mask[rows, columns].any(axis=1))


def clear_around(mask: Mask, corners_px: Floats) -> None:
    """Clear the blocks of these quads (N, 4, 2) and those they touch half a side further out, in place."""
    if not len(corners_px):
        return
    if native.library is not None:
        return native.clear_around(native.library, mask, corners_px, BLOCK_PX)
    room = 0.5 * np.linalg.norm(corners_px[:, 0] - corners_px[:, 2], axis=1, keepdims=True) / 1.4
    low = np.maximum((corners_px.min(axis=1) - room) // BLOCK_PX, 0).astype(np.int64)
    high = np.maximum((corners_px.max(axis=1) + room) // BLOCK_PX, 0).astype(np.int64) + 1
    sums = np.pad(mask.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))  # set blocks above and left of each corner
    left, top = np.minimum(low, mask.shape[::-1]).T
    right, bottom = np.minimum(high, mask.shape[::-1]).T
    holds = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left] > 0
    for box in np.concatenate([low, high], axis=1)[holds].tolist():
        mask[box[1] : box[3], box[0] : box[2]] = False


def inside(outline_px: Floats) -> Blocks:
    """The blocks that an outline (K, 2) touches or has within it; none for one that is not wholly in sight."""
    if not np.isfinite(outline_px).all():
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    corners = np.floor(outline_px / BLOCK_PX).clip(-1, FARTHEST).astype(np.int32)
    low = np.maximum(corners.min(axis=0), 0)
    size = np.maximum(corners.max(axis=0) + 1 - low, 1)
    filled = np.zeros((int(size[1]), int(size[0])), dtype=np.uint8)
    cv2.fillPoly(filled, [corners - low], 1)
    rows, columns = np.nonzero(filled)
    return rows + low[1], columns + low[0]


def clear(mask: Mask, blocks: Blocks) -> None:
    """Clear these blocks, in place; those outside the picture are none of ours."""
    rows, columns = blocks
    here = (rows < mask.shape[0]) & (columns < mask.shape[1])
    mask[rows[here], columns[here]] = False
