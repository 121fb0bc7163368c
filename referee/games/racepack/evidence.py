"""What the penalty die and the players' words say about the rolls a line of play needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from referee.games.fact import Fact
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
from referee.games.racepack.observation import OnSquare, Square
from referee.games.racepack.position import DRIVERS, Position, in_turn
from referee.games.racepack.rules import corners
from referee.games.racepack.throws import Change, DiceSeen, Stir, Window, windows
from referee.games.racepack.turnstate import Sheet, TurnState

UNSEEN_ROLL = (Roll(None),)


@dataclass(frozen=True)
class Evidence:
    """What becomes of the rolls of a line: rules broken, facts taken for granted, what is still to be done."""

    faults: tuple[Fact, ...] = ()
    assumes: tuple[str, ...] = ()
    pending: str = ""
    may_be_forced: bool = False
    spent: tuple[tuple[str, str], ...] = ()
    rolls: tuple[tuple[Action, ...], ...] = ()


@dataclass(frozen=True)
class Entry:
    """One entry at speed 2 and what is held to be its own.

    Attributes
    ----------
    window : between which looks its throw was due.
    thrown : the throws that are taken to be its own, oldest first.
    loose : the other times at which the die may have been thrown for it.
    stray : whether the die was thrown at another time in this turn.
    said : what was said about its roll.
    spun : the car is set outside the corner right after it.
    waiting : the turn is open and nothing has come after it, so that the throw may still come.
    drove_on : another movement came after it.
    corner : the number of the corner the car stands on while the throw may still come, else 0.
    whole_turn_at_once : no look shows the car between its start and its end: a roll is then asked about.
    """

    window: Window
    thrown: tuple[Change, ...]
    loose: tuple[Change, ...]
    stray: bool
    said: SaidRoll | None
    spun: bool
    waiting: bool
    drove_on: bool
    corner: int
    whole_turn_at_once: bool

    @property
    def five_is_its_own(self) -> bool:
        """Whether a 5 thrown first can only be this roll.

        It is not if it may have fallen once the car had driven on, nor if it may have fallen before the car stood there
        and another throw may have been the roll. With no other throw the roll was this 5 or was not made at all.
        """
        five = self.thrown[0]
        alone = len(self.thrown) == 1 and not self.loose
        in_time = self.window.holds(five) and five.last < self.window.last
        return in_time and (alone or (self.window.stood is not None and self.window.stood < five.first))


def weigh_rolls(sheet: Sheet, state: TurnState, dice: DiceSeen, closed: bool) -> Evidence:
    """Hold every entry at speed 2 of a line against the die and the words, in the way that suits the driver best."""
    weighed = (_together(sheet, entries) for entries in _matched(sheet, state, dice, closed))
    best = min(weighed, key=lambda part: (len(part.faults), len(part.assumes), part.rolls.count(UNSEEN_ROLL)))
    return _add(best, _needless_roll(sheet, state, dice))


def _matched(sheet: Sheet, state: TurnState, dice: DiceSeen, closed: bool) -> Iterator[tuple[Entry, ...]]:
    """Every way to give the throws that were seen and the rolls that were said to the entries of a line."""
    due = windows(dice, state)
    said = _one_each(sheet.said.rolls, len(due))
    throws = [one for one in dice.changes if one.stir is Stir.THROWN and any(window.may_hold(one) for window in due)]
    choices = [_whose(one, due) for one in throws]
    words = [dict(zip(which, said, strict=False)) for which in combinations(range(len(due)), min(len(due), len(said)))]
    for owners, spoken in product(product(*choices), words):
        own = [tuple(one for one, owner in zip(throws, owners, strict=True) if owner == at) for at in range(len(due))]
        kept = _about_own_throws(spoken, own, due, dice)
        yield tuple(_entry(sheet, state, dice, due[at], at, own[at], kept.get(at), closed) for at in range(len(due)))


def _whose(change: Change, due: Sequence[Window]) -> list[int | None]:
    """The entries that a throw may belong to; to none if it may have come at another time."""
    found: list[int | None] = [at for at, window in enumerate(due) if window.may_hold(change)]
    return found if any(window.holds(change) for window in due) else [*found, None]


def _about_own_throws(
    spoken: Mapping[int, SaidRoll], own: Sequence[tuple[Change, ...]], due: Sequence[Window], dice: DiceSeen
) -> Mapping[int, SaidRoll]:
    """The words about entries; what was said of a throw that was seen elsewhere in the turn says nothing of this one.

    Words that the looks belie correct what was seen, if there are as many as entries; else they may be about one that
    was not seen.
    """
    free = Counter(one.face for one in dice.changes if one.stir is Stir.THROWN)
    seen = {at for at, roll in spoken.items() if {one.face for one in own[at]} & set(_told(roll))}
    free.subtract(str(spoken[at].face) for at in seen)

    def may_be_unseen(at: int) -> bool:
        return not own[at] and any(due[at].may_hold(one) for one in dice.changes)

    all_said = len(spoken) == len(due)
    unseen = [at for at in spoken if free[str(spoken[at].face)] <= 0 and (all_said or may_be_unseen(at))]
    return {at: spoken[at] for at in (*seen, *unseen)}


def _entry(
    sheet: Sheet,
    state: TurnState,
    dice: DiceSeen,
    window: Window,
    at: int,
    own: tuple[Change, ...],
    said: SaidRoll | None,
    closed: bool,
) -> Entry:
    last, drove_on = at == len(state.entries) - 1, state.entries[at] < state.used
    waiting = last and not drove_on and not closed
    stands = state.square if waiting else None
    return Entry(
        window=window,
        thrown=own,
        loose=tuple(one for one in dice.changes if one not in own and window.may_hold(one)),
        stray=any(one.stir is Stir.THROWN for one in dice.changes),
        said=said,
        spun=last and any(isinstance(action, SpinOut) for action in state.actions),
        waiting=waiting,
        drove_on=drove_on,
        corner=sheet.shape.corner_number(sheet.shape.tile_at[stands]) if stands else 0,
        whole_turn_at_once=len(dice.visits) <= 2,
    )


def _one_each(said: Sequence[SaidRoll], entries: int) -> tuple[SaidRoll, ...]:
    """A token named before the roll it answers belongs to that roll, when else there were more rolls than entries."""
    found = list(said)
    for index in reversed(range(len(found) - 1)):
        early, late = found[index : index + 2]
        if len(found) > entries and early.face is None and late.face is not None and not late.defences:
            found[index : index + 2] = [SaidRoll(late.face, early.defences)]
    return tuple(found)


def _together(sheet: Sheet, entries: Sequence[Entry]) -> Evidence:
    """The entries of a line, each with its own throws and words."""
    total = Evidence()
    for entry in entries:
        if entry.said is None and sheet.said.no_roll:
            part = _missing(sheet.car, stray=False)
        elif entry.said or entry.thrown:
            part = _weigh_entry(sheet, entry)
        elif entry.waiting:
            part = Evidence(pending=f"{in_turn(sheet.car)}: roll the penalty die", rolls=((),))
        else:
            unseen = bool(entry.loose) or entry.whole_turn_at_once
            part = _unseen(sheet.car, entry) if unseen else _missing(sheet.car, entry.stray)
        total = _add(total, part)
    return total


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


def _weigh_entry(sheet: Sheet, entry: Entry) -> Evidence:
    """The throws of one entry in their order, as seen and as said, each after the token that forced it."""
    car, faces = sheet.car, [one.face for one in entry.thrown]
    said = entry.said or SaidRoll(None)
    first, *agains = _faces(said, faces)
    more = faces[1 + len(agains) :]
    answered = list(zip(said.defences, agains, strict=True))
    at_once = first is not None and corners.spins_out(first)
    if at_once and said.face != "5" and not (entry.spun or entry.waiting or entry.five_is_its_own):
        return _not_this_five(sheet, entry)
    if _belied(entry, said) and not (entry.spun or entry.waiting) and entry.five_is_its_own:
        granted = Evidence(assumes=("the 5 in the tray is not from this turn's penalty roll",))
        return _add(granted, _weigh_entry(sheet, replace(entry, thrown=(), loose=(*entry.loose, *entry.thrown))))
    # A token follows a safe roll only: what has spun out stays spun out.
    forced = [_forced(defence, again) for defence, again in answered]
    out = True if at_once or True in forced else None if None in forced else False
    actions: list[Action] = [Roll(first)]
    for defence, again in answered:
        actions += [Defence(defence.pool, defence.token), Roll(again, again=True)]
    for thrown in more:
        actions += [Defence("", "")] if entry.spun and not at_once and not sheet.said.no_defence else []
        actions.append(Roll(thrown, again=True))
    part = Evidence(
        faults=_defence_faults(sheet.position, car, said.defences),
        spent=tuple((one.pool, one.token) for one in said.defences if one.pool),
        rolls=(tuple(actions),),
    )
    if out is None:
        return _add(part, Evidence(assumes=(f"the re-roll {'spun the car out' if entry.spun else 'was safe'}",)))
    if out:
        number = first if at_once else next(again for again, spun in zip(agains, forced, strict=True) if spun)
        if entry.waiting and not entry.spun:
            face = "ace" if number == "a" else number
            return _add(part, Evidence(pending=f"{face}: set {DRIVERS[car]} outside corner {entry.corner}"))
        fault = corners.spin_out(car, must=True, did=entry.spun, face=number or "", drove_on=entry.drove_on)
        return _add(part, Evidence(_faults_of(fault)))
    return _add(part, _safe(sheet, entry, more or (faces[-1:] if entry.said is None else []), bool(more)))


def _belied(entry: Entry, said: SaidRoll) -> bool:
    """Whether as many throws were seen as said, and the first one is a 5 and was said to be something else."""
    as_many = len(entry.thrown) == 1 + len(said.defences)
    return as_many and said.face not in (None, "5") and entry.thrown[0].face == "5"


def _not_this_five(sheet: Sheet, entry: Entry) -> Evidence:
    """The first throw seen is a 5 that may have fallen at another time: the next one, or one unseen, was the roll."""
    granted = Evidence(assumes=("the 5 in the tray is not from this turn's penalty roll",))
    if len(entry.thrown) == 1:
        return _add(granted, Evidence(rolls=(UNSEEN_ROLL,)))
    rest = _weigh_entry(sheet, replace(entry, thrown=entry.thrown[1:], loose=(*entry.loose, entry.thrown[0])))
    return rest if entry.said else _add(granted, rest)


def _safe(sheet: Sheet, entry: Entry, shown: Sequence[str], again: bool) -> Evidence:
    """No throw that is accounted for spun the car out; `shown` may be re-rolls, and is one if the die fell `again`."""
    car = sheet.car
    forcible = not sheet.said.no_defence and _could_force(sheet.position, car, face_value(shown[-1]) if shown else 5)
    if entry.spun:
        if not forcible:
            return Evidence(_faults_of(corners.spin_out(car, must=False, did=True)))
        if not shown:
            return Evidence(assumes=(f"another player spent a token against {DRIVERS[car]}",))
        face = corners.rolled_name(shown[-1])
        rolls = () if again else ((Roll(None), Defence("", ""), Roll(shown[-1], again=True)),)
        return Evidence(
            assumes=(f"another player spent a token against {DRIVERS[car]} and the re-roll showed {face}",), rolls=rolls
        )
    if again and not sheet.said.no_defence and forcing_tokens(sheet.position, car):
        face = corners.rolled_name(shown[-1])
        return Evidence(
            assumes=(f"no token made {DRIVERS[car]}'s second throw, {face}, a spin-out",), may_be_forced=entry.waiting
        )
    return Evidence(may_be_forced=entry.waiting)


def _faces(said: SaidRoll, faces: Sequence[str]) -> list[str | None]:
    """What the roll and its re-rolls showed: as said, and as seen where nothing was said.

    Fewer throws than rolls lie where they agree with the words; of more than that the first one is the roll, whatever
    was said, and the last ones are the re-rolls.

    >>> _faces(SaidRoll("3", (SaidDefence("M", "2"),)), ["3"]), _faces(SaidRoll("3"), ["5", "3"])
    (['3', None], ['5'])
    """
    told = _told(said)
    spare = len(told) - len(faces)
    if spare < 0:
        seen = [faces[0], *faces[len(faces) - len(told) + 1 :]]
        return [faces[0], *(one or other for one, other in zip(told[1:], seen[1:], strict=True))]

    def agreeing(at: int) -> tuple[int, int]:
        return sum(one == other for one, other in zip(told[at:], faces, strict=False)), at

    at = max(range(spare + 1), key=agreeing)
    laid = [None] * at + [*faces] + [None] * (spare - at)
    return [one or other for one, other in zip(told, laid, strict=True)]


def _told(said: SaidRoll) -> list[str | None]:
    """What was said of a roll and of its re-rolls, in their order."""
    return [said.face, *(one.again for one in said.defences)]


def _forced(defence: SaidDefence, again: str | None) -> bool | None:
    """Whether the re-roll spun the car out; None when it cannot be told."""
    if again is None:
        return None
    if defence.token:
        return corners.spins_out(again, defence.token)
    return True if corners.spins_out(again) else None


def _defence_faults(position: Position, car: str, defences: Sequence[SaidDefence]) -> tuple[Fact, ...]:
    hands = dict(position.tokens)
    found: list[Fact | None] = []
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
    fives = [one for one in dice.throws if one.face == "5"]
    told = bool(sheet.said.rolls) or bool(fives)
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
    five = any(one.first >= 0 for one in fives) or any(roll.face == "5" for roll in sheet.said.rolls)
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


def _missing(car: str, stray: bool) -> Evidence:
    return Evidence(_faults_of(corners.penalty_roll(car, rolled=False, stray=stray)), rolls=((),))


def _unseen(car: str, entry: Entry) -> Evidence:
    what = "was a spin-out" if entry.spun else "was made and was safe"
    told = f"{DRIVERS[car]}'s penalty roll, which was not seen, {what}"
    if any(one.stir is Stir.PUSHED for one in entry.loose):
        told = f"{DRIVERS[car]}'s penalty roll, which may only have been a push of the die, {what}"
    return Evidence(assumes=(told,), rolls=(UNSEEN_ROLL,))


def _add(one: Evidence, other: Evidence) -> Evidence:
    return Evidence(
        one.faults + other.faults,
        one.assumes + other.assumes,
        one.pending or other.pending,
        one.may_be_forced or other.may_be_forced,
        one.spent + other.spent,
        one.rolls + other.rolls,
    )


def _faults_of(fault: Fact | None) -> tuple[Fact, ...]:
    return (fault,) if fault else ()
