"""The markers' patterns, and an OpenCV dictionary that holds only the numbers in play.

Asking OpenCV for the numbers in play alone is what makes the small 4x4 codes safe: fewer codes to hit by chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.ids import FAMILY, FAMILY_SIZE
from markers.kit import Manifest
from referee.errors import KitError

CELLS = 4
"""Cells along a pattern's side, without the black border of one cell around it."""

Bits = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Gate:
    """A dictionary of the numbers in play.

    Attributes
    ----------
    dictionary : give this to `cv2.aruco.ArucoDetector`.
    ids : the marker number for each index that the detector answers.
    bits : (N, 4, 4) uint8, 1 is white, in the order of `ids`.
    """

    dictionary: cv2.aruco.Dictionary
    ids: tuple[int, ...]
    bits: Bits

    def marker_id(self, index: int) -> int:
        """The marker's number for an index answered by the detector."""
        return self.ids[index]


def family() -> cv2.aruco.Dictionary:
    """OpenCV's whole dictionary of the kits' family."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))


def bits(marker_id: int) -> Bits:
    """The pattern of one number without its border: (4, 4) uint8, row 0 on top, 1 is white.

    Raises
    ------
    KitError : the family has no such number.
    """
    if not 0 <= marker_id < FAMILY_SIZE:
        raise KitError(f"There is no marker numbered {marker_id}; numbers go from 0 to {FAMILY_SIZE - 1}.")
    code = family().bytesList[marker_id : marker_id + 1]
    return np.asarray(cv2.aruco.Dictionary.getBitsFromByteList(code, CELLS), dtype=np.uint8)


def with_border(pattern: Bits) -> Bits:
    """The pattern with its black border, (6, 6): what is printed."""
    return np.pad(pattern, 1)


def gate(ids: Iterable[int]) -> Gate:
    """A dictionary of these numbers only, sorted, each once. Raises KitError for an empty set or an unknown number."""
    chosen = tuple(sorted(set(ids)))
    if not chosen:
        raise KitError("The kit has no markers; print the kit again to get a whole manifest.")
    if chosen[0] < 0 or chosen[-1] >= FAMILY_SIZE:
        raise KitError(f"The kit has a marker that is not in {FAMILY}; print the kit again to get a whole manifest.")
    codes = np.ascontiguousarray(family().bytesList[list(chosen)])
    dictionary = cv2.aruco.Dictionary(codes, CELLS, 0)
    return Gate(dictionary, chosen, np.stack([bits(number) for number in chosen]))


def gate_for(manifest: Manifest) -> Gate:
    """A dictionary of every number printed in a kit."""
    return gate(marker.marker_id for item in manifest.items for marker in item.markers)


def distances(patterns: Bits) -> NDArray[np.int64]:
    """In how many cells each pattern differs from each other one, at the worst of the four turns.

    Parameters
    ----------
    patterns : (N, 4, 4) uint8.

    Returns
    -------
    (N, N) int64; the diagonal compares a pattern with its own three other turns.
    """
    count = len(patterns)
    flat = patterns.reshape(count, -1).astype(np.int64)
    turned = [np.rot90(patterns, turn, (1, 2)).reshape(count, -1).astype(np.int64) for turn in range(4)]
    apart = np.stack([flat @ (1 - other).T + (1 - flat) @ other.T for other in turned])
    np.fill_diagonal(apart[0], CELLS * CELLS)
    return np.asarray(apart.min(axis=0), dtype=np.int64)


def minimum_distance(chosen: Gate) -> int:
    """The smallest number of cells in which two markers of the gate, in any turn, differ."""
    return int(distances(chosen.bits).min())
