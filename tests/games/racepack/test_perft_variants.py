"""Counts of legal turns on larger and stranger tracks, pinned, and the same from a drawing of the road alone.

The second enumeration knows only the letters of the drawing: tiles in driving order, capitals for the second row of the
main straight. It shares no code with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from referee.games.racepack.position import parse_position
from tests.games.racepack.every_turn import every_turn

Square = tuple[int, int]
Way = tuple[int, int]

LARGE = """
mm............
mm............
ll............
ll............
kk............
kk............
jj............
jj............
ii............
ii............
hh............
hh............
ggffeeddccbbaa
ggffeeddccbbaa
"""
FOUR = """
jj..............
jj..............
ii..............
ii..............
hhggffeeddccbbaa
hhggffeeddccbbaa
..GGFFEEDDCCBB..
..GGFFEEDDCCBB..
"""
PIT = """
jj..............
jj..............
ii..............
ii..............
hhggffeeddccbbaa
hhggffeeddccbbaa
......EEDDCCBB..
......EEDDCCBB..
"""
HAIRPIN = """
......aabbccddeeffgg
......aabbccddeeffgg
................iihh
................iihh
................jj..
................jj..
............mmllkk..
............mmllkk..
"""
CHICANE = """
......ff............
ccddeeffgghhiijjkkll
ccddee..gghhiijjkkll
bb................mm
bb................mm
aa................nn
aa................nn
..................oo
..................oo
"""


@dataclass(frozen=True)
class Case:
    """A position, its drawing, where the road of the drawing is a pit lane, and the number of turns."""

    track: str
    drawing: str
    cars: str
    pinned: int
    pit: frozenset[Square] = field(default_factory=frozenset)


PIT_SQUARES = frozenset((column, 1) for column in range(7, 15))
EIGHT = "2S:b9,2M:a12,2C:b12,2A:a14"
CASES = [
    Case(LARGE_TRACK := "k1:WWWWWNNNNNNNEESSSEENNNEESSSEENNNEEESSSSSSSWWWWWW packs=2", LARGE,
         "S:i2,M:e2,C:e1,A:c2,2S:g1,2M:b4,2C:a6,2A:j1", 98),
    Case(LARGE_TRACK, LARGE, f"S:d1,M:c2,C:b3,A:a5,{EIGHT}", 47),
    Case(FOUR_TRACK := "k3:WWWWWNNNNNNEESSEENNEESSEENNEEESSSSSSWWWWWW wide=m1:WWWWW main=four packs=2", FOUR,
         "S:j2,M:i2,C:h3,A:h1,2S:g4,2M:f2,2C:e3,2A:k4", 442),
    Case(FOUR_TRACK, FOUR, "S:d1,M:c4,C:b5,A:a6,2S:g4,2M:h2,2C:i3,2A:k4", 57),
    Case(FOUR_TRACK, FOUR, "S:c1,M:c4,C:b5,A:a6,2S:g4,2M:h2,2C:i3,2A:k4", 52),
    Case(PIT_TRACK := "k3:WWWWWNNNNNNEESSSEENNNEESSEENNEEESSSSSSWWWWWW wide=m1:WWW main=pit packs=2", PIT,
         "S:l2,M:k3,C:i4,A:b6,2S:h2,2M:a7", 196, pit=PIT_SQUARES),
    Case(PIT_TRACK, PIT, "S:n1,M:k3,C:i4,A:b6,2S:h2,2M:a7", 424, pit=PIT_SQUARES),
    Case(PIT_TRACK, PIT, "S:g1,M:k3,C:i4,A:b6,2S:h2,2M:a7", 141, pit=PIT_SQUARES),
    Case(HAIRPIN_TRACK := "g1:WWWNNNEEEEEEEEESWSSWWWWW hairpins=1", HAIRPIN, "S:p7,M:s8,C:r4,A:b1", 61),
    Case(HAIRPIN_TRACK, HAIRPIN, "S:t6,M:s6,C:c1,A:b1", 232),
    Case(CHICANE_TRACK := "g1:WWWNNNEEElErEEEEESSSWWWWWW chicanes=1", CHICANE, "S:d8,M:i7,C:c1,A:b1", 417),
    Case(CHICANE_TRACK, CHICANE, "S:f7,M:h9,C:c1,A:b1", 156),
]  # fmt: skip


class Drawing:
    """The road as letters on squares."""

    def __init__(self, text: str) -> None:
        lines = text.split()
        self.at = {
            (column + 1, len(lines) - row): letter
            for row, line in enumerate(lines)
            for column, letter in enumerate(line)
            if letter != "."
        }

    def tile(self, square: Square) -> str:
        """The tile's place in driving order, also for the second row; "" off the road."""
        return self.at.get(square, "").lower()

    def _middle(self, tile: str) -> Square | None:
        squares = [square for square, letter in self.at.items() if letter == tile]
        return (sum(x for x, _ in squares), sum(y for _, y in squares)) if squares else None

    def way(self, tile: str, onward: bool = True) -> Way:
        """How the road goes on from a tile, or comes into it."""
        one, other = (tile, chr(ord(tile) + 1)) if onward else (chr(ord(tile) - 1), tile)
        here, there = self._middle(one), self._middle(other)
        assert here is not None, f"the drawing does not reach far enough: {one}"
        assert there is not None, f"the drawing does not reach far enough: {other}"
        across, up = there[0] - here[0], there[1] - here[1]
        return (0, up // abs(up)) if abs(up) > abs(across) else (across // abs(across), 0)

    def jogs(self, tile: str) -> bool:
        """Whether the next tile lies one space aside."""
        here, there = self._middle(tile), self._middle(chr(ord(tile) + 1))
        return here is not None and there is not None and here[0] != there[0] and here[1] != there[1]

    def bends(self, tile: str) -> bool:
        """Whether a tile is a corner."""
        return self.way(tile) != self.way(tile, onward=False)


def moves(drawing: Drawing, square: Square, facing: Way, taken: set[Square]) -> Iterator[tuple[Square, int | None]]:
    """Ends of forward movements with their speed, and of lane changes with None."""
    tile, here = drawing.tile(square), square
    clear = False
    for speed in range(1, 8):
        before, here = drawing.tile(here), (here[0] + facing[0], here[1] + facing[1])
        there = drawing.tile(here)
        on = there and (there == before or (ord(there) == ord(before) + 1 and drawing.way(before) == facing))
        clear = clear or bool(on and speed == 1)
        if not on or here in taken:
            break
        yield here, speed
    for turn in ((-facing[1], facing[0]), (facing[1], -facing[0])):
        beside = (square[0] + turn[0], square[1] + turn[1])
        ahead = (square[0] + facing[0], square[1] + facing[1])
        end = (beside[0] + facing[0], beside[1] + facing[1])
        last = drawing.tile(end)
        if not last or not 0 <= ord(last) - ord(tile) <= 2:
            continue
        along = [drawing.tile(one) for one in (beside, ahead)]
        legal = all(one and tile <= one <= last for one in along)
        if ord(last) == ord(tile) + 1 and drawing.jogs(tile):
            legal = True
        clear = clear or legal
        if legal and end not in taken:
            yield end, None
    if not clear and drawing.at[square].isupper():
        yield from _aside(drawing, square, facing, taken)


def _aside(drawing: Drawing, square: Square, facing: Way, taken: set[Square]) -> Iterator[tuple[Square, None]]:
    """At the end of the second row the space beside, towards the road."""
    for turn in ((-facing[1], facing[0]), (facing[1], -facing[0])):
        further = [(square[0] + turn[0] * step, square[1] + turn[1] * step) for step in (1, 2)]
        if any(drawing.at.get(one, "").islower() for one in further) and further[0] not in taken:
            yield further[0], None


def count(
    drawing: Drawing, pit: frozenset[Square], square: Square, facings: list[Way], speed: int, left: int,
    taken: set[Square],
) -> int:  # fmt: skip
    """The turns of so many movements from here."""
    if left == 0:
        return 1
    total, start = 0, drawing.tile(square)
    lines = set()
    for facing in facings:
        for end, forward in moves(drawing, square, facing, taken):
            entering = drawing.tile(end) != start and drawing.bends(drawing.tile(end))
            for pace in range(1, 8):
                fits = speed == 0 or speed - 2 <= pace <= speed + 1
                slow = not (entering and pace > 2) and not (end in pit and pace > 3)
                if fits and slow and forward in (None, pace):
                    lines.add((facing, end, forward, pace))
    for facing, end, _, pace in lines:
        way_in, way_out = drawing.way(drawing.tile(end), onward=False), drawing.way(drawing.tile(end))
        following = [way_out] if way_in == way_out or facing != way_in else [way_out, way_in]
        total += count(drawing, pit, end, following, pace, left - 1, taken)
    return total


def _square(name: str) -> Square:
    return ord(name[0]) - 96, int(name[1:])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.cars)
def test_count_of_legal_turns(case: Case) -> None:
    """Without tokens, the legal turns of three movements are as many as are counted on the drawing."""
    cars = dict(car.split(":") for car in case.cars.split(","))
    order = ",".join(cars)
    position = parse_position(f"racepack track={case.track} cars={case.cars} lap=3 turn={order}")
    square = _square(cars.pop("S"))
    drawing = Drawing(case.drawing)
    tile = drawing.tile(square)
    facings = list(dict.fromkeys([drawing.way(tile), drawing.way(tile, onward=False)]))
    ours = list(every_turn(position))
    assert len(ours) == len(set(ours)), "no turn is counted twice"
    assert len(ours) == count(drawing, case.pit, square, facings, 0, 3, set(map(_square, cars.values())))
    assert len(ours) == case.pinned
