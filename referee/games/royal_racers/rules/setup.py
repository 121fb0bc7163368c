"""Before the race: the board of cards, the starts and the flags (Setup)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Rule, Violation
from referee.games.royal_racers.board import (
    CENTRE,
    COLOURS,
    DECK,
    QUADRANT_WORDS,
    Square,
    flag_words,
    in_turn,
    quadrant,
    square_name,
)
from referee.games.royal_racers.position import Position

LAYOUT = Rule("royal-racers/layout", "36 cards face up in six rows, pawns on the centre four", "Setup a) to c)")
FLAG_PLACEMENT = Rule("royal-racers/flag-placement", "Flags go quadrant by quadrant, one to a card", "Setup d) and e)")


def layout(cards: Sequence[str], down: frozenset[Square]) -> Violation | None:
    """Each card from ace to nine once, all of them face up."""
    missing = len(set(DECK) - set(cards))
    if missing or len(cards) != len(DECK):
        return Violation(LAYOUT.id, f"The board is not made of the 36 cards from ace to nine: {missing} are missing.")
    if down:
        return Violation(
            LAYOUT.id, f"The race starts with every card face up; {square_name(min(down))} lies face down."
        )
    return None


def start_square(suit: str, square: Square) -> Violation | None:
    """A pawn starts on one of the four squares in the middle."""
    if square in CENTRE:
        return None
    return Violation(
        LAYOUT.id, f"{in_turn(suit)} starts on {square_name(square)}; the starts are c3, c4, d3 and d4, in the middle."
    )


def card_moved(square: Square) -> Violation:
    """The cards stay where they were laid."""
    return Violation(LAYOUT.id, f"Another card lies on {square_name(square)} than before; cards are turned, not moved.")


def due_flag(position: Position) -> tuple[str, int]:
    """The flag that is placed next, and its quadrant; the placer sits on the owner's left."""
    seats = position.seats
    owner = seats[seats.index(position.to_move) - 1]
    start = position.start(owner)
    first = quadrant(start if start is not None else position.at[owner])
    return owner + position.ranks[position.round - 1], (first + position.round - 1) % 4


def flag_placement(position: Position, flag: str, square: Square) -> Violation | None:
    """The flag that is due, in its quadrant, on a card without a flag."""
    due, quarter = due_flag(position)
    placer = in_turn(position.to_move)
    if flag != due:
        return Violation(FLAG_PLACEMENT.id, f"{placer} placed {flag_words(flag)}; {flag_words(due)} is due.")
    if quadrant(square) != quarter:
        words = f"{QUADRANT_WORDS[quadrant(square)]} quadrant; it belongs in the {QUADRANT_WORDS[quarter]} one"
        return Violation(FLAG_PLACEMENT.id, f"{placer} placed {flag_words(flag)} in the {words}.")
    if square in position.flagged:
        return Violation(
            FLAG_PLACEMENT.id,
            f"{placer} placed {flag_words(flag)} on {square_name(square)}, where a flag lies already.",
        )
    return None


def not_placed(position: Position) -> Violation:
    """The turn is over and the flag that was due is not on the board."""
    due, quarter = due_flag(position)
    return Violation(
        FLAG_PLACEMENT.id,
        f"{in_turn(position.to_move)} did not place {flag_words(due)} in the {QUADRANT_WORDS[quarter]} quadrant.",
    )


def flag_moved(flag: str, gone: bool) -> Violation:
    """A flag stays on its card."""
    what = "was taken away before it was touched" if gone else "was moved"
    return Violation(FLAG_PLACEMENT.id, f"{flag_words(flag).capitalize()} {what}; flags stay where they were placed.")


def before_race(suit: str) -> Violation:
    """Pawns stand still and cards stay face up while flags are placed."""
    return Violation(FLAG_PLACEMENT.id, f"{COLOURS[suit].capitalize()} was moved before all flags were placed.")


def strange_flag(position: Position) -> Violation | None:
    """Every flag is one of this race's."""
    for flag, _ in position.flags:
        if flag[0] not in position.seats or flag[1] not in position.ranks:
            return Violation(FLAG_PLACEMENT.id, f"{flag_words(flag).capitalize()} does not belong in this race.")
    return None


def flag_set(position: Position) -> Violation | None:
    """Where every flag lies that should: each in its quadrant, one to a card."""
    seen: set[Square] = set()
    for flag, square in position.flags:
        if flag[0] not in position.seats or flag[1] not in position.ranks:
            continue
        if square in seen:
            return Violation(FLAG_PLACEMENT.id, f"Two flags lie on {square_name(square)}.")
        seen.add(square)
        start = position.start(flag[0])
        step = position.ranks.index(flag[1])
        if flag[1] != position.ranks[-1] and start is not None and quadrant(square) != (quadrant(start) + step) % 4:
            quarter = QUADRANT_WORDS[(quadrant(start) + step) % 4]
            return Violation(FLAG_PLACEMENT.id, f"{flag_words(flag).capitalize()} belongs in the {quarter} quadrant.")
    return None
