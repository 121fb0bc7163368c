"""The eye's inner loops, compiled, where a C compiler was at hand when the referee was installed.

`library` is None elsewhere; then each function of the eye takes its way through numpy and OpenCV, to the same answers.
The sources are in `native_source`; the calls let other threads run meanwhile.
"""

from __future__ import annotations

import ctypes
from importlib.machinery import PathFinder
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.vision.scene import Image

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


def picture_of(grey: Image) -> tuple[int, int, int, int]:
    """Address, width, height and bytes a row; the rows of a part of a picture need not follow each other."""
    if grey.dtype != np.uint8 or grey.ndim != 2 or grey.strides[1] != 1 or min(grey.shape) < 2:
        raise ValueError("an 8-bit grey picture with pixels side by side is wanted")
    return address(grey), grey.shape[1], grey.shape[0], grey.strides[0]


def run(name: str, *given: Any) -> Any:
    """Call a compiled function; of arrays, which it reads or writes in their own order, it is told the addresses."""
    assert library is not None
    return getattr(library, name)(*[address(one) if isinstance(one, np.ndarray) else one for one in given])
