"""The board morph: the roll and the one card that is turned over (Gameplay, 1-Board Morph).

No fact here says what lies face down: the players have to remember it.
"""

from __future__ import annotations

from referee.games.base import Rule
from referee.games.royal_racers.board import NULL, TURNABLE, Square, square_name
from referee.games.royal_racers.position import Position
from referee.words.fact import Fact, fact

SECTION = "Gameplay, 1-Board Morph"
MORPH = Rule(
    "royal-racers/morph", "Roll, then turn over exactly one card of that rank, then move", SECTION, die="die:{who}"
)
FLIP_FIXED = Rule("royal-racers/flip-fixed", "Cards 6 to 9 are never turned over", SECTION)
FLIP_PAWN = Rule("royal-racers/flip-pawn", "Never a card under a pawn", SECTION)
FLIP_FLAG = Rule("royal-racers/flip-flag", "A card under a flag only when no other of its rank is face up", SECTION)
FLIP_MEMORY = Rule("royal-racers/flip-memory", "A wrong card turned up goes back, and so does the pawn", SECTION)
FLIP_ANY = Rule("royal-racers/flip-any", "Any card may be turned up when all of the rank are under pawns", SECTION)


def all_under_pawns(position: Position, rank: str) -> bool:
    """Whether a pawn stands on every card of this rank."""
    taken = set(position.at.values())
    return all(square in taken for square in position.squares_of(rank))


def flag_in_the_way(position: Position, square: Square) -> bool:
    """Whether a face-up card keeps its side because of its flag: another of its rank, unflagged, is still face up."""
    if square not in position.flagged:
        return False
    others = position.squares_of(position.rank(square))
    return any(other not in position.down and other not in position.flagged for other in others)


def may_turn(position: Position, square: Square) -> bool:
    """Whether the card on a square may be turned over once its own rank is rolled."""
    if position.rank(square) not in TURNABLE or square in position.at.values():
        return False
    return square in position.down or not flag_in_the_way(position, square)


def must_turn(position: Position, roll: str) -> bool:
    """Whether some card of the rolled rank may be turned over, so that one must be."""
    return roll in TURNABLE and any(may_turn(position, square) for square in position.squares_of(roll))


def may_try(position: Position, square: Square) -> bool:
    """Whether a player may name the card on this square: it lies face down and no pawn stands on it."""
    return square in position.down and square not in position.at.values()


def turned_over(position: Position, roll: str, square: Square, any_card: bool = False) -> tuple[Fact, ...]:
    """Everything wrong with turning over the card on a square, for good, after this roll ("" if nobody knows it)."""
    who, name, rank = position.to_move, square_name(square), position.rank(square)
    if rank not in TURNABLE:
        return (fact(FLIP_FIXED.id, how="turned", who=who, rank=rank, square=name),)
    found = []
    if square in position.at.values():
        found.append(fact(FLIP_PAWN.id, how="turned", who=who, square=name))
    if roll == NULL:
        found.append(fact(MORPH.id, how="null", who=who, square=name))
    elif roll and all_under_pawns(position, roll):
        if square not in position.down:
            found.append(fact(FLIP_ANY.id, how="down", who=who, square=name))
    elif any_card and roll:
        found.append(fact(FLIP_ANY.id, how="chosen", who=who, rank=roll))
    elif roll and rank != roll:
        found.append(_wrong_rank(position, roll, square))
    if square not in position.down and flag_in_the_way(position, square):
        found.append(fact(FLIP_FLAG.id, how="turned", who=who, rank=rank, square=name))
    return tuple(found)


def _wrong_rank(position: Position, roll: str, square: Square) -> Fact:
    who, name = position.to_move, square_name(square)
    if square not in position.down:
        return fact(MORPH.id, how="rank", who=who, rank=roll, rank2=position.rank(square), square=name)
    rule = FLIP_MEMORY if must_turn(position, roll) else FLIP_ANY
    return fact(rule.id, how="another", who=who, rank=roll, square=name)


def tried(position: Position, roll: str, square: Square | None, back: bool) -> tuple[Fact, ...]:
    """What is wrong with naming a card in vain; `back` says whether the pawn went back as it must."""
    who = position.to_move
    if roll == NULL:
        return (fact(MORPH.id, how="null-named", who=who),)
    if roll and all_under_pawns(position, roll):
        return (fact(FLIP_ANY.id, how="put-back", who=who, rank=roll),)
    if square is not None and square not in position.down:
        return (fact(FLIP_MEMORY.id, how="face-up", who=who, square=square_name(square)),)
    if square is not None and square in position.at.values():
        return (fact(FLIP_PAWN.id, how="named", who=who, square=square_name(square)),)
    if square is not None and roll and position.rank(square) == roll:
        return (fact(FLIP_MEMORY.id, how="right", who=who, square=square_name(square)),)
    if not back:
        last = position.last_flag(who)
        if last is None:
            return (fact(FLIP_MEMORY.id, how="not-to-start", who=who),)
        return (fact(FLIP_MEMORY.id, how="not-back", who=who, square=square_name(last)),)
    return ()


def nothing_turned(position: Position, roll: str) -> Fact | None:
    """A rank was rolled, a card of it could be turned over, and none was."""
    if not must_turn(position, roll):
        return None
    return fact(MORPH.id, how="nothing", who=position.to_move, rank=roll)


def second_card(position: Position, square: Square) -> Fact:
    """One card a turn."""
    return fact(MORPH.id, how="second", who=position.to_move, square=square_name(square))


def too_early(position: Position) -> Fact:
    """The card is turned before the pawn moves."""
    return fact(MORPH.id, how="early", who=position.to_move)


def no_roll(position: Position) -> Fact:
    """Every turn begins with a roll."""
    return fact(MORPH.id, how="no-roll", who=position.to_move)
