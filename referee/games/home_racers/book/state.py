"""A floor in the midst of a turn, and its notation: what lies there and what only players know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from referee.frozen import replace
from referee.games.home_racers.agreeing import OPTIONS, PLAYERS
from referee.games.home_racers.geometry import Point, Pose
from referee.games.home_racers.notation import observation_text, parse_observation
from referee.games.home_racers.observation import TrayDie
from referee.games.home_racers.play import over
from referee.games.home_racers.position import HIGHEST_GEAR, Position, parse_position, position_text
from referee.games.home_racers.rules import RULES
from referee.games.home_racers.succession import hand_on
from referee.games.home_racers.words import WORDS

name, title = "home-racers", "Home Racers"


rules, words, options, players_allowed = RULES, WORDS, OPTIONS, PLAYERS


BEGUN, LAID, THROWN, DRIVEN = "begun", "laid", "thrown", "driven"


ALONG_DEG = 15.0
"""A car turned by no more than this stands along its tile's arrow."""


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
