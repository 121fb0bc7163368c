"""Places that are bare or not, by the dots printed on pieces: a dot that is seen whole has nothing on it.

A dot is a black disc on white. Its middle and the white around it are sampled. A half covered dot is neither bare nor
covered, and nothing is said of it; a pip of a die is smaller than a dot.

A loose piece that has its markers around it, as a road tile under a toy car, is read though something stands on it
whose own marker is not. So its paper is looked at as well, between its middle and its markers: bare it is as white as
their margins, or printed in a light grey.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from markers.dots import DOT_MM, WHITE_MM
from referee.vision import native
from referee.vision.blocks import Mask, touching
from referee.vision.kit_index import Face, KitIndex
from referee.vision.numbers import IN_TURN
from referee.vision.place import on_table, to_picture
from referee.vision.sampling import CELLS, RIM, brightness, homographies, warp
from referee.vision.scene import Frame, Image, MarkerDetection, Point, Sighting

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

BARE, COVERED = 0.86, 0.45
"""Likeness to a dot from which on a place is bare, and up to which it is covered."""
ASIDE_MM = (-1.2, 0.0, 1.2)
"""A loose piece under a guessed lens is placed a little off: its dot is looked for beside its place as well."""
ALL_ROUND = 0.6
"""A dot's black returns less light than the white just outside, by this share of it, in every direction: also where a
shadow lies over half of it."""
FAINT = 0.3
"""A dot's black returns at least this much less light than its white."""
UNSURE = 0.04
"""So near to those bounds a dot's likeness is noise in part: each picture is to say for itself."""
SAME_MM, SAME_DEG = 0.05, 0.02
ANGLES = 16
INSIDE_MM = (0.9, 1.7, 2.4, 2.9)
OUTSIDE_MM = (4.4, 5.0, 5.6, 6.2)
assert max(INSIDE_MM) < DOT_MM / 2 < min(OUTSIDE_MM) < max(OUTSIDE_MM) < WHITE_MM / 2


@dataclass(frozen=True, eq=False)
class _Laid:
    """The dots of some pieces where these lie, and what was seen of them; all rows in the same order.

    Attributes
    ----------
    lies : for each piece where it lies, and its rows.
    names : (N,) of the dots.
    loose : (N,) whether the dot's piece is a loose one.
    points_mm, px : (N, 3) the dots, (N, M, 2) the places in the picture that are looked at for each.
    around_px : (N, 4, 2) what those lie within.
    likeness : (N,) how like dots the places look; nan where that is not known yet, or out of the picture.
    told : (N,) what is said of each.
    """

    lies: dict[Sighting, slice]
    names: list[str]
    loose: NDArray[np.bool_]
    points_mm: Floats
    px: Singles
    around_px: Floats
    likeness: Floats
    told: list[Sighting | None]


class DotWatch:
    """Looks at the dots of a kit's faces: where the picture changed, and in turn at a share of the others.

    Parameters
    ----------
    faces : the kit's faces by (piece, side).
    """

    def __init__(self, faces: Mapping[tuple[str, str], Face]) -> None:
        self._faces = {key: face for key, face in faces.items() if len(face.dots_mm)}
        self.reset()

    def reset(self) -> None:
        """Nothing was seen yet."""
        self._laid: _Laid | None = None
        self._lies: dict[tuple[str, str], Sighting] = {}
        self._for: tuple[TablePlane, tuple[int, ...]] | None = None
        self._turn = 0
        self._shown: tuple[Sighting, ...] = ()

    def look(
        self, grey: Image, plane: TablePlane, pieces: Sequence[Sighting], stirred: Mask | None = None
    ) -> tuple[Sighting, ...]:
        """What the dots show: one sighting for each, side ``bare`` or ``covered``; none when in doubt.

        Parameters
        ----------
        grey : (H, W) the picture.
        pieces : their sightings, those of remembered still pieces too.
        stirred : the blocks of the picture where something changed; None to look everywhere.
        """
        dotted = [self._lain(one) for one in pieces if (one.piece, one.side) in self._faces]
        if not dotted:
            self._laid = None
            return ()
        if self._for != (plane, grey.shape):
            self._for, self._laid = (plane, grey.shape), None
        fresh = self._laid is None or list(self._laid.lies) != dotted
        laid = self._laid = self._lay(dotted, plane) if self._laid is None or fresh else self._laid
        stale = self._stale(laid, stirred)
        if (len(stale) and self._measure(grey, plane, laid, stale)) or fresh:
            self._shown = tuple(one for one in laid.told if one is not None)
        return self._shown

    def _lain(self, one: Sighting) -> Sighting:
        """The piece as it lay before, if it has not moved: a measurement a hair off is no reason to begin anew."""
        before = self._lies.get((one.piece, one.side))
        if before is not None and _near(before, one):
            return before
        self._lies[one.piece, one.side] = one
        return one

    def _stale(self, laid: _Laid, stirred: Mask | None) -> NDArray[np.intp]:
        """The dots that must be looked at: all of a piece that lies elsewhere, and those in doubt in every picture."""
        if stirred is None:
            return np.arange(len(laid.likeness))
        self._turn += 1
        stale = touching(stirred, laid.around_px)
        stale |= ~((laid.likeness < COVERED - UNSURE) | (laid.likeness > BARE + UNSURE))
        stale[self._turn % IN_TURN :: IN_TURN] = True
        return np.flatnonzero(stale)

    def _lay(self, pieces: Sequence[Sighting], plane: TablePlane) -> _Laid:
        """The dots of these pieces; of those that lie where they lay all is known still."""
        faces = [self._faces[one.piece, one.side] for one in pieces]
        points = np.vstack([on_table(face, one, face.dots_mm) for face, one in zip(faces, pieces, strict=True)])
        ends = np.cumsum([len(face.dots_mm) for face in faces]).tolist()
        lies = {one: slice(end - len(face.dots_mm), end) for one, face, end in zip(pieces, faces, ends, strict=True)}
        px = _around(plane, points)
        (left, top), (right, bottom) = px.min(axis=1).T, px.max(axis=1).T
        around = np.stack([left, top, right, top, right, bottom, left, bottom], axis=1).reshape(-1, 4, 2)
        loose = np.repeat([not face.fixed for face in faces], [len(face.dots_mm) for face in faces])
        names = [
            f"dot:{one.piece}#{n}" for face, one in zip(faces, pieces, strict=True) for n in range(len(face.dots_mm))
        ]
        unknown = np.full(len(points), np.nan)
        laid = _Laid(lies, names, loose, points, px, around.astype(np.float64), unknown, [None] * len(points))
        for one, rows in lies.items():
            if self._laid is not None and one in self._laid.lies:
                before = self._laid.lies[one]
                laid.likeness[rows], laid.told[rows] = self._laid.likeness[before], self._laid.told[before]
        return laid

    def _measure(self, grey: Image, plane: TablePlane, laid: _Laid, stale: NDArray[np.intp]) -> bool:
        """Look at some dots anew; whether something else is said of them now."""
        likeness = _likeness(grey, laid.px[stale])
        doubtful = np.flatnonzero((likeness < BARE) & ((likeness > COVERED) | laid.loose[stale]))
        if len(doubtful):
            likeness[doubtful] = _best_beside(grey, plane, laid.points_mm[stale[doubtful]])
        laid.likeness[stale] = likeness
        other = False
        for dot, like in zip(stale.tolist(), likeness.tolist(), strict=True):
            side = "bare" if like >= BARE else "covered" if like <= COVERED else ""
            before = laid.told[dot]
            if side != ("" if before is None else before.side):
                x, y, _ = laid.points_mm[dot].tolist()
                laid.told[dot] = Sighting(laid.names[dot], side, x, y, 0.0, 0.9) if side else None
                other = True
        return other


def _near(one: Sighting, other: Sighting) -> bool:
    aside = max(abs(one.x_mm - other.x_mm), abs(one.y_mm - other.y_mm))
    return aside < SAME_MM and abs(one.angle_deg - other.angle_deg) < SAME_DEG


def _best_beside(grey: Image, plane: TablePlane, points_mm: Floats) -> Floats:
    """How like a dot the best of nine places around each is, (N,)."""
    aside = np.array([(dx, dy, 0.0) for dx in ASIDE_MM for dy in ASIDE_MM])
    around = (points_mm[:, None, :] + aside[None, :, :]).reshape(-1, 3)
    return np.asarray(_likeness(grey, _around(plane, around)).reshape(len(points_mm), -1).max(axis=1))


def _around(plane: TablePlane, points_mm: Floats) -> Singles:
    """The places in the picture (N, M, 2) that are looked at for a dot at each of these points (N, 3)."""
    samples = points_mm[:, None, :] + _RING
    return to_picture(plane, samples.reshape(-1, 3)).reshape(len(points_mm), -1, 2).astype(np.float32)


def _likeness(grey: Image, px: Singles) -> Floats:
    """How like a dot each place (N, M, 2) looks, (N,): 1 for a dot, about 0 for all else, nan out of the picture."""
    if native.library is not None:
        rings = (len(INSIDE_MM), len(OUTSIDE_MM), ANGLES)
        return native.dots(native.library, grey, px, rings, (FAINT, COVERED, BARE, ALL_ROUND))
    height, width = grey.shape
    seen = ((px >= 0) & (px <= np.array([width - 1, height - 1], np.float32))).all(axis=(1, 2))
    values = brightness(grey, px).astype(np.float64)
    inner, outer = values[:, :_INNER].mean(axis=1), values[:, _INNER:].mean(axis=1)
    away = values - values.mean(axis=1, keepdims=True)
    spread = np.maximum(np.sqrt((away**2).mean(axis=1)), 1.0)
    like = (away[:, _INNER:].sum(axis=1) - away[:, :_INNER].sum(axis=1)) / values.shape[1] / spread
    like = np.where((outer - inner) >= FAINT * np.maximum(outer, 1.0), like, np.minimum(like, 0.0))
    doubtful = np.flatnonzero((like > COVERED) & (like < BARE))
    shaded = doubtful[_contrast_all_round(values[doubtful]) >= ALL_ROUND]
    like[shaded] = BARE
    return np.asarray(np.where(seen, like, np.nan))


def _contrast_all_round(values: Floats) -> Floats:
    """The least contrast of inside and outside in any direction, (N,), as a share of the light outside."""
    rays = values.reshape(len(values), len(INSIDE_MM) + len(OUTSIDE_MM), ANGLES)
    inner, outer = rays[:, : len(INSIDE_MM)].mean(axis=1), rays[:, len(INSIDE_MM) :].mean(axis=1)
    contrast = (outer - inner) / np.maximum(outer, 1.0)
    return np.asarray((contrast + np.roll(contrast, 1, axis=1)).min(axis=1) / 2.0)


def _ring_points() -> Floats:
    angles = [2.0 * math.pi * n / ANGLES for n in range(ANGLES)]
    return np.array([(r * math.cos(a), r * math.sin(a), 0.0) for r in (*INSIDE_MM, *OUTSIDE_MM) for a in angles])


_RING = _ring_points()
_INNER = len(INSIDE_MM) * ANGLES
"""The first points lie within the dot, the others around it."""


OUT = (0.25, 0.33, 0.42)
"""So far from the middle to a marker it is looked, as shares of the way, ..."""
ACROSS_MM = (-9.0, -3.0, 3.0, 9.0)
"""... and so far to the sides of that way: a toy car on it is 60 mm long, those beside it reach nearly as far."""
LIGHT, LIGHTEST = 0.6, 1.3
"""Paper, printed in 80 % grey at the darkest, is so light beside a marker's margin, in a light shadow too."""
COLOURLESS = 0.25
"""And its colours differ by less, as shares of the margin's."""
ALL_BUT = 0.85
"""So much of it must look like paper."""


class Middles:
    """Looks at the middles of the pieces that have several markers and may be moved."""

    def __init__(self, index: KitIndex) -> None:
        self._faces = {key: face for key, face in index.faces.items() if not face.fixed and len(face.corners_mm) > 1}
        self._places = {key: _between(face) for key, face in self._faces.items()}
        self._told: dict[Sighting, bool] = {}

    def look(
        self,
        frame: Frame,
        plane: TablePlane,
        seen: Sequence[Sighting],
        known: Mapping[int, MarkerDetection],
        changed: bool,
    ) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        """The table points of middles that are bare, and of those on which something may stand.

        Parameters
        ----------
        seen : the pieces seen.
        known : the markers seen, by number.
        changed : whether anything in the picture did since the last one.
        """
        asked = [one for one in seen if (one.piece, one.side) in self._faces]
        before = {} if changed else self._told
        self._told = {one: before[one] if one in before else self._is_bare(frame, plane, one, known) for one in asked}
        bare, hidden = (
            tuple((one.x_mm, one.y_mm) for one, is_bare in self._told.items() if is_bare is wanted)
            for wanted in (True, False)
        )
        return bare, hidden

    def _is_bare(
        self, frame: Frame, plane: TablePlane, sighting: Sighting, known: Mapping[int, MarkerDetection]
    ) -> bool:
        key, image = (sighting.piece, sighting.side), frame.colour
        face = self._faces[key]
        markers = np.array([known[n].corners_px for n in face.corners_mm if n in known])
        margin = warp(homographies(markers), _MARGIN)
        paper = to_picture(plane, on_table(face, sighting, self._places[key]))
        every = np.concatenate([margin.reshape(-1, 2), paper])
        corner = np.clip(np.floor(every.min(axis=0)), 0, (image.shape[1] - 2, image.shape[0] - 2)).astype(int)
        part = image[corner[1] : int(every[:, 1].max()) + 2, corner[0] : int(every[:, 0].max()) + 2]
        light = []
        for colour in part.reshape(*part.shape[:2], -1).transpose(2, 0, 1):
            white = float(np.median(brightness(colour, margin - corner)))
            light.append(brightness(colour, paper[None] - corner)[0] / max(white, 1.0))
        least, most = np.min(light, axis=0), np.max(light, axis=0)
        like = (least > LIGHT) & (most < LIGHTEST) & (most - least < COLOURLESS)
        return bool(like.mean() >= ALL_BUT)


def _between(face: Face) -> Floats:
    """Places (N, 2) on a face between its middle and its markers."""
    places = []
    for corners in face.corners_mm.values():
        out = corners.mean(axis=0)
        across = np.array([-out[1], out[0]]) / np.hypot(*out)
        places += [share * out + aside * across for share in OUT for aside in ACROSS_MM]
    return np.array(places)


def _margin() -> Floats:
    """Five places along each side of the unit square, in a marker's white margin."""
    along, out = 0.1 + 0.2 * np.arange(5), RIM / CELLS
    rows = [np.column_stack([along, np.full(5, off)]) for off in (-out, 1.0 + out)]
    return np.concatenate([*rows, *(row[:, ::-1] for row in rows)])


_MARGIN = _margin()
