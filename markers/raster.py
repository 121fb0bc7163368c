"""Printed sheets as pictures. PDFium is used by one thread at a time."""

from __future__ import annotations

from threading import Lock

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from referee.errors import KitError

MM_PER_PT = 25.4 / 72.0
_ALONE = Lock()


def opened(pdf: bytes) -> pypdfium2.PdfDocument:
    """The sheets. Raises KitError for what is no PDF."""
    with _ALONE:
        try:
            return pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as problem:
            raise KitError("The kit's PDF cannot be read: print the kit again.") from problem


def picture(sheets: pypdfium2.PdfDocument, number: int, px_per_mm: float) -> NDArray[np.uint8]:
    """One sheet (H, W, 3), BGR. Raises KitError when there are not so many."""
    with _ALONE:
        if not 0 <= number < len(sheets):
            raise KitError(f"There is no sheet {number + 1}; there are {len(sheets)}.")
        # a hair less, so that a page of 2100.0000001 px is not rounded up to 2101 and stretched
        drawn = sheets[number].render(scale=px_per_mm * MM_PER_PT - 1e-6, rev_byteorder=False).to_numpy()
        return np.ascontiguousarray(drawn[..., :3])
