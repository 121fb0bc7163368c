"""Cameras and RTSP streams through OpenCV, opened within a time limit: a bad device may hang for minutes."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from referee.devices.cameras import CameraName, list_cameras
from referee.devices.jpeg import is_torn
from referee.devices.steady import SCHEMES, Scheme, Steadier
from referee.errors import SourceError
from referee.vision.scene import Image

OPEN_WITHIN_S = 10.0
_PROBE_WITHIN_S = 4.0
_STREAM_TIMEOUT_MS = 5_000
_MOST_TORN = 30
_WIDTH_PX, _HEIGHT_PX, _RATE = 1920, 1080, 30
_BACKENDS = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}

Opener = Callable[[], cv2.VideoCapture]


class CaptureGrabber:
    """An opened OpenCV capture as a `Grabber`; with a `scheme` its exposure, focus and white balance are held."""

    def __init__(self, name: str, capture: cv2.VideoCapture, scheme: Scheme | None = None) -> None:
        self._name = name
        self.steadier = None if scheme is None else Steadier(capture, scheme)
        self._capture = capture
        self._torn = 0

    def grab(self) -> Image | None:
        """The next picture, None for a torn one. Raises SourceError when the device gives none, or torn ones only."""
        if not self._capture.grab():
            raise SourceError(f"{self._name} gives no picture any more.")
        good, image = self._capture.retrieve()
        picture = np.asarray(image, np.uint8) if good and image is not None else None
        if picture is not None and picture.size and not is_torn(picture):
            self._torn = 0
            if self.steadier is not None:
                self.steadier.see(picture)
            return picture
        self._torn += 1
        if self._torn >= _MOST_TORN:
            raise SourceError(f"{self._name} sends broken pictures only.")
        return None

    def close(self) -> None:
        """Let the device go, its settings as they were found."""
        if self.steadier is not None:
            self.steadier.let_go()
        self._capture.release()


def open_camera(index: int, cameras: Sequence[CameraName]) -> CaptureGrabber:
    """Camera number `index`, asked for MJPG at 1080p (raw pictures would not fit through USB at full rate).

    Raises SourceError, which lists the cameras that there are, when there is no such camera or it does not answer.
    """
    name = f"camera {index}"
    if sys.platform.startswith("linux") and index not in {camera.index for camera in cameras}:
        raise SourceError(f"There is no camera {index}; found: {listed(cameras)}.")
    capture = within(lambda: _open_index(index), OPEN_WITHIN_S, name)
    if capture is None:
        raise SourceError(
            f"There is no camera {index} that gives pictures, or another program uses it; found: {listed(cameras)}."
        )
    return CaptureGrabber(name, capture, SCHEMES.get(sys.platform))


def open_rtsp(url: str, shown: str) -> CaptureGrabber:
    """A stream by RTSP. Raises SourceError when it cannot be reached or gives no picture."""
    capture = within(lambda: _open_stream(url), OPEN_WITHIN_S, shown)
    if capture is None:
        raise SourceError(f"{shown} cannot be reached or sends no pictures; check address, name and password.")
    return CaptureGrabber(shown, capture)


def probe(highest: int = 3) -> tuple[CameraName, ...]:
    """The cameras that answer among numbers 0 to `highest`, each tried with a time limit (for systems with no list)."""
    found = []
    for index in range(highest + 1):
        try:
            capture = within(lambda index=index: _open_index(index), _PROBE_WITHIN_S, f"camera {index}")  # type: ignore[misc]
        except SourceError:
            continue
        if capture is not None:
            capture.release()
            found.append(CameraName(index, "", ""))
    return tuple(found)


def found_cameras() -> tuple[CameraName, ...]:
    """The cameras there are: from the system's list where it has one, elsewhere by trying, which takes some seconds."""
    return list_cameras() if sys.platform.startswith("linux") else probe()


def listed(cameras: Sequence[CameraName]) -> str:
    """The cameras in words."""
    return ", ".join(str(camera) for camera in cameras) or "none"


def within(opener: Opener, seconds: float, name: str) -> cv2.VideoCapture | None:
    """What `opener` gives, if it gives pictures; None when it does not.

    Raises SourceError after `seconds`; the device is let go as soon as the system lets go of us.
    """
    answer: queue.Queue[cv2.VideoCapture | None] = queue.Queue(1)
    late = threading.Event()

    def work() -> None:
        capture = opener()
        alive = capture.isOpened() and capture.read()[0]
        if late.is_set() or not alive:
            capture.release()
        answer.put(capture if alive else None)

    threading.Thread(target=work, name=f"open {name}", daemon=True).start()
    try:
        return answer.get(timeout=seconds)
    except queue.Empty:
        late.set()
        raise SourceError(
            f"{name} does not answer within {seconds:.0f} s; unplug it, plug it in and try again."
        ) from None


def _open_index(index: int) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(index, _BACKENDS.get(sys.platform, cv2.CAP_ANY))
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, _WIDTH_PX)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _HEIGHT_PX)
    capture.set(cv2.CAP_PROP_FPS, _RATE)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _open_stream(url: str) -> cv2.VideoCapture:
    # TCP: lost UDP packets would show as smeared pictures, which look like a changed table.
    os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")
    limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _STREAM_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _STREAM_TIMEOUT_MS)
    return cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
