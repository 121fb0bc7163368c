"""Which faces lie there: those that together explain every pip and every bright or coloured patch on the mat.

Of the faces that fit those can lie there together of which no two are in one place, and which fill the mat as it is
seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.vision.numbers import FEW, SURE_MARGIN
from referee.vision.pips.faces import FEWEST_PIPS, RIM, Face, square
from referee.vision.pips.mat import PIP, PX_PER_MM, FlatMat
from referee.vision.pips.outline import OUTWARD, disc, filled, lies_flat, longer_one_way, outline, shows_a_lean
from referee.vision.pips.spots import EVEN, Spots
from referee.vision.place import turned
from referee.vision.scene import Mask, Point

MOST_TOGETHER = 14


def choose(mat: FlatMat, faces: Sequence[Face], edge_mm: float, full: Mask) -> list[Face]:
    """The faces without overlap that best fill what is seen, fit their outlines and have the most pips.

    A pip on a wall and one on top can look like a face with two pips: no die with that outline lies there, and where
    outlines are smeared it would not fill the mat as it is seen, `full` (H, W) where something is on it.
    """
    ordered = sorted(faces, key=lambda face: (-face.value, -face.margin))
    against = [
        [m for m, other in enumerate(ordered) if other is not face and clash(face, other, edge_mm)] for face in ordered
    ]
    crooked = _crooked(mat, ordered, against, edge_mm)
    chosen: list[Face] = []
    for group in _groups(against):
        sets = _packings(sorted(group, key=lambda n: crooked[n]), against)
        if len(sets) > 1:
            beside = [face for n, face in enumerate(ordered) if n not in group and not crooked[n]]
            sets = _filling(mat, sets, ordered, beside, edge_mm, full)
        best = min(sets, key=lambda taken: (sum(crooked[n] for n in taken), -sum(ordered[n].value for n in taken)))
        chosen += [ordered[n] for n in best]
    return chosen


def _crooked(mat: FlatMat, faces: Sequence[Face], against: Sequence[Sequence[int]], edge_mm: float) -> list[bool]:
    """Which of the faces are unsure, may be parts of others, or do not begin and end where a flat die must; those that
    they clash with hide none.
    """
    found = []
    for n, face in enumerate(faces):
        apart = [other for m, other in enumerate(faces) if m != n and m not in against[n]]
        found.append(face.part or face.margin <= 0.0 or not lies_flat(mat, face, apart, edge_mm))
    return found


def _filling(
    mat: FlatMat,
    sets: Sequence[Sequence[int]],
    faces: Sequence[Face],
    beside: Sequence[Face],
    edge_mm: float,
    full: Mask,
) -> list[Sequence[int]]:
    """Those sets of the faces that fill the mat about as it is seen to be filled; `beside` are dice next to them.

    They may fill it worse than the best by what the rim of one side is of a face. In the dark, where every outline is
    smeared, a pip on top and one on a wall, as a face with two pips, fill it worse by a quarter of a face at least.
    """
    asked = [outline(mat, faces[n], edge_mm) for n in {n for taken in sets for n in taken}]
    around = filled(mat, asked, PIP * edge_mm) & mat.inside
    misfits = []
    for taken in sets:
        dice = [outline(mat, face, edge_mm) for face in (*(faces[n] for n in taken), *beside)]
        misfits.append(float(((filled(mat, dice, 0.0) ^ full) & around).sum()) / (PX_PER_MM * edge_mm) ** 2)
    least = min(misfits)
    return [taken for taken, off in zip(sets, misfits, strict=True) if off < least + RIM]


def clash(one: Face, other: Face, edge_mm: float) -> bool:
    """Whether two faces cannot both lie there: they share a pip, or one would stand within the other."""
    return bool(one.pips & other.pips) or _overlap(one, other, edge_mm) > OUTWARD * edge_mm


def _overlap(one: Face, other: Face, edge_mm: float) -> float:
    """How far two squares run into each other along the way on which they do least, by the separating axis test."""
    corners = square(one, edge_mm), square(other, edge_mm)
    least = math.inf
    for face in (one, other):
        for axis in turned(np.eye(2), (0.0, 0.0), face.angle_deg):
            a, b = (points @ axis for points in corners)
            least = min(least, float(a.max() - b.min()), float(b.max() - a.min()))
    return least


def _groups(against: Sequence[Sequence[int]]) -> list[list[int]]:
    """Faces linked by clashes, in groups."""
    left, groups = set(range(len(against))), []
    while left:
        group = [left.pop()]
        for member in group:
            fresh = [n for n in against[member] if n in left]
            left -= set(fresh)
            group += fresh
        groups.append(sorted(group))
    return groups


def _packings(group: Sequence[int], against: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Sets of faces, by number, without clashes, to which no other one can be added."""
    found: list[Sequence[int]] = []
    tried = tuple(group[:MOST_TOGETHER])

    def grow(taken: tuple[int, ...], open_ones: tuple[int, ...]) -> None:
        if not open_ones:
            if all(n in taken or any(m in taken for m in against[n]) for n in tried):
                found.append(taken)
            return
        first, rest = open_ones[0], open_ones[1:]
        grow((*taken, first), tuple(n for n in rest if n not in against[first]))
        if any(n in against[first] for n in rest):
            grow(taken, rest)

    grow((), tried)
    return found


BLACK_LUMP = 0.55
NO_SHADOW = 0.2
"""Where no die is black only what is darker than this share of the mat's is a thing: dice in a low window's light lie
in one another's shadows."""
LONE_NOISES = 9.0
"""On a bare mat, dark and coarse, noise comes to less than this many times its usual spread: a lone spot may be it, and
so may one of too few for a grid."""
BEYOND, ROUND = 0.55, 0.28
"""Where a spot half as strong as a face's own is seen up to there from its middle, in edges, all its ring so even, the
face may be part of another, as a single pip of a leaning two or four; so it may if most of the ring is and the spot is
no fainter than the face's own. Flat walls show their pips narrow, and around a glint of a rounded edge the mat is seen:
of second pips of leaning faces the worst was 0.23, of glints the best 0.33."""
SMALL = "die-small"


@dataclass(frozen=True, eq=False)
class Cover:
    """What lies on the mat.

    Attributes
    ----------
    sure : faces that can be trusted.
    doubtful : faces that fit, but beside something that does not: (face, why).
    unread : the middles of things that are no readable die.
    """

    sure: tuple[Face, ...]
    doubtful: tuple[tuple[Face, str], ...]
    unread: tuple[Point, ...]


def explain(mat: FlatMat, spots: Spots, faces: Sequence[Face], edge_mm: float, black: bool = True) -> Cover:
    """The faces that lie on the mat, with what they leave unexplained; `black` says whether dice may be black."""
    dark = mat.dark if black else mat.dark & (mat.grey < NO_SHADOW)
    small = not shows_a_lean(mat, edge_mm)
    # a six misses none
    faces = [face if face.value == 6 else _with_beyond(spots, face, edge_mm, small) for face in faces]
    chosen = choose(mat, faces, edge_mm, mat.thing | dark)
    shapes = [outline(mat, face, edge_mm) for face in chosen]
    known = filled(mat, shapes, PIP * edge_mm)
    left = _lumps(mat, known, edge_mm, dark)
    left |= _strange_spots(mat, spots, chosen, known, edge_mm)
    unread = _patches(mat, left, edge_mm)
    sure, doubtful = [], []
    near = cv2.dilate(left.astype(np.uint8), disc(PIP * edge_mm * PX_PER_MM + 1.0)) > 0
    for face, shape in zip(chosen, shapes, strict=True):
        touched = bool((filled(mat, [shape], 0.0) & near).any())
        apart = [other for other in chosen if other is not face]
        if face.part or face.margin <= 0.0:
            doubtful.append((face, "die-two-ways"))
            continue
        if touched and not lies_flat(mat, face, apart, edge_mm, near):
            doubtful.append((face, "die-touched"))
            continue
        crooked = not any(lies_flat(seen, face, apart, edge_mm, smeared=small) for seen in mat.under_heights())
        if crooked and face.value < FEW:  # in a line, they may be on two faces: another number may lie up
            doubtful.append((face, SMALL if small else "die-leans"))
        else:
            leans = crooked or longer_one_way(mat, face, edge_mm)
            sure.append(replace(face, margin=(SURE_MARGIN if leans else 1.0) * face.margin))
    return Cover(tuple(sure), tuple(doubtful), unread)


def _with_beyond(spots: Spots, face: Face, edge_mm: float, small: bool) -> Face:
    """The face, with whether it may be a part of another: others of its pips' kind lie near its middle.

    Of a small die the lens smears the ring around each pip, up to where the face ends, and pips so near to one another
    that between them are spots of the other kind: where one is rounder than all pips, none can tell which they are.
    """
    pips = sorted(face.pips)
    weakest = spots.strength[pips].min()
    own_kind = spots.sign == spots.sign[pips[0]]
    all_even, most_even, reach = (EVEN, EVEN, 0.5 + RIM) if small else (ROUND, 0.5 * EVEN, BEYOND)
    rounder = small & (spots.even <= spots.even[pips].min())
    like = (spots.worst <= all_even) & (spots.strength >= FEWEST_PIPS * weakest) & (own_kind | rounder)
    like |= (spots.even <= most_even) & (spots.strength >= weakest) & own_kind
    like[pips] = False
    local = turned(spots.at_mm[like] - np.array(face.at_mm), (0.0, 0.0), -face.angle_deg) / edge_mm
    noise = len(pips) < FEW and weakest < LONE_NOISES * spots.noise
    return replace(face, part=noise or bool((np.abs(local).max(axis=1) < reach).any()))


def _lumps(mat: FlatMat, known: Mask, edge_mm: float, dark: Mask) -> Mask:
    """Bright or coloured patches, and large black ones, that no die explains.

    One as wide as a pip and a few pixels of the picture is something, not a rim or a smear.
    """
    found = np.zeros_like(known)
    bright_mm = max(2.0 * PIP * edge_mm, FEW * mat.pixel_mm)
    for things, least_mm in ((mat.thing & ~known, bright_mm), (dark & ~known, BLACK_LUMP * edge_mm)):
        if things.any():
            least = disc(least_mm * PX_PER_MM / 2.0)
            found |= cv2.morphologyEx(things.astype(np.uint8), cv2.MORPH_OPEN, least) > 0
    return found


def _strange_spots(mat: FlatMat, spots: Spots, chosen: Sequence[Face], known: Mask, edge_mm: float) -> Mask:
    """Discs around spots that look like pips and belong to no die."""
    mask = np.zeros(mat.inside.shape, np.uint8)
    # the mat's own edge and corners look like spots; what lies there is seen as a patch
    inner = cv2.erode(mat.inside.astype(np.uint8), disc(PIP * edge_mm * PX_PER_MM), borderValue=0) > 0
    used = set().union(*(face.pips for face in chosen)) if chosen else set()
    weakest = max(FEWEST_PIPS * min((spots.strength[n] for n in used), default=0.0), LONE_NOISES * spots.noise)
    for n in range(len(spots.sign)):
        if n in used or spots.strength[n] < weakest or spots.even[n] > EVEN:
            continue
        x, y = np.round(mat.to_px(spots.at_mm[n : n + 1])[0]).astype(int)
        if inner[y, x] and not known[y, x]:
            cv2.circle(mask, (int(x), int(y)), round(2.0 * PIP * edge_mm * PX_PER_MM), 1, -1)
    return np.asarray(mask > 0)


def _patches(mat: FlatMat, left: Mask, edge_mm: float) -> tuple[Point, ...]:
    """The middle of each unexplained patch; near ones are one."""
    if not left.any():
        return ()
    joined = cv2.dilate(left.astype(np.uint8), disc(2.0 * PIP * edge_mm * PX_PER_MM))
    middles = cv2.connectedComponentsWithStats(joined)[3][1:]  # the first is all the rest
    return tuple((float(x), float(y)) for x, y in mat.to_mm(np.asarray(middles, np.float64)))
