"""Scene -> what the table shows, in squares: the inverse of `laying`.

What is covered is never read as empty, and a piece that stands between two squares is on neither: it is reported.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from markers.geometry import relative
from markers.kit import Manifest
from referee.games.base import PieceReading, Reading, SceneLike, SightingLike
from referee.games.racepack.notation import FACES, observation_text, parse_observation, square_name
from referee.games.racepack.observation import (
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    TrayDie,
)
from referee.games.racepack.table.lattice import TileSeen
from referee.games.racepack.table.laying import arrow_of
from referee.games.racepack.table.places import (
    SQUARE_MM,
    Point,
    Transform,
    add,
    beside_corner,
    box_distance,
    inside,
    tile_centre,
    turned,
)
from referee.games.racepack.table.survey import ArrowSeen, Board, survey
from referee.games.racepack.table.words import CAR_PIECES, listed, piece_words

ON_SQUARE_MM = 10.0
"""A piece counts as standing on a square within this distance of its middle."""
UNCLEAR_CORNER_MM = 2.0
"""A car beside two corners that are this nearly equally far is outside neither."""


@dataclass(frozen=True)
class Stand:
    """Where a piece stands: a place, or between the `between` squares, or neither (beside two corners)."""

    place: Place | None
    between: tuple[Square, ...] = ()


@dataclass
class Table:
    """A board with everything found on it, while it is being read; poses are in the board frame."""

    board: Board
    found: dict[str, SightingLike]
    squares: dict[Square, Point] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unsure: set[Square] = field(default_factory=set)
    spaces: dict[str, str] = field(default_factory=dict)

    def at(self, piece: str) -> Point:
        """Where a found piece is in board mm."""
        sighting = self.found[piece]
        return self.board.frame.of((sighting.x_mm, sighting.y_mm))


def read(scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
    """What the scene shows.

    Parameters
    ----------
    scene : sightings and covered regions in the eye's table frame.
    manifest : the kit on the table.
    expected : the position that should stand there, or None for a table never seen before. It gives the board, its
        orientation, and which cars there should be.

    Raises
    ------
    NotationError : `expected` cannot be read.
    """
    known = parse_observation(expected) if expected else None
    found, problems = _sort_out(scene.sightings, manifest)
    tiles = [
        TileSeen(piece, (seen.x_mm, seen.y_mm), seen.angle_deg)
        for piece, seen in found.items()
        if piece.startswith("tile:")
    ]
    kit_tiles = sum(item.piece.startswith("tile:") for item in manifest.items)
    board, more = survey(tiles, kit_tiles, _arrow(found, manifest), scene.covered, known.circuit if known else None)
    problems += more
    if board is None:
        return Reading(None, "", _place_pieces(found, Transform(), {}), tuple(problems))
    table = Table(board, found, board.squares(), problems)
    observation = _observe(table, scene, manifest, known)
    pieces = _place_pieces(found, board.frame, table.spaces)
    frame = (board.frame.dx_mm, board.frame.dy_mm, board.frame.turn_deg)
    if not board.line_known:
        return Reading(None, "", pieces, tuple(table.problems), frame)
    return Reading(observation, observation_text(observation), pieces, tuple(table.problems), frame)


def _sort_out(sightings: Sequence[SightingLike], manifest: Manifest) -> tuple[dict[str, SightingLike], list[str]]:
    """One sighting for each piece of the kit, the surest one, and what does not belong."""
    kit = {(item.piece, item.side) for item in manifest.items}
    found: dict[str, SightingLike] = {}
    problems: list[str] = []
    for seen in sorted(sightings, key=lambda seen: (seen.piece, -seen.confidence)):
        if (seen.piece, seen.side) not in kit:
            problems.append(f"a piece of another kit lies on the table: {seen.piece}")
        elif seen.piece not in found:
            found[seen.piece] = seen
        elif math.dist((seen.x_mm, seen.y_mm), (found[seen.piece].x_mm, found[seen.piece].y_mm)) > SQUARE_MM / 2:
            problems.append(f"two copies of {piece_words(seen.piece)} are on the table: take one away")
    return found, problems


def _arrow(found: dict[str, SightingLike], manifest: Manifest) -> ArrowSeen | None:
    card = next((relative(item) for item in manifest.items if item.piece == "lap"), None)
    if card is None or "lap" not in found:
        return None
    seen = found["lap"]
    return ArrowSeen((seen.x_mm, seen.y_mm), seen.angle_deg + arrow_of(card))


def _observe(table: Table, scene: SceneLike, manifest: Manifest, known: Observation | None) -> Observation:
    for square, pose in table.board.tiles.items():
        table.spaces[pose.piece] = f"tile {square_name(square)}"
    if "lap" in table.found:
        table.spaces["lap"] = "lap"
    cars, unseen_cars = _cars(table, known)
    hazards = _hazards(table)
    tray = _tray_die(table, manifest, {CAR_PIECES[car] for car, _ in cars})
    lap = _lap(table)
    taken = {place.square for _, place in cars if isinstance(place, OnSquare)} | {square for square, _ in hazards}
    return Observation(
        circuit=table.board.road,
        cars=cars,
        unseen_cars=unseen_cars,
        hazards=hazards,
        lap=lap,
        tray=tray,
        unseen=_unseen(table, scene, taken),
    )


def _stand(table: Table, at: Point) -> Stand:
    """Where a piece at a board point stands."""
    nearest = sorted((math.dist(at, middle), square) for square, middle in table.squares.items())[:2]
    if nearest[0][0] <= ON_SQUARE_MM:
        return Stand(OnSquare(nearest[0][1]))
    road = table.board.road
    middles = [pose.at for pose in table.board.tiles.values()]
    middles += [tile_centre(road, tile) for tile in road.tiles if tile not in table.board.tiles]
    if min(box_distance(at, middle) for middle in middles) == 0.0:
        return Stand(None, tuple(square for off_mm, square in nearest if off_mm < SQUARE_MM))
    beside = beside_corner(road, at)
    if beside is None:
        return Stand(OffTrack())
    return Stand(OutsideCorner(beside.tile) if beside.margin_mm > UNCLEAR_CORNER_MM else None)


def _car_pieces(table: Table, known: Observation | None) -> dict[str, Place | None]:
    """The cars to look for, with the place each had: those of the race, else all pawns and any dice on the road."""
    if known is not None:
        return {**dict(known.cars), **dict.fromkeys(known.unseen_cars)}
    cars = [car for car, piece in CAR_PIECES.items() if piece in table.found]
    dice = [car for car in cars if CAR_PIECES[car].startswith("die:")]
    if not any(isinstance(_stand(table, table.at(CAR_PIECES[car])).place, OnSquare) for car in dice):
        cars = [car for car in cars if car not in dice]
    return dict.fromkeys(cars)


def _cars(table: Table, known: Observation | None) -> tuple[tuple[tuple[str, Place], ...], tuple[str, ...]]:
    """The cars with their places, and those that should be there and have none."""
    sought = _car_pieces(table, known)
    placed: dict[str, Place] = {}
    for car in sought:
        piece = CAR_PIECES[car]
        if piece in table.found:
            stand = _stand(table, table.at(piece))
            if stand.place is not None:
                placed[car] = stand.place
            else:
                _report_between(table, piece, stand)
    _report_shared(table, placed)
    for car, place in placed.items():
        match place:
            case OnSquare(square):
                table.spaces[CAR_PIECES[car]] = square_name(square)
            case OutsideCorner(tile):
                table.spaces[CAR_PIECES[car]] = f"outside {square_name(tile)}"
    unseen = [car for car, before in sought.items() if car not in placed and not isinstance(before, OffTrack)]
    return tuple(sorted(placed.items(), key=lambda item: item[0])), tuple(sorted(unseen))


def _report_between(table: Table, piece: str, stand: Stand) -> None:
    table.unsure.update(stand.between)
    names = listed([square_name(square) for square in sorted(stand.between)])
    where = f"between {names}" if len(stand.between) == 2 else f"half off {names}" if names else "between two corners"
    table.problems.append(f"{piece_words(piece)} stands {where}")


def _report_shared(table: Table, placed: dict[str, Place]) -> None:
    """Two cars cannot stand on one square: then neither is sure."""
    by_square: dict[Square, list[str]] = {}
    for car, place in placed.items():
        if isinstance(place, OnSquare):
            by_square.setdefault(place.square, []).append(car)
    for square, cars in by_square.items():
        if len(cars) > 1:
            words = listed([piece_words(CAR_PIECES[car]) for car in cars])
            table.problems.append(f"{words} are both seen on {square_name(square)}")
            table.unsure.add(square)
            for car in cars:
                del placed[car]


def _hazards(table: Table) -> tuple[tuple[Square, bool], ...]:
    """The hazard coins on the road; coins elsewhere are out of play."""
    found: dict[Square, bool] = {}
    for piece in [piece for piece in table.found if piece.startswith("coin:")]:
        stand = _stand(table, table.at(piece))
        if isinstance(stand.place, OnSquare):
            square = stand.place.square
            table.spaces[piece] = square_name(square)
            if square in found:
                table.problems.append(f"two hazard coins lie on {square_name(square)}")
            found[square] = table.found[piece].side == "suit"
        elif stand.between:
            _report_between(table, piece, stand)
    return tuple(sorted(found.items()))


def _tray_die(table: Table, manifest: Manifest, cars: set[str]) -> TrayDie | None:
    """The penalty die: the black one in the tray, or whichever die lies there instead."""
    tray = next((relative(item) for item in manifest.items if item.piece == "tray"), None)
    if tray is None or "tray" not in table.found:
        return None
    pose = table.found["tray"]
    table.spaces["tray"] = "tray"
    inside_tray: list[tuple[str, Point]] = []
    for piece in ("die:M", "die:S", "die:C", "die:A"):
        if piece in table.found and piece not in cars:
            die = table.found[piece]
            offset = turned((die.x_mm - pose.x_mm, die.y_mm - pose.y_mm), -pose.angle_deg)
            if inside(offset, tray.outline_mm):
                inside_tray.append((piece, offset))
                table.spaces[piece] = "tray"
    if not inside_tray:
        return None
    if len(inside_tray) > 1:
        table.problems.append(f"{len(inside_tray)} dice lie in the tray: leave only the penalty die there")
    piece, offset = inside_tray[0]
    die = table.found[piece]
    angle_deg = round(die.angle_deg - pose.angle_deg) % 360
    return TrayDie(die.side, round(offset[0], 1) + 0.0, round(offset[1], 1) + 0.0, float(angle_deg))


def _lap(table: Table) -> int | None:
    """The number on the lap die, the red one beside the road."""
    if "die:S" not in table.found or "die:S" in table.spaces:
        return None
    stand = _stand(table, table.at("die:S"))
    if isinstance(stand.place, OnSquare) or stand.between:
        table.problems.append("the red die lies on the road: put it beside the start/finish line")
        return None
    table.spaces["die:S"] = "lap"
    return FACES.index(table.found["die:S"].side)


def _unseen(table: Table, scene: SceneLike, taken: set[Square]) -> frozenset[Square]:
    """Squares that may hold something unseen: covered, their marker hidden, or their whole tile never seen."""
    frame = table.board.frame
    areas = [[frame.of(point) for point in area] for area in scene.covered]
    clear = _squares_at(table, [frame.of(point) for point in scene.clear_mm])
    hidden = _squares_at(table, [frame.of(point) for point in scene.hidden_mm])
    no_tile = {square for square in table.squares if _tile_of(square) not in table.board.tiles}
    covered = {square for square, middle in table.squares.items() if any(_touches(middle, area) for area in areas)}
    return frozenset(((hidden | no_tile | covered) - clear - taken) | table.unsure)


def _tile_of(square: Square) -> Square:
    return ((square[0] - 1) // 2 * 2 + 1, (square[1] - 1) // 2 * 2 + 1)


def _squares_at(table: Table, points: Sequence[Point]) -> set[Square]:
    """The squares that have one of these points near their middle."""
    return {
        square
        for square, middle in table.squares.items()
        if any(math.dist(point, middle) <= ON_SQUARE_MM for point in points)
    }


def _touches(middle: Point, area: Sequence[Point]) -> bool:
    half = SQUARE_MM / 3
    around = [(0.0, 0.0), (half, half), (half, -half), (-half, half), (-half, -half)]
    return any(inside(add(middle, offset), area) for offset in around)


def _place_pieces(found: dict[str, SightingLike], frame: Transform, spaces: dict[str, str]) -> tuple[PieceReading, ...]:
    readings = []
    for piece, seen in found.items():
        x_mm, y_mm = frame.of((seen.x_mm, seen.y_mm))
        angle_deg = (seen.angle_deg + frame.turn_deg) % 360.0
        readings.append(PieceReading(piece, seen.side, x_mm, y_mm, angle_deg, spaces.get(piece), seen.confidence))
    return tuple(readings)
