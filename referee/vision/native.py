"""The eye's inner loops, compiled, where a C compiler was at hand when the referee was installed.

`library` is None elsewhere; then each function of the eye takes its way through numpy and OpenCV, to the same answers.
The sources are in `native_source`; the calls let other threads run meanwhile.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from importlib.machinery import PathFinder
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.vision.scene import Floats, Image, Mask, Singles, Whole

Samples = tuple[Floats, int, float, Singles]
"""Where cells are sampled in the unit square, how many points a cell, the blur in px, and how they count."""

VERSION = 13
"""Of the functions called here; a library built from older sources is left alone. Raise it there and here."""

TOGETHER = 32
"""So many patterns are compared, and faces of dice explained, at once: with more the cache is left."""
_BYTE = ctypes.c_ubyte
_INT, _LONG, _REAL, _AT = ctypes.c_int, ctypes.c_ssize_t, ctypes.c_double, ctypes.c_void_p
_PICTURE = (_AT, _INT, _INT, _LONG)
_SAMPLES = (_AT, _INT, _REAL, _AT)
_CALLS = MappingProxyType(
    {
        "rr_grey": (None, (*_PICTURE, _AT, _AT)),
        "rr_shrink": (None, (*_PICTURE, _AT)),
        "rr_changed": (None, (_AT, _AT, *(_INT,) * 5, _AT)),
        "rr_points": (None, (*_PICTURE, _AT, _INT, _AT, _INT, _AT)),
        "rr_refine": (None, (*_PICTURE, _AT, _INT, _INT, _AT)),
        "rr_read": (None, (*_PICTURE, _AT, _INT, _INT, _REAL, *_SAMPLES, _AT, _INT, _AT, _AT, _AT, _AT)),
        "rr_like": (None, (*_PICTURE, _AT, _INT, *_SAMPLES, _AT, _AT, _AT)),
        "rr_quads": (_INT, (*_PICTURE, _AT, _INT, _INT, _REAL, _REAL, _AT, _INT)),
        "rr_to_table": (None, (_AT, _AT, _AT, _INT, _AT)),
        "rr_to_picture": (None, (_AT, _AT, _INT, _AT)),
    }
)
"""What each function answers and takes."""


def _load() -> ctypes.CDLL | None:
    """The compiled library beside this file, or None: not built here, or for another processor."""
    found = PathFinder.find_spec("_native", [str(Path(__file__).parent)])
    if found is None or found.origin is None:
        return None
    try:
        loaded = ctypes.CDLL(found.origin)
        if loaded.rr_version() != VERSION:
            return None
        for name, (answer, takes) in _CALLS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = answer, list(takes)
    except (OSError, AttributeError):  # built for another system, or by an older version of the referee
        return None
    return loaded


library = _load()


def address(array: NDArray[Any]) -> int:
    """The address of an array's first value; numpy's own way of saying it takes five times as long."""
    try:
        return ctypes.addressof(_BYTE.from_buffer(array))  # type: ignore[arg-type]  # typed as a buffer from Python 3.12 on
    except (TypeError, ValueError, BufferError):  # read-only, empty, or its rows apart
        return array.ctypes.data


def grey(loaded: ctypes.CDLL, image: Image, into: Image) -> Image:
    """Write a picture (H, W, 3) BGR, its pixels side by side, without colour into another one (H, W).

    Returns what `shrink` says of that.
    """
    small = np.empty((into.shape[0] // 4, into.shape[1] // 4), dtype=np.uint8)
    loaded.rr_grey(address(image), image.shape[1], image.shape[0], image.strides[0], address(into), address(small))
    return small


def shrink(loaded: ctypes.CDLL, grey: Image) -> Image:
    """A quarter of the picture's size, each pixel the mean of 4 x 4; what is left at the right and below is dropped."""
    small = np.empty((grey.shape[0] // 4, grey.shape[1] // 4), dtype=np.uint8)
    loaded.rr_shrink(*picture_of(grey), address(small))
    return small


def changed(loaded: ctypes.CDLL, now: Image, then: Sequence[Image], levels: int, share: int) -> Mask:
    """Blocks of 8 x 8 pixels in which at least `share` pixels differ by more than `levels`, the light set aside.

    All pictures are (H, W) without gaps; the masks against each of K others, (K, rows, columns).
    """
    height, width = now.shape
    masks = np.empty((len(then), -(-height // 8), -(-width // 8)), dtype=np.bool_)
    others = (ctypes.c_void_p * len(then))(*map(address, then))
    loaded.rr_changed(address(now), others, len(then), width, height, levels, share, address(masks))
    return masks


def points(loaded: ctypes.CDLL, grey: Image, quads_px: Floats, places: Floats) -> Singles:
    """As `sampling.brightness_within`: at the same places of the unit square (M, 2) in each of N quads, (N, M)."""
    corners = np.ascontiguousarray(quads_px, dtype=np.float64)
    values = np.empty((len(corners), len(places)), dtype=np.float32)
    said = (address(places), len(places), address(values))
    loaded.rr_points(*picture_of(grey), address(corners), len(corners), *said)
    return values


def refine(loaded: ctypes.CDLL, grey: Image, corners_px: Floats, passes: int) -> tuple[Floats, Floats]:
    """As `edges.refine`."""
    corners = np.array(corners_px, dtype=np.float64, order="C")
    quality = np.zeros(len(corners))
    loaded.rr_refine(*picture_of(grey), address(corners), len(corners), passes, address(quality))
    return corners, quality


def read(
    loaded: ctypes.CDLL, grey: Image, corners_px: Floats, passes: int, enough: float, samples: Samples, codes: Singles,
    many: int,
) -> tuple[Floats, Floats, Whole, Singles, Singles]:  # fmt: skip
    """As `reading.read`: corners, quality, the best of so many codes, how alike it and the next one are."""
    corners, count = np.array(corners_px, dtype=np.float64, order="C"), len(corners_px)
    quality, which = np.empty(count), np.empty(count, np.int32)
    first, second = np.empty(count, np.float32), np.empty(count, np.float32)
    said = (address(quality), address(which), address(first), address(second))
    wanted = (address(corners), count, passes, enough)
    loaded.rr_read(*picture_of(grey), *wanted, *_at(samples), address(codes), many, *said)
    return corners, quality, which.astype(np.int64), first, second


def like(
    loaded: ctypes.CDLL, grey: Image, corners_px: Floats, samples: Samples, codes: Singles, rows: Whole
) -> Singles:
    """As `reading.likeness`: how like these rows (N,) of the codes (M, 64) the quads (N, 4, 2) are, (N,)."""
    corners, which = np.ascontiguousarray(corners_px, dtype=np.float64), rows.astype(np.int32)
    answer = np.empty(len(corners), np.float32)
    at = (address(codes), address(which), address(answer))
    loaded.rr_like(*picture_of(grey), address(corners), len(corners), *_at(samples), *at)
    return answer


def quads(
    loaded: ctypes.CDLL, grey: Image, ways: Image, contrast: int, smallest_px: float, largest_px: float, most: int
) -> Floats:
    """As `quads.dark_quads`."""
    found = np.empty((most, 4, 2))
    seen = address(ways), len(ways) - 1, contrast
    count = loaded.rr_quads(*picture_of(grey), *seen, smallest_px, largest_px, address(found), most)
    return found[:count].copy()


def to_table(loaded: ctypes.CDLL, sight: Floats, points_px: Floats, heights_mm: Floats) -> Floats:
    """As `sight.to_table`: (N, 2) px and (N,) mm to (N, 2) mm."""
    px, heights = np.ascontiguousarray(points_px, dtype=np.float64), np.ascontiguousarray(heights_mm, dtype=np.float64)
    table = np.empty((len(px), 2))
    loaded.rr_to_table(address(sight), address(px), address(heights), len(px), address(table))
    return table


def to_picture(loaded: ctypes.CDLL, sight: Floats, points_mm: Floats) -> Floats:
    """As `sight.to_picture`: (N, 3) mm to (N, 2) px."""
    points = np.ascontiguousarray(points_mm, dtype=np.float64)
    px = np.empty((len(points), 2))
    loaded.rr_to_picture(address(sight), address(points), len(points), address(px))
    return px


def _at(samples: Samples) -> tuple[int, int, float, int]:
    points, group, blur_px, weights = samples
    return address(points), group, blur_px, address(weights)


def picture_of(grey: Image) -> tuple[int, int, int, int]:
    """Address, width, height and bytes a row; the rows of a part of a picture need not follow each other."""
    if grey.dtype != np.uint8 or grey.ndim != 2 or grey.strides[1] != 1 or min(grey.shape) < 2:
        raise ValueError("an 8-bit grey picture with pixels side by side is wanted")
    return address(grey), grey.shape[1], grey.shape[0], grey.strides[0]
