"""Whose turn it is, what that player may do, and how the race stands."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import WhatNow
from referee.games.fact import fact
from referee.games.royal_racers.board import COLOURS, square_name
from referee.games.royal_racers.play import over
from referee.games.royal_racers.position import CAMPAIGN, PLACING, Position
from referee.games.royal_racers.rules.setup import due_flag
from referee.games.royal_racers.turns import placements, step_squares
from referee.games.royal_racers.words import WORDS


def what_now(position: Position) -> WhatNow:
    """The page's words beside the board."""
    ended = over(position)
    if ended or not position.queue:
        return WhatNow("", ended or WORDS.tell(fact("now")), (), standings(position))
    who = position.to_move
    if position.phase == PLACING:
        flag, quarter = due_flag(position)
        sentence = WORDS.tell(fact("now", how="place", who=who, who2=flag[0], rank=flag[1], quadrant=quarter))
        squares = [action.square for action in placements(position)]
        return WhatNow(COLOURS[who], sentence, _names(squares), standings(position))
    goal = position.goal(who)
    race = fact("now", how="race", who=who)
    sentence = WORDS.tell(race if goal is None else race.also(how="race-to", square=square_name(goal)))
    ends = _names([position.at[who], *step_squares(position, who)])
    return WhatNow(COLOURS[who], sentence, ends, standings(position))


def _names(squares: list[int]) -> tuple[str, ...]:
    return tuple(sorted(square_name(square) for square in squares))


def standings(position: Position) -> tuple[Mapping[str, str], ...]:
    """One row a player, the one with the most flags first."""
    order = sorted(position.seats, key=lambda suit: -position.count(suit))
    counts = [position.count(suit) for suit in order]
    return tuple(_row(position, suit, 1 + counts.index(position.count(suit))) for suit in order)


def _row(position: Position, suit: str, place: int) -> Mapping[str, str]:
    count = position.count(suit)
    notes = [fact("note", how="king")] if suit == position.winner else []
    if CAMPAIGN in position.variants:
        notes.append(fact("note", how="score", count=dict(position.score).get(suit, 0)))
    left = [WORDS.tell(fact("left", how="rank", rank=rank)) for rank in position.ranks[count:]]
    return {
        "car": suit,
        "player": COLOURS[suit],
        "lap": f"{count}/{len(position.ranks)}",
        "place": str(place),
        "tokens": WORDS.tell(fact("left"), ranks=left),
        "note": WORDS.tell(fact("note"), notes=[WORDS.tell(note) for note in notes]),
    }
