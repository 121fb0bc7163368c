"""A phone is the camera: only the one that joined as such, over HTTPS too, and with pictures only."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import struct
import time
import urllib.request
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask, request

from referee.commands import Role
from referee.devices.authority import Authority
from referee.devices.phone import LARGEST_BYTES, PhoneCamera, PhoneSource
from tests.devices.test_phone import jpeg
from web.app import create_app
from web.guard import TOKEN_HEADER, desk_of
from web.serve import PageServer

if TYPE_CHECKING:
    from tests.web.conftest import FakeRace

HERE = "127.0.0.1"


class Far:
    """A device of the network, which speaks HTTPS to the server and trusts its authority."""

    def __init__(self, app: Flask, authority: Authority) -> None:
        self._app = app
        context = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(authority.certificate))
        self._port = desk_of(app).doors.secure_port
        self.line = http.client.HTTPSConnection(HERE, self._port, context=context, timeout=60)
        self.headers: dict[str, str] = {}

    def join(self, role: Role) -> None:
        """Come in with a code for this role."""
        code = desk_of(self._app).visitors.invite(role).code
        self.headers = {}
        status, _ = self.ask("POST", "/join", json.dumps({"code": code}).encode(), "application/json")
        assert status == 200
        visitor = desk_of(self._app).visitors.visitor(self._cookie)
        assert visitor is not None
        name = "race_camera" if role is Role.CAMERA else "race_visitor"
        self.headers = {"Cookie": f"{name}={self._cookie}", TOKEN_HEADER: visitor.token}

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "image/jpeg") -> tuple[int, Any]:
        """Status and JSON of an answer."""
        origin = {"Origin": f"https://{HERE}:{self._port}", "Content-Type": kind} if body is not None else {}
        self.line.request(method, path, body, {**origin, **self.headers})
        answer = self.line.getresponse()
        said = answer.read()
        self._cookie = (answer.getheader("Set-Cookie") or "").partition("=")[2].partition(";")[0]
        return answer.status, json.loads(said) if said.startswith(b"{") else said

    def promise(self, size: int) -> int:
        """The status given to whoever says that he will send so much, and has not sent it."""
        self.line.putrequest("POST", "/camera/picture")
        for name, value in {**self.headers, "Content-Length": str(size)}.items():
            self.line.putheader(name, value)
        self.line.endheaders()
        refused = self.line.getresponse()
        refused.read()
        return refused.status


@pytest.fixture
def phone() -> PhoneCamera:
    """The phone that is looked through."""
    return PhoneCamera()


@pytest.fixture
def source(phone: PhoneCamera) -> Iterator[PhoneSource]:
    """What looks through it."""
    opened = phone.open()
    yield opened
    opened.close()


@pytest.fixture
def app(race: FakeRace, phone: PhoneCamera) -> Flask:
    """The page, to which everybody comes from afar."""
    app = create_app(race, hosts=[HERE], phone=phone, authority=Authority.passing)
    app.before_request_funcs.setdefault(None, []).insert(0, _from_afar)
    return app


def _from_afar() -> None:
    request.remote_addr = "192.168.1.23"


@pytest.fixture
def far(app: Flask) -> Iterator[Far]:
    """A device before its server."""
    server = PageServer(app, HERE, 0, is_here=lambda address: False)
    server.start()
    desk_of(app).doors.open(secure=True)
    device = Far(app, desk_of(app).doors.authority)
    yield device
    device.line.close()
    server.stop()


def test_only_the_camera_may_send_pictures(far: Far, source: PhoneSource) -> None:
    """A stranger, a viewer, a player and a referee are refused, and so is the camera of before; the camera's arrive."""
    large = jpeg(90, 1920, 1080) + bytes(300_000)
    assert far.ask("POST", "/camera/picture?number=1", jpeg(50))[0] == 401
    assert far.promise(len(large)) == 413, "nobody waits for a stranger's megabytes"
    for role in (Role.WATCH, Role.DECLARE, Role.REFEREE):
        far.join(role)
        assert far.ask("POST", "/camera/picture?number=1", jpeg(50))[0] == 403
    assert source.status.frames == 0
    far.join(Role.CAMERA)
    assert far.ask("POST", "/camera/picture?number=1", large) == (200, {"ok": True})
    earlier = dict(far.headers)
    far.join(Role.CAMERA)
    assert far.ask("POST", "/camera/picture?number=2", large)[0] == 200
    far.headers = earlier
    assert far.ask("POST", "/camera/picture?number=3", jpeg(50))[0] == 401, "another phone took its place"
    assert source.status.frames == 2


def test_the_camera_may_do_nothing_else(far: Far, source: PhoneSource, race: FakeRace) -> None:
    """It sees nothing of the race and asks nothing of it."""
    far.join(Role.CAMERA)
    for path in ("/state", "/events", "/frame.jpg", "/position", "/invitations", "/evidence/3/before.jpg"):
        assert far.ask("GET", path)[0] == 403, path
    for body in ({"do": "close"}, {"do": "invite", "role": "referee"}):
        assert far.ask("POST", "/command", json.dumps(body).encode(), "application/json")[0] == 403
    assert race.asked == []
    assert far.ask("GET", "/camera")[0] == 200


def test_bad_pictures_are_refused_with_a_sentence_and_the_next_one_arrives(far: Far, source: PhoneSource) -> None:
    """Also one that is larger than any picture, of which nobody waits for the end."""
    far.join(Role.CAMERA)
    for bad in (b"", b"x", jpeg(50)[:-30], jpeg(50, 100, 60)):
        status, said = far.ask("POST", "/camera/picture?number=1", bad)
        assert (status, said["error"].startswith("This picture arrived broken")) == (409, True)
    assert far.promise(LARGEST_BYTES + 1) == 413
    assert far.ask("POST", "/camera/picture?number=x&battery=y", jpeg(50))[0] == 200
    assert source.status.frames == 1


def test_a_picture_needs_the_cameras_own_token_and_origin(far: Far, source: PhoneSource) -> None:
    """A page of another site that the phone has open sends none."""
    far.join(Role.CAMERA)
    own = dict(far.headers)
    far.headers = {**own, TOKEN_HEADER: "guessed"}
    assert far.ask("POST", "/camera/picture?number=1", jpeg(50))[0] == 403
    far.headers = {**own, "Origin": "https://elsewhere.example"}
    assert far.ask("POST", "/camera/picture?number=1", jpeg(50))[0] == 403
    assert source.status.frames == 0


def test_who_begins_a_handshake_and_says_no_more_holds_nobody_up(far: Far, app: Flask) -> None:
    """Nor does one who speaks plain HTTP where HTTPS is spoken: he is let go."""
    port = desk_of(app).doors.secure_port
    with socket.create_connection((HERE, port)), socket.create_connection((HERE, port), 10) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"200 OK" not in plain.recv(1000)
        assert far.ask("GET", "/camera")[0] == 200


def test_a_viewer_who_goes_away_over_https_is_no_news(
    far: Far, app: Flask, race: FakeRace, caplog: pytest.LogCaptureFixture
) -> None:
    """His stream ends, and nothing is logged."""
    far.join(Role.WATCH)
    far.line.request("GET", "/events", headers=far.headers)
    answer = far.line.getresponse()
    answer.read1(10)
    assert far.line.sock is None or far.line.sock.fileno() >= 0
    hang_up = answer.fp.raw._sock  # type: ignore[attr-defined]
    hang_up.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    answer.close()
    far.line.close()
    feed = desk_of(app).feed
    end = time.monotonic() + 60
    while feed._viewers and time.monotonic() < end:
        race.show(outcome=str(time.monotonic()))
        time.sleep(0.01)
    assert feed._viewers == 0
    assert [record.getMessage() for record in caplog.records] == []


def test_phones_are_let_in_and_out_in_the_middle_of_a_race(race: FakeRace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that was for this machine alone opens with the first code, at this machine's address in the network, and
    is shut again with the last one; for the race nothing changes."""
    address = "127.0.0.2"  # stands for the one in the network
    monkeypatch.setattr("web.doors.lan_address", lambda: address)
    app = create_app(race, authority=Authority.passing)
    server = PageServer(app, HERE, 0)
    server.start()
    try:

        def reached() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex((address, server.port)) == 0

        def invite(role: str) -> Any:
            asked = urllib.request.Request(server.url + "invitations", json.dumps({"role": role}).encode())
            asked.add_header(TOKEN_HEADER, desk_of(app).token)
            asked.add_header("Content-Type", "application/json")
            return json.load(urllib.request.urlopen(asked, timeout=60))

        assert not reached()
        assert invite("declare")["code"]["url"].startswith(f"http://{address}:{server.port}/join#")
        assert reached()
        with urllib.request.urlopen(f"http://{address}:{server.port}/join", timeout=60) as door:
            assert door.status == 200
        assert not desk_of(app).doors.secure_port
        assert invite("camera")["code"]["url"].startswith(f"http://{address}:{server.port}/camera#")
        assert desk_of(app).doors.secure_port
        invite("none")
        assert not reached()
        assert desk_of(app).doors.hosts == ()
        assert invite("watch")["code"]["url"].startswith(f"http://{address}:")
        assert reached()
    finally:
        server.stop()
