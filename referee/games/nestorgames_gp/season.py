"""The championship: its standings before, during and after a race (rule book: Championship rules)."""

from __future__ import annotations

from referee.games.nestorgames_gp.observation import NAMES
from referee.games.nestorgames_gp.position import Position, race_order
from referee.games.nestorgames_gp.scores import carried_over, championship_scores
from referee.games.season import Season, ranked


def season(position: Position) -> Season | None:
    """The championship as it stands; None for a single race. Level scores are parted by the number of wins."""
    champion = position.championship
    if champion is None:
        return None
    over = not position.turn and not position.qualifying
    scores = championship_scores(position) if over else dict(champion.scores)
    wins = dict(champion.wins)
    if over:
        winner = race_order(position)[0]
        wins[winner] = wins.get(winner, 0) + 1
    rows = ranked([(car, NAMES[car], scores.get(car, 0.0), wins.get(car, 0)) for car in position.seats])
    race = sum(count for _, count in champion.wins) + 1
    return Season("championship", race, 0, champion.target, rows, carried_over(position) is not None)
