"""Is it a die that hides a printed dot, and of which colour? Or a cup, a cuff, a pencil: that is no die.

A die's upper face has one of the colours in play, told from the white around bare dots, and ends where a die on a
hidden dot must. So what hides a dot is followed from there in its own colour, in the plane of the upper faces: along
two ways more than a die would reach, it is something larger. Of 525 drawn dice in eight colours, turned anyhow, in five
looks, 523 are told; of 781 dots under arms, a phone, a coaster and the rim of a cup 45 pass for a die, of some colour.
White things are not followed, as paper is white.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from markers.dots import DOT_MM, WHITE_MM
from referee.vision.change import DARK
from referee.vision.numbers import ALL_BUT, COLOURED, FEWEST
from referee.vision.pips.colours import HUES_DEG, colour_of
from referee.vision.pips.mat import BLACK, PIP
from referee.vision.place import to_picture
from referee.vision.scene import Floats, Image

WAYS = 16
"""Around a dot it is looked in so many directions."""
RING_MM = (DOT_MM + WHITE_MM) / 4.0
"""So far from a dot's middle is the middle of its white."""
FACE = 0.25
"""Of a face so much to each side of its middle is looked at, in edges: pips cover less than half of it."""
BEYOND = 0.875
"""A die put down askew on a dot ends so far from it, in edges; its walls, which turn to the camera, nearer to that."""
OTHER_HUE, STEEP = 0.07, 25.0
"""It ends where a colour's share of the light or the step to it is another by so much, and where it may be paper."""


def dice_on(
    image: Image,
    plane: TablePlane,
    asked_mm: Floats,
    hidden_mm: Floats,
    bare_mm: Floats,
    edge_mm: float,
    colours: Sequence[str],
) -> list[str]:
    """The colour of the die that may hide each of the dots asked about, "" where it is something else.

    Parameters
    ----------
    image : (H, W, 3) BGR; a grey picture tells no die.
    asked_mm, hidden_mm, bare_mm : (K, 3), (N, 3) and (M, 3), where these dots, all hidden ones and bare ones are.
    edge_mm : the dice's edge.
    colours : their colours.
    """
    if image.ndim < 3 or not len(bare_mm):
        return [""] * len(asked_mm)
    high = np.array((0.0, 0.0, edge_mm))
    tops = asked_mm + high
    steps = FACE * edge_mm * np.linspace(-1.0, 1.0, 7)
    square = np.array([(x, y, 0.0) for x in steps for y in steps])
    faces = np.median(_colours(image, plane, tops[:, None] + square), axis=1)
    white = _white_beside(image, plane, asked_mm, bare_mm)
    ends = _ends(image, plane, tops, faces, white, edge_mm)
    goes_on = (_off_dice(ends, hidden_mm + high, plane, edge_mm) > BEYOND * edge_mm).sum(axis=1) > 1
    told = [_colour(face / one, colours) for face, one in zip(faces, white, strict=True)]
    return ["" if larger else colour for larger, colour in zip(goes_on.tolist(), told, strict=True)]


def _colours(image: Image, plane: TablePlane, points_mm: Floats) -> Floats:
    """The picture's colours (N, M, 3) at table points (N, M, 3)."""
    px = to_picture(plane, points_mm.reshape(-1, 3)).astype(np.float32).reshape(*points_mm.shape[:2], 2)
    across, down = np.ascontiguousarray(px[..., 0]), np.ascontiguousarray(px[..., 1])
    seen = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float64)


def ways() -> Floats:
    """The directions (WAYS, 3) in which it is looked."""
    turns = 2.0 * np.pi * np.arange(WAYS) / WAYS
    return np.column_stack([np.cos(turns), np.sin(turns), np.zeros(WAYS)])


def _white_beside(image: Image, plane: TablePlane, asked_mm: Floats, bare_mm: Floats) -> Floats:
    """The colours (K, 3) of the white around the bare dots next to each of these."""
    white = np.median(_colours(image, plane, bare_mm[:, None] + RING_MM * ways()), axis=1)
    apart = np.linalg.norm(asked_mm[:, None] - bare_mm, axis=2)
    return np.maximum(np.median(white[np.argsort(apart, axis=1)[:, :FEWEST]], axis=1), 1.0)


def _colour(share: Floats, in_play: Sequence[str]) -> str:
    """The name of a face's colour (3,), BGR as shares of the white; "" when it is none of those in play."""
    hues = [colour for colour in in_play if colour in HUES_DEG]
    name = colour_of(2.0 * share, hues)  # as shares of a grey mat
    if not name and share.max() - share.min() < COLOURED * max(share.max(), 0.1):
        # black faces had up to 0.39 of the white around dots, white ones from 0.78
        name = "black" if share.mean() < BLACK else "white" if share.mean() > 1.0 - COLOURED else ""
    return name if name in in_play else ""


def _ends(image: Image, plane: TablePlane, tops: Floats, faces: Floats, white: Floats, edge_mm: float) -> Floats:
    """Where what is seen at these points (K, 3) ends along each way, (K, WAYS, 3): within a row of `FEWEST` dice."""
    away = edge_mm * np.arange(0.0, FEWEST, PIP)
    points = tops[:, None, None] + away[:, None, None] * ways()
    seen = _colours(image, plane, points.reshape(len(tops), -1, 3)).reshape(*points.shape)
    own, there = faces[:, None, None] + DARK, seen + DARK
    hue = np.abs(there / there.sum(axis=3, keepdims=True) - own / own.sum(axis=3, keepdims=True)).max(axis=3)
    ends = (hue > OTHER_HUE) | (seen > ALL_BUT * white[:, None, None]).all(axis=3)
    ends[:, 1:] |= np.abs(np.diff(seen, axis=1)).max(axis=3) > STEEP
    ends[:, away < BEYOND * edge_mm / 2.0] = False  # pips
    ends[:, -1] = True
    return np.asarray(np.take_along_axis(points, ends.argmax(axis=1)[:, None, :, None], axis=1)[:, 0])


def _off_dice(points: Floats, tops: Floats, plane: TablePlane, edge_mm: float) -> Floats:
    """How far points (K, M, 3) are from the nearest of the tops, down to a die's height below them, mm (K, M)."""
    to_foot = plane.position_mm - tops
    sunk = edge_mm * to_foot[:, :2] / to_foot[:, 2:]
    far = points[:, :, None, :2] - tops[:, :2]
    length = np.maximum((sunk**2).sum(axis=1), 1e-9)
    along = np.clip((far * sunk).sum(axis=3) / length, 0.0, 1.0)
    return np.asarray(np.linalg.norm(far - along[..., None] * sunk, axis=3).min(axis=2))
