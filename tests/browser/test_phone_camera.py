"""A phone's own browser is the camera: from the code on the guided page to the verdicts, over HTTPS, in a real browser
whose camera plays a sample race."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import av
import numpy as np
import pytest
from flask import Flask
from numpy.typing import NDArray

from referee.assemble import Referee
from referee.commands import Close, Guide, Role
from referee.devices.authority import Authority
from referee.devices.camera_visit import CameraVisit
from referee.devices.phone import PhoneCamera, PhoneSource
from referee.devices.sources import open_source
from referee.hosting import Host
from referee.record.races import standing_turns
from web.app import create_app
from web.guard import desk_of
from web.joining import address
from web.serve import PageServer

from .axe import axe_faults
from .conftest import CHROMIUM, FLAGS
from .far_phones import PHONE, FarPhones

if TYPE_CHECKING:
    from .conftest import Visit

NAME = "royal-racers"
SAMPLES = Path(__file__).parents[2] / "sample_images" / NAME
HOST = "table.local"
RATE = 6
"""Pictures a second."""
AT_REST = 2.0
"""Of 255: so little differ two pictures of a table at which nobody does anything."""
REST_FRAMES = 3
"""Each picture of a table at rest stays so long: a busy machine misses no moment of it."""
BEFORE_FRAMES, AFTER_FRAMES = 18, 40
"""The table as it lies before and after the race: a phone needs a moment to begin, and then its film begins anew."""
WAIT_S = 120.0


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The sample race as a camera's raw pictures."""
    path = tmp_path_factory.mktemp("camera") / "race.y4m"
    with av.open(str(SAMPLES / "race.mp4")) as source, path.open("wb") as raw:
        pictures = [frame.to_ndarray(format="yuv420p") for frame in source.decode(video=0)]
        height, width = pictures[0].shape[0] * 2 // 3, pictures[0].shape[1]
        raw.write(f"YUV4MPEG2 W{width} H{height} F{RATE}:1 Ip A1:1 C420mpeg2\n".encode())
        times = [REST_FRAMES if _at_rest(one, after) else 1 for one, after in pairwise(pictures)]
        for picture, shown in zip(pictures, [BEFORE_FRAMES, *times[1:], AFTER_FRAMES], strict=True):
            raw.write((b"FRAME\n" + np.ascontiguousarray(picture).tobytes()) * shown)
    yield path
    path.unlink()


def _at_rest(picture: NDArray[Any], after: NDArray[Any]) -> bool:
    return float(np.abs(picture.astype(np.int16) - after).mean()) < AT_REST


@pytest.fixture
def phone_browser(browser: Any, film: Path) -> Iterator[Any]:
    """A browser whose camera shows the film."""
    phone = with_a_camera(browser, f"--use-file-for-fake-video-capture={film}")
    yield phone
    phone.close()


@pytest.fixture
def any_phone(browser: Any) -> Iterator[Any]:
    """A browser whose camera shows something that moves."""
    phone = with_a_camera(browser)
    yield phone
    phone.close()


def with_a_camera(browser: Any, *shows: str) -> Any:
    """A browser with a camera, to whom the network's name for this machine is known."""
    flags = [
        *FLAGS.split(),
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
        *shows,
    ]
    return browser.browser_type.launch(executable_path=CHROMIUM, args=flags)


def verdicts(referee: Referee) -> list[tuple[str, str, str]]:
    """Turn, status and broken rules of each turn that is closed."""
    return [
        (
            str(entry.data["turn"]),
            str(entry.data["status"]),
            json.dumps([one["rule"] for one in entry.data["violations"]]),
        )
        for entry in standing_turns(referee.match.entries)
    ]


def from_the_file(turns: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """What the referee says of the race when he reads it from the file (tests/chain/test_film.py)."""
    return [
        (one["turn"], one["verdict"], json.dumps([] if one["truth"] == "legal" else [one["truth"]])) for one in turns
    ]


def until(so: Callable[[], object], what: str) -> None:
    """Wait for something that comes of itself."""
    end = time.monotonic() + WAIT_S
    while not so():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def test_a_phone_is_the_camera(
    make_host: Callable[..., Host],
    serve: Callable[[Flask], str],
    visit: Callable[..., Visit],
    phone_browser: Any,
) -> None:
    """Code, warning, start: the verdicts are those of the file, a fault among them; the line is cut and comes back by
    itself; where HTTPS does not work a photograph does. No code is in the record."""
    phone = PhoneCamera()
    host = make_host(opener=lambda text, hear: open_source(text, on_status=hear, phone=phone))
    app = create_app(host, hosts=[HOST], phone=phone, authority=Authority.passing)
    app.wsgi_app = FarPhones(app.wsgi_app)  # type: ignore[method-assign, assignment]
    tab = visit(serve(app))
    played = json.loads((SAMPLES / "race.json").read_text(encoding="utf-8"))
    players = played["players"]
    for what, value in (("game", NAME), ("players", str(players)), ("go", "camera")):
        host.command(Guide(what, value))
    tab.click("camera:phone")
    tab.see(".phone-panel .qr")
    assert axe_faults(tab.page) == []
    url = str(tab.page.text_content(".phone-panel .link"))
    host.command(Guide("go", "table"))
    assert host.referee is not None
    referee = host.referee
    referee.start_by_itself(players)

    context = phone_browser.new_context(**PHONE, ignore_https_errors=True)
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#cam-door", state="visible")
    assert axe_faults(page) == []
    page.click("#cam-secure")
    page.click("#cam-start")
    assert page.url.startswith(f"https://{HOST}:")
    expected = from_the_file(played["turns"])
    assert [status for _, status, _ in expected] == ["LEGAL", "ILLEGAL"]
    until(lambda: _turn_told(referee) == expected[-1][0], "the last turn was not seen")
    if len(verdicts(referee)) < len(expected):
        referee.insist(Close())
    assert verdicts(referee)[: len(expected)] == expected
    tab.see("#verdict[data-status=ILLEGAL]")
    page.wait_for_selector("#cam-state:not(:empty)")

    context.set_offline(True)
    tab.see("#source .dot.wrong")
    page.wait_for_selector("#cam-worry:not(:empty)")
    context.set_offline(False)
    tab.see("#source .dot.good")

    page.goto(url)
    page.click("#cam-photo")
    page.wait_for_selector("#cam-still", state="visible")
    assert axe_faults(page) == []
    page.set_input_files("#cam-file", SAMPLES / "still-1.jpg")
    until(lambda: "1" in str(page.text_content("#cam-state")), "the photograph did not arrive")
    source = host._source
    assert source is not None
    until(lambda: source.stills, "the photograph was not looked at")
    code = url.partition("#")[2]
    assert not any(code in json.dumps(dict(entry.data), default=str) for entry in referee.match.entries)
    assert code not in json.dumps(dict(referee.match.store.header), default=str)
    context.close()


def _turn_told(referee: Referee) -> str:
    verdict = referee.snapshot()["verdict"]
    return "" if verdict is None else str(verdict["turn"])


def test_one_phone_is_player_and_camera_and_the_camera_outlasts_a_restart(
    make_host: Callable[..., Host], any_phone: Any, tmp_path: Path, home_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It joined as a player, becomes the camera, and takes the player's code anew in another tab: the pictures go on.
    After a restart they go on without anybody touching it, and the player is led to the door."""

    with socket.create_server(("127.0.0.1", 0)) as free:
        monkeypatch.setattr("web.doors.SECURE_PORT", free.getsockname()[1])

    def started() -> tuple[Host, PageServer, Callable[[Role], str]]:
        phone = PhoneCamera()
        host = make_host(opener=lambda text, hear: open_source(text, on_status=hear, phone=phone))
        authority, camera = partial(Authority.of, tmp_path), CameraVisit(tmp_path)
        app = create_app(host, hosts=[HOST], phone=phone, authority=authority, camera=camera)
        app.wsgi_app = FarPhones(app.wsgi_app)  # type: ignore[method-assign, assignment]
        server = PageServer(app, "127.0.0.1", home_port)
        server.start()
        host.command(Guide("source", "phone"))
        desk = desk_of(app)
        desk.doors.open(secure=True)
        return host, server, lambda role: address(desk, server.url, desk.visitors.invite(role))

    def pictures(host: Host) -> int:
        return host._source.status.frames if isinstance(host._source, PhoneSource) else 0

    host, server, code = started()
    context = any_phone.new_context(**PHONE, ignore_https_errors=True)
    player, camera = context.new_page(), context.new_page()
    player.goto(code(Role.DECLARE))
    player.wait_for_selector("#verdict", state="attached")
    camera.goto(code(Role.CAMERA))
    camera.click("#cam-secure")
    camera.click("#cam-start")
    until(lambda: pictures(host) > 3, "the player became no camera")
    player.goto("about:blank")
    player.goto(code(Role.DECLARE))
    player.wait_for_selector("#verdict", state="attached")
    so_far = pictures(host)
    until(lambda: pictures(host) > so_far + 3, "the player's code stopped the camera")

    server.stop()
    host.stop()
    camera.wait_for_selector("#cam-worry:not(:empty)")
    camera.wait_for_selector("#cam-state:empty", state="attached")
    host, server, code = started()
    try:
        until(lambda: pictures(host) > 3, "the camera did not come back")
        until(
            lambda: "No line" not in str(camera.text_content("#cam-worry")), "its page still says that it has no line"
        )
        player.wait_for_selector("#join-form")
        assert "asleep" not in str(camera.text_content("#cam-worry")), "that is a note and no fault"
        camera.click("#cam-stop")
        camera.wait_for_selector("#cam-ready", state="visible")
        assert camera.evaluate("document.querySelector('#cam-video').srcObject.active") is False
        so_far = pictures(host)
        camera.click("#cam-start")
        until(lambda: pictures(host) > so_far + 3, "the camera did not start again")
        context.close()
    finally:
        server.stop()
