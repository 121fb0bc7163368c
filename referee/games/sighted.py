"""The pieces of a scene: one sighting for each, the surest one, and where each lies on the board that was found."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.frozen import cached_property
from referee.games.base import PieceReading, Reading, SceneLike, SightingLike
from referee.games.polygon import overlap, rectangle
from referee.games.problem import Problem
from referee.games.rigid import Point, Transform

Found = dict[str, SightingLike]
Told = Callable[[SightingLike], str]


def sorted_out(
    sightings: Iterable[SightingLike], told_twice: Told, apart_mm: float, told_strange: Told | None = None
) -> tuple[Found, list[str]]:
    """The surest sighting of each piece; what is to be told of far copies, and of pieces that are left out for it.

    A second sighting nearer than `apart_mm` is the same piece, read twice. `told_strange` says "" of what belongs here.
    """
    found: Found = {}
    problems: list[str] = []
    for seen in sorted(sightings, key=lambda one: (one.piece, -one.confidence)):
        strange = told_strange(seen) if told_strange is not None else ""
        if strange:
            problems.append(strange)
            continue
        kept = found.setdefault(seen.piece, seen)
        if math.dist((seen.x_mm, seen.y_mm), (kept.x_mm, kept.y_mm)) > apart_mm:
            problems.append(told_twice(seen))
    return found, problems


@dataclass(kw_only=True)
class Sighted:
    """The pieces of one scene while they are read on a board that was found; a board of its own adds its spaces.

    Attributes
    ----------
    found : one sighting of each piece.
    frame : takes the table to the board, mm.
    problems : what is wrong on the table, in sentences.
    spaces : what each piece that was placed stands on, in the game's words.
    """

    scene: SceneLike
    found: Found
    frame: Transform = field(default_factory=Transform)
    problems: list[str] = field(default_factory=list)
    spaces: dict[str, str] = field(default_factory=dict)

    def report(self, sentence: str, *pieces: str) -> None:
        """Pieces of which something is wrong, and what."""
        self.problems.append(Problem(sentence, *pieces))

    def frame_at(self, point: Point) -> Transform:
        """What takes this part of the table to the board."""
        return self.frame

    def on_board(self, point: Point) -> Point:
        """A point of the table, board mm."""
        return self.frame_at(point).of(point)

    def lying(self, seen: SightingLike) -> Point:
        """Where a sighting lies, board mm."""
        return self.on_board((seen.x_mm, seen.y_mm))

    def at(self, piece: str) -> Point:
        """Where a piece that is seen lies, board mm."""
        return self.lying(self.found[piece])

    def angle(self, seen: SightingLike) -> float:
        """How a sighting is turned on the board, 0 up to 360 degrees."""
        return (seen.angle_deg + self.frame_at((seen.x_mm, seen.y_mm)).turn_deg) % 360.0

    def of_kind(self, kind: str) -> dict[str, Point]:
        """The seen pieces of a kind (the part of their names before the colon) and where they lie, board mm."""
        return {name: self.at(name) for name in self.found if name.startswith(f"{kind}:")}

    @cached_property
    def covered(self) -> list[list[Point]]:
        """What lies under a hand or another foreign thing, board mm."""
        return [[self.on_board(point) for point in area] for area in self.scene.covered]

    def is_covered(self, middle: Point, size: Point) -> bool:
        """Whether something foreign lies over a part of an upright rectangle of the board."""
        return any(overlap(rectangle(middle, size), area) for area in self.covered)

    def reading(self, observation: Any, notation: str) -> Reading:
        """The whole reading; nothing but the pieces, where there is no `observation`."""
        pieces = tuple(
            PieceReading(piece, seen.side, *self.lying(seen), self.angle(seen), self.spaces.get(piece), seen.confidence)
            for piece, seen in self.found.items()
        )
        frame = (self.frame.dx_mm, self.frame.dy_mm, self.frame.turn_deg)
        return Reading(observation, notation, pieces, tuple(self.problems), frame)
