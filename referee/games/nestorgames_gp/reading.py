"""Scene -> what the table shows, in spaces: the inverse of `laying`. What is covered is never read as empty.

Every printed sheet of the board tells by itself where the board lies, and is read by itself: sheets a little out of
joint do no harm, for what lies on a sheet is placed by that sheet.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markers.geometry import relative
from markers.kit import Manifest
from markers.nestorgames_gp.boards import SHIPPED
from referee.errors import NotationError
from referee.frozen import cached_property
from referee.games.base import Reading, SceneLike, SightingLike
from referee.games.nestorgames_gp.board import Board, Point
from referee.games.nestorgames_gp.board_file import board_named, board_text
from referee.games.nestorgames_gp.laying import THROW_HALF_MM, TRAY_ITEM_RIGHT_MM, box_places, heading_deg, throw_card
from referee.games.nestorgames_gp.state import (
    CARS,
    DICE,
    KINDS,
    Box,
    CarSeen,
    Item,
    Observation,
    Thrown,
    Tray,
    observation_text,
    parse_observation,
)
from referee.games.nestorgames_gp.words import WORDS
from referee.games.polygon import inside
from referee.games.problem import Problem
from referee.games.rigid import Transform, add, turned
from referee.games.sighted import Sighted, sorted_out

LOOSE_MM, LOOSE_DEG = 4.0, 2.0
"""A sheet further out of joint than this is said to be so."""


@dataclass(frozen=True)
class Sheet:
    """One sheet that is seen: its piece, its lower left and upper right corner in board mm, and how it lies.

    The origin of every sheet is the board's middle: `frame` takes table points to board mm.
    """

    piece: str
    low: Point
    high: Point
    frame: Transform

    @property
    def middle(self) -> Point:
        """The middle of the sheet in board mm."""
        return (self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2

    def outside(self, point: Point) -> float:
        """How far a table point lies outside the sheet, 0 on it."""
        sides = zip(self.low, self.frame.of(point), self.high, strict=True)
        return math.hypot(*(max(low - at, at - high, 0.0) for low, at, high in sides))

    def put_by(self, frame: Transform) -> float:
        """How far from its place another frame puts the middle of this sheet."""
        return math.dist(frame.of(self.frame.inverse.of(self.middle)), self.middle)


@dataclass(frozen=True)
class Sheets:
    """The sheets of one board on the table.

    Attributes
    ----------
    seen : those whose place is known.
    lost : the numbers of the others.
    frame : the frame of the sheet that agrees best with the rest: the board's own.
    """

    seen: tuple[Sheet, ...]
    lost: tuple[str, ...]
    frame: Transform

    def problems(self) -> Iterator[str]:
        """What is wrong with the board as it was put together, in sentences."""
        if len(self.lost) == 1:
            yield WORDS.told("sheet-board-is-not-seen", lost=self.lost[0])
        elif self.lost:
            yield WORDS.told("sheets-board-are-not-seen", sheets=self.lost)
        for sheet in self.seen:
            off = sheet.put_by(self.frame)
            turn = abs((sheet.frame.turn_deg - self.frame.turn_deg + 180.0) % 360.0 - 180.0)
            if off > LOOSE_MM or turn > LOOSE_DEG:
                how = (
                    WORDS.told("mm-out-joint", off=f"{off:.0f}")
                    if off > LOOSE_MM
                    else WORDS.told("turned-by-degrees", turn=f"{turn:.0f}")
                )
                text = WORDS.told("sheet-board-lies-push-it", number=_number(sheet.piece), how=how)
                yield Problem(text, sheet.piece)


def _number(piece: str) -> str:
    return piece.rpartition("/")[2]


def sheets_seen(name: str, found: Mapping[str, SightingLike], manifest: Manifest) -> Sheets:
    """The sheets of a board of which at least one is seen."""
    printed = {one.piece: relative(one).outline_mm for one in manifest.items if one.piece.startswith(f"board:{name}/")}
    seen = []
    for piece, outline in printed.items():
        if piece in found:
            (left, right), (bottom, top) = ((min(along), max(along)) for along in zip(*outline, strict=True))
            lies = Transform(found[piece].x_mm, found[piece].y_mm, found[piece].angle_deg)
            seen.append(Sheet(piece, (left, bottom), (right, top), lies.inverse))
    best = min(seen, key=lambda sheet: sum(other.put_by(sheet.frame) for other in seen))
    return Sheets(tuple(seen), tuple(_number(piece) for piece in printed if piece not in found), best.frame)


IN_TRAY_MM = 14.0
DOT_MM, RING_MM = 4.0, 9.0
"""A dot is seen within so much of its place; a disc within so much of its ring lies on it."""
BOX_EDGE_MM = 3.0
EDGE_MM = 1.0
"""A car this near to the edge between two spaces may stand on either."""
ALIGNED_DEG = 45.0
"""A nose is read on a loop space when it points this nearly along one of the two ways."""


def read(scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
    """What the scene shows; `expected` (a position) names the board and says which cars there should be.

    Raises NotationError when `expected` cannot be read.
    """
    known = parse_observation(expected) if expected else None
    found, problems = sorted_out(
        scene.sightings,
        lambda seen: Problem(WORDS.told("two-copies-are-on-table-take", text=seen.piece), seen.piece),
        15.0,
    )
    counts = Counter(piece.removeprefix("board:").rpartition("/")[0] for piece in found if piece.startswith("board:"))
    if not counts:
        return Reading(None, "", (), (*problems, WORDS.told("no-board-is-seen-lay")))
    raced_on = board_named(known.board) if known and known.board else None
    name = max(counts, key=lambda name: (raced_on is not None and name == raced_on.name, counts[name]))
    text = known.board if known and known.board else _board_text(name, manifest)
    try:
        board = raced_on or board_named(text)
    except NotationError:
        unknown = WORDS.told("board-is-not-known-print", text=name)
        return Reading(None, "", (), (*problems, unknown))
    if board.name != name:
        other = WORDS.told("race-is-on-board-but", text=board.name, text2=name)
        return Reading(None, "", (), (*problems, other))
    if len(counts) > 1:
        strange = next(other for other in counts if other != name)
        mixed = WORDS.told("sheets-board-lie-among-those", text=strange, text2=name)
        problems.append(Problem(mixed, *(piece for piece in found if piece.startswith(f"board:{strange}/"))))
    sheets = sheets_seen(name, found, manifest)
    order = next((word[6:] for word in (expected or "").split() if word.startswith("seats=")), "")
    dots = [seen for piece, seen in found.items() if piece.startswith("dot:")]
    found = {piece: seen for piece, seen in found.items() if not piece.startswith("dot:")}
    reader = Reader(
        scene=scene, found=found, frame=sheets.frame, problems=[*problems, *sheets.problems()],
        board=board, text=text, sheets=sheets, known=known, order=order, dots=dots, colours=_colours(manifest),
    )  # fmt: skip
    observation = reader.observation()
    return reader.reading(observation, observation_text(observation))


def _colours(manifest: Manifest) -> Mapping[str, str]:
    """The colour of each car's dice."""
    return {piece.removeprefix("die:")[0]: kind.colour for kind in manifest.dice for piece in kind.pieces}


def _board_text(name: str, manifest: Manifest) -> str:
    """What a position says of a board: its name, or the file of a board of the user's own that the kit was made of."""
    if name in SHIPPED:
        return name
    return next((board_text(text) for text in manifest.boards if board_named(text).name == name), name)


def _around(point: Point, places: Iterable[tuple[Any, Point]], half_mm: Point) -> Any:
    """The nearest of the places whose rectangles a point lies in, None for none."""
    near = [
        (math.dist(point, middle), name)
        for name, middle in places
        if abs(point[0] - middle[0]) <= half_mm[0] and abs(point[1] - middle[1]) <= half_mm[1]
    ]
    return min(near)[1] if near else None


@dataclass(kw_only=True)
class Reader(Sighted):
    """One scene while it is being read; what lies on a sheet of the board is placed by that sheet."""

    board: Board
    text: str
    sheets: Sheets
    known: Observation | None
    order: str
    dots: list[SightingLike]
    colours: Mapping[str, str]
    in_doubt: set[str] = field(default_factory=set)

    def frame_at(self, point: Point) -> Transform:
        """The frame of the sheet that a table point lies on, or of the nearest one."""
        return min(self.sheets.seen, key=lambda sheet: sheet.outside(point)).frame

    def those(self, kind: str) -> Iterator[tuple[str, SightingLike]]:
        """The pieces of a kind seen, with what stands behind the colon."""
        return ((piece.partition(":")[2], self.found[piece]) for piece in self.of_kind(kind))

    def space_at(self, point: Point) -> str:
        """The space a point lies on, "" for none."""
        return _around(point, self.board.middle.items(), (self.board.pitch_mm / 2, self.board.pitch_mm / 2)) or ""

    def _between(self, point: Point) -> tuple[str, ...]:
        """The two spaces on whose common edge a point lies, as far as the eye can tell; none elsewhere."""
        half = self.board.pitch_mm / 2
        near = {
            space: max(abs(point[0] - middle[0]), abs(point[1] - middle[1])) - half
            for space, middle in self.board.middle.items()
        }
        touching = sorted(space for space, outside in near.items() if abs(outside) < EDGE_MM)
        inside = any(outside <= -EDGE_MM for outside in near.values())
        return () if inside or len(touching) < 2 else tuple(touching[:2])

    def observation(self) -> Observation:
        """Everything in the game's words."""
        cars = self._cars()
        items, tray = self._items()
        taken = {look.space for _, look in cars} | {item.space for item in items} | ({tray.space} if tray else set())
        unseen = self._unseen(taken) | self.in_doubt
        expected = [car for car, _ in self.known.cars] if self.known else []
        dice, clear = self._dice()
        return Observation(
            board=self.text,
            cars=tuple(sorted(cars, key=lambda one: CARS.index(one[0]))),
            missing=tuple(car for car in expected if car not in dict(cars)),
            boxes=tuple(self._boxes(expected or [car for car, _ in cars])),
            gate_open=self._gate(),
            tray=tray,
            items=tuple(sorted(items)),
            dice=dice,
            dice_clear=clear,
            unseen=frozenset(unseen),
        )

    def _cars(self) -> list[tuple[str, CarSeen]]:
        found = []
        for car, seen in self.those("car"):
            if car not in CARS:
                continue
            space, between = self.space_at(self.lying(seen)), self._between(self.lying(seen))
            if between:
                where = WORDS.told("on-line-between-and", space=between[0], space2=between[1])
                self.report(WORDS.told("car-stands-set-it-clearly", who=car, where=where), f"car:{car}")
                continue
            if not space and self._on_board(self.lying(seen)):
                self.report(WORDS.told("car-stands-on-no-space", who=car), f"car:{car}")
                continue
            self.spaces[f"car:{car}"] = space or "off"
            found.append((car, CarSeen(space, seen.side == "up", self._toward(space, seen))))
        return found

    def _on_board(self, point: Point) -> bool:
        return abs(point[0]) <= self.board.size_mm[0] / 2 and abs(point[1]) <= self.board.size_mm[1] / 2

    def _toward(self, space: str, seen: SightingLike) -> str:
        """On a loop space, where the nose points; "" when it points between two ways."""
        if space not in self.board.loops:
            return ""
        angle = self.angle(seen)
        for node in self.board.nodes_of[space]:
            ahead = self.board.ids[self.board.following[node]]
            turn = (angle - heading_deg(self.board, space, ahead) + 180.0) % 360.0 - 180.0
            if abs(turn) < ALIGNED_DEG:
                return ahead
        return ""

    def _items(self) -> tuple[list[Item], Tray | None]:
        tray_seen = self.found.get("tray")
        inside_at = self._in_tray(tray_seen) if tray_seen else None
        lying = [(f"{kind}:{number}", kind, seen) for kind in KINDS for number, seen in self.those(kind)]
        near = [(math.dist(self.lying(seen), inside_at), piece) for piece, _, seen in lying] if inside_at else []
        away_mm, within = min(near, default=(math.inf, ""))  # another one lies beside the tray, on its space
        items, inside = [], ""
        for piece, kind, seen in lying:
            if piece == within and away_mm <= IN_TRAY_MM:
                inside = kind
                self.spaces[piece] = "tray"
            else:
                space = self.space_at(self.lying(seen))
                item = Item(space, kind, kind == "oil" or seen.side == "active")
                if space and tray_seen is None and self._may_lie_in_the_tray(item):
                    self.in_doubt.add(space)
                elif space:
                    self.spaces[piece] = space
                    items.append(item)
        if tray_seen is None:
            return items, None
        space = self.space_at(self.lying(tray_seen))
        self.spaces["tray"] = space or "off"
        if space and not inside and not self._is_bare(inside_at):
            self.report(WORDS.told("tray-on-cannot-be-read", space=space), "tray")
            return items, None
        lain = {item.space for item in self.known.items} if self.known is not None else set()
        self.in_doubt |= ({space} & lain) - {item.space for item in items}  # it may lie under the tray
        return items, Tray(space, inside if space else "")

    def _may_lie_in_the_tray(self, item: Item) -> bool:
        """Whether an item that is new on the board may be the one in a tray that is in use and not seen."""
        known = self.known
        in_use = known is not None and known.tray is not None and item not in known.items
        return in_use and not (item.kind == "bomb" and item.active)

    def _is_bare(self, place: Point | None) -> bool:
        """Whether the dot printed at a place is seen; without any dots, whether nothing there is said to be hidden."""
        if place is None:
            return False
        if self._dots:
            return self._dot(place) == "bare"
        hidden = [self.on_board(point) for point in self.scene.hidden_mm]
        under = any(inside(place, area) for area in self.covered)
        return not under and all(math.dist(point, place) > DOT_MM for point in hidden)

    def _dot(self, place: Point) -> str:
        """Whether the dot printed at a place is ``bare``, ``covered`` or under a die (its colour), "" for unknown."""
        return next((state for at, state in self._dots if math.dist(at, place) <= DOT_MM), "")

    @cached_property
    def _dots(self) -> list[tuple[Point, str]]:
        """The dots that are read, on the board."""
        return [(self.lying(seen), seen.side) for seen in self.dots]

    def _in_tray(self, tray: SightingLike) -> Point:
        """Where an item in the tray lies."""
        return add(self.lying(tray), turned((TRAY_ITEM_RIGHT_MM, 0.0), self.angle(tray)))

    def _gate(self) -> bool | None:
        """Closed when the gate stands at its place, open when it is seen elsewhere."""
        gate = self.board.gate
        if gate is None:
            return None
        seen = self.found.get("gate")
        if seen is not None:
            return math.dist(self.lying(seen), gate.at_mm) > self.board.pitch_mm / 2
        clear = any(math.dist(self.on_board(point), gate.at_mm) <= 10.0 for point in self.scene.clear_mm)
        return True if clear else None

    def _boxes(self, cars: Sequence[str]) -> Iterator[tuple[str, Box]]:
        """The boxes of these cars: discs, lost dice, cylinder. One that is not wholly seen is not read at all."""
        owners = self._owners()
        if self.known is None:  # the boxes lie in the order in which the drivers sit
            cars = sorted(cars, key=lambda car: owners.get(car, len(owners)))
        for car in cars:
            number = owners.get(car)
            if number is None or self._box_is_hidden(number):
                continue
            lost = self._lost_dice(number, car)
            if lost is not None:
                discs, cylinders = (
                    sum(rest[0] == car and self._box_at(self.lying(one)) is not None for rest, one in self.those(kind))
                    for kind in ("disc", "cylinder")
                )
                yield car, Box(min(discs, 9), lost, cylinders > 0)

    def _box_at(self, point: Point) -> int | None:
        """The box that a point lies in, counted from the pole's."""
        wide_mm, high_mm = self.board.box_size_mm
        boxes = ((number, bay.box_mm) for number, bay in enumerate(self.board.bays))
        found: int | None = _around(point, boxes, (wide_mm / 2 + BOX_EDGE_MM, high_mm / 2 + BOX_EDGE_MM))
        return found

    def _owners(self) -> dict[str, int]:
        """Whose box is which: the one with a car's discs or cylinder in it, else the one of its place in the order.

        The boxes come to lie in another order when all have qualified: one with another's discs in it is not a car's
        own, though its discs are not seen.
        """
        order = self.order or [car for car, _ in self.known.boxes] if self.known else ()
        shown: dict[str, int] = {}
        for kind in ("disc", "cylinder"):
            for rest, seen in self.those(kind):
                number = self._box_at(self.lying(seen))
                if number is not None:
                    shown[rest[0]] = number
        left = set(range(len(self.board.bays))) - {*shown.values()}
        return {car: number for number, car in enumerate(order) if number in left} | shown

    def _box_is_hidden(self, number: int) -> bool:
        """Whether something is over a box, or its marker is hidden."""
        under = self.is_covered(self.board.bays[number].box_mm, self.board.box_size_mm)
        return under or any(self._box_at(self.on_board(point)) == number for point in self.scene.hidden_mm)

    def _lost_dice(self, number: int, car: str) -> int | None:
        """How many dice lie in a car's box; None when a place is half covered, or covered by no disc or die of its own.

        What hides a place may be a cuff or a cup: it takes a look at a die to say that one was lost.
        """
        if not self._dots:
            return min(sum(self._box_at(at) == number for at in self.of_kind("die").values()), DICE)
        places = box_places(self.board, self.board.bays[number].box_mm)
        known = [at for kind in ("disc", "cylinder") for at in self.of_kind(kind).values()]
        for place in (*places["disc"], *places["cylinder"]):
            if self._dot(place) != "bare" and all(math.dist(at, place) > RING_MM for at in known):
                return None
        dice, colour = [self._dot(place) for place in places["die"]], self.colours.get(car)
        return None if {*dice} - {"bare", colour} else len(dice) - dice.count("bare")

    def _dice(self) -> tuple[tuple[Thrown, ...], bool]:
        """The dice on the throwing card, in its own frame, and whether the whole card was seen."""
        card = self.found.get("throw")
        middle = self.lying(card) if card else throw_card(self.board)
        dice = []
        for rest, seen in self.those("die"):
            x_mm, y_mm = (a - b for a, b in zip(self.lying(seen), middle, strict=True))
            on_card = abs(x_mm) <= THROW_HALF_MM[0] and abs(y_mm) <= THROW_HALF_MM[1]
            if on_card and rest[:1] in CARS and rest[1:].isdigit():
                angle = self.angle(seen)
                dice.append(
                    Thrown(rest[:1], int(rest[1:]), int(seen.side), round(x_mm), round(y_mm), round(angle) % 360)
                )
                self.spaces[f"die:{rest}"] = "throw"
        covered = self.is_covered(middle, (2 * THROW_HALF_MM[0], 2 * THROW_HALF_MM[1]))
        return tuple(sorted(dice, key=lambda die: (die.car, die.number))), card is not None and not covered

    def _unseen(self, taken: set[str]) -> set[str]:
        """Spaces that may hold something unseen: a hidden marker with nothing seen there, or a hand over them."""
        hidden = {self.space_at(self.on_board(point)) for point in self.scene.hidden_mm}
        clear = {self.space_at(self.on_board(point)) for point in self.scene.clear_mm}
        size = (self.board.pitch_mm * 0.6, self.board.pitch_mm * 0.6)
        under = {space for space, middle in self.board.middle.items() if self.is_covered(middle, size)}
        return ((hidden - clear - taken) | under) - {""}
