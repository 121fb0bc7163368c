"""Cars that come to stand where nobody sees it, and come into sight again."""

from __future__ import annotations

from collections.abc import Iterator

from referee.frozen import replace
from referee.games.fact import fact
from referee.games.home_racers.actions import Unseen
from referee.games.home_racers.book.driving import (
    drive_over,
    end_of,
    gear_claim,
    given_by,
    goods_of,
    path_claims,
    roll_claims,
    tiles_left,
    trail_of,
)
from referee.games.home_racers.book.looks import lies, thrown_by, with_throw
from referee.games.home_racers.book.saying import claimed, rolls_of, said_at_the_end, step_of, turn_of
from referee.games.home_racers.book.state import ANY, DRIVEN, THROWN, Play, next_turn
from referee.games.home_racers.geometry import Pose
from referee.games.home_racers.observation import CarSeen, Observation
from referee.games.home_racers.rules import path
from referee.games.home_racers.succession import crossed_on, with_car, with_crossings, with_gears
from referee.games.home_racers.ways import may_come, way_on
from referee.games.rulebook import Claim, Step


def finds(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """Cars come into sight that stood where nobody saw them; the driver's own may have driven there since."""
    for car, stand, near in in_sight_again(play, table):
        if near:
            claims = (claimed(car, "place"),) if car == play.car else ()
            yield step_of("", fact("deed", how="seen"), seen_at(play, car, stand.pose), claims)


def in_sight_again(play: Play, table: Observation) -> Iterator[tuple[str, CarSeen, bool]]:
    """Cars that nobody saw come to stand and that a look shows, and whether they can have come there."""
    position = play.position
    for car, gears, as_it_is in play.away:
        stand, before = table.car(car), position.place(car)
        if stand is not None and as_it_is:
            yield car, stand, not gears or before is None or may_come(position, before, stand.pose, gears)
    for car, stand in table.cars:
        if position.place(car) is None and car in position.racers and car not in position.queue:
            yield car, stand, True


def seen_at(play: Play, car: str, where: Pose) -> Play:
    """A car that was away, where it is seen."""
    before = play.position.place(car)
    position = with_car(play.position, car, where)
    if before is not None:
        position = with_crossings(position, car, position.crossed(car) + crossed_on(position, [before.at, where.at]))
    return replace(play, position=position, away=tuple(one for one in play.away if one[0] != car))


def unseen_drives(play: Play, table: Observation, found: bool) -> Iterator[Step[Play]]:
    """The car drives to where no look shows it: it is `found` there later, or drives on before it is seen."""
    car, position = play.car, play.position
    roll = play.roll if play.stage == THROWN else None
    if play.gear is not None:
        trail = trail_of(play)
        goods, _ = goods_of(play.gear, roll)
        given = given_by(position, car, play.gear, goods, tuple(link.tile for link in trail.links))
        on_it = [moved for moved in given if 0 < moved <= len(trail.links) and not trail.links[moved - 1].ghost]
        stand = table.car(car)
        if stand is not None and not found:  # where it is seen it did not come unseen
            on_it = [moved for moved in on_it if not lies(position, trail.links[moved - 1].tile, [stand.pose])]
        for moved in on_it:
            claims = (*path_claims(play, trail, play.gear), claimed(car, "place"))
            step = drive_over(play, table, play.gear, way_on(trail.links, moved), roll, (), claims, unseen=True)
            if found or car not in step.after.position.finished:  # a car that ended the race drives on no more
                yield step
        if len(on_it) == len(given):
            return
    if tiles_left(play, table) or (found and roll is None and thrown_by(play, table) is not None):
        return
    dice = play.gear or (None if roll is None else len(roll))
    for gear in path.next_gears(position.gear(car)) if play.gear is None else (play.gear,):
        if gear and dice in (None, gear):
            gears = (*play.gears_away(car), gear)
            away = (*(one for one in play.away if one[0] != car), (car, gears, found))
            after = replace(play, position=with_gears(position, car, (gear,)), away=away)
            if roll is None:
                unseen = (*(one for one in play.unseen if one[0] != car), (car, gear, ANY))
                after = replace(after, unseen=unseen)
            claims = (
                claimed(car, "place"),
                claimed(car, "gear", str(gear), free=True),
                Claim(rolls_of(car, gear, None), free=True),
            )
            end = tuple(said_at_the_end(position, car))
            turn = Unseen(car, gear)
            yield turn_of(turn, next_turn(after, after.position), (*claims, *end), done=True)
            if found and position.crossed(car) >= position.race:
                crossed = with_crossings(after.position, car, position.race + 1)
                ended = (*claims[1:], claimed(car, "finished"), *said_at_the_end(crossed, car))
                yield turn_of(turn, next_turn(after, crossed), ended, done=True)


def drives_from_nowhere(play: Play, table: Observation, end: Pose) -> Iterator[Step[Play]]:
    """The drive of a car whose turn began where nobody saw it."""
    car, position = play.car, play.position
    start = position.place(car)
    roll = play.roll if play.stage == THROWN else thrown_by(play, table)
    for gear in path.next_gears(position.gear(car)):
        if not gear or (roll is not None and gear != len(roll)):
            continue
        before = play.gears_away(car)
        if before and start is not None and not may_come(position, start, end, (*before, gear)):
            continue
        after = seen_at(with_throw(play, table) if roll is not None and play.stage != THROWN else play, car, end)
        after = replace(after, position=with_gears(after.position, car, (gear,)))
        if roll is None:
            unseen = tuple(one for one in play.unseen if one[0] != car)
            after = replace(after, unseen=(*unseen, (car, gear, ANY)))
        throw = roll_claims(play, gear, roll, roll is not None, None, wrong=False)
        claims = (claimed(car, "place"), gear_claim(play, gear, len(roll or ())), *throw)
        turn = Unseen(car, gear, roll)
        if tiles_left(after, table):
            yield turn_of(turn, replace(after, stage=DRIVEN), claims)
        else:
            ended, said = end_of(after, table)
            yield turn_of(turn, ended, (*claims, *said), done=True)
