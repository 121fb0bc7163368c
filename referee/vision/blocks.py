"""Blocks of the picture: masks that say where something changed, and where markers and pieces lie in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.numbers import FEW
from referee.vision.scene import Floats, Mask

Box = tuple[int, int, int, int]
SHRINK = 4
"""Masks are made from pictures of a quarter of the size."""
BLOCK = 8
"""Pixels of the small picture along a block."""
BLOCK_PX = BLOCK * SHRINK


def regions(mask: Mask) -> tuple[NDArray[np.int32], list[Box]]:
    """The regions of set blocks, touching at corners too: their numbers from 1 in each block, and the box of each."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    boxes = [(x, y, x + width, y + height) for x, y, width, height in stats[1:, :4].tolist()]
    return np.asarray(labels, dtype=np.int32), boxes


def components(mask: Mask) -> Iterator[tuple[Mask, Box]]:
    """Each region of set blocks as a mask and its box (left, top, right, bottom)."""
    numbered, boxes = regions(mask)
    return ((np.asarray(numbered == number), box) for number, box in enumerate(boxes, 1))


def away_from(these: Mask, mask: Mask) -> Mask:
    """The regions of a mask with two free blocks at least between them and any of these."""
    near = np.asarray(cv2.dilate(these.astype(np.uint8), np.ones((5, 5), dtype=np.uint8)), dtype=np.bool_)
    away = np.zeros_like(mask)
    for region, _ in components(mask):
        if not (region & near).any():
            away |= region
    return away


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
        for left, top, right, bottom in _boxes(mask)
    ]


def part_around(points_px: Floats, room_px: float, shape: Sequence[int]) -> tuple[slice, slice]:
    """The rows and columns of a picture (H, W) that show points (N, 2) and so much around them: a pixel at least."""
    low = np.clip(np.floor(points_px.min(axis=0) - room_px), 0, (shape[1] - 1, shape[0] - 1)).astype(int)
    high = np.clip(np.ceil(points_px.max(axis=0) + room_px) + 1, 1, (shape[1], shape[0])).astype(int)
    return slice(low[1], high[1]), slice(low[0], high[0])


def _boxes(mask: Mask) -> Iterator[Box]:
    """Boxes around regions of set blocks; one that is mostly empty, as of an arm or an edge of the picture, is cut.

    One of a few blocks is not: with the room around it two would cover as much.
    """
    for left, top, right, bottom in regions(mask)[1]:
        wide, high = right - left, bottom - top
        part = mask[top:bottom, left:right]
        if 2 * np.count_nonzero(part) >= wide * high or max(wide, high) <= FEW:
            yield left, top, right, bottom
            continue
        x, y = (wide // 2, 0) if wide > high else (0, high // 2)
        for dx, dy, half in ((0, 0, part[: y or high, : x or wide]), (x, y, part[y:, x:])):
            for a, b, c, d in _boxes(half):
                yield left + dx + a, top + dy + b, left + dx + c, top + dy + d


def touching(mask: Mask, corners_px: Floats) -> Mask:
    """Which quads (N, 4, 2) have a corner or their middle in a set block, (N,)."""
    if not mask.any():
        return np.zeros(len(corners_px), dtype=np.bool_)
    points = np.concatenate([corners_px, corners_px.mean(axis=1, keepdims=True)], axis=1)
    blocks = (points / BLOCK_PX).astype(np.int64)
    columns = blocks[..., 0].clip(0, mask.shape[1] - 1)
    rows = blocks[..., 1].clip(0, mask.shape[0] - 1)
    return np.asarray(mask[rows, columns].any(axis=1))


def clear_around(mask: Mask, corners_px: Floats) -> None:
    """Clear the blocks of these quads (N, 4, 2) and those they touch half a side further out, in place."""
    if not len(corners_px):
        return
    room = 0.5 * np.linalg.norm(corners_px[:, 0] - corners_px[:, 2], axis=1, keepdims=True) / 1.4
    low = np.maximum((corners_px.min(axis=1) - room) // BLOCK_PX, 0).astype(np.int64)
    high = np.maximum((corners_px.max(axis=1) + room) // BLOCK_PX, 0).astype(np.int64) + 1
    sums = np.pad(mask.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))  # set blocks above and left of each corner
    left, top = np.minimum(low, mask.shape[::-1]).T
    right, bottom = np.minimum(high, mask.shape[::-1]).T
    holds = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left] > 0
    for box in np.concatenate([low, high], axis=1)[holds].tolist():
        mask[box[1] : box[3], box[0] : box[2]] = False


@dataclass(frozen=True, eq=False)
class Patch:
    """The blocks that an outline touches or has within it.

    Attributes
    ----------
    corners : (K, 2) of the outline, column and row of the block.
    left, top, right, bottom : the box around them, the last two outside; (0, 0, 0, 0) for one not wholly in sight.
    """

    corners: NDArray[np.int32]
    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0


def patch(outline_px: Sequence[Sequence[float]] | Floats) -> Patch:
    """The part of the picture within an outline (K, 2); none of one that is not wholly in sight."""
    px = np.asarray(outline_px, dtype=np.float64)
    if not np.isfinite(px).all():
        return Patch(np.empty((0, 2), dtype=np.int32))
    corners = np.floor(px / BLOCK_PX).clip(-1, np.iinfo(np.int16).max).astype(np.int32)
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return Patch(corners, max(left, 0), max(top, 0), max(right, left, 0) + 1, max(bottom, top, 0) + 1)


def within(patches: Iterable[Patch], shape: tuple[int, ...]) -> Mask:
    """The blocks of some patches in a mask of this shape."""
    filled = np.zeros(shape, dtype=np.uint8)
    for one in patches:
        if len(one.corners):
            cv2.fillPoly(filled, [one.corners], 1)
    return filled.view(np.bool_)
