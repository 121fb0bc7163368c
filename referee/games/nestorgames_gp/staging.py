"""Putting a turn on the table: every stop as it is seen, every die, every word; and a random driver."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from referee.games.base import Dice, PlayedTurn
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, has_repeat, points, turn_text
from referee.games.nestorgames_gp.effects import desk, use_item
from referee.games.nestorgames_gp.law import hindered
from referee.games.nestorgames_gp.looks import as_seen
from referee.games.nestorgames_gp.notation import observation_text, position_text
from referee.games.nestorgames_gp.observation import DICE, NAMES, UNKNOWN, Observation, Thrown, thrown_anew
from referee.games.nestorgames_gp.paths import paths_from, target, turnings_open
from referee.games.nestorgames_gp.play import played
from referee.games.nestorgames_gp.position import Position, leaders, visible

STOP_AT = 10
ITEM_SHARE, FIX_SHARE, SAID_ROLL_SHARE, NERVE = 0.5, 0.5, 0.3, 0.35
CELL_X_MM, CELL_Y_MM, JITTER_MM = 34, 34, 4


@dataclass
class Stage:
    """A table on which a turn is being played, and all that has been seen and said.

    Attributes
    ----------
    position : the table as it looks now.
    """

    position: Position
    car: str
    dice: Dice
    stops: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    rolls: list[tuple[int, str]] = field(default_factory=list)

    def look(self) -> None:
        """The table as it is now is seen."""
        self.stops.append(observation_text(visible(self.position)))

    def clear_card(self) -> None:
        """The dice of earlier turns are picked up."""
        self.position = replace(self.position, dice=())

    def throw(self, number: int, face: int) -> None:
        """Throw one die onto the card, where it comes to lie anew."""
        others = tuple(die for die in self.position.dice if (die.car, die.number) != (self.car, number))
        old = next((die for die in self.position.dice if (die.car, die.number) == (self.car, number)), None)
        thrown = self._thrown(number, face)
        while old is not None and not thrown_anew(old, thrown):
            thrown = self._thrown(number, face)
        self.position = replace(self.position, dice=(*others, thrown))
        self.look()
        self.rolls.append((len(self.stops) - 1, str(face)))

    def _thrown(self, number: int, face: int) -> Thrown:
        x_mm = CELL_X_MM * ((number - 1) % 3 - 1) + self.dice.randrange(2 * JITTER_MM + 1) - JITTER_MM
        y_mm = CELL_Y_MM * ((number - 1) // 3 - 0.5) + self.dice.randrange(2 * JITTER_MM + 1) - JITTER_MM
        return Thrown(self.car, number, face, x_mm, y_mm, float(self.dice.randrange(360)))


def stage_for(position: Position, car: str, dice: Dice) -> Stage:
    """A table at the beginning of a turn."""
    stage = Stage(position, car, dice)
    own = any(die.car == car for die in position.dice)
    stage.clear_card()
    if own:
        stage.look()
    return stage


# -- the random driver --------------------------------------------------------------------------------------------


def random_roll(dice: Dice, free: int) -> tuple[int, ...]:
    """Roll die after die until there is enough, a repeat, or no die left; in the order rolled."""
    roll: list[int] = []
    while len(roll) < free and not has_repeat(tuple(roll)):
        if sum(roll) >= STOP_AT and dice.random() > NERVE:
            break
        roll.append(dice.randrange(6) + 1)
    return tuple(roll)


def random_turn(position: Position, dice: Dice) -> Turn:
    """What a driver who keeps the rules might do."""
    car = position.turn
    if position.qualifying:
        return Turn(car, actions.QUALIFY, roll=random_roll(dice, DICE))
    stand, lost = position.stand(car), position.box(car).dice
    use = _random_item(position, dice)
    lies = not stand.up and use != "wrench"
    aim = dice.randrange(6) + 1 if use == "rocket" else 0
    if lies:
        return Turn(car, actions.UP, use if use != "turbo" else "", aim)
    free = DICE if use == "wrench" else DICE - lost
    if not free or (lost > 2 and not use and dice.random() < FIX_SHARE):
        return Turn(car, actions.FIX)
    if position.safety and leaders(position) == (car,):
        free = 1
    late = position.switches.items == "board" and use in ("rocket", "wrench", "turbo") and dice.random() < 0.5
    turn = Turn(car, actions.BUST, use, aim, random_roll(dice, free), late=late)
    return _moving(position, turn, dice) if not has_repeat(turn.roll) else turn


def _random_item(position: Position, dice: Dice) -> str:
    """An item the driver may use now, often none."""
    car, held = position.turn, position.hand(position.turn)
    if not held or dice.random() > ITEM_SHARE:
        return ""
    kind = held[dice.randrange(len(held))]
    if kind == UNKNOWN:
        return ""
    node, free = position.stand(car).node, position.dice_left(car)
    aimed = target(position, car)
    barred = node is None or position.shape.ids[node] in position.shape.no_items
    if (
        (kind == "rocket" and (aimed is None or aimed.blocked))
        or (kind in ("bomb", "oil") and (barred or (kind == "oil" and position.switches.items == "board")))
        or (kind != "wrench" and not free)
    ):
        return ""
    return kind


def _moving(position: Position, turn: Turn, dice: Dice) -> Turn:
    """The movement of a roll, by a random one of the ways that are open."""
    car = turn.car
    node = position.stand(car).node
    steps = points(turn.roll, turn.use == "turbo")
    found = paths_from(position.shape, node, turnings_open(position, car)) if node is not None else ()
    ways = [path for path in found if path.steps == steps]
    path = ways[dice.randrange(len(ways))]
    moved = replace(turn, kind=actions.MOVE, steps=steps, via=path.via)
    held = position.safety is not None and bool(hindered(position, moved, path))
    return replace(moved, kind=actions.HELD) if held else with_refill(position, moved, dice)


def with_refill(position: Position, turn: Turn, dice: Dice) -> Turn:
    """The next item for the tray, if this turn takes the one in it."""
    after = played(position, turn)
    if position.tray is None or after.tray is None or after.tray == position.tray or not after.tray.space:
        return turn
    left = [kind for kind, count in replace(after, tray=None).stock.items() if count > 0]
    return replace(turn, refill=left[dice.randrange(len(left))])


# -- on the table -------------------------------------------------------------------------------------------------


def act_out(position: Position, turn: Turn, dice: Dice) -> Stage:
    """Play a turn up to its last stop: the item, the dice one by one; what is said on the way."""
    stage = stage_for(position, turn.car, dice)
    use_on_stage(stage, turn)
    for number, face in enumerate(turn.roll, 1):
        stage.throw(number, face)
    if turn.roll and (turn.aim or dice.random() < SAID_ROLL_SHARE):
        stage.declared.append(f"roll={'+'.join(map(str, turn.roll))}")
    _say_path(stage, position, turn)
    return stage


def use_on_stage(stage: Stage, turn: Turn) -> None:
    """Use the item and say so; a rocket's die lies on the card until the roll."""
    if not turn.use:
        return
    stage.declared.append(f"use={turn.use}")
    if turn.aim:
        stage.throw(1, turn.aim)
        stage.declared.append(f"aim={turn.aim}")
    table = desk(stage.position)
    use_item(table, turn)
    stage.position = replace(table.now(), dice=stage.position.dice)
    stage.look()
    stage.clear_card()


def _say_path(stage: Stage, position: Position, turn: Turn) -> None:
    node = position.stand(turn.car).node
    if turn.kind not in (actions.MOVE, actions.HELD) or node is None:
        return
    if any(node in position.shape.turnings for node in _straight(position, node, turn.steps)):
        stage.declared.append(f"path={'+'.join(turn.via) or 'main'}")


def _straight(position: Position, node: int, steps: int) -> list[int]:
    nodes = [node]
    for _ in range(steps - 1):
        nodes.append(position.shape.following[nodes[-1]])
    return nodes


def record(stage: Stage, position: Position, turn: Turn, truth: str, seen: Observation | None = None) -> PlayedTurn:
    """The record of a turn whose consequences now lie on the table; `seen` is what really lies there after a fault."""
    after = replace(played(position, turn), dice=stage.position.dice)
    final = visible(after) if seen is None else replace(seen, dice=stage.position.dice)
    stage.stops.append(observation_text(final))
    if seen is not None:
        after = as_seen(after, final)
    return PlayedTurn(
        player=NAMES[turn.car],
        turn=turn_text(turn),
        before=position_text(position),
        after=position_text(after),
        stops=tuple(stage.stops),
        declared=tuple(stage.declared),
        truth=truth,
        rolls=tuple(stage.rolls),
    )


def legal_turn(position: Position, dice: Dice) -> PlayedTurn:
    """One random legal turn of the car to move."""
    turn = random_turn(position, dice)
    return record(act_out(position, turn, dice), position, turn, "legal")
