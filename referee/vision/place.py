"""From markers in the picture to pieces on the table, each at its own height."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision import native
from referee.vision.kit_index import Face, Quad
from referee.vision.scene import MarkerDetection, Sighting

Floats = NDArray[np.float64]


def to_table(plane: TablePlane, points_px: Floats, heights_mm: Floats | float = 0.0) -> Floats:
    """Table points (N, 2) mm that the picture shows at (N, 2) px, `heights_mm` ((N,) or one) high."""
    if native.library is None:
        return plane.project(points_px, heights_mm)
    heights = np.full(len(points_px), heights_mm) if isinstance(heights_mm, float) else heights_mm
    return native.to_table(native.library, _packed(plane), points_px, heights)


def to_picture(plane: TablePlane, points_mm: Floats) -> Floats:
    """Picture points (N, 2) px of table points (N, 3) mm; nan for points behind the camera."""
    if native.library is None:
        return plane.image_of(points_mm)
    return native.to_picture(native.library, _packed(plane), points_mm)


@lru_cache(maxsize=4)
def _packed(plane: TablePlane) -> Floats:
    """The camera above the table as the compiled loops read it: focal lengths, middle, lens, turn, place."""
    matrix = plane.camera.matrix
    inside = (matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2])
    return np.concatenate([inside, plane.camera.distortion, plane.R_camera_table.ravel(), plane.position_mm])


WRONG_SIZE = 0.25
"""A marker with a side that differs by more than this share is something else, or higher, or covered in part."""
UNEVEN = 0.07
"""On a still piece, which lies flat, a marker whose sides differ by more from one another is covered in part."""
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


def place_all(
    faces: Sequence[Face], heights_mm: Sequence[float], markers: Mapping[int, MarkerDetection], plane: TablePlane
) -> list[tuple[Sighting, Pose] | None]:
    """The places of some faces, each of which shows a marker at least, at their heights, by a rigid fit of all markers.

    None where none of its markers can belong to a face. Those that disagree with the others, or have the wrong size at
    the face's height, are left out.
    """
    shown = [[n for n in face.corners_mm if n in markers] for face in faces]
    numbers = [n for own in shown for n in own]
    px = np.concatenate([markers[n].corners_px for n in numbers])
    heights = [height for own, height in zip(shown, heights_mm, strict=True) for _ in own]
    seen = to_table(plane, px, np.repeat(heights, 4))
    if native.library is None:
        on_top = dict(zip(numbers, quads_of(seen), strict=True))
        return [_place(face, markers, on_top) for face in faces]
    printed = np.concatenate([face.corners_mm[n] for face, own in zip(faces, shown, strict=True) for n in own])
    margins = [markers[n].margin for n in numbers]
    counts = [(len(own), face.fixed) for face, own in zip(faces, shown, strict=True)]
    limits = (WRONG_SIZE, WRONG_SIZE, UNEVEN, OFF_MM)
    poses = native.place(native.library, seen, printed, margins, counts, limits)
    return [_placed(face, pose) for face, pose in zip(faces, poses, strict=True)]


def _place(
    face: Face, markers: Mapping[int, MarkerDetection], on_top: Mapping[int, Quad]
) -> tuple[Sighting, Pose] | None:
    """One face's place; `on_top` are the corners x + iy mm of all markers at the heights of their faces."""
    good = [n for n in face.corners_mm if n in markers and _right_size(on_top[n], face.printed[n])]
    if face.fixed:
        good = [n for n in good if even(on_top[n], face.printed[n])]
    while good:
        pose, off = _rigid([face.printed[n] for n in good], [on_top[n] for n in good])
        worst = off.index(max(off))
        if len(good) == 1 or off[worst] <= OFF_MM:
            confidence = max(markers[n].margin for n in good)
            return Sighting(face.piece, face.side, pose.x_mm, pose.y_mm, pose.angle_deg, confidence), pose
        if len(good) == 2:
            worst = min((0, 1), key=lambda i: markers[good[i]].margin)
        del good[worst]
    return None


def _placed(face: Face, pose: Sequence[float]) -> tuple[Sighting, Pose] | None:
    x, y, angle, error, count, confidence = pose
    if not count:
        return None
    return Sighting(face.piece, face.side, x, y, angle, confidence), Pose(x, y, angle, error, int(count))


def lies_flat(face: Face, marker: MarkerDetection, plane: TablePlane) -> bool:
    """Whether a marker, if it is one of this face and none of it is covered, lies flat on the table."""
    seen = quads_of(to_table(plane, marker.corners_px, face.height_mm))[0]
    return _right_size(seen, face.printed[marker.marker_id]) and even(seen, face.printed[marker.marker_id])


def fit_rigid(printed: Sequence[Floats], seen: Sequence[Floats]) -> tuple[Pose, list[float]]:
    """The turn and shift that lay printed corners (4, 2) onto seen ones by least squares, and each one's mean error."""
    return _rigid(quads_of(np.concatenate(printed)), quads_of(np.concatenate(seen)))


def quads_of(points: Floats) -> list[Quad]:
    """Points (4 N, 2) as N quadrangles of complex numbers: for four corners plain Python is quicker than numpy."""
    flat = np.ascontiguousarray(points, dtype=np.float64).view(np.complex128).ravel().tolist()
    return [tuple(flat[first : first + 4]) for first in range(0, len(flat), 4)]


def _rigid(printed: Sequence[Quad], seen: Sequence[Quad]) -> tuple[Pose, list[float]]:
    """The turn is the direction of sum(seen * conj(printed)) about the middles."""
    a, b = list(chain.from_iterable(printed)), list(chain.from_iterable(seen))
    middle_a, middle_b = sum(a) / len(a), sum(b) / len(b)
    turn = sum(((p - middle_a).conjugate() * (q - middle_b) for p, q in zip(a, b, strict=True)), 0j)
    turn /= max(abs(turn), 1e-12)
    shift = middle_b - turn * middle_a
    error = [abs(q - turn * p - shift) for p, q in zip(a, b, strict=True)]
    angle = math.degrees(math.atan2(turn.imag, turn.real)) % 360.0
    pose = Pose(shift.real, shift.imag, angle, sorted(error)[len(error) // 2], len(printed))
    return pose, [sum(error[first : first + 4]) / 4.0 for first in range(0, len(error), 4)]


def on_table(face: Face, pose: Sighting | Pose, points_mm: Floats) -> Floats:
    """Points (N, 2) of a face, mm from its origin, as table points (N, 3) at the face's height."""
    c, s = math.cos(math.radians(pose.angle_deg)), math.sin(math.radians(pose.angle_deg))
    points = np.empty((len(points_mm), 3))
    points[:, :2] = points_mm @ np.array([[c, s], [-s, c]])
    points[:, 2] = 0.0
    points += (pose.x_mm, pose.y_mm, face.height_mm)
    return points


def _right_size(seen: Quad, printed: Quad) -> bool:
    """Whether a marker has about the size and the shape it was printed with; nan is not right either."""
    found, true = sides(seen), sides(printed)
    return all(abs(side / right - 1.0) <= WRONG_SIZE for side, right in zip(found, true, strict=True))


def even(seen: Quad, printed: Quad) -> bool:
    """Whether all sides look larger or smaller than printed by nearly the same share."""
    shares = [side / right for side, right in zip(sides(seen), sides(printed), strict=True)]
    middle = sum(shares) / 4.0
    return all(abs(share / middle - 1.0) <= UNEVEN for share in shares)


def sides(quad: Quad) -> tuple[float, float, float, float]:
    """The lengths of a quadrangle's sides; for one at a time plain Python is quicker than numpy."""
    a, b, c, d = quad
    return abs(a - d), abs(b - a), abs(c - b), abs(d - c)
