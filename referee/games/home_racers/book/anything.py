"""Everything the rules allow, with nothing seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from referee.frozen import replace
from referee.games.fact import fact, several
from referee.games.home_racers.actions import roll_text
from referee.games.home_racers.book.driving import bound, clear, given_by, goods_of
from referee.games.home_racers.book.looks import dice_of
from referee.games.home_racers.book.saying import claimed, step_of
from referee.games.home_racers.book.state import BEGUN, DRIVEN, LAID, THROWN, Play
from referee.games.home_racers.book.staying import placed, stands
from referee.games.home_racers.fitting import tiles_along
from referee.games.home_racers.geometry import Pose
from referee.games.home_racers.observation import CARS, CarSeen, Observation, TrayDie
from referee.games.home_racers.position import Position, visible
from referee.games.home_racers.rules import path
from referee.games.home_racers.shapes import LIMITS, legal_shapes, tiles_of
from referee.games.rulebook import Claim, Step


def anything(play: Play) -> Iterator[Step[Play]]:
    """Everything the rules allow, with nothing seen: tiles are laid exactly, dice fall where none lay."""
    car, position = play.car, play.position
    nothing, start = visible(position), position.place(car)
    if play.stage == DRIVEN:
        yield clear(play, replace(nothing, tiles=()), ())
    elif start is None:
        for where in _starts(position):
            yield from placed(play, replace(nothing, cars=(*nothing.cars, (car, CarSeen(where)))), wrong=False)
    elif play.stage == BEGUN:
        yield from list(stands(play, nothing))[:1]
        for gear in path.next_gears(position.gear(car)):
            said = (claimed(car, "gear", str(gear), free=True),)
            for one in legal_shapes(*LIMITS[gear], tiles_of(gear)) if gear and start else ():
                tiles = tiles_along(start, one, position.across_mm)
                laid = fact("deed", how="lays", count=len(tiles))
                yield step_of("", laid, replace(play, stage=LAID, gear=gear, tiles=tiles), said)
    elif play.stage == LAID:
        for faces in combinations_with_replacement(range(1, 7), play.gear or 0):
            aside_mm = 4.0 * (position.round % 7)
            dice = tuple(TrayDie(car, face, 26.0 * index - 60.0, aside_mm) for index, face in enumerate(faces))
            after = replace(play, position=replace(position, tray=dice), stage=THROWN, roll=faces)
            thrown = Claim(fact("roll", by=car, value=roll_text(faces)), dice_of(play, "roll"))
            rolled = fact("deed", how="rolled", dice=several(faces))
            yield replace(step_of("", rolled, after, (thrown,)), chance=True)
    else:
        yield from _exact_drives(play, nothing)


def _exact_drives(play: Play, nothing: Observation) -> Iterator[Step[Play]]:
    """The drive that the dice give over the tiles that lie there, which are cleared after it."""
    goods, _ = goods_of(play.gear or 0, play.roll)
    for moved in given_by(play.position, play.car, play.gear or 0, goods, play.tiles):
        stand = CarSeen(play.tiles[moved - 1])
        cars = tuple((one, stand if one == play.car else at) for one, at in nothing.cars)
        left = tuple(tile for number, tile in enumerate(play.tiles, 1) if number != moved)
        yield from bound(play, replace(nothing, cars=cars, tiles=left), play.gear or 0)


def _starts(position: Position) -> Iterator[Pose]:
    """Some places behind the line."""
    if position.line is None:
        return
    (left_x, left_y), (right_x, right_y) = position.line
    for number in range(1, 2 * len(CARS) + 1):
        share, back = (0.3, 0.7)[number % 2], 0.7 * (number // 2) + 0.7
        where = Pose(left_x + share * (right_x - left_x), left_y + share * (right_y - left_y), 0.0)
        yield Pose(round(where.x_mm - back * position.across_mm, 2), round(where.y_mm, 2), 0.0)
