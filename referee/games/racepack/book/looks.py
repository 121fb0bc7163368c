"""What a look shows of a turn, and where two looks differ."""

from __future__ import annotations

from referee.frozen import replace
from referee.games.racepack.book.state import ANYWHERE, SAFE, Play, Stand, driver
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.grid import squares_to_line
from referee.games.racepack.observation import (
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    TrayDie,
)
from referee.games.racepack.position import Position
from referee.games.racepack.rules import corners
from referee.games.racepack.throws import rolled_anew
from referee.games.racepack.upkeep import on_road


def show(play: Play) -> Observation:
    """What a camera sees: a token under a car is hidden."""
    if not play.position.queue:
        return Observation(play.position.circuit, play.position.cars, (), play.hazards, play.lap, play.tray)
    car = play.car
    cars = tuple((one, play.place if one == car else place) for one, place in play.position.cars)
    if play.ghosts:
        cars = tuple(one for one in cars if one[0] not in play.ghosts)
    lying = play.hazards
    if lying:
        under = {place.square for _, place in cars if isinstance(place, OnSquare)}
        lying = tuple(hazard for hazard in lying if hazard[0] not in under)
    return Observation(play.position.circuit, cars, (), lying, play.lap, play.tray)


def clash(shown: Observation, seen: Observation) -> int:
    """In how many things two looks differ that both show."""
    count = 0
    if shown.cars != seen.cars:
        here = dict(shown.cars)
        for car, place in seen.cars:
            if here.get(car, place) != place:
                now = place if shown.circuit is None else on_road(road(shown.circuit), place)
                count += now is None or not (now == here[car] or may_look_like(here[car], now))
    if seen.lap is not None and shown.lap is not None:
        count += shown.lap != seen.lap
    if shown.tray is not None and seen.tray is not None and shown.tray is not seen.tray:
        count += not same_die(shown.tray, seen.tray)
    return count + (_tokens_differ(shown, seen) if shown.hazards != seen.hazards else 0)


def settle(play: Play, seen: Observation) -> Play:
    """The play with the penalty die where a look shows it, and where the car was seen to stand."""
    if (seen.tray is not None and seen.tray != play.tray) or play.handed or play.lapsed:
        play = replace(play, tray=seen.tray or play.tray, handed=False, lapsed=False)
    if play.ghosts:
        play = _found_again(play, seen)
    if not driver(play) or not shows(seen, play.car) or (play.stands and play.stands[-1].place == play.place):
        return play
    stand = Stand(play.place, play.used, play.turned, play.hand, play.crossings, play.stops)
    return replace(play, stands=(*play.stands, stand))


def _found_again(play: Play, seen: Observation) -> Play:
    """The play with the cars that were out of sight where a look shows them."""
    position, shape = play.position, road(play.position.circuit)
    now = {car: on_road(shape, place) for car, place in seen.cars if car in play.ghosts}
    if not now:
        return play
    crossed = {car: lines_crossed(shape, position.place(car), place) for car, place in now.items()}
    position = replace(
        position,
        cars=tuple((car, now.get(car) or place) for car, place in position.cars),
        crossings=tuple((car, count + crossed.get(car, 0)) for car, count in position.crossings),
        turned=tuple(car for car in position.turned if car not in now),
        grid=tuple(car for car in position.grid if car not in now),
    )
    place = position.place(play.car) if play.car in now else play.place
    return replace(play, position=position, place=place, ghosts=play.ghosts - now.keys())


def lines_crossed(shape: Road, before: Place, now: Place | None) -> int:
    """How often a car crossed the line on its way between two places."""
    if isinstance(before, OnSquare) and isinstance(now, OnSquare) and before.square in shape.tile_at:
        return max(0, shape.crosses_line(before.square, now.square))
    return 0


def may_look_like(place: Place, seen: Place) -> bool:
    """A car set outside a corner may stand anywhere off the road."""
    return isinstance(seen, OffTrack) and not isinstance(place, OnSquare)


def same_die(lay: TrayDie, lies: TrayDie) -> bool:
    """Whether a die lies as it lay, but for a picture's jitter; one that fell unseen may lie anywhere."""
    if lay.x_mm == ANYWHERE:
        return lies.face == lay.face or (lay.face == SAFE and not corners.spins_out(lies.face))
    return not rolled_anew(lay, lies)


def _tokens_differ(shown: Observation, seen: Observation) -> int:
    if not (seen.hazards_seen and shown.hazards_seen):
        return 0
    lay, lies = dict(shown.hazards), dict(seen.hazards)
    hidden = {place.square for _, place in (*seen.cars, *shown.cars) if isinstance(place, OnSquare)}
    hidden |= seen.unseen | shown.unseen
    come = sum(lay.get(square) is not up and square not in hidden for square, up in seen.hazards)
    gone = sum(square not in lies and square not in hidden for square in lay)
    away = len({*seen.unseen_cars} - {car for car, _ in shown.cars})
    return come + max(0, gone - away)  # under each car that stands nobody knows where one may lie


def shows(seen: Observation, thing: str) -> bool:
    """Whether a look shows the penalty die, or a car (`S`, or `S:2` after its second movement)."""
    if thing == "die":
        return seen.tray is not None
    return any(car == thing.partition(":")[0] for car, _ in seen.cars)


def others_differ(play: Play, toward: Observation) -> bool:
    """Whether a look shows another car elsewhere, so that it tells of a later turn."""
    cars = dict(play.position.cars)
    return any(car != play.car and cars.get(car, place) != place for car, place in toward.cars)


def stands_by(position: Position, car: str, before: Place, now: Place) -> bool:
    """Whether a car whose turn it is not may be seen there without having had a turn."""
    if before == now:
        return True
    if isinstance(now, OffTrack) and (car in position.finished or isinstance(before, OutsideCorner)):
        return True
    if car in position.grid and isinstance(before, OnSquare) and isinstance(now, OnSquare):
        return now.square in squares_to_line(road(position.circuit), before.square, ())
    return False
