"""From markers in the picture to pieces on the table, each at its own height."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision import native
from referee.vision.kit_index import Face
from referee.vision.numbers import MOVED_MM
from referee.vision.scene import Floats, MarkerDetection, Mask, Point, Sighting, Whole
from referee.vision.shapes import together

Complex = NDArray[np.complex128]


def to_table(plane: TablePlane, points_px: Floats, heights_mm: Floats | float = 0.0) -> Floats:
    """Table points (N, 2) mm that the picture shows at (N, 2) px, `heights_mm` ((N,) or one) high."""
    if native.library is None:
        return plane.project(points_px, heights_mm)
    px, table = np.ascontiguousarray(points_px, dtype=np.float64), np.empty((len(points_px), 2))
    high = np.full(len(px), heights_mm) if isinstance(heights_mm, float) else heights_mm
    heights = np.ascontiguousarray(high, dtype=np.float64)
    native.run("rr_to_table", _packed(plane), px, heights, len(px), table)
    return table


def to_picture(plane: TablePlane, points_mm: Floats) -> Floats:
    """Picture points (N, 2) px of table points (N, 3) mm; nan for points behind the camera."""
    if native.library is None:
        return plane.image_of(points_mm)
    points, px = np.ascontiguousarray(points_mm, dtype=np.float64), np.empty((len(points_mm), 2))
    native.run("rr_to_picture", _packed(plane), points, len(points), px)
    return px


def quads_on_table(plane: TablePlane, quads_px: Floats, heights_mm: Sequence[float] | Floats) -> Floats:
    """Quadrangles (N, 4, 2) px as they lie on the table, each at its own height (N,): (N, 4, 2) mm."""
    return to_table(plane, quads_px.reshape(-1, 2), np.repeat(heights_mm, 4)).reshape(-1, 4, 2)


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


def place_all(
    faces: Sequence[Face], heights_mm: Sequence[float], markers: Mapping[int, MarkerDetection], plane: TablePlane
) -> list[Sighting | None]:
    """The places of some faces, each of which shows a marker at least, at their heights, by a rigid fit of all markers.

    None where none of its markers can belong to a face. Those that disagree with the others, as one covered in part or
    misread, or have the wrong size at the face's height, are left out: of more than two the one that is
    furthest off, of two the less sure one.
    """
    shown = [(index, n) for index, face in enumerate(faces) for n in face.corners_mm if n in markers]
    owner = np.array([index for index, _ in shown])
    px = together(markers[n].corners_px for _, n in shown)
    seen = quads_on_table(plane, px, [heights_mm[index] for index, _ in shown])
    printed = together(faces[index].corners_mm[n] for index, n in shown)
    margins = np.array([markers[n].margin for _, n in shown])
    shares = grown(seen, printed)
    loose = np.array([not face.fixed for face in faces])[owner]
    left = np.flatnonzero(_right_size(shares) & (loose | even(shares)))
    while True:
        own = owner[left]
        count = np.bincount(own, minlength=len(faces))
        turn, shift, off = fit_rigid(printed[left], seen[left], own, len(faces))
        far = off.mean(axis=1)
        doubt = np.where(count[own] == 2, margins[left], -far)
        first = np.cumsum(count)[count > 0] - count[count > 0]
        worst = np.lexsort((doubt, own))[first]
        astray = np.isin(own, own[far > MOVED_MM]) & (count[own] > 1)
        if not astray.any():
            break
        left = np.delete(left, worst[astray[worst]])
    sure = np.zeros(len(faces))
    np.maximum.at(sure, own, margins[left])
    places: list[Sighting | None] = [None] * len(faces)
    there = np.flatnonzero(count)
    angles = np.degrees(np.angle(turn)) % 360.0
    found = np.column_stack([shift.real, shift.imag, angles, sure])[there].tolist()
    for index, place in zip(there.tolist(), found, strict=True):
        places[index] = Sighting(faces[index].piece, faces[index].side, *place)
    return places


def lies_flat(face: Face, marker: MarkerDetection, plane: TablePlane) -> bool:
    """Whether a marker, if it is one of this face and none of it is covered, lies flat on the table."""
    seen = quads_on_table(plane, marker.corners_px[None], [face.height_mm])
    shares = grown(seen, face.corners_mm[marker.marker_id][None])
    return bool(_right_size(shares)[0] and even(shares)[0])


def fit_rigid(printed: Floats, seen: Floats, owner: Whole, count: int) -> tuple[Complex, Complex, Floats]:
    """What lays the printed quadrangles (N, 4, 2) of each of `count` owners (N,) onto those seen, by least squares.

    Returns
    -------
    The turn and the shift of each owner, (count,) complex numbers, and how far each corner is off then, (N, 4).
    """
    here, there = (np.ascontiguousarray(one).view(np.complex128)[..., 0] for one in (printed, seen))
    many = np.maximum(4 * np.bincount(owner, minlength=count), 1)

    def mean(values: Complex) -> Complex:
        real, other = (np.bincount(owner, part.sum(axis=1), count) for part in (values.real, values.imag))
        return np.asarray((real + 1j * other) / many, dtype=np.complex128)

    middles = mean(here), mean(there)
    here, there = here - middles[0][owner, None], there - middles[1][owner, None]
    turn = mean(np.conj(here) * there)
    turn /= np.maximum(np.abs(turn), 1e-12)
    return turn, middles[1] - turn * middles[0], np.abs(there - turn[owner, None] * here)


def on_table(face: Face, lies: Sighting, points_mm: Floats) -> Floats:
    """Points (N, 2) of a face, mm from its origin, as table points (N, 3) at the face's height."""
    points = np.full((len(points_mm), 3), face.height_mm)
    points[:, :2] = turned(points_mm, (lies.x_mm, lies.y_mm), lies.angle_deg)
    return points


def turned(points: Floats, at_mm: Point, angle_deg: float) -> Floats:
    """Points (N, 2) turned to the left about the origin, then moved to a place."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + np.array(at_mm))


def grown(seen: Floats, printed: Floats) -> Floats:
    """How much longer than printed each side of quadrangles (N, 4, 2) is seen, as a share (N, 4)."""
    found, true = (np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2) for quads in (seen, printed))
    return np.asarray(found / true)


def _right_size(shares: Floats) -> Mask:
    """Which markers (N, 4) have about the size and the shape they were printed with; nan is not right either."""
    return np.asarray((np.abs(shares - 1.0) <= WRONG_SIZE).all(axis=1))


def even(shares: Floats) -> Mask:
    """Of which markers (N, 4) all sides look larger or smaller than printed by nearly the same share."""
    return np.asarray((np.abs(shares / shares.mean(axis=1, keepdims=True) - 1.0) <= UNEVEN).all(axis=1))
