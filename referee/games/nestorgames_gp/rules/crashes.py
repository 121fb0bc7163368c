"""Bumping and crashing."""

from __future__ import annotations

from referee.games.base import Rule
from referee.games.fact import Fact, fact

BUMP = Rule("nestorgames-gp/bump", "A car that is run into moves one space on", "How to race")
CRASH = Rule("nestorgames-gp/crash", "Crashed cars turn belly-up and lose a die", "Crashing")


def bump(car: str, due: str, seen: str) -> Fact | None:
    """A bumped car stands one space further, and nobody else is pushed."""
    if due == seen:
        return None
    return fact(BUMP.id, how="moved", who=car, space=seen, space2=due)


def crash_side(car: str, due_up: bool, seen_up: bool, rule: Rule = CRASH) -> Fact | None:
    """A car is belly-up exactly when it crashed."""
    if due_up == seen_up:
        return None
    return fact(rule.id, how="lies" if due_up else "stands", who=car)


def crash_dice(car: str, due: int, seen: int, rule: Rule = CRASH) -> Fact | None:
    """A crash costs one die, which goes into the box."""
    if due == seen:
        return None
    return fact(rule.id, how="dice", who=car, dice=seen, dice2=due)
