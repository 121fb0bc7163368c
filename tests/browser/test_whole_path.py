"""From the first screen to a race under way, and on to the podium, in a real browser, with a simulated table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from referee.devices.cameras import CameraName
from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.hosting import Host
from referee.hosting.cameras import CameraList
from web.app import create_app

from .axe import axe_faults
from .dragging import drag_a_car
from .far_phones import PHONE, FarPhones
from .laid_camera import LaidCamera, play, seen
from .laid_table import before_a_doubt, before_the_end, faulty, first_position, legal

if TYPE_CHECKING:
    from .conftest import Visit

NAME = "racepack"
CLEAR_FAULTS = ("racepack/speed-change", "racepack/lane-change", "racepack/forward")


@pytest.mark.long
def test_the_guided_path_leads_to_a_race(
    guide: Callable[..., tuple[Host, Visit]],
) -> None:
    """Dark colours; game, camera, picture, lens, table, race: each step by clicks, each without a grave fault of
    accessibility; a reload in the middle of the race loses nothing."""
    _, tab = guide(color_scheme="dark")
    faults = {}
    tab.see("#guide-heading")
    assert tab.page.text_content("#source") == "", "no camera is lost before one is chosen"
    faults["game"] = axe_faults(tab.page)
    tab.click("next:camera")
    tab.see('[data-key="camera:simulated"]')
    tab.click("camera:simulated")
    tab.see('[data-key="next:picture"]')
    faults["camera"] = axe_faults(tab.page)
    tab.click("next:picture")
    tab.until("document.querySelectorAll('.checks [data-state=ok]').length >= 4")
    faults["picture"] = axe_faults(tab.page)
    assert tab.page.locator("#source .dot.good").count() == 1
    tab.click("next:lens")
    tab.see('[data-key="pass:lens"].main')
    assert not tab.page.is_visible('[data-key="lens:begin"]'), "nobody can show a board to a simulated camera"
    tab.click("lens:mark")
    tab.see(".accuracy [data-off=good]")
    assert "mm off" in tab.page.inner_text(".accuracy")
    faults["lens"] = axe_faults(tab.page)
    tab.click("pass:lens")
    tab.see("#turn .ready")
    faults["table"] = axe_faults(tab.page)
    tab.click("start")
    tab.until("document.querySelector('#verdict').dataset.status !== 'none'")
    tab.until("document.querySelectorAll('#record-list .entry').length >= 2")
    faults["race"] = axe_faults(tab.page)
    assert {screen: found for screen, found in faults.items() if found} == {}
    entries = tab.page.locator("#record-list .entry").count()
    tab.page.reload()
    tab.until(f"document.querySelectorAll('#record-list .entry').length >= {entries}")
    tab.page.click("#settings-open")
    tab.page.click("#leave-open")
    tab.see("#leave[open]")
    assert axe_faults(tab.page) == []
    tab.page.click("#leave-send")
    tab.see("body[data-phase=setup] .offer [data-key^='resume:']")


@pytest.mark.long
def test_from_the_set_up_to_the_podium(tmp_path: Path, serve: Callable[..., str], visit: Callable[..., Visit]) -> None:
    """One evening at the table, by clicks: a camera chosen by its picture, survey, race; a legal turn, a doubt
    answered, a fault overruled, a piece dragged and that undone, a phone joined, the page loaded again, the last turn,
    the podium and the record to take home. People lay the table on to just before the last turn and set the position as
    text, so that the evening is a short one."""
    camera = LaidCamera(NAME, first_position(NAME))
    host = _host_with(camera, tmp_path)
    try:
        app = create_app(host, hosts=["127.0.0.1"])
        app.wsgi_app = FarPhones(app.wsgi_app)  # type: ignore[method-assign, assignment]
        tab = visit(serve(app))
        _set_up(tab)
        seen(host, camera)
        tab.see("#turn .ready")
        tab.click("start")
        tab.see("body[data-phase=race]")
        _a_legal_turn(tab, host, camera)
        _a_doubt(tab, host, camera)
        _a_fault(tab, host, camera)
        _a_piece_dragged_and_undone(tab, host)
        _a_phone(tab, visit, host, camera)
        entries = tab.page.locator("#record-list .entry").count()
        tab.page.reload()
        tab.until(f"document.querySelectorAll('#record-list .entry').length === {entries}")
        _the_last_turn(tab, host, camera)
        assert tab.page.inner_text("#podium .step[data-place='1']").lower().count(_winner(host)) == 1
        assert axe_faults(tab.page) == []
        with tab.page.expect_download() as packed:
            tab.click("podium-record")
        assert packed.value.suggested_filename.endswith(".zip")
        tab.page.reload()
        tab.see("#podium .step[data-place='1']")
        tab.click("podium-again")
        tab.see("body[data-phase=survey] #turn .whose")
    finally:
        host.stop()


def _host_with(camera: LaidCamera, folder: Path) -> Host:
    """A host that knows this one camera."""
    return Host(
        RecordsFolder(folder / "races"),
        lambda text, hear: camera,
        CameraList(lambda: (CameraName(0, camera.name, ""),), lambda name: camera.thumbnail()),
        LensFolder(folder / "lenses"),
    )


def _set_up(tab: Visit) -> None:
    """The guided path with two players, the camera chosen by its picture, the lens not measured."""
    tab.page.check('[data-key="count:2"]')
    tab.click("next:camera")
    tab.see('[data-key="camera:0"] img')
    tab.click("camera:0")
    tab.click("next:picture")
    tab.until("document.querySelectorAll('.checks [data-state=ok]').length >= 4")
    tab.click("next:lens")
    tab.click("lens:begin")
    tab.see(".coverage")
    assert axe_faults(tab.page) == []
    tab.click("lens:finish")
    tab.until("document.querySelector('#toast').matches('.shown.problem')")
    tab.errors.clear()  # Chromium writes each refused request on its console
    tab.click("pass:lens")
    tab.until("!document.querySelector('#toast').matches('.shown')")  # its "too few views" is of the step before


def _stands(host: Host) -> str:
    assert host.referee is not None
    return host.referee.match.state.position


def _set_position(tab: Visit, host: Host, camera: LaidCamera, position: str) -> None:
    """People lay the table otherwise and set the position as text."""
    tab.click("pause")
    tab.see('[data-key="go-on"]')
    camera.lay(position)
    seen(host, camera)
    tab.click("correct")
    tab.page.click("#correct-text summary")
    tab.page.fill("#correct-position", position)
    tab.page.click("#correct-set")
    tab.page.wait_for_selector("#correct", state="hidden")
    tab.click("go-on")
    tab.page.wait_for_selector('[data-key="go-on"]', state="detached")
    assert _stands(host) == position


def _a_legal_turn(tab: Visit, host: Host, camera: LaidCamera) -> None:
    play(host, camera, legal(camera.law, _stands(host)))
    tab.see("#verdict[data-status=LEGAL]:not([data-provisional])")


def _a_doubt(tab: Visit, host: Host, camera: LaidCamera) -> None:
    start, turn = before_a_doubt(camera.law)
    _set_position(tab, host, camera, start)
    play(host, camera, turn)
    tab.see("#verdict[data-status=UNDECIDED] [data-answer]")
    tab.page.click(f'#verdict [data-answer][data-key$=":{turn.declared[0]}"]')
    tab.see("#verdict[data-status=LEGAL]")
    if tab.page.is_visible("#verdict[data-provisional]"):
        tab.click("close")
    tab.see("#verdict[data-status=LEGAL]:not([data-provisional])")


def _a_fault(tab: Visit, host: Host, camera: LaidCamera) -> None:
    play(host, camera, faulty(camera.law, _stands(host), *CLEAR_FAULTS))
    tab.see("#verdict[data-status=ILLEGAL]")
    tab.click("close")
    tab.see("#verdict[data-status=ILLEGAL]:not([data-provisional]) .rules .rule")
    tab.click("overrule")
    tab.page.fill("#overrule-who", "the table")
    tab.page.fill("#overrule-why", "the car was bumped")
    tab.page.click("#overrule-send")
    tab.see("#verdict .settled")
    tab.see("#record-list .entry.kind-overrule")


def _a_piece_dragged_and_undone(tab: Visit, host: Host) -> None:
    before = _stands(host)
    tab.click("correct")
    assert host.referee is not None
    tab.see(".grip[data-piece='C']")
    drag_a_car(tab.page, host.referee)
    tab.page.click("#place-set")
    tab.until("document.querySelector('#place-done').textContent.includes('the camera still sees the table otherwise')")
    tab.page.keyboard.press("Escape")
    assert _stands(host) != before
    tab.click("undo")
    tab.see("#record-list .entry.kind-correct.undone")
    assert _stands(host) == before


def _a_phone(tab: Visit, visit: Callable[..., Visit], host: Host, camera: LaidCamera) -> None:
    """A player's phone comes in by the code, sees a turn judged and says that it is done."""
    tab.page.click("#phones-open")
    tab.page.locator(".phone-code").first.locator("button").click()
    phone = visit(tab.see(".phone-code .link").inner_text(), **PHONE)
    tab.page.keyboard.press("Escape")
    phone.see("body[data-role=declare][data-phase=race]")
    play(host, camera, legal(camera.law, _stands(host)))
    phone.see("#verdict[data-status=LEGAL]")
    assert not phone.page.is_visible('[data-key="undo"]')


def _the_last_turn(tab: Visit, host: Host, camera: LaidCamera) -> None:
    start, turn = before_the_end(camera.law)
    _set_position(tab, host, camera, start)
    play(host, camera, turn)
    tab.see("#podium .step[data-place='1']")


def _winner(host: Host) -> str:
    return str(host.snapshot()["podium"]["rows"][0]["player"])


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
    assert axe_faults(tab.page) == []
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
