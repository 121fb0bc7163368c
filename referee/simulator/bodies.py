"""The solid things under the printed faces: slabs, tapering pawns, dice and thin card, as stacks of outlines.

Sizes come from the kit's own heights: a pawn is as tall as its cap's height less the tile's, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from markers.kit import Manifest, PlacedPiece, PrintedItem
from referee.simulator.kinds import BLOCK, LOW_MM, SUIT_COLOURS, WOOD, Colour, Kind, kind_of

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Slice:
    """A horizontal cut through a body: its outline (N, 2) in table mm and its height above the table."""

    outline_mm: Floats
    z_mm: float


@dataclass(frozen=True, eq=False)
class Body:
    """A solid from the bottom slice up to the printed face; every slice has the same number of points."""

    slices: tuple[Slice, ...]
    colour: Colour

    @property
    def base_mm(self) -> float:
        """What height it stands on."""
        return self.slices[0].z_mm

    @property
    def top_mm(self) -> float:
        """The height of its printed face."""
        return self.slices[-1].z_mm


def thickness_mm(manifest: Manifest, piece: str) -> float:
    """How tall a piece is by itself, from the manifest's heights of faces above the table."""
    height = max(item.height_mm for item in manifest.items if item.piece == piece)
    below = kind_of(manifest.kit, piece).stands_on
    return height - max((item.height_mm for item in manifest.items if item.piece.split(":")[0] == below), default=0.0)


def on_posters(manifest: Manifest) -> Iterator[tuple[PrintedItem, PrintedItem]]:
    """The faces that are printed on sheets without markers of their own, each with its sheet."""
    sheets = {item.page: item for item in manifest.items if not item.markers}
    for item in manifest.items:
        if item.markers and item.page in sheets:
            yield item, sheets[item.page]


def body_of(placed: PlacedPiece, kind: Kind, outline_mm: Floats, tall_mm: float) -> Body:
    """The body below a placed face, whose outline (N, 2) is already in table mm."""
    base = max(placed.z_mm - tall_mm, 0.0)
    middle = outline_mm.mean(axis=0)
    arms = outline_mm - middle
    turn = np.radians(placed.angle_deg)
    ahead = np.array([np.cos(turn), np.sin(turn)])
    along = np.outer(arms @ ahead, ahead)
    slices = tuple(
        Slice(middle + along * wide + (arms - along) * (1.0 + (wide - 1.0) * kind.narrow),
              base + (placed.z_mm - base) * share)
        for share, wide in (kind.profile if tall_mm > LOW_MM else BLOCK)
    )  # fmt: skip
    suit = placed.piece.partition(":")[2].lstrip("2")[:1]
    return Body(slices, SUIT_COLOURS.get(suit, WOOD) if kind.colour is None else kind.colour)


def is_tall(body: Body) -> bool:
    """Whether it rises so far that it can hide its neighbours."""
    return body.top_mm - body.base_mm > LOW_MM


def shadow_outlines(body: Body, lamp_mm: tuple[float, float, float]) -> list[Floats]:
    """Where each slice's shadow falls on the plane it stands on: outlines (N, 2) in table mm."""
    lamp = np.array(lamp_mm)
    outlines = []
    for cut in body.slices:
        rise = (cut.z_mm - body.base_mm) / max(lamp[2] - cut.z_mm, 1.0)
        outlines.append(cut.outline_mm + (cut.outline_mm - lamp[:2]) * rise)
    return outlines
