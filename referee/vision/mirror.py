"""What is read only in the mirror: a camera that mirrors its picture, or a sheet that was printed mirrored."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.finder import Finder, Found
from referee.vision.numbers import FEW, FEWEST, SAME_PLACE
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import side_px, together
from referee.words.fact import fact

MIRRORED = fact("picture-mirrored")
TIMES = 2.0
"""So many times as many markers are read in the mirror (of our own about one in ten looks like another one there)."""
AROUND = 6.0
"""Marker sides around these that belong to the sheet."""


def is_mirrored(in_mirror: int, found: int) -> bool:
    """Whether clearly more markers are read in the mirror than the `found` ones in the picture as it is."""
    return in_mirror >= max(FEW, TIMES * found)


def only_mirrored(found: Found) -> list[MarkerDetection]:
    """The markers that are read in the mirror and not as they are."""
    read = together(marker.corners_px for marker in (*found.detections, *found.copies)).mean(axis=1)
    return [marker for marker in found.mirrored if not _at(marker, read)]


def is_a_sheet(mirrored: Sequence[MarkerDetection]) -> bool:
    """Whether these markers, read only in the mirror, are too many for chance."""
    return len({marker.marker_id for marker in mirrored}) >= FEWEST


def without_sheet(found: Found, mirrored: Sequence[MarkerDetection], known: Container[int]) -> Found:
    """Leave out what lies on a mirrored sheet and is read as a number all the same.

    Some markers look like themselves, or like another one, in the mirror. Numbers in `known` were there before.
    """
    if not is_a_sheet(mirrored):
        return found
    hull = cv2.convexHull(np.concatenate([m.corners_px for m in mirrored]).astype(np.float32))
    room = AROUND * float(np.median([side_px(marker.corners_px) for marker in mirrored]))
    both_ways = together(marker.corners_px for marker in found.mirrored).mean(axis=1)

    def stays(marker: MarkerDetection) -> bool:
        x, y = marker.corners_px.mean(axis=0).tolist()
        beside = cv2.pointPolygonTest(hull, (x, y), True) < -room
        return beside or marker.marker_id in known or not _at(marker, both_ways)

    kept = tuple(marker for marker in found.detections if stays(marker))
    return replace(found, detections=kept, copies=tuple(marker for marker in found.copies if stays(marker)))


def are_strange(grey: Image, mirrored: Sequence[MarkerDetection], any_kit: Finder) -> bool:
    """Whether these are pieces of another kit, most of them read as they are: that only looks like ours mirrored."""
    as_seen = together(unmirrored(marker).corners_px for marker in mirrored)
    return 2 * len(any_kit.read_quads(grey, as_seen).detections) >= len(mirrored)


def unmirrored(marker: MarkerDetection) -> MarkerDetection:
    """The same with its corners clockwise in the picture, as of one printed right."""
    return MarkerDetection(marker.marker_id, marker.corners_px[::-1], marker.margin)


def _at(marker: MarkerDetection, middles_px: NDArray[np.float64]) -> bool:
    """Whether one of these middles (N, 2) is this marker's."""
    apart = np.linalg.norm(middles_px - marker.corners_px.mean(axis=0), axis=1)
    return bool((apart < SAME_PLACE * side_px(marker.corners_px)).any())
