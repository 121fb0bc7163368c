"""Bumping and crashing."""

from __future__ import annotations

from referee.games.base import Rule, Violation
from referee.games.nestorgames_gp.actions import dice_in_words
from referee.games.nestorgames_gp.position import called

BUMP = Rule("nestorgames-gp/bump", "A car that is run into moves one space on", "How to race")
CRASH = Rule("nestorgames-gp/crash", "Crashed cars turn belly-up and lose a die", "Crashing")


def bump(car: str, due: str, seen: str) -> Violation | None:
    """A bumped car stands one space further, and nobody else is pushed."""
    if due == seen:
        return None
    return Violation(BUMP.id, f"{called(car)} stands on {seen}; after the bump its place is {due}.")


def crash_side(car: str, due_up: bool, seen_up: bool, rule: Rule = CRASH) -> Violation | None:
    """A car is belly-up exactly when it crashed."""
    if due_up == seen_up:
        return None
    if due_up:
        return Violation(rule.id, f"{called(car)} lies belly-up, but nothing made it crash.")
    return Violation(rule.id, f"{called(car)} crashed and must be turned belly-up.")


def crash_dice(car: str, due: int, seen: int, rule: Rule = CRASH) -> Violation | None:
    """A crash costs one die, which goes into the box."""
    if due == seen:
        return None
    return Violation(rule.id, f"{called(car)}'s box shows {dice_in_words(seen)} instead of {due} after what happened.")
