"""Sources of pictures: what they give, and what they say when they cannot."""

from __future__ import annotations

import http.server
import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.devices.camera import within
from referee.devices.cameras import CameraName, find_camera, list_cameras
from referee.devices.clock import SystemClock
from referee.devices.jpeg import decode_picture, is_whole_jpeg
from referee.devices.live import EndOfStreamError, Grabber, LiveSource
from referee.devices.mjpeg import MjpegGrabber, shown_url
from referee.devices.sources import open_source
from referee.devices.status import ENDED, FROZEN, LOST, RUNNING, SourceStatus
from referee.devices.video import Video
from referee.errors import SourceError
from referee.vision.scene import Image
from referee.vision.source import FrameSource


def image(number: int) -> Image:
    """A small picture whose grey level is its number."""
    return np.full((48, 64, 3), number, np.uint8)


def jpeg(number: int) -> bytes:
    """The same as JPEG."""
    return bytes(cv2.imencode(".jpg", image(number))[1])


def level(picture: Image) -> int:
    """The number back."""
    return round(float(picture.mean()))


def until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Wait for something that another thread does."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


# -- recordings and stills ----------------------------------------------------------------------------------------


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Twenty frames at 10 per second."""
    path = tmp_path / "race.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(20):
        writer.write(image(number * 10))
    writer.release()
    return path


def test_a_recording_gives_every_frame_with_its_time(video: Path) -> None:
    """No frame is dropped however slowly they are taken, and time is the frame's index over the rate."""
    source: FrameSource = open_source(str(video))
    frames = []
    for frame in source.frames():
        time.sleep(0.002)
        frames.append(frame)
    assert [round(level(frame.image) / 10) for frame in frames] == list(range(20))
    assert [frame.time_ns for frame in frames] == [index * 100_000_000 for index in range(20)]
    assert [frame.index for frame in frames] == list(range(20))
    assert (source.live, source.stills) == (False, False)
    source.close()


def test_a_recording_can_be_closed_in_the_middle(video: Path) -> None:
    """Closing ends the frames and the decoding thread."""
    source = open_source(str(video))
    frames = source.frames()
    next(frames)
    source.close()
    source.close()
    assert list(frames) == []


def test_a_recording_can_be_paced(video: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In real time each frame waits until its time has come."""
    waits: list[float] = []
    monkeypatch.setattr("referee.devices.video.monotonic", lambda: 5.0)
    source = Video(video, realtime=True)
    monkeypatch.setattr(source._stop, "wait", waits.append)
    assert sum(1 for _ in itertools.islice(source.frames(), 4)) == 4
    assert waits == pytest.approx([0.0, 0.1, 0.2, 0.3])
    source.close()


def test_stills_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    """Numbers in names count by value, other files are left alone, each picture is a settled scene."""
    for number in (1, 2, 10):
        (tmp_path / f"turn{number}.png").write_bytes(bytes(cv2.imencode(".png", image(number))[1]))
    (tmp_path / "answers.json").write_text("{}")
    source = open_source(str(tmp_path))
    frames = list(source.frames())
    assert [level(frame.image) for frame in frames] == [1, 2, 10]
    assert [frame.time_ns for frame in frames] == [0, 10**9, 2 * 10**9]
    assert (source.live, source.stills) == (False, True)
    one = open_source(str(tmp_path / "turn10.png"))
    assert [level(frame.image) for frame in one.frames()] == [10]


def test_a_torn_still_is_named(tmp_path: Path) -> None:
    """The good pictures before it come, then one sentence names the file."""
    (tmp_path / "a.jpg").write_bytes(jpeg(9))
    (tmp_path / "b.jpg").write_bytes(jpeg(9)[:-40])
    frames = open_source(str(tmp_path)).frames()
    next(frames)
    with pytest.raises(SourceError, match=r"b\.jpg is not a whole picture"):
        next(frames)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("77", "There is no camera 77"),
        ("no such thing", "There is no file, folder or camera called 'no such thing'"),
        ("", "Say what to look at"),
        ("ftp://cam/x", "ftp:// are not known"),
        ("{tmp}/empty", "There are no pictures"),
        ("{tmp}/text.mp4", "is not a video"),
        ("{tmp}/cut.avi", "is not a video"),
    ],
)
def test_what_cannot_be_opened_is_told_in_one_sentence(tmp_path: Path, video: Path, text: str, said: str) -> None:
    """No such camera, no such file, an empty folder, an unreadable or cut-off video, an unknown kind of address."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mp4").write_text("not a video")
    (tmp_path / "cut.avi").write_bytes(video.read_bytes()[:500])
    with pytest.raises(SourceError, match=said):
        open_source(text.format(tmp=tmp_path))


# -- JPEG ---------------------------------------------------------------------------------------------------------


def test_torn_jpegs_are_told_from_whole_ones() -> None:
    """Every cut inside the picture data is found; bytes after the end, and progressive pictures, are fine."""
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3)).astype(np.uint8)
    for options in ([], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 1]):
        whole = bytes(cv2.imencode(".jpg", noise, options)[1])
        assert is_whole_jpeg(whole)
        assert is_whole_jpeg(whole + bytes(100))
        assert not any(is_whole_jpeg(whole[:end]) for end in range(0, len(whole) - 1, 37))
        assert not is_whole_jpeg(whole[: len(whole) // 2] + whole[: len(whole) // 2])
    assert decode_picture(b"") is None
    assert decode_picture(b"hello") is None


# -- live sources -------------------------------------------------------------------------------------------------


class Scripted:
    """A grabber that plays a script: a picture, None (broken), an exception, or a pause in seconds."""

    def __init__(self, script: Iterator[Image | Exception | float | None]) -> None:
        self.script = script
        self.closed = False

    def grab(self) -> Image | None:
        for step in self.script:
            if isinstance(step, float):
                time.sleep(step)
            elif isinstance(step, Exception):
                raise step
            else:
                return step
        raise EndOfStreamError

    def close(self) -> None:
        self.closed = True


def changing(pause: float = 0.01) -> Iterator[Image | Exception | float | None]:
    """Pictures for ever, each another one."""
    for number in itertools.count():
        yield image(number % 250)
        yield pause


def test_a_live_source_gives_only_the_newest_picture() -> None:
    """A slow taker skips what is old; no picture comes twice; what was skipped is counted."""
    source = LiveSource("toy", Scripted(changing(0.002)), lambda: Scripted(changing()), SystemClock())
    indices, times = [], []
    for frame in itertools.islice(source.frames(), 5):
        indices.append(frame.index)
        times.append(frame.time_ns)
        time.sleep(0.05)
    source.close()
    assert indices == sorted(set(indices))
    assert indices[-1] > 8
    assert times == sorted(set(times))
    assert source.status.dropped > 0
    assert source.live


def test_broken_pictures_are_counted_and_left_out() -> None:
    """A picture that arrived torn never reaches the eye."""
    script: list[Image | Exception | float | None] = [image(1), 0.05, None, None, 0.05, image(2), 0.05]
    source = LiveSource("toy", Scripted(iter(script)), lambda: Scripted(iter([])), SystemClock())
    assert [level(frame.image) for frame in source.frames()] == [1, 2]
    assert (source.status.corrupt, source.status.state) == (2, ENDED)
    source.close()


def test_a_lost_camera_is_told_and_opened_again_until_it_is_back() -> None:
    """The device goes, two attempts fail, the third brings pictures: lost and running are reported in turn."""
    attempts = iter([SourceError("away"), SourceError("away"), None])
    seen: list[str] = []

    def opener() -> Grabber:
        problem = next(attempts)
        if problem is not None:
            raise problem
        return Scripted(changing())

    first = Scripted(iter([image(1), 0.05, SourceError("the plug was pulled")]))
    source = LiveSource("toy", first, opener, SystemClock(), on_status=lambda status: seen.append(status.state))
    assert len(list(itertools.islice(source.frames(), 4))) == 4
    source.close()
    assert seen[:2] == [LOST, RUNNING]
    assert source.status.reopened == 1
    assert first.closed


def test_a_camera_that_hangs_is_told_lost_after_a_second() -> None:
    """No new picture for a second is noticed while the device still blocks."""
    first = Scripted(iter([image(1), 2.0]))
    statuses: list[SourceStatus] = []
    source = LiveSource("toy", first, lambda: first, SystemClock(), on_status=statuses.append)
    frames = source.frames()
    next(frames)
    assert until(lambda: source.status.state == LOST, 5.0)
    assert "No new picture from toy" in source.status.text
    assert statuses[0].state == LOST
    source.close()


def test_a_frozen_picture_is_told_and_the_camera_opened_again() -> None:
    """The same bytes for two seconds mean a hanging driver; a static scene of a real camera always has noise."""

    def frozen() -> Iterator[Image | Exception | float | None]:
        while True:
            yield image(7)
            yield 0.02

    states: list[str] = []
    source = LiveSource(
        "toy",
        Scripted(frozen()),
        lambda: Scripted(changing()),
        SystemClock(),
        on_status=lambda s: states.append(s.state),
    )
    assert until(lambda: RUNNING in states, 10.0)
    assert states[0] == FROZEN
    assert source.status.reopened == 1
    source.close()


def test_a_source_that_stays_away_dies_when_patience_ends() -> None:
    """With a patience given, `frames` raises SourceError instead of waiting for ever."""

    def opener() -> Grabber:
        raise SourceError("away")

    first = Scripted(iter([image(1), SourceError("gone")]))
    source = LiveSource("toy", first, opener, SystemClock(), patience_s=0.5)
    frames = source.frames()
    next(frames)
    with pytest.raises(SourceError, match="check its cable"):
        next(frames)
    source.close()


def test_opening_a_hanging_device_is_bounded() -> None:
    """A driver that never comes back costs the given time and a sentence, no more."""
    never = threading.Event()

    def opener() -> cv2.VideoCapture:
        never.wait(5.0)
        return cv2.VideoCapture()

    with pytest.raises(SourceError, match="does not answer within"):
        within(opener, 0.1, "camera 3")
    never.set()


def test_the_clock_never_runs_backwards() -> None:
    """Readings rise strictly and lie near the system's time."""
    clock = SystemClock()
    readings = [clock.now_ns() for _ in range(1000)]
    assert all(one < two for one, two in itertools.pairwise(readings))
    assert abs(readings[0] - time.time_ns()) < 60 * 10**9


@pytest.mark.parametrize("hour_ns", [-3600 * 10**9, 3600 * 10**9])
def test_the_systems_time_may_be_set_in_mid_race(monkeypatch: pytest.MonkeyPatch, hour_ns: int) -> None:
    """A clock made before and one made after the time was set by an hour agree, so the order of entries holds."""
    before, system = SystemClock(), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: system() + hour_ns)
    after = SystemClock()
    one, two, three = before.now_ns(), after.now_ns(), before.now_ns()
    assert one <= two <= three


# -- which cameras there are --------------------------------------------------------------------------------------


def test_cameras_are_listed_from_the_kernels_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names and stable paths are found, second devices without pictures are left out."""
    monkeypatch.setattr("sys.platform", "linux")
    for number, name, index in ((0, "Built-in", 0), (1, "Built-in", 1), (2, "Logitech C920", 0)):
        folder = tmp_path / f"sys/class/video4linux/video{number}"
        folder.mkdir(parents=True)
        (folder / "name").write_text(name + "\n")
        (folder / "index").write_text(f"{index}\n")
    (tmp_path / "dev/v4l/by-id").mkdir(parents=True)
    (tmp_path / "dev/video2").touch()
    (tmp_path / "dev/v4l/by-id/usb-046d_C920-video-index0").symlink_to("../../video2")
    cameras = list_cameras(tmp_path)
    stable = "/dev/v4l/by-id/usb-046d_C920-video-index0"
    assert cameras == (CameraName(0, "Built-in", "/dev/video0"), CameraName(2, "Logitech C920", stable))
    assert [find_camera(text, cameras) for text in ("2", "c920", stable, "/dev/video0", "x")] == [2, 2, 2, 0, None]


# -- streams ------------------------------------------------------------------------------------------------------


@contextmanager
def server(play: Callable[[http.server.BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """A real HTTP server on loopback; gives its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                play(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.daemon_threads = True
        thread = threading.Thread(target=running.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_address[1]}/video"
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
        assert [None if picture is None else level(picture) for picture in pictures] == [10, None, 30]
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
    assert shown_url("rtsp://u:p@cam:554/1") == "rtsp://cam:554/1"


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
