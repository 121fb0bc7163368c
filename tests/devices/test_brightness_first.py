"""Films and JPEG pictures are decoded for their brightness; their colours come when somebody asks, and are the same."""

from __future__ import annotations

from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from referee.devices import jpeg
from referee.devices.jpeg import decode_brightness, decode_picture
from referee.devices.sources import open_source
from referee.devices.video import Video
from referee.vision.quality import grey_of
from referee.vision.scene import Image

SIZE = (160, 96)
MATRIX_AT_90 = bytes.fromhex("00000000 00010000 00000000 ffff0000 00000000 00000000 00000000 00000000 40000000")
MATRIX_AT_0 = bytes.fromhex("00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000")


def scenery(number: int) -> Image:
    """A soft picture in colours, another one for each number."""
    rng = np.random.default_rng(number)
    coarse = rng.integers(30, 225, (6, 10, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)


def film(path: Path, codec: str, kind: str) -> Path:
    """Six pictures."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=10)
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height, stream.pix_fmt = *SIZE, kind
        for number in range(6):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(scenery(number), format="bgr24")))
        container.mux(stream.encode(None))
    return path


def by_opencv(path: Path) -> list[Image]:
    """The pictures of a film as OpenCV gives them."""
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    pictures: list[Image] = []
    while True:
        more, picture = capture.read()
        if not more:
            return pictures
        pictures.append(np.asarray(picture, np.uint8))


@pytest.mark.parametrize(
    ("name", "codec", "kind", "apart"),
    [
        ("a.mp4", "libx264", "yuv420p", True),
        ("a.mkv", "libx264", "yuv444p", True),
        ("a.avi", "mjpeg", "yuvj420p", True),
        ("a.mkv", "libx264", "yuv420p10le", False),
        ("a.avi", "rawvideo", "bgr24", False),
    ],
)
def test_a_film_shows_what_opencv_shows_its_brightness_first(
    tmp_path: Path, name: str, codec: str, kind: str, apart: bool
) -> None:
    """The colours are the same, and the brightness is that of the colours."""
    path = film(tmp_path / name, codec, kind)
    source = Video(path)
    frames, shown = list(source.frames()), by_opencv(path)
    assert len(frames) == len(shown) == 6
    for frame, picture in zip(frames, shown, strict=True):
        assert (frame.image.ndim == 2) == apart
        colours = cv2.absdiff(frame.colour, picture)
        # of ten bits a value each keeps eight in its own way
        assert colours.max() <= 2 if apart else colours.mean() < 3.0
        # bright and dark colours are cut off where they become red, green and blue: brightness alone is not
        off = cv2.absdiff(grey_of(frame.image), grey_of(picture))
        assert off.mean() < 2.0
        assert np.percentile(off, 99) <= 4


def test_a_film_taken_with_the_phone_held_upright_stands_upright(tmp_path: Path) -> None:
    """The turn that a phone writes beside its film is heeded, as OpenCV does."""
    path = film(tmp_path / "a.mp4", "libx264", "yuv420p")
    data = path.read_bytes()
    at = data.index(b"tkhd")
    assert MATRIX_AT_0 in data[at : at + 120]
    path.write_bytes(data[:at] + data[at:].replace(MATRIX_AT_0, MATRIX_AT_90, 1))
    frames, shown = list(Video(path).frames()), by_opencv(path)
    assert frames[0].image.shape == (SIZE[0], SIZE[1])
    assert cv2.absdiff(frames[0].colour, shown[0]).max() <= 2
    assert cv2.absdiff(frames[0].image, grey_of(shown[0])).mean() < 2.0


def test_a_film_with_a_damaged_middle_goes_on_behind_it(tmp_path: Path) -> None:
    """Pictures that cannot be decoded are left out; no error ends the race."""
    path = film(tmp_path / "a.avi", "mjpeg", "yuvj420p")
    data = bytearray(path.read_bytes())
    third = [at for at in range(len(data) - 1) if data[at : at + 3] == b"\xff\xd8\xff"][2]
    data[third : third + 200] = bytes(200)
    path.write_bytes(data)
    assert 4 <= len(list(Video(path).frames())) <= 6


def test_a_jpegs_colours_are_decoded_once_and_only_when_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder's picture is grey at first; asked twice for its colours it is decoded once more."""
    (tmp_path / "a.jpg").write_bytes(bytes(cv2.imencode(".jpg", scenery(1))[1]))
    (tmp_path / "b.png").write_bytes(bytes(cv2.imencode(".png", scenery(2))[1]))
    asked = []

    def counted(data: bytes, kind: int = cv2.IMREAD_COLOR) -> Image | None:
        asked.append(kind)
        return decode_picture(data, kind)

    monkeypatch.setattr(jpeg, "decode_picture", counted)
    photograph, drawing = open_source(str(tmp_path)).frames()
    assert asked == [cv2.IMREAD_GRAYSCALE, cv2.IMREAD_COLOR]
    assert drawing.image is drawing.colour
    assert photograph.image.ndim == 2
    assert photograph.colour is photograph.colour
    assert asked == [cv2.IMREAD_GRAYSCALE, cv2.IMREAD_COLOR, cv2.IMREAD_COLOR]
    assert cv2.absdiff(photograph.image, grey_of(photograph.colour)).max() <= 2


def test_a_grey_jpeg_is_whole_too() -> None:
    """One that has no colours gives its brightness either way."""
    decoded = decode_brightness(bytes(cv2.imencode(".jpg", grey_of(scenery(3)))[1]))
    assert decoded is not None
    assert decoded.in_colour is not None
    assert np.array_equal(grey_of(decoded.in_colour()), decoded.image)
