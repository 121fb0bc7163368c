"""Home Racers on the floor: `read` finds a position in a scene again; `layout`, from `laying`, is the way down to it.

Pieces and sides (the origin is the middle of the face, angle 0 points along the arrow):
`road:1` to `road:14` side ``road`` (hexagonal road tiles); `car:R|Y|G|B` side ``roof``, angle 0 is the way it drives;
`twin:1` to `twin:10` (the two-sided tiles), sides ``blue yellow green orange violet`` in pairs on the front and
``caltrops`` (1-3) ``leak`` (4-6) ``tires`` (7, 8) ``booster`` (9, 10) on the back; `line:left` and `line:right` side
``post``, cards whose origin is the end of the starting line and whose angle is the way the cars drive over it;
`die:R1` to `die:B5` sides ``1`` to ``6``; `tray` side ``tray``: only dice in it count as rolled; `gear:R|Y|G|B` side
``area``: dice on it, and those beside the car, show a car's gear.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from markers.geometry import relative
from markers.kit import Manifest
from referee.games.base import PieceReading, Reading, SceneLike, SightingLike
from referee.games.home_racers.gears import beside, outlines, tray_dice
from referee.games.home_racers.geometry import Point, Pose, ahead, apart, pose, wrap
from referee.games.home_racers.laying import HEIGHTS, layout, line_cards
from referee.games.home_racers.notation import observation_text
from referee.games.home_racers.observation import KINDS, Observation, Special
from referee.games.home_racers.position import ACROSS_MM, Position, parse_position
from referee.games.home_racers.under_cars import cars_on_tiles
from referee.games.problem import Problem

__all__ = ["layout", "read"]

SHIFTED_MM = 25.0
OWN_MIDDLE_MM = 5.0
"""A hidden place so near to a tile's middle is that middle; tiles seen in several pictures lie a little otherwise."""
HIDES_SHARE = 0.75
"""A tile or a car so near, as a share of a tile, hides the marker of what lies below or behind it."""


@dataclass(frozen=True)
class Frame:
    """Table mm to floor mm: turn, then shift."""

    dx_mm: float = 0.0
    dy_mm: float = 0.0
    turn_deg: float = 0.0

    def of(self, x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Pose:
        """A table pose on the floor."""
        turned = ahead(Pose(0.0, 0.0, self.turn_deg), x_mm, y_mm, angle_deg)
        return pose(turned.x_mm + self.dx_mm, turned.y_mm + self.dy_mm, turned.angle_deg)

    def point(self, at: Point) -> Point:
        """A table point on the floor."""
        return self.of(*at).at


def read(scene: SceneLike, manifest: Manifest, expected: str | None) -> Reading:
    """What the scene shows.

    Parameters
    ----------
    scene : sightings and covered regions in the eye's table frame.
    manifest : the kit on the floor.
    expected : the position that should stand there, or None for a floor never seen before; it gives the frame, the
        special tiles and which cars there should be.

    Raises
    ------
    NotationError : `expected` cannot be read.
    """
    known = parse_position(expected) if expected else None
    problems: list[str] = []
    found = _sort_out(scene.sightings, manifest, problems)
    frame = _frame(found, known)
    if frame is None:
        problems.append("no line card and no special tile is seen: clear the view of one of them")
        return Reading(None, "", _pieces(found, Frame(), {}), tuple(problems))
    at = {piece: frame.of(seen.x_mm, seen.y_mm, seen.angle_deg) for piece, seen in found.items()}
    across = known.across_mm if known else _across(manifest)
    spaces: dict[str, str] = {}
    cars, used = cars_on_tiles(at, across, known, spaces, problems)
    hands = [tuple(frame.point(point) for point in area) for area in scene.covered if len(area) >= 3]
    areas = outlines(at, manifest)
    seen = Observation(
        line=known.line if known else _line(at),
        cars=cars,
        missing=_missing(known, [car for car, _ in cars]),
        tiles=tuple(sorted(where for piece, where in at.items() if piece.startswith("road:") and piece not in used)),
        specials=_specials(at, found, known, problems),
        tray=tray_dice(at, found, areas, hands, known, spaces),
        beside=beside(at, cars, areas, hands, known, across, spaces),
        covered=(*hands, *_under_things(scene, frame, at, across, used)),
    )
    if seen.line is None:
        problems.append("the starting line is not seen: put both line cards down, the left one on the left")
    board = (frame.dx_mm, frame.dy_mm, frame.turn_deg)
    return Reading(seen, observation_text(seen), _pieces(found, frame, spaces), tuple(problems), board)


def _sort_out(sightings: Sequence[SightingLike], manifest: Manifest, problems: list[str]) -> dict[str, SightingLike]:
    """One sighting for each piece, the surest one; pieces of other kits are named as problems."""
    kit = {(item.piece, item.side) for item in manifest.items}
    dice = {name for kind in manifest.dice for name in kind.pieces}
    found: dict[str, SightingLike] = {}
    for seen in sorted(sightings, key=lambda one: (one.piece, -one.confidence)):
        ours = not kit or (seen.piece, seen.side) in kit or seen.piece in dice
        if not ours or seen.piece.partition(":")[0] not in HEIGHTS:
            problems.append(f"a piece of another kit lies on the floor: {seen.piece}")
        elif seen.piece not in found:
            found[seen.piece] = seen
        elif math.dist((seen.x_mm, seen.y_mm), (found[seen.piece].x_mm, found[seen.piece].y_mm)) > SHIFTED_MM:
            problems.append(Problem(f"two copies of {seen.piece} are on the floor: take one away", seen.piece))
    return found


def _frame(found: dict[str, SightingLike], known: Position | None) -> Frame | None:
    """How the floor lies in the table frame, from what lies still; a piece that was moved is left out."""
    if known is None:
        return _frame_of_line(found)
    pairs = _still(found, known)
    if len(pairs) >= 3:
        best = min(
            (_fitted([one, other]) for one in pairs for other in pairs if one is not other),
            key=lambda frame: sorted(_off(frame, pair) for pair in pairs)[len(pairs) // 2],
        )
        pairs = [pair for pair in pairs if _off(best, pair) <= SHIFTED_MM] or pairs
    return _fitted(pairs) if pairs else None


def _still(found: dict[str, SightingLike], known: Position) -> list[tuple[SightingLike, Pose]]:
    pairs = [(found[piece], where) for piece, _, where in line_cards(known.line) if piece in found]
    for kind in KINDS:
        lying = [special.pose for special in known.specials if special.kind == kind]
        seen = [one for piece, one in found.items() if piece.startswith("twin:") and one.side == kind]
        if len(lying) == len(seen) == 1:
            pairs.append((seen[0], lying[0]))
    return pairs


def _fitted(pairs: Sequence[tuple[SightingLike, Pose]]) -> Frame:
    """The turn and shift that bring sightings best onto poses (least squares); one pair alone gives its own angle."""
    count = len(pairs)
    from_x, from_y = sum(seen.x_mm for seen, _ in pairs) / count, sum(seen.y_mm for seen, _ in pairs) / count
    to_x, to_y = sum(where.x_mm for _, where in pairs) / count, sum(where.y_mm for _, where in pairs) / count
    cross = dot = 0.0
    for seen, where in pairs:
        (x1, y1), (x2, y2) = (seen.x_mm - from_x, seen.y_mm - from_y), (where.x_mm - to_x, where.y_mm - to_y)
        cross += x1 * y2 - y1 * x2
        dot += x1 * x2 + y1 * y2
    turn = math.degrees(math.atan2(cross, dot))
    if math.hypot(cross, dot) < 1.0:
        turn = wrap(pairs[0][1].angle_deg - pairs[0][0].angle_deg)
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return Frame(to_x - (cosine * from_x - sine * from_y), to_y - (sine * from_x + cosine * from_y), turn)


def _off(frame: Frame, pair: tuple[SightingLike, Pose]) -> float:
    return apart(frame.of(pair[0].x_mm, pair[0].y_mm), pair[1])


def _frame_of_line(found: dict[str, SightingLike]) -> Frame | None:
    """The starting line's middle is the origin and the cars drive over it along x; without it the table's own frame."""
    left, right = found.get("line:left"), found.get("line:right")
    if left is None or right is None:
        return Frame() if found else None
    half = math.dist((left.x_mm, left.y_mm), (right.x_mm, right.y_mm)) / 2
    return _fitted([(left, Pose(0.0, half, 0.0)), (right, Pose(0.0, -half, 0.0))])


def _line(at: dict[str, Pose]) -> tuple[Point, Point] | None:
    if "line:left" not in at or "line:right" not in at:
        return None
    return at["line:left"].at, at["line:right"].at


def _across(manifest: Manifest) -> float:
    """A road tile across its flats, as printed: how far it reaches along its arrow."""
    road = next((relative(item) for item in manifest.items if item.piece.startswith("road:")), None)
    if road is None:
        return ACROSS_MM
    along = [x for x, _ in road.outline_mm]
    return max(along) - min(along)


def _missing(known: Position | None, seen: Sequence[str]) -> tuple[str, ...]:
    if known is None:
        return ()
    return tuple(sorted(car for car, _ in known.cars if car not in seen and car not in known.finished))


def _specials(
    at: dict[str, Pose], found: dict[str, SightingLike], known: Position | None, problems: list[str]
) -> tuple[Special, ...]:
    lying = {piece: Special(found[piece].side, where) for piece, where in at.items() if piece.startswith("twin:")}
    if known is None:
        return tuple(sorted(lying.values(), key=lambda special: (KINDS.index(special.kind), special.pose)))
    for piece, special in lying.items():
        before = [one.pose for one in known.specials if one.kind == special.kind]
        if all(apart(special.pose, where) > SHIFTED_MM for where in before):
            text = f"the {special.kind} tile lies elsewhere than before: put it back or take the floor as it is"
            problems.append(Problem(text, piece))
    return known.specials


def _under_things(
    scene: SceneLike, frame: Frame, at: Mapping[str, Pose], across: float, used: Set[str]
) -> tuple[tuple[Point, ...], ...]:
    """Where something unseen may lie: on a road tile whose own middle is not seen bare though no car is seen on it, and
    on fixed pieces, whose hidden markers no tile or car in sight explains.
    """
    areas = []
    half = across / 3
    on_top = [where for piece, where in at.items() if piece.startswith(("road:", "car:"))]
    alone = [where for piece, where in at.items() if piece.startswith("road:") and piece not in used]
    for x_mm, y_mm in scene.hidden_mm:
        here = frame.of(x_mm, y_mm)
        stood_on = any(apart(here, where) < OWN_MIDDLE_MM for where in alone)
        if not stood_on and any(apart(here, where) < HIDES_SHARE * across for where in on_top):
            continue  # a tile or a car that is seen hides it
        corners = (
            (x_mm - half, y_mm - half),
            (x_mm + half, y_mm - half),
            (x_mm + half, y_mm + half),
            (x_mm - half, y_mm + half),
        )
        areas.append(tuple(frame.point(corner) for corner in corners))
    return tuple(areas)


def _pieces(found: dict[str, SightingLike], frame: Frame, spaces: dict[str, str]) -> tuple[PieceReading, ...]:
    readings = []
    for piece, seen in found.items():
        where = frame.of(seen.x_mm, seen.y_mm, seen.angle_deg)
        space = spaces.get(piece) or ("floor" if piece.startswith(("road:", "twin:", "line:")) else None)
        readings.append(
            PieceReading(piece, seen.side, where.x_mm, where.y_mm, where.angle_deg % 360.0, space, seen.confidence)
        )
    return tuple(readings)
