"""Putting a planned turn on the table: every stop as it is seen, every roll, every word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from referee.games.base import Dice
from referee.games.racepack.actions import (
    Action,
    Defence,
    Forward,
    LaneChange,
    Leave,
    Movement,
    MoveUp,
    Roll,
    SpinOut,
    speed_list,
)
from referee.games.racepack.book.state import others_tokens, tokens_in
from referee.games.racepack.circuit import road
from referee.games.racepack.declarations import spend
from referee.games.racepack.notation import FACES, observation_text
from referee.games.racepack.observation import (
    DIE_STEP_DEG,
    DIE_STEP_MM,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    TrayDie,
)
from referee.games.racepack.pitlane import has_finished
from referee.games.racepack.position import Position, visible
from referee.games.racepack.rules.corners import spins_out
from referee.games.racepack.spares import placed, rolled_on
from referee.games.racepack.succession import after_turn, hand_on
from referee.games.racepack.throws import may_be_pushed
from referee.games.racepack.turnstate import LEFT_TRACK, SPIN_OUT, TurnState
from referee.games.racepack.upkeep import right_laps, surely_passed

DEFENCE_SHARE = 0.15
SAID_ROLL_SHARE = 0.3


@dataclass
class Stage:
    """A table on which a turn is being played: the position as it looks now, and all that has been seen and said.

    `spare` chooses the hazard that is moved to a corner when no spare one is left; `lain` is how the penalty die lay
    before in this turn, since it never comes to lie quite the same again.
    """

    position: Position
    car: str
    dice: Dice
    stops: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    rolls: list[tuple[int, str]] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    spent: list[tuple[str, str]] = field(default_factory=list)
    spare: int = 0
    lain: list[TrayDie] = field(default_factory=list)

    def put(self, place: Place, car: str | None = None) -> None:
        """Set a car down; the hand goes away and the table is seen."""
        moved = car or self.car
        cars = tuple((one, place if one == moved else where) for one, where in self.position.cars)
        self.position = replace(self.position, cars=cars)
        self.look()

    def look(self) -> None:
        """The table as it is now is seen."""
        self.stops.append(observation_text(visible(self.position)))

    def roll(self, face: str | None = None) -> str:
        """Throw the penalty die into the tray, where it comes to lie anew."""
        self.lain += [self.position.tray] if self.position.tray else []
        thrown = self._thrown(face)
        self.position = replace(self.position, tray=thrown)
        self.look()
        self.rolls.append((len(self.stops) - 1, thrown.face))
        return thrown.face

    def _thrown(self, face: str | None) -> TrayDie:
        while True:
            die = TrayDie(
                face or FACES[self.dice.randrange(6)],
                DIE_STEP_MM * (self.dice.randrange(11) - 5),
                DIE_STEP_MM * (self.dice.randrange(11) - 5),
                DIE_STEP_DEG * self.dice.randrange(24),
            )
            if not any(may_be_pushed(lain, replace(die, face=lain.face)) for lain in self.lain):
                return die

    def relook(self) -> None:
        """The last stop is seen again with what was done to the table meanwhile."""
        text = observation_text(visible(self.position))
        if self.stops:
            self.stops[-1] = text
        else:
            self.stops.append(text)


def play_out(stage: Stage, path: Sequence[TurnState], roll: bool = True) -> TurnState:
    """Make the movements of a plan one after the other, with their words and rolls; the state they end in."""
    for action in path[0].actions:
        if isinstance(action, MoveUp):
            stage.actions.append(action)
            stage.put(OnSquare(action.end))
    for before, state in pairwise(path):
        action = state.actions[-1]
        if isinstance(action, Movement) and state.square is not None:
            say_movement(stage, state.used, action)
            stage.actions.append(unmarked(action))
            stage.put(OnSquare(state.square))
        if roll and len(state.entries) > len(before.entries) and not penalty(stage):
            return spun_out(stage, state)
    return path[-1]


def unmarked(action: Action) -> Action:
    """The action as the driver knows it: nothing about it is assumed."""
    return replace(action, assumed=False) if isinstance(action, Forward | LaneChange) else action


def say_movement(stage: Stage, number: int, action: Action) -> None:
    """Say what a camera cannot see: the speed of a lane change, the token, the rare facing."""
    if isinstance(action, LaneChange) and not action.token:
        stage.declared.append(f"speed:{number}={speed_list(action.speeds)[0]}")
    if isinstance(action, Forward | LaneChange) and action.token:
        stage.declared.append(f"token:{number}={action.token}")
    if isinstance(action, Forward | LaneChange) and action.old:
        stage.declared.append(f"facing:{number}=old")


def penalty(stage: Stage) -> bool:
    """Roll for an entry at speed 2, with the re-rolls other players may force; whether the car stays on the road."""
    face = stage.roll()
    stage.actions.append(Roll(face))
    if stage.dice.random() < SAID_ROLL_SHARE:
        stage.declared.append(f"roll={face}")
    safe = not spins_out(face)
    hands = [(pool, token) for pool, held in others_tokens(stage.position, stage.car) for token in tokens_in(held)]
    if safe and hands and stage.dice.random() < DEFENCE_SHARE:
        pool, token = hands[stage.dice.randrange(len(hands))]
        safe = forced_again(stage, face, pool, token)
    return safe


def forced_again(stage: Stage, face: str, pool: str, token: str) -> bool:
    """Another player spends a token; whether the car survives the re-roll."""
    if not stage.declared or stage.declared[-1] != f"roll={face}":
        stage.declared.append(f"roll={face}")
    again = stage.roll()
    stage.declared += [f"defence:{pool}={token}", f"reroll={again}"]
    stage.actions += [Defence(pool, token), Roll(again, again=True)]
    stage.spent.append((pool, token))
    hands = tuple((one, (spend(hand, token) or "") if one == pool else hand) for one, hand in stage.position.tokens)
    stage.position = replace(stage.position, tokens=hands)
    return not spins_out(again, token)


def spun_out(stage: Stage, state: TurnState) -> TurnState:
    """Set the car outside its corner; its turn is over."""
    shape = road(stage.position.circuit)
    tile = shape.circuit.tiles[shape.tile_at[state.square]] if state.square else (0, 0)
    stage.actions.append(SpinOut(tile))
    stage.put(OutsideCorner(tile))
    return replace(state, square=None, outside=tile, turned=False, stopped=SPIN_OUT)


def leave_if_finished(stage: Stage, state: TurnState) -> TurnState:
    """A car that has crossed the line for the last time is taken off the track."""
    if not has_finished(stage.position, stage.car, state.crossings, state.pitted):
        return state
    stage.actions.append(Leave())
    stage.put(OffTrack())
    return replace(state, square=None, stopped=LEFT_TRACK)


def tidy_up(stage: Stage, start: Position, state: TurnState) -> Position:
    """Turn the lap die and the hazards that are due, look once more, and hand on the turn."""
    others = {car: place for car, place in stage.position.cars if car != stage.car}
    after = after_turn(start, stage.car, state, others, stage.spent)
    hazards = placed(start, rolled_on(stage.actions), stage.spare)
    after = replace(
        after,
        lap=right_laps(start, after)[0],
        hazards=tuple((square, up or surely_passed(after, square)) for square, up in hazards),
        owed=tuple(square for square in start.owed if square not in dict(hazards)),
        tray=stage.position.tray,
    )
    stage.position = after
    stage.relook()
    return hand_on(after, stage.car)
