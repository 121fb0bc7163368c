"""Cameras that hang, tear pictures, come back under another number, and light that changes."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.devices import sources
from referee.devices.camera import CaptureGrabber, open_camera
from referee.devices.cameras import CameraName, list_cameras
from referee.devices.jpeg import decode_picture, is_torn
from referee.devices.live import LiveSource
from referee.devices.status import LOST, RUNNING
from referee.errors import SourceError
from referee.hosting.cameras import CameraList, take_thumbnail
from referee.vision.scene import Image
from tests.devices.made_up_time import MadeUpTime
from tests.devices.scripted import Scripted, changing, image, level, until

NOISE = np.random.default_rng(1).integers(90, 160, (48, 64, 3)).astype(np.uint8)


class FakeCapture:
    """An OpenCV capture that plays a script: a picture, None (it cannot be decoded), False (nothing comes)."""

    def __init__(self, script: Iterator[Image | bool | None]) -> None:
        self.script = script
        self.settings: dict[int, float] = {}
        self.newest: Image | bool | None = False

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        self.newest = next(self.script)
        return self.newest is not False

    def retrieve(self) -> tuple[bool, Image | None]:
        assert not isinstance(self.newest, bool)
        return self.newest is not None, self.newest

    def read(self) -> tuple[bool, Image | None]:
        return (True, self.retrieve()[1]) if self.grab() else (False, None)

    def set(self, which: int, value: float) -> bool:
        self.settings[which] = value
        return True

    def get(self, which: int) -> float:
        return self.settings.get(which, 0.0)

    def release(self) -> None:
        pass


def test_a_camera_that_hangs_is_opened_anew_and_left_to_itself() -> None:
    """A grab that never comes back is given up; pictures come from the device opened anew, never from the old one."""
    time, states, closed = MadeUpTime(), list[str](), list[bool]()

    class Camera:
        def __init__(self, pictures: Iterator[tuple[float, Image]]) -> None:
            self.pictures = pictures

        def grab(self) -> Image:
            took_s, picture = next(self.pictures)
            time.sleep(took_s)
            return picture

        def close(self) -> None:
            closed.append(True)

    source = LiveSource(
        "toy",
        Camera(iter([(0.03, image(1)), (9.0, image(255))])),
        lambda: Camera((0.03, image(number % 200 + 30)) for number in itertools.count()),
        time,
        on_status=lambda s: states.append(s.state),
        pace=time,
    )
    frames = source.frames()
    levels = [level(next(frames).image) for _ in range(4)]
    assert (states, closed) == ([LOST, RUNNING], [])
    assert time.until(lambda: closed == [True], 20.0) < 10.0
    levels += [level(next(frames).image) for _ in range(3)]
    assert 255 not in levels
    assert source.status.reopened == 1
    time.end()


def test_a_torn_picture_is_left_out_and_a_camera_that_only_tears_is_given_up() -> None:
    """One that cannot be decoded or ends in the decoder's grey is None; thirty in a row mean that the camera is bad."""
    torn = NOISE.copy()
    torn[20:] = 128
    grabber = CaptureGrabber("toy", FakeCapture(iter([NOISE, None, torn, NOISE, *[None] * 40, False])))  # type: ignore[arg-type]
    assert [grabber.grab() is None for _ in range(4)] == [False, True, True, False]
    with pytest.raises(SourceError, match="broken pictures only"):
        [grabber.grab() for _ in range(30)]
    gone = CaptureGrabber("toy", FakeCapture(iter([False])))  # type: ignore[arg-type]
    with pytest.raises(SourceError, match="no picture any more"):
        gone.grab()


def test_grey_things_are_no_torn_pictures() -> None:
    """A whole grey picture, black bars and a noisy grey table are pictures."""
    bars = NOISE.copy()
    bars[-20:] = 16
    noisy = NOISE.copy()
    noisy[-20:] = 128 + np.arange(64)[None, :, None] % 2
    assert not any(map(is_torn, (np.full((48, 64, 3), 128, np.uint8), bars, noisy, NOISE, NOISE[..., 0])))


@pytest.mark.parametrize(
    ("system", "backend"),
    [("linux", cv2.CAP_V4L2), ("win32", cv2.CAP_DSHOW), ("darwin", cv2.CAP_AVFOUNDATION), ("plan9", cv2.CAP_ANY)],
)
def test_each_system_has_its_backend(system: str, backend: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera is opened through the system's own interface and asked for MJPG at 1080p, newest picture only."""
    asked: list[tuple[int, int]] = []
    capture = FakeCapture(iter([NOISE] * 5))

    def fake(index: int, which: int) -> FakeCapture:
        asked.append((index, which))
        return capture

    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(cv2, "VideoCapture", fake)
    open_camera(2, (CameraName(2, "", ""),)).close()
    assert asked == [(2, backend)]
    assert capture.settings[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert (capture.settings[cv2.CAP_PROP_FRAME_WIDTH], capture.settings[cv2.CAP_PROP_BUFFERSIZE]) == (1920, 1)


def test_a_camera_opened_by_number_is_found_again_under_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unplugged as 0 it comes back as 3: it is the same by its stable path, and camera 0, now another one, is not."""
    path = "/dev/v4l/by-id/usb-cam"
    lists = [(CameraName(0, "Cam", path),), (CameraName(0, "Other", "/dev/v4l/by-id/x"), CameraName(3, "Cam", path))]
    opened: list[int] = []

    def fake_open(index: int, cameras: object, size: object) -> Scripted:
        opened.append(index)
        return Scripted(iter([image(1), 0.02, SourceError("unplugged")])) if len(opened) == 1 else Scripted(changing())

    monkeypatch.setattr(sources, "open_now", fake_open)
    monkeypatch.setattr(sources, "list_cameras", lambda: lists[len(opened) > 0])
    source = sources.open_source("0")
    assert until(lambda: len(opened) == 2)
    source.close()
    assert opened == [0, 3]


def test_another_camera_is_never_taken_for_the_one_that_was_pulled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is away another one gets its number: that one is left alone, and what to do is said."""
    lists = [(CameraName(0, "Cam", "/dev/v4l/by-path/usb-1"),), (CameraName(0, "Other", "/dev/v4l/by-id/x"),)]
    opened: list[int] = []

    def fake_open(index: int, cameras: object, size: object) -> Scripted:
        opened.append(index)
        return Scripted(iter([image(1), SourceError("unplugged")]))

    monkeypatch.setattr(sources, "open_now", fake_open)
    monkeypatch.setattr(sources, "list_cameras", lambda: lists[len(opened) > 0])
    source = sources.open_source("0")
    assert until(lambda: "plug it in, into the same socket" in source.status.text)
    source.close()
    assert opened == [0]


def test_a_camera_without_a_name_of_its_own_keeps_its_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cameras of one kind: the one that by-id names, and the other one by the socket it is in."""
    monkeypatch.setattr("sys.platform", "linux")
    for number in (0, 2):
        folder = tmp_path / f"sys/class/video4linux/video{number}"
        folder.mkdir(parents=True)
        (folder / "name").write_text("C920\n")
        (folder / "index").write_text("0\n")
    for kind, name, number in (("by-id", "usb-C920", 0), ("by-path", "pci-1", 0), ("by-path", "pci-2", 2)):
        (tmp_path / "dev/v4l" / kind).mkdir(parents=True, exist_ok=True)
        (tmp_path / f"dev/video{number}").touch()
        (tmp_path / "dev/v4l" / kind / name).symlink_to(f"../../video{number}")
    assert [camera.path for camera in list_cameras(tmp_path)] == ["/dev/v4l/by-id/usb-C920", "/dev/v4l/by-path/pci-2"]


def test_the_camera_looked_through_is_not_opened_a_second_time() -> None:
    """Its picture in the list is the newest one; the others are opened for theirs."""
    cameras = (CameraName(0, "Ours", "/dev/v4l/by-id/ours"), CameraName(2, "Other", ""))
    opened: list[int] = []

    def take(camera: CameraName) -> bytes:
        opened.append(camera.index)
        return b"taken"

    listing = CameraList(lambda: cameras, take)
    listing.look_again(lambda: None, lambda camera: b"newest" if camera.index == 0 else b"")
    listing.wait(20.0)
    assert [listing.thumbnail(number) for number in (0, 1)] == [b"newest", b"taken"]
    assert opened == [2]


def test_a_thumbnail_waits_until_the_camera_is_awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a camera that sends black pictures first the list shows the first one with something in it."""
    pictures = iter([NOISE] * 2 + [image(0)] * 9 + [image(200)] * 9)
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: FakeCapture(pictures))
    shown = take_thumbnail(CameraName(0, "", ""))
    seen = decode_picture(shown)
    assert seen is not None
    assert level(seen) > 190


def test_where_the_system_has_no_list_cameras_are_found_by_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows the guided page's list holds the numbers that give pictures, and a thumbnail of each."""

    class Numbered(FakeCapture):
        def __init__(self, index: int, *_: object) -> None:
            super().__init__(iter([NOISE, *changing_only()]))
            self.index = index

        def isOpened(self) -> bool:
            return self.index in (0, 2)

    def changing_only() -> list[Image]:
        return [image(number) for number in range(20)]

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(cv2, "VideoCapture", Numbered)
    cameras = CameraList()
    cameras.look_again(lambda: None)
    cameras.wait(20.0)
    assert [(one.source, one.thumbnail) for one in cameras.listed()] == [("0", True), ("2", True)]
    assert cameras.thumbnail(1).startswith(b"\xff\xd8")
