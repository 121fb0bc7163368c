"""Opens whatever a user calls a source of pictures."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import cv2

from referee.addresses import shown_address
from referee.devices.camera import OPEN_WITHIN_S, listed, open_now, open_rtsp
from referee.devices.camera_modes import parted
from referee.devices.cameras import CameraName, find_camera, list_cameras
from referee.devices.clock import Clock, SystemClock
from referee.devices.files import begins_as_record, is_special, is_there
from referee.devices.live import FROZEN_AFTER_S, LiveSource
from referee.devices.mjpeg import MjpegGrabber
from referee.devices.opening import HANGS_AFTER_S, Grabber, Opener, Opening
from referee.devices.pace import RealPace
from referee.devices.phone import PHONE, PhoneCamera, PhoneSource
from referee.devices.status import StatusListener, ignore_status
from referee.devices.stills import SUFFIXES, Stills
from referee.devices.video import Video
from referee.errors import SourceError
from referee.words.catalogue import told

Source = LiveSource | PhoneSource | Stills | Video

_REOPEN_FROZEN_STREAM_S = 10.0
_STREAM_HANGS_AFTER_S = OPEN_WITHIN_S
"""A stream's own time limits are shorter; many cameras on the net serve one viewer only, so one attempt at a time."""

# The video library talks to stderr about every torn frame; what matters is said in our own words.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
# A camera that was pulled out may keep a read waiting: after this long it is given up and opened anew.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)


def open_source(
    text: str,
    *,
    realtime: bool | None = None,
    clock: Clock | None = None,
    patience_s: float | None = None,
    on_status: StatusListener = ignore_status,
    phone: PhoneCamera | None = None,
) -> Source:
    """A camera by number, name or device path, a video file, a folder of stills, one still, an http or rtsp address.

    After a camera may stand the picture size wanted of it: ``0@4k``, ``Logitech@1280x720``.

    Parameters
    ----------
    text : what the user wrote after ``--source``. Digits are always a camera, even if a file has that name.
    realtime : for a video file, pace the frames as they were recorded; None and False: as fast as they are asked for.
    clock : stamps the frames of live sources; the system's if None.
    patience_s : a live source that has been away this long dies with SourceError; None waits for ever.
    on_status : told whenever a live source is lost, frozen, back or ended.
    phone : what is meant by `PHONE`; None where there is no page to which one could send its pictures.

    Raises
    ------
    SourceError
        in one sentence, when there is no such source or it gives no pictures.
    """

    def live(name: str, opener: Opener, reopen_frozen_s: float, hangs_after_s: float) -> LiveSource:
        return LiveSource(
            name,
            Opening(opener, name, RealPace(), hangs_after_s).first(OPEN_WITHIN_S),
            opener,
            clock or SystemClock(),
            reopen_frozen_s=reopen_frozen_s,
            patience_s=patience_s,
            on_status=on_status,
            hangs_after_s=hangs_after_s,
        )

    def stream(opener: Opener) -> LiveSource:
        return live(shown_address(text), opener, _REOPEN_FROZEN_STREAM_S, _STREAM_HANGS_AFTER_S)

    if text == PHONE:
        if phone is None:
            raise SourceError(told("phone-needs-page"))
        return phone.open(on_status)
    kind = text.partition("://")[0].lower() if "://" in text else ""
    if kind in ("http", "https"):
        return stream(lambda: MjpegGrabber(text))
    if kind in ("rtsp", "rtsps"):
        return stream(lambda: open_rtsp(text, shown_address(text)))
    if kind:
        raise SourceError(told("address-unknown-kind", text=_short(kind)))
    if not text:
        raise SourceError(told("source-not-named"))
    if not text.isdecimal() and is_there(text) and not Path(text).is_char_device():
        return _open_file(Path(text), realtime=bool(realtime))
    return _open_camera_named(text, live)


def _open_file(path: Path, *, realtime: bool) -> Stills | Video:
    if is_special(path):
        raise SourceError(told("source-no-file", text=str(path)))
    if begins_as_record(path):  # the pictures inside look like a film to some decoders
        raise SourceError(told("source-is-record", text=str(path)))
    if path.is_dir() or path.suffix.lower() in SUFFIXES:
        return Stills(path)
    return Video(path, realtime=realtime)


def _open_camera_named(text: str, live: Callable[[str, Opener, float, float], LiveSource]) -> LiveSource:
    wanted, size = parted(text)
    cameras = list_cameras()
    index = find_camera(wanted, cameras)
    if index is None:
        raise SourceError(told("source-not-there", text=_short(text), text2=listed(cameras)))
    name = _camera_title(index, cameras)
    # The camera may come back under another number after it was unplugged: it is the same by its stable path.
    paths = [camera.path for camera in cameras if camera.index == index and "/by-" in camera.path]
    lasting = paths[0] if paths else ""

    def opener() -> Grabber:
        now = list_cameras()
        return open_now(_index_again(name, lasting, index, now), now, size)

    return live(name, opener, FROZEN_AFTER_S, HANGS_AFTER_S)


def _short(text: str) -> str:
    """What people wrote, as far as it can be said again."""
    shown = shown_address(text)
    return shown if len(shown) <= 80 else f"{shown[:60]}…"


def _index_again(name: str, lasting: str, index: int, cameras: tuple[CameraName, ...]) -> int:
    """The number a camera has now. Raises SourceError when it is away: another one may have got its number."""
    again = find_camera(lasting, cameras) if lasting else index
    if again is None:
        if "/by-id/" in lasting:
            raise SourceError(told("unplugged", text=name))
        raise SourceError(told("unplugged-same-socket", text=name))
    return again


def _camera_title(index: int, cameras: tuple[CameraName, ...]) -> str:
    names = [camera.name for camera in cameras if camera.index == index and camera.name]
    return told("camera-named", index=index, text=names[0]) if names else told("camera-number", index=index)
