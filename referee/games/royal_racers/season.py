"""The campaign: coins keep the score over several races (rule book: Campaign)."""

from __future__ import annotations

from referee.games.royal_racers.board import COLOURS
from referee.games.royal_racers.position import CAMPAIGN, Position
from referee.games.season import Season, ranked


def season(position: Position) -> Season | None:
    """The campaign as it stands; None for a single race."""
    if CAMPAIGN not in position.variants:
        return None
    score = dict(position.score)
    rows = ranked([(suit, COLOURS[suit], float(score.get(suit, 0)), 0) for suit in position.seats])
    goes_on = bool(position.winner) and position.race < position.races
    return Season("campaign", position.race, position.races, 0, rows, goes_on)
