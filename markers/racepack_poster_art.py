"""What is drawn on a track's poster: the road with its kerbs, numbered corners, the start, a meadow around it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from markers.geometry import ItemGeometry
from markers.kit import Point
from markers.livery import CONCRETE, FLECK, INK, KERB, NIGHT, PAINT, SAND, SUNNY, round_ring
from markers.pen import Pen
from markers.racepack import SPACE_MM, TILE_MM
from markers.racepack_tracks import MEADOW_MM, STEPS, Cell, Track, centre_of, track_named
from markers.scenery import (
    STAND_MM,
    arrow,
    chequers,
    concrete,
    dashes,
    gap_to_box,
    grass,
    kerb,
    lights,
    ring_of,
    stand,
    tree,
    turned,
)

HALF_MM = TILE_MM / 2
VERGE_MM = 4.5
"""Sand beside the road."""
TREES_EVERY_MM = 13.0


def draw_sheet(pen: Pen, item: ItemGeometry) -> None:
    """One sheet of a poster; the pen's origin is the middle of the sheet."""
    name, _, number = item.piece.partition(":")[2].partition("/")
    track = track_named(name)
    left, bottom, right, top = track.sheets[int(number) - 1]
    pen.clip(item.outline_mm)
    here = pen.at(-(left + right) / 2, -(bottom + top) / 2)
    grass(here, (left, bottom, right, top))
    _meadow(here, track)
    reach = HALF_MM + VERGE_MM
    for x, y in map(centre_of, track.cells):
        here.texture([ring_of((x - reach, y - reach, x + reach, y + reach))], SAND)
    for x, y in map(centre_of, track.cells):
        here.shape([ring_of((x - HALF_MM, y - HALF_MM, x + HALF_MM, y + HALF_MM))], CONCRETE)
    corner = 0
    for index, cell in enumerate(track.cells):
        way_in, way_out = STEPS[track.way[index - 1]], STEPS[track.way[index]]
        corner += way_in != way_out
        x, y = centre_of(cell)
        if left < x < right and bottom < y < top:
            _tile(here.at(x, y), way_in, way_out, corner)
    _start(here, track)
    pen.release()


def _tile(pen: Pen, way_in: Cell, way_out: Cell, corner: int) -> None:
    """One tile's road: its edges, its four spaces, and its corner's number or an arrow."""
    concrete(pen, (-HALF_MM, -HALF_MM, HALF_MM, HALF_MM))
    bend = way_in != way_out
    for side in STEPS.values():
        one, other = _edge(side)
        if side == way_out or side == (-way_in[0], -way_in[1]):
            pen.line((one, other), 0.3, FLECK)
        elif bend:
            kerb(pen, other, one, 3.4)
        else:
            inner = [(px - side[0] * 1.2, py - side[1] * 1.2) for px, py in (one, other)]
            pen.line(inner, 1.2, NIGHT)
    for one, other in (((-HALF_MM, 0.0), (HALF_MM, 0.0)), ((0.0, -HALF_MM), (0.0, HALF_MM))):
        dashes(pen, [one, other], 0.9, 3.2, SUNNY)
    if bend:
        pen.shape([round_ring(0.0, 0.0, 5.3, 40)], KERB)
        pen.shape([round_ring(0.0, 0.0, 4.3, 40)], PAINT)
        pen.text((0.0, -2.2), str(corner), 4.4, INK, bold=True)
    else:
        turn = math.atan2(way_out[1], way_out[0])
        pen.shape([round_ring(0.0, 0.0, 5.3, 40)], NIGHT)
        arrow(pen, (0.0, 0.0), turn, 4.1)


def _edge(side: Cell) -> tuple[Point, Point]:
    """The ends of a tile's edge on one side, clockwise."""
    turn = math.atan2(side[1], side[0]) - math.pi / 2
    one, other = turned(((-HALF_MM, HALF_MM), (HALF_MM, HALF_MM)), turn)
    return one, other


def _start(pen: Pen, track: Track) -> None:
    """The chequered line on the near edge of the first tile, and the grid behind it: each place a bracket."""
    x, y = centre_of(track.cells[0])
    way = STEPS[track.way[0]]
    turn = math.atan2(way[1], way[0])
    flat = way[1] == 0
    wide, high = (2, 32) if flat else (32, 2)
    cell = TILE_MM / 32
    edge = (x - way[0] * HALF_MM, y - way[1] * HALF_MM)
    chequers(pen, edge[0] - wide * cell / 2, edge[1] + high * cell / 2, wide, high, cell)
    for row in (0, 1):
        for lane in (-1, 1):
            middle = turned(((-(row + 0.5) * SPACE_MM, lane * SPACE_MM / 2),), turn, *edge)[0]
            bracket = turned(((6.0, -10.6), (10.6, -10.6), (10.6, 10.6), (6.0, 10.6)), turn, *middle)
            pen.line(bracket, 0.8, PAINT)
    outward = turned(((0.0, HALF_MM + 2.3),), turn, *edge)[0]
    lights(pen.at(*outward), 5, 2.6)


def _meadow(pen: Pen, track: Track) -> None:
    """Trees, a grandstand and the track's name where there is room."""
    stood, trees = _free_ground(track)
    pen.text((stood[0], stood[1] + STAND_MM[1] + 3.5), track.title.upper(), 5.0, PAINT, bold=True)
    stand(pen.at(*stood))
    for x, y, radius in trees:
        tree(pen, x, y, radius)


@lru_cache(maxsize=8)
def _free_ground(track: Track) -> tuple[Point, tuple[tuple[float, float, float], ...]]:
    """Where the grandstand stands, and the trees with their radius; the same on each of a poster's sheets."""
    wide, high = (count * TILE_MM for count in track.size)
    taken = [(centre_of(cell), HALF_MM + VERGE_MM, HALF_MM + VERGE_MM) for cell in track.cells]
    # cuts between sheets: what stands there would be cut, too
    cuts = [right for _, _, right, _ in track.sheets if right < wide]

    def room(at: Point) -> float:
        """How far away the nearest thing is that may not meet a grandstand there: a road, a cut, the edge."""
        edge = min(at[0], wide - at[0], *(abs(at[0] - cut) for cut in cuts)) - STAND_MM[0] - 1.0
        nearest = min(gap_to_box(at, *box) for box in taken)
        return min(2.0 * STAND_MM[0], nearest, edge, min(at[1], high - at[1]) - STAND_MM[1] - 8.0)

    stood = max(_grid(track, 6.0), key=lambda at: (room(at), at))
    taken.append(((stood[0], stood[1] + 5.0), STAND_MM[0] + 16.0, STAND_MM[1] + 8.0))
    trees = []
    for number, (x, y) in enumerate(_grid(track, TREES_EVERY_MM)):
        if number % 4:
            x, y = x + 3.0 * math.sin(3.0 * number), y + 3.0 * math.cos(5.0 * number)
            radius = 3.4 + 1.8 * math.sin(7.0 * number)
            clear = [abs(x - cut) for cut in cuts]
            if min(*clear, *(gap_to_box((x, y), *box) for box in taken)) > radius * 1.2:
                trees.append((x, y, radius))
    return stood, tuple(trees)


def _grid(track: Track, step: float) -> Iterator[Point]:
    wide, high = (count * TILE_MM for count in track.size)
    for i in range(int((wide + 2 * MEADOW_MM[0]) / step)):
        for j in range(int((high + 2 * MEADOW_MM[1]) / step)):
            yield -MEADOW_MM[0] + (i + 0.5) * step, -MEADOW_MM[1] + (j + 0.5) * step
