"""Finds every marker in a picture or a part of it, with no knowledge of where they should be.

Quadrangles that are dark, with a lighter rim, are proposed: pixels darker than the middle of what is around them, the
borders of connected ones, straight lines through a border's four sides; compiled (native_source/quads.c), or with numpy
and OpenCV (below), to the same quadrangles. The edge fit puts their corners right, and correlation with the patterns in
play says which of them are markers. Works alike with OpenCV 4 and 5.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.dictionary import gate
from referee.vision import native
from referee.vision.blocks import BLOCK_PX, Box, boxes_px
from referee.vision.edges import refine
from referee.vision.likelihood import LIKE, evidence, margins, usual_side_px
from referee.vision.numbers import FEW, FEWEST, LARGE_PX, SURE_MARGIN
from referee.vision.reading import ALIKE, Patterns, Reading, measure, read
from referee.vision.sampling import CELLS, SMALLEST_SIDE_PX, USUAL_BLUR_PX, along_sides, brightness, homographies, warp
from referee.vision.scene import Floats, Image, MarkerDetection, Mask
from referee.vision.shapes import convex, flat_shape, lie_flat, same_place, sides_px, together

STRAIGHT_PX, STRAIGHT_SHARE = 0.6, 0.05
"""How far a side's pixels may lie off its line, as a standard deviation: at least, and of its pixels."""
LIGHTER = 6
LIGHTER_PLACES = 15
"""Of 20 along the sides where the margin must be lighter than the border."""


def dark_quads(grey: Image, ways: Image, contrast: int, smallest_px: float, largest_px: float, most: int) -> Floats:
    """Dark quadrangles (N, 4, 2) with a lighter rim, clockwise from any corner, N at most `most`.

    `ways` (1 + K, 256) are the grey levels by which contrast counts, and those in which dark things are looked for, one
    after the other.
    """
    if native.library is not None:
        room = np.empty((most, 4, 2))
        asked = *native.picture_of(grey), ways, len(ways) - 1, contrast, smallest_px, largest_px
        return room[: native.run("rr_quads", *asked, room, most)].copy()
    every = [np.empty((0, 4, 2))]
    for levels in ways[1:] if min(grey.shape) >= smallest_px else ():
        mask = dark(grey, ways[0], levels, contrast)
        # the borders of holes are among them, against the clock
        found, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        longest = 6.0 * largest_px + 16.0
        likely = [border[::-1, 0] for border in found if 2.0 * smallest_px <= len(border) <= longest]
        told = [quad for border in likely if (quad := _quadrangle(border, smallest_px, largest_px)) is not None]
        quads = np.array(told, dtype=np.complex128).view(np.float64).reshape(-1, 4, 2)
        every.append(quads[_rimmed(grey, levels, quads)] if len(quads) else quads)
    return np.concatenate(every)[:most]


def _quadrangle(border: NDArray[Any], smallest_px: float, largest_px: float) -> NDArray[np.complex128] | None:
    """The four corners x + iy of a border (K, 2), with the clock, if it is nearly a quadrangle that may be a marker."""
    count = len(border)
    area = cv2.contourArea(border, oriented=True) + count / 2.0
    if not 0.5 * smallest_px**2 <= area <= 1.5 * largest_px**2:
        return None
    begin, z = border[0], (border - border[0]).astype(np.float64).view(np.complex128).ravel()
    # in whole numbers, so that of pixels equally far the first one is taken here and in the compiled search alike
    first = int(np.argmax(_square(count * z - z.sum())))
    third = int(np.argmax(_square(z - z[first])))
    for _ in range(2):
        second, fourth = _farthest_aside(z, first, third)
        third, first = _farthest_aside(z, second, fourth)
    ends = np.array([first, second, third, fourth])
    counts = (np.roll(ends, -1) - ends) % count
    skips = counts // 8 + 1
    if counts.sum() != count or counts.min() < FEW or (counts - 2 * skips + 1).min() < 2:
        return None
    at, way = np.empty((2, 4), dtype=np.complex128)
    for side, (pixel, along, skip) in enumerate(zip(ends.tolist(), counts.tolist(), skips.tolist(), strict=True)):
        pixels = z[np.arange(pixel + skip, pixel + along - skip + 1) % count]
        off = pixels - pixels.mean()
        way[side] = np.exp(0.5j * np.angle(np.sum(off * off)))  # along which they lie, either way
        if np.mean((off * np.conj(way[side])).imag ** 2) > max(STRAIGHT_PX, STRAIGHT_SHARE * along) ** 2:
            return None
        way[side] *= math.copysign(1.0, ((z[(pixel + along) % count] - z[pixel]) * np.conj(way[side])).real)
        at[side] = pixels.mean() - 0.5j * way[side]  # dark pixels' centres lie half a pixel inside the edge
    before, way_before = np.roll(at, 1), np.roll(way, 1)
    cross = (np.conj(way_before) * way).imag
    if np.abs(cross).min() < 0.2:
        return None
    quad = before + way_before * (np.conj(at - before) * way).imag / cross
    near = np.abs(quad - z[ends]).max() <= 2.0 + 0.04 * count
    sides = np.abs(np.roll(quad, -1) - quad)
    least, most = sides.min(), sides.max()
    size = least >= 0.7 * smallest_px and most <= 1.5 * largest_px and most < 3.0 * least
    whole = float(np.sum(np.conj(quad) * np.roll(quad, -1)).imag) / 2.0
    return quad + complex(*begin.tolist()) if near and size and 0.75 * whole < area < 1.3 * whole else None


def _square(z: NDArray[np.complex128]) -> Floats:
    return z.real * z.real + z.imag * z.imag


def _farthest_aside(z: NDArray[np.complex128], start: int, end: int) -> tuple[int, int]:
    """The pixels farthest to each side of the line through two pixels."""
    off = (np.conj(z[end] - z[start]) * (z - z[start])).imag
    return int(np.argmax(-off)), int(np.argmax(off))


def _rimmed(grey: Image, levels: Image, quads: Floats) -> Mask:
    """Whether quads (N, 4, 2) are dark within their border and lighter in the margin, at nearly all places, (N,)."""
    maps = homographies(quads)
    seen = (brightness(grey, warp(maps, along_sides(out / CELLS))) for out in (0.45, -0.5))
    margin, border = (levels[(one + 0.5).astype(np.uint8)].astype(np.int64) for one in seen)
    return np.asarray((margin > border + LIGHTER).sum(axis=1) >= LIGHTER_PLACES)


TILE_PX = 4
GRAIN = 5
"""Halves: what is not ink in the 9 tiles around differs by less than 2.5 times what a quarter of single tiles stay
under (three and five standard deviations of noise)."""


def dark(grey: Image, spread: Image, levels: Image, contrast: int) -> Image:
    """255 where a pixel of (H, W) is darker than the middle of what is around it in these `levels`, 0 elsewhere.

    Around it are 3 x 3 tiles of 4 px; where their lightest and darkest pixel are less than `contrast` apart in
    `spread`, and in grey levels too or hardly more than noise is, nothing is dark.
    """
    height, width = grey.shape
    below, right = -height % TILE_PX, -width % TILE_PX
    if below or right:
        grey = np.asarray(cv2.copyMakeBorder(grey, 0, below, 0, right, cv2.BORDER_REPLICATE), dtype=np.uint8)
    around = np.ones((3, 3), dtype=np.uint8)
    low, high = _each_tile(grey, np.minimum), _each_tile(grey, np.maximum)
    quarter = (low.size + 3) // 4 - 1
    noise = GRAIN * int(np.partition((high - low).ravel(), quarter)[quarter]) // 2
    least = np.asarray(cv2.erode(low, around), dtype=np.uint8)
    most = np.asarray(cv2.dilate(high, around), dtype=np.uint8)
    middle = np.searchsorted(levels, (levels[least].astype(np.uint16) + levels[most] + 1) >> 1).astype(np.uint8)
    middle[(spread[most] - spread[least] < contrast) & (most - least < max(contrast, noise))] = 0
    limit = cv2.resize(middle, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.compare(grey, limit, cv2.CMP_LT), dtype=np.uint8)[:height, :width]


def _each_tile(grey: Image, chosen: np.ufunc) -> Image:
    """The darkest or the lightest pixel of each tile."""
    rows = chosen(chosen(grey[0::4], grey[1::4]), chosen(grey[2::4], grey[3::4]))
    return np.asarray(chosen(chosen(rows[:, 0::4], rows[:, 1::4]), chosen(rows[:, 2::4], rows[:, 3::4])))


SPREAD = np.round(255.0 * np.log1p(np.arange(256) * 30.0 / 255.0) / np.log(31.0)).astype(np.uint8)
"""Grey levels by their logarithm: the middle between black and white then lies at a sixth of the light."""
LIT = np.round(255.0 * (np.arange(256) / 255.0) ** 2).astype(np.uint8)
"""Grey levels by their square: the middle lies at seven tenths of the light, above a black that sheen has lifted."""
WAYS = np.stack([SPREAD, np.arange(len(LIT), dtype=np.uint8), SPREAD, LIT])
"""A dark thing that touches a marker is lighter than it by logarithm. Contrast counts so too: ink is darker than paper
by a ratio in any light, noise is not; or else by grey levels, if they are more than the picture's noise."""
CONTRAST = 24
"""Of `SPREAD`: 1,421 markers of path-traced pictures differ from their paper by 45 or more, 609 on webcam frames by 46;
noise at dusk by 24 in 3 to 29 % of the picture (by 24 grey levels in 90 %)."""
LARGE = 1_000_000
"""Pixels of a picture that is searched for lifted black at half the size: of 713 markers of 26 px it loses none."""
SHARPER, LARGER = 1.5, 1.6
"""Small markers are looked for in a picture less this share of what a blur of so many px leaves of it, and so much
larger: in twice the size as many are read on webcam frames shrunk to 14, 12 and 10 px."""
MOST_QUADS = 3000


def quads(grey: Image, side_px: float = 0.0) -> Floats:
    """Quadrangles (N, 4, 2) in a whole picture, clockwise; for markers about this large if that is known."""
    lit_px = LARGE_PX if grey.size > LARGE else side_px
    return np.concatenate(
        [_proposed(grey, WAYS[:3], CONTRAST, side_px), _proposed(grey, WAYS[[0, 3]], CONTRAST, lit_px)]
    )


def small_quads(grey: Image, read_px: Floats) -> Floats:
    """Quadrangles (N, 4, 2) of few pixels a cell, with hardly a margin: from a sharper and larger picture.

    Only where something dark is left beside the markers that were read, with corners (K, 4, 2).
    """
    room = round(SMALLEST_SIDE_PX)
    boxes = boxes_px(_dark_besides(grey, read_px), room, grey.shape)
    if sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) > grey.size:
        boxes = [(0, 0, grey.shape[1], grey.shape[0])]
    found = (np.array([left, top]) + _enlarged(grey[top:bottom, left:right]) for left, top, right, bottom in boxes)
    return np.concatenate([np.empty((0, 4, 2)), *found])


def _dark_besides(grey: Image, read_px: Floats) -> Mask:
    """The blocks where something is darker than what is around it but for some markers (K, 4, 2) and their margins."""
    size = (max(grey.shape[1] // 2, 1), max(grey.shape[0] // 2, 1))
    half, around = cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.ones((7, 7), dtype=np.uint8)
    most, least = (cv2.LUT(change(half, around), SPREAD) for change in (cv2.dilate, cv2.erode))
    left = cv2.threshold(cv2.subtract(most, least), CONTRAST - 1, 255, cv2.THRESH_BINARY)[1]
    middles = read_px.mean(axis=1, keepdims=True)
    grown = 1.0 + (2.0 / CELLS + 2.0 * SMALLEST_SIDE_PX / sides_px(read_px)[:, None, None])
    for quad in np.rint((middles + grown * (read_px - middles)) / 2.0).astype(np.int32):
        cv2.fillConvexPoly(left, quad, 0.0)
    across = BLOCK_PX // 2
    left = cv2.copyMakeBorder(left, 0, -size[1] % across, 0, -size[0] % across, cv2.BORDER_CONSTANT)
    blocks = left.shape[1] // across, left.shape[0] // across
    return np.asarray(cv2.resize(left, blocks, interpolation=cv2.INTER_AREA) > 0)


def _enlarged(grey: Image) -> Floats:
    soft = cv2.GaussianBlur(grey, (0, 0), USUAL_BLUR_PX)
    sharp = cv2.addWeighted(grey, 1.0 + SHARPER, soft, -SHARPER, 0.0)
    larger = cv2.resize(sharp, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
    # pixel centres lie at whole numbers, so half a pixel of each picture is lost at the corner
    # what is told apart at all is told apart by so much more, and noise is no border
    contrast = round(CONTRAST * (1.0 + SHARPER))
    return (_proposed(np.asarray(larger, dtype=np.uint8), WAYS[:2], contrast, 0.0) + 0.5) / LARGER - 0.5


def _proposed(grey: Image, ways: Image, contrast: int, side_px: float) -> Floats:
    if side_px >= LARGE_PX and min(grey.shape) >= 4 * SMALLEST_SIDE_PX:
        size = (grey.shape[1] // 2, grey.shape[0] // 2)
        half = cv2.resize(grey[: size[1] * 2, : size[0] * 2], size, interpolation=cv2.INTER_AREA)
        return _proposed(np.asarray(half, dtype=np.uint8), ways, contrast, 0.0) * 2.0 + 0.5
    return dark_quads(grey, ways, contrast, SMALLEST_SIDE_PX, 0.9 * min(grey.shape), MOST_QUADS)


EDGE_SHARE = 0.5
PASSES = 3
SAME_SHARE = 0.06
"""Of a marker's side: a quadrangle whose middle is nearer to the marker's is the marker itself."""
NO_QUADS = together(())


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
        if small and missing:
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

        `thorough` looks for those in a sheen or at something dark as well: for what must not be missed. `flat` says how
        markers that lie flat are foreshortened, if that is known. `seen_px` are corners (K, 4, 2) of markers seen in
        this picture already: what lies just there is not read again. `mirror` reads in the mirror too.
        """
        found, ways, wide_px = [NO_QUADS], WAYS if thorough else WAYS[:2], 0.0 if thorough else side_px
        for left, top, right, bottom in boxes:
            part = grey[top:bottom, left:right]
            if min(part.shape) >= SMALLEST_SIDE_PX:
                found.append(_proposed(part, ways, CONTRAST, wide_px) + np.array([left, top], dtype=np.float64))
        proposed = np.concatenate(found)
        if seen_px is not None and len(seen_px) and len(proposed):
            proposed = proposed[~_just_there(proposed, seen_px)]
        if not len(proposed):
            return Found((), (), flat)
        found_there = replace(self._read(grey, proposed, flat, PASSES), tried=proposed)
        return self._with_mirrored(grey, found_there, _edged(grey, proposed)) if mirror else found_there

    def read_quads(self, grey: Image, quads: Floats) -> Found:
        """Which of these quadrangles (N, 4, 2), clockwise in the picture, are markers in play that lie flat."""
        return self._read(grey, quads, passes=PASSES)

    def _read(self, grey: Image, quads: Floats, flat: Floats | None = None, passes: int = 0) -> Found:
        """What quadrangles (N, 4, 2) say whose corners lie on their edges already, or are put there by some passes."""
        seen = read(grey, quads, self.patterns, passes, EDGE_SHARE if passes else 0.0)
        # one of our own is like its pattern: most quads are not, and need not be looked at further
        keep = np.flatnonzero((seen.likeness >= LIKE) & (not passes or convex(seen.corners_px)))
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
        numbers, turns = self.patterns.said(seen.code[keep])
        own = seen.corners_px[keep[:, None], (np.arange(4) - turns[:, None]) % 4]
        ratios, sides = evidence(grey, own, numbers, seen.likeness[keep], seen.second[keep]), sides_px(own)
        self._usual_px = usual_side_px(ratios, sides) or self._usual_px
        sure = margins(ratios, sides, self._usual_px)
        each = zip(numbers.tolist(), own, sure.tolist(), strict=True)
        return [MarkerDetection(number, corners, margin) for number, corners, margin in each if margin > 0.0]


def _edged(grey: Image, quads: Floats) -> Floats:
    """Those of quadrangles (N, 4, 2) that have edges, with their corners put onto them."""
    corners, quality = refine(grey, quads, PASSES)
    return corners[(quality >= EDGE_SHARE) & convex(corners)]


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


def _just_there(quads: Floats, seen_px: Floats) -> Mask:
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
