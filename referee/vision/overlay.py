"""What the eye saw, drawn over the picture it saw it in."""

from __future__ import annotations

import math
from collections.abc import Collection

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from markers.kit import Manifest
from referee.vision.kit_index import Face, KitIndex
from referee.vision.place import on_table
from referee.vision.scene import Floats, Image, Scene, Sighting

STILL = (170, 170, 170)
SEEN = (80, 200, 60)
DOUBTFUL = (0, 165, 255)
COVERED = (60, 60, 230)
FINE = 4
"""Drawing coordinates have this many binary digits after the point."""


def draw_overlay(
    image: Image, scene: Scene, plane: TablePlane | None, manifest: Manifest, wrong: Collection[str] = ()
) -> Image:
    """A copy of the picture, BGR, with outlines and names of the pieces and the covered regions.

    Pieces that lie still are grey, moving ones green, doubtful or remembered ones orange, covered regions red. Those in
    `wrong` (pieces that a problem speaks of) are drawn last, in a broad red outline with a cross.
    """
    picture = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image[:, :, :3].copy()
    drawn = np.asarray(picture, dtype=np.uint8)
    if plane is None:
        return drawn
    faces = KitIndex(manifest).faces
    for outline in scene.covered:
        _cover(drawn, plane.image_of(np.column_stack([np.array(outline), np.zeros(len(outline))])))
    printed = [sighting for sighting in scene.sightings if (sighting.piece, sighting.side) in faces]
    for sighting in sorted(printed, key=lambda s: faces[s.piece, s.side].height_mm):
        _outline(drawn, sighting, faces[sighting.piece, sighting.side], plane)
    if manifest.dice:
        _dice(drawn, scene, plane, manifest.dice[0].edge_mm)
    for sighting in printed:
        if sighting.piece in wrong:
            _mark(drawn, sighting, faces[sighting.piece, sighting.side], plane)
    return drawn


def _dice(drawn: Image, scene: Scene, plane: TablePlane, edge_mm: float) -> None:
    """Ordinary dice with their values, unreadable ones with a question mark."""
    for die in scene.dice:
        half, turn = edge_mm / 2.0, math.radians(die.angle_deg)
        arm = half * math.sqrt(2.0) * np.exp(1j * (turn + math.pi / 4.0 + math.pi / 2.0 * np.arange(4)))
        corners = np.column_stack([die.x_mm + arm.real, die.y_mm + arm.imag, np.full(4, edge_mm)])
        px = plane.image_of(corners)
        colour = DOUBTFUL if die.value is None else SEEN
        polygon(drawn, px, colour, max(1, round(drawn.shape[1] / 600)))
        named(drawn, "?" if die.value is None else f"{die.colour} {die.value}", px, colour)


def _outline(drawn: Image, sighting: Sighting, face: Face, plane: TablePlane) -> None:
    px = plane.image_of(on_table(face, sighting, face.outline_mm))
    doubtful = sighting.confidence < 0.5
    colour = DOUBTFUL if doubtful else STILL if face.fixed else SEEN
    thickness = max(1, round(drawn.shape[1] / (1200 if face.fixed else 600)))
    polygon(drawn, px, colour, thickness)
    if not face.fixed:
        named(drawn, _short_name(sighting), px, colour)


def _mark(drawn: Image, sighting: Sighting, face: Face, plane: TablePlane) -> None:
    """A broad outline, and a cross through the middle: told apart without colour too."""
    px = plane.image_of(on_table(face, sighting, face.outline_mm))
    thickness = max(3, round(drawn.shape[1] / 320))
    polygon(drawn, px, COVERED, thickness)
    middle = px.mean(axis=0)
    for arm in (np.array((1.0, 1.0)), np.array((1.0, -1.0))):
        polygon(drawn, np.vstack([middle - 3.0 * thickness * arm, middle + 3.0 * thickness * arm]), COVERED, thickness)


def _short_name(sighting: Sighting) -> str:
    kind, _, which = sighting.piece.partition(":")
    return f"{which or kind} {sighting.side}" if kind == "die" else which or kind


def named(drawn: Image, text: str, px: Floats, colour: tuple[int, int, int]) -> None:
    """A word beside points (N, 2) of the picture, in place."""
    if not np.isfinite(px).all():
        return
    scale = max(0.4, drawn.shape[1] / 2400.0)
    at = (round(float(px[:, 0].max())) + 3, round(float(px[:, 1].min())) + 3)
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, cv2.LINE_AA)


def _cover(drawn: Image, px: Floats) -> None:
    if not np.isfinite(px).all():
        return
    tinted = drawn.copy()
    cv2.fillPoly(tinted, [np.round(px).astype(np.int32)], COVERED)
    cv2.addWeighted(tinted, 0.35, drawn, 0.65, 0.0, dst=drawn)
    polygon(drawn, px, COVERED, 2)


def polygon(drawn: Image, px: Floats, colour: tuple[int, int, int], thickness: int, closed: bool = True) -> None:
    """A line through points (N, 2) of the picture, in place."""
    if not np.isfinite(px).all():
        return
    points = np.round(px * 2**FINE).astype(np.int32)
    cv2.polylines(drawn, [points], closed, colour, thickness, cv2.LINE_AA, FINE)
