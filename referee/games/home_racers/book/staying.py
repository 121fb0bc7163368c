"""A car that is put down behind the line, and one that stays where it is."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.fact import fact
from referee.games.home_racers.actions import Drive, Place
from referee.games.home_racers.book.driving import given_by, goods_of, out_of_turn
from referee.games.home_racers.book.saying import claimed, rolls_of, said_at_the_end, step_of, turn_of
from referee.games.home_racers.book.state import ALONG_DEG, Play, next_turn
from referee.games.home_racers.fitting import EYE_MM
from referee.games.home_racers.observation import Observation
from referee.games.home_racers.rules import path, race
from referee.games.home_racers.succession import with_car, with_gears
from referee.games.rulebook import Claim, Step


def stands(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """The car stays where it is, in gear 0: somebody has to say so, or that the turn is over."""
    car, position = play.car, play.position
    if 0 not in path.next_gears(position.gear(car)):
        return
    after = next_turn(play, with_gears(position, car, (0,)))
    end = tuple(said_at_the_end(after.position, car))
    seen = () if table.car(car) else (claimed(car, "place"),)
    said = (claimed(car, "gear", "0"), claimed(car, "roll", "-", free=True), *seen)
    still = Drive(car, 0, move=0)
    yield turn_of(still, after, (*said, *end), done=True)
    closed = (claimed(car, "gear", "0", free=True), *said[1:], claimed(car, "done"))
    yield turn_of(still, after, (*closed, *end[1:]), done=True)


def placed(play: Play, table: Observation, wrong: bool) -> Iterator[Step[Play]]:
    """The tile with the car is put down behind the line."""
    car, position, stand = play.car, play.position, table.car(play.car)
    if stand is None:
        if not wrong:
            deed = fact("deed", how="placed")
            yield step_of("", deed, next_turn(play, position, True), (claimed(car, "place"),), done=True)
        return
    others = [one for one in position.cars if one[0] != car]
    slack_mm, askew = position.gap_mm + EYE_MM, (stand.askew_deg, ALONG_DEG)
    fault = race.start_tile(car, stand.pose, position.line, others, position.across_mm, slack_mm, askew)
    faults = [one for one in (fault, out_of_turn(play)) if one]
    if wrong == bool(faults):
        after = with_gears(with_car(position, car, stand.pose), car, (0,))
        claims = (claimed(car, "done", free=True),)
        yield turn_of(Place(car, stand.pose), next_turn(play, after, True), claims, faults, done=True)


def stays_wrongly(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """The car did not move though its gear moves it."""
    car, position = play.car, play.position
    gears = dict.fromkeys((*path.next_gears(position.gear(car)), 0)) if play.gear is None else (play.gear,)
    for gear in gears:
        goods, _ = goods_of(gear, play.roll)
        fault = path.gear_change(car, position.gear(car), gear)
        if gear:
            fault = path.move_distance(car, gear, 0, sorted(given_by(position, car, gear, goods, ())))
        if fault is not None and (play.roll is None or play.gear is not None or gear == len(play.roll)):
            after = with_gears(position, car, (gear,))
            claims = (claimed(car, "gear", str(gear), free=True), Claim(rolls_of(car, gear, None), free=True))
            end = said_at_the_end(position, car)
            yield turn_of(Drive(car, gear, move=0), next_turn(play, after), (*claims, *end), (fault,), done=True)
