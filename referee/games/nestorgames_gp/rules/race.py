"""The race itself: qualifying, whose turn it is, rolling, moving exactly, fixing, laps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.games.base import Rule
from referee.games.fact import Fact, fact

QUALIFYING = Rule("nestorgames-gp/qualifying", "Qualifying by dice, the best one on the pole", "Setup")
TURN_ORDER = Rule("nestorgames-gp/turn-order", "Best qualifier first, then the seats counter-clockwise", "Setup")
ROLL = Rule("nestorgames-gp/roll", "Own free dice one by one, until you stop or repeat", "How to race")
BELLY_UP = Rule("nestorgames-gp/belly-up", "A belly-up car is turned up and passes", "How to race")
EXACT_MOVE = Rule("nestorgames-gp/exact-move", "Move exactly the sum; a repeat does not move", "How to race")
FIX = Rule("nestorgames-gp/fix", "Fixing is the whole turn: one die back", "Fixing your car")
LAP = Rule("nestorgames-gp/lap", "A disc for each lap", "Crossing the finish line")


def qualifying(car: str, value: int, right: int) -> Fact | None:
    """A qualifying value is the sum of the dice, or nothing after a repeat."""
    if value == right:
        return None
    return fact(QUALIFYING.id, how="value", who=car, steps=value, steps2=right)


def grid(car: str, bay: str, right: str) -> Fact | None:
    """The best qualifier has the first bay, the others follow as they sit."""
    if bay == right:
        return None
    return fact(QUALIFYING.id, how="grid", who=car, space=bay, space2=right)


def turn_order(car: str, due: str) -> Fact | None:
    """Drivers take turns as they sit, never in race order."""
    if car == due:
        return None
    return fact(TURN_ORDER.id, how="moved", who=car, who2=due)


def roll_dice(car: str, roll: Sequence[int], free: int) -> Fact | None:
    """A driver rolls at least one and at most all of his free dice."""
    if len(roll) <= free and free:
        return None
    if not free:
        return fact(ROLL.id, how="none-left", who=car)
    return fact(ROLL.id, how="many", who=car, dice=len(roll), dice2=free)


def roll_after_repeat(car: str, roll: Sequence[int], in_order: bool) -> Fact | None:
    """Nobody rolls on after a repeat; without the order, one pair and nothing else alike is still possible."""
    repeats = sum(count - 1 for count in Counter(roll).values())
    late = in_order and len(set(roll[:-1])) < len(roll) - 1 if roll else False
    if repeats <= 1 and not late:
        return None
    return fact(ROLL.id, how="late", who=car, roll=listed(roll))


def belly_up(car: str, how: str) -> Fact:
    """A belly-up car does nothing but turn up again: it ``rolled``, ``moved``, ``took`` a die back, or its driver
    did not turn it up (``not-turned``) or did out of turn (``turned``)."""
    return fact(BELLY_UP.id, how=how, who=car)


def exact_move(car: str, roll: Sequence[int], due: int, steps: int) -> Fact | None:
    """The car moves exactly as many spaces as rolled."""
    if due == steps:
        return None
    return fact(EXACT_MOVE.id, how="rolled", who=car, roll=" + ".join(map(str, roll)), steps=steps, steps2=due)


def moved_on_bust(car: str, roll: Sequence[int]) -> Fact:
    """A bust never moves."""
    return fact(EXACT_MOVE.id, how="bust", who=car, roll=listed(roll))


def stayed(car: str, due: int) -> Fact:
    """A roll without a repeat moves the car."""
    return fact(EXACT_MOVE.id, how="stayed", who=car, steps=due)


def no_such_roll(car: str, steps: int, seen: Sequence[int], free: int) -> Fact:
    """No dice that may be rolled, among them those that were seen, carry a car so far."""
    if seen:
        return fact(EXACT_MOVE.id, how="not-with", who=car, steps=steps, roll="+".join(map(str, seen)))
    return fact(EXACT_MOVE.id, how="too-far", who=car, steps=steps, dice=free)


def moved_otherwise(car: str, called: str) -> Fact:
    """The dice that nobody saw were called (``12``, ``2+6``, ``bust``), and the car did not move so."""
    return fact(EXACT_MOVE.id, how="called", who=car, called=called)


def placed(car: str, space: str) -> Fact:
    """A car that is where no roll can take it."""
    return fact(EXACT_MOVE.id, how="placed", who=car, onto=space or "off")


def fixed_and_rolled(car: str) -> Fact:
    """Fixing is the whole turn: nothing is rolled."""
    return fact(FIX.id, how="rolled", who=car)


def fixed_and_used(car: str, kind: str) -> Fact:
    """Fixing is the whole turn: no item is used."""
    return fact(FIX.id, how="used", who=car, item=kind)


def fixed_dice(car: str, due: int, seen: int) -> Fact | None:
    """Exactly one die comes back."""
    if due == seen:
        return None
    return fact(FIX.id, how="dice", who=car, dice=seen, dice2=due)


def lap(car: str, due: int, seen: int) -> Fact | None:
    """A disc is taken at each crossing after the first, and only then."""
    if due == seen:
        return None
    return fact(LAP.id, how="crossed" if seen > due else "unfinished", who=car, discs=seen, discs2=due)


def listed(roll: Sequence[int]) -> str:
    """Dice as facts list them.

    >>> listed((2, 6))
    '2, 6'
    """
    return ", ".join(map(str, roll))
