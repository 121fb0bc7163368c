"""The gated dictionary: OpenCV answers the numbers in play and no others."""

import cv2
import numpy as np
import pytest

from markers.dictionary import Bits, bits, gate, with_border
from referee.errors import KitError


def _picture(marker_id: int, turns: int = 0) -> Bits:
    marker = np.kron(with_border(bits(marker_id)) * 255, np.ones((10, 10), dtype=np.uint8))
    return np.asarray(np.rot90(np.pad(marker, 40, constant_values=255), turns), dtype=np.uint8).copy()


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("marker_id", [0, 42, 139])
def test_gate_decodes_its_numbers(marker_id: int, turns: int) -> None:
    """A marker in play is found in every turn and mapped back to its own number."""
    chosen = gate([0, 42, 139, 42])
    _, found, _ = cv2.aruco.ArucoDetector(chosen.dictionary).detectMarkers(_picture(marker_id, turns))
    assert [chosen.marker_id(int(index)) for index in np.ravel(found)] == [marker_id]


def test_gate_ignores_other_numbers() -> None:
    """A marker that is not in play is not taken for one that is."""
    corners, _, _ = cv2.aruco.ArucoDetector(gate([0, 42]).dictionary).detectMarkers(_picture(500))
    assert len(corners) == 0


def test_bits_are_the_printed_cells() -> None:
    """The pattern read from the family is the one OpenCV draws."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    assert np.array_equal(family.generateImageMarker(77, 6), with_border(bits(77)) * 255)


@pytest.mark.parametrize("numbers", [[], [-1], [1000]])
def test_impossible_gates_are_refused(numbers: list[int]) -> None:
    """No markers, or one outside the family, is a clear error."""
    with pytest.raises(KitError):
        gate(numbers)
    with pytest.raises(KitError):
        bits(1000)
