"""Finds every marker in a picture or a part of it, with no knowledge of where they should be.

OpenCV proposes quadrangles, those it cannot read included; our own edge fit puts their corners right, and correlation
with the patterns in play says which of them are markers. Works alike with OpenCV 4 and 5.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.dictionary import gate
from referee.vision.edges import refine
from referee.vision.patterns import Patterns
from referee.vision.sampling import cell_values
from referee.vision.scene import Image, MarkerDetection

Floats = NDArray[np.float64]

SMALLEST_SIDE_PX = 9.0
SMALL_SIDE_PX = 26.0
"""Below this side the quadrangles are looked for in a picture of twice the size."""
LARGEST_TO_ENLARGE = 2_200_000
EDGE_SHARE = 0.5
SURE_COPY = 0.6
MOST_QUADS = 1500


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
        self._dictionary = chosen.dictionary

    def find(self, grey: Image) -> Found:
        """Search a whole picture; once more in twice the size when its markers are small or hardly any was found."""
        found = self.read_quads(grey, self._quads(grey))
        sides = [side_px(marker.corners_px) for marker in found.detections]
        small = len(sides) < 8 or float(np.median(sides)) < SMALL_SIDE_PX
        if small and grey.size <= LARGEST_TO_ENLARGE:
            again = self.read_quads(grey, self._enlarged_quads(grey))
            found = _merged((*found.detections, *found.copies, *again.detections, *again.copies))
        return found

    def find_in(self, grey: Image, box: tuple[int, int, int, int], side_px: float, thorough: bool = False) -> Found:
        """Search a part of the picture (left, top, right, bottom) for markers about this large.

        `thorough` tries every threshold and twice the size as well: for what must not be missed.
        """
        left, top, right, bottom = box
        part = np.ascontiguousarray(grey[top:bottom, left:right])
        if min(part.shape) < SMALLEST_SIDE_PX:
            return Found(())
        if thorough:
            quads = np.concatenate([self._quads(part), self._enlarged_quads(part)])
        else:
            quads = self._enlarged_quads(part) if side_px < SMALL_SIDE_PX else self._quads(part, side_px)
        return self.read_quads(grey, quads + np.array([left, top], dtype=np.float64))

    def read_quads(self, grey: Image, quads: Floats) -> Found:
        """Which of these quadrangles (N, 4, 2), clockwise in the picture, are markers in play."""
        corners, quality = refine(grey, quads, passes=3)
        keep = (quality >= EDGE_SHARE) & _convex(corners)
        corners, quality = corners[keep], quality[keep]
        said = self.patterns.decode(cell_values(grey, corners))
        markers = []
        for index in np.flatnonzero(said.margin > 0.0):
            own = np.roll(corners[index], int(said.turns[index]), axis=0)
            margin = float(said.margin[index]) * float(min(1.0, quality[index] / 0.8))
            markers.append(MarkerDetection(int(said.marker_ids[index]), own, margin))
        return _merged(markers)

    def _enlarged_quads(self, grey: Image) -> Floats:
        twice = cv2.resize(grey, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC)
        # pixel centres lie at whole numbers, so half a pixel of the small picture is lost at the corner
        return (self._quads(np.asarray(twice, dtype=np.uint8)) - 0.5) / 2.0

    def _quads(self, grey: Image, side_px: float = 0.0) -> Floats:
        """OpenCV's quadrangles, read or rejected, (N, 4, 2); with a known marker size one threshold window will do."""
        parameters = _parameters(max(grey.shape))
        if side_px:
            window = int(np.clip(side_px / 2.5, 11, 31)) | 1
            parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = window
        detector = cv2.aruco.ArucoDetector(self._dictionary, parameters)
        corners, _, rejected = detector.detectMarkers(grey)
        found = [np.asarray(quad, dtype=np.float64).reshape(1, 4, 2) for quad in (*corners, *rejected)]
        return np.concatenate(found[:MOST_QUADS]) if found else np.empty((0, 4, 2))


def _parameters(longest_px: int) -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 4.0 * SMALLEST_SIDE_PX / longest_px
    parameters.polygonalApproxAccuracyRate = 0.05
    parameters.perspectiveRemovePixelPerCell = 4
    parameters.minDistanceToBorder = 1
    return parameters


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
    gap = a.corners_px.mean(axis=0) - b.corners_px.mean(axis=0)
    return bool(np.hypot(*gap) > 0.7 * side_px(b.corners_px))


def side_px(corners_px: Floats) -> float:
    """A marker's side, by its diagonals."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners_px.tolist()
    return (math.hypot(cx - ax, cy - ay) + math.hypot(dx - bx, dy - by)) / math.sqrt(8.0)


def _convex(corners: Floats) -> NDArray[np.bool_]:
    """Quads that turn the same way at each corner and are no needles, (N,)."""
    edges = np.roll(corners, -1, axis=1) - corners
    after = np.roll(edges, -1, axis=1)
    turns = edges[..., 0] * after[..., 1] - edges[..., 1] * after[..., 0]
    lengths = np.linalg.norm(edges, axis=2)
    shape = lengths.max(axis=1) < 2.5 * np.maximum(lengths.min(axis=1), 1e-6)
    return np.asarray((turns > 0).all(axis=1) & shape & (lengths.min(axis=1) > SMALLEST_SIDE_PX * 0.6))
