"""Whether a print came out at its true size, from a picture of the calibration board with a bank card on it.

A picture of the sheet alone cannot tell: a smaller print nearer to the camera looks just the same. So something of
known size has to lie on the paper. Bank cards are all 85.60 x 53.98 mm. The board's own corners give the plane of the
paper and the lens in printed millimetres; the card's edges are measured in those.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.board_in_photo import MOST_BLUR_MM, Placed, as_lit, as_printed, find_paper, look_at_paper
from markers.card_edges import CARD_MM, differs, find_card, measured_corners
from referee.errors import KitError

Bytes = NDArray[np.uint8]

CARD_THICK_MM = 0.76
NEAR_SIZE = 0.08
"""A rectangle that differs more from the card's size is something else."""
GUESSED_FOCAL = 0.85
"""Focal length of an unknown camera as a share of the picture's longer side; only the card's thickness needs it."""
TOLERANCE = 0.01
LEAST_DOUBT = 0.002
"""What no picture takes away: the card's own size, its thickness under an unknown lens, paper not quite flat."""
MOST_DOUBT = 0.008
BLUR_SHARE = 0.25
"""So much of its blur an edge may be misplaced by."""
HOW = (
    "lay a bank card flat on the middle of the calibration board (the last sheet), and take the picture from straight "
    "above with the whole board in it"
)


@dataclass(frozen=True)
class PrintScale:
    """How large the print is, 1.0 is true.

    Attributes
    ----------
    across, down : along the paper's width and height; equal when only one length was measured.
    doubt : half the width of what may still be true.
    """

    across: float
    down: float
    doubt: float

    @property
    def verdict(self) -> str:
        """``good`` within 1 %, ``wrong`` outside, ``unsure`` when the doubt reaches over the limit."""
        off = max(abs(self.across - 1.0), abs(self.down - 1.0))
        if off + self.doubt <= TOLERANCE:
            return "good"
        return "wrong" if off - self.doubt > TOLERANCE else "unsure"


def from_ruler(measured_mm: float, printed_mm: float) -> PrintScale:
    """The scale from the length of a printed ruler, read to half a millimetre.

    Raises
    ------
    KitError : a length that no printer makes of it.
    """
    if not 0.5 * printed_mm <= measured_mm <= 1.5 * printed_mm:
        raise KitError(
            f"The printed ruler cannot be {measured_mm:g} mm long; measure the line from 0 to {printed_mm:g}."
        )
    scale = measured_mm / printed_mm
    return PrintScale(scale, scale, 0.25 / printed_mm)


def from_picture(image: Bytes) -> PrintScale:
    """The scale from a picture (H, W, 3) BGR of the calibration board with a bank card on it.

    Raises
    ------
    KitError : no board, or no card that can be measured; the sentence says what to do.
    """
    placed = find_paper(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8), HOW)
    flat, printed = look_at_paper(image, placed), as_printed()
    bare, _ = as_lit(flat, printed)
    bare, blur_mm = as_lit(flat, printed, away=differs(flat, bare))
    if blur_mm > MOST_BLUR_MM:
        raise KitError(f"The picture is blurred: hold the camera still and let it focus; {HOW}.")
    rough = find_card(differs(flat, bare), HOW)
    corners, edge_mm = measured_corners(image, placed, bare, blur_mm, rough, HOW)
    return _scale(corners, math.hypot(3.0 * edge_mm, BLUR_SHARE * blur_mm), placed, image.shape)


def _scale(corners: NDArray[np.float64], doubt_mm: float, placed: Placed, shape: tuple[int, ...]) -> PrintScale:
    """What the card's corners (4, 2) in printed mm tell, the first two along its length; `doubt_mm` is each edge's."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    long_mm, short_mm = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
    if abs(long_mm / CARD_MM[0] - 1) > NEAR_SIZE or abs(short_mm / CARD_MM[1] - 1) > NEAR_SIZE:
        raise KitError(f"What lies on the board is no bank card ({long_mm:.0f} x {short_mm:.0f} mm); {HOW}.")
    nearer = 1.0 + CARD_THICK_MM / _camera_height_mm(placed, shape)
    along, crosswise = CARD_MM[0] * nearer / long_mm, CARD_MM[1] * nearer / short_mm
    uneven = max(abs(lengths[0] - lengths[2]) / long_mm, abs(lengths[1] - lengths[3]) / short_mm) / 2.0
    doubt = math.hypot(LEAST_DOUBT, doubt_mm * math.sqrt(2.0) / short_mm, uneven)
    if doubt > MOST_DOUBT:
        raise KitError(f"The card's edges are too unsure to tell: use a card of another colour, and {HOW}.")
    lies_across = abs(sides[0][0]) > abs(sides[0][1])
    across, down = (along, crosswise) if lies_across else (crosswise, along)
    return PrintScale(float(across), float(down), doubt)


def _camera_height_mm(placed: Placed, shape: tuple[int, ...]) -> float:
    """How far the camera is from the paper, with the focal length of a usual camera."""
    focal = GUESSED_FOCAL * max(shape[:2]) / placed.unit_px
    plain = np.diag([1.0 / focal, 1.0 / focal, 1.0]) @ placed.homography
    plain = plain / np.sqrt(np.linalg.norm(plain[:, 0]) * np.linalg.norm(plain[:, 1]))
    return float(abs(plain[:, 2] @ np.cross(plain[:, 0], plain[:, 1])))
