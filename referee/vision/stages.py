"""The eye's stages in the order a picture goes through them, and what each of them saw, as a picture.

A `Look` is what the eye knows when it has looked at a picture. Each stage draws from it alone, so any of them can be
asked for by itself; nothing here costs a picture that nobody asks about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from markers.kit import Manifest
from referee.vision.blocks import BLOCK_PX, Mask
from referee.vision.kit_index import Face, KitIndex
from referee.vision.numbers import SURE_MARGIN
from referee.vision.overlay import COVERED, DOUBTFUL, SEEN, STILL, draw_overlay, named, polygon
from referee.vision.place import on_table
from referee.vision.quads import quads
from referee.vision.quality import grey_of
from referee.vision.scene import Frame, Image, MarkerDetection, Scene
from referee.words.catalogue import told

Floats = NDArray[np.float64]

ENLARGED = 30.0
"""So many times too long are errors drawn that nobody would see."""
GRID_MM = 50.0
"""Lines on the table."""


@dataclass(frozen=True, eq=False)
class Look:
    """One picture and all that the eye made of it.

    Attributes
    ----------
    frame : the picture as it was looked at: that of a camera that trembles, put back.
    changed, foreign, hand : blocks that changed since they were searched, that are not the clean table, under a hand.
    markers : those that count; `doubted` faces were read with too much doubt, `copies` are second prints.
    plane : the camera over the table, None when no table was found.
    height_mm : how high a face is taken to stand.
    scene : what is handed on.
    """

    kit: Manifest
    index: KitIndex
    frame: Frame
    changed: Mask
    foreign: Mask
    hand: Mask
    markers: tuple[MarkerDetection, ...]
    copies: tuple[MarkerDetection, ...]
    plane: TablePlane | None
    height_mm: Callable[[Face], float]
    scene: Scene


@dataclass(frozen=True)
class Stage:
    """One step: its name, what its picture shows, and how that is drawn: onto a copy of the picture, BGR, in place.

    What is drawn is counted, for a line of words.
    """

    name: str
    shows: str
    draw: Callable[[Look, Image], str]

    def picture(self, look: Look) -> tuple[Image, str]:
        """What this stage saw, BGR, and how much of it there was, in words."""
        image = look.frame.colour
        drawn = np.array(
            cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image[:, :, :3], dtype=np.uint8
        )
        return drawn, self.draw(look, drawn)


def _change(look: Look, drawn: Image) -> str:
    counts = []
    for word, mask, colour in (("changed", look.changed, DOUBTFUL), ("foreign", look.foreign, COVERED)):
        wide = np.repeat(np.repeat(mask, BLOCK_PX, axis=0), BLOCK_PX, axis=1)[: drawn.shape[0], : drawn.shape[1]]
        part = drawn[: wide.shape[0], : wide.shape[1]]
        part[wide] = part[wide] // 2 + np.array(colour, dtype=np.uint8) // 2
        counts.append(f"{np.count_nonzero(mask)} {word}")
    return f"{', '.join(counts)} of {look.changed.size} blocks"


def _search(look: Look, drawn: Image) -> str:
    proposed = quads(grey_of(look.frame.image))
    for quad in proposed:
        polygon(drawn, quad, DOUBTFUL, 1)
    return f"{len(proposed)} quadrangles"


def _read(look: Look, drawn: Image) -> str:
    for marker in (*look.markers, *look.copies):
        colour = COVERED if marker in look.copies else SEEN if marker.margin >= SURE_MARGIN else DOUBTFUL
        polygon(drawn, marker.corners_px, colour, 1)
        named(drawn, str(marker.marker_id), marker.corners_px, colour)
    faint = sum(marker.margin < SURE_MARGIN for marker in look.markers)
    return f"{len(look.markers)} markers, {faint} of them faint, {len(look.copies)} second prints"


def _plane(look: Look, drawn: Image) -> str:
    """Lines on the table, and how far each still marker's corners are from where its piece's place puts them."""
    if look.plane is None:
        return "no table"
    shown = np.array(look.scene.standpoint.shown_mm if look.scene.standpoint else ()).reshape(-1, 2)
    if len(shown):
        low, high = (np.round(edge / GRID_MM) * GRID_MM for edge in (shown.min(axis=0), shown.max(axis=0)))
        xs, ys = (np.arange(low[axis], high[axis] + 1.0, GRID_MM) for axis in range(2))
        points = np.stack(np.meshgrid(xs, ys), axis=-1)
        px = look.plane.image_of(np.column_stack([points.reshape(-1, 2), np.zeros(points[..., 0].size)]))
        for line in (*px.reshape(*points.shape), *px.reshape(*points.shape).transpose(1, 0, 2)):
            polygon(drawn, line, STILL, 1, closed=False)
    lies = {(s.piece, s.side): s for s in look.scene.sightings if not s.remembered}
    off_px = []
    for marker in look.markers:
        face = look.index.face_of[marker.marker_id]
        if face.fixed and (face.piece, face.side) in lies:
            corners = on_table(face, lies[face.piece, face.side], face.corners_mm[marker.marker_id])
            off = marker.corners_px - look.plane.image_of(corners)
            off_px.append(np.hypot(*off.T).mean())
            for at, error in zip(marker.corners_px, off, strict=True):
                polygon(drawn, np.array([at, at + ENLARGED * error]), SEEN, 1, closed=False)
    error = f"{np.median(off_px):.2f} px from their places" if off_px else "none in view"
    return (
        f"camera {look.plane.height_mm:.0f} mm up, tilted {look.plane.tilt_deg:.1f} degrees; still markers {error} "
        f"(drawn {ENLARGED:.0f} times as long); pieces within {look.scene.quality.expected_error_mm:.1f} mm"
    )


def _poses(look: Look, drawn: Image) -> str:
    drawn[:] = draw_overlay(drawn, look.scene, look.plane, look.kit)
    other = []
    for s in look.scene.sightings:
        face = look.index.faces.get((s.piece, s.side))
        if face is not None and look.height_mm(face) != face.height_mm:
            other.append(f"{s.piece} {look.height_mm(face) - face.height_mm:+.1f} mm")
    seen = sum(not s.remembered for s in look.scene.sightings)
    return f"{seen} pieces and marks" + (f"; at another height than usual: {', '.join(other)}" if other else "")


def _hidden(look: Look, drawn: Image) -> str:
    if look.plane is None:
        return "no table"
    for points, colour in ((look.scene.clear_mm, SEEN), (look.scene.hidden_mm, DOUBTFUL)):
        for x, y in look.plane.image_of(np.array([(*p, 0.0) for p in points])) if points else ():
            cv2.circle(drawn, (round(float(x)), round(float(y))), max(3, drawn.shape[1] // 300), colour, -1)
    for outline in look.scene.covered:
        polygon(drawn, look.plane.image_of(np.array([(*point, 0.0) for point in outline])), COVERED, 2)
    bare, unseen = len(look.scene.clear_mm), len(look.scene.hidden_mm)
    hand = ", a hand in the way" if look.hand.any() else ""
    return f"{bare} places bare, {unseen} not seen, {len(look.scene.covered)} covered regions{hand}"


def _dice(look: Look, drawn: Image) -> str:
    dice = tuple(s for s in look.scene.sightings if s.piece.startswith("die:"))
    drawn[:] = draw_overlay(drawn, replace(look.scene, sightings=dice, covered=()), look.plane, look.kit)
    doubts = [f"? ({told(die.doubt)})" for die in look.scene.dice if die.value is None]
    return ", ".join([*(f"{s.piece.partition(':')[2]} {s.side}" for s in dice), *doubts]) or "none"


STAGES = (
    Stage("change", "blocks that changed (orange) and that are not the clean table (red)", _change),
    Stage("search", "dark quadrangles with a light rim: each may be a marker", _search),
    Stage("read", "markers with their numbers: sure (green), faint (orange), second prints (red)", _read),
    Stage("plane", "the table's plane, and how far off still markers lie", _plane),
    Stage("poses", "where each piece lies, at its own height", _poses),
    Stage("hidden", "places seen bare (green), not seen (orange), under a hand (red)", _hidden),
    Stage("dice", "ordinary dice with their numbers", _dice),
)
