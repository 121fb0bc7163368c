"""Advanced rules and scores: safety car, fastest turn, wet race, championship, teams."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Rule
from referee.games.fact import Fact, Value, fact

SAFETY_CAR = Rule("nestorgames-gp/safety-car", "No overtaking or bumping behind the safety car", "Safety car")
FASTEST_TURN = Rule("nestorgames-gp/fastest-turn", "The highest roll earns half a point", "Fastest turn")
WET_RACE = Rule("nestorgames-gp/wet-race", "Four oil spills lie as the board shows", "Wet race")
CHAMPIONSHIP = Rule("nestorgames-gp/championship", "n points for the winner, then one less each", "Championship rules")
TEAMS = Rule("nestorgames-gp/teams", "Two cars a team, scores added up", "Teams")


def overtaking(car: str, others: Sequence[str]) -> Fact:
    """Behind the safety car nobody overtakes or bumps."""
    met = fact(SAFETY_CAR.id, how="passed", who=car, who2=others[0])
    if len(others) == 1:
        return met
    met = met.also(how="passed-two", who3=others[1])
    return met if len(others) == 2 else met.also(how="passed-more", count=len(others) - 2)


def leader_dice(car: str, dice: int) -> Fact | None:
    """The leading car rolls one die behind the safety car."""
    if dice <= 1:
        return None
    return fact(SAFETY_CAR.id, how="leads", who=car, dice=dice)


def need_not_wait(car: str) -> Fact:
    """Only a movement that would overtake or bump is not executed."""
    return fact(SAFETY_CAR.id, how="waited", who=car)


def severe(car: str, due: int, seen: int) -> Fact | None:
    """A severe accident costs all dice."""
    if due == seen:
        return None
    return fact(SAFETY_CAR.id, how="dice", who=car, dice=seen, dice2=due)


def fastest_turn(said: tuple[str, int], right: tuple[str, int] | None) -> Fact | None:
    """The fastest turn is the highest roll so far; an equal one does not take it over."""
    if said == right:
        return None
    called = fact(FASTEST_TURN.id, how="nobody", who=said[0], steps=said[1])
    return called if right is None else called.also(how="other", who2=right[0], steps2=right[1])


def wet_oil(space: str) -> Fact:
    """The oil of a wet race stays where the board shows it."""
    return fact(WET_RACE.id, how="gone", space=space)


def score(car: str, said: float, right: float) -> Fact | None:
    """A race scores n points for the winner of n cars, then one less for each next car."""
    if said == right:
        return None
    return fact(CHAMPIONSHIP.id, how="called", who=car, **points(said), **points(right, "2"))


def team_score(team: str, said: float, right: float) -> Fact | None:
    """A team scores what its two cars score together."""
    if said == right:
        return None
    who, who2 = team[0], team[1]
    return fact(TEAMS.id, how="called", who=who, who2=who2, **points(said), **points(right, "2"))


def points(score: float, number: str = "") -> dict[str, Value]:
    """A score as a fact has it: whole points, and whether there is half a point more (languages write that otherwise).

    >>> points(3.5), points(4.0, "2")
    ({'score': 3, 'half': 'yes'}, {'score2': 4, 'half2': 'no'})
    """
    return {f"score{number}": int(score), f"half{number}": "no" if score == int(score) else "yes"}
