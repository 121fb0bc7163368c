"""What an eye that misses nothing says of laid pieces: a settled scene, for judges without a camera."""

from __future__ import annotations

from collections.abc import Iterable

from markers.kit import PlacedPiece
from referee.vision.scene import Scene, SceneQuality, SettledScene, Sighting

LOOSE = ("coin:", "pawn:", "die:")
"""Pieces that hide what they stand on: where they are, no still marker is seen bare."""
QUALITY = SceneQuality(1.0, False)


def scene_of(pieces: Iterable[PlacedPiece], time_ns: int) -> Scene:
    """These pieces where they lie, all of them seen and sure."""
    laid = tuple(pieces)
    sightings = tuple(Sighting(p.piece, p.side, p.x_mm, p.y_mm, p.angle_deg, 1.0) for p in laid)
    clear = tuple((p.x_mm, p.y_mm) for p in laid if not p.piece.startswith(LOOSE))
    return Scene(time_ns, sightings, clear, (), (), QUALITY)


def settled(pieces: Iterable[PlacedPiece], time_ns: int, rested_ns: int | None = None) -> SettledScene:
    """The same as four pictures agree on it."""
    return SettledScene(scene_of(pieces, time_ns), 4, time_ns, time_ns, rested_ns)
