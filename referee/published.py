"""What viewers of a race read: the newest moment, picture and state of the camera, put there whole by whoever works.

Readers never wait for the judge: the lock in here is held only to exchange a few names.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import cv2

from calibration.table_plane import TablePlane
from markers.kit import Manifest
from referee.games.problem import pieces_at_fault
from referee.match import Moment
from referee.record.flat_picture import flat
from referee.record.view import view_from
from referee.snapshot import Surroundings, race_in, race_view
from referee.vision.overlay import draw_overlay
from referee.vision.scene import Frame, Image, Scene

LIVE_QUALITY = 80
RATE_OVER = 30
"""The camera's rate is told over so many pictures."""


@dataclass(frozen=True)
class SeenPicture:
    """A picture with what was recognised in it, and its running number."""

    frame: Frame
    scene: Scene
    plane: TablePlane | None
    number: int


class Painter:
    """Makes the live picture when somebody asks for it, once for all who ask, and in one thread.

    Drawn in each viewer's own thread, pictures would leave their memory behind in all of them.
    """

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._thread = ThreadPoolExecutor(1, "painter")
        self._jpeg: tuple[bytes, int] = (b"", 0)

    def picture(self, number: int, draw: Callable[[], bytes]) -> tuple[bytes, int]:
        """The picture with this number, drawn unless it was drawn before; one that is newer by now is as good."""
        with self._asking:
            if self._jpeg[1] < number:
                self._jpeg = (self._thread.submit(draw).result(), number)
            return self._jpeg


class Published:
    """One race as it is shown; every method may be called from many threads at once.

    Parameters
    ----------
    moment : what there is to show at first.
    around : the same of the camera, the warnings and the record; its sequence is counted on from here.
    manifest : the kit, for what is drawn over the picture.
    width_px : how wide the live picture is at most.
    now_ns : tells the race's time.
    """

    def __init__(
        self, moment: Moment, around: Surroundings, manifest: Manifest, width_px: int, now_ns: Callable[[], int]
    ) -> None:
        self._manifest, self._width_px, self._now_ns = manifest, width_px, now_ns
        self._news = threading.Condition()
        self._moment, self._around = moment, around
        self._picture: SeenPicture | None = None
        self._ticks_ns: deque[int] = deque(maxlen=RATE_OVER)
        self._viewing = threading.Lock()
        self._view: tuple[Moment, Mapping[str, Any]] | None = None
        self._painter, self._layer = Painter(), Painter()

    # -- whoever works puts in ------------------------------------------------------------------------------------

    def publish(self, moment: Moment | None = None, **around: Any) -> None:
        """Show another moment, other surroundings (fields of `Surroundings`), or both; every viewer is told."""
        with self._news:
            self._moment = self._moment if moment is None else moment
            self._around = replace(self._around, **around, sequence=self._around.sequence + 1)
            self._news.notify_all()

    def show(self, picture: SeenPicture, tick_ns: int) -> None:
        """Show a picture, looked at at this time; nobody is told, since viewers ask for pictures themselves."""
        with self._news:
            self._picture = picture
            self._ticks_ns.append(tick_ns)

    # -- viewers read ---------------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        """The race as it is shown."""
        return self._moment

    @property
    def around(self) -> Surroundings:
        """What is shown beside it."""
        return self._around

    def snapshot(self) -> dict[str, Any]:
        """Everything the page draws, as JSON-able data; what follows from the moment is made once."""
        with self._news:
            moment, around, rate = self._moment, self._around, self._frames_per_second()
        with self._viewing:
            if self._view is None or self._view[0] is not moment:
                self._view = (moment, race_view(moment))
            race = self._view[1]
        return race_in(race, moment, replace(around, frames_per_second=rate, now_ns=self._now_ns()))

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until something newer than `after_seq` is shown, or the time is up; returns the newest number."""
        with self._news:
            self._news.wait_for(lambda: self._around.sequence > after_seq, timeout_s)
            return self._around.sequence

    def picture(self) -> tuple[bytes, int]:
        """The newest picture with what was seen drawn over it, as JPEG, and its number; encoded once for all."""
        picture = self._picture
        return (b"", 0) if picture is None else self._painter.picture(picture.number, lambda: self._drawn(picture))

    def beneath(self, view: Mapping[str, Any] | None) -> tuple[bytes, int]:
        """The newest picture, laid flat as the board is drawn, as JPEG, and a number that grows with either of them.

        `view` tells how the camera shows the board (`referee.record.view`); (b"", 0) where that is not known.
        """
        with self._news:
            picture, sequence = self._picture, self._around.sequence
        if picture is None or view is None:
            return b"", 0
        drawing = str(self.snapshot()["diagram"])
        return self._layer.picture(picture.number + sequence, lambda: flat_jpeg(picture.frame.colour, view, drawing))

    def _drawn(self, picture: SeenPicture) -> bytes:
        wrong = pieces_at_fault(self._around.problems)
        image = draw_overlay(picture.frame.colour, picture.scene, picture.plane, self._manifest, wrong)
        return encode_jpeg(image, LIVE_QUALITY, self._width_px)

    def _frames_per_second(self) -> float:
        if len(self._ticks_ns) < 2:
            return 0.0
        return round((len(self._ticks_ns) - 1) * 1e9 / (self._ticks_ns[-1] - self._ticks_ns[0]), 1)


def flat_jpeg(image: Image, view: Mapping[str, Any], drawing: str) -> bytes:
    """A picture laid flat as a drawing lies, as JPEG; b"" where the drawing does not say where the board is."""
    laid = flat(image, view_from(view), drawing)
    return b"" if laid is None else encode_jpeg(laid, LIVE_QUALITY, laid.shape[1])


def encode_jpeg(image: Image, quality: int, width_px: int) -> bytes:
    """A picture as JPEG, made smaller first when it is wider than `width_px`."""
    if image.shape[1] > width_px:
        scale = width_px / image.shape[1]
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(image.dtype)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
