"""Scene -> what the table shows, in squares: the inverse of `laying`.

What is covered is never read as empty, and a piece that stands between two squares is on neither: it is reported.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from markers.geometry import relative
from markers.kit import Manifest
from referee.games.base import PieceReading, Reading, SceneLike, SightingLike
from referee.games.polygon import inside
from referee.games.problem import Problem
from referee.games.racepack.notation import observation_text, parse_observation, square_name
from referee.games.racepack.observation import (
    Observation,
    OnSquare,
    Square,
)
from referee.games.racepack.table.blind import blind_places
from referee.games.racepack.table.board import ArrowSeen
from referee.games.racepack.table.found import (
    ON_SQUARE_MM,
    TableFound,
    find_cars,
    find_hazards,
    find_lap,
    find_tray_die,
)
from referee.games.racepack.table.lattice import TileSeen
from referee.games.racepack.table.laying import arrow_of
from referee.games.racepack.table.places import SQUARE_MM, tile_squares
from referee.games.racepack.table.survey import survey
from referee.games.racepack.table.words import CAR_PIECES, piece_words
from referee.games.rigid import Point, Transform, add

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
    found, problems = _sort_out(scene.sightings, manifest)
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
        return Reading(None, "", _place_pieces(found, Transform(), {}), tuple(problems))
    table = TableFound(board, found, board.squares(), problems)
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
            problems.append(
                Problem(f"two copies of {piece_words(seen.piece)} are on the table: take one away", seen.piece)
            )
    return found, problems


def _arrow(found: dict[str, SightingLike], manifest: Manifest) -> ArrowSeen | None:
    card = next((relative(item) for item in manifest.items if item.piece == "lap"), None)
    if card is None or "lap" not in found:
        return None
    seen = found["lap"]
    return ArrowSeen((seen.x_mm, seen.y_mm), seen.angle_deg + arrow_of(card))


def _observe(table: TableFound, scene: SceneLike, manifest: Manifest, known: Observation | None) -> Observation:
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
        unseen=frozenset() if accounted else _unseen(table, scene, taken),
    )


def _unseen(table: TableFound, scene: SceneLike, taken: set[Square]) -> frozenset[Square]:
    """Squares that may hold something unseen: covered, their marker hidden, or their whole tile never seen."""
    frame = table.board.frame
    areas = [[frame.of(point) for point in area] for area in scene.covered]
    clear = _squares_at(table, [frame.of(point) for point in scene.clear_mm])
    hidden = _squares_at(table, [frame.of(point) for point in scene.hidden_mm])
    no_tile = {
        square for tile in table.board.road.all_tiles if tile not in table.board.tiles for square in tile_squares(tile)
    }
    covered = {square for square, middle in table.squares.items() if any(_touches(middle, area) for area in areas)}
    return frozenset(((hidden | no_tile | covered) - clear - taken) | table.unsure)


def _squares_at(table: TableFound, points: Sequence[Point]) -> set[Square]:
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
