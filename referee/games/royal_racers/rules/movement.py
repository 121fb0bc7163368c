"""The step that ends a turn (Gameplay, 2-Movement; Flag Variant)."""

from __future__ import annotations

from collections.abc import Collection

from referee.games.base import Rule
from referee.games.royal_racers.board import NEXT_TO, Square, square_name
from referee.games.royal_racers.position import OPPONENT_FLAG as FLAG_VARIANT
from referee.games.royal_racers.position import Position
from referee.words.fact import Fact, fact

SECTION = "Gameplay, 2-Movement"
STEP = Rule("royal-racers/step", "At most one space, not diagonally", SECTION)
OCCUPIED = Rule("royal-racers/occupied", "Only one pawn on a space", SECTION)
FACE_DOWN = Rule("royal-racers/face-down", "Never onto a face-down card", SECTION)
OPPONENT_FLAG = Rule(
    "royal-racers/opponent-flag", "Not over another's flag unless every other path is blocked", "Flag Variant"
)


def step(suit: str, start: Square, end: Square | None) -> Fact | None:
    """At most one space orthogonally."""
    if end is None:
        return fact(STEP.id, how="left", who=suit)
    if end == start or end in NEXT_TO[start]:
        return None
    return fact(STEP.id, how="far", who=suit, square=square_name(start), square2=square_name(end))


def occupied(position: Position, suit: str, end: Square) -> Fact | None:
    """Never onto another pawn."""
    other = position.others(suit).get(end)
    if other is None:
        return None
    return fact(OCCUPIED.id, how="went", who=suit, who2=other, square=square_name(end))


def face_down(suit: str, end: Square, down: Collection[Square]) -> Fact | None:
    """Never onto a card that lies face down after the morph."""
    if end not in down:
        return None
    return fact(FACE_DOWN.id, how="went", who=suit, square=square_name(end))


def opponent_flag(position: Position, suit: str, start: Square, end: Square, down: Collection[Square]) -> Fact | None:
    """With the flag variant: not onto another's flag while a free path leads to the player's own next flag."""
    flag = position.flagged.get(end)
    if FLAG_VARIANT not in position.variants or flag is None or flag[0] == suit:
        return None
    if not free_path(position, suit, start, down):
        return None
    return fact(OPPONENT_FLAG.id, how="went", who=suit, who2=flag[0], square=square_name(end))


def free_path(position: Position, suit: str, start: Square, down: Collection[Square]) -> bool:
    """Whether the next flag can be reached past face-down cards, other pawns and other players' flags.

    A pawn that stands on that flag without having touched it must leave it and come back: any free neighbour will do.
    """
    goal = position.goal(suit)
    flags = {square for square, flag in position.flagged.items() if flag[0] != suit}
    blocked = set(down) | set(position.others(suit)) | flags
    if goal == start:
        return any(square not in blocked for square in NEXT_TO[start])
    found, todo = {start}, [start]
    while todo:
        fresh = [square for square in NEXT_TO[todo.pop()] if square not in found and square not in blocked]
        if goal in fresh:
            return True
        found.update(fresh)
        todo.extend(fresh)
    return False
