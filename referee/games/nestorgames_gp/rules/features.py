"""What a board may have: shortcut, loop, gate, teleport."""

from __future__ import annotations

from referee.games.base import Rule
from referee.games.fact import Fact, fact

SHORTCUT = Rule("nestorgames-gp/shortcut", "The shortcut once a race; the cylinder goes to the box", "The shortcut")
LOOP = Rule("nestorgames-gp/loop", "The loop space is crossed straight", "The loop")
GATE = Rule("nestorgames-gp/gate", "A switch opens and closes the gate", "The gate")
TELEPORT = Rule("nestorgames-gp/teleport", "From T to T", "The teleport")


def shortcut_again(car: str) -> Fact:
    """The shortcut is taken once per race."""
    return fact(SHORTCUT.id, how="again", who=car)


def cylinder(car: str, due: bool, seen: bool) -> Fact | None:
    """The cylinder lies in the box exactly when the shortcut was taken."""
    if due == seen:
        return None
    return fact(SHORTCUT.id, how="cylinder-due" if due else "cylinder-lies", who=car)


def loop_turn(car: str) -> Fact:
    """No turning on the loop space."""
    return fact(LOOP.id, how="turned", who=car)


def loop_heading(car: str, due: str, seen: str) -> Fact | None:
    """A car on the loop space points the way it drives on."""
    if due == seen:
        return None
    return fact(LOOP.id, how="points", who=car, space=seen, space2=due)


def gate_closed(car: str) -> Fact:
    """Nobody drives through the closed gate."""
    return fact(GATE.id, how="closed", who=car)


def gate_state(due_open: bool, seen_open: bool, switched: bool) -> Fact | None:
    """The gate changes exactly when a car ends its own movement on a switch."""
    if due_open == seen_open:
        return None
    return fact(GATE.id, how="switched" if switched else "not-switched", gate="open" if due_open else "closed")


def teleport(car: str, due: str, seen: str) -> Fact | None:
    """A car that ends its own movement on a T space goes to the other one; no other car does."""
    if due == seen:
        return None
    return fact(TELEPORT.id, how="stands", who=car, space=seen, space2=due)
