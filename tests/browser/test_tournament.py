"""The tournament's page in a real browser: an organiser leads the evening, phone and projector follow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.report import page_of
from referee.devices.store import SqliteStore
from referee.tournament.evening import Evening
from referee.tournament.page import tournament_app
from tests.tournament.evenings import BEGAN_NS, evening, record

from .axe import axe_faults
from .conftest import PHONE

if TYPE_CHECKING:
    from .conftest import Visit


def test_an_evening_on_three_screens(serve: Callable[..., str], visit: Callable[..., Visit], tmp_path: Path) -> None:
    """Pairing by keyboard; a race's result comes by itself to phone and projector; nothing is cut off or too small."""
    evening(tmp_path / "evening", 16, system="heats", seats=4)
    here = Evening(tmp_path / "evening", tmp_path / "races", lambda: BEGAN_NS)
    app = tournament_app(here, lambda path, language: page_of(SqliteStore.read(path), True, language))
    url = serve(app)
    organiser = visit(url)
    organiser.page.focus('[data-key="pair"]')
    organiser.page.keyboard.press("Enter")
    organiser.until("document.querySelectorAll('.now tbody tr').length === 4")
    phone, wall = (
        visit(url, viewport=PHONE, locale="de-DE"),
        visit(f"{url}?screen=wall", viewport={"width": 1920, "height": 1080}),
    )
    first = here.log.read().rounds[0].heats[0].seats
    record(tmp_path / "races", first, BEGAN_NS)
    for tab in (organiser, phone, wall):
        tab.until(f"document.querySelector('.standings tbody tr')?.textContent.includes('{first[0]}')")
        assert axe_faults(tab.page) == []
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wall.page.evaluate("parseFloat(getComputedStyle(document.querySelector('.standings td')).fontSize)") >= 26
    organiser.page.fill('[name="order"]', ", ".join(here.log.read().rounds[0].heats[1].seats))
    organiser.page.fill('[name="heat"]', "2")
    organiser.click("result")
    organiser.until("document.getElementById('said').textContent === 'The result is kept.'")
    organiser.click("race-1-1")
    organiser.until(f"document.body.textContent.includes('{first[0]}')")
