"""Who drives when, where a race starts and ends, and what portals do (Before Play; Player Order; Starting Position)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Rule
from referee.games.home_racers.geometry import Point, Pose, beyond, hexagon, overlap_mm
from referee.words.fact import Fact, fact

PLAYER_ORDER = Rule(
    "home-racers/player-order", "Each turn in the order of the cars in the race", "Player Order", takes_turns=True
)
START_TILE = Rule("home-racers/start-tile", "Behind the line, not overlapping, along the arrow", "Starting Position")
PORTAL = Rule("home-racers/portal", "In at the entrance, on from the exit of the same colour", "Placing Portal Tiles")
LAPS = Rule("home-racers/laps", "The agreed number of laps over the starting line", "Define the Number of Laps")


def by_dice(rolls: Sequence[tuple[str, int]]) -> tuple[tuple[str, ...], ...]:
    """The cars by their first roll, highest first; those that are level roll again among themselves.

    >>> by_dice([("R", 2), ("G", 6), ("B", 2)])
    (('G',), ('R', 'B'))
    """
    faces = sorted({face for _, face in rolls}, reverse=True)
    return tuple(tuple(car for car, rolled in rolls if rolled == face) for face in faces)


def player_order(car: str, expected: str, moved_already: bool = False) -> Fact | None:
    """The first car of the race order that has not driven in this round drives next."""
    if car == expected:
        return None
    return fact(PLAYER_ORDER.id, how="twice" if moved_already else "early", who=car, who2=expected)


def start_tile(
    car: str,
    tile: Pose,
    line: tuple[Point, Point] | None,
    others: Sequence[tuple[str, Pose]],
    across_mm: float,
    slack_mm: float,
    askew: tuple[float, float],
) -> Fact | None:
    """The tile lies wholly behind the line and over no other tile, and the car stands along its arrow."""
    if line is not None and max(beyond(line, corner) for corner in hexagon(tile, across_mm)) > slack_mm:
        return fact(START_TILE.id, how="line", who=car)
    for other, where in others:
        if overlap_mm(tile, where, across_mm) > slack_mm:
            return fact(START_TILE.id, how="over", who=car, who2=other)
    if abs(askew[0]) > askew[1]:
        return fact(START_TILE.id, how="askew", who=car)
    return None


def portal(car: str, entered: str, left: str, from_entrance: bool) -> Fact | None:
    """A jump goes from the entrance to the exit of one colour."""
    if entered != left:
        return fact(PORTAL.id, how="colours", who=car, colour=entered, colour2=left)
    if not from_entrance:
        return fact(PORTAL.id, how="from-exit", who=car, colour=entered)
    return None


def laps(car: str, crossed: int, race: int) -> Fact | None:
    """A car has ended the race when it has driven the agreed laps; the start's crossing is none of them."""
    driven = max(0, crossed - 1)
    if driven >= race:
        return None
    return fact(LAPS.id, how="early", who=car, count=driven, laps=race)
