"""Who drives when, where a race starts and ends, and what portals do (Before Play; Player Order; Starting Position)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.base import Rule, Violation
from referee.games.home_racers.geometry import Point, Pose, beyond, hexagon, overlap_mm
from referee.games.home_racers.observation import DRIVERS
from referee.games.home_racers.position import in_turn

PLAYER_ORDER = Rule("home-racers/player-order", "Each turn in the order of the cars in the race", "Player Order")
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


def player_order(car: str, expected: str, moved_already: bool = False) -> Violation | None:
    """The first car of the race order that has not driven in this round drives next."""
    if car == expected:
        return None
    if moved_already:
        return Violation(
            PLAYER_ORDER.id, f"{in_turn(car)} drove twice in one round; it was {DRIVERS[expected]}'s turn."
        )
    return Violation(PLAYER_ORDER.id, f"{in_turn(car)} drove though it was {DRIVERS[expected]}'s turn.")


def start_tile(
    car: str,
    tile: Pose,
    line: tuple[Point, Point] | None,
    others: Sequence[tuple[str, Pose]],
    across_mm: float,
    slack_mm: float,
    askew: tuple[float, float],
) -> Violation | None:
    """The tile lies wholly behind the line and over no other tile, and the car stands along its arrow."""
    if line is not None and max(beyond(line, corner) for corner in hexagon(tile, across_mm)) > slack_mm:
        return Violation(START_TILE.id, f"{in_turn(car)}'s tile reaches over the starting line; it starts behind it.")
    for other, where in others:
        if overlap_mm(tile, where, across_mm) > slack_mm:
            return Violation(START_TILE.id, f"{in_turn(car)}'s tile lies over {DRIVERS[other]}'s at the start.")
    if abs(askew[0]) > askew[1]:
        return Violation(START_TILE.id, f"{in_turn(car)}'s car does not stand along its tile's arrow.")
    return None


def portal(car: str, entered: str, left: str, from_entrance: bool) -> Violation | None:
    """A jump goes from the entrance to the exit of one colour."""
    if entered != left:
        return Violation(PORTAL.id, f"{in_turn(car)} went in at a {entered} portal and on from a {left} one.")
    if not from_entrance:
        return Violation(PORTAL.id, f"{in_turn(car)} went in at the {entered} exit and on from its entrance.")
    return None


def laps(car: str, crossed: int, race: int) -> Violation | None:
    """A car has ended the race when it has driven the agreed laps; the start's crossing is none of them."""
    driven = max(0, crossed - 1)
    if driven >= race:
        return None
    return Violation(LAPS.id, f"{in_turn(car)} ended the race after {driven} of {race} lap{'s' if race != 1 else ''}.")
