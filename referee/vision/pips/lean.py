"""How far the die under a face leans: which of its sides are seen, and how wide, says from where it is looked at.

A flat die shows the walls that turn to the camera, each as wide as the slant makes it. One that leans is seen from
elsewhere, as far as its own frame goes: a side is wider, one shows that should not, or one is missing. Where a wall in
the shade cannot be told from a shadow, the upper face alone tells: leaning, it is seen shorter one way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.vision.pips.faces import Face
from referee.vision.pips.mat import BLACK, IN_THE_SHADE, PALE, FlatMat, hue_share, turned
from referee.vision.pips.outline import filled, outline

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

STEP = 0.02
OUT = np.arange(0.30, 1.06, STEP)
"""Distances from the face's middle, in edges, at which a side is looked at; the upper face ends at 0.5."""
ALONG = np.linspace(-0.36, 0.36, 13)
"""Places along a side, in edges: its corners are rounded."""
HUE = 0.38
"""From this saturation on a dark die is told from shadows by its hue; one that is neither black nor white always is:
green plastic in a white light has 0.33."""
DARK = 0.39
"""Darker than this share of the mat's is a black die: the shadow of one die never is."""
SHADED = 0.55
"""Up to this share of the mat's it is a black die in the light or a shadow."""
PIP_STEPS = 10
SLANTED = 0.075
"""Walls wider or narrower by more, in edges and by a pixel, are those of a leaning die: 15 degrees are 0.27, 8 are
0.14. The foot of a flat one's lies in the shade."""
LONGER = 0.015
"""A white face seen longer one way by more than this and six tenths of a pixel leans: 98 in 100 flat ones do not."""
CROOKED = 0.07
"""Opposite edges whose slopes differ by more are not both edges of the face: a wall's pips led one astray."""
FIRST, LAST = 6, 16
"""Between these of `OUT` a flat die's upper face ends."""
STEP_DOWN = 0.25
"""It is so much brighter than what lies around it, or its edge cannot be placed."""
MOST_ALONG = 9
"""Pips darken fewer of the places `ALONG` a side."""
ROUNDED = 0.045
"""A wall is seen so much narrower, in edges, where it ends rounded."""
SPILL_PX = 1.5
"""The colour of things runs so far over in a camera's compressed picture."""
ENOUGH = 5
"""So many places along a side must tell its width."""
STANDS_OUT = 0.05


@dataclass(frozen=True, eq=False)
class Sides:
    """The four sides of a face, each looked at from the face outwards.

    Attributes
    ----------
    colours : (4, R, U, 3) shares of the mat's brightness at `OUT` by `ALONG`.
    known : (4, R, U) where nothing else hides them and the mat lies behind.
    walls : (4,) how wide a flat die's wall would be seen there, in edges; below 0 it is turned away.
    """

    colours: Floats
    known: Mask
    walls: Floats


def sides(mat: FlatMat, face: Face, others: Sequence[Face], edge_mm: float) -> Sides:
    """Look at the sides of a face; the other dice on the mat hide what is behind them."""
    away = (np.array(mat.foot_mm) - np.array(face.at_mm)) * (1.0 - mat.sink) / edge_mm
    x, y = turned(away[None], (0.0, 0.0), -face.angle_deg)[0]
    walls, aside = np.array([x, y, -x, -y]), np.array([y, -x, -y, x])
    local = np.stack([_side(wall, across) for wall, across in zip(walls, aside, strict=True)])
    points = np.concatenate([turned(local[n] * edge_mm, face.at_mm, face.angle_deg + 90.0 * n) for n in range(4)])
    hidden = filled(mat, [outline(mat, other, edge_mm) for other in others], SPILL_PX * mat.pixel_mm)
    px = np.round(mat.to_px(points)).astype(int)
    height, width = mat.inside.shape
    ok = (px[:, 0] >= 0) & (px[:, 1] >= 0) & (px[:, 0] < width) & (px[:, 1] < height)
    column, row = np.clip(px[:, 0], 0, width - 1), np.clip(px[:, 1], 0, height - 1)
    shape = (4, len(OUT), len(ALONG))
    known = (ok & mat.inside[row, column] & ~hidden[row, column]).reshape(shape)
    return Sides(mat.at(points).astype(np.float64).reshape(*shape, 3), known, walls)


def _side(wall: float, aside: float) -> Floats:
    """Points (R * U, 2) of the side at +x of a face: beyond its edge along the wall, where one is to be seen."""
    out, along = np.meshgrid(OUT, ALONG, indexing="ij")
    slope = float(np.clip(aside / wall, -1.5, 1.5)) if wall > STANDS_OUT else 0.0
    along = along + slope * np.maximum(out - 0.5, 0.0)
    return np.column_stack([out.ravel(), along.ravel()])


def leans(mat: FlatMat, face: Face, others: Sequence[Face], edge_mm: float) -> bool:
    """Whether the die under a face leans, by about ten degrees or more; the other dice hide what is behind them.

    A white one's walls may look like the mat: its face alone tells.
    """
    seen, pixel = sides(mat, face, others, edge_mm), mat.pixel_mm / edge_mm
    if float(face.colour.min()) > PALE:
        return longer_one_way(seen, face) > LONGER + 0.6 * pixel
    return slant_off(seen.walls, *_reaches(seen, face.colour)) > SLANTED + pixel


def slant_off(walls: Floats, sure: Floats, perhaps: Floats) -> float:
    """How much wider or narrower than a flat die's its walls (4,) are seen, in edges: about the tangent of the lean.

    Where wall and shadow cannot be told apart the walls are taken to be as a flat die's would be.
    """
    wanted = np.maximum(walls - ROUNDED, 0.0)
    off = np.nan_to_num(np.clip(wanted, sure, perhaps) - wanted)
    return math.hypot(off[0] - off[2], off[1] - off[3])


def _reaches(seen: Sides, face: Floats) -> tuple[Floats, Floats]:
    """How far (4,) beyond the upper face the die is seen for sure, and how far it is seen perhaps."""
    grey = _grey(seen.colours)
    if float(face.max()) >= BLACK or float(face.max() - face.min()) > HUE * max(float(face.max()), 0.2):
        share = hue_share(seen.colours, face)
        return _reach(share, seen.known), _reach(np.maximum(share / IN_THE_SHADE, 0.5 + DARK - grey), seen.known)
    return _reach(0.5 + DARK - grey, seen.known), _reach(0.5 + SHADED - grey, seen.known)


def _grey(colours: Floats) -> Floats:
    """The mean of the three colours: quicker than numpy's own along the last axis."""
    return np.asarray((colours[..., 0] + colours[..., 1] + colours[..., 2]) / 3.0)


def _reach(share: Floats, known: Mask) -> Floats:
    """How far (4,) beyond the upper face each side reaches, in edges; nan where too little of it tells."""
    share = share.copy()
    share[:, :, 1:-1] = (share[:, :, :-2] + share[:, :, 1:-1] + share[:, :, 2:]) / 3.0
    open_ = np.cumprod(known, axis=1).astype(bool)
    count = open_.sum(axis=1)
    on = _unbroken((share > 0.5) & open_)
    last = len(OUT) - 1 - on[:, ::-1].argmax(axis=1)
    beyond = np.minimum(last + 1, len(OUT) - 1)
    a, b = (np.take_along_axis(share, n[:, None, :], axis=1)[:, 0] for n in (last, beyond))
    ends = OUT[last] + STEP * np.clip((a - 0.5) / np.maximum(a - b, 1e-6), 0.0, 1.0)
    ends = np.where(on.any(axis=1), ends, OUT[0])
    # what reaches nearly as far as can be seen may end anywhere: a pip may be what begins there
    ends = np.where((count < len(OUT)) & (last >= count - 1 - PIP_STEPS) & on.any(axis=1), np.nan, ends)
    ends = np.where(count * STEP < 0.24, np.nan, ends)
    return np.array([_median(side) - 0.5 for side in ends])


def _unbroken(on: Mask) -> Mask:
    """What of the die (4, R, U) hangs together from the face outwards, but for gaps no wider than a pip."""
    steps = np.arange(on.shape[1])[None, :, None]
    before = np.maximum.accumulate(np.where(on, steps, 0), axis=1)
    gap = steps[:, 1:] - before[:, :-1] - 1
    broken = np.zeros_like(on)
    broken[:, 1:] = on[:, 1:] & (gap > PIP_STEPS)
    return np.asarray(on & ~np.logical_or.accumulate(broken, axis=1))


def _median(values: Floats) -> float:
    told = values[np.isfinite(values)]
    return float(np.median(told)) if len(told) >= ENOUGH else math.nan


def longer_one_way(seen: Sides, face: Face) -> float:
    """How much longer than wide the upper face is seen: 0 for a square; nan where its edges do not stand out.

    One edge that cannot be seen may lie as far from the middle as the one across.
    """
    lines = [_edge(_grey(seen.colours[n]), seen.known[n], float(face.colour.mean())) for n in range(4)]
    _drop_crooked(lines)
    missing = [n for n, line in enumerate(lines) if line is None]
    if len(missing) > 1:
        return math.nan
    (a, sa), (b, sb), (c, sc), (d, sd) = (line or lines[(n + 2) % 4] or (1.0, 0.0) for n, line in enumerate(lines))
    return math.hypot(math.log((a + c) / (b + d)), (sa + sc - sb - sd) / 2.0)


def _drop_crooked(lines: list[tuple[float, float] | None]) -> None:
    """Of two opposite edges that are not parallel, as those of every face are, the more oblique one is none."""
    for first, second in ((0, 2), (1, 3)):
        one, other = lines[first], lines[second]
        if one is not None and other is not None and abs(one[1] - other[1]) > CROOKED:
            lines[first if abs(one[1]) > abs(other[1]) else second] = None


def _edge(grey: Floats, known: Mask, face: float) -> tuple[float, float] | None:
    """Where the upper face ends on one side: how far out in its middle, and how aslant."""
    part, ok = grey[:LAST], known[:LAST].all(axis=0)
    low = part[FIRST + 3 :].min(axis=0)
    half = (face + low) / 2.0
    below = part[FIRST:] < half
    ok &= below.any(axis=0) & (face - low > STEP_DOWN)
    inside = ok & below[0]
    if inside.sum() >= MOST_ALONG:  # too many for pips: the face ends before it is looked at
        return float(OUT[FIRST]), 0.0
    ok &= ~inside
    if ok.sum() < ENOUGH + 2:
        return None
    first = FIRST + below.argmax(axis=0)
    a, b = (np.take_along_axis(part, n[None], axis=0)[0] for n in (first - 1, first))
    at = OUT[first - 1] + STEP * np.clip((a - half) / np.maximum(a - b, 1e-6), 0.0, 1.0)
    slope, middle = np.polyfit(ALONG[ok], at[ok], 1)
    return float(middle), float(slope)
