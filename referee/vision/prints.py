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
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.kit_index import Face, KitIndex, Quad
from referee.vision.numbers import FEWEST
from referee.vision.place import even, quads_of, sides, to_table
from referee.vision.scene import MarkerDetection

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
        votes = self._votes(plane)
        sides = {key: math.copysign(1.0, vote) for key, vote in votes.items() if abs(vote) >= SURE}
        weights = Counter[float]()
        for key, side in sides.items():
            weights[side] += sum(n in self._known for n in self._index.faces[key].corners_mm)
        if not weights or max(weights.values()) < LEAST or weights[1.0] == weights[-1.0]:
            return PrintSeen()
        most = max(weights, key=lambda side: weights[side])
        return PrintSeen(most > 0.0, frozenset(key for key, side in sides.items() if side != most))

    def _votes(self, plane: TablePlane) -> dict[Key, float]:
        """For each face in view that the prints differ in, 1 for the size of the other print and -1 for this one's."""
        numbers = [n for n in self._known if n in self._index.face_of]
        if not numbers:
            return {}
        px = np.concatenate([self._known[n].corners_px for n in numbers])
        heights = np.repeat([self._index.face_of[n].height_mm for n in numbers], 4)
        seen = dict(zip(numbers, quads_of(to_table(plane, px, heights)), strict=True))
        scales: dict[Key, float] = {}
        faces = {(face.piece, face.side): face for face in (self._index.face_of[n] for n in numbers)}
        for key, face in faces.items():
            scale = _scale(face, seen)
            if math.isfinite(scale):
                scales[key] = scale
        if not scales:
            return {}
        usual = median(scales.values())
        votes = {}
        for key, face in faces.items():
            own = [n for n in face.corners_mm if n in seen and n in self._ratios]
            if not own or (key not in scales and abs(math.log(usual)) > MOST_SCALE_OFF):
                continue
            found = [self._vote(face, n, seen[n], scales.get(key, usual)) for n in own]
            if good := [vote for vote in found if math.isfinite(vote)]:
                votes[key] = median(good)
        return votes

    def _vote(self, face: Face, number: int, seen: Quad, scale: float) -> float:
        printed = face.printed[number]
        if not even(seen, printed):  # what is covered in part tells no size
            return math.nan
        larger = math.log(sum(sides(seen)) / sum(sides(printed)) / scale)
        return 2.0 * larger / self._ratios[number] - 1.0


def _ratios(index: KitIndex, other: KitIndex) -> list[tuple[int, float]]:
    """By number the logarithm of how much larger the marker is in the other print, where it is."""
    ratios = [
        (number, sum(sides(other.face_of[number].printed[number])) / sum(sides(face.printed[number])))
        for number, face in index.face_of.items()
    ]
    return [(number, math.log(ratio)) for number, ratio in ratios if not math.isclose(ratio, 1.0, rel_tol=1e-3)]


def _scale(face: Face, seen: Mapping[int, Quad]) -> float:
    """How much larger than printed a face's markers lie apart; nan when fewer than two are seen."""
    own = [n for n in face.corners_mm if n in seen]
    if len(own) < 2:
        return math.nan
    lie = np.array([sum(seen[n]) for n in own])
    printed = np.array([sum(face.printed[n]) for n in own])
    return float(np.linalg.norm(lie - lie.mean()) / np.linalg.norm(printed - printed.mean()))
