"""What a search through one turn carries along: the sheet of given facts, and the state after each movement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.games.fact import Fact
from referee.games.racepack.actions import Action, MoveUp, Speeds
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.declarations import Said
from referee.games.racepack.observation import OnSquare, OutsideCorner, Place, Square
from referee.games.racepack.position import Position

HAZARD, SPIN_OUT, LEFT_TRACK = "hazard", "spin-out", "left"
"""Why a turn is over before its third movement."""


@dataclass(frozen=True)
class Sheet:
    """The facts of one turn that do not change during the search.

    Attributes
    ----------
    occupied : squares of the other cars.
    hazards : squares of suit-up hazards.
    pit : squares of the pit lane, if there is one.
    places : where the car must be seen after movements, in this order and ending at the last; None to roam freely.
    tokens : whether undeclared strategy tokens may be assumed.
    budget : how many broken rules a line may have.
    limit : how many movements a line may have.
    """

    position: Position
    car: str
    shape: Road
    occupied: Mapping[Square, str]
    hazards: frozenset[Square]
    said: Said = field(default_factory=Said)
    places: tuple[Place, ...] | None = None
    tokens: bool = False
    budget: int = 0
    limit: int = 3
    pit: frozenset[Square] = frozenset()

    @property
    def starting(self) -> bool:
        """Whether this is the car's first turn of the race."""
        return self.car in self.position.grid


@dataclass(frozen=True, slots=True)
class TurnState:
    """The car in the middle of its turn.

    Attributes
    ----------
    square : where it stands, None when off the road; `outside` is then the corner tile it stands beside.
    turned : whether it can only be facing out of its corner.
    speeds : possible speeds of the last movement, 0 before the first.
    mark : how many of the sheet's places have been reached.
    entries : numbers of the movements that entered a corner at speed 2.
    stopped : why the turn is over, or ""; `hit` is the hazard that stopped it.
    assumed : how many tokens were assumed.
    pitted : how many pit stops were made.
    """

    square: Square | None
    outside: Square | None
    turned: bool
    speeds: Speeds
    used: int
    mark: int
    hand: str
    crossings: int
    entries: tuple[int, ...] = ()
    stopped: str = ""
    hit: Square | None = None
    faults: tuple[Fact, ...] = ()
    assumed: int = 0
    actions: tuple[Action, ...] = ()
    pitted: int = 0


def sheet_for(position: Position, car: str, said: Said | None = None) -> Sheet:
    """The sheet for a car's turn in a position, roaming freely."""
    shape = road(position.circuit)
    return Sheet(
        position=position,
        car=car,
        shape=shape,
        occupied=position.occupied(but=car),
        hazards=frozenset(square for square, suit_up in position.hazards if suit_up),
        said=said or Said(),
        pit=shape.pit_lane if position.variants.main == "pit" else frozenset(),
    )


def first_state(sheet: Sheet) -> TurnState:
    """The car at the beginning of its turn; a waiting car has moved up to the front row, if its lane is free."""
    place = sheet.position.place(sheet.car)
    square = place.square if isinstance(place, OnSquare) and place.square in sheet.shape.tile_at else None
    actions: tuple[Action, ...] = ()
    if square is not None and sheet.starting:
        front = front_of_grid(sheet.shape, square, sheet.occupied)
        if front != square:
            square, actions = front, (MoveUp(front),)
    return TurnState(
        square=square,
        outside=place.tile if isinstance(place, OutsideCorner) else None,
        turned=sheet.car in sheet.position.turned,
        speeds=0,
        used=0,
        mark=0,
        hand=sheet.position.hand(sheet.car),
        crossings=sheet.position.crossed(sheet.car),
        actions=actions,
    )


def front_of_grid(shape: Road, square: Square, occupied: Iterable[Square]) -> Square:
    """The farthest free square before the line in this lane."""
    return ([square, *squares_to_line(shape, square, occupied)])[-1]


def squares_to_line(shape: Road, square: Square, occupied: Iterable[Square]) -> list[Square]:
    """The free squares straight ahead up to the line, nearest first."""
    taken = set(occupied)
    found: list[Square] = []
    here = square
    for following in shape.ahead(square, shape.way_out[shape.tile_at[square]]):
        if shape.crosses_line(here, following) or following in taken:
            break
        found.append(following)
        here = following
    return found
