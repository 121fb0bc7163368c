"""Is this a position that can be played from, and which start position does a floor show?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.errors import NotationError
from referee.games.base import Violation, violation
from referee.games.fact import Fact, fact
from referee.games.home_racers.agreeing import PLAYERS, terms
from referee.games.home_racers.book.state import ALONG_DEG
from referee.games.home_racers.fitting import EYE_MM
from referee.games.home_racers.geometry import beyond
from referee.games.home_racers.observation import CARS, DRIVERS, PORTALS, Observation
from referee.games.home_racers.position import Position
from referee.games.home_racers.rules import race
from referee.games.home_racers.words import WORDS
from referee.games.options import NOTHING_AGREED, Agreed, check_players


def status(position: Position) -> frozenset[Violation]:
    """Everything that is wrong with a position, each under its rule; empty when it can be played."""
    return _violations([*_portal_problems(position), *_start_problems(position)]) | unplayable(position)


def unplayable(position: Position) -> frozenset[Violation]:
    """What keeps a race from going on; the rest of `status` are pieces that a fault has left so."""
    wrong = [fact(race.START_TILE.id, how="no-line")] if position.line is None else []
    if not position.queue and not position.finished:
        wrong.append(fact(race.PLAYER_ORDER.id, how="nobody"))
    if len(position.course) in (1, 2):
        wrong.append(fact(race.PLAYER_ORDER.id, how="course"))
    wrong += [fact(race.LAPS.id, how="still", who=car) for car in position.finished if car in position.queue]
    return _violations(wrong)


def _violations(wrong: Iterable[Fact]) -> frozenset[Violation]:
    return frozenset(violation(WORDS, one) for one in wrong)


def _portal_problems(position: Position) -> list[Fact]:
    counts = [(colour, len(position.portals(colour))) for colour in PORTALS]
    return [
        fact(race.PORTAL.id, how="one" if count == 1 else "many", colour=colour, count=count)
        for colour, count in counts
        if count not in (0, 2)
    ]


def _start_problems(position: Position) -> list[Fact]:
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
            found += [fault] if fault else []
    return found


def start_from(seen: Observation, players: int, given: Agreed = NOTHING_AGREED) -> Position:
    """The start position that a survey shows; the player order is not known until it is said. Raises NotationError."""
    on = terms(given)
    check_players("Home Racers", PLAYERS, players)
    if seen.line is None:
        raise NotationError("the starting line is not seen: put both line cards down, the left one on the left.")
    if len(seen.cars) != players:
        names = ", ".join(DRIVERS[car] for car, _ in seen.cars) or "none"
        raise NotationError(f"{players} cars should stand behind the starting line; seen: {names}.")
    _check_behind(seen, on["across_mm"], on["gap_mm"])
    position = replace(_as_shown(seen), **on)
    problems = sorted(fault.message for fault in status(position))
    if problems:
        raise NotationError(" ".join(problems))
    return position


def _check_behind(seen: Observation, across_mm: float, gap_mm: float) -> None:
    """Every car as it is seen, also how it stands on its tile. Raises NotationError."""
    for car, stand in seen.cars:
        others = [(one, other.pose) for one, other in seen.cars if one < car]
        askew = (stand.askew_deg, ALONG_DEG)
        fault = race.start_tile(car, stand.pose, seen.line, others, across_mm, gap_mm + EYE_MM, askew)
        if fault:
            raise NotationError(WORDS.say(fault))


def _as_shown(seen: Observation) -> Position:
    line = seen.line
    ahead = sorted(seen.cars, key=lambda item: -beyond(line, item[1].pose.at) if line else 0.0)
    racers = tuple(car for car in CARS if seen.car(car) is not None)
    return Position(
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
