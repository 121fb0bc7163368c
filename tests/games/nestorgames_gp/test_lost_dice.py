"""Lost dice in the boxes, as a camera sees them: of every colour, put down anyhow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from markers import kits
from markers.kit import PlacedPiece
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.simulator.look import LOOKS, look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop
from referee.vision.eye import Eye
from referee.vision.scene import Frame
from tests.by_lot import lot

GAME = NestorgamesGP()
KIT = kits.manifest(GAME.name)
CARS = "RBGYKWOP"
BOXES = ",".join(f"{car}:3/{1 + number % 6}" for number, car in enumerate(CARS))
TABLE = (
    "nestorgames-gp board=harbour cars=R:p1,B:p2,G:p3,Y:p4,K:p5,W:p6,O:p7,P:p8 "
    f"box={BOXES} edition=tray seats={CARS} turn=R"
)


def thrown(piece: PlacedPiece, rng: np.random.Generator) -> PlacedPiece:
    """A lost die as people put it down: any face up, straight or turned, a little beside the middle of its square."""
    if not piece.piece.startswith("die:"):
        return piece
    turn = rng.uniform(0.0, 90.0) if rng.random() < 0.5 else rng.normal(0.0, 6.0)
    dx, dy = rng.normal(0.0, 0.7, 2).tolist()
    return replace(
        piece, side=str(rng.integers(1, 7)), angle_deg=turn % 360.0, x_mm=piece.x_mm + dx, y_mm=piece.y_mm + dy
    )


@pytest.mark.by_lot
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("light", sorted(LOOKS))
@pytest.mark.few(1)
def test_lost_dice_of_every_colour_are_counted(light: str, size: tuple[int, int]) -> None:
    """One to six of each driver's, whatever they show: no box has another number, and hardly one is not read."""
    rng = np.random.default_rng([lot(5), size[0], sorted(LOOKS).index(light)])
    laid = Tabletop(KIT, GAME.layout(TABLE, KIT), rng).pieces
    pieces = [thrown(piece, rng) for piece in laid]
    renderer = Renderer(KIT, kits.pdf(GAME.name), race_camera(pieces, size, lot(5), KIT), look(light))
    scene = Eye(KIT).look(Frame(renderer.render(pieces, (), rng), 0, "test", 0), still=True)
    lost, read = dict(GAME.observe(TABLE).boxes), dict(GAME.read(scene, KIT, TABLE).observation.boxes)
    assert {car: read[car] for car in read} == {car: lost[car] for car in read}
    assert len(read) >= len(lost) - 1
