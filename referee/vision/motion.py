"""How the picture moved since the last look: the fiducials known then against where the new picture shows them.

One homography, fitted robustly, for all who ask: a camera that trembles or whose focus breathes, a push by a pixel, a
bump by many. Where the fiducials may be is guessed at first, by how the camera swings or how the whole picture has
shifted; where the guess fails a small part of the picture is searched for them, since their numbers tell which is
which. From there they are followed outwards, by their edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE, Finder
from referee.vision.numbers import BENT_PX, FEW, MOST, SOME, STILL_PX
from referee.vision.scene import Floats, Image, MarkerDetection
from referee.vision.shapes import sides_px, together

MEASURED = FEW * SOME
"""So many fiducials tell the motion, from all over the table."""
COARSE = (256, 144)
"""Pixels of a picture whose shift is looked for: even, and quick to transform."""
NOT_MOVED = np.eye(3)


@dataclass(frozen=True, eq=False)
class Motion:
    """How a picture moved.

    Attributes
    ----------
    way : (3, 3) the homography from the picture before to this one.
    far_px : how far the fiducials went, median.
    alike : the share of them that went this way.
    """

    way: Floats
    far_px: float
    alike: float

    @property
    def told(self) -> bool:
        """Whether it is a bump, if it is no trembling: it is asked for where markers are off by twice as much."""
        return self.far_px > BENT_PX / 2.0

    def applied(self, points_px: Floats) -> Floats:
        """Where points (..., 2) of the picture before are in this one."""
        return applied(self.way, points_px)

    def carried(self, markers: Iterable[MarkerDetection]) -> list[MarkerDetection]:
        """Markers where they are when they went along."""
        every = list(markers)
        there = self.applied(together(marker.corners_px for marker in every))
        return [MarkerDetection(m.marker_id, corners, m.margin) for m, corners in zip(every, there, strict=True)]


def applied(way: Floats, points_px: Floats) -> Floats:
    """Where a homography (3, 3) takes points (..., 2)."""
    there = points_px @ way[:, :2].T + way[:, 2]
    return np.asarray(there[..., :2] / there[..., 2:])


def shift_between(before: Image, now: Image, px: float) -> Floats:
    """The homography (3, 3) of a mere shift from one picture to another, by phase correlation; `px` to a pixel of both.

    C. D. Kuglin and D. C. Hines, "The phase correlation image alignment method", 1975.
    """
    old, new = (cv2.resize(one, COARSE, interpolation=cv2.INTER_AREA).astype(np.float32) for one in (before, now))
    shift, _ = cv2.phaseCorrelate(old, new, cv2.createHanningWindow(COARSE, cv2.CV_32F))
    way = np.eye(3)
    way[:2, 2] = px * np.array(shift) * before.shape[::-1] / COARSE
    return way


def motion_between(before_px: Floats, now_px: Floats) -> Motion | None:
    """The motion that most fiducials (N, 4, 2) made from here to there; None when they are too few to tell."""
    if len(before_px) < FEW:
        return None
    found, _ = cv2.findHomography(before_px.reshape(-1, 2), now_px.reshape(-1, 2), cv2.RANSAC, STILL_PX)
    if found is None or not np.isfinite(found).all():
        return None
    way = np.asarray(found, dtype=np.float64)
    here, there = before_px.mean(axis=1), now_px.mean(axis=1)
    gone = applied(way, here)
    off, far = np.hypot(*(there - gone).T), np.hypot(*(gone - here).T)
    return Motion(way, float(np.median(far)), float((off < BENT_PX).mean()))


def motion_of(before: Mapping[int, MarkerDetection], now: Mapping[int, MarkerDetection]) -> Motion | None:
    """The same of fiducials by number."""
    both = [n for n in now if n in before]
    return motion_between(together(before[n].corners_px for n in both), together(now[n].corners_px for n in both))


def motion_seen(
    grey: Image, known: Sequence[MarkerDetection], finder: Finder, guess: Floats = NOT_MOVED
) -> Motion | None:
    """The motion from where fiducials were known to where a picture shows them; None when most do not go along.

    `guess` (3, 3) is tried first: a turn takes those in the middle least far.
    """
    if len(known) < 2 * FEW:
        return None
    some = together(marker.corners_px for marker in known[:: -(-len(known) // MEASURED)])
    motion = _followed(grey, some, some.mean(axis=(0, 1)), guess)
    if motion is None and (near := _in_part(grey, known, finder)) is not None:
        motion = _followed(grey, some, *near)
    return motion


def _followed(grey: Image, known_px: Floats, about: Floats, way: Floats) -> Motion | None:
    """The motion of fiducials (N, 4, 2), looked for from those nearest a point outwards where the nearer ones say."""
    outwards = known_px[np.argsort(np.hypot(*(known_px.mean(axis=1) - about).T))]
    motion = None
    for count in (2 * FEW, 4 * FEW, MEASURED):
        before = outwards[:count]
        now, quality = refine(grey, applied(way, before), passes=2)
        good = quality >= EDGE_SHARE
        if float(good.mean()) < MOST:
            return None
        motion = motion_between(before[good], now[good])
        if motion is None or motion.alike < MOST:
            return None
        way = motion.way
    return motion


def _in_part(grey: Image, known: Sequence[MarkerDetection], finder: Finder) -> tuple[Floats, Floats] | None:
    """From the part of the picture where the middlemost fiducials were: its middle before, and how it moved."""
    every = together(marker.corners_px for marker in known)
    middles, side_px = every.mean(axis=1), float(np.median(sides_px(every)))
    first = np.argmin(np.hypot(*(middles - np.median(middles, axis=0)).T))
    nearest = every[np.argsort(np.hypot(*(middles - middles[first]).T))[: 2 * FEW]]
    low = np.maximum(nearest.min(axis=(0, 1)) - 2.0 * side_px, 0).astype(int)
    high = np.minimum(nearest.max(axis=(0, 1)) + 2.0 * side_px, grey.shape[::-1]).astype(int)
    found = finder.find_in(grey, [(*low.tolist(), *high.tolist())], side_px).detections
    before, now = {m.marker_id: m for m in known}, {m.marker_id: m for m in found}
    motion = motion_of(before, now)
    if motion is None:
        return None
    return np.mean([before[n].corners_px.mean(axis=0) for n in now if n in before], axis=0), motion.way
