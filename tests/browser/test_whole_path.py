"""From the first screen to a race under way, in a real browser, with the simulated table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from referee.hosting import Host

from .axe import grave_faults

if TYPE_CHECKING:
    from .conftest import Visit


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_guided_path_leads_to_a_race(
    make_host: Callable[..., Host],
    app_of: Callable[[Host], Flask],
    serve: Callable[..., str],
    visit: Callable[..., Visit],
    scheme: str,
) -> None:
    """Game, camera, picture, lens, table, race: each step by clicks, each without a grave fault of accessibility; a
    reload in the middle of the race loses nothing."""
    tab = visit(serve(app_of(make_host(turns=40))), color_scheme=scheme)
    faults = {}
    tab.see("#guide-heading")
    faults["game"] = grave_faults(tab.page)
    tab.click("next:camera")
    tab.see('[data-key="camera:simulated"]')
    tab.click("camera:simulated")
    tab.see('[data-key="next:picture"]')
    faults["camera"] = grave_faults(tab.page)
    tab.click("next:picture")
    tab.until("document.querySelectorAll('.checks [data-state=ok]').length >= 4")
    faults["picture"] = grave_faults(tab.page)
    tab.click("next:lens")
    tab.click("lens:begin")
    tab.see(".coverage")
    faults["lens"] = grave_faults(tab.page)
    tab.click("pass:lens")
    tab.see("#turn .ready")
    faults["table"] = grave_faults(tab.page)
    tab.click("start")
    tab.until("document.querySelector('#verdict').dataset.status !== 'none'")
    tab.until("document.querySelectorAll('#record-list .entry').length >= 2")
    faults["race"] = grave_faults(tab.page)
    assert {screen: found for screen, found in faults.items() if found} == {}
    entries = tab.page.locator("#record-list .entry").count()
    tab.page.reload()
    tab.until(f"document.querySelectorAll('#record-list .entry').length >= {entries}")


def test_the_path_is_walked_by_keyboard_on_a_phone(
    make_host: Callable[..., Host],
    app_of: Callable[[Host], Flask],
    serve: Callable[..., str],
    visit: Callable[..., Visit],
) -> None:
    """With Tab, arrows and Enter alone, on 360 px: nothing is cut off and the focus is never lost."""
    tab = visit(serve(app_of(make_host())), viewport={"width": 360, "height": 740})
    tab.see("#guide-heading")
    assert _width_needed(tab.page) <= 360
    _tab_to(tab.page, "next:camera")
    tab.page.keyboard.press("Enter")
    tab.see('[data-key="camera:simulated"]')
    _tab_to(tab.page, "camera:simulated")
    tab.page.keyboard.press("Enter")
    tab.see('[data-key="next:picture"]')
    assert _width_needed(tab.page) <= 360
    assert grave_faults(tab.page) == []
    _tab_to(tab.page, "next:picture")
    tab.page.keyboard.press("Enter")
    tab.see(".checks")
    assert _width_needed(tab.page) <= 360


def _width_needed(page: Any) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def _tab_to(page: Any, key: str) -> None:
    """Press Tab until the element with this data-key has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset?.key ?? ''") == key:
            return
    raise AssertionError(f"{key} cannot be reached with the keyboard")
