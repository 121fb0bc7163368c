"""Where the camera hangs: the table plane from the still pieces in view, in a frame that never changes in a session.

The markers tell which print of the kit lies there, that with large markers or that with small ones: both bear the
same numbers at the same middles. So a marker's side against the distance to the others on its face is another one in
each, however the camera hangs: 16 or 13 mm of 25.4 on a Racepack tile, 15 or 11 mm on the boards of nestorgames GP. A
face of one marker is held against what those of several say of the scale.

On 144 drawn tables a face's vote, 1 for one print and -1 for the other, was 0.32 off at most (a cap's; a tile's 0.08).

| constant | value | from |
|---|---|---|
| `CLEARLY` | 0.4 | of the way from the middle between both sizes to the nearer one; sides differ by 14 to 32 % |
| `LEAST` | 2 | markers: two caps may be all that tells in Royal Racers, whose cards are alike in both |
"""

from __future__ import annotations

import cmath
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera_model import CameraModel
from calibration.fit_plane import ODD_AMONG, PlaneFit, SeenItem, fit_plane
from calibration.lens_check import LEAST_MM, WORSE, suits
from calibration.table_plane import TablePlane
from referee.vision.kit_index import Face, KitIndex
from referee.vision.laid import laid
from referee.vision.numbers import AGREE_MM, FEW, FEWEST, SOME
from referee.vision.place import (
    even,
    fit_rigid,
    grown,
    on_table,
    place_all,
    quads_on_table,
    to_picture,
    to_table,
)
from referee.vision.scene import Floats, Image, MarkerDetection, Point, Sighting, Standpoint, Whole
from referee.vision.shapes import middle, together
from referee.words.catalogue import told
from referee.words.fact import fact

CLEARLY, LEAST = 0.4, 2

Key = tuple[str, str]


@dataclass(frozen=True)
class PrintSeen:
    """What the markers in view say.

    Attributes
    ----------
    other : whether the other print lies there than was thought; None while too few markers tell.
    odd : the faces (piece, side) whose markers are of the other size than those of most.
    """

    other: bool | None = None
    odd: frozenset[Key] = frozenset()


class PrintWatch:
    """Looks at the sizes of the markers in view.

    Parameters
    ----------
    index : the print that is thought to lie there.
    other : the other one, None for a kit of which there is one only.
    """

    def __init__(self, index: KitIndex, other: KitIndex | None) -> None:
        self._index = index
        self._ratios = {} if other is None else dict(_ratios(index, other))
        self.reset()

    def reset(self) -> None:
        """Nothing has been seen."""
        self._known: Mapping[int, MarkerDetection] = {}
        self._plane: TablePlane | None = None
        self._shown = PrintSeen()
        self._looks = Counter[Key | bool]()

    def look(self, known: Mapping[int, MarkerDetection], plane: TablePlane, still: bool) -> PrintSeen:
        """What is sure: at first by one picture, later by some in a row, since hands lift pieces and hide markers."""
        if not self._ratios:
            return self._shown
        clear = self._shown.other is not None and not self._shown.odd and known.keys() <= self._known.keys()
        if plane is not self._plane or not clear:
            self._plane, self._known = plane, known
            self._shown = self._measured(plane)
        looks, shown = self._looks, self._shown
        news = {*shown.odd, *(() if shown.other is None else (shown.other,))}
        first = still or not (looks[True] or looks[False])
        self._looks = Counter({one: looks[one] + 1 for one in news})
        if shown.other is None and (looks[True] or looks[False]):  # hidden by a hand: what was known stays
            self._looks[looks[True] > 0] = max(looks[True], looks[False])
        sure = {one for one, count in self._looks.items() if first or count >= FEWEST}
        other = True if True in sure else False if False in sure else None
        return PrintSeen(other, frozenset(one for one in sure if not isinstance(one, bool)))

    def _measured(self, plane: TablePlane) -> PrintSeen:
        """What this picture's markers say."""
        numbers = [n for n in self._known if n in self._index.face_of]
        if not numbers:
            return PrintSeen()
        votes, markers = self._votes(numbers, plane)
        sure = {key: vote > 0.0 for key, vote in votes.items() if abs(vote) >= CLEARLY}
        weights = [sum(markers[key] for key, other in sure.items() if other is one) for one in (False, True)]
        if max(weights) < LEAST or weights[0] == weights[1]:
            return PrintSeen()
        most = weights[1] > weights[0]
        return PrintSeen(most, frozenset(key for key, other in sure.items() if other is not most))

    def _votes(self, numbers: Sequence[int], plane: TablePlane) -> tuple[dict[Key, float], dict[Key, int]]:
        """For each face in view that the prints differ in, 1 for the size of the other print and -1 for this one's.

        And how many of its markers are seen.
        """
        faces = [self._index.face_of[n] for n in numbers]
        keys = list(dict.fromkeys((face.piece, face.side) for face in faces))
        own = np.array([keys.index((face.piece, face.side)) for face in faces])
        px = together(self._known[n].corners_px for n in numbers)
        seen = quads_on_table(plane, px, [face.height_mm for face in faces])
        printed = together(face.corners_mm[n] for n, face in zip(numbers, faces, strict=True))
        many, shares = np.bincount(own), grown(seen, printed)
        with np.errstate(invalid="ignore", divide="ignore"):
            scales = _spread(seen.mean(axis=1), own, many) / _spread(printed.mean(axis=1), own, many)
            usual = float(np.median(scales[np.isfinite(scales)])) if np.isfinite(scales).any() else math.nan
            scales = np.where(np.isfinite(scales), scales, usual)
            larger = np.log(shares.mean(axis=1) / scales[own])
        found = 2.0 * larger / np.array([self._ratios.get(n, math.nan) for n in numbers]) - 1.0
        good = np.isfinite(found) & even(shares)  # what is covered in part tells no size
        counts = np.bincount(own[good], minlength=len(keys))
        sums = np.bincount(own[good], found[good], len(keys)) / np.maximum(counts, 1)
        votes = {key: vote for key, vote, count in zip(keys, sums.tolist(), counts.tolist(), strict=True) if count}
        return votes, dict(zip(keys, many.tolist(), strict=True))


def _ratios(index: KitIndex, other: KitIndex) -> list[tuple[int, float]]:
    """By number the logarithm of how much larger the marker is in the other print, where it is."""
    here, there = (together(one.face_of[n].corners_mm[n] for n in index.face_of) for one in (index, other))
    ratios = np.log(grown(there, here).mean(axis=1))
    return [(n, ratio) for n, ratio in zip(index.face_of, ratios.tolist(), strict=True) if abs(ratio) > 1e-3]


def _spread(middles_mm: Floats, own: Whole, many: Whole) -> Floats:
    """How far the markers (N, 2) of each face lie apart; 0 of a single one."""
    about = np.stack([np.bincount(own, along) / many for along in middles_mm.T], axis=1)
    return np.sqrt(np.bincount(own, ((middles_mm - about[own]) ** 2).sum(axis=1)))


MORE = 1.1
"""The plane is fitted again each time that a tenth more markers are seen: of few each one tells much."""
OTHER_SCALE = 0.01
"""Prints are taken for another size from this share on: tiles are cut to half of it, and laid with gaps as large."""
OTHER_SIZE = fact("lens-other-size")
OTHER_LENS = fact("lens-does-not-suit")


class PlaneEstimator:
    """The plane, and the still pieces by which it is found again after a bump.

    Attributes
    ----------
    fit : the newest fit, None before a still piece was seen.
    lens_suits : whether the calibration, if there is one, is that of this camera as far as can be told.
    print_notes : what is to be said of the print, in sentences: sheets of another scale than the others.
    sightings : each still piece as it was last seen, by (piece, side).
    middles_mm : table points of the still pieces' markers, by number.
    """

    def __init__(self, index: KitIndex) -> None:
        self.index = index
        self.fit: PlaneFit | None = None
        self.lens_suits = True
        self.print_notes: tuple[str, ...] = ()
        self.sightings: dict[tuple[str, str], Sighting] = {}
        self.middles_mm: dict[int, Point] = {}
        self._fitted_on = 0
        self._last: frozenset[int] = frozenset()
        self._unasked: tuple[list[SeenItem], PlaneFit, CameraModel] | None = None

    @property
    def plane(self) -> TablePlane | None:
        """The camera above the table."""
        return None if self.fit is None else self.fit.plane

    @property
    def lens_notes(self) -> tuple[str, ...]:
        """What is to be said about the calibration, in sentences: another size of picture, another lens."""
        if self.fit is None or self.fit.plane.camera.guessed:
            return ()
        notes = []
        if self.fit.plane.camera.scaled:
            notes.append(told(OTHER_SIZE))
        if not self.lens_suits:
            notes.append(told(OTHER_LENS))
        return tuple(notes)

    def update(self, markers: Mapping[int, MarkerDetection], camera: CameraModel, bumped: bool, grey: Image) -> bool:
        """Fit the plane when there is none, when the camera was bumped, or when clearly more of still pieces is seen.

        `grey` is the picture that shows the markers: small ones are measured in it once more, as well as can be.
        Returns whether there is a new plane; the table frame stays that of the first one.
        """
        if self._unasked is not None and not bumped:
            self.lens_suits, self._unasked = suits(*self._unasked), None
        if self.fit is not None and not bumped and markers.keys() == self._last:
            return False
        if self.fit is None and len(self.index.fixed_ids & markers.keys()) < FEWEST:
            return False
        self._last = frozenset(markers)
        faces = self._still_faces(markers)
        still = [markers[n] for face in faces for n in face.corners_mm if n in markers]
        grown = len(still) >= MORE * self._fitted_on
        if not faces or not (self.fit is None or bumped or grown):
            return False
        if bumped and self.fit is not None and (plane := self._seen_anew(markers, camera)) is not None:
            self.fit = replace(self.fit, plane=plane, fitted=self.fit.fitted or self.fit.plane)
            return True
        measured = {**markers, **laid(grey, still)}
        items = [_seen_item(face, measured) for face in faces]
        fit = fit_plane(items, camera)
        if bumped:  # a second fit: the next picture has the time for it
            self._unasked = items, fit, camera
        else:
            self.lens_suits = suits(items, fit, camera)
        placed = place_all(faces, [face.height_mm for face in faces], markers, fit.plane)
        before, self.fit = self.plane, replace(fit, plane=self._registered(fit.plane, faces, placed))
        if before is not None and not bumped:
            hidden = self.sightings.keys() - {(face.piece, face.side) for face in faces}
            self._lay_hidden(hidden, before, self.fit.plane)
        if before is None or grown:
            self.print_notes = (*small_prints(faces, markers, fit.plane), *lie_apart(faces, placed))
        self._fitted_on = len(still)
        return True

    def _seen_anew(self, markers: Mapping[int, MarkerDetection], camera: CameraModel) -> TablePlane | None:
        """The same camera where it hangs after a bump, by the still markers where they lie on the table.

        None when they do not fit together as well as before: the lens was zoomed or focused too, or much was moved.
        """
        assert self.fit is not None
        before = self.fit.plane
        numbers = [n for n in self.middles_mm if n in markers]
        if len(numbers) < SOME or (camera.width_px, camera.height_px) != (
            before.camera.width_px,
            before.camera.height_px,
        ):
            return None
        heights = np.array([self.index.face_of[n].height_mm for n in numbers])
        lie = np.array([self.middles_mm[n] for n in numbers])
        px = np.array([middle(markers[n].corners_px) for n in numbers])
        plane, good = before, np.ones(len(numbers), dtype=np.bool_)
        for _ in range(FEWEST):
            plane = plane.hung_anew(np.column_stack([lie, heights])[good], px[good])
            off = np.hypot(*(plane.project(px, heights) - lie).T)
            good = off <= ODD_AMONG * np.median(off)  # nan is not good either
            if good.sum() < SOME:
                return None
        fits = bool(good.mean() > 0.5) and float(np.median(off)) <= max(LEAST_MM, WORSE * self.fit.error_mm)
        return plane if fits else None

    def remember(self, face: Face, sighting: Sighting) -> None:
        """A still piece was seen here."""
        self.sightings[face.piece, face.side] = sighting
        middles = np.array([corners.mean(axis=0) for corners in face.corners_mm.values()])
        for number, (x, y, _) in zip(face.corners_mm, on_table(face, sighting, middles).tolist(), strict=True):
            self.middles_mm[number] = (x, y)

    def _lay_hidden(self, keys: Set[tuple[str, str]], before: TablePlane, plane: TablePlane) -> None:
        """Faces that are hidden now lie where they were seen in the picture: in mm elsewhere under another plane."""
        for key in keys:
            face, lay = self.index.faces[key], self.sightings[key]
            printed = together(face.corners_mm.values())
            px = to_picture(before, on_table(face, lay, printed.reshape(-1, 2)))
            now = to_table(plane, px, face.height_mm).reshape(printed.shape)
            (turn,), (shift,), _ = fit_rigid(printed, now, np.zeros(len(printed), dtype=np.int64), 1)
            x, y, angle = float(shift.real), float(shift.imag), math.degrees(cmath.phase(turn)) % 360.0
            self.remember(face, replace(lay, x_mm=x, y_mm=y, angle_deg=angle))

    def forget(self, key: tuple[str, str], numbers: Iterable[int]) -> None:
        """A face (piece, side) with these markers no longer lies there: the piece was turned over."""
        self.sightings.pop(key, None)
        for number in numbers:
            self.middles_mm.pop(number, None)

    def expected_px(self, face: Face) -> dict[int, Floats]:
        """Where the picture must show each marker of a still piece, by number."""
        lies = self.sightings.get((face.piece, face.side))
        if self.plane is None or lies is None:
            return {}
        points = on_table(face, lies, np.concatenate(list(face.corners_mm.values())))
        px = to_picture(self.plane, points).reshape(-1, 4, 2)
        return {number: quad for number, quad in zip(face.corners_mm, px, strict=True) if np.isfinite(quad).all()}

    def _still_faces(self, markers: Mapping[int, MarkerDetection]) -> list[Face]:
        numbers = {n for n in markers if n in self.index.face_of and self.index.face_of[n].fixed}
        keys = {(self.index.face_of[n].piece, self.index.face_of[n].side) for n in numbers}
        return [self.index.faces[key] for key in sorted(keys)]

    def _registered(self, plane: TablePlane, faces: Sequence[Face], placed: Sequence[Sighting | None]) -> TablePlane:
        """The new plane in the old table frame, by the pieces that lie where they lay."""
        now, then = [], []
        for face, new in zip(faces, placed, strict=True):
            old = self.sightings.get((face.piece, face.side))
            if old is not None and new is not None:
                points = next(iter(face.corners_mm.values()))
                now.append(on_table(face, new, points)[:, :2])
                then.append(on_table(face, old, points)[:, :2])
        while now:
            (turn,), (shift,), off = fit_rigid(together(now), together(then), np.zeros(len(now), dtype=np.int64), 1)
            worst = int(np.argmax(off.mean(axis=1)))
            if off[worst].mean() <= AGREE_MM or len(now) <= 2:
                return plane.moved(math.degrees(cmath.phase(turn)), float(shift.real), float(shift.imag))
            del now[worst], then[worst]
        return plane


def _seen_item(face: Face, markers: Mapping[int, MarkerDetection]) -> SeenItem:
    numbers = [n for n in face.corners_mm if n in markers]
    px = np.concatenate([markers[n].corners_px for n in numbers])
    printed = np.concatenate([face.corners_mm[n] for n in numbers])
    return SeenItem(px, printed, face.height_mm)


def small_prints(faces: Sequence[Face], markers: Mapping[int, MarkerDetection], plane: TablePlane) -> tuple[str, ...]:
    """A sentence on prints that are smaller than the others, by the distances between their own markers.

    Of larger ones nothing is said: they may lie higher.
    """
    items = [(face.piece, _seen_item(face, markers)) for face in faces]
    sizes = {piece: _size(item, plane) for piece, item in items if len(item.printed_mm) > 4}
    usual = float(np.median([*sizes.values()])) if len(sizes) >= FEW else math.nan
    small = {piece: 1.0 - size / usual for piece, size in sizes.items() if size < usual * (1.0 - OTHER_SCALE)}
    share = round(100.0 * float(np.median([*small.values()])), 1) if small else 0
    return (told("prints-small", n=share, list=sorted(small)),) if small else ()


def lie_apart(faces: Sequence[Face], placed: Sequence[Sighting | None]) -> tuple[str, ...]:
    """A sentence on square tiles side by side whose middles are further apart than they are wide, by the median."""
    sides = [np.ptp(face.outline_mm, axis=0).round(2).tolist() for face in faces]
    square = [
        (complex(one.x_mm, one.y_mm), math.radians(one.angle_deg), wide)
        for (wide, high), one in zip(sides, placed, strict=True)
        if one is not None and wide == high
    ]
    if not square:
        return ()
    at, turn, wide = (np.array(one) for one in zip(*square, strict=True))
    way = (at[None, :] - at[:, None]) * np.exp(-1j * turn[:, None]) / wide[:, None]
    far, aside = np.maximum(abs(way.real), abs(way.imag)), np.minimum(abs(way.real), abs(way.imag))
    beside = np.triu((wide[None, :] == wide[:, None]) & (abs(far - 1.0) < 0.05) & (aside < 0.9), 1)
    ratios = far[beside]
    if len(ratios) < FEW:
        return ()
    more, sure = float(np.median(ratios)) - 1.0, 3.0 * float(ratios.std()) / math.sqrt(len(ratios))
    gap = more * float(np.median(wide[np.nonzero(beside)[0]]))
    return (told("tiles-apart", n=round(100.0 * more, 1), gap=round(gap, 1)),) if more > max(OTHER_SCALE, sure) else ()


def _size(item: SeenItem, plane: TablePlane) -> float:
    """How large a printed face is seen, of its printed size."""
    seen, printed = to_table(plane, item.corners_px, item.height_mm), item.printed_mm
    return float(np.linalg.norm(seen - seen.mean(axis=0)) / np.linalg.norm(printed - printed.mean(axis=0)))


def standpoint(plane: TablePlane) -> Standpoint:
    """Where the camera of this plane hangs, and the part of the table that its picture shows."""
    wide, high = plane.camera.width_px - 1, plane.camera.height_px - 1
    corners = np.array([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)])
    along = np.arange(FEW)[:, None] / FEW  # a lens bends the picture's edges
    sides = [here + along * (there - here) for here, there in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    shown = plane.project(np.concatenate(sides))
    x, y, z = plane.position_mm.tolist()
    points = tuple((a, b) for a, b in shown.tolist()) if np.isfinite(shown).all() else ()
    return Standpoint((x, y, z), points, plane)
