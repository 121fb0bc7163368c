"""Which of the faces that fit can lie there together: no two in one place, and the mat as full as it is seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.vision.pips.faces import LEAST_MARGIN, Face, square
from referee.vision.pips.mat import PX_PER_MM, FlatMat, turned
from referee.vision.pips.outline import filled, lies_flat, outline

Mask = NDArray[np.bool_]

APART = 0.92
"""Two upper faces' middles are at least a die's edge apart; a little less for rounded corners and blur."""
OVERLAP = 0.16
"""Dice side by side seem to overlap by less of an edge, as well as their turn is measured."""
MOST_FACES, MOST_TOGETHER = 40, 14
AROUND = 0.3
"""So far around the faces, as a share of the edge, it is looked how full the mat is."""
FITS_BETTER = 0.12
"""Dice that fill the mat better than others by so much of a die's face are those that lie there. In the dark, where
every outline is smeared, a pip on top and one on a wall, as a face with two pips, fill it worse by 0.25 at least."""
SAME_PLACE = 0.25
"""Faces whose middles are nearer, as a share of the edge, are of the same die."""


@dataclass(frozen=True)
class Packing:
    """Faces, by number, that can lie there together, and with which no other one can.

    Attributes
    ----------
    taken : their numbers.
    crooked : how many of them do not begin and end where a flat die must, are faint or may be parts of others.
    pips : how many pips they have.
    """

    taken: tuple[int, ...]
    crooked: int
    pips: int


def choose(mat: FlatMat, faces: Sequence[Face], edge_mm: float, full: Mask) -> tuple[list[Face], list[Face]]:
    """The faces without overlap that best fill what is seen, fit their outlines and have the most pips; and those that
    others could replace.

    A pip on a wall and one on top can look like a face with two pips: no die with that outline lies there, and where
    outlines are smeared it would not fill the mat as it is seen, `full` (H, W) where something is on it.
    """
    ordered = sorted(faces, key=lambda face: (-face.value, -face.margin))[:MOST_FACES]
    against = [
        [m for m, other in enumerate(ordered) if other is not face and clash(face, other, edge_mm)] for face in ordered
    ]
    crooked = _crooked(mat, ordered, against, edge_mm)
    chosen: list[Face] = []
    rivals: list[Face] = []
    for group in _groups(against):
        ranked = _packings(group, ordered, against, crooked)
        if len(ranked) > 1:
            beside = [face for n, face in enumerate(ordered) if n not in group and not crooked[n]]
            ranked = _filling(mat, ranked, ordered, beside, edge_mm, full)
        best = ranked[0]
        chosen += [ordered[n] for n in best.taken]
        rival = next((other for other in ranked[1:] if _rivals(best, other, ordered, edge_mm)), None)
        rivals += [ordered[n] for n in best.taken if rival is not None and n not in rival.taken]
    return chosen, rivals


def _crooked(mat: FlatMat, faces: Sequence[Face], against: Sequence[Sequence[int]], edge_mm: float) -> list[bool]:
    """Which of the faces are faint, may be parts of others, or do not begin and end where a flat die must; those they
    clash with hide none.
    """
    found = []
    for n, face in enumerate(faces):
        apart = [other for m, other in enumerate(faces) if m != n and m not in against[n]]
        found.append(face.part or face.margin < LEAST_MARGIN or not lies_flat(mat, face, apart, edge_mm))
    return found


def _filling(
    mat: FlatMat, ranked: Sequence[Packing], faces: Sequence[Face], beside: Sequence[Face], edge_mm: float, full: Mask
) -> list[Packing]:
    """Those of the packings that fill the mat about as it is seen to be filled; `beside` are dice next to them."""
    asked = sorted({n for packing in ranked for n in packing.taken})
    around = filled(mat, [outline(mat, faces[n], edge_mm) for n in asked], AROUND * edge_mm) & mat.inside
    misfits = []
    for packing in ranked:
        dice = [outline(mat, face, edge_mm) for face in (*(faces[n] for n in packing.taken), *beside)]
        misfits.append(float(((filled(mat, dice, 0.0) ^ full) & around).sum()) / (PX_PER_MM * edge_mm) ** 2)
    least = min(misfits)
    return [packing for packing, off in zip(ranked, misfits, strict=True) if off < least + FITS_BETTER]


def _rivals(best: Packing, other: Packing, faces: Sequence[Face], edge_mm: float) -> bool:
    """Whether other dice could lie there just as well."""
    if (best.crooked, best.pips) == (other.crooked, other.pips):
        return {_what(faces[n]) for n in best.taken} != {_what(faces[n]) for n in other.taken}
    elsewhere = [
        min(math.dist(faces[n].at_mm, faces[m].at_mm) for m in best.taken) > SAME_PLACE * edge_mm for n in other.taken
    ]
    return best.crooked > 0 and any(elsewhere)


def _what(face: Face) -> tuple[int, int, int]:
    return face.value, round(face.at_mm[0] / 2.0), round(face.at_mm[1] / 2.0)


def clash(one: Face, other: Face, edge_mm: float) -> bool:
    """Whether two faces cannot both lie there: they share a pip, or one would stand within the other."""
    apart = math.dist(one.at_mm, other.at_mm)
    if apart < APART * edge_mm or one.pips & other.pips:
        return True
    return apart < 1.5 * edge_mm and _overlap(one, other, edge_mm) > OVERLAP * edge_mm


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


def _packings(
    group: Sequence[int], faces: Sequence[Face], against: Sequence[Sequence[int]], crooked: Sequence[bool]
) -> list[Packing]:
    """Sets of faces without clashes, fewest crooked, then most pips first; only sets that are full."""
    found: list[Packing] = []
    tried = tuple(sorted(group, key=lambda n: crooked[n])[:MOST_TOGETHER])

    def grow(taken: tuple[int, ...], open_ones: tuple[int, ...]) -> None:
        if not open_ones:
            if all(n in taken or any(m in taken for m in against[n]) for n in tried):
                found.append(Packing(taken, sum(crooked[n] for n in taken), sum(faces[n].value for n in taken)))
            return
        first, rest = open_ones[0], open_ones[1:]
        grow((*taken, first), tuple(n for n in rest if n not in against[first]))
        if any(n in against[first] for n in rest):
            grow(taken, rest)

    grow((), tried)
    return sorted(found, key=lambda packing: (packing.crooked, -packing.pips))
