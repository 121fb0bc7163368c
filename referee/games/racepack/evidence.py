"""What the penalty die and the players' words say about the rolls a line of play needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.games.base import Violation
from referee.games.racepack.actions import (
    Action,
    Defence,
    Forward,
    LaneChange,
    Movement,
    ReEntry,
    Roll,
    SpinOut,
    one_speed,
    token_speed,
)
from referee.games.racepack.circuit import road
from referee.games.racepack.declarations import SaidDefence, SaidRoll, spend
from referee.games.racepack.notation import face_value
from referee.games.racepack.observation import DIE_STEP_DEG, DIE_STEP_MM, Observation, OnSquare, Square, TrayDie
from referee.games.racepack.position import DRIVERS, Position
from referee.games.racepack.rules import corners
from referee.games.racepack.turnstate import Sheet, TurnState

SHIFT_MM = DIE_STEP_MM
TURN_DEG = DIE_STEP_DEG
"""One step of the told pose is jitter, two are a throw."""

UNSEEN_ROLL = (Roll(None),)


@dataclass(frozen=True)
class DiceSeen:
    """New faces of the penalty die since the turn began.

    Attributes
    ----------
    faces : oldest first; a die that lies as it lay is not new.
    known : the die was seen before and after, so that no new face means no roll.
    fresh : the die was seen before, so that a new face is surely a new roll.
    """

    faces: tuple[str, ...]
    known: bool
    fresh: bool


@dataclass(frozen=True)
class Evidence:
    """What becomes of the rolls of a line: rules broken, facts taken for granted, what is still to be done."""

    faults: tuple[Violation, ...] = ()
    assumes: tuple[str, ...] = ()
    pending: str = ""
    may_be_forced: bool = False
    spent: tuple[tuple[str, str], ...] = ()
    rolls: tuple[tuple[Action, ...], ...] = ()


def dice_seen(position: Position, car: str, stops: Sequence[Observation]) -> DiceSeen:
    """Follow the penalty die through the stops of a turn; before the car has moved no roll can be due."""
    before = position.tray
    for stop in stops[:-1]:
        if dict(stop.cars).get(car) != position.place(car):
            break
        before = stop.tray or before
    last, faces = before, list[str]()
    moving = [stop for stop in stops if dict(stop.cars).get(car) != position.place(car)]
    for tray in (stop.tray for stop in moving):
        if tray is not None and (last is None or rolled_anew(last, tray)):
            faces.append(tray.face)
        last = tray or last
    final = stops[-1].tray if stops else before
    return DiceSeen(tuple(faces), before is not None and final is not None, before is not None)


def rolled_anew(before: TrayDie, now: TrayDie) -> bool:
    """Whether the die shows another face or lies elsewhere than a picture's jitter explains."""
    turned = abs((now.angle_deg - before.angle_deg + 180.0) % 360.0 - 180.0)
    shifted = max(abs(now.x_mm - before.x_mm), abs(now.y_mm - before.y_mm))
    return now.face != before.face or shifted > SHIFT_MM or turned > TURN_DEG


def weigh_rolls(sheet: Sheet, state: TurnState, dice: DiceSeen, closed: bool) -> Evidence:
    """Hold every entry at speed 2 of a line against the die and the words, in the way that suits the driver best."""
    entries = len(state.entries)
    said = _one_each(sheet.said.rolls, entries)
    which = combinations(range(entries), min(entries, len(said)))
    matches = [dict(zip(chosen, said, strict=False)) for chosen in which]
    weighed = [_weigh_entries(sheet, state, dice, closed, match) for match in matches]
    best = min(weighed, key=lambda part: (len(part.faults), len(part.assumes), part.rolls.count(UNSEEN_ROLL)))
    return _add(best, _needless_roll(sheet, state, dice))


def _one_each(said: Sequence[SaidRoll], entries: int) -> tuple[SaidRoll, ...]:
    """A token named before the roll it answers belongs to that roll, when else there were more rolls than entries."""
    found = list(said)
    for index in reversed(range(len(found) - 1)):
        early, late = found[index : index + 2]
        if len(found) > entries and early.face is None and late.face is not None and not late.defences:
            found[index : index + 2] = [SaidRoll(late.face, early.defences)]
    return tuple(found)


def _weigh_entries(
    sheet: Sheet, state: TurnState, dice: DiceSeen, closed: bool, match: Mapping[int, SaidRoll]
) -> Evidence:
    """The entries of a line, each with what was said about its roll."""
    total = Evidence()
    for index, movement_number in enumerate(state.entries):
        last = index == len(state.entries) - 1
        spun = last and any(isinstance(action, SpinOut) for action in state.actions)
        waiting = last and movement_number == state.used and not closed
        said = match.get(index)
        if said:
            part = _weigh_said(sheet, said, dice if last else DiceSeen((), False, False), spun, waiting)
        elif sheet.said.no_roll:
            part = _missing(sheet.car)
        elif dice.faces:
            part = _weigh_seen(sheet, dice, spun, waiting) if last else _earlier(dice, index, len(state.entries))
        elif waiting:
            part = Evidence(pending="the penalty roll is due", rolls=((),))
        else:
            part = _missing(sheet.car) if dice.known else _unseen(sheet.car, spun)
        total = _add(total, part)
    return total


def _earlier(dice: DiceSeen, index: int, entries: int) -> Evidence:
    """The roll of an entry that was not the last: it was safe, and its face is known if every face was seen."""
    face = dice.faces[index] if len(dice.faces) == entries else None
    return Evidence(rolls=((Roll(None if face and corners.spins_out(face) else face),),))


def with_rolls(state: TurnState, evidence: Evidence) -> tuple[Action, ...]:
    """The actions of a line with its rolls put in after the movements that needed them."""
    rolls = dict(zip(state.entries, evidence.rolls, strict=False))
    found: list[Action] = []
    number = 0
    for action in state.actions:
        found.append(action)
        if isinstance(action, Movement):
            number += 1
            found.extend(rolls.get(number, ()))
    return tuple(found)


def _weigh_seen(sheet: Sheet, dice: DiceSeen, spun: bool, waiting: bool) -> Evidence:
    """Only the die was seen; nobody said anything about this entry."""
    car, face = sheet.car, dice.faces[-1]
    rolls: tuple[tuple[Action, ...], ...] = ((Roll(face),),)
    if spun and not corners.spins_out(face):
        if sheet.said.no_defence or not _could_force(sheet.position, car, face_value(face)):
            return Evidence(_faults(corners.spin_out(car, must=False, did=True)), rolls=rolls)
        assumes = (f"another player spent a token against {DRIVERS[car]} and the re-roll showed {face}",)
        return Evidence(assumes=assumes, rolls=((Roll(None), Defence("", ""), Roll(face, again=True)),))
    if not spun and corners.spins_out(face):
        if waiting:
            return Evidence(pending="the car is still to be set outside the corner", rolls=rolls)
        if not dice.fresh:
            return Evidence(assumes=("the 5 in the tray is not from this turn's penalty roll",), rolls=((Roll(None),),))
        return Evidence(_faults(corners.spin_out(car, must=True, did=False)), rolls=rolls)
    return Evidence(may_be_forced=waiting and not spun, rolls=rolls)


def _weigh_said(sheet: Sheet, said: SaidRoll, dice: DiceSeen, spun: bool, waiting: bool) -> Evidence:
    """The roll was declared, with the tokens spent against it."""
    car = sheet.car
    actions: list[Action] = [Roll(said.face)]
    at_once = said.face is not None and corners.spins_out(said.face)
    must: bool | None = at_once
    for number, defence in enumerate(said.defences, 1):
        again = defence.again or (dice.faces[-1] if dice.faces and number == len(said.defences) else None)
        actions += [Defence(defence.pool, defence.token), Roll(again, again=True)]
        # A token follows a safe roll only: what has spun out stays spun out.
        must = at_once or _forced(defence, again)
    part = Evidence(
        faults=_defence_faults(sheet.position, car, said.defences),
        spent=tuple((one.pool, one.token) for one in said.defences if one.pool),
        rolls=(tuple(actions),),
    )
    if must is None:
        return _add(part, Evidence(assumes=(f"the re-roll {'spun the car out' if spun else 'was safe'}",)))
    if must and not spun and waiting:
        return _add(part, Evidence(pending="the car is still to be set outside the corner"))
    if spun and not must and not sheet.said.no_defence and _could_force(sheet.position, car, 5):
        return _add(part, Evidence(assumes=(f"another player spent a token against {DRIVERS[car]}",)))
    fault = corners.spin_out(car, must=must, did=spun)
    return _add(part, Evidence(_faults(fault), may_be_forced=waiting and not spun))


def _forced(defence: SaidDefence, again: str | None) -> bool | None:
    """Whether the re-roll spun the car out; None when it cannot be told."""
    if again is None:
        return None
    if defence.token:
        return corners.spins_out(again, defence.token)
    return True if corners.spins_out(again) else None


def _defence_faults(position: Position, car: str, defences: Sequence[SaidDefence]) -> tuple[Violation, ...]:
    hands = dict(position.tokens)
    found: list[Violation | None] = []
    for defence in (one for one in defences if one.pool):
        left = spend(hands[defence.pool], defence.token)
        own = defence.pool in position.teams.of(car)
        found.append(corners.defence_token(car, own, left is not None, defence.pool, defence.token))
        if position.variants.one_defence and len(defences) > 1 and defence is defences[1]:
            found.append(corners.one_defence(car))
        hands[defence.pool] = hands[defence.pool] if left is None else left
    return tuple(fault for fault in found if fault)


def _could_force(position: Position, car: str, face: int) -> bool:
    """Whether another player has a token that a re-roll of this face would meet."""
    return any(token <= face for _, tokens in forcing_tokens(position, car) for token in map(token_speed, tokens))


def forcing_tokens(position: Position, car: str) -> list[tuple[str, list[str]]]:
    """The tokens that other players still have, by pool."""
    own = position.teams.of(car)
    hands = dict(position.tokens)
    found = []
    for pool in position.teams.pools:
        if pool not in own:
            odd = ["o2", "o4"] if "o" in hands[pool] else []
            found.append((pool, [token for token in hands[pool] if token != "o"] + odd))
    return found


def _needless_roll(sheet: Sheet, state: TurnState, dice: DiceSeen) -> Evidence:
    """A roll with no entry at speed 2 in this line makes an entry by an unsaid lane change doubtful."""
    if state.entries:
        return Evidence()
    told = bool(sheet.said.rolls) or "5" in dice.faces
    movements = [action for action in state.actions if isinstance(action, Movement)]
    doubtful = any(
        isinstance(action, LaneChange) and action.speeds == one_speed(1) and number not in sheet.said.speeds
        and sheet.shape.is_corner[sheet.shape.tile_at[action.end]]
        for number, action in enumerate(movements, 1)
    )  # fmt: skip
    if not told or any(isinstance(action, SpinOut) for action in state.actions):
        return Evidence()
    if doubtful:
        return Evidence(assumes=("the lane change into the corner had speed 1 and the roll was not needed",))
    five = (dice.fresh and "5" in dice.faces) or any(roll.face == "5" for roll in sheet.said.rolls)
    if five and _first_row_unseen(sheet, movements):
        return Evidence(assumes=(f"{DRIVERS[sheet.car]} drove into the corner at speed 1 and the roll was not needed",))
    return Evidence()


def _first_row_unseen(sheet: Sheet, movements: Sequence[Action]) -> bool:
    """Whether a line stops on the first row of a corner where nobody saw the car: it may have driven on at speed 2."""
    seen = [place.square for place in sheet.places or () if isinstance(place, OnSquare)]
    slow = entered_slowly(sheet.position, sheet.car, movements)
    return any(number not in sheet.said.speeds and end not in seen for number, end in slow)


def entered_slowly(position: Position, car: str, movements: Sequence[Action]) -> tuple[tuple[int, Square], ...]:
    """The forward movements at speed 1 that enter a corner: their numbers, and where they end."""
    shape, place = road(position.circuit), position.place(car)
    before = place.square if isinstance(place, OnSquare) else None
    found: list[tuple[int, Square]] = []
    for number, action in enumerate(movements, 1):
        end = action.end if isinstance(action, Forward | LaneChange | ReEntry) else None
        tile = shape.tile_at.get(end) if end else None
        came_from = shape.tile_at.get(before) if before else None
        if end and isinstance(action, Forward) and action.speed == 1 and tile is not None and tile != came_from:
            found += [(number, end)] if shape.is_corner[tile] else []
        before = end
    return tuple(found)


def _missing(car: str) -> Evidence:
    return Evidence(_faults(corners.penalty_roll(car, rolled=False)), rolls=((),))


def _unseen(car: str, spun: bool) -> Evidence:
    what = "was a spin-out" if spun else "was made and was safe"
    return Evidence(assumes=(f"{DRIVERS[car]}'s penalty roll, which was not seen, {what}",), rolls=((Roll(None),),))


def _add(one: Evidence, other: Evidence) -> Evidence:
    return Evidence(
        one.faults + other.faults,
        one.assumes + other.assumes,
        one.pending or other.pending,
        one.may_be_forced or other.may_be_forced,
        one.spent + other.spent,
        one.rolls + other.rolls,
    )


def _faults(fault: Violation | None) -> tuple[Violation, ...]:
    return (fault,) if fault else ()
