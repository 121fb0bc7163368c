"""What a camera sees of a state, and what of a look is new: cars that were moved, tiles that were laid, dice thrown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache

from referee.frozen import replace
from referee.games.home_racers.book.state import ANY, BEGUN, DRIVEN, THROWN, Play, known_tray, with_lost
from referee.games.home_racers.geometry import Pose, apart
from referee.games.home_racers.notation import die_key
from referee.games.home_racers.observation import CarSeen, Observation, TrayDie, lies_in
from referee.games.home_racers.position import Position, visible
from referee.games.home_racers.rules import path
from referee.games.home_racers.trail import laid_by_others, nudged
from referee.games.polygon import inside

STILL_MM = 0.3
"""A die that lies no further from where it lay was not touched: one that was thrown hardly ever falls so near."""


@dataclass(frozen=True)
class Shown(Observation):
    """What a camera sees of a state, which a look is held against."""

    of: Play | None = field(default=None, compare=False)


def show(play: Play) -> Shown:
    """What a camera sees."""
    position = play.position
    table = visible(with_lost(position, play.away))
    stand = table.car(play.car) if position.queue else None
    tiles = [tile for tile in play.tiles if not (stand and nudged(position, tile, stand.pose))]
    seen = replace(table, tiles=tuple(sorted((*table.tiles, *tiles))))
    return Shown(**{one.name: getattr(seen, one.name) for one in fields(seen)}, of=play)


def clash(shown: Observation, table: Observation) -> int:
    """In how many cars, tiles and throws two looks differ that both show."""
    play = (shown.of if isinstance(shown, Shown) else None) or _as_shown(shown)
    position = play.position
    cars = sum(has_moved(play, car, stand) for car, stand in table.cars)
    if not position.queue:
        return cars
    return cars + len(tiles_amiss(play, table)) + _throw_amiss(play, table)


def _as_shown(table: Observation) -> Play:
    """What a camera's own look says of a floor: where things are, and not whose turn it is."""
    cars = tuple((car, stand.pose) for car, stand in table.cars)
    names = tuple(car for car, _ in cars)
    return Play(Position(cars, names, (), (), (), table.line, table.tiles, table.specials, table.tray))


def has_moved(play: Play, car: str, stand: CarSeen) -> bool:
    """Whether a car is seen elsewhere than it is known to be; cars that have ended the race do not matter."""
    position = play.position
    if car in position.finished or car not in position.racers:
        return False
    before = position.place(car)
    return before is None or play.is_away(car) or not nudged(position, before, stand.pose)


def tiles_amiss(play: Play, table: Observation) -> list[Pose]:
    """Tiles of a path that lie where none was laid, or do not lie where one was; once the dice lie they may go.

    After the drive a path is only taken away: what lies where none of it was seen or covered, the next driver laid.
    """
    if play.stage == THROWN or (play.stage == DRIVEN and not play.tiles):
        return []
    new = new_tiles(play.position, table)
    if play.stage == DRIVEN:
        veiled = [tile for tile in new if any(inside(tile.at, area) for area in play.veils)]
        return [tile for tile in new if tile not in veiled and not lies(play.position, tile, play.tiles)]
    if not new and not play.tiles:
        return []
    more = [tile for tile in new if not lies(play.position, tile, play.tiles)]
    return more + [tile for tile in play.tiles if not lies(play.position, tile, new) and not hidden(tile, table)]


def _throw_amiss(play: Play, table: Observation) -> int:
    """Of how many cars there are dice that were not thrown, or not so."""
    if table.tray in play.trays or not table.tray:
        return 0
    wrong = 0
    for car in {die.car for die in table.tray}:
        dice = [die for die in table.tray if die.car == car]
        before = [die for die in play.position.tray if die.car == car]
        fresh = not all(lies_in(die, before) for die in dice)
        thrown = next(((count, good) for one, count, good in play.unseen if one == car), None)
        if thrown is not None:
            good = path.extra_moves([die.face for die in dice])
            wrong += _untouched(dice, before) or len(dice) != thrown[0] or thrown[1] not in (good, ANY)
        elif fresh and not _pushed(dice, before):
            wrong += 1
    return wrong


def _untouched(dice: Sequence[TrayDie], before: Sequence[TrayDie]) -> bool:
    """Whether dice lie so exactly as they lay that nobody can have thrown them."""
    spots = [(old.face, (old.x_mm, old.y_mm)) for old in before]
    still = (
        any(die.face == face and math.dist((die.x_mm, die.y_mm), spot) <= STILL_MM for face, spot in spots)
        for die in dice
    )
    return len(dice) == len(before) and all(still)


def _pushed(dice: Sequence[TrayDie], before: Sequence[TrayDie]) -> bool:
    """Whether dice may be those that lay there, pushed along by others."""
    left = [die.face for die in before]
    for die in dice:
        if die.face not in left:
            return False
        left.remove(die.face)
    return True


def shows(seen: Observation, thing: str) -> bool:
    """Whether a look shows dice of a car that do not lie as those do that are named, as in `roll|R|5:-20.0:4.0`."""
    _, car, *known = thing.split("|")
    return any(die.car == car and _die_text(die) not in known for die in seen.tray)


def dice_of(play: Play, kind: str) -> str:
    """The driver's dice as something to be seen, for what they show: others than those that lie there now."""
    lying = [_die_text(die) for tray in (play.position.tray, *play.trays) for die in tray if die.car == play.car]
    return "|".join((kind, play.car, *dict.fromkeys(lying)))


def _die_text(die: TrayDie) -> str:
    return f"{die.face}:{die.x_mm}:{die.y_mm}"


def new_tiles(position: Position, table: Observation) -> tuple[Pose, ...]:
    """The tiles that did not lie on the floor before this turn."""
    return tuple(tile for tile in table.tiles if not lies(position, tile, position.tiles))


def lies(position: Position, tile: Pose, others: Iterable[Pose]) -> bool:
    """Whether a tile is one of these, give or take a nudge."""
    return any(nudged(position, tile, other) for other in others)


def hidden(tile: Pose, table: Observation) -> bool:
    """Whether a tile there would not be seen: something covers it, or a car stands on it."""
    stands = (stand.pose for _, stand in table.cars)
    return any(inside(tile.at, area) for area in table.covered) or any(apart(tile, stand) <= 12.0 for stand in stands)


@lru_cache(maxsize=256)
def of_others(position: Position, car: str, table: Observation, tiles: tuple[Pose, ...]) -> frozenset[Pose]:
    """The tiles among these that lie as another car's path."""
    return frozenset(laid_by_others(position, car, [(one, stand.pose) for one, stand in table.cars], tiles))


def thrown_by(play: Play, table: Observation) -> tuple[int, ...] | None:
    """The faces that the driver has thrown since; None when no new dice of his are seen."""
    dice = [die for die in table.tray if die.car == play.car]
    if not dice or table.tray in play.trays or all(lies_in(die, play.position.tray) for die in dice):
        return None
    return tuple(sorted(die.face for die in dice))


def settle(play: Play, table: Observation) -> Play:
    """The state with what was nudged, and the dice, as they are seen; a covered tray is read as it is known now."""
    position = play.position
    stands = dict(table.cars)
    cars = tuple(
        (car, stands[car].pose)
        if car in stands and not stands[car].loose and nudged(position, where, stands[car].pose)
        else (car, where)
        for car, where in position.cars
    )
    if table.tray not in play.trays:
        rolled = {die.car for die in table.tray}
        play = replace(play, unseen=tuple(one for one in play.unseen if one[0] not in rolled))
        position = replace(position, tray=table.tray)
    play = replace(play, position=replace(position, cars=cars, beside=table.beside))
    return replace(play, trays=(play.trays[-1], known_tray(play))) if play.stage == BEGUN else play


def with_throw(play: Play, table: Observation) -> Play:
    """The driver's dice as they lie in a look."""
    position, car = play.position, play.car
    dice = (*(die for die in position.tray if die.car != car), *(die for die in table.tray if die.car == car))
    unseen = tuple(one for one in play.unseen if one[0] != car)
    return replace(play, position=replace(position, tray=tuple(sorted(dice, key=die_key))), unseen=unseen)


def others_at_it(play: Play, table: Observation) -> list[str]:
    """Other cars that were moved, or whose dice lie as they did not."""
    others = [car for car in play.position.racers if car not in (play.car, *play.position.finished)]
    return [car for car in others if _was_active(play, car, table)]


def was_moved(play: Play, car: str, table: Observation) -> bool:
    """Whether a look shows a car elsewhere than it is known to be."""
    stand = table.car(car)
    return stand is not None and has_moved(play, car, stand)


def _was_active(play: Play, car: str, table: Observation) -> bool:
    """Whether another car was moved, or its dice lie as they did not."""
    if was_moved(play, car, table):
        return True
    return table.tray not in play.trays and any(
        die.car == car and not lies_in(die, play.position.tray) for die in table.tray
    )
