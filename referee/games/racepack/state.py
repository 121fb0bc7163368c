"""The state of a Racepack turn: a position, and how far the car at turn has come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.frozen import cached_property, dataclass, hashed_by, replace
from referee.games.racepack import rules
from referee.games.racepack.actions import Speeds
from referee.games.racepack.circuit import Road, squares_to_line
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Place, Square, TrayDie
from referee.games.racepack.position import Position
from referee.games.racepack.upkeep import on_road

ROLL, AGAIN, OUT = "roll", "again", "out"
"""What is due before anything else: the penalty roll, the re-roll that a token forced, leaving the road."""


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


@hashed_by("position", "place", "used", "speeds", "due", "hand", "tray", "stopped")
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
    token : the token that the re-roll is against, or was when it spun the car out; `against` how many were spent
        against this entry.
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

    @property
    def car(self) -> str:
        """The car at turn."""
        return self.position.queue[0]

    @property
    def pit(self) -> frozenset[Square]:
        """The spaces of the pit lane."""
        return self.shape.pit_lane if self.position.variants.main == "pit" else frozenset()

    @property
    def shape(self) -> Road:
        """The road."""
        return self.position.shape

    @property
    def square(self) -> Square | None:
        """The space of the road on which the car stands; None beside the road."""
        return self.place.square if self.place.square in self.shape.tile_at else None

    @property
    def first(self) -> bool:
        """Whether the next movement is the car's first of the race."""
        return not self.used and self.car in self.position.grid

    @property
    def driver(self) -> str:
        """The car to act; "" when the race is over."""
        return self.car if self.position.queue and not self.position.is_over else ""

    @property
    def gone_on(self) -> bool:
        """Whether the car has moved since it was last seen."""
        return self.used > (self.stands[-1].used if self.stands else 0)

    def seen_in(self, toward: Observation) -> Place | None:
        """Where a look shows the car at turn."""
        return on_road(self.shape, toward.places.get(self.car))

    def others_differ(self, toward: Observation) -> bool:
        """Whether a look shows another car elsewhere, so that it tells of a later turn."""
        return differ(self.position, toward, self.car)

    @property
    def finished(self) -> bool:
        """Whether the car has ended its race in this turn."""
        position, car = self.position, self.car
        return car not in position.finished and position.has_finished(car, self.crossings, self.stops)

    @cached_property
    def settled(self) -> Position:
        """The position with the car at turn where it stands now."""
        position = self.position
        if not position.queue:
            return position
        car = self.car
        # it can only be facing out of its corner, for all that was seen
        turned = self.turned and not self.vague and isinstance(self.place, OnSquare)
        return replace(
            position.with_hand(car, self.hand),
            cars=tuple((one, self.place if one == car else place) for one, place in position.cars),
            crossings=tuple((one, self.crossings if one == car else count) for one, count in position.crossings),
            grid=tuple(one for one in position.grid if one != car or not self.used),
            turned=tuple(sorted({*position.turned} - {car} | ({car} if turned else set()))),
            finished=(*position.finished, car) if self.finished else position.finished,
            pitted=tuple(sorted((*position.pitted, *[car] * self.stops))) if self.stops else position.pitted,
            hazards=self.hazards,
            lap=self.lap,
            tray=self.tray,
        )


def elsewhere(position: Position, toward: Observation, but: str = "") -> Iterator[tuple[str, Place, Place]]:
    """The cars that a look shows elsewhere than they stand, each with both places; the car `but` left out."""
    for car, seen in toward.cars:
        before, now = position.places.get(car), on_road(position.shape, seen)
        if car != but and before is not None and now is not None and before != now:
            yield car, before, now


@lru_cache(maxsize=4096)
def differ(position: Position, toward: Observation, but: str) -> bool:
    """Whether a look shows a car elsewhere, the car `but` left out."""
    cars = position.places
    return any(car != but and cars.get(car, place) != place for car, place in toward.cars)


@lru_cache(maxsize=1024)
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


def stopped(play: Play, car: str, stops: int = 1) -> Play:
    """The beginning of a turn if a car has made so many pit stops that nobody saw."""
    position = play.position.with_hand(car, play.position.teams.full_hand)
    position = replace(position, pitted=tuple(sorted((*position.pitted, *[car] * stops))))
    return replace(begin(position), stop_unseen=play.stop_unseen or car in position.queue[:1])


@lru_cache
def tokens_in(hand: str) -> tuple[str, ...]:
    """The tokens of a hand as they may be used; an odd one as 2 or 4 where no plain one is left."""
    plain = [token for token in hand if token in "a2345"]
    return (*plain, *(f"o{number}" for number in "24" if "o" in hand and number not in hand))


def seen_elsewhere(position: Position, now: Mapping[str, Place | None]) -> Position:
    """The position with cars where they are seen, and the line crossed on their way; how they face nobody knows.

    Who has come over the line waits on the grid no more, however he came there.
    """
    shape = position.shape

    def crossed(car: str) -> int:
        before, there = position.place(car), now.get(car)
        if there is None or there.square is None or before.square not in shape.tile_at:
            return 0
        return shape.crosses_line(before.square, there.square)

    crossings = {car: max(0, count + crossed(car)) for car, count in position.crossings}
    return replace(
        position,
        cars=tuple((car, now.get(car) or place) for car, place in position.cars),
        crossings=tuple(crossings.items()),
        grid=tuple(car for car in position.grid if car not in now or not crossings[car]),
        turned=tuple(car for car in position.turned if car not in now),
    )


def stands_by(position: Position, car: str, before: Place, now: Place) -> bool:
    """Whether a car whose turn it is not may be seen there without having had a turn."""
    if before == now:
        return True
    if isinstance(now, OffTrack) and (car in position.finished or isinstance(before, OutsideCorner)):
        return True
    if car not in position.grid or before.square is None:
        return False
    return now.square in squares_to_line(position.shape, before.square, ())
