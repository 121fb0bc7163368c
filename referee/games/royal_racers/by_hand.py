"""The table as it stands: what changed between two looks, and a piece set by hand on the drawn board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.frozen import replace, with_one
from referee.games.deeds import FLAGS, FLIP, Deed, Handled, counted, faces
from referee.games.royal_racers.board import (
    FACES,
    SQUARES,
    TURNABLE,
    Square,
    flag_words,
    parse_square,
    square_name,
)
from referee.games.royal_racers.book import Play, clash, gone, opening
from referee.games.royal_racers.position import (
    PLACING,
    PUSHED,
    RACING,
    THROWN,
    Die,
    Observation,
    Position,
    flag_key,
    how_it_lies,
    turn_order,
    visible,
)
from referee.games.royal_racers.rules import due_flag
from referee.games.royal_racers.succession import hand_on, out_of_turn, put, touch, turned, with_flag
from referee.games.royal_racers.words import WORDS


def changed(before: Observation, after: Observation) -> bool:
    """Whether two looks differ in something that both saw; noise and covered things do not count.

    A die that lies a little further with the same face may have been thrown there.
    """
    lain = dict(before.dice)
    pushed = any(how_it_lies(lain.get(suit, die), die) == PUSHED for suit, die in after.dice)
    return pushed or clash(before, after) > 0


def went_on(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether the player to act moved his pawn once more since the last of his stops, when the next turn is not his.

    While flags are placed: whether the flag he placed lies elsewhere.
    """
    if not stops or not position.queue:
        return False
    if position.phase == PLACING:
        due, _ = due_flag(position)
        placed, flags = dict(stops[-1].flags), dict(now.flags)
        if due in placed and due in flags and placed[due] != flags[due]:
            return True
    if hand_on(position).queue[:1] == position.queue[:1]:
        return False
    suit = position.to_move
    last, places = dict(stops[-1].pawns), dict(now.pawns)
    return suit in last and suit in places and last[suit] != places[suit]


def accept(position: Position, seen: Observation) -> Position:
    """The position that takes the table as it stands; the turn passes on when the player to act has done something."""
    if not position.queue:
        return position
    suit, places = position.to_move, dict(seen.pawns)
    others = tuple(one for one, place in seen.pawns if one != suit and position.at.get(one, place) != place)
    moved = places.get(suit, position.at[suit]) != position.at[suit]
    lain, dice = dict(position.dice), dict(seen.dice)
    rolled = suit in lain and suit in dice and how_it_lies(lain[suit], dice[suit]) == THROWN
    flipped = any((square in position.down) == (seen.lies_down(square) is False) for square in SQUARES)
    taken = as_it_lies(position, seen)
    placed = [flag for flag, _ in seen.flags if flag not in position.flag_at]
    if position.phase == PLACING:
        for _ in placed:
            taken = hand_on(taken)
        return taken
    taken = out_of_turn(taken, others)
    if others and not (moved or rolled):
        return _ended(taken)
    return hand_on(taken) if moved or flipped or rolled or taken.winner else taken


def may_be(before: Position, taken: Position) -> Iterator[Position]:
    """Every turn of the rounds to come: no look shows who has begun a round, nor how far it has come."""
    yield taken
    rounds = len(taken.seats) if taken.phase == RACING and not taken.winner else 0
    for number in range(taken.round, taken.round + rounds):
        order = turn_order(taken.seats, number)
        for had in range(len(order)):
            yield replace(taken, round=number, queue=order[had:])


def unknown(before: Position, now: Position, suit: str) -> Iterator[Play]:
    """Every number of flags that a racer may have touched unseen: it shows when he goes back to the last of them."""
    for count in range(before.count(suit), len(now.ranks)) if now.phase == RACING else ():
        if count != now.count(suit):
            yield opening(with_one(now, "touched", suit, count))


def as_it_lies(position: Position, seen: Observation) -> Position:
    """The position with every piece where it is seen; whose turn it is stays."""
    down = frozenset(
        square for square in SQUARES if (square in position.down if (side := seen.lies_down(square)) is None else side)
    )
    now = dict(seen.flags)
    flags = {**position.flag_at, **now} if position.phase == PLACING else position.flag_at
    touched_off = {flag for flag, _ in gone(position.flags, seen) if position.has_touched(flag)}
    taken = replace(
        position,
        down=down,
        flags=tuple((flag, now.get(flag, square)) for flag, square in sorted(flags.items(), key=flag_key)),
        off=tuple(sorted((set(position.off) - set(now)) | touched_off)),
        dice=tuple((suit, dict(seen.dice).get(suit, die)) for suit, die in position.dice) or seen.dice,
    )
    for suit, place in seen.pawns:
        if suit in position.at and place is not None and place != position.at[suit]:
            taken, _ = touch(put(taken, suit, place), suit)
    return taken


def _ended(position: Position) -> Position:
    return hand_on(position) if position.winner else position


def moved(before: Position, after: Position) -> Mapping[str, Any]:
    """From where to where the move between two positions went; of several pawns, the one whose turn it was."""
    suits = [suit for suit, square in before.pawns if after.at.get(suit, square) != square]
    marks: dict[str, Any] = {}
    if suits:
        first = before.queue[0] if before.queue and before.queue[0] in suits else suits[0]
        marks = {"from": square_name(before.at[first]), "to": square_name(after.at[first])}
    flipped = sorted(before.down ^ after.down)
    return marks | ({"turned": list(map(square_name, flipped))} if flipped else {})


CARD, DIE = "card:", "die:"
"""Before the name of a card's square and of a player's suit."""


def handled(position: Position) -> Iterator[Handled]:
    """Every piece that can be set by hand, with what can be done to it."""
    for suit, _ in position.pawns:
        count, most = position.count(suit), len(position.ranks) - 1
        racing = position.phase != PLACING
        flags = counted(FLAGS, count, 0, most, partial(with_one, position, "touched", suit)) if racing else ()
        yield Handled(
            suit,
            WORDS.told("called", who=suit),
            partial(_pawn_put, position, suit),
            flags,
            square_name(position.at[suit]),
        )
    for flag, square in visible(position).flags:
        yield Handled(flag, flag_words(flag), partial(_flag_put, position, flag), at=square_name(square))
    for suit, die in position.dice:
        shown = faces(die.face, FACES, partial(_with_face, position, suit, die))
        yield Handled(DIE + suit, WORDS.told("die-of", who=suit), deeds=shown, side=die.face)
    for at in SQUARES:
        name = square_name(at)
        yield Handled(
            CARD + name, WORDS.told("card-on", space=name), deeds=_flip(position, at), side="-" * (at in position.down)
        )


def turns(position: Position) -> Iterator[tuple[str, Position]]:
    """Whose turn it may be in this round."""
    order = turn_order(position.seats, position.round)
    for had, suit in enumerate(order if position.phase == RACING else ()):
        yield suit, replace(position, queue=order[had:])


def _flip(position: Position, square: Square) -> tuple[Deed, ...]:
    """A card can be turned over, once the race is on, unless it always lies face up or somebody stands on it."""
    if position.phase == PLACING:
        return ()
    stuck = square not in position.down and (position.rank(square) not in TURNABLE or square in position.at.values())
    return () if stuck else (Deed(FLIP, turned(position, square)),)


def _pawn_put(position: Position, piece: str, space: str) -> Position:
    """A pawn set on the flag it has to touch next has touched it."""
    taken = as_it_lies(position, with_one(visible(position), "pawns", piece, parse_square(space)))
    return hand_on(taken) if taken.winner and not position.winner else taken


def _flag_put(position: Position, flag: str, space: str) -> Position:
    return with_flag(position, flag, parse_square(space))


def _with_face(position: Position, suit: str, die: Die, face: str) -> Position:
    return with_one(position, "dice", suit, replace(die, face=face))
