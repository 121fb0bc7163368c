"""An arm that rests on the rim of the table hides what is under it and stops nothing; a hand over the pieces does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from markers.kit import PlacedPiece
from referee.simulator.hands import Hand
from referee.vision.eye import Eye
from referee.vision.scene import Scene
from referee.vision.settle import Settler
from tests.vision.conftest import Table, moved


class Watched:
    """A table that is looked at while an arm on its rim is never quite still."""

    def __init__(self, table: Table) -> None:
        self.table, self.eye, self.settler = table, Eye(table.manifest, table.lens), Settler()
        self.rng = np.random.default_rng(2)
        for _ in range(5):
            self.settler.feed(self.eye.look(table.frame()))

    def look(self, others: Sequence[Hand] = (), pieces: Sequence[PlacedPiece] | None = None) -> Scene:
        """The next picture with the arm, and other hands."""
        x_mm, y_mm = self.rng.normal((-30.0, -180.0), (6.0, 3.0))
        scene = self.eye.look(self.table.frame(pieces, [Hand(x_mm, y_mm, -90.0), *others]))
        self.settler.feed(scene)
        return scene


def test_an_arm_on_the_rim_does_not_stop_the_race(far_table: Any) -> None:
    """The table stays at rest, the arm's place is said to be covered, and a move beside it is seen."""
    watched = Watched(far_table)
    scenes = [watched.look() for _ in range(3)]
    assert not any(scene.quality.hand for scene in scenes)
    assert all(scene.covered for scene in scenes)
    assert max(y for scene in scenes for area in scene.covered for _, y in area) < -80.0
    rests = [watched.settler.at_rest]
    pieces = moved(far_table.pieces, "pawn:C", -1.0, 38.0)
    assert [watched.look([Hand(60.0, 38.0, 80.0)], pieces).quality.hand for _ in range(2)] == [True, True]
    rests.append(watched.settler.at_rest)
    scene = [watched.look((), pieces) for _ in range(4)][-1]
    rests.append(watched.settler.at_rest)
    assert rests == [True, False, True]
    assert max(far_table.errors_mm(scene, "pawn", pieces)) < 1.0


def test_a_hand_close_to_a_piece_is_in_the_way(far_table: Any) -> None:
    """Where a pawn lay that is not to be seen just now, too."""
    watched = Watched(far_table)
    away = [piece for piece in far_table.pieces if piece.piece != "die:M"]
    assert watched.look([Hand(205.0, -12.0, -60.0)], away).quality.hand
    assert watched.look([Hand(-114.0, 75.0, 120.0)]).quality.hand
