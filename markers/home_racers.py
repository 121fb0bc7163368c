"""The Home Racers kit: road tiles, two-sided special tiles, roof stickers, start posts, gear areas, dice tray.

A tile is 80 mm across its flats, its arrow along x. A toy car at 1:64 covers about 30 x 76 mm of its middle, so a road
tile's two markers stand left and right of the arrow. The dice of the game are ordinary ones, read by their pips on the
grey mats of the tray and of the gear areas.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from markers.geometry import ItemGeometry, rectangle, square_marker
from markers.heights import Heights
from markers.kit import Point

KIT = "home-racers"
TITLE = "Home Racers"
VERSION = "1"

CARS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
PORTALS = ("blue", "yellow", "green", "orange", "violet")
BACKS = ("caltrops",) * 3 + ("leak",) * 3 + ("tires",) * 2 + ("booster",) * 2
ROAD_TILES = 14
GEAR_DICE = 5

ACROSS_MM = 80.0
ROAD_MARKER_MM = 15.0
ROAD_MARKER_AWAY_MM = 30.0
"""How far left and right of the arrow a road tile's markers are: clear of the car, inside the tile's slanting edge."""
SPECIAL_MARKER_MM = 27.0
ROOF_MM: Point = (34.0, 23.0)
ROOF_MARKER_MM = 16.0
ROOF_MARKER_BACK_MM = -5.0
POST_MM: Point = (44.0, 44.0)
POST_MARKER_MM = 26.0
POST_MARKER_AWAY_MM = 23.5
"""From the end of the line to the middle of its post's marker."""
TRAY_MM: Point = (150.0, 104.0)
TRAY_MARKER_MM = 16.0
GEAR_MM: Point = (158.0, 46.0)
GEAR_MARKER_MM = 17.0
RIM_MM = 1.2

LOOSE_IDS = (
    701, 704, 705, 707, 709, 711, 713, 716, 719, 723, 724, 725, 726, 728, 731, 734, 737, 740, 742, 743, 749, 752, 755,
    761, 766, 767, 768, 769, 771, 774, 776, 778,
)  # fmt: skip
"""Of cars and road tiles: any two differ in at least 4 cells."""
STILL_IDS = (
    702, 712, 714, 715, 717, 718, 727, 729, 730, 733, 735, 739, 744, 745, 746, 747, 748, 751, 753, 754, 758, 759, 762,
    763, 764, 770, 773, 775, 777, 779, 781, 783, 784, 785,
)  # fmt: skip
"""Of what lies still: these differ in at least 3 cells from one another and from the loose ones."""

CARDBOARD: Heights = {"road": 2.0, "twin": 2.0, "car": 30.0, "line": 0.3, "card": 0.3}
"""Tiles glued on cardboard; `car` is a toy car from the tile up to its roof, `card` the tray and the gear areas."""
PAPER: Heights = {"road": 0.3, "twin": 0.3, "car": 30.0, "line": 0.3, "card": 0.3}


def designs(heights: Heights) -> tuple[ItemGeometry, ...]:
    """Every face of the kit, in the order of the sheets."""
    loose, still = iter(LOOSE_IDS), iter(STILL_IDS)
    return (
        *_cars(loose, round(heights["road"] + heights["car"], 4)),
        *_roads(loose, heights["road"]),
        *_specials(still, heights["twin"]),
        *_posts(still, heights["line"]),
        _tray(still, heights["card"]),
        *_gears(still, heights["card"]),
    )


def hexagon(across_mm: float) -> tuple[Point, ...]:
    """A tile's six corners: flat sides at the tip and at the tail of the arrow along x."""
    radius = across_mm / sqrt(3.0)
    return tuple((radius * cos(pi / 6 + n * pi / 3), radius * sin(pi / 6 + n * pi / 3)) for n in range(6))


def _roads(ids: Iterator[int], height_mm: float) -> tuple[ItemGeometry, ...]:
    beside = ((0.0, ROAD_MARKER_AWAY_MM), (0.0, -ROAD_MARKER_AWAY_MM))
    return tuple(
        ItemGeometry(
            f"road:{number}",
            "road",
            hexagon(ACROSS_MM),
            tuple(square_marker(next(ids), at, ROAD_MARKER_MM) for at in beside),
            height_mm,
        )
        for number in range(1, ROAD_TILES + 1)
    )


def special_sides(number: int) -> tuple[str, str]:
    """Front and back of a special tile, counted from 1."""
    return PORTALS[(number - 1) // 2], BACKS[number - 1]


def _specials(ids: Iterator[int], height_mm: float) -> tuple[ItemGeometry, ...]:
    return tuple(
        ItemGeometry(
            f"twin:{number}",
            side,
            hexagon(ACROSS_MM),
            (square_marker(next(ids), (0.0, 0.0), SPECIAL_MARKER_MM),),
            height_mm,
            fixed=True,
        )
        for number in range(1, len(BACKS) + 1)
        for side in special_sides(number)
    )


def _cars(ids: Iterator[int], height_mm: float) -> tuple[ItemGeometry, ...]:
    x, y = ROOF_MM[0] / 2, ROOF_MM[1] / 2
    return tuple(
        ItemGeometry(
            f"car:{car}",
            "roof",
            rectangle(-x, -y, x, y),
            (square_marker(next(ids), (ROOF_MARKER_BACK_MM, 0.0), ROOF_MARKER_MM),),
            height_mm,
        )
        for car in CARS
    )


def _posts(ids: Iterator[int], height_mm: float) -> tuple[ItemGeometry, ...]:
    """The origin is the end of the starting line, in the middle of the card's inner edge; cars drive along x."""
    half, deep = POST_MM[0] / 2, POST_MM[1]
    faces = []
    for side, up in (("left", 1.0), ("right", -1.0)):
        outline = rectangle(-half, min(0.0, up * deep), half, max(0.0, up * deep))
        marker = square_marker(next(ids), (0.0, up * POST_MARKER_AWAY_MM), POST_MARKER_MM)
        faces.append(ItemGeometry(f"line:{side}", "post", outline, (marker,), height_mm, fixed=True))
    return tuple(faces)


def _tray(ids: Iterator[int], height_mm: float) -> ItemGeometry:
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    inward = TRAY_MARKER_MM * 2 / 3 + RIM_MM
    x, y = half_x - inward, half_y - inward
    markers = tuple(square_marker(next(ids), at, TRAY_MARKER_MM) for at in ((-x, y), (x, y), (x, -y), (-x, -y)))
    outline = rectangle(-half_x, -half_y, half_x, half_y)
    return ItemGeometry("tray", "tray", outline, markers, height_mm, fixed=True, mats_mm=(_cross(2.0 * inward),))


def _cross(corner_mm: float) -> tuple[Point, ...]:
    """The tray's mat: all of it but the four corners with the markers."""
    x, y = TRAY_MM[0] / 2 - RIM_MM, TRAY_MM[1] / 2 - RIM_MM
    inner = corner_mm - RIM_MM + 0.6
    quarter = ((x - inner, y), (x - inner, y - inner), (x, y - inner))
    turns = ((1, 1, 1), (1, -1, -1), (-1, -1, 1), (-1, 1, -1))
    return tuple((px * sx, py * sy) for sx, sy, order in turns for px, py in quarter[::order])


def _gears(ids: Iterator[int], height_mm: float) -> tuple[ItemGeometry, ...]:
    half_x, half_y = GEAR_MM[0] / 2, GEAR_MM[1] / 2
    x = half_x - GEAR_MARKER_MM * 2 / 3 - RIM_MM
    mat_x, mat_y = x - GEAR_MARKER_MM * 2 / 3 - 0.6, half_y - RIM_MM
    mat = rectangle(-mat_x, -mat_y, mat_x, mat_y)
    return tuple(
        ItemGeometry(
            f"gear:{car}",
            "area",
            rectangle(-half_x, -half_y, half_x, half_y),
            tuple(square_marker(next(ids), at, GEAR_MARKER_MM) for at in ((-x, 0.0), (x, 0.0))),
            height_mm,
            fixed=True,
            mats_mm=(mat,),
        )
        for car in CARS
    )
