"""What the table owes besides the driver's car: the other cars, the lap die and the hazard tokens."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.fact import Fact
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.observation import Observation, OffTrack, OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import Position
from referee.games.racepack.rules import hazards, race
from referee.games.racepack.spares import SpareTokens, on_corner, weigh_spares


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
    fault = race.lap_die(final.lap, allowed)
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
    faults += [hazards.hazard_moved(square, gone=True, to=to) for square in gone]
    for square in seen.keys() - known.keys():
        tokens[square] = seen[square]
        if square not in spare.come and not any(fault.kind == hazards.HAZARD_PLACE.id for fault in faults):
            faults.append(hazards.hazard_moved(square, gone=False))
    return tuple(sorted(tokens.items())), tuple(faults)


def _flip_fault(before: Position, after: Position, square: Square, was_up: bool, is_up: bool) -> list[Fact]:
    if before.variants.spare_hazards and not was_up and on_corner(road(before.circuit), square):
        return []  # perhaps a spare one: the rule book does not say which side it shows
    if is_up == was_up:
        newly_due = surely_passed(after, square) and not surely_passed(before, square)
        return [hazards.hazard_flip(square, False, True)] if not is_up and newly_due else []
    if is_up and maybe_passed(after, square):
        return []
    return [hazards.hazard_flip(square, is_up, not is_up)]


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
    crossings, rows, _ = race.progress(shape, position, car)
    tile = shape.tile_at[square]
    place = position.place(car)
    here = shape.tile_at.get(place.square) if isinstance(place, OnSquare) else None
    beside = shape.tile_named(place.tile) if isinstance(place, OutsideCorner) else None
    if crossings == 1 and shape.is_corner[tile] and tile in (here, beside):
        return 0.0
    return (crossings - 1) * shape.rows + rows - shape.advance(square)
