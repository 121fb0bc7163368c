"""The board morph: the roll and the one card that is turned over (Gameplay, 1-Board Morph).

Sentences here never say what lies face down: the players have to remember it.
"""

from __future__ import annotations

from referee.games.base import Rule, Violation
from referee.games.royal_racers.board import NULL, TURNABLE, Square, a_rank, in_turn, rank_word, square_name
from referee.games.royal_racers.position import Position

SECTION = "Gameplay, 1-Board Morph"
MORPH = Rule("royal-racers/morph", "Roll, then turn over exactly one card of that rank, then move", SECTION)
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


def turned_over(position: Position, roll: str, square: Square, any_card: bool = False) -> tuple[Violation, ...]:
    """Everything wrong with turning over the card on a square, for good, after this roll ("" if nobody knows it)."""
    who, name, rank = in_turn(position.to_move), square_name(square), position.rank(square)
    if rank not in TURNABLE:
        return (Violation(FLIP_FIXED.id, f"{who} turned over {a_rank(rank)} on {name}; cards 6 to 9 stay face up."),)
    found = []
    if square in position.at.values():
        found.append(Violation(FLIP_PAWN.id, f"{who} turned over the card on {name}, on which a pawn stands."))
    if roll == NULL:
        found.append(Violation(MORPH.id, f"{who} rolled null and turned over the card on {name}; null turns nothing."))
    elif roll and all_under_pawns(position, roll):
        if square not in position.down:
            found.append(
                Violation(FLIP_ANY.id, f"{who} turned {name} down; with all of the rank under pawns one is turned up.")
            )
    elif any_card and roll:
        found.append(Violation(FLIP_ANY.id, f"{who} chose any card, but not every {rank_word(roll)} is under a pawn."))
    elif roll and rank != roll:
        found.append(_wrong_rank(position, roll, square))
    if square not in position.down and flag_in_the_way(position, square):
        found.append(
            Violation(
                FLIP_FLAG.id,
                f"{who} turned down the flagged card on {name}, though {a_rank(rank)} without a flag is face up.",
            )
        )
    return tuple(found)


def _wrong_rank(position: Position, roll: str, square: Square) -> Violation:
    who, name = in_turn(position.to_move), square_name(square)
    if square not in position.down:
        rank = a_rank(position.rank(square))
        return Violation(MORPH.id, f"{who} rolled {a_rank(roll)} and turned down {rank} on {name}.")
    if not must_turn(position, roll):
        return Violation(
            FLIP_ANY.id, f"{who} turned up another card on {name}, but not every {rank_word(roll)} is under a pawn."
        )
    return Violation(
        FLIP_MEMORY.id, f"{who} rolled {a_rank(roll)} and turned up another card on {name}; it must go face down again."
    )


def tried(position: Position, roll: str, square: Square | None, back: bool) -> tuple[Violation, ...]:
    """What is wrong with naming a card in vain; `back` says whether the pawn went back as it must."""
    who = in_turn(position.to_move)
    if roll == NULL:
        return (Violation(MORPH.id, f"{who} rolled null and tried to turn up a card; null turns nothing."),)
    if roll and all_under_pawns(position, roll):
        words = (
            f"{who} put a card back, though every {rank_word(roll)} is under a pawn: then any card may be turned up."
        )
        return (Violation(FLIP_ANY.id, words),)
    if square is not None and square not in position.down:
        words = f"{who} named the card on {square_name(square)}, which lies face up."
        return (Violation(FLIP_MEMORY.id, words),)
    if square is not None and square in position.at.values():
        words = f"{who} named the card on {square_name(square)}, on which a pawn stands."
        return (Violation(FLIP_PAWN.id, words),)
    if square is not None and roll and position.rank(square) == roll:
        words = f"{who} named the right card on {square_name(square)}; it stays face up and the pawn where it is."
        return (Violation(FLIP_MEMORY.id, words),)
    if not back:
        last = position.last_flag(position.to_move)
        where = square_name(last) if last is not None else "the start"
        return (Violation(FLIP_MEMORY.id, f"{who} turned up a wrong card and did not go back to {where}."),)
    return ()


def nothing_turned(position: Position, roll: str) -> Violation | None:
    """A rank was rolled, a card of it could be turned over, and none was."""
    if not must_turn(position, roll):
        return None
    return Violation(MORPH.id, f"{in_turn(position.to_move)} rolled {a_rank(roll)} and turned over no card.")


def second_card(position: Position, square: Square) -> Violation:
    """One card a turn."""
    return Violation(
        MORPH.id,
        f"{in_turn(position.to_move)} also turned over the card on {square_name(square)}; one a turn is allowed.",
    )


def after_move(position: Position, square: Square) -> Violation:
    """The card is turned before the pawn moves."""
    return Violation(
        MORPH.id, f"{in_turn(position.to_move)} turned over the card on {square_name(square)} after moving."
    )


def no_roll(position: Position) -> Violation:
    """Every turn begins with a roll."""
    return Violation(MORPH.id, f"{in_turn(position.to_move)} did not roll the die.")
