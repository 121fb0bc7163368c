"""Pieces that share a space: nothing that stands there hides the marker of what lies there.

    car   car            inward, the road
---------------------
    |  item   |          outward, no other space
    [ marker  ]
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest

from markers import kits
from markers.geometry import relative
from markers.kit import PlacedPiece
from markers.nestorgames_gp.boards import SHIPPED
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.game import NestorgamesGP

GAME = NestorgamesGP()
KIT = kits.manifest(GAME.name)
FACES = {(item.piece, item.side): item for item in KIT.items}
SLANT = 0.45
"""A camera that sees the whole table sees its far corners about this much from the side (24 degrees)."""
HANDLED_MM = 2.5
"""A car is put down so far from where it should stand."""
Box = tuple[float, float, float, float]


def laid(board: str, cars: int, rest: str) -> tuple[str, tuple[PlacedPiece, ...]]:
    """A corner of a board with so many cars and something else on it."""
    corner = next(space.id for space in board_named(board).spaces if space.corner)
    letters = "RBGYKWOP"[:cars]
    stands = ",".join(f"{car}:{corner}" for car in letters)
    boxes = ",".join(f"{car}:3/0" for car in letters)
    text = f"nestorgames-gp board={board} cars={stands} box={boxes} {rest.replace('HERE', corner)}"
    return corner, GAME.layout(text, KIT)


def box_of(points: Iterable[tuple[float, float]], piece: PlacedPiece) -> Box:
    """The upright box around points of a piece as it lies, in mm."""
    turn = math.radians(piece.angle_deg)
    c, s = math.cos(turn), math.sin(turn)
    turned = [(x * c - y * s + piece.x_mm, x * s + y * c + piece.y_mm) for x, y in points]
    xs, ys = [x for x, _ in turned], [y for _, y in turned]
    return min(xs), min(ys), max(xs), max(ys)


def apart_mm(one: Box, other: Box) -> float:
    """How far apart two boxes are along the axis on which they are further apart."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


@pytest.mark.parametrize("board", SHIPPED)
@pytest.mark.parametrize(
    ("rest", "most"), [("items=HERE:oil", 8), ("items=HERE:bomb!", 8), ("tray=HERE:turbo", 6), ("tray=HERE", 6)]
)
def test_cars_hide_no_marker_of_what_they_share_a_corner_with(board: str, rest: str, most: int) -> None:
    """Seen from the side as the table's far corners are, every marker lies clear of the cars before it."""
    for cars in range(1, most + 1):
        _, pieces = laid(board, cars, rest)
        standing = [piece for piece in pieces if piece.piece.startswith("car")]
        lying = [piece for piece in pieces if piece.piece.split(":")[0] in ("oil", "bomb", "turbo", "tray")]
        assert len(standing) == cars
        for piece in lying:
            marker = box_of(relative(FACES[piece.piece, piece.side]).markers[0].corners_mm, piece)
            for car in standing:
                body = box_of(relative(FACES[car.piece, car.side]).outline_mm, car)
                assert apart_mm(marker, body) > SLANT * (car.z_mm - piece.z_mm), (cars, piece, car)


@pytest.mark.parametrize("board", SHIPPED)
@pytest.mark.parametrize("rest", ["items=HERE:oil", "tray=HERE:turbo"])
def test_what_shares_a_corner_has_its_middle_on_it(board: str, rest: str) -> None:
    """However carelessly it is put down there."""
    for cars in range(9):
        corner, pieces = laid(board, cars, rest)
        x_mm, y_mm = board_named(board).middle[corner]
        for piece in pieces:
            if piece.piece.split(":")[0] in ("oil", "tray", "car"):
                away = max(abs(piece.x_mm - x_mm), abs(piece.y_mm - y_mm))
                handled = HANDLED_MM if piece.piece.startswith("car") else HANDLED_MM - 1.0
                assert away + handled <= 25.0, (cars, piece)


def test_what_lies_on_a_space_reaches_over_none_of_its_neighbours() -> None:
    """Items and the tray, 46 mm long, lie within their own square but for its outer edge."""
    board = board_named("harbour")
    spaces = [space for space in dict.fromkeys(board.track) if space not in board.no_items]
    for space in spaces:
        text = f"nestorgames-gp board=harbour cars=R:{space} box=R:3/0 tray={space}:turbo"
        pieces = {piece.piece: piece for piece in GAME.layout(text, KIT)}
        tray = box_of(relative(FACES["tray", "top"]).outline_mm, pieces["tray"])
        for other in spaces:
            if other != space:
                x, y = board.middle[other]
                assert apart_mm(tray, (x - 23.0, y - 23.0, x + 23.0, y + 23.0)) >= 0.0, (space, other)
