"""Every rule of Racepack's base game by its id; each lives as one function in the file of its chapter."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import Rule
from referee.games.racepack.rules import corners, hazards, movement, race

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        race.TRACK,
        race.STARTING_GRID,
        race.TURN_ORDER,
        race.ORDER,
        movement.THREE_MOVEMENTS,
        movement.FORWARD,
        movement.SPEED_CHANGE,
        movement.START_SPEED,
        movement.LANE_CHANGE,
        movement.INSIDE_CORNER_EDGE,
        movement.NO_BUMPING,
        corners.CORNER_SPEED,
        corners.PENALTY_ROLL,
        corners.SPIN_OUT,
        corners.RE_ENTRY,
        corners.STRATEGY_TOKEN,
        hazards.HAZARD_STOP,
        hazards.HAZARD_FLIP,
        hazards.HAZARD_PLACE,
        race.LAP_DIE,
        race.FINISH,
    )
}
