"""Where movements lead on the road, and whether a car, or so many turns, may still come to what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.frozen import replace
from referee.games.racepack import rules
from referee.games.racepack.actions import ANY_SPEED, Speeds, one_speed, token_speed
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
    tokens_in,
)
from referee.games.racepack.circuit import Direction, Road, road, squares_to_line
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import Position, has_finished, is_racing
from referee.games.racepack.upkeep import maybe_passed, most_crossings, on_road


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


def allowed_speeds(play: Play, field: Field) -> Speeds:
    """The speeds that the next movement may have without a token."""
    if field.starting and not play.used:
        return one_speed(1)
    return rules.next_speeds(play.speeds) if play.speeds else ANY_SPEED


def enters(field: Field, start: Place, end: Square) -> bool:
    """Whether a movement enters a corner."""
    there = field.shape.tile_at[end]
    came_from = field.shape.tile_at.get(start.square) if isinstance(start, OnSquare) else None
    return there != came_from and field.shape.is_corner[there]


SLOW: Speeds = one_speed(1) | one_speed(2)
"""How fast a corner may be entered."""


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
    laps, rows, _ = rules.progress(shape, play.position, other)
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
    if not may_lie_so(play, toward, turns):
        return False
    stays = begun > 0 and play.used == 0 and there == play.place
    if stays and not may_stand_still(position, play.car, play.place, toward):
        return False
    shown = dict(toward.cars)
    return all(
        shown.get(car) != cars[car] or may_stand_still(position, car, cars[car], toward)
        for car in queue[1 : max(1, begun)]
    )


def may_lie_so(play: Play, toward: Observation, turns: int) -> bool:
    """Whether the lap die and the hazards may come to lie as a look shows them, by how far its cars have driven."""
    position = play.position
    if toward.lap in (None, play.lap) and play.hazards == toward.hazards:
        return True
    if turns > len(position.cars) + 1:
        return True  # nobody has more than two turns in so many: no car comes round
    after, lain, lies = _driven_on(position, toward), dict(play.hazards), dict(toward.hazards)
    if toward.lap not in (None, play.lap, *_laps_by_then(position, after)):
        return False
    if not toward.hazards_seen or position.variants.spare_hazards:
        return True
    away = len(position.cars) - len(toward.cars)
    hidden = {place.square for _, place in toward.cars if isinstance(place, OnSquare)} | toward.unseen
    if sum(square not in lies and square not in hidden for square in lain) > away or (
        not away and lies.keys() - lain.keys()
    ):
        return False
    began = dict(position.hazards)
    return all(
        lies.get(square, up) in (up, began.get(square, up)) or (not up and maybe_passed(after, square))
        for square, up in lain.items()
    )


def _driven_on(position: Position, toward: Observation) -> Position:
    """The position with every car where a look shows it, as far round as two turns lead; others may be anywhere."""
    shape, crossings, anywhere = road(position.circuit), dict(position.crossings), set(position.finished)
    shown, cars = dict(toward.cars), dict(position.cars)
    for car, before in cars.items():
        rows = [_rows(shape, place) for place in (before, shown.get(car))]
        if rows[0] is None or rows[1] is None:
            anywhere.add(car)
            crossings[car] += 1
            continue
        driven = (rows[1] - rows[0]) % shape.rows
        crossings[car] += driven <= 2 * MOVEMENTS * FASTEST and rows[0] + driven >= shape.rows
        cars[car] = shown[car]
        if not isinstance(shown[car], OnSquare):
            anywhere.add(car)
    return replace(
        position, cars=tuple(cars.items()), crossings=tuple(crossings.items()), finished=tuple(sorted(anywhere))
    )


def _rows(shape: Road, place: Place | None) -> int | None:
    """How far round a place lies; of a car beside a corner, where its tile begins."""
    match place:
        case OnSquare(square) if square in shape.tile_at:
            return shape.advance(square)
        case OutsideCorner(tile) if (index := shape.tile_named(tile)) is not None:
            return rules.corner_start(shape, index)
    return None


def _laps_by_then(position: Position, after: Position) -> Iterator[int]:
    """What the lap die may show once the leader has crossed the line as often as then, or less often."""
    led, most = most_crossings(position), most_crossings(after)
    for count in range(led, most + 1):
        true = max(0, position.race - max(0, count - 1))
        yield from (max(0, position.lap - max(0, count - max(1, led))), true, true or 1)


def _may_drive(position: Position, car: str, before: Place, now: Place) -> bool:
    """Whether a car may come to a place in one turn."""
    shape = road(position.circuit)
    if isinstance(now, OffTrack):
        return not isinstance(before, OffTrack)  # who came back may have spun out at the next corner
    waits, tokens = car in position.grid, token_speeds(position, position.hand(car))
    if isinstance(before, OutsideCorner):
        return _may_come_back(shape, before, tokens, now)
    if not isinstance(before, OnSquare) or before.square not in shape.tile_at:
        return False
    allowed = one_speed(1) if waits else ANY_SPEED
    starts = [before.square, *(squares_to_line(shape, before.square, ()) if waits else ())]
    return _leads_to(shape, starts, False, allowed, tokens, MOVEMENTS, now)


def _may_arrive(play: Play, field: Field, there: Place | None) -> bool:
    """Whether the car at turn may come to where it is seen with what is left of its turn."""
    if there is None or there == play.place or play.adrift:
        return True
    shape = field.shape
    for stand in play.stands[:-1]:
        # the movements since it was seen there may be taken back
        square = stand.place.square if isinstance(stand.place, OnSquare) else None
        if stand.place == there or square not in shape.tile_at:
            return True
        tokens = token_speeds(play.position, stand.hand)
        if _leads_to(shape, [square], False, ANY_SPEED, tokens, MOVEMENTS - stand.used, there):
            return True
    if play.due == OUT or (play.stopped and isinstance(play.place, OutsideCorner)):
        return not isinstance(there, OnSquare)
    if not isinstance(there, OnSquare) and play.stopped and not (play.due or play.safe):
        return isinstance(there, OffTrack) and has_finished(play.position, play.car, play.crossings, play.stops)
    if isinstance(there, OffTrack):
        return not isinstance(play.place, OffTrack)
    tokens = token_speeds(play.position, play.hand)
    if isinstance(play.place, OutsideCorner):
        return _may_come_back(shape, play.place, tokens, there)
    if not isinstance(play.place, OnSquare) or play.place.square not in shape.tile_at:
        return True
    starts = [play.place.square]
    if field.starting and not play.used:
        starts += squares_to_line(shape, play.place.square, ())
    left = 0 if play.stopped else MOVEMENTS - play.used
    return _leads_to(shape, starts, play.turned, allowed_speeds(play, field), tokens, left, there)


def token_speeds(position: Position, hand: str) -> Speeds:
    """The speeds that tokens may give in a turn; a pit stop renews them."""
    held = position.teams.full_hand if position.variants.main == "pit" else hand
    return sum({one_speed(token_speed(token)) for token in tokens_in(held)})


def _may_come_back(shape: Road, before: OutsideCorner, tokens: Speeds, now: Place) -> bool:
    """Whether a car that spun out may come to a place in one turn."""
    tile = shape.tile_named(before.tile)
    outside = () if tile is None else shape.outside_spaces(tile)
    allowed = rules.next_speeds(one_speed(1))
    back = isinstance(now, OnSquare) and now.square in outside
    return back or _leads_to(shape, outside, False, allowed, tokens, MOVEMENTS - 1, now)


def _leads_to(
    shape: Road, starts: Iterable[Square], turned: bool, allowed: Speeds, tokens: Speeds, left: int, there: Place
) -> bool:
    """Whether so many movements, the next at an allowed speed or a token's, lead to a place, were nobody in the way.

    To spin out at a corner it takes to stand on its tile first.
    """
    tile = shape.tile_named(there.tile) if isinstance(there, OutsideCorner) else None
    for start in starts:
        ends = spaces_in_reach(shape, start, turned, allowed, tokens, left)
        if isinstance(there, OnSquare):
            if there.square in ends:
                return True
        elif tile is None or shape.tile_at[start] == tile or any(shape.tile_at[end] == tile for end in ends):
            return True
    return False


@lru_cache(maxsize=32768)
def spaces_in_reach(
    shape: Road, square: Square, turned: bool, allowed: Speeds, tokens: Speeds, left: int
) -> frozenset[Square]:
    """The spaces to which up to so many movements by the rules lead, were nobody in the way."""
    found: set[Square] = set()
    level = {(square, turned, allowed)}
    for _ in range(left):
        level = {after for start in level for after in _driven(shape, *start, tokens)}
        found.update(end for end, _, _ in level)
    return frozenset(found)


@lru_cache(maxsize=32768)
def _driven(
    shape: Road, square: Square, turned: bool, allowed: Speeds, tokens: Speeds
) -> frozenset[tuple[Square, bool, Speeds]]:
    """Where one movement leads, whether the car can then only face out of its corner, and the speeds of the next."""
    found = set()
    for facing in shape.facings(square, turned):
        ways = [(end, one_speed(spaces)) for spaces, end in enumerate(shape.ahead(square, facing)[:FASTEST], 1)]
        ways += [(one.end, ANY_SPEED) for one in shape.diagonals(square, facing) if one.allowed]
        for end, speeds in ways:
            there = shape.tile_at[end]
            entered = shape.is_corner[there] and there != shape.tile_at[square]
            speeds &= (allowed | tokens) & (SLOW if entered else ANY_SPEED)
            if speeds:
                out = shape.is_corner[there] and facing != shape.way_in[there]
                found.add((end, out, rules.next_speeds(speeds)))
    return frozenset(found)
