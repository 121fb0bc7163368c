"""The solid things under the printed faces: slabs, tapering pawns, dice and thin card, as stacks of outlines.

Sizes come from the kit's own heights: a pawn is as tall as its cap's height less the tile's, and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from markers.kit import Manifest, PlacedPiece

Floats = NDArray[np.float64]
Colour = tuple[float, float, float]

# paint as BGR reflectance: suns red, moons black, crowns green, arms blue
SUIT_COLOURS: Mapping[str, Colour] = MappingProxyType(
    {"S": (48.0, 44.0, 178.0), "M": (52.0, 48.0, 46.0), "C": (72.0, 128.0, 52.0), "A": (158.0, 92.0, 40.0)}
)
WOOD: Colour = (120.0, 168.0, 205.0)
IVORY: Colour = (196.0, 214.0, 222.0)
CARD: Colour = (205.0, 208.0, 210.0)
LOW_MM = 12.0

# how wide a pawn is at each share of its height, as a share of its cap: a foot, a waist, a neck, the head under the cap
PAWN_PROFILE = ((0.0, 0.86), (0.14, 0.84), (0.22, 0.62), (0.55, 0.46), (0.80, 0.52), (0.93, 0.94), (1.0, 1.0))


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
    kind = piece.split(":")[0]
    if kind in ("pawn", "coin"):
        tiles = [item.height_mm for item in manifest.items if item.piece.startswith("tile:")]
        return height - (max(tiles) if tiles else 0.0)
    return height


def body_of(placed: PlacedPiece, outline_mm: Floats, tall_mm: float) -> Body:
    """The body below a placed face, whose outline (N, 2) is already in table mm."""
    kind, _, name = placed.piece.partition(":")
    base = max(placed.z_mm - tall_mm, 0.0)
    middle = outline_mm.mean(axis=0)
    profile = PAWN_PROFILE if kind == "pawn" and tall_mm > LOW_MM else ((0.0, 1.0), (1.0, 1.0))
    slices = tuple(
        Slice(middle + (outline_mm - middle) * wide, base + (placed.z_mm - base) * share) for share, wide in profile
    )
    return Body(slices, _colour(kind, name))


def _colour(kind: str, name: str) -> Colour:
    if kind in ("pawn", "car"):
        return SUIT_COLOURS.get(name[:1], WOOD)
    if kind in ("tile", "coin"):
        return WOOD
    return IVORY if kind == "die" else CARD


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
