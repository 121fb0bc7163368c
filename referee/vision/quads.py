"""Quadrangles that may be markers: dark, with a lighter rim, of any size and turn.

Pixels darker than the middle of what is around them, the borders of connected ones, straight lines through a border's
four sides: compiled (native_source/quads.c), or with numpy and OpenCV (below), to the same quadrangles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision import native
from referee.vision.blocks import BLOCK_PX, boxes_px
from referee.vision.numbers import LARGE_PX
from referee.vision.sampling import CELLS, USUAL_BLUR_PX, brightness, homographies, warp
from referee.vision.scene import Image
from referee.vision.shapes import sides_px

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Mask = NDArray[np.bool_]

FEWEST_ALONG_A_SIDE = 4
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
    every = [np.empty((0, 4, 2))]
    for levels in ways[1:] if min(grey.shape) >= smallest_px else ():
        found = borders(dark(grey, ways[0], levels, contrast), 2.0 * smallest_px, 6.0 * largest_px + 16.0)
        quads = _quadrangles(found, smallest_px, largest_px)
        every.append(quads[_rimmed(grey, levels, quads)] if len(quads) else quads)
    return np.concatenate(every)[:most]


@dataclass(frozen=True, eq=False)
class _Borders:
    """K borders, one after the other.

    Attributes
    ----------
    x, y : (P,) of every pixel, counted from its border's first one.
    begins, counts : (K,) where each border begins and how many pixels it has.
    owner : (P,) whose each pixel is.
    """

    x: Whole
    y: Whole
    begins: Whole
    counts: Whole
    owner: Whole

    def sums(self, values: Whole) -> Whole:
        """Of some numbers (P,) over each border, (K,)."""
        return np.asarray(np.add.reduceat(values, self.begins))

    def largest(self, values: Whole) -> tuple[Whole, Whole]:
        """The largest of some numbers (P,) in each border, and the first pixel that has it, (K,)."""
        top = np.maximum.reduceat(values, self.begins)
        at = np.flatnonzero(values == top[self.owner])
        return top, at[np.searchsorted(at, self.begins)]


def _laid_out(found: Sequence[NDArray[np.int32]]) -> _Borders:
    counts = np.array([len(border) for border in found], dtype=np.int64)
    begins = np.cumsum(counts) - counts
    owner = np.repeat(np.arange(len(found)), counts)
    every = np.concatenate(found).astype(np.int64)
    every -= every[begins][owner]
    return _Borders(np.ascontiguousarray(every[:, 0]), np.ascontiguousarray(every[:, 1]), begins, counts, owner)


def _quadrangles(found: Sequence[NDArray[np.int32]], smallest_px: float, largest_px: float) -> Floats:
    """The four corners (N, 4, 2) of the borders that are nearly quadrangles."""
    if not found:
        return np.empty((0, 4, 2))
    laid = _laid_out(found)
    area = _areas(laid) + laid.counts / 2.0
    fits = (area >= 0.5 * smallest_px**2) & (area <= 1.5 * largest_px**2)
    if not fits.all():
        found, area = [border for border, yes in zip(found, fits.tolist(), strict=True) if yes], area[fits]
        if not found:
            return np.empty((0, 4, 2))
        laid = _laid_out(found)
    ends, ordered = _corners(laid)
    at, way, straight = _sides(laid, ends)
    quads, crossing = _crossings(at, way)
    seen = np.stack([laid.x[ends], laid.y[ends]], axis=2)
    near = np.hypot(*np.moveaxis(quads - seen, 2, 0)) <= 2.0 + 0.04 * laid.counts[:, None]
    keep = ordered & straight & crossing & near.all(axis=1)
    keep[keep] = _shapely(quads[keep], area[keep], smallest_px, largest_px)
    starts = np.array([border[0] for border in found], dtype=np.float64)
    return np.asarray(quads[keep] + starts[keep][:, None])


def _areas(laid: _Borders) -> Floats:
    """Within each border's pixels' middles, (K,); negative for a hole."""
    after = np.arange(1, len(laid.x) + 1)
    after[laid.begins + laid.counts - 1] = laid.begins
    return np.asarray(laid.sums(laid.x * laid.y[after] - laid.y * laid.x[after]) / 2.0)


def _corners(laid: _Borders) -> tuple[Whole, Mask]:
    """Four pixels of each border far from each other (K, 4), and whether they follow each other with the clock."""
    first = _farthest(laid, laid.sums(laid.x), laid.sums(laid.y), laid.counts)
    third = _farthest(laid, laid.x[first], laid.y[first], np.ones_like(laid.counts))
    good = np.ones(len(laid.counts), dtype=np.bool_)
    for _ in range(2):
        second, fourth, aside = _farthest_aside(laid, first, third)
        third, first, across = _farthest_aside(laid, second, fourth)
        good &= aside & across
    ends = np.stack([first, second, third, fourth], axis=1)
    ahead = (ends[:, 1:] - first[:, None]) % laid.counts[:, None]
    good &= (ahead[:, 0] > 0) & (ahead[:, 0] < ahead[:, 1]) & (ahead[:, 1] < ahead[:, 2])
    return ends, good


def _farthest(laid: _Borders, x: Whole, y: Whole, share: Whole) -> Whole:
    """The pixel of each border farthest from a place (x, y) / share, (K,).

    In whole numbers, so that of pixels equally far, as a square on its corner has four, the first one is taken here and
    in the compiled search alike.
    """
    owner = laid.owner
    across, down = share[owner] * laid.x - x[owner], share[owner] * laid.y - y[owner]
    return laid.largest(across * across + down * down)[1]


def _farthest_aside(laid: _Borders, start: Whole, end: Whole) -> tuple[Whole, Whole, Mask]:
    """The pixels farthest to each side of the line through two pixels, and whether there are any, each (K,)."""
    ax, ay = laid.x[end] - laid.x[start], laid.y[end] - laid.y[start]
    from_start = ay * laid.x[start] - ax * laid.y[start]
    off = ax[laid.owner] * laid.y - ay[laid.owner] * laid.x + from_start[laid.owner]
    right_by, right = laid.largest(off)
    left_by, left = laid.largest(-off)
    return left, right, np.asarray((left_by > 0) & (right_by > 0))


def _sides(laid: _Borders, ends: Whole) -> tuple[Floats, Floats, Mask]:
    """Straight lines through the pixels between each two corners (K, 4), near the corners left out.

    A point on each and its direction, (K, 4, 2), and whether all four sides are straight, (K,).
    """
    counts = laid.counts[:, None]
    count = (np.roll(ends, -1, axis=1) - ends) % counts
    skip = count // 8 + 1
    used = count - 2 * skip + 1
    enough = (count >= FEWEST_ALONG_A_SIDE) & (used >= 2)
    begin, used = ends - laid.begins[:, None] + skip, np.where(enough, used, 1)
    x, y, xx, xy, yy = (
        _along(laid, v, begin, used) for v in (laid.x, laid.y, laid.x * laid.x, laid.x * laid.y, laid.y * laid.y)
    )
    # exact as long as they are whole numbers
    across, both, down = (used * xx - x * x) / used, (used * xy - x * y) / used, (used * yy - y * y) / used
    turn = 0.5 * np.arctan2(2.0 * both, across - down)
    c, s = np.cos(turn), np.sin(turn)
    off = (s * s * across - 2.0 * s * c * both + c * c * down) / used
    straight = enough & (off <= np.maximum(STRAIGHT_PX, STRAIGHT_SHARE * count) ** 2)
    after = np.roll(ends, -1, axis=1)
    back = c * (laid.x[after] - laid.x[ends]) + s * (laid.y[after] - laid.y[ends]) < 0
    c, s = np.where(back, -c, c), np.where(back, -s, s)
    # dark pixels' centres lie half a pixel inside the edge
    at = np.stack([x / used + 0.5 * s, y / used - 0.5 * c], axis=2)
    return at, np.stack([c, s], axis=2), straight.all(axis=1)


def _along(laid: _Borders, values: Whole, begin: Whole, used: Whole) -> Whole:
    """Sums of some numbers (P,) over `used` pixels of each border from its `begin`th one on, round its end, (K, 4)."""
    to_here = np.concatenate([[0], np.cumsum(values)])
    first, counts = laid.begins[:, None], laid.counts[:, None]
    begin = begin % counts
    end = begin + used
    ahead = to_here[first + np.minimum(end, counts)] - to_here[first + begin]
    return np.asarray(ahead + to_here[first + np.maximum(end - counts, 0)] - to_here[first])


def _crossings(at: Floats, way: Floats) -> tuple[Floats, Mask]:
    """Where each line meets the one before it (K, 4, 2), and whether all do, (K,)."""
    before, way_before = np.roll(at, 1, axis=1), np.roll(way, 1, axis=1)
    cross = way_before[..., 0] * way[..., 1] - way_before[..., 1] * way[..., 0]
    meet = np.abs(cross) >= 0.2
    gap = at - before
    far = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / np.where(meet, cross, 1.0)
    return np.asarray(before + way_before * far[..., None]), np.asarray(meet.all(axis=1))


def _shapely(quads: Floats, area: Floats, smallest_px: float, largest_px: float) -> Mask:
    """Which quads (N, 4, 2) have sides as a marker may have, and are filled by what their border encloses, (N,)."""
    after = np.roll(quads, -1, axis=1)
    sides = np.hypot(*np.moveaxis(after - quads, 2, 0))
    whole = (quads[..., 0] * after[..., 1] - quads[..., 1] * after[..., 0]).sum(axis=1) / 2.0
    least, most = sides.min(axis=1), sides.max(axis=1)
    size = (least >= 0.7 * smallest_px) & (most <= 1.5 * largest_px) & (most < 3.0 * least)
    return np.asarray(size & (area > 0.75 * whole) & (area < 1.3 * whole))


def _rimmed(grey: Image, levels: Image, quads: Floats) -> Mask:
    """Whether quads (N, 4, 2) are dark within their border and lighter in the margin, at nearly all places, (N,)."""
    seen = brightness(grey, warp(homographies(quads), _RIM_PLACES))
    values = levels[(seen + 0.5).astype(np.uint8)].astype(np.int64)
    half = len(_RIM_PLACES) // 2
    return np.asarray((values[:, :half] > values[:, half:] + LIGHTER).sum(axis=1) >= LIGHTER_PLACES)


def _rim_places() -> Floats:
    """Five points a side of the unit square: those in the margin, then those in the border."""
    places = []
    for far in (-0.45 / CELLS, 0.5 / CELLS):
        for along in 0.1 + 0.2 * np.arange(5):
            places += [(along, far), (1.0 - far, along), (along, 1.0 - far), (far, along)]
    return np.array(places)


_RIM_PLACES = _rim_places()


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


def borders(mask: Image, shortest: float, longest: float) -> list[NDArray[np.int32]]:
    """The borders of connected set pixels with a number of pixels between these, each (K, 2), with the clock.

    Those of holes are among them, against the clock.
    """
    found, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(border[::-1, 0], dtype=np.int32) for border in found if shortest <= len(border) <= longest]


def _each_tile(grey: Image, chosen: np.ufunc) -> Image:
    """The darkest or the lightest pixel of each tile."""
    rows = chosen(chosen(grey[0::4], grey[1::4]), chosen(grey[2::4], grey[3::4]))
    return np.asarray(chosen(chosen(rows[:, 0::4], rows[:, 1::4]), chosen(rows[:, 2::4], rows[:, 3::4])))


SMALLEST_SIDE_PX = 9.0
SPREAD = np.round(255.0 * np.log1p(np.arange(256) * 30.0 / 255.0) / np.log(31.0)).astype(np.uint8)
"""Grey levels by their logarithm: the middle between black and white then lies at a sixth of the light."""
LIT = np.round(255.0 * (np.arange(256) / 255.0) ** 2).astype(np.uint8)
"""Grey levels by their square: the middle lies at seven tenths of the light, above a black that sheen has lifted."""
WAYS = np.stack([SPREAD, np.arange(len(LIT), dtype=np.uint8), SPREAD, LIT])
"""A dark thing that touches a marker is lighter than it by logarithm. Contrast counts so too: ink is darker than paper
by a ratio in any light, noise is not; or else by grey levels, if they are more than the picture's noise."""
CONTRAST = 24
FAINT_CONTRAST = 12
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


def quads_in(part: Image, side_px: float, thorough: bool) -> Floats:
    """Quadrangles (N, 4, 2) in a part of a picture with markers about this large; `thorough` finds fainter ones too."""
    return _proposed(part, WAYS, FAINT_CONTRAST, 0.0) if thorough else _proposed(part, WAYS[:2], CONTRAST, side_px)


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
    largest = 0.9 * min(grey.shape)
    if native.library is None:
        return dark_quads(grey, ways, contrast, SMALLEST_SIDE_PX, largest, MOST_QUADS)
    return native.quads(native.library, grey, ways, contrast, SMALLEST_SIDE_PX, largest, MOST_QUADS)
