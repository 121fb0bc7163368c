"""A piece set by hand on the drawn board: a pawn or a flag put elsewhere, a card turned over, a die or flags set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from referee.games.deeds import FLAGS, FLIP, Deed, Handled, counted, faces
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


def handled(position: Position) -> Iterator[Handled]:
    """Every piece that can be set by hand, with what can be done to it."""
    for suit, _ in position.pawns:
        count, most = position.count(suit), len(position.ranks) - 1
        racing = position.phase != PLACING
        flags = counted(FLAGS, count, 0, most, partial(_with_flags, position, suit)) if racing else ()
        yield Handled(suit, COLOURS[suit], partial(_pawn_put, position, suit), flags)
    for flag, _ in visible(position).flags:
        yield Handled(flag, flag_words(flag), partial(_flag_put, position, flag))
    for suit, die in position.dice:
        shown = faces(die.face, FACES, partial(_with_face, position, suit))
        yield Handled(DIE + suit, f"{COLOURS[suit]}'s die", deeds=shown)
    for at in SQUARES:
        name = square_name(at)
        yield Handled(CARD + name, f"card on {name}", deeds=_flip(position, at))


def _flip(position: Position, square: Square) -> tuple[Deed, ...]:
    """A card can be turned over, once the race is on, unless it always lies face up or somebody stands on it."""
    if position.phase == PLACING:
        return ()
    stuck = square not in position.down and (position.rank(square) not in TURNABLE or square in position.at.values())
    return () if stuck else (Deed(FLIP, replace(position, down=position.down ^ {square})),)


def _pawn_put(position: Position, piece: str, space: str) -> Position:
    """A pawn set on the flag it has to touch next has touched it."""
    square, seen = parse_square(space), visible(position)
    pawns = tuple((suit, square if suit == piece else was) for suit, was in seen.pawns)
    taken = as_it_lies(position, replace(seen, pawns=pawns))
    return hand_on(taken) if taken.winner and not position.winner else taken


def _flag_put(position: Position, piece: str, space: str) -> Position:
    square = parse_square(space)
    return replace(position, flags=tuple((flag, square if flag == piece else was) for flag, was in position.flags))


def _with_face(position: Position, suit: str, face: str) -> Position:
    dice = tuple((one, replace(die, face=face) if one == suit else die) for one, die in position.dice)
    return replace(position, dice=dice)


def _with_flags(position: Position, suit: str, count: int) -> Position:
    counts = {one: position.count(one) for one in sorted(position.seats, key=SUITS.index)} | {suit: count}
    return replace(position, touched=tuple(counts.items()))
