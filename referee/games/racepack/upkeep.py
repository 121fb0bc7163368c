"""What the table owes besides the driver's car: the other cars, the lap die and the hazard tokens.

Four spare tokens come with the second piecepack. When all are on the track, one that lies on no corner tile is moved.
The side that is up is left open: the rule book names none, and what is up decides whether it stops anybody.
"""

from __future__ import annotations

from collections.abc import Collection

from referee.frozen import replace
from referee.games.racepack import rules
from referee.games.racepack.circuit import Road
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import Position
from referee.words.fact import Fact

MOST_HAZARDS = 8
"""The base game's four and, with a second piecepack, four spare ones."""


def due(position: Position, spot: Square | None) -> Square | None:
    """The space that gets a spare hazard after a spin-out, None when none does."""
    if not position.variants.spare_hazards or spot is None:
        return None
    squares = [*(square for square, _ in position.hazards), *position.owed]
    if spot in squares or _on_tile(position.shape, squares, spot) >= rules.MOST_ON_A_CORNER:
        return None
    left = position.variants.packs == 2 and len(squares) < MOST_HAZARDS
    return spot if left or movable(position) else None


def movable(position: Position) -> list[Square]:
    """The hazards that may be moved to a corner: those that lie on none, and under no car."""
    shape, standing = position.shape, position.occupied()
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


def _spares(
    before: Position, final: Observation, spot: Square | None, standing: Collection[Square]
) -> tuple[Collection[Square], Collection[Square], tuple[Square, ...], list[Fact]]:
    """Of the hazards those that came as spare ones, that went to make some, and that are owed; what is wrong with them.

    `spot` is the space of a car that a roll spun out, `standing` are the squares under cars.
    """
    if not before.variants.spare_hazards:
        return (), (), (), []
    shape, wanted = before.shape, due(before, spot)
    seen, known, come, faults = dict(final.hazards), dict(before.hazards), set[Square](), list[Fact]()
    owed = tuple(sorted({*before.owed, *filter(None, (wanted,))} - seen.keys()))
    if not final.hazards_seen:
        return (), (), owed, []
    for square in [square for square in seen if square not in known]:
        late, corner = square in before.owed or _car_outside(before, shape, square), on_corner(shape, square)
        if square != spot and not late and not (spot or corner):
            continue
        come.add(square)
        crowded = corner and _on_tile(shape, known.keys() | come, square) > rules.MOST_ON_A_CORNER
        if crowded and square not in before.owed:
            faults.append(rules.broken(rules.SPARE_HAZARDS, "third", "", square))
        elif square != spot and not late:
            where = filter(None, (square, spot))
            faults.append(rules.broken(rules.SPARE_HAZARDS, "elsewhere" if spot else "not-due", "", *where))
    hidden = {*seen, *final.unseen, *standing}
    if final.unseen_cars:
        hidden.update(known, filter(None, (wanted,)))  # an unseen car may stand on a token
    if wanted and wanted not in hidden and not faults:
        faults.append(rules.broken(rules.SPARE_HAZARDS, "not-placed", before.to_move, wanted))
    bare = sorted((square for square in known if square not in hidden), key=lambda square: on_corner(shape, square))
    moved = before.variants.packs < 2 or len(known) + len(before.owed) >= MOST_HAZARDS
    unseen = ({wanted, *before.owed} & hidden) - seen.keys() - known.keys() if moved else set[Square]()
    gone = bare[: len(come) + len(unseen)]  # where one is due and nobody can see it may lie
    wrong = [square for square in gone if on_corner(shape, square)]
    faults += [rules.broken(rules.SPARE_HAZARDS, "from-corner", "", square) for square in wrong]
    return come, gone, owed, faults


def on_corner(shape: Road, square: Square) -> bool:
    """Whether a square belongs to a corner tile."""
    return square in shape.tile_at and shape.is_corner[shape.tile_at[square]]


def _on_tile(shape: Road, squares: Collection[Square], square: Square) -> int:
    tile = shape.tile_at.get(square)
    return sum(shape.tile_at.get(one) == tile for one in squares)


def _car_outside(position: Position, shape: Road, square: Square) -> bool:
    """Whether a car stands spun out beside the corner of this square, so that its hazard may come late.

    Where the space of one that is owed there is known, it comes on no other.
    """
    tile = shape.tile_at.get(square, -1)
    outside = any(isinstance(place, OutsideCorner) and shape.tile_of(place) == tile for _, place in position.cars)
    return outside and not _on_tile(shape, position.owed, square)


# -- the table as a whole --


def on_road(shape: Road, place: Place | None) -> Place | None:
    """A square beside the road counts as off the track."""
    return OffTrack() if isinstance(place, OnSquare) and place.square not in shape.tile_at else place


def upkeep(
    before: Position, after: Position, final: Observation, spun_on: Square | None = None
) -> tuple[Position, tuple[Fact, ...]]:
    """The lap die and the hazards once the cars stand as in `after`, as seen where seen, else as they should be.

    Beside it what is wrong with them as they are seen. `spun_on` is the space the car stood on when a roll spun it out.
    """
    seen, known, standing = dict(final.hazards), dict(before.hazards), after.occupied()
    laps = right_laps(before, most_crossings(after))
    lap = laps[0] if final.lap is None else final.lap
    wrong = rules.lap_die(lap, laps, after, most_crossings(after) > max(1, most_crossings(before)))
    come, spared, owed, faults = _spares(before, final, spun_on, standing)
    faults[:0] = [wrong] if wrong else []
    tokens, gone = {square: up for square, up in seen.items() if square not in known}, list[Square]()
    new = tokens.keys() - come
    for square, suit_up in known.items():
        if square in spared:
            continue
        if square in seen:
            tokens[square] = seen[square]
            faults += _flip_fault(before, after, square, suit_up, seen[square])
        elif square in standing or square in final.unseen or not final.hazards_seen or final.unseen_cars:
            tokens[square] = suit_up or surely_passed(after, square)
        else:
            gone.append(square)
    if len(new) == len(gone) == 1:
        faults.append(rules.broken(rules.HAZARD_PLACE, "moved", "", gone[0], *new))
    else:
        faults += [rules.broken(rules.HAZARD_PLACE, "gone", "", square) for square in gone]
        if not gone:
            faults += [rules.broken(rules.HAZARD_PLACE, "new", "", square) for square in sorted(new)[:1]]
    return replace(after, lap=lap, hazards=tuple(sorted(tokens.items())), owed=owed), tuple(faults)


def most_crossings(position: Position) -> int:
    """How often the leader has crossed the line."""
    return max(count for _, count in position.crossings)


def right_laps(before: Position, led: int) -> tuple[int, ...]:
    """What the lap die may show once the leader has crossed the line so often.

    One less for a new lap of the leader; the winner may leave it at 1 or turn it.
    """
    steps, true = max(0, led - max(1, most_crossings(before))), max(0, before.race - max(0, led - 1))
    return tuple(dict.fromkeys((max(0, before.lap - steps), true, true or 1)))


def _flip_fault(before: Position, after: Position, square: Square, was_up: bool, is_up: bool) -> list[Fact]:
    if before.variants.spare_hazards and not was_up and on_corner(before.shape, square):
        return []  # perhaps a spare one: the rule book does not say which side it shows
    if is_up == was_up:
        if is_up or surely_passed(before, square) or not surely_passed(after, square):
            return []
    elif is_up and maybe_passed(after, square):
        return []
    how = "not-turned" if is_up == was_up else "early" if is_up else "back"
    *_, last = (*after.finished, *rules.order_of_cars(after))
    return [rules.broken(rules.HAZARD_FLIP, how, "", square, who2=last)]


def surely_passed(position: Position, square: Square) -> bool:
    """Whether the last car is beyond this square; a car level with it, or on the same corner tile, is not."""
    return all(_gap(position, car, square) > 0 for car, _ in position.cars if car not in position.finished)


def maybe_passed(position: Position, square: Square) -> bool:
    """Whether the last car is at least level with this square."""
    return all(_gap(position, car, square) >= 0 for car, _ in position.cars if car not in position.finished)


def _gap(position: Position, car: str, square: Square) -> float:
    """Rows by which a car is past a square in the race; 0 when both are on one corner tile."""
    shape = position.shape
    crossings, rows, _ = rules.progress(shape, position, car)
    tile = shape.tile_at[square]
    if crossings == 1 and shape.is_corner[tile] and shape.tile_of(position.place(car)) == tile:
        return 0.0
    return (crossings - 1) * shape.rows + rows - shape.advance(square)
