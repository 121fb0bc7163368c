"""The penalty die through the looks of a turn: when it was thrown, and at which movements a throw can have been due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from referee.games.racepack.actions import Movement, Odd, SpinOut
from referee.games.racepack.observation import (
    DIE_STEP_DEG,
    DIE_STEP_MM,
    Observation,
    OnSquare,
    OutsideCorner,
    Place,
    TrayDie,
)
from referee.games.racepack.position import Position
from referee.games.racepack.turnstate import TurnState

SHIFT_MM = DIE_STEP_MM
TURN_DEG = DIE_STEP_DEG
"""One step of the told pose is jitter, two are more."""

PUSH_MM = 6 * DIE_STEP_MM
PUSH_DEG = 2 * DIE_STEP_DEG
"""A die with the same face that lies no farther off and is turned no farther may have been pushed: a throw tumbles."""


class Stir(Enum):
    """What became of the die between two looks that saw it: it was thrown, perhaps only pushed, or nobody knows."""

    THROWN = "thrown"
    PUSHED = "pushed"
    UNSEEN = "unseen"


@dataclass(frozen=True)
class Change:
    """The die lies otherwise than before, or was out of sight.

    Attributes
    ----------
    first, last : it happened after the look before `first` and at `last` at the latest; looks are counted from 0.
    face : what it showed then, "" when it was not seen.
    """

    stir: Stir
    first: int
    last: int
    face: str = ""


@dataclass(frozen=True)
class Visit:
    """A place of the driver's car with the first and the last look that show it there; -1 is before the first look."""

    place: Place
    first: int
    last: int


@dataclass(frozen=True)
class DiceSeen:
    """The penalty die and the driver's car through the looks of a turn.

    Attributes
    ----------
    changes : oldest first; a die that lies as it lay has none.
    visits : where the car stood before, and then each place where it was put down.
    looks : how many there are.
    """

    changes: tuple[Change, ...]
    visits: tuple[Visit, ...]
    looks: int

    @property
    def throws(self) -> tuple[Change, ...]:
        """The throws since the car has left its place: before that no roll can be due."""
        begun = self.visits[0].last
        return tuple(one for one in self.changes if one.face and one.stir is Stir.THROWN and one.last > begun)


@dataclass(frozen=True)
class Window:
    """Between which looks the throw of one entry falls: after the car stands there and before the next movement.

    `stood` is the first look that shows the car there, None when none does.
    """

    first: int
    last: int
    stood: int | None

    def may_hold(self, change: Change) -> bool:
        """Whether the die may have been stirred in it."""
        return change.first <= self.last and change.last >= self.first

    def holds(self, change: Change) -> bool:
        """Whether the die was stirred in it and at no other time."""
        return self.first <= change.first and change.last <= self.last


def dice_seen(position: Position, stops: Sequence[Observation], visits: tuple[Visit, ...]) -> DiceSeen:
    """Follow the penalty die through the looks of a turn."""
    before, at = position.tray, -1
    changes: list[Change] = []
    for index, stop in enumerate(stops):
        now = stop.tray
        if now is None:
            continue
        if before is None:
            # nobody knows how it lay: it may have been thrown, and is taken to have been where that suits the driver
            changes.append(Change(Stir.THROWN, -1, index, now.face))
        elif rolled_anew(before, now):
            changes.append(Change(Stir.PUSHED if may_be_pushed(before, now) else Stir.THROWN, at + 1, index, now.face))
        before, at = now, index
    if at < len(stops) - 1 or not stops:
        changes.append(Change(Stir.UNSEEN, at + 1, len(stops)))
    return DiceSeen(tuple(changes), visits, len(stops))


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


def windows(dice: DiceSeen, state: TurnState) -> tuple[Window, ...]:
    """For each entry of a line at speed 2, when its throw was due."""
    return tuple(_window(dice, state, number) for number in state.entries)


def _window(dice: DiceSeen, state: TurnState, entry: int) -> Window:
    """The looks around one movement, found by following the line from place to place."""
    number = reached = 0
    first, stood = 0, None
    for action in state.actions:
        there = dice.visits[reached + 1] if reached + 1 < len(dice.visits) else None
        if isinstance(action, SpinOut):
            reached += there is not None and isinstance(there.place, OutsideCorner)
            continue
        if not isinstance(action, Movement):
            continue
        number += 1
        if number == entry + 1:
            last = there.first if there else dice.looks
            return Window(first, last, stood)
        seen = there is not None and there.place == (action.end if isinstance(action, Odd) else OnSquare(action.end))
        if number == entry:
            first = dice.visits[reached].last + 1
            if seen and there:
                first, stood = min(first, there.first), there.first
        reached += seen
    return Window(first, dice.looks, stood)
