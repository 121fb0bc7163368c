"""What lies under the game: wood, cloth or a busy tablecloth, drawn flat in table mm from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

PX_PER_MM = 2.0


@dataclass(frozen=True, eq=False)
class Surface:
    """A patch of table: BGR reflectance picture (uint8, 255 returns all light) with its low corner in table mm.

    Row 0 lies at the highest y.
    """

    picture: NDArray[np.uint8]
    low_mm: tuple[float, float]
    high_mm: tuple[float, float]
    px_per_mm: float


@lru_cache(maxsize=4)
def surface(kind: str, low_mm: tuple[float, float], high_mm: tuple[float, float], seed: int) -> Surface:
    """The table top between two corners; the same seed gives the same table, drawn once for all who ask in turn."""
    width = max(8, int((high_mm[0] - low_mm[0]) * PX_PER_MM))
    height = max(8, int((high_mm[1] - low_mm[1]) * PX_PER_MM))
    rng = np.random.default_rng(seed)
    painters = {"wood": _wood, "cloth": _cloth, "busy": _busy, "plain": _plain}
    picture = painters[kind](height, width, rng)
    top = np.clip(picture, 0, 255, out=picture).astype(np.uint8)
    top.flags.writeable = False
    return Surface(top, low_mm, high_mm, PX_PER_MM)


def _clouds(height: int, width: int, cell: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Smooth noise around 0 with blobs of `cell` px (x, y)."""
    small = rng.normal(0.0, 1.0, (max(3, int(height / cell[1]) + 3), max(3, int(width / cell[0]) + 3)))
    return np.asarray(cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _wood(height: int, width: int, rng: np.random.Generator) -> Floats:
    """Planks along x, each with its own tone and its own grain of drawn-out rings and pores."""
    plank = int(150 * PX_PER_MM)
    picture = np.zeros((height, width, 3), np.float32)
    for top in range(-int(rng.integers(plank)), height, plank):
        low, high = max(top, 0), min(top + plank, height)
        rows = high - low
        if rows <= 0:
            continue
        bend = _clouds(rows, width, (260 * PX_PER_MM, 45 * PX_PER_MM), rng)
        across = np.arange(rows, dtype=np.float32)[:, None] / (7.0 * PX_PER_MM)
        rings = np.sin(across * 2.2 + bend * 4.5 + _clouds(rows, width, (60, 14), rng) * 0.35)
        pores = np.minimum(_clouds(rows, width, (36, 1.6), rng), 0.0)
        tone = rng.normal(0.0, 5.0) + 9.0 * rings + 9.0 * pores + 5.0 * _clouds(rows, width, (180, 60), rng)
        colour = np.array([62.0, 96.0, 139.0], np.float32) + rng.normal(0.0, 3.0, 3).astype(np.float32)
        for channel, share in enumerate((0.75, 0.92, 1.05)):
            np.add(tone * np.float32(share), colour[channel], out=picture[low:high, :, channel])
        picture[low : min(low + 2, high)] *= 0.55
    return picture


def _cloth(height: int, width: int, rng: np.random.Generator) -> Floats:
    """A woven cloth with a wide check and soft folds."""
    y, x = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None, :]
    weave = 5.0 * np.sin(x * 2.1) + 5.0 * np.sin(y * 2.1)
    wide = 46.0 * PX_PER_MM
    check = 16.0 * ((np.mod(x, wide) < wide / 2).astype(np.float32) + (np.mod(y, wide) < wide / 2))
    folds = 10.0 * _clouds(height, width, (300, 420), rng)
    tone = weave - check + folds + 5.0 * _clouds(height, width, (2, 2), rng)
    return np.asarray(np.array([165.0, 150.0, 138.0], np.float32) + tone[..., None], np.float32)


def _busy(height: int, width: int, rng: np.random.Generator) -> Floats:
    """A printed tablecloth: patches, rings, stripes and lettering of every size, to tempt a marker finder."""
    picture = np.full((height, width, 3), (190, 205, 214), np.uint8)
    for _ in range(int(height * width / 9000)):
        centre = (int(rng.integers(width)), int(rng.integers(height)))
        colour = tuple(float(value) for value in rng.integers(20, 235, 3))
        reach = int(rng.integers(6, 60))
        shape = int(rng.integers(4))
        if shape == 0:
            corners = cv2.boxPoints((centre, (reach, reach * float(rng.uniform(0.6, 1.4))), float(rng.uniform(0, 90))))
            cv2.fillPoly(picture, [corners.astype(np.int32)], colour, cv2.LINE_AA)
        elif shape == 1:
            cv2.circle(picture, centre, reach // 2, colour, int(rng.integers(1, 7)), cv2.LINE_AA)
        elif shape == 2:
            end = (centre[0] + int(rng.integers(-90, 90)), centre[1] + int(rng.integers(-90, 90)))
            cv2.line(picture, centre, end, colour, int(rng.integers(1, 8)), cv2.LINE_AA)
        else:
            letters = "".join(chr(65 + int(value)) for value in rng.integers(0, 26, 3))
            cv2.putText(picture, letters, centre, cv2.FONT_HERSHEY_DUPLEX, reach / 30, colour, 2, cv2.LINE_AA)
    return np.asarray(picture + 4.0 * _clouds(height, width, (3, 3), rng)[..., None], np.float32)


def _plain(height: int, width: int, rng: np.random.Generator) -> Floats:
    """A matt grey mat."""
    tone = 2.0 * _clouds(height, width, (2, 2), rng)
    return np.asarray(np.array([118.0, 120.0, 121.0], np.float32) + tone[..., None], np.float32)
