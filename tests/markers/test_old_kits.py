"""Kits printed by version 1 are read on: on every piece its markers are where, and as large as, they were."""

from __future__ import annotations

import hashlib

import pytest

from markers import kits
from markers.geometry import relative

VERSION_1 = {
    "racepack": "5ca10df33f97b2e9",
    "royal-racers": "3bb598b9bf24dccb",
    "nestorgames-gp": "30964004b640dcad",
    "home-racers": "b0337619427e6590",
}
"""A digest of what lay where on the pieces of version 1, in hundredths of a mm."""


def _digest(game: str) -> str:
    faces = sorted(map(relative, kits.manifest(game).items), key=lambda face: (face.piece, face.side))
    told = [
        (
            *(face.piece, face.side, face.fixed, round(face.height_mm, 2)),
            [(marker.marker_id, _hundredths(marker.corners_mm)) for marker in face.markers],
            [_hundredths(ring) for ring in (face.outline_mm, face.dots_mm, *face.mats_mm)],
        )
        for face in faces
    ]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def _hundredths(points: tuple[tuple[float, float], ...]) -> list[tuple[int, int]]:
    return [(round(100 * x), round(100 * y)) for x, y in points]


@pytest.mark.parametrize("game", VERSION_1)
def test_pieces_bear_their_markers_where_version_1_had_them(game: str) -> None:
    """So a print of version 1 is read with today's manifest as well as with its own."""
    assert _digest(game) == VERSION_1[game]
