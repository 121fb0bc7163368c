"""Telling a whole JPEG picture from a torn one: decoders fill the missing part with grey and say nothing."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
import PIL.Image

from referee.vision.scene import Image

LARGEST_PIXELS, LARGEST_SIDE_PX = 120_000_000, 20_000
"""More than phones and cameras take; OpenCV's own limits are a thousand million and thirty-two thousand."""
_STANDALONE = {0x01, *range(0xD0, 0xD9)}
# Inside picture data a 255 is followed by 0 or a restart marker; in a progressive picture tables and scans follow too.
_IN_DATA = np.isin(np.arange(256), (0x00, *range(0xD0, 0xD8), 0xFF))
_FILLED_ROWS = 8
_BETWEEN_SCANS = {0xC4, 0xDA, 0xDB, 0xDC, 0xDD, 0xFE}


def is_whole_jpeg(data: bytes) -> bool:
    """Whether the markers of a JPEG picture hold together from its start to its end (ITU T.81, annex B).

    Bytes after the end (as some phones add) are allowed.
    """
    if data[:2] != b"\xff\xd8":
        return False
    scan = _first_scan(data)
    if scan < 0:
        return False
    every = np.frombuffer(data, np.uint8)
    after = every[np.flatnonzero(every[scan:-1] == 0xFF) + scan + 1]
    for marker in after[~_IN_DATA[after]].tolist():
        if marker == 0xD9:
            return True
        if marker not in _BETWEEN_SCANS:
            return False
    return False


def _first_scan(data: bytes) -> int:
    """Where the picture data begins, -1 when the segments before it do not hold together."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return -1
        marker = data[at + 1]
        if marker == 0xFF or marker in _STANDALONE:
            at += 1 if marker == 0xFF else 2
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == 0xDA:
            return at + 2 + length
        at += 2 + length
    return -1


def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height that a picture file claims, read without decoding it; (0, 0) when it says none.

    >>> picture_size(b"no picture")
    (0, 0)
    """
    if data[:2] == b"\xff\xd8":
        return _jpeg_size(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of the very pictures that are looked for here
            with PIL.Image.open(io.BytesIO(data), formats=("PNG", "BMP", "WEBP", "TIFF")) as picture:
                return picture.size
    except PIL.Image.DecompressionBombError:
        return LARGEST_SIDE_PX + 1, LARGEST_SIDE_PX + 1
    except (OSError, ValueError, TypeError, KeyError, EOFError, SyntaxError, struct.error, OverflowError):
        return 0, 0


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF or marker in _STANDALONE:
            at += 1 if marker == 0xFF else 2
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0


def is_too_large(data: bytes) -> bool:
    """Whether a picture claims to be larger than any camera's: decoding it would take minutes and all the memory."""
    width_px, height_px = picture_size(data)
    return max(width_px, height_px) > LARGEST_SIDE_PX or width_px * height_px > LARGEST_PIXELS


class Decoded(NamedTuple):
    """A picture, and what gives its colours where the picture is its brightness alone; see `Frame`."""

    image: Image
    in_colour: Callable[[], Image] | None = None


def decode_brightness(data: bytes) -> Decoded | None:
    """As `decode_picture`; of a JPEG, which keeps it apart, the brightness alone: colours when they are asked for."""
    if data[:2] != b"\xff\xd8":
        image = decode_picture(data)
        return None if image is None else Decoded(image)
    grey = decode_picture(data, cv2.IMREAD_GRAYSCALE)
    if grey is None:
        return None

    def in_colour() -> Image:
        image = decode_picture(data)
        return grey if image is None else image

    return Decoded(grey, cache(in_colour))


def decode_picture(data: bytes, kind: int = cv2.IMREAD_COLOR) -> Image | None:
    """A picture file's bytes as BGR (H, W, 3) uint8; None when they are torn, too large, or no picture at all."""
    if not data or picture_size(data) == (0, 0) or is_too_large(data):
        return None
    if not data or (data[:2] == b"\xff\xd8" and not is_whole_jpeg(data)):
        return None
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), kind)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def is_torn(image: Image) -> bool:
    """Whether a decoded picture (H, W, 3) ends in the grey that decoders fill in for data that never came.

    A sensor's own grey is never one value over whole rows; black bars are not grey.
    """
    if image.ndim != 3 or len(image) <= _FILLED_ROWS:
        return False
    end = image[-_FILLED_ROWS:]
    grey = int(end[0, 0, 0])
    return abs(grey - 128) <= 2 and bool((end == grey).all()) and bool((image != grey).any())
