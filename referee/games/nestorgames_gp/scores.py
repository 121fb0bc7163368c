"""Scores of a finished race, of teams and of a championship."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.fact import Fact, fact
from referee.games.nestorgames_gp.position import Championship, Position, race_order
from referee.games.nestorgames_gp.rules import points
from referee.games.nestorgames_gp.words import WORDS

FASTEST_TURN_POINTS = 0.5


def race_scores(position: Position) -> dict[str, float]:
    """n points for the winner of n cars, n-1 for the second and so on; half a point for the fastest turn."""
    order = race_order(position)
    scores = {car: float(len(order) - place) for place, car in enumerate(order)}
    if position.switches.fastest and position.record:
        scores[position.record[0]] += FASTEST_TURN_POINTS
    return scores


def team_scores(position: Position) -> dict[str, float]:
    """What the cars of each team score together."""
    scores = race_scores(position)
    return {team: sum(scores[car] for car in team) for team in position.teams}


def winning_team(position: Position) -> str:
    """The team with the highest score; level teams are parted by their best car."""
    order, scores = race_order(position), team_scores(position)
    return max(scores, key=lambda team: (scores[team], -min(order.index(car) for car in team)))


def championship_scores(position: Position) -> dict[str, float]:
    """The accumulated scores after this race."""
    before = dict(position.championship.scores) if position.championship else {}
    return {car: before.get(car, 0.0) + score for car, score in race_scores(position).items()}


def champions(position: Position) -> tuple[str, ...]:
    """The world champion once a car has reached the winning score; several need a tie-breaker race; else nobody."""
    champion = position.championship
    if champion is None:
        return ()
    scores, wins = championship_scores(position), dict(champion.wins)
    wins[race_order(position)[0]] = wins.get(race_order(position)[0], 0) + 1
    if max(scores.values()) < champion.target:
        return ()
    best = max((score, wins.get(car, 0)) for car, score in scores.items())
    return tuple(car for car in position.seats if (scores[car], wins.get(car, 0)) == best)


def carried_over(position: Position) -> Championship | None:
    """The championship as it stands before the next race; None when this one is not over or the champion is known."""
    champion = position.championship
    if champion is None or position.turn or position.qualifying or len(champions(position)) == 1:
        return None
    scores, wins = championship_scores(position), dict(champion.wins)
    winner = race_order(position)[0]
    wins[winner] = wins.get(winner, 0) + 1
    return Championship(
        champion.target,
        tuple((car, scores[car]) for car in sorted(scores)),
        tuple((car, wins[car]) for car in sorted(wins)),
    )


def result(position: Position) -> tuple[str, ...]:
    """Teams and championship, a sentence each; none when neither is raced for."""
    told: list[str] = []
    if position.teams:
        told.append(_about(fact("outcome", how="team"), winning_team(position)))
    if position.championship:
        best = champions(position)
        table = championship_scores(position)
        ranked = sorted(table, key=lambda car: -table[car])
        scores = [WORDS.tell(fact("outcome", how="score", who=car, **points(table[car]))) for car in ranked]
        told.append(WORDS.tell(fact("outcome", how="championship"), scores=scores))
        if len(best) == 1:
            told.append(WORDS.tell(fact("outcome", how="champion", who=best[0])))
        elif best:
            told.append(_about(fact("outcome", how="tie"), best))
    return tuple(told)


def _about(said: Fact, cars: Iterable[str]) -> str:
    return WORDS.tell(said, members=[WORDS.tell(fact("outcome", how="name", who=car)) for car in cars])
