"""PDFium is no two threads' at once: what several viewers ask for at the same time ends no race."""

from __future__ import annotations

import gc
from threading import Thread

from markers import kits, raster


def test_sheets_are_let_go_of_when_no_other_thread_uses_pdfium() -> None:
    """A document that nobody has any more is closed when another thread has drawn its sheet, not meanwhile."""
    sheets = [raster.OpenedSheets(kits.pdf("royal-racers"))]
    document = sheets[0]._document

    def let_go() -> None:
        sheets.clear()
        gc.collect()

    other = Thread(target=let_go)
    with raster._ALONE:
        other.start()
        other.join(0.2)
        assert other.is_alive()
        assert document.raw is not None
    other.join(30.0)
    assert document.raw is None
