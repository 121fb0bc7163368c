"""How a race starts: what is agreed on, a start by dice or from a survey, and what a position must keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from referee.errors import NotationError
from referee.games.base import Dice, Violation, sound, violation
from referee.games.home_racers import rules as law
from referee.games.home_racers.geometry import Point, Pose, beyond, pose
from referee.games.home_racers.position import (
    ACROSS_MM,
    ALONG_DEG,
    CARS,
    GAP_MM,
    HIGHEST_GEAR,
    HOUSE_KINDS,
    PORTALS,
    CarSeen,
    Observation,
    Position,
    Special,
)
from referee.games.home_racers.shapes import EYE_MM
from referee.games.home_racers.words import WORDS
from referee.games.options import NOTHING_AGREED, Agreed, agreed, check_players, choice, number
from referee.words.fact import Fact, fact, facts, several

PLAYERS = (1, 2, 3, 4)
_EFFECTS = ("ask", "none", "stop", "move+1", "move+2", "gear+1", "gear-1")
_EFFECTS_OF = ("caltrops", "leak", "tires", "booster", "collision")
OPTIONS = (
    number("laps", "How many laps?", 1, 9, 1),
    number("places", "How many places do you race for?", 1, 4, 1),
    choice("danger", ("fault", "ask"), "fault"),
    choice("reverse", ("none", "ask"), "none"),
    *(choice(kind, _EFFECTS, "ask") for kind in _EFFECTS_OF),
    choice("across", ("80", "85", "90", "95", "100", "110", "120"), f"{ACROSS_MM:g}"),
    choice("gap", ("3", "4", "5", "6", "8", "10"), f"{GAP_MM:g}"),
)
"""What a table may agree on; sizes in mm: of a road tile across its flats, of the gap between two that still touch."""


def terms(given: Agreed) -> Mapping[str, Any]:
    """Options as fields of a position. Raises NotationError for one that there is not."""
    values = agreed(OPTIONS, given)
    usual = {option.name: option.default for option in OPTIONS}
    house = [(kind, values[kind]) for kind in HOUSE_KINDS if values[kind] != usual[kind]]
    return {
        "race": int(values["laps"]),
        "places": int(values["places"]),
        "danger": values["danger"],
        "house": tuple(sorted(house)),
        "across_mm": float(values["across"]),
        "gap_mm": float(values["gap"]),
    }


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
    groups = law.by_dice([(car, dice.randrange(6) + 1) for car in cars])
    return tuple(car for group in groups for car in (grid_order(group, dice) if len(group) > 1 else group))


def status(position: Position) -> frozenset[Violation]:
    """Everything that is wrong with a position, each under its rule; empty when it can be played."""
    return _violations([*_portal_problems(position), *_start_problems(position)]) | unplayable(position)


def unplayable(position: Position) -> frozenset[Violation]:
    """What keeps a race from going on; the rest of `status` are pieces that a fault has left so."""
    wrong = [fact(law.START_TILE.id, how="no-line")] if position.line is None else []
    if not position.queue and not position.finished:
        wrong.append(fact(law.PLAYER_ORDER.id, how="nobody"))
    if len(position.course) in (1, 2):
        wrong.append(fact(law.PLAYER_ORDER.id, how="course"))
    wrong += [fact(law.LAPS.id, how="still", who=car) for car in position.finished if car in position.queue]
    return _violations(wrong)


def _violations(wrong: Iterable[Fact]) -> frozenset[Violation]:
    return frozenset(violation(WORDS, one) for one in wrong)


def _portal_problems(position: Position) -> list[Fact]:
    counts = [(colour, len(position.portals(colour))) for colour in PORTALS]
    return [
        fact(law.PORTAL.id, how="one" if count == 1 else "many", colour=colour, count=count)
        for colour, count in counts
        if count not in (0, 2)
    ]


def _start_problems(position: Position) -> Iterator[Fact]:
    """Cars that have not driven yet stand as the start asks."""
    cars = tuple((car, CarSeen(where)) for car, where in position.cars)
    for car, stand in cars if position.round == 1 else ():
        if position.crossed(car) == 0 and position.gear(car) == (0,):
            yield from _misplaced(car, stand, cars, position.line, position.across_mm, position.gap_mm)


def _misplaced(
    car: str,
    stand: CarSeen,
    cars: Sequence[tuple[str, CarSeen]],
    line: tuple[Point, Point] | None,
    across_mm: float,
    gap_mm: float,
) -> tuple[Fact, ...]:
    """What is wrong with a car's place at the start; of two tiles that lie over one another the second one's."""
    others, askew = [(one, other.pose) for one, other in cars if one < car], (stand.askew_deg, ALONG_DEG)
    return facts(law.start_tile(car, stand.pose, line, others, across_mm, gap_mm + EYE_MM, askew))


def start_from(seen: Observation, players: int, given: Agreed = NOTHING_AGREED) -> Position:
    """The start position that a survey shows; the player order is not known until it is said. Raises NotationError."""
    position = _as_shown(seen, players, given)
    for car, stand in seen.cars:
        for fault in _misplaced(car, stand, seen.cars, seen.line, position.across_mm, position.gap_mm):
            raise NotationError(WORDS.tell(fault))
    return sound(position, status(position))


def under_way(seen: Observation, players: int, given: Agreed = NOTHING_AGREED) -> Iterator[Position]:
    """A race in its first lap, of which nobody knows the order, nor who has driven in this round.

    A car's gear is the number of dice beside it, and unknown where none lie there. Raises NotationError.
    """
    position, beside = _as_shown(seen, players, given), dict(seen.beside)
    position = replace(
        position,
        tiles=seen.tiles,
        round=2,
        gears=tuple((car, (beside[car],) if car in beside else tuple(range(HIGHEST_GEAR + 1))) for car, _ in seen.cars),
        crossings=tuple((car, 1) for car in position.racers),
    )
    for count in range(len(position.racers), 0, -1):
        for left in combinations(position.queue, count):
            yield replace(position, queue=left)


def _as_shown(seen: Observation, players: int, given: Agreed) -> Position:
    """The cars and the line that a table shows, nobody having driven yet. Raises NotationError."""
    on = terms(given)
    check_players("Home Racers", PLAYERS, players)
    if seen.line is None:
        raise NotationError(WORDS.told("starting-line-is-not-seen"))
    if len(seen.cars) != players:
        raise NotationError(WORDS.told("cars-should-stand", players=players, cars=several(car for car, _ in seen.cars)))
    line = seen.line
    ahead = sorted(seen.cars, key=lambda item: -beyond(line, item[1].pose.at) if line else 0.0)
    racers = tuple(car for car in CARS if seen.car(car) is not None)
    return Position(
        cars=tuple((car, stand.pose) for car, stand in seen.cars),
        racers=racers,
        queue=tuple(car for car, _ in ahead),
        gears=tuple((car, (0,)) for car in racers),
        crossings=tuple((car, 0) for car in racers),
        line=line,
        tiles=(),
        specials=seen.specials,
        tray=seen.tray,
        beside=seen.beside,
        **on,
    )
