"""A board file as the printer needs it: where spaces, boxes and features are drawn (docs/boards-gp.md).

The law reads the same file with its own eyes and finds what is wrong with it; here a valid file is taken for granted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markers.kit import Point
from markers.nestorgames_gp.boards import SHIPPED, shipped_board
from referee.errors import KitError
from referee.plain_json import read_json

USUAL_PITCH_MM, USUAL_BOX_MM = 50.0, (60.0, 83.0)
BOX_MARKER_MM = (11.0, 30.0)
BOX_RINGS_MM = ((-19.0, 30.75), (-19.0, 10.25), (-19.0, -10.25), (-19.0, -30.75))
"""Places for three discs and the cylinder; like the marker's, from the middle of a box of the usual size."""
BOX_DICE_MM = tuple((x, y) for y in (6.5, -12.5, -31.5) for x in (2.0, 20.0))
"""Places for lost dice."""


@dataclass(frozen=True)
class Place:
    """A space or a pit bay: its name, its middle, and whether it is a corner, a bay."""

    id: str
    at_mm: Point
    corner: bool = False
    bay: bool = False


@dataclass(frozen=True)
class BoardPlan:
    """What is drawn on a board; millimetres from its middle, y up.

    Attributes
    ----------
    track : places of one lap in driving order, the finish line on the near edge of the first.
    branches : the kind (``shortcut`` or ``gate``) with the places from the one it leaves to the one it joins.
    """

    name: str
    title: str
    size_mm: Point
    pitch_mm: float
    box_size_mm: Point
    places: tuple[Place, ...]
    boxes: tuple[Point, ...]
    track: tuple[str, ...]
    exit: str
    branches: tuple[tuple[str, tuple[str, ...]], ...]
    gate_mm: Point | None
    switches: tuple[str, ...]
    teleport: tuple[str, ...]
    wet: tuple[str, ...]

    @property
    def middle(self) -> dict[str, Point]:
        """The middle of every place by name."""
        return {place.id: place.at_mm for place in self.places}

    def in_box(self, box: Point, place: Point) -> Point:
        """A place in a box of the usual size on the board: boxes of other sizes are drawn larger or smaller."""
        across, up = self.box_size_mm[0] / USUAL_BOX_MM[0], self.box_size_mm[1] / USUAL_BOX_MM[1]
        return box[0] + across * place[0], box[1] + up * place[1]

    @property
    def dots(self) -> tuple[Point, ...]:
        """Where a dot is printed that a disc, the cylinder or a lost die hides."""
        return tuple(self.in_box(box, place) for box in self.boxes for place in (*BOX_RINGS_MM, *BOX_DICE_MM))

    @property
    def marker_middles(self) -> tuple[Point, ...]:
        """Where markers are printed, the most needed first: in every space, where the gate stands, in the boxes."""
        spaces = [place.at_mm for place in self.places if not place.bay]
        boxes = [self.in_box(box, BOX_MARKER_MM) for box in self.boxes]
        return (*spaces, *((self.gate_mm,) if self.gate_mm else ()), *boxes)


def shipped_plans() -> tuple[BoardPlan, ...]:
    """The boards that come with the program."""
    return tuple(plan_of(shipped_board(name)) for name in SHIPPED)


@lru_cache(maxsize=16)
def plan_of(text: str) -> BoardPlan:
    """The plan in the text of a board file. Raises KitError when it is no board file at all."""
    try:
        return _plan(read_json(text))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as problem:
        raise KitError("This is no board file; docs/boards-gp.md shows how one is written.") from problem


def _plan(facts: dict[str, Any]) -> BoardPlan:
    spaces = [Place(one["id"], _point(one["at_mm"]), one.get("corner") is True) for one in facts["spaces"]]
    bays = [Place(one["id"], _point(one["at_mm"]), bay=True) for one in facts["pit"]["bays"]]
    boxes = tuple(_point(one["box_mm"]) for one in facts["pit"]["bays"])
    track = list(facts["track"])
    start = track.index(facts.get("line", track[0]))
    gate = facts.get("gate")
    pitch_mm = float(facts.get("pitch_mm", USUAL_PITCH_MM))
    box_size_mm = _point(facts.get("box_size_mm", USUAL_BOX_MM))
    places = (*spaces, *bays)
    return BoardPlan(
        name=facts["name"],
        title=facts.get("title", facts["name"]).replace("_", " "),
        size_mm=_size(facts, places, boxes, pitch_mm, box_size_mm),
        pitch_mm=pitch_mm,
        box_size_mm=box_size_mm,
        places=places,
        boxes=boxes,
        track=(*track[start:], *track[:start]),
        exit=facts["pit"]["exit"],
        branches=tuple((kind, _branch(facts[kind])) for kind in ("shortcut", "gate") if kind in facts),
        gate_mm=_point(gate["at_mm"]) if gate else None,
        switches=tuple(gate["switches"]) if gate else (),
        teleport=tuple(facts.get("teleport", ())),
        wet=tuple(facts.get("wet", ())),
    )


def _size(
    facts: dict[str, Any], places: tuple[Place, ...], boxes: tuple[Point, ...], pitch_mm: float, box_mm: Point
) -> Point:
    """The size stated, or large enough for everything that is drawn."""
    if "size_mm" in facts:
        return _point(facts["size_mm"])
    reach = [
        max(
            *(abs(place.at_mm[axis]) + pitch_mm / 2 for place in places),
            *(abs(box[axis]) + box_mm[axis] / 2 for box in boxes),
        )
        for axis in (0, 1)
    ]
    return 2 * reach[0] + 2.0, 2 * reach[1] + 2.0


def _branch(facts: dict[str, Any]) -> tuple[str, ...]:
    return (facts["from"], *facts.get("through", ()), facts["to"])


def _point(value: Any) -> Point:
    x, y = value
    return float(x), float(y)
