"""Which cameras there are, each with a small picture of what it sees; looked for in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.devices.camera import found_cameras, open_camera
from referee.devices.cameras import CameraName
from referee.devices.live import is_black
from referee.errors import SourceError
from referee.hosting.look_on import THUMBNAIL_QUALITY
from referee.published import encode_jpeg
from referee.words.catalogue import told

THUMBNAIL_PX = 320
WARM_UP_FRAMES, MOST_FRAMES = 5, 20
"""The first pictures of a webcam are dark, some even black: its exposure has not settled yet."""

Thumbnail = Callable[[CameraName], bytes]


def nothing_open(camera: CameraName) -> bytes:
    """The picture of a camera while the referee looks through none."""
    return b""


@dataclass(frozen=True)
class Listed:
    """One camera as the page lists it: what to choose it by, its name, whether there is a picture, what is wrong."""

    source: str
    title: str
    thumbnail: bool
    note: str = ""


def take_thumbnail(camera: CameraName) -> bytes:
    """One small JPEG from a camera. Raises SourceError when it does not answer in time."""
    grabber = open_camera(camera.index, (camera,))
    try:
        image = None
        for number in range(1, MOST_FRAMES + 1):
            image = grabber.grab()
            if number >= WARM_UP_FRAMES and image is not None and not is_black(image):
                break
        if image is None:
            raise SourceError(told("camera-number-broken", camera=str(camera)))
        return encode_jpeg(image, THUMBNAIL_QUALITY, THUMBNAIL_PX)
    finally:
        grabber.close()


class CameraList:
    """The cameras of this machine."""

    def __init__(
        self, find: Callable[[], Sequence[CameraName]] = found_cameras, take: Thumbnail = take_thumbnail
    ) -> None:
        self._find, self._take = find, take
        self._lock = threading.Lock()
        self._listed: tuple[Listed, ...] = ()
        self._thumbnails: dict[int, bytes] = {}
        self._searching: threading.Thread | None = None

    def listed(self) -> tuple[Listed, ...]:
        """What was found last."""
        return self._listed

    def thumbnail(self, number: int) -> bytes:
        """The picture of the n-th camera listed. Raises KeyError when there is none."""
        return self._thumbnails[number]

    def look_again(self, on_news: Callable[[], None], open_now: Thumbnail = nothing_open) -> None:
        """Look for cameras and take a picture with each, one after the other, without keeping anybody waiting.

        `open_now` gives the picture of the camera that the referee looks through already, b"" for every other: it
        cannot be opened a second time.
        """
        with self._lock:
            if self._searching is not None and self._searching.is_alive():
                return
            self._searching = threading.Thread(
                target=self._search, args=(on_news, open_now), name="cameras", daemon=True
            )
            self._searching.start()

    def wait(self, seconds: float) -> None:
        """Wait until the search under way is over."""
        searching = self._searching
        if searching is not None:
            searching.join(seconds)

    def _search(self, on_news: Callable[[], None], open_now: Thumbnail) -> None:
        cameras = tuple(self._find())
        # By its stable name a camera is still the same one after a reboot.
        shown = [Listed(camera.path or str(camera.index), str(camera), False) for camera in cameras]
        # a page that has not heard yet may still ask for the pictures of the search before
        self._thumbnails = {number: image for number, image in self._thumbnails.items() if number < len(cameras)}
        self._listed = tuple(shown)
        on_news()
        for number, camera in enumerate(cameras):
            one = shown[number]
            try:
                self._thumbnails[number] = open_now(camera) or self._take(camera)
                shown[number] = Listed(one.source, one.title, True)
            except SourceError as problem:
                shown[number] = Listed(one.source, one.title, False, str(problem))
            self._listed = tuple(shown)
            on_news()
