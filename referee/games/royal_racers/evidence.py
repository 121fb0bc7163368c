"""What the stops of a turn show: cards turned, the way of the pawn, the die, and what nobody should have touched."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.fact import Fact, fact
from referee.games.royal_racers.board import FACES, SQUARES, Square
from referee.games.royal_racers.declarations import NO, Said
from referee.games.royal_racers.observation import BACK, UNSEEN, Die, Observation, Place
from referee.games.royal_racers.position import Position, visible

SHIFT_MM, TURN_DEG = 4.0, 12.0
"""A die that moved no more than this lies as it lay."""
FAR_MM, FAR_DEG = 20.0, 45.0
"""A die that moved at least this much was thrown; one that moved less with the same face may have been pushed."""
SAME, PUSHED, THROWN = 0, 1, 2


@dataclass(frozen=True)
class Rolls:
    """What the die and the players say about the roll.

    Attributes
    ----------
    faces : each possible face with what it takes for granted (None for nothing); ``no`` says there was no roll.
    seen : whether a throw was surely seen or said.
    unmoved : whether the die was seen before and after and lies as it lay.
    """

    faces: tuple[tuple[str, Fact | None], ...]
    seen: bool
    unmoved: bool


@dataclass(frozen=True)
class Seen:
    """What was seen of one turn, worked out once for all explanations.

    Attributes
    ----------
    turned : squares whose card was turned over; late : those of them that were turned after the pawn had moved.
    tried : squares whose face-down card was turned up and down again.
    hidden_cards : squares whose card is not seen at the end and was not seen to be turned.
    pawn : where the pawn of the player stands (None: off the board); hidden : it is not seen at the end;
        travelled : it was seen elsewhere than at the beginning.
    others : pawns of other players that moved, with their places.
    swapped : squares on which another card lies.
    moved_flags, gone_flags : flags that lie elsewhere, and flags that lie nowhere in sight.
    """

    position: Position
    suit: str
    final: Observation
    said: Said
    closed: bool
    rolls: Rolls
    turned: tuple[Square, ...]
    late: frozenset[Square]
    tried: tuple[Square, ...]
    hidden_cards: tuple[Square, ...]
    pawn: Place
    hidden: bool
    travelled: bool
    others: tuple[tuple[str, Place], ...]
    swapped: tuple[Square, ...]
    moved_flags: tuple[tuple[str, Square], ...]
    gone_flags: tuple[str, ...]

    @property
    def moved(self) -> bool:
        """Whether the pawn stands elsewhere."""
        return self.pawn != self.position.at[self.suit]


def see(position: Position, stops: Sequence[Observation], said: Said, closed: bool) -> Seen:
    """Gather what the stops show of the turn of the player to act."""
    suit = position.to_move
    looks = tuple(stops) or (visible(position),)
    final = looks[-1]
    turned = _turned(position, looks)
    moved_flags, gone_flags = flags_elsewhere(position, final)
    places = [dict(look.pawns)[suit] for look in looks if suit in dict(look.pawns)]
    return Seen(
        position=position,
        suit=suit,
        final=final,
        said=said,
        closed=closed or said.done,
        rolls=rolls_of(position, suit, looks, said),
        turned=turned,
        late=frozenset(square for square in turned if _is_late(position, suit, looks, square)),
        tried=tuple(square for square in position.down if square not in turned and _was_up(looks, square)),
        hidden_cards=tuple(square for square in SQUARES if final.cards[square] == UNSEEN and square not in turned),
        pawn=places[-1] if places else position.at[suit],
        hidden=suit not in dict(final.pawns),
        travelled=any(place != position.at[suit] for place in places),
        others=others_moved(position, suit, final),
        swapped=_swapped(position, final),
        moved_flags=moved_flags,
        gone_flags=gone_flags,
    )


def others_moved(position: Position, suit: str, seen: Observation) -> tuple[tuple[str, Place], ...]:
    """Pawns of other players that stand elsewhere than before."""
    return tuple(
        (one, place) for one, place in seen.pawns if one != suit and one in position.at and place != position.at[one]
    )


def _turned(position: Position, looks: Sequence[Observation]) -> tuple[Square, ...]:
    """Cards whose newest look shows the other side."""
    found = []
    for square in SQUARES:
        sides = [side for look in looks if (side := look.lies_down(square)) is not None]
        if sides and sides[-1] != (square in position.down):
            found.append(square)
    return tuple(found)


def _was_up(looks: Sequence[Observation], square: Square) -> bool:
    return any(look.lies_down(square) is False for look in looks)


def _is_late(position: Position, suit: str, looks: Sequence[Observation], square: Square) -> bool:
    """Whether the pawn was seen away just before the card was turned, and still when it was."""
    before = square in position.down
    away = [dict(look.pawns).get(suit, position.at[suit]) != position.at[suit] for look in looks]
    for index in range(len(looks) - 1, 0, -1):
        if looks[index - 1].lies_down(square) == before:
            return away[index - 1] and away[index]
    return False


def _swapped(position: Position, seen: Observation) -> tuple[Square, ...]:
    cells = (cell.removeprefix(BACK) for cell in seen.cards)
    return tuple(
        square for square, cell in enumerate(cells) if cell not in ("", UNSEEN) and cell != position.cards[square]
    )


def flags_elsewhere(position: Position, seen: Observation) -> tuple[tuple[tuple[str, Square], ...], tuple[str, ...]]:
    """Flags that lie on another card, and flags whose card is seen bare; a look without any flag says nothing."""
    now = dict(seen.flags)
    if not now:
        return (), ()
    moved = tuple((flag, now[flag]) for flag, square in position.flags if now.get(flag, square) != square)
    standing = {place for _, place in seen.pawns} | seen.unseen
    gone = tuple(
        flag
        for flag, square in position.flags
        if flag not in now and flag not in position.off and square not in standing and seen.cards[square] != UNSEEN
    )
    return moved, gone


def how_it_lies(before: Die, now: Die) -> int:
    """SAME, PUSHED or THROWN."""
    shift_mm = math.hypot(now.x_mm - before.x_mm, now.y_mm - before.y_mm)
    turn_deg = abs((now.angle_deg - before.angle_deg + 180.0) % 360.0 - 180.0)
    if now.face != before.face or shift_mm >= FAR_MM or turn_deg >= FAR_DEG:
        return THROWN
    return PUSHED if shift_mm > SHIFT_MM or turn_deg > TURN_DEG else SAME


def rolls_of(position: Position, suit: str, looks: Sequence[Observation], said: Said) -> Rolls:
    """Which faces the roll may have had."""
    last = dict(position.dice).get(suit)
    known, thrown, pushed = last is not None, [], False
    for die in (dict(look.dice).get(suit) for look in looks):
        if die is None:
            continue
        how = PUSHED if last is None else how_it_lies(last, die)
        pushed = pushed or how == PUSHED
        if how == THROWN:
            thrown.append(die.face)
        last = die
    unmoved = known and suit in dict(looks[-1].dice) and not thrown and not pushed
    if said.roll:
        return Rolls(((said.roll, None),), said.roll != NO, unmoved and said.roll == NO)
    faces = tuple(dict.fromkeys(thrown))
    if len(faces) == 1:
        return Rolls(((faces[0], None),), True, False)
    if faces:
        return Rolls(tuple((face, fact("roll", by=suit, value=face, how="other")) for face in faces), True, False)
    free = last.face if last is not None and pushed else ""
    guesses = tuple((face, fact("roll", by=suit, value=face)) for face in FACES if face != free)
    return Rolls((*(((free, None),) if free else ()), *guesses), False, unmoved)
