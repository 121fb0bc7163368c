"""Is this a position that can be played from, and which start position does a floor show?"""

from __future__ import annotations

from referee.errors import NotationError
from referee.games.home_racers.driving import ALONG_DEG
from referee.games.home_racers.fitting import EYE_MM
from referee.games.home_racers.geometry import beyond
from referee.games.home_racers.observation import CARS, DRIVERS, PORTALS, Observation
from referee.games.home_racers.position import Position, in_turn
from referee.games.home_racers.rules import race


def position_problems(position: Position) -> tuple[str, ...]:
    """What is wrong with a position, in sentences; empty when it can be played."""
    wrong = []
    if position.line is None:
        wrong.append("The starting line is not known: put both line cards down, the left one on the left.")
    if not position.queue and not position.finished:
        wrong.append("Nobody is to move.")
    for colour in PORTALS:
        count = len(position.portals(colour))
        if count not in (0, 2):
            wrong.append(
                f"There {'is' if count == 1 else 'are'} {count} {colour} portal tile(s); portals come in pairs."
            )
    if len(position.course) in (1, 2):
        wrong.append("The course must have at least three points, or none.")
    wrong += [
        f"{in_turn(car)} has finished but is still to move." for car in position.finished if car in position.queue
    ]
    return (*wrong, *_start_problems(position))


def _start_problems(position: Position) -> list[str]:
    """Cars that have not driven yet stand as the start asks."""
    if position.round > 1:
        return []
    waiting = [car for car in position.racers if position.crossed(car) == 0 and position.gear(car) == (0,)]
    slack_mm = position.gap_mm + EYE_MM
    found = []
    for car in waiting:
        where = position.place(car)
        if where is not None:
            others = [item for item in position.cars if item[0] < car]
            fault = race.start_tile(car, where, position.line, others, position.across_mm, slack_mm, (0.0, ALONG_DEG))
            found += [fault.message] if fault else []
    return found


def start_from(seen: Observation, players: int) -> Position:
    """The start position that a survey shows; the player order is not known until it is said. Raises NotationError."""
    if not 1 <= players <= len(CARS):
        raise NotationError(f"Home Racers is for 1 to {len(CARS)} players, not {players}.")
    if seen.line is None:
        raise NotationError("the starting line is not seen: put both line cards down, the left one on the left.")
    if len(seen.cars) != players:
        names = ", ".join(DRIVERS[car] for car, _ in seen.cars) or "none"
        raise NotationError(f"{players} cars should stand behind the starting line; seen: {names}.")
    line = seen.line
    ahead = sorted(seen.cars, key=lambda item: -beyond(line, item[1].pose.at))
    for car, stand in seen.cars:
        others = [(one, other.pose) for one, other in seen.cars if one < car]
        fault = race.start_tile(car, stand.pose, line, others, 80.0, 5.0 + EYE_MM, (stand.askew_deg, ALONG_DEG))
        if fault:
            raise NotationError(fault.message)
    racers = tuple(car for car in CARS if seen.car(car) is not None)
    position = Position(
        cars=tuple((car, stand.pose) for car, stand in seen.cars),
        racers=racers,
        queue=tuple(car for car, _ in ahead),
        gears=tuple((car, (0,)) for car in racers),
        crossings=tuple((car, 0) for car in racers),
        line=line,
        tiles=(),
        specials=seen.specials,
        tray=seen.tray,
        beside=seen.beside,
    )
    problems = position_problems(position)
    if problems:
        raise NotationError(" ".join(problems))
    return position
