"""Scene -> what the table shows, in squares: the inverse of `laying`.

What is covered is never read as empty, and a piece that stands between two squares is on neither: it is reported.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markers.geometry import relative
from markers.kit import Manifest
from referee.games.base import Reading, SceneLike, SightingLike
from referee.games.polygon import inside
from referee.games.racepack.circuit import tile_squares
from referee.games.racepack.observation import (
    DIE_STEP_DEG,
    DIE_STEP_MM,
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    TrayDie,
    square_name,
)
from referee.games.racepack.position import FACES, observation_text, parse_observation
from referee.games.racepack.table import places
from referee.games.racepack.table.hidden_tiles import blind_places
from referee.games.racepack.table.lattice import TileSeen
from referee.games.racepack.table.laying import arrow_of
from referee.games.racepack.table.places import CAR_PIECES, SQUARE_MM, tile_centre
from referee.games.racepack.table.survey import ArrowSeen, Board, survey
from referee.games.racepack.words import WORDS
from referee.games.rigid import Point, turned
from referee.games.sighted import Sighted, sorted_out

TRAY_DICE = ("die:M", "die:S", "die:C", "die:A", "die:2M", "die:2S", "die:2C", "die:2A")
"""The dice that may lie in the tray, the penalty die first."""
ON_SQUARE_MM = 10.0
"""A piece counts as standing on a square within this distance of its middle."""
ROAD_EDGE_MM = 5.0
"""A piece whose middle is this near to the road, or in a gap between two tiles, is not off the road."""
UNCLEAR_CORNER_MM = 2.0
"""A car this near to being outside of another corner, or of none, is outside of neither."""


@dataclass(frozen=True)
class Stand:
    """Where a piece stands: a place, or between the `between` squares, or neither (beside two corners).

    `far` from a corner it may be outside of it or off the track.
    """

    place: Place | None
    between: tuple[Square, ...] = ()
    far: bool = False


@dataclass(kw_only=True)
class TableFound(Sighted):
    """A board with everything found on it, while it is being read."""

    board: Board
    squares: Mapping[Square, Point]
    unsure: set[Square] = field(default_factory=set)


def standing(table: TableFound, at: Point) -> Stand:
    """Where a piece at a board point stands."""
    nearest = sorted((math.dist(at, middle), square) for square, middle in table.squares.items())[:2]
    if nearest[0][0] <= ON_SQUARE_MM:
        return Stand(OnSquare(nearest[0][1]))
    road = table.board.road
    middles = [pose.at for pose in table.board.tiles.values()]
    middles += [tile_centre(road, tile) for tile in road.all_tiles if tile not in table.board.tiles]
    if min(places.box_distance(at, middle) for middle in middles) <= ROAD_EDGE_MM:
        return Stand(None, tuple(square for off_mm, square in nearest if off_mm < SQUARE_MM))
    beside = places.beside_corner(road, at)
    if beside is None:
        return Stand(OffTrack())
    if beside.margin_mm > UNCLEAR_CORNER_MM:
        return Stand(OutsideCorner(beside.tile))
    return Stand(None, far=beside.off_track_mm <= places.REACH_DOUBT_MM)


def _car_pieces(table: TableFound, known: Observation | None) -> dict[str, Place | None]:
    """The cars to look for, with the place each had: those of the race, else all pawns and any dice on the road."""
    if known is not None:
        return {**dict(known.cars), **dict.fromkeys(known.unseen_cars)}
    cars = [car for car, piece in CAR_PIECES.items() if piece in table.found]
    dice = [car for car in cars if CAR_PIECES[car].startswith("die:")]
    if not any(isinstance(standing(table, table.at(CAR_PIECES[car])).place, OnSquare) for car in dice):
        cars = [car for car in cars if car not in dice]
    return dict.fromkeys(cars)


def find_cars(table: TableFound, known: Observation | None) -> tuple[tuple[tuple[str, Place], ...], tuple[str, ...]]:
    """The cars with their places, and those that should be there and have none.

    A car that was off the track already may have been taken from the table.
    """
    sought = _car_pieces(table, known)
    placed: dict[str, Place] = {}
    for car in sought:
        piece = CAR_PIECES[car]
        if piece in table.found:
            stand = standing(table, table.at(piece))
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
    was_off = {car for car, before in sought.items() if isinstance(before, OffTrack)}
    unseen = [car for car in sought if car not in placed and (car not in was_off or CAR_PIECES[car] in table.found)]
    return tuple(sorted(placed.items(), key=lambda item: item[0])), tuple(sorted(unseen))


def _report_between(table: TableFound, piece: str, stand: Stand) -> None:
    table.unsure.update(stand.between)
    names = places.listed([square_name(square) for square in sorted(stand.between)])
    beside = WORDS.told("neither-clearly-beside-corner-nor") if stand.far else WORDS.told("between-two-corners")
    where = WORDS.told("between" if len(stand.between) == 2 else "half-off", list=names) if names else beside
    table.problems.append(places.problem("stands", piece, where=where))


def _report_shared(table: TableFound, placed: dict[str, Place]) -> None:
    """Two cars cannot stand on one square: then neither is sure."""
    by_square: dict[Square, list[str]] = {}
    for car, place in placed.items():
        if isinstance(place, OnSquare):
            by_square.setdefault(place.square, []).append(car)
    for square, cars in by_square.items():
        if len(cars) > 1:
            pieces = [CAR_PIECES[car] for car in cars]
            table.problems.append(places.problem("are-both-seen-on", *pieces, space=square_name(square)))
            table.unsure.add(square)
            for car in cars:
                del placed[car]


def find_hazards(table: TableFound) -> tuple[tuple[Square, bool], ...]:
    """The hazard coins on the road; coins elsewhere are out of play."""
    found: dict[Square, bool] = {}
    for piece in [piece for piece in table.found if piece.startswith("coin:")]:
        stand = standing(table, table.at(piece))
        if isinstance(stand.place, OnSquare):
            square = stand.place.square
            table.spaces[piece] = square_name(square)
            if square in found:
                table.problems.append(places.problem("two-hazard-coins-lie-on", piece, space=square_name(square)))
            found[square] = table.found[piece].side == "suit"
        elif stand.between:
            _report_between(table, piece, stand)
    return tuple(sorted(found.items()))


def find_tray_die(table: TableFound, manifest: Manifest, cars: set[str]) -> TrayDie | None:
    """The penalty die: the black one in the tray, or whichever die lies there instead."""
    tray = next((relative(item) for item in manifest.items if item.piece == "tray"), None)
    if tray is None or "tray" not in table.found:
        return None
    pose = table.found["tray"]
    table.spaces["tray"] = "tray"
    inside_tray: list[tuple[str, Point]] = []
    for piece in TRAY_DICE:
        if piece in table.found and piece not in cars:
            die = table.found[piece]
            offset = turned((die.x_mm - pose.x_mm, die.y_mm - pose.y_mm), -pose.angle_deg)
            if inside(offset, tray.outline_mm):
                inside_tray.append((piece, offset))
                table.spaces[piece] = "tray"
    if not inside_tray:
        return None
    if len(inside_tray) > 1:
        dice = [piece for piece, _ in inside_tray]
        table.problems.append(places.problem("dice-lie-in-tray-leave", *dice, n=len(dice)))
    piece, offset = inside_tray[0]
    die = table.found[piece]
    x_mm, y_mm = (DIE_STEP_MM * round(part / DIE_STEP_MM) + 0.0 for part in offset)
    angle_deg = DIE_STEP_DEG * round((die.angle_deg - pose.angle_deg) / DIE_STEP_DEG) % 360.0
    return TrayDie(die.side, x_mm, y_mm, angle_deg)


def find_lap(table: TableFound) -> int | None:
    """The number on the lap die, the red one beside the road."""
    if "die:S" not in table.found or "die:S" in table.spaces:
        return None
    stand = standing(table, table.at("die:S"))
    if isinstance(stand.place, OnSquare) or stand.between:
        table.problems.append(places.problem("red-die-lies-on-road", "die:S"))
        return None
    table.spaces["die:S"] = "lap"
    return FACES.index(table.found["die:S"].side)


# -- the whole scene --

FEWEST_CARS = 4
"""No race has fewer cars (Introduction)."""


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
    kit = {(item.piece, item.side) for item in manifest.items}
    found, problems = sorted_out(
        scene.sightings,
        lambda seen: places.problem("two-copies-are-on-table-take-one", seen.piece),
        SQUARE_MM / 2,
        lambda seen: (
            "" if (seen.piece, seen.side) in kit else WORDS.told("piece-another-kit-lies-on-table", text=seen.piece)
        ),
    )
    tiles = [
        TileSeen(piece, (seen.x_mm, seen.y_mm), seen.angle_deg)
        for piece, seen in found.items()
        if piece.startswith("tile:")
    ]
    kit_tiles = sum(item.piece.startswith("tile:") for item in manifest.items)
    blind = blind_places(scene, found, manifest)
    board, more = survey(tiles, kit_tiles, _arrow(found, manifest), blind, known.circuit if known else None)
    problems += more
    if board is None:
        return Sighted(scene=scene, found=found, problems=problems).reading(None, "")
    table = TableFound(
        scene=scene, found=found, frame=board.frame, problems=problems, board=board, squares=board.squares
    )
    observation = _observe(table, manifest, known)
    return table.reading(observation, observation_text(observation)) if board.line_known else table.reading(None, "")


def _arrow(found: dict[str, SightingLike], manifest: Manifest) -> ArrowSeen | None:
    card = next((relative(item) for item in manifest.items if item.piece == "lap"), None)
    if card is None or "lap" not in found:
        return None
    seen = found["lap"]
    return ArrowSeen((seen.x_mm, seen.y_mm), seen.angle_deg + arrow_of(card))


def _observe(table: TableFound, manifest: Manifest, known: Observation | None) -> Observation:
    for square, pose in table.board.tiles.items():
        table.spaces[pose.piece] = f"tile {square_name(square)}"
    if "lap" in table.found:
        table.spaces["lap"] = "lap"
    cars, unseen_cars = find_cars(table, known)
    hazards = find_hazards(table)
    tray = find_tray_die(table, manifest, {CAR_PIECES[car] for car, _ in cars})
    lap = find_lap(table)
    coins = {item.piece for item in manifest.items if item.piece.startswith("coin:")}
    # When every car and every coin is seen elsewhere, nothing is left that could stand on a square out of sight.
    accounted = not unseen_cars and not table.unsure and coins <= set(table.found) and len(cars) >= FEWEST_CARS
    taken = {place.square for _, place in cars if isinstance(place, OnSquare)} | {square for square, _ in hazards}
    return Observation(
        circuit=table.board.road,
        cars=cars,
        unseen_cars=unseen_cars,
        hazards=hazards,
        lap=lap,
        tray=tray,
        unseen=frozenset() if accounted else _unseen(table, taken),
    )


def _unseen(table: TableFound, taken: set[Square]) -> frozenset[Square]:
    """Squares that may hold something unseen: covered, their marker hidden, or their whole tile never seen."""
    clear, hidden = _squares_at(table, table.scene.clear_mm), _squares_at(table, table.scene.hidden_mm)
    no_tile = {
        square for tile in table.board.road.all_tiles if tile not in table.board.tiles for square in tile_squares(tile)
    }
    part = (SQUARE_MM * 2 / 3, SQUARE_MM * 2 / 3)
    covered = {square for square, middle in table.squares.items() if table.is_covered(middle, part)}
    return frozenset(((hidden | no_tile | covered) - clear - taken) | table.unsure)


def _squares_at(table: TableFound, points: Sequence[Point]) -> set[Square]:
    """The squares that have one of these points of the table near their middle."""
    near = list(map(table.on_board, points))
    return {
        square
        for square, middle in table.squares.items()
        if any(math.dist(point, middle) <= ON_SQUARE_MM for point in near)
    }
