"""The dice mat laid flat: brightness as shares of the bare mat's, so that lamp and shade of colour drop out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.numbers import COLOURED, SOME
from referee.vision.place import to_picture
from referee.vision.scene import Floats, Image, Mask, Point, Singles

PX_PER_MM = 2.5
FINEST = 1 / 30
"""A finer picture is made coarser, to pixels of this share of a die's edge: what only that shows of a die, its bevels,
gloss and grain, is no part of what is compared. Of four photographed dice all are read with edges of 16 to 30 px; of 40
px one was."""
PIP = 0.10
"""A usual pip's radius, as a share of the edge; so far beyond a die's outline its light may spill, too."""
ON_THE_MAT = 0.125
"""A die's middle is this share of its edge inside the mat's rim or more; what lies half over it is unread. At a slant
this share of its face is seen on the mat, too: what is printed beside it is wholly seen there."""
RIM_PX = 2.0
"""So far into the mat the colours around it are smeared by the lens, and by compression, which halves colour."""
BARE_SHARE = 0.15
"""So much of the mat must be seen bare, or its own colour cannot be told."""
UNLIKE, UNLIKE_LEVELS = 0.13, 5.0
"""What is brighter than the bare mat by more than this share of it, and so many grey values, is not bare, nor what is
so much lighter in one colour than in another: compression smears a die's colour over squares as wide as the die, and
in a shadow that looks like much. The bare mat keeps to a plane as nearly, once noise is smoothed. What is darker has no
hue to speak of, and more of its face's hue is left of a wall where its pips and the mat beyond it run over (0.15; the
mat has 0.05)."""
DARKER = 0.42
HEIGHTS = (-1.0, 1.0, -2.0, 2.0)
"""A camera whose lens is guessed hangs lower or higher by up to two standard deviations: that explains 95 in 100."""
BLACK = 0.5
"""Faces all darker are black."""


@dataclass(frozen=True, eq=False)
class FlatMat:
    """A dice mat seen from straight above in the plane of the dice's upper faces.

    Row 0 lies at the highest y. Flat px and table mm are linked by `to_mm` and `to_px`; pixel centres at whole numbers.

    Attributes
    ----------
    shares : (H, W, 3) brightness as shares of the bare mat's, BGR.
    grey : (H, W) their mean over the colours, smoothed a little.
    inside : (H, W) where the mat itself, and not what lies around it, is behind the dice.
    thing : inside, brighter than the mat or coloured: no shadow does that.
    dark : inside, much darker than the mat: a black die or a deep shadow.
    low_mm : table point of the lower left corner of the picture.
    foot_mm : table point under the camera.
    sink : a point on the mat is seen, in the plane of the upper faces, nearer to the foot by this factor.
    pixel_mm : the width of the picture's own pixels in the plane of the upper faces, in the mat's middle.
    height_doubt : relative standard deviation of the camera's height; 0 when its lens was measured.
    tint : (3,) the bare mat's own colour in the picture, as shares of its brightness.
    unlike : what differs from the bare mat by no more than this share may be bare.
    """

    shares: Singles
    grey: Singles
    inside: Mask
    thing: Mask
    dark: Mask
    low_mm: Point
    foot_mm: Point
    sink: float
    pixel_mm: float
    height_doubt: float = 0.0
    tint: Floats = field(default_factory=lambda: np.ones(3))
    unlike: float = UNLIKE

    def under_heights(self) -> Iterator[FlatMat]:
        """The mat under each height that the camera may hang at; the usual one first.

        All walls are seen as much wider as a camera hangs lower than it was taken to.
        """
        yield self
        for off in HEIGHTS if self.height_doubt else ():
            yield replace(self, sink=1.0 - (1.0 - self.sink) * (1.0 + off * self.height_doubt))

    def to_px(self, points_mm: Floats) -> Floats:
        """Flat px (N, 2) of table points (N, 2)."""
        height = self.inside.shape[0]
        x = (points_mm[:, 0] - self.low_mm[0]) * PX_PER_MM - 0.5
        y = height - 0.5 - (points_mm[:, 1] - self.low_mm[1]) * PX_PER_MM
        return np.column_stack([x, y])

    def to_mm(self, points_px: Floats) -> Floats:
        """Table points (N, 2) of flat px (N, 2)."""
        height = self.inside.shape[0]
        x = (points_px[:, 0] + 0.5) / PX_PER_MM + self.low_mm[0]
        y = (height - 0.5 - points_px[:, 1]) / PX_PER_MM + self.low_mm[1]
        return np.column_stack([x, y])

    def at(self, points_mm: Floats) -> Singles:
        """Shares (N, 3) at table points (N, 2), between pixels bilinear."""
        px = self.to_px(points_mm).astype(np.float32)
        found = cv2.remap(
            self.shares, px[None, :, 0], px[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(found[0], dtype=np.float32)


def flatten(image: Image, plane: TablePlane, area_mm: Sequence[Point], mat_mm: float, edge_mm: float) -> FlatMat | None:
    """The mat of an area laid flat, None when too little of it is seen bare or it is out of the picture.

    Parameters
    ----------
    image : (H, W, 3) BGR.
    area_mm : table polygon of the plain mat.
    mat_mm : height of the mat above the table.
    edge_mm : edge of the dice.
    """
    area = np.array(area_mm, dtype=np.float64)
    beside_mm = (0.5 + ON_THE_MAT) * edge_mm  # a die at the rim does not reach so far beyond it
    low, high = area.min(axis=0) - beside_mm, area.max(axis=0) + beside_mm
    top_mm = mat_mm + edge_mm
    size = np.ceil((high - low) * PX_PER_MM).astype(int)
    maps = _picture_points(plane, low, (int(size[0]), int(size[1])), top_mm)
    if maps is None:
        return None
    seen = (maps[0] > 1) & (maps[1] > 1) & (maps[0] < image.shape[1] - 2) & (maps[1] < image.shape[0] - 2)
    image, maps, pixel_mm = _no_finer(image, maps, FINEST * edge_mm)
    flat = cv2.remap(image, maps[0], maps[1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0))
    behind = plane.project(plane.image_of(np.column_stack([area, np.full(len(area), mat_mm)])), top_mm)
    inside = np.zeros(flat.shape[:2], np.uint8)
    corners = np.column_stack(
        [(behind[:, 0] - low[0]) * PX_PER_MM - 0.5, flat.shape[0] - 0.5 - (behind[:, 1] - low[1]) * PX_PER_MM]
    )
    if not np.isfinite(corners).all():
        return None
    cv2.fillPoly(inside, [np.round(corners).astype(np.int32)], 1)
    rim = 2 * max(2, round(RIM_PX * PX_PER_MM * pixel_mm)) + 1
    inside = np.asarray(cv2.erode(inside, np.ones((rim, rim), np.uint8), borderValue=0), np.uint8)
    within = (inside > 0) & seen
    bare = _bare_mat(np.asarray(flat, np.uint8), within, round(2.0 * PIP * edge_mm * PX_PER_MM))
    if bare is None:
        return None
    shares = np.asarray(flat.astype(np.float32) / bare, np.float32)
    smooth = np.asarray(cv2.GaussianBlur(shares, (0, 0), 0.45 * PX_PER_MM), np.float32)
    grey = np.asarray((smooth[..., 0] + smooth[..., 1] + smooth[..., 2]) / np.float32(3.0), np.float32)
    colour = np.array(cv2.mean(bare, within.astype(np.uint8))[:3])
    level = float(colour.mean())
    unlike = max(UNLIKE, UNLIKE_LEVELS / level)
    thing, dark = _sort(smooth, grey, within, unlike)
    foot = (float(plane.position_mm[0]), float(plane.position_mm[1]))
    sink = (plane.height_mm - top_mm) / (plane.height_mm - mat_mm)
    corner = (float(low[0]), float(low[1]))
    doubt, tint = plane.focal_doubt, colour / level
    return FlatMat(shares, grey, within, thing, dark, corner, foot, float(sink), pixel_mm, doubt, tint, unlike)


def _picture_points(
    plane: TablePlane, low: Floats, size: tuple[int, int], height_mm: float
) -> tuple[Singles, Singles] | None:
    """Where in the picture each flat pixel lies."""
    x, y = np.meshgrid((np.arange(size[0]) + 0.5) / PX_PER_MM, (size[1] - 0.5 - np.arange(size[1])) / PX_PER_MM)
    points = np.column_stack([low[0] + x.ravel(), low[1] + y.ravel(), np.full(x.size, height_mm)])
    px = to_picture(plane, points).astype(np.float32).reshape(*x.shape, 2)
    return (np.ascontiguousarray(px[..., 0]), np.ascontiguousarray(px[..., 1])) if np.isfinite(px).all() else None


def _no_finer(
    image: Image, maps: tuple[Singles, Singles], finest_mm: float
) -> tuple[Image, tuple[Singles, Singles], float]:
    """The picture where the mat lies, its pixels as wide as this or wider, with its maps and how wide they are."""
    pixel_mm = _pixel_mm(maps)
    if pixel_mm >= finest_mm:
        return image, maps, pixel_mm
    ends = [(max(int(axis.min()) - 2, 0), max(int(axis.max()) + 3, 0)) for axis in maps]
    part = image[slice(*ends[1]), slice(*ends[0])]
    if not part.size:
        return image, maps, pixel_mm
    scale = pixel_mm / finest_mm
    coarse = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    moved = [
        (axis - np.float32(end[0] - 0.5)) * np.float32(now / was) - np.float32(0.5)
        for axis, end, now, was in zip(maps, ends, coarse.shape[1::-1], part.shape[1::-1], strict=True)
    ]
    return np.asarray(coarse, np.uint8), (moved[0], moved[1]), finest_mm


def _pixel_mm(maps: tuple[Singles, Singles]) -> float:
    """The width of the picture's pixels in the middle of the flat mat, the wider way."""
    row, column = maps[0].shape[0] // 2, maps[0].shape[1] // 2
    across = math.hypot(*(float(one[row, column + 1] - one[row, column - 1]) / 2.0 for one in maps))
    down = math.hypot(*(float(one[row + 1, column] - one[row - 1, column]) / 2.0 for one in maps))
    return 1.0 / (PX_PER_MM * max(min(across, down), 1e-6))


def _bare_mat(flat: Image, within: Mask, size: int) -> Singles | None:
    """The bare mat's colour everywhere (H, W, 3): a plane through what looks most like one surface, None without it.

    It is sought in squares of this size, as wide as a pip: their mean is free of noise, and most touch no die.
    """
    high, wide = flat.shape[0] // size, flat.shape[1] // size
    means, seen = (
        cv2.resize(one[: high * size, : wide * size], (wide, high), interpolation=cv2.INTER_AREA)
        for one in (flat.astype(np.float32), within.astype(np.float32))
    )
    squares = np.nonzero(seen == 1.0)
    if len(squares[0]) < SOME:
        return None
    colour = means[squares].astype(np.float64)
    rows, columns = (np.asarray(one * size + (size - 1) / 2.0, np.float64) for one in squares)
    grey = colour.mean(axis=1)
    counts, edges = np.histogram(grey, bins=64, range=(0.0, 256.0))
    smooth = np.convolve(counts, [1.0, 2.0, 3.0, 2.0, 1.0], mode="same")
    for mode in np.argsort(-smooth)[:12]:
        fitted = _fit_plane(colour, rows, columns, float(edges[mode] + 2.0))
        if fitted is not None:
            across = np.arange(flat.shape[1])[:, None] * fitted[1] + fitted[0]
            down = np.arange(flat.shape[0])[:, None] * fitted[2]
            field = across[None].astype(np.float32) + down[:, None].astype(np.float32)
            return np.asarray(np.maximum(field, np.float32(8.0)), np.float32)
    return None


def _fit_plane(colour: Floats, rows: Floats, columns: Floats, start: float) -> Floats | None:
    """Colour as a + b x + c y, (3, 3), from the pixels near it; None when they are few or not grey."""
    within = max(UNLIKE_LEVELS, UNLIKE * start)
    near = np.abs(colour.mean(axis=1) - start) <= within
    if near.any():  # in the dark a coloured die is as bright as the mat, and would tilt the plane towards its colour
        near = np.abs(colour - np.median(colour[near], axis=0)).max(axis=1) <= within
    terms = np.column_stack([np.ones(len(rows)), columns, rows])
    found = np.zeros((3, 3))
    for _ in range(4):
        if near.mean() < BARE_SHARE / 3:
            return None
        picked = terms[near].T
        found = np.linalg.solve(picked @ picked.T, picked @ colour[near])
        off = np.abs(colour - terms @ found).max(axis=1)
        near = off <= np.maximum(UNLIKE_LEVELS, UNLIKE * np.abs(terms @ found).mean(axis=1))
    middle = terms.mean(axis=0) @ found
    grey = middle.max() - middle.min() <= 0.45 * middle.max()
    return found if near.mean() >= BARE_SHARE and grey and middle.min() > 8.0 else None


def _sort(smooth: Singles, grey: Singles, within: Mask, unlike: float) -> tuple[Mask, Mask]:
    """Where something bright or coloured is, that differs by more than this share, and something much darker."""
    most = brightest(smooth)
    coloured = (most + brightest(-smooth)) > np.maximum(COLOURED * most, unlike)
    thing = ((grey > 1.0 + unlike) | coloured) & within
    dark = (grey < DARKER) & within & ~thing
    return np.asarray(thing, np.bool_), np.asarray(dark, np.bool_)


def hue_share(colours: Floats, face: Floats) -> Floats:
    """How much of a face's hue, as a share, colours (..., 3) have: the same in the light and in the shade. Of a
    grey face's it is none.
    """
    grey, own = (colours[..., 0] + colours[..., 1] + colours[..., 2]) / 3.0, float(face.mean())
    hue = face - own
    return np.asarray((colours - grey[..., None]) @ hue / np.maximum(grey, UNLIKE) / max(float(hue @ hue) / own, 1e-9))


def is_white(face: Floats) -> bool:
    """Whether a face of these colours (3,) is white: a wall of it in the shade may look like the mat."""
    return float(face.min()) > 1.0 - UNLIKE


def is_black(face: Floats) -> bool:
    """Whether a face of these colours (3,) is black."""
    return float(face.max()) < BLACK


def brightest(picture: Singles) -> Singles:
    """The largest of the three colours everywhere (H, W): quicker than numpy's own along the last axis."""
    return np.maximum(np.maximum(picture[..., 0], picture[..., 1]), picture[..., 2])
