"""Position -> where every piece lies, in board mm (the pieces are named in table.py)."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from markers.kit import Manifest, PlacedPiece
from referee.errors import NotationError
from referee.games.nestorgames_gp.board import Board, Point
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.notation import parse_observation
from referee.games.nestorgames_gp.observation import Observation

HEIGHTS_MM = {
    "board": 0.3, "car": 16.0, "disc": 4.0, "cylinder": 12.0, "die": 20.0, "throw": 0.3, "tray": 3.0, "gate": 20.0,
    "rocket": 4.0, "bomb": 4.0, "wrench": 4.0, "turbo": 4.0, "oil": 3.0,
}  # fmt: skip
THROW_HALF_MM = (58.0, 42.0)
GAP_MM = 12.0
FAR_MM = 30.0
"""Cars beside the board stand in a row below it, this far from its edge."""
FEW = ((0.0, 0.0), (-11.0, 11.0), (11.0, -11.0), (11.0, 11.0), (-11.0, -11.0))
MANY = tuple((x, y) for y in (14.0, 0.0, -14.0) for x in (-14.0, 0.0, 14.0))
ITEM_PLACES = ((0.0, -12.0), (12.0, -12.0), (-12.0, -12.0))


@dataclass
class Table:
    """The table while it is being laid."""

    board: Board
    heights: dict[tuple[str, str], float]
    pieces: list[PlacedPiece] = field(default_factory=list)

    def put(self, piece: str, side: str, at: Point, angle_deg: float = 0.0, on_mm: float = 0.0) -> None:
        """Lay one piece down."""
        kind = piece.split(":")[0]
        z_mm = self.heights.get((piece, side), HEIGHTS_MM[kind]) + on_mm
        x_mm, y_mm = round(at[0], 3) + 0.0, round(at[1], 3) + 0.0
        self.pieces.append(PlacedPiece(piece, side, x_mm, y_mm, round(z_mm, 3), round(angle_deg % 360.0, 3) % 360.0))


def throw_card(board: Board) -> Point:
    """The middle of the throwing card: right of the board, its lower edge aligned."""
    return board.size_mm[0] / 2 + GAP_MM + THROW_HALF_MM[0], -board.size_mm[1] / 2 + THROW_HALF_MM[1]


def box_places(board: Board, middle: Point) -> dict[str, list[Point]]:
    """Where discs, cylinder and dice lie in a box: a row of discs and the cylinder, dice in rows below."""
    width, height = board.box_size_mm
    top, step = middle[1] + height / 2 - 9.0, width / 4
    row = [(middle[0] + step * (column - 1.5), top) for column in range(4)]
    dice = [(middle[0] + (width / 3) * (n % 3 - 1), top - 24.0 - 24.0 * (n // 3)) for n in range(6)]
    more = [(row[n][0], top - 4.0) for n in range(3)]
    return {"disc": [*row[:3], *more, *row[:3]], "cylinder": [row[3]], "die": dice}


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
        raise NotationError("to lay a table the position needs its board, as in board=harbour.")
    board = board_named(seen.board)
    table = Table(board, {(item.piece, item.side): item.height_mm for item in manifest.items})
    table.put(f"board:{board.name}", "top", (0.0, 0.0))
    table.put("throw", "top", throw_card(board))
    seats = _box_of(seen, position)
    _lay_boxes(table, seen, seats)
    _lay_items(table, seen)
    _lay_cars(table, seen)
    x_mm, y_mm = throw_card(board)
    for die in seen.dice:
        table.put(f"die:{die.car}{die.number}", str(die.face), (x_mm + die.x_mm, y_mm + die.y_mm), die.angle_deg)
    return tuple(table.pieces)


def _box_of(seen: Observation, position: str) -> dict[str, int]:
    """The number of each car's box: the bays are filled in the order of the seats, else of the boxes."""
    found = next((word[6:] for word in position.split() if word.startswith("seats=")), "")
    order = found or "".join(car for car, _ in seen.boxes)
    return {car: number for number, car in enumerate(order)}


def _lay_boxes(table: Table, seen: Observation, seats: dict[str, int]) -> None:
    thrown = {(die.car, die.number) for die in seen.dice}
    for car, box in seen.boxes:
        places = box_places(table.board, table.board.bays[seats[car]].box_mm)
        for number in range(box.discs):
            table.put(f"disc:{car}{number + 1}", "top", places["disc"][number])
        if box.cylinder:
            table.put(f"cylinder:{car}", "top", places["cylinder"][0])
        idle = [number for number in range(6, 0, -1) if (car, number) not in thrown]
        for number, at in zip(idle[: box.dice], places["die"], strict=False):
            table.put(f"die:{car}{number}", "1", at)


def _lay_items(table: Table, seen: Observation) -> None:
    board, used, on = table.board, Counter[str](), Counter[str]()
    for item in seen.items:
        used[item.kind] += 1
        side = ("active" if item.active else "inactive") if item.kind == "bomb" else "top"
        x_mm, y_mm = board.middle[item.space]
        dx_mm, dy_mm = ITEM_PLACES[min(on[item.space], len(ITEM_PLACES) - 1)]
        on[item.space] += 1
        table.put(f"{item.kind}:{used[item.kind]}", side, (x_mm + dx_mm, y_mm + dy_mm))
    if seen.tray is not None:
        at = board.middle[seen.tray.space] if seen.tray.space else _beside_throw(board)
        table.put("tray", "top", at)
        if seen.tray.item:
            kind = seen.tray.item
            side = "inactive" if kind == "bomb" else "top"
            table.put(f"{kind}:{used[kind] + 1}", side, at, on_mm=HEIGHTS_MM["tray"])
    if board.gate is not None and seen.gate_open is not None:
        table.put("gate", "top", _gate_aside(board) if seen.gate_open else board.gate.at_mm)


def _beside_throw(board: Board) -> Point:
    x_mm, y_mm = throw_card(board)
    return x_mm, y_mm + THROW_HALF_MM[1] + 40.0


def _gate_aside(board: Board) -> Point:
    x_mm, y_mm = throw_card(board)
    return x_mm, y_mm + THROW_HALF_MM[1] + 90.0


def _lay_cars(table: Table, seen: Observation) -> None:
    board = table.board
    by_space: dict[str, list[str]] = {}
    for car, look in seen.cars:
        by_space.setdefault(look.space, []).append(car)
    looks = dict(seen.cars)
    for space, cars in by_space.items():
        places = FEW[:1] if len(cars) == 1 else FEW[1:] if len(cars) <= 4 else MANY
        for number, car in enumerate(cars):
            side = "up" if looks[car].up else "down"
            if not space:
                left = -board.size_mm[0] / 2 + 30.0
                table.put(f"car:{car}", side, (left + 44.0 * number, -board.size_mm[1] / 2 - FAR_MM))
                continue
            ahead = looks[car].toward or board.ids[board.following[board.nodes_of[space][0]]]
            x_mm, y_mm = board.middle[space]
            lift = 4.0 if len(cars) == 1 and any(item.space == space for item in seen.items) else 0.0
            at = (x_mm + places[number][0], y_mm + places[number][1] + 2 * lift)
            table.put(f"car:{car}", side, at, heading_deg(board, space, ahead))
