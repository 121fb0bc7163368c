"""What a board may have: shortcut, loop, gate, teleport."""

from __future__ import annotations

from referee.games.base import Rule, Violation
from referee.games.nestorgames_gp.position import called

SHORTCUT = Rule("nestorgames-gp/shortcut", "The shortcut once a race; the cylinder goes to the box", "The shortcut")
LOOP = Rule("nestorgames-gp/loop", "The loop space is crossed straight", "The loop")
GATE = Rule("nestorgames-gp/gate", "A switch opens and closes the gate", "The gate")
TELEPORT = Rule("nestorgames-gp/teleport", "From T to T", "The teleport")


def shortcut_again(car: str) -> Violation:
    """The shortcut is taken once per race."""
    return Violation(SHORTCUT.id, f"{called(car)} took the shortcut again; its cylinder already lies in the box.")


def cylinder(car: str, due: bool, seen: bool) -> Violation | None:
    """The cylinder lies in the box exactly when the shortcut was taken."""
    if due == seen:
        return None
    if due:
        return Violation(SHORTCUT.id, f"{called(car)} took the shortcut, and its cylinder is not in the box.")
    return Violation(SHORTCUT.id, f"{called(car)}'s cylinder lies in the box, but it did not take the shortcut.")


def loop_turn(car: str) -> Violation:
    """No turning on the loop space."""
    return Violation(LOOP.id, f"{called(car)} turned on the loop space; it is crossed in a straight line.")


def loop_heading(car: str, due: str, seen: str) -> Violation | None:
    """A car on the loop space points the way it drives on."""
    if due == seen:
        return None
    return Violation(LOOP.id, f"{called(car)} points to {seen} on the loop space; it must point to {due}.")


def gate_closed(car: str) -> Violation:
    """Nobody drives through the closed gate."""
    return Violation(GATE.id, f"{called(car)} drove through the gate, which is closed.")


def gate_state(due_open: bool, seen_open: bool, switched: bool) -> Violation | None:
    """The gate changes exactly when a car ends its own movement on a switch."""
    if due_open == seen_open:
        return None
    word = "open" if due_open else "closed"
    why = "a car ended its movement on a switch" if switched else "no car ended its movement on a switch"
    return Violation(GATE.id, f"The gate must be {word}: {why}.")


def teleport(car: str, due: str, seen: str) -> Violation | None:
    """A car that ends its own movement on a T space goes to the other one; no other car does."""
    if due == seen:
        return None
    return Violation(TELEPORT.id, f"{called(car)} stands on {seen}; from the T space it goes to {due}.")
