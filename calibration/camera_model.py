"""The camera's inside: focal length, middle and lens, measured by `referee calibrate` or a stated guess."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.lens import bend, unbend
from referee.errors import CalibrationError
from referee.plain_json import read_json
from referee.words.catalogue import Message, Sentence

Floats = NDArray[np.float64]

GUESSED_FIELD_OF_VIEW_DEG = 63.0
"""Horizontal; webcams and phones lie between about 55 and 75 degrees."""
GUESSED = "guess"
"""In a file, the beginning of where a guess comes from."""
SAME_SHAPE = 0.01
FORMAT = "race-referee camera 1"


@dataclass(frozen=True, eq=False)
class CameraModel:
    """Intrinsics of one camera at one picture size.

    Attributes
    ----------
    width_px, height_px : the picture size they belong to.
    matrix : (3, 3) focal lengths and principal point, px, pixel centre of the first pixel at (0, 0).
    distortion : (5,) k1, k2, p1, p2, k3.
    rms_px : reprojection error of the calibration, nan for a guess.
    held_out_error_mm : error on a table a metre away, by views that were left out of the fit, nan for a guess.
    error_map_mm : (4, 6) the same in each part of the picture, nan where no view was; () when it is not known.
    origin : where the numbers come from, a sentence; "" for a guess.
    device : the camera that was measured, as its system calls it; "" when nobody said.
    scaled : whether it was measured at another size of picture.
    """

    width_px: int
    height_px: int
    matrix: Floats
    distortion: Floats
    rms_px: float = math.nan
    held_out_error_mm: float = math.nan
    origin: str = ""
    device: str = ""
    error_map_mm: tuple[tuple[float, ...], ...] = ()
    scaled: bool = False

    @property
    def guessed(self) -> bool:
        """Whether this is a guess and no measurement."""
        return not self.origin

    @property
    def focal_px(self) -> float:
        """The mean of both focal lengths."""
        return float(self.matrix[0, 0] + self.matrix[1, 1]) / 2.0

    def rays(self, points_px: Floats) -> Floats:
        """Straight rays (N, 2), on the plane at distance 1, of picture points (N, 2)."""
        middle = self.matrix[:2, 2]
        focal = np.array([self.matrix[0, 0], self.matrix[1, 1]])
        return unbend((np.asarray(points_px, dtype=np.float64).reshape(-1, 2) - middle) / focal, self.distortion)

    def pixels(self, rays: Floats) -> Floats:
        """Picture points (N, 2) of straight rays (N, 2): the inverse of `rays`."""
        focal = np.array([self.matrix[0, 0], self.matrix[1, 1]])
        bent = bend(np.asarray(rays, dtype=np.float64).reshape(-1, 2), self.distortion)
        return np.asarray(bent * focal + self.matrix[:2, 2])

    def with_lens(self, focal_factor: float, k1: float, origin: str) -> CameraModel:
        """The same camera with its focal length multiplied and another first radial term."""
        matrix = self.matrix.copy()
        matrix[0, 0] *= focal_factor
        matrix[1, 1] *= focal_factor
        distortion = np.array([k1, *self.distortion[1:]])
        return replace(self, matrix=matrix, distortion=distortion, origin=origin)

    def other_camera(self, device: str) -> str:
        """A sentence when these pictures come from another camera than the one measured; "" when that is not known.

        Numbers are left out: the same camera may be number 0 today and number 2 tomorrow.
        """
        mine, theirs = _without_number(self.device), _without_number(device)
        if not mine or not theirs or mine == theirs:
            return ""
        return f"The calibration was made with {mine}, this is {theirs}: calibrate again, or choose the other camera."

    def for_size(self, width_px: int, height_px: int) -> CameraModel:
        """The model for pictures of another size but the same shape (the camera scales, it does not crop).

        Raises
        ------
        CalibrationError : the picture has another shape, so it shows another part of the view.
        """
        if (width_px, height_px) == (self.width_px, self.height_px):
            return self
        scale_x, scale_y = width_px / self.width_px, height_px / self.height_px
        if abs(scale_x / scale_y - 1.0) > SAME_SHAPE:
            raise CalibrationError(
                f"This is a calibration for another resolution ({self.width_px} x {self.height_px}, the pictures are "
                f"{width_px} x {height_px}); calibrate again at this size or leave the calibration out."
            )
        matrix = self.matrix.copy()
        matrix[0] *= scale_x
        matrix[1] *= scale_y
        # pixel centres lie at whole numbers, so the picture's corner is at -0.5 at every size
        matrix[0, 2] += (scale_x - 1.0) / 2.0
        matrix[1, 2] += (scale_y - 1.0) / 2.0
        rms_px = self.rms_px * scale_x
        return replace(self, width_px=width_px, height_px=height_px, matrix=matrix, rms_px=rms_px, scaled=True)

    def to_json(self) -> str:
        """The calibration file's text."""
        return json.dumps(
            {
                "format": FORMAT,
                "width_px": self.width_px,
                "height_px": self.height_px,
                "matrix": self.matrix.tolist(),
                "distortion": self.distortion.tolist(),
                "rms_px": _number_or_none(self.rms_px),
                "held_out_error_mm": _number_or_none(self.held_out_error_mm),
                "origin": self.origin or GUESSED,
                **({"origin_fact": self.origin.message.as_json()} if isinstance(self.origin, Sentence) else {}),
                "device": self.device,
                "error_map_mm": [[_number_or_none(error) for error in row] for row in self.error_map_mm],
            },
            indent=1,
        )

    @staticmethod
    def from_json(text: str) -> CameraModel:
        """Read a calibration file's text.

        Raises
        ------
        CalibrationError : it is damaged or no calibration of ours.
        """
        try:
            data = read_json(text)
            return _from_data(data)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as problem:
            raise CalibrationError(
                f"The calibration file is damaged or is not one ({problem}); make a new one with `referee calibrate`."
            ) from problem


def guess(width_px: int, height_px: int) -> CameraModel:
    """A usual lens without distortion, 63 degrees wide.

    It may be 15 % off in focal length. Places on the table stay right (the printed sizes give the scale); what suffers
    is the correction for height: a pawn's cap 35 mm up, 400 mm from under the camera at 1 m, may be 2 mm off.
    """
    focal = width_px / (2.0 * math.tan(math.radians(GUESSED_FIELD_OF_VIEW_DEG) / 2.0))
    middle = ((width_px - 1) / 2.0, (height_px - 1) / 2.0)
    matrix = np.array([[focal, 0.0, middle[0]], [0.0, focal, middle[1]], [0.0, 0.0, 1.0]])
    return CameraModel(width_px, height_px, matrix, np.zeros(5))


def _without_number(device: str) -> str:
    """``camera 2 (Logitech C920)`` -> ``Logitech C920``; "" for a camera that has only a number."""
    name = device.partition("(")[2].rstrip(")")
    return name if device.startswith("camera ") else device


def _origin(data: dict[str, Any]) -> str:
    text = str(data["origin"])
    if text.startswith(GUESSED):
        return ""
    return Sentence(text, Message.from_json(data["origin_fact"])) if "origin_fact" in data else text


def _number_or_none(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _from_data(data: dict[str, Any]) -> CameraModel:
    if data.get("format") != FORMAT:
        raise ValueError("its format is not known")
    matrix = np.array(data["matrix"], dtype=np.float64)
    distortion = np.array(data["distortion"], dtype=np.float64)
    if matrix.shape != (3, 3) or distortion.shape != (5,) or not np.isfinite(matrix).all():
        raise ValueError("its numbers have the wrong shape")
    width, height = int(data["width_px"]), int(data["height_px"])
    if min(width, height, matrix[0, 0], matrix[1, 1]) <= 0 or not np.isfinite(distortion).all():
        raise ValueError("its numbers make no camera")
    rms, held_out = data.get("rms_px"), data.get("held_out_error_mm")
    return CameraModel(
        width,
        height,
        matrix,
        distortion,
        math.nan if rms is None else float(rms),
        math.nan if held_out is None else float(held_out),
        _origin(data),
        str(data.get("device", "")),
        tuple(
            tuple(math.nan if error is None else float(error) for error in row) for row in data.get("error_map_mm", ())
        ),
    )
