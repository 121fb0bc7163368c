"""Pictures with known truth for `referee bench vision`: a grid at rest, cars that move, a hand that sweeps."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.kit import Manifest, PlacedPiece
from referee.mind.reasoned import Game
from referee.simulator.art import page_to_table
from referee.simulator.bodies import thickness_mm
from referee.simulator.camera import VirtualCamera
from referee.simulator.hands import Hand
from referee.simulator.look import LOOKS
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer

Floats = NDArray[np.float64]
KINDS = ("static", "moving", "hand")
SPACE_MM = 25.4
AT_REST = 4
"""Pictures after which the eye has surveyed the table and read the dice."""
APART_MM = 40.0
CARS = ("pawn", "car")
"""Kinds of pieces that race."""
ANY_WAY = (*CARS, "coin", "disc", "die")
CAP_RADIUS_MM = 12.5


@dataclass(frozen=True, eq=False)
class TrueFrame:
    """One picture with its truth.

    Attributes
    ----------
    image : (H, W, 3) BGR.
    pieces : every piece as it lies.
    corners_px : by marker number, (4, 2), where each printed marker that faces up is.
    free : the numbers that no other piece covers (a hand may).
    """

    image: NDArray[np.uint8]
    pieces: tuple[PlacedPiece, ...]
    corners_px: dict[int, Floats]
    free: frozenset[int]


class BenchTable:
    """One table under one camera, as the simulator draws it."""

    def __init__(
        self, game: Game, manifest: Manifest, sheets: bytes, size: tuple[int, int], look: str, camera: int = 1
    ) -> None:
        self.position = game.start(4, random.Random(1))
        self.pieces = _crooked(game.layout(self.position, manifest))
        self.camera: VirtualCamera = race_camera(self.pieces, size, camera, manifest)
        self.still = {item.piece for item in manifest.items if item.fixed}
        self._items = {(item.piece, item.side): item for item in manifest.items}
        self._manifest = manifest
        self._renderer = Renderer(manifest, sheets, self.camera, LOOKS[look])

    def frames(self, kind: str, count: int) -> Iterator[TrueFrame]:
        """Pictures of one kind; the first ones always show the table at rest, so that the eye may settle."""
        rng = np.random.default_rng(7)
        for number in range(count):
            at_rest = number < AT_REST
            pieces = self._driven(number) if kind == "moving" and not at_rest else self.pieces
            hands = (self._hand(number / count),) if kind == "hand" and not at_rest else ()
            yield self._frame(pieces, hands, rng)

    def _frame(self, pieces: tuple[PlacedPiece, ...], hands: Sequence[Hand], rng: np.random.Generator) -> TrueFrame:
        image = self._renderer.render(pieces, hands, rng)
        printed = [piece for piece in pieces if (piece.piece, piece.side) in self._items]
        owner = {number: piece for piece in printed for number in self._renderer.corners_px(piece)}
        corners = {n: c for piece in printed for n, c in self._renderer.corners_px(piece).items()}
        standing = {p.piece: self._silhouette(p) for p in pieces if p.piece not in self.still}
        free = frozenset(n for n in corners if not self._covered(owner[n], corners[n], standing, pieces))
        return TrueFrame(image, pieces, corners, free)

    def _covered(
        self,
        owner: PlacedPiece,
        corners: Floats,
        standing: dict[str, NDArray[np.float32]],
        pieces: tuple[PlacedPiece, ...],
    ) -> bool:
        height = {piece.piece: piece.z_mm for piece in pieces}
        over = [hull for name, hull in standing.items() if name != owner.piece and height[name] > owner.z_mm]
        hull = cv2.convexHull(corners.astype(np.float32))
        inside = bool((corners >= 0).all() and (corners <= [self.camera.width_px - 1, self.camera.height_px - 1]).all())
        return not inside or any(cv2.intersectConvexConvex(hull, other)[0] > 0.0 for other in over)

    def _silhouette(self, piece: PlacedPiece) -> NDArray[np.float32]:
        """What a standing piece hides, as a convex outline in the picture."""
        ring, tall = self._outline(piece)
        heights = (piece.z_mm - tall, piece.z_mm)
        points = np.concatenate([np.column_stack([ring, np.full(len(ring), z)]) for z in heights])
        return np.asarray(cv2.convexHull(self.camera.image_of(points).astype(np.float32)), dtype=np.float32)

    def _outline(self, piece: PlacedPiece) -> tuple[Floats, float]:
        """A piece's outline in table mm and how tall it is; a round one for dice, which no kit need print."""
        item = self._items.get((piece.piece, piece.side))
        if item is None or piece.piece.startswith(("pawn", "coin", "die")):
            turn = np.linspace(0.0, 2.0 * math.pi, 24, endpoint=False)
            radius = CAP_RADIUS_MM * (1.25 if piece.piece.startswith("die") else 1.0)
            ring = np.column_stack([piece.x_mm + radius * np.cos(turn), piece.y_mm + radius * np.sin(turn)])
        else:
            page = np.array(item.outline_mm, dtype=np.float64)
            ring = page_to_table(item, page, piece.x_mm, piece.y_mm, piece.angle_deg)
        tall = thickness_mm(self._manifest, piece.piece) if item is not None else 2.0 * CAP_RADIUS_MM
        return ring, min(max(tall, 0.0), piece.z_mm)

    def _driven(self, number: int) -> tuple[PlacedPiece, ...]:
        """One car set down somewhere else on every picture, where nothing stands."""
        cars = [piece for piece in self.pieces if piece.piece.startswith(CARS)]
        car = cars[number % len(cars)]
        taken = [(p.x_mm, p.y_mm) for p in self.pieces if p.piece not in self.still and p is not car]
        ground = [p for p in self.pieces if p.piece in self.still]
        rng = np.random.default_rng(number)
        for _ in range(200):
            near = ground[int(rng.integers(len(ground)))]
            x, y = (float(v) for v in np.array([near.x_mm, near.y_mm]) + rng.uniform(-SPACE_MM, SPACE_MM, 2))
            if all(math.hypot(x - a, y - b) > APART_MM for a, b in taken):
                moved = replace(car, x_mm=x, y_mm=y, angle_deg=(car.angle_deg + 40.0 * number) % 360.0)
                return tuple(moved if p is car else p for p in self.pieces)
        return self.pieces

    def _hand(self, share: float) -> Hand:
        low = min(p.x_mm for p in self.pieces)
        high = max(p.x_mm for p in self.pieces)
        return Hand(low + (high - low) * share, -30.0 + 60.0 * math.sin(6.0 * share), 270.0 + 30.0 * share)


def _crooked(pieces: Sequence[PlacedPiece]) -> tuple[PlacedPiece, ...]:
    """Pieces as people leave them: up to a millimetre off, loose ones at any angle."""
    rng = np.random.default_rng(3)
    laid = []
    for piece in pieces:
        still = not piece.piece.startswith(ANY_WAY)
        dx, dy = rng.normal(0.0, 0.4 if still else 1.5, 2)
        turn = rng.normal(0.0, 0.5) if still else rng.uniform(0.0, 360.0)
        laid.append(
            replace(piece, x_mm=piece.x_mm + dx, y_mm=piece.y_mm + dy, angle_deg=(piece.angle_deg + turn) % 360.0)
        )
    return tuple(laid)
