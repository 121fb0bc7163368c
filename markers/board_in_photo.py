"""The calibration board in one photograph: where each printed millimetre lies in it, and how it is lit.

The lens of a phone bends straight lines by a few pixels, which would pass for a per cent of a card's length. So beside
the eight numbers of a flat paper seen from anywhere two of the lens are fitted, to the board's own corners.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from markers import charuco
from referee.errors import KitError

Floats = NDArray[np.float64]
Flat = NDArray[np.float32]
Bytes = NDArray[np.uint8]

FEWEST_CORNERS = 16
FEWEST_PX_PER_MM = 2.0
WORST_FIT_MM = 0.3
STEEPEST = 0.75
"""Shortest over longest of a square's sides: beyond 40 degrees the paper is seen too slantingly."""
EDGE_MM = 8.0
"""Paper around the board that is looked at too."""
PX_PER_MM = 6
BLURS_MM = (0.06, 0.1, 0.15, 0.22, 0.32, 0.45, 0.62, 0.85, 1.2)
MOST_BLUR_MM = 1.0
LEVELS = 0.02
"""Samples this near to pure black or white of the board tell the light."""


@dataclass(frozen=True, eq=False)
class Placed:
    """How the paper lies in the picture.

    Attributes
    ----------
    homography : (3, 3) from printed mm to straight picture units.
    bend : (2,) of the lens, by the squared distance from the picture's middle in those units.
    middle_px, unit_px : the picture's middle, and what a unit is.
    left_mm : what the fit leaves over, root mean square.
    corners : how many corners it was fitted to.
    """

    homography: Floats
    bend: Floats
    middle_px: Floats
    unit_px: float
    left_mm: float
    corners: int

    def pixels(self, places_mm: Floats) -> Floats:
        """Where printed places (..., 2) lie in the picture (..., 2), px."""
        flat = places_mm.reshape(-1, 2)
        straight = np.column_stack([flat, np.ones(len(flat))]) @ self.homography.T
        straight = straight[:, :2] / straight[:, 2:]
        square = (straight**2).sum(axis=1, keepdims=True)
        bent = straight * (1.0 + self.bend[0] * square + self.bend[1] * square**2)
        return np.asarray((bent * self.unit_px + self.middle_px).reshape(places_mm.shape))

    def colours(self, image: Bytes, places_mm: Floats) -> Flat:
        """The picture's colours (A, B, 3) at printed places (A, B, 2)."""
        where = self.pixels(places_mm).astype(np.float32)
        found = cv2.remap(image, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, dtype=np.float32)

    @property
    def px_per_mm(self) -> float:
        """How large the board's middle is in the picture."""
        sides = np.linalg.norm(np.diff(self.pixels(_middle_square()), axis=0), axis=1)
        return float(sides.mean()) / charuco.SQUARE_MM

    @property
    def steepness(self) -> float:
        """Shortest over longest of the middle square's sides and diagonals, 1.0 from straight above."""
        square = self.pixels(_middle_square())
        sides = np.linalg.norm(np.diff(square, axis=0), axis=1)
        diagonals = np.linalg.norm([square[2] - square[0], square[3] - square[1]], axis=1) / np.sqrt(2.0)
        return float(min(*sides, *diagonals) / max(*sides, *diagonals))


def find_paper(grey: Bytes, how: str) -> Placed:
    """Where the board's paper lies in a grey picture (H, W). Raises KitError, ending with `how`, when it is no use."""
    numbers, pixels, places = charuco.corners_in(grey)
    if len(numbers) < FEWEST_CORNERS:
        raise KitError(f"The calibration board is not to be seen, or too little of it; {how}.")
    placed = _fitted(pixels, places, grey.shape)
    for _ in range(3):  # a corner half under the card leads astray
        off = np.linalg.norm(placed.pixels(places) - pixels, axis=1)
        good = off <= max(3.0 * float(np.median(off)), 0.3)
        if good.all() or good.sum() < FEWEST_CORNERS:
            break
        pixels, places = pixels[good], places[good]
        placed = _fitted(pixels, places, grey.shape)
    if placed.px_per_mm < FEWEST_PX_PER_MM:
        raise KitError(f"The board is too small in the picture: go nearer, until it fills it; {how}.")
    if placed.steepness < STEEPEST:
        raise KitError(f"The board is seen too slantingly; {how}.")
    if placed.left_mm > WORST_FIT_MM:
        raise KitError(f"The board does not lie flat, or the picture is shaken: lay it on the table; {how}.")
    return placed


def _middle_square() -> Floats:
    across, down = (count // 2 * charuco.SQUARE_MM for count in charuco.SQUARES)
    side = charuco.SQUARE_MM
    return np.array([(across, down), (across + side, down), (across + side, down + side), (across, down + side)])


def _fitted(pixels: Floats, places: Floats, shape: tuple[int, ...]) -> Placed:
    from scipy.optimize import least_squares  # loads longer than all else here

    middle, unit = np.array([shape[1] - 1, shape[0] - 1]) / 2.0, max(shape[:2]) / 2.0
    seen = (pixels - middle) / unit
    start, _ = cv2.findHomography(places, seen, cv2.RANSAC, 4.0 / unit)
    if start is None:
        raise KitError("The calibration board is not to be seen flat in this picture.")

    def placed(numbers: Floats, left_mm: float) -> Placed:
        homography = np.append(numbers[:8], 1.0).reshape(3, 3)
        return Placed(homography, numbers[8:], middle, unit, left_mm, len(pixels))

    def apart(numbers: Floats) -> Floats:
        return np.asarray((placed(numbers, 0.0).pixels(places) - pixels).ravel())

    begin = np.append((np.asarray(start) / start[2, 2]).ravel()[:8], [0.0, 0.0])
    found = least_squares(apart, begin, x_scale="jac", loss="soft_l1", f_scale=0.5)
    left_px = float(np.sqrt(2.0 * np.mean(found.fun**2)))
    return placed(np.asarray(found.x), left_px / placed(np.asarray(found.x), 0.0).px_per_mm)


def look_at_paper(image: Bytes, placed: Placed) -> Flat:
    """The paper from straight above (H, W, 3), `PX_PER_MM` a printed mm, from `EDGE_MM` beside the board on."""
    across, down = size_px()
    x, y = np.meshgrid(np.arange(0, across + 8, 8), np.arange(0, down + 8, 8))
    coarse = placed.pixels((np.stack([x, y], axis=-1) + 0.5) / PX_PER_MM - EDGE_MM).astype(np.float32)
    # between every eighth pixel the way is as good as straight
    turn = np.array([[8.0, 0.0, 0.0], [0.0, 8.0, 0.0]])
    where = cv2.warpAffine(coarse, turn, (across, down), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    found = cv2.remap(image, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, dtype=np.float32)


def size_px() -> tuple[int, int]:
    """Of the flat paper: across, down."""
    across, down = (count * charuco.SQUARE_MM + 2 * EDGE_MM for count in charuco.SQUARES)
    return round(across * PX_PER_MM), round(down * PX_PER_MM)


def as_printed() -> Flat:
    """The board as printed, at the same scale: (H, W), 0 black, 1 white."""
    margin = round(EDGE_MM * PX_PER_MM)
    across, down = size_px()
    drawn = charuco.board().generateImage((across - 2 * margin, down - 2 * margin), marginSize=0)
    return np.asarray(np.pad(np.asarray(drawn, np.float32) / 255.0, margin, constant_values=1.0), dtype=np.float32)


def as_lit(flat: Flat, printed: Flat, away: NDArray[np.bool_] | None = None) -> tuple[Flat, float]:
    """The bare board as this picture would show it (H, W, 3), and its blur in mm.

    Paper and ink are each lit by a smooth light, which is fitted where the picture looks like them; `away` (H, W) are
    places that something lies on.
    """
    soft = cv2.GaussianBlur(printed, (0, 0), 0.25 * PX_PER_MM)
    some = np.zeros(printed.shape, bool)
    rim = round((EDGE_MM - 2.0) * PX_PER_MM)
    some[rim:-rim:2, rim:-rim:2] = True
    if away is not None:
        some &= ~away
    white = _smooth(flat, some & (soft > 1.0 - LEVELS))
    black = _smooth(flat, some & (soft < LEVELS))
    turning = some & (soft > LEVELS) & (soft < 1.0 - LEVELS)
    seen, dark, range_ = flat[turning], black[turning], (white - black)[turning]
    best = (np.inf, 0.0, printed)
    for blur_mm in BLURS_MM:
        share = np.asarray(cv2.GaussianBlur(printed, (0, 0), blur_mm * PX_PER_MM), np.float32)
        apart = float(np.median(np.abs(dark + range_ * share[turning][:, None] - seen)))
        if apart < best[0]:
            best = (apart, blur_mm, share)
    return black + (white - black) * best[2][..., None], best[1]


def _smooth(flat: Flat, where: NDArray[np.bool_]) -> Flat:
    """A light (H, W, 3) that changes evenly over the paper, robustly through the places given."""
    rows, columns = np.nonzero(where)
    step = max(1, len(rows) // 4000)
    rows, columns = rows[::step], columns[::step]
    height, width = where.shape
    if len(rows) < 50:
        raise KitError("Too little of the calibration board is to be seen in this picture.")

    def terms(y: Floats, x: Floats) -> Floats:
        return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)

    known = terms(rows / height * 2.0 - 1.0, columns / width * 2.0 - 1.0)
    y, x = np.meshgrid(np.linspace(-1, 1, height // 8), np.linspace(-1, 1, width // 8), indexing="ij")
    every = terms(y, x)
    light = []
    for channel in range(3):
        values = flat[rows, columns, channel]
        weight = np.ones(len(values))
        for _ in range(6):
            weighed = known * (weight**2)[:, None]
            numbers = np.linalg.solve(weighed.T @ known, weighed.T @ values)
            off = np.abs(values - known @ numbers)
            weight = 1.0 / (1.0 + (off / max(2.0 * float(np.median(off)), 1.0)) ** 2)
        smooth = (every @ numbers).astype(np.float32)
        light.append(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR))
    return np.stack(light, axis=-1)
