"""What is laid over a film of the table, in a real browser."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from PIL import Image

from web.app import create_app

from .laid_table import LaidTable, faulty, legal

if TYPE_CHECKING:
    from .conftest import Visit


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_overlay_shows_news_and_nothing_behind_it(
    serve: Callable[[Flask], str], visit: Callable[..., Visit], scheme: str
) -> None:
    """A legal turn is shown for a while, a fault with its place until it is settled; the rest is transparent."""
    table = LaidTable()
    tab = visit(serve(create_app(table.referee)) + "overlay?seconds=1&language=de", color_scheme=scheme)
    tab.see("#score li")
    assert not tab.page.is_visible("#word, #place")
    table.play(legal(table.law, table.position))
    tab.see("#word[data-status=LEGAL]")
    tab.until("document.querySelector('#word').hidden")
    table.play(faulty(table.law, table.position))
    tab.see("#word[data-status=ILLEGAL]")
    tab.see("#place-picture")
    tab.page.wait_for_timeout(1200)
    assert tab.page.is_visible("#word")
    picture = Image.open(io.BytesIO(tab.page.screenshot(omit_background=True)))
    alpha = picture.getchannel("A")
    assert alpha.getpixel((picture.width // 2, picture.height // 2)) == 0
    assert alpha.getextrema()[1] == 255
