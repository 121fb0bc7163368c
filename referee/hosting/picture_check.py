"""Is the picture good enough to referee by: markers, their size, focus, light; plain data with keys for the words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.vision.copies import MIRRORED
from referee.vision.eye import MIXED_PRINTS, OTHER_KIT
from referee.vision.quality import grey_of, sharpness
from referee.vision.scene import Image, MarkerDetection
from referee.words.catalogue import kind_of

FEW_MARKERS = 8
SMALL_PX, SMALLEST_PX = 16.0, 12.0
SHARP, BLURRED = 0.5, 0.4
DARK, BRIGHT = 50.0, 235.0
CORNER_DARK = 60.0
"""Where white paper is seen darker than this, noise and compression are as large as the pips of small dice."""
ROUND_A_MARKER = 0.2
"""So far around a marker, as a share of its side, its white margin reaches at least."""


@dataclass(frozen=True)
class Check:
    """One thing looked at: ``markers``, ``size``, ``focus``, ``light`` or ``scale``; `state` is wait, ok, warn or bad.

    `why` names the sentence that mends it ("" when all is well), `value` the measured number as text; with the why
    ``told`` the value is the eye's own sentence.
    """

    name: str
    state: str
    why: str = ""
    value: str = ""


def check_picture(
    image: Image, markers: Sequence[MarkerDetection], problems: Sequence[str] = (), sizes: str = ""
) -> tuple[Check, ...]:
    """Judge one picture of the table, with some of the kit's markers found in it and what the eye finds wrong.

    `sizes` says which print it shows: ``small`` or ``large`` markers, "" where there is one print or nobody knows.
    """
    grey = grey_of(image)
    return (_markers(markers, problems, sizes), _size(markers), _focus(grey, markers), _light(grey, markers))


def _markers(markers: Sequence[MarkerDetection], problems: Sequence[str], sizes: str) -> Check:
    count = len(markers)
    told = [sentence for sentence in problems if kind_of(sentence) in (MIRRORED.kind, OTHER_KIT, MIXED_PRINTS)]
    if told:  # the picture may be full of markers, only not of this kit's
        return Check("markers", "bad", "told", told[0])
    if count == 0:
        return Check("markers", "bad", "none", "0")
    return Check(
        "markers", "ok" if count >= FEW_MARKERS else "warn", sizes if count >= FEW_MARKERS else "few", str(count)
    )


def _size(markers: Sequence[MarkerDetection]) -> Check:
    if not markers:
        return Check("size", "wait")
    sides = [float(np.linalg.norm(np.diff(marker.corners_px, axis=0), axis=1).mean()) for marker in markers]
    smallest = float(np.percentile(sides, 10))
    value = f"{smallest:.0f}"
    if smallest < SMALLEST_PX:
        return Check("size", "bad", "small", value)
    return Check("size", "warn", "smallish", value) if smallest < SMALL_PX else Check("size", "ok", "", value)


def _focus(grey: Image, markers: Sequence[MarkerDetection]) -> Check:
    middle = markers[len(markers) // 2].corners_px.mean(axis=0) if markers else np.array(grey.shape[::-1]) / 2.0
    sharp = sharpness(grey, (float(middle[0]), float(middle[1])))
    value = f"{sharp:.2f}"
    if sharp < BLURRED:
        return Check("focus", "bad" if markers else "warn", "blurred", value)
    return Check("focus", "warn", "soft", value) if sharp < SHARP else Check("focus", "ok", "", value)


def _light(grey: Image, markers: Sequence[MarkerDetection]) -> Check:
    coarse = grey[::8, ::8]
    paper, table = float(np.percentile(coarse, 95)), float(np.percentile(coarse, 50))
    value = f"{paper:.0f}"
    if paper < DARK:
        return Check("light", "bad", "dark", value)
    if table > BRIGHT:
        return Check("light", "bad", "bright", value)
    glare = float((coarse >= 254).mean())
    if glare > 0.05:
        return Check("light", "warn", "glare", value)
    darkest = min((_paper_at(grey, marker) for marker in markers), default=paper)
    if darkest < CORNER_DARK:
        return Check("light", "warn", "corner", f"{darkest:.0f}")
    return Check("light", "ok", "", value)


def _paper_at(grey: Image, marker: MarkerDetection) -> float:
    """How bright the white paper is at a marker."""
    low, high = marker.corners_px.min(axis=0), marker.corners_px.max(axis=0)
    around = ROUND_A_MARKER * float((high - low).max())
    left, top = np.maximum(np.floor(low - around), 0).astype(int)
    right, bottom = np.ceil(high + around).astype(int) + 1
    return float(np.percentile(grey[top:bottom, left:right], 90))
