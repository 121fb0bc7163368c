"""Before the race: the board of cards, the starts and the flags (Setup)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.games.base import Rule
from referee.games.royal_racers.board import CENTRE, DECK, Square, quadrant, square_name
from referee.games.royal_racers.position import Position
from referee.words.fact import Fact, fact

LAYOUT = Rule("royal-racers/layout", "36 cards face up in six rows, pawns on the centre four", "Setup a) to c)")
FLAG_PLACEMENT = Rule("royal-racers/flag-placement", "Flags go quadrant by quadrant, one to a card", "Setup d) and e)")


def layout(cards: Sequence[str], down: frozenset[Square]) -> Fact | None:
    """Each card from ace to nine once, all of them face up."""
    missing = len(set(DECK) - set(cards))
    if missing or len(cards) != len(DECK):
        return fact(LAYOUT.id, how="missing", count=missing)
    if down:
        return fact(LAYOUT.id, how="face-down", square=square_name(min(down)))
    return None


def start_square(suit: str, square: Square) -> Fact | None:
    """A pawn starts on one of the four squares in the middle."""
    if square in CENTRE:
        return None
    return fact(LAYOUT.id, how="start", who=suit, square=square_name(square))


def card_moved(square: Square) -> Fact:
    """The cards stay where they were laid."""
    return fact(LAYOUT.id, how="moved", square=square_name(square))


def due_flag(position: Position) -> tuple[str, int]:
    """The flag that is placed next, and its quadrant; the placer sits on the owner's left."""
    seats = position.seats
    owner = seats[seats.index(position.to_move) - 1]
    start = position.start(owner)
    first = quadrant(start if start is not None else position.at[owner])
    return owner + position.ranks[position.round - 1], (first + position.round - 1) % 4


def flag_placement(position: Position, flag: str, square: Square) -> Fact | None:
    """The flag that is due, in its quadrant, on a card without a flag."""
    due, quarter = due_flag(position)
    placed = partial(fact, FLAG_PLACEMENT.id, who=position.to_move, who2=flag[0], rank=flag[1])
    if flag != due:
        return placed(how="other", who3=due[0], rank2=due[1])
    if quadrant(square) != quarter:
        return placed(how="quadrant", quadrant=quadrant(square), quadrant2=quarter)
    if square in position.flagged:
        return placed(how="taken", square=square_name(square))
    return None


def not_placed(position: Position) -> Fact:
    """The turn is over and the flag that was due is not on the board."""
    due, quarter = due_flag(position)
    return fact(FLAG_PLACEMENT.id, how="not-placed", who=position.to_move, who2=due[0], rank=due[1], quadrant=quarter)


def flag_moved(flag: str, gone: bool) -> Fact:
    """A flag stays on its card; whose it is does not tell who took it."""
    return fact(FLAG_PLACEMENT.id, how="removed" if gone else "shifted", who2=flag[0], rank=flag[1])


def before_race(suit: str) -> Fact:
    """Pawns stand still and cards stay face up while flags are placed."""
    return fact(FLAG_PLACEMENT.id, how="pawn", who=suit)


def strange_flag(position: Position) -> Fact | None:
    """Every flag is one of this race's."""
    for flag, _ in position.flags:
        if flag[0] not in position.seats or flag[1] not in position.ranks:
            return fact(FLAG_PLACEMENT.id, how="strange", who=flag[0], rank=flag[1])
    return None


def flag_set(position: Position) -> Fact | None:
    """Where every flag lies that should: each in its quadrant, one to a card."""
    seen: set[Square] = set()
    for flag, square in position.flags:
        if flag[0] not in position.seats or flag[1] not in position.ranks:
            continue
        if square in seen:
            return fact(FLAG_PLACEMENT.id, how="two", square=square_name(square))
        seen.add(square)
        start = position.start(flag[0])
        step = position.ranks.index(flag[1])
        if flag[1] != position.ranks[-1] and start is not None and quadrant(square) != (quadrant(start) + step) % 4:
            quarter = (quadrant(start) + step) % 4
            return fact(FLAG_PLACEMENT.id, how="belongs", who=flag[0], rank=flag[1], quadrant=quarter)
    return None
