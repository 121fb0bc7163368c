"""The faces of the pieces as they come off the printer, cut out of the kit's own sheets.

The simulated table draws nothing that was not printed: the PDF is rasterised once, every item is cut along its outline,
and a pyramid of ever smaller copies keeps the picture honest when a face is seen small.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from markers import raster
from markers.kit import Manifest, PrintedItem
from referee.errors import KitError

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

PX_PER_MM = 10.0
BLEED_MM = 1.0
PAPER = 0.93  # matt paper returns less light than the brightest thing in the picture
LEVELS = 5  # halvings of a print that are kept, for what is drawn small


@dataclass(frozen=True, eq=False)
class FaceArt:
    """One printed face.

    Attributes
    ----------
    item : the manifest's entry.
    print : BGR, the rectangle of the sheet around its outline.
    px_per_mm : how fine the print is.
    corner_mm : page point of the print's top left edge.
    """

    item: PrintedItem
    print: Bytes
    px_per_mm: float
    corner_mm: tuple[float, float]
    _made: dict[int, Bytes] = field(default_factory=dict, init=False)

    def level_for(self, samples_per_mm: float) -> tuple[Bytes, float]:
        """The coarsest picture that is still at least nearly as fine as the sampling, and its pixels per mm.

        BGRA, colour multiplied by coverage, a whole power of two coarser than the print.
        """
        step, least = 0, min(self.print.shape[:2])
        while step + 1 < LEVELS and least > 15 * 2**step and self.px_per_mm / 2 ** (step + 1) >= 0.75 * samples_per_mm:
            step += 1
        return self._level(step), self.px_per_mm / 2**step

    def _level(self, step: int) -> Bytes:
        """Area averages of squares of 2**step pixels, made when first asked for: few sizes of few faces are."""
        if step not in self._made:
            rest = [-side % 2**step for side in self.print.shape[:2]]
            even = cv2.copyMakeBorder(self.print, 0, rest[0], 0, rest[1], cv2.BORDER_CONSTANT)
            edge = np.array(self.item.outline_mm, dtype=np.float64) - self.corner_mm
            coverage = _coverage(edge * self.px_per_mm, (even.shape[0], even.shape[1]))
            lit = coverage * np.float32(PAPER)
            colours = [cv2.multiply(colour, lit, dtype=cv2.CV_32F) for colour in cv2.split(even)]
            size = even.shape[1] >> step, even.shape[0] >> step
            whole = [*colours, coverage * np.float32(255.0)]
            level = [cv2.resize(channel, size, interpolation=cv2.INTER_AREA) for channel in whole]
            self._made[step] = np.asarray(cv2.convertScaleAbs(cv2.merge(level)), np.uint8)
        return self._made[step]


def page_to_table(
    item: PrintedItem, page_mm: Floats, x_mm: float, y_mm: float, angle_deg: float
) -> NDArray[np.float64]:
    """Where page points (N, 2) lie on the table (N, 2) when the item's origin is put at x, y and turned."""
    local = (np.asarray(page_mm, dtype=np.float64) - np.array(item.origin_mm)) * np.array([1.0, -1.0])
    turn = np.radians(angle_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(local @ rotation.T + np.array([x_mm, y_mm]))


@lru_cache(maxsize=4)
def cut_art(manifest: Manifest, pdf_bytes: bytes) -> Mapping[tuple[str, str], FaceArt]:
    """Every face of the kit by (piece, side). Raises KitError when sheets and manifest do not belong together."""
    return _Faces(manifest, pdf_bytes)


class _Faces(Mapping[tuple[str, str], FaceArt]):
    """The faces of a kit, each page rasterised when the first of its faces is asked for."""

    def __init__(self, manifest: Manifest, pdf_bytes: bytes) -> None:
        self._sheets = raster.OpenedSheets(pdf_bytes)
        if len(self._sheets) < len(manifest.pages):
            raise KitError(
                f"The kit's PDF has {len(self._sheets)} pages, its manifest {len(manifest.pages)}: print the kit again."
            )
        self._items = {(item.piece, item.side): item for item in manifest.items}
        self._cut: dict[tuple[str, str], FaceArt] = {}

    def __getitem__(self, key: tuple[str, str]) -> FaceArt:
        item = self._items[key]
        if key not in self._cut:
            sheet = self._sheets.picture(item.page, PX_PER_MM)
            mates = (mate for mate in self._items.values() if mate.page == item.page)
            self._cut.update(((mate.piece, mate.side), _cut(mate, sheet)) for mate in mates)
        return self._cut[key]

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


def _cut(item: PrintedItem, sheet: Bytes) -> FaceArt:
    outline = np.array(item.outline_mm, dtype=np.float64)
    low = np.maximum(np.floor((outline.min(axis=0) - BLEED_MM) * PX_PER_MM), 0).astype(int)
    high = np.ceil((outline.max(axis=0) + BLEED_MM) * PX_PER_MM).astype(int)
    cut = sheet[low[1] : high[1], low[0] : high[0]].copy()
    if cut.size == 0:
        raise KitError(f"{item.piece} {item.side} lies outside its page: the manifest does not fit the PDF.")
    return FaceArt(item, cut, PX_PER_MM, (low[0] / PX_PER_MM, low[1] / PX_PER_MM))


def _coverage(outline_px: Floats, shape: tuple[int, int]) -> NDArray[np.float32]:
    """How much of each pixel lies inside the outline (given with pixel edges at whole numbers): (H, W) 0 to 1."""
    mask = np.zeros((shape[0] * 4, shape[1] * 4), np.uint8)
    corners = np.round((outline_px * 4.0 - 0.5) * 16.0).astype(np.int32)
    cv2.fillPoly(mask, [corners], 255, shift=4)
    return np.asarray(cv2.resize(mask, shape[::-1], interpolation=cv2.INTER_AREA), np.float32) / np.float32(255.0)
