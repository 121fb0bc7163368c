"""Telling a whole JPEG picture from a torn one: decoders fill the missing part with grey and say nothing."""

from __future__ import annotations

import re

import cv2
import numpy as np

from referee.vision.scene import Image

_STANDALONE = {0x01, *range(0xD0, 0xD9)}
# Inside picture data a 255 is followed by 0 or a restart marker; in a progressive picture tables and scans follow too.
_STRAY = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
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
    for stray in _STRAY.finditer(data, scan):
        marker = data[stray.end() - 1]
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


def decode_picture(data: bytes) -> Image | None:
    """A picture file's bytes as BGR (H, W, 3) uint8; None when they are torn or no picture at all."""
    if not data or (data[:2] == b"\xff\xd8" and not is_whole_jpeg(data)):
        return None
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
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
