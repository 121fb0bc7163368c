"""Advanced rules and scores: safety car, fastest turn, wet race, championship, teams."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Rule, Violation
from referee.games.nestorgames_gp.actions import dice_in_words
from referee.games.nestorgames_gp.observation import NAMES
from referee.games.nestorgames_gp.position import called

SAFETY_CAR = Rule("nestorgames-gp/safety-car", "No overtaking or bumping behind the safety car", "Safety car")
FASTEST_TURN = Rule("nestorgames-gp/fastest-turn", "The highest roll earns half a point", "Fastest turn")
WET_RACE = Rule("nestorgames-gp/wet-race", "Four oil spills lie as the board shows", "Wet race")
CHAMPIONSHIP = Rule("nestorgames-gp/championship", "n points for the winner, then one less each", "Championship rules")
TEAMS = Rule("nestorgames-gp/teams", "Two cars a team, scores added up", "Teams")


def overtaking(car: str, others: Sequence[str]) -> Violation:
    """Behind the safety car nobody overtakes or bumps."""
    told = " and ".join(NAMES[other] for other in others)
    return Violation(SAFETY_CAR.id, f"{called(car)} passed or met {told} under the safety car; it may not move so.")


def leader_dice(car: str, dice: int) -> Violation | None:
    """The leading car rolls one die behind the safety car."""
    if dice <= 1:
        return None
    return Violation(SAFETY_CAR.id, f"{called(car)} leads and rolled {dice} dice; behind the safety car it rolls one.")


def need_not_wait(car: str) -> Violation:
    """Only a movement that would overtake or bump is not executed."""
    return Violation(SAFETY_CAR.id, f"{called(car)} did not move, but its movement would overtake and bump nobody.")


def severe(car: str, due: int, seen: int) -> Violation | None:
    """A severe accident costs all dice."""
    if due == seen:
        return None
    return Violation(
        SAFETY_CAR.id, f"{called(car)}'s box shows {dice_in_words(seen)}; a severe accident costs all {due}."
    )


def fastest_turn(said: tuple[str, int], right: tuple[str, int] | None) -> Violation | None:
    """The fastest turn is the highest roll so far; an equal one does not take it over."""
    if said == right:
        return None
    truth = f"{NAMES[right[0]]}'s {right[1]}" if right else "nobody's yet"
    return Violation(FASTEST_TURN.id, f"The fastest turn was called {NAMES[said[0]]}'s {said[1]}; it is {truth}.")


def wet_oil(space: str) -> Violation:
    """The oil of a wet race stays where the board shows it."""
    return Violation(WET_RACE.id, f"The oil on {space} is gone; in a wet race it lies there for the whole race.")


def score(car: str, said: float, right: float) -> Violation | None:
    """A race scores n points for the winner of n cars, then one less for each next car."""
    if said == right:
        return None
    return Violation(CHAMPIONSHIP.id, f"{called(car)}'s score was called {said:g}; it is {right:g}.")


def team_score(team: str, said: float, right: float) -> Violation | None:
    """A team scores what its two cars score together."""
    if said == right:
        return None
    names = " and ".join(NAMES[car] for car in team)
    return Violation(TEAMS.id, f"The score of {names} was called {said:g}; together it is {right:g}.")
