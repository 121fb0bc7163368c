"""Reads the kit's label back from a picture of a sheet."""

from __future__ import annotations

from types import ModuleType

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.label import KitLabel, is_label, parse_label
from referee.errors import SetupError

LARGE_PX = 4_000_000
"""Larger pictures are not doubled: that takes half a second, and their codes are large enough."""


def read_labels(image: NDArray[np.uint8]) -> tuple[KitLabel, ...]:
    """Every different kit label in a picture, sorted; codes of other programs are passed over.

    A picture without a readable one is looked at again in twice the size: the library wants two pixels a square or
    more, which a sheet under a camera hardly has.

    Parameters
    ----------
    image : (H, W) grey or (H, W, 3) BGR, uint8.

    Raises
    ------
    SetupError : the system library zbar is missing.
    KitError : a label of this program that is damaged.
    """
    reader = _pyzbar()
    grey = image if image.ndim == 2 else np.ascontiguousarray(image[:, :, 1])
    texts = _texts(reader, grey)
    if not texts and grey.size <= LARGE_PX:
        texts = _texts(reader, np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8))
    return tuple(parse_label(text) for text in sorted(texts))


def _texts(reader: ModuleType, grey: NDArray[np.uint8]) -> set[str]:
    codes = reader.decode(grey, symbols=[reader.ZBarSymbol.QRCODE])
    texts = {code.data.decode("utf-8", "replace") for code in codes}
    return {text for text in texts if is_label(text)}


def _pyzbar() -> ModuleType:
    try:
        from pyzbar import pyzbar
    except ImportError as problem:
        raise SetupError("Reading the printed code needs the library zbar: apt install libzbar0.") from problem
    module: ModuleType = pyzbar
    return module
