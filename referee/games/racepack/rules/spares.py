"""Spare hazards: one is put on a corner whenever a car spins out there (Other Variants)."""

from __future__ import annotations

from referee.games.base import Rule
from referee.games.fact import Fact, fact
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Square

SPARE_HAZARDS = Rule("racepack/spare-hazards", "A spare hazard where a car spun out", "Other Variants")

MOST_ON_A_CORNER = 2


def not_placed(car: str, square: Square) -> Fact:
    """A car spun out, and its space was left bare."""
    return fact(SPARE_HAZARDS.id, how="not-placed", who=car, square=square_name(square))


def misplaced(square: Square, right: Square | None) -> Fact:
    """A spare hazard lies somewhere else than where the car stood when it rolled."""
    if right is None:
        return fact(SPARE_HAZARDS.id, how="not-due", square=square_name(square))
    return fact(SPARE_HAZARDS.id, how="elsewhere", square=square_name(square), square2=square_name(right))


def too_many(square: Square) -> Fact:
    """No corner tile holds more than two hazards."""
    return fact(SPARE_HAZARDS.id, how="third", square=square_name(square))


def moved_from_corner(square: Square) -> Fact:
    """When the spare ones are used up a hazard is moved, but never one that lies on a corner tile."""
    return fact(SPARE_HAZARDS.id, how="from-corner", square=square_name(square))
