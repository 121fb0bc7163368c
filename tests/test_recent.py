"""The seconds before a verdict are kept, small, and only where something moved."""

from __future__ import annotations

import cv2
import numpy as np

from referee.recent import EVERY_NS, RecentPictures, split
from referee.vision.scene import Frame


def frame(number: int, dot_px: int) -> Frame:
    """A grey table with a dot on it."""
    image = np.full((720, 1280, 3), 150, np.uint8)
    cv2.circle(image, (dot_px, 300), 40, (30, 30, 200), -1)
    return Frame(image, number * EVERY_NS, "test", number)


def test_only_pictures_that_show_something_new_are_kept() -> None:
    """While nothing moves the ring keeps what moved before."""
    recent = RecentPictures()
    kept = [recent.look(frame(i, 200 + 100 * min(i, 4))) for i in range(12)]
    assert kept == [True] * 5 + [False] * 7


def test_a_clip_splits_into_its_pictures() -> None:
    """Each picture of a clip is a JPEG of its own, 640 px wide, with its time before the last one."""
    recent = RecentPictures()
    for i in range(6):
        recent.look(frame(i, 200 + 100 * i))
    clip = recent.clip()
    assert clip is not None
    pictures = [cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR) for one in split(clip.jpegs)]
    assert [one.shape for one in pictures if one is not None] == [(360, 640, 3)] * 6
    assert clip.before_ms == (1250, 1000, 750, 500, 250, 0)
    assert b"".join(split(clip.jpegs)) == clip.jpegs


def test_a_clip_begins_just_before_the_turn() -> None:
    """What was before the turn is left out, but for one picture to start from."""
    recent = RecentPictures()
    for i in range(6):
        recent.look(frame(i, 200 + 100 * i))
    clip = recent.clip(since_ns=4 * EVERY_NS)
    assert clip is not None
    assert clip.times_ns == (3 * EVERY_NS, 4 * EVERY_NS, 5 * EVERY_NS)


def test_frames_that_come_too_fast_are_skipped() -> None:
    """A camera of 30 frames a second does not fill the ring within a second."""
    recent = RecentPictures()
    fast = [Frame(frame(0, 200 + i).image, i * EVERY_NS // 10, "test", i) for i in range(10)]
    assert sum(recent.look(one) for one in fast) == 1


def test_nothing_kept_is_said_so() -> None:
    """Before the first picture there is no clip, and no clip splits into nothing."""
    assert RecentPictures().clip() is None
    assert split(b"") == ()
