"""The race as a whole: the track, the grid, the order of the cars and of the turns, the lap die and the finish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.games.base import Rule
from referee.games.fact import Fact, fact
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.notation import square_name
from referee.games.racepack.observation import Circuit, OnSquare, OutsideCorner, Square
from referee.games.racepack.position import Position
from referee.games.racepack.track_check import TRACK_ID, circuit_problems
from referee.games.racepack.variants import BASE_GAME, Variants

TRACK = Rule(TRACK_ID, "A closed circuit of 24 tiles", "Construct The Track")
STARTING_GRID = Rule(
    "racepack/starting-grid",
    "Pairs behind the line, moving up in lane",
    "Determine The Order Of The Cars On The Starting Grid; Starting The Race",
)
TURN_ORDER = Rule("racepack/turn-order", "Each driver in turn", "Turn Order")
ORDER = Rule("racepack/order", "Who is ahead of whom", "Turn Order")
LAP_DIE = Rule("racepack/lap-die", "One less when the leader crosses the line", "Winning The Race")
FINISH = Rule("racepack/finish", "The last crossing of the line", "Winning The Race")


def track(circuit: Circuit, cars: int, variants: Variants = BASE_GAME) -> tuple[Fact, ...]:
    """24 tiles, each touching exactly two others, with straight rows for the grid; and what was agreed on besides."""
    return circuit_problems(circuit, (cars + 1) // 2, variants)


def starting_grid(car: str, end: Square) -> Fact:
    """Waiting cars move up in their own lane."""
    return fact(STARTING_GRID.id, how="lane", who=car, square=square_name(end))


def turn_order(car: str, to_move: str, again: bool = False) -> Fact:
    """Only the driver whose turn it is moves; who has had his turn is not to move again."""
    return fact(TURN_ORDER.id, how="again" if again else "moved", who=car, who2=to_move)


def order_of_cars(position: Position) -> tuple[str, ...]:
    """The cars still in the race, the leader first.

    Laps and corners passed come first; level cars are told apart by the inside lane. A car that spun out is behind all
    that are in that corner or further; two of them in one corner keep their earlier order.
    """
    shape = road(position.circuit)
    racing = [car for car in position.order if car not in position.finished]
    return tuple(sorted(racing, key=lambda car: progress(shape, position, car), reverse=True))


def progress(shape: Road, position: Position, car: str) -> tuple[int, float, int]:
    """How far a car has come: crossings of the line, rows since it, and how far inside its lane lies."""
    place = position.place(car)
    crossings = position.crossed(car)
    match place:
        case OnSquare(square) if square in shape.tile_at:
            return crossings, shape.advance(square), shape.nearness_inside(square)
        case OutsideCorner(tile) if (index := shape.tile_named(tile)) is not None:
            return crossings, corner_start(shape, index) - 0.5, 0
        case _:
            return crossings, -1.0, 0


def corner_start(shape: Road, tile: int) -> int:
    """Rows from the line to the first row of a tile."""
    return (2 * tile - shape.circuit.line_row) % shape.rows


def order(position: Position, claimed: Sequence[str]) -> Fact | None:
    """At the beginning of a round the turns go by the order of the cars."""
    true_order = order_of_cars(position)
    if tuple(claimed) == true_order:
        return None
    return fact(ORDER.id, how="other", cars=",".join(true_order))


def lap_die(shown: int, right: Iterable[int]) -> Fact | None:
    """One less each time the leader crosses the line, the start not counted."""
    allowed = tuple(right)
    if shown in allowed:
        return None
    return fact(LAP_DIE.id, how="shows", count=shown, count2=allowed[0])


def finish(car: str, crossings: int, race: int) -> Fact | None:
    """A car leaves the track only after its last crossing of the line."""
    if crossings > race:
        return None
    return fact(FINISH.id, how="early", who=car)
