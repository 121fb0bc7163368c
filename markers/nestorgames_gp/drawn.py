"""A board from a way that somebody draws: its spaces on a grid, the pit lane and the boxes below the lowest row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from markers.nestorgames_gp.plan import USUAL_BOX_MM, USUAL_PITCH_MM
from markers.racepack_tracks import STEPS, Cell, Track
from referee.errors import KitError

WAYS: Mapping[str, str] = MappingProxyType(
    {
        "Ring": "WNNNNEEEEEEEEESSSSWWWWWWWW",
        "Esses": "WNNNENNEESSEENNEESSESSSWWWWWWW",
    }
)
"""To begin a drawing with, as `Track.way`: the first space lies beyond the line, cars drive clockwise."""
OWN, OWN_TITLE = "own", "Own Board"
BOXES_APART_MM, AROUND_BOXES_MM = 62.0, 4.0
MOST_BAYS = 8


def board_of_way(way: str) -> str:
    """The text of the board file for a way; the rules say whether it can be raced on.

    Raises KitError for a way that does not come back over different spaces, or has no room for a pit lane.
    """
    if not way or set(way) - STEPS.keys():
        raise KitError(f"There is no board called '{way[:40]}'.")
    cells = Track(OWN_TITLE, way).cells
    turns = [STEPS[letter] for letter in way]
    if len(set(cells)) != len(cells) or any(sum(step[axis] for step in turns) for axis in (0, 1)):
        raise KitError("The way does not come back to its first space over spaces of its own.")
    bays = pit_lane(cells)
    if not bays:
        raise KitError("The space behind the line must lie in the lowest row: the pit lane is below it.")
    columns, rows = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    wide_mm = max(columns * USUAL_PITCH_MM, len(bays) * BOXES_APART_MM)
    boxes_mm = USUAL_BOX_MM[1] + AROUND_BOXES_MM
    high_mm = (rows + 1) * USUAL_PITCH_MM + boxes_mm

    def at_mm(cell: Cell) -> list[float]:
        across = (cell[0] - (columns - 1) / 2) * USUAL_PITCH_MM
        return [across, (cell[1] + 1.5) * USUAL_PITCH_MM + boxes_mm - high_mm / 2]

    def box_mm(bay: Cell) -> list[float]:
        place = sorted(bays).index(bay)
        return [(place - (len(bays) - 1) / 2) * BOXES_APART_MM, (boxes_mm - high_mm) / 2]

    corner = [before != after for before, after in zip((turns[-1], *turns), turns, strict=False)]
    names = [f"s{number}" for number in range(1, len(cells) + 1)]
    spaces = [
        {"id": name, "at_mm": at_mm(cell), **({"corner": True} if bends else {})}
        for name, cell, bends in zip(names, cells, corner, strict=True)
    ]
    pit = [{"id": f"p{n}", "at_mm": at_mm(bay), "box_mm": box_mm(bay)} for n, bay in enumerate(bays, 1)]
    board = {
        "name": OWN,
        "title": OWN_TITLE,
        "pitch_mm": USUAL_PITCH_MM,
        "size_mm": [wide_mm, high_mm],
        "box_size_mm": USUAL_BOX_MM,
        "spaces": spaces,
        "track": names,
        "line": names[0],
        "pit": {"bays": pit, "exit": names[-1]},
    }
    return json.dumps(board, separators=(",", ":"))


def pit_lane(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The bays from the pole on, below the lowest row, behind one another; none where the last space is not in it."""
    low, column = min(y for _, y in cells), cells[-1][0]
    if cells[-1][1] != low:
        return ()
    right = range(column, max(x for x, _ in cells) + 1)
    left = range(column, min(x for x, _ in cells) - 1, -1)
    return tuple((x, low - 1) for x in max(right, left, key=len)[:MOST_BAYS])
