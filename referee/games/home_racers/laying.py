"""A Home Racers floor laid down in millimetres: where every piece lies for a position, or for what was seen of one.

The tray lies to the left of the starting line, in the middle of the recommended course; the gear areas lie in the four
corners of its floor. Tiles and dice that are not in use are kept out of the camera's view.
"""

from __future__ import annotations

import math

from markers.kit import Manifest, PlacedPiece
from referee.games.home_racers.geometry import Point, Pose, ahead, pose
from referee.games.home_racers.notation import parse_observation
from referee.games.home_racers.observation import CARS, PORTALS, Observation

HEIGHTS = {"road": 2.0, "twin": 2.0, "car": 32.0, "line": 0.3, "die": 16.3, "tray": 0.3, "gear": 0.3}
"""Heights of the faces above the floor when the manifest does not give them."""
BACKS = ("caltrops",) * 3 + ("leak",) * 3 + ("tires",) * 2 + ("booster",) * 2
ROAD_TILES = 14
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
    laid += [(f"road:{number}", "road", tile) for number, tile in enumerate(tiles[:ROAD_TILES], 1)]
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
