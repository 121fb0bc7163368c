"""The floor as it stands: what changed between two looks, and a piece set by hand on the drawn floor.

The floor has no spaces: a car, a road tile or a special tile is put or turned somewhere (`x:y` or `x:y:angle`, in mm
and degrees); a car's gear and laps are set, a die in the tray too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.frozen import instead, replace
from referee.games.deeds import GEAR, LAPS, OFF, TURN, Deed, Handled, counted, faces
from referee.games.home_racers.geometry import Pose, apart, pose, skewed
from referee.games.home_racers.position import (
    DIE,
    HIGHEST_GEAR,
    TILE,
    CarSeen,
    Observation,
    Position,
    Special,
    TrayDie,
    lies_in,
    name_of,
    parse_numbers,
    parse_pose,
    pose_text,
)
from referee.games.home_racers.succession import crossed_on, hand_on, with_car, with_crossings, with_gears
from referee.games.home_racers.ways import nudged
from referee.games.home_racers.words import WORDS

STILL_MM = 12.0
STILL_DEG = 8.0
"""Less than this is the eye's noise, or a tile that was breathed upon."""


def changed(before: Observation, after: Observation) -> bool:
    """Whether two looks differ in something that both saw; noise and covered things do not count."""
    was, now = dict(before.cars), dict(after.cars)
    if any(_moved(was[car], now[car]) for car in was if car in now):
        return True
    if any(car not in was and car not in before.missing for car in now):
        return True
    if any(not _lies(tile, before.tiles) and not before.hides(tile) for tile in after.tiles):
        return True
    if any(not _lies(tile, after.tiles) and not after.hides(tile) for tile in before.tiles):
        return True
    return bool(after.tray) and any(not lies_in(die, before.tray) for die in after.tray)


def _moved(one: CarSeen, other: CarSeen) -> bool:
    return apart(one.pose, other.pose) > STILL_MM or skewed(one.pose, other.pose) > STILL_DEG


def _lies(tile: Pose, others: Sequence[Pose]) -> bool:
    return any(apart(tile, other) <= STILL_MM and skewed(tile, other) <= STILL_DEG for other in others)


def went_on(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether the car to move has moved once more since the last of its stops."""
    before, after = (stops[-1].car(position.to_move) if stops else None), now.car(position.to_move)
    return before is not None and after is not None and _moved(before, after)


def cars_moved(position: Position, final: Observation) -> tuple[str, ...]:
    """The cars that are seen elsewhere than the position has them, in the order of the queue."""
    found = []
    for car in (*position.queue, *(car for car in position.racers if car not in position.queue)):
        stand, before = final.car(car), position.place(car)
        if stand is None or car in position.lost or car in position.finished:
            continue
        if before is None or not nudged(position, before, stand.pose):
            found.append(car)
    return tuple(found)


def accept(position: Position, seen: Observation) -> Position:
    """The position that takes the floor as it stands; the turn passes on when the driver's car stands elsewhere."""
    moved = cars_moved(position, seen)
    taken = position
    for car, stand in seen.cars:
        before = taken.place(car)
        taken = with_car(taken, car, stand.pose)
        if car in moved and before is not None:
            crossed = crossed_on(position, [before.at, stand.pose.at])
            taken = with_crossings(taken, car, taken.crossed(car) + crossed)
            low, high = min(taken.gear(car)) - 1, max(taken.gear(car)) + 1
            taken = with_gears(taken, car, range(low, high + 1))
    taken = replace(
        taken,
        line=seen.line or taken.line,
        tiles=seen.tiles,
        specials=taken.specials or seen.specials,
        tray=seen.tray or taken.tray,
        beside=seen.beside or taken.beside,
    )
    for car in moved:
        if car in taken.queue:
            taken = hand_on(taken, car)
    return taken


def moved(before: Position, after: Position) -> Mapping[str, Any]:
    """From where to where the move between two positions went, and the free tiles that came and went.

    Of several cars, the one whose turn it was.
    """
    tiles = ("laid", before.tiles, after.tiles), ("taken", after.tiles, before.tiles)
    marks = {name: [pose_text(one) for one in now if not any(nudged(after, one, other) for other in others)]
             for name, others, now in tiles}  # fmt: skip
    return {**_driven(before, after), **{name: poses for name, poses in marks.items() if poses}}


def _driven(before: Position, after: Position) -> Mapping[str, Any]:
    cars = [car for car, where in before.cars if (now := after.place(car)) and not nudged(before, where, now)]
    if not cars:
        return {}
    first = before.queue[0] if before.queue and before.queue[0] in cars else cars[0]
    start, end = before.place(first), after.place(first)
    return {"from": pose_text(start), "to": pose_text(end)} if start and end else {}


TURNS_DEG = (60, -60, 10, -10)
"""By how much a piece can be turned at once: from side to side of a hexagon, or a little."""
GEAR_FACES = "123456"


def handled(position: Position) -> Iterator[Handled]:
    """Every piece that can be set by hand, with what can be done to it."""
    for car, where in position.cars:
        turned = _turns(where, partial(with_car, position, car))
        put = partial(_car_put, position, car, where)
        yield Handled(car, WORDS.told("called", who=car), put, (*turned, *_driving(position, car)), pose_text(where))
    for tile in position.tiles:
        yield _lying(TILE, WORDS.told("road-tile"), tile, partial(_relaid, position, tile))
    for one in position.specials:
        yield _lying(one.kind, WORDS.told("special-tile", kind=one.kind), one.pose, partial(_laid_anew, position, one))
    for number, die in enumerate(position.tray, 1):
        shown = faces(str(die.face), GEAR_FACES, partial(_with_face, position, die))
        yield Handled(f"{DIE}{number}", WORDS.told("die-of", who=die.car, n=number), deeds=shown, spent=True)


def turns(position: Position) -> Iterator[tuple[str, Position]]:
    """Whose turn it may be; who else is left in the round stays."""
    for car in position.racers:
        if car not in position.finished:
            yield car, replace(position, queue=(car, *(one for one in position.queue if one != car)))


def _lying(kind: str, words: str, where: Pose, relaid: Callable[..., Position]) -> Handled:
    """A tile that can be put elsewhere, turned, or taken off the floor."""
    deeds = (*_turns(where, relaid), Deed(OFF, relaid()))
    return Handled(name_of(kind, where), words, lambda space: relaid(_set_at(where, space)), deeds)


def _turns(before: Pose, after: Callable[[Pose], Position]) -> tuple[Deed, ...]:
    turned = ((angle, pose(before.x_mm, before.y_mm, before.angle_deg + angle)) for angle in TURNS_DEG)
    return tuple(Deed(f"{TURN}:{angle}", after(now), str(angle)) for angle, now in turned)


def _driving(position: Position, car: str) -> Iterator[Deed]:
    if car not in position.finished:
        for gear in range(HIGHEST_GEAR + 1):
            now = position.gear(car) == (gear,)
            yield Deed(f"{GEAR}:{gear}", with_gears(position, car, (gear,)), str(gear), now)
        yield from counted(LAPS, position.crossed(car), 0, position.race, partial(with_crossings, position, car))


def _set_at(before: Pose, space: str) -> Pose:
    """Without an angle a piece keeps its heading. Raises NotationError when the place cannot be read."""
    if space.count(":") != 1:
        return parse_pose(space, "place")
    x_mm, y_mm = parse_numbers(space, 2, "place")
    return pose(x_mm, y_mm, before.angle_deg)


def _car_put(position: Position, car: str, before: Pose, space: str) -> Position:
    """Laps follow a car that was set over the line; whose turn it is stays."""
    after = _set_at(before, space)
    moved = with_car(position, car, after)
    return with_crossings(moved, car, moved.crossed(car) + crossed_on(position, [before.at, after.at]))


def _relaid(position: Position, tile: Pose, *now: Pose) -> Position:
    return replace(position, tiles=tuple(sorted(instead(position.tiles, tile, *now))))


def _laid_anew(position: Position, special: Special, *now: Pose) -> Position:
    """Special tiles keep their order: it names the portals."""
    return replace(position, specials=instead(position.specials, special, *(replace(special, pose=at) for at in now)))


def _with_face(position: Position, die: TrayDie, face: str) -> Position:
    return replace(position, tray=instead(position.tray, die, replace(die, face=int(face))))
