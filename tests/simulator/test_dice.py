"""A die shows its other faces on its sides, the right way round."""

from __future__ import annotations

import cv2
import numpy as np

from markers.kit import Manifest, PlacedPiece
from referee.simulator.art import cut_art
from referee.simulator.camera import VirtualCamera
from referee.simulator.dice import ring_of_faces
from referee.simulator.look import look
from referee.simulator.render import Renderer


def test_the_ring_never_holds_top_or_bottom(manifest: Manifest, sheets: bytes) -> None:
    """Around each face lie the four faces that are neither on top nor below."""
    faces = {side: art for (piece, side), art in cut_art(manifest, sheets).items() if piece == "die:M"}
    for top, below in (("n", "5"), ("a", "4"), ("2", "3"), ("3", "2"), ("4", "a"), ("5", "n")):
        around = [art.item.side for art in ring_of_faces(faces, top)]
        assert sorted(around) == sorted(set(faces) - {top, below})


def test_what_is_no_die_has_no_ring(manifest: Manifest, sheets: bytes) -> None:
    """A piece with other faces than a die's gets plain walls."""
    faces = {side: art for (piece, side), art in cut_art(manifest, sheets).items() if piece == "coin:Sn"}
    assert ring_of_faces(faces, "blank") == ()


def test_sides_are_not_mirrored(manifest: Manifest, sheets: bytes) -> None:
    """Seen from low beside it, a die's side is read as the marker that is printed there."""
    camera = VirtualCamera(1280, 720, 30.0, 0.0, -160.0, 90.0, tilt_deg=62.0)
    die = PlacedPiece("die:M", "n", 0.0, 0.0, 20.0, 0.0)
    picture = Renderer(manifest, sheets, camera, look("plain")).render((die,), (), np.random.default_rng(1))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    ids = cv2.aruco.ArucoDetector(dictionary, cv2.aruco.DetectorParameters()).detectMarkers(picture)[1]
    printed = {
        marker.marker_id: item.side for item in manifest.items for marker in item.markers if item.piece == "die:M"
    }
    assert {printed.get(int(n)) for n in np.ravel(ids)} > {"n"}
