"""What is known of a turn's dice: from the throwing card at every stop, and from what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.nestorgames_gp.actions import has_repeat
from referee.games.nestorgames_gp.declarations import Said
from referee.games.nestorgames_gp.lying import followed, numbered_after
from referee.games.nestorgames_gp.observation import Observation, Thrown, thrown_anew
from referee.games.nestorgames_gp.position import Position


@dataclass(frozen=True)
class DiceKnown:
    """What is known of the dice of one driver in one turn.

    Attributes
    ----------
    roll : the faces, in the order they were rolled when `ordered`.
    whole : whether that is the whole roll; else more dice may have been thrown unseen.
    """

    roll: tuple[int, ...] = ()
    whole: bool = False
    ordered: bool = False


def fresh_dice(position: Position, car: str, seen: Observation) -> dict[int, Thrown]:
    """A driver's dice on the card that were thrown since the position, by number."""
    return _fresh(position, car, numbered_after(position.dice, seen.dice))


def _fresh(position: Position, car: str, dice: Sequence[Thrown]) -> dict[int, Thrown]:
    old = {die.number: die for die in position.dice if die.car == car}
    return {
        die.number: die
        for die in dice
        if die.car == car and (die.number not in old or thrown_anew(old[die.number], die))
    }


def dice_known(position: Position, car: str, stops: Sequence[Observation], said: Said, finished: bool) -> DiceKnown:
    """What the stops and the words tell of a driver's roll; `finished` says that rolling is over.

    What was said stands for what was rolled. The dice of a roll lie on the card until the turn is over: when they do at
    the last stop, and none was taken off before, they are the whole roll.
    """
    if said.roll is not None and not _is_anothers(position, car, stops, said.roll):
        return DiceKnown(said.roll, True, True)
    seen, doubtful = _fresh_at_each_stop(position, car, stops)
    if not seen or not any(seen):
        return DiceKnown()
    last = seen[-1]
    order, single, taken_off = _order(seen)
    whole = bool(last) and stops[-1].dice_clear and not taken_off and not doubtful
    faces = tuple(last[number].face for number in order if number in last) if last else ()
    return DiceKnown(faces, whole and (finished or has_repeat(faces)), single)


def _is_anothers(position: Position, car: str, stops: Sequence[Observation], roll: Sequence[int]) -> bool:
    """Whether a roll that was said lies on the card in another car's dice, and none of this car's do."""
    if any(fresh_dice(position, car, stop) for stop in stops):
        return False
    thrown = [fresh_dice(position, other, stop).values() for stop in stops for other in position.seats if other != car]
    return any(sorted(die.face for die in dice) == sorted(roll) for dice in thrown)


def _fresh_at_each_stop(
    position: Position, car: str, stops: Sequence[Observation]
) -> tuple[list[dict[int, Thrown]], bool]:
    """A driver's new dice at every stop, and whether a die at the end may be an old one or a new one lying alike."""
    found: list[dict[int, Thrown]] = []
    picked_up: set[int] = set()
    each = followed(position.dice, stops)
    for stop, dice in zip(stops, each, strict=True):
        lying = {die.number: die for die in dice if die.car == car}
        fresh = _fresh(position, car, dice)
        found.append({number: die for number, die in lying.items() if number in fresh or number in picked_up})
        if stop.dice_clear:
            picked_up |= {die.number for die in position.dice if die.car == car} - set(lying)
    left = {die.number for die in each[-1] if die.car == car} if stops else set()
    return found, bool(found and found[-1]) and left != set(found[-1])


def _order(seen: Sequence[dict[int, Thrown]]) -> tuple[list[int], bool, bool]:
    """In which order the dice came, whether each came alone, and whether one was taken off or thrown again."""
    order: list[int] = []
    single, taken_off = True, False
    for before, now in zip([{}, *seen[:-1]], seen, strict=True):
        new = [number for number in now if number not in before or thrown_anew(before[number], now[number])]
        single = single and len(new) <= 1
        taken_off = taken_off or any(number in order for number in new) or not set(before) <= set(now)
        order = [number for number in order if number not in new] + new
    return order, single, taken_off
