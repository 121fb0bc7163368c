"""The board under the camera, sheet by sheet: out of joint, missing, of another board."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from markers import kits
from referee.games.base import Reading
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.problem import pieces_at_fault
from referee.games.rigid import Transform
from tests.games.sightings import Look, Seen

GAME = NestorgamesGP()
KIT = kits.manifest("nestorgames-gp")
Point = tuple[float, float]
Write = Callable[..., str]


def laid(text: str) -> dict[str, Seen]:
    """The table as laid, by piece."""
    return {p.piece: Seen(p.piece, p.side, p.x_mm, p.y_mm, p.angle_deg) for p in GAME.layout(text, KIT)}


def displaced(seen: Seen, about: Point, dx_mm: float, dy_mm: float, turn_deg: float) -> Seen:
    """A piece pushed and turned about a board point."""
    turn = Transform(0.0, 0.0, turn_deg)
    x_mm, y_mm = turn.of((seen.x_mm - about[0], seen.y_mm - about[1]))
    moved = (x_mm + about[0] + dx_mm, y_mm + about[1] + dy_mm)
    return replace(seen, x_mm=moved[0], y_mm=moved[1], angle_deg=(seen.angle_deg + turn_deg) % 360.0)


def read(table: dict[str, Seen], text: str) -> Reading:
    """What these pieces show."""
    return GAME.read(Look(tuple(table.values())), KIT, text)


def test_a_sheet_out_of_joint_is_read_by_itself(position: Write) -> None:
    """Sheet 1 turned by 10 degrees and 30 mm off with its car on it: the car is read right and the sheet named."""
    text = position()  # green stands on s20, on sheet 1
    table = laid(text)
    middle = (-182.0, 110.0)
    for piece in ("board:harbour/1", "car:G"):
        table[piece] = displaced(table[piece], middle, -30.0, 12.0, 10.0)
    reading = read(table, text)
    assert dict(reading.observation.cars)["G"].space == "s20"
    assert reading.problems == ("sheet 1 of the board lies 32 mm out of joint: push it against its neighbours.",)
    assert pieces_at_fault(reading.problems) == {"board:harbour/1"}


def test_sheets_slightly_out_of_joint_are_fine(position: Write) -> None:
    """Every sheet pushed 2 mm its own way: nothing is complained of, and every piece is read in its space."""
    text = position(items="s3:oil,s28:oil", gate="")
    table = laid(text)
    for number in range(1, 7):
        angle = 2.4 * number
        piece = f"board:harbour/{number}"
        table[piece] = displaced(table[piece], (0.0, 0.0), 2.0 * math.cos(angle), 2.0 * math.sin(angle), 0.1)
    reading = read(table, text)
    assert reading.problems == ()
    assert reading.notation == GAME.visible(text)


def test_missing_sheets_are_named(position: Write) -> None:
    """A sheet, or two, that were never seen are named; the others are read."""
    text = position()
    table = laid(text)
    del table["board:harbour/2"]
    assert read(table, text).problems == ("sheet 2 of the board is not seen: lay it in its place, flat and uncovered.",)
    del table["board:harbour/5"]
    assert "sheets 2 and 5 of the board are not seen" in read(table, text).problems[0]
    assert dict(read(table, text).observation.cars)["G"].space == "s20"


def test_another_board_is_never_taken_for_the_right_one(position: Write) -> None:
    """With another board on the table nothing is read; a strange sheet among the right ones is named."""
    text, other = position(), laid(position(board="crossover"))
    reading = read(other, text)
    assert reading.observation is None
    assert "'crossover' lies on the table" in reading.problems[0]
    table = laid(text) | {"board:crossover/3": other["board:crossover/3"]}
    mixed = read(table, text)
    assert mixed.notation == GAME.visible(text)
    assert "sheets of the board 'crossover' lie among those of 'harbour'" in mixed.problems[0]
