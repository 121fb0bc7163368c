"""What the eye makes of one picture, stage by stage, and how that is drawn for people.

A `Look` is what the stages so far have found. The drawings show what stands in it: nothing is worked out a second time,
and nothing here costs a picture that nobody asks about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane
from markers.kit import Manifest
from referee.vision.blocks import BLOCK_PX
from referee.vision.kit_index import Face, KitIndex
from referee.vision.motion import Motion
from referee.vision.numbers import SURE_MARGIN
from referee.vision.overlay import COVERED, DOUBTFUL, SEEN, STILL, draw_overlay, named, polygon
from referee.vision.pips.watch import DiceShown
from referee.vision.place import on_table
from referee.vision.poses import Pieces
from referee.vision.scene import Frame, Image, MarkerDetection, Mask, Point, Scene, Sighting
from referee.vision.tracker import Tracked, Verified
from referee.words.catalogue import told

ENLARGED = 30.0
"""So many times too long are errors drawn that nobody would see."""
GRID_MM = 50.0
"""Lines on the table."""
_NO_PICTURE: Image = np.array([[]], dtype=np.uint8)
_NO_BLOCKS: Mask = np.array([[]], dtype=np.bool_)


class Look(NamedTuple):
    """One picture and all that the stages of the eye have made of it so far.

    Attributes
    ----------
    frame : the picture; from `change` on as it is looked at: that of a camera that trembles, put back.
    still : whether no further picture of the same moment will come.
    grey, small, motion, camera, changed, stirred : by `change`: the picture without colour, and shrunk; how it moved,
        where that was measured; the lens; blocks that changed since they were searched, and those and what changed
        since the last picture.
    verified : by `verify`.
    tracked, foreign : by `search`: the markers found, and blocks that are not the clean table.
    markers, doubtful : by `read`: those that count, by number, and faces that were read with too much doubt.
    plane, problems : by `plane`: the camera over the table, and what is wrong with the prints.
    pieces, raised_mm : by `poses`: how much higher than usual a face (piece, side) stands, of those that do.
    dots, hand, half_hidden, things_mm, resting_mm, groups_mm, bare, unseen : by `hidden`: printed dots, blocks under a
        hand, pieces half hidden, outlines of hands, of things at rest and of hidden groups, table points that are bare
        and that may be stood on.
    dice : by `dice`.
    errors_mm : by `settle`: how far off each face (piece, side) seen may be, in 95 of 100.
    scene : what is handed on, by the last stage, or by the one that found that there is nothing to see.
    """

    kit: Manifest
    kit_index: KitIndex
    frame: Frame
    still: bool = False
    grey: Image = _NO_PICTURE
    small: Image = _NO_PICTURE
    motion: Motion | None = None
    camera: CameraModel | None = None
    changed: Mask = _NO_BLOCKS
    stirred: Mask = _NO_BLOCKS
    verified: Verified = Verified({}, ())
    tracked: Tracked = Tracked({}, (), False, False)
    foreign: Mask = _NO_BLOCKS
    markers: Mapping[int, MarkerDetection] = {}
    doubtful: tuple[Face, ...] = ()
    plane: TablePlane | None = None
    problems: tuple[str, ...] = ()
    pieces: Pieces = Pieces((), (), (), ())
    raised_mm: Mapping[tuple[str, str], float] = {}
    dots: tuple[Sighting, ...] = ()
    hand: Mask = _NO_BLOCKS
    half_hidden: tuple[Sighting, ...] = ()
    things_mm: tuple[tuple[Point, ...], ...] = ()
    resting_mm: tuple[tuple[Point, ...], ...] = ()
    groups_mm: tuple[tuple[Point, ...], ...] = ()
    bare: tuple[Point, ...] = ()
    unseen: tuple[Point, ...] = ()
    dice: DiceShown = DiceShown()
    errors_mm: Mapping[tuple[str, str], float] = {}
    scene: Scene | None = None


def change(look: Look, drawn: Image) -> str:
    """Blocks, tinted."""
    counts = []
    for word, mask, colour in (("changed", look.changed, DOUBTFUL), ("foreign", look.foreign, COVERED)):
        wide = np.repeat(np.repeat(mask, BLOCK_PX, axis=0), BLOCK_PX, axis=1)[: drawn.shape[0], : drawn.shape[1]]
        part = drawn[: wide.shape[0], : wide.shape[1]]
        part[wide] = part[wide] // 2 + np.array(colour, dtype=np.uint8) // 2
        counts.append(f"{np.count_nonzero(mask)} {word}")
    return f"{', '.join(counts)} of {look.changed.size} blocks"


def verify(look: Look, drawn: Image) -> str:
    """Markers known before."""
    for marker in look.verified.there.values():
        polygon(drawn, marker.corners_px, SEEN, 1)
    for marker in look.verified.gone:
        polygon(drawn, marker.corners_px, DOUBTFUL, 1)
    searched = f"the picture searched {look.verified.view.value}"
    return f"{len(look.verified.there)} where they were, {len(look.verified.gone)} gone; {searched}"


def search(look: Look, drawn: Image) -> str:
    """The quadrangles that were looked at."""
    for quad in look.tracked.tried:
        polygon(drawn, quad, DOUBTFUL, 1)
    return f"{len(look.tracked.tried)} quadrangles"


def read(look: Look, drawn: Image) -> str:
    """Numbers, also of second prints."""
    copies = look.tracked.copies
    for marker in (*look.markers.values(), *copies):
        colour = COVERED if marker in copies else SEEN if marker.margin >= SURE_MARGIN else DOUBTFUL
        polygon(drawn, marker.corners_px, colour, 1)
        named(drawn, str(marker.marker_id), marker.corners_px, colour)
    faint = sum(marker.margin < SURE_MARGIN for marker in look.markers.values())
    return f"{len(look.markers)} markers, {faint} of them faint, {len(copies)} second prints"


def plane(look: Look, drawn: Image) -> str:
    """Lines on the table, and how far each still marker's corners are from where its piece's place puts them."""
    if look.plane is None or look.scene is None:
        return "no table"
    shown = np.array(look.scene.standpoint.shown_mm if look.scene.standpoint else ()).reshape(-1, 2)
    if len(shown):
        low, high = (np.round(edge / GRID_MM) * GRID_MM for edge in (shown.min(axis=0), shown.max(axis=0)))
        xs, ys = (np.arange(low[axis], high[axis] + 1.0, GRID_MM) for axis in range(2))
        points = np.stack(np.meshgrid(xs, ys), axis=-1)
        px = look.plane.image_of(np.column_stack([points.reshape(-1, 2), np.zeros(points[..., 0].size)]))
        for line in (*px.reshape(*points.shape), *px.reshape(*points.shape).transpose(1, 0, 2)):
            polygon(drawn, line, STILL, 1, closed=False)
    lies = {(s.piece, s.side): s for s in look.pieces.seen}
    off_px = []
    for marker in look.markers.values():
        face = look.kit_index.face_of[marker.marker_id]
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


def poses(look: Look, drawn: Image) -> str:
    """Outlines of the pieces that are seen or remembered."""
    lying = (*look.pieces.seen, *look.pieces.remembered)
    _overlaid(look, drawn, lying)
    other = [f"{piece} {mm:+.1f} mm" for (piece, _), mm in look.raised_mm.items()]
    return f"{len(look.pieces.seen)} pieces" + (f"; at another height than usual: {', '.join(other)}" if other else "")


def hidden(look: Look, drawn: Image) -> str:
    """Places and hands, and what is read of pieces half hidden."""
    if look.plane is None:
        return "no table"
    _overlaid(look, drawn, look.half_hidden)
    dots = [[(d.x_mm, d.y_mm) for d in look.dots if d.side == side] for side in ("bare", "covered")]
    for points, colour in (((*look.bare, *dots[0]), SEEN), ((*look.unseen, *dots[1]), DOUBTFUL)):
        for x, y in look.plane.image_of(np.array([(*p, 0.0) for p in points])) if points else ():
            cv2.circle(drawn, (round(float(x)), round(float(y))), max(3, drawn.shape[1] // 300), colour, -1)
    covered = (*look.things_mm, *look.resting_mm, *look.groups_mm)
    for outline in covered:
        polygon(drawn, look.plane.image_of(np.array([(*point, 0.0) for point in outline])), COVERED, 2)
    bare, unseen = len(look.bare) + len(dots[0]), len(look.unseen) + len(dots[1])
    hand = ", a hand in the way" if look.hand.any() else ""
    half = f", {len(look.half_hidden)} pieces half hidden" if look.half_hidden else ""
    return f"{bare} places bare, {unseen} not seen, {len(covered)} covered regions{half}{hand}"


def dice(look: Look, drawn: Image) -> str:
    """Numbers, also of printed dice, and the reasons for those there are not."""
    read = tuple(s for s in (*look.pieces.seen, *look.dice.sightings) if s.piece.startswith("die:"))
    _overlaid(look, drawn, read, look.dice)
    doubts = [f"? ({told(die.doubt)})" for die in look.dice.dice if die.value is None]
    return ", ".join([*(f"{s.piece.partition(':')[2]} {s.side}" for s in read), *doubts]) or "none"


def settle(look: Look, drawn: Image) -> str:
    """All that is handed on."""
    if look.scene is None or look.plane is None:
        return "nothing"
    drawn[:] = draw_overlay(drawn, look.scene, look.plane, look.kit)
    remembered = sum(s.remembered for s in look.scene.sightings)
    return f"{len(look.scene.sightings)} pieces and marks, {remembered} of them remembered"


def _overlaid(look: Look, drawn: Image, lying: tuple[Sighting, ...], shown: DiceShown | None = None) -> None:
    """Draw some pieces and dice alone."""
    if look.scene is not None:
        scene = replace(look.scene, sightings=lying, covered=(), dice=() if shown is None else shown.dice)
        drawn[:] = draw_overlay(drawn, scene, look.plane, look.kit)
