"""Reads the kit's label back from a picture of a sheet."""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from markers.label import KitLabel, is_label, parse_label
from referee.errors import SetupError


def read_labels(image: NDArray[np.uint8]) -> tuple[KitLabel, ...]:
    """Every different kit label in a picture, sorted; codes of other programs are passed over.

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
    codes = reader.decode(grey, symbols=[reader.ZBarSymbol.QRCODE])
    texts = sorted({code.data.decode("utf-8", "replace") for code in codes})
    return tuple(parse_label(text) for text in texts if is_label(text))


def _pyzbar() -> ModuleType:
    try:
        from pyzbar import pyzbar
    except ImportError as problem:
        raise SetupError("Reading the printed code needs the library zbar: apt install libzbar0.") from problem
    module: ModuleType = pyzbar
    return module
