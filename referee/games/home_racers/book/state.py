"""A turn under way: what a camera sees of it, what of a look is new, and how far turns may lead."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import product

from referee.frozen import replace
from referee.games.home_racers.fitting import EYE_MM
from referee.games.home_racers.geometry import Point, Pose, apart
from referee.games.home_racers.in_words import over
from referee.games.home_racers.position import (
    HIGHEST_GEAR,
    PORTALS,
    CarSeen,
    Observation,
    Position,
    TrayDie,
    die_key,
    lies_in,
    observation_text,
    parse_observation,
    parse_position,
    position_text,
    visible,
)
from referee.games.home_racers.rules import RULES, path
from referee.games.home_racers.shapes import tiles_of
from referee.games.home_racers.start import OPTIONS, PLAYERS
from referee.games.home_racers.succession import LEVEL_SHARE, hand_on, progress
from referee.games.home_racers.trail import laid_by_others, nudged
from referee.games.home_racers.ways import may_be_excused, may_come
from referee.games.home_racers.words import WORDS
from referee.games.polygon import inside

name, title = "home-racers", "Home Racers"


rules, words, options, players_allowed = RULES, WORDS, OPTIONS, PLAYERS


BEGUN, LAID, THROWN, DRIVEN = "begun", "laid", "thrown", "driven"


GEARS = tuple(range(HIGHEST_GEAR + 1))


ANY = -1
"""So many fives and sixes: nobody knows."""


@dataclass(frozen=True)
class Play:
    """A floor in the midst of a turn; the position's gears are known, one for each car.

    Attributes
    ----------
    stage : what was done last in this turn.
    tiles : the driver's path as it was last seen to lie; veils : what covered the floor then.
    gear : the turn's gear once the dice lie by a path that is seen.
    roll : the faces thrown, where they were seen.
    excused : whether the path bends more than the gear allows, and something on it may allow that.
    joined : whether its tiles follow one another with none between them that was not seen.
    guest : whose turn it was when another car began to drive; again : whether that one had its turn in this round.
    away : cars that came to stand where nobody saw it, with the gears they have driven in since they were last seen,
        and whether they may be found as they are; the others drive once more before they are seen.
    unseen : throws that nobody saw: the car, its dice, and the fives and sixes among them.
    trays : the tray as the record had it at the turn's beginning, and at the one before: so a covered tray is read.
    """

    position: Position
    stage: str = BEGUN
    tiles: tuple[Pose, ...] = ()
    veils: tuple[tuple[Point, ...], ...] = ()
    gear: int | None = None
    roll: tuple[int, ...] | None = None
    excused: bool = False
    joined: bool = False
    guest: str = ""
    again: bool = False
    away: tuple[tuple[str, tuple[int, ...], bool], ...] = ()
    unseen: tuple[tuple[str, int, int], ...] = ()
    trays: tuple[tuple[TrayDie, ...], ...] = ()

    def __hash__(self) -> int:
        """Of what differs between the states of one race."""
        at = self.position
        return hash((at.cars, at.queue, at.gears, at.crossings, self.stage, self.tiles, self.gear, self.away))

    @property
    def car(self) -> str:
        """The car whose turn it is."""
        return self.position.queue[0]

    def is_away(self, car: str) -> bool:
        """Whether nobody saw where a car came to stand."""
        return any(one == car for one, _, _ in self.away)

    def gears_away(self, car: str) -> tuple[int, ...]:
        """The gears in which a car has driven since it was last seen."""
        return next((gears for one, gears, _ in self.away if one == car), ())


def begin(position: Position) -> Play:
    """The beginning of the turn of the car to move."""
    away = tuple((car, (), True) for car in position.lost)
    return Play(replace(position, lost=()), away=away, trays=(position.tray,))


def worlds(text: str) -> tuple[Play, ...]:
    """The beginning of a turn in today's notation, one for each way of telling the gears. Raises NotationError."""
    position = parse_position(text)
    cars = tuple(car for car, _ in position.gears)
    return tuple(
        begin(replace(position, gears=tuple(zip(cars, ((one,) for one in told), strict=True))))
        for told in product(*(gears for _, gears in position.gears))
    )


def text(play: Play, others: Iterable[Play] = ()) -> str:
    """The position in today's notation; dice that were thrown unseen lie nowhere, cars away are lost.

    A car may be in each of the gears that it has in the `others`: so a line of notation keeps what nobody told.
    """
    states = [one.position for one in (play, *others)]
    gears = tuple((car, tuple(sorted({gear for one in states for gear in one.gear(car)}))) for car in states[0].racers)
    return position_text(replace(with_lost(play.position, play.away), tray=known_tray(play), gears=gears))


parse_look, look_text = parse_observation, observation_text


def driver(play: Play) -> str:
    """The car whose turn it is; "" when the race is over."""
    return play.car if play.position.queue and (play.stage != BEGUN or not over(play.position)) else ""


def round_length(play: Play) -> int:
    """Every car has one turn."""
    return len(play.position.racers)


def known_tray(play: Play) -> tuple[TrayDie, ...]:
    """The dice whose place is known: not those that were thrown where nobody saw it."""
    thrown = {car for car, _, _ in play.unseen}
    return tuple(die for die in play.position.tray if die.car not in thrown)


def next_turn(play: Play, position: Position, placing: bool = False) -> Play:
    """The beginning of the next turn."""
    after = hand_on(replace(position, lost=()), play.car, placing)
    return Play(after, away=play.away, unseen=play.unseen, trays=play.trays)


def with_lost(position: Position, away: Iterable[tuple[str, tuple[int, ...], bool]]) -> Position:
    """The position with the cars away as those that are lost."""
    return replace(position, lost=tuple(sorted(car for car, _, _ in away if position.place(car))))


TILE, SAME_MM = "tile", 12.0
"""A tile or a car so near to where a tile lay is that tile, or stands on it."""
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
    """Whether a look shows dice of a car that do not lie as those do that are named, as in `roll|R|5:-20.0:4.0`; or a
    tile, perhaps under a car, where one is named, as in `tile|-320.0|40.5`.
    """
    kind, whose, *known = thing.split("|")
    if kind == TILE:
        place = (float(whose), float(known[0]))
        tiles = (*seen.tiles, *(stand.pose for _, stand in seen.cars))
        return any(math.dist(tile.at, place) <= SAME_MM for tile in tiles)
    return any(die.car == whose and _die_text(die) not in known for die in seen.tray)


def tile_at(tile: Pose) -> str:
    """A tile as something to be seen."""
    return f"{TILE}|{tile.x_mm}|{tile.y_mm}"


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
    stood_on = any(apart(tile, stand) <= SAME_MM for stand in stands)
    return stood_on or any(inside(tile.at, area) for area in table.covered)


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


def ahead_of(play: Play, car: str) -> tuple[str, ...]:
    """The cars that are to drive before one: not those that are level with it, nor any when nobody knows the order.

    Of a car that nobody saw come to stand it is known how far it cannot have come.
    """
    position, queue = play.position, play.position.queue
    ahead = queue[: queue.index(car)]
    if any(position.place(one) is None for one in position.racers):
        return ahead
    if not position.order:
        return ()
    if position.round > 1 and play.is_away(car):
        most = progress(position, car) + sum(map(tiles_of, play.gears_away(car))) * _tile_mm(position)
        return tuple(one for one in ahead if not play.is_away(one) and progress(position, one) > most)
    near = position.across_mm * LEVEL_SHARE if position.round > 1 else -math.inf
    first = len(ahead)
    while first and (
        play.is_away(queue[first - 1]) or abs(progress(position, queue[first - 1]) - progress(position, car)) < near
    ):
        car = car if play.is_away(queue[first - 1]) else queue[first - 1]
        first -= 1
    return tuple(one for one in ahead[:first] if not play.is_away(one))


def _tile_mm(position: Position) -> float:
    """A tile's width and the widest gap."""
    return position.across_mm + position.gap_mm


def reach(play: Play, table: Observation, turns: int) -> bool:
    """Whether so many turns may lead to a look: every car that was moved has its turn, those before it have theirs."""
    position = play.position
    moved = {car: stand for car, stand in table.cars if has_moved(play, car, stand)}
    moved = {car: stand for car, stand in moved.items() if not any(car == one and near for one, _, near in play.away)}
    if not moved:
        return True
    if not position.queue:
        return False
    driven = play.stage == DRIVEN
    queue = position.queue[1:] if driven else position.queue
    left = turns - driven
    racing = len(position.racers) - len(position.finished)
    rounds = -(-(left - len(queue)) // max(1, racing)) if left > len(queue) else 0
    if len(moved) > left:
        return False
    for car, stand in moved.items():
        before = _before(play, queue, car)
        if len(before) >= left:
            return False
        if any(one not in moved and not _may_stand(play, one) for one in before):
            return False
        where = position.place(car)
        if where is not None and not _within(play, car, where, stand.pose, rounds + (car in queue)):
            return False
    return True


def near(play: Play, table: Observation, slips: int, turns: int) -> bool:
    """Whether so many turns may lead to a look: whatever is done wrong, one car is driven in a turn.

    A car that nobody saw come to stand may be seen anywhere.
    """
    moved = sum(has_moved(play, car, stand) for car, stand in table.cars if not play.is_away(car))
    return moved <= turns - (play.stage == DRIVEN)


def _before(play: Play, queue: tuple[str, ...], car: str) -> tuple[str, ...]:
    """The cars whose turn comes before one's."""
    if car not in queue:
        return queue
    ahead = ahead_of(play, car)
    return tuple(one for one in queue if one in ahead)


def _may_stand(play: Play, car: str) -> bool:
    """Whether a car may be seen where it was after a turn of its own."""
    return min(play.position.gear(car)) <= 1 or play.is_away(car) or play.position.place(car) is None


def _within(play: Play, car: str, start: Pose, end: Pose, times: int) -> bool:
    """Whether so many turns of a car may bring it so far."""
    position, unseen = play.position, play.gears_away(car)
    if any(special.kind in PORTALS for special in position.specials) or (play.is_away(car) and not unseen):
        return times > 0
    if unseen and times == 1:
        driven = (may_come(position, start, end, (*unseen, gear)) for gear in path.next_gears(position.gear(car)))
        return any(driven) or may_be_excused(position, car, start, end)
    gear, tiles = min(position.gear(car)), sum(map(tiles_of, unseen))
    for _ in range(times):
        gear = min(HIGHEST_GEAR, gear + 1)
        tiles += tiles_of(gear)
    near = apart(start, end) <= tiles * _tile_mm(position) + EYE_MM
    return near or (times > 0 and may_be_excused(position, car, start, end))
