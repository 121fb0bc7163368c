"""Who stands where: qualifying, the scores of a finished race, of teams and of a championship."""

from __future__ import annotations

from collections.abc import Iterable

from referee.frozen import replace
from referee.games.nestorgames_gp.actions import has_repeat
from referee.games.nestorgames_gp.law import free_space_ahead, next_seat
from referee.games.nestorgames_gp.rules import points
from referee.games.nestorgames_gp.state import Championship, Position, Stand, Tray, race_order
from referee.games.nestorgames_gp.words import WORDS
from referee.words.fact import Fact, fact

FASTEST_TURN_POINTS = 0.5


# -- qualifying: everybody rolls, the best has the pole, ties roll again among themselves ------------------------------


def qualifying_value(roll: tuple[int, ...]) -> int:
    """What a qualifying roll is worth.

    >>> qualifying_value((2, 6, 1)), qualifying_value((2, 6, 2))
    (9, 0)
    """
    return 0 if has_repeat(roll) else sum(roll)


def qualify(position: Position, car: str, roll: tuple[int, ...], item: str = "") -> Position:
    """The position after one driver's qualifying roll; after the last one the cars stand in the pit lane."""
    rolled = (*position.rolled, (car, qualifying_value(roll)))
    still = [one for one in position.duel or position.seats if one not in dict(rolled)]
    if still:
        return replace(position, rolled=rolled, turn=next_seat(position, car, still))
    best = max(value for _, value in rolled)
    tied = tuple(one for one, value in rolled if value == best)
    if len(tied) > 1:
        ordered = tuple(one for one in position.seats if one in tied)
        return replace(position, rolled=(), duel=ordered, turn=next_seat(position, car, tied))
    return on_the_grid(position, tied[0], item)


def to_qualify(position: Position) -> list[str]:
    """Who still has to roll, in turn."""
    index = position.seats.index(position.turn)
    still = position.duel or position.seats
    return [
        car
        for car in position.seats[index:] + position.seats[:index]
        if car in still and car not in dict(position.rolled)
    ]


def on_the_grid(position: Position, winner: str, item: str = "") -> Position:
    """The cars in the pit lane, the winner on the pole and the rest as they sit; the tray before the leader."""
    index = position.seats.index(winner)
    seats = (*position.seats[index:], *position.seats[:index])
    pole, boxes = position.shape.pole, dict(position.boxes)
    placed = replace(
        position,
        seats=seats,
        turn=winner,
        cars=tuple((car, Stand(pole + bay)) for bay, car in enumerate(seats)),
        boxes=tuple((car, boxes[car]) for car in seats),
        qualifying=False,
        rolled=(),
        duel=(),
    )
    if position.switches.items != "tray" or position.switches.edition != "tray":
        return placed
    return replace(placed, tray=Tray(free_space_ahead(placed), item or "rocket"))


# -- scores of a finished race, of teams and of a championship --------------------------------------------------------


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


def wins_of(position: Position) -> dict[str, int]:
    """How many races of the championship each car has won, this one counted."""
    before, winner = dict(position.championship.wins) if position.championship else {}, race_order(position)[0]
    return {**before, winner: before.get(winner, 0) + 1}


def champions(position: Position) -> tuple[str, ...]:
    """The world champion once a car has reached the winning score; several need a tie-breaker race; else nobody."""
    champion = position.championship
    if champion is None:
        return ()
    scores, wins = championship_scores(position), wins_of(position)
    if max(scores.values()) < champion.target:
        return ()
    best = max((score, wins.get(car, 0)) for car, score in scores.items())
    return tuple(car for car in position.seats if (scores[car], wins.get(car, 0)) == best)


def carried_over(position: Position) -> Championship | None:
    """The championship as it stands before the next race; None when this one is not over or the champion is known."""
    champion = position.championship
    if champion is None or position.turn or position.qualifying or len(champions(position)) == 1:
        return None
    scores, wins = sorted(championship_scores(position).items()), sorted(wins_of(position).items())
    return Championship(champion.target, tuple(scores), tuple(wins))


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
