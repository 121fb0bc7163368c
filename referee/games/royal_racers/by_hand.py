"""A piece set by hand on the drawn board: a pawn or a flag put elsewhere, a card turned over, a die or flags set."""

from __future__ import annotations

from dataclasses import replace

from referee.errors import NotationError
from referee.games.deeds import FACE, FLAGS, FLIP, Deed, Handled, counted, deed_of, faces, need_deed
from referee.games.royal_racers.between import as_it_lies
from referee.games.royal_racers.board import (
    COLOURS,
    FACES,
    SQUARES,
    SUITS,
    TURNABLE,
    Square,
    flag_words,
    parse_square,
    square_name,
)
from referee.games.royal_racers.position import PLACING, Position, visible
from referee.games.royal_racers.succession import hand_on

CARD, DIE = "card:", "die:"
"""Before the name of a card's square and of a player's suit."""


def handled(position: Position) -> tuple[Handled, ...]:
    """Every piece that can be set by hand, with what can be done to it."""
    racing = position.phase != PLACING
    most = len(position.ranks) - 1
    return (
        *(
            Handled(suit, COLOURS[suit], True, counted(FLAGS, position.count(suit), 0, most) if racing else ())
            for suit, _ in position.pawns
        ),
        *(Handled(flag, flag_words(flag)) for flag, _ in visible(position).flags),
        *(Handled(DIE + suit, f"{COLOURS[suit]}'s die", False, faces(die.face, FACES)) for suit, die in position.dice),
        *(Handled(CARD + square_name(at), f"card on {square_name(at)}", False, _flip(position, at)) for at in SQUARES),
    )


def _flip(position: Position, square: Square) -> tuple[Deed, ...]:
    """A card can be turned over, once the race is on, unless it always lies face up or somebody stands on it."""
    if position.phase == PLACING:
        return ()
    stuck = square not in position.down and (position.rank(square) not in TURNABLE or square in position.at.values())
    return () if stuck else ((FLIP, ""),)


def with_piece(position: Position, piece: str, space: str) -> Position:
    """The position with one piece set so; whose turn it is stays.

    A pawn set on the flag it has to touch next has touched it. Raises NotationError when there is no such piece or
    space, or when that cannot be done with it.
    """
    deed = deed_of(space)
    if deed is not None:
        return _done(position, piece, *deed)
    square, seen = parse_square(space), visible(position)
    if piece in position.at:
        pawns = tuple((suit, square if suit == piece else was) for suit, was in seen.pawns)
        taken = as_it_lies(position, replace(seen, pawns=pawns))
        return hand_on(taken) if taken.winner and not position.winner else taken
    if piece not in dict(seen.flags):
        raise NotationError(f"there is no pawn and no flag {piece} on the board.")
    return replace(position, flags=tuple((flag, square if flag == piece else was) for flag, was in position.flags))


def _done(position: Position, piece: str, kind: str, value: str) -> Position:
    need_deed(handled(position), piece, kind, value)
    if kind == FLIP:
        return replace(position, down=position.down ^ {parse_square(piece.removeprefix(CARD))})
    if kind == FACE:
        suit = piece.removeprefix(DIE)
        dice = tuple((one, replace(die, face=value) if one == suit else die) for one, die in position.dice)
        return replace(position, dice=dice)
    counts = {suit: position.count(suit) for suit in sorted(position.seats, key=SUITS.index)} | {piece: int(value)}
    return replace(position, touched=tuple(counts.items()))
