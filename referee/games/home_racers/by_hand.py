"""A piece set by hand on the drawn floor, which has no spaces: a car, a road tile or a special tile is put or turned
somewhere (`x:y` or `x:y:angle`, in mm and degrees); a car's gear and laps are set, a die in the tray too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from referee.games.deeds import GEAR, LAPS, OFF, TURN, Deed, Handled, counted, faces
from referee.games.home_racers.geometry import Pose, pose
from referee.games.home_racers.names import DIE, TILE, name_of
from referee.games.home_racers.notation import parse_numbers, parse_pose
from referee.games.home_racers.observation import DRIVERS
from referee.games.home_racers.position import HIGHEST_GEAR, Position
from referee.games.home_racers.succession import crossed_on, with_car, with_crossings, with_gears

TURNS_DEG = (60, -60, 10, -10)
"""By how much a piece can be turned at once: from side to side of a hexagon, or a little."""
GEAR_FACES = "123456"


def handled(position: Position) -> Iterator[Handled]:
    """Every piece that can be set by hand, with what can be done to it."""
    for car, where in position.cars:
        turned = _turns(where, partial(with_car, position, car))
        put = partial(_car_put, position, car, where)
        yield Handled(car, DRIVERS[car], put, (*turned, *_driving(position, car)))
    for at, tile in enumerate(position.tiles):
        yield _lying(name_of(TILE, tile), "road tile", tile, partial(_relaid, position, at))
    for at, one in enumerate(position.specials):
        yield _lying(name_of(one.kind, one.pose), f"{one.kind} tile", one.pose, partial(_special_relaid, position, at))
    for at, die in enumerate(position.tray):
        shown = faces(str(die.face), GEAR_FACES, partial(_with_face, position, at))
        yield Handled(f"{DIE}{at + 1}", f"{DRIVERS[die.car]}'s die {at + 1}", deeds=shown)


def _lying(name: str, words: str, where: Pose, relaid: Callable[[Pose | None], Position]) -> Handled:
    """A tile that can be put elsewhere, turned, or taken off the floor."""
    deeds = (*_turns(where, relaid), Deed(OFF, relaid(None)))
    return Handled(name, words, lambda space: relaid(_moved(where, space)), deeds)


def _turns(before: Pose, after: Callable[[Pose], Position]) -> tuple[Deed, ...]:
    turned = ((angle, pose(before.x_mm, before.y_mm, before.angle_deg + angle)) for angle in TURNS_DEG)
    return tuple(Deed(f"{TURN}:{angle}", after(now), str(angle)) for angle, now in turned)


def _driving(position: Position, car: str) -> Iterator[Deed]:
    if car not in position.finished:
        for gear in range(HIGHEST_GEAR + 1):
            if position.gear(car) != (gear,):
                yield Deed(f"{GEAR}:{gear}", with_gears(position, car, (gear,)), str(gear))
        yield from counted(LAPS, position.crossed(car), 0, position.race, partial(with_crossings, position, car))


def _moved(before: Pose, space: str) -> Pose:
    """Without an angle a piece keeps its heading. Raises NotationError when the place cannot be read."""
    if space.count(":") != 1:
        return parse_pose(space, "place")
    x_mm, y_mm = parse_numbers(space, 2, "place")
    return pose(x_mm, y_mm, before.angle_deg)


def _car_put(position: Position, car: str, before: Pose, space: str) -> Position:
    """Laps follow a car that was set over the line; whose turn it is stays."""
    after = _moved(before, space)
    moved = with_car(position, car, after)
    return with_crossings(moved, car, moved.crossed(car) + crossed_on(position, [before.at, after.at]))


def _relaid(position: Position, number: int, where: Pose | None) -> Position:
    tiles = (where if at == number else tile for at, tile in enumerate(position.tiles))
    return replace(position, tiles=tuple(sorted(tile for tile in tiles if tile is not None)))


def _special_relaid(position: Position, number: int, where: Pose | None) -> Position:
    """Special tiles keep their order: it names the portals."""
    laid = [(one, where if at == number else one.pose) for at, one in enumerate(position.specials)]
    return replace(position, specials=tuple(replace(one, pose=now) for one, now in laid if now is not None))


def _with_face(position: Position, number: int, face: str) -> Position:
    dice = (replace(die, face=int(face)) if at == number else die for at, die in enumerate(position.tray))
    return replace(position, tray=tuple(dice))
