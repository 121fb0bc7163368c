"""What the camera cannot see of the road: what cars, coins and dice stand on, and what they hide behind themselves.

A tile whose four markers all may be out of sight may lie there unseen; one that shows a single marker would be seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markers.geometry import ItemGeometry, relative
from markers.kit import Manifest
from referee.games.base import SceneLike, SightingLike, StandpointLike
from referee.games.polygon import distance_to, distance_to_edge, hull, inside
from referee.games.racepack.table.places import SQUARE_MM
from referee.games.rigid import Point, add, turned

CLEAR_MM = 5.0
"""A marker that lies so far from all that is hidden is seen, though its tile lie a little crooked."""
ON_IT_MM = 10.0
"""A piece this near to the middle of a space stands on it."""
RIGHT_ON_IT_MM = 6.0
"""And this near not by chance, as a rule."""
EDGE_MM = 25.0
"""A marker this near to the picture's edge need not be whole in it."""
LOOSE = ("pawn:", "coin:", "die:")
QUARTERS = ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5))
_ALONG = (-0.5, -0.25, 0.0, 0.25, 0.5)
_AROUND = tuple((x, y) for x in _ALONG for y in _ALONG if 0.5 in (abs(x), abs(y)))


@dataclass(frozen=True)
class Blind:
    """The parts of the table that are out of sight, table mm.

    Attributes
    ----------
    behind : what each loose piece hides, by piece.
    covered : what lies under a hand or another foreign thing.
    shown : the part of the table that the picture shows; empty when that is not known.
    standing : where each loose piece stands.
    marker_mm : the side of a tile's markers.
    """

    behind: Mapping[str, tuple[Point, ...]]
    covered: tuple[tuple[Point, ...], ...]
    shown: tuple[Point, ...]
    standing: Mapping[str, Point]
    marker_mm: float

    def may_hide(self, at: Point, turn_deg: float) -> bool:
        """Whether a tile with its middle here could lie there unseen."""
        return all(self._may_hide_marker(point, turn_deg) for point in tile_spaces(at, turn_deg))

    def is_stood_on(self, at: Point, turn_deg: float) -> bool:
        """Whether a piece stands right on one of the spaces of a tile here, or a foreign thing covers its middle."""
        on_it = self.standing_on(at, turn_deg, ON_IT_MM)
        return on_it > 0 or any(inside(at, area) for area in self.covered)

    def standing_on(self, at: Point, turn_deg: float, off_mm: float = RIGHT_ON_IT_MM) -> int:
        """How many pieces stand no further than this from the middle of a space of a tile here."""
        spaces = tile_spaces(at, turn_deg)
        return sum(any(math.dist(point, space) <= off_mm for space in spaces) for point in self.standing.values())

    def pieces_over(self, at: Point, turn_deg: float) -> tuple[str, ...]:
        """The pieces that hide a tile here, those that stand on it first."""
        spaces = tile_spaces(at, turn_deg)
        over = [
            piece
            for piece, area in self.behind.items()
            if any(distance_to(space, area) < SQUARE_MM / 4 for space in spaces)
        ]
        return tuple(sorted(over, key=lambda piece: math.dist(self.standing[piece], at)))

    def _may_hide_marker(self, at: Point, turn_deg: float) -> bool:
        if self.shown and (not inside(at, self.shown) or distance_to_edge(at, self.shown) < EDGE_MM):
            return True
        areas = [area for area in (*self.behind.values(), *self.covered) if _near(at, area, self.marker_mm + CLEAR_MM)]
        if not areas:
            return False
        outline = [add(at, turned(point, turn_deg), self.marker_mm) for point in _AROUND]
        return any(distance_to(point, area) < CLEAR_MM for area in areas for point in outline)


def blind_places(scene: SceneLike, found: Mapping[str, SightingLike], manifest: Manifest) -> Blind:
    """What of the table cannot be seen, with these pieces of this kit on it."""
    faces = {(item.piece, item.side): item for item in manifest.items if item.piece.startswith(LOOSE)}
    tile = next(relative(item) for item in manifest.items if item.piece.startswith("tile:"))
    behind, standing = {}, {}
    for piece, seen in found.items():
        item = faces.get((piece, seen.side))
        if item is not None:
            behind[piece] = _behind(relative(item), seen, tile.height_mm, scene.standpoint)
            standing[piece] = (seen.x_mm, seen.y_mm)
    shown = tuple(scene.standpoint.shown_mm) if scene.standpoint else ()
    return Blind(behind, tuple(tuple(area) for area in scene.covered), shown, standing, tile.markers[0].side_mm)


def _near(at: Point, area: Sequence[Point], reach_mm: float) -> bool:
    """Whether a point lies in the upright box around an area, or this near to it."""
    return all(
        min(point[axis] for point in area) - reach_mm < at[axis] < max(point[axis] for point in area) + reach_mm
        for axis in (0, 1)
    )


def tile_spaces(at: Point, turn_deg: float) -> tuple[Point, ...]:
    """The middles of the four spaces of a tile."""
    return tuple(add(at, turned(quarter, turn_deg), SQUARE_MM) for quarter in QUARTERS)


def _behind(
    face: ItemGeometry, seen: SightingLike, ground_mm: float, standpoint: StandpointLike | None
) -> tuple[Point, ...]:
    """What a piece hides at the height of the tiles; without knowing from where it is seen, what it stands on."""
    at = (seen.x_mm, seen.y_mm)
    foot = [add(at, turned(point, seen.angle_deg)) for point in face.outline_mm]
    if standpoint is None or face.height_mm <= ground_mm:
        return hull(foot)
    x, y, high_mm = standpoint.camera_mm
    times = (high_mm - ground_mm) / (high_mm - face.height_mm)
    return hull([*foot, *_thrown(foot, (x, y), times)])


def _thrown(points: Iterable[Point], eye: Point, times: float) -> list[Point]:
    return [add(eye, add(point, eye, -1.0), times) for point in points]
