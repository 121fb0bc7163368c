"""What every kit's sheets are drawn with: road, kerbs, grass, trees, people, lights. Vector art, always the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random

from markers.kit import Point
from markers.livery import (
    ASPHALT,
    BLADE,
    CONCRETE,
    CRACK,
    DRIVERS,
    FLECK,
    GRASS,
    INK,
    KERB,
    LEAF,
    MEADOW,
    NIGHT,
    PAINT,
    STONE,
    SUNNY_LEAF,
    round_ring,
)
from markers.pen import WHITE, Colour, Pen, cells, grey

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""
KERB_MM = 2.4
KERB_STRIPE_MM = 4.2
PATCH_MM = 25.4
"""Grass and grains are strewn in patches of this size."""


def ring_of(box: Box) -> tuple[Point, ...]:
    """A box as a ring, top left first, then clockwise."""
    left, bottom, right, top = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def turned(points: Sequence[Point], turn: float, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Points turned counter-clockwise (radians) about the origin, then moved."""
    across, up = math.cos(turn), math.sin(turn)
    return [(x + px * across - py * up, y + px * up + py * across) for px, py in points]


def asphalt(pen: Pen, box: Box) -> None:
    """Road as far as a box goes, with grains."""
    pen.shape([ring_of(box)], ASPHALT)
    grains(pen, box)


def concrete(pen: Pen, box: Box) -> None:
    """Pale road as far as a box goes, with grains."""
    pen.shape([ring_of(box)], CONCRETE)
    _strew(pen, box, "pale_grains", _pale_grains)


def island(pen: Pen, radius: float) -> None:
    """A round island of grass with a kerb and a tree, around the pen's origin."""
    rim, count = 0.74 * radius, 16
    pen.shape([round_ring(0.0, 0.0, radius, 48)], PAINT)
    for n in range(0, count, 2):
        start, end = (2 * math.pi * k / count for k in (n, n + 1))
        outer = [(radius * math.cos(a), radius * math.sin(a)) for a in (start, (start + end) / 2, end)]
        pen.shape([[*outer, (0.0, 0.0)]], KERB)
    pen.shape([round_ring(0.0, 0.0, rim, 40)], GRASS)
    tree(pen, 0.0, 0.0, 0.8 * rim)


def grains(pen: Pen, box: Box) -> None:
    """The grains of the road, on whatever colour lies there."""
    _strew(pen, box, "grains", _grains)


def grass(pen: Pen, box: Box) -> None:
    """Mown grass: broad stripes and blades."""
    pen.shape([ring_of(box)], GRASS)
    _strew(pen, box, "grass", _blades)


def _strew(pen: Pen, box: Box, name: str, draw: Callable[[Pen], None]) -> None:
    """A patch again and again over a box, always at the same places as seen from the pen's origin."""
    left, bottom, right, top = box
    pen.clip(ring_of(box))
    for i in range(math.floor(left / PATCH_MM), math.ceil(right / PATCH_MM)):
        for j in range(math.floor(bottom / PATCH_MM), math.ceil(top / PATCH_MM)):
            pen.at(i * PATCH_MM, j * PATCH_MM).stamp(name, draw)
    pen.release()


def _grains(pen: Pen) -> None:
    pen.texture(_scattered(3, 0.020, 0.42), STONE)
    pen.texture(_scattered(4, 0.020, 0.42), CRACK)


def _pale_grains(pen: Pen) -> None:
    pen.texture(_scattered(6, 0.016, 0.5), FLECK)


def _blades(pen: Pen) -> None:
    half = PATCH_MM / 2
    stripes = [
        ((x, 0.0), (x + half, 0.0), (x + half + PATCH_MM, PATCH_MM), (x + PATCH_MM, PATCH_MM)) for x in (-PATCH_MM, 0.0)
    ]
    pen.clip(ring_of((0.0, 0.0, PATCH_MM, PATCH_MM)))
    pen.texture(stripes, MEADOW)
    pen.texture(_scattered(5, 0.012, 0.6, blade=True), BLADE)
    pen.release()


def _scattered(seed: int, a_mm2: float, size: float, blade: bool = False) -> list[list[Point]]:
    """Small triangles strewn over a patch, so many a square mm."""
    dice = Random(seed)
    found = []
    for _ in range(int(PATCH_MM**2 * a_mm2)):
        x, y = dice.uniform(size, PATCH_MM - size), dice.uniform(size, PATCH_MM - size)
        turn = dice.uniform(-0.4, 0.4) if blade else dice.uniform(0.0, 2 * math.pi)
        half = size * (0.25 if blade else 0.5)
        found.append(turned(((-half, -size / 2), (half, -size / 2), (0.0, size / 2)), turn, x, y))
    return found


def kerb(pen: Pen, one: Point, other: Point, wide: float = KERB_MM) -> None:
    """A kerb in red and white to the left of the way from one point to the other."""
    length = math.dist(one, other)
    count = max(2, round(length / KERB_STRIPE_MM))
    turn = math.atan2(other[1] - one[1], other[0] - one[0])
    step = length / count
    pen.shape([turned(((0.0, 0.0), (length, 0.0), (length, wide), (0.0, wide)), turn, *one)], PAINT)
    stripes = [
        turned(((n * step, 0.0), ((n + 1) * step, 0.0), ((n + 1) * step, wide), (n * step, wide)), turn, *one)
        for n in range(0, count, 2)
    ]
    pen.shape(stripes, KERB)


def dashes(pen: Pen, points: Sequence[Point], wide: float = 0.7, dash: float = 3.0, colour: Colour = PAINT) -> None:
    """A broken line of paint along a path."""
    for one, other in pairwise(points):
        length = math.dist(one, other)
        count = max(1, round(length / (2 * dash)))
        step = length / count
        turn = math.atan2(other[1] - one[1], other[0] - one[0])
        bars = [
            turned(((a, -wide / 2), (b, -wide / 2), (b, wide / 2), (a, wide / 2)), turn, *one)
            for a, b in (((n + 0.25) * step, (n + 0.75) * step) for n in range(count))
        ]
        pen.shape(bars, colour)


def arrow(pen: Pen, at: Point, turn: float, size: float, colour: Colour = PAINT) -> None:
    """An arrow painted on the road; at turn 0 it points along x."""
    outline = ((1.0, 0.0), (0.1, 0.75), (0.1, 0.28), (-1.0, 0.28), (-1.0, -0.28), (0.1, -0.28), (0.1, -0.75))
    ring = turned([(x * size, y * size) for x, y in outline], turn, *at)
    pen.shape([ring], colour)
    pen.line(ring, 0.15, CRACK, closed=True)  # white on white where ink is saved


def chequers(pen: Pen, left: float, top: float, columns: int, rows: int, cell: float) -> None:
    """A chequered field."""
    pen.rect(left, top - rows * cell, left + columns * cell, top, PAINT)
    pattern = [[(row + column) % 2 for column in range(columns)] for row in range(rows)]
    pen.shape(cells(pattern, left, top, cell), INK)


def tree(pen: Pen, x: float, y: float, radius: float) -> None:
    """A tree as one sees it from a balloon."""
    pen.at(x, y).stamp("tree", _tree, radius)


def _tree(pen: Pen) -> None:
    """A crown of radius 1 with a lighter side, and its shadow."""
    wave = []
    for n in range(48):
        angle = math.pi * n / 24
        reach = 1.0 + 0.07 * math.sin(9 * angle)
        wave.append((reach * math.cos(angle), reach * math.sin(angle)))
    for x, y, share, colour in ((0.18, -0.22, 1.0, BLADE), (0.0, 0.0, 1.0, LEAF), (-0.22, 0.25, 0.55, SUNNY_LEAF)):
        pen.texture([[(x + share * px, y + share * py) for px, py in wave]], colour)


STAND_MM = (20.0, 9.0)
"""Half the size of a grandstand."""


def stand(pen: Pen) -> None:
    """A grandstand around the pen's origin: rows of people in every colour."""
    pen.stamp("stand", _stand)


def _stand(pen: Pen) -> None:
    wide, high = STAND_MM
    pen.rect(-wide, -high, wide, high, (0.52, 0.56, 0.64))
    pen.rect(-wide, high - 1.0, wide, high, NIGHT)
    dice = Random(7)
    colours = [colour for name, colour in DRIVERS.items() if name != "black"]
    rows, seats = int((2 * high - 2.7) / 1.6), int((2 * wide - 1.5) / 1.5)
    people = [
        (dice.randrange(8), 1.5 * seat + 1.1 - wide, 1.6 * row + 1.1 - high)
        for row in range(rows)
        for seat in range(seats)
    ]
    for number, colour in enumerate(colours):
        pen.texture([round_ring(x, y, 0.55, 8) for one, x, y in people if one == number], colour)


def tyres(pen: Pen, one: Point, other: Point) -> None:
    """A wall of tyres from one point to another."""
    count = max(2, int(math.dist(one, other) / 2.1))
    for n in range(count + 1):
        x, y = (a + (b - a) * n / count for a, b in zip(one, other, strict=True))
        pen.shape([round_ring(x, y, 1.0, 14)], KERB if n % 4 == 3 else INK)
        pen.shape([round_ring(x, y, 0.4, 10)], grey(0.7))


def lights(pen: Pen, count: int = 5, size: float = 2.2) -> None:
    """Start lights in a row around the pen's origin."""
    half = count * size * 0.62
    pen.shape([ring_of((-half, -size * 0.75, half, size * 0.75))], INK)
    for n in range(count):
        x = (n - (count - 1) / 2) * size * 1.2
        pen.shape([round_ring(x, 0.0, size * 0.48, 20)], KERB)
        pen.shape([round_ring(x - 0.12 * size, 0.14 * size, size * 0.14, 10)], (0.96, 0.55, 0.5))


def car(pen: Pen, turn: float, size: float, colour: Colour) -> None:
    """A racing car from above, its nose along the turn; `size` is half its length."""

    def part(points: Sequence[Point], fill: Colour) -> None:
        pen.shape([turned([(x * size, y * size) for x, y in points], turn)], fill)

    for x, y in ((0.55, 0.36), (0.55, -0.36), (-0.62, 0.38), (-0.62, -0.38)):
        part(((x - 0.2, y - 0.1), (x + 0.2, y - 0.1), (x + 0.2, y + 0.1), (x - 0.2, y + 0.1)), INK)
    part(((0.82, -0.42), (1.0, -0.42), (1.0, 0.42), (0.82, 0.42)), colour)
    part(((-1.0, -0.4), (-0.82, -0.4), (-0.82, 0.4), (-1.0, 0.4)), colour)
    part(
        (
            (1.0, -0.09),
            (0.1, -0.2),
            (-0.1, -0.36),
            (-0.75, -0.3),
            (-0.9, -0.14),
            (-0.9, 0.14),
            (-0.75, 0.3),
            (-0.1, 0.36),
            (0.1, 0.2),
            (1.0, 0.09),
        ),
        colour,
    )
    part([(0.17 * math.cos(a) - 0.1, 0.15 * math.sin(a)) for a in (math.pi * n / 8 for n in range(16))], INK)
    part([(0.09 * math.cos(a) - 0.14, 0.09 * math.sin(a)) for a in (math.pi * n / 6 for n in range(12))], PAINT)


def oil(pen: Pen, radius: float, seed: int = 3) -> None:
    """A puddle of oil with a shine."""
    dice = Random(seed)
    phase = dice.uniform(0.0, 6.0)
    wave = [
        (
            radius * (1.0 + 0.16 * math.sin(3 * a + phase) + 0.07 * math.sin(7 * a)) * math.cos(a),
            0.8 * radius * (1.0 + 0.16 * math.sin(3 * a + phase) + 0.07 * math.sin(7 * a)) * math.sin(a),
        )
        for a in (2 * math.pi * n / 48 for n in range(48))
    ]
    pen.shape([wave], (0.13, 0.12, 0.18))
    for share, colour in ((0.5, (0.35, 0.28, 0.52)), (0.26, (0.38, 0.60, 0.68))):
        pen.at(-0.2 * radius, 0.18 * radius).shape([[(share * x, 0.7 * share * y) for x, y in wave]], colour)


def cone(pen: Pen, size: float) -> None:
    """A traffic cone, its foot at the pen's origin."""
    pen.shape([[(x * size, y * size) for x, y in ((-0.62, -0.05), (0.62, -0.05), (0.62, 0.14), (-0.62, 0.14))]], INK)
    sides = ((0.0, 0.44), (0.28, 0.33), (0.52, 0.24), (0.78, 0.14), (1.2, 0.0))
    orange = DRIVERS["orange"]
    for n, ((low, wide), (high, narrow)) in enumerate(pairwise([(0.14 + 1.0 * y, half) for y, half in sides])):
        ring = ((-wide, low), (wide, low), (narrow, high), (-narrow, high))
        pen.shape([[(x * size, y * size) for x, y in ring]], WHITE if n == 1 else orange)


def sunburst(pen: Pen, box: Box, at: Point, one: Colour, other: Colour, rays: int = 18) -> None:
    """Rays in two colours from a point, as on an old race poster."""
    pen.shape([ring_of(box)], one)
    pen.clip(ring_of(box))
    reach = 2.0 * max(box[2] - box[0], box[3] - box[1])
    wedges: Iterator[list[Point]] = (
        [
            at,
            *[
                (at[0] + reach * math.cos(a), at[1] + reach * math.sin(a))
                for a in (2 * n * math.pi / rays, (2 * n + 1) * math.pi / rays)
            ],
        ]
        for n in range(rays)
    )
    pen.texture(list(wedges), other)
    pen.release()


def gap_to_box(point: Point, middle: Point, half_x: float, half_y: float) -> float:
    """How far a point lies outside an upright box.

    >>> gap_to_box((5.0, 6.0), (0.0, 0.0), 2.0, 2.0)
    5.0
    """
    return math.hypot(max(0.0, abs(point[0] - middle[0]) - half_x), max(0.0, abs(point[1] - middle[1]) - half_y))
