"""Home Racers on the floor: `layout` puts a position down in millimetres, `read` finds it again in a scene.

Pieces and sides (the origin is the middle of the face, angle 0 points along the arrow):
`road:1` to `road:14` side ``road`` (hexagonal road tiles); `car:R|Y|G|B` side ``roof``, angle 0 is the way it drives;
`twin:1` to `twin:10` (the two-sided tiles), sides ``blue yellow green orange violet`` in pairs on the front and
``caltrops`` (1-3) ``leak`` (4-6) ``tires`` (7, 8) ``booster`` (9, 10) on the back; `line:left` and `line:right` side
``post``, cards whose origin is the end of the starting line and whose angle is the way the cars drive over it;
`die:R1` to `die:B5` sides ``1`` to ``6``; `tray` side ``tray``, 120 x 90 mm: only dice in it count as rolled, those
beside a car show its gear. Tiles and dice that are not in use are kept out of the camera's view.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markers.geometry import relative
from markers.kit import Manifest, PlacedPiece
from referee.games.base import PieceReading, Reading, SceneLike, SightingLike
from referee.games.home_racers.fitting import NEAR_SHARE
from referee.games.home_racers.geometry import Point, Pose, ahead, apart, inside, pose, seen_from, wrap
from referee.games.home_racers.notation import die_key, observation_text
from referee.games.home_racers.observation import CARS, DRIVERS, KINDS, PORTALS, CarSeen, Observation, Special, TrayDie
from referee.games.home_racers.position import ACROSS_MM, Position, parse_position

HEIGHTS = {"road": 2.0, "twin": 2.0, "car": 32.0, "line": 2.0, "die": 16.0, "tray": 0.3}
"""Heights of the faces above the floor when the manifest does not give them."""
BACKS = ("caltrops",) * 3 + ("leak",) * 3 + ("tires",) * 2 + ("booster",) * 2
ROAD_TILES = 14
TRAY_MM = (120.0, 90.0)
BESIDE_SHARE = 2.5
"""Dice within this many tile widths of their car show its gear."""
ASKEW_DEG = 8
"""A car turned from its tile's arrow by less stands along it, for all the eye can tell."""
SHIFTED_MM = 25.0


def twin_sides(number: int) -> tuple[str, str]:
    """The two faces of a two-sided tile, counted from 1.

    >>> twin_sides(1), twin_sides(10)
    (('blue', 'caltrops'), ('violet', 'booster'))
    """
    return PORTALS[(number - 1) // 2], BACKS[number - 1]


# -- laying -----------------------------------------------------------------------------------------------------------


def layout(position: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """Where every piece lies for a position. Raises NotationError when it cannot be read."""
    where = parse_position(position)
    heights = {(item.piece, item.side): item.height_mm for item in manifest.items}
    laid: list[tuple[str, str, Pose]] = []
    tiles = [*(stand for car, stand in where.cars if car not in where.lost), *where.tiles]
    laid += [(f"road:{number}", "road", tile) for number, tile in enumerate(tiles[:ROAD_TILES], 1)]
    laid += [(f"car:{car}", "roof", stand) for car, stand in where.cars if car not in where.lost]
    laid += _line_cards(where)
    laid += _twins(where, manifest)
    laid += _dice(where)
    return tuple(
        PlacedPiece(piece, side, at.x_mm, at.y_mm, heights.get((piece, side), _usual(piece)), at.angle_deg)
        for piece, side, at in laid
    )


def _usual(piece: str) -> float:
    return HEIGHTS[piece.partition(":")[0]]


def _line_cards(position: Position) -> list[tuple[str, str, Pose]]:
    if position.line is None:
        return []
    left, right = position.line
    heading = math.degrees(math.atan2(right[0] - left[0], left[1] - right[1]))
    return [("line:left", "post", pose(*left, heading)), ("line:right", "post", pose(*right, heading))]


def _twins(position: Position, manifest: Manifest) -> list[tuple[str, str, Pose]]:
    printed = [(item.piece, item.side) for item in manifest.items if item.piece.startswith("twin:")]
    faces = printed or [(f"twin:{number}", side) for number in range(1, 11) for side in twin_sides(number)]
    found: list[tuple[str, str, Pose]] = []
    for special in position.specials:
        used = {piece for piece, _, _ in found}
        piece = next((piece for piece, side in faces if side == special.kind and piece not in used), None)
        if piece is not None:
            found.append((piece, special.kind, special.pose))
    return found


def tray_pose(position: Position) -> Pose:
    """Where the tray is laid: outside the course, left below everything else."""
    places = [stand for _, stand in position.cars] + [special.pose for special in position.specials]
    points = [place.at for place in places] + list(position.course) + list(position.line or ())
    low_x, low_y = min((x for x, _ in points), default=0.0), min((y for _, y in points), default=0.0)
    return pose(low_x, low_y - 260.0, 0.0)


def _dice(position: Position) -> list[tuple[str, str, Pose]]:
    tray = tray_pose(position)
    found: list[tuple[str, str, Pose]] = [("tray", "tray", tray)]
    count = dict.fromkeys(CARS, 0)
    for die in position.tray:
        count[die.car] += 1
        found.append((f"die:{die.car}{count[die.car]}", str(die.face), ahead(tray, die.x_mm, die.y_mm, 0.0)))
    for car, dice in position.beside:
        stand = position.place(car)
        for number in range(dice if stand and car not in position.lost else 0):
            if stand and count[car] < 5:
                count[car] += 1
                spot = ahead(stand, 18.0 * (number - 2), position.across_mm * 0.75, 0.0)
                found.append((f"die:{car}{count[car]}", "1", spot))
    return found


# -- reading ----------------------------------------------------------------------------------------------------------


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
    cars, used = _cars(at, across, spaces)
    seen = Observation(
        line=known.line if known else _line(at),
        cars=cars,
        missing=_missing(known, [car for car, _ in cars]),
        tiles=tuple(sorted(where for piece, where in at.items() if piece.startswith("road:") and piece not in used)),
        specials=_specials(at, found, known, problems),
        tray=_tray(at, found, manifest, spaces),
        beside=_beside(at, cars, across, spaces),
        covered=_covered(scene, frame, across),
    )
    if seen.line is None:
        problems.append("the starting line is not seen: put both line cards down, the left one on the left")
    board = (frame.dx_mm, frame.dy_mm, frame.turn_deg)
    return Reading(seen, observation_text(seen), _pieces(found, frame, spaces), tuple(problems), board)


def _sort_out(sightings: Sequence[SightingLike], manifest: Manifest, problems: list[str]) -> dict[str, SightingLike]:
    """One sighting for each piece, the surest one; pieces of other kits are named as problems."""
    kit = {(item.piece, item.side) for item in manifest.items}
    found: dict[str, SightingLike] = {}
    for seen in sorted(sightings, key=lambda one: (one.piece, -one.confidence)):
        if (kit and (seen.piece, seen.side) not in kit) or seen.piece.partition(":")[0] not in HEIGHTS:
            problems.append(f"a piece of another kit lies on the floor: {seen.piece}")
        elif seen.piece not in found:
            found[seen.piece] = seen
        elif math.dist((seen.x_mm, seen.y_mm), (found[seen.piece].x_mm, found[seen.piece].y_mm)) > SHIFTED_MM:
            problems.append(f"two copies of {seen.piece} are on the floor: take one away")
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
    pairs = [(found[piece], where) for piece, _, where in _line_cards(known) if piece in found]
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


def _cars(
    at: dict[str, Pose], across: float, spaces: dict[str, str]
) -> tuple[tuple[tuple[str, CarSeen], ...], set[str]]:
    """Each car with the road tile under it."""
    found: list[tuple[str, CarSeen]] = []
    used: set[str] = set()
    for car in sorted(CARS):
        stand = at.get(f"car:{car}")
        if stand is None:
            continue
        near = [(apart(stand, where), piece) for piece, where in at.items() if piece.startswith("road:")]
        off_mm, piece = min((one for one in near if one[1] not in used), default=(math.inf, ""))
        spaces[f"car:{car}"] = "floor"
        if off_mm > NEAR_SHARE * across:
            found.append((car, CarSeen(stand, 0, True)))
            continue
        used.add(piece)
        spaces[piece] = f"under {DRIVERS[car]}"
        askew = round(wrap(stand.angle_deg - at[piece].angle_deg))
        found.append((car, CarSeen(at[piece], askew if abs(askew) >= ASKEW_DEG else 0)))
    return tuple(found), used


def _missing(known: Position | None, seen: Sequence[str]) -> tuple[str, ...]:
    if known is None:
        return ()
    return tuple(sorted(car for car, _ in known.cars if car not in seen and car not in known.finished))


def _specials(
    at: dict[str, Pose], found: dict[str, SightingLike], known: Position | None, problems: list[str]
) -> tuple[Special, ...]:
    seen = [Special(found[piece].side, where) for piece, where in at.items() if piece.startswith("twin:")]
    if known is None:
        return tuple(sorted(seen, key=lambda special: (KINDS.index(special.kind), special.pose)))
    for special in seen:
        lying = [one.pose for one in known.specials if one.kind == special.kind]
        if all(apart(special.pose, where) > SHIFTED_MM for where in lying):
            problems.append(
                f"the {special.kind} tile lies elsewhere than before: put it back or take the floor as it is"
            )
    return known.specials


def _tray(
    at: dict[str, Pose], found: dict[str, SightingLike], manifest: Manifest, spaces: dict[str, str]
) -> tuple[TrayDie, ...]:
    """The dice in the tray, in its own frame, to a tenth of a millimetre."""
    if "tray" not in at:
        return ()
    spaces["tray"] = "tray"
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    outline: tuple[Point, ...] = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    outline = next((relative(item).outline_mm for item in manifest.items if item.piece == "tray"), outline)
    dice = []
    for piece, where in at.items():
        if piece.startswith("die:"):
            x_mm, y_mm, _ = seen_from(at["tray"], where)
            if inside((x_mm, y_mm), outline):
                spaces[piece] = "tray"
                dice.append(TrayDie(piece[4], int(found[piece].side), round(x_mm, 1) + 0.0, round(y_mm, 1) + 0.0))
    return tuple(sorted(dice, key=die_key))


def _beside(
    at: dict[str, Pose], cars: Sequence[tuple[str, CarSeen]], across: float, spaces: dict[str, str]
) -> tuple[tuple[str, int], ...]:
    found = []
    for car, stand in cars:
        near = [
            piece
            for piece, where in at.items()
            if piece.startswith(f"die:{car}")
            and piece not in spaces
            and apart(where, stand.pose) <= BESIDE_SHARE * across
        ]
        spaces.update(dict.fromkeys(near, f"beside {DRIVERS[car]}"))
        if near:
            found.append((car, len(near)))
    return tuple(sorted(found))


def _covered(scene: SceneLike, frame: Frame, across: float) -> tuple[tuple[Point, ...], ...]:
    """What hides the floor: hands and foreign things, and what lies on fixed pieces that should be seen."""
    areas = [tuple(frame.point(point) for point in area) for area in scene.covered if len(area) >= 3]
    half = across / 3
    for x_mm, y_mm in scene.hidden_mm:
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
