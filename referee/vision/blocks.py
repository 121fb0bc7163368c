"""Blocks of the picture: masks that say where something changed, and where markers and pieces lie in them."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]

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
    for left, top, right, bottom in np.concatenate([low, high], axis=1).tolist():
        mask[top:bottom, left:right] = False


def clear_inside(mask: Mask, outline_px: Floats) -> None:
    """Clear the blocks that an outline (K, 2) touches or has within it, in place."""
    if not np.isfinite(outline_px).all():
        return
    blocks = np.floor(outline_px / BLOCK_PX).clip(-1, max(mask.shape)).astype(np.int32)
    left, top = np.maximum(blocks.min(axis=0), 0).tolist()
    right, bottom = (blocks.max(axis=0) + 1).tolist()
    part = mask[top:bottom, left:right]
    if part.any():
        inside = np.zeros(part.shape, dtype=np.uint8)
        cv2.fillPoly(inside, [blocks - np.array([left, top], dtype=np.int32)], 1)
        part[inside > 0] = False
