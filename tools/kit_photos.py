"""Photographs the kits from a player's seat, as they lie on the simulated table, and their sheets beside each other.

    .venv/bin/python tools/kit_photos.py docs/kit

The photographs in README and docs/markers.md come from here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from markers import kits, raster
from markers.geometry import relative
from markers.kit import Manifest, PlacedPiece
from markers.racepack_tracks import TRACKS
from referee.games.registry import TRACK_DRAWINGS, game
from referee.games.rigid import Transform
from referee.simulator.camera import VirtualCamera
from referee.simulator.look import look
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop

Image = NDArray[np.uint8]
SIZE, HFOV_DEG, TILT_DEG, ROOM_MM = (1280, 720), 52.0, 44.0, 120.0
"""Of a camera as high as the eyes of somebody who leans over the table."""
QUALITY = 82
SHEETS_WIDE, SHEET_PX_PER_MM, GAP_PX = 6, 1.0, 6


def tables() -> Iterator[tuple[str, Manifest, bytes, tuple[PlacedPiece, ...]]]:
    """Name, kit, its sheets and the pieces of each game at its start, and of a ready track."""
    for name, design in kits.DESIGNS.items():
        tracks = (list(TRACKS)[-1], "") if design.track_version else ("",)
        for track in tracks:
            wish = replace(design.usual, track=track)
            law, kit = game(name), kits.manifest(name, wish=wish)
            begun = TRACK_DRAWINGS[name].start_on(track, 4, Random(3), {}) if track else law.start(4, Random(3))
            yield f"{name}{'-track' if track else ''}", kit, kits.pdf(name, wish=wish), tuple(law.layout(begun, kit))


def from_the_seat(kit: Manifest, sheets: bytes, pieces: tuple[PlacedPiece, ...]) -> Image:
    """The laid table in daylight, seen from its lower edge."""
    rng = np.random.default_rng(5)
    laid = Tabletop(kit, pieces, rng).pieces
    faces = {(item.piece, item.side): relative(item).outline_mm for item in kit.items}
    corners = [
        Transform(one.x_mm, one.y_mm, one.angle_deg).of(point) for one in laid for point in faces[one.piece, one.side]
    ]
    (left, low), (right, high) = np.min(corners, axis=0), np.max(corners, axis=0)
    away = max(right - left, 1.45 * (high - low)) + ROOM_MM
    camera = VirtualCamera(*SIZE, HFOV_DEG, (left + right) / 2, low - 0.46 * away, 0.74 * away, tilt_deg=TILT_DEG)
    light = look("window")
    light = replace(light, noise=1.0, exposure=1.15 * light.exposure)
    return Renderer(kit, sheets, camera, light).render(laid, (), rng)


def beside_each_other(sheets: bytes) -> Image:
    """All sheets of a kit in one picture."""
    opened = raster.OpenedSheets(sheets)
    pages = [opened.picture(number, SHEET_PX_PER_MM) for number in range(len(opened))]
    high, wide = (max(page.shape[axis] for page in pages) + GAP_PX for axis in (0, 1))
    rows = -(-len(pages) // SHEETS_WIDE)
    whole = np.full((rows * high, min(SHEETS_WIDE, len(pages)) * wide, 3), 90, np.uint8)
    for number, page in enumerate(pages):
        y, x = number // SHEETS_WIDE * high, number % SHEETS_WIDE * wide
        whole[y : y + page.shape[0], x : x + page.shape[1]] = page
    return whole


def main() -> None:
    """Writes NAME.jpg and NAME-sheets.jpg for each kit."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, kit, sheets, pieces in tables():
        for ending, picture in (("", from_the_seat(kit, sheets, pieces)), ("-sheets", beside_each_other(sheets))):
            cv2.imwrite(str(folder / f"{name}{ending}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
