"""Which tile each car stands on: the one under its middle and along its arrow, or the one that is known to be there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.home_racers.fitting import NEAR_SHARE
from referee.games.home_racers.geometry import Pose, apart, skewed, wrap
from referee.games.home_racers.observation import CARS, DRIVERS, CarSeen
from referee.games.home_racers.position import Position
from referee.games.home_racers.trail import nudged
from referee.games.problem import Problem

ASKEW_DEG = 8
"""A car turned from its tile's arrow by less stands along it, for all the eye can tell."""
A_TURN_DEG = 60.0
"""Tiles of a path are turned against each other by so much, or not at all."""
STOOD_MM, STOOD_DEG = 12.0, 16.0
"""A car this near to where it stood was not moved."""
EITHER = 0.2
"""Of two tiles that a car stands on nearly as well, as a share of a tile, neither is said to be the one."""


def cars_on_tiles(
    at: dict[str, Pose], across: float, known: Position | None, spaces: dict[str, str], problems: list[str]
) -> tuple[tuple[tuple[str, CarSeen], ...], set[str]]:
    """Each car seen with the road tile under it, and the tiles under cars.

    `at` are all pieces on the floor; `spaces` is told where cars and their tiles are, `problems` of a car on two tiles.
    """
    found: list[tuple[str, CarSeen]] = []
    used: set[str] = set()
    tiles = {piece: where for piece, where in at.items() if piece.startswith("road:")}
    for car in sorted(CARS):
        stand = at.get(f"car:{car}")
        if stand is None:
            continue
        near = _tiles_under(stand, {piece: where for piece, where in tiles.items() if piece not in used}, across)
        spaces[f"car:{car}"] = "floor"
        own = _laid_over(stand, car, [tiles[piece] for _, piece in near], known)
        if own is not None:
            found.append((car, CarSeen(own)))
            continue
        if not near:
            found.append((car, CarSeen(stand, 0, True)))
            continue
        if len(near) > 1 and near[1][0] - near[0][0] < EITHER:
            problems.append(Problem(two_tiles(DRIVERS[car]), f"car:{car}", near[0][1], near[1][1]))
        piece = near[0][1]
        used.add(piece)
        spaces[piece] = f"under {DRIVERS[car]}"
        askew = round(wrap(stand.angle_deg - at[piece].angle_deg))
        found.append((car, CarSeen(at[piece], askew if abs(askew) >= ASKEW_DEG else 0)))
    return tuple(found), used


def two_tiles(driver: str) -> str:
    """What is said when nobody can tell on which of two tiles a car stands."""
    return f"the {driver} car stands where two tiles lie over each other: take away the one that is not its own"


def _tiles_under(stand: Pose, tiles: Mapping[str, Pose], across: float) -> list[tuple[float, str]]:
    """The tiles that a car may stand on, the one it stands on best first: in its middle, along its arrow."""
    near = [piece for piece, where in tiles.items() if apart(stand, where) <= NEAR_SHARE * across]
    off = {piece: apart(stand, tiles[piece]) / across + skewed(stand, tiles[piece]) / A_TURN_DEG for piece in near}
    return sorted((share, piece) for piece, share in off.items())


def _laid_over(stand: Pose, car: str, near: Sequence[Pose], known: Position | None) -> Pose | None:
    """The tile under a car that stands as it stood, when all tiles seen there are others: a path over it hides it."""
    own = known.place(car) if known and car not in known.lost else None
    if known is None or own is None or not near:
        return None
    stood = apart(stand, own) <= STOOD_MM and skewed(stand, own) <= STOOD_DEG
    return own if stood and not any(nudged(known, own, tile) for tile in near) else None
