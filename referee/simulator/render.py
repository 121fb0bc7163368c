"""The picture of a virtual table: surface, pieces, hands, light, lens and sensor, with the truth known exactly.

What does not change is drawn once: the table with its fixed pieces, each piece as a patch, and the whole table as long
as nothing on it moves. A picture in which one pawn moved costs one new patch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from markers.kit import Manifest, PlacedPiece, PrintedItem
from referee.errors import KitError
from referee.simulator.art import FaceArt, cut_art, page_to_table
from referee.simulator.bodies import Body, body_of, is_tall, on_posters, thickness_mm
from referee.simulator.camera import VirtualCamera
from referee.simulator.dice import ring_of_faces
from referee.simulator.hands import Hand, lay_hand
from referee.simulator.kinds import kind_of
from referee.simulator.look import Look, Sensor, light_field
from referee.simulator.pip_dice import PipDie, flat_die, lay_dice
from referee.simulator.sprite import Patch, View, piece_patch, shadow_patch
from referee.simulator.surface import Surface, surface

Bytes = NDArray[np.uint8]
Pieces = tuple[PlacedPiece, ...]

PIP_DIE_MM = 16.0
MOST_PATCHES = 400
"""Patches kept before all are dropped: a race of hundreds of turns must not fill the memory."""


class Renderer:
    """Draws one kit's pieces under one camera in one light.

    Parameters
    ----------
    manifest, pdf_bytes : the kit as printed.
    camera : where the picture is taken from; its `image_of` is the truth.
    look : surface, light and sensor.

    Raises
    ------
    KitError : sheets that do not fit the manifest; in `render`, a piece that the kit does not have.
    """

    def __init__(self, manifest: Manifest, pdf_bytes: bytes, camera: VirtualCamera, look: Look) -> None:
        self.manifest, self.camera, self.look = manifest, camera, look
        self._art = cut_art(manifest, pdf_bytes)
        self._tall_mm = {item.piece: thickness_mm(manifest, item.piece) for item in manifest.items}
        self._sheets = {item.piece: (item, sheet) for item, sheet in on_posters(manifest)}
        self._fixed = {item.piece for item in manifest.items if item.fixed}
        slope_x, slope_y = camera.slope_maps()
        ground_x = camera.x_mm - camera.z_mm * slope_x
        ground_y = camera.y_mm - camera.z_mm * slope_y
        light = light_field(look, ground_x, ground_y)
        self.view = View(camera, slope_x, slope_y, light)
        self._bare = _bare_table(look, ground_x, ground_y, light)
        self._sensor = Sensor(look, (camera.width_px, camera.height_px), (look.seed,))
        self._patches: dict[PlacedPiece, tuple[Body, Patch, Patch]] = {}
        self._ground: tuple[Pieces, Bytes] = ((), self._bare)
        self._table: tuple[Pieces, Bytes] = ((), self._bare)

    def render(self, pieces: Sequence[PlacedPiece], hands: Sequence[Hand], rng: np.random.Generator) -> Bytes:
        """One picture (H, W, 3) BGR of these pieces with these hands above them; `rng` draws the noise."""
        picture = self._laid(tuple(pieces)).copy()
        for hand in hands:
            lay_hand(self.view, picture, hand, self.look.lamp_mm, self.look.shadow)
        return self._sensor.take(picture, rng)

    def corners_px(self, placed: PlacedPiece) -> dict[int, NDArray[np.float64]]:
        """Where the corners (4, 2) of each marker of a placed piece are in the picture, by marker id: the truth."""
        item = self._face(placed)
        found = {}
        for marker in item.markers:
            page = np.array(marker.corners_mm, dtype=np.float64)
            table = page_to_table(item, page, placed.x_mm, placed.y_mm, placed.angle_deg)
            found[marker.marker_id] = self.view.pixels(table, placed.z_mm)
        return found

    def _face(self, placed: PlacedPiece) -> PrintedItem:
        return self._face_art(placed).item

    def _laid(self, pieces: Pieces) -> Bytes:
        """The table with all its pieces, before hands, lens and sensor."""
        if pieces == self._table[0]:
            return self._table[1]
        still = tuple(placed for placed in pieces if placed.piece in self._fixed)
        if still != self._ground[0]:
            self._ground = (still, self._lay(self._lay(self._bare, self._posters(still)), still))
        moving = tuple(placed for placed in pieces if placed.piece not in self._fixed)
        dice = [die for die in map(self._pip_die, moving) if die is not None]
        picture = self._lay(self._ground[1], tuple(placed for placed in moving if self._pip_die(placed) is None))
        lay_dice(self.view, picture, dice, self.look)
        self._table = (pieces, picture)
        return picture

    def _posters(self, still: Pieces) -> Pieces:
        """The sheets on which some of these pieces are printed, where those lie."""
        found = {}
        for placed in still:
            if placed.piece in self._sheets:
                item, sheet = self._sheets[placed.piece]
                origin = np.array([sheet.origin_mm])
                ((x, y),) = page_to_table(item, origin, placed.x_mm, placed.y_mm, placed.angle_deg)
                found[sheet.piece] = replace(placed, piece=sheet.piece, side=sheet.side, x_mm=float(x), y_mm=float(y))
        return tuple(found.values())

    def _pip_die(self, placed: PlacedPiece) -> PipDie | None:
        """An ordinary die, None for a piece that the kit prints."""
        paints = kind_of(self.manifest.kit, placed.piece).pips
        if paints is None:
            return None
        colour = paints[placed.piece.partition(":")[2][:1]]
        edge_mm = self.manifest.dice[0].edge_mm if self.manifest.dice else PIP_DIE_MM
        base_mm = max(placed.z_mm - edge_mm, 0.0)
        return flat_die(colour, int(placed.side), (placed.x_mm, placed.y_mm), placed.angle_deg, base_mm, edge_mm)

    def _lay(self, ground: Bytes, pieces: Pieces) -> Bytes:
        """Shadows of a group first, then the pieces: low ones, then tall ones from the far side to the near one."""
        picture = ground.copy()
        drawn = sorted((self._drawn(placed) for placed in pieces), key=lambda parts: self._depth(parts[0]))
        low = [parts for parts in drawn if not is_tall(parts[0])]
        tall = [parts for parts in drawn if is_tall(parts[0])]
        for group in (low, tall):
            for _, _, shadow in group:
                shadow.lay_on(picture)
            for _, patch, _ in group:
                patch.lay_on(picture)
        return picture

    def _depth(self, body: Body) -> tuple[float, float]:
        middle = body.slices[0].outline_mm.mean(axis=0)
        away = float(np.hypot(*(middle - self.camera.position_mm[:2])))
        return (0.0 if is_tall(body) else body.base_mm, -away)

    def _drawn(self, placed: PlacedPiece) -> tuple[Body, Patch, Patch]:
        if placed in self._patches:
            return self._patches[placed]
        if len(self._patches) >= MOST_PATCHES:
            self._patches.clear()
        art = self._face_art(placed)
        page = np.array(art.item.outline_mm, dtype=np.float64)
        outline = page_to_table(art.item, page, placed.x_mm, placed.y_mm, placed.angle_deg)
        body = body_of(placed, kind_of(self.manifest.kit, placed.piece), outline, self._tall_mm[placed.piece])
        patch = piece_patch(self.view, art, placed, body, self._around(placed))
        shadow = shadow_patch(self.view, body, self.look.lamp_mm, self.look.shadow)
        self._patches[placed] = (body, patch, shadow)
        return self._patches[placed]

    def _around(self, placed: PlacedPiece) -> tuple[FaceArt, ...]:
        """The printed sides of a die."""
        if not placed.piece.startswith("die:"):
            return ()
        return ring_of_faces(
            {side: art for (piece, side), art in self._art.items() if piece == placed.piece}, placed.side
        )

    def _face_art(self, placed: PlacedPiece) -> FaceArt:
        if (placed.piece, placed.side) not in self._art:
            raise KitError(f"The kit {self.manifest.kit} has no {placed.piece} with a side {placed.side}.")
        return self._art[placed.piece, placed.side]


def _bare_table(
    look: Look, ground_x: NDArray[np.float32], ground_y: NDArray[np.float32], light: NDArray[np.float32]
) -> Bytes:
    """The empty table in its light, two samples a pixel each way so that its pattern does not flicker."""
    low = (float(ground_x.min()) - 5.0, float(ground_y.min()) - 5.0)
    high = (float(ground_x.max()) + 5.0, float(ground_y.max()) + 5.0)
    top = surface(look.surface, low, high, look.seed)
    size = (ground_x.shape[1] * 2, ground_x.shape[0] * 2)
    across = _sample(top, ground_x, size, 0)
    down = _sample(top, ground_y, size, 1)
    dense = cv2.remap(top.picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colour = np.asarray(cv2.resize(dense, ground_x.shape[::-1], interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(np.clip(colour * light / 255.0, 0.0, 255.0), np.uint8)


def _sample(top: Surface, ground: NDArray[np.float32], size: tuple[int, int], axis: int) -> NDArray[np.float32]:
    """Column (axis 0) or row (axis 1) of the surface's picture under every sample."""
    dense = np.asarray(cv2.resize(ground, size, interpolation=cv2.INTER_LINEAR), np.float32)
    from_edge = dense - top.low_mm[0] if axis == 0 else top.high_mm[1] - dense
    return np.asarray(from_edge * np.float32(top.px_per_mm) - np.float32(0.5), np.float32)
