"""Planted faults: turns that break just one rule, for test benches and demonstrations.

Each planter puts a faulty turn on a stage; it counts only when our own search, with everything seen and said, finds no
legal line and names that rule and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.games.base import Dice, Line, PlayedTurn
from referee.games.racepack import faulty_moves, faulty_rolls, faulty_tables
from referee.games.racepack.faulty_moves import Planter
from referee.games.racepack.notation import parse_observation
from referee.games.racepack.observation import Observation
from referee.games.racepack.play import over, played
from referee.games.racepack.position import Position, parse_position, position_text, visible
from referee.games.racepack.rules import corners, hazards, movement, pits, race, spares, timer
from referee.games.racepack.staging import Stage
from referee.games.words_said import Spoken

TRIES = 8
Explain = Callable[[str, Sequence[Observation], Sequence[str], bool], tuple[Line, ...]]


def faulty_turn(position: Position, dice: Dice, fault: str, explain: Explain) -> PlayedTurn | None:
    """A turn that breaks just this rule, or None when the position does not allow one; `explain` as of a `Game`."""
    planter = PLANTERS.get(fault)
    if planter is None or over(position):
        return None
    for _ in range(TRIES):
        stage = planter(position, dice)
        line = proven(position, stage, fault, explain) if stage else None
        if stage and line:
            return played(stage, position, parse_position(line.after), fault)
    return None


def proven(position: Position, stage: Stage, fault: str, explain: Explain) -> Line | None:
    """The least-broken line for a staged turn, if it breaks this rule alone."""
    seen = [parse_observation(text) for text in stage.stops]
    if not seen:
        return None
    meant = [Spoken(text, sure=True) for text in stage.declared]
    lines = explain(position_text(position), [visible(position), *seen], meant, True)
    rules = {violation.rule for line in lines for violation in line.violations}
    return lines[0] if rules == {fault} and len(lines[0].violations) == 1 else None


PLANTERS: Mapping[str, Planter] = {
    race.TURN_ORDER.id: faulty_moves.out_of_turn,
    race.STARTING_GRID.id: faulty_moves.other_lane_of_the_grid,
    movement.THREE_MOVEMENTS.id: faulty_moves.wrong_count,
    movement.FORWARD.id: faulty_moves.displaced(faulty_moves.backwards_or_round_a_bend),
    movement.SPEED_CHANGE.id: faulty_moves.by_movement(movement.SPEED_CHANGE.id),
    movement.START_SPEED.id: faulty_moves.by_movement(movement.START_SPEED.id),
    movement.LANE_CHANGE.id: faulty_moves.displaced(faulty_moves.sideways),
    movement.INSIDE_CORNER_EDGE.id: faulty_moves.by_movement(movement.INSIDE_CORNER_EDGE.id),
    movement.NO_BUMPING.id: faulty_moves.by_movement(movement.NO_BUMPING.id),
    corners.CORNER_SPEED.id: faulty_moves.by_movement(corners.CORNER_SPEED.id),
    corners.PENALTY_ROLL.id: faulty_rolls.no_roll,
    corners.SPIN_OUT.id: faulty_rolls.ignored_spin_out,
    corners.RE_ENTRY.id: faulty_moves.inner_vertex,
    corners.STRATEGY_TOKEN.id: faulty_moves.token_not_there,
    hazards.HAZARD_STOP.id: faulty_moves.by_movement(hazards.HAZARD_STOP.id),
    hazards.HAZARD_FLIP.id: faulty_tables.after_legal(faulty_tables.wrong_flip),
    hazards.HAZARD_PLACE.id: faulty_tables.after_legal(faulty_tables.moved_hazard),
    race.LAP_DIE.id: faulty_tables.after_legal(faulty_tables.wrong_lap),
    race.FINISH.id: faulty_tables.after_legal(faulty_tables.taken_off),
    timer.TIMER.id: faulty_moves.too_late,
    pits.PIT_LANE_SPEED.id: faulty_moves.by_movement(pits.PIT_LANE_SPEED.id),
    pits.PIT_STOP.id: faulty_moves.no_pit_stop,
    spares.SPARE_HAZARDS.id: faulty_tables.wrong_spare,
}

FAULTS: tuple[str, ...] = tuple(PLANTERS)
