"""Spaces that a track does not have: nothing can stand there, so a text that says so is refused before it is judged."""

from __future__ import annotations

from collections.abc import Iterator

from referee.errors import NotationError
from referee.games.racepack.circuit import road
from referee.games.racepack.notation import parse_observation, square_name
from referee.games.racepack.observation import Circuit, Observation, OnSquare, OutsideCorner, Square
from referee.games.racepack.position import DRIVERS


def observed(text: str) -> Observation:
    """Read an observation; its spaces must be there when it has its own track.

    Raises NotationError, also for what `parse_observation` refuses.
    """
    seen = parse_observation(text)
    if seen.circuit is not None:
        need_spaces(seen, seen.circuit)
    return seen


def need_spaces(seen: Observation, circuit: Circuit) -> None:
    """Refuse an observation with a space that this track does not have. Raises NotationError naming the first one."""
    for sentence in strange_spaces(seen, circuit):
        raise NotationError(sentence)


def strange_spaces(seen: Observation, circuit: Circuit) -> Iterator[str]:
    """A sentence for every piece and every covered square that is said to be where no road is."""
    shape = road(circuit)
    for car, place in seen.cars:
        if isinstance(place, OnSquare) and place.square not in shape.tile_at:
            yield f"{DRIVERS[car]}'s car cannot stand on {square_name(place.square)}: {_no_space(circuit)}"
        if isinstance(place, OutsideCorner) and shape.tile_named(place.tile) not in shape.corners:
            yield f"{DRIVERS[car]}'s car cannot stand outside {square_name(place.tile)}: the road does not bend there."
    for square, _ in seen.hazards:
        if square not in shape.tile_at:
            yield f"no hazard can lie on {square_name(square)}: {_no_space(circuit)}"
    for square in sorted(seen.unseen - shape.tile_at.keys()):
        yield f"{square_name(square)} cannot be covered: {_no_space(circuit)}"


def _no_space(circuit: Circuit) -> str:
    columns = max(column for column, _ in circuit.all_tiles) + 1
    rows = max(row for _, row in circuit.all_tiles) + 1
    last: Square = (columns, rows)
    return f"this track has no such space (its squares lie between a1 and {square_name(last)})."
