"""A small race on a bare floor, and a hand that plays turns on it one stop at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from referee.games.base import Status, Verdict
from referee.games.home_racers.game import HomeRacers
from referee.games.home_racers.geometry import Point, Pose
from referee.games.home_racers.hands import route
from referee.games.home_racers.position import (
    CarSeen,
    Observation,
    Position,
    TrayDie,
    parse_position,
    position_text,
    visible,
)
from referee.games.words_said import HERE, Spoken
from referee.judge.verdict import judge

GAME = HomeRacers()


@dataclass
class Floor:
    """A position and the stops shown since; red drives along x from (0, 0), green waits far behind."""

    position: Position
    stops: list[Observation] = field(default_factory=list)

    @property
    def table(self) -> Observation:
        """What lies there now."""
        return self.stops[-1] if self.stops else visible(self.position)

    def change(self, **parts: object) -> Floor:
        """Other values in the position."""
        return Floor(replace(self.position, **parts))  # type: ignore[arg-type]

    def show(self, **parts: object) -> Floor:
        """One more stop, like the last but for these parts."""
        return Floor(self.position, [*self.stops, replace(self.table, **parts)])  # type: ignore[arg-type]

    def tiles(self, path: str, car: str = "R") -> tuple[Pose, ...]:
        """The tiles of a path such as `st-fl`, laid exactly."""
        return route(self.position, car, path.split("-") if path else ())

    def lay(self, path: str, car: str = "R") -> Floor:
        """The path lies on the floor."""
        return self.show(tiles=tuple(sorted(self.tiles(path, car))))

    def roll(self, faces: str, car: str = "R") -> Floor:
        """Dice in the tray."""
        dice = [TrayDie(car, int(face), 20.0 * index, 3.0) for index, face in enumerate(faces)]
        return self.show(tray=tuple(sorted(dice, key=lambda die: (die.face, die.x_mm))))

    def go(self, path: str, move: int, car: str = "R", left: int = 0) -> Floor:
        """The car on a tile of its path; of the others `left` stay."""
        tiles = self.tiles(path, car)
        others = [tile for number, tile in enumerate(tiles, 1) if number != move][:left]
        moved = self.put(tiles[move - 1], car).stops[-1]
        return self.show(cars=moved.cars, tiles=tuple(sorted(others)))

    def put(self, where: Pose, car: str = "R", askew: int = 0) -> Floor:
        """The car anywhere, and no free tiles."""
        cars = {**dict(self.table.cars), car: CarSeen(where, askew)}
        return self.show(cars=tuple(sorted(cars.items())), tiles=())

    def turn(self, path: str, faces: str, move: int, car: str = "R") -> Floor:
        """A whole turn in three stops: laid, rolled, moved and cleared."""
        return self.lay(path, car).roll(faces, car).go(path, move, car)

    def last(self) -> Floor:
        """Only the last stop is kept: the final picture alone."""
        return Floor(self.position, self.stops[-1:])

    def verdict(self, *said: str, closed: bool = True) -> Verdict:
        """What the judge says; a fault that hangs on a word alone counts once it was said again."""
        before, looks = position_text(self.position), self.stops or [self.table]
        verdict = judge(GAME, before, looks, said, closed)
        if any(answer == HERE for question in verdict.questions for _, answer in question.answers):
            return judge(GAME, before, looks, [Spoken(word, sure=True) for word in said], closed)
        return verdict

    def status(self, *said: str, closed: bool = True) -> Status:
        """LEGAL, ILLEGAL or UNDECIDED."""
        return self.verdict(*said, closed=closed).status

    def broken(self, *said: str, closed: bool = True) -> tuple[str, ...]:
        """The ids of the broken rules, without the game's name."""
        return tuple(fault.rule.partition("/")[2] for fault in self.verdict(*said, closed=closed).violations)

    def after(self, *said: str) -> Position:
        """The position after the best line."""
        return parse_position(self.verdict(*said).after)


def floor_of(gear: int = 2, cars: Sequence[tuple[str, Pose]] = (), **parts: object) -> Floor:
    """Red in a gear at (0, 0) heading along x, and other cars."""
    everyone = (("R", Pose(0.0, 0.0, 0.0)), *(cars or (("G", Pose(-2000.0, 0.0, 0.0)),)))
    names = tuple(car for car, _ in everyone)
    position = Position(
        cars=tuple(sorted(everyone)),
        racers=names,
        queue=names,
        gears=tuple((car, (gear,)) for car in names),
        crossings=tuple((car, 1) for car in names),
        line=((-600.0, 300.0), (-600.0, -300.0)),
        order=names,
        race=3,
    )
    return Floor(replace(position, **parts))  # type: ignore[arg-type]


@pytest.fixture
def floor() -> Callable[..., Floor]:
    """`floor(gear, cars, **position fields)`."""
    return floor_of


@pytest.fixture
def square() -> Callable[[float, float, float], tuple[Point, ...]]:
    """A covered square around a point."""

    def around(x_mm: float, y_mm: float, half_mm: float) -> tuple[Point, ...]:
        return (
            (x_mm - half_mm, y_mm - half_mm),
            (x_mm + half_mm, y_mm - half_mm),
            (x_mm + half_mm, y_mm + half_mm),
            (x_mm - half_mm, y_mm + half_mm),
        )

    return around


@pytest.fixture
def game() -> HomeRacers:
    """The game."""
    return GAME
