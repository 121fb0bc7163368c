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
LIT = 1.12
"""Brighter than this share of the mat's is no shadow: it is a white die's wall in the light."""
DARK = 0.39
"""Darker than this share of the mat's is a black die: the shadow of one die never is."""
SOFT = 0.15
"""A wall ends within less, in edges; a shadow, as dark as a black die where several dice throw it, does not."""
SHADED = 0.55
"""Up to this share of the mat's it is a black die in the light or a shadow."""
PIP_STEPS = 10
PIP_RISE = 0.1
"""What is brighter by so much than what lies before and behind it is a wall's pip: shadows only get lighter."""
SLANTED, SLANTED_PIXELS = 0.075, 1.0
"""Walls wider or narrower by more, in edges and pixels, are those of a leaning die: 15 degrees are 0.27, 8 are 0.14.
The foot of a flat one's lies in the shade: of 708 coloured ones seen on random tables at 720p 4 were off by more."""
COARSE, COARSE_PIXELS = 0.055, 2.0
"""Where pixels are wider than this share of the edge, on dice of less than 18 px, they must be off by more: by so much
for what each pixel is wider. There colours, sent at half the width, run over; at 12.5 px 11 degrees are let pass."""
WHITE_SLANTED, WHITE_BLURRED = 0.035, 0.7
"""White walls are off by less: where they can be told from shadows at all their edges are sharp."""
LOST, LOST_SHARE = 0.1, 0.6
"""A white wall of which no more is seen, in edges or as a share of what there should be, is as bright as the mat: it
tells nothing. A die that leaned so far that its wall was gone would be seen longer one way."""
LONGER, LONGER_BLURRED, LONGER_COLOURED = 0.034, 0.6, 0.09
"""A white face seen longer one way by more leans: of flat ones 98 in 100 are seen less than 0.032 longer, in pixels
wider than `FINE` a little more. Coloured edges are less sharp."""
TURNED_AWAY = 0.02
"""A side whose wall is this far turned away, in edges, shows none of it."""
SHOWN, SHORT = 0.055, 0.025
"""A white die's wall seen so wide where it is turned away, or its face so much shorter there, in edges, is a leaning
one's: of a flat one's sides 1 in 200 are."""
EDGE_SHORT, HIDDEN_SHORT = 0.01, 0.18
"""Any die's face may end so much sooner where the wall is turned away; from the second on a pip or a cover ends it."""
SPILLS_PIXELS = 1.0
"""Colour runs over so far, in pixels; only where the side across tells too does that cancel out."""
FINE = 0.03
ONE_HIDDEN = 0.6
CROOKED = 0.07
"""Opposite edges whose slopes differ by more are not both edges of the face: a wall's pips led one astray."""
LIT_WALL = 0.06
"""A wall that is surely seen so far, in edges, is brighter than any shadow."""
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
    """Whether the die under a face leans, by about ten degrees or more; the other dice hide what is behind them."""
    seen = sides(mat, face, others, edge_mm)
    sure, perhaps = _reaches(seen, face.colour)
    pixel = mat.pixel_mm / edge_mm
    longer = longer_one_way(seen, face, sure)
    blurred = SLANTED_PIXELS * pixel + COARSE_PIXELS * max(pixel - COARSE, 0.0)
    spill = SPILLS_PIXELS * pixel
    if float(face.colour.min()) <= PALE:
        return slant_off(seen.walls, sure, perhaps, spill) > SLANTED + blurred or longer > LONGER_COLOURED
    slant = slant_off(seen.walls, *_white_walls(seen.walls, sure, perhaps), spill)
    slant /= WHITE_SLANTED + WHITE_BLURRED * blurred
    longer /= LONGER + LONGER_BLURRED * max(pixel - FINE, 0.0)
    away = seen.walls < -TURNED_AWAY
    shown = bool((away & ((sure > SHOWN) | (perhaps < -SHORT))).any())
    # each of the two is a sign of the same lean
    return shown or math.hypot(slant, 0.0 if math.isnan(longer) else longer) > 1.0


def _white_walls(walls: Floats, sure: Floats, perhaps: Floats) -> tuple[Floats, Floats]:
    """What the sides (4,) of a white die tell: nothing where a wall is lost, and of a lit one its rounded foot too."""
    lost = (walls > LOST) & (perhaps < np.maximum(LOST, LOST_SHARE * walls))
    lit = np.maximum(sure - ROUNDED, np.minimum(sure, walls - ROUNDED))
    sure = np.where(sure > LIT_WALL, lit, sure)
    return np.where(lost, np.nan, sure), np.where(lost, np.nan, perhaps)


def slant_off(walls: Floats, sure: Floats, perhaps: Floats, spill: float) -> float:
    """How much wider or narrower than a flat die's its walls (4,) are seen, in edges: about the tangent of the lean.

    Where wall and shadow cannot be told apart the walls are taken to be as a flat die's would be. A face that ends too
    soon where its wall is turned away leans that way. Where only one of two sides tells, it may be seen wider by the
    `spill`.
    """
    wanted = np.maximum(walls - ROUNDED, 0.0)
    off = np.clip(wanted, sure, perhaps) - wanted
    alone = np.isnan(np.roll(off, 2)) & (off > 0.0)
    off = np.nan_to_num(np.where(alone, np.maximum(off - spill, 0.0), off))
    short = np.where(off < -HIDDEN_SHORT, 0.0, np.minimum(off + EDGE_SHORT, 0.0))
    off = np.where((wanted == 0.0) & (off < 0.0), short, off)
    return math.hypot(off[0] - off[2], off[1] - off[3])


def _reaches(seen: Sides, face: Floats) -> tuple[Floats, Floats]:
    """How far (4,) beyond the upper face the die is seen for sure, and how far it is seen perhaps."""
    grey, own = _grey(seen.colours), float(face.mean())
    neither_black_nor_white = float(face.max()) >= BLACK and float(face.min()) <= PALE
    if neither_black_nor_white or float(face.max() - face.min()) > HUE * max(float(face.max()), 0.2):
        share = hue_share(seen.colours, face)
        # where a wall's pips, one behind the other, hide where it ends, it may end anywhere
        known = seen.known & ~_behind_a_pip(share, grey, seen.known)
        return _reach(share, known), _reach(np.maximum(share / IN_THE_SHADE, 0.5 + DARK - grey), known)
    if own > PALE:
        return _reach(0.5 + grey - LIT, seen.known), _reach(0.5 + np.abs(grey - 1.0) - (LIT - 1.0), seen.known)
    return _black_reaches(seen, grey)


def _black_reaches(seen: Sides, grey: Floats) -> tuple[Floats, Floats]:
    """The same of a black die. Where its walls are turned away it ends sharply, or what is dark there is a shadow."""
    behind = _behind_a_pip(0.5 + DARK - grey, grey, seen.known) & (seen.walls > 0.0)[:, None, None]
    known = seen.known & ~behind
    sure, perhaps = _reach(0.5 + DARK - grey, known), _reach(0.5 + SHADED - grey, known)
    soft = (seen.walls < -TURNED_AWAY) & (perhaps - sure > SOFT)
    return np.where(soft, np.minimum(sure, 0.0), sure), perhaps


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


def _behind_a_pip(share: Floats, grey: Floats, known: Mask) -> Mask:
    """What (4, R, U) lies beyond the end of the die's hue, where a light pip is what ends it."""
    on = _unbroken((share > 0.5) & np.cumprod(known, axis=1).astype(bool))
    last = len(OUT) - 1 - on[:, ::-1].argmax(axis=1)
    steps = np.arange(len(OUT))[None, :, None]
    near = (steps >= last[:, None, :]) & (steps <= last[:, None, :] + 2 * PIP_STEPS) & known
    lightest = np.maximum.accumulate(np.where(near, grey, -np.inf), axis=1)
    rise = lightest - np.take_along_axis(grey, last[:, None, :], axis=1)
    fall = np.where(near, lightest - grey, 0.0)
    pip = on.any(axis=1) & (np.minimum(rise, fall).max(axis=1) > PIP_RISE)
    return np.asarray((steps > last[:, None, :]) & pip[:, None, :])


def _median(values: Floats) -> float:
    told = values[np.isfinite(values)]
    return float(np.median(told)) if len(told) >= ENOUGH else math.nan


def longer_one_way(seen: Sides, face: Face, sure: Floats) -> float:
    """How much longer than wide the upper face is seen: 0 for a square; nan where its edges do not stand out.

    One edge that cannot be seen may lie as far from the middle as the one across; then it counts for less. Where a wall
    is lit no edge is placed: it is nearly as bright as the face.
    """
    lines = [
        None if sure[n] > LIT_WALL else _edge(_grey(seen.colours[n]), seen.known[n], float(face.colour.mean()))
        for n in range(4)
    ]
    _drop_crooked(lines)
    missing = [n for n, line in enumerate(lines) if line is None]
    if len(missing) > 1:
        return math.nan
    (a, sa), (b, sb), (c, sc), (d, sd) = (line or lines[(n + 2) % 4] or (1.0, 0.0) for n, line in enumerate(lines))
    longer = math.hypot(math.log((a + c) / (b + d)), (sa + sc - sb - sd) / 2.0)
    return ONE_HIDDEN * longer if missing else longer


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
