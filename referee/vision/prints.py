"""Which print of a kit lies on the table: that with large markers or that with small ones, told by the markers alone.

Both prints bear the same numbers at the same middles. So a marker's side against the distance to the others on its
face is another one in each, however the camera hangs: 16 or 13 mm of 25.4 on a Racepack tile, 15 or 11 mm on the boards
of nestorgames GP. A face of one marker is held against what those of several say of the scale.

On 144 drawn tables a face's vote, 1 for one print and -1 for the other, was 0.32 off at most (a cap's; a tile's 0.08).

| constant | value | from |
|---|---|---|
| `SURE` | 0.4 | of the way from the middle between both sizes to the nearer one; sides differ by 14 to 32 % |
| `LEAST` | 2 | markers: two caps may be all that tells in Royal Racers, whose cards are alike in both |
| `MOST_SCALE_OFF` | 0.1 | by so much the plane may have taken sizes for heights; lone markers tell nothing beyond |
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.kit_index import KitIndex
from referee.vision.numbers import FEWEST
from referee.vision.place import Floats, Whole, even, grown, quads_on_table
from referee.vision.scene import MarkerDetection
from referee.vision.shapes import together

SURE, MOST_SCALE_OFF, LEAST = 0.4, 0.1, 2

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
        if plane is not self._plane or known != self._known:  # detections are compared by identity
            self._plane, self._known = plane, dict(known)
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
        sure = {key: vote > 0.0 for key, vote in votes.items() if abs(vote) >= SURE}
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
            alone = usual if abs(math.log(usual)) <= MOST_SCALE_OFF else math.nan
            scales = np.where(np.isfinite(scales), scales, alone)
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
