"""A small picture as it would look in the light of a later one: bands that roll through it, a lamp beside the table.

A fall of light is told from things by its form: it changes along the rows (a lamp that flickers while the rows are
read), and smoothly across the picture (a lamp or a cloud at one side). A large dark sleeve has a smooth part too, but
light keeps the texture of what it falls on.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from referee.vision.blocks import BLOCK, Mask

Floats = NDArray[np.float32]
Grey = NDArray[np.uint8]

EVERY = 4
"""One of so many columns is looked at."""
DARK = 8.0
"""Grey levels added before comparing: a ratio of next to nothing tells nothing."""
SATURATED = 250
MOST = 0.7
"""Of a natural logarithm: light that falls to less than half in one row and not in others is no light."""
ROUNDS = 6
TEXTURE = 3.0
"""Grey levels (standard deviation) in a block that are no noise of a shrunk picture."""
SAME_TEXTURE = 0.8
"""Of the blocks with texture: in other light 0.99 of them keep it (lamps and bands in 180 pairs of drawn pictures, five
looks). Of 355 pairs with arms all but one are known by what the light would make differ (`change.MOSTLY_LIGHT`); that
one keeps 0.58, others 0 to 1.
"""


def relit(then: Grey, now: Grey) -> Grey:
    """The earlier picture in the light of `now`, of the same size."""
    before, after = then[:, ::EVERY].astype(np.float32), now[:, ::EVERY].astype(np.float32)
    ratio: Floats = np.log((after + DARK) / (before + DARK))
    ratio[(after >= SATURATED) | (before >= SATURATED)] = np.nan
    told = ratio[np.isfinite(ratio)]
    middle = float(np.median(told)) if len(told) else 0.0
    across = _across(ratio)
    rows = np.nan_to_num(_row_medians(ratio - across), nan=middle).clip(middle - MOST, middle + MOST)
    gain = np.exp(rows[:, None] + np.repeat(across, EVERY, axis=1)[:, : then.shape[1]])
    lit = (then.astype(np.float32) + DARK) * gain - DARK
    return np.asarray(lit.clip(0.0, 255.0), dtype=np.uint8)


def keeps_texture(now: Grey, lit: Grey, blocks: Mask) -> bool:
    """Whether these blocks (rows, columns) of two pictures show the same grain and prints, as far as they show any."""
    seen, expected = _texture(now, blocks), _texture(lit, blocks)
    power = (seen**2).mean(axis=1), (expected**2).mean(axis=1)
    textured = np.maximum(*power) > TEXTURE**2
    alike = (seen * expected).mean(axis=1) > 0.5 * np.sqrt(power[0] * power[1])
    return bool(np.count_nonzero(alike & textured) >= SAME_TEXTURE * np.count_nonzero(textured))


def _texture(picture: Grey, blocks: Mask) -> Floats:
    """What is left of the N blocks without their means (N, BLOCK * BLOCK)."""
    rows, columns = blocks.shape
    missing = rows * BLOCK - picture.shape[0], columns * BLOCK - picture.shape[1]
    whole = np.pad(picture, ((0, missing[0]), (0, missing[1])), mode="edge")
    cut = whole.reshape(rows, BLOCK, columns, BLOCK).transpose(0, 2, 1, 3)[blocks].reshape(-1, BLOCK * BLOCK)
    return np.asarray(cut - cut.mean(axis=1, keepdims=True), dtype=np.float32)


def _across(ratio: Floats) -> Floats:
    """The smooth part of a field (H, W) that differs across the picture: least absolute error over a coarse grid."""
    rows, columns = ratio.shape
    terms = _terms(rows, columns)
    seen = ratio[::EVERY, ::2].ravel()
    design = terms[::EVERY, ::2].reshape(-1, terms.shape[2])[np.isfinite(seen)]
    seen = seen[np.isfinite(seen)]
    if len(seen) < 10 * terms.shape[2]:
        return np.zeros_like(ratio)
    weight: Floats = np.ones_like(seen)
    found: Floats = np.zeros(terms.shape[2], dtype=np.float32)
    for _ in range(ROUNDS):
        weighted = design * weight[:, None]
        found = np.asarray(np.linalg.lstsq(weighted.T @ design, weighted.T @ seen, rcond=None)[0], dtype=np.float32)
        weight = np.asarray(1.0 / np.maximum(np.abs(seen - design @ found), 0.02), dtype=np.float32)
    return np.asarray(terms @ found, dtype=np.float32)


@lru_cache(maxsize=2)
def _terms(rows: int, columns: int) -> Floats:
    """What may differ across a field: (H, W, 6)."""
    y, x = np.meshgrid(np.linspace(-1.0, 1.0, rows), np.linspace(-1.0, 1.0, columns), indexing="ij")
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)


def _row_medians(ratio: Floats) -> Floats:
    """The usual value of each row (H,), nan where there is none."""
    ordered, known = np.sort(ratio, axis=1), np.isfinite(ratio).sum(axis=1)  # those that are not known come last
    middle = np.stack([np.maximum(known - 1, 0) // 2, known // 2], axis=1)
    return np.asarray(np.take_along_axis(ordered, middle, axis=1).mean(axis=1))
