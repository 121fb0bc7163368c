"""Places that are bare or not, by the dots printed on pieces: a dot that is seen whole has nothing on it.

A dot is a black disc on white, whose look is known: along each ray from its middle the same shares of that ray's light,
which a shadow or a lamp may make another one for each. Ink is as much darker than its paper on every ray, in shadow or
light: as on a third of them. The edge of a shadow, a stroke and a corner are so on some rays and not on others. One
likelihood ratio says how much less that leaves unexplained than rays each of even light (`likelihood.py`). Nothing is
said of what lies between bare and covered, as a dot half covered; a pip of a die is smaller than a dot. Of a covered
dot it is asked whether a die hides it (`dice_on_dots.py`).

A loose piece that has its markers around it, as a road tile under a toy car, is read though something stands on it
whose own marker is not. So its paper is looked at as well, between its middle and its markers: bare it is as white as
their margins, or printed in a light grey.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from markers.dots import DOT_MM, WHITE_MM
from markers.kit import PipDice
from referee.vision.blocks import part_around, touching
from referee.vision.dice_on_dots import WAYS, dice_on, ways
from referee.vision.kit_index import Face, KitIndex
from referee.vision.likelihood import LEAST_LEFT, against_texture
from referee.vision.numbers import ALL_BUT, COLOURED, IN_TURN, MOVED_MM
from referee.vision.place import on_table, to_picture
from referee.vision.sampling import (
    BLURS_PX,
    CELLS,
    RIM,
    USUAL_BLUR_PX,
    along_sides,
    beside,
    brightness,
    brightness_within,
    homographies,
    warp,
)
from referee.vision.scene import Floats, Frame, Image, MarkerDetection, Mask, Point, Sighting
from referee.vision.shapes import sides_px

NEEDED, COVERED = 21.0, 5.0
"""Of 7,400 bare dots in 80 drawn and 32 path-traced pictures the least has 21.6; the edge of a shadow as dark as one of
a die leaves a dot 21.3. Of 1,639 covered ones all but nine have less than the other, half a dot has more."""
RINGS = 8
"""A dot and its white are looked at at so many distances."""


@dataclass(frozen=True, eq=False)
class _Laid:
    """The dots of some pieces where these lie, and what was seen of them; all rows in the same order.

    Attributes
    ----------
    lies : for each piece where it lies, and its rows.
    names : (N,) of the dots.
    points_mm, squares_px : (N, 3) the dots, (N, 4, 2) the squares around their white in the picture.
    told : (N,) what is said of each.
    dice : (N,) the colour of the die that seems to lie on each, "" for none.
    ask : (N,) whether that is to be asked, as soon as nothing stirs there.
    """

    lies: dict[Sighting, slice]
    names: list[str]
    points_mm: Floats
    squares_px: Floats
    told: list[Sighting | None]
    dice: list[str]
    ask: Mask


class DotWatch:
    """Looks at the dots of a kit's faces: where the picture changed, and in turn at a share of the others.

    Parameters
    ----------
    faces : the kit's faces by (piece, side).
    dice : the kit's ordinary dice.
    """

    def __init__(self, faces: Mapping[tuple[str, str], Face], dice: Sequence[PipDice] = ()) -> None:
        self._faces = {key: face for key, face in faces.items() if len(face.dots_mm)}
        self._dice = dice
        self.reset()

    def reset(self) -> None:
        """Nothing was seen yet."""
        self._laid: _Laid | None = None
        self._for: tuple[TablePlane, tuple[int, ...]] | None = None
        self._turn = 0
        self._shown: tuple[Sighting, ...] = ()

    def look(
        self,
        grey: Image,
        plane: TablePlane,
        pieces: Sequence[Sighting],
        stirred: Mask | None = None,
        frame: Frame | None = None,
        blur_px: float = USUAL_BLUR_PX,
    ) -> tuple[Sighting, ...]:
        """What the dots show: one sighting for each; none when in doubt.

        Its side is ``bare`` or ``covered``, or the colour of the die that seems to lie there.

        Parameters
        ----------
        grey : (H, W) the picture.
        pieces : their sightings, those of remembered still pieces too.
        stirred : the blocks of the picture where something changed; None to look everywhere.
        frame : the picture with its colours; without one no die is told.
        blur_px : how soft the picture is, as a standard deviation: no dot is softer.
        """
        dotted = [one for one in pieces if (one.piece, one.side) in self._faces]
        if not dotted:
            self._laid = None
            return ()
        if self._for != (plane, grey.shape):
            self._for, self._laid = (plane, grey.shape), None
        fresh = self._laid is None or list(self._laid.lies) != dotted
        laid = self._laid = self._lay(dotted, plane) if self._laid is None or fresh else self._laid
        stirs = np.zeros(len(laid.told), dtype=np.bool_) if stirred is None else touching(stirred, laid.squares_px)
        stale = np.arange(len(laid.told)) if stirred is None else self._stale(laid, stirs)
        laid.ask[stirs | (stirred is None)] = True
        other = len(stale) > 0 and self._measure(grey, plane, laid, stale, blur_px)
        if frame is not None and self._dice and (laid.ask & ~stirs).any():
            seen = [(s.x_mm, s.y_mm) for s in pieces if (s.piece, s.side) not in self._faces]
            other |= _tell_dice(frame, plane, laid, laid.ask & ~stirs, self._dice, np.array(seen).reshape(-1, 2))
        if other or fresh:
            self._shown = tuple(
                replace(one, side=die or one.side)
                for one, die in zip(laid.told, laid.dice, strict=True)
                if one is not None
            )
        return self._shown

    def _stale(self, laid: _Laid, stirs: Mask) -> NDArray[np.intp]:
        """The dots that must be looked at: where something stirs, and in every picture those in doubt or laid anew."""
        self._turn += 1
        stale = stirs | np.array([one is None for one in laid.told])
        stale[self._turn % IN_TURN :: IN_TURN] = True
        return np.flatnonzero(stale)

    def _lay(self, pieces: Sequence[Sighting], plane: TablePlane) -> _Laid:
        """The dots of these pieces; of those that lie where they lay all is known still."""
        faces = [self._faces[one.piece, one.side] for one in pieces]
        points = np.vstack([on_table(face, one, face.dots_mm) for face, one in zip(faces, pieces, strict=True)])
        ends = np.cumsum([len(face.dots_mm) for face in faces]).tolist()
        lies = {one: slice(end - len(face.dots_mm), end) for one, face, end in zip(pieces, faces, ends, strict=True)}
        names = [f"dot:{one.piece}#{n}" for one, rows in lies.items() for n in range(rows.stop - rows.start)]
        every = np.ones(len(points), dtype=np.bool_)
        laid = _Laid(lies, names, points, _squares(plane, points), [None] * len(points), [""] * len(points), every)
        for one, rows in lies.items():
            if self._laid is not None and one in self._laid.lies:
                was = self._laid.lies[one]
                laid.told[rows], laid.dice[rows] = self._laid.told[was], self._laid.dice[was]
                laid.ask[rows] = self._laid.ask[was]
        return laid

    def _measure(self, grey: Image, plane: TablePlane, laid: _Laid, stale: NDArray[np.intp], blur_px: float) -> bool:
        """Look at some dots anew; whether something else is said of them now."""
        ratios = evidence(grey, laid.squares_px[stale], blur_px)
        doubtful = np.flatnonzero((ratios > COVERED) & (ratios < NEEDED))
        if len(doubtful):
            ratios[doubtful] = _best_beside(grey, plane, laid.points_mm[stale[doubtful]], blur_px)
        other = False
        for dot, ratio in zip(stale.tolist(), ratios.tolist(), strict=True):
            side = "bare" if ratio >= NEEDED else "covered" if ratio <= COVERED else ""
            before = laid.told[dot]
            if side != ("" if before is None else before.side):
                x, y, _ = laid.points_mm[dot].tolist()
                laid.told[dot] = Sighting(laid.names[dot], side, x, y, 0.0, 0.9) if side else None
                laid.dice[dot], laid.ask[dot] = "", True
                other = True
        return other


def _tell_dice(
    frame: Frame, plane: TablePlane, laid: _Laid, ask: Mask, dice: Sequence[PipDice], seen_mm: Floats
) -> bool:
    """Ask of these dots, where they are covered, whether dice lie on them; whether something else is said now.

    One on which another piece is seen, at `seen_mm` (N, 2), is not asked about.
    """
    sides = np.array(["" if one is None else one.side for one in laid.told])
    laid.ask[ask] = False
    asked = np.flatnonzero(ask & (sides == "covered"))
    apart = np.linalg.norm(laid.points_mm[asked, None, :2] - seen_mm, axis=2)
    asked = asked[apart.min(axis=1, initial=np.inf) > WHITE_MM / 2.0]
    if not len(asked):
        return False
    hidden, bare = laid.points_mm[sides == "covered"], laid.points_mm[sides == "bare"]
    colours = [kind.colour for kind in dice]
    found = dice_on(frame.colour, plane, laid.points_mm[asked], hidden, bare, dice[0].edge_mm, colours)
    before = laid.dice.copy()
    for dot, colour in zip(asked.tolist(), found, strict=True):
        laid.dice[dot] = colour
    return before != laid.dice


def _best_beside(grey: Image, plane: TablePlane, points_mm: Floats, blur_px: float) -> Floats:
    """How likely the likeliest dot at or beside each place is, (N,): looked for in ever smaller steps.

    The further off the less likely: that pieces are placed `MOVED_MM` off, two standard deviations, is rare.
    """
    off, every = np.zeros_like(points_mm), np.arange(len(points_mm))
    ratios = np.zeros((len(points_mm), len(_ASIDE)))
    for step_mm in (MOVED_MM, MOVED_MM / 2.0, MOVED_MM / 4.0):
        around = off[:, None] + step_mm * _ASIDE
        squares = _squares(plane, (points_mm[:, None] + around).reshape(-1, 3))
        ratios = evidence(grey, squares, blur_px).reshape(ratios.shape) - 2.0 * (around**2).sum(axis=2) / MOVED_MM**2
        off = around[every, ratios.argmax(axis=1)]
    return np.asarray(ratios.max(axis=1))


_ASIDE = np.pad(beside(2), ((0, 0), (0, 1)))


def _squares(plane: TablePlane, points_mm: Floats) -> Floats:
    """The squares (N, 4, 2) in the picture around the white of dots at these points (N, 3)."""
    corners = WHITE_MM / 2.0 * np.array([(-1.0, 1.0, 0.0), (1.0, 1.0, 0.0), (1.0, -1.0, 0.0), (-1.0, -1.0, 0.0)])
    return to_picture(plane, (points_mm[:, None, :] + corners).reshape(-1, 3)).reshape(-1, 4, 2)


def evidence(grey: Image, squares_px: Floats, blur_px: float) -> Floats:
    """The logarithm of the likelihood ratio of a dot within each square (N, 4, 2), (N,); nan out of the picture.

    The blur is one of a few, up to the picture's: that which fits best.
    """
    inside = (squares_px >= 0.0) & (squares_px <= np.array(grey.shape[::-1]) - 1.0)
    seen = brightness_within(grey, squares_px, _PLACES).reshape(-1, RINGS, WAYS) + 1.0
    off = seen / (_AREAS @ seen)[:, None] - 1.0
    dots = np.stack([_dot_at_rings(wide, blur_px) for wide in np.rint(sides_px(squares_px)).tolist()])
    each, whole = dots @ off, (_AREAS @ (off * off))[:, None]
    contrast = np.maximum(np.sort(each, axis=2)[..., 2 * WAYS // 3, None], 0.0)
    left = 1.0 + contrast * (contrast - 2.0 * each) / np.maximum(whole, LEAST_LEFT)
    ratios = against_texture(np.clip(left, LEAST_LEFT, 1.0)).mean(axis=2).max(axis=1)
    return np.where(inside.all(axis=(1, 2)), ratios, np.nan)


@lru_cache(maxsize=256)
def _dot_at_rings(wide_px: float, blur_px: float) -> Floats:
    """What the rings of a dot whose white is so wide are beside its even light, weighed by their areas, (blurs, rings):
    through each blur up to this.
    """
    soft_mm = WHITE_MM / max(wide_px, 1.0) * np.array([blur for blur in BLURS_PX if blur <= blur_px])[:, None]
    beyond = (_AWAY_MM - DOT_MM / 2.0) / (math.sqrt(2.0) * soft_mm)
    white = np.vectorize(math.erf)(beyond)
    white -= (white @ _AREAS)[:, None]
    return np.asarray(_AREAS * white / np.sqrt(white**2 @ _AREAS)[:, None])


def _places() -> Floats:
    """Where it is looked within the square around a dot's white, ring by ring, (rings x ways, 2)."""
    return np.ascontiguousarray((0.5 + (_AWAY_MM / WHITE_MM)[:, None, None] * ways()[:, :2]).reshape(-1, 2))


_AWAY_MM = WHITE_MM / 2.0 * (np.arange(RINGS) + 0.5) / RINGS
_AREAS = _AWAY_MM / _AWAY_MM.sum()
_PLACES = _places()


OUT = (0.25, 0.33, 0.42)
"""So far from the middle to a marker it is looked, as shares of the way, ..."""
ACROSS_MM = (-9.0, -3.0, 3.0, 9.0)
"""... and so far to the sides of that way: a toy car on it is 60 mm long, those beside it reach nearly as far."""
LIGHT, LIGHTEST = 0.6, 1.3
"""Paper, printed in 80 % grey at the darkest, is so light beside a marker's margin, in a light shadow too."""


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
        margin = warp(homographies(markers), along_sides(RIM / CELLS))
        paper = to_picture(plane, on_table(face, sighting, self._places[key]))
        every = np.concatenate([margin.reshape(-1, 2), paper])
        rows, columns = part_around(every, 0.0, image.shape)
        part, corner = image[rows, columns], (columns.start, rows.start)
        light = []
        for colour in part.reshape(*part.shape[:2], -1).transpose(2, 0, 1):
            white = float(np.median(brightness(colour, margin - corner)))
            light.append(brightness(colour, paper[None] - corner)[0] / max(white, 1.0))
        least, most = np.min(light, axis=0), np.max(light, axis=0)
        like = (least > LIGHT) & (most < LIGHTEST) & (most - least < COLOURED)
        return bool(like.mean() >= ALL_BUT)


def _between(face: Face) -> Floats:
    """Places (N, 2) on a face between its middle and its markers."""
    places = []
    for corners in face.corners_mm.values():
        out = corners.mean(axis=0)
        across = np.array([-out[1], out[0]]) / np.hypot(*out)
        places += [share * out + aside * across for share in OUT for aside in ACROSS_MM]
    return np.array(places)
