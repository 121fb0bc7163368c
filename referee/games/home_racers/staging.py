"""Random turns as a table would show them: the path laid, the dice thrown, the car moved and the tiles removed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from referee.errors import IllegalAction
from referee.games.base import Dice, PlayedTurn
from referee.games.home_racers.actions import Drive, Place, Turn, hop_code, parse_hop, roll_text, turn_text
from referee.games.home_racers.course import along, course_length, point_at
from referee.games.home_racers.fitting import tiles_along
from referee.games.home_racers.geometry import Pose, pose, wrap
from referee.games.home_racers.notation import die_key, observation_text
from referee.games.home_racers.observation import DRIVERS, CarSeen, TrayDie
from referee.games.home_racers.play import apply, free_of_cars, move_of, over, route
from referee.games.home_racers.position import Position, position_text, visible
from referee.games.home_racers.rules import path
from referee.games.home_racers.shapes import LIMITS, legal_shapes, tiles_of
from referee.games.home_racers.trail import reaches

TRIES = 16
LOOK_AHEAD_MM = 260.0
BRAKING_TRIES = 14
CORRIDOR_MM = 175.0
"""Nobody lays a tile further from the course: there is the furniture, or the floor is out of the camera's view."""


class Stage:
    """A turn being played: its stops, what is said, and the dice that were seen."""

    def __init__(self, position: Position, dice: Dice) -> None:
        self.position = position
        self.dice = dice
        self.table = visible(position)
        self.stops: list[str] = []
        self.declared: list[str] = []
        self.rolls: list[tuple[int, str]] = []

    def show(self) -> None:
        """The table as it is now becomes a stop."""
        self.stops.append(observation_text(self.table))

    def lay(self, tiles: Sequence[Pose]) -> None:
        """The path lies on the floor; the dice thrown before are put beside their car."""
        beside = dict(self.table.beside)
        for car in {die.car for die in self.table.tray}:
            beside[car] = sum(die.car == car for die in self.table.tray)
        self.table = replace(self.table, tiles=tuple(sorted(tiles)), tray=(), beside=tuple(sorted(beside.items())))
        self.show()

    def throw(self, car: str, faces: Sequence[int]) -> None:
        """The gear dice lie in the tray."""
        thrown = [
            TrayDie(car, face, index % 3 * 26.0 - 26.0 + self._shake(), index // 3 * 26.0 - 13.0 + self._shake())
            for index, face in enumerate(faces)
        ]
        beside = tuple((one, count) for one, count in self.table.beside if one != car)
        self.table = replace(self.table, tray=tuple(sorted(thrown, key=die_key)), beside=beside)
        self.rolls += [(len(self.stops), str(face)) for face in faces]
        self.show()

    def _shake(self) -> float:
        return self.dice.randrange(60) / 10.0

    def move(self, car: str, where: Pose | None, left: Sequence[Pose] = ()) -> None:
        """The car stands on its new tile and the others are removed, but for those `left`."""
        cars = dict(self.table.cars)
        if where is not None:
            cars[car] = CarSeen(where)
        self.table = replace(self.table, cars=tuple(sorted(cars.items())), tiles=tuple(sorted(left)))
        self.show()

    def played(self, turn: Turn, after: Position, truth: str) -> PlayedTurn:
        """The record of the turn."""
        return PlayedTurn(
            player=DRIVERS[turn.car],
            turn=turn_text(turn),
            before=position_text(self.position),
            after=position_text(after),
            stops=tuple(self.stops),
            declared=tuple(self.declared),
            truth=truth,
            rolls=tuple(self.rolls),
        )


def legal_turn(position: Position, dice: Dice) -> PlayedTurn:
    """One random legal turn of the car to move. Raises IllegalAction when the race is over."""
    if over(position):
        raise IllegalAction("the race is over: there is no turn to play.")
    stage = Stage(position, dice)
    if position.place(position.to_move) is None:
        place = Place(position.to_move, free_start(position, dice))
        stage.move(place.car, place.pose)
        return stage.played(place, apply(position, place), "legal")
    turn = plan(position, dice)
    perform(stage, turn, route(position, turn.car, turn.path))
    return stage.played(turn, settled(stage, apply(position, turn)), "legal")


def perform(stage: Stage, turn: Drive, tiles: Sequence[Pose], left: Sequence[Pose] = ()) -> None:
    """Play a turn out on the stage, with what its driver says."""
    gear = turn.gear or 0
    stage.declared.append(f"gear={gear}")
    if tiles:
        stage.lay(tiles)
    if turn.roll:
        stage.declared.append(f"roll={roll_text(turn.roll)}")
        stage.throw(turn.car, turn.roll)
    stage.move(turn.car, tiles[turn.move - 1] if turn.move else None, left)


def settled(stage: Stage, after: Position) -> Position:
    """The position with the tray and the dice as they lie on the stage."""
    return replace(after, tray=stage.table.tray, beside=stage.table.beside, tiles=stage.table.tiles)


def free_start(position: Position, dice: Dice) -> Pose:
    """A place behind the line that no other tile touches. Raises IllegalAction without a line."""
    if position.line is None:
        raise IllegalAction("there is no starting line to place a car behind.")
    (left_x, left_y), (right_x, right_y) = position.line
    heading = math.atan2(right_x - left_x, left_y - right_y)
    middle = ((left_x + right_x) / 2, (left_y + right_y) / 2)
    for back in range(12):
        for _ in range(20):
            behind = position.across_mm * (0.62 + 0.7 * back) + dice.randrange(60) / 10.0
            aside = (dice.random() - 0.5) * math.dist(*position.line) * 0.7
            tile = pose(
                middle[0] - behind * math.cos(heading) - aside * math.sin(heading),
                middle[1] - behind * math.sin(heading) + aside * math.cos(heading),
                math.degrees(heading) + dice.randrange(11) - 5,
            )
            if free_of_cars(position, position.to_move, tile):
                return tile
    raise IllegalAction("no place is free behind the starting line.")


def plan(position: Position, dice: Dice) -> Drive:
    """The best of some random turns: a driver who keeps to the course and to free ground."""
    car = position.to_move
    gears = path.next_gears(position.gear(car))
    best: tuple[float, Drive] | None = None
    for tried in range(TRIES * 3):
        gear = gears[dice.randrange(len(gears))] if tried % 3 else gears[-1]
        shapes = legal_shapes(*LIMITS[gear], tiles_of(gear))
        codes = shapes[dice.randrange(len(shapes))].codes if gear else ()
        codes = through_portal(position, car, codes, dice) if tried % 2 else codes
        tiles = route(position, car, codes)
        hop = any(parse_hop(code) for code in codes)
        cost = _cost(position, car, gear, tiles, anywhere=hop) + dice.random() * 20.0 - 400.0 * hop
        if best is None or cost < best[0]:
            best = (cost, Drive(car, gear, codes))
        if tried >= TRIES and best[0] < 1e5:
            break
    turn = best[1] if best else Drive(car, 0)
    return rolled(position, turn, dice)


def through_portal(position: Position, car: str, codes: tuple[str, ...], dice: Dice) -> tuple[str, ...]:
    """The same path, but on from the exit where it comes to an entrance."""
    for colour, number in position.entrances:
        pair = position.portals(colour)
        for index, tile in enumerate(route(position, car, codes)[:-1] if len(pair) == 2 else ()):
            if reaches(position, tile, pair[number - 1].pose):
                side = dice.randrange(6)
                return (*codes[: index + 1], hop_code(colour, side, side), *codes[index + 2 :])
    return codes


def in_corridor(position: Position, tiles: Sequence[Pose]) -> bool:
    """Whether all these tiles lie near the declared course; without one any floor will do."""
    return all(along(position.course, tile.at)[1] <= CORRIDOR_MM for tile in tiles) if position.course else True


def too_fast(position: Position, gear: int) -> bool:
    """Whether the course has no straight long enough to stop from this gear: that takes about its square in tiles."""
    longest = max(math.dist(one, other) for one, other in pairwise((*position.course, position.course[0])))
    return gear * gear * position.across_mm > longest


def _can_go_on(position: Position, gear: int, end: Pose) -> bool:
    """Whether a car that arrives in this gear can brake and stay on course: some path one gear lower stays near it."""
    slower = gear - 1
    if slower < 1:
        return True
    shapes = legal_shapes(*LIMITS[slower], tiles_of(slower))
    some = shapes[:: max(1, len(shapes) // BRAKING_TRIES)]
    return any(in_corridor(position, tiles_along(end, shape, position.across_mm)) for shape in some)


def rolled(position: Position, turn: Drive, dice: Dice) -> Drive:
    """The turn with its dice thrown and the move they give."""
    faces = tuple(sorted(dice.randrange(6) + 1 for _ in range(turn.gear or 0)))
    turn = replace(turn, roll=faces)
    return replace(turn, move=move_of(position, turn, route(position, turn.car, turn.path)))


def _cost(position: Position, car: str, gear: int, tiles: Sequence[Pose], anywhere: bool) -> float:
    """How bad a path is: away from the course, turned from it, slow, or ending over another car's tile.

    `anywhere` says that it may leave the course: a portal's exit lies where it lies.
    """
    if gear == 0 or not position.course:
        return 500.0
    end = tiles[min(len(tiles), gear + gear // 3) - 1]
    start = position.place(car) or end
    way, off = along(position.course, end.at)
    before = along(position.course, start.at)[0]
    length = course_length(position.course)
    gained = math.remainder(way - before, length)
    goal = point_at(position.course, way + LOOK_AHEAD_MM)
    bearing = math.degrees(math.atan2(goal[1] - end.y_mm, goal[0] - end.x_mm))
    turned = abs(wrap(bearing - end.angle_deg))
    cost = 1.5 * off + 2.5 * turned - 1.2 * gained
    blocked = any(not free_of_cars(position, car, tile) for tile in tiles[gear - 1 :])
    if not anywhere and not in_corridor(position, tiles):
        cost += 1e5
    elif not anywhere and (too_fast(position, gear) or not _can_go_on(position, gear, end)):
        cost += 3e4
    return cost + (1e6 if blocked else 0.0)
