"""What all printed faces have in common: their ground, and the white margins around their markers."""

from __future__ import annotations

from markers.geometry import ItemGeometry, MarkerGeometry
from markers.pen import Colour, Pen, grey

FACE = grey(0.96)
"""A shade under paper white: less glare under a lamp, still white to the eye."""


def margin_mm(marker: MarkerGeometry) -> float:
    """The white margin around a marker: one of its cells."""
    return marker.side_mm / 6


def draw_margins(pen: Pen, item: ItemGeometry, ground: Colour = FACE) -> None:
    """The margins of all markers of a face, over whatever colour lies there."""
    for marker in item.markers:
        (left, top), _, (right, bottom), _ = marker.corners_mm
        wide = margin_mm(marker)
        pen.rect(left - wide, bottom - wide, right + wide, top + wide, ground)
