"""A coin beside a pawn, whose cap hides a part of it, is read from the rest; what lies wholly out of sight is not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from markers.kit import PlacedPiece
from referee.vision.eye import Eye
from referee.vision.place import on_table
from referee.vision.scene import Frame, Image, Scene, Sighting
from referee.vision.settle import Settler
from tests.vision.conftest import Table, angle_between, moved

PAWN_AT, COIN_AT = (-91.5, 63.5), (-112.5, 63.5)
"""On neighbouring squares, the coin on the far side as the camera sees them."""


def beside(table: Table, coin_at: tuple[float, float] = COIN_AT, side: str = "suit") -> tuple[PlacedPiece, ...]:
    """The small road with a coin half behind the red pawn's cap."""
    laid = [p for p in table.pieces if p.piece not in ("pawn:S", "coin:Sn")]
    pawn = next(p for p in table.pieces if p.piece == "pawn:S")
    laid.append(replace(pawn, x_mm=PAWN_AT[0], y_mm=PAWN_AT[1]))
    return (*laid, PlacedPiece("coin:Sn", side, *coin_at, 9.55, 70.0))


def coin_in(scene: Scene, name: str = "coin:Sn") -> Sighting | None:
    """How a coin is seen."""
    return next((s for s in scene.sightings if s.piece == name), None)


@pytest.mark.parametrize("side", ["suit", "blank"])
def test_a_half_hidden_coin_is_read_from_the_rest(table: Table, side: str) -> None:
    """After two readings it is a piece like others, in its place and the right way round, and it settles."""
    pieces = beside(table, side=side)
    eye, settler = Eye(table.manifest, table.lens), Settler(4)
    scenes = [eye.look(table.frame(pieces)) for _ in range(4)]
    assert not {m.marker_id for m in eye.markers} & eye.index.faces["coin:Sn", side].corners_mm.keys()
    assert coin_in(scenes[0]) is None
    coin = coin_in(scenes[-1])
    assert coin is not None
    assert coin.side == side
    assert max(table.errors_mm(scenes[-1], "coin:S", pieces)) < 1.0
    tile = next(s for s in scenes[-1].sightings if s.piece == "tile:Sn")
    laid = {p.piece: p.angle_deg for p in pieces}
    assert angle_between(coin.angle_deg - tile.angle_deg, laid["coin:Sn"] - laid["tile:Sn"]) < 3.0
    settled = [settler.feed(scene) for scene in scenes][-1]
    assert settled is not None
    assert coin_in(settled.scene) == coin


def test_of_a_still_one_reading_counts(table: Table) -> None:
    """A single picture shows it too."""
    coin = coin_in(Eye(table.manifest, table.lens).look(table.frame(beside(table)), still=True))
    assert coin is not None
    assert coin.side == "suit"


def test_a_coin_that_is_taken_away_is_gone(table: Table) -> None:
    """So is one from beside a pawn that stays: nothing is remembered of what is no longer there."""
    eye, pieces = Eye(table.manifest, table.lens), beside(table)
    for _ in range(4):
        scene = eye.look(table.frame(pieces))
    assert coin_in(scene) is not None
    for _ in range(4):
        scene = eye.look(table.frame([p for p in pieces if p.piece != "coin:Sn"]))
        assert coin_in(scene) is None


def test_a_coin_comes_into_full_view_when_the_pawn_goes(table: Table) -> None:
    """It is then read as any other, where it lay."""
    eye, pieces = Eye(table.manifest, table.lens), beside(table)
    half = [eye.look(table.frame(pieces)) for _ in range(4)][-1]
    away = moved(pieces, "pawn:S", 60.0, 0.0)
    whole = [eye.look(table.frame(away)) for _ in range(4)][-1]
    before, after = coin_in(half), coin_in(whole)
    assert before is not None
    assert after is not None
    assert after.confidence > before.confidence
    assert np.hypot(before.x_mm - after.x_mm, before.y_mm - after.y_mm) < 1.0


def test_a_coin_that_is_seen_elsewhere_is_not_seen_twice(table: Table) -> None:
    """A second print of it behind the pawn is not told: it may be anything."""
    pieces = (*beside(table), PlacedPiece("coin:Sn", "suit", 38.1, 63.5, 9.55, 10.0))
    eye = Eye(table.manifest, table.lens)
    scene = [eye.look(table.frame(pieces)) for _ in range(5)][-1]
    coins = [s for s in scene.sightings if s.piece == "coin:Sn"]
    assert len(coins) == 1
    assert coins[0].confidence > 0.5


@pytest.mark.parametrize("what", ["grey", "stripes", "tile"])
def test_nothing_is_made_up_behind_a_pawn(table: Table, what: str) -> None:
    """Neither a coin nor a bare square: behind the cap there is a plain disc, or stripes, or the tile itself."""
    pieces = [p for p in beside(table) if p.piece != "coin:Sn"]
    eye = Eye(table.manifest, table.lens)
    for _ in range(5):
        scene = eye.look(painted(table, table.frame(pieces), what))
        assert coin_in(scene) is None


def painted(table: Table, frame: Frame, what: str) -> Frame:
    """The picture with something of a coin's size where the coin would lie, the pawn's cap over it."""
    if what == "tile":
        return frame
    image: Image = frame.image.copy()
    truth = table.truth_px(beside(table))
    coin = next(truth[n] for n in Eye(table.manifest).index.faces["coin:Sn", "suit"].corners_mm)
    x, y = coin.mean(axis=0)
    radius = 0.75 * float(np.linalg.norm(coin[1] - coin[0]))
    disc = np.zeros(image.shape[:2], dtype=np.uint8)
    cv2.circle(disc, (round(x), round(y)), round(radius), 255, -1)
    cap = next(truth[n] for n in Eye(table.manifest).index.faces["pawn:S", "cap"].corners_mm)
    across = 0.8 * float(np.linalg.norm(cap[1] - cap[0]))
    cv2.circle(disc, tuple(np.round(cap.mean(axis=0)).astype(int).tolist()), round(across), 0, -1)
    stripes = np.where(np.arange(image.shape[1]) // 5 % 2 == 0, 60, 200) if what == "stripes" else 120
    image[disc > 0] = np.broadcast_to(np.reshape(stripes, (1, -1, 1)), image.shape)[disc > 0]
    return replace(frame, image=image)


@pytest.mark.parametrize(("pawn_x_mm", "bare"), [(-94.0, True), (-98.0, False)])
def test_a_square_half_behind_a_pawn_is_bare_when_no_coin_has_room_out_of_sight(
    table: Table, pawn_x_mm: float, bare: bool
) -> None:
    """Enough of the tile's own marker is seen in both pictures; in the second a coin could lie behind the cap."""
    pieces = [replace(p, x_mm=pawn_x_mm) if p.piece == "pawn:S" else p for p in beside(table) if p.piece != "coin:Sn"]
    eye = Eye(table.manifest, table.lens)
    scene = [eye.look(table.frame(pieces)) for _ in range(3)][-1]
    tile = next(s for s in scene.sightings if s.piece == "tile:Sn")
    lower_left = next(iter(eye.index.faces["tile:Sn", "grid"].corners_mm))
    assert lower_left not in {marker.marker_id for marker in eye.markers}
    middle = on_table(eye.index.faces["tile:Sn", "grid"], tile, middle_of(eye, lower_left))[0]
    told = scene.clear_mm if bare else scene.hidden_mm
    assert any(np.hypot(x - middle[0], y - middle[1]) < 1.0 for x, y in told)


def middle_of(eye: Eye, number: int) -> NDArray[np.float64]:
    """The middle of a marker on its face, (1, 2)."""
    return np.asarray(eye.index.face_of[number].corners_mm[number].mean(axis=0, keepdims=True))
