"""A turn in words for the table, and the nearest legal turns to one that was not.

What lies face down is never named here: the players have to remember it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.games.fact import Fact, fact
from referee.games.royal_racers.actions import (
    Action,
    Back,
    Coin,
    Flip,
    Odd,
    Place,
    Roll,
    Step,
    Try,
    parse_turn,
)
from referee.games.royal_racers.board import square_name
from referee.games.royal_racers.words import WORDS

NEAREST = 3


def turn_in_words(text: str, complete: bool) -> str:
    """A turn, or several turns, in words.

    >>> turn_in_words("S r4 -c3 >d4", True)
    'red rolled a 4, turned down c3 and went to d4'
    >>> turn_in_words("M", False)
    'black has not moved yet'
    """
    parts = text.split(" / ")
    told = [_one_turn(part, complete or part != parts[-1]) for part in parts]
    return told[0] if len(told) == 1 else WORDS.tell(fact("story"), turns=told)


def _one_turn(text: str, complete: bool) -> str:
    suit, actions = parse_turn(text)
    deeds = [deed(action) for action in actions]
    if not deeds:
        return WORDS.tell(fact("turn", who=suit, how="nothing" if complete else "not-yet"))
    if complete and not any(isinstance(action, Step | Odd | Place | Coin) for action in actions):
        deeds.append(fact("deed", how="not-moved"))
    return WORDS.tell(fact("turn", who=suit), deeds=[WORDS.tell(one) for one in deeds])


@lru_cache(maxsize=512)
def deed(action: Action) -> Fact:
    """What was done."""
    match action:
        case Roll(face):
            return fact("deed", how="rolled", rank=face) if face else fact("deed", how="rolled-unseen")
        case Flip(square, up):
            return fact("deed", how="up" if up else "down", square=square_name(square))
        case Try(None):
            return fact("deed", how="wrong-unseen")
        case Try(square) if square is not None:
            return fact("deed", how="wrong", square=square_name(square))
        case Back(square) if square is not None:
            return fact("deed", how="back", square=square_name(square))
        case Back():
            return fact("deed", how="stayed")
        case Step(square):
            return fact("deed", how="went", square=square_name(square))
        case Odd(square) if square is not None:
            return fact("deed", how="put", square=square_name(square))
        case Odd():
            return fact("deed", how="left")
        case Place(flag, square):
            return fact("deed", how="placed", who=flag[0], rank=flag[1], square=square_name(square))
        case Coin(suit, count):
            return fact("deed", how="coin", who=suit, count=count)
    return fact("deed", how="not-moved")


def advice(turn: str) -> str:
    """A legal turn as advice: a card to be turned up is not given away.

    >>> advice("S r4 -c3 >d4")
    'with 4 rolled, turn down c3, go to d4'
    """
    _, actions = parse_turn(turn)
    return _legal_words(actions)


def _legal_words(actions: Sequence[Action]) -> str:
    """A legal turn as advice: a card to be turned up is not given away."""
    steps = [advised for action in actions for advised in _advice(action)]
    if [step.get("how") for step in steps] == ["rolled"]:
        steps.append(fact("advice", how="stay"))
    return WORDS.tell(fact("advice"), steps=[WORDS.tell(step) for step in steps])


def _advice(action: Action) -> list[Fact]:
    match action:
        case Flip(square, False):
            return [fact("advice", how="down", square=square_name(square))]
        case Flip() | Try():
            return [fact("advice", how="up")]
        case Back(square) if square is not None:
            return [fact("advice", how="back", square=square_name(square))]
        case Step(square):
            return [fact("advice", how="go", square=square_name(square))]
        case Place(flag, square):
            return [fact("advice", how="place", who=flag[0], rank=flag[1], square=square_name(square))]
        case Roll(face):
            return [fact("advice", how="rolled", rank=face)]
    return []
