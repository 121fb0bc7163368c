"""MJPEG streams over HTTP, whole, torn, without lengths and behind passwords."""

from __future__ import annotations

import http.server
import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from referee.addresses import shown_address
from referee.devices.live import EndOfStreamError
from referee.devices.mjpeg import MjpegGrabber
from referee.devices.sources import open_source
from referee.devices.status import ENDED
from referee.errors import SourceError
from tests.devices.scripted import jpeg, level


@contextmanager
def server(play: Callable[[http.server.BaseHTTPRequestHandler], None], host: str = "127.0.0.1") -> Iterator[str]:
    """A real HTTP server on loopback; gives its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                play(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer((host, 0), Handler) as running:
        running.daemon_threads = True
        thread = threading.Thread(target=running.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://{host}:{running.server_address[1]}/video"
        finally:
            running.shutdown()
            thread.join()


def begin(handler: http.server.BaseHTTPRequestHandler, boundary: str = "frame") -> None:
    """The answer's head."""
    handler.send_response(200)
    handler.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={boundary}")
    handler.end_headers()


def part(data: bytes, length: bool = True) -> bytes:
    """One picture of the stream, with or without its stated length."""
    stated = f"Content-Length: {len(data)}\r\n".encode() if length else b""
    return b"--frame\r\nContent-Type: image/jpeg\r\n" + stated + b"\r\n" + data + b"\r\n"


@pytest.mark.parametrize("length", [True, False])
@pytest.mark.parametrize("boundary", ["frame", "--frame", '"frame"'])
def test_a_stream_is_read_picture_by_picture(length: bool, boundary: str) -> None:
    """With and without stated lengths, however the boundary is written; torn pictures are None; the end is the end."""

    def play(handler: http.server.BaseHTTPRequestHandler) -> None:
        begin(handler, boundary)
        for data in (jpeg(10), jpeg(20)[:-30], jpeg(30)):
            handler.wfile.write(part(data, length))
        handler.wfile.write(b"--frame--\r\n")

    with server(play) as url:
        grabber = MjpegGrabber(url)
        pictures = [grabber.grab() for _ in range(3)]
        assert [None if picture is None else level(picture.image) for picture in pictures] == [10, None, 30]
        with pytest.raises(EndOfStreamError):
            grabber.grab()


def test_a_stream_that_breaks_off_is_taken_up_again() -> None:
    """The connection drops in the middle of a picture; the source connects again and goes on."""
    visits = itertools.count()

    def play(handler: http.server.BaseHTTPRequestHandler) -> None:
        begin(handler)
        visit = next(visits)
        for number in range(5):
            handler.wfile.write(part(jpeg(visit * 100 + number * 10)))
            time.sleep(0.03)
        if visit == 0:
            handler.wfile.write(part(jpeg(99))[:200])
            handler.connection.shutdown(socket.SHUT_RDWR)
        else:
            handler.wfile.write(b"--frame--\r\n")

    with server(play) as url:
        source = open_source(url)
        levels = [level(frame.image) for frame in source.frames()]
        source.close()
    assert min(levels) < 50
    assert max(levels) >= 100
    assert (source.status.reopened, source.status.state) == (1, ENDED)


def test_an_address_that_sends_no_stream_is_told() -> None:
    """A page, an error and a closed port each give one sentence, never with the password in it."""

    def play(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(200 if handler.path == "/video" else 404)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with server(play) as url:
        with pytest.raises(SourceError, match="sends text/html, not JPEG after JPEG"):
            open_source(url)
        with pytest.raises(SourceError, match="answers 404"):
            open_source(url + "2")
    with pytest.raises(SourceError, match="cannot be reached") as caught:
        open_source(url.replace("http://", "http://ann:secret@"))
    assert "secret" not in str(caught.value)
    assert shown_address("rtsp://u:p@cam:554/1") == "rtsp://cam:554/1"


def test_a_camera_may_send_us_on_within_its_own_host_only() -> None:
    """Followed to another path and port of its host; not to another host, another kind of address or a file."""

    def play(handler: http.server.BaseHTTPRequestHandler) -> None:
        visited.append(handler.path)
        if handler.path == "/there":
            begin(handler)
            handler.wfile.write(part(jpeg(10)))
            return
        handler.send_response(302)
        handler.send_header("Location", targets[-1])
        handler.end_headers()

    visited: list[str] = []
    targets = ["/there"]
    with server(play) as url, server(play, "127.0.0.2") as other:
        grabber = MjpegGrabber(url)
        picture = grabber.grab()
        assert picture is not None
        assert level(picture.image) == 10
        grabber.close()
        elsewhere = other.replace("/video", "/there")
        for target in (elsewhere, elsewhere.replace("http", "ftp"), "file:///etc/hostname"):
            visited.clear()
            targets.append(target)
            with pytest.raises(SourceError, match=r"cannot be reached|answers 302"):
                MjpegGrabber(url)
            assert visited == ["/video"]


@pytest.mark.parametrize(
    "url",
    ["http://", "http:///video", "http://ann:secret@", "http://cam:secret/video", "http://cam:99999/", "http://[::1/",
     "http://ann:secret@cam\r\nx/", "http://cam/ secret", "http://ann:secret@cam:0x50/", "http://\u2100.local/"],
)  # fmt: skip
def test_what_is_no_address_is_told_without_the_password(url: str) -> None:
    """One sentence, nothing is asked of anybody, and the password is not said again."""
    with pytest.raises(SourceError) as caught:
        MjpegGrabber(url)
    assert "ann:secret" not in str(caught.value)


def test_a_password_in_the_address_is_used() -> None:
    """Name and password of the address answer the camera's question."""

    def play(handler: http.server.BaseHTTPRequestHandler) -> None:
        if handler.headers.get("Authorization") != "Basic YW5uOnNlY3JldA==":
            handler.send_response(401)
            handler.send_header("WWW-Authenticate", 'Basic realm="camera"')
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        begin(handler)
        handler.wfile.write(part(jpeg(50)) + b"--frame--\r\n")

    with server(play) as url:
        source = open_source(url.replace("http://", "http://ann:secret@"))
        assert [level(frame.image) for frame in source.frames()] == [50]
        source.close()
