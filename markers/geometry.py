"""One printed face seen from its own origin: the link between the page, the table and the picture.

The frame is that of the table when the piece lies at angle 0: x right, y up, mm, (0, 0) at the point `layout` places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from markers.ids import FAMILY
from markers.kit import Point, PrintedItem, PrintedMarker

Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True)
class MarkerGeometry:
    """One marker: its number and its corners, mm from the item's origin, top left first, then clockwise."""

    marker_id: int
    corners_mm: Corners

    @property
    def side_mm(self) -> float:
        """The length of the marker's upper side."""
        (x0, y0), (x1, y1) = self.corners_mm[:2]
        return float(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)

    @property
    def middle_mm(self) -> Point:
        """Its middle."""
        return sum(x for x, _ in self.corners_mm) / 4, sum(y for _, y in self.corners_mm) / 4

    def at_most(self, side_mm: float) -> MarkerGeometry:
        """It, or an upright one of this side around the same middle if it is larger."""
        return square_marker(self.marker_id, self.middle_mm, side_mm) if self.side_mm > side_mm else self


@dataclass(frozen=True)
class ItemGeometry:
    """One face of one piece: the outline to cut along, its markers, dice mats and dots, mm from its origin, y up."""

    piece: str
    side: str
    outline_mm: tuple[Point, ...]
    markers: tuple[MarkerGeometry, ...]
    height_mm: float
    fixed: bool = False
    mats_mm: tuple[tuple[Point, ...], ...] = ()
    dots_mm: tuple[Point, ...] = ()


@lru_cache(maxsize=1024)
def relative(item: PrintedItem) -> ItemGeometry:
    """The face as it lies on the table at angle 0 with its origin at (0, 0)."""
    origin_x, origin_y = item.origin_mm

    def turn_over(point: Point) -> Point:
        return (point[0] - origin_x, origin_y - point[1])

    markers = tuple(
        MarkerGeometry(
            marker.marker_id,
            (
                turn_over(marker.corners_mm[0]),
                turn_over(marker.corners_mm[1]),
                turn_over(marker.corners_mm[2]),
                turn_over(marker.corners_mm[3]),
            ),
        )
        for marker in item.markers
    )
    outline = tuple(turn_over(point) for point in item.outline_mm)
    mats = tuple(tuple(turn_over(point) for point in mat) for mat in item.mats_mm)
    dots = tuple(turn_over(point) for point in item.dots_mm)
    return ItemGeometry(item.piece, item.side, outline, markers, item.height_mm, item.fixed, mats, dots)


def printed(geometry: ItemGeometry, page: int, origin_mm: Point) -> PrintedItem:
    """The face printed with its origin at a page point; the inverse of `relative`, rounded to 0.1 um."""
    origin_x, origin_y = origin_mm

    def to_page(point: Point) -> Point:
        return (round(origin_x + point[0], 4), round(origin_y - point[1], 4))

    markers = tuple(
        PrintedMarker(
            FAMILY,
            marker.marker_id,
            (
                to_page(marker.corners_mm[0]),
                to_page(marker.corners_mm[1]),
                to_page(marker.corners_mm[2]),
                to_page(marker.corners_mm[3]),
            ),
        )
        for marker in geometry.markers
    )
    return PrintedItem(
        piece=geometry.piece,
        side=geometry.side,
        page=page,
        outline_mm=tuple(to_page(point) for point in geometry.outline_mm),
        origin_mm=(round(origin_x, 4), round(origin_y, 4)),
        height_mm=geometry.height_mm,
        markers=markers,
        fixed=geometry.fixed,
        mats_mm=tuple(tuple(to_page(point) for point in mat) for mat in geometry.mats_mm),
        dots_mm=tuple(to_page(point) for point in geometry.dots_mm),
    )


def square_marker(marker_id: int, center_mm: Point, side_mm: float) -> MarkerGeometry:
    """An upright marker around a point."""
    (x, y), half = center_mm, side_mm / 2
    return MarkerGeometry(
        marker_id, ((x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half))
    )


def rectangle(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    """A rectangle's four points, top left first, then clockwise."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def disc(diameter_mm: float, points: int = 48) -> tuple[Point, ...]:
    """A circle around the origin as a polygon, its topmost point first, then clockwise."""
    radius = diameter_mm / 2
    return tuple((radius * sin(2 * pi * n / points), radius * cos(2 * pi * n / points)) for n in range(points))
