"""Whose turn it is, what that player may do, and how the race stands."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.base import WhatNow
from referee.games.royal_racers.actions import Place
from referee.games.royal_racers.board import COLOURS, QUADRANT_WORDS, flag_words, in_turn, rank_word, square_name
from referee.games.royal_racers.play import over
from referee.games.royal_racers.position import CAMPAIGN, PLACING, Position
from referee.games.royal_racers.rules.setup import due_flag
from referee.games.royal_racers.turns import placements, step_squares


def what_now(position: Position) -> WhatNow:
    """The page's words beside the board."""
    ended = over(position)
    if ended or not position.queue:
        return WhatNow("", ended or "The race is over.", (), standings(position))
    who = position.to_move
    if position.phase == PLACING:
        flag, quarter = due_flag(position)
        sentence = f"{in_turn(who)} places {flag_words(flag)} in the {QUADRANT_WORDS[quarter]} quadrant."
        squares = [action.square for action in placements(position) if isinstance(action, Place)]
        return WhatNow(COLOURS[who], sentence, _names(squares), standings(position))
    goal = position.goal(who)
    where = f" (next flag on {square_name(goal)})" if goal is not None else ""
    sentence = f"{in_turn(who)} rolls, turns over one card of that rank, and may go one step{where}."
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
    note = "King" if suit == position.winner else ""
    if CAMPAIGN in position.variants:
        note = ", ".join(part for part in (note, f"score {dict(position.score).get(suit, 0)}") if part)
    return {
        "car": suit,
        "player": COLOURS[suit],
        "lap": f"{count}/{len(position.ranks)}",
        "place": str(place),
        "tokens": ", ".join(rank_word(rank) for rank in position.ranks[count:]),
        "note": note,
    }
