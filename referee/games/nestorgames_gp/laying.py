"""Position -> where every piece lies, in board mm; `reading` is its inverse.

Pieces and sides (the kit prints them; `c` is a car's letter R B G Y K W O P, `n` a number from 1):

- ``board:<name>/n`` side ``top``: a sheet of the board; the origin of each is the middle of the whole board, so all lie
  at (0, 0); its markers lie bare in the spaces, its dots (sightings ``dot:...``, ``bare``, ``covered`` or the colour of
  the die that lies there) in the boxes
- ``car:c`` sides ``up`` and ``down`` (belly-up); its nose points up on the page at angle 0, so a car that drives to the
  right is turned by -90
- ``disc:cn`` side ``top``, ``cylinder:c`` side ``top``, ``die:cn`` sides ``1`` to ``6``: what lies in a driver's box;
  dice on the ``throw`` card (side ``top``, 150 x 104 mm) are the roll
- ``tray`` side ``top``; ``gate`` side ``top``; ``rocket:n``, ``wrench:n``, ``turbo:n`` and ``oil:n`` side ``top``;
  ``bomb:n`` sides ``active`` and ``inactive``

Pieces that are not in play lie nowhere: what a driver holds and what is set aside is not laid. Heights are the
manifest's; for pieces it does not list `HEIGHTS_MM` holds.

Every marker stays in view. Items lie in the part of a space that is turned away from the road, their markers outward;
cars stand in the rest. So no car, 16 mm high and seen at a slant, hides the marker of what it shares its space with.
Everything has its middle inside the space; what needs more room sticks out over the outer edge, where nothing lies.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from markers.kit import Manifest, PlacedPiece
from referee.errors import NotationError
from referee.frozen import cached_property
from referee.games.nestorgames_gp.board import Board, Point
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.state import CarSeen, Observation, parse_observation
from referee.games.nestorgames_gp.words import WORDS
from referee.games.rigid import add, turned

USUAL_PITCH_MM = 50.0
FEW = ((0.0, 0.0), (-11.5, 11.5), (11.5, -11.5), (11.5, 11.5), (-11.5, -11.5))
"""Where up to four cars stand around the middle of a space that is `USUAL_PITCH_MM` wide, with nothing else on it."""
OUTWARD: tuple[Point, ...] = ((0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0))
TURNED_DEG = {(0.0, -1.0): 0.0, (0.0, 1.0): 180.0, (-1.0, 0.0): 270.0, (1.0, 0.0): 90.0}
"""The outward directions, the preferred one first, and how far things are turned that lie at that side."""

# Places on a space with something on it: (along the edge, inward) in mm from its middle.
ONE, TWO, THREE = (0.0,), (-11.5, 11.5), (-20.6, 0.0, 20.6)
LEAN_MM = 0.6
"""Three cars side by side stand so much nearer to a side where nothing lies than to the next space."""
ROW_MM = 14.5
ROWS_BESIDE_MM, ROWS_MM = (20.0, -0.6), (10.3, -10.3)
ITEMS_MM = ((0.0, -12.5), (20.5, -12.5), (-20.5, -12.5))
TRAY_BESIDE_MM = -14.0
BESIDE_MANY_MM = -23.0
"""How far out an item or the tray lies beside two rows of cars."""
IN_THE_CORNER_MM: Point = (23.2, -23.0)
"""Where an item lies beside seven or eight cars."""
IN_A_ROW, IN_TWO_ROWS = 3, 6


@dataclass(frozen=True)
class Spot:
    """One space of a board with something on it.

    Attributes
    ----------
    cars : how many.
    shared : whether something else lies on it as well.
    """

    board: Board
    name: str
    cars: int
    shared: bool

    @property
    def turned_deg(self) -> float:
        """How far the tray is turned: its lower edge is outside. An item is turned by half a turn more."""
        return TURNED_DEG[self._out]

    def item(self, number: int) -> Point:
        """The place of the first, second, ... item."""
        along, inward = ITEMS_MM[min(number, len(ITEMS_MM) - 1)]
        if self.cars > IN_TWO_ROWS and number == 0:
            return self._at(*IN_THE_CORNER_MM)
        return self._at(along, inward if self.cars <= IN_A_ROW else BESIDE_MANY_MM)

    def tray(self) -> Point:
        """The place of the tray: the middle, but for a space with cars."""
        if not self.cars:
            return self._at(0.0, 0.0)
        return self._at(0.0, TRAY_BESIDE_MM if self.cars <= IN_A_ROW else BESIDE_MANY_MM)

    def stands(self) -> Sequence[Point]:
        """The places of the cars, at least as many as there are."""
        if self.shared:
            return [self._at(*place) for place in self._beside()]
        if self.cars > len(FEW) - 1:
            return [self._at(*place) for place in self._in_rows(ROWS_MM if self.cars <= IN_TWO_ROWS else self._three)]
        (x_mm, y_mm), share = self.board.middle[self.name], self._share
        return [(x_mm + dx * share, y_mm + dy * share) for dx, dy in (FEW[:1] if self.cars <= 1 else FEW[1:])]

    def _beside(self) -> list[Point]:
        """Where cars stand beside an item or the tray: in a row, in two rows, or all around the item's corner."""
        if self.cars <= IN_A_ROW:
            return [(along, ROW_MM) for along in (ONE, ONE, TWO, THREE)[self.cars]]
        if self.cars == len(TWO) * len(ROWS_BESIDE_MM):
            return [(along, inward) for inward in ROWS_BESIDE_MM for along in TWO]
        return self._in_rows(ROWS_BESIDE_MM) if self.cars <= IN_TWO_ROWS else self._in_rows(self._three)[:-1]

    def _in_rows(self, rows: Sequence[float]) -> list[Point]:
        """Three cars in each of these rows."""
        lean = LEAN_MM if self._along in self._free() else 0.0
        return [(along + lean, inward) for inward in rows for along in THREE]

    @property
    def _three(self) -> Sequence[float]:
        """Three rows, the inner one first."""
        return [inward - LEAN_MM for inward in reversed(THREE)]

    @property
    def _share(self) -> float:
        return self.board.pitch_mm / USUAL_PITCH_MM

    @cached_property
    def _out(self) -> Point:
        """The direction in which no other space lies next to this one; where there is none, the usual one."""
        free = self._free()
        return free[0] if free else OUTWARD[0]

    @cached_property
    def _along(self) -> Point:
        """Along the outer edge, towards a side that is free as well if there is one."""
        x, y = self._out
        return next((one for one in self._free() if one[0] * x + one[1] * y == 0.0), (-y, x))

    def _free(self) -> list[Point]:
        taken = _neighbours(self.board, self.name)
        return [direction for direction in OUTWARD if direction not in taken]

    def _at(self, along: float, inward: float) -> Point:
        (x_mm, y_mm), share = self.board.middle[self.name], self._share
        (ax, ay), (ox, oy) = self._along, self._out
        return x_mm + share * (along * ax - inward * ox), y_mm + share * (along * ay - inward * oy)


def _neighbours(board: Board, name: str) -> Collection[Point]:
    """The directions in which another space lies next to this one."""
    x_mm, y_mm = board.middle[name]
    found = set()
    for other, (x, y) in board.middle.items():
        across, up = (x - x_mm) / board.pitch_mm, (y - y_mm) / board.pitch_mm
        for direction in OUTWARD if other != name else ():
            ahead = across * direction[0] + up * direction[1]
            aside = abs(across * direction[1]) + abs(up * direction[0])
            if 0.5 < ahead < 1.5 and aside < 0.5:
                found.add(direction)
    return found


HEIGHTS_MM = {
    "board": 0.3, "car": 16.0, "disc": 4.0, "cylinder": 12.0, "die": 16.0, "throw": 0.3, "tray": 3.0, "gate": 20.0,
    "rocket": 4.0, "bomb": 4.0, "wrench": 4.0, "turbo": 4.0, "oil": 4.0,
}  # fmt: skip
THROW_HALF_MM = (75.0, 52.0)
GAP_MM = 12.0
USUAL_BOX_MM = (60.0, 83.0)
DISC_PLACES = ((-19.0, 30.75), (-19.0, 10.25), (-19.0, -10.25))
CYLINDER_PLACE = (-19.0, -30.75)
DIE_PLACES = tuple((x, y) for y in (6.5, -12.5, -31.5) for x in (2.0, 20.0))
"""Places in a box of the usual size, from its middle."""
TRAY_ITEM_RIGHT_MM = -11.5
"""Where in the tray the item lies, right of the tray's middle: its marker beside it stays in view."""
ASIDE_MM = {"tray": 20.0, "gate": 55.0, "cars": 95.0}
"""How far above the throwing card lie what is not in play and, in rows of four, cars beside the board."""


def sheets_of(name: str, manifest: Manifest) -> tuple[str, ...]:
    """The pieces that a printed board consists of. Raises NotationError when the kit has no such board."""
    found = tuple(item.piece for item in manifest.items if item.piece.startswith(f"board:{name}/"))
    if not found:
        raise NotationError(WORDS.told("kit-has-no-board", name=name))
    return found


@dataclass
class Table:
    """The table while it is being laid."""

    board: Board
    heights: dict[tuple[str, str], float]
    pieces: list[PlacedPiece] = field(default_factory=list)

    def height(self, piece: str, side: str) -> float:
        """The height of a face above the table."""
        return self.heights.get((piece, side), HEIGHTS_MM[piece.split(":")[0]])

    def put(self, piece: str, side: str, at: Point, angle_deg: float = 0.0, on_mm: float = 0.0) -> None:
        """Lay one piece down."""
        z_mm = self.height(piece, side) + on_mm
        x_mm, y_mm = round(at[0], 3) + 0.0, round(at[1], 3) + 0.0
        self.pieces.append(PlacedPiece(piece, side, x_mm, y_mm, round(z_mm, 3), round(angle_deg % 360.0, 3) % 360.0))


def throw_card(board: Board) -> Point:
    """The middle of the throwing card: right of the board, its lower edge aligned."""
    return board.size_mm[0] / 2 + GAP_MM + THROW_HALF_MM[0], -board.size_mm[1] / 2 + THROW_HALF_MM[1]


def box_places(board: Board, middle: Point) -> dict[str, list[Point]]:
    """Where discs, cylinder and dice lie in a box: a column of discs with the cylinder below, dice beside it."""
    across, up = board.box_size_mm[0] / USUAL_BOX_MM[0], board.box_size_mm[1] / USUAL_BOX_MM[1]

    def places(from_middle: tuple[Point, ...]) -> list[Point]:
        return [(middle[0] + across * x, middle[1] + up * y) for x, y in from_middle]

    return {"disc": places(DISC_PLACES), "cylinder": places((CYLINDER_PLACE,)), "die": places(DIE_PLACES)}


def heading_deg(board: Board, space: str, toward: str) -> float:
    """The turn of a car that stands on a space and drives towards another one."""
    (x0, y0), (x1, y1) = board.middle[space], board.middle[toward]
    return math.degrees(math.atan2(y1 - y0, x1 - x0)) - 90.0


def layout(position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """Where every piece lies for a position or an observation, board first, in board mm.

    Raises NotationError when the text cannot be read or names no board.
    """
    seen = parse_observation(position)
    if not seen.board:
        raise NotationError(WORDS.told("needs-its-board"))
    board = board_with(seen)
    table = Table(board, {(item.piece, item.side): item.height_mm for item in manifest.items})
    for sheet in sheets_of(board.name, manifest):
        table.put(sheet, "top", (0.0, 0.0))
    table.put("throw", "top", throw_card(board))
    seats = _box_of(seen, position)
    for car, _ in seen.boxes:
        if seats.get(car, len(board.bays)) >= len(board.bays):
            raise NotationError(WORDS.told("box-not-on-board", who=car, n=len(board.bays), title=board.title))
    _lay_boxes(table, seen, seats)
    _lay_items(table, seen)
    _lay_cars(table, seen)
    x_mm, y_mm = throw_card(board)
    for die in seen.dice:
        table.put(f"die:{die.car}{die.number}", str(die.face), (x_mm + die.x_mm, y_mm + die.y_mm), die.angle_deg)
    return tuple(table.pieces)


def board_with(seen: Observation) -> Board:
    """The board of a look. Raises NotationError when it has no space of a name that the look puts something on."""
    board = board_named(seen.board)
    names = [look.space for _, look in seen.cars] + [item.space for item in seen.items]
    names += [seen.tray.space] if seen.tray is not None else []
    for name in names:
        if name and name not in board.middle:
            raise NotationError(WORDS.told("board-has-no-space", title=board.title, text=name[:20]))
    return board


def _box_of(seen: Observation, position: str) -> dict[str, int]:
    """The number of each car's box: the bays are filled in the order of the seats, else of the boxes."""
    found = next((word[6:] for word in position.split() if word.startswith("seats=")), "")
    order = found or "".join(car for car, _ in seen.boxes)
    return {car: number for number, car in enumerate(order)}


def _lay_boxes(table: Table, seen: Observation, seats: dict[str, int]) -> None:
    thrown = {(die.car, die.number) for die in seen.dice}
    for car, box in seen.boxes:
        places = box_places(table.board, table.board.bays[seats[car]].box_mm)
        for number in range(min(box.discs, len(places["disc"]))):
            table.put(f"disc:{car}{number + 1}", "top", places["disc"][number])
        if box.cylinder:
            table.put(f"cylinder:{car}", "top", places["cylinder"][0])
        idle = [number for number in range(6, 0, -1) if (car, number) not in thrown]
        for number, at in zip(idle[: box.dice], places["die"], strict=False):
            table.put(f"die:{car}{number}", "1", at)


def _lay_items(table: Table, seen: Observation) -> None:
    board, used, on = table.board, Counter[str](), Counter[str]()
    spaces = _spots(board, seen)
    for item in seen.items:
        used[item.kind] += 1
        side = ("active" if item.active else "inactive") if item.kind == "bomb" else "top"
        space = spaces[item.space]
        table.put(f"{item.kind}:{used[item.kind]}", side, space.item(on[item.space]), space.turned_deg + 180.0)
        on[item.space] += 1
    if seen.tray is not None:
        inside = f"{seen.tray.item}:{used[seen.tray.item] + 1}" if seen.tray.item else ""
        _lay_tray(table, spaces.get(seen.tray.space), inside)
    if board.gate is not None and seen.gate_open is not None:
        table.put("gate", "top", _aside(board, "gate") if seen.gate_open else board.gate.at_mm)


def _lay_tray(table: Table, space: Spot | None, inside: str) -> None:
    """The tray on a space, or beside the board, with the item inside it, if any."""
    at, turned_deg = (space.tray(), space.turned_deg) if space else (_aside(table.board, "tray"), 0.0)
    table.put("tray", "top", at, turned_deg)
    if inside:
        at = add(at, turned((TRAY_ITEM_RIGHT_MM, 0.0), turned_deg))
        side = "inactive" if inside.startswith("bomb") else "top"
        table.put(inside, side, at, turned_deg + 180.0, on_mm=table.height("tray", "top"))


def _spots(board: Board, seen: Observation) -> dict[str, Spot]:
    """Every space on which something lies or stands."""
    cars = Counter(look.space for _, look in seen.cars)
    lain_on = {item.space for item in seen.items} | ({seen.tray.space} if seen.tray else set())
    return {name: Spot(board, name, cars[name], name in lain_on) for name in {*cars, *lain_on} - {""}}


def _aside(board: Board, what: str) -> Point:
    """Where something lies that is beside the board: above the throwing card."""
    x_mm, y_mm = throw_card(board)
    return x_mm, y_mm + THROW_HALF_MM[1] + ASIDE_MM[what]


def _lay_cars(table: Table, seen: Observation) -> None:
    by_space: dict[str, list[str]] = {}
    for car, look in seen.cars:
        by_space.setdefault(look.space, []).append(car)
    looks, spaces = dict(seen.cars), _spots(table.board, seen)
    for space, cars in by_space.items():
        for number, car in enumerate(cars):
            side = "up" if looks[car].up else "down"
            if space:
                table.put(f"car:{car}", side, spaces[space].stands()[number], _angle_on(table.board, space, looks[car]))
            else:
                x_mm, y_mm = _aside(table.board, "cars")
                at = (x_mm + 30.0 * (number % 4 - 1.5), y_mm + 30.0 * (number // 4))
                table.put(f"car:{car}", side, at)


def _angle_on(board: Board, space: str, look: CarSeen) -> float:
    ahead = look.toward or board.ids[board.following[board.nodes_of[space][0]]]
    return heading_deg(board, space, ahead)
