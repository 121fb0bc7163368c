"""What the looks at a table show of one turn: where the driver's car was put down, the die, the other cars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.games.racepack.circuit import road
from referee.games.racepack.declarations import Said
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Place
from referee.games.racepack.pitlane import with_stop, without_doubt
from referee.games.racepack.position import DRIVERS, Position, visible
from referee.games.racepack.throws import DiceSeen, Visit, dice_seen
from referee.games.racepack.turnstate import squares_to_line
from referee.games.racepack.upkeep import Bystanders, bystanders, on_road, surely_passed


@dataclass(frozen=True)
class Seen:
    """What was seen of one turn, worked out once for all lines.

    Attributes
    ----------
    places : where the driver's car was put down, in order.
    hidden : whether the driver's car is not seen in the last stop.
    ghosts : other cars that are not seen in the last stop and may stand anywhere: they bar nobody's way.
    """

    position: Position
    car: str
    final: Observation
    places: tuple[Place, ...]
    hidden: bool
    dice: DiceSeen
    others: Bystanders
    said: Said
    closed: bool
    ghosts: frozenset[str] = frozenset()


def see(
    position: Position,
    stops: Sequence[Observation],
    said: Said,
    closed: bool,
    taken_back: bool = True,
    ghosts: frozenset[str] = frozenset(),
) -> Seen:
    """Gather what the stops show of the turn of the car to move.

    `taken_back` says that a car seen where it stood before took its movements back, and did not drive there again.
    """
    final = stops[-1] if stops else visible(position)
    car = position.to_move
    visits = visits_of(position, car, stops, taken_back, ghosts)
    return Seen(
        position=position,
        car=car,
        final=final,
        places=tuple(visit.place for visit in visits[1:]),
        hidden=car not in dict(final.cars),
        dice=dice_seen(position, stops, visits),
        others=bystanders(position, car, final),
        said=said,
        closed=closed,
        ghosts=ghosts,
    )


@dataclass(frozen=True)
class Beginning:
    """A position in which the turn may have begun, with the unseen facts that this takes for granted.

    `ghosts` are cars that do not stand where the position has them, nor where anybody sees them.
    """

    position: Position
    assumes: tuple[str, ...] = ()
    ghosts: frozenset[str] = frozenset()


def beginnings(position: Position, stops: Sequence[Observation], said: Said) -> tuple[Beginning, ...]:
    """The position, and what it may have become before the driver moved without anyone breaking a rule.

    A finished car may be lifted off, and an overdue hazard turned, at any time: each may or may not block the driver.
    A spare hazard that is owed may lie there, and a driver may have made a pit stop that nobody saw. A car that was
    knocked over or is covered may stand elsewhere than it did when it was last seen.
    """
    found = [Beginning(one) for one in _tables(_as_said(position, said), stops)]
    car = position.to_move
    if said.pit_stop is None and car in position.perhaps:
        assumes = (f"{DRIVERS[car]} made a pit stop that was not seen",)
        found += [Beginning(with_stop(one.position, car), assumes) for one in found]
    ghosts = _unseen_others(position, stops)
    if ghosts:
        elsewhere = tuple(f"{DRIVERS[one]}'s car, which is not seen, stands elsewhere" for one in sorted(ghosts))
        found += [Beginning(one.position, (*one.assumes, *elsewhere), ghosts) for one in found]
    return tuple(found)


def _unseen_others(position: Position, stops: Sequence[Observation]) -> frozenset[str]:
    """The cars on the road, but for the driver's, that the last stop does not show."""
    if not stops:
        return frozenset()
    return frozenset(
        car for car in stops[-1].unseen_cars if car != position.to_move and isinstance(position.place(car), OnSquare)
    )


def _as_said(position: Position, said: Said) -> Position:
    """The position once the driver has said whether there was a pit stop that nobody saw."""
    if said.pit_stop is None or not position.variants.stops:
        return position
    return (with_stop if said.pit_stop else without_doubt)(position, position.to_move)


def _tables(position: Position, stops: Sequence[Observation]) -> tuple[Position, ...]:
    """The position as its pieces may lie when the driver begins."""
    lifted = {car for car in position.finished if any(dict(s.cars).get(car) == OffTrack() for s in stops)}
    up = {square for stop in stops for square, suit_up in stop.hazards if suit_up}
    overdue = {square for square, suit_up in position.hazards if not suit_up and surely_passed(position, square)} & up
    cleared = replace(
        position, cars=tuple((car, OffTrack() if car in lifted else place) for car, place in position.cars)
    )
    turned = tuple((square, suit_up or square in overdue) for square, suit_up in position.hazards)
    every: tuple[Position, ...] = (position, cleared)
    every += tuple(replace(one, hazards=turned) for one in every)
    owed = tuple((square, True) for square in position.owed)
    if owed:
        every += tuple(replace(one, hazards=tuple(sorted((*one.hazards, *owed))), owed=()) for one in every)
    return tuple(dict.fromkeys(every))


def places_of(position: Position, car: str, stops: Sequence[Observation]) -> tuple[Place, ...]:
    """Where a car was put down during the stops; a movement taken back counts as not made."""
    return tuple(visit.place for visit in visits_of(position, car, stops)[1:])


def visits_of(
    position: Position,
    car: str,
    stops: Sequence[Observation],
    taken_back: bool = True,
    ghosts: frozenset[str] = frozenset(),
) -> tuple[Visit, ...]:
    """Where a car stood before the stops, and where it was put down during them, each with the looks that show it.

    Where a movement was taken back and made again the car has stood since the first time: a roll made then counts.
    """
    shape = road(position.circuit)
    found = [Visit(position.place(car), -1, -1)]
    since: dict[Place, int] = {}
    for index, stop in enumerate(stops):
        place = on_road(shape, dict(stop.cars).get(car))
        if place is None or (isinstance(place, OffTrack) and index + 1 < len(stops)):
            continue
        if isinstance(found[0].place, OutsideCorner) and isinstance(place, OffTrack):
            continue
        before = [visit.place for visit in found]
        if taken_back and place in before:
            del found[before.index(place) + 1 :]
        if place != found[-1].place:
            first = since.setdefault(place, index) if taken_back else index
            found.append(Visit(place, first, index))
        found[-1] = replace(found[-1], last=index)
    return tuple(_without_moving_up(position, car, found, ghosts))


def _without_moving_up(position: Position, car: str, found: list[Visit], ghosts: frozenset[str]) -> list[Visit]:
    """Drop the free move of a waiting car to the front of the grid."""
    start, *rest = found
    if car in position.grid and isinstance(start.place, OnSquare):
        others = position.occupied(but=car).items()
        occupied = [square for square, other in others if other not in ghosts]
        lane = squares_to_line(road(position.circuit), start.place.square, occupied)
        while rest and isinstance(rest[0].place, OnSquare) and rest[0].place.square in lane:
            start = replace(start, last=rest.pop(0).last)
    return [start, *rest]
