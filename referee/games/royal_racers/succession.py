"""From one turn to the next: cards turned, flags placed and touched, the end of the race, and who acts then."""

from __future__ import annotations

from bisect import insort

from referee.frozen import replace, with_one
from referee.games.royal_racers import rules as law
from referee.games.royal_racers.board import NEXT_TO, SQUARES, SUITS, Square
from referee.games.royal_racers.position import CAMPAIGN, PLACING, RACING, Position, flag_key, turn_order


def placements(position: Position) -> tuple[Square, ...]:
    """Where the flag that is due may be placed."""
    due, _ = law.due_flag(position)
    return tuple(square for square in SQUARES if law.flag_placement(position, due, square) is None)


def step_squares(position: Position, suit: str) -> tuple[Square, ...]:
    """The squares one legal step away."""
    here = position.at[suit]
    return tuple(
        square
        for square in NEXT_TO[here]
        if square not in position.down
        and square not in position.at.values()
        and law.opponent_flag(position, suit, here, square, position.down) is None
    )


def turned(position: Position, square: Square) -> Position:
    """The position with the card on a square turned over."""
    return replace(position, down=position.down ^ {square})


def with_flag(position: Position, flag: str, square: Square) -> Position:
    """The position with one more flag."""
    flags = [one for one in position.flags if one[0] != flag]
    insort(flags, (flag, square), key=flag_key)
    return replace(position, flags=tuple(flags))


def put(position: Position, suit: str, square: Square) -> Position:
    """The pawn stands on a square; nothing is touched by that."""
    return with_one(position, "pawns", suit, square)


def touch(position: Position, suit: str) -> tuple[Position, str]:
    """The position with the flag touched on which the pawn ended its step, and that flag's rank ("" for none)."""
    if position.phase != RACING or position.winner or position.goal(suit) != position.at[suit]:
        return position, ""
    count = position.count(suit)
    winner = suit if count + 1 == len(position.ranks) else ""
    return replace(with_one(position, "touched", suit, count + 1), winner=winner), position.ranks[count]


def hand_on(position: Position) -> Position:
    """The next player's turn; after a round the next round, after the last flag the race."""
    if position.winner:
        return with_score(replace(position, queue=()))
    if len(position.queue) > 1:
        return replace(position, queue=position.queue[1:])
    return next_round(position)


def next_round(position: Position) -> Position:
    """The first turn of the next round."""
    if position.phase == PLACING and position.round >= len(position.ranks) - 1:
        return replace(position, phase=RACING, round=1, queue=turn_order(position.seats, 1))
    number = position.round + 1
    return replace(position, round=number, queue=turn_order(position.seats, number))


def out_of_turn(position: Position, suits: tuple[str, ...]) -> Position:
    """Players who moved before their turn have had it in this round."""
    kept = tuple(suit for index, suit in enumerate(position.queue) if index == 0 or suit not in suits)
    return replace(position, queue=kept)


def with_score(position: Position) -> Position:
    """The score after a race of a campaign: a flag touched counts one."""
    if CAMPAIGN not in position.variants:
        return position
    before = dict(position.score)
    score = tuple(
        (suit, before.get(suit, 0) + position.count(suit)) for suit in sorted(position.seats, key=SUITS.index)
    )
    return replace(position, score=score)


def way_back(position: Position, suit: str) -> Square | None:
    """Where a failed flip sends the pawn; None when another pawn or a face-down card is in the way."""
    last = position.last_flag(suit)
    if last == position.at[suit]:
        return last
    return None if last is None or last in position.down or last in position.others(suit) else last
