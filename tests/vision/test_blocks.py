"""Blocks of the picture: what quadrangles touch, and what belongs together."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.vision.blocks import BLOCK_PX, clear_around, regions, touching

UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@given(st.integers(0, 999))
@settings(max_examples=30, deadline=None)
def test_quads_touch_and_clear_the_blocks_that_they_lie_in(seed: int) -> None:
    """In the picture and across its edge; cleared is half a side further out too."""
    rng = np.random.default_rng(seed)
    quads = UNIT * rng.uniform(9.0, 90.0, (30, 1, 1)) + rng.uniform((-9.0, -9.0), (760.0, 540.0), (30, 1, 2))
    mask = rng.random((17, 24)) < 0.2
    for quad, touched in zip(quads, touching(mask, quads).tolist(), strict=True):
        points = np.concatenate([quad, quad.mean(axis=0, keepdims=True)])
        columns, rows = (np.clip((points // BLOCK_PX).astype(int), 0, (23, 16))).T
        assert touched == any(mask[row, column] for row, column in zip(rows, columns, strict=True))
    left, (y, x) = mask.copy(), np.indices(mask.shape)
    clear_around(left, quads[:12])
    expected = mask.copy()
    for quad in quads[:12]:
        room = 0.5 * float(np.linalg.norm(quad[0] - quad[2])) / 1.4
        low, high = (quad.min(axis=0) - room) / BLOCK_PX, (quad.max(axis=0) + room) / BLOCK_PX
        expected &= ~((x + 1 > low[0]) & (x <= high[0]) & (y + 1 > low[1]) & (y <= high[1]))
    assert np.array_equal(left, expected)


@given(st.integers(0, 999), st.floats(0.0, 1.0))
@settings(max_examples=40, deadline=None)
def test_regions_are_told_apart(seed: int, share: float) -> None:
    """Blocks that touch, at corners too, are one region, no others are, and each has its box."""
    mask = np.random.default_rng(seed).random((17, 24)) < share
    numbered, boxes = regions(mask)
    assert np.array_equal(numbered > 0, mask)
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = numbered[: 17 - dy, max(-dx, 0) : 24 - max(dx, 0)]
        there = numbered[dy:, max(dx, 0) : 24 + min(dx, 0)]
        both = (here > 0) & (there > 0)
        assert np.array_equal(here[both], there[both])
    for number, (left, top, right, bottom) in enumerate(boxes, 1):
        assert (numbered == number).sum() == (numbered[top:bottom, left:right] == number).sum() > 0
