"""A turn in words for the table, and the nearest legal turns to one that was not.

What lies face down is never named here: the players have to remember it.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from referee.games.royal_racers.board import COLOURS, a_rank, distance, flag_words, rank_word, square_name
from referee.games.royal_racers.declarations import NOTHING
from referee.games.royal_racers.evidence import Seen, see
from referee.games.royal_racers.observation import Observation
from referee.games.royal_racers.position import Position
from referee.games.royal_racers.turns import Turn, legal_turns

NEAREST = 3


def turn_in_words(text: str, complete: bool) -> str:
    """A turn, or several turns, in words.

    >>> turn_in_words("S r4 -c3 >d4", True)
    'red rolled a 4, turned down c3 and went to d4'
    >>> turn_in_words("M", False)
    'black has not moved yet'
    """
    parts = text.split(" / ")
    return "; then ".join(_one_turn(part, complete or part != parts[-1]) for part in parts)


def _one_turn(text: str, complete: bool) -> str:
    suit, actions = parse_turn(text)
    words = [_action_words(action) for action in actions]
    if not words:
        return f"{COLOURS[suit]} {'did nothing' if complete else 'has not moved yet'}"
    if complete and not any(isinstance(action, Step | Odd | Place | Coin) for action in actions):
        words.append("did not move")
    told = " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
    return f"{COLOURS[suit]} {told}"


def _action_words(action: Action) -> str:
    match action:
        case Roll(face):
            return "rolled" if not face else "rolled null" if face == "n" else f"rolled {a_rank(face)}"
        case Flip(square, up):
            return f"turned {'up' if up else 'down'} {square_name(square)}"
        case Try(square):
            return "turned up a wrong card" if square is None else f"turned up a wrong card on {square_name(square)}"
        case Back(square):
            return "stayed where the pawn stood" if square is None else f"went back to {square_name(square)}"
        case Step(square):
            return f"went to {square_name(square)}"
        case Odd(square):
            return "left the board" if square is None else f"was put on {square_name(square)}"
        case Place(flag, square):
            return f"placed {flag_words(flag)} on {square_name(square)}"
        case Coin(suit, count):
            return f"took a coin of {count} for {COLOURS[suit]}"
    return ""


def nearest_turns(position: Position, observation: Observation) -> tuple[str, ...]:
    """The legal turns that come nearest to what was seen, in words."""
    seen = see(position, (observation,), NOTHING, closed=True)
    faces = [face for face, guess in seen.rolls.faces if not guess] or [face for face, _ in seen.rolls.faces]
    turns = sorted(legal_turns(position, faces), key=lambda turn: _how_far(seen, turn))
    return tuple(dict.fromkeys(_legal_words(turn.actions) for turn in turns))[:NEAREST]


def _how_far(seen: Seen, turn: Turn) -> tuple[int, int]:
    position = turn.position
    cards = sum(
        side is not None and side != (square in position.down)
        for square, side in ((square, seen.final.lies_down(square)) for square in range(len(position.cards)))
    )
    flags = sum(dict(seen.final.flags).get(flag, square) != square for flag, square in position.flags)
    place = seen.pawn
    steps = distance(place, position.at[seen.suit]) if place is not None else 1
    return cards + steps + flags, len(turn.actions)


def _legal_words(actions: Sequence[Action]) -> str:
    """A legal turn as advice: a card to be turned up is not given away."""
    words = []
    for action in actions:
        match action:
            case Flip(square, False):
                words.append(f"turn down {square_name(square)}")
            case Flip() | Try():
                words.append("turn up a card from memory")
            case Back(square) if square is not None:
                words.append(f"go back to {square_name(square)} if it is the wrong one")
            case Step(square):
                words.append(f"go to {square_name(square)}")
            case Place(flag, square):
                words.append(f"place {flag_words(flag)} on {square_name(square)}")
            case Roll(face):
                words.append(f"with {rank_word(face)} rolled")
    if len(words) < 2 and words and words[0].startswith("with"):
        words.append("stay")
    return ", ".join(words)
