"""One piece as the camera sees it: face, walls and shadow as small patches to be laid on the picture.

Faces are sampled backwards (pixel -> ray -> plane of the face -> page) at several samples a pixel and averaged over the
pixel's area, so that edges and small markers are as honest as a real sensor's. Pixel centres are at whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.kit import PlacedPiece
from referee.simulator.art import FaceArt, page_to_table
from referee.simulator.bodies import Body, Slice, shadow_outlines
from referee.simulator.camera import VirtualCamera
from referee.simulator.dice import UprightSide, draw_side

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Maps = NDArray[np.float32]

SAMPLES = 4
"""Samples a pixel along each axis."""

_FRACTION_BITS = 4


@dataclass(frozen=True)
class Box:
    """Pixels left <= x < right, top <= y < bottom."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def empty(self) -> bool:
        """Whether it holds no pixel."""
        return self.right <= self.left or self.bottom <= self.top

    @property
    def slices(self) -> tuple[slice, slice]:
        """For indexing a picture."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top, self.right - self.left


@dataclass(frozen=True, eq=False)
class Patch:
    """A piece's pixels: lit colour multiplied by coverage (h, w, 3), and what is left of the ground (h, w, 1)."""

    box: Box
    colour: Maps
    ground: Maps

    def lay_on(self, picture: Bytes) -> None:
        """Put it on the picture, in place."""
        if not self.box.empty:
            under = picture[self.box.slices]
            under[:] = np.clip(under * self.ground + self.colour, 0.0, 255.0).astype(np.uint8)


@dataclass(frozen=True, eq=False)
class View:
    """The camera with what is worked out once for all its pictures: ray slopes (H, W) and light (H, W, 3)."""

    camera: VirtualCamera
    slope_x: Maps
    slope_y: Maps
    light: Maps

    def box_around(self, pixels: Floats, margin_px: int = 3) -> Box:
        """The part of the picture around some points (N, 2)."""
        low = np.floor(pixels.min(axis=0)).astype(int) - margin_px
        high = np.ceil(pixels.max(axis=0)).astype(int) + margin_px + 1
        return Box(
            int(np.clip(low[0], 0, self.camera.width_px)),
            int(np.clip(low[1], 0, self.camera.height_px)),
            int(np.clip(high[0], 0, self.camera.width_px)),
            int(np.clip(high[1], 0, self.camera.height_px)),
        )

    def pixels(self, outline_mm: Floats, z_mm: float) -> Floats:
        """Where a flat outline (N, 2) at one height is seen (N, 2)."""
        return self.camera.image_of(np.column_stack([outline_mm, np.full(len(outline_mm), z_mm)]))

    def dense_slopes(self, box: Box) -> tuple[Maps, Maps]:
        """Ray slopes of every sample of a box."""
        size = (box.shape[1] * SAMPLES, box.shape[0] * SAMPLES)
        grow = cv2.INTER_LINEAR
        return (
            np.asarray(cv2.resize(self.slope_x[box.slices], size, interpolation=grow), np.float32),
            np.asarray(cv2.resize(self.slope_y[box.slices], size, interpolation=grow), np.float32),
        )


def piece_patch(view: View, art: FaceArt, placed: PlacedPiece, body: Body, around: tuple[FaceArt, ...] = ()) -> Patch:
    """Walls and face of a piece, without its shadow; `around` are the printed walls of a die, one for each."""
    rings = [view.pixels(cut.outline_mm, cut.z_mm) for cut in body.slices]
    box = view.box_around(np.concatenate(rings))
    if box.empty:
        return _nothing(box)
    samples = np.zeros((box.shape[0] * SAMPLES, box.shape[1] * SAMPLES, 4), np.uint8)
    if body.top_mm - body.base_mm > 0.5:
        _draw_walls(samples, box, body, rings, around)
    face = _face_samples(view, art, placed, box)
    if body.top_mm - body.base_mm > 0.5:
        keep = 255 - face[..., 3:4].astype(np.uint16)
        samples = (face + (samples * keep + 127) // 255).astype(np.uint8)
    else:
        samples = face
    return _lit(view, box, samples)


def shadow_patch(view: View, body: Body, lamp_mm: tuple[float, float, float], depth: float) -> Patch:
    """The soft shadow a body throws on what it stands on; `depth` 0 to 1 is how dark."""
    outlines = [view.pixels(outline, body.base_mm) for outline in shadow_outlines(body, lamp_mm)]
    tall = body.top_mm - body.base_mm
    scale = view.camera.focal_px / view.camera.z_mm
    sigma = max(0.8, (0.5 + 0.09 * tall) * scale)
    box = view.box_around(np.concatenate(outlines), int(3 * sigma) + 2)
    if box.empty:
        return _nothing(box)
    mask = np.zeros(box.shape, np.uint8)
    for lower, upper in pairwise(outlines):
        hull = cv2.convexHull(np.concatenate([lower, upper]).astype(np.float32))[:, 0, :]
        _fill(mask, hull.astype(np.float64) - (box.left, box.top), 255)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32) / np.float32(255.0)
    ground = 1.0 - np.float32(depth) * soft[..., None]
    return Patch(box, np.zeros((*box.shape, 3), np.float32), np.asarray(ground, np.float32))


def _nothing(box: Box) -> Patch:
    return Patch(box, np.zeros((0, 0, 3), np.float32), np.ones((0, 0, 1), np.float32))


def _lit(view: View, box: Box, samples: Bytes) -> Patch:
    """Average the samples over each pixel and put them into the light."""
    small = np.asarray(cv2.resize(samples, box.shape[::-1], interpolation=cv2.INTER_AREA), np.float32)
    colour = small[..., :3] * (view.light[box.slices] * np.float32(1.0 / 255.0))
    return Patch(box, colour, 1.0 - small[..., 3:4] * np.float32(1.0 / 255.0))


def _face_samples(view: View, art: FaceArt, placed: PlacedPiece, box: Box) -> Bytes:
    """The printed face as seen at every sample of a box: BGRA with colour multiplied by coverage."""
    corner = np.array([art.corner_mm])
    basis = page_to_table(art.item, corner + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), placed.x_mm, placed.y_mm,
                          placed.angle_deg)  # fmt: skip
    scale = view.camera.focal_px / max(view.camera.z_mm - placed.z_mm, 1.0)
    picture, px_per_mm = art.level_for(scale * SAMPLES)
    right, down = basis[1] - basis[0], basis[2] - basis[0]
    # page = (table - first) in the basis (right, down), which is orthonormal; table = camera + (z - camera z) * slope
    drop = placed.z_mm - view.camera.z_mm
    start = view.camera.position_mm[:2] - basis[0]
    slope_x, slope_y = view.dense_slopes(box)

    def along(axis: Floats) -> Maps:
        gain = px_per_mm * drop * axis
        offset = px_per_mm * float(start @ axis) - 0.5
        return np.asarray(
            slope_x * np.float32(gain[0]) + slope_y * np.float32(gain[1]) + np.float32(offset), np.float32
        )

    return np.asarray(
        cv2.remap(picture, along(right), along(down), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), np.uint8
    )


def _draw_walls(samples: Bytes, box: Box, body: Body, rings: list[Floats], around: tuple[FaceArt, ...]) -> None:
    """The walls between two slices that turn to the camera, lower ones first, shaded by the way they face."""
    corner = np.array([box.left, box.top])
    for cut, lower, upper in zip(body.slices, rings, rings[1:], strict=False):
        bottom, top = ((ring - corner) * SAMPLES + (SAMPLES - 1) / 2.0 for ring in (lower, upper))
        shades = _wall_shades(cut)
        for n in np.flatnonzero(_turned_to_camera(bottom, top)):
            after = (int(n) + 1) % len(bottom)
            quad = np.array([bottom[n], bottom[after], top[after], top[n]])
            _fill(samples, quad, (*_shaded(body, shades[n]), 255))
            if len(around) == len(bottom):
                from_left = quad if _area(bottom) < 0.0 else quad[[1, 0, 3, 2]]
                draw_side(samples, UprightSide(around[n], from_left, float(shades[n])))
        _fill(samples, top, (*_shaded(body, 0.8), 255))


def _shaded(body: Body, shade: float) -> tuple[int, ...]:
    return tuple(int(min(channel * shade, 255.0)) for channel in body.colour)


def _turned_to_camera(bottom: Floats, top: Floats) -> NDArray[np.bool_]:
    """Which walls (N,) are seen from above: those whose upper edge lies inward of their lower one in the picture."""
    edge = np.roll(bottom, -1, axis=0) - bottom
    outward = np.column_stack([edge[:, 1], -edge[:, 0]]) * np.sign(_area(bottom))
    rise = top - bottom + np.roll(top - bottom, -1, axis=0)
    return np.asarray((outward * rise).sum(axis=1) < 0.0)


def _area(outline: Floats) -> float:
    """Twice the area in the picture, positive when the outline runs clockwise as seen."""
    ahead = np.roll(outline, -1, axis=0)
    return float((outline[:, 0] * ahead[:, 1] - outline[:, 1] * ahead[:, 0]).sum())


def _wall_shades(cut: Slice) -> Floats:
    """How much light each wall of a slice gets: (N,), brightest where it faces up the table and to the right."""
    ahead = np.roll(cut.outline_mm, -1, axis=0) - cut.outline_mm
    middle = cut.outline_mm.mean(axis=0)
    normal = np.column_stack([ahead[:, 1], -ahead[:, 0]])
    normal *= np.sign(((cut.outline_mm + ahead / 2 - middle) * normal).sum(axis=1))[:, None]
    normal /= np.maximum(np.linalg.norm(normal, axis=1), 1e-9)[:, None]
    return np.asarray(0.62 + 0.24 * (normal @ np.array([0.4, 0.9])))


def _fill(picture: Bytes, corners_px: Floats, colour: object) -> None:
    fixed = np.round(corners_px * (1 << _FRACTION_BITS)).astype(np.int32)
    cv2.fillPoly(picture, [fixed], colour, shift=_FRACTION_BITS)  # type: ignore[call-overload]
