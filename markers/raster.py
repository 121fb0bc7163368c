"""Printed sheets as pictures. PDFium is used by one thread at a time, also to let go of what it holds."""

from __future__ import annotations

import weakref
from threading import RLock

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from referee.errors import KitError

MM_PER_PT = 25.4 / 72.0
_ALONE = RLock()
"""The same thread may come again: rubbish is let go of wherever Python happens to look for it."""


class OpenedSheets:
    """The sheets of a PDF, until nobody has them any more. Raises KitError for what is no PDF."""

    def __init__(self, pdf: bytes) -> None:
        with _ALONE:
            try:
                self._document = pypdfium2.PdfDocument(pdf)
            except pypdfium2.PdfiumError as problem:
                raise KitError("The kit's PDF cannot be read: print the kit again.") from problem
        # its own way to close is no thread's alone: two at once end the program
        weakref.finalize(self, _close, self._document)

    def __len__(self) -> int:
        with _ALONE:
            return len(self._document)

    def picture(self, number: int, px_per_mm: float) -> NDArray[np.uint8]:
        """One sheet (H, W, 3), BGR. Raises KitError when there are not so many."""
        with _ALONE:
            if not 0 <= number < len(self._document):
                raise KitError(f"There is no sheet {number + 1}; there are {len(self._document)}.")
            page = self._document[number]
            # a hair less, so that a page of 2100.0000001 px is not rounded up to 2101 and stretched
            bitmap = page.render(scale=px_per_mm * MM_PER_PT - 1e-6, rev_byteorder=False)
            drawn = np.array(bitmap.to_numpy()[..., :3], order="C")
            bitmap.close()
            page.close()
            return drawn


def _close(document: pypdfium2.PdfDocument) -> None:
    with _ALONE:
        document.close()
