"""A turn in words for the table."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.fact import Fact, fact
from referee.games.racepack.actions import (
    Action,
    Defence,
    Forward,
    LaneChange,
    Leave,
    Movement,
    MoveUp,
    Odd,
    ReEntry,
    Roll,
    SpinOut,
    parse_turn,
    speed_list,
)
from referee.games.racepack.position import place_kind, spot_name, square_name
from referee.games.racepack.rules import MOVEMENTS
from referee.games.racepack.words import WORDS


def turn_in_words(turn: str, complete: bool = True) -> str:
    """A turn in one sentence part: `red drove 4 to e7 and changed lanes to d6`.

    >>> turn_in_words("S: f4@e7 x2@d6t2 roll=3")
    'red drove 4 to e7, changed lanes to d6 at speed 2 (2 token) and rolled 3'
    >>> turn_in_words("M: f4@e7", complete=False)
    'black drove 4 to e7; one of three movements used'
    """
    turns = [parse_turn(part) for part in turn.split(" / ")]
    told = [WORDS.tell(fact("turn", who=car), deeds=map(WORDS.tell, deeds(actions))) for car, actions in turns]
    used = sum(isinstance(action, Movement) for action in turns[-1][1])
    said = told[0] if len(told) == 1 else WORDS.tell(fact("story"), turns=told)
    return said if complete or used > MOVEMENTS else WORDS.tell(fact("under-way", used=used), turns=[said])


def deeds(actions: Iterable[Action]) -> list[Fact]:
    """What was done in a turn."""
    return [deed(action) for action in actions] or [fact("deed", how="not-moved")]


def deed(action: Action) -> Fact:
    """What was done."""
    match action:
        case MoveUp(end):
            return fact("deed", how="up", square=square_name(end))
        case Forward(speed, end):
            return _with_token(fact("deed", how="drove", speed=speed, square=square_name(end)), action.token)
        case LaneChange(speeds, end):
            changed, known = fact("deed", how="lane", square=square_name(end)), speed_list(speeds)
            return _with_token(
                changed.also(how="lane-speed", speed=known[0]) if len(known) == 1 else changed, action.token
            )
        case ReEntry(end):
            return fact("deed", how="back", square=square_name(end))
        case Odd(end):
            return fact("deed", how=place_kind(end), square=spot_name(end))
        case Roll(face, again):
            return _rolled("again" if again else "rolled", face)
        case Defence(pool, token):
            return fact("deed", how="met", who=pool, token=token) if pool else fact("deed", how="met-unseen")
        case SpinOut():
            return fact("deed", how="out")
        case Leave():
            return fact("deed", how="left")


def met_and_rolled(met: Fact, again: Fact) -> Fact:
    """A token spent against the driver and the re-roll that it forced, as one deed."""
    return again.also(how=f"met-{again.get('how')}", who=met.get("who"), token=met.get("token"))


def _rolled(how: str, face: str | None) -> Fact:
    return fact("deed", how=how, face=face) if face else fact("deed", how=f"{how}-unseen")


def _with_token(done: Fact, token: str) -> Fact:
    return done.also(how=f"{done.get('how')}-token", token=token) if token else done


def advised(action: Action) -> str:
    """An action as a legal turn without tokens has it; the slowest speed of a lane change stands for all."""
    match action:
        case MoveUp(end):
            return WORDS.tell(fact("advice", how="up", square=square_name(end)))
        case Forward(speed, end):
            return WORDS.tell(fact("advice", how="drive", speed=speed, square=square_name(end)))
        case LaneChange(_, end):
            return WORDS.tell(fact("advice", how="lane", square=square_name(end)))
        case ReEntry(end):
            return WORDS.tell(fact("advice", how="back", square=square_name(end)))
        case Leave():
            return WORDS.tell(fact("advice", how="leave"))
    return WORDS.tell(deed(action))
