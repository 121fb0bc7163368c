"""Second prints on the table: a number that is seen at two places, or two faces of one piece.

The one that was there before is the piece. The other is kept as a copy for as long as it lies where it lies, even when
the piece itself is taken away: a hand may be carrying it, and a print beside the board must not become a move.

It is said which piece, and where in the picture; so too of sheets printed in the mirror.

Two equally clear prints at the very first sight are twins: nobody knows which is the piece, so neither is until the
other one is gone.

What is read only in the mirror is no print of the kit either: a camera that mirrors its picture, or a sheet that was
printed so.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.blocks import touching
from referee.vision.finder import Finder, Found
from referee.vision.kit_index import KitIndex
from referee.vision.likelihood import STILL_THERE
from referee.vision.motion import Motion
from referee.vision.numbers import FEW, FEWEST, LOOKS, MOST, SAME_PLACE, SURE_MARGIN
from referee.vision.place import lies_flat
from referee.vision.reading import Patterns, likeness
from referee.vision.scene import Floats, Image, MarkerDetection, Mask
from referee.vision.shapes import apart_px, same_print, side_px, together
from referee.vision.verify import measured_again
from referee.words.catalogue import told
from referee.words.fact import fact

ELSEWHERE = 2.0
"""So many sides from where it should be a marker is on another print."""


@dataclass(frozen=True, eq=False)
class _Copy:
    marker: MarkerDetection
    missed: int = 0


class KnownCopies:
    """Where second prints lie.

    Parameters
    ----------
    piece_of : which piece each number is on.

    Attributes
    ----------
    twins : the numbers whose prints are all copies, because two of the piece were there at first sight.
    """

    def __init__(self, piece_of: Mapping[int, str]) -> None:
        self._piece_of = piece_of
        self.reset()

    def reset(self) -> None:
        """No copy is known."""
        self._copies: list[_Copy] = []
        self.twins: frozenset[int] = frozenset()

    @property
    def markers(self) -> tuple[MarkerDetection, ...]:
        """The copies, as last measured."""
        return tuple(copy.marker for copy in self._copies)

    def put(self, marker: MarkerDetection) -> None:
        """A copy was found here; one known just there is replaced."""
        others = [copy for copy in self._copies if not same_print(marker, copy.marker)]
        self._copies = [*others, _Copy(marker)]

    def holds(self, marker: MarkerDetection) -> bool:
        """Whether this is a copy that was known before."""
        return any(same_print(marker, copy.marker) for copy in self._copies)

    def carry(self, grey: Image, patterns: Patterns, motion: Motion) -> None:
        """The picture moved: each is where it went along to, measured again if it is seen there."""
        there = motion.carried(self.markers)
        again = measured_again(grey, there, patterns, same_px=0.0)
        self._copies = [_Copy(fresh or marker) for marker, fresh in zip(there, again, strict=True)]

    def verify(self, grey: Image, patterns: Patterns, busy: Mask) -> Floats:
        """The corners (N, 4, 2) of the copies that lie where they lay.

        Forgets those that are gone: something else has been seen in their place for a while. What is missing in `busy`
        blocks (a hand, something that moves) may be there still.
        """
        if not self._copies:
            return np.empty((0, 4, 2))
        corners = together(copy.marker.corners_px for copy in self._copies)
        numbers = np.array([copy.marker.marker_id for copy in self._copies])
        here = likeness(grey, corners, patterns, numbers) >= STILL_THERE
        lost = (~here & ~touching(busy, corners)).tolist()
        pairs = zip(self._copies, here.tolist(), lost, strict=True)
        self._copies = [_Copy(copy.marker, 0 if yes else copy.missed + int(no)) for copy, yes, no in pairs]
        self._copies = [copy for copy in self._copies if copy.missed < LOOKS]
        return corners[here]

    def freed(self, known: Container[int]) -> list[MarkerDetection]:
        """The prints whose twins are gone: they are the pieces from now on. Numbers in `known` have one by now."""
        if not self.twins:
            return []
        lying = [copy.marker.marker_id for copy in self._copies]
        double = {self._piece_of.get(number) for number in self.twins if lying.count(number) > 1}
        named = {self._piece_of.get(number) for number in self.twins if number in known}
        over = {number for number in self.twins if self._piece_of.get(number) not in double - named}
        free = {number for number in over if self._piece_of.get(number) not in named}
        freed = [copy.marker for copy in self._copies if copy.marker.marker_id in free]
        self._copies = [copy for copy in self._copies if copy.marker.marker_id not in free]
        self.twins -= over
        return freed

    def tell_apart(self, found: Found, before: Mapping[int, MarkerDetection]) -> Found:
        """The whole picture was searched anew: which of the finds are pieces and which the copies known until now.

        Parameters
        ----------
        found : each number once, and what is double.
        before : where the pieces were, carried along if the picture moved, as the copies are.
        """
        if not self._copies and not found.copies:
            return found
        self.twins |= self._new_twins(found, before)
        pieces: list[MarkerDetection] = []
        copies: list[MarkerDetection] = []
        for number in sorted({marker.marker_id for marker in found.detections}):
            prints = [m for m in (*found.detections, *found.copies) if m.marker_id == number]
            known = [copy for copy in self.markers if copy.marker_id == number]
            real = None if number in self.twins else _most_likely(prints, before.get(number), known)
            pieces += [marker for marker in prints if marker is real]
            copies += [marker for marker in prints if marker is not real]
        self._copies = [_Copy(marker) for marker in copies]
        return replace(found, detections=tuple(pieces), copies=tuple(copies))

    def _new_twins(self, found: Found, before: Mapping[int, MarkerDetection]) -> frozenset[int]:
        """The numbers of pieces that were nowhere and of which two prints are seen, each number of both prints."""
        old = {self._piece_of.get(number) for number in (*before, *(m.marker_id for m in self.markers))}
        clear = {m.marker_id for m in found.detections if m.margin >= SURE_MARGIN}
        twice = {m.marker_id for m in found.copies if m.margin >= SURE_MARGIN and m.marker_id in clear}
        pieces = {self._piece_of.get(number) for number in twice} - old
        return frozenset(m.marker_id for m in found.detections if self._piece_of.get(m.marker_id) in pieces)


def _most_likely(
    prints: list[MarkerDetection], piece: MarkerDetection | None, copies: list[MarkerDetection]
) -> MarkerDetection | None:
    """The print that is the piece: the one nearest to where it was, the surest when it was nowhere; None when all are
    copies that were known before."""
    fresh = [m for m in prints if not any(_nearer(m, copy, piece) for copy in copies)]
    if not fresh:
        return None
    return fresh[0] if piece is None else min(fresh, key=lambda marker: apart_px(marker.corners_px, piece.corners_px))


def _nearer(marker: MarkerDetection, copy: MarkerDetection, piece: MarkerDetection | None) -> bool:
    """Whether a print lies where a copy lay rather than where the piece was."""
    far = apart_px(marker.corners_px, copy.corners_px)
    near = far < ELSEWHERE * side_px(copy.corners_px)
    return near and (piece is None or far < apart_px(marker.corners_px, piece.corners_px))


def second_prints(
    copies: Iterable[MarkerDetection],
    twins: Container[int],
    seen: Container[int],
    index: KitIndex,
    shape: tuple[int, ...],
    plane: TablePlane | None,
) -> list[str]:
    """A sentence for each second print of a piece; of a whole second set only some are named.

    What is left of a half covered marker may look like another number; it does not look square on the table.

    Parameters
    ----------
    copies : markers of second prints.
    twins : the numbers none of whose prints counts.
    seen : the numbers that count as the pieces themselves in this picture.
    shape : of the picture, (H, W).
    plane : the table, None when it is not known yet.
    """
    flat = [copy for copy in copies if _lies_flat(copy, index, plane)]
    said: dict[tuple[str, str, str], str] = {}
    for copy in sorted(flat, key=lambda copy: copy.marker_id):
        number, face, where = copy.marker_id, index.face_of[copy.marker_id], _where(copy, shape)
        if number in twins and number not in seen:
            elsewhere = [_where(other, shape) for other in flat if other.marker_id == number and other is not copy]
            if elsewhere:
                same = elsewhere[0] == where
                key, text4 = ("two-copies-together", {}) if same else ("two-copies", {"text4": elsewhere[0]})
                words = told(key, number=number, text=face.piece, text2=face.side, text3=where, **text4)
                said.setdefault((face.piece, face.side, ""), words)
                continue
        if number in seen:
            words = told("two-copies-one-counts", number=number, text=face.piece, text2=face.side, text3=where)
        else:
            words = told("second-print", text=face.piece, text2=where)
        said.setdefault((face.piece, face.side, where), words)
    sentences = list(said.values())
    return sentences if len(sentences) <= FEWEST else [*sentences[:FEWEST], told("more-second-prints")]


def mirrored_sheet(mirrored: Sequence[MarkerDetection], shape: tuple[int, ...]) -> str:
    """What is said of markers that are read only in the mirror, in a picture (H, W)."""
    middle = MarkerDetection(-1, np.mean([marker.corners_px for marker in mirrored], axis=0), 0.0)
    return told("printed-in-mirror", text=_where(middle, shape))


def _lies_flat(copy: MarkerDetection, index: KitIndex, plane: TablePlane | None) -> bool:
    face = index.face_of.get(copy.marker_id)
    return face is not None and (plane is None or lies_flat(face, copy, plane))


def _where(marker: MarkerDetection, shape: tuple[int, ...]) -> str:
    """In which ninth of the picture a marker lies."""
    x, y = marker.corners_px.mean(axis=0).tolist()
    row, column = (min(max(int(3.0 * at / whole), 0), 2) for at, whole in ((y, shape[0]), (x, shape[1])))
    return told("in-picture", how=("upper", "middle", "lower")[row] + ("-left", "", "-right")[column])


MIRRORED = fact("picture-mirrored")
AROUND = 6.0
"""Marker sides around these that belong to the sheet."""


def is_mirrored(in_mirror: int, found: int) -> bool:
    """Whether most of the markers are read in the mirror, `found` ones in the picture as it is.

    Of our own about one in ten looks like another one there.
    """
    return in_mirror >= FEW and in_mirror > MOST * (in_mirror + found)


def only_mirrored(found: Found) -> list[MarkerDetection]:
    """The markers that are read in the mirror and not as they are."""
    read = together(marker.corners_px for marker in (*found.detections, *found.copies)).mean(axis=1)
    return [marker for marker in found.mirrored if not _at(marker, read)]


def is_a_sheet(mirrored: Sequence[MarkerDetection]) -> bool:
    """Whether these markers, read only in the mirror, are too many for chance."""
    return len({marker.marker_id for marker in mirrored}) >= FEWEST


def without_sheet(found: Found, mirrored: Sequence[MarkerDetection], known: Container[int]) -> Found:
    """Leave out what lies on a mirrored sheet and is read as a number all the same.

    Some markers look like themselves, or like another one, in the mirror. Numbers in `known` were there before.
    """
    if not is_a_sheet(mirrored):
        return found
    hull = cv2.convexHull(np.concatenate([m.corners_px for m in mirrored]).astype(np.float32))
    room = AROUND * float(np.median([side_px(marker.corners_px) for marker in mirrored]))
    both_ways = together(marker.corners_px for marker in found.mirrored).mean(axis=1)

    def stays(marker: MarkerDetection) -> bool:
        x, y = marker.corners_px.mean(axis=0).tolist()
        beside = cv2.pointPolygonTest(hull, (x, y), True) < -room
        return beside or marker.marker_id in known or not _at(marker, both_ways)

    kept = tuple(marker for marker in found.detections if stays(marker))
    return replace(found, detections=kept, copies=tuple(marker for marker in found.copies if stays(marker)))


def are_strange(grey: Image, mirrored: Sequence[MarkerDetection], any_kit: Finder) -> bool:
    """Whether these are pieces of another kit, most of them read as they are: that only looks like ours mirrored."""
    as_seen = together(unmirrored(marker).corners_px for marker in mirrored)
    return 2 * len(any_kit.read_quads(grey, as_seen).detections) >= len(mirrored)


def unmirrored(marker: MarkerDetection) -> MarkerDetection:
    """The same with its corners clockwise in the picture, as of one printed right."""
    return MarkerDetection(marker.marker_id, marker.corners_px[::-1], marker.margin)


def _at(marker: MarkerDetection, middles_px: Floats) -> bool:
    """Whether one of these middles (N, 2) is this marker's."""
    apart = np.linalg.norm(middles_px - marker.corners_px.mean(axis=0), axis=1)
    return bool((apart < SAME_PLACE * side_px(marker.corners_px)).any())
