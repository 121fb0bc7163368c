"""From markers in the picture to pieces on the table, each at its own height."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision.kit_index import Face
from referee.vision.scene import MarkerDetection, Sighting

Floats = NDArray[np.float64]

WRONG_SIZE = 0.25
"""A marker whose size on the table differs by more than this share is something else, or at another height."""
WRONG_SIDE = 0.35
"""A marker with a side so much too short or long is covered in part: what is left was read as something else."""
_COMPLEX = np.array([1.0, 1.0j])
OFF_MM = 1.5
"""A marker this far from where its face's other markers put it is covered in part or misread."""


@dataclass(frozen=True)
class Pose:
    """Where a face lies: its origin, its turn, how far its corners are off (median), how many markers it rests on."""

    x_mm: float
    y_mm: float
    angle_deg: float
    error_mm: float
    markers: int


def place(
    face: Face,
    markers: Mapping[int, MarkerDetection],
    plane: TablePlane,
    on_top: Mapping[int, Floats] | None = None,
) -> tuple[Sighting, Pose] | None:
    """One face's place by a rigid fit of all its markers seen, None when none of them can belong to it.

    A marker that disagrees with the others, or has the wrong size at the face's height, is left out. `on_top`, if
    given, are its markers' corners (4, 2) mm at the face's height, where they have been worked out already.
    """
    numbers = [n for n in face.corners_mm if n in markers]
    if not numbers:
        return None
    if on_top is None:
        px = np.concatenate([markers[n].corners_px for n in numbers])
        on_top = dict(zip(numbers, plane.project(px, face.height_mm).reshape(-1, 4, 2), strict=True))
    seen = {n: on_top[n] for n in numbers}
    right = _right_size(np.stack(list(seen.values())), np.stack([face.corners_mm[n] for n in numbers]))
    good = [n for n, yes in zip(numbers, right.tolist(), strict=True) if yes]
    while good:
        pose, off = fit_rigid([face.corners_mm[n] for n in good], [seen[n] for n in good])
        worst = int(np.argmax(off))
        if len(good) == 1 or off[worst] <= OFF_MM:
            confidence = max(markers[n].margin for n in good)
            return Sighting(face.piece, face.side, pose.x_mm, pose.y_mm, pose.angle_deg, confidence), pose
        if len(good) == 2:
            worst = min((0, 1), key=lambda i: markers[good[i]].margin)
        del good[worst]
    return None


def fit_rigid(printed: list[Floats], seen: list[Floats]) -> tuple[Pose, Floats]:
    """The turn and shift that lay printed corners onto seen ones by least squares, and each marker's mean error in mm.

    Points are treated as complex numbers: the turn is the direction of sum(seen * conj(printed)) about the middles.
    """
    a = np.concatenate(printed) @ _COMPLEX
    b = np.concatenate(seen) @ _COMPLEX
    middle_a, middle_b = complex(a.sum()) / len(a), complex(b.sum()) / len(b)
    turn = complex(np.vdot(a - middle_a, b - middle_b))
    turn = turn / max(abs(turn), 1e-12)
    shift = middle_b - turn * middle_a
    error = np.abs(b - turn * a - shift)
    angle = math.degrees(math.atan2(turn.imag, turn.real)) % 360.0
    pose = Pose(shift.real, shift.imag, angle, float(np.sort(error)[len(error) // 2]), len(printed))
    return pose, np.asarray(error.reshape(-1, 4).sum(axis=1) / 4.0)


def on_table(face: Face, pose: Sighting | Pose, points_mm: Floats) -> Floats:
    """Points (N, 2) of a face, mm from its origin, as table points (N, 3) at the face's height."""
    c, s = math.cos(math.radians(pose.angle_deg)), math.sin(math.radians(pose.angle_deg))
    flat = points_mm @ np.array([[c, s], [-s, c]]) + np.array([pose.x_mm, pose.y_mm])
    return np.column_stack([flat, np.full(len(flat), face.height_mm)])


def _right_size(seen: Floats, printed: Floats) -> NDArray[np.bool_]:
    """Which markers (N, 4, 2) have about the size and the shape they were printed with, (N,)."""
    found, true = _sides(seen), _sides(printed)
    whole = np.abs(found.sum(axis=1) / true.sum(axis=1) - 1.0) <= WRONG_SIZE
    return np.asarray(whole & (np.abs(found / true - 1.0) <= WRONG_SIDE).all(axis=1))  # nan is not right either


def _sides(corners: Floats) -> Floats:
    return np.asarray(np.linalg.norm(corners - corners[:, [3, 0, 1, 2]], axis=2))
