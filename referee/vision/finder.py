"""Finds every marker in a picture or a part of it, with no knowledge of where they should be.

`quads.py` proposes quadrangles; the edge fit puts their corners right, and correlation with the patterns in play says
which of them are markers. Works alike with OpenCV 4 and 5.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from markers.dictionary import gate
from referee.vision import native
from referee.vision.edges import refine
from referee.vision.patterns import Patterns
from referee.vision.quads import SMALLEST_SIDE_PX, enlarged_quads, quads, quads_in
from referee.vision.sampling import cell_values
from referee.vision.scene import Image, MarkerDetection

Floats = NDArray[np.float64]

SMALL_SIDE_PX = 26.0
"""Below this side OpenCV's quadrangles are looked for in a picture of twice the size."""
LARGEST_TO_ENLARGE = 2_200_000
EDGE_SHARE = 0.5
SURE_COPY = 0.6
STRETCHED = 2.5
"""A square seen so much longer one way than the other leans by 65 degrees or more: it is on the side of a die."""
Box = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class Found:
    """Markers found, each number once, the surest one; `copies` are further sure markers of a number already found."""

    detections: tuple[MarkerDetection, ...]
    copies: tuple[MarkerDetection, ...] = ()


class Finder:
    """Finds the markers with the given numbers."""

    def __init__(self, ids: Iterable[int]) -> None:
        chosen = gate(ids)
        self.patterns = Patterns(chosen.ids)

    def find(self, grey: Image, side_px: float = 0.0) -> Found:
        """Search a whole picture, for markers about this large if that is known."""
        found = self.read_quads(grey, quads(grey, side_px))
        sides = [_side_of(marker) for marker in found.detections]
        small = len(sides) < 8 or float(np.median(sides)) < SMALL_SIDE_PX
        if native.library is None and small and grey.size <= LARGEST_TO_ENLARGE:
            again = self.read_quads(grey, enlarged_quads(grey))
            found = _merged((*found.detections, *found.copies, *again.detections, *again.copies))
        return found

    def find_in(self, grey: Image, boxes: Sequence[Box], side_px: float, thorough: bool = False) -> Found:
        """Search parts of the picture (left, top, right, bottom) for markers about this large.

        `thorough` looks for the fainter and the larger ones as well: for what must not be missed.
        """
        found = [np.empty((0, 4, 2))]
        for left, top, right, bottom in boxes:
            part = grey[top:bottom, left:right]
            if min(part.shape) >= SMALLEST_SIDE_PX:
                found.append(quads_in(part, side_px, thorough) + np.array([left, top], dtype=np.float64))
        return self.read_quads(grey, np.concatenate(found))

    def read_quads(self, grey: Image, quads: Floats) -> Found:
        """Which of these quadrangles (N, 4, 2), clockwise in the picture, are markers in play."""
        corners, quality = refine(grey, quads, passes=3)
        keep = (quality >= EDGE_SHARE) & _convex(corners)
        corners, quality = corners[keep], quality[keep]
        said = self.patterns.decode(cell_values(grey, corners), np.array([side_px(quad) for quad in corners]))
        markers = []
        for index in np.flatnonzero(said.margin > 0.0):
            own = np.roll(corners[index], int(said.turns[index]), axis=0)
            margin = float(said.margin[index]) * float(min(1.0, quality[index] / 0.8))
            markers.append(MarkerDetection(int(said.marker_ids[index]), own, margin))
        return _merged(markers)


def _merged(markers: Iterable[MarkerDetection]) -> Found:
    """Each number once; another sure one elsewhere is a copy."""
    best: dict[int, MarkerDetection] = {}
    copies: list[MarkerDetection] = []
    for marker in sorted(markers, key=lambda m: -m.margin):
        first = best.setdefault(marker.marker_id, marker)
        if first is marker or marker.margin < SURE_COPY:
            continue
        if all(_apart(marker, other) for other in (first, *copies) if other.marker_id == marker.marker_id):
            copies.append(marker)
    return Found(tuple(best[number] for number in sorted(best)), tuple(copies))


def _apart(a: MarkerDetection, b: MarkerDetection) -> bool:
    across, down = (a.corners_px - b.corners_px).sum(axis=0).tolist()
    return math.hypot(across, down) / 4.0 > 0.7 * side_px(b.corners_px)


def side_px(corners_px: Floats) -> float:
    """A marker's side, by its diagonals."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners_px.tolist()
    return (math.hypot(cx - ax, cy - ay) + math.hypot(dx - bx, dy - by)) / math.sqrt(8.0)


def _side_of(marker: MarkerDetection) -> float:
    return side_px(marker.corners_px)


def _convex(corners: Floats) -> NDArray[np.bool_]:
    """Quads that turn the same way at each corner and are no needles, (N,)."""
    edges = np.roll(corners, -1, axis=1) - corners
    after = np.roll(edges, -1, axis=1)
    turns = edges[..., 0] * after[..., 1] - edges[..., 1] * after[..., 0]
    lengths = np.linalg.norm(edges, axis=2)
    shape = lengths.max(axis=1) < STRETCHED * np.maximum(lengths.min(axis=1), 1e-6)
    return np.asarray((turns > 0).all(axis=1) & shape & (lengths.min(axis=1) > SMALLEST_SIDE_PX * 0.6))
