"""The race itself: qualifying, whose turn it is, rolling, moving exactly, fixing, laps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.games.base import Rule, Violation
from referee.games.nestorgames_gp.actions import dice_in_words, discs_in_words
from referee.games.nestorgames_gp.observation import NAMES
from referee.games.nestorgames_gp.position import called

QUALIFYING = Rule("nestorgames-gp/qualifying", "Qualifying by dice, the best one on the pole", "Setup")
TURN_ORDER = Rule("nestorgames-gp/turn-order", "Best qualifier first, then the seats counter-clockwise", "Setup")
ROLL = Rule("nestorgames-gp/roll", "Own free dice one by one, until you stop or repeat", "How to race")
BELLY_UP = Rule("nestorgames-gp/belly-up", "A belly-up car is turned up and passes", "How to race")
EXACT_MOVE = Rule("nestorgames-gp/exact-move", "Move exactly the sum; a repeat does not move", "How to race")
FIX = Rule("nestorgames-gp/fix", "Fixing is the whole turn: one die back", "Fixing your car")
LAP = Rule("nestorgames-gp/lap", "A disc for each lap", "Crossing the finish line")


def qualifying(car: str, value: int, right: int) -> Violation | None:
    """A qualifying value is the sum of the dice, or nothing after a repeat."""
    if value == right:
        return None
    return Violation(QUALIFYING.id, f"{called(car)}'s qualifying value was called {value}; the dice make it {right}.")


def grid(car: str, bay: str, right: str) -> Violation | None:
    """The best qualifier has the first bay, the others follow as they sit."""
    if bay == right:
        return None
    return Violation(QUALIFYING.id, f"{called(car)} stands on {bay} before the start; its place there is {right}.")


def turn_order(car: str, due: str) -> Violation | None:
    """Drivers take turns as they sit, never in race order."""
    if car == due:
        return None
    return Violation(TURN_ORDER.id, f"{called(car)} was moved, but it is {NAMES[due]}'s turn.")


def roll_dice(car: str, roll: Sequence[int], free: int) -> Violation | None:
    """A driver rolls at least one and at most all of his free dice."""
    if len(roll) <= free and free:
        return None
    if not free:
        return Violation(ROLL.id, f"{called(car)} rolled, but all its dice are in the box; it can only be fixed.")
    return Violation(
        ROLL.id, f"{called(car)} rolled {len(roll)} dice, but only {free} may be: the others lie in the box."
    )


def roll_after_repeat(car: str, roll: Sequence[int], in_order: bool) -> Violation | None:
    """Nobody rolls on after a repeat; without the order, one pair and nothing else alike is still possible."""
    repeats = sum(count - 1 for count in Counter(roll).values())
    late = in_order and len(set(roll[:-1])) < len(roll) - 1 if roll else False
    if repeats <= 1 and not late:
        return None
    told = ", ".join(map(str, roll))
    return Violation(ROLL.id, f"{called(car)} rolled {told}: the turn's rolling ends with the first repeat.")


def belly_up(car: str, did: str) -> Violation:
    """A belly-up car does nothing but turn up again."""
    return Violation(BELLY_UP.id, f"{called(car)} {did}, but its car was belly-up: it is turned up and passes.")


def exact_move(car: str, roll: Sequence[int], due: int, steps: int) -> Violation | None:
    """The car moves exactly as many spaces as rolled."""
    if due == steps:
        return None
    told = " + ".join(map(str, roll))
    return Violation(
        EXACT_MOVE.id, f"{called(car)} rolled {told} and moved {steps}; it moves exactly {due} or, after a repeat, not."
    )


def moved_on_bust(car: str, roll: Sequence[int]) -> Violation:
    """A bust never moves."""
    told = ", ".join(map(str, roll))
    return Violation(EXACT_MOVE.id, f"{called(car)} moved after rolling {told}: a repeat does not move.")


def stayed(car: str, due: int) -> Violation:
    """A roll without a repeat moves the car."""
    return Violation(EXACT_MOVE.id, f"{called(car)} rolled {due} without a repeat and did not move; it must.")


def placed(car: str, space: str) -> Violation:
    """A car that is where no roll can take it."""
    where = space or "beside the board"
    return Violation(EXACT_MOVE.id, f"{called(car)} was put on {where}; no roll can take it there.")


def fix(car: str, did: str) -> Violation:
    """Fixing is the whole turn and brings exactly one die back."""
    return Violation(FIX.id, f"{called(car)} {did}; fixing is the whole turn and takes one die of the box.")


def fixed_dice(car: str, due: int, seen: int) -> Violation | None:
    """Exactly one die comes back."""
    if due == seen:
        return None
    return Violation(
        FIX.id, f"{called(car)}'s box shows {dice_in_words(seen)} instead of {due}; fixing gives one back."
    )


def lap(car: str, due: int, seen: int) -> Violation | None:
    """A disc is taken at each crossing after the first, and only then."""
    if due == seen:
        return None
    why = "crossed the line, and one is taken" if seen > due else "did not finish a lap"
    return Violation(LAP.id, f"{called(car)}'s box shows {discs_in_words(seen)} instead of {due}: it {why}.")
