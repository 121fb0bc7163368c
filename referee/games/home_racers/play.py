"""The start of a race, and its outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.base import Dice
from referee.games.fact import fact
from referee.games.home_racers.agreeing import terms
from referee.games.home_racers.geometry import Pose, pose
from referee.games.home_racers.observation import CARS, Special
from referee.games.home_racers.position import ACROSS_MM, Position
from referee.games.home_racers.rules import race
from referee.games.home_racers.words import WORDS
from referee.games.options import Agreed

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


def agreed_start(players: int, dice: Dice, agreed: Agreed) -> Position:
    """The cars behind the line of the recommended course, for what was agreed on. Raises NotationError."""
    on = terms(agreed)
    return replace(start(players, dice, on["across_mm"]), **on)


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
