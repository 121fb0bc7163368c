"""Spare hazards: one is put on a corner whenever a car spins out there (Other Variants)."""

from __future__ import annotations

from referee.games.base import Rule, Violation
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Square
from referee.games.racepack.position import in_turn

SPARE_HAZARDS = Rule("racepack/spare-hazards", "A spare hazard where a car spun out", "Other Variants")

MOST_ON_A_CORNER = 2


def not_placed(car: str, square: Square) -> Violation:
    """A car spun out, and its space was left bare."""
    return Violation(
        SPARE_HAZARDS.id,
        f"{in_turn(car)} spun out on {square_name(square)}; a spare hazard belongs there and none was put down.",
    )


def misplaced(square: Square, right: Square | None) -> Violation:
    """A spare hazard lies somewhere else than where the car stood when it rolled."""
    where = f"it belongs on {square_name(right)}" if right else "no car spun out there"
    return Violation(SPARE_HAZARDS.id, f"A spare hazard was put on {square_name(square)}; {where}.")


def too_many(square: Square) -> Violation:
    """No corner tile holds more than two hazards."""
    return Violation(
        SPARE_HAZARDS.id,
        f"A third hazard was put on the corner tile with {square_name(square)}; a corner holds two at most.",
    )


def moved_from_corner(square: Square) -> Violation:
    """When the spare ones are used up a hazard is moved, but never one that lies on a corner tile."""
    return Violation(
        SPARE_HAZARDS.id, f"The hazard on {square_name(square)} was moved; one that lies on a corner stays there."
    )
