"""Legal actions with the dice among them, apply, the outcome, and seeded races."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from referee.errors import IllegalAction
from referee.games.base import Dice
from referee.games.fact import fact
from referee.games.home_racers.actions import Drive, Place, Turn, parse_hop
from referee.games.home_racers.fitting import EYE_MM, next_tile
from referee.games.home_racers.geometry import Pose, ahead, overlap_mm, pose
from referee.games.home_racers.meeting import bonus_of_met, met_by
from referee.games.home_racers.observation import CARS, DRIVERS, Special
from referee.games.home_racers.position import ACROSS_MM, Position
from referee.games.home_racers.rules import path, race
from referee.games.home_racers.shapes import AXES, LIMITS, PLACEMENTS, ROOT, paths, tiles_of
from referee.games.home_racers.succession import (
    crossed_on,
    hand_on,
    with_car,
    with_crossings,
    with_gears,
    with_mark,
)
from referee.games.home_racers.words import WORDS

COURSE = (
    (0.0, 0.0), (460.0, 0.0), (700.0, 240.0), (700.0, 440.0), (460.0, 680.0),
    (-460.0, 680.0), (-700.0, 440.0), (-700.0, 240.0), (-460.0, 0.0),
)  # fmt: skip
"""The recommended course: about three and a half metres round, all curves to the left, in view of one camera."""
LINE = ((0.0, 150.0), (0.0, -150.0))
SPECIALS = (
    Special("leak", Pose(560.0, 150.0, 0.0)),
    Special("caltrops", Pose(740.0, 590.0, 0.0)),
    Special("tires", Pose(250.0, 780.0, 0.0)),
    Special("booster", Pose(-330.0, -30.0, 0.0)),
)


def start(players: int, dice: Dice, across_mm: float = ACROSS_MM) -> Position:
    """A race on the recommended course: the order by dice, the cars two by two behind the line."""
    scale = across_mm / ACROSS_MM
    order = grid_order(CARS[:players], dice)
    cars = []
    for index, car in enumerate(order):
        x_mm = (-47.0 - 86.0 * (index // 2)) * scale - dice.randrange(40) / 10.0
        y_mm = (56.0, -56.0)[index % 2] * scale + dice.randrange(60) / 10.0
        cars.append((car, pose(x_mm, y_mm, dice.randrange(5) - 2)))
    return replace(empty_start(order), cars=tuple(sorted(cars)))


def empty_start(order: Sequence[str]) -> Position:
    """The recommended course before any car is placed; the cars are placed, and then drive, in this order."""
    racers = tuple(sorted(order, key=CARS.index))
    return Position(
        cars=(),
        racers=racers,
        queue=tuple(order),
        gears=tuple((car, (0,)) for car in racers),
        crossings=tuple((car, 0) for car in racers),
        line=LINE,
        specials=SPECIALS,
        order=tuple(order),
        course=COURSE,
    )


def grid_order(cars: Sequence[str], dice: Dice) -> tuple[str, ...]:
    """The player order by dice, ties rolled again among those that are level."""
    if len(cars) < 2:
        return tuple(cars)
    groups = race.by_dice([(car, dice.randrange(6) + 1) for car in cars])
    return tuple(car for group in groups for car in (grid_order(group, dice) if len(group) > 1 else group))


def over(position: Position) -> str | None:
    """The outcome once the agreed number of cars has finished, else None."""
    ended = position.finished
    if len(ended) < min(position.places, len(position.racers)):
        return None
    places = [WORDS.tell(fact("outcome", how="place", who=car, place=place)) for place, car in enumerate(ended[:4], 1)]
    return WORDS.tell(fact("outcome"), places=places)


# -- actions ----------------------------------------------------------------------------------------------------------


def legal_actions(position: Position, begun: Drive) -> Iterator[Drive]:
    """What may follow in a turn: the gear, then the path, then the dice (an action too), then the move they give."""
    if begun.gear is None:
        yield from (replace(begun, gear=gear) for gear in path.next_gears(position.gear(begun.car)))
    elif len(begun.path) != tiles_of(begun.gear):
        for codes in paths(tiles_of(begun.gear), *LIMITS[begun.gear]):
            yield replace(begun, path=codes)
    elif begun.roll is None:
        yield from (replace(begun, roll=faces) for faces in combinations_with_replacement(range(1, 7), begun.gear))
    elif begun.move is None:
        tiles = route(position, begun.car, begun.path)
        yield replace(begun, move=move_of(position, begun, tiles))


def move_of(position: Position, turn: Drive, tiles: Sequence[Pose]) -> int:
    """How many tiles the dice move the car, with the house rules for what it meets on the dice's own way."""
    if turn.gear is None or turn.roll is None:
        raise IllegalAction("the gear and the dice come before the move.")
    base = turn.gear + path.extra_moves(turn.roll)
    met = met_by(position, turn.car, tuple(tiles[:base]))
    moved = max(0, min(tiles_of(turn.gear), base + bonus_of_met(position, met, "move")))
    for number in range(1, moved + 1):
        met = met_by(position, turn.car, tuple(tiles[number - 1 : number]))
        if any(position.effect(kind) == "stop" for kind in met):
            return number
    return moved


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
    entrance = dict(position.entrances).get(colour)
    pair = position.portals(colour)
    if entrance is None or len(pair) != 2:
        raise IllegalAction(f"the {colour} portals' entrance and exit are not known.")
    q, r = (*AXES, (0, 0))[side]
    across = position.across_mm
    return ahead(pair[2 - entrance].pose, across * (q + r / 2), across * r * ROOT, 60.0 * heading)


def apply(position: Position, turn: Turn) -> Position:
    """The position after a whole turn. Raises IllegalAction when a rule forbids it."""
    if over(position):
        raise IllegalAction("the race is over: there is no turn to play.")
    if turn.car != position.to_move:
        raise IllegalAction(f"it is {DRIVERS[position.to_move]}'s turn.")
    match turn:
        case Place(car, where):
            return _placed(position, car, where)
        case Drive():
            return _driven(position, turn)
    raise IllegalAction("only a whole turn can be applied.")


def _placed(position: Position, car: str, where: Pose) -> Position:
    slack_mm = position.gap_mm + EYE_MM
    fault = race.start_tile(car, where, position.line, position.cars, position.across_mm, slack_mm, (0.0, 0.0))
    if fault or position.place(car) is not None:
        raise IllegalAction(WORDS.say(fault) if fault else f"{DRIVERS[car]}'s car is placed already.")
    return hand_on(with_car(position, car, where), car, placing=True)


def _driven(position: Position, turn: Drive) -> Position:
    for fault in _faults(position, turn):
        raise IllegalAction(fault)
    car, gear = turn.car, turn.gear or 0
    before = position.place(car)
    tiles = route(position, car, turn.path)
    driven = tiles[: turn.move or 0]
    met = met_by(position, car, driven)
    jumped = tuple(number for number, code in enumerate(turn.path) if parse_hop(code))
    after = with_car(position, car, driven[-1]) if driven else position
    after = with_mark(with_gears(after, car, (gear + bonus_of_met(position, met, "gear"),)), car, met)
    way = [before.at, *(tile.at for tile in driven)] if before else []
    after = with_crossings(after, car, position.crossed(car) + crossed_on(position, way, jumped))
    return hand_on(after, car)


def _faults(position: Position, turn: Drive) -> Iterator[str]:
    if turn.gear is None or turn.roll is None or turn.move is None:
        yield "a whole turn has a gear, a path, a roll and a move."
        return
    used = [PLACEMENTS[code] for code in turn.path if code in PLACEMENTS]
    found = (
        path.gear_change(turn.car, position.gear(turn.car), turn.gear),
        path.path_length(turn.car, turn.gear, len(turn.path), True),
        path.turns(turn.car, turn.gear, sum(one.turns for one in used), sum(one.skids for one in used)),
        path.lane_changes(turn.car, turn.gear, sum(one.lanes for one in used)),
        path.wrong_dice(turn.car, turn.gear, len(turn.roll)),
    )
    yield from (WORDS.say(fault) for fault in found if fault)
    allowed = move_of(position, turn, route(position, turn.car, turn.path))
    fault = path.move_distance(turn.car, turn.gear, turn.move, [allowed])
    if fault:
        yield WORDS.say(fault)


def legal_turns(position: Position) -> Iterator[Drive]:
    """Every different legal turn of the car to move: rolls with as many fives and sixes count as one."""
    for geared in legal_actions(position, Drive(position.to_move)):
        gear = geared.gear or 0
        for laid in legal_actions(position, geared) if gear else (geared,):
            for good in range(gear + 1):
                rolled = replace(laid, roll=(1,) * (gear - good) + (5,) * good)
                yield from legal_actions(position, rolled)


def free_of_cars(position: Position, car: str, tile: Pose) -> bool:
    """Whether a tile can be put down without lying over another car's."""
    return all(overlap_mm(tile, where, position.across_mm) <= 0.0 for other, where in position.cars if other != car)
