"""A car set by hand on the drawn floor, which has no spaces: its place is a pose."""

from __future__ import annotations

from referee.errors import NotationError
from referee.games.home_racers.geometry import pose
from referee.games.home_racers.notation import parse_numbers, parse_pose
from referee.games.home_racers.position import Position
from referee.games.home_racers.succession import crossed_on, with_car, with_crossings


def with_piece(position: Position, piece: str, space: str) -> Position:
    """The position with a car elsewhere (`x:y` or `x:y:angle`, in mm and degrees); whose turn it is stays.

    Without an angle the car keeps its heading. Laps follow a car that was set over the line. Raises NotationError when
    there is no such car or the place cannot be read.
    """
    before = dict(position.cars).get(piece)
    if before is None:
        raise NotationError(f"there is no car {piece} on the floor.")
    if space.count(":") == 1:
        x_mm, y_mm = parse_numbers(space, 2, "place")
        after = pose(x_mm, y_mm, before.angle_deg)
    else:
        after = parse_pose(space, "place")
    crossed = crossed_on(position, [before.at, after.at])
    moved = with_car(position, piece, after)
    return with_crossings(moved, piece, max(0, moved.crossed(piece) + crossed))
