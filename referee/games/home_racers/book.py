"""Home Racers for the mind: what hands and dice may do next, and what they do wrong.

The floor proposes which path of tiles lies there or may have been laid (`ways`, `trail`); each gear, each number of
fives and sixes and each path that fits is a line of its own, and the mind decides between them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from referee.frozen import dataclass, instead, replace, with_one
from referee.games.home_racers import rules as law
from referee.games.home_racers.actions import ODD, START, UNSEEN, Turn, roll_text
from referee.games.home_racers.actions import turn_text as written
from referee.games.home_racers.geometry import Point, Pose, seen_from, spots
from referee.games.home_racers.in_words import deed, fives, over, portals_called
from referee.games.home_racers.position import (
    ALONG_DEG,
    CARS,
    HIGHEST_GEAR,
    PORTALS,
    SAME_MM,
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
from referee.games.home_racers.shapes import EYE_MM, LIMITS, legal_shapes, tiles_along, tiles_of
from referee.games.home_racers.start import OPTIONS, PLAYERS
from referee.games.home_racers.succession import (
    LEVEL_SHARE,
    crossed_on,
    hand_on,
    progress,
    with_car,
    with_crossings,
    with_entrances,
    with_gears,
    with_mark,
)
from referee.games.home_racers.ways import (
    HIDES_SHARE,
    MAY_TOUCH_MM,
    NUDGE_DEG,
    NUDGE_SHARE,
    Ground,
    Trail,
    Way,
    bent_ways,
    bonus_of_met,
    find_trail,
    goes_on_unseen,
    jumping_ways,
    laid_by,
    laid_by_others,
    may_be_excused,
    may_come,
    may_hide,
    met_by,
    nudged,
    stands_on,
    way_on,
    ways,
    ways_further,
)
from referee.games.home_racers.words import WORDS
from referee.games.polygon import distance_to, inside
from referee.games.rulebook import Ask, Claim, Step, heard_nothing
from referee.words.fact import Fact, fact, facts, several

name, title = "home-racers", "Home Racers"


rules, words, options, players_allowed = law.RULES, WORDS, OPTIONS, PLAYERS
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


TILE, CAR, BARE = "tile", "car", "bare"
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
    return Shown(**vars(replace(table, tiles=tuple(sorted((*table.tiles, *tiles))))), of=play)


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
    return more + [tile for tile in play.tiles if not lies(play.position, tile, new) and not table.hides(tile)]


def _throw_amiss(play: Play, table: Observation) -> int:
    """Of how many cars there are dice that were not thrown, or not so."""
    if table.tray in play.trays:
        return 0
    wrong = 0
    for car in {die.car for die in table.tray}:
        dice = [die for die in table.tray if die.car == car]
        before = [die for die in play.position.tray if die.car == car]
        thrown = next(((count, good) for one, count, good in play.unseen if one == car), None)
        if thrown is not None:
            good = law.extra_moves([die.face for die in dice])
            wrong += _untouched(dice, before) or len(dice) != thrown[0] or thrown[1] not in (good, ANY)
        elif dice_thrown(play, car, table) and not _pushed(dice, before):
            wrong += 1
    return wrong


def dice_thrown(play: Play, car: str, table: Observation) -> list[TrayDie]:
    """A car's dice where some of them lie as none did; none where all lie as they are known to."""
    dice = [die for die in table.tray if die.car == car]
    known = table.tray in play.trays or all(lies_in(die, play.position.tray) for die in dice)
    return [] if known else dice


def with_throw_unseen(play: Play, car: str, dice: int, good: int = ANY) -> Play:
    """Dice were thrown where nobody saw it, with so many fives and sixes among them."""
    return replace(play, unseen=(*(one for one in play.unseen if one[0] != car), (car, dice, good)))


def _untouched(dice: Sequence[TrayDie], before: Sequence[TrayDie]) -> bool:
    """Whether dice lie so exactly as they lay that nobody can have thrown them."""
    return len(dice) == len(before) and all(lies_in(die, before, STILL_MM) for die in dice)


def _pushed(dice: Sequence[TrayDie], before: Sequence[TrayDie]) -> bool:
    """Whether dice may be those that lay there, pushed along by others."""
    return Counter(die.face for die in dice) <= Counter(die.face for die in before)


def shows(seen: Observation, thing: str) -> bool:
    """Whether a look shows dice of a car that do not lie as those do that are named, as in `roll|R|5:-20.0:4.0`; or a
    tile, perhaps under a car, where one is named, as in `tile|-320.0|40.5`; or a car, as in `car|R`; or that within so
    many mm of some places no tile lies, as in `bare|60.0|-320.0:40.5`.
    """
    kind, whose, *known = thing.split("|")
    if kind == BARE:
        places = [(float(x_mm), float(y_mm)) for x_mm, _, y_mm in (one.partition(":") for one in known)]
        lying = (distance_to(at, area) for at in places for area in seen.covered)
        return min(
            (*lying, *(math.dist(at, tile.at) for at in places for tile in seen.tiles)), default=math.inf
        ) > float(whose)
    if kind == CAR:
        return seen.car(whose) is not None
    if kind == TILE:
        place = (float(whose), float(known[0]))
        tiles = (*seen.tiles, *(stand.pose for _, stand in seen.cars))
        return any(math.dist(tile.at, place) <= SAME_MM for tile in tiles)
    return any(die.car == whose and _die_text(die) not in known for die in seen.tray)


def tile_at(tile: Pose) -> str:
    """A tile as something to be seen."""
    return f"{TILE}|{tile.x_mm}|{tile.y_mm}"


def bare_at(position: Position, tiles: Iterable[Pose]) -> str:
    """The floor where tiles lay as something to be seen."""
    places = (f"{tile.x_mm}:{tile.y_mm}" for tile in tiles)
    return "|".join((BARE, str(HIDES_SHARE * position.across_mm), *places))


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


def thrown_by(play: Play, table: Observation) -> tuple[int, ...] | None:
    """The faces that the driver has thrown since; None when no new dice of his are seen."""
    return tuple(sorted(die.face for die in dice_thrown(play, play.car, table))) or None


def roll_of(play: Play, table: Observation) -> tuple[int, ...] | None:
    """The faces of the driver's throw as far as a look shows them, or one before; None when nobody saw any."""
    return play.roll if play.stage == THROWN else thrown_by(play, table)


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
    play = with_path_in_view(replace(play, position=replace(position, cars=cars, beside=table.beside)), table)
    return replace(play, trays=(play.trays[-1], known_tray(play))) if play.stage == BEGUN else play


def with_path_in_view(play: Play, table: Observation) -> Play:
    """The driver's path with what a look shows of it that lay covered at the throw, or was not read.

    Only where it is as the gear asks with these tiles: others may lie there from before, and be seen only now.
    """
    if play.stage != THROWN or play.gear is None or not path_claims(play, trail_of(play), play.gear):
        return play
    position, stand = play.position, table.car(play.car)
    missed = [link.tile for link in trail_of(play).links if link.ghost]
    under = [stand.pose] if stand is not None and has_moved(play, play.car, stand) else []
    more = {
        tile
        for tile in (*new_tiles(position, table), *under)
        if not lies(position, tile, play.tiles)
        and (lies(position, tile, missed) or may_hide(position, play.veils, [tile]))
    }
    whole = replace(play, tiles=tuple(sorted((*play.tiles, *more))))
    strays = more.intersection(trail_of(whole).strays)
    whole = replace(whole, tiles=tuple(tile for tile in whole.tiles if tile not in strays))
    broken, asked = _laid_wrong(whole, table, play.gear)
    return play if broken else replace(whole, excused=asked)


def with_throw(play: Play, table: Observation) -> Play:
    """The driver's dice as they lie in a look."""
    position, car = play.position, play.car
    dice = (*(die for die in position.tray if die.car != car), *(die for die in table.tray if die.car == car))
    unseen = tuple(one for one in play.unseen if one[0] != car)
    return replace(play, position=replace(position, tray=tuple(sorted(dice, key=die_key))), unseen=unseen)


def others_at_it(play: Play, table: Observation) -> list[str]:
    """Other cars that were moved, or whose dice lie as they did not."""
    others = [car for car in play.position.racers if car not in (play.car, *play.position.finished)]
    return [car for car in others if was_moved(play, car, table) or dice_thrown(play, car, table)]


def was_moved(play: Play, car: str, table: Observation) -> bool:
    """Whether a look shows a car elsewhere than it is known to be."""
    stand = table.car(car)
    return stand is not None and has_moved(play, car, stand)


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
    """Whether so many turns may lead to a look: every car that was moved has its turn, those before it have theirs.

    A car that nobody saw come to stand may be seen anywhere.
    """
    near = {car for car, _, near in play.away if near}
    moved = [car for car, stand in table.cars if car not in near and has_moved(play, car, stand)]
    left = turns - (play.stage == DRIVEN)
    queue = play.position.queue[play.stage == DRIVEN :]
    return not moved or (len(moved) <= left and all(_to_wait(play, queue, car) < left for car in moved))


def _to_wait(play: Play, queue: tuple[str, ...], car: str) -> int:
    """How many cars have their turns before one."""
    return sum(one in queue for one in ahead_of(play, car)) if car in queue else len(queue)


def near(play: Play, table: Observation, slips: int, turns: int) -> bool:
    """Whether so many turns may lead to a look: whatever is done wrong, one car is driven in a turn."""
    moved = sum(has_moved(play, car, stand) for car, stand in table.cars if not play.is_away(car))
    return moved <= turns - (play.stage == DRIVEN)


# -- drives: what they claim and are told as, where they lead, and what each breaks --


def claimed(car: str, kind: str, value: str = "", free: bool = False) -> Claim:
    """Something that nothing on the table shows."""
    return Claim(fact(kind, by=car, value=value) if value else fact(kind, by=car), free=free)


def joined(car: str, loosely: bool) -> Claim:
    """That the tiles touched: taken for granted where they lay nearly too far off, else so as it is seen.

    Who says that they did not touch denies only what nobody saw: else it is a slip of the tongue.
    """
    if loosely:
        return claimed(car, "touching", "yes")
    return Claim(fact("joined", by=car), free=True, others=frozenset((fact("touching", value="yes"),)))


@cache
def rolls_of(car: str, gear: int, good: int | None) -> Fact:
    """A throw of so many dice with so many fives and sixes (any, for None): a word for one of them says it."""
    faces = (one for one in combinations_with_replacement(range(1, 7), gear))
    values = [roll_text(one) for one in faces if good is None or law.extra_moves(one) == good]
    about = ("by", car), ("gear", gear), ("good", "any" if good is None else good), ("how", "unseen")
    return Fact("roll", (*about, *(("value", one) for one in values)))


def unseen_throw(car: str, gear: int) -> tuple[Claim, ...]:
    """That a car drove in a gear, whatever its dice showed: nobody is asked about it."""
    return claimed(car, "gear", str(gear), free=True), Claim(rolls_of(car, gear, None), free=True)


HANGS_ON = ("touching", "effect", "danger", "entrance", "lay")
"""What a fault may hang on; that one's car is out of sight, or tiles may still lie covered, does not clear anybody."""


def told_of(turn: Turn) -> tuple[str, Fact]:
    """A turn as the notation writes it, and as what was done, whoever's turn it was."""
    return written(turn).partition(": ")[2], deed(turn).also(by=turn.car)


def step_of(
    text: str,
    what: Fact,
    after: Play,
    claims: Iterable[Claim] = (),
    broken: Iterable[Fact | None] = (),
    done: bool = False,
    hangs_on: Iterable[str] = HANGS_ON,
) -> Step[Play]:
    """A step as it is written, and what was done, with what it claims; what a fault does not hang on is free."""
    rules_broken = facts_of(*broken)
    if rules_broken:
        hanging = () if [one.kind for one in rules_broken] == [law.PLAYER_ORDER.id] else hangs_on
        claims = [claim if claim.fact.kind in hanging else replace(claim, free=True) for claim in claims]
    return Step(text, after, what, tuple(claims), rules_broken, done)


def facts_of(*broken: Fact | None) -> tuple[Fact, ...]:
    """The rules that are broken, each once."""
    first: dict[str, Fact] = {}
    for one in broken:
        if one is not None:
            first.setdefault(one.kind, one)
    return tuple(first.values())


def said_at_the_end(position: Position, car: str) -> Iterator[Claim]:
    """What people may say of a turn that is over; nobody is asked about it."""
    yield claimed(car, "done", free=True)
    yield Claim(fact("first", value=car), free=True)
    yield claimed(car, "lap", str(position.crossed(car)), free=True)
    if car in position.finished:
        yield claimed(car, "finished", free=True)
    for colour, number in position.entrances:
        yield Claim(fact("entrance", at=colour, value=str(number)), free=True)


@dataclass(frozen=True)
class RollAsk(Ask):
    """The dice: a button for each number of fives and sixes, though any faces may be said."""

    def offers(self, word: Fact) -> bool:
        """Whether a word is about dice that may be thrown."""
        faces = str(word.get("value")).split(".")
        by = word.get("by", self.about.get("by"))
        return word.kind == "roll" and by == self.about.get("by") and len(faces) <= HIGHEST_GEAR


@cache
def _roll_ask(car: str, gears: tuple[int, ...]) -> RollAsk:
    called = [one for gear in gears if gear for one in fives(gear, "fives")]
    return RollAsk(fact("roll", by=car), tuple(said for _, said in called), tuple(one for one, _ in called))


def asks(play: Play) -> tuple[Ask, ...]:
    """What may be said now, of every driver: turns may have gone by."""
    position = play.position
    yes_no = ("yes", "no")
    found: list[Ask] = [Ask(fact("first"), position.queue)]
    for car in (*position.queue, *(one for one in position.racers if one not in position.queue)):
        gears = law.next_gears(position.gear(car))
        found += [
            Ask(fact("gear", by=car), tuple(map(str, GEARS))),
            _roll_ask(car, gears),
            Ask(fact("touching", by=car), yes_no),
            Ask(fact("effect", by=car), yes_no),
            Ask(fact("again", by=car), yes_no),
        ]
        if position.crossed(car) >= position.race:
            found.append(Ask(fact("finished", by=car), ("",)))
        if position.danger == "ask":
            found.append(Ask(fact("danger", by=car), yes_no))
    for colour in PORTALS:
        if len(position.portals(colour)) == 2:
            found.append(Ask(fact("entrance", at=colour), ("1", "2"), portals_called(position, colour)))
    return tuple(found)


def trail_of(play: Play) -> Trail:
    """The driver's path as it was last seen."""
    start = play.position.place(play.car)
    if start is None or not play.tiles:
        return Trail()
    return find_trail(Ground(play.position, play.car, play.veils, play.joined), start, play.tiles)


def excused(
    position: Position, car: str, faults: Sequence[Fact], met: Sequence[str]
) -> tuple[tuple[Fact, ...], tuple[Claim, ...]]:
    """Faults that a rule which is not held may allow are asked about: special tiles, and danger dice by a switch."""
    bent = (law.TURNS.id, law.LANE_CHANGES.id)
    marked = ("caltrops",) if car in position.marks else ()
    asked = any(position.effect(kind) == "ask" for kind in (*met, *marked))
    kept, claims = [], []
    for fault in faults:
        if fault.kind in (law.MOVE_DISTANCE.id, *bent) and asked:
            claims.append(claimed(car, "effect", "yes"))
        elif fault.kind in bent and position.danger == "ask":
            claims.append(claimed(car, "danger", "yes"))
        else:
            kept.append(fault)
    return tuple(kept), tuple(dict.fromkeys(claims))


def goods_of(gear: int, roll: tuple[int, ...] | None) -> tuple[Sequence[int], bool]:
    """How many fives and sixes there may be in a gear's dice, and whether they were all seen and no others."""
    if roll is None:
        return range(gear + 1), False
    good, dice = law.extra_moves(roll), len(roll)
    if dice <= gear:
        return range(good, good + gear - dice + 1), dice == gear
    return range(max(0, good - (dice - gear)), min(gear, good) + 1), False


def given_by(position: Position, car: str, gear: int, goods: Sequence[int], tiles: tuple[Pose, ...]) -> dict[int, int]:
    """How far the car may move over these tiles, and the fives and sixes that give it.

    A house rule's tiles count for what lies on the dice's own way, or on all of the way that was driven; those that
    were just touched may.
    """
    if not _house_moves(position):
        return {min(tiles_of(gear), gear + more): more for more in goods}
    given: dict[int, int] = {}
    for more, within_mm in product(goods, (0.0, -MAY_TOUCH_MM, MAY_TOUCH_MM)):
        for driven_on in (tiles[: gear + more], tiles):
            bonus = bonus_of_met(position, met_by(position, car, driven_on, within_mm), "move")
            given.setdefault(max(0, min(tiles_of(gear), gear + more + bonus)), more)
    stops: dict[int, int] = {}
    for number, tile in enumerate(tiles[: max(given)], 1):
        lies, near = (met_by(position, car, (tile,), within_mm) for within_mm in (-MAY_TOUCH_MM, MAY_TOUCH_MM))
        if any(position.effect(kind) == "stop" for kind in near):
            stops[number] = given.get(number, next(iter(goods)))
        if any(position.effect(kind) == "stop" for kind in lies):
            return stops
    return stops | given


def _house_moves(position: Position) -> bool:
    """Whether a house rule changes how far a car moves."""
    return any(effect.startswith(("move", "stop")) for _, effect in position.house)


def to_sight(play: Play, table: Observation, gears: Iterable[int], relaxed: bool) -> list[Step[Play]]:
    """The drives to where the car is seen in some gears; with `relaxed` also further, in more bends, and against what
    may be said."""
    if play.gear is not None:
        return bound(play, table, play.gear, relaxed)
    return [step for gear in gears for step in _in_gear(play, table, gear, relaxed)]


@lru_cache(maxsize=256)
def _in_gear(play: Play, table: Observation, gear: int, relaxed: bool) -> tuple[Step[Play], ...]:
    car, position, stand = play.car, play.position, table.car(play.car)
    start = position.place(car)
    if start is None or stand is None:
        return ()
    goods, _ = goods_of(gear, roll_of(play, table))
    change = law.gear_change(car, position.gear(car), gear)
    usual = {min(tiles_of(gear), gear + more) for more in goods}
    found: list[Step[Play]] = []
    for moved in range(1, 2 * HIGHEST_GEAR + 1) if relaxed or _house_moves(position) else sorted(usual):
        some = _proposed(play, table, start, stand.pose, gear, moved, relaxed)
        for way, claims, broken in some:
            found += drives_over(play, table, gear, way, (change, *broken), claims, relaxed)
        if relaxed and change is None and moved in usual and all(broken for *_, broken in some):
            for way in bent_ways(position, start, stand.pose, gear, moved):
                found += drives_over(play, table, gear, way, (), laid_otherwise(play, way), relaxed)
    for way in jumping_ways(position, car, start, stand.pose, gear, relaxed):
        found += drives_over(play, table, gear, way, (change,), laid_otherwise(play, way), relaxed)
    return tuple(found)


def _proposed(
    play: Play, table: Observation, start: Pose, end: Pose, gear: int, moved: int, relaxed: bool
) -> list[tuple[Way, tuple[Claim, ...], tuple[Fact, ...]]]:
    """Ways of so many tiles: over tiles that were seen to be laid, with what those break if `relaxed`, or over others.

    A path that was seen before the drive is judged as one beside which the dice lie, be they read or not.
    """
    car, position = play.car, play.position
    left = () if play.tiles else new_tiles(position, table)
    if left:
        left = tuple(tile for tile in left if tile not in laid_by_others(position, car, table, left))
    begun = find_trail(Ground(position, car), start, (*left, end)) if left else trail_of(play)
    on_it = stands_on(position, begun.links, end) if begun.links else None
    found: list[tuple[Way, tuple[Claim, ...], tuple[Fact, ...]]] = []
    if play.tiles and on_it == moved:
        broken, _ = _laid_wrong(play, table, gear)
        if not broken:
            return [(way_on(begun.links, moved), path_claims(play, begun, gear), ())]
        if relaxed:
            found.append((way_on(begun.links, moved), (), broken))
    elif on_it == moved and not any(link.faults or link.ghost for link in begun.links[:moved]):
        way = way_on(begun.links, moved)
        bends, (turns, lanes) = way.bends, LIMITS[gear]
        if bends.turns <= turns and bends.lanes <= lanes and not bends.skids and len(begun.links) <= tiles_of(gear):
            return [(way, (), ())]
    others = ways(position, car, start, end, gear, moved, relaxed)
    return [*found, *((way, laid_otherwise(play, way), ()) for way in others)]


def laid_otherwise(play: Play, way: Way) -> tuple[Claim, ...]:
    """That the path was still laid otherwise than it was seen, where it was not driven on as it lay, or is amiss."""
    trail = trail_of(play)
    amiss = trail.strays or any(link.faults for link in trail.links) or len(way.tiles) <= len(trail.links)
    if trail.links and (amiss or way.codes[: len(trail.links)] != trail.codes):
        return (claimed(play.car, "touching", "yes"),)
    return ()


def bound(play: Play, table: Observation, gear: int, gainsaid: bool = False) -> list[Step[Play]]:
    """The drive over the path beside which the dice were thrown; see `drives_over`."""
    play = with_path_in_view(play, table)
    car, position, trail, stand = play.car, play.position, trail_of(play), table.car(play.car)
    start = position.place(car)
    if stand is None or start is None:
        return []
    moved = stands_on(position, trail.links, stand.pose)
    if moved is not None:
        claims = path_claims(play, trail, gear)
        return drives_over(play, table, gear, way_on(trail.links, moved), (), claims, gainsaid)
    goods, _ = goods_of(gear, play.roll)
    further = [
        way
        for tiles in sorted({min(tiles_of(gear), gear + more) for more in goods})
        for way in ways_further(position, start, trail, stand.pose, gear, tiles)
    ]
    if further and goes_on_unseen(position, trail, start, play.veils):
        return [drive_over(play, table, gear, way, (), path_claims(play, trail, gear)) for way in further]
    astray = None if lies(position, stand.pose, trail.strays) else law.off_the_path(car)
    way = Way(trail.codes, (stand.pose,))
    return [drive_over(play, table, gear, way, (astray,), (), far=True)]


def path_claims(play: Play, trail: Trail, gear: int) -> tuple[Claim, ...]:
    """That a path which was not seen whole was laid as it must be; one that is seen to end too early is none."""
    start, short = play.position.place(play.car), len(trail.links) < tiles_of(gear)
    more = short and (start is None or goes_on_unseen(play.position, trail, start, play.veils))
    unseen = any(link.ghost for link in trail.links) or more
    return (claimed(play.car, "touching", "yes"),) if unseen else ()


def drives_over(
    play: Play,
    table: Observation,
    gear: int,
    way: Way,
    broken: Iterable[Fact | None],
    claims: Iterable[Claim],
    gainsaid: bool,
) -> list[Step[Play]]:
    """One drive, and if it may be `gainsaid` what it breaks if what nobody saw was otherwise: an effect that explains
    nothing, other dice, a portal's other end. Whoever is told so by a word is asked before anybody is blamed."""
    found = [drive_over(play, table, gear, way, broken, claims)]
    if not gainsaid:
        return found
    car, position = play.car, play.position
    if any(claim.fact.kind in ("effect", "danger") for claim in found[0].claims):
        found.append(drive_over(play, table, gear, way, broken, claims, excusing=False))
    goods, sure = goods_of(gear, roll_of(play, table))
    for good in () if sure else goods:
        if len(way.tiles) not in given_by(position, car, gear, (good,), way.tiles):
            found.append(drive_over(play, table, gear, way, broken, claims, good=good))
    for colour, number in way.entered:
        if colour not in dict(position.entrances):
            wrong = law.portal(car, colour, colour, False)
            other = replace(way, entered=((colour, 3 - number),))
            found.append(drive_over(play, table, gear, other, (*broken, wrong), claims))
    return found


def drive_over(
    play: Play,
    table: Observation,
    gear: int,
    way: Way,
    broken: Iterable[Fact | None],
    claims: Iterable[Claim],
    far: bool = False,
    unseen: bool = False,
    good: int | None = None,
    excusing: bool = True,
) -> Step[Play]:
    """One drive: what it breaks, and what it takes to have happened; `far` says that its length is not judged,
    `unseen` that no look shows its end, `good` how many fives and sixes there are, though nobody saw so many."""
    car, position = play.car, play.position
    stand, roll = None if unseen else table.car(car), roll_of(play, table)
    goods, sure = goods_of(gear, roll)
    goods = goods if good is None else (good,)
    moved = len(way.tiles)
    given = given_by(position, car, gear, goods, way.tiles)
    found = [*broken, out_of_turn(play)]
    if not far and moved not in given:
        found.append(law.move_distance(car, gear, moved, given, way.seen))
    if play.gear is None or play.excused:
        found += law.bends(car, gear, way.bends, zip(way.codes, way.tiles, strict=False), position.across_mm)
    faults = facts(*found, *way.faults, law.along_arrow(car, stand.askew_deg, ALONG_DEG) if stand else None)
    near = met_by(position, car, way.tiles, MAY_TOUCH_MM)
    kept, excuses = excused(position, car, faults, near) if excusing else (faults, ())
    fives, free = (given.get(moved), bool(kept)) if good is None else (good, False)
    said = [*claims, *excuses, *roll_claims(play, gear, roll, sure, fives, free)]
    said += [gear_claim(play, gear, len(roll or ())), claimed(car, "laid", free=True)]
    said += [joined(car, way.loose)]
    known = dict(position.entrances)
    said += [
        Claim(fact("entrance", at=colour, value=str(number))) for colour, number in way.entered if colour not in known
    ]
    after = _after_drive(play, table, gear, way, stand.pose if stand else way.tiles[-1])
    after = with_throw_unseen(after, car, gear, fives or 0) if roll is None else after
    turn = Turn(car, gear, way.codes, roll, moved, met_by(position, car, way.tiles))
    return driven(after, table, turn, said, kept, HANGS_ON if good is None else (*HANGS_ON, "roll"))


def driven(
    after: Play,
    table: Observation,
    turn: Turn,
    claims: Sequence[Claim],
    broken: Iterable[Fact | None] = (),
    hangs_on: Iterable[str] = HANGS_ON,
) -> Step[Play]:
    """The car has moved; the turn is over unless tiles of its path still lie there."""
    if tiles_left(after, table):
        return step_of(*told_of(turn), replace(after, stage=DRIVEN), claims, broken, hangs_on=hangs_on)
    ended, end = end_of(after, table)
    return step_of(*told_of(turn), ended, (*claims, *end), broken, True, hangs_on)


def out_of_turn(play: Play) -> Fact | None:
    """What it breaks that this car drives now."""
    return law.player_order(play.car, play.guest, play.again) if play.guest else None


def gear_claim(play: Play, gear: int, dice: int) -> Claim:
    """The gear: as many dice show it, where they are seen to be thrown."""
    told = fact("gear", by=play.car, value=str(gear))
    return Claim(told, dice_of(play, "gear")) if dice == gear and play.stage != THROWN else Claim(told, free=True)


def roll_claims(
    play: Play, gear: int, roll: tuple[int, ...] | None, sure: bool, good: int | None, wrong: bool
) -> tuple[Claim, ...]:
    """That the dice showed what was needed: seen, or seen later, or in a tray with other dice among them.

    Of a fault that is there whatever they showed nothing is claimed.
    """
    if roll is not None and sure:
        seen = Claim(fact("roll", by=play.car, value=roll_text(roll)), dice_of(play, "roll"))
        return () if play.stage == THROWN else (seen,)
    thrown = rolls_of(play.car, gear, good)
    return (Claim(thrown, "" if roll is not None else dice_of(play, "roll"), free=wrong),)


def _after_drive(play: Play, table: Observation, gear: int, way: Way, end: Pose) -> Play:
    """The car on its new tile, with its gear, its laps and its mark."""
    car, before = play.car, play.position
    start = before.place(car)
    met = met_by(before, car, way.tiles)
    if play.stage != THROWN and thrown_by(play, table) is not None:
        play = with_throw(play, table)
    position = with_car(play.position, car, end)
    position = with_mark(with_gears(position, car, (gear + bonus_of_met(before, met, "gear"),)), car, met)
    points = [start.at] if start else []
    crossed = crossed_on(before, [*points, *(tile.at for tile in way.tiles)], way.jumps)
    position = with_crossings(position, car, before.crossed(car) + crossed)
    position = with_entrances(position, dict(way.entered) if not way.faults else {})
    unseen = tuple(one for one in play.unseen if one[0] != car)
    return replace(play, position=position, unseen=unseen, away=tuple(one for one in play.away if one[0] != car))


def tiles_left(play: Play, table: Observation) -> tuple[Pose, ...]:
    """Tiles of the turn that carry no car and still lie there: of its path where that was seen, else nobody's else."""
    new = new_tiles(play.position, table)
    if not new or play.tiles:
        left = tuple(tile for tile in new if lies(play.position, tile, play.tiles))
        return tuple(tile for tile in left if tile not in _laid_anew(play, table, new)) if left != new else left
    others = laid_by_others(play.position, play.car, table, new)
    return tuple(tile for tile in new if tile not in others)


def _laid_anew(play: Play, table: Observation, new: tuple[Pose, ...]) -> set[Pose]:
    """The tiles of the next path, which may go where this one went: it has some that this one had not."""
    alone = len(play.position.racers) - len(play.position.finished) == 1
    found: set[Pose] = set()
    for car in (one for one, _ in table.cars if alone or one != play.car):
        path = laid_by(play.position, car, table, new)
        found |= path if not all(lies(play.position, tile, play.tiles) for tile in path) else set()
    return found


def end_of(play: Play, table: Observation) -> tuple[Play, tuple[Claim, ...]]:
    """The end of a turn, and that nothing of its path is left where the floor is covered."""
    car, position = play.car, play.position
    stands = [stand.pose for _, stand in table.cars]
    gone = [tile for tile in play.tiles if not lies(position, tile, (*table.tiles, *stands))]
    hidden = [tile for tile in gone if may_hide(position, table.covered, [tile])] if table.covered else []
    cleared = (replace(claimed(car, "cleared", "yes"), shown_by=bare_at(position, hidden)),) if hidden else ()
    old = tuple(tile for tile in position.tiles if lies(position, tile, table.tiles))
    due = (Claim(fact("first", value=play.guest), free=True),) if play.guest else ()
    return next_turn(play, replace(position, tiles=old)), (*cleared, *due, *said_at_the_end(position, car))


CLEARED_UNSEEN = fact("deed", how="gone")
"""The path lay there when the car had moved, and the next driver's lies there now: no look shows it cleared in time."""


def clear(play: Play, table: Observation, left: tuple[Pose, ...]) -> Step[Play]:
    """The tiles of the path are taken away, but for those that are left."""
    ended, claims = end_of(play, table)
    position = replace(ended.position, tiles=(*ended.position.tiles, *left))
    broken = law.tiles_cleared(play.car, left)
    bare = CLEARED_UNSEEN if new_tiles(play.position, table) else fact("deed", how="cleared")
    deed = fact("deed", how="left", count=len(left)) if left else bare
    return step_of("", deed, replace(ended, position=position), claims, (broken,), done=True)


@lru_cache(maxsize=64)
def faulty_drives(play: Play, table: Observation) -> tuple[Step[Play], ...]:
    """Drives that break some rule: of each gear those that break the fewest; when no path leads there, that."""
    gears = GEARS[1:] if play.gear is None else (play.gear,)
    found = [to_sight(play, table, (gear,), relaxed=True) for gear in gears]
    kept: list[Step[Play]] = []
    for broken in ([one for one in some if one.broken] for some in found):
        fewest = min((len(one.broken) for one in broken), default=0)
        kept += [one for one in broken if len(one.broken) == fewest]
    few = any(len(one.broken) < 2 + bool(play.guest) for some in found for one in some)
    if few or (kept and play.gear is not None):
        return tuple(kept)
    return (*kept, *(one for one in drives_astray(play, table) if one.broken))


def drives_astray(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """No path leads there: the car was put somewhere, perhaps backwards."""
    car, position, stand = play.car, play.position, table.car(play.car)
    start = position.place(car)
    if start is None or stand is None:
        return
    forward, left, turn = seen_from(start, stand.pose)
    back = forward < 0 and abs(left) <= NUDGE_SHARE * position.across_mm and abs(turn) <= NUDGE_DEG
    roll = roll_of(play, table)
    allowed = law.next_gears(position.gear(car))
    gears = (0,) if back else tuple(gear for gear in allowed if roll is None or gear == len(roll)) or allowed
    for gear in gears:
        after = _after_drive(play, table, gear, Way((), (stand.pose,)), stand.pose)
        put = Turn(car, gear, end=ODD, pose=stand.pose)
        said = unseen_throw(car, gear)
        yield driven(after, table, put, said, (law.rear_gear(car) if back else law.no_path(car), out_of_turn(play)))
        if back and position.effect("reverse") != "none":
            yield driven(after, table, put, (claimed(car, "effect", "yes"), *said), (out_of_turn(play),))


# -- what may be done next on the way to a look, and what goes wrong --


def stands(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """The car stays where it is, in gear 0: somebody has to say so, or that the turn is over."""
    car, position = play.car, play.position
    if 0 not in law.next_gears(position.gear(car)):
        return
    after = next_turn(play, with_gears(position, car, (0,)))
    end = tuple(said_at_the_end(after.position, car))
    seen = () if table.car(car) else (claimed(car, "place"),)
    said = (claimed(car, "gear", "0"), claimed(car, "roll", "-", free=True), *seen)
    still = Turn(car, 0, move=0)
    yield step_of(*told_of(still), after, (*said, *end), done=True)
    closed = (claimed(car, "gear", "0", free=True), *said[1:], claimed(car, "done"))
    yield step_of(*told_of(still), after, (*closed, *end[1:]), done=True)


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
    fault = law.start_tile(car, stand.pose, position.line, others, position.across_mm, slack_mm, askew)
    faults = facts(fault, out_of_turn(play))
    if wrong == bool(faults):
        after = with_gears(with_car(position, car, stand.pose), car, (0,))
        claims = (claimed(car, "done", free=True),)
        put = Turn(car, end=START, pose=stand.pose)
        yield step_of(*told_of(put), next_turn(play, after, True), claims, faults, done=True)


def stays_wrongly(play: Play) -> Iterator[Step[Play]]:
    """The car did not move though its gear moves it."""
    car, position = play.car, play.position
    gears = dict.fromkeys((*law.next_gears(position.gear(car)), 0)) if play.gear is None else (play.gear,)
    for gear in gears:
        goods, _ = goods_of(gear, play.roll)
        fault = law.gear_change(car, position.gear(car), gear)
        if gear:
            fault = law.move_distance(car, gear, 0, given_by(position, car, gear, goods, ()))
        if fault is not None and (play.roll is None or play.gear is not None or gear == len(play.roll)):
            after = with_gears(position, car, (gear,))
            said = (*unseen_throw(car, gear), *said_at_the_end(position, car))
            yield step_of(*told_of(Turn(car, gear, move=0)), next_turn(play, after), said, (fault,), done=True)


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
            step = drive_over(play, table, play.gear, way_on(trail.links, moved), (), claims, unseen=True)
            if found or car not in step.after.position.finished:  # a car that ended the race drives on no more
                yield step
        if len(on_it) == len(given):
            return
    if tiles_left(play, table) or (found and roll is None and thrown_by(play, table) is not None):
        return
    dice = play.gear or (None if roll is None else len(roll))
    for gear in law.next_gears(position.gear(car)) if play.gear is None else (play.gear,):
        if gear and dice in (None, gear):
            gears = (*play.gears_away(car), gear)
            away = (*(one for one in play.away if one[0] != car), (car, gears, found))
            after = replace(play, position=with_gears(position, car, (gear,)), away=away)
            after = with_throw_unseen(after, car, gear) if roll is None else after
            claims, turn = unseen_throw(car, gear), Turn(car, gear, end=UNSEEN)
            said = (_gone(car, found), *claims, *said_at_the_end(position, car))
            step = step_of(*told_of(turn), next_turn(after, after.position), said, done=True)
            yield replace(step, unwatched=not found and not play.is_away(car))
            if found and position.crossed(car) >= position.race:
                crossed = with_crossings(after.position, car, position.race + 1)
                ended = (*claims, claimed(car, "finished"), *said_at_the_end(crossed, car))
                yield step_of(*told_of(turn), next_turn(after, crossed), ended, done=True)


def _gone(car: str, found: bool) -> Claim:
    """That a car came to stand where nobody saw it, and is found there or had one turn more."""
    return claimed(car, "place") if found else claimed(car, "again", "yes")


def drives_from_nowhere(play: Play, table: Observation, end: Pose, wrong: bool) -> Iterator[Step[Play]]:
    """The drive of a car whose turn began where nobody saw it."""
    car, position = play.car, play.position
    start = position.place(car)
    roll = roll_of(play, table)
    for gear in law.next_gears(position.gear(car)) if roll is None else (len(roll),):
        change = law.gear_change(car, position.gear(car), gear)
        if not gear or (change is not None) != wrong:
            continue
        before = play.gears_away(car)
        if before and start is not None and not may_come(position, start, end, (*before, gear)):
            continue
        after = seen_at(with_throw(play, table) if roll is not None and play.stage != THROWN else play, car, end)
        after = replace(after, position=with_gears(after.position, car, (gear,)))
        after = with_throw_unseen(after, car, gear) if roll is None else after
        throw = roll_claims(play, gear, roll, roll is not None, None, wrong=False)
        stood = [_gone(car, found) for one, _, found in play.away if one == car]
        claims = (*stood, gear_claim(play, gear, len(roll or ())), *throw)
        yield driven(after, table, Turn(car, gear, roll=roll, end=UNSEEN), claims, (change,))


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
        for gear in law.next_gears(position.gear(car)):
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
    """The drive that the dice give over the tiles that lie there, which are cleared after it; none where too few do."""
    goods, _ = goods_of(play.gear or 0, play.roll)
    given = given_by(play.position, play.car, play.gear or 0, goods, play.tiles)
    for moved in (one for one in given if 0 < one <= len(play.tiles)):
        end = play.tiles[moved - 1]
        table = replace(with_one(nothing, "cars", play.car, CarSeen(end)), tiles=instead(play.tiles, end))
        yield from bound(play, table, play.gear or 0)


def _starts(position: Position) -> Iterator[Pose]:
    """Some places behind the line."""
    if position.line is None:
        return
    (left_x, left_y), (right_x, right_y) = position.line
    for number in range(1, 2 * len(CARS) + 1):
        share, back = (0.3, 0.7)[number % 2], 0.7 * (number // 2) + 0.7
        where = Pose(left_x + share * (right_x - left_x), left_y + share * (right_y - left_y), 0.0)
        yield Pose(round(where.x_mm - back * position.across_mm, 2), round(where.y_mm, 2), 0.0)


def turn_text(driver: str, steps: Sequence[Step[Play]]) -> str:
    """A turn in the game's notation, with who drove in it; of one that is not over what was laid and rolled so far."""
    told = next((step for step in steps if step.text), None)
    if told is not None:
        return f"{told.deed.get('by')}: {told.text}"
    if not steps or steps[-1].over:
        return written(Turn(driver, end=UNSEEN if steps else ""))
    play = steps[-1].after
    return written(Turn(play.car, play.gear, trail_of(play).codes, play.roll))


def actions(play: Play, table: Observation | None = None) -> Iterator[Step[Play]]:
    """Everything the rules allow next.

    A tile that lay on the floor from before and is not seen when a turn ends was taken away, or was not read.
    """
    if table is None:
        yield from anything(play)
        return
    for step in _allowed(play, table):
        yield step
        after = step.after.position
        lost = tuple(one for one in play.position.tiles if step.over and not lies(after, one, after.tiles))
        if lost:
            still_there = replace(after, tiles=(*after.tiles, *lost))
            yield replace(step, after=replace(step.after, position=still_there), odd=step.odd + 1)


def _allowed(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """What the rules allow on the way to a look."""
    if play.stage == DRIVEN:
        if not tiles_left(play, table):
            yield clear(play, table, ())
        return
    if play.stage == BEGUN:
        yield from finds(play, table)
    if play.stage in (BEGUN, LAID) and not play.guest:
        yield from _goes_first(play, table)
    if play.position.place(play.car) is None:
        yield from placed(play, table, wrong=False)
        return
    if play.stage == BEGUN or (play.stage == LAID and not trail_of(play).links):
        yield from stands(play, table)
    yield from _lays(play, table)
    yield from _throws(play, table, wrong=False)
    yield from _drives(play, table)


def _goes_first(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """Another driver begins: rightly, where nobody can tell who is ahead, or else as long as the car is not moved."""
    for car in others_at_it(play, table):
        mine = car in play.position.queue and not ahead_of(play, car)
        if mine or not was_moved(play, car, table):
            begun = _begun_by(play, car, "" if mine else play.car)
            yield step_of("", fact("deed", how="began"), begun, (Claim(fact("first", value=car)),))


def _begun_by(play: Play, car: str, guest: str) -> Play:
    queue = (car, *(one for one in play.position.queue if one != car))
    again = bool(guest) and car not in play.position.queue
    position = replace(play.position, queue=queue)
    return replace(play, position=position, stage=BEGUN, tiles=(), guest=guest, again=again)


def _lays(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """Tiles are laid, or laid otherwise, while the car stands where it stood."""
    stand = table.car(play.car)
    if stand is not None and has_moved(play, play.car, stand):
        return
    new = new_tiles(play.position, table)
    if play.stage != THROWN and tiles_amiss(play, table) and thrown_by(play, table) is None:
        after = replace(play, stage=LAID, tiles=new, veils=table.covered)
        laid = fact("deed", how="lays", count=len(new))
        yield step_of("", laid, after, (claimed(play.car, "laid", free=True),))


def _throws(play: Play, table: Observation, wrong: bool) -> Iterator[Step[Play]]:
    """The dice lie in the tray; the path that is seen beside them is the path."""
    faces, car, stand = thrown_by(play, table), play.car, table.car(play.car)
    more = play.stage == THROWN and _more_lie(play, table)
    begins = play.stage != THROWN and (stand is None or not has_moved(play, car, stand))
    if faces is None or not (begins or more):
        return
    base = replace(with_throw(play, table), stage=THROWN, roll=faces)
    thrown = Claim(fact("roll", by=car, value=roll_text(faces)), dice_of(play, "roll"))
    rolled = fact("deed", how="rolled", dice=several(faces))
    new = new_tiles(play.position, table)
    tiles = tuple(
        sorted({*new, *(one for one in play.tiles if not lies(play.position, one, new) and table.hides(one))})
    )
    tiles = play.tiles if more else tiles  # the path is the one that lay beside the first of them
    if not tiles or play.is_away(car):
        if not wrong:
            yield step_of("", rolled, base, (thrown,))
        return
    base = replace(base, tiles=tiles, veils=play.veils if more else table.covered)
    found = []
    for (read, unread), gear in product(_read_as(base, play.tiles), GEARS[1:]):
        if wrong or gear in law.next_gears(play.position.gear(car)):
            broken, excused = _laid_wrong(read, table, gear)
            said = (thrown, gear_claim(play, gear, len(faces)), claimed(car, "laid", free=True), *unread)
            if wrong == bool(broken):
                step = step_of("", rolled, replace(read, gear=gear, excused=excused), said, broken)
                found.append(replace(step, odd=int(gear != len(faces)) + bool(unread)))  # dice that nobody saw are odd
    fewest = min((len(one.broken) for one in found), default=0)
    found = [one for one in found if len(one.broken) == fewest]
    exact = [one for one in found if one.after.gear == len(faces)]
    yield from exact or found


def _more_lie(play: Play, table: Observation) -> bool:
    """Whether dice have come to lie beside those that the driver has thrown: they were thrown one after the other."""
    before, now = ([die for die in tray if die.car == play.car] for tray in (play.position.tray, table.tray))
    return len(now) > len(before) and all(lies_in(die, now) for die in before)


def _read_as(play: Play, laid: tuple[Pose, ...]) -> Iterator[tuple[Play, tuple[Claim, ...]]]:
    """A path as it is seen, and with the tiles that were seen before the throw and not at it: those were taken away, or
    not read, as looks to come may show. Each with tiles between that were not seen, and without.
    """
    gone = tuple(one for one in laid if not lies(play.position, one, play.tiles))
    more = all(lies(play.position, one, laid) for one in play.tiles)
    for unread in ((), gone) if gone and more else ((),):
        read = replace(play, tiles=tuple(sorted((*play.tiles, *unread))))
        claims = tuple(replace(claimed(play.car, "touching", "yes"), shown_by=tile_at(one)) for one in unread)
        yield read, claims
        if any(link.ghost for link in trail_of(read).links):
            yield replace(read, joined=True), claims


def _laid_wrong(play: Play, table: Observation, gear: int) -> tuple[tuple[Fact, ...], bool]:
    """What a path that is seen breaks in a gear, and whether more may be excused."""
    car, position = play.car, play.position
    trail, start = trail_of(play), position.place(car)
    joints = [fault for link in trail.links for fault in link.faults]
    others = laid_by_others(position, car, table, trail.strays)
    strays = [tile for tile in trail.strays if tile not in others]
    stray = law.stray_tiles(car, strays) if not joints else None
    whole = start is None or not goes_on_unseen(position, trail, start, play.veils)
    tiles = [*(link.tile for link in trail.links), *strays]
    length = law.path_length(car, gear, len(tiles), whole, len(trail.links) - trail.seen)
    found = [
        law.gear_change(car, position.gear(car), gear),
        *joints,
        stray,
        length and length.also(spots=spots(tiles[tiles_of(gear) :] or tiles)),
        *law.bends(car, gear, trail.bends, ((one.code, one.tile) for one in trail.links), position.across_mm),
    ]
    near = met_by(position, car, tuple(link.tile for link in trail.links), MAY_TOUCH_MM)
    kept, excuses = excused(position, car, facts(*found), near)
    return kept, bool(excuses)


def _drives(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """The car is moved: to where it is seen, or where nobody sees it."""
    car, stand = play.car, table.car(play.car)
    if stand is None:
        yield from unseen_drives(play, table, found=True)
        return
    if not has_moved(play, car, stand) or play.guest:
        return
    if play.is_away(car):
        yield from drives_from_nowhere(play, table, stand.pose, wrong=False)
    else:
        gears = [gear for gear in law.next_gears(play.position.gear(car)) if gear]
        plain = [one for one in to_sight(play, table, gears, relaxed=False) if not one.broken]
        start = play.position.place(car)
        if not plain and start and may_be_excused(play.position, car, start, stand.pose):
            excused = (*to_sight(play, table, gears, relaxed=True), *drives_astray(play, table))
            plain = [one for one in excused if not one.broken]
        yield from plain
    yield from unseen_drives(play, table, found=False)


def slips(play: Play, table: Observation) -> Iterator[Step[Play]]:
    """What hands do wrong on the way to a look."""
    position, car = play.position, play.car
    if play.stage == DRIVEN:
        left = tiles_left(play, table)
        if left:
            yield clear(play, table, left)
        return
    if play.stage in (BEGUN, LAID) and not play.guest:
        for other in others_at_it(play, table):  # who is ahead was said otherwise
            if other in position.queue and not ahead_of(play, other) and not was_moved(play, other, table):
                yield step_of("", fact("deed", how="began"), _begun_by(play, other, car))
    if play.stage == BEGUN:
        for other in others_at_it(play, table):
            if was_moved(play, other, table):
                guest = _begun_by(play, other, car)
                drives = (one for one in faulty_drives(guest, table) if one.broken)
                yield from (replace(one, claims=(*one.claims, _stood(other))) for one in drives)
                if position.place(other) is None:
                    yield from placed(guest, table, wrong=True)
        for other, place, near in in_sight_again(play, table):
            if not near:
                appeared = seen_at(play, other, place.pose)
                yield step_of("", fact("deed", how="seen"), appeared, (_stood(other),), (law.no_path(other),))
    stand = table.car(car)
    if position.place(car) is None:
        yield from placed(play, table, wrong=True)
        return
    yield from _throws(play, table, wrong=True)
    if stand is not None:
        if play.is_away(car):
            yield from drives_from_nowhere(play, table, stand.pose, wrong=True)
        elif has_moved(play, car, stand):
            yield from (one for one in faulty_drives(play, table) if one.broken)
        else:
            yield from stays_wrongly(play)


def _stood(car: str) -> Claim:
    """What a fault of moving another's car hangs on: it stood until then where it was last seen."""
    return Claim(fact("lay", by=car), f"{CAR}|{car}", before=True)


heard = heard_nothing


def misstated(play: Play, word: Fact) -> Iterator[Step[Play]]:
    """A race ended too early; a path that is said not to be what the gear asks."""
    if not play.position.queue:
        return
    car, gear = play.car, play.position.gear(play.car)[0]
    broken = None
    if word.kind == "finished" and car not in play.position.finished:
        broken = law.laps(car, play.position.crossed(car), play.position.race)
    if word.kind == "touching" and word.get("value") == "no":
        broken = law.said_wrong(car, gear)
    claims = (Claim(word.also(by=car)),)
    if broken is not None and play.stage == DRIVEN:
        cleared = clear(play, visible(replace(play.position, tiles=())), ())
        yield replace(cleared, claims=claims, broken=facts_of(broken))
    elif broken is not None:
        yield step_of("", fact("deed", how="said"), play, claims, (broken,))
