"""The seconds before a verdict: a ring of small pictures, kept only where something moved, and how they are stored.

A clip is small JPEG pictures one after the other, so it opens as its first picture anywhere; their times stand in the
entry's data (`clip_ms`, milliseconds before the last one, oldest first).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.vision.scene import Frame, Image

CLIP = "clip"
"""The name under which a clip is stored beside an entry."""

MOST = 40
EVERY_NS = 250_000_000
WIDTH_PX = 640
QUALITY = 60
STILL_LEVELS = 6.0
"""Two thumbnails whose most different cell differs by less grey levels than this show the same."""

_END_AND_START = b"\xff\xd9\xff\xd8"


@dataclass(frozen=True)
class Clip:
    """Some seconds of play: the JPEG pictures in one piece, and when each was taken (ns)."""

    jpegs: bytes
    times_ns: tuple[int, ...]

    @property
    def before_ms(self) -> tuple[int, ...]:
        """Milliseconds from each picture to the last one."""
        return tuple(round((self.times_ns[-1] - one) / 1e6) for one in self.times_ns)


class RecentPictures:
    """A ring of the last pictures in which something was different from the one before."""

    def __init__(self, most: int = MOST, every_ns: int = EVERY_NS) -> None:
        self._every_ns = every_ns
        self._ring: deque[tuple[int, bytes]] = deque(maxlen=most)
        self._thumbnail: Image | None = None
        self._looked_ns: int | None = None

    def look(self, frame: Frame) -> bool:
        """Keep the picture if it is time for one and it shows something new; whether it was kept."""
        if self._looked_ns is not None and 0 <= frame.time_ns - self._looked_ns < self._every_ns:
            return False
        self._looked_ns = frame.time_ns
        thumbnail = cv2.resize(frame.image, (64, 36), interpolation=cv2.INTER_AREA).astype(np.uint8)
        before, self._thumbnail = self._thumbnail, thumbnail
        if before is not None and float(cv2.absdiff(before, thumbnail).max()) < STILL_LEVELS:
            return False
        scale = min(1.0, WIDTH_PX / frame.image.shape[1])
        small = cv2.resize(frame.colour, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        self._ring.append((frame.time_ns, jpeg))
        return True

    def clip(self, since_ns: int = 0) -> Clip | None:
        """What was kept from `since_ns` on, and one picture before it; None when there is nothing."""
        kept = list(self._ring)
        first = next((index for index, (time_ns, _) in enumerate(kept) if time_ns >= since_ns), len(kept))
        chosen = kept[max(0, first - 1) :]
        if not chosen:
            return None
        return Clip(b"".join(jpeg for _, jpeg in chosen), tuple(time_ns for time_ns, _ in chosen))


def split(jpegs: bytes) -> Sequence[bytes]:
    """The single pictures of a clip.

    Within a picture's data the end mark cannot occur, since JPEG stuffs a zero after every 0xFF (ITU-T T.81, B.1.1.5).
    """
    if not jpegs:
        return ()
    parts = jpegs.split(_END_AND_START)
    last = len(parts) - 1
    return tuple(
        (b"\xff\xd8" if i else b"") + part + (b"\xff\xd9" if i < last else b"") for i, part in enumerate(parts)
    )
