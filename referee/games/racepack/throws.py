"""Whether the penalty die was thrown, or only pushed, between two looks."""

from __future__ import annotations

from referee.games.racepack.observation import DIE_STEP_DEG, DIE_STEP_MM, TrayDie

SHIFT_MM = DIE_STEP_MM
TURN_DEG = DIE_STEP_DEG
"""One step of the told pose is jitter, two are more."""

PUSH_MM = 6 * DIE_STEP_MM
PUSH_DEG = 2 * DIE_STEP_DEG
"""A die with the same face that lies no farther off and is turned no farther may have been pushed: a throw tumbles."""


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
