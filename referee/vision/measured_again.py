"""Markers measured again where they were: fresh corners, or the knowledge that they are no longer seen there.

A hand's edge may run where a marker's own edge was, straight enough to pass for it. An intact marker keeps its shape
when it moves a little; one that lost an edge and changed its shape is placed by the edges that it still shows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from referee.vision.finder import EDGE_SHARE
from referee.vision.known import STILL_THERE
from referee.vision.patterns import Patterns
from referee.vision.reading import UNREAD, read
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import sides_px, together

Floats = NDArray[np.float64]

SAME_PX = 0.3
"""Corners that moved less are the same: they would only bring noise."""
ALL_EDGES = 0.95
"""Edge quality from which all four edges are in full view, and the new corners are believed whatever they are."""
BENT_PX, BENT_SHARE = 0.5, 0.015
"""So far, in px or as a share of the side, a corner may be from where the known shape puts it."""
CHANGED = 0.03
"""So much may the three visible edges of a half covered marker have turned against each other (in radians) and the side
between them have grown (as a share), together."""


def measured_again(grey: Image, markers: Sequence[MarkerDetection], patterns: Patterns) -> list[MarkerDetection | None]:
    """Markers with fresh corners, the same object when they did not move, None when they are not seen there."""
    if not markers:
        return []
    old = together(marker.corners_px for marker in markers)
    # Another face of a die may lie just where this one lay, and be rather like it: it must be the best match too.
    seen = read(grey, old, patterns, passes=2, enough=EDGE_SHARE)
    corners, code, like = seen.corners_px, seen.code, seen.likeness
    bent = np.flatnonzero(seen.quality < ALL_EDGES)
    if len(bent):
        bent = bent[_bent(old[bent], corners[bent])]
    if len(bent):
        corners[bent] = held_in_shape(old[bent], corners[bent])
        again = read(grey, corners[bent], patterns, passes=0, enough=0.0)
        code[bent], like[bent] = again.code, again.likeness
    like = np.where(code == patterns.rows(np.array([marker.marker_id for marker in markers])), like, UNREAD)
    shift = np.abs(corners - old).max(axis=(1, 2)).tolist()
    return [_fresh(*each) for each in zip(markers, corners, like.tolist(), shift, strict=True)]


def held_in_shape(old: Floats, new: Floats) -> Floats:
    """Corners (N, 4, 2) of markers with the shape of `old`, where `new` ones, one edge of which is wrong, put them.

    Two neighbouring corners of `new` lie on three edges. Of the four such pairs the one counts whose three edges have
    turned alike and whose distance has not changed; when there is none, nothing is known that is better than `old`.
    """
    before, after = _complex(old), _complex(new)
    grown = (np.roll(after, -1, axis=1) - after) / (np.roll(before, -1, axis=1) - before)
    length, turn = np.maximum(np.abs(grown), 1e-9), np.angle(grown)
    three = np.stack([np.roll(turn, 1, axis=1), turn, np.roll(turn, -1, axis=1)])
    change = np.abs(np.log(length)) + np.ptp(three, axis=0)
    best, every = change.argmin(axis=1), np.arange(len(old))
    beside = (best + 1) % 4
    middle, there = ((at[every, best] + at[every, beside]) / 2.0 for at in (before, after))
    turned = (grown / length)[every, best]
    placed = there[:, None] + turned[:, None] * (before - middle[:, None])
    known = change[every, best] <= CHANGED
    return _points(np.where(known[:, None], placed, before))


def _bent(old: Floats, new: Floats) -> NDArray[np.bool_]:
    """Which markers (N, 4, 2) are not just moved, turned and grown: (N,)."""
    before, after = _complex(old), _complex(new)
    a, b = before - before.mean(axis=1, keepdims=True), after - after.mean(axis=1, keepdims=True)
    scale = (np.conj(a) * b).sum(axis=1) / np.maximum((np.abs(a) ** 2).sum(axis=1), 1e-9)
    off = np.abs(b - scale[:, None] * a).max(axis=1)
    return np.asarray(off > np.maximum(BENT_PX, BENT_SHARE * sides_px(old)))


def _fresh(marker: MarkerDetection, corners: Floats, like: float, shift: float) -> MarkerDetection | None:
    if like < STILL_THERE:
        return None
    if shift < SAME_PX and marker.margin > 0.0:
        return marker
    margin = max(marker.margin, min(1.0, max(0.3, (like - STILL_THERE) * 6.0)))
    return MarkerDetection(marker.marker_id, corners, margin)


def _complex(corners: Floats) -> NDArray[np.complex128]:
    return np.asarray(corners[..., 0] + 1j * corners[..., 1])


def _points(numbers: NDArray[np.complex128]) -> Floats:
    return np.asarray(np.stack([numbers.real, numbers.imag], axis=-1))
