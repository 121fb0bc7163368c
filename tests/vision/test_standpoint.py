"""From where a table is seen: the camera's place, and what its picture shows of the table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from calibration.table_plane import plane_from_normal
from referee.vision.eye import Eye
from referee.vision.plane import standpoint


def test_a_scene_tells_from_where_it_is_seen(table: Any) -> None:
    """The camera hangs where the table plane says, and the picture's edge on the table is the edge of the picture."""
    eye = Eye(table.manifest, table.lens)
    scene = eye.look(table.frame())
    assert scene.standpoint is not None
    assert eye.plane is not None
    assert scene.standpoint.camera_mm == tuple(eye.plane.position_mm.tolist())
    back_px = eye.plane.image_of(np.array([(x, y, 0.0) for x, y in scene.standpoint.shown_mm]))
    assert back_px[:5].tolist() == pytest.approx(
        np.array([(0.0, 0.0), (319.75, 0.0), (639.5, 0.0), (959.25, 0.0), (1279.0, 0.0)]), abs=0.5
    )


def test_a_view_to_the_horizon_has_no_outline(table: Any) -> None:
    """Of a camera that looks over the table's end no outline is told; of one that looks down it is."""
    straight = plane_from_normal(table.lens, np.array([0.0, 0.0, -1.0]), 500.0)
    assert standpoint(straight).camera_mm == pytest.approx((0.0, 0.0, 500.0), abs=1.0)
    assert len(standpoint(straight).shown_mm) == 16
    slanting = plane_from_normal(table.lens, np.array([0.0, -0.95, -0.3]), 500.0)
    assert standpoint(slanting).shown_mm == ()
