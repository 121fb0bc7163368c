"""Where a spare hazard is due after a spin-out, and what the table shows of it.

Four spare tokens come with the second piecepack. When all are on the track, one that lies on no corner tile is moved.
The side that is up is left open: the rule book names none, and what is up decides whether it stops anybody.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.games.fact import Fact
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.observation import Observation, OutsideCorner, Square
from referee.games.racepack.position import Position
from referee.games.racepack.rules import spares

MOST_HAZARDS = 8
"""The base game's four and, with a second piecepack, four spare ones."""


@dataclass(frozen=True)
class SpareTokens:
    """What became of the spare hazards: tokens that may have come or gone, still owed spaces, rules broken."""

    come: frozenset[Square] = frozenset()
    gone: frozenset[Square] = frozenset()
    owed: tuple[Square, ...] = ()
    faults: tuple[Fact, ...] = ()


def due(position: Position, spot: Square | None) -> Square | None:
    """The space that gets a spare hazard after a spin-out, None when none does."""
    if not position.variants.spare_hazards or spot is None:
        return None
    squares = [*(square for square, _ in position.hazards), *position.owed]
    if spot in squares or _on_tile(road(position.circuit), squares, spot) >= spares.MOST_ON_A_CORNER:
        return None
    left = position.variants.packs == 2 and len(squares) < MOST_HAZARDS
    return spot if left or movable(position) else None


def movable(position: Position) -> list[Square]:
    """The hazards that may be moved to a corner: those that lie on none, and under no car."""
    shape, standing = road(position.circuit), position.occupied()
    return [square for square, _ in position.hazards if square not in standing and not on_corner(shape, square)]


def placed(position: Position, spot: Square | None, chosen: int = 0) -> tuple[tuple[Square, bool], ...]:
    """The hazards once the spare one that is due lies on its space, suit side up; `chosen` of the movable ones goes."""
    square = due(position, spot)
    if square is None:
        return position.hazards
    kept = dict(position.hazards)
    if position.variants.packs < 2 or len(kept) >= MOST_HAZARDS:
        choices = movable(position)
        del kept[choices[chosen % len(choices)]]
    return tuple(sorted([*kept.items(), (square, True)]))


def weigh_spares(
    before: Position, final: Observation, spot: Square | None, standing: Collection[Square]
) -> SpareTokens:
    """Hold the tokens that came and went against what a spin-out allows; `standing` are the squares under cars."""
    if not before.variants.spare_hazards:
        return SpareTokens()
    wanted = due(before, spot)
    seen = dict(final.hazards)
    if not final.hazards_seen:
        return SpareTokens(owed=_owed(before, wanted, seen))
    known = dict(before.hazards)
    come, faults = _came(before, [square for square in seen if square not in known], spot)
    hidden = {*final.unseen, *standing}
    bare = [square for square in (*known, wanted) if square and square not in seen and square not in hidden]
    if final.unseen_cars:
        bare = []  # an unseen car may stand on a token
    if wanted in bare and not faults:
        faults = (spares.not_placed(before.to_move, wanted),)
    gone, wrong = _went(before, [square for square in bare if square in known], come)
    return SpareTokens(come, gone, _owed(before, wanted, seen), (*faults, *wrong))


def _came(before: Position, new: Sequence[Square], spot: Square | None) -> tuple[frozenset[Square], tuple[Fact, ...]]:
    """Which new tokens are spare ones, and what is wrong with them."""
    shape = road(before.circuit)
    lying = {square for square, _ in before.hazards}
    come: set[Square] = set()
    faults: list[Fact] = []
    for square in new:
        late = square in before.owed or _car_outside(before, shape, square)
        if square != spot and not late and not (spot or on_corner(shape, square)):
            continue
        come.add(square)
        crowded = on_corner(shape, square) and _on_tile(shape, lying | come, square) > spares.MOST_ON_A_CORNER
        if crowded and square not in before.owed:
            faults.append(spares.too_many(square))
        elif square != spot and not late:
            faults.append(spares.misplaced(square, spot))
    return frozenset(come), tuple(faults)


def _went(
    before: Position, missing: Sequence[Square], come: Collection[Square]
) -> tuple[frozenset[Square], tuple[Fact, ...]]:
    """Which tokens were moved to make spare ones, and what is wrong with that."""
    shape = road(before.circuit)
    taken = sorted(missing, key=lambda square: on_corner(shape, square))[: len(come)]
    return frozenset(taken), tuple(spares.moved_from_corner(square) for square in taken if on_corner(shape, square))


def _owed(before: Position, wanted: Square | None, seen: Collection[Square]) -> tuple[Square, ...]:
    return tuple(sorted({*before.owed, *((wanted,) if wanted else ())} - set(seen)))


def on_corner(shape: Road, square: Square) -> bool:
    """Whether a square belongs to a corner tile."""
    return square in shape.tile_at and shape.is_corner[shape.tile_at[square]]


def _on_tile(shape: Road, squares: Collection[Square], square: Square) -> int:
    tile = shape.tile_at.get(square)
    return sum(shape.tile_at.get(one) == tile for one in squares)


def _car_outside(position: Position, shape: Road, square: Square) -> bool:
    """Whether a car stands spun out beside the corner of this square, so that its hazard may come late."""
    return any(
        isinstance(place, OutsideCorner) and shape.tile_named(place.tile) == shape.tile_at.get(square, -1)
        for _, place in position.cars
    )
