"""Between two looks at the table: what changed, whether the next turn has begun, and taking the table as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from referee.games.royal_racers.board import NEXT_TO, SQUARES, square_name
from referee.games.royal_racers.declarations import NOTHING
from referee.games.royal_racers.evidence import SAME, THROWN, Seen, flags_elsewhere, how_it_lies, see
from referee.games.royal_racers.notation import flag_key
from referee.games.royal_racers.observation import BACK, UNSEEN, Observation
from referee.games.royal_racers.position import PLACING, Position
from referee.games.royal_racers.rules.setup import due_flag
from referee.games.royal_racers.succession import hand_on, out_of_turn, put, touch, way_back


def changed(before: Observation, after: Observation) -> bool:
    """Whether two looks differ in something that both saw; noise and covered things do not count."""
    was, now = dict(before.pawns), dict(after.pawns)
    if any(was[suit] != now[suit] for suit in was if suit in now):
        return True
    if any(_cards_differ(before, after, square) for square in SQUARES):
        return True
    dice = dict(after.dice)
    if any(how_it_lies(die, dice[suit]) != SAME for suit, die in before.dice if suit in dice):
        return True
    # a pawn may hide a flag that lies under it, but a flag that has come to light is news, beside a pawn too
    under_pawns = {place for _, place in after.pawns}
    stood_on = {place for _, place in before.pawns}
    return bool(
        _flags_gone(before, after, under_pawns | after.unseen) or _flags_gone(after, before, before.unseen - stood_on)
    )


def _cards_differ(before: Observation, after: Observation, square: int) -> bool:
    """Whether the card shows its other side, or another card lies there."""
    one, other = before.lies_down(square), after.lies_down(square)
    if one is None or other is None:
        return False
    names = {before.cards[square].removeprefix(BACK), after.cards[square].removeprefix(BACK)} - {""}
    return one != other or len(names) > 1


def _flags_gone(one: Observation, other: Observation, hidden: Set[int | None]) -> list[str]:
    """Flags of one look that the other, seeing their card, does not show there; on `hidden` cards they may lie."""
    now = dict(other.flags)
    return [
        flag
        for flag, square in one.flags
        if now.get(flag) != square and (flag in now or (square not in hidden and other.cards[square] != UNSEEN))
    ]


def next_turn_began(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether a look can only be the next player's doing, so that the turn shown by the stops is over."""
    if not stops or not position.queue:
        return False
    suit = position.to_move
    if position.phase == PLACING:
        new = [flag for flag, _ in now.flags if flag not in position.flag_at]
        shown = [flag for flag, _ in stops[-1].flags if flag not in position.flag_at]
        return bool(shown) and len(new) > len(shown)
    seen = see(position, stops, NOTHING, closed=False)
    if not (seen.moved or seen.turned or seen.rolls.seen):
        return False
    last_places, places = dict(stops[-1].pawns), dict(now.pawns)
    last_dice, dice = dict(stops[-1].dice), dict(now.dice)
    others = [one for one in position.seats if one != suit]
    stepped = any(one in places and one in last_places and places[one] != last_places[one] for one in others)
    thrown = any(
        one in dice and one in last_dice and how_it_lies(last_dice[one], dice[one]) == THROWN for one in others
    )
    own = places.get(suit) != last_places.get(suit) and suit in places and suit in last_places
    return (stepped or thrown) and not own


def goes_back(position: Position, stops: Sequence[Observation], now: Observation) -> bool:
    """Whether a look like an earlier one is play: a wrong guess is a part of the turn.

    A face-down card was turned up and lies down again; the card of the rank that was surely rolled should have stayed
    up: turned down again it is a move taken back. Or the pawn, sent back for a wrong card, steps to where it stood.
    """
    if not stops or position.phase == PLACING:
        return False
    seen = see(position, stops, NOTHING, closed=False)
    if seen.rolls.seen and _unthrown(seen, now):
        return False
    if _steps_again(seen, now):
        return True
    peeked = [
        square for square in position.down if stops[-1].lies_down(square) is False and now.lies_down(square) is True
    ]
    rolls = seen.rolls
    sure = rolls.faces[0][0] if rolls.seen and len(rolls.faces) == 1 else ""
    return any(position.rank(square) != sure for square in peeked)


def _unthrown(seen: Seen, now: Observation) -> bool:
    """Whether the die of the player to act lies again as it lay before the throw."""
    before, die = dict(seen.position.dice).get(seen.suit), dict(now.dice).get(seen.suit)
    return before is not None and die is not None and how_it_lies(before, die) == SAME


def _steps_again(seen: Seen, now: Observation) -> bool:
    """Whether the pawn, back at its last flag after a card named in vain, makes its step."""
    place = dict(now.pawns).get(seen.suit)
    back = way_back(seen.position, seen.suit)
    return bool(seen.tried) and seen.moved and seen.pawn == back and back is not None and place in NEXT_TO[back]


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
    look = see(position, (seen,), NOTHING, closed=True)
    taken = as_it_lies(position, seen)
    placed = [flag for flag, _ in seen.flags if flag not in position.flag_at]
    if position.phase == PLACING:
        for _ in placed:
            taken = hand_on(taken)
        return taken
    if look.others and not (look.moved or look.rolls.seen):
        return _ended(out_of_turn(taken, tuple(suit for suit, _ in look.others)))
    taken = out_of_turn(taken, tuple(suit for suit, _ in look.others))
    acted = look.moved or look.turned or look.rolls.seen
    return hand_on(taken) if acted or taken.winner else taken


def as_it_lies(position: Position, seen: Observation) -> Position:
    """The position with every piece where it is seen; whose turn it is stays."""
    down = frozenset(
        square for square in SQUARES if (square in position.down if (side := seen.lies_down(square)) is None else side)
    )
    now = dict(seen.flags)
    _, gone = flags_elsewhere(position, seen)
    flags = {**position.flag_at, **now} if position.phase == PLACING else position.flag_at
    touched_off = {flag for flag in gone if flag[1] in position.ranks[: position.count(flag[0])]}
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
    turned = sorted(before.down ^ after.down)
    if turned:
        marks["turned"] = [square_name(square) for square in turned]
    return marks
