"""Ordinary dice on a mat: value, colour, place and how sure; what cannot be read is said to be so, with the reason."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.numbers import ALL_BUT, MOST, SURE_MARGIN
from referee.vision.pips.colours import colour_of
from referee.vision.pips.cover import explain
from referee.vision.pips.faces import Face, find_faces, square
from referee.vision.pips.mat import ON_THE_MAT, FlatMat, flatten
from referee.vision.pips.outline import filled
from referee.vision.pips.spots import find_spots
from referee.vision.scene import DieSeen, Image, Point

UNREAD = "die-unread"
NO_COLOUR = "die-colour"
COVERED = "mat-covered"


def read_dice(
    image: Image,
    plane: TablePlane,
    area_mm: Sequence[Point],
    colours: Sequence[str],
    edge_mm: float = 16.0,
    mat_mm: float = 0.3,
) -> tuple[DieSeen, ...]:
    """The dice on one plain grey mat.

    Parameters
    ----------
    image : (H, W, 3) BGR; a grey picture has no colours, so every die in it is unsure.
    plane : the camera above the table.
    area_mm : table polygon of the mat.
    colours : names of the dice's colours in play, of `markers.dice.COLOURS`.
    edge_mm : the dice's edge.
    mat_mm : height of the mat above the table.

    Returns
    -------
    Every die and every unreadable thing on the mat; one without a value when the whole mat cannot be judged.
    """
    mat = flatten(image, plane, area_mm, mat_mm, edge_mm) if image.ndim == 3 else None
    if mat is None:
        x = sum(point[0] for point in area_mm) / len(area_mm)
        y = sum(point[1] for point in area_mm) / len(area_mm)
        return (DieSeen("", None, x, y, 0.0, 0.0, COVERED),)
    area = np.array(area_mm, dtype=np.float32)
    spots = find_spots(mat, edge_mm, area_mm)
    inside = ON_THE_MAT * edge_mm
    faces = [f for f in find_faces(mat, spots, edge_mm) if cv2.pointPolygonTest(area, f.at_mm, True) >= inside]
    faces = [face for face in faces if _lies_on(mat, face, edge_mm)]
    cover = explain(mat, spots, faces, edge_mm, "black" in colours)
    found = [_read(face, colours) for face in cover.sure]
    found += [_unsure(face, why, colours) for face, why in cover.doubtful]
    found += [DieSeen("", None, *at, 0.0, 0.0, UNREAD) for at in cover.unread]
    return tuple(sorted(found, key=lambda die: (die.x_mm, die.y_mm)))


def _lies_on(mat: FlatMat, face: Face, edge_mm: float) -> bool:
    """Whether most of a face is seen on the mat, or one that reaches far beyond it is sure and hides what it covers.

    What is seen beside the mat may pass for pips: a shadow on the mat and wood with three grains beside it are no face.
    """
    on_face = filled(mat, [square(face, edge_mm)], 0.0)
    on_mat = mat.inside & on_face
    share = float(on_mat.sum()) / max(float(on_face.sum()), 1.0)
    if share > MOST:
        return True
    hides = float(((mat.thing | mat.dark) & on_mat).sum()) >= ALL_BUT * on_mat.sum()
    return share >= ON_THE_MAT and face.margin >= SURE_MARGIN and hides


def _read(face: Face, colours: Sequence[str]) -> DieSeen:
    colour = colour_of(face.colour, colours)
    why = "" if colour else NO_COLOUR
    return _unsure(face, why, colours) if why else DieSeen(colour, face.value, *face.at_mm, face.angle_deg, face.margin)


def _unsure(face: Face, why: str, colours: Sequence[str]) -> DieSeen:
    return DieSeen(colour_of(face.colour, colours), None, *face.at_mm, face.angle_deg, 0.0, why)
