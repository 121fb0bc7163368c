"""What simulated players choose and get wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from markers.home_racers import ROAD_TILES
from referee.errors import IllegalAction
from referee.games.base import Dice
from referee.games.home_racers import rules as law
from referee.games.home_racers.actions import hop_code, parse_hop
from referee.games.home_racers.book import (
    BEGUN,
    LAID,
    THROWN,
    Play,
    actions,
    clash,
    given_by,
    goods_of,
    settle,
    show,
    trail_of,
)
from referee.games.home_racers.geometry import Pose, ahead, overlap_mm, pose, wrap
from referee.games.home_racers.position import (
    DRIVERS,
    HIGHEST_GEAR,
    CarSeen,
    Observation,
    Position,
    TrayDie,
    die_key,
)
from referee.games.home_racers.shapes import (
    CORE,
    LIMITS,
    PLACEMENTS,
    legal_shapes,
    next_tile,
    tiles_along,
    tiles_of,
)
from referee.games.home_racers.succession import along, course_length, point_at
from referee.games.home_racers.ways import beside, reaches
from referee.games.rulebook import Step
from referee.mind.otherwise import some
from referee.mind.plant import Hands

TRIES = 16
LOOK_AHEAD_MM = 260.0
BRAKING_TRIES = 14
CORRIDOR_MM = 175.0
"""Nobody lays a tile further from the course: there is the furniture, or the floor is out of the camera's view."""
WRONG_ENDS = 3
"""On so many tiles of its path that may be the wrong ones a car is put down, and so many may be left."""
Path = tuple[str, ...]


# -- what is seen next ------------------------------------------------------------------------------------------------


def choose(play: Play, dice: Dice) -> Step[Play] | None:
    """The next step of a driver who keeps to the course and to free ground."""
    table = _table(play)
    if play.position.place(play.car) is None:
        table = _with_car(play, free_start(play.position, dice))
    elif play.stage == BEGUN:
        _, codes = plan(play.position, dice)
        table = _laid(play, route(play.position, play.car, codes)) if codes else table
    elif play.stage == LAID:
        table = _thrown(play, len(trail_of(play).links) // 2, dice)
    elif play.stage == THROWN:
        if not _can_drive(play):
            return None
        moved, tiles = _due(play)
        table = _with_car(play, tiles[moved - 1])
    return next(_toward(table, actions(play, table)))


def _due(play: Play) -> tuple[int, tuple[Pose, ...]]:
    """How far the dice let the car drive over the path that lies there, and the path."""
    tiles = tuple(link.tile for link in trail_of(play).links)
    goods, _ = goods_of(play.gear or 0, play.roll)
    return next(iter(given_by(play.position, play.car, play.gear or 0, goods, tiles))), tiles


def _toward(table: Observation, steps: Iterable[Step[Play]]) -> Iterator[Step[Play]]:
    """The steps that lead to a look, with the dice and the tiles as they lie there."""
    for step in (one for one in steps if not clash(show(one.after), table)):
        after = settle(step.after, table)
        lying = tuple(tile for tile in after.position.tiles if tile in table.tiles)
        yield replace(step, after=replace(after, position=replace(after.position, tiles=lying)))


def _table(play: Play) -> Observation:
    """What lies there now."""
    return replace(show(play), of=None)


def _laid(play: Play, tiles: Sequence[Pose]) -> Observation:
    """The path lies on the floor; the dice thrown before are put beside their cars, and tiles that lie there from
    before are taken up where the box holds too few."""
    table, spare = _table(play), ROAD_TILES - len(play.position.cars) - len(tiles)
    beside = dict(table.beside) | {die.car: sum(one.car == die.car for one in table.tray) for die in table.tray}
    lying = (*play.position.tiles[:spare], *tiles)
    return replace(table, tiles=tuple(sorted(lying)), tray=(), beside=tuple(sorted(beside.items())))


def _thrown(play: Play, count: int, dice: Dice) -> Observation:
    """So many gear dice lie in the tray."""
    car, table = play.car, _table(play)
    thrown = [
        TrayDie(
            car,
            dice.randrange(6) + 1,
            index % 3 * 26.0 - 26.0 + dice.randrange(60) / 10.0,
            index // 3 * 26.0 - 13.0 + dice.randrange(60) / 10.0,
        )
        for index in range(count)
    ]
    beside = tuple((one, number) for one, number in table.beside if one != car)
    return replace(table, tray=tuple(sorted(thrown, key=die_key)), beside=beside)


def _with_car(play: Play, where: Pose) -> Observation:
    """The car stands on its new tile, and the others are removed."""
    table = _table(play)
    cars = dict(table.cars) | {play.car: CarSeen(where)}
    return replace(table, cars=tuple(sorted(cars.items())), tiles=play.position.tiles)


# -- what goes wrong --------------------------------------------------------------------------------------------------


def otherwise(play: Play, looks: Sequence[Observation], dice: Dice) -> Iterator[Observation]:
    """A tile over the line, a path laid wrongly beside the dice, another's turn, a wrong distance, a tile left."""
    position = play.position
    if position.place(play.car) is None:
        yield from (_with_car(play, where) for where in _wrong_starts(position, dice))
    elif play.stage == THROWN:
        gone = {*looks[0].tiles}.difference(looks[1].tiles, (seen.pose for _, seen in looks[1].cars))
        for tile in some(sorted(gone), WRONG_ENDS, dice):
            yield replace(looks[1], tiles=tuple(sorted((*looks[1].tiles, tile))))
        yield from (_with_car(play, tile) for tile in some(_due(play)[1], WRONG_ENDS, dice))
    elif play.stage == BEGUN:
        spare = ROAD_TILES - len(position.cars) - len(position.tiles)
        for tiles, gear in (one for one in _wrong_paths(position, play.car, dice) if len(one[0]) <= spare):
            laid = _laid(play, tiles)
            beside = tuple(one for one in laid.beside if one[0] != play.car)
            yield replace(_thrown(play, gear, dice), tiles=laid.tiles, beside=beside)
        away = {play.car, *position.finished}
        for car in some((car for car, _ in position.cars if car not in away), 1, dice):
            queue = (car, *(one for one in position.queue if one != car))
            yield _driven(replace(play, position=replace(position, queue=queue)), dice)


def told(play: Play, slip: Step[Play], toward: object) -> Step[Play]:
    """A slip with the dice as they lie then: those thrown before are out of the way, or they would lie under them."""
    if slip.over or not isinstance(toward, Observation):
        return slip
    return replace(slip, after=settle(slip.after, toward))


def _driven(play: Play, dice: Dice) -> Observation:
    """The table after a driver's turn."""
    step = choose(play, dice)
    return show(play) if step is None else show(step.after) if step.over else _driven(step.after, dice)


def _can_drive(play: Play) -> bool:
    """Whether the gear is the one of the dice, and the path as long as they let the car drive."""
    moved, tiles = _due(play)
    return play.gear == len(play.roll or ()) and 0 < moved <= len(tiles)


def _wrong_starts(position: Position, dice: Dice) -> Iterator[Pose]:
    """The tile lies over the line, or over another tile."""
    tile = free_start(position, dice)
    yield ahead(tile, position.across_mm * (0.7 + dice.randrange(5) / 10.0), 0.0, 0.0)
    for _, placed in position.cars[:1]:
        yield ahead(placed, 0.0, position.across_mm * 0.6, 0.0)


def _wrong_paths(position: Position, car: str, dice: Dice) -> Iterator[tuple[tuple[Pose, ...], int]]:
    """Paths of a gear that is out of reach, too long or too short, that bend too often, with a tile aside, or through
    portals backwards."""
    gears = law.next_gears(position.gear(car))
    gear, codes = plan(position, dice)
    wrong = [one for one in range(1, HIGHEST_GEAR + 1) if one not in gears]
    found = [(_random_path(one, dice), one) for one in some(wrong, 1, dice)]
    if codes and not any(map(parse_hop, codes)):
        found += [(codes[:-1], gear), ((*codes, "st"), gear)]
        found += [(_bent(codes, gear, turns, dice), gear) for turns in (True, False)]
        tiles = route(position, car, codes)
        torn = dice.randrange(len(tiles))
        aside_mm = (position.gap_mm + 12.0 + dice.randrange(10)) * (1 - 2 * dice.randrange(2))
        yield (*tiles[:torn], ahead(tiles[torn], 0.0, aside_mm, 0.0), *tiles[torn + 1 :]), gear
    for laid, one in found:
        tiles = route(position, car, laid)
        if position.entrances or in_corridor(position, tiles):
            yield tiles, one
    backwards = replace(position, entrances=tuple((colour, 3 - number) for colour, number in position.entrances))
    for one in [one for one in gears if one] if position.entrances else ():
        laid = through_portal(backwards, car, _random_path(one, dice), dice)
        if any(map(parse_hop, laid)):
            yield route(backwards, car, laid), one


def _random_path(gear: int, dice: Dice) -> Path:
    shapes = legal_shapes(*LIMITS[gear], tiles_of(gear))
    return shapes[dice.randrange(len(shapes))].codes


def _bent(codes: Path, gear: int, turns: bool, dice: Dice) -> Path:
    """A straight path with one turn or one lane change more than the gear allows; as it is where it has no room."""
    bends = [one.code for one in CORE if (one.turns if turns else one.lanes)]
    count = LIMITS[gear][0 if turns else 1] + 1
    if count > len(codes):
        return codes
    places = list(range(len(codes)))
    bent = {places.pop(dice.randrange(len(places))): bends[dice.randrange(len(bends))] for _ in range(count)}
    return tuple(bent.get(place, "st") for place in range(len(codes)))


# -- a driver's plan --------------------------------------------------------------------------------------------------


def plan(position: Position, dice: Dice) -> tuple[int, Path]:
    """The gear and path of the best of some random turns: a driver keeps to the course and to free ground."""
    car = position.queue[0]
    gears = law.next_gears(position.gear(car))
    best: tuple[float, int, Path] = (math.inf, 0, ())
    for tried in range(TRIES * 3):
        gear = gears[dice.randrange(len(gears))] if tried % 3 else gears[-1]
        codes = _random_path(gear, dice) if gear else ()
        codes = through_portal(position, car, codes, dice) if tried % 2 else codes
        tiles = route(position, car, codes)
        hop = any(parse_hop(code) for code in codes)
        cost = _cost(position, car, gear, tiles, anywhere=hop) + dice.random() * 20.0 - 400.0 * hop
        best = min(best, (cost, gear, codes))
        if tried >= TRIES and best[0] < 1e5:
            break
    return best[1:]


def route(position: Position, car: str, codes: Sequence[str]) -> tuple[Pose, ...]:
    """The tiles of a path laid exactly. Raises IllegalAction when the car or a portal is not on the floor."""
    here = position.place(car)
    if here is None:
        raise IllegalAction(f"{DRIVERS[car]}'s car is not on the floor.")
    tiles = []
    for code in codes:
        hop = parse_hop(code)
        here = _beside_exit(position, *hop) if hop else next_tile(here, PLACEMENTS[code], position.across_mm)
        tiles.append(here)
    return tuple(tiles)


def _beside_exit(position: Position, colour: str, side: int, heading: int) -> Pose:
    entrance, pair = dict(position.entrances).get(colour), position.portals(colour)
    if entrance is None or len(pair) != 2:
        raise IllegalAction(f"the {colour} portals' entrance and exit are not known.")
    return beside(pair[2 - entrance].pose, side, heading, position.across_mm)


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
    blocked |= any(overlap_mm(tile, lying, position.across_mm) > 0.0 for tile in tiles for lying in position.tiles)
    if not anywhere and not in_corridor(position, tiles):
        cost += 1e5
    elif not anywhere and (too_fast(position, gear) or not _can_go_on(position, gear, end)):
        cost += 3e4
    return cost + (1e6 if blocked else 0.0)


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


def free_of_cars(position: Position, car: str, tile: Pose) -> bool:
    """Whether a tile can be put down without lying over another car's."""
    return all(overlap_mm(tile, where, position.across_mm) <= 0.0 for other, where in position.cars if other != car)


HANDS = Hands(choose, otherwise, told)
