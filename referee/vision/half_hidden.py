"""What is half hidden: markers and pieces of which something is in the way, read from what is left to be seen.

A pawn's cap is seen further out than its foot, and hides part of what lies on the next square. The still marker there
is looked for first, so far as nothing is in the way: when that is seen, and no thin piece could lie there out of sight,
the place is bare. Else one of the thin pieces that are seen nowhere may lie there. Its border is not whole, so no
quadrangle is found: every place and turn that its marker may have is tried, and what is seen of it compared with that
part of the patterns in play, coarsely at first, then point by point.

Where a marker touches a die or another dark thing its border makes one dark shape with that, and no quadrangle is
found either. But a printed dot that is hidden, with no piece seen on it, says where to look, in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision.blocks import BLOCK_PX
from referee.vision.kit_index import Face, KitIndex
from referee.vision.likelihood import (
    COARSE,
    STILL_THERE,
    WIDE,
    Points,
    against_numbers,
    against_texture,
    margins,
    unexplained,
)
from referee.vision.native import TOGETHER
from referee.vision.numbers import FEW, FEWEST, MOST, MOVED_MM, SOME, THIN_MM, UNSURE
from referee.vision.place import on_table, to_picture, turned
from referee.vision.plane import PlaneEstimator
from referee.vision.sampling import CELLS, beside
from referee.vision.scene import Floats, Image, MarkerDetection, Mask, Point, Sighting, Singles

REACH_MM = 6.25
"""How far from the point the middle of a marker may be, and half as far as what hides it in part."""
ON_DOT_MM = 2.5
"""So far from a dot it is at most: discs are laid on dots."""
STEP_MM, STEP_DEG = 1.25, 7.5
STARTS = FEW * SOME
"""So many of the best places of a number are looked at closely."""
LEAST_SHARE = 1.0 - MOST
"""Of a marker of which less is seen nothing is said."""


@dataclass(frozen=True, eq=False)
class Place:
    """A still marker that is not seen beside tall pieces, or a printed dot that is hidden, with no piece seen on it.

    Attributes
    ----------
    name : the marker's number, or the dot's name.
    at_mm, at_px, angle_deg : where its middle is on the table and in the picture, and how it is turned.
    tall : the pieces beside it, and `outlines` (K, 2) in px: all that each of them may hide.
    """

    name: int | str
    at_mm: Point
    at_px: Point
    angle_deg: float
    tall: tuple[Sighting, ...]
    outlines: tuple[Singles, ...]

    def same(self, other: Place) -> bool:
        """Whether nothing has moved there."""
        alike = [tall.piece for tall in self.tall] == [tall.piece for tall in other.tall]
        pairs = zip(self.tall, other.tall, strict=False)
        return alike and all(math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < MOVED_MM for a, b in pairs)

    def stirs(self, busy: Mask) -> bool:
        """Whether one of these blocks is there."""
        column, row = (int(part // BLOCK_PX) for part in self.at_px)
        return bool(busy[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].any())

    def free(self, shape: tuple[int, ...]) -> NDArray[np.uint8]:
        """Where a picture (H, W) shows what lies below: 0 within the outlines and a pixel around them, else 1."""
        free = np.ones(shape, dtype=np.uint8)
        polygons = [np.round(outline).astype(np.int32) for outline in self.outlines]
        cv2.fillPoly(free, polygons, 0)
        cv2.polylines(free, polygons, True, 0, 3)
        return free


@dataclass(frozen=True, eq=False)
class Shown:
    """What one picture shows.

    Attributes
    ----------
    grey : (H, W) the picture.
    known : the markers seen in it, by number.
    seen : the pieces seen in it.
    dots : what the printed dots show, see `dots.DotWatch`.
    plane_estimator : where the still pieces lie.
    busy : blocks in which something moves or a hand is: nothing is said of places there.
    blur_px : how soft the picture is, as a standard deviation.
    """

    grey: Image
    plane: TablePlane
    known: Mapping[int, MarkerDetection]
    seen: Sequence[Sighting]
    dots: Sequence[Sighting]
    plane_estimator: PlaneEstimator
    busy: Mask
    blur_px: float


@dataclass(frozen=True)
class Beside:
    """What is half hidden: thin pieces, and still markers, by number, that are bare as far as they can be seen."""

    pieces: tuple[Sighting, ...] = ()
    bare: tuple[int, ...] = ()


@dataclass(eq=False)
class _Record:
    """What was read at a place so far: None in a picture in which nothing was.

    `done` when a further picture will tell no more; `bare` when nothing lies there.
    """

    place: Place
    read: list[Sighting | None] = field(default_factory=list)
    done: bool = False
    bare: bool = False

    def add(self, sighting: Sighting | None) -> None:
        """One reading more."""
        self.read.append(sighting)
        self.done = len(self.read) >= FEWEST

    @property
    def found(self) -> Sighting | None:
        """What most readings agree on."""
        sides = [None if one is None else (one.piece, one.side) for one in self.read]
        return next((one for one, side in zip(self.read, sides, strict=True) if 2 * sides.count(side) > FEWEST), None)


class BesideWatch:
    """Reads what tall pieces half hide, once after it changed.

    Parameters
    ----------
    index : the kit.
    height_mm : says how high a loose face stands.
    """

    def __init__(self, index: KitIndex, height_mm: Callable[[Face], float]) -> None:
        self._index = index
        self._height_mm = height_mm
        ground = index.ground_mm
        self._loose = frozenset(key for key, face in index.faces.items() if not face.fixed)
        loose = [face for face in index.faces.values() if not face.fixed and len(face.corners_mm) == 1]
        self._tall = {
            key: face for key, face in index.faces.items() if key in self._loose and face.height_mm >= ground + THIN_MM
        }
        self._thin = [face for face in loose if ground < face.height_mm < ground + THIN_MM]
        self.reset()

    def reset(self) -> None:
        """Nothing was read yet."""
        self._records: dict[int | str, _Record] = {}
        self._seen: tuple[Sequence[Sighting], Sequence[Sighting]] | None = None
        self._asked: tuple[TablePlane, Set[int], list[Sighting], list[Sighting]] | None = None
        self._places: tuple[Place, ...] = ()
        self._settled = False
        self._told = Beside()

    def look(self, shown: Shown, still: bool = False) -> Beside:
        """What is half hidden in this picture; of a `still` no further one will come: one reading counts."""
        if not self._thin:
            return self._told
        calm = self._settled and not shown.busy.any()
        if calm and self._seen and shown.seen is self._seen[0] and shown.dots is self._seen[1]:
            return self._told
        self._seen = shown.seen, shown.dots
        loose = [s for s in shown.seen if (s.piece, s.side) in self._loose]
        dots = [dot for dot in shown.dots if dot.side != "bare"]
        asked = (shown.plane, shown.plane_estimator.middles_mm.keys() - shown.known.keys(), dots, loose)
        if asked != self._asked:
            self._asked, self._places = asked, tuple(self._hidden(asked[1], dots, loose, shown))
        elif calm:
            return self._told
        read_on = [place for place in self._places if not place.stirs(shown.busy)]
        self._records = {place.name: self._record_of(place) for place in read_on}
        waiting = [record for record in self._records.values() if not record.done]
        elsewhere = {sighting.piece for sighting in loose}
        for record in waiting if still else waiting[:FEWEST]:
            self._read(record, shown, elsewhere)
        self._settled = len(self._records) == len(self._places) and all(
            record.done for record in self._records.values()
        )
        self._told = self._tell(elsewhere, still)
        return self._told

    def _hidden(
        self, hidden: Collection[int], dots: Iterable[Sighting], loose: Sequence[Sighting], shown: Shown
    ) -> Iterator[Place]:
        """Of still markers and dots that are not seen those on which no loose piece is seen, and that one may hide."""
        asked: list[tuple[int | str, Point, float, float]] = [(d.piece, (d.x_mm, d.y_mm), 0.0, 0.0) for d in dots]
        for number in sorted(hidden) if loose else ():
            face = self._index.face_of[number]
            if (lies := shown.plane_estimator.sightings.get((face.piece, face.side))) is not None:
                turn_deg = lies.angle_deg + direction_deg(face.corners_mm[number])
                asked.append((number, shown.plane_estimator.middles_mm[number], face.height_mm, turn_deg))
        for name, at, height_mm, turn_deg in asked:
            apart = [math.hypot(s.x_mm - at[0], s.y_mm - at[1]) for s in loose]
            near = [s for s in loose if (s.piece, s.side) in self._tall]
            if min(apart, default=math.inf) < THIN_MM or not (near or isinstance(name, str)):
                continue
            points = np.array([(*at, height_mm), (at[0] + 2.0 * REACH_MM, at[1], height_mm)])
            (x, y), aside = to_picture(shown.plane, points).tolist()
            reach_px = math.hypot(aside[0] - x, aside[1] - y)
            faces = [self._tall[one.piece, one.side] for one in near]
            high = [self._height_mm(face) for face in faces]
            outlines = [(s, _outline_px(*which, s, shown.plane)) for s, *which in zip(near, faces, high, strict=True)]
            hiding = [(s, one) for s, one in outlines if cv2.pointPolygonTest(one, (x, y), True) > -reach_px]
            if hiding or isinstance(name, str):
                yield Place(name, at, (x, y), turn_deg, tuple(s for s, _ in hiding), tuple(one for _, one in hiding))

    def _record_of(self, place: Place) -> _Record:
        """What is known of a place, if it is as it was."""
        record = self._records.get(place.name)
        return record if record is not None and record.place.same(place) else _Record(place)

    def _tell(self, elsewhere: set[str], still: bool) -> Beside:
        """What was found, each piece once: of one found at two places nothing is said."""
        records = [record for record in self._records.values() if record.read or record.done]
        found = [record.read[-1] if still and record.read else record.found for record in records]
        there = [one for one in found if one is not None and one.piece not in elsewhere]
        pieces = [one.piece for one in there]
        bare = tuple(one.place.name for one in records if one.bare and isinstance(one.place.name, int))
        return Beside(tuple(one for one in there if pieces.count(one.piece) == 1), bare)

    def _read(self, record: _Record, shown: Shown, elsewhere: set[str]) -> None:
        """Read a place once: is it bare, and if not, which of the thin pieces that are not elsewhere lies there?"""
        place, free = record.place, record.place.free(shown.grey.shape)
        if isinstance(place.name, int):
            face = self._index.face_of[place.name]
            level = window(shown.grey, free, shown.plane, place.at_mm, face.height_mm, shown.blur_px)
            side_mm = _side_mm(face.corners_mm[place.name])
            like, share = likeness_there(level, side_mm, place.name, place.at_mm, place.angle_deg)
            if like >= STILL_THERE and share >= LEAST_SHARE:
                record.done, record.bare = True, not any(_may_hide(level, thin) for thin in self._thin)
                return
        record.add(self._clearest(self._fits(place, free, shown, elsewhere)))

    def _fits(self, place: Place, free: NDArray[np.uint8], shown: Shown, elsewhere: set[str]) -> list[Fit]:
        """How the thin pieces that are seen nowhere fit there, the best first."""
        kinds: dict[tuple[float, float], list[int]] = {}
        for face in self._thin:
            if face.piece not in elsewhere:
                (number, corners), *_ = face.corners_mm.items()
                kinds.setdefault((face.height_mm, _side_mm(corners)), []).append(number)
        found: list[Fit] = []
        for (height_mm, side_mm), numbers in kinds.items():
            level = window(shown.grey, free, shown.plane, place.at_mm, height_mm, shown.blur_px)
            found += fits(level, side_mm, numbers, REACH_MM if isinstance(place.name, int) else ON_DOT_MM)
        return sorted(found, key=lambda fit: -fit.likeness)

    def _clearest(self, found: Sequence[Fit]) -> Sighting | None:
        """The piece whose marker fits, when it is likelier than texture and the next best number; its size is known."""
        alike = np.array([*(fit.likeness for fit in found[:2]), 0.0, 0.0], dtype=np.float32)
        ratio = against_numbers(alike[:1], alike[1:2]) + against_texture(unexplained(alike[:1]))
        if not margins(ratio, np.ones(1), usual_px=1.0).any():
            return None
        fit, face = found[0], self._index.face_of[found[0].marker_id]
        corners = face.corners_mm[fit.marker_id]
        angle_deg = (fit.angle_deg - direction_deg(corners)) % 360.0
        x, y = turned(-corners.mean(axis=0), (fit.x_mm, fit.y_mm), angle_deg).tolist()
        return Sighting(face.piece, face.side, x, y, angle_deg, UNSURE)


@lru_cache(maxsize=64)
def _outline_px(face: Face, high_mm: float, one: Sighting, plane: TablePlane) -> Singles:
    """All that a tall piece may hide, (K, 2): around its face and its foot."""
    flat = on_table(face, one, face.outline_mm)[:, :2]
    levels = [np.column_stack([flat, np.full(len(flat), z)]) for z in (high_mm, 0.0)]
    px = to_picture(plane, np.concatenate(levels)).astype(np.float32)
    return np.asarray(cv2.convexHull(px).reshape(-1, 2), dtype=np.float32)


def _may_hide(level: Window, thin: Face) -> bool:
    """Whether a thin piece may lie near the window's middle and nothing of it be seen."""
    size_mm = float(np.ptp(thin.outline_mm, axis=0).min())
    wide = math.ceil(THIN_MM + size_mm)
    to_patch = np.array([[1.0, 0.0, wide], [0.0, 1.0, wide], [0.0, 0.0, 1.0]]) @ np.linalg.inv(level.to_px)
    free = cv2.warpPerspective(level.free, to_patch, (2 * wide + 1, 2 * wide + 1), flags=cv2.INTER_NEAREST)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * int(size_mm / 2.0) - 1,) * 2)
    out_of_sight = cv2.erode(1 - free, disc, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    y, x = np.nonzero(out_of_sight)
    return bool((np.hypot(x - wide, y - wide) <= THIN_MM).any())


def direction_deg(corners_mm: Floats) -> float:
    """How a printed marker (4, 2) is turned on its face."""
    along = corners_mm[1] - corners_mm[0]
    return math.degrees(math.atan2(along[1], along[0]))


def _side_mm(corners_mm: Floats) -> float:
    return round(float(np.linalg.norm(corners_mm[1] - corners_mm[0])), 3)


@dataclass(frozen=True, eq=False)
class Window:
    """A part of the picture as a level of the table.

    Attributes
    ----------
    grey : (H, W) the picture.
    free : (H, W) uint8, 0 where something known is in the way.
    middle_mm : the table point that it is about.
    to_px : (3, 3) takes (x, y, 1), mm from the middle on that level, to homogeneous picture points.
    blur_px : how soft the picture is, as a standard deviation.
    """

    grey: Image
    free: NDArray[np.uint8]
    middle_mm: Point
    to_px: Floats
    blur_px: float

    @property
    def px_a_mm(self) -> float:
        """How large a millimetre looks."""
        return math.sqrt(abs(float(np.linalg.det(self.to_px[:2, :2]))))


@dataclass(frozen=True)
class Fit:
    """A number as it fits best.

    Attributes
    ----------
    x_mm, y_mm, angle_deg : the marker's middle and turn on the table.
    likeness : correlation of what is seen of it with its pattern, -1 to 1.
    share : how much of the marker is seen, 0 to 1.
    """

    marker_id: int
    x_mm: float
    y_mm: float
    angle_deg: float
    likeness: float
    share: float


def window(
    grey: Image, free: NDArray[np.uint8], plane: TablePlane, middle_mm: Point, height_mm: float, blur_px: float
) -> Window:
    """The picture around a table point, on the level at a height."""
    half = 2.0 * REACH_MM
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    points = np.column_stack([square + np.array(middle_mm), np.full(4, height_mm)])
    to_px = cv2.getPerspectiveTransform(square.astype(np.float32), to_picture(plane, points).astype(np.float32))
    return Window(grey, free, middle_mm, np.asarray(to_px, dtype=np.float64), blur_px)


def likeness_there(seen: Window, side_mm: float, number: int, at_mm: Point, angle_deg: float) -> tuple[float, float]:
    """How like a number a marker looks whose place is known, and how much of it is seen."""
    place = np.array([[at_mm[0] - seen.middle_mm[0], at_mm[1] - seen.middle_mm[1], math.radians(angle_deg)]])
    like, share = _compare(seen, _spread(place, side_mm, WIDE), _patterns(seen, side_mm, (number,), WIDE))
    return float(like[0, 0]), float(share[0])


def fits(seen: Window, side_mm: float, numbers: Sequence[int], reach_mm: float = REACH_MM) -> list[Fit]:
    """How the likeliest of these numbers fit, the best first, wherever one of them may lie so near the middle.

    None where coarsely none is as alike as what is still there: what lay there was 0.89 alike, what did not mostly 0.6.
    """
    places, points_mm = _everywhere(side_mm, reach_mm)
    like, share = _compare(seen, points_mm, _patterns(seen, side_mm, numbers, COARSE))
    evidence = _evidence(like, share[:, None])
    if not (like[evidence > 0.0] >= STILL_THERE).any():
        return []
    likeliest = np.argsort(-evidence.max(axis=0), kind="stable")[:FEW].tolist()
    starts = [places[np.argsort(-evidence[:, row], kind="stable")[:STARTS]] for row in likeliest]
    found = [_closer(seen, side_mm, numbers[row], begin) for row, begin in zip(likeliest, starts, strict=True)]
    return sorted((fit for fit in found if fit.share >= LEAST_SHARE), key=lambda fit: -fit.likeness)


def _closer(seen: Window, side_mm: float, number: int, places: Floats) -> Fit:
    """The best fit of one number near some places (N, 3): mm from the middle and radians."""
    for halved, points in enumerate((COARSE, COARSE, WIDE, WIDE), 1):
        steps = _AROUND / 2**halved * (STEP_MM, STEP_MM, math.radians(STEP_DEG))
        near = (places[:, None] + steps[None]).reshape(-1, 3)
        like, share = _compare(seen, _spread(near, side_mm, points), _patterns(seen, side_mm, (number,), points))
        best = np.argsort(-_evidence(like[:, 0], share), kind="stable")[:FEW]
        places = near[best]
    x, y, turn = places[0].tolist()
    at = (seen.middle_mm[0] + x, seen.middle_mm[1] + y)
    return Fit(number, *at, math.degrees(turn) % 360.0, float(like[best[0], 0]), float(share[best[0]]))


def _evidence(like: Singles, share: Singles) -> Singles:
    """How much speaks for a fit: a little that fits well says less than much that does."""
    ratio = share * against_texture(unexplained(like))
    return np.asarray(np.where(share >= LEAST_SHARE, ratio, 0.0), dtype=np.float32)


def _compare(seen: Window, points_mm: Singles, patterns: Singles) -> tuple[Singles, Singles]:
    """How like K patterns (K, M) the points (N, M, 2) look where they are seen, (N, K), and the share seen, (N,)."""
    x, y = (np.ascontiguousarray(one) for one in cv2.split(cv2.perspectiveTransform(points_mm, seen.to_px)))
    values = cv2.remap(seen.grey, x, y, cv2.INTER_LINEAR).astype(np.float32)
    free = cv2.remap(seen.free, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT).astype(np.float32)
    count = np.maximum(free.sum(axis=1, keepdims=True), 1.0)
    values = (values - (free * values).sum(axis=1, keepdims=True) / count) * free
    bright, squares = _times(free, patterns) / count, _times(free, patterns * patterns)
    spread = (values * values).sum(axis=1, keepdims=True) * np.maximum(squares - count * bright * bright, 1e-3)
    like = _times(values, patterns) / np.sqrt(np.maximum(spread, 1e-3))
    return np.asarray(like, dtype=np.float32), np.asarray(free.mean(axis=1), dtype=np.float32)


def _times(rows: Singles, patterns: Singles) -> Singles:
    """`rows @ patterns.T` in parts so small that no further core is woken: that takes longer than the work."""
    many = FEW * TOGETHER
    return np.concatenate([rows[first : first + many] @ patterns.T for first in range(0, len(rows), many)])


def _patterns(seen: Window, side_mm: float, numbers: Sequence[int], points: Points) -> Singles:
    """What the numbers look like at the points through this picture's blur, (K, M)."""
    return points.drawn(numbers, np.full(len(numbers), seen.blur_px / (seen.px_a_mm * side_mm / CELLS)))


def _spread(places: Floats, side_mm: float, points: Points) -> Singles:
    """The points of markers at these places (N, 3), (N, M, 2) in mm from the middle."""
    own = (points.places - 0.5) * (side_mm, -side_mm)
    cosine, sine = np.cos(places[:, 2, None]), np.sin(places[:, 2, None])
    x = cosine * own[:, 0] - sine * own[:, 1] + places[:, 0, None]
    y = sine * own[:, 0] + cosine * own[:, 1] + places[:, 1, None]
    return np.stack([x, y], axis=2).astype(np.float32)


@lru_cache(maxsize=8)
def _everywhere(side_mm: float, reach_mm: float) -> tuple[Floats, Singles]:
    """Every place (N, 3) that is tried at first, and the points of markers there."""
    along = np.arange(-reach_mm, reach_mm + STEP_MM / 2.0, STEP_MM)
    turns = np.radians(np.arange(0.0, 360.0, STEP_DEG))
    places = np.stack(np.meshgrid(along, along, turns, indexing="ij"), axis=-1).reshape(-1, 3)
    return places, _spread(places, side_mm, COARSE)


_AROUND = beside(3)
