"""A piece set by hand on the drawn floor, which has no spaces: a car, a road tile or a special tile is put or turned
somewhere; a car's gear and laps are set, a die in the tray too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.errors import NotationError
from referee.games.deeds import FACE, GEAR, LAPS, OFF, TURN, Deed, Handled, counted, deed_of, faces, need_deed
from referee.games.home_racers.geometry import Pose, pose
from referee.games.home_racers.names import DIE, TILE, name_of
from referee.games.home_racers.notation import parse_numbers, parse_pose
from referee.games.home_racers.observation import DRIVERS, Special
from referee.games.home_racers.position import HIGHEST_GEAR, Position
from referee.games.home_racers.succession import crossed_on, with_car, with_crossings, with_gears

TURNS_DEG = (60, -60, 10, -10)
"""By how much a piece can be turned at once: from side to side of a hexagon, or a little."""
GEAR_FACES = "123456"


def handled(position: Position) -> tuple[Handled, ...]:
    """Every piece that can be set by hand, with what can be done to it."""
    lying: tuple[Deed, ...] = (*_turns(), (OFF, ""))
    return (
        *(Handled(car, DRIVERS[car], True, (*_turns(), *_driving(position, car))) for car, _ in position.cars),
        *(Handled(name_of(TILE, tile), "road tile", True, lying) for tile in position.tiles),
        *(Handled(name_of(one.kind, one.pose), f"{one.kind} tile", True, lying) for one in position.specials),
        *(
            Handled(f"{DIE}{number}", f"{DRIVERS[die.car]}'s die {number}", False, faces(str(die.face), GEAR_FACES))
            for number, die in enumerate(position.tray, 1)
        ),
    )


def _turns() -> tuple[Deed, ...]:
    return tuple((f"{TURN}:{angle}", str(angle)) for angle in TURNS_DEG)


def _driving(position: Position, car: str) -> tuple[Deed, ...]:
    if car in position.finished:
        return ()
    gears = [(f"{GEAR}:{gear}", str(gear)) for gear in range(HIGHEST_GEAR + 1) if position.gear(car) != (gear,)]
    return (*gears, *counted(LAPS, position.crossed(car), 0, position.race))


def with_piece(position: Position, piece: str, space: str) -> Position:
    """The position with a piece elsewhere (`x:y` or `x:y:angle`, in mm and degrees) or set as a deed says.

    Without an angle a piece keeps its heading. Laps follow a car that was set over the line; whose turn it is stays.
    Raises NotationError when there is no such piece, the place cannot be read, or that cannot be done with it.
    """
    deed = deed_of(space)
    if deed is not None:
        return _done(position, piece, *deed)
    cars = dict(position.cars)
    if piece not in cars:
        return _relaid(position, piece, space)
    after = _moved(cars[piece], space)
    crossed = crossed_on(position, [cars[piece].at, after.at])
    moved = with_car(position, piece, after)
    return with_crossings(moved, piece, max(0, moved.crossed(piece) + crossed))


def _moved(before: Pose, space: str) -> Pose:
    if space.count(":") != 1:
        return parse_pose(space, "place")
    x_mm, y_mm = parse_numbers(space, 2, "place")
    return pose(x_mm, y_mm, before.angle_deg)


def _turned(before: Pose, angle: str) -> Pose:
    return pose(before.x_mm, before.y_mm, before.angle_deg + float(angle))


def _done(position: Position, piece: str, kind: str, value: str) -> Position:
    need_deed(handled(position), piece, kind, value)
    cars = dict(position.cars)
    if kind == FACE:
        number = int(piece.removeprefix(DIE)) - 1
        dice = (replace(die, face=int(value)) if at == number else die for at, die in enumerate(position.tray))
        return replace(position, tray=tuple(dice))
    if kind == GEAR:
        return with_gears(position, piece, (int(value),))
    if kind == LAPS:
        return with_crossings(position, piece, int(value))
    if piece in cars:
        return with_car(position, piece, _turned(cars[piece], value))
    return _relaid(position, piece, OFF if kind == OFF else f"{TURN}:{value}")


def _relaid(position: Position, piece: str, how: str) -> Position:
    """A tile put elsewhere, turned, or taken off the floor. Special tiles keep their order: it names the portals."""
    kind = piece.partition(":")[0]
    tiles = [_laid(tile, how) if name_of(TILE, tile) == piece else tile for tile in position.tiles]
    specials = [
        (one.kind, _laid(one.pose, how) if name_of(one.kind, one.pose) == piece else one.pose)
        for one in position.specials
    ]
    names: Sequence[str] = [one.piece for one in handled(position)]
    if piece not in names or kind == DIE.rstrip(":"):
        raise NotationError(f"there is no piece {piece} on the floor.")
    return replace(
        position,
        tiles=tuple(sorted(tile for tile in tiles if tile is not None)),
        specials=tuple(Special(one, where) for one, where in specials if where is not None),
    )


def _laid(before: Pose, how: str) -> Pose | None:
    if how == OFF:
        return None
    return _turned(before, how.partition(":")[2]) if how.startswith(TURN) else _moved(before, how)
