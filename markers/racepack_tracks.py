"""Ready tracks for Racepack as posters of a few sheets: the same tiles, printed where they lie on the track.

To the referee a poster is its tiles, each with its own four markers; paper keeps them where they belong. The sheets are
cut between tiles, three across, so that no marker is cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from markers.geometry import ItemGeometry, rectangle
from markers.kit import Point
from markers.racepack import TILE_MM
from referee.errors import KitError

Cell = tuple[int, int]
STEPS: Mapping[str, Cell] = MappingProxyType({"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)})
TRACK_MARKER_MM = 13.0
"""Smaller than on tiles of wood: paper keeps them flat and in line, and the road has more room."""
TILES = 24
TILES_A_SHEET = (3, 5)
MEADOW_MM: Point = (18.0, 5.0)
"""Meadow around the road: left and right of it, above and below."""


@dataclass(frozen=True)
class Track:
    """A ready track.

    Attributes
    ----------
    title : as it stands on the poster.
    way : from the first tile beyond the line to each next one in driving order, back to the first, as in the notation.
    """

    title: str
    way: str

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Column and row of each tile in driving order, counted from the lower left of the track."""
        here, found = (0, 0), []
        for letter in self.way:
            found.append(here)
            here = (here[0] + STEPS[letter][0], here[1] + STEPS[letter][1])
        left, low = min(x for x, _ in found), min(y for _, y in found)
        return tuple((x - left, y - low) for x, y in found)

    @property
    def size(self) -> Cell:
        """How many tiles it is wide and high."""
        return max(x for x, _ in self.cells) + 1, max(y for _, y in self.cells) + 1

    @property
    def sheets(self) -> tuple[tuple[float, float, float, float], ...]:
        """Left, bottom, right and top of each sheet in mm from the track's lower left corner, from the top left one.

        Where no road lies there is none.
        """
        edges, middles = [], [centre_of(cell) for cell in self.cells]
        for tiles, most, meadow in zip(self.size, TILES_A_SHEET, MEADOW_MM, strict=True):
            cuts = [number * TILE_MM for number in range(0, tiles, most)]
            edges.append([-meadow, *cuts[1:], tiles * TILE_MM + meadow])
        return tuple(
            (*low, *high)
            for low, high in self._boxes(*edges)
            if any(low[0] < x < high[0] and low[1] < y < high[1] for x, y in middles)
        )

    @staticmethod
    def _boxes(columns: Sequence[float], rows: Sequence[float]) -> Iterator[tuple[Point, Point]]:
        for bottom, top in reversed(list(pairwise(rows))):
            for left, right in pairwise(columns):
                yield (left, bottom), (right, top)


TRACKS: Mapping[str, Track] = MappingProxyType(
    {
        "figure-1": Track("Figure 1", "WWWWNNNENEEEESSEEESSWWWW"),
        "oval": Track("Old Oval", "WWWWNNNNEEEEEEEESSSSWWWW"),
        "castle": Track("Castle Hill", "WWWWNNEENNEEEESSEESSWWWW"),
        "horseshoe": Track("Horseshoe", "WWWWNNNEEESEENEEESSSWWWW"),
    }
)


OWN = "Own Track"


def track_named(name: str) -> Track:
    """A ready track, or one of somebody's own by its way.

    Raises KitError, listing the ready ones, for another name, and for a way that is no round of all tiles.
    """
    if name in TRACKS:
        return TRACKS[name]
    if not name or set(name) - STEPS.keys():
        raise KitError(f"There is no track called '{name}'; ready tracks: {', '.join(TRACKS)}.")
    track = Track(OWN, name)
    ends = [name.count(letter) for letter in "NSEW"]
    if not len(name) == len(set(track.cells)) == TILES or ends[0] != ends[1] or ends[2] != ends[3]:
        raise KitError(f"The way {name} does not lead over {TILES} tiles back to the first.")
    return track


def centre_of(cell: Cell) -> Point:
    """The middle of a tile in mm from the track's lower left corner."""
    return (cell[0] + 0.5) * TILE_MM, (cell[1] + 0.5) * TILE_MM


def poster(
    name: str, tiles: Sequence[ItemGeometry], height_mm: float
) -> tuple[tuple[ItemGeometry, tuple[tuple[ItemGeometry, Point], ...]], ...]:
    """The sheets of a track, each with the tiles printed on it and their places from the sheet's origin.

    The first tile lies just beyond the line, the others follow in driving order. A sheet's origin is its middle.
    """
    track = track_named(name)
    found = []
    for number, (left, bottom, right, top) in enumerate(track.sheets, 1):
        x, y = (left + right) / 2, (bottom + top) / 2
        outline = rectangle(left - x, bottom - y, right - x, top - y)
        sheet = ItemGeometry(f"poster:{name}/{number}", "top", outline, (), height_mm, fixed=True)
        places = zip(tiles, map(centre_of, track.cells), strict=False)
        upon = tuple(
            (tile, (at[0] - x, at[1] - y)) for tile, at in places if left < at[0] < right and bottom < at[1] < top
        )
        found.append((sheet, upon))
    return tuple(found)
