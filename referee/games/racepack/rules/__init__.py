"""Every rule of Racepack and its variants by its id; each lives as one function in the file of its chapter."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import Rule
from referee.games.racepack.rules import corners, hazards, movement, pits, race, spares, timer

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
        timer.TIMER,
        pits.PIT_LANE_SPEED,
        pits.PIT_STOP,
        spares.SPARE_HAZARDS,
    )
}
