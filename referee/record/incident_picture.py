"""The picture of an incident: the place, cut out and large, with what was done and what would have been legal over it.

One drawing for the page, a phone, the report and the film. The way that was seen is a dark arrow, its steps numbered,
from a dashed start; only what the verdict is about is in its colour, with a cross (a fault) or a question mark at its
edge, and the rest of the turn is left out. What would have been right is green: what the rule itself tells, or else
where legal turns end. What was covered is hatched. Above the place stand, large, who did it, if anybody knows, and of
each broken rule what it is about, what was done and what should be; at the foot the verdict and, small, its rule.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import count, pairwise, product
from threading import Lock

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from markers import kits
from markers.geometry import relative
from markers.kit import Manifest, PlacedPiece
from markers.livery import on
from referee.games.colours import DRIVERS
from referee.mind.reasoned import Game
from referee.recent import CLIP, split
from referee.record.entry import Entry, Store
from referee.record.fold import RaceState, fold
from referee.record.incident import (
    ALIKE,
    AS_BEFORE,
    LINE,
    LOCKED,
    NONE,
    STILL_MM,
    Change,
    Incident,
    apart,
    from_way,
    incident_of,
    led,
    lies,
    spot,
)
from referee.record.lettering import LEAST_PX, PAPER, WHITE, Part, band, foot, write
from referee.record.view import View
from referee.record.words import Tongue
from referee.words.catalogue import ENGLISH, Catalogue

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom in px of a kept picture."""

WIDTH_PX, HEAD_PX, HEIGHT_PX, FOOT_PX = 960, 144, 560, 96
SIZE_PX = np.array((WIDTH_PX, HEIGHT_PX))
"""How large the place is shown, and how high the words above and below it are: six by five in all."""
LEAST_SHARE = 0.2
"""At least so much of the kept picture's width is shown, so that one still sees where on the table it is."""
ROOM_MM = 40.0
"""Around all that is shown so much of the table is, too: a piece's signs, and the tile that it stands on."""
INSET_SHARE, LACKING_SHARE = 0.3, 0.16
"""Dice that were rolled elsewhere are shown in a corner, so wide at most; what somebody does not hold, so wide."""
MOST_LARGER, SMALL_PX = 3.0, 30
"""So many times larger than it was kept at most; what is wrong and takes no more px is shown so, too."""

TRAY_MM = 160.0
"""Dice that were rolled together lie within so much of each other."""
DISC_PX = 23
"""Radius of the discs that numbers and signs stand in."""
BESIDE = 0.9
"""So many radii of a disc off a piece's edge stand its signs."""
ROUND = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))
"""The directions in which signs stand around a piece, the best first."""
CROSSES = 3
"""Of more pieces that are wrong together only the last one bears a cross."""
CROWDED = 0.2
"""With so much of it in another piece one hides that: a legal turn is not shown over a nearer one."""
NAME_PX, NAMED_PX = (48.0, 80.0), 3 * DISC_PX
"""A name stands so far from what is called so, with a line that leads there; a driver's piece bears his if smaller.

An inset so far from all that was done is far enough."""
CLEAR_OF_WAY_PX = 1.3 * DISC_PX
"""So far from the ways that were seen a sign stands if there is room, so that it hides none."""
LIGHT, MOST_GAIN = 215.0, 3.0
"""The place is shown as light as this in its lightest parts, so many times as light as it was at most."""
COUNT_PX, COUNTED_PX = 17, 20
"""Radius of the places that are counted along a way, and the size of their numbers."""
VALUE_PX, NAME_SIZE_PX = 36, 22
"""The size of what a die shows, and of a place's name."""
PIPS = {"1": "4", "2": "08", "3": "048", "4": "0268", "5": "02468", "6": "023568"}
"""Where the pips of each value are, counted in rows of three."""
STRIP_PX, DRAWN_PX = 56, 144
"""How high the strip is in which that stands, and how large a die is drawn that was taken up again."""
TURNED = "turned"
"""The sign of a piece that was turned over."""
STROKES: Mapping[str, Sequence[ArrayLike]] = {
    "x": (((-10, -10), (10, 10)), ((-10, 10), (10, -10))),
    "-": (((-10, 0), (10, 0)),),
    NONE: (cv2.ellipse2Poly((0, 0), (10, 10), 0, 0, 360, 10), ((-13, 13), (13, -13))),
    LOCKED: (cv2.ellipse2Poly((0, -3), (7, 8), 0, 180, 360, 10), *(((-9, y), (9, y)) for y in (1, 5, 9))),
    TURNED: (
        *(cv2.ellipse2Poly((0, 0), (12, 12), 0, first, first + 130, 10) for first in (200, 20)),
        ((5, -4), (13, 1), (16, -8)),
        ((-5, 4), (-13, -1), (-16, 8)),
    ),
}
"""The signs that are drawn, as lines about the middle of their disc, px."""
PASSED = 2
"""So thick, in px, is the outline of what was laid down and taken away again."""
FRONT_MM = 25.0
"""So far from its middle a tile's front is looked for."""
PRINTED_PX = 4.0
"""So many px a mm the printed face is drawn of what nobody sees any more."""
STANDING_MM = 10.0
"""Half the size of a piece that the kit does not know."""
QUALITY = 88
REMEMBERED = 6
"""So many incidents are kept with their pictures, so that a toggle, a loop and many viewers have them drawn once."""

INK = (24, 20, 18)
INSTEAD, COVERED = (70, 150, 0), (170, 60, 130)
MOVED, QUIET = (84, 58, 38), (150, 128, 108)
"""What was moved: dark beside red, orange and green, for every eye; paler where something else is wrong."""
OF_STATUS = {"ILLEGAL": (36, 26, 204), "UNDECIDED": (0, 110, 225), "LEGAL": (176, 92, 12)}
FINE = 4
"""Drawing coordinates have this many binary digits after the point."""


class Shown:
    """One incident as people are shown it; each picture is drawn once, by one of those who ask.

    Parameters
    ----------
    kept : gives its kept pictures by name.
    """

    def __init__(self, incident: Incident, kit: Manifest, words: Catalogue, kept: Callable[[str], bytes]) -> None:
        self.incident = incident
        self._kit, self._words, self._kept = kit, words, kept
        self._drawing, self._drawn = Lock(), dict[tuple[str, str], bytes]()

    def picture(self, name: str, language: str = ENGLISH) -> bytes:
        """``before``, ``after``, or the picture of the seconds before with this number, as JPEG.

        Raises KeyError where there is none.
        """
        with self._drawing:
            if (name, language) not in self._drawn:
                self._drawn[name, language] = self._draw(name, Tongue(self._words, language))
            return self._drawn[name, language]

    def _draw(self, name: str, t: Tongue) -> bytes:
        kept = name in self.incident.views
        jpeg = self._kept(name) if kept else dict(zip(map(str, count()), split(self._kept(CLIP)), strict=False))[name]
        return painted(self.incident, self._kit, name, jpeg, t)

    def told(self, language: str = ENGLISH) -> dict[str, str]:
        """What each picture shows, in words, and under ``clip`` what the seconds before do."""
        t = Tongue(self._words, language)
        return {name: self.incident.alt(name, t) for name in (*self.incident.views, "clip")}


class Incidents:
    """The incidents of one record, worked out when somebody asks; the newest few are remembered.

    Parameters
    ----------
    kept : gives an entry's kept picture by name. Raises KeyError or RecordError where there is none.
    """

    def __init__(self, game: Game, kit: Manifest, kept: Callable[[int, str], bytes]) -> None:
        self._game, self._kit, self._kept = game, kit, kept
        self._asking, self._known = Lock(), dict[tuple[int, str], Shown]()

    def of(self, entries: Sequence[Entry], entry_id: int, now: RaceState) -> Shown:
        """The turn that a verdict is about, as it counts `now`. Raises KeyError where the record does not show it."""
        known = entry_id, next((now.status(one) for one in entries if one.id == entry_id), "")
        with self._asking:
            if known not in self._known:
                incident = incident_of(self._game, self._kit, entries, entry_id, now)
                if incident is None:
                    raise KeyError(entry_id)
                while len(self._known) >= REMEMBERED:
                    del self._known[next(iter(self._known))]
                kept = partial(self._kept, entry_id)
                self._known[known] = Shown(incident, self._kit, self._game.words, kept)
            return self._known[known]


Places = Callable[[int], Shown | None]
"""From an entry's id to its incident; None where the record cannot show the place."""


def close_up(place: Shown | None, name: str, jpeg: bytes, language: str = ENGLISH) -> bytes:
    """The place in a kept picture; the picture itself where it cannot be shown."""
    try:
        return jpeg if place is None else place.picture(name, language)
    except KeyError:  # a picture that is none (any more), or was kept without its view
        return jpeg


def places_in(game: Game, kit: Manifest, store: Store) -> Places:
    """The incidents of a whole record."""
    incidents, entries = Incidents(game, kit, store.picture), store.entries()
    now = fold(entries)

    def place(entry_id: int) -> Shown | None:
        try:
            return incidents.of(entries, entry_id, now)
        except KeyError:
            return None

    return place


def painted(incident: Incident, kit: Manifest, name: str, jpeg: bytes, t: Tongue) -> bytes:
    """A picture cut out around the incident: ``before`` and ``after`` with what is known drawn over them.

    One of the seconds before stays as it is.
    """
    sheet = Sheet(incident, kit, incident.views.get(name, incident.views["after"]), _read(jpeg), t)
    if name not in incident.views:
        return _jpeg(sheet.with_words("", incident.alt("clip", t)))
    sheet.cover()
    if name == "before":
        sheet.tell_what_was()
        return _jpeg(sheet.with_words("", incident.alt(name, t)))
    sheet.tell_what_happened()
    sheet.add_insets()
    known, asked = bool(incident.by or not incident.player), incident.status == "UNDECIDED"
    told = {fact: "yes" if so else "no" for fact, so in (("known", known), ("asked", asked))}
    more = t.say("incident", how="more", who=t.named("who", incident.player), words=t.told(incident.more), **told)
    return _jpeg(sheet.with_words(t.told(incident.heading), more, after=True))


class Outlines:
    """Where a picture shows pieces.

    Parameters
    ----------
    width_px : of the picture as it was kept.
    """

    def __init__(self, kit: Manifest, view: View, width_px: int) -> None:
        self._view, self._width_px = view, width_px
        self.faces = {(item.piece, item.side): item for item in kit.items}

    def px(self, piece: PlacedPiece, room_mm: float = 0.0) -> Floats:
        """The outline (N, 2) of a piece's upper face, so much wider."""
        item = self.faces.get((piece.piece, piece.side))
        half = STANDING_MM
        square = [(-half, -half), (half, -half), (half, half), (-half, half)]
        points = np.array(square if item is None else relative(item).outline_mm, dtype=np.float64)
        if room_mm:
            points *= 1.0 + room_mm / np.linalg.norm(points, axis=1, keepdims=True).clip(1.0)
        turn = math.radians(piece.angle_deg)
        c, s = math.cos(turn), math.sin(turn)
        placed = points @ np.array([[c, s], [-s, c]]) + (piece.x_mm, piece.y_mm)
        return self._view.px(np.column_stack([placed, np.full(len(placed), piece.z_mm)]), self._width_px)

    def middle_px(self, piece: PlacedPiece) -> Floats:
        """The middle (2,) of a piece's upper face."""
        point = np.array([[piece.x_mm, piece.y_mm, piece.z_mm]])
        return np.asarray(self._view.px(point, self._width_px)[0])

    def around(self, pieces: Iterable[PlacedPiece], room_mm: float = ROOM_MM) -> Box | None:
        """A box around some pieces with so much room; None for none."""
        points = [self.px(piece, room_mm) for piece in pieces]
        found = np.concatenate(points) if points else np.empty((0, 2))
        found = found[np.isfinite(found).all(axis=1)]
        if not len(found):
            return None
        (left, top), (right, bottom) = found.min(axis=0).tolist(), found.max(axis=0).tolist()
        return left, top, right, bottom


def place_px(outlines: Outlines, incident: Incident, shape: tuple[int, ...]) -> Box:
    """Which part of a kept picture of this shape (H, W, ...) is shown.

    All that was moved or is wrong, with the legal alternatives; dice where it is about nothing else.
    """
    driven = [piece for one in incident.changes if not one.rolled for piece in (*one.places, *one.last)]
    taken = [one.before for one in incident.changes if one.after is None and not one.way]
    driven += [*incident.passing, *(one for one in incident.about if one.piece not in incident.rolled or one in taken)]
    driven += [spot(*at) for at in incident.places.values()]
    if driven or not incident.about:
        driven += [piece for ghost in incident.ghosts for piece in (*ghost.pieces, *ghost.road)]
    rolled = [*_rolled(incident), *(one.before for one in incident.changes if one.before is not None)]
    whole = 0.0, 0.0, float(shape[1]), float(shape[0])
    return _shaped(outlines.around(driven) or outlines.around(rolled) or whole, shape)


def _rolled(incident: Incident) -> list[PlacedPiece]:
    """The dice that lie with the one that was rolled last; others were put away."""
    dice = [one for one in incident.changes if one.after is not None and one.rolled]
    last = max(dice, key=lambda one: one.look, default=None)
    if last is None or last.after is None:
        return []
    return [one.after for one in dice if one.after is not None and apart(one.after, last.after) < TRAY_MM]


def _shaped(box: Box, shape: tuple[int, ...]) -> Box:
    """A box of the shown proportions around another one, beyond the picture only where that one is."""
    left, top, right, bottom = box
    high = max(bottom - top, (right - left) * HEIGHT_PX / WIDTH_PX, LEAST_SHARE * shape[1] * HEIGHT_PX / WIDTH_PX)
    wide = high * WIDTH_PX / HEIGHT_PX
    x, y = _within(left, right, wide, shape[1]), _within(top, bottom, high, shape[0])
    return x, y, x + wide, y + high


def _within(first: float, last: float, size: float, most: float) -> float:
    """Where a part so long begins that has a shorter one in its middle, or as near to it as the picture goes."""
    low = min(max((first + last - size) / 2.0, 0.0), most - size) if size < most else (most - size) / 2.0
    return min(max(low, last - size), first)


class Sheet:
    """One picture while it is drawn; `drawn` is what there is of it.

    Attributes
    ----------
    signs : what stands in discs and the names of places, and where.
    ghosts : the pieces that are shown where they would have been right.
    values : what is written below dice.
    ways : where the pieces that hands moved went, px, (N, 2) each.
    counted : how many places of such ways bear a number.
    """

    def __init__(self, incident: Incident, kit: Manifest, view: View, image: Image, t: Tongue) -> None:
        self._t = t
        self._incident, self._kit, self._view = incident, kit, view
        self._outlines = Outlines(kit, view, image.shape[1])
        self._box = place_px(self._outlines, incident, image.shape)
        self._image = _lightened(image, self._box)
        self._scale = WIDTH_PX / (self._box[2] - self._box[0])
        self.signs: list[tuple[str, Floats]] = []
        self.values, self.ghosts, self.counted = list[str](), list[PlacedPiece](), 0
        self._taken: list[tuple[int, int, int, int]] = []
        self._discs: list[tuple[Floats, str, Colour]] = []
        self._colour, self._lawful = OF_STATUS.get(incident.status, INK), QUIET if incident.about else MOVED
        self._sign = {"ILLEGAL": "x", "UNDECIDED": "?"}.get(incident.status, "")
        self.drawn = _cut(self._image, self._box, (WIDTH_PX, HEIGHT_PX))
        ways = {one.piece: [self.middle_px(place) for place in one.places] for one in self._driven}
        self.ways = {piece: np.array(way).reshape(-1, 2) for piece, way in ways.items()}

    def cover(self) -> None:
        """Hatch what a hand or another thing was over."""
        for area in self._view.covered:
            _hatch(self.drawn, np.array([self.middle_px(spot(*corner)) for corner in area]))

    def tell_what_was(self) -> None:
        """Where the pieces lay that were moved then."""
        for change in self._driven:
            if change.before is not None:
                self._outline(change.before, MOVED, dashed=False)

    def tell_what_happened(self) -> None:
        """The way of each piece, its end, and where legal turns would have ended."""
        thrown = self._one_by_one(self._marked)
        crossed = self._marked if len(self._marked) <= CROSSES and not thrown else (thrown or self._marked)[-1:]
        for piece in crossed:
            self._signs(self.outline_px(piece), self._colour, self._sign)
        for piece in (one for one in self._incident.passing if one not in self.wrong):
            self._outline(piece, self._lawful, dashed=False, thick=PASSED)
        for ghost in self._incident.ghosts:
            away, shown = self._uppermost(ghost.pieces), [self.outline_px(one) for one in self.ghosts]
            crowded = any(_share(self.outline_px(one), two) > CROWDED for one in away for two in shown)
            if not crowded and any(_shown(self.middle_px(one)) for one in away):
                for piece in away:
                    self._ghost(piece)
                self.ghosts += away
                self._count(ghost.road, INSTEAD)
        for draw in (self._start, self._way, self._end):
            for change in self._driven:
                draw(change)
        path = self._incident.path
        for road in (led(one, path) for one in self._driven if one.road or path):
            self.counted += len(road[1:])
            self._count(road)
        for sign, piece in self._incident.signs:
            if self.shows(piece):
                self._signs(self._outline(piece, self._colour, dashed=False), self._colour, sign)
        gone = [one for one in self._taken_away if one not in self.ghosts]
        for piece in sorted(crossed if thrown else self._marked, key=lambda one: one not in gone):
            if piece not in self.ghosts:
                self._outline(piece, self._colour, dashed=piece in gone, thick=PASSED if piece in gone else 5)
        for one, two in self._alike(thrown):
            _link(self.drawn, self.outline_px(one), self.outline_px(two), lay=one.piece == two.piece)
        for order, piece in enumerate(thrown, 1):
            self._signs(self.outline_px(piece), MOVED, self._t.say("incident", how="order", n=order))
        for number, passed in enumerate(self._incident.passed, 1):
            right = any(apart(passed, one) < STILL_MM for one in self.ghosts)
            _number(self.drawn, self.middle_px(passed), str(number), INSTEAD if right else self._colour)
        self._paint()
        for line in (at for name, at in self._incident.places.items() if name == LINE):
            self._name(self._t.say("incident", how=LINE), self.middle_px(spot(*line)))
        self._name_others()

    def _one_by_one(self, pieces: Sequence[PlacedPiece]) -> list[PlacedPiece]:
        """Those dice among some pieces that were rolled, in their order; none where looks do not tell it."""
        dice = [one for one in self._incident.changes if one.rolled]
        looks = {one.after: one.look for one in dice if one.after is not None and one.after in pieces}
        return sorted(looks, key=looks.__getitem__) if len({*looks.values()}) == len(looks) > 1 else []

    def _alike(self, dice: Sequence[PlacedPiece]) -> list[tuple[PlacedPiece, PlacedPiece]]:
        """How a die lay and lies that shows the same again, or the first two that were thrown alike; none or one."""
        thrown = self._one_by_one(dice)
        pairs = [one.ends for one in self._incident.changes if one.ends and one.after in dice]
        pairs += [(one, other) for at, other in enumerate(thrown) for one in thrown[:at]]
        return [(one, other) for one, other in pairs if one.side == other.side and apart(one, other) < TRAY_MM][:1]

    def _name_others(self) -> None:
        """Whose the pieces are that were driven, are wrong or are told of, and are not of him who did it."""
        ends = [one.after for one in self._driven if one.after is not None]
        told = [one for one in self._incident.cast if self.shows(one)]
        drivers = self._incident.drivers
        for piece in {one.piece: one for one in (*told, *ends, *self._marked)}.values():
            kind, _, name = piece.piece.partition(":")
            whose = drivers.get(piece.piece) or ("" if kind == ALIKE else drivers.get(name[:1]))
            plain = piece.piece in self._incident.rolled and piece not in self._taken_away  # one sees its colour
            if whose and whose != self._incident.by and not plain:
                self._name(self._t.named("who", whose), self.middle_px(piece))

    def _name(self, name: str, middle: Floats) -> None:
        """A name, with a line to the middle of what is called so."""
        at = self._free([middle + np.array(way) / math.hypot(*way) * far for far in NAME_PX for way in ROUND[::-1]])
        _line(self.drawn, np.array([middle, at]), INK, 2, closed=False, rim=4)
        cv2.circle(self.drawn, (round(float(middle[0])), round(float(middle[1]))), 5, INK, -1, cv2.LINE_AA)
        self.signs.append((name, at))
        write(self.drawn, at, name, NAME_SIZE_PX, INK, ground=True)

    def add_insets(self) -> None:
        """Dice that lie elsewhere, small things that are wrong and what lies nowhere, each in the quietest corner."""
        happened = self._incident
        if self._picked_up:
            self.values += [one.side.upper() for one in self._picked_up]
            self._lay(_dice(self._picked_up), self._sign)
        wrong = [one for one in self.wrong if one.piece in happened.rolled and one not in self._picked_up]
        rolled = _rolled(happened) if happened.dice else []
        groups = [(rolled if {*wrong} <= {*rolled} else wrong, self._sign if wrong else "")]
        for sign in (AS_BEFORE, NONE):
            groups.append(([one for mark, one in happened.signs if mark == sign and lies(one)], sign))
        groups.append((self._marked, ""))
        shown, sign = next((one for one in groups if one[0]), ([], ""))
        if not all(self.shows(piece) and self._size_px(piece) > SMALL_PX for piece in shown):
            self._enlarge(shown, sign)
        for sign, piece in happened.signs:
            if not lies(piece):  # as it is printed
                item = self._outlines.faces[piece.piece, piece.side]
                wide_mm = max(x for x, _ in item.outline_mm) - min(x for x, _ in item.outline_mm)
                self._lay(kits.face(self._kit.kit, item, LACKING_SHARE * WIDTH_PX / wide_mm).copy(), sign)

    def _size_px(self, piece: PlacedPiece) -> float:
        """How large a piece is shown."""
        return float(np.ptp(self._at(self._outlines.px(piece)), axis=0).max())

    def _enlarge(self, shown: Sequence[PlacedPiece], sign: str) -> None:
        """Lay some pieces, large, into a corner: dice with what each throw showed, and what is wrong outlined."""
        dice = [one for one in shown if one.piece in self._incident.rolled]
        small = not sign and not dice
        alike = self._alike(dice)
        seen = dict.fromkeys((*shown, *(one for pair in alike for one in pair)))
        box = self._outlines.around(seen, ROOM_MM if small else ROOM_MM / 2.0)
        if box is None:
            return
        wide, high = box[2] - box[0], box[3] - box[1]
        scale = min(MOST_LARGER, INSET_SHARE * WIDTH_PX / wide, INSET_SHARE * 1.4 * HEIGHT_PX / high)
        inset = _cut(self._image, box, (max(1, round(wide * scale)), max(1, round(high * scale))))
        px = {one: (self._outlines.px(one, 1.5) - box[:2]) * scale for one in seen}
        told = [one for one in dice if (one.piece, one.side) in self._outlines.faces]
        if told:
            lowest = max(px[one][:, 1].max() for one in told)
            inset = _border(inset, (0, max(0, round(lowest + STRIP_PX - len(inset))), 0, 0))
        for piece in shown:
            if piece in told:
                throws = [side for one in self._incident.changes if one.piece == piece.piece for _, side in one.way]
                self.values.append(">".join(one.side for one in throws or [piece]).upper().replace("N", "NULL"))
                below = np.array([px[piece][:, 0].mean(), px[piece][:, 1].max() + 26.0])
                write(inset, below, self.values[-1], VALUE_PX, INK, ground=True)
            elif piece in self._marked and (piece not in dice or piece in self._taken_away):
                _line(inset, px[piece], self._colour, 5, closed=True, dashed=piece in self._taken_away)
        for earlier, later in alike:
            _link(inset, px[earlier], px[later], lay=earlier.piece == later.piece)
        for number, piece in enumerate(self._one_by_one(dice) if alike else (), 1):
            self.values.append(self._t.say("incident", how="order", n=number))
            _number(inset, px[piece][px[piece].sum(axis=1).argmin()], self.values[-1], MOVED)
        self._lay(inset, sign)

    def badges(self, after: bool = True) -> list[Part]:
        """Whose turn it was before; after, who did it, if anybody knows, then of each broken rule what it is about.

        With it what was done, and what should be.
        """
        by, found = self._incident.by if after else self._incident.player, list[Part]()
        if by:
            letter = next((one for one, name in self._incident.drivers.items() if name == by), "")
            colour, whose = DRIVERS.get(letter[-1:], (1.0, 1.0, 1.0)), self._t.named("who", by)
            turn = whose if after else self._t.say("incident", how="whose", who=whose)
            found.append(Part(turn, _bgr(colour), ink=_bgr(on(colour)), name=True))
        for badge in self._incident.badges if after else ():
            told = [one.strip() for one in self._t.told(badge).split("|")]
            done, allowed = (*told[-2:], "")[:2]
            found += [Part(one, MOVED) for one in told[:-2]]
            found.append(Part(done, self._colour, "x") if self._sign != "?" else Part(f"{done} ?", self._colour))
            found.append(Part(allowed, INSTEAD, "v"))
        if after and self.ghosts and not any(one.text for one in found if one.ground == INSTEAD):
            found.append(Part(self._t.say("incident", how="instead"), INSTEAD, "v"))
        return [one for one in found if one.text.strip(" ?")]

    def with_words(self, heading: str, words: str, after: bool = False) -> Image:
        """The picture (HEAD_PX + HEIGHT_PX + FOOT_PX, WIDTH_PX, 3): who did what above the place, words at its foot."""
        head = band(WIDTH_PX, HEAD_PX, self.badges(after))
        return np.vstack([head, self.drawn, foot(WIDTH_PX, FOOT_PX, heading, words, self._colour)])

    def _lay(self, inset: Image, sign: str = "") -> None:
        """Lay a picture into the quietest corner that is free, with a sign at its own."""
        inset = _border(inset, (4, 4, 4, 4), self._colour if sign else WHITE)
        x, y = self._quiet_corner(inset.shape)
        self.drawn[y : y + inset.shape[0], x : x + inset.shape[1]] = inset
        if sign:
            self._disc(np.array((float(x + inset.shape[1]), float(y))), sign, self._colour)
            self._paint()

    @cached_property
    def wrong(self) -> list[PlacedPiece]:
        """What the verdict is about; what is carried is shown by what carries it."""
        return [self._incident.carriers.get(one, one) for one in self._incident.about]

    @cached_property
    def _marked(self) -> list[PlacedPiece]:
        return [one for one in self.wrong if one not in self._picked_up and _shown(self.middle_px(one))]

    @cached_property
    def _taken_away(self) -> list[PlacedPiece]:
        return [last for one in self._incident.changes if one.after is None for last in one.last]

    @cached_property
    def _picked_up(self) -> list[PlacedPiece]:
        """Dice that the verdict is about, and that nobody sees any more."""
        thrown = {one.piece for one in self._incident.changes if one.rolled and one.way}
        return [one for one in self.wrong if one.piece in thrown and one in self._taken_away]

    def _tint(self, piece: PlacedPiece) -> Colour:
        """The colour of what a piece did; other tiles than one that lies there bore its name as they passed.

        Of a piece that is wrong at one place of its way, only that place.
        """
        steps = {placed for one in self._driven for _, placed in one.way[:-1]}
        whole = {one.piece for one in self.wrong if one not in steps} - {one.piece for one in steps & {*self.wrong}}
        carried = piece in self._incident.passing or piece in self._incident.path[:1]
        same = piece.piece in whole and not carried and not self._incident.place_only
        return self._colour if same or piece in self.wrong else self._lawful

    @cached_property
    def _driven(self) -> list[Change]:
        """The pieces that hands moved; what was carried on another one goes with that."""
        wrong = {one.piece for one in self._incident.about}
        put_away = [one for one in self._incident.changes if one.rolled and not one.way and one.piece in wrong]
        driven = [*(one for one in self._incident.changes if not one.rolled), *put_away]
        ends = [one.after for one in driven if one.moved and one.after is not None]
        carried = {*ends}.difference(self._uppermost(ends))
        return [one for one in driven if one.after not in carried]

    def _uppermost(self, pieces: Sequence[PlacedPiece]) -> list[PlacedPiece]:
        """Those of some pieces that do not stand on another one of them."""
        areas = {piece: self._outlines.px(piece) for piece in pieces}
        on = {upper for upper in pieces for lower in pieces
              if lower.z_mm < upper.z_mm and _depth(areas[lower], areas[upper].mean(axis=0)) > 0}  # fmt: skip
        return [piece for piece in pieces if piece not in on]

    def _signs(self, px: Floats, colour: Colour, *texts: str) -> None:
        """Signs in discs at the edge of an outline."""
        for text in filter(None, texts):
            self._disc(self._beside(px), text, colour)

    def _disc(self, at: Floats, text: str, colour: Colour) -> None:
        """A sign, to be painted over all that has been drawn by then."""
        self.signs.append((text, at))
        self._discs.append((at, text, colour))

    def _paint(self) -> None:
        while self._discs:
            _disc(self.drawn, *self._discs.pop(0))

    def _beside(self, px: Floats) -> Floats:
        """A place at an outline's edge for a disc."""
        edge, middle = _edge(px), px.mean(axis=0)
        away = (edge - middle) / np.linalg.norm(edge - middle, axis=1, keepdims=True).clip(1e-6)
        best = [int(np.argmax(away @ np.array(way) / math.hypot(*way))) for way in ROUND]
        return self._free([edge[one] + away[one] * BESIDE * DISC_PX for one in best], px)

    @cached_property
    def _shapes(self) -> list[Floats]:
        """The outlines of all that is wrong, was moved, or would be right: a sign stands on none but its own."""
        ghosts = [one for ghost in self._incident.ghosts for one in ghost.pieces]
        ends = [one.after for one in self._driven if one.after is not None]
        return [self.outline_px(one) for one in dict.fromkeys((*self.wrong, *ends, *ghosts))]

    def _free(self, places: Sequence[Floats], own: Floats | None = None) -> Floats:
        """The first place where nothing stands yet that matters and, if possible, no way."""
        counted = [one for change in self._driven for one in change.places[1:]]
        matter = [
            self.middle_px(one) for one in (*self.wrong, *self._incident.passing, *counted, *self._incident.passed)
        ]
        matter += [at for _, at in self.signs]
        matter += [self.middle_px(spot(*at)) for at in self._incident.places.values()]
        shapes = [one for one in self._shapes if own is None or _share(one, own) < CROWDED]

        def room(at: Floats) -> float:
            if not _shown(np.array((at - DISC_PX, at + DISC_PX))):
                return -math.inf
            off = [-_depth(shape, at) - BESIDE * DISC_PX for shape in shapes]
            return min((*off, *(float(np.linalg.norm(at - one)) - 2.0 * DISC_PX for one in matter)), default=math.inf)

        free = [at for at in places if room(at) > 0.0] or [max(places, key=room)]
        ways = [[(x, y) for x, y in way.tolist()] for way in self.ways.values()]
        clear = (at for at in free if all(from_way((at[0], at[1]), way) > CLEAR_OF_WAY_PX for way in ways))
        return next(clear, free[0])

    def outline_px(self, piece: PlacedPiece) -> Floats:
        """The outline (N, 2) that is drawn around a piece in this picture."""
        return self._at(self._outlines.px(self._incident.carriers.get(piece, piece), 1.5))

    def _at(self, px: Floats) -> Floats:
        """From px of the kept picture to px of this one."""
        return np.asarray((px + 0.5 - self._box[:2]) * self._scale - 0.5)

    def middle_px(self, piece: PlacedPiece) -> Floats:
        """Where the middle (2,) of a piece is in this picture."""
        return self._at(self._outlines.middle_px(piece))

    def shows(self, piece: PlacedPiece) -> bool:
        """Whether a piece lies wholly within the picture."""
        return _shown(self._at(self._outlines.px(piece)))

    def _quiet_corner(self, shape: tuple[int, ...]) -> tuple[int, int]:
        """Where an inset of this shape hides nothing of what was done, or the least, signs above all."""
        high, wide = shape[:2]
        right, bottom = WIDTH_PX - wide - 8, HEIGHT_PX - high - 8
        points = np.array([*self._happened_px(), *(at for _, at in self.signs for _ in ROUND)]).reshape(-1, 2)

        def hides(corner: tuple[int, int]) -> tuple[bool, int, float]:
            left, top = corner
            other = any(
                x < left + wide and left < x + w and y < top + high and top < y + h for x, y, w, h in self._taken
            )
            off = np.linalg.norm(points - points.clip(corner, (left + wide, top + high)), axis=1)
            return other, int((off < DISC_PX).sum()), -min(NAMED_PX, float(off.min(initial=math.inf)))

        beside, below = (WIDTH_PX - wide) // 2, (HEIGHT_PX - high) // 2
        edges = ((beside, 8), (beside, bottom), (8, below), (right, below))
        found = min(((right, 8), (8, 8), (right, bottom), (8, bottom), *edges), key=hides)
        self._taken.append((*found, wide, high))
        return found

    def _happened_px(self) -> Iterator[Floats]:
        """Points on all that was done, is wrong or would be allowed."""
        for shape in (*self._shapes, *(self._at(self._outlines.px(one)) for one in self._incident.passing)):
            yield from _edge(shape)
        for way in self.ways.values():
            yield from way
            yield from (start + (end - start) * share for start, end in pairwise(way) for share in (0.25, 0.5, 0.75))

    def _outline(self, piece: PlacedPiece, colour: Colour, dashed: bool, thick: int = 5) -> Floats:
        px = self.outline_px(piece)
        _line(self.drawn, px, colour, thick, closed=True, rim=4, dashed=dashed)
        return px

    def _start(self, change: Change) -> None:
        before, after = change.before, change.after
        back = any(one.piece == change.piece and apart(one, before) < STILL_MM for one in self.ghosts if before)
        if before is not None and (after is None or change.moved):
            px = self.outline_px(before) if back else self._outline(before, self._tint(before), True, PASSED)
            self._signs(px, self._tint(before), "" if after else "-")

    def _way(self, change: Change) -> None:
        points, places = self.ways[change.piece], change.places
        if len(points) > 1:
            end = self._at(self._outlines.px(places[-1], 3.0))
            short_px = float(np.linalg.norm(end - points[-1], axis=1).min())
            if len(points) > 2 or np.linalg.norm(points[1] - points[0]) > short_px + DISC_PX:
                _arrow(self.drawn, points, short_px, [self._tint(one) for one in places[1:]], bool(change.road))
        if len({step for one in self._driven for step, _ in one.way}) > 1 and not (change.road or self._incident.path):
            here = change.before
            for step, placed in change.way:
                if here is None or apart(here, placed) < STILL_MM:  # turned over, or put there
                    at = self._beside(self.outline_px(placed))
                else:
                    at = self._along(here, placed)
                self._disc(at, str(step), self._tint(placed))
                here = placed

    def _along(self, start: PlacedPiece, end: PlacedPiece) -> Floats:
        """A place for a disc beside the arrow from one place to another."""
        first, last = self.middle_px(start), self.middle_px(end)
        along = (last - first) / max(1.0, float(np.linalg.norm(last - first)))
        across = np.array([-along[1], along[0]]) * CLEAR_OF_WAY_PX * 1.2
        shares = (0.5, 0.35, 0.65)
        return self._free([first + (last - first) * one + side for one in shares for side in (across, -across)])

    def _count(self, road: Sequence[PlacedPiece], instead: Colour | None = None) -> None:
        """Small numbers on the places of a way, from the first one after its start, with where tiles of a path lead."""
        for number, place in enumerate(road[1:], 1):
            right = self._tint(place) == self._lawful and any(apart(place, one) < STILL_MM for one in self.ghosts)
            colour = instead or (INSTEAD if right else self._tint(place))
            if place in self._incident.path:
                _lead(self.drawn, self.middle_px(place), self.middle_px(_ahead(place)), colour)
            _number(self.drawn, self.middle_px(place), str(number), colour)

    def _end(self, change: Change) -> None:
        if change.after is None:
            return
        colour, over = self._tint(change.after), change.before is not None and change.before.side != change.after.side
        px = self._outline(change.after, colour, dashed=False, thick=5 if colour != QUIET else 3)
        elsewhere = any((one.piece, one.side) == (change.piece, change.after.side) for one in self.ghosts)
        self._signs(px, QUIET if elsewhere else colour, TURNED if over else "")

    def _ghost(self, piece: PlacedPiece) -> None:
        """A pale copy of the piece as it is seen now, where it would be."""
        now, item = self._incident.lying.get(piece.piece), self._outlines.faces.get((piece.piece, piece.side))
        if now is None and item is not None and piece in self._taken_away:  # as it is printed
            outline_mm = np.array(relative(item).outline_mm)
            left, top = outline_mm[:, 0].min(), outline_mm[:, 1].max()
            printed = kits.face(self._kit.kit, item, PRINTED_PX)
            _copy(printed, (outline_mm - (left, top)) * (PRINTED_PX, -PRINTED_PX), self.drawn, self.outline_px(piece))
        if now is not None and _share(self._outlines.px(now), self._outlines.px(piece)) < CROWDED:
            kept = self.drawn.copy()
            _copy(self._image, self._outlines.px(now, 1.0), self.drawn, self._at(self._outlines.px(piece, 1.0)))
            for one in (now, *self.wrong):
                _within_line(kept, self.outline_px(one), self.drawn)
        self._outline(piece, INSTEAD, dashed=True)


# -- strokes ----------------------------------------------------------------------------------------------------------


def _read(jpeg: bytes) -> Image:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if image is None:
        raise KeyError("this picture cannot be read")
    return np.asarray(image, dtype=np.uint8)


def _jpeg(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def _bgr(colour: tuple[float, float, float]) -> Colour:
    red, green, blue = (round(255 * part) for part in colour)
    return blue, green, red


def _cut(image: Image, box: Box, size: tuple[int, int]) -> Image:
    """A part of a picture in another size; what lies outside of the picture is grey."""
    scale = size[0] / (box[2] - box[0])
    x, y = ((0.5 - corner) * scale - 0.5 for corner in box[:2])
    shift = np.array([[scale, 0.0, x], [0.0, scale, y]])
    way = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_CUBIC
    cut = cv2.warpAffine(image, shift, size, flags=way, borderMode=cv2.BORDER_CONSTANT, borderValue=(90, 90, 90))
    return np.asarray(cut, dtype=np.uint8)


def _lightened(image: Image, box: Box) -> Image:
    """A picture taken in poor light, as much lighter as makes what a box of it holds easy to see."""
    left, top, right, bottom = (max(0, round(side)) for side in box)
    gain = LIGHT / max(1.0, float(np.percentile(image[top:bottom, left:right].max(axis=2), 98.0)))
    return np.asarray(cv2.convertScaleAbs(image, alpha=min(max(gain, 1.0), MOST_GAIN)), np.uint8)


def _edge(px: Floats) -> Floats:
    """Points (M, 2) all along an outline."""
    share = np.linspace(0.0, 1.0, 16, endpoint=False)[:, None, None]
    return np.asarray((px + share * (np.roll(px, -1, axis=0) - px)).reshape(-1, 2))


def _share(one: Floats, other: Floats) -> float:
    """How much of the smaller of two outlines without hollows lies in the other."""
    first, second = (np.asarray(px, np.float32) for px in (one, other))
    least = min(cv2.contourArea(first), cv2.contourArea(second))
    return float(cv2.intersectConvexConvex(first, second)[0]) / max(1.0, least)


def _depth(px: Floats, at: Floats) -> float:
    """How deep a point lies within an outline, px; below zero how far off."""
    return cv2.pointPolygonTest(np.asarray(px, np.float32), (float(at[0]), float(at[1])), True)


def _shown(px: Floats) -> bool:
    """Whether points lie within the picture."""
    return bool(((px >= 0.0) & (px < SIZE_PX)).all())


def _fine(px: Floats) -> NDArray[np.int32]:
    return np.asarray(np.round(np.nan_to_num(px).clip(-1e4, 1e4) * 2**FINE), np.int32)


def _line(
    drawn: Image, px: Floats, colour: Colour, thick: int, closed: bool, rim: int = 0, dashed: bool = False
) -> None:
    """A line through some points, on a white one that is so much wider."""
    lines = [_fine(one) for one in _dashes(px)] if dashed else [_fine(px)]
    for tint, wide in ((WHITE, rim and thick + rim), (colour, thick)):
        if wide:
            cv2.polylines(drawn, lines, closed and not dashed, tint, wide, cv2.LINE_AA, FINE)


def _dashes(px: Floats) -> Iterator[Floats]:
    """An outline in pieces of some 14 px, evenly along all of it."""
    ring = np.vstack([px, px[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1))])
    count = max(4, round(float(along[-1]) / 28.0))
    for number in range(count):
        ends = (np.array([0.0, 0.25, 0.5]) + number) * along[-1] / count
        yield np.column_stack([np.interp(ends, along, ring[:, 0]), np.interp(ends, along, ring[:, 1])])


def _arrow(drawn: Image, points: Floats, short_px: float, colours: Sequence[Colour], counted: bool) -> None:
    """A line through some points, each leg in its colour: what is not dark lies on top.

    The last leg ends in a head, short of the last point; the others do, unless numbers stand on their ends.
    """
    for dark, (plain, wider) in product((True, False), ((True, 4), (False, 0))):
        for number, colour in enumerate(colours):
            start, end, last = points[number], points[number + 1], number + 1 == len(colours)
            along = (end - start) / np.linalg.norm(end - start)
            across = np.array([-along[1], along[0]])
            tip = end - np.minimum(0.6 * (end - start) @ along, short_px if last else 0.0) * along
            size, wide = (0.6, 4) if colour == QUIET else (1.0, 7)
            head = tip + size * np.array([0.0 * along, 17.0 * across - 34.0 * along, -17.0 * across - 34.0 * along])
            pointed = last or not counted
            if (colour in (MOVED, QUIET)) == dark:
                tint, foot = WHITE if plain else colour, tip - 26.0 * size * along if pointed else end
                _line(drawn, np.array([start, foot]), tint, wide + wider, closed=False)
                if pointed:
                    _line(drawn, head, tint, 2 + wider, closed=True)
                    cv2.fillPoly(drawn, [_fine(head)], tint, cv2.LINE_AA, FINE)


def _disc(drawn: Image, at: Floats, text: str, colour: Colour) -> None:
    """A sign or number in a disc, wholly within the picture."""
    x, y = at.clip(DISC_PX, SIZE_PX - DISC_PX).round().astype(int).tolist()
    radius = COUNT_PX if colour == QUIET else DISC_PX
    cv2.circle(drawn, (x, y), radius + 3, WHITE, -1, cv2.LINE_AA)
    cv2.circle(drawn, (x, y), radius, colour, -1, cv2.LINE_AA)
    if text in STROKES:
        cv2.polylines(drawn, [np.add(stroke, (x, y)) for stroke in STROKES[text]], False, WHITE, 5, cv2.LINE_AA)
    else:
        write(drawn, np.array((x, y)), text, (radius + 9, radius + 3, COUNTED_PX)[min(len(text), 3) - 1], WHITE)


def _number(drawn: Image, at: Floats, text: str, colour: Colour) -> None:
    """A small number in a ring."""
    x, y = at.round().astype(int).tolist()
    cv2.circle(drawn, (x, y), COUNT_PX + 2, WHITE, -1, cv2.LINE_AA)
    cv2.circle(drawn, (x, y), COUNT_PX, colour, 2, cv2.LINE_AA)
    write(drawn, np.array((x, y)), text, COUNTED_PX if len(text) < 3 else LEAST_PX, colour)


def _ahead(tile: PlacedPiece) -> PlacedPiece:
    """The middle of a tile's front edge."""
    turn = math.radians(tile.angle_deg)
    return replace(tile, x_mm=tile.x_mm + FRONT_MM * math.cos(turn), y_mm=tile.y_mm + FRONT_MM * math.sin(turn))


def _lead(drawn: Image, middle: Floats, front: Floats, colour: Colour) -> None:
    """A wedge between a tile's number and its front edge."""
    along = (front - middle) / max(1.0, float(np.linalg.norm(front - middle)))
    across = np.array([-along[1], along[0]]) * COUNT_PX * 0.6
    foot = middle + along * (COUNT_PX + 4)
    wedge = np.array([foot + across, foot + along * COUNT_PX * 0.8, foot - across])
    for tint, wider in ((WHITE, 4), (colour, 0)):
        _line(drawn, wedge, tint, 2 + wider, closed=True)
        cv2.fillPoly(drawn, [_fine(wedge)], tint, cv2.LINE_AA, FINE)


def _link(drawn: Image, earlier: Floats, later: Floats, lay: bool) -> None:
    """The outlines of two dice, or of how one `lay` and lies, and a line from one to the other: they show the same."""
    ends = min(product(_edge(earlier), _edge(later)), key=lambda two: float(np.linalg.norm(two[0] - two[1])))
    _line(drawn, np.array(ends), MOVED, 4, closed=False, rim=4)
    _line(drawn, earlier, MOVED, PASSED if lay else 4, closed=True, rim=4, dashed=lay)
    _line(drawn, later, MOVED, 4, closed=True, rim=4)


def _border(image: Image, sides: tuple[int, int, int, int], colour: Colour = WHITE) -> Image:
    """A picture with a border: above, below, left and right, px."""
    return np.asarray(cv2.copyMakeBorder(image, *sides, cv2.BORDER_CONSTANT, value=colour), np.uint8)


def _dice(dice: Sequence[PlacedPiece]) -> Image:
    """Dice that nobody sees any more, drawn in their driver's colour with pips, or what else they showed."""
    sheet = np.full((DRAWN_PX, DRAWN_PX * len(dice), 3), PAPER, np.uint8)
    edge = DRAWN_PX // 8
    for number, die in enumerate(dice):
        colour = DRIVERS.get(die.piece.partition(":")[2][:1], (0.4, 0.4, 0.4))
        left, right = number * DRAWN_PX + edge, (number + 1) * DRAWN_PX - edge
        cv2.rectangle(sheet, (left, edge), (right, DRAWN_PX - edge), _bgr(colour), -1)
        for row, column in (divmod(int(one), 3) for one in PIPS.get(die.side, "")):
            middle = left + (1 + column) * DRAWN_PX * 3 // 16, edge + (1 + row) * DRAWN_PX * 3 // 16
            cv2.circle(sheet, middle, DRAWN_PX // 16, _bgr(on(colour)), -1, cv2.LINE_AA)
        if die.side not in PIPS:
            write(sheet, np.array(((left + right) / 2.0, DRAWN_PX / 2.0)), die.side.upper(), 30, INK, ground=True)
    return sheet


def _hatch(drawn: Image, px: Floats) -> None:
    """Tint an area, with slanting lines over it."""
    if not np.isfinite(px).all():
        return
    shaded = np.asarray(cv2.addWeighted(np.full_like(drawn, COVERED), 0.3, drawn, 0.7, 0.0), np.uint8)
    for start in range(-drawn.shape[0], drawn.shape[1], 28):
        cv2.line(shaded, (start, drawn.shape[0]), (start + drawn.shape[0], 0), COVERED, 5, cv2.LINE_AA)
    _within_line(shaded, px, drawn)
    _line(drawn, px, COVERED, 4, closed=True, rim=3)


def _within_line(source: Image, px: Floats, drawn: Image) -> None:
    """Lay what one picture holds within an outline over another one."""
    mask = np.zeros(drawn.shape[:2], np.uint8)
    cv2.fillPoly(mask, [_fine(px)], 255, cv2.LINE_AA, FINE)
    cv2.copyTo(source, cv2.threshold(mask, 127, 255, cv2.THRESH_BINARY)[1], drawn)


def _copy(image: Image, where: Floats, drawn: Image, there: Floats) -> None:
    """Lay what one outline in a picture holds into another outline, half through."""
    if not (np.isfinite(where).all() and np.isfinite(there).all()):
        return
    moved = cv2.warpPerspective(
        image, cv2.findHomography(where, there)[0], (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_CUBIC
    )
    pale = cv2.addWeighted(moved, 0.65, np.full_like(moved, 255), 0.35, 0.0)
    _within_line(np.asarray(cv2.addWeighted(pale, 0.8, drawn, 0.2, 0.0), np.uint8), there, drawn)
