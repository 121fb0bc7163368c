"""Home Racers on the floor: `read` finds a position in a scene again; `layout` is the way down to it.

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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from markers.geometry import relative
from markers.kit import Manifest, PlacedPiece
from referee.frozen import cached_property
from referee.games.base import Reading, SceneLike, SightingLike
from referee.games.home_racers.geometry import Point, Pose, ahead, apart, pose, seen_from, skewed, wrap
from referee.games.home_racers.position import (
    ACROSS_MM,
    CARS,
    DRIVERS,
    KINDS,
    PORTALS,
    CarSeen,
    Observation,
    Position,
    Special,
    TrayDie,
    die_key,
    observation_text,
    parse_observation,
    parse_position,
)
from referee.games.home_racers.shapes import NEAR_SHARE
from referee.games.home_racers.ways import nudged
from referee.games.home_racers.words import WORDS
from referee.games.polygon import inside, overlap, rectangle
from referee.games.problem import Problem
from referee.games.rigid import Transform, add, fit, turned
from referee.games.sighted import Sighted, sorted_out

HEIGHTS = {"road": 2.0, "twin": 2.0, "car": 32.0, "line": 0.3, "die": 16.3, "tray": 0.3, "gear": 0.3}
"""Heights of the faces above the floor when the manifest does not give them."""
BACKS = ("caltrops",) * 3 + ("leak",) * 3 + ("tires",) * 2 + ("booster",) * 2
TRAY_BESIDE_MM = 190.0
"""The tray's middle lies so far beyond the left end of the line."""
GEAR_AREAS = {"R": (-800.0, -120.0), "Y": (800.0, -120.0), "G": (800.0, 800.0), "B": (-800.0, 800.0)}
"""The gear areas from the middle of the line, for those who drive over it: ahead, and to the left."""
DICE_APART_MM = 20.0


def twin_sides(number: int) -> tuple[str, str]:
    """The two faces of a two-sided tile, counted from 1.

    >>> twin_sides(1), twin_sides(10)
    (('blue', 'caltrops'), ('violet', 'booster'))
    """
    return PORTALS[(number - 1) // 2], BACKS[number - 1]


def layout(text: str, manifest: Manifest) -> tuple[PlacedPiece, ...]:
    """Where every piece lies for a position or visible notation. Raises NotationError when it cannot be read."""
    seen = parse_observation(text)
    heights = {(item.piece, item.side): item.height_mm for item in manifest.items}
    heights.update({(name, str(face)): _on_mat(kind.edge_mm, heights)
                    for kind in manifest.dice for name in kind.pieces for face in range(1, 7)})  # fmt: skip
    laid: list[tuple[str, str, Pose]] = []
    tiles = [*(stand.pose for _, stand in seen.cars if not stand.loose), *seen.tiles]
    laid += [(f"road:{number}", "road", tile) for number, tile in enumerate(tiles, 1)]
    laid += [(f"car:{car}", "roof", ahead(stand.pose, 0.0, 0.0, stand.askew_deg)) for car, stand in seen.cars]
    laid += line_cards(seen.line)
    laid += _twins(seen, manifest)
    laid += _areas(seen, manifest)
    laid += _dice(seen, manifest)
    return tuple(
        PlacedPiece(piece, side, at.x_mm, at.y_mm, heights.get((piece, side), _usual(piece)), at.angle_deg)
        for piece, side, at in laid
    )


def _usual(piece: str) -> float:
    return HEIGHTS[piece.partition(":")[0]]


def _on_mat(edge_mm: float, heights: dict[tuple[str, str], float]) -> float:
    return round(edge_mm + heights.get(("tray", "tray"), HEIGHTS["tray"]), 4)


def line_cards(line: tuple[Point, Point] | None) -> list[tuple[str, str, Pose]]:
    """The posts at the ends of the starting line."""
    if line is None:
        return []
    left, right = line
    heading = _heading(line)
    return [("line:left", "post", pose(*left, heading)), ("line:right", "post", pose(*right, heading))]


def _heading(line: tuple[Point, Point]) -> float:
    """The way cars drive over the line."""
    left, right = line
    return math.degrees(math.atan2(right[0] - left[0], left[1] - right[1]))


def _twins(seen: Observation, manifest: Manifest) -> list[tuple[str, str, Pose]]:
    printed = [(item.piece, item.side) for item in manifest.items if item.piece.startswith("twin:")]
    faces = printed or [(f"twin:{number}", side) for number in range(1, 11) for side in twin_sides(number)]
    found: list[tuple[str, str, Pose]] = []
    for special in seen.specials:
        used = {piece for piece, _, _ in found}
        piece = next((piece for piece, side in faces if side == special.kind and piece not in used), None)
        if piece is not None:
            found.append((piece, special.kind, special.pose))
    return found


def _middle(seen: Observation) -> Pose:
    """The middle of the line, the way cars drive over it; without a line the floor's origin."""
    if seen.line is None:
        return Pose(0.0, 0.0, 0.0)
    (left_x, left_y), (right_x, right_y) = seen.line
    return pose((left_x + right_x) / 2, (left_y + right_y) / 2, _heading(seen.line))


def tray_pose(seen: Observation) -> Pose:
    """Where the tray is laid: beyond the left end of the line."""
    half = math.dist(*seen.line) / 2 if seen.line else 0.0
    return ahead(_middle(seen), 0.0, half + TRAY_BESIDE_MM, 0.0)


def gear_pose(seen: Observation, car: str) -> Pose:
    """Where a driver's gear area is laid."""
    return ahead(_middle(seen), *GEAR_AREAS[car], 0.0)


def _has_areas(manifest: Manifest) -> bool:
    return any(item.piece.startswith("gear:") for item in manifest.items)


def _areas(seen: Observation, manifest: Manifest) -> list[tuple[str, str, Pose]]:
    """The tray, and the gear areas of kits that have them."""
    areas: list[tuple[str, str, Pose]] = [("tray", "tray", tray_pose(seen))]
    return areas + [(f"gear:{car}", "area", gear_pose(seen, car)) for car in CARS if _has_areas(manifest)]


def _dice(seen: Observation, manifest: Manifest) -> list[tuple[str, str, Pose]]:
    """The dice in the tray, and those that show gears: on their areas, or beside the cars where there are none."""
    tray = tray_pose(seen)
    found: list[tuple[str, str, Pose]] = []
    count = dict.fromkeys(CARS, 0)
    for die in seen.tray:
        count[die.car] += 1
        found.append((f"die:{die.car}{count[die.car]}", str(die.face), ahead(tray, die.x_mm, die.y_mm, 0.0)))
    for car, dice in seen.beside:
        stand = seen.car(car)
        row = gear_pose(seen, car) if _has_areas(manifest) else ahead(stand.pose, 0.0, 60.0, 0.0) if stand else None
        for number in range(1, min(dice, 5 - count[car]) + 1):
            if row is not None:
                spot = ahead(row, DICE_APART_MM * (number - 3), 0.0, 0.0)
                found.append((f"die:{car}{count[car] + number}", "1", spot))
    return found


TRAY_MM = (120.0, 90.0)
"""The tray's size when the manifest does not give it."""
BESIDE_SHARE = 2.5
"""Dice within this many tile widths of their car show its gear."""

Area = tuple[Point, ...]


@dataclass(kw_only=True)
class Floor(Sighted):
    """A floor while it is being read.

    Attributes
    ----------
    manifest : the kit on it.
    known : what stood there; None for a floor never seen before.
    """

    manifest: Manifest
    known: Position | None

    @cached_property
    def across(self) -> float:
        """A road tile across its flats; as printed, how far it reaches along its arrow."""
        if self.known is not None:
            return self.known.across_mm
        road = next((relative(item) for item in self.manifest.items if item.piece.startswith("road:")), None)
        along = [x for x, _ in road.outline_mm] if road is not None else [0.0, ACROSS_MM]
        return max(along) - min(along)

    def pose(self, x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Pose:
        """A pose of the table on the floor."""
        return pose(*self.on_board((x_mm, y_mm)), angle_deg + self.frame.turn_deg)

    @cached_property
    def poses(self) -> dict[str, Pose]:
        """How each piece lies."""
        return {piece: self.pose(seen.x_mm, seen.y_mm, seen.angle_deg) for piece, seen in self.found.items()}

    @cached_property
    def hands(self) -> list[Area]:
        """What lies under something foreign, to 0.01 mm."""
        areas = (area for area in self.scene.covered if len(area) >= 3)
        return [tuple(self.pose(*point).at for point in area) for area in areas]

    @cached_property
    def areas(self) -> dict[str, Area]:
        """The outlines of the tray and the gear areas that are seen, by piece."""
        marked = (item for item in self.manifest.items if item.piece.startswith(("tray", "gear:")))
        shapes = {"tray": rectangle((0.0, 0.0), TRAY_MM)} | {item.piece: relative(item).outline_mm for item in marked}
        return {
            piece: tuple(ahead(self.poses[piece], x_mm, y_mm, 0.0).at for x_mm, y_mm in shape)
            for piece, shape in shapes.items()
            if piece in self.found
        }

    def is_hidden(self, area: Area) -> bool:
        """Whether something foreign lies over a part of an area."""
        return any(overlap(area, other) for other in self.hands)


def tray_dice(floor: Floor) -> tuple[TrayDie, ...]:
    """The dice in the tray, in its own frame, to a tenth of a millimetre."""
    tray = floor.areas.get("tray")
    if tray is None or floor.is_hidden(tray):
        return floor.known.tray if floor.known else ()
    floor.spaces["tray"] = "tray"
    dice = []
    for piece, where in floor.poses.items():
        if piece.startswith("die:") and inside(where.at, tray):
            x_mm, y_mm, _ = seen_from(floor.poses["tray"], where)
            floor.spaces[piece] = "tray"
            dice.append(TrayDie(piece[4], int(floor.found[piece].side), round(x_mm, 1) + 0.0, round(y_mm, 1) + 0.0))
    return tuple(sorted(dice, key=die_key))


def beside(floor: Floor, cars: Sequence[tuple[str, CarSeen]]) -> tuple[tuple[str, int], ...]:
    """How many dice show each car's gear: those on its gear area and those beside the car."""
    before = dict(floor.known.beside) if floor.known else {}
    with_areas = any(piece.startswith("gear:") for piece in floor.areas)
    stands = {car: stand.pose for car, stand in cars}
    counts = []
    for car in CARS:
        area = floor.areas.get(f"gear:{car}")
        hidden = with_areas if area is None else floor.is_hidden(area)
        if hidden:
            counts.append((car, before.get(car, 0)))
            continue
        near = [
            piece
            for piece, where in floor.poses.items()
            if piece.startswith(f"die:{car}")
            and piece not in floor.spaces
            and (
                (area is not None and inside(where.at, area))
                or (car in stands and apart(where, stands[car]) <= BESIDE_SHARE * floor.across)
            )
        ]
        floor.spaces.update(dict.fromkeys(near, f"beside {DRIVERS[car]}"))
        counts.append((car, len(near)))
    return tuple(sorted((car, count) for car, count in counts if count))


ASKEW_DEG = 8
"""A car turned from its tile's arrow by less stands along it, for all the eye can tell."""
A_TURN_DEG = 60.0
"""Tiles of a path are turned against each other by so much, or not at all."""
STOOD_MM, STOOD_DEG = 12.0, 16.0
"""A car this near to where it stood was not moved."""
EITHER = 0.2
"""As a share of a tile: so near to one another two tiles are told in one place, or a car stands on both as well."""


def cars_on_tiles(floor: Floor) -> tuple[tuple[tuple[str, CarSeen], ...], set[str]]:
    """Each car seen with the road tile under it, and the tiles under cars."""
    at = floor.poses
    found: list[tuple[str, CarSeen]] = []
    used: set[str] = set()
    tiles = {piece: where for piece, where in at.items() if piece.startswith("road:")}
    for car in sorted(CARS):
        stand = at.get(f"car:{car}")
        if stand is None:
            continue
        near = _tiles_under(stand, {piece: where for piece, where in tiles.items() if piece not in used}, floor.across)
        floor.spaces[f"car:{car}"] = "floor"
        own = _laid_over(stand, car, [tiles[piece] for _, piece in near], floor.known)
        if own is not None:
            found.append((car, CarSeen(own)))
            continue
        if not near:
            found.append((car, CarSeen(stand, 0, True)))
            continue
        alike = [piece for off, piece in near if off - near[0][0] < EITHER]
        if len(alike) > 1:  # nobody left the other one lying without a car
            floor.report(WORDS.told("car-stands-where-two-tiles", who=DRIVERS[car]), f"car:{car}", *alike[:2])
        piece = alike[0]
        used.update(alike)
        floor.spaces |= dict.fromkeys(alike, f"under {DRIVERS[car]}")
        askew = round(wrap(stand.angle_deg - at[piece].angle_deg))
        found.append((car, CarSeen(at[piece], askew if abs(askew) >= ASKEW_DEG else 0)))
    return tuple(found), used


def _tiles_under(stand: Pose, tiles: Mapping[str, Pose], across: float) -> list[tuple[float, str]]:
    """The tiles that a car may stand on, the one it stands on best first: in its middle, along its arrow."""
    near = [piece for piece, where in tiles.items() if apart(stand, where) <= NEAR_SHARE * across]
    off = {piece: apart(stand, tiles[piece]) / across + skewed(stand, tiles[piece]) / A_TURN_DEG for piece in near}
    return sorted((share, piece) for piece, share in off.items())


def _one_a_place(floor: Floor, pieces: Sequence[str]) -> list[Pose]:
    """Where these tiles lie: of two in one place one hides the other, and one counts."""
    lying: list[Pose] = []
    for where in (floor.poses[piece] for piece in pieces):
        if not any(apart(where, one) < EITHER * floor.across for one in lying):
            lying.append(where)
    return lying


def _laid_over(stand: Pose, car: str, near: Sequence[Pose], known: Position | None) -> Pose | None:
    """The tile under a car that stands as it stood, when all tiles seen there are others: a path over it hides it."""
    own = _own_tile(known, car)
    if known is None or own is None or not near:
        return None
    stood = apart(stand, own) <= STOOD_MM and skewed(stand, own) <= STOOD_DEG
    return own if stood and not any(nudged(known, own, tile) for tile in near) else None


__all__ = ["layout", "read"]

SHIFTED_MM = 25.0
OWN_MIDDLE_MM = 5.0
"""A hidden place so near to a tile's middle is that middle; tiles seen in several pictures lie a little otherwise."""
HIDES_SHARE = 0.75
"""A tile or a car so near, as a share of a tile, hides the marker of what lies below or behind it."""


ARM_MM = 100.0
"""One piece alone gives the floor's frame by its own angle: as a second point of it, so far along."""


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
    kit, dice = (
        {(item.piece, item.side) for item in manifest.items},
        {name for one in manifest.dice for name in one.pieces},
    )
    found, problems = sorted_out(
        scene.sightings,
        lambda seen: Problem(WORDS.told("two-copies-are-on-floor", text=seen.piece), seen.piece),
        SHIFTED_MM,
        lambda seen: (
            ""
            if (not kit or (seen.piece, seen.side) in kit or seen.piece in dice) and seen.piece.split(":")[0] in HEIGHTS
            else WORDS.told("piece-another-kit-lies-on-floor", text=seen.piece)
        ),
    )
    spaces = dict.fromkeys((piece for piece in found if piece.startswith(("road:", "twin:", "line:"))), "floor")
    frame = _frame(found, known)
    if frame is None:
        problems.append(WORDS.told("no-line-card-and-no"))
        return Sighted(scene=scene, found=found, problems=problems, spaces=spaces).reading(None, "")
    floor = Floor(
        scene=scene, found=found, frame=frame, problems=problems, spaces=spaces, manifest=manifest, known=known
    )
    cars, used = cars_on_tiles(floor)
    alone = _one_a_place(floor, [piece for piece in floor.poses if piece.startswith("road:") and piece not in used])
    missing = _missing(known, [car for car, _ in cars])
    seen = Observation(
        line=known.line if known else _line(floor.poses),
        cars=cars,
        missing=missing,
        tiles=tuple(sorted(tile for tile in alone if not _carries_one_of(missing, floor, tile))),
        specials=_specials(floor),
        tray=tray_dice(floor),
        beside=beside(floor, cars),
        covered=(*floor.hands, *_under_things(floor, alone)),
    )
    if seen.line is None:
        problems.append(WORDS.told("starting-line-is-not-seen-put"))
    return floor.reading(seen, observation_text(seen))


def _frame(found: dict[str, SightingLike], known: Position | None) -> Transform | None:
    """How the floor lies in the table frame, from what lies still; a piece that was moved is left out."""
    if known is None:
        return _frame_of_line(found)
    pairs = _still(found, known)
    if len(pairs) >= 3:
        best = min(
            map(_fitted, combinations(pairs, 2)),
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


def _fitted(pairs: Sequence[tuple[SightingLike, Pose]]) -> Transform:
    """The turn and shift that bring sightings best onto poses; one pair alone gives its own angle."""
    points = [((seen.x_mm, seen.y_mm), where.at) for seen, where in pairs]
    if len(pairs) == 1:
        (seen, where), arm = pairs[0], turned((ARM_MM, 0.0), pairs[0][0].angle_deg)
        points.append((add((seen.x_mm, seen.y_mm), arm), ahead(where, ARM_MM, 0.0, 0.0).at))
    return fit(points)


def _off(frame: Transform, pair: tuple[SightingLike, Pose]) -> float:
    x_mm, y_mm = frame.of((pair[0].x_mm, pair[0].y_mm))
    return math.dist((round(x_mm, 2), round(y_mm, 2)), pair[1].at)


def _frame_of_line(found: dict[str, SightingLike]) -> Transform | None:
    """The starting line's middle is the origin and the cars drive over it along x; without it the table's own frame."""
    left, right = found.get("line:left"), found.get("line:right")
    if left is None or right is None:
        return Transform() if found else None
    half = math.dist((left.x_mm, left.y_mm), (right.x_mm, right.y_mm)) / 2
    return _fitted([(left, Pose(0.0, half, 0.0)), (right, Pose(0.0, -half, 0.0))])


def _line(at: dict[str, Pose]) -> tuple[Point, Point] | None:
    if "line:left" not in at or "line:right" not in at:
        return None
    return at["line:left"].at, at["line:right"].at


def _missing(known: Position | None, seen: Sequence[str]) -> tuple[str, ...]:
    if known is None:
        return ()
    return tuple(sorted(car for car, _ in known.cars if car not in seen and car not in known.finished))


def _carries_one_of(missing: Sequence[str], floor: Floor, tile: Pose) -> bool:
    """Whether one of these cars may stand on a tile: it stood there, and nobody sees the tile's middle bare."""
    known = floor.known
    stood = (own for car in missing if (own := _own_tile(known, car)) is not None)
    if known is None or not any(nudged(known, own, tile) for own in stood):
        return False
    hidden = any(apart(floor.pose(*at), tile) < OWN_MIDDLE_MM for at in floor.scene.hidden_mm)
    return hidden or any(inside(tile.at, area) for area in floor.hands)


def _own_tile(known: Position | None, car: str) -> Pose | None:
    """Where the tile lies that a car is known to stand on."""
    return None if known is None or car in known.lost else known.place(car)


def _specials(floor: Floor) -> tuple[Special, ...]:
    twins = ((piece, where) for piece, where in floor.poses.items() if piece.startswith("twin:"))
    lying = {piece: Special(floor.found[piece].side, where) for piece, where in twins}
    if floor.known is None:
        return tuple(sorted(lying.values(), key=lambda special: (KINDS.index(special.kind), special.pose)))
    for piece, special in lying.items():
        before = [one.pose for one in floor.known.specials if one.kind == special.kind]
        if all(apart(special.pose, where) > SHIFTED_MM for where in before):
            floor.report(WORDS.told("tile-lies-elsewhere-than-before", kind=special.kind), piece)
    return floor.known.specials


def _under_things(floor: Floor, alone: Sequence[Pose]) -> tuple[Area, ...]:
    """Where something unseen may lie: on a road tile whose own middle is not seen bare though no car is seen on it, and
    on fixed pieces, whose hidden markers no tile or car in sight explains; `alone` are the tiles without cars.
    """
    areas = []
    size = floor.across * 2 / 3
    on_top = [where for piece, where in floor.poses.items() if piece.startswith(("road:", "car:"))]
    for at in floor.scene.hidden_mm:
        here = floor.pose(*at)
        stood_on = any(apart(here, where) < OWN_MIDDLE_MM for where in alone)
        if not stood_on and any(apart(here, where) < HIDES_SHARE * floor.across for where in on_top):
            continue  # a tile or a car that is seen hides it
        areas.append(tuple(floor.pose(*corner).at for corner in rectangle(at, (size, size))))
    return tuple(areas)
