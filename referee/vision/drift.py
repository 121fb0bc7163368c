"""Whether what lies still has moved all together: the camera or the table was pushed, by a lot or by a little."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.vision.edges import refine
from referee.vision.finder import EDGE_SHARE
from referee.vision.known import KnownMarkers
from referee.vision.numbers import FEW
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import middle, together
from referee.vision.steady import common_swing

Floats = NDArray[np.float64]

DRIFT_PX = 0.7
CHECKED_A_FRAME = 12
MEASURED_IN, MEASURED_AT_REST_IN = 4, 2
"""They are measured in one of so many pictures, while something moves and at rest: what creeps goes on creeping."""
SETTLING = 0.3
SETTLED_PX = 0.12


class DriftWatch:
    """Measures some still markers again in each picture, in turn.

    Parameters
    ----------
    fixed_ids : numbers of the markers that lie still.
    """

    def __init__(self, fixed_ids: frozenset[int]) -> None:
        self._fixed = fixed_ids
        self._next = 0
        self._looks = 0
        self.reset()

    def reset(self) -> None:
        """The view is a new one."""
        self._shifts: list[float] = []

    def drifted(
        self, grey: Image, there: dict[int, MarkerDetection], known: KnownMarkers, moving: bool = False
    ) -> bool:
        """Whether the still markers have all moved a little the same way, in three measurements running.

        Moves the remembered corners a little towards each new measurement, in `there` and `known`: noise averages out.
        """
        self._looks += 1
        if self._looks % (MEASURED_IN if moving else MEASURED_AT_REST_IN):
            return False
        still = [number for number in there if number in self._fixed]
        if len(still) < FEW:
            return False
        chosen = [still[(self._next + i) % len(still)] for i in range(min(CHECKED_A_FRAME, len(still)))]
        self._next = (self._next + len(chosen)) % len(still)
        old = together(there[number].corners_px for number in chosen)
        corners, quality = refine(grey, old, passes=1)
        step = corners - old
        good = quality >= EDGE_SHARE
        if int(good.sum()) < FEW:
            return False
        largest = np.abs(step).max(axis=(1, 2))
        for index in np.flatnonzero(good & (largest > SETTLED_PX) & (largest < DRIFT_PX)).tolist():
            marker = there[chosen[index]]
            better = MarkerDetection(marker.marker_id, old[index] + SETTLING * step[index], marker.margin)
            there[marker.marker_id] = better
            known.put(better)
        far, spread = _common(old.mean(axis=1)[good], step.mean(axis=1)[good])
        self._shifts = [*self._shifts[-2:], far]
        return len(self._shifts) == 3 and min(self._shifts) > DRIFT_PX and spread < DRIFT_PX

    def pushed(
        self, there: Mapping[int, MarkerDetection], again: Sequence[MarkerDetection | None], touched: Sequence[int]
    ) -> bool:
        """Whether most still markers in view were just measured (`again`) elsewhere, all shifted alike."""
        both = [
            (middle(there[number].corners_px), middle(fresh.corners_px))
            for number, fresh in zip(touched, again, strict=True)
            if fresh is not None and number in self._fixed and there[number].margin > 0.0
        ]
        if len(both) < max(FEW, 0.5 * len(self._fixed & there.keys())):
            return False
        old, new = np.array(both).transpose(1, 0, 2)
        far, spread = _common(old, new - old)
        return far > DRIFT_PX and spread < DRIFT_PX

    def all_shifted(self, now: Mapping[int, MarkerDetection], before: Mapping[int, MarkerDetection]) -> bool:
        """Whether most still markers are elsewhere than they were."""
        both = [n for n in now if n in self._fixed and n in before]
        if len(both) < FEW:
            return False
        shifts = np.stack([(now[n].corners_px - before[n].corners_px).mean(axis=0) for n in both])
        return float((np.hypot(shifts[:, 0], shifts[:, 1]) > DRIFT_PX / 2).mean()) > 0.6


def _common(places: Floats, shifts: Floats) -> tuple[float, float]:
    """How far some places (N, 2) have gone in the middle, and how much they differ from the others.

    When they did not go the same way they may have been turned and zoomed, as when the camera's focus breathes.
    """
    half = len(shifts) // 2
    middle = np.sort(shifts, axis=0)[half]
    off = np.sort(np.abs(shifts - middle), axis=None)
    far, spread = float(np.hypot(*middle)), float(off[len(off) // 2])
    if (far > DRIFT_PX and spread < DRIFT_PX) or float(np.sort(np.hypot(*shifts.T))[half]) <= DRIFT_PX:
        return far, spread
    swing, _ = common_swing(places, places + shifts, complex(*places.mean(axis=0)))
    gone = swing.applied(places) - places
    off = np.sort(np.abs(shifts - gone), axis=None)
    return float(np.median(np.hypot(*gone.T))), float(off[len(off) // 2])
