"""Is this a position that can be played from, and which start position does a table show?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.errors import NotationError
from referee.games.base import Violation, violation
from referee.games.fact import Fact, fact
from referee.games.racepack.circuit import road
from referee.games.racepack.notation import fields, parse_observation, square_name
from referee.games.racepack.observation import Observation, OnSquare, OutsideCorner, Square
from referee.games.racepack.play import LAPS, on_the_grid
from referee.games.racepack.position import DRIVERS, Position
from referee.games.racepack.rules import race
from referee.games.racepack.rules.corners import SPIN_OUT
from referee.games.racepack.rules.hazards import hazard_place
from referee.games.racepack.rules.movement import NO_BUMPING
from referee.games.racepack.teams import MOST_WITH_ONE_PIECEPACK, Teams, teams_for
from referee.games.racepack.track_check import TILES_OF_A_PIECEPACK, circuit_problems
from referee.games.racepack.variants import BASE_GAME, Variants, parse_variants
from referee.games.racepack.words import WORDS


def status(position: Position) -> frozenset[Violation]:
    """Everything that is wrong with a position, each under its rule; empty when it can be played."""
    return frozenset(violation(WORDS, fault) for fault in _faults(position))


def unplayable(position: Position) -> frozenset[Violation]:
    """What keeps a race from going on: all that is wrong but two cars on one space, which a fault may leave."""
    return frozenset(fault for fault in status(position) if fault.rule != NO_BUMPING.id)


def _faults(position: Position) -> Sequence[Fact]:
    wrong = race.track(position.circuit, len(position.cars), position.variants)
    if wrong:
        return wrong
    found = [*_car_problems(position), *_hazard_problems(position)]
    if not position.queue and not position.finished:
        found.append(fact(race.TURN_ORDER.id, how="nobody"))
    return found


def _hazard_problems(position: Position) -> list[Fact]:
    """Hazards must lie on the road; how they were placed is looked at before the race.

    One that was moved later was named then, and the table let it stand: the race goes on with it.
    """
    shape = road(position.circuit)
    squares = [square for square, _ in position.hazards]
    strays = [square for square in squares if square not in shape.tile_at]
    if squares and (strays or set(position.grid) == set(position.teams.cars)):
        fault = hazard_place(shape, squares, position.variants.spare_hazards)
        return [fault] if fault else []
    return []


def _car_problems(position: Position) -> list[Fact]:
    shape = road(position.circuit)
    wrong: list[Fact] = []
    taken: dict[Square, str] = {}
    for car, place in position.cars:
        if isinstance(place, OutsideCorner):
            tile = shape.tile_named(place.tile)
            if tile is None or not shape.is_corner[tile]:
                wrong.append(fact(SPIN_OUT.id, how="no-corner", who=car, square=square_name(place.tile)))
        if isinstance(place, OnSquare):
            name = square_name(place.square)
            if place.square not in shape.tile_at:
                wrong.append(fact(race.TRACK.id, how="off-road", who=car, square=name))
            elif place.square in taken:
                wrong.append(fact(NO_BUMPING.id, how="both", who=taken[place.square], who2=car, square=name))
            taken[place.square] = car
    return wrong


def start_from(seen: Observation, players: int, variants: Variants = BASE_GAME) -> Position:
    """The start position that a survey of the table shows. Raises NotationError with what is wrong.

    A second piecepack shows by its pawns or by the number of tiles; with it, the pawns on the grid are the race's.
    """
    if seen.circuit is None:
        raise NotationError("no closed track is seen, so the race cannot start.")
    if _second_piecepack(seen, players):
        variants = replace(variants, packs=2)
    teams = _teams(seen, players, variants.packs)
    cars = teams.cars
    wrong = circuit_problems(seen.circuit, (len(cars) + 1) // 2, variants)
    if wrong:
        raise NotationError(" ".join(map(WORDS.say, wrong)))
    squares = _grid_squares(seen, cars)
    shape = road(seen.circuit)
    order = sorted(cars, key=lambda car: (-shape.advance(squares[car]), not shape.is_inside(squares[car])))
    position = on_the_grid(seen.circuit, squares, teams, seen.lap or LAPS, seen.hazards, tuple(order), variants)
    position = replace(position, tray=seen.tray, hazards=tuple((square, False) for square, _ in seen.hazards))
    problems = sorted(fault.message for fault in status(position))
    if problems:
        raise NotationError(" ".join(problems))
    return position


def piecepacks_of(text: str) -> int:
    """How many piecepacks a position or an observation takes. Raises NotationError when it cannot be read."""
    seen, packs = parse_observation(text), parse_variants(fields(text)).packs
    return 2 if _second_piecepack(seen, 0) else packs


def _second_piecepack(seen: Observation, players: int) -> bool:
    tiles = len(seen.circuit.all_tiles) if seen.circuit else 0
    return (
        players > MOST_WITH_ONE_PIECEPACK
        or tiles > TILES_OF_A_PIECEPACK
        or any(car.startswith("2") for car, _ in seen.cars)
    )


def _teams(seen: Observation, players: int, packs: int) -> Teams:
    """Who drives what: with two piecepacks by the pawns on the road, if they go round."""
    on_road = tuple(car for car, place in seen.cars if isinstance(place, OnSquare))
    if packs == 2 and len(on_road) in (players, 2 * players):
        return teams_for(players, packs, on_road)
    return teams_for(players, packs)


def _grid_squares(seen: Observation, cars: tuple[str, ...]) -> dict[str, Square]:
    """The grid square of each car. Raises NotationError for one that is missing or elsewhere."""
    places = dict(seen.cars)
    if seen.circuit is None:
        return {}
    shape = road(seen.circuit)
    grid = {square for back in range((len(cars) + 1) // 2) for square in shape.grid_row(back)}
    found: dict[str, Square] = {}
    for car in cars:
        place = places.get(car)
        if place is None:
            raise NotationError(f"{DRIVERS[car]}'s car is not seen; all cars must stand on the starting grid.")
        if not isinstance(place, OnSquare) or place.square not in grid:
            raise NotationError(f"{DRIVERS[car]}'s car does not stand on the starting grid behind the line.")
        found[car] = place.square
    return found
