"""Faulty turns of the penalty die: it is not thrown, thrown too late, only pushed, or what it showed is ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise

from referee.games.base import Dice
from referee.games.racepack.actions import Roll
from referee.games.racepack.faulty_moves import Path, Planter, legal_path
from referee.games.racepack.movable import most_movements
from referee.games.racepack.observation import DIE_STEP_MM
from referee.games.racepack.plan import known_steps
from referee.games.racepack.position import Position
from referee.games.racepack.rules.corners import SPIN_OUT_FACE
from referee.games.racepack.staging import SAID_ROLL_SHARE, Stage, play_out, spun_out, tidy_up
from referee.games.racepack.turnstate import Sheet, TurnState, first_state, sheet_for

TRIES = 8
MOST_PATHS = 400
SAFE = "na234"

Deed = Callable[[Stage, TurnState], TurnState | None]
"""What is done in the stead of a roll; the state after it when that ends the turn."""


def one_of(*planters: Planter) -> Planter:
    """Any of several ways to break one rule, whichever the position allows first in a random order."""

    def plant(position: Position, dice: Dice) -> Stage | None:
        left = list(planters)
        while left:
            stage = left.pop(dice.randrange(len(left)))(position, dice)
            if stage:
                return stage
        return None

    return plant


def at_an_entry(
    deed: Deed, entries: int = 1, every: bool = False, driving_on: bool = False, late: bool = False
) -> Planter:
    """A turn with so many entries at speed 2, at one of which (or `every` one) something else is done than to roll.

    `driving_on` asks for an entry that another movement follows; with `late` the deed comes only after that movement.
    """

    def plant(position: Position, dice: Dice) -> Stage | None:
        path = risky_path(position, dice, entries)
        wrong = [number for number in path[-1].entries if not driving_on or number < path[-1].used] if path else []
        if path is None or not wrong:
            return None
        chosen = wrong if every else [wrong[dice.randrange(len(wrong))]]
        stage, end = Stage(position, position.to_move, dice), path[-1]
        for before, state in pairwise((path[0], *(replace(one, actions=one.actions[-1:]) for one in path[1:]))):
            play_out(stage, (replace(before, actions=()) if before.used else before, state), roll=False)
            entered = len(state.entries) > len(before.entries)
            now = state.used - late in chosen
            over = deed(stage, state) if now else None
            if entered and state.used not in chosen:
                safely(stage, state)
            if over:
                end = over
                break
        stage.declared.append("token=no")
        tidy_up(stage, position, end)
        return stage

    return plant


def safely(stage: Stage, state: TurnState) -> None:
    """A roll that is no spin-out; now and then it is said."""
    face = stage.roll(SAFE[stage.dice.randrange(len(SAFE))])
    stage.actions.append(Roll(face))
    if stage.dice.random() < SAID_ROLL_SHARE:
        stage.declared.append(f"roll={face}")


def not_rolled(stage: Stage, state: TurnState) -> None:
    """The die stays as it lies."""


def pushed(stage: Stage, state: TurnState) -> None:
    """The die is pushed a little, shows what it showed, and the driver says that it was no roll."""
    tray = stage.position.tray
    if tray is not None:
        shifted = replace(tray, x_mm=tray.x_mm + 2 * DIE_STEP_MM * (1 if tray.x_mm < 0 else -1))
        stage.position = replace(stage.position, tray=shifted)
        stage.look()
    stage.declared.append("roll=no")


def five_ignored(stage: Stage, state: TurnState) -> None:
    """The roll is a 5, and the car stays on the road."""
    stage.actions.append(Roll(stage.roll(SPIN_OUT_FACE)))
    if stage.dice.randrange(2):
        stage.declared.append(f"roll={SPIN_OUT_FACE}")


def five_thrown_again(stage: Stage, state: TurnState) -> None:
    """The roll is a 5 and is made again, until it suits."""
    stage.actions.append(Roll(stage.roll(SPIN_OUT_FACE)))
    safely(stage, state)


def thrown_again_for_nobody(stage: Stage, state: TurnState) -> TurnState:
    """A safe roll is made again though nobody spends a token, and the car is set outside."""
    safely(stage, state)
    stage.actions.append(Roll(stage.roll(), again=True))
    stage.declared.append("defence=no")
    return spun_out(stage, state)


def risky_path(position: Position, dice: Dice, entries: int = 1) -> Path | None:
    """A legal turn without tokens that enters so many corners at speed 2."""
    if entries == 1:
        for _ in range(TRIES):
            legal = legal_path(position, dice)
            if legal and legal[1][-1].entries:
                return legal[1]
    sheet = sheet_for(position, position.to_move)
    found = list(islice(_paths(sheet, (first_state(sheet),), entries), MOST_PATHS))
    return found[dice.randrange(len(found))] if found else None


def _paths(sheet: Sheet, path: Path, entries: int) -> Iterator[Path]:
    """Every whole turn with so many entries at speed 2, the rare facing left out."""
    state = path[-1]
    if state.stopped or state.used >= most_movements(sheet.position, sheet.car):
        if len(state.entries) >= entries:
            yield path
        return
    for after in known_steps(sheet, state):
        if not getattr(after.actions[-1], "old", False):
            yield from _paths(sheet, (*path, after), entries)


no_roll: Planter = one_of(
    at_an_entry(not_rolled, every=True),
    at_an_entry(not_rolled, entries=2),
    at_an_entry(safely, driving_on=True, late=True),
    at_an_entry(pushed),
)
"""The roll that was due is not made while the car stands there."""

ignored_spin_out: Planter = one_of(
    at_an_entry(five_ignored),
    at_an_entry(five_ignored, entries=2, driving_on=True),
    at_an_entry(five_thrown_again),
    at_an_entry(thrown_again_for_nobody),
)
"""What the die showed and where the car stands do not go together."""
