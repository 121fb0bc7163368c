"""The ordinary dice on a kit's grey mats, from picture to picture: read anew when a mat changed, named as they come.

While something moves on a mat, or it has just come into view, nothing is read there: all of it counts as unread until
two pictures of it agree, and is read in their mean.

A die that lies where it lay is the same die from picture to picture. Dice of one colour are alike: one that comes gets
the first free name of its colour, so that names tell the order in which dice were thrown one by one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, repeat

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from markers.geometry import relative
from markers.kit import Manifest, PipDice
from referee.vision.blocks import SHRINK, Patch, part_around, patch
from referee.vision.change import CHANGED_GREY, DARK, shrunk
from referee.vision.doubts import Sum
from referee.vision.kit_index import Face, KitIndex, wider
from referee.vision.numbers import AGREE_DEG, AGREE_MM, FEW, IN_TURN, LOOKS, MOVED_MM, SHADOW_MM
from referee.vision.pips.cover import SMALL
from referee.vision.pips.reader import read_dice
from referee.vision.place import on_table, to_picture
from referee.vision.quality import grey_of
from referee.vision.scene import DieSeen, Floats, Frame, Image, Mask, Point, Sighting
from referee.words.catalogue import told

OUT_OF_SIGHT = "mat-cut-off"
CONTRADICTION = "die-contradiction"
MOVING = "mat-moving"


@dataclass(frozen=True)
class DiceShown:
    """What one picture shows of the dice.

    Attributes
    ----------
    dice : every die and every unreadable thing on a mat.
    sightings : the dice that were read, by name; the side is the value.
    unread : table polygons of what could not be read: anything may lie there.
    problems : what people can do about it, in sentences.
    placed_anew : sightings (piece, side) of dice that lie where they lay, and whose place or turn is known better now.
    """

    dice: tuple[DieSeen, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    unread: tuple[tuple[Point, ...], ...] = ()
    problems: tuple[str, ...] = ()
    placed_anew: tuple[tuple[str, str], ...] = ()


@dataclass(eq=False)
class _Mat:
    """One mat that looks as it was first seen, and what was read of it since.

    Attributes
    ----------
    place : its corners (N, 2) on the table.
    patch, part : where it is in the picture, and in the shrunk one.
    looks, first : the shrunk part it was first seen in; and that picture, until it is added up.
    other : the mat as it looked in the last picture, where that was otherwise.
    sum : the pictures of it, added up.
    readings, stale : what was read; and whether it was when less was known of the camera above the table.
    known : whether its dice lie as they lay before a bump: then one picture is enough.
    """

    place: Floats
    patch: Patch
    part: tuple[slice, slice]
    looks: Image
    first: Frame | None
    sum: Sum
    other: _Mat | None = None
    readings: list[tuple[DieSeen, ...]] = field(default_factory=list)
    stale: bool = False
    known: bool = False

    @property
    def done(self) -> bool:
        """Whether no further picture is read."""
        if not self.readings or self.stale:
            return False
        least = FEW if all(die.value is not None for die in self.readings[-1]) else 2 * LOOKS
        return self.known or self.sum.pictures >= least

    def steadied(self, frame: Frame) -> Image | None:
        """The mean of all pictures so far, and of this one, where the mat is; None when it need not be read.

        It is read whenever they are twice as many, which halves the noise; readings that contradict each other leave
        a die unsure.
        """
        image = frame.colour
        for one in [image] if self.first is None else [self.first.colour, image]:
            self.sum.add(one)
        self.first = None
        if self.readings and not self.stale and not self.sum.doubled:
            return None
        steady = image.copy()
        steady[self.sum.box] = self.sum.mean
        return steady

    def has_colours_of(self, frame: Frame) -> bool:
        """Whether it can be added to those read: a camera may turn from colours to grey."""
        if self.first is not None:
            return _in_colour(self.first) == _in_colour(frame)
        return self.sum.total is None or (self.sum.total.ndim > 2) == _in_colour(frame)

    def rests(self, area: Floats, changed: Mask) -> bool:
        """Whether it was read, lies where it lay, and nothing changed in its part of the picture."""
        patch = self.patch
        if self.other is not None or not self.done or changed[patch.top : patch.bottom, patch.left : patch.right].any():
            return False
        return _lies_alike(self.place, area)

    def is_seen_in(self, small: Image, area: Floats) -> bool:
        """Whether this shrunk picture shows it as it was first seen, now that it is taken to lie there."""
        return _lies_alike(self.place, area, AGREE_MM) and _alike(self.looks, small[self.part])


class DiceWatch:
    """Reads a kit's dice. `shown` is what the last picture looked at showed of them.

    Parameters
    ----------
    manifest : the kit, with its mats and its dice.
    index : the kit's faces.
    """

    def __init__(self, manifest: Manifest, index: KitIndex) -> None:
        self._index = index
        self._kinds = manifest.dice
        self._names = DiceNames(manifest.dice)
        self._edge_mm = manifest.dice[0].edge_mm if manifest.dice else 0.0
        self._colours = tuple(kind.colour for kind in manifest.dice)
        self._areas = {(one.piece, one.side): relative(one).mats_mm for one in manifest.items if one.mats_mm}
        self.reset()

    def reset(self) -> None:
        """Forget all dice: the table frame is a new one."""
        self._mats: dict[tuple[str, str, int], _Mat] = {}
        self._lay: dict[tuple[str, str, int], tuple[DieSeen, ...]] = {}
        self.shown = DiceShown()
        self._shape: tuple[int, ...] = ()
        self._names.reset()
        self._looks = 0
        self._asked = False

    def read_anew(self, bumped: bool = False) -> None:
        """Read every mat again: the camera above the table is known better, or was moved.

        After a bump one picture is enough of a mat whose dice lie as they lay; without one the pictures so far count.
        """
        self._lay = {key: _agreed(mat.readings) for key, mat in self._mats.items() if bumped and mat.done}
        if bumped:
            self._mats = {}
        for mat in self._mats.values():
            mat.stale = True

    def whole(self, plane: TablePlane) -> Iterator[Patch]:
        """The parts of the picture that dice read before cover, with their shadows: no hand lies there."""
        return (_covered(die, self._edge_mm, plane) for die in self._names.lying.values())

    def look(
        self,
        frame: Frame,
        plane: TablePlane,
        cards: Sequence[Sighting],
        covered: Sequence[Sequence[Point]],
        changed: Mask | None = None,
        still: bool = False,
        small: Image | None = None,
    ) -> DiceShown:
        """The dice in a picture.

        Parameters
        ----------
        frame : the picture; its colours are asked for when a mat is read.
        cards : sightings of the pieces that bear mats, remembered ones too.
        covered : table polygons under hands; a mat that one of them reaches stays as it was read.
        changed : the blocks of the picture that changed; None when that is not known.
        still : nothing moves in this picture, however much it differs from the one before.
        small : the picture as `change.shrunk` has it, where that is known.
        """
        if not self._areas:
            return DiceShown()
        self._looks += 1
        image = frame.image
        if image.shape[:2] != self._shape:
            self._shape = image.shape[:2]
            self._mats = {}
            self.read_anew()
        mats = list(self._mats_on(cards))
        calm = None if self._looks % IN_TURN == 0 else changed
        if mats and calm is not None and not covered and self._all_rest(mats, calm):
            return self.shown
        small = shrunk(grey_of(image)) if small is None else small
        self._asked = False
        dice: list[DieSeen] = []
        rested: list[DieSeen] = []
        moving: list[Floats] = []
        for key, area, height_mm in mats:
            before = self._mats.get(key)
            seen = self._on_mat(key, frame, small, plane, area, height_mm, covered, calm, still)
            if seen is None:
                moving.append(area)
                seen = tuple(replace(die, value=None, doubt=MOVING) for die in _agreed(self._mats[key].readings))
            elif self._mats.get(key) is before:
                rested += seen
            dice += seen
        shown = self._shown(dice, moving, rested, [one for one in cards if (one.piece, one.side) not in self._areas])
        self.shown = replace(shown, placed_anew=())
        return shown

    def _shown(
        self, dice: Sequence[DieSeen], moving: Sequence[Floats], rested: Sequence[DieSeen], lying: Sequence[Sighting]
    ) -> DiceShown:
        """What is told of these dice, some of them on mats that rest; `moving` are the corners (N, 2) of others.

        `lying` are pieces without mats.
        """
        before = self._names.lying
        named = self._names.name(dice)
        sightings = tuple(
            Sighting(name, str(die.value), die.x_mm, die.y_mm, die.angle_deg, die.confidence, 90.0)
            for name, die in sorted(named.items())
        )
        unread = tuple(square(die, self._edge_mm) for die in dice if die.value is None and die.doubt != MOVING)
        whole = tuple(tuple((float(x), float(y)) for x, y in area) for area in moving)
        anew = placed_anew(before, named, rested)
        return DiceShown(tuple(dice), sightings, (*unread, *whole), self._problems(dice, lying), anew)

    def _all_rest(self, mats: Sequence[tuple[tuple[str, str, int], Floats, float]], changed: Mask) -> bool:
        """Whether these mats were all read and nothing has changed on any, and there is no other one."""
        keys = {key for key, _, _ in mats}
        return keys == self._mats.keys() and all(self._mats[key].rests(area, changed) for key, area, _ in mats)

    def _mats_on(self, cards: Sequence[Sighting]) -> Iterator[tuple[tuple[str, str, int], Floats, float]]:
        """Each mat in sight: its key, its corners (N, 2) on the table, its height."""
        for card in cards:
            for number, mat in enumerate(self._areas.get((card.piece, card.side), ())):
                face, key = self._index.faces[card.piece, card.side], (card.piece, card.side, number)
                yield key, _lies_mm(face, card, tuple(mat)), face.height_mm

    def _on_mat(
        self,
        key: tuple[str, str, int],
        frame: Frame,
        small: Image,
        plane: TablePlane,
        area: Floats,
        height_mm: float,
        covered: Sequence[Sequence[Point]],
        changed: Mask | None,
        still: bool,
    ) -> tuple[DieSeen, ...] | None:
        """The dice on one mat, None while something may move there: until two pictures of it look alike."""
        mat = self._mats.get(key)
        corners = [(x, y) for x, y in area.tolist()]
        if any(meet(corners, other) for other in covered):
            return _agreed(mat.readings) if mat is not None else ()
        if mat is not None and changed is not None and mat.rests(area, changed):
            return _agreed(mat.readings)
        px = to_picture(plane, np.column_stack([area, np.full(len(area), height_mm)]))
        part = _part(px, frame.image.shape)
        if part is None:
            x, y = area.mean(axis=0)
            return (DieSeen("", None, float(x), float(y), 0.0, 0.0, OUT_OF_SIGHT),)
        if mat is None and self._asked and not still and key in self._lay:
            return self._lay[key]  # after a bump one mat a picture is read: until its turn each is told as it lay
        at_once = still or key in self._lay
        if mat is not None and not (mat.done or mat.has_colours_of(frame)):
            mat, at_once = None, True
        wide = np.pad(wider(area, 2.0 * self._edge_mm), ((0, 0), (0, 1)))  # dice on it stand out so far
        around = part_around(np.nan_to_num(to_picture(plane, wide)), 0.0, frame.image.shape)
        now = _Mat(area, patch(px.tolist()), part, small[part], None if at_once else frame, Sum(around))
        if mat is None:
            mat = now
        elif mat.is_seen_in(small, area):
            mat.other = None
            if not _lies_alike(mat.place, area):  # its place is known better
                mat = replace(now, part=mat.part, looks=mat.looks, first=mat.first, sum=mat.sum)
        elif mat.other is not None and mat.other.is_seen_in(small, area):
            mat = mat.other
        elif still:
            mat = now
        else:
            mat.other = now
            return None
        self._mats[key] = mat
        if mat is now and not at_once:
            return None
        if not mat.done:
            steady = mat.steadied(frame)
            if steady is not None:
                self._asked = True
                seen = read_dice(steady, plane, corners, self._colours, self._edge_mm, height_mm)
                mat.readings, mat.stale = [seen] if mat.stale else [*mat.readings, seen], False
                lay = self._lay.pop(key, None)
                if lay is not None and _lie_alike(lay, mat.readings[0]):
                    mat.readings, mat.known = [lay], True
        return _agreed(mat.readings)

    def _problems(self, dice: Sequence[DieSeen], lying: Sequence[Sighting]) -> tuple[str, ...]:
        doubtful = [die for die in dice if die.value is None and die.doubt != MOVING]
        over = laid_over(doubtful, lying, self._index)
        doubts = [die.doubt for die in doubtful if die not in over]
        small, others = doubts.count(SMALL), [doubt for doubt in doubts if doubt != SMALL]
        found = [told("die-too-small", count=small)] if small else []
        if others:
            found.append(told("die-doubtful", count=len(others), doubt=[told(one) for one in dict.fromkeys(others)]))
        found += [told("piece-on-mat", text=piece) for piece in over.values()]
        for kind in self._kinds:
            count = sum(die.value is not None and die.colour == kind.colour for die in dice)
            if count > len(kind.pieces):
                found.append(told("dice-too-many", count=count, colour=kind.colour, n=len(kind.pieces)))
        return tuple(dict.fromkeys(found))


@lru_cache(maxsize=64)
def _lies_mm(face: Face, card: Sighting, mat: tuple[Point, ...]) -> Floats:
    """The corners (N, 2) of a mat on the table; the same array while its card lies where it lay."""
    return on_table(face, card, np.array(mat))[:, :2]


@lru_cache(maxsize=64)
def _covered(die: DieSeen, edge_mm: float, plane: TablePlane) -> Patch:
    """The part of the picture that a die covers with its shadow."""
    corners = np.array(square(die, 2.0 * edge_mm))
    return patch(to_picture(plane, np.column_stack([corners, np.full(4, edge_mm / 2.0)])).tolist())


def _agreed(readings: Sequence[tuple[DieSeen, ...]]) -> tuple[DieSeen, ...]:
    """One reading from several pictures of a mat at rest: the last one, of most pictures, but for contradictions."""
    agreed = []
    for die in readings[-1] if readings else ():
        others = [one for dice in readings for one in dice if one.value is not None and near(one, die)]
        against = die.value is not None and any((one.value, one.colour) != (die.value, die.colour) for one in others)
        agreed.append(replace(die, value=None, doubt=CONTRADICTION) if against else die)
    return tuple(agreed)


def _part(px: Floats, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    """Where a mat with corners (N, 2) px is in the shrunk picture; None when it is not wholly in the picture (H, W)."""
    if not np.isfinite(px).all():
        return None
    low = np.floor(px.min(axis=0)).astype(int)
    high = np.ceil(px.max(axis=0)).astype(int) + 1
    if (low < 0).any() or high[0] > shape[1] or high[1] > shape[0]:
        return None
    left, top = (low // SHRINK).tolist()
    right, bottom = np.maximum(high // SHRINK, (left + 1, top + 1)).tolist()
    return slice(top, bottom), slice(left, right)


def _lie_alike(then: Sequence[DieSeen], now: Sequence[DieSeen]) -> bool:
    """Whether the same dice lie in the same places, turned alike."""
    return len(then) == len(now) and all(
        (one.value, one.colour) == (other.value, other.colour)
        and apart_mm(one, other) <= MOVED_MM
        and abs((one.angle_deg - other.angle_deg + 45.0) % 90.0 - 45.0) <= AGREE_DEG
        for one, other in zip(then, now, strict=True)
    )


def _in_colour(frame: Frame) -> bool:
    return frame.in_colour is not None or frame.image.ndim > 2


def _lies_alike(then: Floats, now: Floats, within_mm: float = MOVED_MM) -> bool:
    """Whether the corners (N, 2) of a mat lie about where they lay."""
    return then is now or bool(np.abs(then - now).max() <= within_mm)


def _alike(then: Image, now: Image) -> bool:
    """Whether a part of two shrunk pictures looks alike."""
    change = cv2.absdiff(now, then)
    if int(change.max()) - int(change.min()) <= CHANGED_GREY:
        return True
    # light that changes everywhere alike, or along the rows as a flickering lamp's, is no new throw
    before, after = then.astype(np.float32), now.astype(np.float32)
    across = tuple(range(1, before.ndim))
    gain = np.median((after + DARK) / (before + DARK), axis=across, keepdims=True)
    return bool((np.abs(after - (before + DARK) * gain + DARK) <= CHANGED_GREY).all())


class DiceNames:
    """Remembers which die of a kit lies where.

    Parameters
    ----------
    kinds : the kit's dice by colour, with their names.
    """

    def __init__(self, kinds: Sequence[PipDice]) -> None:
        self._kinds = kinds
        self.reset()

    def reset(self) -> None:
        """No die was seen yet."""
        self.lying: Mapping[str, DieSeen] = {}

    def name(self, dice: Sequence[DieSeen]) -> Mapping[str, DieSeen]:
        """The dice that were read, by name: those that lie there still, then those that got the first free names."""
        named: dict[str, DieSeen] = {}
        fresh = []
        for die in (one for one in dice if one.value is not None):
            name = next((n for n, old in self.lying.items() if n not in named and _same(old, die)), None)
            if name is None:
                fresh.append(die)
            else:
                named[name] = die
        for die in sorted(fresh, key=lambda one: (one.x_mm, one.y_mm)):
            kind = next((kind for kind in self._kinds if kind.colour == die.colour), None)
            name = next((n for n in kind.pieces if n not in named), None) if kind else None
            if name is not None:
                named[name] = die
        # dice that cannot be read for the moment keep their names
        unread = [die for die in dice if die.value is None]
        left = {n: old for n, old in self.lying.items() if n not in named}
        kept = {n: old for n, old in left.items() if any(apart_mm(old, one) < self._kinds[0].edge_mm for one in unread)}
        self.lying = {**kept, **named}
        return named


def placed_anew(
    before: Mapping[str, DieSeen], now: Mapping[str, DieSeen], rested: Collection[DieSeen]
) -> tuple[tuple[str, str], ...]:
    """The dice, (name, value), on mats that look as they did (`rested`) that are read elsewhere or turned otherwise."""
    return tuple(
        (name, str(die.value))
        for name, die in sorted(now.items())
        if die in rested and name in before and _same(before[name], die) and _pose(before[name]) != _pose(die)
    )


def near(one: DieSeen, other: DieSeen) -> bool:
    """Whether two readings are of one die, as far as its place goes."""
    return apart_mm(one, other) <= AGREE_MM


def apart_mm(one: DieSeen, other: DieSeen) -> float:
    """How far the middles of two dice lie apart."""
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


def _pose(die: DieSeen) -> tuple[float, float, float]:
    return die.x_mm, die.y_mm, die.angle_deg


def _same(one: DieSeen, other: DieSeen) -> bool:
    return near(one, other) and (one.value, one.colour) == (other.value, other.colour)


def laid_over(dice: Sequence[DieSeen], lying: Sequence[Sighting], index: KitIndex) -> dict[DieSeen, str]:
    """Which of the things on mats that are no readable `dice` are seen where one of the pieces `lying` is: its name.

    It may be seen as far beside its outline as its shadow is: it lies lower than the upper faces of dice.
    """
    found: dict[DieSeen, str] = {}
    for one in lying if dice else ():
        face = index.faces.get((one.piece, one.side))
        if face is not None:
            outline = on_table(face, one, face.wide_mm(SHADOW_MM))[:, :2].astype(np.float32)
            found |= {
                die: one.piece for die in dice if cv2.pointPolygonTest(outline, (die.x_mm, die.y_mm), True) >= 0.0
            }
    return found


def meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether the convex outlines of two polygons overlap or touch."""
    first, second = (cv2.convexHull(np.array(points, np.float32)) for points in (one, other))
    if cv2.intersectConvexConvex(first, second)[0] > 0.0:
        return True
    corners = chain(zip(repeat(first), other), zip(repeat(second), one))
    return any(cv2.pointPolygonTest(hull, corner, False) >= 0.0 for hull, corner in corners)


def square(die: DieSeen, edge_mm: float) -> tuple[Point, ...]:
    """The outline of a die with such an edge, with a little room."""
    half = 0.6 * edge_mm
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple((die.x_mm + x * half, die.y_mm + y * half) for x, y in signs)
