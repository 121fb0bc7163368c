"""The detectors that `referee bench vision` sets side by side on the same pictures and threads."""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.dictionary import family, gate_for
from markers.kit import Manifest

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]
Seen = list[tuple[int, Floats]]
Detector = Callable[[Grey], Seen]


def cv2_default() -> Detector:
    """Plain OpenCV: the whole family, every setting as it comes."""
    detector = cv2.aruco.ArucoDetector(family(), cv2.aruco.DetectorParameters())
    return lambda grey: _markers(detector, grey, None)


def cv2_best(manifest: Manifest) -> Detector:
    """OpenCV at its best for this kit: only the numbers in play, small markers allowed, corners refined."""
    chosen = gate_for(manifest)
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.015
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(chosen.dictionary, parameters)
    return lambda grey: _markers(detector, grey, chosen.ids)


def timed(detector: Detector, grey: Grey) -> tuple[Seen, float]:
    """What a detector sees, and how many ms it took."""
    start = time.perf_counter_ns()
    seen = detector(grey)
    return seen, (time.perf_counter_ns() - start) / 1e6


def _markers(detector: cv2.aruco.ArucoDetector, grey: Grey, ids: tuple[int, ...] | None) -> Seen:
    corners, found, _ = detector.detectMarkers(grey)
    numbers = [] if found is None else [int(n) for n in np.asarray(found).reshape(-1)]
    return [
        (number if ids is None else ids[number], np.asarray(quad, dtype=np.float64).reshape(4, 2))
        for number, quad in zip(numbers, corners, strict=True)
    ]
