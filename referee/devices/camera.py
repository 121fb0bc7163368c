"""Cameras and RTSP streams through OpenCV, opened within a time limit: a bad device may hang for minutes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial

import cv2
import numpy as np

from referee.devices.camera_modes import USUAL, Size, ask_for
from referee.devices.cameras import CameraName, list_cameras
from referee.devices.jpeg import is_torn
from referee.devices.opening import Opening, within
from referee.devices.pace import RealPace
from referee.devices.steady import SCHEMES, Scheme, Steadier
from referee.devices.why_closed import why_closed
from referee.errors import SourceError
from referee.vision.scene import Image
from referee.words.catalogue import told

OPEN_WITHIN_S = 10.0
_PROBE_WITHIN_S = 4.0
_STREAM_TIMEOUT_MS = 5_000
_MOST_TORN = 30
_FIRST_PICTURES = 3
"""So many may fail to come from a camera just opened."""
_BACKENDS = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}


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
            raise SourceError(told("camera-gives-no-more", text=self._name))
        good, image = self._capture.retrieve()
        picture = np.asarray(image, np.uint8) if good and image is not None else None
        if picture is not None and picture.size and not is_torn(picture):
            self._torn = 0
            if self.steadier is not None:
                self.steadier.see(picture)
            return picture
        self._torn += 1
        if self._torn >= _MOST_TORN:
            raise SourceError(told("camera-broken-pictures", text=self._name))
        return None

    def close(self) -> None:
        """Let the device go, its settings as they were found."""
        if self.steadier is not None:
            self.steadier.let_go()
        self._capture.release()


def open_camera(index: int, cameras: Sequence[CameraName], size: Size = USUAL) -> CaptureGrabber:
    """`open_now`, within ten seconds: a driver may hang for minutes, and is then tried anew before that."""
    opening = Opening(lambda: open_now(index, cameras, size), told("camera-number", index=index), RealPace())
    return opening.first(OPEN_WITHIN_S)


def open_now(index: int, cameras: Sequence[CameraName], size: Size = USUAL) -> CaptureGrabber:
    """Camera number `index`, asked for pictures of this size; takes as long as its driver does.

    Raises SourceError, which lists the cameras that there are or says why this one does not open.
    """
    if sys.platform.startswith("linux") and index not in {camera.index for camera in cameras}:
        raise SourceError(told("no-such-camera", index=index, text=listed(cameras)))
    capture = cv2.VideoCapture(index, _BACKENDS.get(sys.platform, cv2.CAP_ANY))
    ask_for(capture, size)
    if not _gives_pictures(capture):
        capture.release()
        reason = why_closed(index)
        raise SourceError(reason or told("no-camera-gives-pictures", index=index, text=listed(cameras)))
    return CaptureGrabber(told("camera-number", index=index), capture, SCHEMES.get(sys.platform))


def open_rtsp(url: str, shown: str) -> CaptureGrabber:
    """A stream by RTSP. Raises SourceError when it cannot be reached or gives no picture."""
    # TCP: lost UDP packets would show as smeared pictures, which look like a changed table.
    os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")
    limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _STREAM_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _STREAM_TIMEOUT_MS)
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    if not _gives_pictures(capture):
        capture.release()
        raise SourceError(told("address-unreachable", text=shown))
    return CaptureGrabber(shown, capture)


def probe(highest: int = 3) -> tuple[CameraName, ...]:
    """The cameras that answer among numbers 0 to `highest`, each tried with a time limit (for systems with no list)."""
    found = []
    for index in range(highest + 1):
        camera = CameraName(index, "", "")
        try:
            within(partial(open_now, index, (camera,)), _PROBE_WITHIN_S, told("camera-number", index=index)).close()
        except SourceError:
            continue
        found.append(camera)
    return tuple(found)


def found_cameras() -> tuple[CameraName, ...]:
    """The cameras there are: from the system's list where it has one, elsewhere by trying, which takes some seconds."""
    return list_cameras() if sys.platform.startswith("linux") else probe()


def listed(cameras: Sequence[CameraName]) -> str:
    """The cameras in words."""
    return ", ".join(str(camera) for camera in cameras) or "none"


def _gives_pictures(capture: cv2.VideoCapture) -> bool:
    return bool(capture.isOpened()) and any(capture.grab() for _ in range(_FIRST_PICTURES))
