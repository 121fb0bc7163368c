"""A road that somebody draws, made a board and held against the rules of board files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from markers.nestorgames_gp.drawn import board_of_way, pit_lane
from markers.racepack_tracks import STEPS
from referee.errors import NotationError
from referee.games.base import Cell, Dice, Drawn, cell_name
from referee.games.nestorgames_gp.board_file import board_from_json
from referee.games.nestorgames_gp.start import agreed_start
from referee.games.nestorgames_gp.state import position_text
from referee.games.nestorgames_gp.words import WORDS
from referee.games.options import Agreed


def drawn(cells: Collection[Cell], line: Cell | None = None) -> Drawn:
    """Make a board of spaces on some cells; `line` is the one beyond the line, found if it is not given."""
    spaces = {cell: [side for side in _sides(cell) if side in cells] for cell in sorted(cells)}
    loose = {cell: len(sides) for cell, sides in spaces.items() if len(sides) != 2}
    if loose:
        told = [
            WORDS.told("drawn-touches", text=cell_name(cell), n=count)
            for cell, count in loose.items()
            if len(cells) > 1
        ]
        return Drawn(tuple(told), tuple(loose))
    ring = _ring(spaces)
    if len(ring) < len(spaces):
        rest = tuple(cell for cell in spaces if cell not in ring)
        return Drawn((WORDS.told("drawn-several"),), rest)
    if not ring:
        return Drawn()
    begun = {ring[index]: (*ring[index:], *ring[:index]) for index in range(len(ring))}
    road = begun[line] if line in begun else max(begun.values(), key=lambda one: len(pit_lane(one)))
    return _held(road)


def _held(road: tuple[Cell, ...]) -> Drawn:
    """A closed road against the rules of boards."""
    steps = [(there[0] - here[0], there[1] - here[1]) for here, there in zip(road, (*road[1:], road[0]), strict=True)]
    names = {step: letter for letter, step in STEPS.items()}
    way = "".join(names[step] for step in steps)
    corners = tuple(cell for cell, came, goes in zip(road, (steps[-1], *steps), steps, strict=False) if came != goes)
    if not pit_lane(road):
        return Drawn((WORDS.told("drawn-line"),), (road[-1],), road, corners)
    try:
        board_from_json(board_of_way(way))
    except NotationError as problem:
        return Drawn((_sentence(problem),), (), road, corners)
    return Drawn((), (), road, corners, way, agreed_on(way))


def _sentence(problem: NotationError) -> str:
    """What an error says, still a sentence that knows its words."""
    told: str = problem.args[0]
    return told


def _sides(cell: Cell) -> Iterable[Cell]:
    return [(cell[0] + x, cell[1] + y) for x, y in STEPS.values()]


def _ring(spaces: Mapping[Cell, list[Cell]]) -> tuple[Cell, ...]:
    """The round that the first of some cells lies on, clockwise; each cell has two neighbours."""
    if not spaces:
        return ()
    first = next(iter(spaces))  # the lowest of the leftmost column: clockwise is up from there
    ring, here = [first], (first[0], first[1] + 1)
    while here != first:
        ring.append(here)
        one, other = spaces[here]
        here = other if one == ring[-2] else one
    return tuple(ring)


def agreed_on(name: str) -> Agreed:
    """The board, which a race on it is agreed on. Raises KitError."""
    return {"board": board_of_way(name)}


def start_on(name: str, players: int, dice: Dice, agreed: Mapping[str, str]) -> str:
    """The grid, by dice, on a board by its way. Raises NotationError and KitError."""
    return position_text(agreed_start(players, dice, {**agreed, **agreed_on(name)}))
