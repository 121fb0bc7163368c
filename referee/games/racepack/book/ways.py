"""Where movements lead on the road, and whether a car, or so many turns, may still come to what is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.games.racepack.book.state import (
    FASTEST,
    MOVEMENTS,
    OUT,
    Field,
    Play,
    field_of,
    others_differ,
    rolled_anew,
    seen_at,
    stands_by,
)
from referee.games.racepack.circuit import Direction, Road, road, squares_to_line
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import Position, has_finished, is_racing
from referee.games.racepack.rules import progress
from referee.games.racepack.upkeep import on_road


@dataclass(frozen=True)
class Way:
    """One displacement before its speed is known: `spaces` is 0 for a lane change."""

    end: Square
    spaces: int
    path: tuple[Square, ...]
    facing: Direction
    old: bool
    allowed: bool = True


def ways_from(field: Field, start: Square, turned: bool, ghosts: frozenset[str]) -> Iterator[Way]:
    """Every forward movement and lane change over free spaces; lane changes across an inside edge are not allowed."""

    def free(square: Square) -> bool:
        return square not in field.occupied or field.occupied[square] in ghosts

    for index, facing in enumerate(field.shape.facings(start, turned)):
        path = field.shape.ahead(start, facing)
        for spaces, end in enumerate(path[:FASTEST], 1):
            if not free(end):
                break
            yield Way(end, spaces, path[:spaces], facing, bool(index))
        for diagonal in field.shape.diagonals(start, facing):
            if free(diagonal.end):
                yield Way(diagonal.end, 0, (diagonal.end,), facing, bool(index), diagonal.allowed)


def leads_there(field: Field, start: Square, facing: Direction, way: Way) -> bool:
    """Whether a car that faces so may make a movement that looks just like this one."""
    if way.spaces:
        return way.end in field.shape.ahead(start, facing)[way.spaces - 1 : way.spaces]
    return any(one.end == way.end for one in field.shape.diagonals(start, facing))


def enters(field: Field, start: Place, end: Square) -> bool:
    """Whether a movement enters a corner."""
    there = field.shape.tile_at[end]
    came_from = field.shape.tile_at.get(start.square) if isinstance(start, OnSquare) else None
    return there != came_from and field.shape.is_corner[there]


class Nowhere:
    """The car is seen just where it stands, and no movement leads back there."""


NOWHERE = Nowhere()


def may_be_later(play: Play, toward: Observation) -> bool:
    """Whether the driver may have had another turn by the time of a look: everybody else has had his by then, or comes
    after him in the next round; somebody has moved, unless the round ends with this turn."""
    position, shown = play.position, dict(toward.cars)
    racing = [(car, place) for car, place in position.cars if car != play.car and is_racing(position, car)]
    if racing and len(position.queue) > 1 and not others_differ(play, toward):
        return False
    return all(
        shown.get(car) != place
        or may_stand_still(position, car, place, toward)
        or (car not in position.queue and _may_be_ahead(play, shown.get(play.car), car))
        for car, place in racing
    )


def _may_be_ahead(play: Play, now: Place | None, other: str) -> bool:
    """Whether the car at turn, driven on to a place, is ahead of another that stands where it stood."""
    shape, place = road(play.position.circuit), play.position.place(play.car)
    if not (isinstance(now, OnSquare) and isinstance(place, OnSquare)) or {now.square, place.square} - {*shape.tile_at}:
        return True
    laps, rows, _ = progress(shape, play.position, other)
    driven = (shape.advance(now.square) - shape.advance(place.square)) % shape.rows
    start = play.position.crossed(play.car) * shape.rows + shape.advance(place.square)
    return start + driven >= laps * shape.rows + rows


def may_stand_still(position: Position, car: str, place: Place, toward: Observation) -> bool:
    """Whether a whole turn may leave a car where it stands: others are in its way, or it comes back within a corner."""
    shape = road(position.circuit)
    if position.variants.timer_s or car in position.grid or not isinstance(place, OnSquare):
        return True
    square, turned = place.square, car in position.turned
    if square not in shape.tile_at or square in ways_to(shape, square, turned):
        return True
    facing = shape.facings(square, turned)[0]
    nearest = [*shape.ahead(square, facing)[:1]]
    nearest += [diagonal.end for diagonal in shape.diagonals(square, facing) if diagonal.allowed]
    others, shown = [(one, where) for one, where in position.cars if one != car], dict(toward.cars)
    return all(any(_may_pass(shape, end, where, shown.get(one)) for one, where in others) for end in nearest)


def _may_pass(shape: Road, square: Square, before: Place, now: Place | None) -> bool:
    """Whether a car may have stood on a space between two looks."""
    if before == now:
        return before == OnSquare(square)
    behind = isinstance(before, OnSquare) and before.square in shape.tile_at and shape.gained(before.square, square) < 0
    beyond = isinstance(now, OnSquare) and now.square in shape.tile_at and shape.gained(square, now.square) < 0
    return not (behind or beyond)


@dataclass(frozen=True)
class Later:
    """The car is seen on a space where its next turn may have brought it."""

    square: Square


Goal = Place | Later | Nowhere | None
"""Where the car has to come; None when that is not seen."""


def goal_of(play: Play, toward: Observation | None) -> Goal:
    """Where the car has to come for a look to show it."""
    if toward is None:
        return None
    place = seen_at(play, toward)
    if isinstance(place, OffTrack) and isinstance(play.place, OnSquare) and not _may_come_off(play, toward):
        return NOWHERE
    if place is None:
        return NOWHERE  # what is not seen need not have happened yet
    if place != play.place and not play.adrift and may_be_later(play, toward):
        return Later(place.square) if isinstance(place, OnSquare) else None
    if isinstance(place, OnSquare) and place == play.place and not play.adrift:
        field = field_of(play.position)
        left = MOVEMENTS - play.used
        back = ways_to(field.shape, place.square, play.turned).get(place.square, 0)
        return place if back & ((2 << left) - 1) else NOWHERE
    return place


def _may_come_off(play: Play, toward: Observation) -> bool:
    """Whether a car that is seen off the road may have finished, or spun out and been set down far away."""
    lies, shape = toward.tray, field_of(play.position).shape
    if lies is None or play.tray is None or rolled_anew(play.tray, lies):
        return True
    square = play.place.square if isinstance(play.place, OnSquare) else shape.circuit.tiles[0]
    to_the_line = shape.rows - shape.advance(square)
    if play.crossings > play.position.race:
        return True
    return play.crossings >= play.position.race and to_the_line <= (MOVEMENTS - play.used) * FASTEST


def leads(play: Play, field: Field, way: Way, goal: Goal) -> bool:
    """Whether a movement may lead on to the goal."""
    there = field.shape.tile_at[way.end]
    turned = field.shape.is_corner[there] and way.facing != field.shape.way_in[there]
    return may_lead(field.shape, way.end, turned, goal, 0 if play.adrift else MOVEMENTS - 1 - play.used)


def may_lead(shape: Road, end: Square, turned: bool, goal: Goal, left: int) -> bool:
    """Whether a car on a space may come to its goal with so many movements left, were nobody in the way."""
    if isinstance(goal, Later):
        bits = ways_to(shape, end, turned, later=True).get(goal.square, 0)
        return end == goal.square or bool(bits & ((2 << (left + MOVEMENTS)) - 1))
    if isinstance(goal, OnSquare):
        if end == goal.square:
            return True
        return bool(ways_to(shape, end, turned).get(goal.square, 0) & ((2 << left) - 1))
    if isinstance(goal, OutsideCorner):
        tile = shape.tile_named(goal.tile)
        if tile is None or shape.tile_at[end] == tile:
            return True
        ways = ways_to(shape, end, turned)
        return any(ways.get(square, 0) & ((2 << left) - 1) for square in shape.outside_spaces(tile))
    return True


@lru_cache(maxsize=4096)
def ways_to(shape: Road, square: Square, turned: bool, later: bool = False) -> Mapping[Square, int]:
    """The spaces that up to three movements lead to, each with the numbers of movements as bits.

    Of two turns it is up to six; a car that has come to a corner may have spun out there in the first.
    """
    found: dict[Square, int] = {}
    level = {(square, turned)}
    for number in range(1, (2 if later else 1) * MOVEMENTS + 1):
        level = {end for start in level for end in _next_spaces(shape, *start)}
        if later:
            tiles = {shape.tile_at[end] for end, _ in level}
            level |= {(end, False) for tile in tiles if shape.is_corner[tile] for end in shape.outside_spaces(tile)}
        for end, _ in level:
            found[end] = found.get(end, 0) | 1 << number
    return found


@lru_cache(maxsize=4096)
def _next_spaces(shape: Road, square: Square, turned: bool) -> frozenset[tuple[Square, bool]]:
    """Where one movement leads, and whether the car can then only face out of its corner."""
    found = set()
    for facing in shape.facings(square, turned):
        ends = (*shape.ahead(square, facing)[:FASTEST], *(one.end for one in shape.diagonals(square, facing)))
        for end in ends:
            there = shape.tile_at[end]
            found.add((end, shape.is_corner[there] and facing != shape.way_in[there]))
    return frozenset(found)


# -- whether so many turns may lead to a look --


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
