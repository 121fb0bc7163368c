"""Finds every marker in a picture or a part of it, with no knowledge of where they should be.

`quads.py` proposes quadrangles; the edge fit puts their corners right, and correlation with the patterns in play says
which of them are markers. Works alike with OpenCV 4 and 5.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from markers.dictionary import gate
from referee.vision.edges import refine
from referee.vision.likelihood import evidence, margins, usual_side_px
from referee.vision.numbers import FEW, FEWEST, SURE_MARGIN
from referee.vision.patterns import LIKE, Patterns
from referee.vision.quads import SMALLEST_SIDE_PX, quads, quads_in, small_quads
from referee.vision.reading import ALIKE, Reading, measure, read
from referee.vision.scene import Image, MarkerDetection
from referee.vision.shapes import convex, flat_shape, lie_flat, same_place, sides_px, together

Floats = NDArray[np.float64]

LARGEST_TO_ENLARGE = 2_200_000
EDGE_SHARE = 0.5
PASSES = 3
SAME_SHARE = 0.06
"""Of a marker's side: a quadrangle whose middle is nearer to the marker's is the marker itself."""
SHORTEST_PX = SMALLEST_SIDE_PX * 0.6
_TURNED = (np.arange(4) - np.arange(4)[:, None]) % 4
"""A quad's corners in the marker's own order, by its turn."""
Box = tuple[int, int, int, int]


NO_QUADS: Floats = np.empty((0, 4, 2))


@dataclass(frozen=True, eq=False)
class Found:
    """Markers found, each number once, the surest one; `copies` are further sure markers of a number already found.

    `flat` is how flat ones are foreshortened, see `shapes.flat_shape`; None when too few were found to say. `mirrored`,
    when asked for, are those that read well in the mirror, corners in the printed order; some may read well both ways.
    So many numbers are read `in_mirror` at all. `tried` are the quadrangles that were looked at.
    """

    detections: tuple[MarkerDetection, ...]
    copies: tuple[MarkerDetection, ...] = ()
    flat: Floats | None = None
    mirrored: tuple[MarkerDetection, ...] = ()
    in_mirror: int = 0
    tried: Floats = field(default_factory=lambda: NO_QUADS)


class Finder:
    """Finds the markers with the given numbers."""

    def __init__(self, ids: Iterable[int]) -> None:
        chosen = gate(ids)
        self.patterns = Patterns(chosen.ids)
        self._usual_px: float | None = None

    def find(
        self,
        grey: Image,
        side_px: float = 0.0,
        mirror: bool = False,
        expected: Collection[int] = (),
        sheet: bool = False,
    ) -> Found:
        """Search a whole picture, for markers about this large if that is known.

        `mirror` reads in the mirror too, unless most numbers `expected` are found and no other one. When all of them
        are found, small ones are not looked for. Where no `sheet` is known that was printed in the mirror, one must
        show where nothing is read as it is, before all is read in the mirror.
        """
        tried = quads(grey, side_px)
        edged = _edged(grey, tried)
        found = self._read(grey, edged)
        if measure(grey, found.detections, self.patterns):
            found = self._read(grey, edged)
        numbers = {marker.marker_id for marker in found.detections}
        sides = sides_px(together(marker.corners_px for marker in found.detections))
        small = len(sides) < 8 or float(np.median(sides)) < 2.0 * SMALLEST_SIDE_PX
        missing = not expected or not numbers.issuperset(expected)
        if small and missing and grey.size <= LARGEST_TO_ENLARGE:
            seen = together(marker.corners_px for marker in (*found.detections, *found.copies))
            tried_small = small_quads(grey, seen)
            tried_small = tried_small[~_just_there(tried_small, seen)]
            more = _edged(grey, tried_small)
            again = self._read(grey, more)
            found = _merged((*found.detections, *found.copies, *again.detections, *again.copies))
            tried, edged = np.concatenate([tried, tried_small]), np.concatenate([edged, more])
            numbers = {marker.marker_id for marker in found.detections}
        as_expected = numbers <= set(expected) and len(numbers) > len(expected) / 2
        if mirror and not as_expected and (sheet or self._may_be_mirrored(grey, found, edged)):
            found = self._with_mirrored(grey, found, edged)
        return replace(found, tried=tried)

    def find_in(
        self,
        grey: Image,
        boxes: Sequence[Box],
        side_px: float,
        thorough: bool = False,
        flat: Floats | None = None,
        seen_px: Floats | None = None,
        mirror: bool = False,
    ) -> Found:
        """Search parts of the picture (left, top, right, bottom) for markers about this large.

        `thorough` looks for the fainter and the larger ones as well: for what must not be missed. `flat` says how
        markers that lie flat are foreshortened, if that is known. `seen_px` are corners (K, 4, 2) of markers seen in
        this picture already: what lies just there is not read again. `mirror` reads in the mirror too.
        """
        found = [NO_QUADS]
        for left, top, right, bottom in boxes:
            part = grey[top:bottom, left:right]
            if min(part.shape) >= SMALLEST_SIDE_PX:
                found.append(quads_in(part, side_px, thorough) + np.array([left, top], dtype=np.float64))
        proposed = np.concatenate(found)
        if seen_px is not None and len(seen_px) and len(proposed):
            proposed = proposed[~_just_there(proposed, seen_px)]
        if not len(proposed):
            return Found((), (), flat)
        edged = _edged(grey, proposed)
        found_there = replace(self._read(grey, edged, flat), tried=proposed)
        return self._with_mirrored(grey, found_there, edged) if mirror else found_there

    def read_quads(self, grey: Image, quads: Floats) -> Found:
        """Which of these quadrangles (N, 4, 2), clockwise in the picture, are markers in play that lie flat."""
        return self._read(grey, _edged(grey, quads))

    def _read(self, grey: Image, edged: Floats, flat: Floats | None = None) -> Found:
        seen = read(grey, edged, self.patterns, passes=0, enough=0.0)
        # one of our own is like its pattern: most quads are not, and need not be looked at further
        keep = np.flatnonzero(seen.likeness >= LIKE)
        return _merged(self._named(grey, seen, _once(seen, keep)), flat) if len(keep) else Found((), (), flat)

    def read_mirrored(self, grey: Image, quads: Floats, flat: Floats | None) -> tuple[MarkerDetection, ...]:
        """Which of these quadrangles (N, 4, 2), clockwise in the picture, are clearly markers in play in the mirror."""
        return self._with_mirrored(grey, Found((), (), flat), _edged(grey, quads)).mirrored

    def _may_be_mirrored(self, grey: Image, found: Found, edged: Floats) -> bool:
        """Whether anything but what is read as it is may be a number in the mirror."""
        seen = together(marker.corners_px for marker in (*found.detections, *found.copies))
        unread = Found((), (), found.flat), edged[~_just_there(edged, seen)]
        numbers = {marker.marker_id for marker in self._with_mirrored(grey, *unread).mirrored}
        return len(found.detections) < FEW or len(numbers) >= FEWEST

    def _with_mirrored(self, grey: Image, found: Found, edged: Floats) -> Found:
        read = self._read(grey, np.ascontiguousarray(edged[:, ::-1]), found.flat)
        clear = tuple(marker for marker in (*read.detections, *read.copies) if marker.margin >= SURE_MARGIN)
        return replace(found, mirrored=clear, in_mirror=len(read.detections))

    def _named(self, grey: Image, seen: Reading, keep: NDArray[np.intp]) -> list[MarkerDetection]:
        """The markers among these quadrangles (K,) of a reading."""
        said = self.patterns.say(seen.code[keep], seen.likeness[keep], seen.second[keep])
        own = seen.corners_px[keep[:, None], _TURNED[said.turns]]
        ratios, sides = evidence(grey, own, said.marker_ids, said.likeness, said.second), sides_px(own)
        self._usual_px = usual_side_px(ratios, sides) or self._usual_px
        sure = margins(ratios, sides, self._usual_px)
        each = zip(said.marker_ids.tolist(), own, sure.tolist(), strict=True)
        return [MarkerDetection(number, corners, margin) for number, corners, margin in each if margin > 0.0]


def _edged(grey: Image, quads: Floats) -> Floats:
    """Those of quadrangles (N, 4, 2) that have edges, with their corners put onto them."""
    corners, quality = refine(grey, quads, PASSES)
    return corners[(quality >= EDGE_SHARE) & convex(corners, SHORTEST_PX)]


def _once(seen: Reading, keep: NDArray[np.intp]) -> NDArray[np.intp]:
    """Of some quadrangles (K,) of a reading the one most alike of those with one number in one place, to a pixel.

    Of those as good as it the first: where a marker that is found in several ways lies hangs on no float's last bits.
    """
    places = np.column_stack([seen.code[keep], np.rint(seen.corners_px[keep].mean(axis=1))])
    which = np.unique(places, axis=0, return_inverse=True)[1].ravel()
    best = np.zeros(len(keep))
    np.maximum.at(best, which, seen.likeness[keep])
    good = np.flatnonzero(seen.likeness[keep] > best[which] - ALIKE)
    return np.asarray(keep[good[np.sort(np.unique(which[good], return_index=True)[1])]])


def _just_there(quads: Floats, seen_px: Floats) -> NDArray[np.bool_]:
    """Which quadrangles (N, 4, 2) lie where one of these (K, 4, 2) does, and are as large: (N,)."""
    apart = np.abs(quads.sum(axis=1)[:, None] - seen_px.sum(axis=1)).max(axis=2) / 4.0
    sides = sides_px(seen_px)
    near = (apart < SAME_SHARE * sides) & (np.abs(sides_px(quads)[:, None] - sides) < 2.0 * SAME_SHARE * sides)
    return np.asarray(near.any(axis=1))


def _merged(markers: Sequence[MarkerDetection], flat: Floats | None = None) -> Found:
    """Each number once, of those that lie flat; another sure one elsewhere is a copy."""
    corners = together(marker.corners_px for marker in markers)
    flat = flat_shape(corners) if flat is None else flat
    if flat is not None:
        markers = [marker for marker, yes in zip(markers, lie_flat(corners, flat).tolist(), strict=True) if yes]
    surest = {marker.marker_id: marker.margin for marker in sorted(markers, key=lambda m: m.margin)}
    best: dict[int, MarkerDetection] = {}
    for marker in markers:
        if marker.margin > surest[marker.marker_id] - ALIKE:
            best.setdefault(marker.marker_id, marker)
    copies: list[MarkerDetection] = []
    for marker in sorted(markers, key=lambda m: -m.margin):
        first = best[marker.marker_id]
        if first is marker or marker.margin < SURE_MARGIN:
            continue
        others = [other for other in (first, *copies) if other.marker_id == marker.marker_id]
        if not any(same_place(marker, other) for other in others):
            copies.append(marker)
    return Found(tuple(best[number] for number in sorted(best)), tuple(copies), flat)
