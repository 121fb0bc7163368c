"""The state of a Racepack turn: a position, and how far the car at turn has come; what a look shows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from referee.frozen import replace
from referee.games.racepack import rules
from referee.games.racepack.actions import Speeds, parse_action
from referee.games.racepack.actions import turn_text as written
from referee.games.racepack.check import observed
from referee.games.racepack.circuit import Road, road, squares_to_line
from referee.games.racepack.in_words import deed
from referee.games.racepack.observation import (
    DIE_STEP_DEG,
    DIE_STEP_MM,
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    TrayDie,
)
from referee.games.racepack.position import (
    FACES,
    Position,
    has_finished,
    is_racing,
    observation_text,
    parse_position,
    position_text,
    spot_name,
    with_stop,
)
from referee.games.racepack.upkeep import on_road
from referee.games.rulebook import Ask, Claim, Step
from referee.words.fact import Fact, fact

ROLL, AGAIN, OUT = "roll", "again", "out"
"""What is due before anything else: the penalty roll, the re-roll that a token forced, leaving the road."""


PLACES_RACED_FOR = 3


ANYWHERE = float("inf")
"""Where a die lies that was thrown unseen."""


SAFE, OVERTAKEN, TOLD = "", "-", "+"
"""The faces of a die that was thrown unseen: it spun nobody out; it was thrown once more before anybody saw it, and
people told what it showed or did not."""


UNTOLD = "?"
"""Stands among the faces told for a roll of which nobody saw or told anything, the car on its way from look to look."""


FASTEST, MOVEMENTS = rules.LONGEST, rules.MOVEMENTS


@dataclass(frozen=True)
class Stand:
    """Where a car was seen to stand in its turn, so that a movement may be taken back."""

    place: Place
    used: int
    turned: bool
    hand: str
    crossings: int
    stops: int


@dataclass(frozen=True)
class Play:
    """A position in the midst of a turn.

    Attributes
    ----------
    position : as the turn began, but for other cars that were moved since and other players' tokens.
    place, turned, hand, crossings : of the car at turn; see `Position`.
    hazards, lap, tray : as they lie now.
    vague : whether the car may as well face the old way, for all that was seen.
    used : how many movements were made, `speeds` what the last one may have had; 0 when any may follow.
    due : what has to come next: `ROLL`, `AGAIN`, `OUT` or "".
    token : the token that the re-roll is against, `against` how many were spent against this entry.
    safe : whether the car has just rolled and stays on the road: another player may spend a token.
    stopped : whether the turn is over but for tidying up.
    spot : the space on which a roll spun the car out.
    stops : how many pit stops were made in this turn.
    stop_unseen : whether it takes a pit stop to have been made that nobody saw.
    adrift : whether a displacement was no movement: nobody knows how many it stands for.
    stands : the places since the beginning of the turn where the car was seen.
    doubtful : whether the car may as well have entered a corner at speed 2 as at 1, for all that was seen and said.
    stirred : whether the die was thrown while the car was out of sight, perhaps for it.
    fell, told : the faces of the die in this turn, those seen and those that people told of; a face serves one throw.
    handed : whether no look has shown the table since the turn before was over.
    lapsed : whether since the last look somebody is taken to have lost a whole turn to the timer without a word.
    ghosts : cars out of sight that do not stand where they were last seen, until a look shows them.
    strayed : other cars that were moved though it is not their turn.
    """

    position: Position
    place: Place
    hazards: tuple[tuple[Square, bool], ...]
    lap: int
    tray: TrayDie | None
    hand: str
    crossings: int
    turned: bool = False
    vague: bool = False
    used: int = 0
    speeds: Speeds = 0
    due: str = ""
    token: str = ""
    against: int = 0
    safe: bool = False
    stopped: bool = False
    spot: Square | None = None
    stops: int = 0
    stop_unseen: bool = False
    adrift: bool = False
    stands: tuple[Stand, ...] = ()
    doubtful: bool = False
    stirred: bool = False
    fell: str = ""
    told: str = ""
    handed: bool = False
    lapsed: bool = False
    ghosts: frozenset[str] = frozenset()
    strayed: frozenset[str] = frozenset()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.position, self.place, self.used, self.speeds, self.due, self.hand, self.tray, self.stopped))

    @property
    def car(self) -> str:
        """The car at turn."""
        return self.position.queue[0]


@dataclass(frozen=True)
class Field:
    """What does not change while one car is at turn."""

    position: Position
    car: str
    shape: Road
    occupied: Mapping[Square, str]
    pit: frozenset[Square]

    @property
    def starting(self) -> bool:
        """Whether this is the car's first turn of the race."""
        return self.car in self.position.grid


@lru_cache(maxsize=4096)
def field_of(position: Position) -> Field:
    """What does not change in this turn."""
    shape, car = road(position.circuit), position.queue[0]
    pit = shape.pit_lane if position.variants.main == "pit" else frozenset()
    return Field(position, car, shape, position.occupied(but=car), pit)


def begin(position: Position) -> Play:
    """The beginning of the turn of the car to move."""
    car = position.queue[0] if position.queue else position.cars[0][0]
    return Play(
        position=position,
        place=position.place(car),
        hazards=position.hazards,
        lap=position.lap,
        tray=position.tray,
        hand=position.hand(car),
        crossings=position.crossed(car),
        turned=car in position.turned,
    )


def worlds(text: str) -> tuple[Play, ...]:
    """The beginnings of a turn that a line of today's notation leaves possible. Raises NotationError.

    A car that may have made a pit stop did or did not; a spare hazard that is owed lies there or does not.
    """
    position = parse_position(text)
    found = [position]
    for square in position.owed:
        found += [
            replace(
                one,
                hazards=tuple(sorted((*one.hazards, (square, True)))),
                owed=tuple(other for other in one.owed if other != square),
            )
            for one in found
        ]
    plays = [begin(one) for one in found]
    if position.queue and position.to_move in position.perhaps:
        stopped = (begin(with_stop(one, position.to_move)) for one in found)
        plays += [replace(one, stop_unseen=True) for one in stopped]
    return tuple(plays)


def text(play: Play) -> str:
    """The position in today's notation; a die that was thrown unseen lies nowhere."""
    position = settled_of(play)
    tray = None if position.tray is not None and position.tray.x_mm == ANYWHERE else position.tray
    return position_text(replace(position, tray=tray))


parse_look = observed


look_text = observation_text


def driver(play: Play) -> str:
    """The car to act; "" when the race is over."""
    return play.car if play.position.queue and not is_over(play.position) else ""


def round_length(play: Play) -> int:
    """Every car that is still racing has one turn."""
    return sum(is_racing(play.position, car) for car, _ in play.position.cars)


def is_over(position: Position) -> bool:
    """Whether the first three places are taken, or no car is left on the table."""
    racing = (is_racing(position, car) for car, _ in position.cars)
    return len(position.finished) >= PLACES_RACED_FOR or not any(racing)


def turn_text(car: str, steps: Sequence[Step[Play]]) -> str:
    """A turn in one line."""
    return written(car, (step.text for step in steps))


def asks(play: Play) -> tuple[Ask, ...]:
    """What may be said: speeds, tokens, facings, rolls, tokens against, the timer, a pit stop."""
    if not driver(play):
        return ()
    position, car = play.position, play.car
    found: list[Ask] = []
    for number in map(str, range(play.used + 1, MOVEMENTS + 1)):
        found.append(Ask(fact("speed", by=car, at=number), tuple(str(speed) for speed in range(1, FASTEST + 1))))
        found.append(Ask(fact("token", by=car, at=number), (*tokens_in(play.hand), "no")))
        found.append(Ask(fact("facing", by=car, at=number), ("out", "old")))
    found.append(Ask(fact("roll", by=car), (*FACES, "no")))
    found.append(Ask(fact("reroll", by=car), FACES))
    for pool, hand in others_tokens(position, car):
        found.append(Ask(fact("defence", by=car, at=pool), (*tokens_in(hand), "no")))
    if position.variants.timer_s:
        numbers = map(str, range(play.used, MOVEMENTS))
        found += [Ask(fact("time", by=car, at=number), ("up", "no")) for number in numbers]
    if position.variants.stops:
        found.append(Ask(fact("stop", by=car), ("yes", "no")))
    return tuple(found)


def seen_at(play: Play, toward: Observation) -> Place | None:
    """Where a look shows the car at turn."""
    for car, place in toward.cars:
        if car == play.car:
            return on_road(field_of(play.position).shape, place)
    return None


def gone_on(play: Play) -> bool:
    """Whether the car has moved since it was last seen."""
    return play.used > (play.stands[-1].used if play.stands else 0)


@lru_cache(maxsize=4096)
def _deed(text: str) -> Fact:
    return deed(parse_action(text))


def step_to(
    play: Play,
    text: str,
    after: Play,
    claims: tuple[Claim, ...] = (),
    broken: tuple[Fact | None, ...] = (),
    odd: int = 0,
    over: bool = False,
    chance: bool = False,
) -> Step[Play]:
    """A step, with its text and the rules it breaks."""
    done = _deed(text) if text else fact("deed")
    faults = tuple(one for one in broken if one is not None)
    return Step(text, after, done, claims, faults, over, odd, chance)


@lru_cache(maxsize=65536)
def claim_of(
    kind: str, by: str, value: str, at: str = "", shown_by: str = "", free: bool = False, how: str = ""
) -> Claim:
    """A claim about a car and its driver, made once."""
    params = {"by": by, "value": value} | ({"at": at} if at else {}) | ({"how": how} if how else {})
    return Claim(fact(kind, **params), shown_by, free)


def stands_at(play: Play) -> Claim:
    """The claim that the car at turn stands where it is taken to stand."""
    how = "outside" if isinstance(play.place, OutsideCorner) else ""
    return claim_of("car", play.car, spot_name(play.place), shown_by=play.car, how=how)


def others_tokens(position: Position, car: str) -> list[tuple[str, str]]:
    """The tokens of the other players, by pool."""
    own = position.teams.of(car)
    return [(pool, hand) for pool, hand in position.tokens if pool not in own]


def tokens_in(hand: str) -> tuple[str, ...]:
    """The tokens of a hand as they may be used; an odd one as 2 or 4 where no plain one is left."""
    plain = [token for token in hand if token in "a2345"]
    return (*plain, *(f"o{number}" for number in "24" if "o" in hand and number not in hand))


def said_tokens(hand: str) -> tuple[str, ...]:
    """The tokens of a hand as people may call them: an odd one as 2 or 4, also where a plain one is left."""
    return (*tokens_in(hand), *(name for name in ("2", "4", "o2", "o4") if "o" in hand))


def knows_its_way(play: Play) -> bool:
    """Whether the car stands on a corner and can only be facing out of it, for all that was seen."""
    return play.turned and not play.vague and isinstance(play.place, OnSquare)


def settled_of(play: Play) -> Position:
    """The position with the car at turn where it stands now."""
    position = play.position
    if not position.queue:
        return position
    car = play.car
    pool, team = position.teams.pool(car), dict(position.tokens)
    team[pool] = play.hand
    finished = position.finished
    if car not in finished and has_finished(position, car, play.crossings, play.stops):
        finished = (*finished, car)
    turned = {*position.turned} - {car} | ({car} if knows_its_way(play) else set())
    return replace(
        position,
        cars=tuple((one, play.place if one == car else place) for one, place in position.cars),
        crossings=tuple((one, play.crossings if one == car else count) for one, count in position.crossings),
        tokens=tuple((one, team[one]) for one, _ in position.tokens),
        grid=tuple(one for one in position.grid if one != car or not play.used),
        turned=tuple(sorted(turned)),
        finished=finished,
        pitted=tuple(sorted((*position.pitted, *[car] * play.stops))) if play.stops else position.pitted,
        hazards=play.hazards,
        lap=play.lap,
        tray=play.tray,
    )


# -- what a look shows --

SHIFT_MM = DIE_STEP_MM
TURN_DEG = DIE_STEP_DEG
"""One step of the told pose is jitter, two are more."""

PUSH_MM = 6 * DIE_STEP_MM
PUSH_DEG = 2 * DIE_STEP_DEG
"""A die with the same face that lies no farther off and is turned no farther may have been pushed: a throw tumbles."""


def rolled_anew(before: TrayDie, now: TrayDie) -> bool:
    """Whether the die shows another face or lies elsewhere than a picture's jitter explains."""
    shifted_mm, turned_deg = _apart(before, now)
    return now.face != before.face or shifted_mm > SHIFT_MM or turned_deg > TURN_DEG


def may_be_pushed(before: TrayDie, now: TrayDie) -> bool:
    """Whether the die shows the same face a little further on."""
    shifted_mm, turned_deg = _apart(before, now)
    return now.face == before.face and shifted_mm <= PUSH_MM and turned_deg <= PUSH_DEG


def _apart(before: TrayDie, now: TrayDie) -> tuple[float, float]:
    turned_deg = abs((now.angle_deg - before.angle_deg + 180.0) % 360.0 - 180.0)
    return max(abs(now.x_mm - before.x_mm), abs(now.y_mm - before.y_mm)), turned_deg


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
    position = seen_elsewhere(position, now)
    position = replace(position, grid=tuple(car for car in position.grid if car not in now))
    place = position.place(play.car) if play.car in now else play.place
    return replace(play, position=position, place=place, ghosts=play.ghosts - now.keys())


def seen_elsewhere(position: Position, now: Mapping[str, Place | None]) -> Position:
    """The position with cars where they are seen, and the line crossed on their way; how they face nobody knows."""
    shape = road(position.circuit)
    crossed = {car: lines_crossed(shape, position.place(car), place) for car, place in now.items()}
    return replace(
        position,
        cars=tuple((car, now.get(car) or place) for car, place in position.cars),
        crossings=tuple((car, count + crossed.get(car, 0)) for car, count in position.crossings),
        turned=tuple(car for car in position.turned if car not in now),
    )


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
        return lies.face == lay.face or (lay.face == SAFE and not rules.spins_out(lies.face))
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
