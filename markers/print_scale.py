"""Whether a print came out at its true size, from a picture of the calibration board with a bank card on it.

A picture of the sheet alone cannot tell: a smaller print nearer to the camera looks just the same. So something of
known size has to lie on the paper. Bank cards are all 85.60 x 53.98 mm (ISO/IEC 7810, ID-1). The board's own markers
give the plane of the paper in printed millimetres; the card is where the picture differs from the board as printed, and
its edges are measured in those millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from markers import charuco
from referee.errors import KitError

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

CARD_MM = (85.60, 53.98)
CARD_THICK_MM = 0.76
PX_PER_MM = 8
EDGE_MM = 12.0
"""Paper around the board that is looked at too."""
FEWEST_MARKERS = 10
DIFFERENT = 0.35
"""Of the way from black to white: so much a point must differ from the board to belong to the card."""
NEAR_SIZE = 0.08
"""A rectangle that differs more from the card's size is something else."""
GUESSED_FOCAL = 0.85
"""Focal length of an unknown camera as a share of the picture's longer side; only the card's thickness needs it."""
TOLERANCE = 0.01
DOUBT = 0.007
"""What is left of doubt in a measured scale: the card's edge, its thickness, the lens."""
STRIPS, ENOUGH = 90, 0.3
"""An edge is cut into strips; so large a part of those away from the corners must agree on it."""
ON_LINE_PX = 1.0
MOST_SLOPE = 0.06
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
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    to_picture = _paper(grey)
    flat, board = _flattened(grey, to_picture), _as_printed()
    corners = _card_corners(_differs(flat, board))
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    long_mm, short_mm = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2), reverse=True)
    if abs(long_mm / CARD_MM[0] - 1) > NEAR_SIZE or abs(short_mm / CARD_MM[1] - 1) > NEAR_SIZE:
        raise KitError(f"What lies on the board is no bank card ({long_mm:.0f} x {short_mm:.0f} mm); {HOW}.")
    nearer = 1.0 + CARD_THICK_MM / _camera_height_mm(to_picture, grey.shape)
    along, crosswise = CARD_MM[0] * nearer / long_mm, CARD_MM[1] * nearer / short_mm
    edge = corners[1] - corners[0]
    lies_across = (abs(edge[0]) > abs(edge[1])) == (sides[0] > sides[1])
    across, down = (along, crosswise) if lies_across else (crosswise, along)
    return PrintScale(float(across), float(down), DOUBT)


def _paper(grey: Bytes) -> Floats:
    """The homography (3, 3) from the board in printed mm to the picture."""
    board = charuco.board()
    corners, numbers, _ = cv2.aruco.ArucoDetector(board.getDictionary()).detectMarkers(grey)
    if numbers is None or len(numbers) < FEWEST_MARKERS:
        raise KitError(f"The calibration board is not to be seen; {HOW}.")
    known = {int(n): np.asarray(c) for n, c in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True)}
    pairs = [(known[int(n)][:, :2], np.asarray(c)[0]) for n, c in zip(np.ravel(numbers), corners, strict=True)]
    wanted, found = np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs]).astype(np.float32)
    fine = cv2.cornerSubPix(grey, found.reshape(-1, 1, 2).copy(), (3, 3), (-1, -1), (3, 30, 0.01)).reshape(-1, 2)
    to_picture, _ = cv2.findHomography(wanted.astype(np.float64), fine.astype(np.float64), cv2.RANSAC, 2.0)
    if to_picture is None:
        raise KitError(f"The calibration board is not to be seen flat; {HOW}.")
    return np.asarray(to_picture, dtype=np.float64)


def _size_px() -> tuple[int, int]:
    across, down = (count * charuco.SQUARE_MM + 2 * EDGE_MM for count in charuco.SQUARES)
    return round(across * PX_PER_MM), round(down * PX_PER_MM)


def _flattened(grey: Bytes, to_picture: Floats) -> NDArray[np.float32]:
    """The board seen from straight above, 0 is its black and 1 its white, with the light evened out."""
    to_mm = np.array([[1 / PX_PER_MM, 0, -EDGE_MM], [0, 1 / PX_PER_MM, -EDGE_MM], [0, 0, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(grey, to_picture @ to_mm, _size_px(), flags=flags).astype(np.float32)
    size = round(2 * charuco.SQUARE_MM * PX_PER_MM / 8)
    small = cv2.resize(flat, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    kernel = np.ones((size, size), np.uint8)
    low, high = (cv2.resize(edge(small, kernel), _size_px()) for edge in (cv2.erode, cv2.dilate))
    return np.asarray((flat - low) / np.maximum(high - low, 20.0), dtype=np.float32)


def _as_printed() -> NDArray[np.float32]:
    """The board as printed at the same scale."""
    margin = round(EDGE_MM * PX_PER_MM)
    across, down = _size_px()
    drawn = charuco.board().generateImage((across - 2 * margin, down - 2 * margin), marginSize=0)
    padded = np.pad(np.asarray(drawn, dtype=np.float32) / 255.0, margin, constant_values=1.0)
    return np.asarray(padded, dtype=np.float32)


def _differs(flat: NDArray[np.float32], board: NDArray[np.float32]) -> Bytes:
    """The largest whole thing that is not the board: (H, W) 0 or 255."""
    apart = (np.abs(flat - board) > DIFFERENT).astype(np.uint8)
    # printed edges differ by a hair everywhere; the card is what remains
    thin = cv2.morphologyEx(apart, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    whole = cv2.morphologyEx(thin, cv2.MORPH_CLOSE, np.ones((161, 161), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    if count < 2:
        raise KitError(f"No bank card is to be seen on the board; {HOW}.")
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return np.asarray(np.where((labels == largest) & (thin > 0), 255, 0), dtype=np.uint8)


def _card_corners(mask: Bytes) -> Floats:
    """The four corners (4, 2) in printed mm, by a straight line along each edge of the mask's hull."""
    points = np.argwhere(mask)[:, ::-1].astype(np.float32)
    if len(points) < 100:
        raise KitError(f"No bank card is to be seen on the board; {HOW}.")
    box = cv2.boxPoints(cv2.minAreaRect(cv2.convexHull(points))).astype(np.float64)
    middle = box.mean(axis=0)
    lines = []
    for start, end in zip(box, np.roll(box, -1, axis=0), strict=True):
        lines.append(_edge_line(points.astype(np.float64), middle, start, end))
    corners = [_crossing(lines[n - 1], lines[n]) for n in range(4)]
    return (np.array(corners) + 0.5) / PX_PER_MM


def _edge_line(points: Floats, middle: Floats, start: Floats, end: Floats) -> tuple[Floats, float]:
    """An edge as (unit normal, distance from the origin): a line through the outermost points of strips across it.

    Where the card is as bright as the board below it its edge is not seen: strips that end farther in do not count.

    Raises
    ------
    KitError : too few strips agree on one line.
    """
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    normal = np.array([along[1], -along[0]])
    normal *= np.sign((start - middle) @ normal)
    way, out = (points - start) @ along, (points - middle) @ normal
    inner = (way > 0.1 * length) & (way < 0.9 * length)
    strips = (way[inner] / length * STRIPS).astype(int)
    farthest = np.full(STRIPS, -np.inf)
    np.maximum.at(farthest, strips, out[inner])
    seen = np.isfinite(farthest)
    where, reach = (np.flatnonzero(seen) + 0.5) / STRIPS * length, farthest[seen]
    slope, level = _outermost_line(where, reach)
    turned = (normal - slope * along) / float(np.hypot(1.0, slope))
    foot = start + normal * (level - (start - middle) @ normal)
    # the outermost pixel's middle lies half a pixel inside the edge
    return turned, float(foot @ turned) + 0.5


def _outermost_line(where: Floats, reach: Floats) -> tuple[float, float]:
    """Slope and level of the outermost line on which enough points lie."""
    best: tuple[float, float, NDArray[np.bool_]] | None = None
    needed = max(8, round(ENOUGH * 0.8 * STRIPS))
    for first in range(0, len(where), 2):
        for second in range(first + 10, len(where), 2):
            slope = (reach[second] - reach[first]) / (where[second] - where[first])
            if abs(slope) > MOST_SLOPE:
                continue
            level = reach[first] - slope * where[first]
            on = np.abs(reach - (slope * where + level)) <= ON_LINE_PX
            outer = slope * where.mean() + level
            if int(on.sum()) >= needed and (best is None or (outer, int(on.sum())) > best[:2]):
                best = (float(outer), float(on.sum()), on)
    if best is None:
        raise KitError(f"The card's edges cannot be made out: use a card of another colour, and {HOW}.")
    on = best[2]
    for _ in range(4):
        # the outermost candidate leans on the noise: let the line settle among the points around it
        slope, level = np.polyfit(where[on], reach[on], 1)
        on = np.abs(reach - (slope * where + level)) <= 1.5 * ON_LINE_PX
    return float(slope), float(level)


def _crossing(one: tuple[Floats, float], other: tuple[Floats, float]) -> Floats:
    return np.asarray(np.linalg.solve(np.stack([one[0], other[0]]), np.array([one[1], other[1]])))


def _camera_height_mm(to_picture: Floats, shape: tuple[int, ...]) -> float:
    """How far the camera is from the paper, with the focal length of a usual camera."""
    height, width = shape[:2]
    focal = GUESSED_FOCAL * max(height, width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    plain = np.linalg.inv(lens) @ to_picture
    plain = plain / np.sqrt(np.linalg.norm(plain[:, 0]) * np.linalg.norm(plain[:, 1]))
    return float(abs(plain[:, 2] @ np.cross(plain[:, 0], plain[:, 1])))
