"""Where a hand, or another foreign thing, lies over the table.

A hand is a large part of the picture that differs from the clean table and in which no marker is seen: where a marker
can be read nothing is in the way. It belongs to an arm, so it reaches the picture's edge, or is very large. A moved
piece changes the picture too, where it was and where its shadow falls, but not as far as the edge; nor is the bare
table a hand that comes to light where a large piece lay.

Only a hand over what lies on the table, or close to it, is in the way. What an arm on the rim hides is hidden all the
same, but the rest of the table is seen, and the race goes on. So it does beside a thing that has come to rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.blocks import BLOCK_PX, Box, Patch, clear_around, components, patch, within
from referee.vision.kit_index import Face, KitIndex
from referee.vision.numbers import A_SECOND, FEWEST, SHADOW_MM
from referee.vision.place import on_table, to_picture, to_table
from referee.vision.poses import Pieces
from referee.vision.scene import Floats, Mask, Point, Sighting

HAND_MM2 = 1800.0
ANYWHERE_MM2 = 6000.0
"""As large as this, a thing that does not reach the edge of the picture is in the way too."""
GROUP_MM = 40.0
"""Markers of neighbouring spaces lie so near to each other, aslant too; a piece on one lies within half of that."""


@dataclass(frozen=True, eq=False)
class Foreign:
    """Foreign things over the table: the blocks they cover and their outlines on the table, those at rest apart."""

    blocks: Mask
    outlines_mm: tuple[tuple[Point, ...], ...]
    resting_mm: tuple[tuple[Point, ...], ...] = ()


class Hands:
    """Finds hands and other foreign things, and tells those in the way from arms on the rim.

    Parameters
    ----------
    index : the kit.
    """

    def __init__(self, index: KitIndex) -> None:
        self._index = index
        # smaller pieces, with their shadows, leave no gap that could be taken for a hand
        self._large = {
            key
            for key, face in index.faces.items()
            if not face.fixed and cv2.contourArea(face.wide_mm(SHADOW_MM).astype(np.float32)) >= HAND_MM2
        }
        self.reset()

    def reset(self) -> None:
        """Nothing was seen to lie on the table yet."""
        self._lay: dict[str, Sighting] = {}
        self._taken_in: Pieces | None = None
        self._stood: dict[tuple[str, str], Sighting] = {}
        self._left: dict[Sighting, int] = {}
        self._board: tuple[list[Patch], Mask] | None = None
        self._rests: tuple[Mask, TablePlane, Foreign] | None = None

    def look(
        self,
        changed: Mask,
        resting: Mask,
        seen_px: Sequence[Floats],
        whole: Sequence[Sighting],
        dice: Iterable[Patch],
        pieces: Pieces,
        plane: TablePlane,
    ) -> tuple[Mask, Foreign]:
        """The blocks of the hands in the way, and all foreign things, arms on the rim outlined more closely.

        The parameters are those of `foreign_things`, blocks of things that have come to rest, the pieces of which every
        marker is seen, where dice lie, and what is seen of the pieces: one that is not seen now counts where it was
        seen last, as the hand may be over it.
        """
        lying = chain(whole, self._vacated(pieces.seen))
        if pieces is not self._taken_in:
            self._lay.update((one.piece, one) for one in (*pieces.seen, *pieces.remembered))
            self._taken_in = pieces
        if changed.any():
            self._rests = None
        elif self._rests is not None and self._rests[1] is plane and np.array_equal(self._rests[0], resting):
            return np.zeros_like(changed), self._rests[2]
        bare = (self._part(one, plane) for one in lying)
        foreign = foreign_things(changed | resting, seen_px, plane, chain(bare, dice))
        if not foreign.outlines_mm:
            return foreign.blocks, foreign
        board = self._around_pieces(plane, foreign.blocks.shape)
        in_the_way, seen = np.zeros_like(foreign.blocks), _middles(seen_px, foreign.blocks.shape)
        outlines: list[tuple[Point, ...]] = []
        at_rest: list[tuple[Point, ...]] = []
        for region, _ in components(foreign.blocks):
            over, stirs = bool((region & board).any()), region & changed
            if blocks_mm2(plane, stirs.shape)[stirs].sum() < HAND_MM2 and (region & resting).any():
                at_rest += _outlines_beside(region, seen if over else board, plane)
            elif over:
                in_the_way |= stirs
                outlines += [outline] if (outline := outline_of(region, plane)) is not None else []
            else:
                outlines += _outlines_beside(region, board, plane)
        things = Foreign(foreign.blocks, tuple(outlines), tuple(at_rest))
        if not changed.any():
            self._rests = resting, plane, things
        return in_the_way, things

    def _vacated(self, seen: Sequence[Sighting]) -> list[Sighting]:
        """Where large loose pieces lay until lately: a hand that carried one away takes its time."""
        now = {(s.piece, s.side): s for s in seen if (s.piece, s.side) in self._large}
        self._left = {lay: looks - 1 for lay, looks in self._left.items() if looks > 1}
        for key, old in self._stood.items():
            new = now.get(key)
            if new is not old and (new is None or math.hypot(new.x_mm - old.x_mm, new.y_mm - old.y_mm) > SHADOW_MM):
                self._left[old] = 2 * A_SECOND
        self._stood = now
        return list(self._left)

    def _part(self, one: Sighting, plane: TablePlane) -> Patch:
        """The part of the picture that a piece covers, with its shadow."""
        return _covered(self._index.faces[one.piece, one.side], one, plane)

    def _around_pieces(self, plane: TablePlane, shape: tuple[int, ...]) -> Mask:
        """The blocks of the picture in which pieces lie, or close to which; worked out anew when one has moved."""
        patches = [self._part(one, plane) for one in self._lay.values()]
        if self._board is None or self._board[0] != patches or self._board[1].shape != shape:
            board = within(patches, shape).view(np.uint8)
            self._board = patches, np.asarray(cv2.dilate(board, np.ones((3, 3), dtype=np.uint8)), dtype=np.bool_)
        return self._board[1]


@lru_cache(maxsize=1024)
def _covered(face: Face, one: Sighting, plane: TablePlane) -> Patch:
    return patch(to_picture(plane, on_table(face, one, face.wide_mm(SHADOW_MM))))


def foreign_things(
    changed: Mask, seen_corners_px: Iterable[Floats], plane: TablePlane, whole: Iterable[Patch] = ()
) -> Foreign:
    """Large changed regions in which no marker is seen.

    Parameters
    ----------
    changed : blocks that differ from the clean table.
    seen_corners_px : (N, 4, 2) corners of the markers seen in this frame, and of more of them.
    whole : where each piece lies of which every marker is seen, asked for only when it matters: nothing is over it.
    """
    blocks = np.zeros_like(changed)
    if not changed.any():
        return Foreign(blocks, ())
    left = changed.copy()
    for corners in seen_corners_px:
        clear_around(left, corners)
    if left.any():
        left &= ~within(whole, left.shape)
    if not left.any():
        return Foreign(blocks, ())
    outlines = []
    for region, box in components(left):
        least_mm2 = HAND_MM2 if _reaches_edge(box, left.shape) else ANYWHERE_MM2
        large = blocks_mm2(plane, left.shape)[region].sum() >= least_mm2
        if large and (outline := outline_of(region, plane)) is not None:
            blocks |= region
            outlines.append(outline)
    return Foreign(blocks, tuple(outlines))


def hidden_groups(hidden_mm: Sequence[Point], pieces_mm: Sequence[Point]) -> tuple[tuple[Point, ...], ...]:
    """Outlines of places where several neighbouring markers of still pieces are hidden and no piece is seen on them."""
    if len(hidden_mm) < FEWEST:
        return ()
    bare = [p for p in hidden_mm if all(math.dist(p, q) > GROUP_MM / 2.0 for q in pieces_mm)]
    outlines = []
    while bare:
        group = [bare.pop()]
        for member in group:
            group += [p for p in bare if math.dist(p, member) < GROUP_MM]
            bare = [p for p in bare if p not in group]
        if len(group) >= FEWEST:
            outlines.append(_around(np.array(group)))
    return tuple(outlines)


def _reaches_edge(box: Box, shape: tuple[int, ...]) -> bool:
    """Whether a region's box comes within one block of the picture's edge."""
    left, top, right, bottom = box
    return top <= 1 or left <= 1 or bottom >= shape[0] - 1 or right >= shape[1] - 1


@lru_cache(maxsize=4)
def blocks_mm2(plane: TablePlane, shape: tuple[int, ...]) -> Floats:
    """What each block of the picture shows of the table, mm^2 (rows, columns); nan over the horizon."""
    rows, columns = np.indices((shape[0] + 1, shape[1] + 1)) * float(BLOCK_PX)
    at = to_table(plane, np.column_stack([columns.ravel(), rows.ravel()])).reshape(*rows.shape, 2)
    across, down = np.diff(at, axis=1)[:-1], np.diff(at, axis=0)[:, :-1]
    return np.asarray(np.abs(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]))


def outline_of(region: Mask, plane: TablePlane) -> tuple[Point, ...] | None:
    """A region's convex outline on the table, None when it reaches the horizon."""
    blocks = np.argwhere(region)[:, ::-1]
    corners = np.concatenate([blocks + np.array(d) for d in ((0, 0), (1, 0), (0, 1), (1, 1))])
    hull = cv2.convexHull((corners * BLOCK_PX).astype(np.float32)).reshape(-1, 2).astype(np.float64)
    table = to_table(plane, hull)
    if not np.isfinite(table).all():
        return None
    return tuple((float(x), float(y)) for x, y in table)


def _around(points: Floats) -> tuple[Point, ...]:
    """The convex outline of some table points, half a space wider on each side."""
    wide = np.concatenate([points + GROUP_MM / 3.0 * np.array(d) for d in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    hull = cv2.convexHull(wide.astype(np.float32)).reshape(-1, 2)
    return tuple((float(x), float(y)) for x, y in hull)


def _middles(corners_px: Iterable[Floats], shape: tuple[int, ...]) -> Mask:
    """The blocks of the middles of these quads, each (N, 4, 2)."""
    blocks = np.zeros(shape, dtype=np.bool_)
    columns, rows = (np.concatenate([quads.mean(axis=1) for quads in corners_px]) / BLOCK_PX).astype(np.int64).T
    blocks[rows.clip(0, shape[0] - 1), columns.clip(0, shape[1] - 1)] = True
    return blocks


def _outlines_beside(region: Mask, board: Mask, plane: TablePlane) -> list[tuple[Point, ...]]:
    """Convex outlines of a region on the table that all stay off the board: halved until they do."""
    rows, columns = np.nonzero(region)
    filled = np.zeros(region.shape, dtype=np.uint8)
    cv2.fillConvexPoly(filled, cv2.convexHull(np.column_stack([columns, rows]).astype(np.int32)), 1)
    if not (filled.astype(np.bool_) & board).any():
        outline = outline_of(region, plane)
        return [] if outline is None else [outline]
    halves = [region.copy(), region.copy()]
    if np.ptp(rows) > np.ptp(columns):
        middle = (int(rows.min()) + int(rows.max()) + 1) // 2
        halves[0][middle:], halves[1][:middle] = False, False
    else:
        middle = (int(columns.min()) + int(columns.max()) + 1) // 2
        halves[0][:, middle:], halves[1][:, :middle] = False, False
    return [outline for half in halves for outline in _outlines_beside(half, board, plane)]
