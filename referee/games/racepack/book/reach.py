"""Whether so many turns may lead to a look."""

from __future__ import annotations

from referee.games.racepack.book.looks import stands_by
from referee.games.racepack.book.state import MOVEMENTS, OUT, Field, Play, field_of, seen_at
from referee.games.racepack.book.ways import may_lead, may_stand_still, ways_to
from referee.games.racepack.circuit import road
from referee.games.racepack.grid import squares_to_line
from referee.games.racepack.observation import (
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
)
from referee.games.racepack.pitlane import has_finished
from referee.games.racepack.position import (
    Position,
)
from referee.games.racepack.upkeep import on_road


def reach(play: Play, toward: Observation, turns: int) -> bool:
    """Whether so many turns or fewer may lead to a look.

    A turn moves its own car by three movements at most, in the order of the round. Everybody up to the last one that
    has moved has had a turn, and stands elsewhere unless others stand in the way.
    """
    position = play.position
    if not position.queue:
        return True
    field = field_of(position)
    queue, cars = position.queue, dict(position.cars)
    begun, again = -1, 0
    for car, seen in toward.cars:
        if car == play.car or car in play.ghosts or cars.get(car, seen) == seen:
            continue
        now = on_road(field.shape, seen)
        if now is None or car in play.strayed or stands_by(position, car, cars[car], now):
            continue
        index = queue.index(car) if car in queue else len(queue)
        far = not _may_drive(position, car, cars[car], now)
        again += (index == len(queue)) + far
        begun = max(begun, len(queue) if far else index)
    there = None if play.car in play.ghosts else seen_at(play, toward)
    if not _may_arrive(play, field, there):
        again, begun = again + 1, len(queue)
    # whoever has come to where one turn does not lead has had another, after everybody else's
    if begun >= turns or again > max(0, turns - len(queue)):
        return False
    stays = begun > 0 and play.used == 0 and there == play.place
    if stays and not may_stand_still(position, play.car, play.place, toward):
        return False
    shown = dict(toward.cars)
    return all(
        shown.get(car) != cars[car] or may_stand_still(position, car, cars[car], toward)
        for car in queue[1 : max(1, begun)]
    )


def _may_drive(position: Position, car: str, before: Place, now: Place) -> bool:
    """Whether a car may come to a place in one turn."""
    shape = road(position.circuit)
    if not isinstance(now, OnSquare):
        return not isinstance(before, OffTrack)  # who came back may have spun out at the next corner
    if isinstance(before, OutsideCorner):
        tile = shape.tile_named(before.tile)
        outside = () if tile is None else shape.outside_spaces(tile)
        return any(now.square in (end, *ways_to(shape, end, False)) for end in outside)
    if not isinstance(before, OnSquare) or before.square not in shape.tile_at:
        return False
    starts = [before.square]
    if car in position.grid:
        starts += squares_to_line(shape, before.square, ())
    return any(now.square in ways_to(shape, start, False) for start in starts)


def _may_arrive(play: Play, field: Field, there: Place | None) -> bool:
    """Whether the car at turn may come to where it is seen with what is left of its turn."""
    if there is None or there == play.place or play.adrift:
        return True
    for stand in play.stands[:-1]:
        # the movements since it was seen there may be taken back
        if stand.place == there or isinstance(stand.place, OutsideCorner):
            return True
        square = stand.place.square if isinstance(stand.place, OnSquare) else None
        if square in field.shape.tile_at and may_lead(field.shape, square, False, there, MOVEMENTS - stand.used):
            return True
    if play.due == OUT or (play.stopped and isinstance(play.place, OutsideCorner)):
        return not isinstance(there, OnSquare)
    if not isinstance(there, OnSquare):
        return not isinstance(play.place, OffTrack) and (
            not play.stopped or bool(play.due) or play.safe or _may_leave(play, there)
        )
    if play.stopped or play.used >= MOVEMENTS:
        return False
    if isinstance(play.place, OnSquare) and play.place.square in field.shape.tile_at:
        starts = [play.place.square]
        if field.starting and not play.used:
            starts += squares_to_line(field.shape, play.place.square, ())
        return any(may_lead(field.shape, start, play.turned, there, MOVEMENTS - play.used) for start in starts)
    return True


def _may_leave(play: Play, there: Place) -> bool:
    """Whether the car may be lifted off, its race over."""
    return isinstance(there, OffTrack) and has_finished(play.position, play.car, play.crossings, play.stops)
