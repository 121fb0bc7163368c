"""Thin pieces beside tall ones: half hidden under a camera that looks at a slant, and read from what is left of them.

A pawn's cap is seen further out than its foot, and hides part of what lies on the next square. The still marker there
is looked for first, so far as nothing is in the way: when that is seen, and no thin piece could lie there out of sight,
the place is bare. Else one of the thin pieces that are seen nowhere may lie there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision.bearings import Bearings
from referee.vision.blocks import Mask
from referee.vision.hiding import Hiding, Place, direction_deg
from referee.vision.kit_index import Face, KitIndex
from referee.vision.numbers import THIN_MM
from referee.vision.partly import LEAST_SHARE, Fit, Window, fits, likeness_there, window
from referee.vision.scene import Image, MarkerDetection, Sighting

Floats = NDArray[np.float64]

BARE = 0.88
"""Likeness of what is seen of the still marker from which on it is that; with a coin on it at most 0.47 was."""
LIKE, CLEARER = 0.93, 1.9
"""Likeness to a thin piece's marker, and how many times as much the next best number must leave unexplained."""
READINGS, MOST_READINGS, A_PICTURE = 2, 3, 3
"""How many pictures must agree, after how many a place is given up, and how many places are read in one picture."""
CONFIDENCE = 0.45
"""One picture alone is not enough."""
ASIDE_MM = 12.0
"""How far from the marker's middle a piece may lie that belongs there."""


@dataclass(frozen=True, eq=False)
class Shown:
    """What one picture shows.

    Attributes
    ----------
    grey : (H, W) the picture.
    known : the markers seen in it, by number.
    seen : the pieces seen in it.
    bearings : where the still pieces lie.
    busy : blocks in which something moves or a hand is: nothing is said of places there.
    blur_px : how soft the picture is, as a standard deviation.
    """

    grey: Image
    plane: TablePlane
    known: Mapping[int, MarkerDetection]
    seen: Sequence[Sighting]
    bearings: Bearings
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
        nothing = len(self.read) >= READINGS and not any(self.read)
        self.done = nothing or self.found is not None or len(self.read) >= MOST_READINGS

    @property
    def found(self) -> Sighting | None:
        """What the last readings agree on."""
        last = [one for one in self.read if one is not None][-READINGS:]
        return last[-1] if len(last) == READINGS and len({(one.piece, one.side) for one in last}) == 1 else None


class BesideWatch:
    """Reads what tall pieces half hide, once after it changed.

    Parameters
    ----------
    index : the kit.
    height_mm : says how high a loose face stands.
    """

    def __init__(self, index: KitIndex, height_mm: Callable[[Face], float]) -> None:
        self._index = index
        self._hiding = Hiding(index, height_mm)
        ground = index.ground_mm
        self._loose = frozenset(key for key, face in index.faces.items() if not face.fixed)
        loose = [face for face in index.faces.values() if not face.fixed and len(face.corners_mm) == 1]
        self._thin = [face for face in loose if ground < face.height_mm < ground + THIN_MM]
        self.reset()

    def reset(self) -> None:
        """Nothing was read yet."""
        self._hiding.reset()
        self._records: dict[int, _Record] = {}
        self._seen: Sequence[Sighting] | None = None
        self._asked: tuple[TablePlane, Set[int], list[Sighting]] | None = None
        self._places: tuple[Place, ...] = ()
        self._settled = False
        self._told = Beside()

    def look(self, shown: Shown, still: bool = False) -> Beside:
        """What is half hidden in this picture; of a `still` no further one will come: one reading counts."""
        if not self._thin:
            return self._told
        calm = self._settled and not shown.busy.any()
        if calm and shown.seen is self._seen:
            return self._told
        self._seen = shown.seen
        loose = [s for s in shown.seen if (s.piece, s.side) in self._loose]
        asked = (shown.plane, shown.bearings.middles_mm.keys() - shown.known.keys(), loose)
        if asked != self._asked:
            self._asked, self._places = asked, tuple(self._hiding.places(asked[1], loose, shown.bearings, shown.plane))
        elif calm:
            return self._told
        read_on = [place for place in self._places if not place.stirs(shown.busy)]
        self._records = {place.number: self._record_of(place) for place in read_on}
        waiting = [record for record in self._records.values() if not record.done]
        elsewhere = {sighting.piece for sighting in loose}
        for record in waiting if still else waiting[:A_PICTURE]:
            self._read(record, shown, elsewhere)
        self._settled = len(self._records) == len(self._places) and all(
            record.done for record in self._records.values()
        )
        self._told = self._tell(elsewhere, still)
        return self._told

    def _record_of(self, place: Place) -> _Record:
        """What is known of a place, if it is as it was."""
        record = self._records.get(place.number)
        return record if record is not None and record.place.same(place) else _Record(place)

    def _tell(self, elsewhere: set[str], still: bool) -> Beside:
        """What was found, each piece once: of one found at two places nothing is said."""
        records = [record for record in self._records.values() if record.read or record.done]
        found = [record.read[-1] if still and record.read else record.found for record in records]
        there = [one for one in found if one is not None and one.piece not in elsewhere]
        pieces = [one.piece for one in there]
        bare = tuple(record.place.number for record in records if record.bare)
        return Beside(tuple(one for one in there if pieces.count(one.piece) == 1), bare)

    def _read(self, record: _Record, shown: Shown, elsewhere: set[str]) -> None:
        """Read a place once: is it bare, and if not, which of the thin pieces that are not elsewhere lies there?"""
        place, free = record.place, record.place.free(shown.grey.shape)
        face = self._index.face_of[place.number]
        level = window(shown.grey, free, shown.plane, place.at_mm, face.height_mm, shown.blur_px)
        side_mm = _side_mm(face.corners_mm[place.number])
        like, share = likeness_there(level, side_mm, place.number, place.at_mm, place.angle_deg)
        if like >= BARE and share >= LEAST_SHARE:
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
            found += fits(level, side_mm, numbers)
        return sorted(found, key=lambda fit: -fit.likeness)

    def _clearest(self, found: Sequence[Fit]) -> Sighting | None:
        """The piece whose marker fits, when it fits well and no other one nearly as well."""
        left = [1.0 - fit.likeness**2 for fit in found[:2]]
        if not found or found[0].likeness < LIKE or (len(left) == 2 and left[1] < CLEARER * left[0]):
            return None
        fit, face = found[0], self._index.face_of[found[0].marker_id]
        corners = face.corners_mm[fit.marker_id]
        angle_deg = (fit.angle_deg - direction_deg(corners)) % 360.0
        c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
        x, y = corners.mean(axis=0).tolist()
        at = (fit.x_mm - c * x + s * y, fit.y_mm - s * x - c * y)
        return Sighting(face.piece, face.side, *at, angle_deg, CONFIDENCE)


def _may_hide(level: Window, thin: Face) -> bool:
    """Whether a thin piece may lie near the window's middle and nothing of it be seen."""
    size_mm = float(np.ptp(thin.outline_mm, axis=0).min())
    wide = math.ceil(ASIDE_MM + size_mm)
    to_patch = np.array([[1.0, 0.0, wide], [0.0, 1.0, wide], [0.0, 0.0, 1.0]]) @ np.linalg.inv(level.to_px)
    free = cv2.warpPerspective(level.free, to_patch, (2 * wide + 1, 2 * wide + 1), flags=cv2.INTER_NEAREST)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * int(size_mm / 2.0) - 1,) * 2)
    out_of_sight = cv2.erode(1 - free, disc, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    y, x = np.nonzero(out_of_sight)
    return bool((np.hypot(x - wide, y - wide) <= ASIDE_MM).any())


def _side_mm(corners_mm: Floats) -> float:
    return round(float(np.linalg.norm(corners_mm[1] - corners_mm[0])), 3)
