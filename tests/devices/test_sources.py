"""Sources of pictures: what they give, and what they say when they cannot."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.devices.cameras import CameraName, find_camera, list_cameras
from referee.devices.jpeg import decode_picture, is_whole_jpeg
from referee.devices.sources import open_source
from referee.devices.video import Video
from referee.errors import SourceError
from referee.vision.source import FrameSource
from tests.devices.scripted import image, jpeg, level

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
