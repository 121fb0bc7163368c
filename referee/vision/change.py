"""What changed in the picture: a coarse, cheap comparison with pictures the eye has already understood.

References are kept at quarter size. `searched` is what has been looked through for markers; `clean` is the table
without hands, and `before` what was clean in each block until last time: a hand that was taken for the table is known
again as soon as it leaves. A block of the picture enters them only after it has stood still: soon for the first, later
for large foreign things in the second, so that a hand that rests for a second is still a hand. What entered as a hand
is `resting`: it is over the table for as long as it lies there, and `before` keeps the table under it. After a bump all
that lies in the plane of the table is carried along by a homography, so that what a hand hid stays known.

Another fall of light (bands that roll through the picture, a lamp beside the table) is told from things by its form: it
changes along the rows (a lamp that flickers while the rows are read), and smoothly across the picture (a lamp or a
cloud at one side). A large dark sleeve has a smooth part too, but light keeps the texture of what it falls on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision import native
from referee.vision.blocks import BLOCK, SHRINK, components
from referee.vision.motion import NOT_MOVED, shift_between
from referee.vision.numbers import A_SECOND, ALL_BUT, FEW, FEWEST, MOST, SOME
from referee.vision.scene import Floats, Image, Mask, Singles

CHANGED_GREY = 14
"""By so much a few (`FEW`) of the 64 small pixels in a block must differ."""
RESTLESS_CHANGED = 0.01
"""Of the blocks: while light is restless it may have changed so few, and else those that `ALL_BUT` leaves."""
MOST_GAIN = 8191
"""In 1024ths."""


@dataclass(eq=False)
class _Pictures:
    """The small pictures kept: the newest one, the references, and for how many frames each block has been quiet."""

    now: Image
    searched: Image
    clean: Image
    before: Image
    quiet: NDArray[np.int32]


class ChangeWatch:
    """Compares each picture with what was understood before.

    Attributes
    ----------
    unsearched : (rows, columns) blocks that changed since they were last looked through.
    foreign : blocks other than the clean table.
    resting : blocks of the clean table in which a large foreign thing came to rest, and lies still.
    moving : blocks that changed since the picture before.
    rested : unsearched blocks that will count as searched after this picture.
    restless : unsearched blocks that changed in this picture or the last one, and those that are `rested` now.
    """

    unsearched: Mask
    foreign: Mask
    resting: Mask
    moving: Mask
    rested: Mask
    restless: Mask

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget all pictures."""
        self._pictures: _Pictures | None = None
        self._restless = 0
        self._set_masks((0, 0))

    def feed(self, grey: Image, small: Image | None = None) -> None:
        """Take in a picture and set the block masks; a first picture, or one of another size, is all unsearched.

        `small` is the picture shrunk, where that was done already.
        """
        small = shrunk(grey) if small is None else small
        kept = self._pictures
        if kept is None or kept.now.shape != small.shape:
            shape = (-(-small.shape[0] // BLOCK), -(-small.shape[1] // BLOCK))
            self._pictures = _Pictures(small, small.copy(), small.copy(), small.copy(), np.zeros(shape, dtype=np.int32))
            self._set_masks(shape)
            return
        self._set_light_aside(small, kept, *_changed_since(small, (kept.now, kept.searched, kept.clean)))
        kept.now = small
        kept.quiet += 1
        kept.quiet[self.moving] = 0
        self.rested = self.unsearched & (kept.quiet == FEWEST)
        self.restless = self.unsearched & ((kept.quiet <= 1) | (kept.quiet == FEWEST))
        if self.foreign.any() or (self.resting & self.moving).any():
            again = (self.foreign | self.resting) & ~_changed(small, kept.before)
            self.foreign &= ~again
            table = kept.before.copy()
            _enter(kept.before, kept.clean, again & ~self.resting)  # a thing that comes back is one again
            _enter(kept.clean, table, again)
            self.resting &= ~again

    def _set_light_aside(self, small: Image, kept: _Pictures, moving: Mask, unsearched: Mask, foreign: Mask) -> None:
        """Set the masks, but for what the fall of light explains: in light that was restless lately, of less too.

        What has just changed much, and not by light, looks the less like light the older the picture is.
        """
        much = RESTLESS_CHANGED if self._restless else 1.0 - ALL_BUT
        self.moving, now = _but_for_light(moving, small, kept.now, much)
        if now is kept.now and np.count_nonzero(moving) > much * moving.size:
            much = 1.0
        self.unsearched, searched = _but_for_light(unsearched, small, kept.searched, much)
        self.foreign, clean = _but_for_light(foreign, small, kept.clean, much)
        explained = now is not kept.now or searched is not kept.searched or clean is not kept.clean
        self._restless = A_SECOND if explained else max(self._restless - 1, 0)
        if clean is not kept.clean:
            kept.before = relit(kept.before, small)
        kept.searched, kept.clean = searched, clean

    def understood(self, hand: Mask) -> None:
        """The picture has been looked through; `hand` are blocks under a hand, one that rests already too.

        Quiet blocks enter the references.
        """
        kept = self._pictures
        if kept is not None:
            _enter(kept.searched, kept.now, self.unsearched & (kept.quiet >= FEWEST))
            # While a hand is in the picture its sleeve may lie apart from it: nothing new is taken for the table soon.
            wait = A_SECOND if (hand & self.foreign).any() else FEWEST
            entering = self.foreign & (kept.quiet >= wait)
            things = hand & entering
            if things.any():
                table = self._bare(kept)
                for region, _ in components(things):
                    if is_shadow(kept.now, table, region):
                        things &= ~region
            _enter(kept.before, kept.clean, entering & ~self.resting)
            _enter(kept.clean, kept.now, entering)
            self.resting = (self.resting & ~entering & hand) | things

    def all_understood(self) -> None:
        """The whole picture was looked through: it is the new `searched`."""
        if self._pictures is not None:
            self._pictures.searched = self._pictures.now.copy()

    def all_clean(self) -> None:
        """The whole picture is the new clean table (it is seen for the first time)."""
        if self._pictures is not None:
            self._pictures.clean = self._pictures.now.copy()
            self._pictures.before = self._pictures.now.copy()
            self.foreign = np.zeros_like(self.foreign)
            self.resting = np.zeros_like(self.resting)

    def shifted(self) -> Floats:
        """The homography (3, 3) that takes the clean table to the newest picture if that was merely shifted."""
        kept = self._pictures
        return NOT_MOVED if kept is None else shift_between(kept.clean, kept.now, SHRINK)

    def bumped(self, way: Floats) -> None:
        """The camera or the board was bumped and found again: the picture is the new clean table, but for what is new.

        `way` (3, 3) leads from the picture before to this one. What looks neither as the table carried along nor as it
        looked in this place before (what lies around a pushed board stays) may be a hand, and what rested is one again.
        What does not look as the table carried along is to be searched, and so is what comes into sight at the edge.
        """
        kept = self._pictures
        if kept is None:
            return
        bare = self._bare(kept)
        kept.before, came = carried(bare, way)
        table = kept.before.copy()
        np.copyto(table, kept.now, where=came)
        differs = _changed(kept.now, table)
        self.unsearched = differs | (_counts(came) >= FEW)
        self.foreign = differs & _changed(kept.now, bare)
        self.resting = np.zeros_like(self.resting)
        kept.clean = kept.now.copy()
        _enter(kept.clean, table, self.foreign)

    def _bare(self, kept: _Pictures) -> Image:
        """The clean table, and in the stead of what rests there the one under it."""
        table = kept.clean.copy()
        _enter(table, kept.before, self.resting)
        return table

    def _set_masks(self, shape: tuple[int, ...]) -> None:
        self.unsearched, self.restless = np.ones((2, *shape), dtype=bool)
        self.foreign, self.resting, self.moving, self.rested = np.zeros((4, *shape), dtype=bool)


def _enter(reference: Image, now: Image, blocks: Mask) -> None:
    """Copy some blocks of the newest picture into a reference, in place."""
    if blocks.any():
        wide = np.repeat(np.repeat(blocks, BLOCK, axis=0), BLOCK, axis=1)
        np.copyto(reference, now, where=wide[: reference.shape[0], : reference.shape[1]])


def shrunk(grey: Image) -> Image:
    """Means of 4 x 4 pixels; what is left over at the right and below is not looked at."""
    rows, columns = grey.shape[0] // SHRINK, grey.shape[1] // SHRINK
    if native.library is not None:
        small = np.empty((rows, columns), dtype=np.uint8)
        native.run("rr_shrink", *native.picture_of(grey), small)
        return small
    whole = grey[: rows * SHRINK, : columns * SHRINK]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _but_for_light(changed: Mask, now: Image, then: Image, least: float) -> tuple[Mask, Image]:
    """Changed blocks and what they were compared with.

    When they are more than this share the fall of light is set aside, if it explains most of them, down to the texture
    of what it falls on. The reference is then given back in the new light: one with some blocks in this light and some
    in that would be explained by none.
    """
    much = np.count_nonzero(changed)
    if much > least * changed.size:
        lit = relit(then, now)
        left = _changed(now, lit)
        otherwise_lit = changed & left
        if np.count_nonzero(left) < MOST * much and keeps_texture(now, lit, changed & ~left):
            _enter(lit, now, ~otherwise_lit)
            return otherwise_lit, lit
    return changed, then


def _changed(now: Image, then: Image) -> Mask:
    """Blocks in which more than a few pixels differ, brightness of the whole picture set aside."""
    return np.asarray(_changed_since(now, (then,))[0])


def _changed_since(now: Image, then: Sequence[Image]) -> Mask:
    """The same against each of K pictures, (K, rows, columns)."""
    if native.library is not None:
        masks = np.empty((len(then), -(-now.shape[0] // BLOCK), -(-now.shape[1] // BLOCK)), dtype=np.bool_)
        others = np.array([native.address(one) for one in then], dtype=np.uintp)
        size = len(then), now.shape[1], now.shape[0]
        native.run("rr_changed", now, others, *size, CHANGED_GREY, FEW, masks)
        return masks
    apart = [cv2.absdiff(now, cv2.LUT(other, _lit(_usual_gain(now, other)))) for other in then]
    return np.stack([_counts(np.asarray(one > CHANGED_GREY)) >= FEW for one in apart])


def _usual_gain(now: Image, then: Image) -> int:
    """How much lighter a picture is than another one, in 1024ths.

    The usual ratio, so that a hand over less than half of the picture does not count as a change of light.
    """
    ratios = ((now[::8, ::8].astype(np.int32) + 4) * 1024 // (then[::8, ::8].astype(np.int32) + 4)).ravel()
    ratios = np.minimum(ratios, MOST_GAIN)
    return int(np.partition(ratios, ratios.size // 2)[ratios.size // 2])


def _lit(gain: int) -> Image:
    """What each level (256,) becomes in such light."""
    return np.minimum(np.arange(256) * gain // 1024, 255).astype(np.uint8)


def _counts(mask: Mask) -> Image:
    """How many pixels are set in each block."""
    rows, columns = -(-mask.shape[0] // BLOCK), -(-mask.shape[1] // BLOCK)
    beyond = rows * BLOCK - mask.shape[0], columns * BLOCK - mask.shape[1]
    whole = np.pad(mask.astype(np.uint8) * np.uint8(BLOCK**2), ((0, beyond[0]), (0, beyond[1])))
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.uint8)


class Greys:
    """Takes the colour from one picture after the other."""

    def __init__(self) -> None:
        self._room = np.empty((0, 0), dtype=np.uint8)

    def of(self, image: Image) -> tuple[Image, Image]:
        """A picture (H, W) or (H, W, 3) BGR as grey (H, W), and that at a quarter of its size.

        Colour pictures are written over the last one: new memory costs time.
        """
        if image.ndim == 2:
            grey = np.ascontiguousarray(image)
            return grey, shrunk(grey)
        if self._room.shape != image.shape[:2]:
            self._room = np.empty(image.shape[:2], dtype=np.uint8)
        if native.library is not None and image.strides[1:] == (3, 1):
            small = np.empty((image.shape[0] // SHRINK, image.shape[1] // SHRINK), dtype=np.uint8)
            size = image.shape[1], image.shape[0], image.strides[0]
            native.run("rr_grey", image, *size, self._room, small)
            return self._room, small
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY, dst=self._room)
        return self._room, shrunk(self._room)


def carried(small: Image, way: Floats) -> tuple[Image, Mask]:
    """A small picture as the camera would see it now, and what of it was outside: there it goes on as at the edge."""
    middle = (SHRINK - 1) / 2.0
    to_whole = np.array([[SHRINK, 0.0, middle], [0.0, SHRINK, middle], [0.0, 0.0, 1.0]])
    small_way = np.linalg.inv(to_whole) @ way @ to_whole
    high, wide = small.shape
    ends = np.array([[(0.0, 0.0), (wide - 1.0, 0.0), (wide - 1.0, high - 1.0), (0.0, high - 1.0)]])
    outside = np.ones_like(small)
    cv2.fillConvexPoly(outside, np.rint(cv2.perspectiveTransform(ends, small_way)).astype(np.int32), 0.0)
    flags, border = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
    seen = cv2.warpPerspective(small, small_way, (wide, high), flags=flags, borderMode=border)
    return np.asarray(seen, dtype=np.uint8), outside.view(np.bool_)


DARK = 8.0
"""Grey levels added before comparing: a ratio of next to nothing tells nothing."""
TEXTURE = 3.0
"""Grey levels (standard deviation) in a block that are no noise of a shrunk picture."""


def relit(then: Image, now: Image) -> Image:
    """The earlier picture in the light of `now`, of the same size."""
    before, after = then[:, ::SHRINK].astype(np.float32), now[:, ::SHRINK].astype(np.float32)
    ratio: Singles = np.log((after + DARK) / (before + DARK))
    across = _across(ratio)
    rows = np.median(ratio - across, axis=1)
    gain = np.exp(rows[:, None] + np.repeat(across, SHRINK, axis=1)[:, : then.shape[1]])
    lit = (then.astype(np.float32) + DARK) * gain - DARK
    return np.asarray(lit.clip(0.0, 255.0), dtype=np.uint8)


def is_shadow(now: Image, then: Image, region: Mask) -> bool:
    """Whether the blocks well inside a region (rows, columns) show the same grain and prints as then, and show any."""
    inner = np.asarray(cv2.erode(region.astype(np.uint8), np.ones((3, 3), dtype=np.uint8)), dtype=np.bool_)
    return keeps_texture(now, then, inner, FEW)


def keeps_texture(now: Image, lit: Image, blocks: Mask, least: int = 0) -> bool:
    """Whether these blocks (rows, columns) of two pictures show the same grain and prints, as far as they show any.

    `least` blocks must show some. Of those that do nearly all keep it in other light, 0.99 of them by lamps and bands
    (180 pairs of drawn pictures, five looks). Of 355 pairs with arms all but one are known by what the light would
    leave over or make differ (`MOST`: of the changed blocks arms leave 0.24, 0.50 and 0.56 in three pairs and 0.61 or
    more in all others, light at most 0.28); that one keeps 0.58. Of 100 drawn hands the most that keeps it is 0.67.
    """
    seen, expected = _texture(now, blocks), _texture(lit, blocks)
    power = (seen**2).mean(axis=1), (expected**2).mean(axis=1)
    textured = np.maximum(*power) > TEXTURE**2
    if np.count_nonzero(textured) < least:
        return False
    alike = (seen * expected).mean(axis=1) > 0.5 * np.sqrt(power[0] * power[1])
    return bool(np.count_nonzero(alike & textured) >= ALL_BUT * np.count_nonzero(textured))


def _texture(picture: Image, blocks: Mask) -> Singles:
    """What is left of the N blocks without their means (N, BLOCK * BLOCK)."""
    rows, columns = blocks.shape
    missing = rows * BLOCK - picture.shape[0], columns * BLOCK - picture.shape[1]
    whole = np.pad(picture, ((0, missing[0]), (0, missing[1])), mode="edge")
    cut = whole.reshape(rows, BLOCK, columns, BLOCK).transpose(0, 2, 1, 3)[blocks].reshape(-1, BLOCK * BLOCK)
    return np.asarray(cut - cut.mean(axis=1, keepdims=True), dtype=np.float32)


def _across(ratio: Singles) -> Singles:
    """The smooth part of a field (H, W) that differs across the picture: least absolute error over a coarse grid."""
    rows, columns = ratio.shape
    terms = _terms(rows, columns)
    seen = ratio[::SHRINK, ::2].ravel()
    design = terms[::SHRINK, ::2].reshape(-1, terms.shape[2])
    weight: Singles = np.ones_like(seen)
    found: Singles = np.zeros(terms.shape[2], dtype=np.float32)
    for _ in range(SOME):
        weighted = design * weight[:, None]
        found = np.asarray(np.linalg.lstsq(weighted.T @ design, weighted.T @ seen, rcond=None)[0], dtype=np.float32)
        weight = np.asarray(1.0 / np.maximum(np.abs(seen - design @ found), 0.02), dtype=np.float32)
    return np.asarray(terms @ found, dtype=np.float32)


@lru_cache(maxsize=2)
def _terms(rows: int, columns: int) -> Singles:
    """What may differ across a field: (H, W, 6)."""
    y, x = np.meshgrid(np.linspace(-1.0, 1.0, rows), np.linspace(-1.0, 1.0, columns), indexing="ij")
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)
