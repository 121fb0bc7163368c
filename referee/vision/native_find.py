"""The compiled search of some parts of a picture: proposed, told from those seen already, and read, in one call.

As `quads.quads_in` and `reading.read` do it step by step; see native_source/find.c.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from referee.vision.native import Bytes, Codes, Floats, Samples, Singles, address, picture_of

MOST_FOUND = 1000
"""So many quadrangles worth a look are told of at most."""
_INT, _REAL, _AT = ctypes.c_int32, ctypes.c_double, ctypes.c_void_p


class Wanted(ctypes.Structure):
    """What is looked for: sides at least so long (px, as proposed and as read), no longer one way than the other by
    more than `stretched`; `same` as `finder.SAME_SHARE`; `enough`, `contrast` and `passes` as everywhere; likeness of
    `like` at least; `halved` to search at half of the size.
    """

    _fields_ = (
        *((name, _REAL) for name in ("smallest", "shortest", "stretched", "same", "enough", "like")),
        *((name, _INT) for name in ("contrast", "passes", "halved")),
    )


class _Patterns(ctypes.Structure):
    """As in find.c."""

    _fields_ = (*((name, _AT) for name in ("points", "blur", "weights", "codes")), ("group", _INT), ("many", _INT))


class _Answers(ctypes.Structure):
    """As in find.c."""

    _fields_ = (
        *((name, _AT) for name in ("corners", "quality", "best", "first", "second")),
        *((name, _INT) for name in ("most", "found")),
    )


def find(
    loaded: ctypes.CDLL,
    grey: Bytes,
    boxes: Sequence[tuple[int, int, int, int]],
    spread: Bytes | None,
    seen_px: Floats,
    wanted: Wanted,
    samples: Samples,
    codes: Codes,
    proposed: int,
) -> tuple[Floats, Floats, NDArray[np.int64], Singles, Singles]:
    """What `read` says of the quadrangles in boxes (left, top, right, bottom) that are like a pattern.

    Those where one of those seen (K, 4, 2) lies are left out. With `spread` (256) each box is searched once more in
    those grey levels. At most `proposed` are looked at in a box.
    """
    corners, quality = np.empty((MOST_FOUND, 4, 2)), np.empty(MOST_FOUND)
    first, second = np.empty(MOST_FOUND, np.float32), np.empty(MOST_FOUND, np.float32)
    which = np.empty(MOST_FOUND, np.int32)
    answers = _Answers(
        address(corners), address(quality), address(which), address(first), address(second), MOST_FOUND, 0
    )
    points, group, blur, weights = samples.at
    patterns = _Patterns(points, blur, weights, codes.at, group, codes.count)
    places, known = np.array(boxes, dtype=np.int32), np.ascontiguousarray(seen_px, dtype=np.float64)
    where = (address(places), len(places), None if spread is None else address(spread), address(known), len(known))
    what = (ctypes.addressof(wanted), ctypes.addressof(patterns), proposed, ctypes.addressof(answers))
    count = loaded.rr_find(*picture_of(grey), *where, *what)
    return corners[:count], quality[:count], which[:count].astype(np.int64), first[:count], second[:count]
