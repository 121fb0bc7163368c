"""Position -> where every piece lies, in board millimetres.

Everything the notation can show is laid so that `reading` gets it back. Pieces beside the road (spun-out cars, the lap
card, the tray) go to the free place nearest to where a person would put them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from markers.geometry import ItemGeometry, relative
from markers.kit import Manifest, PlacedPiece
from referee.errors import KitError, NotationError
from referee.games.racepack.check import need_spaces
from referee.games.racepack.observation import Circuit, Observation, OffTrack, OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import FACES, fields, parse_hazards, parse_observation
from referee.games.racepack.table import places
from referee.games.racepack.table.places import CAR_PIECES, TILE_MM, tile_centre
from referee.games.racepack.words import WORDS
from referee.games.rigid import Point, add, turned

BEYOND_CORNER_MM = 25.0 / math.sqrt(2)
"""A spun-out car stands 25 mm beyond the outer corner of its tile, along the diagonal."""
TRAY_GAP_MM = 32.0
"""Between road and tray a spun-out car still fits."""
WIDEST_MM, HIGHEST_MM = 620.0, 400.0
"""The table that a camera at one metre sees well."""
ROOMS_MM = ((4.0, 7.0), (2.0, 4.0), (0.5, 1.5))
"""How far from others, and how surely in its place, a piece beside the road stands: generously first, else closely."""


@dataclass(frozen=True)
class Box:
    """An upright rectangle on the table; `half` is half its width and height."""

    centre: Point
    half: Point

    def gap(self, other: Box) -> float:
        """Distance to another box in mm; negative by how deep they overlap."""
        dx = abs(self.centre[0] - other.centre[0]) - self.half[0] - other.half[0]
        dy = abs(self.centre[1] - other.centre[1]) - self.half[1] - other.half[1]
        return math.hypot(max(dx, 0.0), max(dy, 0.0)) if max(dx, dy) > 0 else max(dx, dy)


@dataclass
class Table:
    """The table while it is being laid: what is taken, and the pieces so far."""

    circuit: Circuit
    kit: dict[tuple[str, str], ItemGeometry]
    rooms_mm: Sequence[tuple[float, float]] = ROOMS_MM
    taken: list[Box] = field(default_factory=list)
    pieces: list[PlacedPiece] = field(default_factory=list)

    def face(self, piece: str, side: str) -> ItemGeometry:
        """One face of the kit. Raises KitError when the kit has none such."""
        if (piece, side) not in self.kit:
            raise KitError(WORDS.told("kit-has-no-piece", text=piece, text2=side))
        return self.kit[piece, side]

    def put(self, piece: str, side: str, at: Point, z_mm: float, angle_deg: float = 0.0) -> None:
        """Lay one piece down."""
        x_mm, y_mm, angle = round(at[0], 3) + 0.0, round(at[1], 3) + 0.0, round(angle_deg % 360.0, 3) % 360.0
        self.pieces.append(PlacedPiece(piece, side, x_mm, y_mm, round(z_mm, 3), angle))

    def free_place(
        self, half: Point, ideal: Point, fits: Callable[[Point, float], bool], reach_mm: float = 240.0
    ) -> Point:
        """The place nearest to `ideal` that touches nothing and `fits` (point, by how many mm it must do so).

        Room is given generously where there is some, else closely. Raises NotationError when there is none at all.
        """
        for clearance_mm, steady_mm in self.rooms_mm:
            for at in _spiral(ideal, reach_mm):
                box = Box(at, half)
                if all(box.gap(other) >= clearance_mm for other in self.taken) and fits(at, steady_mm):
                    self.taken.append(box)
                    return at
        raise NotationError(WORDS.told("no-room-on-table"))


def layout(position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """Where every piece lies for a position or an observation.

    Returns
    -------
    The pieces in board mm: tiles first, then coins, cars, lap card and die, tray and penalty die.

    Raises
    ------
    NotationError : the text cannot be read, names no track, or a space that its track does not have.
    KitError : the manifest lacks a piece that is needed.
    """
    seen = parse_observation(position)
    if seen.circuit is None:
        raise NotationError(WORDS.told("lay-needs-track"))
    hazards = tuple(sorted(seen.hazards + parse_hazards(fields(position).get("under", ""))))
    need_spaces(replace(seen, hazards=hazards), seen.circuit)
    table = Table(seen.circuit, {(item.piece, item.side): relative(item) for item in manifest.items})
    _lay_tiles(table)
    _lay_coins(table, hazards)
    _lay_line(table, seen.lap)
    _lay_tray(table, seen)
    for closely in range(1, len(ROOMS_MM)):
        with suppress(NotationError):  # a car that stands generously may leave no room for the next one
            return _with_cars(table, seen, {square for square, _ in hazards})
        table = replace(table, rooms_mm=ROOMS_MM[closely:])
    return _with_cars(table, seen, {square for square, _ in hazards})


def _lay_tiles(table: Table) -> None:
    names = [piece for piece, _ in table.kit if piece.startswith("tile:")]
    tiles = table.circuit.all_tiles
    if len(names) < len(tiles):
        how = "two" if len(tiles) > 24 else ""
        raise KitError(WORDS.told("kit-has-few-tiles", how=how, n=len(tiles), n2=len(names)))
    for piece, tile in zip(names, tiles, strict=False):
        centre = tile_centre(table.circuit, tile)
        table.put(piece, "grid", centre, table.face(piece, "grid").height_mm)
        table.taken.append(Box(centre, (TILE_MM / 2, TILE_MM / 2)))


def _lay_coins(table: Table, hazards: tuple[tuple[Square, bool], ...]) -> None:
    names = [piece for piece, side in table.kit if piece.startswith("coin:") and side == "blank"]
    if len(names) < len(hazards):
        raise KitError(WORDS.told("kit-has-few-coins", n=len(hazards), n2=len(names)))
    for piece, (square, suit_up) in zip(names, hazards, strict=False):
        side = "suit" if suit_up else "blank"
        table.put(piece, side, places.square_centre(table.circuit, square), table.face(piece, side).height_mm)


def arrow_of(card: ItemGeometry) -> float:
    """The direction in degrees in which the lap card's arrow points when the card lies at angle 0.

    Its origin is the arrow's tip, so the arrow points from the card's middle to the origin.
    """
    x = sum(point[0] for point in card.outline_mm) / len(card.outline_mm)
    y = sum(point[1] for point in card.outline_mm) / len(card.outline_mm)
    return math.degrees(math.atan2(-y, -x))


def _lay_line(table: Table, lap: int | None) -> None:
    """Put the lap card outside the track with its arrow at the line, and the lap die behind it."""
    line, card = places.start_line(table.circuit), table.face("lap", "top")
    outside_left = places.goes_clockwise(table.circuit)
    choices = []
    for left in (outside_left, not outside_left):
        tip = line.end(left)
        inward = add(line.middle, tip, -1.0)
        angle = math.degrees(math.atan2(inward[1], inward[0])) - arrow_of(card)
        box = _bounds([add(tip, turned(point, angle)) for point in card.outline_mm])
        overlap = sum(max(0.0, -box.gap(other)) for other in table.taken)
        choices.append((round(overlap, 1), left != outside_left, tip, angle, box))
    _, _, tip, angle, box = min(choices)
    table.put("lap", "top", tip, card.height_mm, angle)
    table.taken.append(box)
    if lap is not None:
        die = table.face("die:S", FACES[lap])
        half = _half(die)
        ideal = add(box.centre, add(box.centre, tip, -1.0), 1.0 + (half[0] + 5.0) / math.dist(box.centre, tip))
        table.put("die:S", FACES[lap], table.free_place(half, ideal, lambda at, steady: True), die.height_mm)


def _lay_tray(table: Table, seen: Observation) -> None:
    """Put the tray to the right of the road, lower edges aligned; below a road that is too wide for that."""
    tray, (width, height) = table.face("tray", "top"), places.size_mm(table.circuit)
    half = _half(tray)
    ideal = (width / 2 + TRAY_GAP_MM + half[0], -height / 2 + half[1])
    too_wide = width + TRAY_GAP_MM + 2 * half[0] > WIDEST_MM
    if too_wide and height + TRAY_GAP_MM + 2 * half[1] <= HIGHEST_MM:
        ideal = (width / 2 - half[0], -height / 2 - TRAY_GAP_MM - half[1])
    at = table.free_place(half, ideal, lambda at, steady: _tray_is_clear(table.circuit, at, half))
    table.put("tray", "top", at, tray.height_mm)
    if seen.tray is not None:
        die = table.face("die:M", seen.tray.face)
        place = add(at, (seen.tray.x_mm, seen.tray.y_mm))
        table.put("die:M", seen.tray.face, place, die.height_mm, seen.tray.angle_deg)


def _tray_is_clear(circuit: Circuit, at: Point, half: Point) -> bool:
    box = Box(at, half)
    gaps = (box.gap(Box(tile_centre(circuit, tile), (TILE_MM / 2, TILE_MM / 2))) for tile in circuit.all_tiles)
    return min(gaps) >= TRAY_GAP_MM - 0.01


def _with_cars(table: Table, seen: Observation, hazards: set[Square]) -> tuple[PlacedPiece, ...]:
    """The pieces with the cars put down as well. Raises NotationError when there is no room for one of them."""
    table = replace(table, taken=[*table.taken], pieces=[*table.pieces])
    # a spun-out car needs a certain corner, a parked one any free place: so parked cars come last
    for car, place in sorted(seen.cars, key=lambda item: isinstance(item[1], OffTrack)):
        piece = CAR_PIECES[car]
        side = "cap" if piece.startswith("pawn:") else "n"
        face = table.face(piece, side)
        tile_mm = table.kit["tile:Sn", "grid"].height_mm
        body_mm = face.height_mm - (tile_mm if side == "cap" else 0.0)
        table.put(piece, side, *_stand(table, place, _half(face), body_mm, tile_mm, hazards))
    return tuple(table.pieces)


def _stand(
    table: Table, place: Place, half: Point, body_mm: float, tile_mm: float, hazards: set[Square]
) -> tuple[Point, float]:
    """Where a car stands and how high its face is."""
    circuit = table.circuit
    match place:
        case OnSquare(square):
            coin_mm = table.face("coin:Sn", "blank").height_mm - tile_mm if square in hazards else 0.0
            return places.square_centre(circuit, square), body_mm + tile_mm + coin_mm
        case OutsideCorner(tile):
            ideal = places.beyond_corner(circuit, tile, TILE_MM / 2 + BEYOND_CORNER_MM)
            at = table.free_place(half, ideal, lambda at, by: _all_beside(circuit, at, by, tile), 2 * TILE_MM)
            return at, body_mm
        case OffTrack():
            width, height = places.size_mm(circuit)
            ideal = (width / 2 + TRAY_GAP_MM + TILE_MM, -height / 2 + 2.75 * TILE_MM)
            return table.free_place(half, ideal, lambda at, by: _all_beside(circuit, at, by, None)), body_mm


def _all_beside(circuit: Circuit, at: Point, by_mm: float, tile: Square | None) -> bool:
    """Whether a car here, and one moved by `by_mm` either way, is read as outside this corner (None: outside none)."""
    for dx, dy in ((0.0, 0.0), (by_mm, by_mm), (by_mm, -by_mm), (-by_mm, by_mm), (-by_mm, -by_mm)):
        point = (at[0] + dx, at[1] + dy)
        found = places.beside_corner(circuit, point)
        if (
            (found.tile if found else None) != tile
            or (found and found.margin_mm < 4.0)
            or places.road_distance(circuit, point) == 0
        ):
            return False
    return True


def _half(face: ItemGeometry) -> Point:
    return _bounds(list(face.outline_mm)).half


def _bounds(points: list[Point]) -> Box:
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    return Box(((left + right) / 2, (bottom + top) / 2), ((right - left) / 2, (top - bottom) / 2))


def _spiral(ideal: Point, reach_mm: float, step_mm: float = 4.0) -> Iterator[Point]:
    """The ideal point, then points of a grid around it in growing squares, those nearest first within each square."""
    yield ideal
    for ring in range(1, int(reach_mm / step_mm) + 1):
        edge = [(i, j) for i in range(-ring, ring + 1) for j in range(-ring, ring + 1) if max(abs(i), abs(j)) == ring]
        for i, j in sorted(edge, key=lambda point: (abs(point[0]) + abs(point[1]), point)):
            yield (ideal[0] + step_mm * i, ideal[1] + step_mm * j)
