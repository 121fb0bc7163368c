"""What driven tiles lie on: special tiles and other cars, and what the house rules make of that."""

from __future__ import annotations

from functools import lru_cache

from referee.games.home_racers.geometry import Pose, overlap_mm
from referee.games.home_racers.observation import HAZARDS, Special
from referee.games.home_racers.position import Position

MAY_TOUCH_MM = 8.0
"""Tiles this near may lie over one another: enough to explain a fault, not enough to make a house rule bite."""


def met_by(position: Position, car: str, tiles: tuple[Pose, ...], within_mm: float = 0.0) -> tuple[str, ...]:
    """Special tiles and other cars that driven tiles lay on; a tire station only where the car stops."""
    others = tuple(where for one, where in position.cars if one != car)
    return _met(position.specials, others, tiles, position.across_mm, within_mm)


@lru_cache(maxsize=2048)
def _met(
    specials: tuple[Special, ...], others: tuple[Pose, ...], tiles: tuple[Pose, ...], across_mm: float, within_mm: float
) -> tuple[str, ...]:
    found: list[str] = []
    for special in specials:
        if special.kind in HAZARDS:
            driven = tiles[-1:] if special.kind == "tires" else tiles
            if _deepest(driven, special.pose, across_mm) > -within_mm:
                found.append(special.kind)
    depth_mm = max(MAY_TOUCH_MM - within_mm, 0.0)
    if any(_deepest(tiles, where, across_mm) > depth_mm for where in others):
        found.append("collision")
    return tuple(dict.fromkeys(found))


def _deepest(tiles: tuple[Pose, ...], where: Pose, across_mm: float) -> float:
    """How deep any of the tiles lies over another one; below zero when none does."""
    reach, x_mm, y_mm = (1.16 * across_mm + MAY_TOUCH_MM) ** 2, where.x_mm, where.y_mm
    depths = [
        overlap_mm(tile, where, across_mm)
        for tile in tiles
        if (tile.x_mm - x_mm) ** 2 + (tile.y_mm - y_mm) ** 2 < reach
    ]
    return max(depths, default=-across_mm)


def bonus_of_met(position: Position, met: tuple[str, ...], prefix: str) -> int:
    """The sum of a position's house rules of one sort for what was met."""
    effects = [position.effect(kind) for kind in met]
    return sum(int(effect[len(prefix) :]) for effect in effects if effect.startswith(prefix))
