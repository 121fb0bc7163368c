"""What the table owes besides the driver's car: the other cars, the lap die and the hazard tokens.

Four spare tokens come with the second piecepack. When all are on the track, one that lies on no corner tile is moved.
The side that is up is left open: the rule book names none, and what is up decides whether it stops anybody.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.games.racepack import rules
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import Position
from referee.words.fact import Fact

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
    if spot in squares or _on_tile(road(position.circuit), squares, spot) >= rules.MOST_ON_A_CORNER:
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
        faults = (rules.broken(rules.SPARE_HAZARDS, "not-placed", before.to_move, wanted),)
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
        crowded = on_corner(shape, square) and _on_tile(shape, lying | come, square) > rules.MOST_ON_A_CORNER
        if crowded and square not in before.owed:
            faults.append(rules.broken(rules.SPARE_HAZARDS, "third", "", square))
        elif square != spot and not late:
            where = filter(None, (square, spot))
            faults.append(rules.broken(rules.SPARE_HAZARDS, "elsewhere" if spot else "not-due", "", *where))
    return frozenset(come), tuple(faults)


def _went(
    before: Position, missing: Sequence[Square], come: Collection[Square]
) -> tuple[frozenset[Square], tuple[Fact, ...]]:
    """Which tokens were moved to make spare ones, and what is wrong with that."""
    shape = road(before.circuit)
    taken = sorted(missing, key=lambda square: on_corner(shape, square))[: len(come)]
    wrong = [square for square in taken if on_corner(shape, square)]
    return frozenset(taken), tuple(rules.broken(rules.SPARE_HAZARDS, "from-corner", "", one) for one in wrong)


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


# -- the table as a whole --


@dataclass(frozen=True)
class Upkeep:
    """The lap die and the hazards after a turn: as seen where seen, else as they should be."""

    lap: int
    hazards: tuple[tuple[Square, bool], ...]
    faults: tuple[Fact, ...]
    owed: tuple[Square, ...] = ()


def on_road(shape: Road, place: Place | None) -> Place | None:
    """A square beside the road counts as off the track."""
    return OffTrack() if isinstance(place, OnSquare) and place.square not in shape.tile_at else place


def upkeep(before: Position, after: Position, final: Observation, spun_on: Square | None = None) -> Upkeep:
    """Hold lap die and hazards against what they should show once the cars stand as in `after`.

    `spun_on` is the space the car stood on when a roll spun it out.
    """
    lap, lap_faults = _lap(before, after, final)
    spare = weigh_spares(before, final, spun_on, after.occupied())
    tokens, hazard_faults = _hazards(before, after, final, spare)
    return Upkeep(lap, tokens, lap_faults + hazard_faults, spare.owed)


def most_crossings(position: Position) -> int:
    """How often the leader has crossed the line."""
    return max(count for _, count in position.crossings)


def right_laps(before: Position, after: Position) -> tuple[int, ...]:
    """What the lap die may show: one less for a new lap of the leader; the winner may leave it at 1 or turn it."""
    led = max(1, most_crossings(before))
    steps = max(0, most_crossings(after) - led)
    true = max(0, after.race - max(0, most_crossings(after) - 1))
    allowed = [max(0, before.lap - steps), true]
    return tuple(dict.fromkeys([*allowed, 1] if true == 0 else allowed))


def _lap(before: Position, after: Position, final: Observation) -> tuple[int, tuple[Fact, ...]]:
    allowed = right_laps(before, after)
    if final.lap is None:
        return allowed[0], ()
    fault = rules.lap_die(final.lap, allowed)
    return final.lap, (fault,) if fault else ()


def _hazards(
    before: Position, after: Position, final: Observation, spare: SpareTokens
) -> tuple[tuple[tuple[Square, bool], ...], tuple[Fact, ...]]:
    """Each token as it lies now, and what is wrong with it."""
    seen, known = dict(final.hazards), dict(before.hazards)
    standing = after.occupied()
    whole_view = final.hazards_seen and not final.unseen_cars
    tokens: dict[Square, bool] = {}
    faults: list[Fact] = list(spare.faults)
    gone: list[Square] = []
    for square, suit_up in known.items():
        if square in spare.gone:
            continue
        if square in seen:
            tokens[square] = seen[square]
            faults += _flip_fault(before, after, square, suit_up, seen[square])
        elif square in standing or square in final.unseen or not whole_view:
            tokens[square] = suit_up or surely_passed(after, square)
        else:
            gone.append(square)
    come = sorted(seen.keys() - known.keys() - spare.come)
    to = come[0] if len(come) == len(gone) == 1 else None
    for square in gone:
        faults.append(rules.broken(rules.HAZARD_PLACE, "moved" if to else "gone", "", *filter(None, (square, to))))
    for square in seen.keys() - known.keys():
        tokens[square] = seen[square]
        if square not in spare.come and not any(fault.kind == rules.HAZARD_PLACE.id for fault in faults):
            faults.append(rules.broken(rules.HAZARD_PLACE, "new", "", square))
    return tuple(sorted(tokens.items())), tuple(faults)


def _flip_fault(before: Position, after: Position, square: Square, was_up: bool, is_up: bool) -> list[Fact]:
    if before.variants.spare_hazards and not was_up and on_corner(road(before.circuit), square):
        return []  # perhaps a spare one: the rule book does not say which side it shows
    if is_up == was_up:
        newly_due = surely_passed(after, square) and not surely_passed(before, square)
        return [rules.broken(rules.HAZARD_FLIP, "not-turned", "", square)] if not is_up and newly_due else []
    if is_up and maybe_passed(after, square):
        return []
    return [rules.broken(rules.HAZARD_FLIP, "early" if is_up else "not-turned", "", square)]


def surely_passed(position: Position, square: Square) -> bool:
    """Whether the last car is beyond this square; a car level with it, or on the same corner tile, is not."""
    return all(_gap(position, car, square) > 0 for car in _on_the_way(position))


def maybe_passed(position: Position, square: Square) -> bool:
    """Whether the last car is at least level with this square."""
    return all(_gap(position, car, square) >= 0 for car in _on_the_way(position))


def _on_the_way(position: Position) -> list[str]:
    return [car for car, _ in position.cars if car not in position.finished]


def _gap(position: Position, car: str, square: Square) -> float:
    """Rows by which a car is past a square in the race; 0 when both are on one corner tile."""
    shape = road(position.circuit)
    crossings, rows, _ = rules.progress(shape, position, car)
    tile = shape.tile_at[square]
    place = position.place(car)
    here = shape.tile_at.get(place.square) if isinstance(place, OnSquare) else None
    beside = shape.tile_named(place.tile) if isinstance(place, OutsideCorner) else None
    if crossings == 1 and shape.is_corner[tile] and tile in (here, beside):
        return 0.0
    return (crossings - 1) * shape.rows + rows - shape.advance(square)
